// The tests of the page: `npx playwright test -c tests [FILE] [-g NAME] [--project chromium]`, on the dist/ that is there.
//
// ULPSCOPE_CHROMIUM and ULPSCOPE_FIREFOX name the browsers; ULPSCOPE_URL a page that is already served, by an address that ends with a slash;
// ULPSCOPE_SLOWER says how many times slower the processor shall be.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const { ULPSCOPE_CHROMIUM, ULPSCOPE_FIREFOX } = process.env;
if (!ULPSCOPE_CHROMIUM) throw new Error('ULPSCOPE_CHROMIUM is not set: it names the program of a Chromium, in which every test runs');

// The browser must reach nothing but the page, and run as root in a container.
const SWITCHES = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

const chromium = { name: 'chromium', use: { browserName: 'chromium', launchOptions: { executablePath: ULPSCOPE_CHROMIUM, args: SWITCHES } } };

// An ordinary Firefox, driven by WebDriver BiDi. A test runs here too if it is tagged, because engines may differ in what it touches: typing,
// selection, the pointer, the focus, history, workers, a canvas, layout. What the core computes and what axe finds are the same in all.
const firefox = {
  name: 'firefox',
  grep: /@firefox/,
  use: { browserName: 'firefox', channel: 'moz-firefox', launchOptions: { executablePath: ULPSCOPE_FIREFOX } },
};

// index.html says of which version it is. What is about a release is tested on one alone.
const index = readFileSync(new URL('../dist/index.html', import.meta.url), 'utf8');
const release = !index.includes('<meta name="version" content="development">');

const slower = Number(process.env.ULPSCOPE_SLOWER ?? 1);

export default defineConfig({
  outputDir: '../target/browser-tests',
  globalSetup: './server.mjs',
  fullyParallel: true,
  workers: availableParallelism(),
  grepInvert: release ? undefined : /@release/,
  // Limits that a busy machine does not meet; what is slow is named at the end.
  timeout: 180_000 * slower,
  expect: { timeout: 30_000 * slower },
  use: { actionTimeout: 30_000 * slower, navigationTimeout: 30_000 * slower, screenshot: 'only-on-failure' },
  reporter: [['dot'], ['./slowest.mjs']],
  projects: ULPSCOPE_FIREFOX ? [chromium, firefox] : [chromium],
});
