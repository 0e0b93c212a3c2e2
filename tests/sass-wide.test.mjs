// Machine code of 128 bits as a person uses it: words and text taken apart, fields changed, listings pasted.

import { assert, assertAccessible, expect, IN_FIREFOX_TOO, screenshot, SIZES, test } from './browser.mjs';
import { BOX, fits, PASTES, paste, result } from './support.mjs';

const at = (text, rest = '', more = {}) => ({ path: `#/?v=1&i=${encodeURIComponent(text)}${rest}`, ...more });
const wordBit = (page, index) => page.locator(`.word-bits [data-word-bit="${index}"]`).first();
const word = (page) => page.getByLabel('machine word', { exact: true }).first();
const WORD = '0x000fca00000000000000000302077223';

/** A listing as cuobjdump writes it: one line's text differs from its word, one is no arithmetic of floating point. */
const LISTING = `\tcode for sm_90
\t\tFunction : f
\t.headerflags\t@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"
        /*0000*/                   LDC R1, c[0x0][0x28] ;               /* 0x00000a00ff017b82 */
                                                                        /* 0x000fe20000000800 */
        /*0010*/                   FADD.FTZ R7, |R0|, |R7| ;            /* 0x4000000700077221 */
                                                                        /* 0x004fca0000010200 */
        /*0020*/               @P0 MUFU.EX2.BF16 R7, R1 ;               /* 0x0000000000070308 */
                                                                        /* 0x008e620000000a10 */
        /*0030*/                   FFMA R7, R2, R3, R0 ;                /* 0x0000000302077223 */
                                                                        /* 0x000fca0000000000 */
`;

test('a word of 128 bits is taken apart, and a bit of it turned over', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at(WORD, '&r=.R2:3f800000,.R3:40000000,.R0:3f800000'));
  await expect(page.locator('.spelling')).toHaveText('FFMA R7, R2, R3, R0 ;');
  await expect(result(page)).toHaveText('0x40400000');
  await expect(page.locator('.quarter')).toHaveCount(4);
  await expect(page.locator('.word-bit')).toHaveCount(128);
  await wordBit(page, 80).click();
  await expect(page.locator(BOX)).toHaveValue('0x000fca00000100000000000302077223');
  await expect(page.locator('.spelling')).toHaveText('FFMA.FTZ R7, R2, R3, R0 ;');
  await expect(wordBit(page, 80)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(wordBit(page, 127)).toBeFocused();
});

test('bits that would make the word none are marked, and say so when they are turned over', async ({ open }) => {
  const page = await open(at(WORD));
  // Form 1 without bit 91 has no uniform operand.
  await expect(wordBit(page, 91)).toHaveClass(/refused/);
  await expect(wordBit(page, 91)).toHaveAccessibleName(/no instruction/);
  await expect(wordBit(page, 80)).not.toHaveClass(/refused/);
  await wordBit(page, 91).click();
  await expect(page.locator('#messages')).toContainText('Bit 91 must be 0 in this form');
  await expect(page.locator('.word-bit.one')).toHaveCount(22);
});

test('fields are chosen and typed; the text follows', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('FADD R0, R2, R3;', '&r=.R2:3f800000,.R3:33800000&t=sm_90'));
  await expect(result(page)).toHaveText('0x3f800000');
  await page.getByRole('combobox', { name: 'rounding', exact: true }).focus();
  await page.getByRole('combobox', { name: 'rounding', exact: true }).selectOption({ label: '2 .RP' });
  await expect(page.locator(BOX)).toHaveValue('FADD.RP R0, R2, R3;');
  await expect(result(page)).toHaveText('0x3f800001');
  await expect(page.getByRole('combobox', { name: 'rounding', exact: true })).toBeFocused();
  // Typed by keys: Firefox tells of no change that a script made.
  const type = async (name, text) => {
    await page.getByLabel(name, { exact: true }).selectText();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await type('destination register', 'R9');
  await expect(page.locator(BOX)).toHaveValue('FADD.RP R9, R2, R3;');
  // What the text does not say stands behind it.
  await page.getByLabel('stall', { exact: true }).selectOption('5');
  await expect(page.locator(BOX)).toHaveValue(/^FADD\.RP R9, R2, R3; \/\* 121:105=7[0-9a-f]5 \*\/$/);
  await expect(page.locator('.word-fields')).toContainText('the next one 5 cycles later');
  await type('source register a', 'nothing');
  await expect(page.getByLabel('source register a', { exact: true })).toHaveValue('0x2');
});

test('dotted words, signs and guard are toggles, and names are completed', async ({ open }) => {
  const page = await open(at('FADD R0, R2, R3;', '&r=.R2:3f800000,.R3:33800000&t=sm_90'));
  const toggle = (name) => page.locator('.modifiers').getByRole('button', { name, exact: true });
  await toggle('RP').click();
  await expect(page.locator(BOX)).toHaveValue('FADD.RP R0, R2, R3;');
  await expect(toggle('RP')).toHaveAttribute('aria-pressed', 'true');
  await expect(result(page)).toHaveText('0x3f800001');
  await toggle('−x').last().click();
  await expect(page.locator(BOX)).toHaveValue('FADD.RP R0, R2, -R3;');
  await toggle('RP').click();
  await expect(page.locator(BOX)).toHaveValue('FADD R0, R2, -R3;');
  await toggle('@!P0').click();
  await expect(page.locator(BOX)).toHaveValue('@!P0 FADD R0, R2, -R3;');
  await page.locator(BOX).fill('');
  await page.locator(BOX).pressSequentially('FFMA.FT');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.locator(BOX)).toHaveValue('FFMA.FTZ R0, R2, R4, R6;');
});

