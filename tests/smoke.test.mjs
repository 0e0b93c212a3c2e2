// The page starts: below a path of its own, without a word in the console, with a box to type in.

import { assert, expect, pageTest, PHONE } from './browser.mjs';

pageTest('the page starts with a box to type in', async (page) => {
  await expect(page.locator('input, textarea').first()).toBeVisible();
  assert.notEqual(await page.title(), '');
});

pageTest('the page fits a phone', PHONE, async (page) => {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} px wider than the screen`);
});
