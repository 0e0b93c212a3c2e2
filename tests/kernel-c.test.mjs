// C on the page of programs: kernels and programs, what they become, messages.

import { expect, test } from './browser.mjs';
import { BOX, fits, paste, PASTES } from './support.mjs';

const SAXPY = `__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}`;

const fill = async (page, text) => {
  await page.locator(BOX).fill(text);
};

test('a program of C shows each line with what it became', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await fill(page, 'float s = 0.0f;\nfor (int i = 0; i < 10; i++)\n    s += 0.1f;\n');
  await expect(page.locator('#outcome')).toContainText('came to its end');
  const source = page.locator('.source-rows');
  await expect(source.locator('.row.c', { hasText: 's += 0.1f' }).first()).toContainText('1.0000001');
  await expect(source).toContainText('add.f32 %s, %s, 0f3DCCCCCD');
  await expect(page.locator('.buffer', { hasText: 'out_s' }).locator('td.decimal')).toHaveText('≈ 1.0000001');
  await fits(page);
});

test('a program without a kernel has no fields of a launch, and takes what it reads', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await fill(page, 'float y = x * 0.1f;');
  await expect(page.locator('#outcome')).toContainText('came to its end');
  for (const field of ['#entry', '#threads', '#blocks', '#thread', '#argument-1']) await expect(page.locator(field)).toBeHidden();
  await expect(page.locator('.kernel-controls .argument')).toHaveText(/^x /);
  await page.locator('#argument-0').fill('3');
  await expect(page.locator('.buffer', { hasText: 'out_y' }).locator('td.decimal')).toHaveText('≈ 0.3');
  await fill(page, 'float y = 0.1f * 3;');
  await expect(page.locator('.kernel-controls .argument')).toHaveCount(0);
  await expect(page.locator('details.inputs').first()).toBeHidden();
  await fill(page, SAXPY);
  for (const field of ['#entry', '#threads', '#blocks', '#thread', '#argument-3']) await expect(page.locator(field)).toBeVisible();
});

test('a kernel of CUDA C++ runs with its arguments', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await fill(page, SAXPY);
  await expect(page.locator('#entry')).toHaveValue('saxpy');
  await expect(page.locator('.source-rows')).toContainText('fma.rn.f32');
  await page.locator('#threads').fill('4');
  await page.locator('#threads').press('Enter');
  await expect(page.locator('#outcome')).toContainText('came to its end');
});

test('what C has wrong is said with its line, and nothing old stands', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await fill(page, SAXPY);
  await expect(page.locator('#outcome')).toContainText('came to its end');
  await fill(page, SAXPY.replace('a * x[i]', 'frob(x[i])'));
  await expect(page.locator('#outcome')).toContainText('Nothing runs. Line 4');
  await expect(page.locator('.source-rows .row')).toHaveCount(0);
});

test('a kernel that is pasted into the first box opens where it runs', async ({ open }) => {
  const page = await open({ ...PASTES });
  await paste(page.locator(BOX), SAXPY);
  await expect(page).toHaveURL(/#\/program/);
  await expect(page.locator('#entry')).toHaveValue('saxpy');
});

test('examples in C run on a phone', async ({ open }) => {
  const page = await open({ path: '#/program', width: 390, height: 844 });
  for (const name of ['C: ten times 0.1', 'CUDA C++: softmax', 'C: two variances']) {
    await page.selectOption('#example', { label: name });
    await expect(page.locator('#outcome')).toContainText('came to its end');
    await fits(page);
  }
});

test('the tree of a sum shows who adds what to whom, and a node leads to its step', async ({ open }) => {
  const page = await open({ path: '#/program' });
  await page.selectOption('#example', { label: 'CUDA C++: the sum of a block' });
  const tree = page.locator('#tree');
  await expect(tree).toContainText('out[0] came about by 15 operations in 4 levels, by 8 threads');
  await expect(tree.locator('g')).toHaveCount(15);
  // Sixteen numbers beside 1000: most additions round.
  await expect(tree.locator('g.rounded').first()).toBeVisible();
  await page.locator('#node-0').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('#node-1')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#node-2')).toBeFocused();
  const label = await page.locator('#node-2').getAttribute('aria-label');
  const [, thread, line] = /^thread (\d+), line (\d+):/.exec(label);
  await page.keyboard.press('Enter');
  await expect(page.locator('#thread')).toHaveValue(thread);
  await expect(page.locator('.scrubber output')).toContainText(`line ${line}`);
  await expect(tree.locator('[aria-current]')).toHaveCount(1);
  await expect(page).toHaveURL(/tree/);
  // Another result, and the tree goes with it.
  await page.selectOption('#example', { label: 'CUDA C++: softmax of a warp' });
  await page.selectOption('#tree-of', 'y[3]');
  await expect(tree).toContainText('y[3] came about by');
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  // Closed, it is not in the address.
  await tree.locator('summary').click();
  await expect(page).not.toHaveURL(/tree/);
});

test('Python runs where C does, each operation rounded by itself, and the address keeps it', async ({ open }) => {
  const page = await open({ path: `#/explore?v=1&i=${encodeURIComponent('np.float32(0.1) + np.float32(0.2)')}` });
  await expect(page.locator(BOX)).toHaveValue('np.float32(0.1) + np.float32(0.2)');
  await expect(page.locator('.about, .statement, main').first()).toContainText('Python, float32 (NumPy)');
  await expect(page.locator('main')).toContainText('0x3e99999a');
  await page.goto(`${page.url().split('#')[0]}#/program`);
  await fill(page, 'x = np.float16(0)\nfor i in range(10):\n    x += np.float16(0.1)\n');
  await expect(page.locator('#outcome')).toContainText('came to its end');
  await expect(page.locator('main')).toContainText('each operation rounds by itself');
  const source = page.locator('.source-rows');
  // What the reader adds to a line stands with it.
  await expect(source.locator('.row.c', { hasText: 'np.float16(0)' })).toHaveCount(1);
  await expect(page.locator('.buffer', { hasText: 'out_x' }).locator('td.decimal')).toHaveText('1.0');
  await expect(page).toHaveURL(/np\.float16/);
  await fits(page);
});
