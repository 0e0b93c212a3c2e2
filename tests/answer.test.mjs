// The answer is first: where the result and its reason stand on a screen, and nothing old is shown in their place.

import { assert, expect, test } from './browser.mjs';
import { BOX, bit, field, fits, result, type } from './support.mjs';

const link = (text) => `#/?v=1&i=${encodeURIComponent(text)}`;

/** A phone, a laptop at 200 % zoom, a laptop; and the rows of things to choose from that may stand above the first number. */
const SCREENS = [[{ width: 390, height: 844 }, 2], [{ width: 683, height: 384 }, 2], [{ width: 1366, height: 768 }, 2]];
const TEXTS = ['fma.rn.f32 %f4, %f1, %f2, %f3;', '0.1 + 0.2', '0.1', 'cvt.rna.tf32', 'FFMA.FTZ R0, R1, R2, R3;', '__sinf(1e5f)'];

for (const [size, rows] of SCREENS) {
  test(`on ${size.width} pixels the result and the reason are on the first screen`, async ({ open }) => {
    const page = await open({ ...size });
    for (const text of TEXTS) {
      await page.evaluate((hash) => { location.hash = hash; }, link(text));
      await expect(page.locator(BOX)).toHaveValue(text);
      await expect(page.locator('.operand.result').first()).toBeVisible();
      const place = await page.evaluate(() => {
        const first = document.querySelector('.operand.result').getBoundingClientRect();
        // The reason begins on the screen, with its first line whole.
        const why = document.querySelector('.why > span').getBoundingClientRect();
        const above = [...document.querySelectorAll('main :is(a, button, select)')].map((one) => one.getBoundingClientRect())
          .filter((box) => box.height && box.bottom <= first.top);
        return { result: first.top, why: why.top + 24, rows: new Set(above.map((box) => Math.round(box.top / 12))).size, order: innerHeight };
      });
      assert.ok(place.result < size.height / 2 + 60 && place.why <= size.height, `${text}: ${JSON.stringify(place)}`);
      assert.ok(place.rows <= rows, `${text}: ${place.rows} rows of choices`);
      await fits(page);
    }
  });
}

test('on a phone an operand is a line, and a touch opens its bits', async ({ open }) => {
  const page = await open({ width: 390, height: 844 });
  await expect(bit(page, 'a', 23)).toBeHidden();
  await expect(field(page, 'hex of a %f1')).toBeVisible();
  const line = await page.locator('.operand.folds').first().boundingBox();
  assert.ok(line.height < 50, `${line.height}`);
  await page.getByRole('button', { name: 'all of a %f1' }).click();
  await bit(page, 'a', 31).click();
  await expect(field(page, 'hex of a %f1')).toHaveValue('0xbf8ccccd');
});

test('a number draws its own row in the format that is chosen', async ({ open }) => {
  const page = await open();
  await type(page, '0.1');
  await expect(result(page)).toHaveText('0x3dcccccd');
  await expect(page.locator('.language')).toHaveText('number');
  await expect(page.locator('.outcome')).toContainText('exactly 0.100000001490116119384765625');
  await page.locator('.modifiers').getByRole('button', { name: 'double' }).click();
  await expect(page.locator(BOX)).toHaveValue('0.1 in double');
  await expect(result(page)).toHaveText('0x3fb999999999999a');
  await type(page, 'ulp of 1000');
  await expect(result(page)).toHaveText('0x38800000');
});

test('what is begun is completed and runs, and what cannot run leaves no old result', async ({ open }) => {
  const page = await open();
  await type(page, 'cvt.rna.tf32');
  await expect(page.locator('#messages')).toContainText('Completed');
  await expect(page.locator('.why')).toContainText('dropped');
  await page.keyboard.press('Escape');
  await page.locator('#messages').getByRole('button').click();
  await expect(page.locator(BOX)).toHaveValue(/^cvt\.rna\.tf32\.f32 /);
  for (const wrong of ['fma.rx.f32 %f4, %f1, %f2, %f3;', 'add.sat.f64 %fd1, %fd2, %fd3;', 'certainly nothing', '']) {
    await type(page, wrong);
    await expect(page.locator('.operand.result')).toBeHidden();
    await expect(page.locator('.why')).toBeHidden();
    // The last that ran on the way.
    await expect(page.locator('.before')).toContainText('Before: ');
    await expect(page.locator('.notes', { hasText: 'never set' })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'back to it' }).click();
  await expect(page.locator('.operand.result')).toBeVisible();
});

