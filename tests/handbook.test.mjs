// The handbook as a class uses it: the case study line by line, extreme values, rounding, the tables of CUDA, the glossary and the search.

import { assert, expect, test } from './browser.mjs';
import { field } from './support.mjs';

const half = (rest = '') => ({ path: `#/half${rest && `?v=1&${rest}`}` });
const current = (page) => page.locator('.half .listing [aria-current]');
const row = (page, label) => page.locator('.figure .line', { has: page.locator('b', { hasText: label }) }).first();

test('the case study ends with the half and steps back to the masks', async ({ open }) => {
  const page = await open(half('b=3f803000'));
  await expect(current(page)).toHaveText(/return w \| \(uint16_t\)\(mag >> shift\);/);
  await expect(page.locator('.outcome')).toContainText('0x3c02 = 1.001953125');
  await expect(page.locator('.outcome')).toContainText('F2F.F16.F32.RN gives 0x3c02: the same bits.');
  await page.keyboard.press('ArrowLeft');
  await expect(current(page)).toHaveText('    mag += even;');
  await expect(page).toHaveURL(/&l=23$/);
  await expect(row(page, 'even')).toContainText('+');
  await page.getByRole('button', { name: 'Previous step' }).click();
  await page.getByRole('button', { name: 'Previous step' }).click();
  await expect(current(page)).toHaveText('    mag += below;');
  await expect(row(page, 'mag before').locator('code')).toHaveText('0x07803000');
  await expect(row(page, 'below').locator('code')).toHaveText('0x00000fff');
  await expect(row(page, 'below').locator('i.cut.one')).toHaveCount(12);
  await expect(page.locator('.half .said')).toContainText('a tie does not yet');
  await page.getByRole('slider', { name: 'Step' }).fill('0');
  await expect(current(page)).toHaveText(/uint16_t w = /);
});

test('the case study takes any input: bits, numbers, presets, lines', async ({ open }) => {
  const page = await open(half());
  const result = page.locator('.outcome b');
  const inputs = [['65520', '7c00'], ['65519', '7bff'], ['-1e-9', '8000'], ['nan', '7fff'], ['-inf', 'fc00'], ['0x33000001', '0001'], ['0x33000000', '0000']];
  for (const [text, hex] of inputs) {
    await field(page, 'decimal of the single').fill(text);
    await expect(result).toContainText(`0x${hex}`);
  }
  await page.getByRole('button', { name: 'carry into the exponent' }).click();
  await expect(page).toHaveURL(/b=3ffff000/);
  await expect(result).toContainText('0x4000 = 2.0');
  await page.locator('.half .input [data-bit="31"]').click();
  await expect(result).toContainText('0xc000 = -2.0');
  await page.locator('.half .listing button', { hasText: 'mag -= 112u << 23;' }).click();
  await expect(page.locator('.half .said')).toContainText('from 127 to 15');
  await page.getByRole('button', { name: 'subnormal', exact: true }).click();
  await expect(current(page)).toHaveText(/if \(exp >= -14\)/);
  await page.locator('.half .listing button', { hasText: 'shift = -1 - exp;' }).click();
  await expect(page.locator('.half .said')).toContainText('bits will be cut off');
  await page.goBack();
  await expect(page).toHaveURL(/b=bffff000/);
});

test('the misprinted boundary stands beside the computed one', async ({ open }) => {
  const page = await open(half());
  const line = page.locator('.remarks-of-study tr', { hasText: 'the largest that rounds to zero' });
  await expect(line.locator('td').first()).toHaveText('0x33000000');
  await expect(line.locator('.misprint s')).toHaveText('0x32ffffff');
  await line.locator('.misprint button').click();
  await expect(page.locator('.outcome b')).toContainText('0x0000');
  await expect(page.locator('nav[aria-label="Pages"] a[aria-current]')).toHaveText('Formats');
});

test('playing runs through the lines', async ({ open }) => {
  const page = await open(half('b=3f803000&l=20'));
  await page.getByRole('button', { name: 'play' }).click();
  await expect(current(page)).toHaveText('    mag += below;');
  await page.getByRole('button', { name: 'play' }).click();
  await expect(page.getByRole('button', { name: 'play' })).toHaveAttribute('aria-pressed', 'false');
});

test('a bad link to the case study says so', async ({ open }) => {
  const page = await open(half('b=xyz'));
  await expect(page.locator('.notices')).toContainText('b=xyz');
  await expect(page.locator('.outcome b')).toContainText('0x3c02');
});

