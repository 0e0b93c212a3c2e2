// What the page's tests share: reading what it shows, and typing.

import { writeFile } from 'node:fs/promises';
import { assert, expect, test } from './browser.mjs';

export const BOX = '#box';

/** The result's hex digits, with `0x`. */
export const result = (page) => page.locator('.operand.result output.hex').first();

/** One bit of a row: `bit(page, 'a', 23)`. */
export const bit = (page, letter, index) =>
  page.locator('.operand', { has: page.locator('.name b', { hasText: new RegExp(`^${letter}$`) }) }).locator(`[data-bit="${index}"]`);

/** A field of a row by its accessible name: `field(page, 'hex of a %f1')`. */
export const field = (page, name) => page.getByLabel(name, { exact: true });

/** Replaces the text of a field key by key, as a person would: Firefox counts only that as a change. */
export async function retype(field, text) {
  await field.fill('');
  await field.pressSequentially(text);
}

/** What a page is opened with that is pasted into. */
export const PASTES = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Pastes a text by the browser's own clipboard. */
export async function paste(field, text) {
  await field.page().evaluate((text) => navigator.clipboard.writeText(text), text);
  await field.focus();
  await field.press('ControlOrMeta+v');
}

/** Replaces the text in the box as a person would. */
export const type = (page, text) => retype(page.locator(BOX), text);

/** Takes what is offered next for the text in the box, by the key for it. */
export async function complete(page) {
  const before = await page.locator(BOX).inputValue();
  await page.keyboard.press('Tab');
  await expect(page.locator(BOX)).not.toHaveValue(before);
}

/** Fails when the page is wider than the screen. */
export async function fits(page) {
  const [overflow, widest] = await page.evaluate(() => {
    const right = (element) => element.getBoundingClientRect().right;
    const beyond = [...document.querySelectorAll('body *')].filter((element) => right(element) > window.innerWidth).sort((one, other) => right(other) - right(one));
    return [document.documentElement.scrollWidth - window.innerWidth, beyond.slice(0, 3).map((element) => element.outerHTML.slice(0, 120)).join('\n')];
  });
  assert.ok(overflow <= 0, `the page is ${overflow} px wider than the screen: ${widest}`);
}

/** A file of so many results of mul.rn.f32, one in ten from a .ftz build that lost a subnormal product; its path. */
export async function manyResults(count) {
  const word = (bits) => bits.toString(16).padStart(8, '0');
  const line = (at) => (at % 10 === 0 ? `${word(0x0080_0000 + at)},3f000000,00000000` : `${word(0x3f80_0000 + at)},3f800000,${word(0x3f80_0000 + at)}`);
  const path = test.info().outputPath('results.csv');
  await writeFile(path, ['a,b,got', ...Array.from({ length: count }, (_, at) => line(at))].join('\n'));
  return path;
}

/** Notes the longest time between two frames from now on, as `window.longest`. */
export const watchFrames = (page) => page.evaluate(() => {
  window.longest = 0;
  let last = performance.now();
  const tick = (now) => {
    window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
});

/** Gives every empty field of a problem an answer of the right form, as a rule a wrong one, and checks them: what is no answer by its form does not count. */
export async function answered(page) {
  const check = page.getByRole('button', { name: 'check' });
  await check.click();
  for (const field of await page.locator('.answer-field').all()) {
    const [input, list] = [field.locator('input[type="text"]'), field.locator('select')];
    if (await list.count() > 0 && !(await list.inputValue())) await list.selectOption({ index: 1 });
    if (await input.count() === 0 || await input.inputValue()) continue;
    const digits = /takes (\d+) binary/.exec(await field.textContent());
    await input.fill(digits ? '0'.repeat(Number(digits[1])) : '0');
  }
  await check.click();
}
