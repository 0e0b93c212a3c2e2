// The threads of a kernel on the page of programs: what they printed.

import { assertAccessible, expect, test } from './browser.mjs';
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
