// Calls of CUDA functions in the box: result, steps, the PTX behind them, roundings, what is said of a wrong one.

import { expect, screenshot, test } from './browser.mjs';
import { BOX, result, type } from './support.mjs';

const link = (text, rest = '') => ({ path: `#/?v=1&i=${encodeURIComponent(text)}${rest}` });

test('a call shows its result, its steps and the PTX that it is', async ({ open }) => {
  const page = await open(link('__fadd_rz(0.1f, 0.2f)'));
  await expect(result(page)).toHaveText('0x3e999999');
  await expect(page.locator('#messages')).toContainText('add.rz.f32 %d, 0f3DCCCCCD, 0f3E4CCCCD;');
  await expect(page.locator('.why')).toContainText('Rounding towards zero');
  await expect(page.locator('.mode')).toHaveCount(4);
  await screenshot(page, 'call laptop light');
});

test('each line of the PTX of a call opens with the operands that it had', async ({ open }) => {
  const page = await open(link('__tanf(1.1f)'));
  const lines = page.locator('.assembly li');
  await expect(lines).toHaveCount(3);
  await expect(page.locator('.verdict')).toContainText('1 / __cosf(x)');
  await expect(page.locator('.about')).toContainText('libnvvm');
  const gives = await lines.nth(2).locator('.gives').textContent();
  await lines.nth(2).getByRole('link').click();
  await expect(page.locator(BOX)).toHaveValue(/^div\.approx\.f32 /);
  await expect(result(page)).toHaveText(gives);
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue('__tanf(1.1f)');
  await type(page, '__double2hiint(1.0);');
  await expect(lines).toHaveCount(1);
  await lines.first().getByRole('link').click();
  await expect(page).toHaveURL(/#\/program/);
  await expect(page.locator('main')).toContainText('3ff00000');
});

test('a conversion of a NaN is documented, its PTX is measured', async ({ open }) => {
  const page = await open(link('__float2ll_rn(NAN)'));
  await expect(result(page)).toHaveText('0x8000000000000000');
  await expect(page.locator('.about .badge')).toHaveText(['documented', 'measured']);
  await expect(page.locator('.about a[href*="conversion-instructions-cvt"]')).toHaveText('NVIDIA PTX ISA 9.1, 9.7.9.21');
});

test('long roundings clamp and say so', async ({ open }) => {
  const page = await open(link('llroundf(1e19f)'));
  await expect(result(page)).toHaveText('0x7fffffffffffffff');
  await expect(page.locator('.why')).toContainText('above the range');
});

test('a rounding of a call is adopted, and a variable is a register', async ({ open }) => {
  const page = await open();
  await type(page, 'y = __float2int_rn(x);');
  await page.locator('.modifiers').getByRole('button', { name: '_ru' }).click();
  await expect(page.locator(BOX)).toHaveValue('y = __float2int_ru(x);');
});

test('a test of a class runs, for the type of its argument', async ({ open }) => {
  const page = await open(link('isnan(0f7fc00000)'));
  await expect(result(page)).toHaveText('0x00000001');
  await expect(page.locator('.notes')).toContainText('here it is __isnanf, which takes a float');
  await type(page, 'isinf(1e300)');
  await expect(result(page)).toHaveText('0x00000000');
  await expect(page.locator('.notes')).toBeHidden();
});

test('a wrong suffix is mended by a click', async ({ open }) => {
  const page = await open(link('__fadd_rp(1.5f, 2.5f)'));
  await page.getByRole('button', { name: 'write __fadd_ru' }).click();
  await expect(page.locator(BOX)).toHaveValue('__fadd_ru(1.5f, 2.5f)');
  await expect(result(page)).toHaveText('0x40800000');
});
