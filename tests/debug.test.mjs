// The debug page as a person uses it: a wrong bit from a pasted line, many lines, a comparison, cases, special values.

import { readFile } from 'node:fs/promises';
import { assert, expect, started, test } from './browser.mjs';
import { JUDGE_SCRIPT } from './files.mjs';
import { fits, manyResults, PASTES, paste } from './support.mjs';

const BOX = '#box';
const tab = (query) => ({ path: `#/debug?v=1&${query}` });
const reasons = (page) => page.locator('.reasons li');

test('a wrong bit of a .ftz build is explained from a pasted line', async ({ open }) => {
  const page = await open({ path: '#/debug' });
  await page.locator(BOX).fill('fma.rn.f32 a=0x00800000 b=0.5 c=-0.0 got=0.0');
  await expect(page.locator('.finding')).toContainText('4194304 ulp apart');
  await expect(reasons(page).first()).toContainText('Subnormal operands and results flushed to zero (.ftz).');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('e=fma.rn.f32');
  await reasons(page).first().getByRole('link').click();
  await expect(page.locator('.finding')).toContainText('flushes the subnormal result 0x00400000 to +0');
  await expect(page.locator('.aligned .parts')).toHaveCount(1);
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue('fma.rn.f32 a=0x00800000 b=0.5 c=-0.0 got=0.0');
});

test('what nothing explains is said with its distance', async ({ open }) => {
  const page = await open(tab('k=explain&e=add.rn.f32+a%3D1+b%3D1+got%3D40000007'));
  await expect(page.locator('.finding')).toContainText('7 ulp apart');
  await expect(page.locator('.finding')).toContainText('None of the');
  await page.locator(BOX).fill('add.rn.f32 a=1 b=1 got=2.0');
  await expect(page.locator('.finding')).toContainText('These are the expected bits.');
});

test('any text is taken', async ({ open }) => {
  const page = await open({ path: '#/debug' });
  for (const text of ['', '=', 'zebra a=1', 'add.rn.f32 a=1', 'héllo;\n@ got=', 'add.rn.f32x2 a=1 b=2 got=3', 'cvt.rn.s32.f32 a=1.5 got=2']) {
    await page.locator(BOX).fill(text);
    await expect(page.locator('.answer')).not.toBeEmpty();
  }
});

test('two computations part where one rounds', async ({ open }) => {
  const page = await open(tab('k=compare'));
  await expect(page.locator('.finding')).toContainText('rounds to the 24 bits of F32 on the way');
  const names = await page.locator('#pair option:not([value=""])').allTextContents();
  for (const name of names) {
    await page.locator('#pair').selectOption({ label: name });
    await expect(page.locator('.aligned .parts')).toHaveCount(1);
    await expect(page.locator('.says')).toHaveCount(0);
    await fits(page);
  }
  await page.locator('.inputs [data-bit="0"]').first().click();
  await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toContain('a:3f800000');
});

test('cases are found, others with another seed, and open in the explorer', async ({ open }) => {
  const page = await open(tab('k=find&i=fma.rn.f32'));
  await expect(page.locator('.cases li')).toHaveCount(6);
  const first = await page.locator('.cases code').first().textContent();
  await page.locator('#another').click();
  await expect(page.locator('.cases code').first()).not.toHaveText(first);
  await page.getByRole('link', { name: 'rounded twice, on the way' }).click();
  await expect(page.locator('.cases li')).toHaveCount(6);
  await page.getByRole('link', { name: 'quotient unlike reciprocal' }).click();
  await expect(page.locator('.says')).toContainText('Not possible here.');
  await page.goBack();
  const operand = await page.locator('.cases code').first().textContent();
  await page.locator('.cases a').first().click();
  await expect(page.locator(BOX)).toHaveValue('fma.rn.f32 %d, %a, %b, %c;');
  await expect(page.getByLabel('hex of a %a', { exact: true })).toHaveValue(`0x${operand}`);
});

