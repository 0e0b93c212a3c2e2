// The program page as a person uses it: open an example, edit, look at a line, change a register, mend an error, paste, go back.

import { assert, expect, IN_FIREFOX_TOO, screenshot, SIZES, test } from './browser.mjs';
import { field, fits, result } from './support.mjs';

const BOX = '#box';
const link = (text, rest = '') => ({ path: `#/program?v=1&i=${encodeURIComponent(text)}${rest}` });
const TWO = 'add.rn.f32 %s, %a, %b;\nsub.rn.f32 %x, %s, %a;';
const line = (page, index) => page.locator(`#line-${index}`);
const watched = (page, name) => page.locator('.watch tbody tr', { has: page.getByRole('rowheader', { name, exact: true }) });

test('a first visit shows C, what became of each line, and where the error comes from', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await expect(page).toHaveTitle('C: ten times 0.1 · Program · Ulpscope');
  await expect(page.locator('#outcome')).toContainText('Its worst result is s, off by +0.875 ulp');
  await fits(page);
  await screenshot(page, 'program C laptop light');
});

test('an example of PTX has every line done', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: '#/program' });
  await page.locator('#example').selectOption({ label: '2Sum: the error of an addition' });
  await expect(page).toHaveTitle('2Sum: the error of an addition · Program · Ulpscope');
  await expect(line(page, 1)).toContainText('%s');
  await expect(line(page, 1)).toContainText('inexact');
  await expect(line(page, 0)).toContainText('declares');
  await expect(line(page, 6)).toHaveAttribute('aria-current', 'true');
  await expect(watched(page, '%e').locator('.by')).toHaveText('line 7');
  await expect(page.locator('.trace .card').first()).toBeVisible();
  const tops = await page.evaluate(() => {
    const text = document.querySelector('.listing .numbers').firstChild;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const middle = (place) => (place.top + place.bottom) / 2;
    return [middle(range.getBoundingClientRect()), middle(document.querySelector('#line-0').getBoundingClientRect())];
  });
  assert.ok(Math.abs(tops[0] - tops[1]) < 4, `the first line's number stands beside it: ${tops}`);
  await screenshot(page, 'program laptop light');
});

test('every example runs without an error', async ({ open }) => {
  const page = await open({ path: '#/program' });
  const titles = await page.locator('#example option:not([value=""])').allTextContents();
  assert.ok(titles.length > 8);
  for (const title of titles) {
    await page.locator('#example').selectOption({ label: title });
    await expect(page).toHaveTitle(`${title} · Program · Ulpscope`);
    await expect(page.locator('.says')).toHaveCount(0);
    await expect(page.locator('.lines .wrong')).toHaveCount(0);
    await fits(page);
  }
});

test('the pictures of doubles fit any screen', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: '#/program' });
  await page.locator('#example').selectOption({ label: 'a/b in double precision' });
  await expect(page).toHaveTitle(/^a\/b in double precision/);
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    await fits(page);
  }
});

test('arrows walk the lines, and the trace and the registers follow', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(link(TWO, '&r=a:3f800000,b:40000000'));
  await expect(watched(page, '%x').locator('.decimal')).toHaveText('2.0');
  await line(page, 1).focus();
  await page.keyboard.press('ArrowUp');
  await expect(line(page, 0)).toBeFocused();
  await expect(page.locator('.trace h2').first()).toHaveText('Line 1');
  await expect(watched(page, '%x').locator('.by')).toHaveText('not written yet');
  await expect(result(page)).toHaveText('0x40400000');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('&l=1');
});

test('a first value can be edited, and back undoes it', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(link(TWO, '&r=a:3f800000,b:40000000'));
  await field(page, 'decimal of %a at the start').fill('4');
  await expect(watched(page, '%s').locator('.decimal')).toHaveText('6.0');
  await page.goBack();
  await expect(watched(page, '%s').locator('.decimal')).toHaveText('3.0');
});

