// Expressions of C in the box: the instructions that nvcc makes of them, their options, the exact value, what is said of a wrong one.

import { expect, screenshot, test } from './browser.mjs';
import { BOX, result, type } from './support.mjs';

const link = (text, rest = '') => ({ path: `#/?v=1&i=${encodeURIComponent(text)}${rest}` });

test('what a newcomer types is computed: 0.1f + 0.2f', async ({ open }) => {
  const page = await open();
  await type(page, '0.1f + 0.2f');
  await expect(result(page)).toHaveText('0x3e99999a');
  await expect(page.locator('#messages')).toContainText('add.f32 %d, 0f3DCCCCCD, 0f3E4CCCCD;');
  await expect(page.locator('.about')).toContainText('0.300000004470348358154296875');
  await expect(page.locator('.about')).toContainText('As written it is 0.3, and the float nearest to that is this result.');
  await expect(page).toHaveTitle(/^0\.1f \+ 0\.2f ≈ 0\.3 /);
  await expect(page.locator('#candidates')).toBeHidden();
  await type(page, '0.1 + 0.2');
  await expect(result(page)).toHaveText('0x3fd3333333333334');
  await screenshot(page, 'expression laptop light');
});

test('an option of nvcc changes the instructions, and stands in the text', async ({ open }) => {
  const page = await open(link('a*b + c', '&r=.a:3f800001,.b:3f800001,.c:bf800002'));
  const lines = page.locator('.assembly li');
  await expect(lines).toHaveCount(1);
  await expect(result(page)).toHaveText('0x28800000');
  await page.getByRole('button', { name: '-fmad=false' }).click();
  await expect(page.locator(BOX)).toHaveValue('a*b + c // -fmad=false');
  await expect(lines).toHaveCount(2);
  await expect(result(page)).toHaveText('0x00000000');
  await lines.first().getByRole('link').click();
  await expect(page.locator(BOX)).toHaveValue(/^mul\.rn\.f32 /);
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue('a*b + c // -fmad=false');
});

test('whole numbers are divided as C divides them, with a way out', async ({ open }) => {
  const page = await open(link('1/3'));
  await expect(result(page)).toHaveText('0x00000000');
  await expect(page.locator('.notes')).toContainText('C cuts the quotient to an integer');
  await type(page, '0.1f +');
  await expect(page.locator('#messages .error')).toContainText('An operand is missing');
});

test('a program of C runs: its result, the rounding that made it, and a kind word where it cannot', async ({ open }) => {
  const page = await open();
  await type(page, 'float s = 0; for (int i = 0; i < 10; i++) s += 0.1f;');
  await expect(result(page)).toHaveText('0x3f800001');
  await expect(page.locator('#messages')).toContainText('instructions of PTX, fused by the rules of nvcc');
  await expect(page.locator('main')).toContainText('The part cut off is above half a unit in the last place');
  await screenshot(page, 'program of C laptop light');
  await type(page, 'float f(float x) { return x*x; } f(a) + b');
  await expect(page.locator('#messages')).toContainText('fma.rn.f32');
  await type(page, 'float s = 0; for (int i = 1; i <= 100000; i++) s += 1.0f/i;');
  await expect(result(page)).toHaveText('0x41417420');
  await expect(page.locator('.notes')).toContainText('lines ran before those that are shown here');
  await type(page, 'while (1) x = x + 1;');
  await expect(page.locator('main')).toContainText('The limit of lines is reached.');
  await type(page, 'struct P { virtual float f(); };');
  await expect(page.locator('#messages .error')).toContainText('Virtual functions are not covered here');
});
