// A format of one's own as a person uses it: choose it by name and by fields, walk along its codes, look at what rounds to each.

import { assert, expect, IN_FIREFOX_TOO, test } from './browser.mjs';
import { field, fits, retype } from './support.mjs';

const at = (rest = '') => ({ path: `#/formats/own${rest && `?v=1&${rest}`}` });
const name = (page) => page.locator('#format');
const slider = (page) => page.getByRole('slider', { name: 'Code' });
const says = (page) => page.locator('.codes-line .says');

test('a format is chosen by its name and by its fields', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=e3m4&n=0.1'));
  await expect(field(page, 'hex of e3m4')).toHaveValue('0x06');
  await expect(page.locator('#format-says')).toContainText('8 bits: a sign, 3 of the exponent with bias 3');
  await name(page).fill('cfloat<8,4>');
  await expect(page.locator('#format-says')).toContainText('no subnormal numbers');
  await expect(page.locator('.range')).toContainText('240');
  await name(page).fill('binary8p4');
  await expect(page.locator('#format-says')).toContainText('NaN in the place of -0. P3109 calls it binary8p4se.');
  await expect(page.locator('.range')).toContainText('224');
  await name(page).fill('e0m3');
  await expect(page.locator('#format-says')).toContainText('1 to 11 exponent bits');
  await expect(name(page)).toHaveAttribute('aria-invalid', 'true');
  await name(page).fill('e4m3fn');
  await retype(page.getByLabel('bias'), '11');
  await page.getByLabel('bias').press('Enter');
  await expect(name(page)).toHaveValue('e4m3b11fn');
  await page.getByLabel('a sign').uncheck();
  await expect(name(page)).toHaveValue('ue4m3b11fn');
  await page.getByLabel('codes that are no numbers').selectOption('f');
  await expect(page).toHaveURL(/f=ue4m3b11f&n=0\.1/);
  // Changes of one part are one entry of the history; a code is another.
  await slider(page).press('ArrowRight');
  await expect(page).toHaveURL(/b=/);
  await page.goBack();
  await expect(page).toHaveURL(/f=ue4m3b11f&n=0\.1/);
  await expect(page.getByLabel('a sign')).not.toBeChecked();
});

test('the keys go from code to code, and each says which reals become it', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=E4M3&b=38'));
  await expect(says(page)).toHaveText('0x38, 1.0, normal. The reals from 0.96875 (a tie, included) to 1.0625 (a tie, included) become it, rounded to nearest, ties to even.');
  await slider(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(says(page)).toContainText('0x39, 1.125, normal. The reals from 1.0625 (a tie, not included)');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^0x39, 1\.125/);
  await expect(page).toHaveURL(/f=E4M3&b=39/);
  await page.getByRole('button', { name: 'rz', exact: true }).click();
  await expect(says(page)).toContainText('from 1.125 (included) to 1.25 (not included)');
  await slider(page).press('End');
  await expect(says(page)).toContainText('Every real from 448 (included) on becomes it');
  await page.locator('.range').getByRole('button', { name: /0x7f/ }).click();
  await expect(says(page)).toContainText('No real becomes this code');
});

test('a place on the line is a code, and the line grows and can be saved', async ({ open }) => {
  const page = await open(at('f=e2m1f&n=0'));
  const canvas = page.locator('.codes-line canvas');
  const box = await canvas.boundingBox();
  await canvas.click({ position: { x: box.width * 0.93, y: 60 } });
  await expect(says(page)).toContainText('0x7, 6.0');
  const shot = async () => (await canvas.screenshot()).toString('base64');
  const before = await shot();
  await page.getByRole('button', { name: 'logarithmic' }).click();
  await expect(page).toHaveURL(/x=log/);
  await expect.poll(shot).not.toBe(before);
  await page.getByRole('button', { name: 'larger' }).click();
  await expect(page).toHaveURL(/x=log&z=1/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG' }).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  const svg = Buffer.concat(chunks).toString();
  assert.match(svg, /^<svg .*0x7, 6\.0, normal\./s);
});

test('formats of many bits have no line, and everything else', async ({ open }) => {
  const page = await open(at('f=e6m9&n=1/3'));
  await expect(says(page)).toHaveText('Codes are drawn for formats of at most 10 bits; e6m9 has 16.');
  await expect(slider(page)).toBeHidden();
  await expect(page.locator('.closer')).toContainText('next up');
  await expect(page.locator('.modes-line')).toContainText('towards zero');
});

test('a number and a sum in a format of one\'s own are explained in the box', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('f=e3m4&n=1.5'));
  await page.getByRole('link', { name: '1.5 + 0.75 in e3m4' }).click();
  await expect(page.locator('#box')).toHaveValue('1.5 + 0.75 in e3m4');
  await expect(page.getByText('The signs agree, so the magnitudes add.')).toBeVisible();
  await expect(page.getByRole('status', { name: 'hex of d e3m4' })).toHaveText('0x42');
  await page.locator('#box').fill('fma(1.5, 1.0625, 0.01) in e3m4');
  await expect(page.getByText('0.01 is no number of e3m4').first()).toBeVisible();
});

test('the page fits at every width', async ({ open }) => {
  const page = await open(at('f=E5M2&n=0.1&x=log'));
  for (const width of [320, 390, 700, 1366, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await fits(page);
  }
});