test('the matrix of special values is walked by arrows', async ({ open }) => {
  const page = await open(tab('k=matrix&i=add.rn.f32'));
  await expect(page.locator('.matrix tbody tr')).toHaveCount(14);
  await page.locator('#m-0-0').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#m-0-1')).toBeFocused();
  await page.locator('#m-9-0').click();
  await expect(page.locator('.operand.result')).toContainText('NaN');
});

test('from the explorer the instruction comes along', async ({ open }) => {
  const page = await open();
  await page.getByRole('link', { name: 'Explain a wrong bit' }).click();
  await expect(page.locator(BOX)).toHaveValue(/fma\.rn\.f32 .* f1=3f8ccccd f2=3f8ccccd f3=3dcccccd got=/);
});

test('from the start page to the reason, whatever the spelling', async ({ open }) => {
  const page = await open();
  await page.getByRole('link', { name: 'Debug', exact: true }).click();
  await expect(page.locator('.sections')).toBeVisible();
  const lines = [
    'fma.rn.f32 a=0x00800000 b=0x3f000000 c=0x80000000 got=0x00000000',
    'fma.rn.f32,0x00800000,0.5,-0.0,0.0',
    'fma.rn.f32\t00800000\t3f000000\t80000000\t00000000',
    'fma.rn.f32 a = 1.17549435e-38f, b = 0.5f, c = -0.0f, got = 0.0f',
    'fma.rn.f32 0x00800000 0.5 -0.0 -> 0',
    'fma.rn.f32 a=00800000 b=3f000000 c=80000000 expected=00400000 got=00000000 node17 # ftz?',
    '__fmaf_rn(x, y, z) x=00800000 y=3f000000 z=80000000 got=0',
  ];
  for (const line of lines) {
    await page.locator(BOX).fill(line);
    await expect(page.locator('.finding'), line).toContainText('4194304 ulp apart');
    await expect(reasons(page).first(), line).toContainText('Subnormal operands and results flushed to zero (.ftz).');
    await page.locator(BOX).fill('');
    await expect(page.locator('.says')).toContainText('Begin with an instruction');
  }
});

test('machine instructions, moves, guards and calls are asked about', async ({ open }) => {
  const page = await open({ path: '#/debug' });
  for (const [line, reason] of [
    ['F2F.F16.F32 R0, R1; R1=3f803000 got=3c01', 'Rounded towards zero'],
    ['FSETP.LT.AND P0, PT, R1, R2, PT; R1=00000000 R2=00000001 got=0', 'Computed with .FTZ'],
    ['@%p mul.rn.f32 %t, %a, %b; mov.f32 %u, %t; add.rn.f32 %d, %u, %c; a=3f800800 b=3f800800 c=bf801000 got=33800000', 'contracted to one fma'],
    ['cvt.rni.s32.f32 a=2.7 got=2', 'as a cast does'],
  ]) {
    await page.locator(BOX).fill(line);
    await expect(reasons(page).filter({ hasText: reason }).first(), line).toBeVisible();
  }
  await page.locator(BOX).fill('F2F.F16.F32 R0, R1; R1=3f803000 got=3c01');
  await reasons(page).filter({ hasText: 'Rounded towards zero' }).first().getByRole('link').click();
  await expect(page.locator('.aligned .parts')).toHaveCount(1);
  await expect(page.locator('.says')).toHaveCount(0);
});

test('a text too long for a box is refused with a way out', async ({ open }) => {
  const page = await open({ path: '#/debug', ...PASTES });
  await paste(page.locator(BOX), 'fma.rn.f32 1 2 3 4\n'.repeat(550_000));
  await expect(page.locator('.notices')).toContainText('“Many at once” takes long texts');
  await expect(page.locator(BOX)).toHaveValue(/^mul\.rn\.f32/);
  await page.getByRole('link', { name: 'Many at once' }).click();
  await paste(page.locator('#lines'), '00800000,3f000000,0\n'.repeat(500_000));
  await expect(page.locator('#lines')).toHaveValue(/KB\) is held beside this box/);
  await expect(page.locator('#summary')).toContainText('500000 of 500000 lines', { timeout: 120_000 });
});

