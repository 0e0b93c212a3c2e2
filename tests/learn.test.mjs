// Lessons, practice and embeds as a person uses them: predict, be told, look, go on; a class's link; a frame in someone else's page.

import { readFile } from 'node:fs/promises';
import { assert, assertAccessible, expect, PHONE, screenshot, started, test, URL_OF_PAGE } from './browser.mjs';
import { listen } from './server.mjs';
import { fits } from './support.mjs';

const text = await readFile(new URL('../src/semantics/tests/lessons.txt', import.meta.url), 'utf8');
/** The lessons as the core tells them: names, screens, and the solutions of their questions. */
const LESSONS = text.split('\n===== ').slice(1).map((part) => ({
  name: part.slice(0, part.indexOf(':')),
  title: part.slice(part.indexOf(':') + 2, part.indexOf('\n')),
  screens: part.split('\n--- ').slice(1).map((screen) => ({
    title: screen.slice(0, screen.indexOf('\n')),
    solutions: [...screen.matchAll(/^ {2}= {2}(.*?)\. /gm)].map(([, solution]) => solution),
  })),
}));

const question = (page, index) => page.locator('.question').nth(index);

/** Answers a question as the core does. */
async function answer(page, index, solution) {
  const asked = question(page, index);
  const field = asked.locator('input');
  if (await field.count()) {
    await field.fill(solution);
    await field.press('Enter');
  } else {
    const plain = solution.replaceAll('`', '');
    await asked.locator('.options button').filter({ hasText: new RegExp(`^${plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) }).click();
  }
  await expect(asked).toHaveAttribute('data-verdict', 'right');
}

test('all lessons are listed', async ({ open }) => {
  const page = await open({ path: '#/learn' });
  await expect(page).toHaveTitle('Learn · Ulpscope');
  await expect(page.locator('.lessons li')).toHaveCount(LESSONS.length);
  await assertAccessible(page);
  await screenshot(page, 'learn list');
});

for (const { name, title, screens } of LESSONS) {
  test(`the lesson ${name}: every screen, every question, every claim`, async ({ open }) => {
    const page = await open({ path: `#/learn/${name}` });
    for (const [number, screen] of screens.entries()) {
      await expect(page.locator('#screen-title')).toHaveText(screen.title);
      for (const [index, solution] of screen.solutions.entries()) {
        // What stands behind a question waits for it.
        await expect(page.locator('.question')).toHaveCount(index + 1);
        // A program shows what it computes once nothing is left to be asked.
        for (const value of await page.locator('.code-listing i').all()) await expect(value).toBeEmpty();
        await answer(page, index, solution);
      }
      for (const holds of await page.locator('.holds b').all()) await expect(holds).toHaveText('✓ holds');
      assert.ok(!(await page.locator('main').innerText()).includes('{'), 'every place is filled');
      await fits(page);
      if (number === 0) await screenshot(page, `learn ${name}`, { fullPage: true });
      await page.locator('.onward .next').click();
    }
    await expect(page).toHaveTitle('Learn · Ulpscope');
    await expect(page.locator('.lessons li', { hasText: title }).locator('.done')).toHaveText('✓ done');
  });
}

test('a wrong answer says so, and the answer can be shown', async ({ open }) => {
  const page = await open({ path: '#/learn/reading' });
  await page.getByRole('button', { name: 'the last bit of the fraction' }).click();
  await expect(question(page, 0)).toHaveAttribute('data-verdict', 'wrong');
  await expect(page.locator('.operand')).toHaveCount(0);
  await page.getByRole('button', { name: 'show the answer' }).click();
  await expect(question(page, 0).locator('.mark')).toContainText('the first bit, the sign');
  await page.locator('.operand [data-bit="31"]').click();
  await expect(page.locator('.say').last()).toContainText('-5.0');
  await expect(question(page, 0).locator('.because')).toBeVisible();
});

test('typed bits are marked field by field', async ({ open }) => {
  const page = await open({ path: '#/learn/reading?screen=4' });
  const field = page.getByLabel('Your answer');
  await field.fill('0 11111111 00000000000000000000000');
  await page.getByRole('button', { name: 'check' }).click();
  await expect(question(page, 0).locator('.mark')).toHaveText('Almost: the exponent and the fraction are right, the sign is not.');
  await field.fill('0xff800000');
  await field.press('Enter');
  await expect(question(page, 0)).toHaveAttribute('data-verdict', 'right');
});

test('arrows turn the screens, a link opens any of them, and back goes back', async ({ open }) => {
  const page = await open({ path: '#/learn/ties?screen=2' });
  await expect(page.locator('#screen-title')).toHaveText(LESSONS.find(({ name }) => name === 'ties').screens[1].title);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('screen=3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.screens [aria-current]')).toHaveText('1');
  await page.goBack();
  await expect(page.locator('.screens [aria-current]')).not.toHaveText('1');
});

test('a bad link opens the nearest good place and says so', async ({ open }) => {
  const page = await open({ path: '#/learn/ties?screen=77' });
  await expect(page.locator('.notices')).toContainText('screens 1 to');
  await expect(page.locator('#screen-title')).toBeVisible();
});

test('a claim that no longer holds says so', async ({ open }) => {
  const page = await open({ path: '#/learn/spacing?screen=2' });
  await page.getByRole('button', { name: 'show the answer' }).click();
  await page.getByLabel('decimal of b', { exact: true }).fill('2');
  await expect(page.locator('.holds b')).toHaveText('✗ does not hold now');
  await page.getByRole('link', { name: 'Open this as a program' }).click();
  await expect(page.locator('#box')).toHaveValue(/add\.rn\.f32 %s, %a, %b;/);
});

test('practice: check, partial credit, steps, solution, next, results', async ({ open }) => {
  const page = await open({ path: '#/learn/practice?seed=5eed&n=1&kinds=encode&format=F16' });
  await expect(page.getByRole('heading', { name: 'Problem 1' })).toBeVisible();
  const asked = await page.locator('.given').textContent();
  await page.getByRole('button', { name: /show a step/ }).click();
  await expect(page.locator('.problem .card')).toHaveCount(1);
  await page.getByLabel('sign', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'check' }).click();
  await expect(page.locator('.answer-field[data-verdict]')).toHaveCount(3);
  await expect(page.locator('.results')).toContainText('of 3 fields');
  await page.getByRole('button', { name: 'solution' }).click();
  await expect(page.locator('.answer-field[data-verdict="right"]')).toHaveCount(3);
  await page.locator('.results summary').click();
  await expect(page.locator('.results pre')).toContainText('1 step shown before');
  await expect(page.locator('.results pre')).toContainText('set 5eed, F16, encode');
  await page.getByRole('button', { name: 'same again' }).click();
  await expect(page.getByLabel('sign', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'next ▶' }).click();
  await expect(page.getByRole('heading', { name: 'Problem 2' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('.given')).toHaveText(asked);
  // The first check is remembered on the device.
  await page.reload();
  await started(page);
  await expect(page.locator('.results')).toContainText('of 3 fields');
});

test('practice without a set thinks of one and says so in the address', async ({ open }) => {
  const page = await open({ path: '#/learn/practice' });
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/seed=[0-9a-f]+&n=1/);
  await page.getByRole('button', { name: 'special patterns' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('special=1');
  for (let number = 0; number < 12; number++) {
    await page.getByRole('button', { name: 'next ▶' }).click();
    await page.getByRole('button', { name: 'solution' }).click();
    await expect(page.locator('.answer-field[data-verdict="wrong"]')).toHaveCount(0);
    await fits(page);
  }
  await assertAccessible(page);
});

/** Sentences and their translations, as a lesson in German has them. */
const GERMAN = await readFile(new URL('../src/semantics/studies/teaching/translations/de.txt', import.meta.url), 'utf8');
const german = (english) => {
  const lines = GERMAN.split('\n');
  const at = lines.indexOf(english);
  return at < 0 ? english : lines[at + 1];
};

/** What is read on the page that is marked as no other language, without the names of papers. */
const saidIn = (page) => page.locator('main').evaluate((main) => {
  const copy = main.cloneNode(true);
  for (const other of copy.querySelectorAll('[lang]:not([lang=de]), code, pre, .see')) other.remove();
  return copy.textContent.replace(/What every computer scientist.*?arithmetic|FP8 Formats for Deep Learning/g, '');
});

test('lessons in German: chosen on the list, remembered, in the address, back to English', async ({ open }) => {
  const page = await open({ path: '#/learn' });
  await expect(page.locator('main')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('h1')).toHaveText('Lernen');
  await expect(page.locator('main')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveTitle('Lernen · Ulpscope');
  await expect(page.locator('.languages [aria-current]')).toHaveText('Deutsch');
  await expect(page.locator('.lessons a').first()).toHaveAttribute('href', '#/learn/reading?lang=de');
  await expect(page.getByText('auf Englisch')).toBeVisible();
  assert.doesNotMatch(await saidIn(page), /\b(the|is|and|of|done|screens)\b/);
  await assertAccessible(page);
  await screenshot(page, 'learn list German');
  // The browser knows it without the address.
  await page.evaluate(() => { location.hash = '#/'; });
  await expect(page.locator('#box')).toBeVisible();
  await page.evaluate(() => { location.hash = '#/learn/ties?screen=2'; });
  await expect(page.locator('#screen-title')).toHaveText(german('The neighbour goes the other way'));
  await page.reload();
  await expect(page.locator('#screen-title')).toHaveText(german('The neighbour goes the other way'));
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('#screen-title')).toHaveText('The neighbour goes the other way');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#screen-title')).toHaveText('Four bits decide');
});

for (const { name, screens } of LESSONS.filter(({ name }) => ['reading', 'unit', 'fp8-fp4'].includes(name))) {
  test(`the lesson ${name} in German, on a phone`, async ({ open }) => {
    const page = await open({ ...PHONE, path: `#/learn/${name}?lang=de` });
    for (const [number, screen] of screens.entries()) {
      await expect(page.locator('#screen-title')).toHaveText(german(screen.title).replaceAll('`', ''));
      assert.equal(await page.evaluate(() => location.hash.includes('lang=de')), true);
      for (const [index, solution] of screen.solutions.entries()) {
        // Something that is wrong is answered in German, too.
        const field = question(page, index).locator('input');
        if (await field.count()) {
          await field.fill('x');
          await field.press('Enter');
          await expect(question(page, index).locator('.mark')).toContainText('gefragt');
        }
        await answer(page, index, german(solution));
      }
      assert.doesNotMatch(await saidIn(page), /\b(the|is|and|of|not|which|what)\b/i);
      await fits(page);
      if (number === 0) {
        await assertAccessible(page);
        await screenshot(page, `learn ${name} German`, { fullPage: true });
      }
      await page.locator('.onward .next').click();
    }
    await expect(page.locator('.lessons .done').filter({ hasText: '✓ fertig' })).toHaveCount(1);
  });
}

test('a translation that does not come leaves English and says so', async ({ open }) => {
  for (const [body, said] of [[{ status: 404, body: '<!doctype html>' }, true], [{ status: 200, body: '{1}\n{2}{\n\n\u0000' }, false]]) {
    const page = await open({ path: '#/learn/reading?lang=de', breaks: said, before: (context) => context.route('**/translations/de.txt', (route) => route.fulfill(body)) });
    await expect(page.locator('#screen-title')).toHaveText('Three fields');
    if (said) await expect(page.locator('.notices')).toContainText('could not be fetched');
  }
});

/** Rows of a saved table, which has no line breaks inside its fields. */
const rows = (text) => text.replace('\u{feff}', '').trim().split('\r\n')
  .map((line) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, field]) => field.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')));

test('what was done is saved as a table', async ({ open }) => {
  const page = await open({ path: '#/learn' });
  const button = page.getByRole('button', { name: 'save what is done' });
  await expect(button).toBeHidden();
  await page.evaluate(() => { location.hash = '#/learn/practice?seed=5eed&n=2&kinds=encode,round&format=F16'; });
  await page.getByRole('button', { name: 'check' }).click();
  await page.evaluate(() => { location.hash = '#/learn/practice?seed=abc&n=1&format=F32'; });
  await page.getByRole('button', { name: 'check' }).click();
  await page.evaluate(() => { location.hash = '#/learn/ties'; });
  await page.getByRole('button', { name: 'show the answer' }).click();
  await page.getByRole('link', { name: 'Lessons' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  assert.equal(file.suggestedFilename(), 'ulpscope-marks.csv');
  const [head, ...done] = rows(await readFile(await file.path(), 'utf8'));
  assert.deepEqual(head, ['what', 'name', 'number', 'title', 'right', 'of', 'steps shown before', 'link']);
  assert.deepEqual(done.map((row) => row.slice(0, 3)), [
    ['lesson', 'Ties, and why even', '1'],
    ['practice', 'set 5eed, F16, encode, round, special patterns off', '2'],
    ['practice', done[2][1], '1'],
  ]);
  // A link of the table opens what it is about.
  await page.goto(done[1][7]);
  await expect(page.getByRole('heading', { name: 'Problem 2' })).toBeVisible();
  await expect(page.locator('.results')).toContainText(`Credit ${done[1][4]} of ${done[1][5]} fields`);
});

test('the plan for teachers: every lesson with its link and frame, a worksheet, on paper', async ({ open }) => {
  const page = await open({ path: '#/learn', permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('link', { name: 'For teachers' }).click();
  await expect(page).toHaveTitle('For teachers · Ulpscope');
  await expect(page.locator('.lessons li')).toHaveCount(LESSONS.length);
  for (const [index, { title, screens }] of LESSONS.entries()) {
    const lesson = page.locator('.lessons li', { has: page.getByRole('link', { name: title, exact: true }) });
    await expect(lesson, `${index}`).toContainText(`${screens.length} screens, ${screens.flatMap(({ solutions }) => solutions).length} questions`);
    await expect(lesson).toContainText(screens[0].title.replaceAll('`', ''));
  }
  const first = page.locator('.lessons li').first();
  await first.getByRole('button', { name: 'copy the frame' }).click();
  await expect(first.getByRole('button', { name: 'copied' })).toBeVisible();
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'convert', exact: true }).click();
  await page.getByLabel('Format').selectOption('E4M3');
  await page.getByRole('button', { name: 'special patterns' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/learn\/teach\?.*seed=1&format=E4M3&kinds=convert&special=1/);
  // The overview is what the browser prints by itself; the button prints the sheet.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.lessons li').first()).toBeVisible();
  assert.deepEqual(await controls(page), []);
  await screenshot(page, 'print teach', { fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => {
    window.print = () => {
      window.sheet = document.querySelectorAll('.worksheet > ol > li').length;
      window.alone = document.querySelector('main').matches('.practice');
    };
  });
  await page.getByRole('button', { name: 'print ten problems' }).click();
  await expect.poll(() => page.evaluate(() => [window.sheet, window.alone])).toEqual([10, true]);
  await expect(page.locator('.worksheet > ol')).toHaveCount(0);
  const link = page.locator('main a', { hasText: 'practice' });
  await expect(link).toHaveAttribute('href', /#\/learn\/practice\?seed=1&n=1&format=E4M3&kinds=convert&special=1$/);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Problem 1' })).toBeVisible();
  await foreign(frame, async (address) => {
    await page.goto(address);
    await expect(page.frameLocator('iframe').locator('#screen-title')).toHaveText('Three fields', { timeout: 15_000 });
  });
});

test('the plan in German leads to lessons in German', async ({ open }) => {
  const page = await open({ ...PHONE, path: '#/learn/teach?lang=de' });
  await expect(page.locator('h1')).toHaveText('Für Lehrende');
  assert.doesNotMatch(await saidIn(page), /\b(the|is|and|of|not|screens|questions)\b/i);
  await fits(page);
  await assertAccessible(page);
  await page.locator('.lessons a').first().click();
  await expect(page.locator('#screen-title')).toHaveText('Drei Felder');
});

/** Serves one page of another origin. */
async function foreign(body, run) {
  const { url, close } = await listen((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>A course</title><link rel="icon" href="data:,"><body>${body}</body></html>`);
  });
  try {
    await run(url);
  } finally {
    close();
  }
}

test('a frame in another page: the answer waits, links open outside, the outer history stays', async ({ open }) => {
  const page = await open();
  const context = page.context();
  await page.getByRole('button', { name: 'Embed this view' }).click();
  await page.getByRole('checkbox').check();
  const snippet = await page.getByLabel('Snippet').inputValue();
  assert.match(snippet, /&amp;embed=1&amp;hide=1"/);
  await foreign(snippet, async (address) => {
    await page.goto(address);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('.operand.result output.hex')).toBeHidden({ timeout: 15_000 });
    await expect(frame.locator('#box')).toBeVisible({ timeout: 15_000 });
    await expect(frame.locator('.head')).toBeHidden();
    await expect(frame.locator('.why')).toBeHidden();
    await screenshot(page, 'embed hidden');
    await frame.getByRole('button', { name: 'Show the answer' }).click();
    await expect(frame.locator('.operand.result output.hex')).toHaveText('0x3fa7ae15');
    await expect(frame.locator('.why')).toBeVisible();
    const before = await page.evaluate(() => history.length);
    await frame.locator('.operand').nth(1).locator('[data-bit="31"]').click();
    await frame.locator('.mode', { hasText: 'rz' }).click();
    await expect(frame.locator('#box')).toHaveValue(/fma\.rz/);
    await page.waitForTimeout(400);
    assert.equal(await page.evaluate(() => history.length), before, 'nothing is added to the outer history');
    const link = frame.getByRole('link', { name: 'Open in Ulpscope' });
    assert.doesNotMatch(await link.getAttribute('href'), /embed/);
    assert.match(await link.getAttribute('rel'), /noopener/);
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await started(opened);
    await expect(opened.locator('#box')).toHaveValue(/fma\.rz/);
    assert.equal(await opened.evaluate(() => window.opener), null);
    assert.equal(page.url(), address);
    await screenshot(page, 'embed shown');
  });
});

for (const path of ['#/program', '#/learn/half', '#/formats', '#/accuracy']) {
  test(`${path} stands in a frame`, async ({ open }) => {
    const page = await open();
    const context = page.context();
    await foreign(`<iframe title="Ulpscope" width="900" height="600" src="${URL_OF_PAGE}${path}?embed=1"></iframe>`, async (address) => {
      await page.goto(address);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('link', { name: 'Open in Ulpscope' })).toBeVisible({ timeout: 15_000 });
      await expect(frame.locator('main')).toBeVisible({ timeout: 15_000 });
      // Whatever leads elsewhere opens a window of its own.
      const inner = frame.locator('main a[href]:visible').first();
      if (await inner.count()) {
        const [opened] = await Promise.all([context.waitForEvent('page'), inner.click()]);
        await opened.close();
      }
      assert.equal(page.url(), address);
    });
  });
}

test('the example page computes with the module', async ({ open }) => {
  const page = await open();
  await page.goto(`${URL_OF_PAGE}example.html`);
  await expect(page.locator('#result')).toContainText('0x3f800000 = 1065353216n, inexact');
  await page.getByLabel('b', { exact: true }).fill('33800001');
  await expect(page.locator('#result')).toContainText('0x3f800001');
  assert.ok((await page.locator('#trace li').count()) > 3);
  await page.getByLabel('instruction').fill('add.rx.f32 d, a, b;');
  await expect(page.locator('#result')).not.toContainText('0x');
  await assertAccessible(page);
  await screenshot(page, 'module example');
  const results = await page.evaluate(async () => {
    const { evaluate, single, double } = await import('./module/ulpscope.mjs');
    const thrown = (run) => {
      try {
        run();
        return null;
      } catch (error) {
        return error.name;
      }
    };
    return {
      one: evaluate('fma.rn.f32 d, a, b, c;', { a: single(1.1), b: 0x3f8ccccdn, c: '0x3dcccccd' }).bits,
      large: evaluate('add.f64 d, a, a;', { a: double(2 ** 60) }).integer === 0x43c0000000000000n,
      several: evaluate('mul.rn.f32 %t, %a, %a; add.rn.f32 %u, %t, %a;', { '%a': single(3) }).written,
      guard: evaluate('@p add.f32 d, a, a;', { p: false, a: single(1) }).instructions[0].ran,
      machine: evaluate('MUFU.RCP R0, R1;', { R1: single(4) }, { target: 'sm_53' }).ok,
      wrong: evaluate('add.f32').ok,
      nan: [single(NaN), double(NaN)],
      thrown: [() => evaluate('', { a: 1 }), () => evaluate('', { 'a b': '1' }), () => evaluate('', { a: -1n }), () => evaluate('', {}, { target: 'sm_1' })].map(thrown),
    };
  });
  assert.deepEqual(results, {
    one: '3fa7ae15',
    large: true,
    several: [{ name: '%t', bits: '41100000', integer: 0x41100000n }, { name: '%u', bits: '41400000', integer: 0x41400000n }],
    guard: false,
    machine: true,
    wrong: false,
    nan: ['7fffffff', '7ff8000000000000'],
    thrown: ['TypeError', 'TypeError', 'TypeError', 'RangeError'],
  });
});

/** The words of everything on the sheet that would be pressed, opened or dragged; what is typed stands as text. */
const controls = (page) => page.evaluate(() => [...document.querySelectorAll('button, select, nav a, input[type=file], summary')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  // Target, version and class stand as words; bits, the results of the modes and answers to choose from are buttons on the screen alone.
  .filter((one) => !one.matches('.head .context select, .operand .class, .modes button, .lines button, .bit, [data-bit], .options button, summary'))
  .map((one) => one.textContent.trim() || one.title || one.outerHTML.slice(0, 80)));

/** What each page puts on paper: its address, what holds a step, and how many of them there must be. */
const SHEETS = [
  ['explore', '', '.steps .card, .cards .card', 9],
  ['program', '#/program', '.card', 6],
  ['compare', '#/debug?v=1&k=compare', '.aligned [role=cell]:not(:empty)', 14],
  ['explain', '#/debug', '.reasons li', 10],
  ['lesson', '#/learn/fused', '.say', 1],
  ['program lines', '#/program', '.lines .decimal, .lines .flag', 12],
  ['practice', '#/learn/practice?seed=5eed&n=13&format=F16', '.worksheet .ask', 10],
];
for (const [name, path, step, least] of SHEETS) {
  test(`${name} prints every step and no controls`, async ({ open }) => {
    const page = await open({ path, width: 794, height: 1123 });
    await expect(page.locator(step).first()).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    const shown = await page.locator(step).evaluateAll((all) => all.map((one) => one.checkVisibility({ contentVisibilityAuto: true })));
    assert.ok(shown.length >= least && shown.every(Boolean), `${shown.filter(Boolean).length} of ${shown.length} steps are on the sheet`);
    assert.deepEqual(await controls(page), []);
    await fits(page);
    await screenshot(page, `print ${name}`, { fullPage: true });
  });
}

test('practice prints ten problems, their answers on a page of their own', async ({ open }) => {
  const page = await open({ path: '#/learn/practice?seed=5eed&n=13&format=F16' });
  await expect(page.locator('.worksheet')).toBeHidden();
  const ask = await page.locator('.problem .ask').textContent();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.problem')).toBeHidden();
  await expect(page.locator('.worksheet h2')).toHaveText(['Practice: set 5eed, F16, problems 11 to 20', 'Answers: set 5eed, F16, problems 11 to 20']);
  await expect(page.locator('.worksheet > ol > li')).toHaveCount(10);
  await expect(page.locator('.worksheet > ol > li[value="13"] .ask')).toHaveText(ask);
  await expect(page.locator('.answers li')).toHaveCount(10);
  assert.equal(await page.locator('.answers').evaluate((answers) => getComputedStyle(answers).breakBefore), 'page');
  await expect(page.locator('.worksheet .link').first()).toHaveText(/#\/learn\/practice\?seed=5eed&n=11&format=F16$/);
});

test('the explorer and a program print with every step', async ({ open }) => {
  const page = await open();
  await page.getByRole('button', { name: 'Next step' }).click();
  await page.emulateMedia({ media: 'print' });
  for (const card of await page.locator('.card').all()) await expect(card).toBeVisible();
  await expect(page.locator('.head nav')).toBeHidden();
  await screenshot(page, 'print explore', { fullPage: true });
});
