// The tests of the page: `npx playwright test -c tests [FILE] [-g NAME] [--project chromium]`, on the dist/ that is there.
//
// ULPSCOPE_CHROMIUM and ULPSCOPE_FIREFOX name the browsers; ULPSCOPE_URL a page that is already served, by an address that ends with a slash.

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

export default defineConfig({
  outputDir: '../target/browser-tests',
  globalSetup: './server.mjs',
  fullyParallel: true,
  workers: availableParallelism(),
  // Limits that a busy machine does not meet; what is slow is named at the end.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: { actionTimeout: 15_000, navigationTimeout: 15_000, screenshot: 'only-on-failure' },
  reporter: [['dot'], ['./slowest.mjs']],
  projects: ULPSCOPE_FIREFOX ? [chromium, firefox] : [chromium],
});
