// The format page as a person uses it: type, paste, flip a bit, walk to a neighbour, choose a mode, follow a link, go back.

import { assert, expect, IN_FIREFOX_TOO, test } from './browser.mjs';
import { field, fits } from './support.mjs';

const BOX = '#number';
const at = (rest = '') => ({ path: `#/formats${rest && `?v=1&${rest}`}` });
const row = (page, format) => page.locator(`.format[data-format="${format}"]`);
const hex = (page, format) => field(page, `hex of ${format}`);
const bit = (page, format, index) => row(page, format).locator(`[data-bit="${index}"]`);
const ending = (page, format) => row(page, format).locator('.ending');

test('a typed number stands in every format with its error', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at());
  await page.locator(BOX).fill('0.1');
  await expect(hex(page, 'F32')).toHaveValue('0x3dcccccd');
  await expect(hex(page, 'F64')).toHaveValue('0x3fb999999999999a');
  await expect(hex(page, 'F16')).toHaveValue('0x2e66');
  await expect(hex(page, 'BF16')).toHaveValue('0x3dcd');
  await expect(hex(page, 'E4M3')).toHaveValue('0x1d');
  await expect(hex(page, 'E5M2')).toHaveValue('0x2e');
  await expect(hex(page, '1.1.7.23')).toHaveValue('0x000ccccc');
  await expect(hex(page, '1.11.20')).toHaveValue('0x3fb9999a');
  await expect(ending(page, 'F32')).toHaveText('+0.2 ulp');
  await expect(row(page, 'F32').locator('.formula')).toContainText('1.60000002384185791015625');
  await expect(row(page, 'F32').locator('.digits').first()).toHaveText('0.100000001490116119384765625');
  await expect(page).toHaveTitle('F32 0x3dcccccd ≈ 0.1 · Ulpscope');
});

test('the rounding mode acts on every format', async ({ open }) => {
  const page = await open(at('f=F32&n=0.1'));
  await page.getByRole('button', { name: 'rz', exact: true }).click();
  await expect(hex(page, 'F32')).toHaveValue('0x3dcccccc');
  await expect(ending(page, 'F32')).toHaveText('-0.8 ulp');
  await expect(page).toHaveURL(/n=0\.1&m=rz$/);
  await expect(page).toHaveTitle('F32 0x3dcccccc ≈ 0.099999994 · Ulpscope');
  await page.goBack();
  await expect(hex(page, 'F32')).toHaveValue('0x3dcccccd');
});

test('a pattern is read in the format of its width, or in another of that width', async ({ open }) => {
  const page = await open(at());
  const typed = [['7f800001', 'F32', 'signaling NaN'], ['0d3FF0000000000000', 'F64', 'normal'], ['0x3c00', 'F16', 'normal'], ['0x7e', 'E4M3', 'normal']];
  for (const [text, format, name] of typed) {
    await page.locator(BOX).fill(text);
    await expect(ending(page, format)).toHaveText('read here');
    await expect(row(page, format).locator('select.class option').first()).toHaveText(name);
  }
  await page.locator(BOX).fill('0x3f80');
  await page.getByRole('button', { name: 'BF16', exact: true }).click();
  await expect(ending(page, 'BF16')).toHaveText('read here');
  await expect(hex(page, 'F32')).toHaveValue('0x3f800000');
  await page.locator(BOX).fill('00 00 80 3f');
  await page.getByRole('button', { name: 'reverse bytes' }).click();
  await expect(hex(page, 'F32')).toHaveValue('0x3f800000');
  await page.locator(BOX).fill('12345678');
  await page.getByRole('button', { name: 'read it as bits' }).click();
  await expect(hex(page, 'F32')).toHaveValue('0x12345678');
});

test('a flipped bit makes its format the source', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=F32&n=1'));
  await bit(page, 'F16', 0).click();
  await expect(hex(page, 'F16')).toHaveValue('0x3c01');
  await expect(ending(page, 'F16')).toHaveText('read here');
  await expect(hex(page, 'F32')).toHaveValue('0x3f802000');
  await expect(ending(page, 'F32')).toHaveText('exact');
  await expect(page.locator(BOX)).toHaveValue('0x3c01');
  await expect(bit(page, 'F16', 0)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(hex(page, 'F16')).toHaveValue('0x3c02');
  await page.keyboard.press('Space');
  await expect(hex(page, 'F16')).toHaveValue('0x3c03');
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue('1');
});

test('neighbours are one click away', async ({ open }) => {
  const page = await open(at('f=F32&b=3f800000'));
  await page.getByRole('button', { name: /^next down/ }).click();
  await expect(hex(page, 'F32')).toHaveValue('0x3f7fffff');
  await page.getByRole('button', { name: /^next up/ }).click();
  await page.getByRole('button', { name: /^next up/ }).click();
  await expect(hex(page, 'F32')).toHaveValue('0x3f800001');
});

