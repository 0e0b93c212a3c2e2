// axe finds nothing on any page, in both themes and at three widths.

import { assertAccessible, expect, LAPTOP, PHONE, PROJECTOR, test } from './browser.mjs';

import { PAGES } from './pages.mjs';

for (const colorScheme of ['light', 'dark']) {
  for (const [name, size] of Object.entries({ phone: PHONE, laptop: LAPTOP, projector: PROJECTOR })) {
    test(`axe finds nothing on any page, ${colorScheme}, ${name}`, async ({ open }) => {
      const page = await open({ ...size, colorScheme });
      for (const hash of PAGES) {
        await page.evaluate((hash) => { location.hash = hash; }, hash);
        await expect(page.locator('main:not(.wait)').first()).toBeVisible();
        // A result that waits for its code is shown faintly.
        await expect(page.locator('.stale')).toHaveCount(0);
        await page.waitForTimeout(250);
        // Dark is the same markup and the same boxes: only its colours are looked at again.
        await assertAccessible(page, colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined).catch((error) => { throw new Error(`${hash}: ${error.message}`); });
      }
    });
  }
}