test('every single can be converted here: a bar shows how far it is, and it can be cancelled', async ({ open }) => {
  const page = await open(half());
  const begin = page.getByRole('button', { name: 'Convert all 2³² singles' });
  await begin.click();
  await expect(begin).toBeHidden();
  const bar = page.getByRole('progressbar', { name: 'All inputs' });
  await expect(bar).toBeVisible();
  await expect(page.locator('.whole')).toContainText('million a second', { timeout: 60_000 });
  await expect.poll(() => bar.evaluate((bar) => bar.value), { timeout: 60_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'cancel' }).click();
  await expect(begin).toBeVisible();
  await expect(page.locator('#verdict')).toBeEmpty();
});

const modeRow = (page, mode) => page.locator('.rounding-page tbody tr', { has: page.locator('th', { hasText: new RegExp(`^${mode}$`) }) });

test('a number is rounded four ways into any format', async ({ open }) => {
  const page = await open({ path: '#/formats/rounding' });
  await expect(modeRow(page, 'rn')).toContainText('0x2e66');
  await expect(modeRow(page, 'rp')).toContainText('+0.6 ulp');
  await expect(page.locator('tr.interval')).toContainText('[≈ 0.1, ≈ 0.10004]');
  await page.getByRole('button', { name: 'tie, down to even' }).click();
  await expect(modeRow(page, 'rn')).toContainText('0x3c00');
  await expect(modeRow(page, 'rp')).toContainText('0x3c01');
  await page.getByRole('button', { name: 'F32', exact: true }).click();
  await expect(modeRow(page, 'rn')).toContainText('exact');
  await page.locator('#number').fill('-1e-50');
  await expect(modeRow(page, 'rm')).toContainText('0x80000001');
  await page.locator('#number').fill('nonsense');
  await expect(page.locator('#number-says')).toContainText('nonsense');
  await expect(modeRow(page, 'rm')).toContainText('0x80000001');
  await expect(page).toHaveTitle(/nonsense rounded to F32/);
});

test('rounding twice differs where the examples say so', async ({ open }) => {
  const page = await open({ path: '#/formats/rounding' });
  for (const [name, once, twice] of [['too low', '3c01', '3c00'], ['too high', '3c01', '3c02'], ['to zero', '0001', '0000'], ['to infinity', '7bff', '7c00']]) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.locator('div.way').first().locator('li').last()).toContainText(`0x${once}`);
    await expect(page.locator('div.way').last().locator('li').last()).toContainText(`0x${twice}`);
  }
  await expect(page).toHaveURL(/&d=40effdffffffffff$/);
});

test('extreme values open bit by bit, misprints beside them', async ({ open }) => {
  const page = await open({ path: '#/formats/extremes' });
  await expect(page.locator('.extremes td.wrong')).toHaveCount(5);
  const wrong = page.locator('.extremes td.wrong', { hasText: '6800' });
  await expect(wrong).toContainText('printed 3c00');
  await wrong.getByRole('button').click();
  await expect(field(page, 'decimal of the F16')).toHaveValue('2048.0');
  await expect(page.locator('.spacing')).toContainText('Spacing here: 21 = 2');
  await page.locator('.spacing button', { hasText: '0x67ff' }).click();
  await expect(page.locator('.spacing')).toContainText('Spacing here: 20 = 1');
  await expect(page).toHaveURL(/f=F16&b=67ff$/);
  await page.locator('#x-E4M3-7e').click();
  await expect(field(page, 'hex of the E4M3')).toHaveValue('0x7e');
  await expect(page.locator('.extremes caption')).toContainText('E4M3');
  await field(page, 'decimal of the E4M3').fill('0.01');
  await expect(page.locator('.underflow circle')).toHaveCount(1);
  await page.goBack();
  await expect(field(page, 'hex of the E4M3')).toHaveValue('0x7e');
});

/** Opens the search: the key leads to the page's box first. */
async function search(page) {
  const isOpen = () => page.locator('#search').evaluate((dialog) => dialog.open);
  await page.keyboard.press('Control+k');
  if (!(await isOpen())) await page.keyboard.press('Control+k');
  assert.ok(await isOpen(), 'the search is open');
}

test('Enter in the search counts though the index is still on its way', async ({ open }) => {
  const page = await open();
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await search(page);
  await page.keyboard.type('use_fast_math');
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/fast_math/);
  await expect(page.locator('#search')).toBeHidden();
});

