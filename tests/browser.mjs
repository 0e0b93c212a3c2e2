// The page in a real browser: what every browser test starts from.
//
// `cargo xtask test` builds and serves the page, finds a browser and hands both over in the environment;
// `cargo xtask test --browser-only [NAME]` runs only these tests, or those with NAME in their names.
// A test fails when the page writes an error or a warning to the console, throws, or misses a file.

import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, firefox } from 'playwright-core';
import { expect } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';

export { assert, expect };

/** Viewports that the page is looked at in: a phone, a laptop, a lecture projector. */
export const PHONE = { width: 360, height: 740 };
export const LAPTOP = { width: 1366, height: 768 };
export const PROJECTOR = { width: 1920, height: 1080 };

/** Where the page is served: an address with a path that ends with a slash. */
export const URL_OF_PAGE = needed('ULPSCOPE_URL');

/** Whether the tests run in Firefox. */
export const IN_FIREFOX = process.env.ULPSCOPE_FIREFOX !== undefined;

const PICTURES = process.env.ULPSCOPE_SCREENSHOTS ?? 'target/screenshots';

// The browser must reach nothing but the page, and run as root in a container.
const SWITCHES = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

let browser;
after(() => browser?.close());

/**
 * Opens the page in a fresh profile.
 * `url` is another address than the served page's; `path` follows it (`?x=1#y`); other options are Playwright's own for a context.
 * Returns the page, the list of problems seen so far, and a function that closes it.
 */
export async function openPage({ width = LAPTOP.width, height = LAPTOP.height, colorScheme = 'light', url = URL_OF_PAGE, path = '', ...options } = {}) {
  browser ??= await launch();
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, ...options });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const problems = watch(page);
  await page.goto(url + path);
  await ready(page);
  const close = async () => {
    // A request that is being answered here, for a worker that has just been replaced, is given up with its page.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
  return { page, context, problems, close };
}

/** Chromium, or the Firefox that ULPSCOPE_FIREFOX names: an ordinary one, driven by WebDriver BiDi. */
function launch() {
  if (IN_FIREFOX) return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.ULPSCOPE_FIREFOX });
  return chromium.launch({ executablePath: needed('ULPSCOPE_CHROMIUM'), args: SWITCHES });
}

/** Waits until the app has taken over, or has stopped. The first paint shows a box before that, which takes no input yet. */
export async function ready(page) {
  await page.locator('html[data-ready], #stopped').first().waitFor({ state: 'attached' });
}

/**
 * A test of the page: opens it, hands over the page and its context, and fails on any problem it reported.
 * `beyondFirefox` says what the test needs that Firefox's driver cannot do.
 */
export function pageTest(name, options, body) {
  if (typeof options === 'function') [options, body] = [{}, options];
  const { beyondFirefox } = options;
  delete options.beyondFirefox;
  test(name, { skip: IN_FIREFOX && beyondFirefox }, async (t) => {
    const opened = await openPage(options);
    try {
      await body(opened.page, opened);
      assert.deepEqual(opened.problems, [], 'the page reported problems');
    } catch (error) {
      await screenshot(opened.page, `failed ${t.name}`).catch(() => {});
      throw error;
    } finally {
      await opened.close();
    }
  });
}

/** Saves a picture of the page to target/screenshots (or $ULPSCOPE_SCREENSHOTS). */
export async function screenshot(page, name, { fullPage = false } = {}) {
  await mkdir(PICTURES, { recursive: true });
  const path = join(PICTURES, name.replace(/[^\w.-]+/g, '-') + '.png');
  await page.screenshot({ path, fullPage });
  return path;
}

/** Fails with axe's own words when the page as it stands breaks an accessibility rule, or one of those named. */
export async function assertAccessible(page, only) {
  // Its rules look at the document, which is the same in every browser, and in Firefox take a minute.
  if (IN_FIREFOX) return;
  // Off by default in axe, but asked of a page that is used with fingers.
  const rules = { 'target-size': { enabled: true } };
  const { violations } = await new AxeBuilder({ page }).options(only ? { runOnly: only } : { rules }).analyze();
  const lines = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`));
  assert.deepEqual(lines, [], 'axe found violations');
}

/** Everything that a person would see in red or yellow in the console, as lines of text. */
function watch(page) {
  const problems = [];
  page.on('console', (message) => {
    // A test that answers requests itself blocks the service worker, which would answer from what it keeps.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (['error', 'warning'].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    // Firefox's driver styles the page while it takes a picture, and the page's policy refuses that; tests/policy.test.mjs holds the policy.
    if (!IN_FIREFOX || !error.message.includes('blocked an inline style')) problems.push(`exception: ${error.stack ?? error}`);
  });
  page.on('requestfailed', (request) => {
    // What the browser gives up because the page is left, an icon for instance, is no fault of the page.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  return problems;
}

function needed(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests with \`cargo xtask test --browser-only\``);
  return value;
}
