// A kernel on the program page as a person uses it: open an example, give it other numbers, walk its lines and its steps, follow a link.

import { assert, assertAccessible, expect, go, IN_FIREFOX_TOO, screenshot, SIZES, test } from './browser.mjs';
import { BOX, field, fits, PASTES, paste, result } from './support.mjs';

const COUNTING = 'Kernel: counting by 0.1 up to 100';
const SUMS = 'Kernel: a sum, plain and compensated';
const link = (text, rest = '') => ({ path: `#/program?v=1&i=${encodeURIComponent(text)}${rest}` });
const row = (page, number) => page.locator(`#row-${number}`);
const outcome = (page) => page.locator('#outcome');
const hash = (page) => page.evaluate(() => location.hash);

async function example(open, title) {
  const page = await open({ path: '#/program' });
  await page.locator('#example').selectOption({ label: title });
  await expect(outcome(page)).toContainText('came to its end');
  return page;
}

test('a loop runs, and the line where rounding turns it is named', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await example(open, COUNTING);
  await expect(page).toHaveTitle(`${COUNTING} · Program · Ulpscope`);
  await expect(outcome(page)).toContainText('ran 4 013 lines');
  // The loop runs once more than it would, as the host's singles say, too.
  let [n, t] = [0, 0];
  do { t = Math.fround(t + Math.fround(0.1)); n++; } while (t < 100);
  await expect(page.locator('.buffer', { hasText: 'steps' }).locator('td.decimal')).toHaveText(String(n));
  await expect(page.locator('.buffer', { hasText: 'arrived' }).locator('td.decimal')).toContainText('100.09904');
  assert.equal(n, 1001);
  await page.getByRole('button', { name: /^other way: line 27/ }).click();
  await expect(page.locator('.detail')).toContainText('this comparison would give the other');
  await expect(page.locator('.detail')).toContainText('execution 1 000 of 1 001');
  await expect(row(page, 27)).toHaveAttribute('aria-selected', 'true');
  // Where the error comes from: one line rounds, and a button goes to the last time that it did.
  await page.getByRole('button', { name: 'line 25: −125.396 ulp', exact: true }).click();
  await expect(page.locator('.scrubber output')).toContainText('line 25');
  await expect(page.locator('.detail')).toContainText('execution 1 001 of 1 001');
  // A count that begins with the same zero as a sum is a count; its line has not run again yet.
  await expect(row(page, 26)).toContainText('1000');
  await screenshot(page, 'kernel laptop light');
});

test('every example runs, has no message, fits every screen and is accessible', async ({ open }) => {
  for (const title of [COUNTING, SUMS]) {
    const page = await example(open, title);
    await expect(page.locator('.outcome .said li')).toHaveCount(0);
    for (const size of [...Object.values(SIZES), { width: 320, height: 640 }]) {
      await page.setViewportSize(size);
      await fits(page);
    }
    await page.setViewportSize(SIZES[Object.keys(SIZES)[0]]);
    await assertAccessible(page);
  }
});

test('steps are scrubbed, lines and executions are walked with keys, and the address keeps both', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await example(open, COUNTING);
  await page.locator('#step').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('.scrubber output')).toContainText('Step 0 of 4 013: nothing has run yet');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.scrubber output')).toContainText('Step 1 of 4 013: line 18');
  await expect.poll(() => hash(page)).toContain('step%3D1');
  await expect(row(page, 18)).toHaveClass(/now/);
  await expect(page.locator('.registers h2')).toHaveText('Registers after step 1');
  await row(page, 25).click();
  await expect(page.locator('.detail h2')).toHaveText('Line 25');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.detail')).toContainText('execution 1 of 1 001');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.detail')).toContainText('execution 2 of 1 001');
  await expect(row(page, 25).locator('.value')).toHaveText('≈ 0.2');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.detail h2')).toHaveText('Line 26');
  await expect.poll(() => hash(page)).toContain('&l=26');
  await page.reload();
  await expect(page.locator('.detail h2')).toHaveText('Line 26');
  await expect(page.locator('.scrubber output')).toContainText('Step 11 of 4 013');
});

test('other arguments run at once, a wrong one says why, and back undoes', async ({ open }) => {
  const page = await example(open, COUNTING);
  await page.locator('#argument-3').fill('1');
  const steps = page.locator('.buffer', { hasText: 'steps' }).locator('td.decimal');
  await expect(steps).toHaveText('10');
  await page.locator('#argument-3').fill('one');
  await expect(page.locator('.argument .field-error, #outcome')).toContainText([/`?one`?/]);
  await page.goBack();
  await expect(steps).toHaveText('1001');
});

test('a line opens in the explorer with the bits that it read', async ({ open }) => {
  const page = await example(open, COUNTING);
  await page.getByRole('button', { name: /^other way/ }).click();
  await row(page, 25).click();
  await page.getByRole('link', { name: 'why is this bit so' }).click();
  await expect(page.locator('#box')).toHaveValue('add.rn.f32 %t, %t, %step;');
  await expect(field(page, 'hex of b %step')).toHaveValue('0x3dcccccd');
  await expect(result(page)).toHaveText(/^0x42c7ff/);
});

