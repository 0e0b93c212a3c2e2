// The page starts: below a path of its own, without a word in the console, with a box to type in.

import { assert, expect, OF_A_RELEASE, test, URL_OF_PAGE } from './browser.mjs';
import { PIECE } from './files.mjs';

test('the page starts with a box to type in', async ({ open }) => {
  const page = await open({ serviceWorkers: 'allow' });
  await expect(page.locator('input, textarea').first()).toBeVisible();
  assert.notEqual(await page.title(), '');
});

test('a page asks for its own pieces, each once', OF_A_RELEASE, async ({ open }) => {
  const context = (await open()).context();
  for (const [path, names] of [['#/', []], ['#/reference', ['handbook']], ['#/reference/glossary', ['help']], ['#/learn/ties', ['learn']], ['#/program', ['further', 'kernel', 'program']], ['#/debug', ['debug', 'explain']], ['#/accuracy', ['accuracy']]]) {
    const visit = await context.newPage();
    const asked = [];
    visit.on('request', (request) => asked.push(...(PIECE.exec(request.url())?.slice(1) ?? [])));
    await visit.goto(URL_OF_PAGE + path);
    await expect(visit.locator('html[data-ready]')).toBeAttached();
    await expect(visit.locator('main').first()).toBeAttached();
    await expect(visit.locator('[aria-busy]')).toHaveCount(0);
    // What pieces share is joined: there would be three times as many.
    assert.ok(asked.length < 60, `${path}: ${asked.length} files`);
    assert.equal(new Set(asked).size, asked.length, `${path}: ${asked}`);
    assert.deepEqual(asked.filter((name) => name.startsWith('split_')).sort(), names.map((name) => `split_${name}`).sort(), path);
    await visit.close();
  }
});
