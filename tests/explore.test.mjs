// The explorer as a person uses it: type, edit a bit, step, change the mode, mend an error, follow a link, go back.

import { assert, assertAccessible, expect, IN_FIREFOX_TOO, PHONE, screenshot, test } from './browser.mjs';
import { bit, BOX, complete, field, result, type } from './support.mjs';

const ADD = 'add.rz.f32 %f0, 0f3F800000, 0f33800001;';
const link = (text, rest = '') => ({ path: `#/?v=1&i=${encodeURIComponent(text)}${rest}` });

test('a first visit shows the worked example, evaluated and selected', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await expect(result(page)).toHaveText('0x3fa7ae15');
  await expect(page).toHaveTitle('fma.rn.f32 ≈ 1.3100001 · Ulpscope');
  await expect.poll(() => page.evaluate(() => document.activeElement.selectionEnd - document.activeElement.selectionStart)).toBe(30);
  await screenshot(page, 'explore laptop light');
});

test('typing an instruction shows its result, and typing on replaces it', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.keyboard.type(ADD);
  await expect(result(page)).toHaveText('0x3f800000');
  await expect(page.locator('.why')).toContainText('Rounding towards zero');
  await expect(page).toHaveTitle('add.rz.f32 = 1.0 · Ulpscope');
});

test('a click on a bit flips it, and the space bar flips it back', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await bit(page, 'a', 31).click();
  await expect(field(page, 'hex of a %f1')).toHaveValue('0xbf8ccccd');
  await expect(result(page)).not.toHaveText('0x3fa7ae15');
  await page.keyboard.press('Space');
  await expect(field(page, 'hex of a %f1')).toHaveValue('0x3f8ccccd');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'bit 30, exponent, 0');
  await page.keyboard.press('ArrowUp');
  await expect(field(page, 'hex of a %f1')).toHaveValue('0x3f8cccce');
});

test('a bit of a literal rewrites it in the text', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(link(ADD));
  await bit(page, 'b', 0).click();
  await expect(page.locator(BOX)).toHaveValue('add.rz.f32 %f0, 0f3F800000, 0f33800000;');
  await expect(bit(page, 'b', 0)).toBeFocused();
});

test('a spelling can be edited; a wrong one stays and says why', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await field(page, 'decimal of c %f3').fill('-1.21');
  await expect(field(page, 'hex of c %f3')).toHaveValue('0xbf9ae148');
  await field(page, 'decimal of c %f3').fill('1.2x');
  await expect(page.locator('.field-error')).toBeVisible();
  await expect(field(page, 'hex of c %f3')).toHaveValue('0xbf9ae148');
  await expect(field(page, 'decimal of c %f3')).toHaveValue('1.2x');
  await page.keyboard.press('Escape');
  await expect(field(page, 'decimal of c %f3')).toHaveValue('-1.21');
});

test('a class is chosen from its menu', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.getByLabel('class of a %f1', { exact: false }).selectOption({ label: '+infinity' });
  await expect(result(page)).toHaveText('0x7f800000');
  await expect(page.locator('.microscope')).toContainText('Nothing was rounded');
});

test('all modes stand side by side, and a click adopts one', async ({ open }) => {
  const page = await open();
  await expect(page.locator('.mode')).toHaveCount(4);
  await page.locator('.mode', { hasText: 'rz' }).click();
  await expect(page.locator(BOX)).toHaveValue('fma.rz.f32 %f4, %f1, %f2, %f3;');
  await expect(result(page)).toHaveText('0x3fa7ae14');
  await page.locator('.modifiers').getByRole('button', { name: 'ftz' }).click();
  await expect(page.locator(BOX)).toHaveValue('fma.rz.ftz.f32 %f4, %f1, %f2, %f3;');
});

