// A first visit: what can be typed is said and can be clicked, an empty box and a wrong link invite, and ways lead on.

import { assert, expect, IN_FIREFOX_TOO, PHONE, test } from './browser.mjs';
import { BOX, field, result, type } from './support.mjs';

const link = (text) => ({ path: `#/?v=1&i=${encodeURIComponent(text)}` });
const messages = (page) => page.locator('#messages');

test('an example of every kind of text stands above the box, and each runs', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  for (const [name, hex] of [['0.1 + 0.2 == 0.3', '0x00000000'], ['0.1', '0x3dcccccd'], ['16777216.0f + 1.0f', '0x4b800000'], ['__sinf(1e5f)', ''], ['FFMA R0, R1, R2, R3;', ''], ['fma.rn.f32', '0x3fa7ae15']]) {
    await page.locator('.invite').getByRole('link', { name, exact: true }).click();
    if (hex) await expect(result(page)).toHaveText(hex);
    await expect(page.locator('main.stale')).toHaveCount(0);
    await expect(messages(page).locator('.error')).toHaveCount(0);
  }
  await page.locator('.invite').getByRole('link', { name: 'a kernel', exact: true }).click();
  await expect(page.locator('main.program')).toBeVisible();
});

test('other pages have examples of their own, and keep the target', async ({ open }) => {
  const page = await open({ path: '#/debug?v=1&t=sm_100&p=8.6' });
  await page.locator('.invite').getByRole('link', { name: 'a sum rounded the other way' }).click();
  await expect(page.locator('.finding')).toContainText('1 ulp apart');
  await expect(page).toHaveURL(/t=sm_100/);
  for (const path of ['#/accuracy', '#/formats', '#/formats/rounding', '#/formats/extremes', '#/reference/cuda']) {
    await page.evaluate((hash) => location.assign(hash), path);
    await expect(page.locator('.invite a').nth(2)).toBeVisible();
  }
});

test('an empty box invites, and the window is named after what stands in the box', async ({ open }) => {
  const page = await open();
  await page.locator(BOX).fill('');
  await expect(messages(page)).toContainText('take one of the examples');
  await expect(page).toHaveTitle('Ulpscope');
  await type(page, 'fma.rx.f32 %f4, %f1, %f2, %f3;');
  await expect(page).toHaveTitle('fma.rx.f32 %f4, %f1, %f2, %f3; · Ulpscope');
});

test('a link to a wrong text shows the text, the reason and the examples', async ({ open }) => {
  const page = await open(link('certainly no instruction'));
  await expect(page.locator(BOX)).toHaveValue('certainly no instruction');
  await expect(messages(page).locator('.error')).toBeVisible();
  await expect(page.locator('.invite')).toBeVisible();
  await expect(page.locator('.table-and-microscope')).toBeHidden();
  await expect(page).toHaveTitle('certainly no instruction · Ulpscope');
});

test('C divides whole numbers; the quotient that was meant is a click away', async ({ open }) => {
  const page = await open(link('1/3'));
  await messages(page).getByRole('button', { name: '1.0f/3.0f' }).click();
  await expect(page.locator(BOX)).toHaveValue('1.0f/3.0f');
  await expect(result(page)).toHaveText('0x3eaaaaab');
});

test('on Formats a fraction is a number', async ({ open }) => {
  const page = await open({ path: '#/formats?v=1&n=1/3' });
  await expect(page.locator('#number')).toHaveValue('1/3');
  await expect(field(page, 'hex of F32')).toHaveValue(/3eaaaaab/);
  await page.locator('#number').fill('1/0');
  await expect(page.locator('main')).toContainText('divides by zero');
});

test('a rounded decimal says so, an exact one is whole', async ({ open }) => {
  const page = await open({ path: '#/?v=1&i=cvt.f32.f16+%25f0,+%25h1;&r=h1:7bff' });
  await expect(page.locator('.operand.result output.decimal')).toHaveText('65504.0');
  await expect(page.locator('[data-rounded]')).toHaveCount(0);
  await field(page, 'hex of a %h1').fill('2e66');
  await expect(page.locator('.operand.result output.decimal')).toHaveAttribute('data-rounded', 'true');
  await expect(page).toHaveTitle('cvt.f32.f16 ≈ 0.099975586 · Ulpscope');
});

test('an operand outside the interval of a documented error is told so', async ({ open }) => {
  const page = await open(link('__sinf(1e5f)'));
  await expect(page.locator('.verdict')).toContainText('100000.0 lies outside, where nothing is promised');
});

test('a logarithm opens in the measure in which something is promised', async ({ open }) => {
  const page = await open({ path: '#/accuracy?v=1&f=lg2.approx.f32' });
  await expect(page.getByRole('button', { name: 'good bits' })).toHaveAttribute('aria-pressed', 'true');
});

