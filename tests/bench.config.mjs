// How fast the page is, printed for people and judged by nobody: `npx playwright test -c tests/bench.config.mjs`.
//
// ULPSCOPE_ULP names the command line, built for speed, which the sweep is timed beside.

import { defineConfig } from '@playwright/test';
import config from './playwright.config.mjs';

export default defineConfig({
  ...config,
  testMatch: '*.bench.mjs',
  workers: 1,
  timeout: 0,
  reporter: 'dot',
  projects: config.projects.filter(({ name }) => name === 'chromium'),
});
