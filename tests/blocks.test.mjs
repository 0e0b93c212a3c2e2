// Blocks of numbers as a person uses the page: paste, choose a recipe and an exponent, set a tensor scale, follow a link, go back.

import { expect, test } from './browser.mjs';
import { fits } from './support.mjs';

const row = (page, place) => page.locator('.block tbody tr').nth(place - 1);

test('numbers share a scale factor, and what saturates is named', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&n=7.9+1+0.5+-3+0.1&k=mxfp4&m=floor' });
  await expect(page.locator('.factor')).toContainText('0x7f in UE8M0, which is 2');
  await expect(page.locator('.factor sup')).toHaveText('0');
  await expect(page.locator('.factor')).toContainText('1 saturated, 1 flushed.');
  await expect(row(page, 1)).toContainText('0x7');
  await expect(row(page, 1)).toContainText('saturated');
  await expect(row(page, 2)).toContainText('exact');
  await expect(row(page, 5)).toContainText('flushed');
  await page.getByRole('button', { name: 'fit', exact: true }).click();
  await expect(page.locator('.factor sup')).toHaveText('1');
  await expect(row(page, 1)).toContainText('+1.2658 %');
  await expect(page).toHaveURL(/n=7[^&]*&k=mxfp4&m=fit/);
  await page.goBack();
  await expect(page.locator('.factor sup')).toHaveText('0');
  await expect(page.getByRole('button', { name: 'floor', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a tensor scale is typed, kept in the address and taken from the numbers again', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&n=6+3+-1.5+0.5&k=nvfp4&m=floor' });
  await expect(page.locator('.factor')).toContainText('0x7e in UE4M3, which is 448');
  const scale = page.getByLabel('Tensor scale');
  await scale.fill('1');
  await expect(page.locator('.factor')).toContainText('0x38 in UE4M3, which is 1');
  await expect(page).toHaveURL(/&x=3f800000/);
  await scale.fill('-1');
  await expect(scale).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.factor')).toContainText('which is 1');
  await page.getByRole('button', { name: 'from the numbers' }).click();
  await expect(page.locator('.factor')).toContainText('which is 448');
  await expect(page).not.toHaveURL(/&x=/);
});

test('64 numbers make two blocks or four; one more, or a word, is said to be wrong', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks' });
  const box = page.locator('#number');
  await box.fill(Array.from({ length: 64 }, (_, at) => at / 8).join('\n'));
  await expect(page.locator('.block')).toHaveCount(2);
  await page.getByRole('button', { name: 'NVFP4 (E2M1)' }).click();
  await expect(page.locator('.block')).toHaveCount(4);
  await box.fill(Array.from({ length: 65 }, () => 1).join(' '));
  await expect(page.locator('#number-says')).toContainText('At most 64');
  await expect(page.locator('.block')).toHaveCount(4);
  await box.fill('1, two');
  await expect(page.locator('#number-says')).toContainText('two');
});

test('a block fits a small phone', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks', width: 320, height: 640 });
  await expect(page.locator('.block')).toHaveCount(1);
  await fits(page);
});
