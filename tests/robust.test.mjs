// Cannot be broken: addresses of any kind, storage of any content, huge pastes; and what is seen when the app stops all the same.

import { assert, expect, go, OF_A_RELEASE, started, test, URL_OF_PAGE } from './browser.mjs';
import { APP, JUDGE, SWEEPER, VERSION } from './files.mjs';
import { BOX, manyResults, PASTES, paste, type } from './support.mjs';
import { withMemory } from './wasm.mjs';
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

/** Parts that pages read, with values that none of them expects. */
const NAMES = ['v', 'i', 'r', 't', 'p', 's', 'l', 'f', 'b', 'n', 'm', 'c', 'q', 'k', 'e', 'j', 'o', 'w', 'x', 'd', 'screen', 'seed', 'kinds', 'format', 'special', 'embed'];
const VALUES = [...ODD, '0', '1', '9', '44', '99999999999999999999', 'ffffffff', '3f800000..0', '..', 'RSQ@', 'RSQ@50', 'F16', 'F64', 'tie', 'compare', 'matrix', 'a:1,b', '.:1', 'inf', '-0', '1e999', 'ties'];

/** Links: cut off, mixed, with odd pieces put in, from other versions. */
function* odd(count) {
  const next = numbers(9);
  const any = (list) => list[next() % list.length];
  for (let index = 0; index < count; index += 1) {
    let link = any(LINKS);
    if (next() % 3 === 0) {
      const parts = Array.from({ length: 1 + next() % 6 }, () => `${any(NAMES)}=${any(VALUES)}`);
      yield `${link.split('?')[0]}?${parts.join('&')}`;
      continue;
    }
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

/** Goes to each link within the page that is open: a page stands each time. */
async function goThrough(page, links) {
  for (const link of links) {
    await go(page, link);
    await expect(page.locator('#stopped'), `${link} stopped the app`).toHaveCount(0);
    await expect(page.locator('main'), `${link}: not one main part`).toHaveCount(1);
    // The explorer has its instruction where other pages have a heading.
    await expect(page.locator('main').locator('h1, #box, #number, h2').first(), `${link} shows nothing`).toBeAttached();
  }
}

// Twenty, to see that a page comes of whatever is read. What is read of any link is held natively: the tests of crates/view_model, and `cargo xtask fuzz address`.
test('broken links: a page each time, and never a stop', async ({ open }) => {
  const page = await open();
  await goThrough(page, odd(20));
  await go(page, '#/?v=1&i=add.f32+%25a,+1.0,+2.0;');
  await expect(page.locator(BOX)).toHaveValue('add.f32 %a, 1.0, 2.0;');
});

for (const path of ['#/?v=77&i=%E0%A4%A&r=%%%&t=sm_9000&p=-1&s=99999999999999999999', '#/nowhere?x', '#/formats?v=1&f=F99&n=1e999999999', '#%']) {
  test(`a page opens on the broken link ${path}`, async ({ open }) => {
    const page = await open({ path });
    await expect(page.locator('main').first()).toBeVisible();
    if (path.includes('v=77')) await expect(page.locator('.notices')).toContainText('another version of Ulpscope');
  });
}

test('a button says copied only when the browser has copied', async ({ open }) => {
  const page = await open();
  await page.getByRole('button', { name: 'Share' }).click();
  const button = page.getByRole('dialog').getByRole('button').first();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text) => (window.written = text) } }));
  await button.click();
  await expect(button).toHaveText('copied');
  assert.equal(await page.evaluate(() => window.written), page.url());
  await expect(button).toHaveText('copy link');
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async () => { throw new Error('refused'); } } }));
  await button.click();
  await expect(button).toHaveText('the browser refuses');
  await button.click();
  await expect(button).toHaveText('copy link');
  // Over plain http there is none.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined }));
  await button.click();
  await expect(button).toHaveText('the browser refuses');
});

