// The first paint is what the app draws for a first visit, kept in index.html: the page looks complete before WebAssembly runs.
//
// ULPSCOPE_BLESS=1 cargo xtask test --browser-only 'first paint' writes index.html anew.

import { readFile, writeFile } from 'node:fs/promises';
import { assert, expect, pageTest, URL_OF_PAGE } from './browser.mjs';
import { started } from './support.mjs';

const BEGIN = '<!-- first paint -->';
const END = '<!-- /first paint -->';
const between = (html) => html.slice(html.indexOf(BEGIN) + BEGIN.length, html.indexOf(END));

/** What the app has drawn, without what only a running app needs. */
async function drawn(page) {
  await started(page);
  await page.waitForTimeout(300);
  return page.evaluate(() => {
    const copy = document.getElementById('app').cloneNode(true);
    const comments = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
    const found = [];
    while (comments.nextNode()) found.push(comments.currentNode);
    for (const comment of found) comment.remove();
    for (const option of copy.querySelectorAll('option')) {
      const select = option.closest('select');
      const shown = select.className === 'class' ? option.hidden : option.value === { target: 'sm_90', ptx: '8.8' }[select.id];
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

pageTest('the first paint is what the app draws', async (page) => {
  const markup = await drawn(page);
  if (process.env.ULPSCOPE_BLESS) {
    const html = await readFile('index.html', 'utf8');
    await writeFile('index.html', html.replace(between(html), () => markup));
    return;
  }
  const served = between(await (await fetch(URL_OF_PAGE)).text());
  assert.equal(served, markup, 'index.html is out of date; its test says how to write it anew');
});

pageTest('the page looks complete before WebAssembly runs', { serviceWorkers: 'block' }, async (_, { context }) => {
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

pageTest('text typed before WebAssembly runs is kept', { serviceWorkers: 'block' }, async (_, { context }) => {
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