test('a comparison says what differs, and shows the rounding before it', async ({ open }) => {
  const page = await open({ path: link('0.1 + 0.2 == 0.3') });
  await expect(page.locator('.outcome')).toContainText('false');
  await expect(page.locator('.why')).toContainText('1 ulp apart');
  await expect(page.locator('.rounding')).toContainText('add.f64');
  await expect(page.locator('.rounding svg')).toBeVisible();
  // The answer stands above the number 0, whose bits say nothing.
  const [answer, number] = await Promise.all(['.outcome .predicate output', '.outcome .value'].map((part) => page.locator(part).first().boundingBox()));
  assert.ok(answer.y < number.y, `${answer.y} ${number.y}`);
  await expect(page.locator('.outcome .bits').first()).toBeHidden();
});

test('what another language spells otherwise has its text here to click', async ({ open }) => {
  const page = await open();
  for (const [typed, meant] of [['console.log(0.1 + 0.2)', '0.1 + 0.2'], ['0.1_f32 * 3.0', '0.1f * 3.0'], ['(0.1).hex()', '(double)0.1']]) {
    await type(page, typed);
    await page.getByRole('button', { name: `write ${meant}` }).click();
    await expect(page.locator(BOX)).toHaveValue(meant);
    await expect(page.locator('.operand.result').first()).toBeVisible();
  }
});

test('a function names its pole, and printf what it prints', async ({ open }) => {
  const page = await open();
  await type(page, 'log(0)');
  await expect(page.locator('.why')).toContainText('log has a pole at 0.0: the result is -Inf.');
  await expect(page.locator('.operand.result').first()).toContainText('divide by zero');
  await type(page, 'printf("%.20f", 0.1)');
  await expect(page.locator('.why')).toContainText('Prints "0.10000000000000000555".');
  await expect(page.locator('.outcome .printed')).toHaveText('0.10000000000000000555');
});

test('what is no expression leads on: what was seen to Debug, fields to bits, a register of TF32 as its word', async ({ open }) => {
  const page = await open();
  await type(page, 'a*b+c a=0.1 b=10 c=-1 got=0');
  await page.getByRole('button', { name: 'Open in Debug' }).click();
  await expect(page.locator('#line, textarea').first()).toHaveValue('a*b+c a=0.1 b=10 c=-1 got=0');
  await page.goBack();
  await type(page, 'tensor([0.1, 0.5])');
  await page.getByRole('button', { name: 'Open in Blocks' }).click();
  await expect(page.locator('textarea').first()).toHaveValue('0.1, 0.5');
  await page.goBack();
  await type(page, 'x*x - 2 over -1..1');
  await page.getByRole('button', { name: 'Open in Accuracy' }).click();
  await expect(page.locator('textarea').first()).toHaveValue('x*x - 2');
  await page.goBack();
  // Nothing of what ran before stands under a text that has no answer.
  await type(page, '#pragma unroll');
  await expect(page.locator('#messages')).not.toContainText('Multiplies');
  await type(page, '0 10000010 01011000000000000000000');
  await expect(page.locator('.outcome')).toContainText('0x412c0000');
  await type(page, 'cvt.rna.tf32.f32 %r1, 1.1;');
  await expect(page.locator('.outcome')).toContainText('0x3f8cc000');
  await type(page, '1/3');
  await expect(page.locator('.why')).toContainText('Integers have no rounding');
  await expect(page.locator('.outcome .flag')).toHaveText('no rounding');
  await type(page, '0 10000010 0101');
  await expect(page.locator('#messages')).toContainText('has the fields of no format');
  await type(page, '3,75');
  await expect(page.locator('#messages')).toContainText('A decimal number has a point here: 3.75.');
  await type(page, ' Hilfe');
  await expect(page.getByRole('button', { name: 'try FFMA R0, R1, R2, R3;' })).toBeVisible();
  await type(page, 'help');
  await page.getByRole('button', { name: 'try 0.1 + 0.2' }).click();
  await expect(page.locator('.outcome')).toContainText('0.30000000000000004');
});
