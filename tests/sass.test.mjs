// Machine code as a person uses it: typed, pasted as a word, its bits flipped, its fields lit, its registers set, its pages read.

import { assert, assertAccessible, expect, IN_FIREFOX_TOO, PHONE, screenshot, SIZES, test } from './browser.mjs';
import { BOX, complete, field, fits, result, retype, type } from './support.mjs';

// On a chip with words of 64 bits, unless another is named.
const at = (text, rest = '', more = {}) => ({ path: `#/?v=1&i=${encodeURIComponent(text)}${rest}${rest.includes('&t=') ? '' : '&t=sm_53'}`, ...more });
const wordBit = (page, index) => page.locator(`.word-bits [data-word-bit="${index}"]`).first();
const word = (page) => page.getByLabel('machine word', { exact: true }).first();

test('typing a machine instruction shows its result and its word', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await type(page, 'MUFU.RCP R0, R1;');
  await expect(field(page, 'hex of a R1')).toHaveValue('0x40400000');
  await expect(result(page)).toHaveText('0x3eaaaaab');
  await expect(word(page)).toHaveValue('0x000fe200000010000000000100007308');
  await expect(page).toHaveTitle('MUFU.RCP ≈ 0.33333334 · Ulpscope');
  await expect(page.locator('.verdict')).toContainText('+0.333 ulp');
  await expect(page).toHaveURL(/\.R1:40400000/);
  // An older chip has another word for it.
  await page.locator('#target').selectOption('sm_53');
  await expect(word(page)).toHaveValue('0x5080000000470100');
  await expect(result(page)).toHaveText('0x3eaaaaab');
});

test('a number in a word of 128 bits is edited in the text, and rounds in every mode', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('FADD R0, R1, 0.25;', '&r=.R1:3f800001&t=sm_90'));
  await field(page, 'decimal of b literal').fill('1e-9');
  await expect(page.locator(BOX)).toHaveValue(/^FADD R0, R1, 9\.9999997\d*e-10;$/);
  await expect(result(page)).toHaveText('0x3f800001');
  await page.locator('.mode', { hasText: 'rp' }).click();
  await expect(page.locator(BOX)).toHaveValue(/^FADD\.RP R0, R1, /);
  await expect(result(page)).toHaveText('0x3f800002');
  await page.locator('.mode', { hasText: 'rn' }).click();
  await expect(page.locator(BOX)).toHaveValue(/^FADD R0, R1, /);
  // To a whole number, too.
  await type(page, 'FRND R0, R1;');
  await page.locator('.mode', { hasText: 'rp' }).click();
  await expect(page.locator(BOX)).toHaveValue('FRND.CEIL R0, R1;');
  await expect(result(page)).toHaveText('0x40000000');
});

test('a machine word is an instruction, and a double in one click', async ({ open }) => {
  const page = await open(at('0x5080000000470100', '&r=.R1:40000000'));
  await expect(result(page)).toHaveText('0x3f000000');
  await expect(page.locator('.spelling')).toHaveText('MUFU.RCP R0, R1 ;');
  await page.getByRole('button', { name: 'Open in Formats' }).first().click();
  await expect(page).toHaveURL(/#\/formats\?v=1&f=F64&b=5080000000470100/);
});

test('a double is a number, and a machine word in one click, which says what fails', async ({ open }) => {
  const page = await open(at('0x3ff0000000000000'));
  await page.getByRole('button', { name: 'Read as a machine word' }).click();
  await expect(page.locator(BOX)).toHaveValue('word 0x3ff0000000000000');
  await expect(page.locator('.opcode-tests .nearest')).toContainText('HMUL2_32I');
  await expect(page.locator('.opcode-tests .nearest')).toContainText('60, 58');
  await expect(page.locator('.schedule li')).toHaveCount(3);
});

test('a bit of the word rewrites the text and keeps the focus', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('MUFU.RCP R0, R1;', '&r=.R1:40800000'));
  await wordBit(page, 20).click();
  await expect(page.locator(BOX)).toHaveValue('MUFU.RSQ R0, R1;');
  await expect(result(page)).toHaveText('0x3f000000');
  await expect(wordBit(page, 20)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.locator(BOX)).toHaveValue('MUFU.RCP R0, R1;');
  // The row is drawn anew after the text, and its bit gets the focus back.
  await expect(wordBit(page, 20)).toHaveAccessibleName(/, 0$/);
  await expect(wordBit(page, 20)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(wordBit(page, 21)).toBeFocused();
  // A bit without a meaning is kept as a comment, and goes with its bit.
  await wordBit(page, 24).click();
  await expect(page.locator(BOX)).toHaveValue('MUFU.RCP R0, R1; /* 24=1 */');
  await wordBit(page, 24).click();
  await expect(page.locator(BOX)).toHaveValue('MUFU.RCP R0, R1;');
});