test('a modifier that cannot be taken says why', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  const packed = page.locator('.modifiers').getByRole('button', { name: 'f32x2' });
  await page.locator('.modifiers').getByRole('group', { name: 'type' }).locator('.more').click();
  await expect(packed).toHaveAttribute('aria-disabled', 'true');
  const more = page.locator('.modifiers').getByRole('group', { name: 'type' }).locator('.more');
  const tab = async () => {
    await more.focus();
    await page.keyboard.press('Tab');
  };
  // By pointer and by keyboard.
  for (const look of [() => packed.hover(), tab]) {
    await page.mouse.move(0, 0);
    await page.locator('#box').focus();
    await expect(page.getByRole('tooltip')).toBeHidden();
    await look();
    await expect(page.getByRole('tooltip')).toContainText('sm_100');
  }
  // One that can be taken says what it does.
  await page.locator('#box').focus();
  await page.locator('.modifiers').getByRole('button', { name: 'ftz' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('flush subnormal numbers to zero');
});

test('of many types those that cannot be chosen wait behind a button', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(link('cvt.rn.f32.s32 %f0, %r1;'));
  const types = page.locator('.modifiers').getByRole('group', { name: 'type' });
  const refused = types.locator('[aria-disabled]');
  await expect(types.getByRole('button', { name: 'f64', exact: true })).toBeVisible();
  await expect(refused).toHaveCount(0);
  const more = types.locator('.more');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(refused.first()).toBeVisible();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
  await expect(more).toBeFocused();
  await more.click();
  await expect(refused).toHaveCount(0);
});

test('a link to another page keeps the chosen target', async ({ open }) => {
  const page = await open();
  await page.locator('#target').selectOption('sm_100');
  await expect(page.locator('.head nav').getByRole('link', { name: 'Reference' })).toHaveAttribute('href', /t=sm_100/);
});

test('a change of type carries the numbers along', async ({ open }) => {
  const page = await open();
  await page.locator('.modifiers').getByRole('button', { name: 'f64' }).click();
  await expect(field(page, 'hex of a %f1')).toHaveValue('0x3ff19999a0000000');
});

test('the steps can be walked, and all shown again', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  const cards = page.locator('.card:visible');
  const all = await cards.count();
  assert.ok(all >= 7);
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards.locator('h3')).toContainText('Decode a');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cards.locator('h3')).toContainText('Multiply');
  await page.keyboard.press('ArrowLeft');
  await expect(cards.locator('h3')).toContainText('Decode c');
  await page.getByRole('button', { name: 'all', exact: true }).click();
  await expect(cards).toHaveCount(all);
});

test('an error stands with a fix, and the last result stays', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await type(page, 'fma.rx.f32 %f4, %f1, %f2, %f3;');
  await expect(page.locator('.messages .error')).toBeVisible();
  await expect(result(page)).toHaveText('0x3fa7ae15');
  await page.getByRole('button', { name: 'write .rn' }).click();
  await expect(page.locator(BOX)).toHaveValue('fma.rn.f32 %f4, %f1, %f2, %f3;');
  await expect(page.locator('.messages .error')).toHaveCount(0);
});

test('a number that PTX cannot spell is answered with its bits', async ({ open }) => {
  const page = await open(link('add.f32 %f3, %f1, 2^-25;', '&r=f1:3f800000'));
  await expect(page.locator('#messages')).toContainText('PTX has no powers: write 0f33000000.');
  await page.getByRole('button', { name: 'write 0f33000000' }).click();
  await expect(page.locator(BOX)).toHaveValue('add.f32 %f3, %f1, 0f33000000;');
  await expect(result(page)).toHaveText('0x3f800000');
  await type(page, 'add.f64 %fd3, %fd1, 1,5;');
  await page.getByRole('button', { name: 'write 1.5' }).click();
  await expect(page.locator(BOX)).toHaveValue('add.f64 %fd3, %fd1, 1.5;');
});

const DOUBLES = ['0x3ff199999999999a', '0x3ff199999999999a', '0x3fb999999999999a'];

test('a link to doubles without values begins with numbers', async ({ open }) => {
  const page = await open(link('fma.rn.f64 %f4, %f1, %f2, %f3;'));
  await expect(result(page)).toHaveText('0x3ff4f5c28f5c28f7');
  for (const [index, hex] of DOUBLES.entries()) await expect(field(page, `hex of ${'abc'[index]} %f${index + 1}`)).toHaveValue(hex);
  await expect(page).toHaveURL(/r=f1:3ff199999999999a/);
  // The number that is changed is a person's own: the others stay beside it.
  await bit(page, 'a', 63).click();
  await type(page, 'add.rn.f64 %f4, %f1, %f2;');
  await expect(result(page)).toHaveText('0x0000000000000000');
});

