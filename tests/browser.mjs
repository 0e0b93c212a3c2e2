// The page in a real browser: what every browser test starts from. tests/playwright.config.mjs says how they are run.
//
// A test fails when the page writes an error or a warning to the console, throws, or misses a file.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import axe from 'axe-core';

export { assert, expect };

/** Viewports that the page is looked at in: a phone, a laptop, a lecture projector. */
export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1366, height: 768 };
export const PROJECTOR = { width: 1920, height: 1080 };
export const SIZES = { phone: PHONE, laptop: LAPTOP, projector: PROJECTOR };

/** Where the page is served: an address with a path that ends with a slash. */
export const URL_OF_PAGE = process.env.ULPSCOPE_URL;

/** What marks a test that Firefox runs too; tests/playwright.config.mjs says which these are. */
export const IN_FIREFOX_TOO = { tag: '@firefox' };

/** What marks a test that is about a release: its pieces, its list of files, its policy. */
export const OF_A_RELEASE = { tag: '@release' };

/** How many times slower the processor shall be, to see that no test counts on a quick machine. */
const SLOWER = Number(process.env.ULPSCOPE_SLOWER ?? 1);

const inFirefox = () => test.info().project.name === 'firefox';

export const test = base.extend({
  /** What the opened pages have reported. A test that provokes something takes it out. */
  problems: async ({}, use) => {
    const problems = [];
    await use(problems);
    assert.deepEqual(problems, [], 'the page reported problems');
  },
  /**
   * Opens the page in a fresh profile, waits for the app, and gives the page.
   * `url` is another address than the served page's; `path` follows it (`?x=1#y`); `before` gets the context before the page is there; with
   * `breaks` the page is expected to report problems; other options are Playwright's own for a context.
   * The service worker, which fetches every file, is there only where a test asks for it.
   */
  open: async ({ browser, problems }, use) => {
    const contexts = [];
    await use(async ({ width = LAPTOP.width, height = LAPTOP.height, url = URL_OF_PAGE, path = '', before, breaks = false, ...options } = {}) => {
      const context = await browser.newContext({ viewport: { width, height }, serviceWorkers: 'block', ...options });
      contexts.push(context);
      await before?.(context);
      const page = await context.newPage();
      if (SLOWER > 1 && !inFirefox()) {
        const client = await context.newCDPSession(page);
        await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      }
      if (!breaks) watch(page, problems);
      await page.goto(url + path);
      await started(page);
      return page;
    });
    for (const context of contexts) {
      // A request that is being answered here, for a worker that has just been replaced, is given up with its page.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    }
  },
});

/** Waits until the app has taken over from the static first paint, which takes no input yet, and the page's own download is there and drawn. */
export async function started(page) {
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.locator('html:not([data-building]) main:not([aria-busy])').first().waitFor({ state: 'attached' });
}

/** Goes to another address of the app in the page that is open, and waits until what it asks for stands. */
export async function go(page, hash) {
  await page.evaluate((hash) => new Promise((done) => {
    if (location.hash === new URL(hash, location).hash) return done();
    // The app listens already, so it hears of it first.
    addEventListener('hashchange', () => setTimeout(done), { once: true });
    location.hash = hash;
  }), hash);
  await started(page);
}

/** Saves a picture of the page for people to look at, in the folder that ULPSCOPE_SCREENSHOTS names, if it names one. */
export async function screenshot(page, name, { fullPage = false } = {}) {
  const folder = process.env.ULPSCOPE_SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${test.info().project.name}-${name.replace(/[^\w.-]+/g, '-')}.png`), fullPage });
}

/** Fails with axe's own words when the page as it stands breaks an accessibility rule, or one of those named. */
export async function assertAccessible(page, only) {
  // Its rules look at the document, which is the same in every browser, and in Firefox take a minute.
  if (inFirefox()) return;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // The target size is off by default in axe, but asked of a page that is used with fingers.
  const options = { ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }), resultTypes: ['violations'], preload: false };
  const lines = await page.evaluate(async (options) => {
    // What is out of view has its true place only once it is laid out.
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(whole);
    const { violations } = await window.axe.run(document, options);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== whole);
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`));
  }, options);
  assert.deepEqual(lines, [], 'axe found violations');
}

/** Notes everything that a person would see in red or yellow in the console, as lines of text. */
function watch(page, problems) {
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (['error', 'warning'].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    // Firefox's driver styles the page while it takes a picture, and the page's policy refuses that; tests/policy.test.mjs holds the policy.
    if (!inFirefox() || !error.message.includes('blocked an inline style')) problems.push(`exception: ${error.stack ?? error}`);
  });
  page.on('requestfailed', (request) => {
    // What the browser gives up because the page is left, an icon for instance, is no fault of the page.
    if (!['net::ERR_ABORTED', 'NS_BINDING_ABORTED'].includes(request.failure()?.errorText)) problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
}