/** Every name under which something is kept, and what could stand there. */
const KEPT = ['ulpscope.theme', 'ulpscope.lessons', 'ulpscope.practice'];
const JUNK = ['', '{"\u0000', '[[[', 'dark light', '/practice&seed=5eed&n=1&format=F16\n1:9:1:0 1:0:0:9 2:1:4 x', 'ties:0 ties:99 :: ties:-1', 'x'.repeat(1_000_000), '\u{1f600}\ud800'];

for (const path of ['#/', '#/learn', '#/learn/ties', '#/learn/practice?seed=5eed']) {
  test(`${path} opens on storage of any content, and where there is none`, async ({ open }) => {
    const page = await open({ path });
    const opens = async () => {
      await page.reload();
      await started(page);
      await expect(page.locator('main')).toBeVisible();
      await page.getByRole('button', { name: 'Light or dark' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-theme', /light|dark/);
      await expect(page.locator('#stopped')).toHaveCount(0);
    };
    for (const junk of JUNK) {
      await page.evaluate(([names, junk]) => names.forEach((name) => localStorage.setItem(name, junk)), [KEPT, junk]);
      await opens();
    }
    await page.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden', 'SecurityError'); } }));
    await opens();
  });
}

/** Where a double click begins no sweep of billions. */
const CLICKED = ['#/', '#/?v=1&i=MUFU.RCP+R0,+R1;', '#/program', '#/formats', '#/reference/fma', '#/debug', '#/learn/ties', '#/learn/practice?seed=5eed'];

for (const path of CLICKED) {
  test(`a double click on everything of ${path}: a page each time, and never a stop`, async ({ open, problems }) => {
    const page = await open({ path });
    const clicked = await page.evaluate(async (path) => {
      const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      // Links outside lead away; what a button saves or prints would only be kept by a person, and two sheets at once are refused.
      window.print = () => {};
      URL.createObjectURL = () => 'about:blank#';
      HTMLAnchorElement.prototype.click = () => {};
      // A file chooser opens for a person alone.
      const all = () => [...document.querySelectorAll('main button, main [role="button"], main select, main input:not([type="file"]), main a[href^="#"], header button')];
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
  });
}

test('ten megabytes in the box are refused, and what was typed stays', async ({ open }) => {
  const page = await open(PASTES);
  await page.locator(BOX).fill('add.f32 %a, 1.0, 2.0;');
  await paste(page.locator(BOX), 'mul.f32 %a, %b, %c; '.repeat(524_288));
  await expect(page.getByText('and a box takes 100000')).toBeVisible();
  await expect(page.locator(BOX)).toHaveValue('add.f32 %a, 1.0, 2.0;');
  await page.locator(BOX).fill('sub.f32 %a, 1.0, 2.0;');
  await expect(page.locator('.operand.result output.hex').first()).toHaveText(/bf800000/);
});

/** A field, and what it says to ten megabytes: the box, a field of one line, and the box of many lines. */
const BOXES = [['#/', BOX, 'a box takes 100000'], ['#/accuracy', '#from', 'a box takes 100000'], ['#/debug', BOX, 'is too long for this box']];

for (const [path, selector, says] of BOXES) {
  test(`ten megabytes, pasted or dropped into ${selector} of ${path}: refused with a word, and what stood there stays`, async ({ open }) => {
    const page = await open({ path, ...PASTES });
    const field = page.locator(selector).first();
    const refuses = async (words, bring) => {
      await field.scrollIntoViewIfNeeded();
      const before = await field.inputValue();
      await bring();
      await expect(page.locator('.notices')).toContainText(words);
      await expect(field).toHaveValue(before);
    };
    await refuses(says, () => paste(field, '1.5 \u0000 mul.f32;'.repeat(600_000)));
    await page.reload();
    await started(page);
    await refuses(says, async () => {
      const { x, y } = await field.boundingBox();
      const client = await page.context().newCDPSession(page);
      const data = { items: [{ mimeType: 'text/plain', data: '1.5 mul.f32;'.repeat(900_000) }], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop']) await client.send('Input.dispatchDragEvent', { type, x: x + 8, y: y + 8, data });
    });
  });
}

/** A hundred kilobytes of text by what it is. */
const LONG = {
  'minus signs': '-'.repeat(99_000), guards: '@'.repeat(99_000), parentheses: `__fadd_rz(${'('.repeat(98_000)}`, comments: '/*'.repeat(49_000),
  digits: '9'.repeat(99_000), 'any bytes': Array.from({ length: 99_000 }, (_, at) => String.fromCharCode(((at * 7919 + (at >> 3)) % 255) + 1)).join(''),
};
for (const [name, text] of Object.entries(LONG)) {
  test(`a hundred kilobytes of ${name} in the boxes do not hang the page`, async ({ open }) => {
    for (const path of ['#/', '#/program']) {
      const page = await open({ path });
      await page.locator(BOX).evaluate((box, text) => {
        box.value = text;
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
      // It answers what is asked next.
      await type(page, 'add.f32 %a, 1.0, 2.0;');
      await expect(page.locator('main :text("3.0"):visible').first()).toBeVisible();
      assert.equal(await page.locator('#stopped').count(), 0);
    }
  });
}

/** From here on the browser refuses the app the next element that it asks for. It counts on getting one, so that is a panic in Rust. */
const refuseElement = (page) => page.evaluate(() => {
  let refused = false;
  for (const [owner, name] of [[Document.prototype, 'createElement'], [Node.prototype, 'cloneNode']]) {
    const real = owner[name];
    owner[name] = function (...given) {
      if (refused) return real.apply(this, given);
      refused = true;
      throw new DOMException('no more elements', 'QuotaExceededError');
    };
  }
});

/** Takes hold of the memory of the app's WebAssembly, as `window.heap`, when it starts. */
function holdMemory() {
  const real = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await real.apply(WebAssembly, given);
    window.heap ??= Object.values(made.instance.exports).find((one) => one instanceof WebAssembly.Memory);
    return made;
  };
}

const stopped = (page) => expect(page.getByRole('heading', { name: 'Ulpscope has stopped' })).toBeVisible();

// What is typed builds new elements there, so it is what the panic meets.
for (const [path, text] of [['#/', 'mul.f32 %x, 1.0, 2.5;'], ['#/program', 'add.f32 %x, 1.0, 2.5;\nmul.f32 %y, %x, %x;']]) {
  test(`a panic in Rust on ${path}: its words to report, and what was typed after a reload`, async ({ open, problems }) => {
    const page = await open({ path, ...PASTES });
    // Code that is still on its way builds elements, too.
    await page.waitForLoadState('networkidle');
    await refuseElement(page);
    await page.locator(BOX).fill(text);
    await stopped(page);
    assert.ok(problems.splice(0).some((line) => line.includes('RuntimeError: unreachable')), 'a trap of WebAssembly');
    const report = await page.getByLabel('Report').inputValue();
    assert.match(report, /^Ulpscope stopped: panicked at .*\.rs:\d+:\d+:\n.*no more elements/);
    assert.match(report, VERSION);
    await page.getByRole('button', { name: 'Copy the report' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(report);
    await page.getByRole('button', { name: 'Reload' }).click();
    await started(page);
    await expect(page.locator(BOX)).toHaveValue(text);
    await expect(page.locator('html')).not.toHaveAttribute('data-panic');
  });
}

/** A field of each page, and what is typed there. */
const FIELDS = [
  ['#/', BOX, 'sub.f32 %x, 1.0, 2.5;'], ['#/program', BOX, 'add.f32 %x, 1.0, 2.5;'], ['#/formats', '#number', '1.75'],
  ['#/formats/rounding', '#number', '2.625'], ['#/debug', BOX, 'add.rn.f32 a=1 b=1 got=3'],
  ['#/debug?v=1&k=compare', '#other', 'add.rn.f32 %d, %a, %c;'], ['#/debug?v=1&k=batch', BOX, 'mul.rn.f64'],
  ['#/debug?v=1&k=find', BOX, 'mul.rn.f64 %d, %a, %b;'], ['#/reference', '#find', 'square root & more'], ['#/reference/cuda', '#find', 'fmod'],
];
/** Fields whose text no address holds. */
const BESIDES = [
  ['#/debug?v=1&k=batch', '#lines', '1 2 3'], ['#/learn/reading?screen=4', '.typed input', '12'], ['#/accuracy', '#from', '1.5'],
  ['#/', '[aria-label="hex of a %f1"]', '0x3f80000'],
];

// Of a release: code without optimisation may turn in circles in an empty memory, where optimised code traps.
for (const [kept, fields] of [['in the address', FIELDS], ['on the screen', BESIDES]]) {
  for (const [path, selector, text] of fields) {
    test(`a trap at the key that is typed in ${selector} of ${path}: the text is ${kept}`, OF_A_RELEASE, async ({ open }) => {
      const page = await open({ path, breaks: true, before: (context) => context.addInitScript(holdMemory) });
      const field = page.locator(selector).first();
      // All that the app remembers is gone with the key, so it never gets to know of the text.
      await field.evaluate((field, text) => {
        new Uint8Array(window.heap.buffer).fill(0);
        field.value = text;
        for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
      }, text);
      await stopped(page);
      assert.match(await page.getByLabel('Report').inputValue(), /RuntimeError/);
      // The app's clocks run on for a while.
      await page.waitForTimeout(400);
      if (kept === 'on the screen') {
        await expect(page.getByLabel('Not in the address')).toHaveValue(text);
      } else {
        await page.getByRole('button', { name: 'Reload' }).click();
        await started(page);
        await expect(page.locator(selector).first()).toHaveValue(text);
      }
    });
  }
}

/**
 * Answers the first `times` requests for a file with one that may take only so many pages of memory more than it begins with.
 * Gives how many were `asked` for, and `times`, to be changed later.
 */
async function starve(context, file, pages, times = Infinity) {
  const starving = { asked: 0, times };
  await context.route(file, async (route) => {
    starving.asked += 1;
    if (starving.asked > starving.times) return route.continue();
    const response = await route.fetch();
    return route.fulfill({ response, body: withMemory(await response.body(), pages) });
  });
  return starving;
}

/** A page, starved before it starts, and what `starve` gives. */
async function starved(open, { path, file, pages, times }) {
  let starving;
  const before = async (context) => { starving = await starve(context, file, pages, times); };
  return [await open({ path, before, breaks: true }), starving];
}

const SWEEP = '#/accuracy?v=1&f=RSQ&r=3f800000..407fffff';
const DONE = '#inputs[data-done="16777216"]';

test('a sweeping worker without memory is replaced, and nothing is lost', async ({ open }) => {
  const [page, starving] = await starved(open, { path: SWEEP, file: SWEEPER, pages: 0, times: 1 });
  await expect(page.locator(DONE)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('#replaced')).toContainText('A worker stopped and was replaced');
  await expect(page.locator('.worst b')).toHaveText('1.5145 ulp');
  assert.ok(starving.asked > 1);
});

test('no sweeping worker has memory: the page says so, keeps what was asked, and goes on when there is some', async ({ open }) => {
  const [page, starving] = await starved(open, { path: SWEEP, file: SWEEPER, pages: 0 });
  await expect(page.locator('.sweeping')).toContainText('The workers of this page stop at once; “stop” and “go on” try again.', { timeout: 30_000 });
  const before = starving.asked;
  await expect(page.locator('#from')).toHaveValue('0x3f800000 = 1.0');
  starving.times = 0;
  await page.getByRole('button', { name: 'stop', exact: true }).click();
  await page.getByRole('button', { name: 'go on', exact: true }).click();
  await expect(page.locator(DONE)).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('.worst b')).toHaveText('1.5145 ulp');
  assert.ok(before < 20, `${before} workers were tried`);
});

test('the workers of the case study: killed, without memory, and well again', async ({ open }) => {
  const [page, starving] = await starved(open, { path: '#/half', file: SWEEPER, pages: 0 });
  await page.locator('#whole').click();
  await expect(page.locator('.whole')).toContainText('no worker can be had here', { timeout: 30_000 });
  await page.getByRole('button', { name: 'cancel' }).click();
  starving.times = 0;
  await page.locator('#whole').click();
  await expect(page.locator('.whole')).toContainText('million a second', { timeout: 60_000 });
  // They end without a word, as when a system takes their memory.
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  const killed = page.workers();
  await Promise.all(killed.map((worker) => worker.evaluate(() => self.close()).catch(() => {})));
  const swept = async () => Number((await page.locator('.whole').innerText()).match(/([\d\s]+) of 4/)?.[1].replace(/\s/g, '') ?? 0);
  const before = await swept();
  await expect.poll(() => page.workers().some((worker) => !killed.includes(worker)), { timeout: 30_000 }).toBe(true);
  await expect.poll(swept, { timeout: 30_000 }).toBeGreaterThan(before);
});

test('the judging worker has too little memory for many lines: the page says so, and takes fewer', async ({ open }) => {
  const [page, starving] = await starved(open, { path: '#/debug?v=1&k=batch&i=mul.rn.f32', file: JUDGE, pages: 48 });
  await expect(page.locator('#summary')).toContainText('explained by');
  await page.locator('#file').setInputFiles(await manyResults(200_000));
  await expect(page.locator('#died')).toContainText('stops at once, on this device or with these lines', { timeout: 60_000 });
  assert.ok(starving.asked > 2);
  await expect(page.locator('#lines')).toHaveValue(/is held beside this box/);
  await page.locator('#lines').fill('a,b,got\n3f800000,40000000,40000000');
  await expect(page.locator('#summary')).toContainText(/right|agree/);
  await expect(page.locator('#died')).toBeHidden();
});

test('a judging worker that is killed is replaced, and the lines are judged to the end', async ({ open }) => {
  const page = await open({ path: '#/debug?v=1&k=batch&i=mul.rn.f32' });
  await expect(page.locator('#summary')).toContainText('explained by');
  await page.locator('#file').setInputFiles(await manyResults(100_000));
  await expect(page.locator('#stop')).toBeVisible();
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.close()).catch(() => {})));
  await expect(page.locator('#died')).toContainText('was replaced', { timeout: 60_000 });
  await expect(page.locator('#summary')).toContainText('10000 of 10000', { timeout: 60_000 });
});

test('the page itself runs out of memory: it says so, and what was typed comes back', async ({ open }) => {
  const [page, starving] = await starved(open, { path: '#/program', file: APP, pages: 20 });
  const text = 'add.f32 %a, %b, %c;\n'.repeat(300);
  await page.locator(BOX).fill(text);
  await stopped(page);
  assert.match(await page.getByLabel('Report').inputValue(), /RuntimeError/);
  starving.times = 0;
  await page.getByRole('button', { name: 'Reload' }).click();
  await started(page);
  await expect(page.locator(BOX)).toHaveValue(text);
});

test('when WebAssembly cannot be fetched, the page says so', async ({ open }) => {
  const context = (await open()).context();
  const page = await context.newPage();
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto(URL_OF_PAGE);
  await expect(page.getByRole('heading', { name: 'Ulpscope has stopped' })).toBeVisible();
});

test('pages are left within the frame in which they came', async ({ open }) => {
  const page = await open();
  // Everybody's code first.
  await goThrough(page, PAGES);
  await page.evaluate(async (pages) => {
    const go = async (hash) => {
      history.pushState(null, '', hash);
      dispatchEvent(new PopStateEvent('popstate'));
      // What follows a change runs before the next frame, but not at once.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    };
    for (const [place, from] of pages.entries()) {
      await go(from);
      document.querySelector('[data-register]')?.dispatchEvent(new Event('change', { bubbles: true }));
      await go(pages[(place + 7) % pages.length]);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
  }, PAGES);
  await expect(page.locator('#stopped')).toHaveCount(0);
});