test('doubles typed on a first visit begin with numbers, and singles come back', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await type(page, 'fma.rn.f64 %fd4, %fd1, %fd2, %fd3;');
  for (const [index, hex] of DOUBLES.entries()) await expect(field(page, `hex of ${'abc'[index]} %fd${index + 1}`)).toHaveValue(hex);
  await expect(page.locator('.notes')).toBeHidden();
  await type(page, 'fma.rn.f32 %f4, %f1, %f2, %f3;');
  await expect(result(page)).toHaveText('0x3fa7ae15');
});

test('a link with values keeps them, whatever type reads them', async ({ open }) => {
  const page = await open(link('add.f64 %f4, %f1, %f2;', '&r=f1:3f8ccccd,f2:3f8ccccd,f3:3dcccccd'));
  await expect(result(page)).toHaveText('0x000000007f19999a');
});

test('Tab completes, word by word', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.locator(BOX).fill('');
  await page.keyboard.type('fm');
  for (let taken = 0; taken < 6 && !(await page.locator(BOX).inputValue()).endsWith(';'); taken++) await complete(page);
  await expect(page.locator(BOX)).toHaveValue(/^fma\.rn\.f32 .*;$/);
  await expect(page.locator('.messages .error')).toHaveCount(0);
});

test('a link opens what was seen', async ({ open }) => {
  const page = await open(link('mul.rp.f32 %a, %b, %c;', '&r=b:3f800001,c:3f800001&t=sm_70&p=7.0&s=2'));
  await expect(page.locator(BOX)).toHaveValue('mul.rp.f32 %a, %b, %c;');
  await expect(result(page)).toHaveText('0x3f800003');
  await expect(page.locator('#target')).toHaveValue('sm_70');
  await expect(page.locator('.card:visible h3')).toContainText('Decode b');
});

test('a link with bad parts opens with defaults and says so', async ({ open }) => {
  const page = await open({ path: '#/?v=1&t=sm_1&r=zz&s=x&q=%E0%A4%A' });
  await expect(page.locator('.notices')).toBeVisible();
  await expect(page.locator('#target')).toHaveValue('sm_90');
  await expect(page.locator(BOX)).not.toHaveValue('');
});

test('back undoes, forward does again', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await bit(page, 'a', 31).click();
  await page.locator('.mode', { hasText: 'rp' }).click();
  await expect(page.locator(BOX)).toHaveValue(/fma\.rp/);
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue(/fma\.rn/);
  await expect(field(page, 'hex of a %f1')).toHaveValue('0xbf8ccccd');
  await page.goBack();
  await expect(field(page, 'hex of a %f1')).toHaveValue('0x3f8ccccd');
  await page.goForward();
  await expect(field(page, 'hex of a %f1')).toHaveValue('0xbf8ccccd');
});

test('a bare number opens the format page', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await type(page, '7f800001');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/formats\?v=1&f=F32&b=7f800001/);
});

test('the slash key leads to the box, the question mark to help', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await bit(page, 'a', 0).focus();
  await page.keyboard.press('/');
  await expect(page.locator(BOX)).toBeFocused();
  await bit(page, 'a', 0).focus();
  await page.keyboard.press('?');
  await expect(page.locator('#help')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#help')).toBeHidden();
});

test('a bit under the pointer lights its weight everywhere', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await bit(page, 'a', 0).hover();
  await expect(bit(page, 'b', 0)).toHaveClass(/lit/);
  await expect(bit(page, 'c', 4)).toHaveClass(/lit/);
  assert.ok((await page.locator('.picture i.lit').count()) > 5);
});

test('everything a person could paste is taken without a word in the console', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  const junk = ['', ' ', ';;;', '@', '@!', 'add', 'add.', 'add.f32 %', '0x', '0f', 'é€😀', 'fma.rn.f32 %f4, 1e999999999, nan, -inf;', '\u0000', '{{}}', '<b>&amp;</b>', '/*0008*/ FADD R0, R1, R2 ;', 'x'.repeat(3000), 'add.f32 %f0, %f1, %f2; // ünï\nsub.f64 %d, %d, %d;'];
  for (const text of junk) {
    await page.locator(BOX).fill(text);
    await page.locator(BOX).press('End');
  }
  // The last one is a program and has opened on its page.
  await page.getByRole('link', { name: 'Explore', exact: true }).click();
  await page.locator(BOX).fill('add.f32 %f0, %f1, %f2;');
  await expect(result(page)).toHaveText('0x400ccccd');
});

