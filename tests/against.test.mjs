// A against B: two texts over an interval, the counts as JavaScript computes them, what is typed, sampled, stopped, refused and opened.

import { assert, assertAccessible, expect, screenshot, test } from './browser.mjs';
import { fits, retype } from './support.mjs';

const at = (query) => `#/accuracy?v=1&t=sm_90&p=8.8&k=against&${query}`;
const done = (page, operands) => expect(page.locator('#operands')).toHaveText(operands, { timeout: 120_000 });

/** How many singles from 1 on differ, and by how many ulps at most, where a division by ten is a product with a tenth. */
function tenths(count) {
  const bits = (value) => new Uint32Array(Float32Array.of(value).buffer)[0];
  let differ = 0;
  let largest = 0;
  for (let place = 0; place < count; place += 1) {
    const x = new Float32Array(Uint32Array.of(0x3f800000 + place).buffer)[0];
    const by = Math.abs(bits(Math.fround(x * Math.fround(0.1))) - bits(Math.fround(x / 10)));
    differ += Number(by > 0);
    largest = Math.max(largest, by);
  }
  return { differ, largest };
}

test('a product with a tenth against a division, as JavaScript computes both', async ({ open }) => {
  const page = await open({ path: at('a=x*0.1f&b=x%2F10.0f&r=0x3f800000..0x3f800fff') });
  await done(page, '4\u202f096');
  const { differ, largest } = tenths(4096);
  assert.ok(differ > 100);
  await expect(page.locator('#differ')).toHaveText(String(differ).replace(/(\d)(?=\d{3}$)/, '$1\u202f'));
  await expect(page.locator('#largest')).toContainText(`${largest} ulp`);
  await expect(page).toHaveTitle('A against B · Ulpscope');
  await assertAccessible(page);
  await screenshot(page, 'against', { fullPage: true });
  // An operand opens in Debug with both texts and its bits.
  await page.locator('#apart a').first().click();
  await expect(page.locator('.finding')).toContainText(`The results are ${largest} ulp apart.`);
});

test('a sample becomes every operand; another text and an interval stand in the address', async ({ open }) => {
  const page = await open({ path: at('a=expf(x)&b=__expf(x)&r=1..8') });
  await expect(page.locator('#state')).toContainText(', one in 7', { timeout: 60_000 });
  await page.locator('#every').click();
  await expect(page).toHaveURL(/&n=1/);
  await done(page, '25\u202f165\u202f825');
  await retype(page.locator('#b'), 'exp');
  await expect(page).toHaveURL(/&b=exp&/);
  await expect(page.locator('#summary')).toContainText('not the true exp, rounded once', { timeout: 60_000 });
  await page.getByRole('button', { name: 'stop' }).click();
  await expect(page.locator('#state')).toContainText('Stopped after');
  await page.locator('#to').fill('1.0001');
  await page.locator('#to').press('Enter');
  await done(page, '840');
});

test('what cannot be held together is refused beside its box', async ({ open }) => {
  const page = await open({ path: at('a=x+%2B+1&b=y%2Fz') });
  await expect(page.locator('.side .wrong').nth(1)).toContainText('both must take the same', { timeout: 60_000 });
  await expect(page.locator('.found')).toBeHidden();
  await retype(page.locator('#b'), '-use_fast_math');
  await expect(page.locator('#summary')).toContainText('Every result that was compared is the same.', { timeout: 60_000 });
  // What was found of other texts does not stand under new ones, whose first results take longer than a task of the page.
  const summary = await page.locator('#b').evaluate(async (box) => {
    box.value = '1 + x';
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((resolve) => { setTimeout(resolve); });
    return document.querySelector('#summary').textContent;
  });
  assert.equal(summary, '');
  await page.locator('#from').fill('one');
  await page.locator('#from').press('Enter');
  await expect(page.locator('.choices + .wrong')).toContainText('is no number');
});

test('every example runs, on a phone too', async ({ open }) => {
  const page = await open({ path: at('a=x&b=x'), width: 390, height: 844 });
  const links = await page.locator('.invite a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  assert.equal(links.length, 7);
  for (const link of links) {
    await page.evaluate((hash) => { location.hash = hash; }, link);
    await expect(page.locator('#differ')).toBeVisible({ timeout: 60_000 });
    await fits(page);
  }
});