test('cases of conversions, and of what is not PTX', async ({ open }) => {
  const page = await open(tab('k=find&i=cvt.rn.f16.f32&o=tie'));
  for (const goal of ['an exact tie', 'overflow by rounding alone', '.sat changes the result', 'lost to zero', 'a signaling NaN']) {
    await page.getByRole('link', { name: goal, exact: true }).click();
    await expect(page.locator('.cases li'), goal).toHaveCount(6);
  }
  await page.locator(BOX).fill('cvt.rn.f16.f64');
  await page.getByRole('link', { name: 'rounded twice, on the way' }).click();
  await expect(page.locator('.cases li')).toHaveCount(6);
  await page.locator(BOX).fill('MUFU.RCP R0, R1;');
  await page.getByRole('link', { name: 'take rcp.approx.ftz.f32' }).click();
  await expect(page.locator(BOX)).toHaveValue('rcp.approx.ftz.f32 %R0, %R1;');
  await page.locator(BOX).fill('__fadd_rz(x, y)');
  await page.getByRole('link', { name: 'an exact tie' }).click();
  await expect(page.locator('.cases li')).toHaveCount(6);
});

const FILE = '#file';

test('100,000 lines in a worker', async ({ open }) => {
  const page = await open(tab('k=batch&i=mul.rn.f32'));
  await expect(page.locator('#summary')).toContainText('explained by');
  const file = await manyResults(100_000);
  await page.locator(FILE).setInputFiles(file);
  await expect(page.locator('#summary')).toContainText('10000 of 10000 lines that differ are explained by: Subnormal', { timeout: 120_000 });
  await expect(page.locator('#summary')).toContainText('It agrees with all 90000 right lines too.');
  await page.locator('#filter').selectOption('wrong');
  await expect(page.locator('.judged caption')).toHaveText('1–100 of 10\u202f000');
  await page.locator('#order').selectOption('ulps');
  await expect(page.locator('.judged tbody tr')).toHaveCount(100);
  await page.getByRole('button', { name: 'next' }).click();
  await expect(page.locator('.judged caption')).toHaveText('101–200 of 10\u202f000');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
  assert.equal(download.suggestedFilename(), 'ulpscope.csv');
  const text = await readFile(await download.path(), 'utf8');
  const rows = text.trimEnd().split('\n');
  assert.equal(rows.length, 100_001);
  assert.equal(rows[1], '1,0x00800000,0x3f000000,0x00000000,0x00400000,4194304,explained,"Subnormal operands and results flushed to zero (.ftz)."');
  assert.equal(rows[2], '2,0x3f800001,0x3f800000,0x3f800001,0x3f800001,0,as expected,');
});

test('the tab of many results begins with an example that is explained', async ({ open }) => {
  const page = await open({ path: '#/debug?v=1&k=batch' });
  await expect(page.locator('#summary')).toContainText('3 of 3 lines that differ are explained by: Subnormal');
  await expect(page.locator('.leaders')).toContainText('nvcc -ftz=true or -use_fast_math does this.');
  await expect(page.locator('.says').first()).toBeHidden();
});

test('the example has the columns of its instruction until other lines take its place', async ({ open }) => {
  const page = await open(tab('k=batch&i=mul.rn.f32'));
  await expect(page.locator('#lines')).toHaveValue(/^a,b,got\n00800000,3f000000,00000000\n/);
  await expect(page.locator('#summary')).toContainText('3 of 3 lines that differ are explained by: Subnormal');
  await page.locator(BOX).fill('sqrt.rn.f64');
  await expect(page.locator('#lines')).toHaveValue(/^a,got\n/);
  await expect(page.locator('#summary')).toContainText('explained by');
  await page.locator('#lines').fill('1 2 2');
  await page.locator(BOX).fill('mul.rn.f32');
  await expect(page.locator('#summary')).toContainText('The line is as expected');
  await expect(page.locator('#lines')).toHaveValue('1 2 2');
});