test('a line opens in the explorer with what it read', async ({ open }) => {
  const page = await open(link(TWO, '&r=a:3f800000,b:40000000'));
  await page.getByRole('link', { name: 'open in the explorer' }).click();
  await expect(page.locator(BOX)).toHaveValue('sub.rn.f32 %x, %s, %a;');
  await expect(field(page, 'hex of a %s')).toHaveValue('0x40400000');
  await expect(result(page)).toHaveText('0x40000000');
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue(TWO);
});

test('an error stands at its line with a way out', async ({ open }) => {
  const page = await open(link('add.rn.f32 %s, %a, %b;\nadd.rn.sat.f64 %x, %y, %z;'));
  await expect(page.locator('.says')).toContainText('.sat');
  await page.locator('.says button').first().click();
  await expect(page.locator('.says')).toHaveCount(0);
  await expect(line(page, 1)).toContainText('exact');
});

test('a block pasted into the explorer opens here', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  const block = '.version 8.8\n.target sm_90\n.visible .entry k(\n.param .u64 p\n)\n{\n.reg .f32 %f<4>;\nld.param.u64 %rd1, [p];\nadd.f32 %f1, %f2, %f3; // sum\nret;\n}';
  await page.locator(BOX).fill(block);
  await expect(page.getByRole('heading', { name: 'Program', exact: true })).toBeVisible();
  await expect(page.locator(BOX)).toHaveValue(block);
  // A module is a kernel here: it runs as far as its lines can.
  await expect(page.locator('#outcome')).toContainText('stopped at line 8');
});

test('what is no program goes along to its own page, and back leaves it here', async ({ open }) => {
  const page = await open({ path: '#/program' });
  const way = page.locator('.elsewhere button');
  await expect(way).toBeHidden();
  for (const text of ['ulp of 1000', 'MUFU.RCP R0, R1;']) {
    await page.locator(BOX).fill(text);
    await expect(way).toHaveText('open it in Explore');
    await way.click();
    await expect(page.getByRole('heading', { name: 'Explore one instruction' })).toBeAttached();
    await expect(page.locator(BOX)).toHaveValue(text);
    await expect(page.locator('.operand.result')).toBeVisible();
    await page.goBack();
    await expect(page.locator(BOX)).toHaveValue(text);
  }
  await page.locator(BOX).fill('1e-40');
  await way.click();
  await expect(page.locator('#number')).toHaveValue('1e-40');
});

test('any text is taken', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(link('héllo;\n@;\n}{ mov.b64 {'));
  await page.locator(BOX).fill('');
  await expect(page.locator('.trace .none')).toBeVisible();
  await page.locator(BOX).pressSequentially('add.f32 a, 1.0, 2.0;');
  await expect(line(page, 0)).toContainText('3.0');
});

test('a product and a sum that ptxas joins say so, and -fmad=false keeps them', async ({ open }) => {
  const lines = 'mul.f32 %f1, %a, %b;\nadd.f32 %f2, %f1, %c;';
  const path = (text) => `#/program?v=1&i=${encodeURIComponent(text)}&r=a:3f800001,b:3f800001,c:bf800002`;
  const page = await open({ path: path(lines) });
  const trace = page.locator('section', { has: page.locator('#trace-title') });
  await expect(trace).toContainText('add.f32 %f2, %f1, %c; → fma.rn.f32 %f2, %a, %b, %c;');
  await expect(trace).toContainText('ptxas makes one fma.rn.f32 of this and mul.f32 %f1, %a, %b');
  await expect(page.locator('main')).toContainText('one fma with a product');
  await expect(trace.getByLabel('hex of d %f2')).toHaveText('0x28800000');
  await page.evaluate((hash) => { location.hash = hash; }, path(`${lines} // -fmad=false`));
  await expect(trace.getByLabel('hex of d %f2')).toHaveText('0x00000000');
  await expect(page.locator('main')).not.toContainText('one fma with a product');
});
