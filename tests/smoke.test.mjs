// The page starts: below a path of its own, without a word in the console, with a box to type in.

import { assert, expect, test, URL_OF_PAGE } from './browser.mjs';
import { APP, piece } from './files.mjs';

test('the page starts with a box to type in', async ({ open }) => {
  const page = await open({ serviceWorkers: 'allow' });
  await expect(page.locator('input, textarea').first()).toBeVisible();
  assert.notEqual(await page.title(), '');
});

test('what an address needs is asked for beside the app', async ({ open }) => {
  const context = (await open()).context();
  // The app itself does not arrive until the rest has been asked for.
  let asked = [];
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await context.route(/[.]wasm$/, async (route) => {
    const url = route.request().url();
    asked.push(url);
    if (APP.test(url)) await held;
    await route.continue();
  });
  for (const [path, names] of [
    ['#/reference/glossary', ['glossary']], ['#/learn/ties', ['learn']], ['#/program', ['program', 'further']], ['#/?v=1&i=MUFU.RCP+R0,+R1;', ['further']],
  ]) {
    asked = [];
    const visit = await context.newPage();
    await visit.goto(URL_OF_PAGE + path);
    await expect.poll(() => names.filter((name) => !asked.some((url) => piece(name).test(url)))).toEqual([]);
    assert.ok(!(await visit.evaluate(() => 'ready' in document.documentElement.dataset)), 'the app is not there yet');
    await visit.close();
  }
  release();
});