test('the plot shows a line over its executions', async ({ open }) => {
  const page = await example(open, COUNTING);
  await row(page, 25).click();
  const canvas = page.locator('.plot canvas');
  await expect(canvas).toHaveAccessibleName('The whole errors of line 25 over its 1001 executions');
  const inked = () => canvas.evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });
  await expect.poll(inked).toBeGreaterThan(1000);
  await page.locator('#measure').selectOption('value');
  await expect(canvas).toHaveAccessibleName('The values of line 25 over its 1001 executions');
});

const STOPS = `.version 8.8
.target sm_90
.visible .entry k(.param .u64 p)
{
  .reg .f32 %f<3>; .reg .b64 %d<2>;
  ld.param.u64 %d1, [p];
  add.f32 %f1, 0f3F800000, 0f33800000;
  st.global.f32 [%d1], %f1;
  mbarrier.inval.b64 [%d1];
  ret;
}`;

test('a line that is not modelled stops the run, and those before it have run', async ({ open }) => {
  const page = await open(link(STOPS));
  await expect(outcome(page)).toContainText('The run stopped at line 9');
  await expect(page.locator('.outcome .said')).toContainText('Line 9:');
  await expect(row(page, 7).locator('.value')).toHaveText('1.0');
  await expect(row(page, 7).locator('.own')).toHaveText('−0.500');
  await expect(row(page, 9).locator('.value')).toHaveText('stops here');
  // What is said of another kernel is not in the way.
  await go(page, link(`${STOPS}\n.visible .entry other()\n{\n  mbarrier.inval.shared.b64 [0];\n  ret;\n}`).path);
  await expect(page.locator('.outcome .said li')).toHaveText([/^Line 9:/, '1 message on lines of other kernels; each is marked at its line.']);
});

test('a loop without an end reaches its limit, and more can be asked for', async ({ open }) => {
  const page = await open(link('.visible .entry k()\n{\n.reg .f32 %f;\nmov.f32 %f, 0f3F800000;\n$on:\n' + 'mul.f32 %f, %f, 0f3F000000;\n'.repeat(8) + 'bra $on;\n}'));
  await expect(outcome(page)).toContainText('limit of lines is reached');
  await expect(page.locator('.scrubber output')).toContainText('of 100 000');
  await page.getByRole('button', { name: 'run up to 1 000 000' }).click();
  await expect(page.locator('.scrubber output')).toContainText('of 1 000 000', { timeout: 60_000 });
  // Once more for each of eight lines is more than anybody waits for.
  await expect(page.locator('.ranking')).toContainText('too long');
});

test('typing goes on when a text becomes a module, and when it is none any more', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(link('add.f32 %a, 1.0, 2.0;'));
  const box = page.locator('#box');
  await box.fill('');
  await box.pressSequentially('.entry k()\n{ ret; }');
  await expect(box).toHaveValue('.entry k()\n{ ret; }');
  await expect(box).toBeFocused();
  await expect(outcome(page)).toContainText('ran 1 line ');
  await page.getByRole('button', { name: 'done' }).click();
  await expect(box).toBeHidden();
});

test('of a table of inputs the worst is found, and chosen', async ({ open }) => {
  const page = await example(open, COUNTING);
  await page.getByText('Many inputs').click();
  await page.locator('#inputs').fill('end,step\n1,0.1\n100,0.1\n1,0.25\n1');
  await page.locator('#run-inputs').click();
  await expect(page.locator('#worst-input')).toContainText('Row 4 has 1 cells; 2 are wanted: end, step.');
  await page.locator('#inputs').fill('end,step\n1,0.1\n100,0.1\n1,0.25');
  await page.locator('#run-inputs').click();
  await expect(page.locator('#worst-input')).toContainText('3 rows ran. The worst is row 2: arrived[0] is off by −125.');
  await expect(page.locator('.inputs tbody tr').nth(2)).toContainText('arrived[0]: +0.000 ulp');
  await page.locator('.inputs button[data-row="1"]').click();
  await expect(page.locator('#argument-3')).toHaveValue('1');
  await expect(page.locator('.buffer', { hasText: 'steps' }).locator('td.decimal')).toHaveText('10');
});

const DISTANCE = `.version 8.8
.target sm_90
.address_size 64
.visible .entry distance(.param .u64 distance_param_0, .param .u64 distance_param_1)
{
\t.reg .f32 %f<16>;
\t.reg .b64 %rd<5>;
\tld.param.u64 %rd1, [distance_param_0];
\tld.param.u64 %rd2, [distance_param_1];
\tld.global.f32 %f1, [%rd1];
\tld.global.f32 %f2, [%rd1+4];
\tmul.f32 %f5, %f2, %f2;
\tfma.rn.f32 %f6, %f1, %f1, %f5;
\tst.global.f32 [%rd2], %f6;
\tret;
}
`;

