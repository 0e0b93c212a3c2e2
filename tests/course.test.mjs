// A course: lessons in another language, the plan for teachers, marks as a table.

import gift from 'gift-pegjs';
import { readFile } from 'node:fs/promises';
import { assert, assertAccessible, expect, PHONE, screenshot, test } from './browser.mjs';
import { answer, controls, foreign, LESSONS, plain, question } from './lessons.mjs';
import { answered, fits } from './support.mjs';

/** The texts of a lesson's file, without its live parts: each title, paragraph, answer to choose and reason why one is wrong. */
const texts = async (name, language) => (await readFile(new URL(`../crates/course/content/${language}/${name}.md`, import.meta.url), 'utf8'))
  .replace(/^```[^]*?^```$|^> !?=.*$|^\[[^\]]*\]$/gm, '')
  .replace(/^> ?/gm, '')
  .replace(/^(\S.*)\n(?= {2})/gm, '$1\n\n')
  .replace(/^ {2}/gm, '')
  .replace(/ \| .*$/gm, '')
  .replace(/\n(#+|-) /g, '\n\n')
  .split(/\n\s*\n/)
  .map((text) => text.trim().replaceAll('\n', ' '))
  .filter(Boolean);
/** Texts of the lessons and their translations. */
const GERMAN = new Map((await Promise.all(LESSONS.map(async ({ name }) => {
  const [english, german] = await Promise.all([texts(name, 'en'), texts(name, 'de')]);
  assert.equal(english.length, german.length, name);
  return english.map((text, index) => [text, german[index]]);
}))).flat());
const german = (english) => GERMAN.get(english) ?? english;

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

for (const { name, screens, open: asked } of LESSONS.filter(({ name }) => ['reading', 'unit', 'fp8-fp4'].includes(name))) {
  test(`the lesson ${name} in German, on a phone`, async ({ open }) => {
    const page = await open({ ...PHONE, path: `#/learn/${name}?lang=de` });
    for (const [number, screen] of screens.entries()) {
      await expect(page.locator('#screen-title')).toHaveText(german(screen.title).replaceAll('`', ''));
      assert.equal(await page.evaluate(() => location.hash.includes('lang=de')), true);
      for (const [index, solution] of screen.solutions.entries()) {
        // What is wrong is answered in German, too, and says why.
        const wrong = question(page, index).locator('.options button').filter({ hasNotText: german(solution).replaceAll('`', '') });
        if (await wrong.count()) {
          await wrong.first().click();
          await expect(question(page, index).locator('.options .wrong')).toContainText('.');
          assert.doesNotMatch(await saidIn(page), /\b(the|is|and|of|not|which|what)\b/i);
        }
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
        assert.ok(await page.locator('a.term').count() > 0, 'terms are links in German, too');
      }
      if (number + 1 === screens.length) {
        await expect(page.locator('.own h2')).toHaveText('Eine offene Frage');
        if (!asked.includes('{')) await expect(page.locator('.own .ask')).toHaveText(plain(german(asked)));
      }
      if (number + 1 < screens.length) await page.locator('.onward .next').click();
    }
    await page.getByRole('link', { name: 'Lektionen', exact: true }).click();
    await expect(page.locator('.lessons .done').filter({ hasText: '✓ fertig' })).toHaveCount(1);
  });
}

test('a translation that does not come leaves English and says so', async ({ open }) => {
  for (const [body, said] of [[{ status: 404, body: '<!doctype html>' }, true], [{ status: 200, body: '{1}\n{2}{\n\n\u0000' }, false]]) {
    const page = await open({ path: '#/learn/reading?lang=de', breaks: said, before: (context) => context.route('**/content/de/*', (route) => route.fulfill(body)) });
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
  await expect(page.locator('main')).toContainText('F16');
  await answered(page);
  await page.evaluate(() => { location.hash = '#/learn/practice?seed=abc&n=1&format=F32'; });
  await expect(page.locator('main')).toContainText('F32');
  await answered(page);
  await page.evaluate(() => { location.hash = '#/learn/ties'; });
  await page.getByRole('button', { name: 'show the answer' }).click();
  await page.getByRole('link', { name: 'Lessons' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  assert.equal(file.suggestedFilename(), 'ulpscope-marks.csv');
  const [head, ...done] = rows(await readFile(await file.path(), 'utf8'));
  assert.deepEqual(head, ['what', 'name', 'number', 'title', 'right', 'of', 'steps shown before', 'link', 'answer']);
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
  await page.getByRole('link', { name: 'For teachers' }).first().click();
  await expect(page).toHaveTitle('For teachers · Ulpscope');
  await expect(page.locator('.lessons li')).toHaveCount(LESSONS.length);
  for (const [index, { title, screens }] of LESSONS.entries()) {
    const lesson = page.locator('.lessons li', { has: page.getByRole('link', { name: title, exact: true }) });
    await expect(lesson, `${index}`).toContainText(`${screens.length} screens, ${screens.flatMap(({ solutions }) => solutions).length} questions`);
    await expect(lesson).toContainText(screens[0].title.replaceAll('`', ''));
    await expect(lesson).toContainText(plain(LESSONS[index].open));
  }
  await expect(page.locator('.answers dd').first()).toBeHidden();
  await page.getByText('What good answers to the open questions say').click();
  await expect(page.locator('.answers dd').first()).toHaveText(plain(LESSONS[0].good));
  await page.getByText('What good answers to the open questions say').click();
  const first = page.locator('.lessons li').first();
  await first.getByRole('button', { name: 'copy the frame' }).click();
  await expect(first.getByRole('button', { name: 'copied' })).toBeVisible();
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'convert', exact: true }).click();
  await page.getByLabel('Format').selectOption('E4M3');
  await page.getByRole('button', { name: 'special patterns' }).click();
  await expect.poll(() => page.evaluate(() => location.hash)).toMatch(/learn\/teach\?.*seed=1&format=E4M3&kinds=decode,encode,round,add,grs,convert&special=1/);
  // The overview is what the browser prints by itself; the button prints the sheet.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.lessons li').first()).toBeVisible();
  // Answers are on paper, folded or not, on pages of their own.
  assert.ok(await page.locator('.answers dd').evaluateAll((all) => all.every((one) => one.checkVisibility({ contentVisibilityAuto: true }))));
  assert.equal(await page.locator('details.answers').evaluate((answers) => getComputedStyle(answers).breakBefore), 'page');
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
  await expect(link).toHaveAttribute('href', /#\/learn\/practice\?seed=1&n=1&format=E4M3&kinds=decode,encode,round,add,grs,convert&special=1$/);
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

// Not in Firefox, whose driver keeps no download.
test('ten problems are saved as questions, which other readers of the formats take', async ({ open }) => {
  const page = await open({ path: '#/learn/teach' });
  const saved = async (name, as = 'utf8') => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return readFile(await file.path(), as);
  };
  const questions = gift.parse(await saved('save as GIFT')).filter(({ type }) => type !== 'Category' && type !== 'Description');
  const problems = new Set(questions.map(({ title }) => title.split(',')[0]));
  assert.deepEqual([...problems], Array.from({ length: 10 }, (_, place) => `Problem ${place + 1}`));
  for (const question of questions) {
    assert.ok(['Short', 'Numerical', 'MC'].includes(question.type), question.type);
    assert.ok(question.globalFeedback.text.includes('#/learn/practice'), 'the steps and a link');
  }
  const xml = await saved('save for Moodle (XML)');
  const read = await page.evaluate((xml) => {
    const quiz = new DOMParser().parseFromString(xml, 'application/xml');
    return { wrong: quiz.querySelector('parsererror')?.textContent, types: [...quiz.querySelectorAll('quiz > question')].map((one) => one.getAttribute('type')) };
  }, xml);
  assert.deepEqual(read, { wrong: undefined, types: Array(10).fill('cloze') });
  // The entries of the package are stored as they are: a document ends where the next head begins.
  const documents = (await saved('save as QTI 2.1 (zip)', 'latin1')).split('PK\x03\x04').slice(1).map((entry) => entry.split('PK\x01\x02')[0])
    .map((entry) => [entry.slice(26, 26 + entry.charCodeAt(22)), Buffer.from(entry.slice(26 + entry.charCodeAt(22)), 'latin1').toString()]);
  const entries = await page.evaluate((documents) => documents.map(([name, xml]) => {
    const read = new DOMParser().parseFromString(xml, 'application/xml');
    return [name, read.querySelector('parsererror')?.textContent ?? read.documentElement.namespaceURI.split('/').at(-1), read.documentElement.localName,
      [...read.querySelectorAll('itemBody textEntryInteraction, itemBody inlineChoiceInteraction')].length === read.querySelectorAll('responseDeclaration').length];
  }), documents);
  assert.deepEqual(entries, [
    ...[...problems].map((_, place) => [`problem-${place + 1}.xml`, 'imsqti_v2p1', 'assessmentItem', true]),
    ['test.xml', 'imsqti_v2p1', 'assessmentTest', true],
    ['imsmanifest.xml', 'imscp_v1p1', 'manifest', true],
  ]);
});
