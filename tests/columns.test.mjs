// A column or a picture as a person makes it narrow: an example, pasted numbers, files, a row of the table, the worst block, stop.

import { expect, test } from './browser.mjs';
import { fits } from './support.mjs';

const rows = (page) => page.locator('#recipes tbody tr');
const done = (page) => expect(page.locator('#recipes')).not.toContainText('not yet');
const cell = (page, name, place) => rows(page).filter({ hasText: name }).locator('td').nth(place);

/** A pixel of one of the three pictures, from a copy that is meant to be read. */
const pixel = (page, place, x, y) => page.locator('.pictures canvas').nth(place).evaluate((canvas, [x, y]) => {
  const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, -x, -y);
  return [...context.getImageData(0, 0, 1, 1).data].join();
}, [x, y]);

/** A .npy of a type and a shape. */
function npy(descr, shape, bytes) {
  const head = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape}), }`.padEnd(117) + '\n';
  return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'), Buffer.from(head), Buffer.from(bytes)]);
}

test('the gradient has a table, a picture and worst blocks that open', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks' });
  await page.getByRole('button', { name: 'a column or a picture' }).click();
  await done(page);
  await expect(rows(page)).toHaveCount(11);
  await expect(page.locator('#state')).toHaveText('8\u202f192 numbers in 64 rows of 128.');
  await expect(cell(page, 'MXFP4 (E2M1)', 0)).toHaveText('4.25');
  await page.getByRole('button', { name: 'MXFP8 (E4M3)' }).click();
  await expect(page).toHaveURL(/k=mxfp8-e4m3.*&c=gradient/);
  await page.getByRole('button', { name: 'MXFP4 (E2M1)' }).click();
  await expect(page.locator('#chosen-row')).toHaveText('MXFP4 (E2M1)');
  await expect(page.locator('.pictures canvas')).toHaveCount(3);
  // Where the pixel beyond white stands, its dark neighbours become black.
  await expect.poll(() => pixel(page, 0, 33, 20)).toBe('54,54,54,255');
  await expect.poll(() => pixel(page, 1, 33, 20)).toBe('0,0,0,255');
  await expect.poll(() => pixel(page, 1, 10, 20)).not.toBe('0,0,0,255');
  await page.getByLabel('outline the blocks').check();
  await expect(page.locator('.frame.outlined')).toHaveCount(3);
  await page.locator('.worst a').first().click();
  await expect(page.locator('.block tbody tr')).toHaveCount(32);
  await expect(page.locator('.block')).toContainText('2040');
  await page.goBack();
  await done(page);
});

test('exponents and the scale of NVFP4 are chosen', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&n=7.9+1+0.5+-3&c=own&k=mxfp4&m=floor' });
  await done(page);
  await expect(cell(page, 'MXFP4 (E2M1)', 5)).toHaveText('1');
  await page.getByRole('button', { name: 'fit', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'fit', exact: true })).toBeFocused();
  await expect(cell(page, 'MXFP4 (E2M1)', 5)).toHaveText('0');
  await expect(page).toHaveURL(/&e=fit/);
  await page.getByRole('button', { name: 'NVFP4 (E2M1), scale down' }).press('Enter');
  await expect(page).toHaveURL(/k=nvfp4&m=down/);
  await expect(page.getByRole('button', { name: 'NVFP4 (E2M1), scale down' })).toBeFocused();
  await expect(page.locator('#chosen-row')).toContainText('scale down');
});

test('a text is read, and what is no number is named with its line', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&n=1&c=own&k=mxfp4&m=floor' });
  await page.getByLabel('Numbers of the column').fill('1;10\n2;20\n3;x');
  await expect(page.locator('.wrong')).toContainText('Line 3: x');
  await page.getByLabel('column of a text').fill('1');
  await page.getByLabel('column of a text').press('Enter');
  await done(page);
  await expect(page.locator('#state')).toHaveText('3 numbers.');
  await expect(page).toHaveURL(/&j=1/);
  await page.getByLabel('column of a text').fill('-3');
  await page.getByLabel('column of a text').press('Enter');
  await expect(page.getByLabel('column of a text')).toHaveValue('');
});

test('files are looked at, and no link has them', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&n=1&c=own&k=mxfp4&m=floor' });
  const file = page.locator('#file');
  const singles = new Float32Array(64 * 64).map((_, at) => Math.sin(at / 7));
  await file.setInputFiles({ name: 'x.npy', mimeType: 'application/octet-stream', buffer: npy('<f4', '64, 64', singles.buffer) });
  await expect(page.locator('#state')).toHaveText('4\u202f096 numbers in 64 rows of 64.');
  await expect(page.getByLabel('Numbers of the column')).toHaveAttribute('placeholder', /x\.npy \(17 KB\) is looked at\. It is in no link/);
  await expect(page.locator('.pictures canvas')).toHaveCount(3);
  // It is there when one comes back from a block of it.
  await page.locator('.worst a').first().click();
  await expect(page.locator('.block tbody tr')).toHaveCount(32);
  await page.goBack();
  await expect(page.locator('#state')).toHaveText('4\u202f096 numbers in 64 rows of 64.');
  await file.setInputFiles({ name: 'y.npy', mimeType: 'application/octet-stream', buffer: npy('>f4', '2,', new Uint8Array(8)) });
  await expect(page.locator('.wrong')).toContainText('highest byte first');
  const picture = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 3 });
    const context = canvas.getContext('2d');
    context.fillStyle = '#ff8000';
    context.fillRect(0, 0, 40, 3);
    return canvas.toDataURL('image/png').split(',')[1];
  });
  await file.setInputFiles({ name: 'z.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
  await expect(page.locator('#state')).toHaveText('360 numbers: red, green and blue of 40 × 3 pixels.');
  await expect.poll(() => pixel(page, 0, 5, 1)).toBe('255,128,0,255');
  await file.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(page.locator('.wrong')).toContainText('no.png is no picture');
});

test('a long column can be stopped and begun again', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&n=1&c=own&k=mxfp4&m=floor' });
  const file = npy('<f4', `${1 << 22},`, new Float32Array(1 << 22).map((_, at) => at % 1000).buffer);
  await page.locator('#file').setInputFiles({ name: 'long.npy', mimeType: 'application/octet-stream', buffer: file });
  await expect(page.locator('#state')).toContainText('Step');
  await page.getByRole('button', { name: 'stop' }).click();
  await expect(page.locator('#state')).toHaveText('Stopped.');
  await page.getByRole('button', { name: 'begin again' }).click();
  await expect(page.locator('#state')).toContainText('Step');
});

test('a column fits a small phone', async ({ open }) => {
  const page = await open({ path: '#/formats/blocks?v=1&c=gradient&k=mxfp4&m=floor', width: 320, height: 640 });
  await done(page);
  await expect(page.locator('.pictures canvas')).toHaveCount(3);
  await fits(page);
});