test('on a phone a step opens on its cut, and the names of its rows stay', async ({ open }) => {
  const page = await open({ ...PHONE, path: '#/?v=1&i=fma.rn.f64+%25f4,+%25f1,+%25f2,+%25f3;&s=8' });
  const cut = page.locator('.card:visible .letters .end');
  const { width } = page.viewportSize();
  // With its neighbours to the right, G R S.
  await expect.poll(async () => {
    const { x, width: cell } = await cut.boundingBox();
    return x > 80 && x + 4 * cell < width;
  }).toBe(true);
  const name = await page.locator('.card:visible .picture b').first().boundingBox();
  assert.ok(name.x >= 0 && name.x + name.width < 120, `${name.x}`);
});

test('the plot lets a finger scroll the page, and a tap only reads', async ({ open }) => {
  const page = await open({ ...PHONE, hasTouch: true, path: '#/accuracy' });
  assert.equal(await page.locator('.board canvas').evaluate((canvas) => getComputedStyle(canvas).touchAction), 'pan-y');
  const before = page.url();
  await page.locator('.board canvas').tap();
  await expect(page.locator('.reading')).toContainText('0x');
  assert.equal(page.url(), before);
});

test('what is compared goes together, and found cases lead there', async ({ open }) => {
  const page = await open({ path: '#/debug' });
  await page.getByRole('navigation', { name: 'Debug' }).getByRole('link', { name: 'Compare' }).click();
  await expect(page.locator('#box')).toHaveValue('mul.rn.f32 %d, %a, %b;');
  await expect(page.locator('#other')).toHaveValue('mul.rz.f32 %d, %a, %b;');
  await page.evaluate(() => location.assign('#/debug?v=1&k=find&i=fma.rn.f32&o=fused&n=1'));
  await page.locator('.cases').getByRole('link', { name: 'compare step by step' }).first().click();
  await expect(page.locator('#other')).toHaveValue(/^mul\.rn\.f32 %product/);
  await expect(page.locator('.parting')).toContainText('The first difference');
  await page.evaluate(() => location.assign('#/debug?v=1&k=find&i=mul.rn.f32&o=fused&n=1'));
  await page.getByRole('link', { name: 'try with fma' }).click();
  await expect(page.locator('.cases li').first()).toBeVisible();
});

test('a wrong bit asked from the explorer begins with what was got', async ({ open }) => {
  const page = await open();
  await page.getByRole('link', { name: 'Explain a wrong bit' }).click();
  await expect(page.locator('.answer')).toContainText('Type what you got after got=');
});

test('a frame of 640 pixels has the microscope beside the bits, without a strip', async ({ open }) => {
  const page = await open({ width: 640, height: 640, path: '#/?v=1&embed=1' });
  const [bits, lens] = [await page.locator('.outcome').boundingBox(), await page.locator('.rounding').boundingBox()];
  assert.ok(lens.x >= bits.x + bits.width, 'beside');
  const letters = await page.locator('.lgrs').boundingBox();
  assert.ok(letters.x + letters.width <= 640);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter), 'auto');
});

test('an instruction that is not modelled says so, and claims nothing of a result', async ({ open }) => {
  const page = await open(link('vadd.u32.u32.u32.sat %r1, %r2, %r3;'));
  await expect(page.locator('.why')).toContainText('is not modelled');
  await expect(page.locator('.about')).not.toContainText('Evidence');
  await expect(page.locator('.about')).not.toContainText('Flags');
});

test('a text before the #, of a keyword or a share, goes behind it once', async ({ open }) => {
  const page = await open({ path: `?i=${encodeURIComponent('65520 in e4m3')}` });
  await expect(page.locator('#box')).toHaveValue('65520 in e4m3');
  await expect.poll(() => page.evaluate(() => location.search)).toBe('');
  await page.locator('#box').fill('0.5');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('i=0.5');
  await page.reload();
  await expect(page.locator('#box')).toHaveValue('0.5');
});

test('help says what can be typed, and an example opens', async ({ open }) => {
  const page = await open();
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog');
  await expect(help.getByRole('heading').first()).toHaveText('What can I type?');
  await expect(help).toContainText('?i=%s');
  await help.getByRole('link', { name: 'ulp of 1000' }).click();
  await expect(help).toBeHidden();
  await expect(page.locator('#box')).toHaveValue('ulp of 1000');
});

test('on a phone the header is one line of tools and one of pages', async ({ open }) => {
  for (const [width, height] of [[360, 740], [390, 844], [430, 932]]) {
    const page = await open({ width, height, path: '#/program' });
    const tops = (selector) => page.locator(selector).evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
    assert.equal((await tops('.head nav a')).length, 1, `${width}`);
    const tools = await page.locator('.head .mark, .head .context, .head .icon').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    assert.ok(Math.max(...tools) <= (await tops('.head nav a'))[0] + 4, `${width}: ${tools}`);
  }
});
