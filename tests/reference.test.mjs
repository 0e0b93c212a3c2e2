// The reference as a student uses it: look for a form, read its page, choose modifiers, open a value in the explorer.

import { assert, expect, test } from './browser.mjs';
import { result } from './support.mjs';

const BOX = '#find';
const at = (name = '', rest = '') => ({ path: `#/reference${name && `/${name}`}${rest && `?v=1&${rest}`}` });
const cell = (page, row, column = 0) => page.locator(`#c-${row}-${column}`);

test('the overview is the manual’s table, computed', async ({ open }) => {
  const page = await open(at());
  await expect(page.locator('.summary-table tbody tr')).toHaveCount(17 + 1 + 6);
  await expect(page.locator('.summary-table .differs')).toHaveCount(0);
  await expect(page.locator('.lead')).toContainText('All 17 lines');
  await expect(page).toHaveTitle('PTX reference · Ulpscope');
});

test('forms are found by name, modifier and word, by keyboard alone', async ({ open }) => {
  const page = await open(at());
  await page.keyboard.press('/');
  await expect(page.locator(BOX)).toBeFocused();
  await page.keyboard.type('fma.rn.f64');
  await expect(page.locator('#found li')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.locator('article h1')).toContainText('Fused multiply-add');
  await expect(page).toHaveTitle('fma.rn.f64 · PTX reference · Ulpscope');
  await expect(page.locator(BOX)).toHaveValue('fma.rn.f64');
  await page.locator(BOX).fill('clamps');
  await expect(page.locator('#found li')).toHaveCount(118);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#f-1')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator(BOX)).toBeFocused();
  await page.locator(BOX).fill('zebra');
  await expect(page.locator('#found')).toContainText('0 forms');
  await page.keyboard.press('Escape');
  await expect(page.locator('#found li')).toHaveCount(114);
});

test('matrix instructions are found and have their page', async ({ open }) => {
  const page = await open(at());
  await page.locator(BOX).fill('mma e2m1');
  await expect(page.locator('#found li')).toHaveCount(2);
  await page.locator(BOX).press('Enter');
  await expect(page.locator('article h1')).toContainText('Multiply matrices and add');
  await expect(page).toHaveTitle('mma · PTX reference · Ulpscope');
  const form = page.locator('.forms li', { hasText: 'kind::f8f6f4.(f32|f16)' });
  await expect(form).toContainText('QMMA.16832.F32.E4M3.E4M3 on sm_120, sm_121');
  await expect(form).toContainText('Not on sm_90');
  await page.locator('.examples a').click();
  await expect(result(page)).toHaveText('0x4a800000');
});

test('a modifier says what it does when it is focused', async ({ open }) => {
  const page = await open(at('fma'));
  const flush = page.locator('.forms .word', { hasText: '.ftz' }).first();
  await flush.focus();
  await expect(page.getByRole('tooltip', { name: /Flushes/ }).or(page.locator('.reason:visible'))).toContainText('Flushes subnormal');
});