test('Ctrl-K goes to the box and then to the search, from any page', async ({ open }) => {
  const page = await open({ path: '#/formats' });
  await page.keyboard.press('Control+k');
  await expect(page.locator('#number')).toBeFocused();
  const options = page.locator('#search-list [role="option"]');
  await search(page);
  await page.keyboard.type('sticky');
  await expect(options.first()).toContainText('sticky bit');
  await page.keyboard.press('Enter');
  await expect(page.locator('#asked')).toContainText('sticky bit');
  await search(page);
  await page.keyboard.type('mufu rs');
  await expect(options.first()).toContainText('MUFU.RSQ');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#search-list [aria-selected="true"]')).toContainText('MUFU.RSQ64H');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('#box')).toHaveValue('MUFU.RSQ R0, R1;');
  await search(page);
  await page.keyboard.type('square root');
  await expect(options.first()).toContainText('sqrt');
  await options.first().click();
  await expect(page).toHaveURL(/#\/reference\/sqrt/);
  await search(page);
  await page.keyboard.type('zzz');
  await expect(page.locator('.finder [role="status"]')).toHaveText('Nothing found. Try another word.');
  await page.keyboard.press('Escape');
  await expect(page.locator('#search')).not.toBeVisible();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.locator('#search-text')).toBeFocused();
});

test('letters in the box that begin no instruction find entries', async ({ open }) => {
  const page = await open();
  await page.locator('#box').fill('');
  await page.locator('#box').pressSequentially('unit in the last');
  await expect(page.locator('#candidates li').first()).toContainText('ulp');
  await page.keyboard.press('Enter');
  await expect(page.locator('#asked')).toContainText('ulp');
  await page.goBack();
  await page.locator('#box').fill('');
  await page.locator('#box').pressSequentially('square root');
  await expect(page.locator('#candidates li').first()).toContainText('sqrt');
  await page.keyboard.press('Enter');
  await expect(page.locator('#box')).toHaveValue('sqrt');
});

test('the search knows pages, lessons and curves, and forgives underscores and slips', async ({ open }) => {
  const page = await open();
  const first = page.locator('#search-list [role="option"]').first();
  for (const [typed, name] of [['float2halfrz', '__float2half_rz'], ['remaider', 'remainder'], ['practice', 'Practice'], ['error of rsq', 'error of RSQ'], ['listing 8.3', 'Case study']]) {
    await search(page);
    await page.keyboard.type(typed);
    await expect(first).toContainText(name);
    await page.keyboard.press('Escape');
  }
  await search(page);
  await page.keyboard.type('cancellation and');
  await expect(first).toContainText('lesson');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/learn\/cancellation/);
  await search(page);
  await page.keyboard.type('error of rsq');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/accuracy\?.*f=RSQ$/);
});

test('any double can be rounded twice', async ({ open }) => {
  const page = await open({ path: '#/formats/rounding' });
  await field(page, 'hex of the double').fill('0x3ff0060000000001');
  await expect(page.locator('.ways')).toContainText('0x3c02');
  await expect(page).toHaveURL(/&d=3ff0060000000001$/);
  await field(page, 'decimal of the double').fill('nan');
  await expect(page.locator('.ways')).toContainText('0x7fff');
});

test('an intrinsic and a function are found by a few letters', async ({ open }) => {
  const page = await open();
  await page.locator('#box').fill('');
  await page.locator('#box').pressSequentially('float2half');
  await expect(page.locator('#candidates li').first()).toContainText('__float2half_rn');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('rint');
  await expect(page.locator('#search-list [role="option"]').first()).toContainText('rint');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('half largest normal');
  // The short question is answered first, and the value in the table comes after it.
  await expect(page.locator('#search-list [role="option"]').nth(1)).toContainText('F16 largest normal');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'hex of the F16')).toHaveValue('0x7bff');
});

test('the tables of CUDA narrow as one types and open in the box', async ({ open }) => {
  const page = await open({ path: '#/reference/cuda' });
  const rows = page.locator('.cuda-tables tbody tr');
  await page.locator('#find').fill('float2half');
  await expect(page.locator('.cuda-tables [role="status"]')).toHaveText('1 row');
  await expect(page).toHaveURL(/q=float2half$/);
  await expect(page.getByRole('link', { name: '_rz', exact: true })).toHaveAttribute('href', /__float2half_rz/);
  await page.locator('#find').fill('lgamma');
  await expect(page.locator('.footnotes')).toContainText('lgammaf');
  await expect(rows.first()).toContainText('Logarithm of gamma function');
  await page.locator('#find').fill('');
  await expect(page.locator('.cuda-tables td.differs')).toHaveCount(4);
});