test('a pasted listing is a list, and a line of it opens', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at(''));
  await page.locator(BOX).focus();
  await page.keyboard.insertText(LISTING);
  const lines = page.locator('.code-lines li');
  await expect(lines).toHaveCount(4);
  await expect(page.locator('.code-lines .other')).toHaveText('LDC R1, c[0x0][0x28] ; loads a constant');
  await expect(lines.nth(2)).toContainText('The word beside it says @P0 MUFU.EX2.BF16 R7, R0.');
  await expect(page.locator('.machine > p').first()).toContainText('3 of floating point');
  await assertAccessible(page);
  await lines.nth(1).getByRole('link').click();
  await expect(page.locator('.spelling')).toHaveText('FADD.FTZ R7, |R0|, |R7| ;');
  await expect(word(page)).toHaveValue('0x004fca00000102004000000700077221');
  await page.goBack();
  await expect(lines).toHaveCount(4);
});

test('compiler explorer\'s lines are a listing too', async ({ open }) => {
  const page = await open(at('square(float):\n MOV R1, c[0x0][0x28] \n FMUL R4, R4, R4 \n RET.ABS.NODEC R20 0x0 \n', '&t=sm_80'));
  await expect(page.locator('.code-lines li')).toHaveCount(3);
  await expect(page.locator('.code-lines a')).toHaveText('FMUL R4, R4, R4');
});

test('thousands of lines are folded and answered', async ({ open }) => {
  const page = await open(at('', '', PASTES));
  await paste(page.locator(BOX), LISTING);
  await expect(page.locator('.code-lines li')).toHaveCount(4);
  const one = LISTING.split('\n').slice(7, 9).join('\n');
  const long = `code for sm_90\n${Array(5000).fill(one).join('\n')}\n`;
  await page.locator(BOX).fill('');
  await paste(page.locator(BOX), long);
  await expect(page.locator('.notices')).toContainText('of 5000 instructions of this listing are kept');
  await expect(page.locator('.code-lines li')).toHaveCount(250);
  await page.getByText('Instructions 501 to 750').press('Enter');
  await expect(page.locator('.code-lines').nth(1)).toHaveAttribute('start', '501');
  await expect(page.locator('.code-lines li')).toHaveCount(500);
  await page.locator('.code-lines').nth(1).getByRole('link').first().click();
  await expect(page.locator('.spelling')).toHaveText('@P0 MUFU.EX2.BF16 R7, R0 ;');
});

test('a listing too long for a link, pasted on the program page, opens in the explorer', async ({ open }) => {
  const page = await open({ path: '#/program', ...PASTES });
  const one = LISTING.split('\n').slice(7, 9).join('\n');
  await paste(page.locator(BOX), `code for sm_90\n${Array(5000).fill(one).join('\n')}\n`);
  await expect(page.locator('.notices')).toContainText('of 5000 instructions of this listing are kept');
  await expect(page.getByRole('heading', { name: 'Explore one instruction' })).toBeAttached();
  await expect(page.locator('.code-lines li')).toHaveCount(250);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Program', exact: true })).toBeVisible();
});

for (const { width, height } of [{ width: 320, height: 640 }, { width: 768, height: 1024 }, ...Object.values(SIZES)]) {
  test(`words and listings fit ${width} px`, async ({ open }) => {
    const page = await open(at(WORD, '', { width, height }));
    await expect(page.locator('.word-bit')).toHaveCount(128);
    await fits(page);
    await screenshot(page, `word-of-128-bits-${width}`, { fullPage: true });
    await page.locator(BOX).fill(LISTING);
    await expect(page.locator('.code-lines li')).toHaveCount(4);
    await fits(page);
    await screenshot(page, `listing-${width}`, { fullPage: true });
  });
}

test('an instruction of PTX shows the code that the assembler makes of it, and that code its PTX', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(at('fma.rn.ftz.f32 %f4, %f1, %f2, %f3;', '&r=f1:3fc00000,f2:40000000,f3:3f800000&t=sm_90'));
  await page.getByRole('button', { name: 'machine code for sm_90' }).click();
  await expect(page.locator('.assembly')).toContainText('What ptxas 13.5.37 makes of it for sm_90');
  await expect(page.locator('.assembly li')).toHaveText([/^FFMA\.FTZ R4, R4, R5, R6R4 0x408000004\.0/]);
  await assertAccessible(page);
  await screenshot(page, 'lowering laptop light');
  await page.locator('.assembly').getByRole('link', { name: 'open FFMA.FTZ' }).click();
  await expect(page.locator(BOX)).toHaveValue('FFMA.FTZ R4, R4, R5, R6;');
  await expect(result(page)).toHaveText('0x40800000');
  await page.locator('.assembly').getByRole('link', { name: 'fma.rn.ftz.f32' }).click();
  await expect(page.locator(BOX)).toHaveValue('fma.rn.ftz.f32 %f0, %f1, %f2, %f3;');
  // A division runs through its check and its steps; at the end of the range the subroutine takes over.
  await page.goto(page.url().replace(/#.*/, at('div.rn.f32 %f2, %f0, %f1;', '&r=f0:3f800000,f1:40400000&t=sm_120').path));
  await expect(page.locator('.assembly li')).toHaveCount(9);
  await expect(page.locator('.assembly .gives').last()).toContainText('R4 0x3eaaaaab');
});