test('two lanes are shown', async ({ open }) => {
  const page = await open(link('add.rn.f32x2 %d, %a, %b;', '&r=a:3f8000003f800000,b:3380000133800000&t=sm_100'));
  await expect(page.locator('.operand.result')).toHaveCount(2);
  await expect(page.locator('.microscope')).toHaveCount(2);
  await expect(result(page)).toHaveText('0x3f800000');
});

test('a phone: bits that a finger hits', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(PHONE);
  for (const unfold of await page.locator('.unfold').all()) await unfold.click();
  const small = await page.locator('.operand:not(.result) .bit').evaluateAll((bits) => bits.filter((bit) => bit.getBoundingClientRect().width < 24).length);
  assert.equal(small, 0, 'bits are at least 24 px wide');
  await screenshot(page, 'explore phone light', { fullPage: true });
});

test('what a class should see first is seen without scrolling', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  for (const part of [BOX, '.operand.result', '.microscope', '.why']) {
    await expect(page.locator(part).first()).toBeInViewport({ ratio: 1 });
  }
});

test('an approximation shows what it is worth, and its machine instructions', async ({ open }) => {
  const page = await open(link('rcp.approx.f32 %f1, %f2;', '&r=f2:40400000&t=sm_90&p=8.8'));
  await expect(result(page)).toHaveText('0x3eaaaaab');
  await expect(page.locator('#rounding-title')).toHaveText('Accuracy');
  await expect(page.locator('.verdict')).toContainText('+0.333 ulp');
  await expect(page.locator('.verdict')).toContainText('0.33333333333333333333…');
  await expect(page.locator('.verdict')).toContainText('1 ulp on full range (PTX)');
  await expect(page.locator('.why')).toContainText('is the correctly rounded one');
  await expect(page.locator('.card[data-place="instruction"] h3')).toContainText(['FMUL', 'MUFU.RCP d, t', 'FMUL']);
  await assertAccessible(page);
  await screenshot(page, 'explore approximation');
});

test('an approximate division is measured against the true quotient', async ({ open }) => {
  const page = await open(link('div.approx.f32 %f1, %f2, %f3;', '&r=f2:3f800000,f3:40400000&t=sm_90&p=8.8'));
  await expect(page.locator('.verdict')).toContainText('+0.333 ulp');
  await expect(page.locator('.verdict')).toContainText('2 ulp');
});

test('a test of a class shows its predicate', async ({ open }) => {
  const page = await open(link('testp.normal.f32 %p1, %f2;', '&r=f2:3f800000&t=sm_90&p=8.8'));
  await expect(page.locator('.operand.result output')).toHaveText('1, true');
});

const DOUBLES_LINK = link('fma.rn.f64 %f4, %f1, %f2, %f3;', '&r=f1:3ff199999999999a,f2:3ff199999999999a,f3:3fb999999999999a');
// Not in Firefox, whose driver makes no PDF.
test('doubles on paper are text, not a picture for every bit', async ({ open }) => {
  const page = await open(DOUBLES_LINK);
  await expect(result(page)).toHaveText('0x3ff4f5c28f5c28f7');
  const paper = await page.pdf({ format: 'A4' });
  assert.ok(paper.length < 500_000, `${paper.length} bytes`);
});

test('packed registers show the bits that pad their lanes', async ({ open }) => {
  const page = await open(link('cvt.rn.f16x2.e2m3x2 %d, %a;', '&r=a:0817&t=sm_100a&p=9.1'));
  const source = page.locator('.operand:not(.result):not(.caption)');
  await expect(source).toHaveCount(2);
  for (const lane of [0, 1]) {
    await expect(source.nth(lane).locator('.padding .bit')).toHaveText(['0', '0']);
    await expect(source.nth(lane).locator('button.bit')).toHaveCount(6);
  }
  await expect(page.getByRole('group', { name: 'bits of a %a low lane, 2 of padding above' })).toBeVisible();
  await expect(page.locator('.operand.result .padding')).toHaveCount(0);
  await expect(page.locator('.caption .padding').first()).toHaveText('pad');
});
