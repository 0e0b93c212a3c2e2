// One dot product on a tensor core, as a person uses it: presets, chips, numbers, order, looking for a chip, and a typed instruction.

import { assert, expect, IN_FIREFOX_TOO, test } from './browser.mjs';
import { type } from './support.mjs';

const at = (rest = '') => ({ path: `#/tensor${rest && `?v=1&${rest}`}` });
const d = (page) => page.locator('.bits-of-d');
const row = (page, name) => page.locator('.beside tr', { has: page.getByRole('rowheader', { name }) });

test('ones are lost one by one, or kept in a window', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at());
  await expect(d(page)).toHaveText('0x4b800008');
  await expect(page.locator('.claim')).toContainText('stays at 16777216.0, V100 gives 16777216.0, A100 16777232.0');
  await expect(row(page, 'loop of fma.rn.f32')).toContainText('0x4b800000');
  await expect(row(page, 'loop of fma.rn.f32')).toContainText('−8 ulp');
  await expect(row(page, 'V100')).toContainText('A100 first adds products 0 to 7, V100 products 0 to 3.');
  await expect(page).toHaveTitle('Dot product 0x4b800008 on A100 · Ulpscope');
});

test('a preset, another chip and the way back', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at());
  await page.getByRole('button', { name: '0, 0 and not 0' }).click();
  await expect(d(page)).toHaveText('0x00000000');
  await page.getByRole('button', { name: 'H100', exact: true }).click();
  await expect(d(page)).toHaveText('0x42e00000');
  await expect(page).toHaveURL(/h=H100/);
  await expect(page.getByRole('button', { name: 'H100', exact: true })).toBeFocused();
  await page.goBack();
  await expect(d(page)).toHaveText('0x00000000');
});

test('numbers are typed, and what is none says why', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at());
  await page.getByLabel('a', { exact: true }).fill('1, 2, 3');
  await page.getByLabel('b', { exact: true }).fill('2^-1');
  await page.getByLabel('c', { exact: true }).fill('0.5');
  await expect(d(page)).toHaveText('0x40600000');
  await expect(page.locator('.known')).toContainText('Zeros fill the last.');
  await page.getByLabel('b', { exact: true }).fill('1, 2');
  await expect(page.locator('#numbers-say')).toHaveText('There are 2 numbers here and 3 in the other list.');
  await expect(page.locator('.computed')).toHaveClass(/stale/);
  await expect(d(page)).toHaveText('0x40600000');
});

test('types and instruction follow the chip', async ({ open }) => {
  const page = await open(at());
  await page.getByLabel('Chip', { exact: true }).selectOption('B200');
  await page.getByLabel('A', { exact: true }).selectOption('E2M1');
  await expect(page.getByLabel('B', { exact: true })).toHaveValue('E2M1');
  await page.getByLabel('Instruction', { exact: true }).selectOption('tcgen05-mxf4nvf4-UTCOMMA-ue4m3-16');
  await expect(page.getByLabel('scales of a')).toBeVisible();
  await page.getByLabel('Chip', { exact: true }).selectOption('V100');
  await expect(page.getByLabel('A', { exact: true })).toHaveValue('F16');
  await expect(page.getByLabel('scales of a')).toBeHidden();
});

test('a draw of 256 products stands in groups that open, and in other orders', async ({ open }) => {
  const page = await open(at());
  await page.getByLabel('K', { exact: true }).selectOption('256');
  await page.getByRole('button', { name: 'draw random numbers' }).click();
  await expect(page.locator('.parts button')).toHaveCount(32);
  await page.locator('.parts button').nth(20).click();
  await expect(page.locator('.window h2')).toHaveText('Products 160 to 167');
  await expect(page).toHaveURL(/g=20/);
  const before = await d(page).textContent();
  await page.getByRole('button', { name: 'smallest first' }).click();
  await expect(d(page)).not.toHaveText(before);
  await expect(page.locator('.beside .under-table')).toContainText('other bits');
});

test('a chip is found by its bits, and numbers by two chips', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at());
  await page.getByLabel('Bits of D that you saw').fill('0x4b800000');
  await expect(page.locator('.finds')).toContainText('These bits come from');
  await expect(page.locator('.finds')).toContainText('V100');
  await expect(row(page, 'V100')).toHaveClass('seen');
  await page.getByLabel('The other chip').selectOption('H100');
  await page.getByRole('button', { name: 'find', exact: true }).click();
  await expect(page.locator('.finds')).toContainText('Found: these numbers give other bits on A100 than on H100.');
  const mine = await d(page).textContent();
  assert.notEqual(mine, await row(page, 'H100').locator('code').first().textContent());
});

test('a typed mma opens here', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await type(page, 'mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d}, {1, 2, 0.5, 1, 0, 0, 0, 0}, {1, 1, 1, 2, 0, 0, 0, 0}, {-1.5};');
  await page.getByRole('link', { name: 'See the sum, and what other chips make of it' }).click();
  await expect(d(page)).toHaveText('0x40800000');
  await expect(page.getByLabel('Chip', { exact: true })).toHaveValue('H100');
});

test('an element names its lane and register, a lane its elements, by pointer and by keys', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('h=H100&f=F16,F16,F32&a=0.5,1,2,3&b=1&c=7'));
  const lanes = page.locator('.lanes');
  await expect(lanes).toContainText('becomes HMMA.16816.F32 on sm_90 (H100)');
  await page.getByRole('button', { name: 'm16n8k8', exact: true }).click();
  await expect(lanes).toContainText('becomes HMMA.1688.F32 on sm_90 (H100)');
  await page.getByRole('button', { name: 'm16n8k16', exact: true }).click();
  await page.locator('#A-0-2').hover();
  await expect(lanes.locator('.named')).toContainText('A, row 0, column 2: lane 1, register a0, bits 0 to 15. Above it is 2.0.');
  await expect(page.locator('#C-8-2')).toHaveClass(/held/);
  await page.locator('#A-0-2').focus();
  await page.keyboard.press('ArrowDown');
  await expect(lanes.locator('.named')).toContainText('A, row 1, column 2: lane 5');
  await expect(page.locator('#A-0-2')).not.toHaveClass(/held/);
  await page.locator('#L-7-3').focus();
  await expect(lanes.locator('.named')).toContainText('Lane 31 has of A: a0 row 7, columns 6 to 7; a1 row 15, columns 6 to 7;');
  await page.locator('#C-3-5').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/e=3,5/);
  await expect(page.locator('#C-3-5')).toHaveClass(/mine/);
  await expect(page.locator('#A-3-0')).toHaveClass(/mine/);
  await expect(page.locator('#C-3-5')).toBeFocused();
});

test('a step that no tensor core takes opens alone', async ({ open }) => {
  const page = await open(at('h=H100&f=E4M3,E4M3,F32&w=mma.sync-F2FP&a=16*1.5&b=2&c=0.5&g=4'));
  await expect(page.locator('.window h2')).toHaveText('FADD');
  await page.getByRole('link', { name: 'Open this instruction alone' }).click();
  await expect(page.locator('#box')).toHaveValue('add.rn.f32 %d, %a, %b;');
  await expect(page.locator('.operand.result output.hex').first()).toHaveText('0x42420000');
});

test('a bad link says so and shows a default', async ({ open }) => {
  const page = await open(at('h=P100&f=F8,F8,F8&g=x'));
  await expect(page.locator('.notices')).toContainText('h=P100');
  await expect(page.locator('.notices')).toContainText('f=F8');
  await expect(page.locator('.notices')).toContainText('g=x');
  await expect(d(page)).toHaveText('0x4b800008');
});
