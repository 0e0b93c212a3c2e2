// Cannot be broken: addresses of any kind, storage of any content, huge pastes; and what is seen when the app stops all the same.

import { test } from 'node:test';
import { assert, expect, openPage, pageTest } from './browser.mjs';
import { BOX, started } from './support.mjs';
import { PAGES } from './pages.mjs';

/** Numbers that look random and are the same every time (mulberry32). */
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let word = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return (word ^ (word >>> 14)) >>> 0;
  };
}

const LINKS = [
  ...PAGES,
  '#/?v=1&i=fma.rn.f32+%25f4,+%25f1,+%25f2,+%25f3;&r=f1:3f8ccccd,f2:3f8ccccd,f3:3dcccccd&t=sm_90&p=8.8&s=4',
  '#/program?v=1&i=add.f32+%25a,+%25b,+%25c;%0Amul.f32+%25d,+%25a,+%25a;&r=b:3f800000&t=sm_90&p=8.8&l=2',
  '#/formats?v=1&f=F16&n=1e-5&m=rz', '#/formats?v=1&f=E4M3&b=7f', '#/reference/min?v=1&c=4&q=ex2', '#/accuracy?v=1&f=SIN&t=90',
];
const ODD = ['', '%', '%zz', '&', '=', '?', '#', '/', '\u0000', '\u{1f600}', 'v=2', 'v=99&i=', '%00', '9'.repeat(400), 'i=', '<b>x</b>', '-1', '%F0%28', '..', ';;;;', 'NaN', '0x', "'"];

/** Three hundred links: cut off, mixed, with odd pieces put in, from other versions. */
function* odd(count) {
  const next = numbers(9);
  const any = (list) => list[next() % list.length];
  for (let index = 0; index < count; index += 1) {
    let link = any(LINKS);
    for (let change = next() % 4; change >= 0; change -= 1) {
      const at = next() % (link.length + 1);
      const kind = next() % 5;
      if (kind === 0) link = link.slice(0, at);
      else if (kind === 1) link = link.slice(0, at) + any(ODD) + link.slice(at);
      else if (kind === 2) link = link.slice(0, at) + any(LINKS).slice(next() % 20);
      else if (kind === 3) link = link.replace(/v=\d+/, `v=${next() % 1000}`);
      else link = link.slice(0, at) + String.fromCharCode(32 + next() % 0x2000) + link.slice(at + 1);
    }
    yield link;
  }
}

