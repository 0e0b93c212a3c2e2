// One sum in many orders as a person uses the page: numbers made, typed and from a file; an order chosen; shuffles; a long sum stopped.

import { assert, assertAccessible, expect, screenshot, test } from './browser.mjs';
import { fits, PASTES, paste } from './support.mjs';

const row = (page, name) => page.locator('#orders tr', { has: page.getByRole('button', { name, exact: true }) });
const done = (page, numbers) =>
  expect(page.locator('#state')).toHaveText(`${numbers} numbers added in each order.`, { timeout: 60_000 });

/** The bits of a single. */
const hex = (value) => `0x${new Uint32Array(Float32Array.of(value).buffer)[0].toString(16).padStart(8, '0')}`;

/** Sums of equal singles as JavaScript computes them: in a loop, and as a tree of pairs. */
function sums(count, value) {
  let loop = 0;
  let level = new Array(count).fill(Math.fround(value));
  for (const x of level) loop = Math.fround(loop + x);
  while (level.length > 1) {
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) =>
      2 * at + 1 < level.length ? Math.fround(level[2 * at] + level[2 * at + 1]) : level[2 * at]);
  }
  return { loop: hex(loop), pairs: hex(level[0]) };
}

test('a thousand tenths in every order, as JavaScript adds them too', async ({ open }) => {
  const page = await open({ path: '#/program/sums?v=1&k=tenths&n=1000&r=50' });
  await done(page, '1\u202f000');
  await expect(page).toHaveTitle('a sum in F32 · Ulpscope');
  const { loop, pairs } = sums(1000, 0.1);
  await expect(row(page, 'loop')).toContainText(loop);
  await expect(row(page, 'pairwise')).toContainText(pairs);
  await expect(row(page, 'tensor core')).toContainText('H100, mma.sync adds no F32 in F32');
  await expect(page.locator('#orders tbody tr')).toHaveCount(11);
  await expect(page.locator('div.exact')).toContainText('100.00000149011611');
  await expect(page.locator('.shuffled')).toContainText(`50 shuffles gave one and the same sum, ${loop}.`);
  await assertAccessible(page);
  await screenshot(page, 'sums', { fullPage: true });
});

test('an order is chosen by keyboard, stands in the address and is explained', async ({ open }) => {
  const page = await open({ path: '#/program/sums?v=1&k=cancelling&n=1001&r=0' });
  await done(page, '1\u202f001');
  await expect(row(page, 'loop').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await row(page, 'Neumaier').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Neumaier').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(row(page, 'Neumaier').getByRole('button')).toBeFocused();
  await expect(page.locator('.order')).toContainText('whichever of the two was larger');
  await expect(page).toHaveURL(/&l=neumaier/);
  await expect(page.locator('div.exact')).toContainText('Exactly 1.');
  await expect(page.locator('.shuffled')).toBeHidden();
  await page.goBack();
  await expect(row(page, 'loop').getByRole('button')).toHaveAttribute('aria-pressed', 'true');
});

test('typed numbers are added, and what is none is named', async ({ open }) => {
  const page = await open({ path: '#/program/sums' });
  await page.locator('select[name=k]').selectOption('typed');
  await page.getByLabel('Numbers to add').fill('1e8 1 -1e8');
  await expect(row(page, 'Neumaier')).toContainText('0x3f800000');
  await expect(row(page, 'loop')).toContainText('0x00000000');
  await expect(row(page, 'loop')).toContainText('−8388608.000');
  await expect(page).toHaveURL(/k=typed.*&x=1e8/);
  await page.getByLabel('Numbers to add').fill('1 two');
  await expect(page.locator('.sums .wrong').last()).toHaveText('`two` is not a number: t is no decimal digit.'.replaceAll('`', ''));
  await page.getByLabel('Numbers to add').fill('1 inf');
  await expect(row(page, 'loop')).toContainText('infinite');
  await expect(page.locator('div.exact')).toContainText('there is no exact sum');
});

test('halves stop growing, a wider format and a tensor core do not', async ({ open }) => {
  const page = await open({ path: '#/program/sums?v=1&k=tenths&n=10000&f=F16&a=F16&e=32&c=a100&r=0' });
  await done(page, '10\u202f000');
  // 256 is where 0.1 is below half an ulp of a half.
  await expect(row(page, 'loop')).toContainText('256');
  await page.getByLabel('added in').selectOption('F32');
  await done(page, '10\u202f000');
  await expect(row(page, 'loop')).not.toContainText(/^256$/);
  await expect(row(page, 'tensor core').locator('code')).toHaveText(/^0x4479/);
  await page.getByLabel('how many').fill('none');
  await page.getByLabel('how many').press('Enter');
  await expect(page.locator('.sums .wrong').first()).toContainText('is no whole number from 1 to 1048576');
});

test('a million numbers, and a file of a hundred thousand', async ({ open }) => {
  const page = await open({ path: '#/program/sums?v=1&k=uniform&n=1000000&r=0', ...PASTES });
  await done(page, '1\u202f000\u202f000');
  await page.getByText('The numbers behind the plots').click();
  await expect(page.locator('.behind tbody tr')).toHaveCount(21);
  await page.locator('select[name=k]').selectOption('typed');
  await page.locator('#file').setInputFiles({ name: 'halves.txt', mimeType: 'text/plain', buffer: Buffer.from('0.5\n'.repeat(100_000)) });
  await done(page, '100\u202f000');
  await expect(page.getByLabel('Numbers to add')).toHaveValue(/^halves.txt \(391 KB\) is added/);
  await expect(row(page, 'loop')).toContainText('50000');
  await paste(page.getByLabel('Numbers to add'), '0.25\n'.repeat(60_000));
  await done(page, '60\u202f000');
  await expect(page.getByLabel('Numbers to add')).toHaveValue(/^What was pasted \(293 KB\) is added/);
  await expect(row(page, 'loop')).toContainText('15000');
});

test('a long sum is stopped and begun again', async ({ open }) => {
  const page = await open({ path: '#/program/sums?v=1&k=normal&n=1000000&r=10000' });
  await page.getByRole('button', { name: 'stop' }).click();
  await expect(page.locator('#state')).toHaveText('Stopped.');
  await page.getByLabel('how many').fill('2000');
  await page.getByLabel('how many').press('Enter');
  await page.getByLabel('shuffles').selectOption('100');
  await done(page, '2\u202f000');
  await expect(page.locator('.shuffled p')).toContainText(/^100 shuffles gave \d+ different sums, from −/);
});

test('sums fit a small phone', async ({ open }) => {
  const page = await open({ path: '#/program/sums?v=1&k=harmonic&n=5000&f=F64&a=F64', width: 320, height: 640 });
  await done(page, '5\u202f000');
  await fits(page);
});
