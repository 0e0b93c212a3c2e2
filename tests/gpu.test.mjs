// Measuring the visitor's GPU: with a software adapter that Chromium brings (SwiftShader), with Firefox and Mesa's (lavapipe), and without one. What a
// software adapter gives for a transcendental function is never asked for; that bits come through, and that hashes and files agree, is.

import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { chromium, firefox } from '@playwright/test';
import { assert, assertAccessible, expect, screenshot, test as base, URL_OF_PAGE } from './browser.mjs';
import { fits, watchFrames } from './support.mjs';

// WebGPU is a switch of the whole browser, so these tests have browsers of their own.
const withGpu = (launch) => async ({ problems }, use) => {
  const browser = await launch();
  await use(async (path) => {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.text() !== 'Service Worker registration blocked by Playwright' && ['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(URL_OF_PAGE + path);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.locator('main.gpu').waitFor();
    return page;
  });
  await browser.close();
};

const test = base.extend({
  gpu: withGpu(() => chromium.launch({ executablePath: process.env.ULPSCOPE_CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-webgpu'] })),
  lavapipe: withGpu(() => firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env.ULPSCOPE_FIREFOX,
    firefoxUserPrefs: { 'dom.webgpu.enabled': true, 'dom.webgpu.workers.enabled': true, 'gfx.webgpu.ignore-blocklist': true },
  })),
});

/** Why Firefox cannot be asked here; empty where it can. */
function noLavapipe() {
  if (!process.env.ULPSCOPE_FIREFOX) return 'there is no Firefox';
  const folders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d'];
  const drivers = folders.flatMap((folder) => { try { return readdirSync(folder); } catch { return []; } });
  return drivers.some((name) => name.startsWith('lvp_icd')) ? '' : 'there is no lavapipe (Debian: mesa-vulkan-drivers and libvulkan1)';
}

// Software computes hundreds of millions of results here.
test.setTimeout(300_000);

const stage = (page) => page.locator('#stage');
const measure = (page) => page.locator('#measure');
const rows = (page) => page.locator('.measured tr[data-function]');
/** The worker that asks the GPU. */
const worker = (page) => page.workers().find((worker) => worker.url().includes('/gpu.js'));
const workerThere = (page) => expect.poll(() => Boolean(worker(page))).toBe(true);

/** Measures what the address asks for. */
async function measured(page) {
  await measure(page).click();
  await expect(stage(page)).toContainText('Measured:', { timeout: 200_000 });
}

test('gpu: every question and function is measured, looked into, kept and read back, and twice the same', async ({ gpu }) => {
  const page = await gpu('#/accuracy/gpu?v=1&n=2');
  assert.equal(worker(page), undefined, 'nothing is asked before the button is pressed');
  await watchFrames(page);
  await measured(page);
  const longest = await page.evaluate(() => window.longest);
  console.log(`longest frame ${longest.toFixed(0)} ms; ${await stage(page).innerText()}`);
  await expect(page.locator('#software')).toContainText('Software, not your GPU.');
  await expect(rows(page)).toHaveCount(12);
  // Nothing of NVIDIA's unit is said of software, and half precision is exact everywhere.
  await expect(rows(page).filter({ hasText: 'MUFU' })).toHaveCount(0);
  assert.ok(await page.locator('tr[data-probe] td:nth-child(3) code').filter({ hasText: /^[0-9a-f]{8}$/ }).count() >= 55);
  await screenshot(page, 'gpu measured', { fullPage: true });

  await rows(page).filter({ hasText: 'inverseSqrt' }).getByRole('button', { name: 'draw its errors' }).click();
  await expect(page).toHaveURL(/f=rsqrt/);
  await expect(page.locator('#looked')).toHaveAttribute('data-done', 'true', { timeout: 60_000 });
  await expect(page.locator('#looked')).toContainText('16 777 216 results read back');
  await expect(page.locator('.look tbody tr').first()).toContainText('ulp');
  await screenshot(page, 'gpu errors', { fullPage: true });
  await assertAccessible(page);
  for (const width of [320, 360, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page);
  }

  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  const text = await readFile(await download.path(), 'utf8');
  const report = JSON.parse(text);
  assert.equal(report.schema, 1);
  assert.equal(report.functions.rcp.match(/[0-9a-f]{16}/g).length, 2);
  assert.equal(report.functions.rcp.length, 256 * 16);
  assert.deepEqual(text, await page.locator('pre.file').textContent());
  const other = { ...report, name: 'another', probes: { ...report.probes, fma: '00000000' } };
  other.functions = { ...report.functions, rcp: report.functions.rcp.replace(/[0-9a-f]{16}/, '0123456789abcdef') };
  const path = base.info().outputPath('other.json');
  await writeFile(path, JSON.stringify(other));
  await page.locator('#files').setInputFiles(path);
  await expect(page.locator('#comparison')).toContainText('1/x: ≠ 1 of 2 windows differ');
  await expect(page.locator('#comparison')).toContainText('1 of');
  await expect(page.locator('.files .badge')).toHaveText('reported');
  await writeFile(path, text.slice(0, 500));
  await page.locator('#files').setInputFiles(path);
  await expect(page.locator('.evidence .wrong')).toContainText('no JSON');

  await page.reload();
  await page.locator('main.gpu').waitFor();
  await measured(page);
  const { probes, functions } = JSON.parse(await page.locator('pre.file').textContent());
  assert.deepEqual({ probes, functions }, { probes: report.probes, functions: report.functions });
});

test('gpu: stopped and gone on with, and a lost device survived', async ({ gpu }) => {
  const page = await gpu('#/accuracy/gpu?v=1&n=8');
  await measure(page).click();
  await expect(stage(page)).toContainText('million a second', { timeout: 60_000 });
  await page.locator('#stop').click();
  await expect(stage(page)).toContainText('Stopped.');
  await measure(page).click();
  await expect(stage(page)).toContainText('inputs', { timeout: 60_000 });
  await workerThere(page);
  await worker(page).evaluate('device.destroy()');
  await expect(stage(page)).toContainText('The GPU was lost in the middle');
  await expect(rows(page).first()).toBeVisible();
  await expect(measure(page)).toHaveText('go on');
  await page.locator('#amount').selectOption('2');
  await measure(page).click();
  await expect(stage(page)).toContainText('Measured:', { timeout: 200_000 });
  await expect(rows(page)).toHaveCount(12);
});

test('gpu: what is wrong is told apart, and the rest of the page stands', async ({ open }) => {
  const page = await open({ path: '#/accuracy/gpu' });
  await measure(page).click();
  await expect(stage(page)).toContainText(/offers no GPU|has no WebGPU/);
  await expect(measure(page)).toHaveText('try again');
  await expect(page.locator('#files')).toBeVisible();
  await assertAccessible(page);
  // What a browser without the interface has, one without a GPU, and one that throws.
  await workerThere(page);
  const becomes = async (gpu, says) => {
    await worker(page).evaluate(`Object.defineProperty(navigator, 'gpu', { value: ${gpu}, configurable: true })`);
    await measure(page).click();
    await expect(stage(page)).toContainText(says);
    await expect(stage(page)).toContainText('need no GPU.');
  };
  await becomes('undefined', 'This browser has no WebGPU');
  await becomes('{ requestAdapter: () => Promise.resolve(null) }', 'offers no GPU');
  await becomes("{ requestAdapter: () => Promise.reject(new Error('out of order')) }", 'The GPU refuses: Error: out of order');
});

test('gpu: a page that came over no secure connection says so', async ({ open }) => {
  const url = 'http://ulpscope.test/';
  let hashes;
  const page = await open({
    url,
    path: '#/accuracy/gpu',
    before: (context) => {
      // The worker's own file is the last that is asked for: a test that ends before it would give it up.
      hashes = context.waitForEvent('response', (response) => response.url().includes('lowerings.bin'));
      return context.route(`${url}**`, async (route) => {
        await route.fulfill({ response: await route.fetch({ url: route.request().url().replace(url, URL_OF_PAGE) }) });
      });
    },
  });
  await measure(page).click();
  await expect(stage(page)).toContainText('A browser gives WebGPU only to pages that come over https');
  await expect(page.locator('#files')).toBeVisible();
  await hashes;
});

test('gpu: limits that the browser refuses are named, and the GPU can be asked again', async ({ gpu }) => {
  const page = await gpu('#/accuracy/gpu?v=1&n=2');
  await measure(page).click();
  await expect(stage(page)).toContainText('million a second', { timeout: 60_000 });
  await worker(page).evaluate(`
    self.own = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = function (wanted) {
      return self.own.call(this, { ...wanted, requiredLimits: { maxStorageBufferBindingSize: 2 ** 50 } });
    };
    device.destroy();
  `);
  await expect(stage(page)).toContainText('The GPU was lost in the middle');
  await measure(page).click();
  await expect(stage(page)).toContainText('The GPU refuses: OperationError');
  await expect(stage(page)).toContainText('need no GPU.');
  await worker(page).evaluate('GPUAdapter.prototype.requestDevice = self.own');
  await measure(page).click();
  await expect(stage(page)).toContainText('million a second', { timeout: 60_000 });
  await page.locator('#stop').click();
});

test.describe('another engine and another driver', () => {
  test.skip(noLavapipe() !== '', noLavapipe());

  test('gpu: Firefox with lavapipe measures, and twice the same', async ({ lavapipe }) => {
    const page = await lavapipe('#/accuracy/gpu?v=1&n=2');
    const report = async () => {
      await measured(page);
      return JSON.parse(await page.locator('pre.file').textContent());
    };
    const first = await report();
    console.log(`${await stage(page).innerText()} ${JSON.stringify(first.adapter)} ${Object.keys(first.functions).length} functions`);
    assert.equal(first.functions.rcp.match(/[0-9a-f]{16}/g).length, 2);
    assert.ok(Object.keys(first.probes).length >= 55 && Object.keys(first.functions).length >= 12);
    await page.reload();
    await page.locator('main.gpu').waitFor();
    const { probes, functions } = await report();
    assert.deepEqual({ probes, functions }, { probes: first.probes, functions: first.functions });
  });
});

test('gpu: shaders that are refused do not end the rest', async ({ gpu }) => {
  const page = await gpu('#/accuracy/gpu?v=1&n=2');
  await measure(page).click();
  await workerThere(page);
  await worker(page).evaluate("const own = pipelineOf; pipelineOf = (code) => (code.includes('tanh') ? Promise.reject(new Error('no such function')) : own(code))");
  await expect(stage(page)).toContainText('Measured:', { timeout: 200_000 });
  await expect(rows(page).filter({ hasText: 'tanh' })).toContainText('no such function');
  await expect(rows(page).filter({ hasText: 'pack2x16float' })).toContainText('results');
});
