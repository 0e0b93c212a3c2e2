// The plain pages of a release: each is valid HTML and small, its links lead somewhere, and a sample is accessible in both themes.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { assert, assertAccessible, expect, OF_A_RELEASE, PHONE, test, URL_OF_PAGE } from './browser.mjs';
import { DIST } from './server.mjs';
import { fits } from './support.mjs';

const FOLDERS = ['reference', 'formats', 'chips', 'glossary', 'learn'];
const pages = () => FOLDERS.flatMap((folder) => readdirSync(join(DIST, folder), { recursive: true }).map((file) => `${folder}/${file}`.replaceAll('\\', '/')).filter((file) => file.endsWith('.html')));

test('every plain page is valid, and its links lead somewhere', OF_A_RELEASE, async () => {
  test.slow();
  // A table that scrolls is a region with a name; a section would be one as well.
  const rules = { 'prefer-native-element': 'off' };
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard', 'html-validate:a11y'], rules });
  const wrong = [];
  const all = pages();
  assert.ok(all.length > 400, `${all.length} pages`);
  for (const path of all) {
    const html = readFileSync(join(DIST, path), 'utf8');
    const { results } = await validator.validateString(html, path);
    for (const { messages } of results) wrong.push(...messages.map(({ ruleId, message, line, column }) => `${path}:${line}:${column}: ${ruleId}: ${message}`));
    for (const [, data] of html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)) assert.equal(JSON.parse(data)['@context'], 'https://schema.org', path);
    for (const [, link] of html.matchAll(/ (?:href|src)="([^":#]*)(?:#[^"]*)?"/g)) {
      const file = join(DIST, dirname(path), link, link === '' || link.endsWith('/') ? 'x' : '');
      if (link !== '' && !existsSync(link.endsWith('/') ? dirname(file) : file)) wrong.push(`${path}: nothing at ${link}`);
    }
  }
  assert.deepEqual(wrong, []);
});

for (const path of ['reference/ptx/index', 'reference/ptx/fma', 'reference/ptx/cvt', 'reference/ptx/mma', 'reference/sass/mufu', 'reference/sass/ffma', 'reference/cuda/expf', 'reference/cuda-narrow/__hfma2', 'formats/e4m3', 'chips/sm_90', 'glossary/ulp', 'learn/ties', 'learn/de/ties']) {
  test(`${path}: is accessible in both themes and fits a phone`, OF_A_RELEASE, async ({ open }) => {
    const page = await open(PHONE);
    await page.goto(`${URL_OF_PAGE}${path}.html`);
    await expect(page.locator('h1')).toHaveCount(1);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await assertAccessible(page);
    }
    await fits(page);
  });
}

test('an entry of the reference leads to its plain page', OF_A_RELEASE, async ({ open }) => {
  for (const [path, heading] of [['#/reference/fma', 'fma'], ['#/reference/mma.sp', 'mma.sp'], ['#/reference/MUFU', 'MUFU'], ['#/reference/glossary?v=1&w=ulp', 'ulp'], ['#/reference/cuda', 'CUDA functions']]) {
    const page = await open({ path });
    await page.locator('p.plain a').first().click();
    await expect(page.locator('h1')).toContainText(heading);
    assert.ok(new URL(page.url()).pathname.endsWith('.html'), page.url());
  }
});
