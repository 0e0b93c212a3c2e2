// Prints how fast the debug page judges 100,000 results, and how long it keeps a frame waiting meanwhile.

import { test } from './browser.mjs';
import { manyResults, watchFrames } from './support.mjs';

const COUNT = 100_000;
const show = (name, value, goal) => console.log(name.padEnd(46) + value.padStart(14) + `   (goal ${goal})`);

test('the debug page judges 100,000 results', async ({ open }) => {
  const file = await manyResults(COUNT);
  const page = await open({ path: '#/debug?v=1&k=batch&i=mul.rn.f32' });
  const summary = page.locator('#summary');
  await summary.filter({ hasText: 'explained by' }).waitFor();
  const times = [];
  await watchFrames(page);
  for (let run = 0; run < 5; run += 1) {
    await page.locator('#lines').fill('1 1 1');
    await summary.filter({ hasText: 'as expected' }).waitFor();
    await page.locator('#file').setInputFiles([]);
    const begun = performance.now();
    await page.locator('#file').setInputFiles(file);
    await summary.filter({ hasText: '10000 of 10000' }).waitFor({ timeout: 120_000 });
    times.push(performance.now() - begun);
  }
  const worked = await page.evaluate(() => window.longest);
  await page.evaluate(() => (window.longest = 0));
  await page.locator('#order').selectOption('ulps');
  await page.locator('#filter').selectOption('wrong');
  await page.locator('.judged caption').filter({ hasText: 'of 10\u202f000' }).waitFor();
  await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
  const sorted = await page.evaluate(() => window.longest);
  const took = await page.locator('#took').textContent();

  console.log(`\nThe debug page, ${COUNT} results of mul.rn.f32, one in ten wrong`);
  show('from the file to the verdict, the quickest of 5', `${Math.min(...times).toFixed(0)} ms`, '2000 ms');
  show('longest frame meanwhile', `${worked.toFixed(0)} ms`, '50 ms');
  show('longest frame while sorting, filtering, saving', `${sorted.toFixed(0)} ms`, '50 ms');
  console.log(`(${took})`);
});