test('special values follow the modifiers, and the focus stays', async ({ open }) => {
  const page = await open(at('add.rn.f32'));
  await expect(cell(page, 3, 4)).toHaveText('+0.0');
  const down = page.locator('.choices .pick', { hasText: '.rm' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 3, 4)).toHaveText('-0.0');
  await expect(page.locator('.choices .pick', { hasText: '.rm' })).toBeFocused();
  await expect(page).toHaveURL(/#\/reference\/add\.rm\.f32/);
  await page.locator('[id="p-.ftz"]').click();
  await expect(cell(page, 5, 4)).toHaveText('+0.0');
  await page.goBack();
  await expect(cell(page, 5, 4)).toHaveText('+subnormal');
});

test('a cell opens its operands in the explorer, and back returns', async ({ open }) => {
  const page = await open(at('mul.rn.f32'));
  await cell(page, 0, 0).focus();
  await page.keyboard.press('ArrowDown');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect(cell(page, 1, 7)).toBeFocused();
  await expect(cell(page, 1, 7)).toHaveText('-Inf');
  await page.keyboard.press('Enter');
  await expect(page.locator('#box')).toHaveValue('mul.rn.f32 %d, %a, %b;');
  await expect(result(page)).toHaveText('0xff800000');
  await page.goBack();
  await expect(page.locator('article h1')).toContainText('Multiply');
});

test('the manual’s tables stand beside ours, a difference with its reason', async ({ open }) => {
  const page = await open(at('rcp.approx.ftz.f64'));
  await expect(page.locator('.special .same')).toHaveCount(6);
  await expect(page.locator('.special .differs')).toContainText('payload is only in the lower word');
  for (const [name, count] of [['sqrt.approx.f32', 6], ['rsqrt.approx.f32', 6], ['sin', 5], ['cos', 5], ['lg2', 6], ['ex2', 5], ['tanh', 5], ['rcp', 5]]) {
    await page.goto(page.url().replace(/#.*/, `#/reference/${name}`));
    await expect(page.locator('article h1 code')).toHaveText(name.split('.')[0]);
    await expect(page.locator('.special .same')).toHaveCount(count);
    await expect(page.locator('.special .differs')).toHaveCount(0);
  }
});

test('three operands: the third is chosen', async ({ open }) => {
  const page = await open(at('fma.rn.f32'));
  await page.locator('#third-0').click();
  await expect(cell(page, 7, 6)).toHaveText('NaN');
  await expect(page).toHaveURL(/c=0/);
});

test('a form that the target lacks says so, and opens where it exists', async ({ open }) => {
  const page = await open(at('fma.rn.f32x2'));
  await expect(page.locator('.refused').first()).toContainText('Not on sm_90');
  await expect(page.locator('.under-table')).toContainText('Computed for sm_100');
  await page.locator('.refused a', { hasText: 'open in the explorer' }).first().click();
  await expect(page.locator('#box')).toHaveValue('fma.rn.f32x2 %d, %a, %b, %c;');
  await expect(page.locator('#target')).toHaveValue('sm_100');
});

test('every mnemonic has its page with an example that runs', async ({ open }) => {
  const page = await open(at());
  const names = await page.locator('#found code').allTextContents();
  // The overview, 97 mnemonics of PTX, eleven names of matrix instructions and five machine instructions.
  assert.equal(names.length, 114);
  // Integers, bits and what moves data or control or meets other threads have no special values.
  const integers = 'mul24 mad24 sad rem popc clz bfind brev bfe bfi szext bmsk dp4a dp2a addc subc madc and or xor not cnot lop3 shf shl shr prmt vadd vsub vabsdiff vmin vmax vshl vshr vset vmad';
  const moves = 'mov ld ldu st prefetch prefetchu applypriority discard isspacep cvta bra brx call ret exit trap brkpt bar barrier shfl vote match redux activemask elect fence membar nanosleep atom red createpolicy griddepcontrol setmaxnreg pmevent mapa getctarank';
  // Products of matrices have an element as an example, copies have none.
  const copies = ['wmma.load', 'wmma.store', 'ldmatrix', 'stmatrix', 'movmatrix', 'mma.sp', 'tcgen05.mma', 'cp.async'];
  const without = new Set([...copies, 'mma', 'wmma.mma', 'wgmma.mma_async', 'RRO', 'HMUL2', 'HMUL2_32I', ...integers.split(' '), ...moves.split(' ')]);
  for (const name of names.slice(1)) {
    await page.locator('#found a', { has: page.locator(`code:text-is("${name}")`) }).click();
    await expect(page.locator('article h1 code')).toHaveText(name);
    if (!without.has(name)) await expect(page.locator('.special').first()).toBeVisible();
    if (!copies.includes(name)) await expect(page.locator('.examples a').first()).toBeVisible();
  }
});

test('a name that does not exist leads to the overview with a notice', async ({ open }) => {
  const page = await open(at('frobnicate'));
  await expect(page.locator('.notices')).toContainText('frobnicate');
  await expect(page.locator('.summary-table')).toBeVisible();
});
