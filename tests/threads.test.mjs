// The threads of a kernel on the page of programs: what they printed, the block as a grid, the memory that they share.

import { assert, assertAccessible, expect, go, IN_FIREFOX_TOO, test } from './browser.mjs';
import { fits } from './support.mjs';

const PRINTS = `__global__ void k(const float *x) {
    int t = threadIdx.x;
    printf("%d: %.2f\\n", t, x[t]);
    if (t == 1)
        printf("<b>again\\n");
}`;

const link = (text, asked) => ({ path: `#/program?v=1&i=${encodeURIComponent(text)}&k=${encodeURIComponent(asked)}` });

test('printed texts stand in order with thread and line, and each leads to its step', async ({ open }) => {
  const page = await open(link(PRINTS, '0=f32[0.5, 1.25, -3]\nthreads=3'));
  const printed = page.locator('.printed');
  await expect(printed).toContainText('4 texts were printed. They stand in the order in which the threads ran here');
  await expect(printed.locator('li code')).toHaveText(['0: 0.50', '1: 1.25', '<b>again', '2: -3.00']);
  const who = ['thread 0, line 3', 'thread 1, line 3', 'thread 1, line 5', 'thread 2, line 3'];
  await expect(printed.locator('li button')).toHaveText(who);
  // There and back: each text shows its thread at the step that printed it.
  for (const at of [2, 0, 3, 1]) {
    const [, thread, line] = /thread (\d), line (\d)/.exec(who[at]);
    await printed.locator('li button').nth(at).click();
    await expect(page.locator('#thread')).toHaveValue(thread);
    await expect(page.locator('.scrubber output')).toContainText(`line ${line}, call`);
    await expect(page.locator('.scrubber output')).toContainText('vprintf');
    await expect(page.locator('.source .row.now')).toContainText('vprintf');
  }
  await assertAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
});

const example = async (open, label) => {
  const page = await open({ path: '#/program' });
  await page.selectOption('#example', { label });
  await expect(page.locator('#outcome')).toContainText('came to its end');
  return page;
};

const BLOCK = 'CUDA C++: the sum of a block';

/** Goes to a round of the block's sum: the line that adds, the first thread, so many rounds after the first. */
async function round(page, number) {
  await page.locator('.source .row', { hasText: 'add.f32' }).click();
  await page.locator('#step').fill('1');
  for (let at = 0; at <= number; at++) await page.getByRole('button', { name: 'The next execution' }).click();
}

test('the grid shows who ran a line, who waits, and the keys go from thread to thread', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await example(open, BLOCK);
  const block = page.locator('#block');
  await block.locator('summary').click();
  await round(page, 1);
  await expect(block).toContainText('Line 9 after barrier 2: 4 threads ran it, 12 threads did not reach it.');
  await expect(block.locator('[role="option"]')).toHaveCount(16);
  await expect(block.locator('.cells .ran')).toHaveCount(4);
  await expect(page).toHaveURL(/grid%3Dwho/);
  // Each arrow goes to the next thread, which did not run anything anew: the step is that of the same round.
  await block.locator('.cells').focus();
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('#thread')).toHaveValue('3');
  await expect(block).toContainText('Line 9 after barrier 2: 4 threads ran it');
  await expect(block).toContainText('of thread 3: 3 wait at line 10');
  await expect(block.locator('.one')).toContainText('thread 3: ran the line');
  await page.keyboard.press('ArrowRight');
  await expect(block.locator('.one')).toContainText('thread 4: did not reach the line');
  await expect(block).toContainText('Line 9 after barrier 2: 4 threads ran it');
  await page.keyboard.press('End');
  await expect(page.locator('#thread')).toHaveValue('15');
  await block.locator('[data-thread="2"]').click();
  await expect(page.locator('#thread')).toHaveValue('2');
  await expect(page.locator('.scrubber output')).toContainText('line 9');
  await assertAccessible(page);
});