test('a typed word rewrites the text; an opcode that is none stays a word', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('MUFU.RCP R0, R1;'));
  await retype(word(page), '0x5d08000000270100');
  await word(page).press('Enter');
  await expect(page.locator(BOX)).toHaveValue('HMUL2 R0, R1, R2;');
  await wordBit(page, 63).click();
  await expect(page.locator(BOX)).toHaveValue('word 0xdd08000000270100');
  await expect(page.locator('.word-bit[data-kind="wrong"]')).toHaveCount(1);
});

test('a field lights its bits and its piece of the text, from either side', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('HMUL2 R0, R1, -R2.H1_H1;'));
  await page.locator('.word-fields li', { hasText: 'lanes of b' }).hover();
  await expect(page.locator('.word-bit.lit')).toHaveCount(2);
  await expect(page.locator('.paint .lit')).toHaveText('.H1_H1');
  await page.locator('.spelling [data-field]', { hasText: 'R1' }).first().focus();
  await expect(page.locator('.word-bit.lit')).toHaveCount(8);
  // The caret in the box: inside .H1_H1.
  await page.locator(BOX).evaluate((box) => box.setSelectionRange(22, 22));
  await page.locator(BOX).press('ArrowLeft');
  await expect(page.locator('.word-bit.lit')).toHaveCount(2);
});

test('modifiers are offered, and refused with a reason', async ({ open }) => {
  const page = await open(at('F2F.F16.F32 R0, R1;', '&r=.R1:3f801fff'));
  const bar = page.locator('.modifiers');
  await bar.getByRole('group', { name: 'rounding' }).locator('.more').click();
  await expect(bar.getByRole('button', { name: 'ROUND' })).toHaveAttribute('aria-disabled', 'true');
  await bar.getByRole('button', { name: 'RZ', exact: true }).click();
  await expect(page.locator(BOX)).toHaveValue('F2F.F16.F32.RZ R0, R1;');
  await expect(result(page)).toHaveText('0x3c00');
  await page.locator('.mode', { hasText: 'rn' }).click();
  await expect(page.locator(BOX)).toHaveValue('F2F.F16.F32 R0, R1;');
  await expect(result(page)).toHaveText('0x3c01');
  const formats = bar.getByRole('group', { name: 'from' });
  await formats.locator('.more').click();
  await expect(formats.getByRole('button', { name: 'F64' })).toHaveAttribute('aria-disabled', 'true');
});

test('lanes stand side by side, and a half of a register can be edited', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('HMUL2 R0, R1, R2;', '&r=.R1:3c004000,.R2:40004000'));
  await expect(page.locator('.operand.result')).toHaveCount(2);
  await expect(page.locator('.microscope')).toHaveCount(2);
  await expect(result(page)).toHaveText('0x4400');
  await field(page, 'decimal of a R1 high lane').fill('1.5');
  await expect(page.locator('.operand.result output.hex').nth(1)).toHaveText('0x4200');
  await expect(page).toHaveURL(/\.R1:3e004000/);
  const lanes = page.locator('.card[data-lane]');
  const [low, high] = [lanes.filter({ hasText: 'Lane 0' }), lanes.filter({ hasText: 'Lane 1' })];
  const [left, right] = [await low.boundingBox(), await high.boundingBox()];
  assert.ok(Math.abs(left.y - right.y) < 2 && right.x > left.x + left.width / 2, 'the lanes begin beside each other');
});

test('an immediate is edited in the text, a constant in its bank', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('HMUL2 R0, R1, 1.5, 2;', '&r=.R1:3c003c00'));
  await field(page, 'decimal of b literal low lane').fill('3');
  await expect(page.locator(BOX)).toHaveValue('HMUL2 R0, R1, 1.5, 3;');
  await type(page, 'HMUL2.F32 R0, R1.H0_H0, c[0x3][0x10];');
  await field(page, 'decimal of b c[0x3][0x10]').fill('4');
  await expect(result(page)).toHaveText('0x40800000');
  await retype(page.locator('.machine-state').getByLabel('c[0x3][0x10] before the first instruction'), '8');
  await page.keyboard.press('Enter');
  await expect(result(page)).toHaveText('0x41000000');
});

