// Every task without a pointer: what is used must be reachable by Tab, in either direction, and work by keys.

import { assert, expect, IN_FIREFOX_TOO, test } from './browser.mjs';
import { BOX, result } from './support.mjs';

/** Presses Tab (or Shift+Tab) until the place has the focus, as a person would. */
async function tabTo(page, place, key = 'Tab') {
  await expect(place).toBeVisible();
  for (let presses = 0; presses < 200; presses += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${place} cannot be reached by ${key}`);
}

/** Opens what the search finds first. */
async function goTo(page, words) {
  const search = page.locator('#search');
  await page.keyboard.press('Control+k');
  if (!(await search.evaluate((dialog) => dialog.open))) await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(page.locator('#search-list [role="option"]').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
}

test('by keys: an instruction, its bits, its steps, its modifiers', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.keyboard.type('add.rn.f32 %d, 1.0, 0f33800001;');
  await expect(result(page)).toHaveText(/3f800001/);
  await tabTo(page, page.locator('.operand .bits [tabindex="0"]').first());
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(page.locator(BOX)).not.toHaveValue('add.rn.f32 %d, 1.0, 0f33800001;');
  await page.keyboard.press('Space');
  await expect(page.locator(BOX)).toHaveValue('add.rn.f32 %d, 0f3F800000, 0f33800001;');
  await tabTo(page, page.locator('.steps button, .steps [tabindex="0"]').first());
  await tabTo(page, page.locator('.modifiers').getByRole('button', { name: 'rz', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.locator(BOX)).toHaveValue('add.rz.f32 %d, 0f3F800000, 0f33800001;');
  await expect(result(page)).toHaveText(/3f800000/);
  await tabTo(page, page.locator('#target'), 'Shift+Tab');
});

test('by keys: search, a number, its bits', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('link', { name: 'Formats', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#number')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.locator('#number')).toBeFocused();
  await page.keyboard.type('0.2');
  await expect(page.getByLabel('hex of F32', { exact: true })).toHaveValue('0x3e4ccccd');
});

test('by keys: an error curve, its worst input, the explorer', async ({ open }) => {
  const page = await open();
  await tabTo(page, page.getByRole('link', { name: 'Accuracy', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#inputs[data-done]')).toBeVisible({ timeout: 60_000 });
  await tabTo(page, page.getByRole('link', { name: 'open it' }).or(page.getByRole('button', { name: 'open it' })).first());
  await page.keyboard.press('Enter');
  await expect(page.locator(BOX)).toBeVisible();
});

test('by keys: a wrong bit is explained, and its explanation opened', async ({ open }) => {
  const page = await open();
  await tabTo(page, page.getByRole('link', { name: 'Debug', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  // Before its own box is there, the key opens the search, which keeps the focus.
  await expect(page.locator('main.debug').locator(BOX)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.locator('main.debug').locator(BOX)).toBeFocused();
  await page.keyboard.type('mul.rn.f32 a=00800000 b=3f000000 got=00000000');
  await expect(page.locator('main')).toContainText('flushed to zero');
  await tabTo(page, page.locator('main a[href*="k=compare"]').first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/k=compare/);
});

test('by keys: a lesson is turned, predicted and checked', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await goTo(page, 'mufu.rsq');
  await expect(page.locator(BOX)).toHaveValue(/RSQ/i);
  await tabTo(page, page.getByRole('link', { name: 'Learn', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, page.locator('main a[href*="learn/reading"]').first());
  await page.keyboard.press('Enter');
  await expect(page.locator('.lesson, main.learn').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/screen=2/);
});
