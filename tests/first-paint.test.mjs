// The first paint is what the app draws for a first visit, kept in assets/first-paint.html: the page looks complete before WebAssembly runs.
//
// ULPSCOPE_BLESS=1 cargo xtask test --browser-only 'first paint' writes that file anew.

import { writeFile } from 'node:fs/promises';
import { assert, assertAccessible, expect, go, OF_A_RELEASE, PHONE, screenshot, started, test, URL_OF_PAGE } from './browser.mjs';
import { fits } from './support.mjs';

const FILE = new URL('../assets/first-paint.html', import.meta.url);
const BEGIN = '<!-- first paint -->';
const END = '<!-- /first paint -->';
const between = (html) => html.slice(html.indexOf(BEGIN) + BEGIN.length, html.indexOf(END));

/** What the app has drawn, without what only a running app needs. */
function drawn(page) {
  return page.evaluate(() => {
    const copy = document.getElementById('app').cloneNode(true);
    const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
    const found = [];
    while (comments.nextNode()) found.push(comments.currentNode);
    for (const comment of found) comment.remove();
    for (const option of copy.querySelectorAll('option')) {
      const select = option.closest('select');
      const shown = select.className === 'class' ? option.hidden : option.value === { target: 'sm_90', ptx: '9.1' }[select.id];
      if (!shown) option.remove();
      else option.setAttribute('selected', '');
    }
    copy.querySelector('textarea').textContent = 'fma.rn.f32 %f4, %f1, %f2, %f3;';
    for (const input of copy.querySelectorAll('input')) {
      const live = [...document.querySelectorAll('input')].find((other) => other.getAttribute('aria-label') === input.getAttribute('aria-label'));
      input.setAttribute('value', live.value);
    }
    copy.querySelector('dialog')?.remove();
    for (const bit of copy.querySelectorAll('button.bit')) bit.removeAttribute('aria-label');
    for (const lit of copy.querySelectorAll('.lit')) lit.classList.remove('lit');
    copy.querySelector('main').removeAttribute('data-lit');
    return copy.innerHTML.replaceAll(' class=""', '');
  });
}

test('the first paint is what the app draws', async ({ open }) => {
  const page = await open();
  // All that comes after the first frame.
  await page.waitForTimeout(300);
  if (process.env.ULPSCOPE_BLESS) {
    await writeFile(FILE, `${BEGIN}${await drawn(page)}${END}\n`);
    return;
  }
  const served = between(await (await fetch(URL_OF_PAGE)).text());
  await expect.poll(() => drawn(page), 'assets/first-paint.html is out of date; its test says how to write it anew').toBe(served);
});

test('the page looks complete before WebAssembly runs', async ({ open }) => {
  const context = (await open()).context();
  const page = await context.newPage();
  await page.route('**/*.wasm', () => {});
  await page.goto(URL_OF_PAGE);
  await expect(page.locator('.operand.result output.hex')).toHaveText('0x3fa7ae15');
  await expect(page.locator('#box')).toHaveValue('fma.rn.f32 %f4, %f1, %f2, %f3;');
  const before = await page.locator('.why').boundingBox();
  await page.unroute('**/*.wasm');
  await page.reload();
  await started(page);
  assert.deepEqual(await page.locator('.why').boundingBox(), before, 'nothing moves when the app takes over');
});

test('text typed before WebAssembly runs is kept', async ({ open }) => {
  const context = (await open()).context();
  const page = await context.newPage();
  let go;
  const gate = new Promise((resolve) => (go = resolve));
  await page.route('**/*.wasm', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(URL_OF_PAGE);
  await page.locator('#box').fill('add.f32 %f0, %f1, %f2;');
  go();
  await started(page);
  await expect(page.locator('#box')).toHaveValue('add.f32 %f0, %f1, %f2;');
  await expect(page.locator('.operand.result output.hex')).toHaveText('0x400ccccd');
});

test('a page says what it is for until its code has come', OF_A_RELEASE, async ({ open }) => {
  const context = (await open(PHONE)).context();
  const page = await context.newPage();
  let go;
  const hold = () => new Promise((resolve) => (go = resolve));
  let gate = hold();
  await page.route('**/*.wasm', async (route) => {
    await gate;
    await route.continue();
  });
  const lead = page.locator('#leads p:visible');
  await page.goto(`${URL_OF_PAGE}#/debug?v=1&k=compare`);
  await expect(lead).toHaveText(/^Why a bit is wrong/);
  await fits(page);
  await assertAccessible(page, ['color-contrast', 'landmark-no-duplicate-main', 'landmark-one-main', 'region']);
  await screenshot(page, 'lead');
  go();
  await started(page);
  await expect(lead).toHaveCount(0);
  // Once the app runs, of what it goes to next; of a part of a page, of the whole.
  gate = hold();
  for (const [path, words] of [['#/learn/ties', /^Short lessons/], ['#/formats/rounding', /neighbours on the number line/]]) {
    await page.evaluate((path) => { location.hash = path; }, path);
    await expect(lead).toHaveText(words);
    await expect(lead).toBeInViewport();
  }
  go();
  await started(page);
  await expect(lead).toHaveCount(0);
});

test('the first page needs no style of the others, which come with the first of them', async ({ open }) => {
  const page = await open();
  const others = await page.evaluate(() => [...document.querySelectorAll('link[disabled]')].map((link) => link.href));
  assert.equal(others.length, 4);
  const fetched = () => page.evaluate((others) => others.filter((name) => performance.getEntriesByName(name).length > 0), others);
  assert.deepEqual(await fetched(), []);
  /** Rules of those styles that something on the page would follow. */
  const matching = () => page.evaluate(async (others) => {
    const found = [];
    for (const name of others) {
      const sheet = await new CSSStyleSheet().replace(await (await fetch(name)).text());
      const rules = [...sheet.cssRules].flatMap((rule) => (rule.selectorText ? [rule] : [...(rule.cssRules ?? [])]));
      for (const { selectorText } of rules.filter((rule) => rule.selectorText)) {
        const bare = selectorText.replace(/::[a-z-]+|:(hover|active|focus(-visible|-within)?)/g, '');
        if (document.querySelector(bare)) found.push(selectorText);
      }
    }
    return found;
  }, others);
  for (const text of ['fma.rn.f32 d, a, b, c;', 'add.f3', '@p add.f16x2 d, a, b;', 'setp.lt.f32 p, a, b;', 'odd']) {
    await go(page, `#/?v=1&i=${encodeURIComponent(text)}`);
    assert.deepEqual(await matching(), [], text);
  }
  await page.getByRole('button', { name: 'Help: keys' }).click();
  await expect(page.locator('#help')).toBeVisible();
  assert.deepEqual(await matching(), []);
  await page.keyboard.press('Escape');
  const missing = () => page.evaluate(() => [...document.querySelectorAll('link[rel=stylesheet]')].filter((link) => !link.sheet).length);
  assert.equal(await missing(), 4);
  // The other languages bring theirs, those of machine words among them.
  await go(page, `#/?v=1&i=${encodeURIComponent('MUFU.RCP R0, R1;')}`);
  await expect(page.locator('.word-bits')).toBeVisible();
  assert.equal(await missing(), 0);
});