test('several lines run as a program, words and comments of a disassembly are passed over', async ({ open }) => {
  const page = await open();
  await page.locator(BOX).fill('/*0008*/ RRO.SINCOS R1, R2 ; /* 0x5c90000000270001 */\n/*0010*/ MUFU.SIN R0, R1 ; /* 0x5080000000170100 */');
  await expect(page.locator('.operand.result')).toHaveCount(2);
  await expect(page.locator('.word-bits')).toHaveCount(2);
  await expect(page.locator('.card[data-place="instruction"]')).toHaveCount(2);
});

test('Tab completes a machine instruction, and an error has ways out', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.locator(BOX).fill('');
  await page.keyboard.type('MU');
  // The code of machine instructions is on its way.
  await expect(page.locator('.paint')).toContainText('MUFU');
  for (let taken = 0; taken < 6 && !(await page.locator(BOX).inputValue()).endsWith(';'); taken++) {
    await complete(page);
    if ((await page.locator(BOX).inputValue()) === 'MUFU') await page.keyboard.type('.RC');
  }
  await expect(page.locator(BOX)).toHaveValue('MUFU.RCP R0, R1;');
  await type(page, 'MUFU.RCX R0, R1;');
  await page.getByRole('button', { name: 'write .RCP', exact: true }).click();
  await expect(page.locator(BOX)).toHaveValue('MUFU.RCP R0, R1;');
});

test('what came with a later chip says so, and chooses it', async ({ open }) => {
  const page = await open(at('HMUL2 R0, R1, R2;', '&t=sm_50'));
  await page.getByRole('button', { name: 'choose sm_53' }).click();
  await expect(page.locator('#target')).toHaveValue('sm_53');
  await expect(page.locator('.operand.result')).toHaveCount(2);
});

test('the machine code of an approximation opens line by line', async ({ open }) => {
  const page = await open(at('rcp.approx.f32 %f1, %f2;', '&r=f2:40400000&t=sm_53&p=8.8'));
  await expect(page.locator('.assembly li')).toHaveCount(3);
  await page.locator('.assembly').getByRole('link', { name: 'open MUFU.RCP' }).click();
  await expect(page.locator(BOX)).toHaveValue('MUFU.RCP R0, R1;');
  await expect(result(page)).toHaveText('0x3eaaaaab');
  await page.goBack();
  await expect(page.locator('.assembly li')).toHaveCount(3);
});

test('a correctly rounded reciprocal shows its fast path', async ({ open }) => {
  const page = await open(at('rcp.rn.f32 %d, %a;', '&r=a:40400000'));
  await expect(page.locator('.assembly li').filter({ hasText: 'MUFU.RCP' }).first()).toContainText('0x3eaaaaab');
  await expect(page.locator('.assembly .gives').last()).toContainText('0x3eaaaaab');
});

test('every machine instruction has a page', async ({ open }) => {
  const page = await open({ path: '#/reference/MUFU?v=1' });
  await expect(page.locator('article h1')).toContainText('MUFU');
  await expect(page.locator('.special tbody tr')).toHaveCount(7);
  await expect(page.locator('article')).toContainText('63 of the text\'s 63 entries say the same');
  await assertAccessible(page);
  await screenshot(page, 'reference MUFU', { fullPage: true });
  await page.getByRole('link', { name: /^F2F/ }).first().click();
  await expect(page.locator('article h1')).toContainText('F2F');
  await expect(page.locator('.special td.nan')).toHaveCount(2);
  await page.getByLabel('Find an instruction', { exact: false }).fill('halves');
  await expect(page.locator('#found li')).not.toHaveCount(0);
});

test('machine code on a phone: bits that a finger hits; on any screen it fits', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('HMUL2.FMZ R0, R1, -R2;', '', PHONE));
  await expect(page.locator('.word-bit').first()).toBeVisible();
  const small = await page.locator('.word-bit').evaluateAll((bits) => bits.filter((bit) => bit.getBoundingClientRect().width < 24).length);
  assert.equal(small, 0, 'bits of the word are at least 24 px wide');
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    await fits(page);
  }
});

test('odd machine code is taken without a word in the console', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  const junk = ['MUFU', 'MUFU.', '@!P', 'word', 'word 0x', 'HMUL2 R0, R1.H0_H1,', 'F2F.F64 R0', 'RRO.EX2 R0, c[0x1f][-0x8000];', 'MUFU.RCP R0, é;', '0x5080000000470000;', '/* 0x5080000000470000 */', 'M', 'MUFU.RCP R0, R1; '.repeat(12)];
  for (const text of junk) {
    await page.locator(BOX).fill(text);
    await page.locator(BOX).press('End');
  }
  await page.locator(BOX).fill('add.f32 %f0, %f1, %f2;');
  await expect(page.locator('.machine')).toBeHidden();
});