test('a batch is stopped, goes on, and gives way to other lines', async ({ open }) => {
  const page = await open(tab('k=batch&i=mul.rn.f32'));
  // Quicker than a person: the worker takes a tenth of a second for what a person would stop.
  const stopped = page.evaluate(() => new Promise((done) => {
    const look = () => {
      const stop = document.querySelector('#stop');
      if (stop.hidden || !/\d %/.test(document.querySelector('#summary').textContent)) return requestAnimationFrame(look);
      stop.click();
      done();
    };
    look();
  }));
  await page.locator(FILE).setInputFiles(await manyResults(500_000));
  await stopped;
  await expect(page.locator('#summary')).toContainText(/^Stopped after \d+ % of 500\u202f000 lines; \d/);
  await expect(page.locator('.judged tbody tr')).not.toHaveCount(0);
  await page.locator('#stop').click();
  await expect(page.locator('#summary')).toContainText('50000 of 50000 lines that differ', { timeout: 120_000 });
  await page.locator('#lines').fill('1 2 2\n1 2 3');
  await expect(page.locator('#summary')).toContainText('1 of 2 lines differ');
  await expect(page.locator('.judged tbody tr')).toHaveCount(2);
  await page.locator('#lines').fill('');
  await expect(page.locator('.says').first()).toHaveText('There are no lines.');
  await page.locator(BOX).fill('zebra');
  await expect(page.locator('.says').first()).toContainText('zebra');
});

test('a worker that dies is replaced, one that always dies is given up', async ({ open }) => {
  // The worker's script is answered by one that breaks at its first batch, then by the real one.
  for (const [deaths, says] of [[1, 'was replaced'], [Infinity, 'stops at once']]) {
    const page = await open();
    const context = page.context();
    let count = 0;
    await context.route(JUDGE_SCRIPT, (route) => {
      count += 1;
      if (count > deaths) return route.continue();
      const body = 'self.onmessage = ({ data }) => self.postMessage({ run: data.run, error: "gone" }); self.postMessage("ready");';
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await started(page);
    await page.evaluate(() => (location.hash = '#/debug?v=1&k=batch&i=mul.rn.f32'));
    await expect(page.locator('#died')).toContainText(says, { timeout: 60_000 });
    if (deaths === 1) await expect(page.locator('#summary')).toContainText('explained by');
  }
});

test('answers of a tensor core name the chips that add so, many at once and one alone', async ({ open }) => {
  const head = 'mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32';
  const page = await open(tab(`k=batch&i=${head}`));
  await expect(page.locator('.batch .answer')).toContainText('One way to add gives all 8.');
  await expect(page.locator('.judged tbody tr').first()).toContainText('H100, H200');
  await page.locator('#lines').fill('3c00 3c00 4b800000 4b800000\nx');
  await expect(page.locator('.batch .answer')).toContainText('Line 2 is not read');
  const line = `${head} ${'3800'.repeat(16)} ${'3c00'.repeat(16)} 4b800000 4b800004`;
  await page.getByRole('link', { name: 'Explain a wrong bit' }).click();
  await page.locator('#box').fill(line);
  await expect(page.locator('.answer')).toContainText('2 ways to add give this D');
  await expect(page.locator('.judged tbody tr').first()).toContainText('H100');
  await page.locator('.judged tbody tr').first().getByRole('link').click();
  await expect(page.locator('.bits-of-d')).toHaveText('0x4b800004');
});

test('numbers are found on which two chips part', async ({ open }) => {
  const page = await open(tab('k=find&i=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32&o=tie&n=1'));
  await expect(page.locator('.found')).toContainText('Numbers on which H100 differs from others');
  await expect(page.locator('.found .cases')).toContainText('A100');
});