test('three hundred broken links: a page each time, and never a stop', { timeout: 300_000 }, async () => {
  const { page, problems, close } = await openPage();
  try {
    await started(page);
    for (const link of odd(300)) {
      await page.evaluate((link) => { location.hash = link; }, link);
      // Two frames, so that what the address asks for is drawn.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await page.locator('#stopped').count(), 0, `${link} stopped the app: ${problems.join('\n')}`);
      assert.equal(await page.locator('main').count(), 1, link);
    }
    await page.evaluate(() => { location.hash = '#/?v=1&i=add.f32+%25a,+1.0,+2.0;'; });
    await expect(page.locator(BOX)).toHaveValue('add.f32 %a, 1.0, 2.0;');
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
});

test('a page opens on a broken link, and on storage of any content', async () => {
  for (const path of ['#/?v=77&i=%E0%A4%A&r=%%%&t=sm_9000&p=-1&s=99999999999999999999', '#/nowhere?x', '#/formats?v=1&f=F99&n=1e999999999', '#%']) {
    const { page, context, problems, close } = await openPage({
      path,
      storageState: { cookies: [], origins: [{ origin: new URL(process.env.ULPSCOPE_URL).origin, localStorage: [{ name: 'ulpscope.theme', value: '{"\u0000' }, { name: 'ulpscope.history', value: '[[[' }] }] },
    });
    await started(page);
    await expect(page.locator('main').first()).toBeVisible();
    assert.deepEqual(problems, [], path);
    await context.close();
    await close();
  }
});

/** Where a double click begins no sweep of billions. */
const CLICKED = ['#/', '#/?v=1&i=MUFU.RCP+R0,+R1;', '#/program', '#/formats', '#/reference/fma', '#/debug', '#/learn/ties'];

test('a double click on everything: a page each time, and never a stop', { timeout: 300_000 }, async () => {
  for (const path of CLICKED) {
    const { page, problems, close } = await openPage({ path });
    try {
      await started(page);
      const clicked = await page.evaluate(async (path) => {
        const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        // Links outside lead away; files that a button saves would only be kept by a person.
        URL.createObjectURL = () => 'about:blank#';
        HTMLAnchorElement.prototype.click = () => {};
        const all = () => [...document.querySelectorAll('main button, main [role="button"], main select, main input, main a[href^="#"], header button')];
        let clicked = 0;
        for (let at = 0; at < Math.min(all().length, 60); at += 1) {
          const element = all()[at];
          for (const kind of ['mousedown', 'mouseup', 'click', 'mousedown', 'mouseup', 'click', 'dblclick']) {
            element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, detail: 2 }));
          }
          clicked += 1;
          await drawn();
          document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
          if (document.getElementById('stopped')) break;
          if (!location.hash.startsWith(path.split('?')[0])) {
            location.hash = path;
            await drawn();
          }
        }
        return clicked;
      }, path);
      assert.ok(clicked > 0, `${path}: ${clicked} things to click on`);
      assert.equal(await page.locator('#stopped').count(), 0, `${path} stopped: ${problems.join('\n')}`);
      assert.equal(await page.locator('main').count(), 1, path);
      assert.deepEqual(problems, [], path);
    } finally {
      await close();
    }
  }
});

pageTest('ten megabytes in the box are refused, and what was typed stays', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
  await started(page);
  await page.locator(BOX).fill('add.f32 %a, 1.0, 2.0;');
  await page.evaluate(() => navigator.clipboard.writeText('mul.f32 %a, %b, %c; '.repeat(524_288)));
  const start = Date.now();
  await page.locator(BOX).focus();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByText('and a box takes 100000')).toBeVisible();
  assert.ok(Date.now() - start < 5_000, 'the page hung');
  await expect(page.locator(BOX)).toHaveValue('add.f32 %a, 1.0, 2.0;');
  await page.locator(BOX).fill('sub.f32 %a, 1.0, 2.0;');
  await expect(page.locator('.operand.result output.hex').first()).toHaveText(/bf800000/);
});

test('when the app stops, it says so, keeps what was typed in the link, and starts again', async () => {
  const { page, close } = await openPage();
  try {
    await started(page);
    await page.locator(BOX).pressSequentially(' ');
    await page.locator(BOX).fill('add.f32 %x, 1.0, 2.5;');
    await page.evaluate(() => {
      document.documentElement.dataset.panic = 'panicked at src/x.rs:1:1: a test';
      setTimeout(() => { throw new WebAssembly.RuntimeError('unreachable'); });
    });
    await expect(page.getByRole('heading', { name: 'Ulpscope has stopped' })).toBeVisible();
    const report = await page.getByLabel('Report').inputValue();
    assert.match(report, /panicked at src\/x\.rs:1:1: a test/);
    assert.match(report, /Version: .*app-[0-9a-f]{16}/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await started(page);
    await expect(page.locator(BOX)).toHaveValue('add.f32 %x, 1.0, 2.5;');
  } finally {
    await close();
  }
});

test('when WebAssembly cannot be fetched, the page says so', async () => {
  const { context, close } = await openPage();
  try {
    const page = await context.newPage();
    await page.addInitScript(() => { Object.defineProperty(navigator, 'serviceWorker', { value: undefined }); });
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(process.env.ULPSCOPE_URL);
    await expect(page.getByRole('heading', { name: 'Ulpscope has stopped' })).toBeVisible();
  } finally {
    await close();
  }
});