test('the values and the errors of a register over all threads, with numbers beside the colours', async ({ open }) => {
  const page = await example(open, BLOCK);
  const block = page.locator('#block');
  await block.locator('summary').click();
  await round(page, 0);
  await page.selectOption('#picture', 'value');
  await expect(block.locator('.legend')).toContainText('1000.8');
  await expect(block.locator('[data-thread="0"]')).toHaveText('4');
  await expect(block.locator('[data-thread="8"]')).toHaveText('·');
  await page.selectOption('#picture', 'error');
  await expect(block.locator('.legend')).toContainText('up to 0.5 ulp');
  await expect(block.locator('[data-thread="0"]')).toHaveAttribute('aria-label', /off by .* ulp/);
  // What the pointer is over is told until other cells stand there.
  await block.locator('[data-thread="8"]').hover();
  await expect(block.locator('.one')).toContainText('thread 8: did not reach the line');
  await page.locator('.source .row', { hasText: 'add.f32' }).hover();
  await expect(block.locator('.one')).toContainText('thread 0: ran the line');
  await expect(page).toHaveURL(/grid%3Derror/);
  await page.reload();
  await expect(block.locator('.legend')).toContainText('up to 0.5 ulp');
  for (const size of [{ width: 390, height: 844 }, { width: 320, height: 640 }]) {
    await page.setViewportSize(size);
    await fits(page);
  }
  // A register of another kernel is none of this one's: what the line wrote is shown, and chosen.
  await go(page, new URL(page.url()).hash.replace('grid%3Derror', 'grid%3Derror%0Aregister%3Dnone'));
  await expect(page).toHaveURL(/register%3Dnone/);
  await expect(page.locator('#register')).toHaveValue('');
  await expect(block.locator('.legend')).toContainText('up to 0.5 ulp');
  // Closed, it is not in the address.
  await block.locator('summary').click();
  await expect(page).not.toHaveURL(/grid/);
});

test('shared memory has who wrote what last, and leads there', async ({ open }) => {
  const page = await example(open, BLOCK);
  const rows = page.locator('.shared tbody tr');
  await expect(rows).toHaveCount(16);
  await expect(rows.nth(0)).toContainText('thread 0, line 9');
  await expect(rows.nth(7)).toContainText('thread 7, line 9');
  await expect(rows.nth(15)).toContainText('thread 15, line 5');
  await rows.nth(7).getByRole('button').click();
  await expect(page.locator('#thread')).toHaveValue('7');
  await expect(page.locator('.scrubber output')).toContainText('line 9');
  await expect(page.locator('.shared h2')).toContainText('of thread 7');
  // Before anybody wrote, it says so.
  await page.locator('#thread').fill('0');
  await page.locator('#thread').press('Enter');
  await page.locator('#step').fill('0');
  await expect(rows.nth(3)).toContainText('not written yet');
  await assertAccessible(page);
  // A kernel without such memory has no table.
  await page.selectOption('#example', { label: 'CUDA C++: softmax of a warp' });
  await expect(page.locator('.shared')).toBeHidden();
});

test('where nothing runs, what stands there of an earlier run is called so', async ({ open }) => {
  const page = await example(open, BLOCK);
  await page.locator('#argument-0').fill('f32[zebra]');
  await expect(page.locator('#outcome')).toContainText('Argument 1: ');
  await expect(page.locator('#outcome')).toContainText('What is shown below comes from an earlier run.');
  await page.locator('#argument-0').fill('f32[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]');
  await expect(page.locator('#outcome')).toContainText('came to its end');
  await expect(page.locator('#outcome')).not.toContainText('earlier');
});

test('a block of 1 024 threads answers while it runs, and another thread of it stands at once', async ({ open }) => {
  const text = `__global__ void k(const float *x, float *out) {
    __shared__ float s[1024];
    int t = threadIdx.x;
    float a = x[t & 7];
    for (int i = 0; i < 100; i++) {
        s[t] = a;
        __syncthreads();
        a = a * 0.7f + s[(t + 1) & 1023] * 0.3f;
        __syncthreads();
    }
    out[t & 7] = a;
}`;
  const page = await open(link(text, 'threads=1024\ngrid=value'));
  await expect(page.locator('#outcome')).toContainText('Running');
  await page.locator('.outcome').getByRole('button', { name: 'stop' }).click();
  await expect(page.locator('#outcome')).toHaveText('The run was stopped. A change starts another one.');
  await page.locator('#thread').fill('1');
  await page.locator('#thread').press('Enter');
  await expect(page.locator('#outcome')).toContainText('came to its end', { timeout: 120_000 });
  await expect(page.locator('.cells [role="option"]')).toHaveCount(1024);
  // Not a line runs anew: what says that something runs never comes.
  await page.evaluate(() => {
    window.ran = [];
    new MutationObserver(() => window.ran.push(document.getElementById('outcome').textContent)).observe(document.getElementById('outcome'), { childList: true, subtree: true, characterData: true });
  });
  await page.locator('[data-thread="700"]').click();
  await expect(page.locator('#thread')).toHaveValue('700');
  await expect(page.locator('.one')).toContainText('thread 700');
  await expect(page.locator('.scrubber output')).toContainText('Step');
  assert.deepEqual((await page.evaluate(() => window.ran)).filter((text) => text.includes('Running')), []);
});
