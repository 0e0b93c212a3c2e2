// What the tests of lessons share: the lessons as the core tells them, answering, someone else's page, what a sheet must not show.

import { readFile } from 'node:fs/promises';
import { expect } from './browser.mjs';
import { listen } from './server.mjs';

const text = await readFile(new URL('../crates/semantics/tests/lessons.txt', import.meta.url), 'utf8');
/** The lessons as the core tells them: names, screens, and the solutions of their questions. */
export const LESSONS = text.split('\n===== ').slice(1).map((part) => ({
  name: part.slice(0, part.indexOf(':')),
  title: part.slice(part.indexOf(':') + 2, part.indexOf('\n')),
  open: part.match(/^ {2}\?\? (.*)$/m)[1],
  good: part.match(/^ {2}\.\. (.*)$/m)[1],
  screens: part.split('\n--- ').slice(1).map((screen) => ({
    title: screen.slice(0, screen.indexOf('\n')),
    terms: screen.match(/^ {5}\[terms: (.*)\]$/m)?.[1].split(', ').map((term) => term.split(' = ')[0]) ?? [],
    solutions: [...screen.matchAll(/^ {2}= {2}(.*?)\. /gm)].map(([, solution]) => solution),
  })),
}));

/** What stands in markup for a sentence with code and powers. */
export const plain = (sentence) => sentence.replaceAll('`', '').replace(/([a-z0-9])\^(\d+)/gi, '$1$2');

export const question = (page, index) => page.locator('.question').nth(index);

/** Answers a question as the core does. */
export async function answer(page, index, solution) {
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

/** Serves one page of another origin. */
export async function foreign(body, run) {
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

/** The words of everything on the sheet that would be pressed, opened or dragged; what is typed stands as text. */
export const controls = (page) => page.evaluate(() => [...document.querySelectorAll('button, select, nav a, input[type=file], summary')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  // Target, version and class stand as words; bits, the results of the modes and answers to choose from are buttons on the screen alone.
  .filter((one) => !one.matches('.head .context select, .operand .class, .modes button, .lines button, .bit, [data-bit], .options button, summary'))
  .map((one) => one.textContent.trim() || one.title || one.outerHTML.slice(0, 80)));