test('bits that were seen instead are explained by a line, and the changed kernel gives them', IN_FIREFOX_TOO, async ({ open }) => {
  const asked = '0=f32[0.3, 0.4]\n1=f32[1]';
  const page = await open(link(DISTANCE, `&k=${encodeURIComponent(asked)}`));
  await expect(outcome(page)).toContainText('came to its end');
  await page.getByText('You got other bits?').click();
  const why = page.locator('#why');
  const finding = page.locator('.inputs .finding');
  const ask = (text) => why.fill(text);
  await ask('out[0]=1');
  await ask('');
  await ask('out[0]=1');
  await expect(page.locator('.inputs .says')).toContainText('There is no buffer out; these are here: param_0, param_1.');
  await ask('param_1[0]=3e800001');
  await expect(finding).toContainText('These are the bits that the kernel leaves.');
  await ask('param_1[0]=0.25');
  await expect(finding).toContainText('They are 1 ulp apart.');
  await expect(finding).toContainText('changes give exactly these bits');
  await expect(page.locator('.inputs .reasons li').first()).toContainText('Line 13: the product rounded before the addition');
  await assertAccessible(page);
  await screenshot(page, 'kernel wrong bits laptop light');
  // What was asked is in the address, and what was found is a kernel that gives it.
  await expect.poll(() => hash(page)).toContain('why');
  await ask('*');
  await expect(finding).toContainText('changes show');
  await expect(page.locator('.inputs .reasons li').filter({ hasText: 'With other inputs' }).first()).toBeVisible();
  await ask('param_1[0]=0.25');
  await expect(finding).toContainText('changes give exactly these bits');
  await page.locator('.inputs button[data-found="0"]').click();
  await expect(page.locator('.buffer', { hasText: 'param_1' }).locator('td.hex')).toHaveText('0x3e800000');
});

test('a wrong line of a kernel is mended where it is said', async ({ open }) => {
  const page = await open(link(DISTANCE.replace('mul.f32 %f5, %f2, %f2;', 'mul.f32 %f5, %f2, 2;')));
  await expect(outcome(page)).toContainText('stopped at line 12');
  await page.locator('.outcome .said').getByRole('button', { name: 'write 2.0' }).click();
  await expect(outcome(page)).toContainText('came to its end');
  await expect.poll(() => hash(page)).toContain('2.0');
});

test('a kernel on the debug page is run where it has arguments', async ({ open }) => {
  const page = await open({ path: `#/debug?v=1&k=explain&e=${encodeURIComponent(DISTANCE)}` });
  await page.getByRole('link', { name: 'Run it with its arguments' }).click();
  await expect(outcome(page)).toContainText('came to its end');
});

/** A module whose one kernel has so many lines. */
const long = (lines) => [
  '.version 8.8', '.target sm_90', '.visible .entry long(.param .u64 out)', '{', '.reg .f32 %f<9>; .reg .b64 %d<2>;', 'ld.param.u64 %d1, [out];',
  'mov.f32 %f1, 0f3F800000;', ...Array.from({ length: lines - 10 }, (_, at) => `fma.rn.f32 %f1, %f1, 0f3F7FFF${(16 + (at % 200)).toString(16)}, 0f3A83126F;`),
  'st.global.f32 [%d1], %f1;', 'ret;', '}',
].join('\n');

for (const path of ['#/program', '#/?v=1&i=']) {
  test(`a module too long for a link is pasted into the box of ${path}, and runs`, async ({ open }) => {
    const page = await open({ path, ...PASTES });
    await paste(page.locator(BOX), long(7000));
    await expect(outcome(page)).toContainText('came to its end', { timeout: 60_000 });
    await expect(page.locator('.files ~ .says', { hasText: 'too many for a link' })).toBeVisible();
  });
}

test('seven thousand lines open from a file, and only those in view are drawn', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await page.locator('#open').setInputFiles({ name: 'long.ptx', mimeType: 'text/plain', buffer: Buffer.from(long(7000)) });
  await expect(outcome(page)).toContainText('came to its end', { timeout: 60_000 });
  await expect(page.locator('.files ~ .says', { hasText: 'too many for a link' })).toBeVisible();
  assert.ok(await page.locator('.source .row').count() < 150, 'only the lines in view are drawn');
  // The worst line comes into view by itself, once.
  await expect(page.locator('.source .row.chosen')).toBeVisible();
  await page.locator('.source-scroll').evaluate(async (list) => {
    for (let at = 0; at < 60; at++) {
      list.scrollTop = (list.scrollHeight / 60) * at;
      await new Promise(requestAnimationFrame);
    }
    list.scrollTop = list.scrollHeight;
  });
  await expect(row(page, 7000)).toBeVisible();
  assert.ok(await page.locator('.source .row').count() < 150, 'only the lines in view are drawn');
});
