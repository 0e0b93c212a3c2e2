// The page starts: below a path of its own, without a word in the console, with a box to type in.

import { assert, expect, test, URL_OF_PAGE } from './browser.mjs';

test('the page starts with a box to type in', async ({ open }) => {
  const page = await open({ serviceWorkers: 'allow' });
  await expect(page.locator('input, textarea').first()).toBeVisible();
  assert.notEqual(await page.title(), '');
});

test('what an address needs is asked for beside the app', async ({ open }) => {
  const context = (await open()).context();
  // The app itself does not arrive until the rest has been asked for.
  const asked = [];
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await context.route(/[.]wasm$/, async (route) => {
    asked.push(new URL(route.request().url()).pathname.split('/').at(-1));
    if (asked.at(-1) === 'app_bg.wasm') await held;
    await route.continue();
  });
  for (const [path, parts] of [
    ['#/reference/glossary', ['split_glossary.wasm']], ['#/learn/ties', ['split_learn.wasm']], ['#/program', ['split_program.wasm', 'split_further.wasm']],
    ['#/?v=1&i=MUFU.RCP+R0,+R1;', ['split_further.wasm']],
  ]) {
    asked.length = 0;
    const visit = await context.newPage();
    await visit.goto(URL_OF_PAGE + path);
    await expect.poll(() => parts.filter((part) => !asked.includes(part))).toEqual([]);
    assert.ok(!(await visit.evaluate(() => 'ready' in document.documentElement.dataset)), 'the app is not there yet');
    await visit.close();
  }
  release();
});
