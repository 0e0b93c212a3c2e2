// Lessons, practice and embeds as a person uses them: predict, be told, look, go on; a class's link; a frame in someone else's page.

import { readFile } from 'node:fs/promises';
import { assert, assertAccessible, expect, PHONE, screenshot, started, test, URL_OF_PAGE } from './browser.mjs';
import { answer, controls, foreign, LESSONS, plain, question } from './lessons.mjs';
import { answered, fits } from './support.mjs';

test('all lessons are listed', async ({ open }) => {
  const page = await open({ path: '#/learn' });
  await expect(page).toHaveTitle('Learn · Ulpscope');
  await expect(page.locator('.lessons li')).toHaveCount(LESSONS.length);
  await assertAccessible(page);
  await screenshot(page, 'learn list');
});

for (const { name, title, screens, open: asked, good } of LESSONS) {
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
      // Each term that the lesson names here first leads to the glossary, and nothing else does; none of them is code.
      assert.deepEqual((await page.locator('a.term').allTextContents()).sort(), screen.terms.toSorted());
      await expect(page.locator('code a, pre a, h1 a, button a')).toHaveCount(0);
      if (number === 0) await screenshot(page, `learn ${name}`, { fullPage: true });
      if (number + 1 < screens.length) await expect(page.locator('.own')).toHaveCount(0);
      else {
        await expect(page.locator('.own .ask')).toHaveText(plain(asked));
        await page.locator('.own summary').click();
        await expect(page.locator('.own details p')).toHaveText(plain(good));
        await screenshot(page, `learn ${name} end`, { fullPage: true });
      }
      if (number + 1 < screens.length) await page.locator('.onward .next').click();
    }
    await page.getByRole('link', { name: 'Lessons', exact: true }).click();
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
  await expect(question(page, 0).locator('.mark')).toContainText('the first of all bits');
  await page.locator('.operand [data-bit="31"]').click();
  await expect(page.locator('.say').last()).toContainText('-5.0');
  await expect(question(page, 0).locator('.because')).toBeVisible();
});

test('a wrong answer to choose says why, at the answer', async ({ open }) => {
  const page = await open({ ...PHONE, path: '#/learn/spacing?screen=2' });
  const answers = page.locator('.options button');
  const why = page.locator('.options .wrong');
  await expect(why).toHaveCount(0);
  await answers.filter({ hasText: '16777218' }).click();
  await expect(why).toContainText('the one with a zero as its last bit wins');
  await answers.filter({ hasText: '16777217' }).click();
  await expect(why).toHaveText('This is the exact sum, but it is no single. The ulp of 16777216.0 is 21, so the single above it is 16777218.0.');
  await expect(question(page, 0).locator('.mark')).toHaveText('Not quite.');
  // It is the description of what was chosen, stands right below it, and is announced.
  await expect(answers.filter({ hasText: '16777217' })).toHaveAccessibleDescription(/no single/);
  await expect(answers.filter({ hasText: '16777218' })).toHaveAccessibleDescription('');
  await expect(page.locator('[aria-live=polite] .wrong')).toHaveCount(1);
  const [chosen, said, below] = await Promise.all([answers.nth(1), why, answers.nth(2)].map((one) => one.boundingBox()));
  assert.ok(chosen.y + chosen.height <= said.y && said.y + said.height <= below.y);
  await fits(page);
  await assertAccessible(page);
  await screenshot(page, 'learn reason');
  await answers.filter({ hasText: '16777216' }).click();
  await expect(why).toHaveCount(0);
  await expect(question(page, 0)).toHaveAttribute('data-verdict', 'right');
});

