// The handbook as a class uses it: the case study line by line, extreme values, rounding, the tables of CUDA, the glossary and the search.

import { assert, assertAccessible, expect, LAPTOP, pageTest, PHONE, PROJECTOR, screenshot } from './browser.mjs';
import { field, fits, started } from './support.mjs';

const half = (rest = '') => ({ path: `#/half${rest && `?v=1&${rest}`}` });
const current = (page) => page.locator('.half .listing [aria-current]');
const row = (page, label) => page.locator('.figure .line', { has: page.locator('b', { hasText: label }) }).first();

pageTest('the case study ends with the half and steps back to the masks', half('b=3f803000'), async (page) => {
  await started(page);
  await expect(current(page)).toHaveText(/return w \| \(uint16_t\)\(mag >> shift\);/);
  await expect(page.locator('.outcome')).toContainText('0x3c02 = 1.002');
  await expect(page.locator('.outcome')).toContainText('F2F.F16.F32.RN gives 0x3c02: the same bits.');
  await page.keyboard.press('ArrowLeft');
  await expect(current(page)).toHaveText('    mag += even;');
  await expect(page).toHaveURL(/&l=23$/);
  await expect(row(page, 'even')).toContainText('+');
  await page.getByRole('button', { name: 'Previous step' }).click();
  await page.getByRole('button', { name: 'Previous step' }).click();
  await expect(current(page)).toHaveText('    mag += below;');
  await expect(row(page, 'mag before').locator('code')).toHaveText('0x07803000');
  await expect(row(page, 'below').locator('code')).toHaveText('0x00000fff');
  await expect(row(page, 'below').locator('i.cut.one')).toHaveCount(12);
  await expect(page.locator('.half .said')).toContainText('a tie does not yet');
  await page.getByRole('slider', { name: 'Step' }).fill('0');
  await expect(current(page)).toHaveText(/uint16_t w = /);
});

pageTest('the case study takes any input: bits, numbers, presets, lines', half(), async (page) => {
  await started(page);
  const result = page.locator('.outcome b');
  const inputs = [['65520', '7c00'], ['65519', '7bff'], ['-1e-9', '8000'], ['nan', '7fff'], ['-inf', 'fc00'], ['0x33000001', '0001'], ['0x33000000', '0000']];
  for (const [text, hex] of inputs) {
    await field(page, 'decimal of the single').fill(text);
    await expect(result).toContainText(`0x${hex}`);
  }
  await page.getByRole('button', { name: 'carry into the exponent' }).click();
  await expect(page).toHaveURL(/b=3ffff000/);
  await expect(result).toContainText('0x4000 = 2.0');
  await page.locator('.half .input [data-bit="31"]').click();
  await expect(result).toContainText('0xc000 = -2.0');
  await page.locator('.half .listing button', { hasText: 'mag -= 112u << 23;' }).click();
  await expect(page.locator('.half .said')).toContainText('from 127 to 15');
  await page.getByRole('button', { name: 'subnormal', exact: true }).click();
  await expect(current(page)).toHaveText(/if \(exp >= -14\)/);
  await page.locator('.half .listing button', { hasText: 'shift = -1 - exp;' }).click();
  await expect(page.locator('.half .said')).toContainText('bits will be cut off');
  await page.goBack();
  await expect(page).toHaveURL(/b=bffff000/);
});

pageTest('the misprinted boundary stands beside the computed one', half(), async (page) => {
  await started(page);
  const line = page.locator('.remarks-of-study tr', { hasText: 'the largest that rounds to zero' });
  await expect(line.locator('td').first()).toHaveText('0x33000000');
  await expect(line.locator('.misprint s')).toHaveText('0x32ffffff');
  await line.locator('.misprint button').click();
  await expect(page.locator('.outcome b')).toContainText('0x0000');
  await expect(page.locator('nav[aria-label="Pages"] a[aria-current]')).toHaveText('Formats');
});

pageTest('playing runs through the lines', half('b=3f803000&l=20'), async (page) => {
  await started(page);
  await page.getByRole('button', { name: 'play' }).click();
  await expect(current(page)).toHaveText('    mag += below;');
  await page.getByRole('button', { name: 'play' }).click();
  await expect(page.getByRole('button', { name: 'play' })).toHaveAttribute('aria-pressed', 'false');
});

pageTest('a bad link to the case study says so', half('b=xyz'), async (page) => {
  await started(page);
  await expect(page.locator('.notices')).toContainText('b=xyz');
  await expect(page.locator('.outcome b')).toContainText('0x3c02');
});

for (const [where, path] of [['half', '#/half?v=1&b=3f803000&l=21']]) {
  for (const [name, size, colorScheme] of [['laptop', LAPTOP, 'light'], ['laptop-dark', LAPTOP, 'dark'], ['phone', PHONE, 'light'], ['phone-dark', PHONE, 'dark'], ['projector', PROJECTOR, 'light']]) {
    pageTest(`${where} fits ${name} and is accessible`, { path, ...size, colorScheme }, async (page) => {
      await started(page);
      await fits(page);
      await assertAccessible(page);
      await screenshot(page, `${where}-${name}`);
    });
  }
}
