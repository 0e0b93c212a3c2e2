// The order of a kernel's threads on the page of programs: which one runs, and what every order leaves.

import { assert, assertAccessible, expect, test } from './browser.mjs';
import { fits } from './support.mjs';

const SUM = `__global__ void sum(const float *x, float *out) {
    atomicAdd(out, x[threadIdx.x]);
}`;

const link = (asked) => ({ path: `#/program?v=1&i=${encodeURIComponent(SUM)}&k=${encodeURIComponent(asked)}` });

const NUMBERS = [1000, 0.1, 0.2, 0.3, 0.00001, 33.3].map(Math.fround);

/** How many of all orders give which bits, as a browser adds floats. */
function sums(numbers) {
  const counts = new Map();
  const go = (sum, left) => {
    if (left.length === 0) {
      const bits = new Uint32Array(new Float32Array([sum]).buffer)[0].toString(16).padStart(8, '0');
      counts.set(bits, (counts.get(bits) ?? 0) + 1);
    }
    left.forEach((number, at) => go(Math.fround(sum + number), left.filter((_, other) => other !== at)));
  };
  go(0, numbers);
  return counts;
}

test('every order of a sum by atomics, and each result runs again', async ({ open }) => {
  const page = await open(link(`0=f32[${NUMBERS.join(', ')}]\n1=f32[1]\nthreads=6`));
  await expect(page.locator('#outcome')).toContainText('came to its end');
  await page.locator('#orders summary').click();
  await page.getByRole('button', { name: 'run every order (720)' }).click();
  await expect(page.locator('#orders-said')).toHaveText('Every order of 6 threads ran: 720. One number differs between orders.');
  const expected = sums(NUMBERS);
  assert.ok(expected.size > 2);
  const rows = page.locator('#orders tbody tr');
  await expect(rows).toHaveCount(expected.size);
  const found = new Map();
  for (const row of await rows.all()) {
    const [bits, , , orders] = await row.locator('td').allTextContents();
    found.set(bits.slice(2), Number(orders));
  }
  assert.deepEqual([...found].sort(), [...expected].sort());
  // Each row runs an order that leaves its bits.
  for (const row of await rows.all()) {
    const bits = (await row.locator('td').first().textContent()).slice(2);
    const order = await row.locator('button').getAttribute('data-order');
    await row.locator('button').click();
    await expect(page.locator('.held-now:not(.shared)')).toContainText(`0x${bits}`);
    await expect(row.locator('button')).toHaveAttribute('aria-pressed', 'true');
    await expect(row.locator('button')).toBeFocused();
    if (order !== 'number') await expect(page).toHaveURL(new RegExp(`order%3D${order.replaceAll(',', '(%2C|,)')}`));
  }
  await expect(page.locator('#orders canvas')).toBeVisible();
  const drawn = await page.locator('#orders canvas').evaluate((canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte !== 0));
  assert.ok(drawn);
  await assertAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
  // Other inputs have other results: nothing of these stays.
  await page.locator('#argument-0').fill('f32[1, 2, 3, 4, 5, 6]');
  await expect(rows).toHaveCount(0);
  await expect(page.locator('#orders-said')).toHaveText('');
  await page.locator('#run-orders').click();
  await expect(page.locator('#orders-said')).toHaveText('Every order of 6 threads ran: 720. Each leaves the same bits in every buffer.');
  await expect(page.locator('#orders canvas')).toBeHidden();
});

test('the order of threads is chosen, kept in the address, and refused where it does not fit', async ({ open }) => {
  const page = await open(link('0=f32[16777216, 1, 1]\n1=f32[1]\nthreads=3\norder=1,2,0'));
  await expect(page.locator('#order')).toHaveValue('typed');
  await expect(page.locator('#seed')).toHaveValue('1,2,0');
  await expect(page.locator('.held-now:not(.shared)')).toContainText('0x4b800001');
  await page.selectOption('#order', { label: 'by number' });
  await expect(page.locator('.held-now:not(.shared)')).toContainText('0x4b800000');
  await expect(page.locator('#seed')).toBeHidden();
  await expect(page).not.toHaveURL(/order/);
  await page.selectOption('#order', { label: 'reversed' });
  await expect(page.locator('.held-now:not(.shared)')).toContainText('0x4b800001');
  await page.selectOption('#order', { label: 'from a seed, or a list' });
  await expect(page.locator('#seed')).toHaveValue('1');
  await page.locator('#seed').fill('0,0,1');
  await page.locator('#seed').press('Enter');
  await expect(page.locator('.order [role="alert"]')).toContainText('each of up to 8 threads of a block once');
  await page.locator('#seed').fill('0,1');
  await page.locator('#seed').press('Enter');
  await expect(page.locator('#outcome')).toContainText('The order 0,1 lists 2 threads, but a block has 3.');
});

test('orders of many threads come from seeds, and can be stopped', async ({ open }) => {
  const numbers = Array.from({ length: 32 }, (_, at) => `${at * at * 7}.${at}`);
  const page = await open(link(`0=f32[${numbers.join(', ')}]\n1=f32[1]\nthreads=32`));
  await expect(page.locator('#outcome')).toContainText('came to its end');
  await page.locator('#orders summary').click();
  await page.locator('#seeds').fill('0');
  await page.locator('#run-orders').click();
  await expect(page.locator('#orders-said')).toHaveText('From 1 to 1 000 000 seeds can run.');
  await page.locator('#seeds').fill('50');
  await page.locator('#run-orders').click();
  await expect(page.locator('#orders-said')).toContainText('By number, reversed, and 50 seeds: 52 orders ran.');
  const seed = page.locator('#orders tbody button', { hasText: 'seed' }).first();
  const bits = await page.locator('#orders tbody tr').filter({ has: page.locator('button', { hasText: 'seed' }) }).first().locator('td').first().textContent();
  await seed.click();
  await expect(page.locator('#seed')).toHaveValue(await seed.getAttribute('data-order'));
  await expect(page.locator('.held-now:not(.shared)')).toContainText(bits);
  await page.locator('#seeds').fill('1000000');
  await page.locator('#run-orders').click();
  await expect(page.locator('#orders-said')).toContainText('of 1 000 002 orders have run.');
  await page.getByRole('button', { name: 'stop' }).click();
  await expect(page.locator('#orders-said')).toContainText('The others were stopped. One number differs between orders.');
  await expect(page.locator('#run-orders')).toHaveText('run these orders');
});

test('where an order stops is told by the line of the text', async ({ open }) => {
  const text = '__global__ void k(int *x, float *o) {\n  if (atomicAdd(x, 1) == 1)\n    o[threadIdx.x] = 1;\n  else if (threadIdx.x == 0)\n    o[1000000] = 2;\n}';
  const page = await open({ path: `#/program?v=1&i=${encodeURIComponent(text)}&k=${encodeURIComponent('0=s32[1]\n1=f32[4]\nthreads=2')}` });
  await expect(page.locator('#outcome')).toContainText('stopped at line 5');
  await page.locator('#orders summary').click();
  await page.locator('#run-orders').click();
  await expect(page.locator('#orders-said')).toContainText('it stops at line 5');
});