test('a mistake that a lesson knows is answered with its reason', async ({ open }) => {
  const page = await open({ path: '#/learn/spacing' });
  const field = page.getByLabel('Your answer');
  for (const [typed, said] of [['2^10', /^Too large. This is the power of two of the leading one of 1024.0/], ['9', /^Too large.\s*$/]]) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(question(page, 0).locator('.mark')).toHaveText(said);
  }
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
  await answered(page);
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
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/seed=[0-9a-f]+&n=1&.*follows=1/);
  await page.getByRole('button', { name: 'choose by hand' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('follows');
  await page.getByRole('button', { name: 'special patterns' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('special=1');
  for (let number = 0; number < 12; number++) {
    await page.getByRole('button', { name: /^next/ }).click();
    await page.getByRole('button', { name: 'solution' }).click();
    await expect(page.locator('.answer-field[data-verdict="wrong"]')).toHaveCount(0);
    await fits(page);
  }
  await assertAccessible(page);
});

const why = (page) => page.locator('.way p');

test('practice follows the answers, says why, and can be led by hand', async ({ open }) => {
  const page = await open({ ...PHONE, path: '#/learn/practice' });
  await expect(why(page)).toContainText('A first problem, “decode”');
  await expect(page.getByLabel('Format')).toBeHidden();
  // Nothing is right: the same kind comes next.
  await answered(page);
  await expect(why(page)).toContainText('Next: The last “decode” was not all right');
  await expect(page.locator('.reached')).toContainText('decode difficulty 1 of 4');
  await screenshot(page, 'practice follows', { fullPage: true });
  await assertAccessible(page);
  await fits(page);
  await page.getByRole('button', { name: 'next ▶' }).click();
  await expect(page.getByRole('heading', { name: 'Problem 2' })).toBeVisible();
  await expect(why(page)).toContainText('Difficulty 1 of 4.');
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/n=2&format=E4M3&kinds=decode&follows=1/);
  // All is right, by the solution of another visitor's set of the same seed: something new comes.
  const seed = await page.evaluate(() => location.hash.match(/seed=([0-9a-f]+)/)[1]);
  const twin = await open({ path: `#/learn/practice?seed=${seed}&n=2&kinds=decode&format=E4M3` });
  await twin.getByRole('button', { name: 'solution' }).click();
  const fields = twin.locator('.answer-field').locator('input, select');
  const solution = await fields.evaluateAll((all) => all.map((one) => one.value));
  for (const [index, value] of solution.entries()) {
    const field = page.locator('.answer-field').nth(index).locator('input, select');
    if (await field.evaluate((one) => one.tagName) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.getByRole('button', { name: 'check' }).click();
  await expect(page.locator('.answer-field[data-verdict="right"]')).toHaveCount(solution.length);
  await expect(why(page)).toContainText('Next: A new kind of problem: “encode”');
  // It is known again after a reload, and what was chosen by hand changes nothing of it.
  await page.reload();
  await started(page);
  await page.getByRole('button', { name: 'choose by hand' }).click();
  await page.getByRole('button', { name: 'special patterns' }).click();
  await page.getByRole('button', { name: 'check' }).click();
  await expect(why(page)).toBeEmpty();
  await page.getByRole('button', { name: 'follow my answers' }).click();
  await expect(why(page)).toContainText('A new kind of problem: “encode”');
  await expect(page.getByRole('heading', { name: 'Problem 3' })).toBeVisible();
  await page.getByRole('button', { name: 'forget' }).click();
  await expect(why(page)).toContainText('A first problem');
});

test('a wrong answer is told where it parts, and the steps up to there are shown', async ({ open }) => {
  const page = await open({ path: '#/learn/practice?seed=5eed&n=1&kinds=fma&format=F16' });
  await expect(page.locator('.divergence button')).toBeHidden();
  await answered(page);
  await expect(page.locator('.divergence p')).toHaveText(/Your first mistake is in step \d+ of \d+: /);
  const step = Number((await page.locator('.divergence p').textContent()).match(/step (\d+)/)[1]);
  await page.getByRole('button', { name: 'show the steps up to there' }).click();
  await expect(page.locator('.problem .card')).toHaveCount(step);
  await expect(page.locator('.divergence button')).toBeHidden();
  await page.getByRole('button', { name: 'same again' }).click();
  await expect(page.locator('.divergence p')).toBeEmpty();
  // Which mode: each wrong choice is told what that mode gives.
  await page.evaluate(() => { location.hash = '#/learn/practice?seed=5eed&n=1&kinds=mode&format=F16'; });
  const modes = page.locator('.answer-field').filter({ hasText: 'choose' });
  await expect(modes).toHaveCount(4);
  for (const mode of await modes.all()) await mode.locator('select').selectOption('yes');
  await page.getByRole('button', { name: 'check' }).click();
  await expect(page.locator('.divergence p')).toContainText(/rz gives [01] [01]{5} [01]{10}\./);
  await screenshot(page, 'practice first divergence', { fullPage: true });
});

test('an answer of one’s own is kept, printed, and handed in with the marks', async ({ open }) => {
  const page = await open({ path: '#/learn/ties?screen=4' });
  await page.getByRole('button', { name: 'show the answer' }).click();
  const written = 'Prices.\nA sum of "many" small ones.';
  const field = page.getByRole('textbox', { name: 'An open question' });
  await field.fill(written);
  await assertAccessible(page);
  await page.reload();
  await started(page);
  await expect(field).toHaveValue(written);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.own .written')).toHaveText(written);
  await expect(page.locator('.own details')).toBeHidden();
  assert.deepEqual(await controls(page), []);
  await fits(page);
  await screenshot(page, 'print open question', { fullPage: true });
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Lessons', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'save what is done' }).click()]);
  assert.match(await readFile(await file.path(), 'utf8'), /open question,"Ties, and why even",,,,,,[^,]*learn\/ties\?screen=4,"Prices\.\nA sum of ""many"" small ones\."/);
});

test('lessons of a course follow each other, and its last one ends it', async ({ open }) => {
  const page = await open({ path: '#/learn/reading?screen=4' });
  await page.getByRole('button', { name: 'next lesson ▶' }).click();
  await expect(page.locator('#screen-title')).toHaveText('The gap doubles');
  await page.evaluate(() => { location.hash = '#/learn/comparing?screen=3'; });
  await page.getByRole('button', { name: 'all lessons ▶' }).click();
  await expect(page).toHaveTitle('Learn · Ulpscope');
});

test('a term leads to its entry in the glossary, and back', async ({ open }) => {
  const page = await open({ path: '#/learn/spacing' });
  await page.getByRole('link', { name: 'ulp', exact: true }).click();
  await expect(page.locator('#asked dt')).toHaveText('ulp');
  await page.goBack();
  await expect(page.locator('#screen-title')).toHaveText('The gap doubles');
});

test('a frame in another page: the answer waits, links open outside, the outer history stays', async ({ open }) => {
  const page = await open();
  const context = page.context();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('checkbox').check();
  const snippet = await page.getByLabel('Snippet').inputValue();
  assert.match(snippet, /&amp;embed=1&amp;hide=1"/);
  await foreign(snippet, async (address) => {
    await page.goto(address);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('html[data-ready]')).toBeAttached({ timeout: 15_000 });
    await expect(frame.locator('.operand.result output.hex')).toBeHidden();
    await expect(frame.locator('#box')).toBeVisible({ timeout: 15_000 });
    await expect(frame.locator('.head')).toBeHidden();
    await expect(frame.locator('.why')).toBeHidden();
    await expect(frame.locator('.assembly')).toBeHidden();
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

test('an element of our script in another page: as high as its view, nothing of the answer before it is asked for', async ({ open }) => {
  const page = await open();
  const element = (parts) => `<script src="${URL_OF_PAGE}module/ulp-scope.js" defer></script><ulp-scope ${parts}></ulp-scope>`;
  await foreign(element('text="add.rz.f32 %f1, 0f3f800000, 0f33800000;" hide step="2" target="sm_80"'), async (address) => {
    await page.goto(address);
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('#box')).toHaveValue(/add\.rz/, { timeout: 15_000 });
    await expect(frame.locator('.operand.result output.hex')).toBeHidden();
    await expect(frame.locator('.step[aria-current], [aria-current=step]').first()).toContainText('2');
    // The page around it scrolls, not the frame.
    await expect.poll(() => page.frames()[1].evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    await frame.getByRole('button', { name: 'Show the answer' }).click();
    await expect(frame.locator('.operand.result output.hex')).toHaveText('0x3f800000');
    await expect.poll(() => page.frames()[1].evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    await page.locator('ulp-scope').evaluate((element) => element.setAttribute('text', 'mul.rn.f32 %f1, 0f40000000, 0f40000000;'));
    await expect(frame.locator('#box')).toHaveValue(/mul/, { timeout: 15_000 });
  });
  await foreign(element('link="#/learn/ties"'), async (address) => {
    await page.goto(address);
    await expect(page.frameLocator('iframe').locator('#screen-title')).toBeVisible({ timeout: 15_000 });
  });
});

test('the recipe for slides: a frame on a hidden slide loads when it is shown, as high as its view', async ({ open }) => {
  const page = await open({ path: '#/learn/teach' });
  const recipes = page.locator('.recipes pre');
  await expect(recipes).toHaveCount(4);
  await foreign(`<section hidden>${await recipes.first().textContent()}</section>`, async (address) => {
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('ulp-scope iframe')).toBeAttached();
    assert.deepEqual(asked.filter((url) => url.startsWith(URL_OF_PAGE)), [`${URL_OF_PAGE}module/ulp-scope.js`]);
    await page.locator('section').evaluate((slide) => { slide.hidden = false; });
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('#box')).toHaveValue(/fma/, { timeout: 15_000 });
    const whole = () => page.frames()[1].evaluate(() => document.documentElement.scrollHeight <= innerHeight);
    await expect.poll(whole).toBe(true);
    await frame.getByRole('button', { name: 'Show the answer' }).click();
    await expect(frame.locator('.operand.result output.hex')).toHaveText('0x3fa7ae15');
    await expect.poll(whole).toBe(true);
    // The element scrolls, so that the slide keeps its height.
    const height = () => page.locator('ulp-scope').evaluate((element) => [element.clientHeight, element.scrollHeight > element.clientHeight]);
    await expect.poll(height).toEqual([560, true]);
  });
});

test('every recipe copies what it shows, with addresses of this site', async ({ open }) => {
  const page = await open({ path: '#/learn/teach', permissions: ['clipboard-read', 'clipboard-write'] });
  for (const recipe of await page.locator('.recipes dd').all()) {
    const said = await recipe.locator('pre').textContent();
    assert.ok(said.includes(URL_OF_PAGE), said);
    await recipe.getByRole('button').click();
    await expect(recipe.getByRole('button', { name: 'copied' })).toBeVisible();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), said);
  }
  const frame = await page.locator('.recipes pre').last().textContent();
  await foreign(frame, async (address) => {
    await page.goto(address);
    await expect(page.frameLocator('iframe').locator('#screen-title')).toHaveText('Exactly half way', { timeout: 15_000 });
  });
});

for (const path of ['#/program', '#/learn/half', '#/learn/printing?screen=3', '#/formats', '#/accuracy']) {
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

/** Lines of PTX. */
const LINES = '#/program?v=1&i=add.rn.f32+%25s,+%25a,+%25b;%0Asub.rn.f32+%25x,+%25s,+%25a;%0Asub.rn.f32+%25y,+%25s,+%25x;%0Asub.rn.f32+%25d,+%25b,+%25x;%0Asub.rn.f32+%25e,+%25a,+%25y;%0Aadd.rn.f32+%25f,+%25d,+%25e;&r=a:3f800000,b:33400001';

/** What each page puts on paper: its address, what holds a step, and how many of them there must be. */
const SHEETS = [
  ['explore', '', '.steps .card, .cards .card', 9],
  ['program', LINES, '.card', 6],
  ['compare', '#/debug?v=1&k=compare', '.aligned [role=cell]:not(:empty)', 14],
  ['explain', '#/debug', '.reasons li', 10],
  ['lesson', '#/learn/fused', '.say', 1],
  ['program lines', LINES, '.lines .decimal, .lines .flag', 12],
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
  await expect(page.locator('.answers li[value]')).toHaveCount(10);
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