test('every digit can be shown and copied', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ ...at('f=F64&b=0000000000000001'), permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'show all 751 digits' }).click();
  const shown = (await row(page, 'F64').locator('.digits').first().textContent()).trim();
  assert.equal(shown.length, 1076);
  await page.getByRole('button', { name: 'copy exact value' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), shown);
  await page.getByRole('button', { name: 'copy table' }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^F64 0x0000000000000001, rounded to nearest/);
});

test('a text that means nothing leaves the last number, dimmed, and says why', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=F32&n=0.1'));
  await page.locator(BOX).fill('0f3F80');
  await expect(page.locator('.says')).toContainText('`0f` takes exactly 8');
  await expect(page.locator('.rows')).toHaveClass(/stale/);
  await expect(hex(page, 'F32')).toHaveValue('0x3dcccccd');
  await page.locator(BOX).press('Escape');
  await expect(page.locator(BOX)).toHaveValue('0.1');
  await expect(page.locator('.rows')).not.toHaveClass(/stale/);
});

test('a number typed on the explorer opens here', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.locator('#box').fill('1e-45');
  await page.locator('#box').press('Enter');
  await expect(page.locator(BOX)).toHaveValue('1e-45');
  await expect(hex(page, 'F32')).toHaveValue('0x00000001');
  await page.goBack();
  await expect(page.locator('#box')).toBeVisible();
});

test('picks follow the format that is looked at', async ({ open }) => {
  const page = await open(at('f=E5M2&b=3c'));
  await page.locator('.picks').getByRole('button', { name: 'smallest subnormal' }).click();
  await expect(hex(page, 'E5M2')).toHaveValue('0x01');
  await page.locator('.picks').getByRole('button', { name: 'infinity' }).click();
  await expect(ending(page, 'E4M3')).toHaveText('no infinity here');
  await expect(hex(page, 'F64')).toHaveValue('0x7ff0000000000000');
});

test('a bad link says so and shows a default', async ({ open }) => {
  const page = await open(at('f=F31&n=zebra&m=xx'));
  await expect(page.locator('.notices')).toContainText('f=F31');
  await expect(page.locator('.notices')).toContainText('m=xx');
  await expect(page.locator('.notices')).toContainText('zebra');
  await expect(hex(page, 'F32')).toHaveValue('0x00000000');
});

test('a very long decimal and a number beyond everything', async ({ open }) => {
  const page = await open(at());
  await page.locator(BOX).fill(`0.${'1234567890'.repeat(200)}`);
  await expect(hex(page, 'F32')).toHaveValue('0x3dfcd6ea');
  await page.locator(BOX).fill('1e999999999999');
  await expect(ending(page, 'F64')).toHaveText('too large');
});

test('the slash key goes to the box', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=F32&n=0.1'));
  await page.keyboard.press('/');
  await expect(page.locator(BOX)).toBeFocused();
});

test('every code of a small format stands in a table that keys walk and a click opens', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=E4M3&b=38'));
  const codes = row(page, 'E4M3').locator('.codes');
  const code = (hex) => codes.locator(`[data-code="${hex}"]`);
  await expect(codes.locator('[data-code]')).toHaveCount(256);
  await expect(codes.locator('[aria-pressed="true"]')).toHaveAttribute('data-code', '38');
  await expect(codes.locator('.classes')).toHaveText(/zero 2\s+subnormal 14\s+normal 238\s+NaN 2/);
  await expect(codes.getByRole('button', { name: '0x01, 0.001953125, subnormal' })).toHaveText('01 2-9');
  await code('ff').hover();
  await expect(codes.locator('.apart')).toContainText('every bit below the sign is 1');
  // What is pointed at only shows.
  await expect(page).toHaveURL(/b=38/);
  await page.mouse.move(0, 0);
  await code('38').focus();
  await page.keyboard.press('ArrowDown');
  await expect(code('48')).toBeFocused();
  await expect(codes.locator('[tabindex="0"]')).toHaveAttribute('data-code', '48');
  await expect(codes.locator('.apart')).toContainText('0x48');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(code('49')).toBeFocused();
  await expect(hex(page, 'E4M3')).toHaveValue('0x49');
  await expect(codes.locator('[aria-pressed="true"]')).toHaveAttribute('data-code', '49');
  await expect(page).toHaveURL(/f=E4M3&b=49/);
  await page.goBack();
  await expect(codes.locator('[aria-pressed="true"]')).toHaveAttribute('data-code', '38');
});

test('the codes of every small format fit at every width', async ({ open }) => {
  const page = await open(at('f=UE8M0&b=7f'));
  await page.getByRole('button', { name: 'open all' }).click();
  await expect(page.locator('[data-code]')).toHaveCount(5 * 256 + 128 + 2 * 64 + 16);
  for (const width of [320, 360, 700, 1000, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.codes [data-code]')]
        .filter((button) => button.scrollWidth > button.clientWidth || [...button.children].some((child) => child.offsetWidth > button.clientWidth))
        .map((button) => button.getAttribute('aria-label'))
    );
    assert.deepEqual(cut, [], `${width} px`);
    await fits(page);
  }
  await expect(row(page, 'UE8M0').locator('.formula').first()).toContainText('127 − 127');
  await expect(ending(page, 'E2M1')).toHaveText('exact');
});
