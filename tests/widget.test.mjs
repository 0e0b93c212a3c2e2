// The widget of a notebook in a browser, loaded as anywidget loads it: its script as a module, with a model that stands for Python's side.

import { readFile } from 'node:fs/promises';
import { assert, expect, test } from './browser.mjs';

const CODE = new URL('../crates/python/ulpscope/widget.js', import.meta.url);

/** Draws the widget over a model that keeps what was sent, and ends a message of Python's by `answer`. */
const drawn = async (page, held) => {
  await page.goto('about:blank');
  await page.evaluate(async ([code, held]) => {
    const { default: widget } = await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
    const listeners = new Map();
    const sent = [];
    const model = {
      get: (name) => held[name],
      set: (name, value) => { held[name] = value; sent.push([name, value]); },
      save_changes: () => sent.push('save'),
      on: (event, listener) => listeners.set(event, listener),
      off: (event, listener) => assertSame(listeners.get(event), listener) && listeners.delete(event),
    };
    const assertSame = (one, other) => { if (one !== other) throw new Error('another listener'); return true; };
    const end = widget.render({ model, el: document.body });
    Object.assign(globalThis, {
      sent,
      /** What Python sends: each trait that changes tells its own listener. */
      answer: (changed) => Object.entries(changed).forEach(([name, value]) => { held[name] = value; listeners.get(`change:${name}`)?.(); }),
      listeners: () => { end(); return listeners.size; },
    });
  }, [await readFile(CODE, 'utf8'), held]);
};

test('the widget sends what is typed and shows what Python answers', async ({ page }) => {
  await drawn(page, { text: 'add.rn.f32 d, a, b;', operands: { a: '1.5', b: '2' }, html: '<b>3.5</b>', error: '' });
  const [text, operands] = [page.getByLabel('text'), page.getByLabel('operands')];
  await expect(text).toHaveValue('add.rn.f32 d, a, b;');
  await expect(operands).toHaveValue('a = 1.5, b = 2');
  await expect(page.locator('b')).toHaveText('3.5');

  await operands.fill('a=0x3f800000,  b = 1e-3, c');
  await operands.press('Enter');
  await text.fill('mul.rn.f32 d, a, b;');
  await text.press('Tab');
  assert.deepEqual(await page.evaluate(() => globalThis.sent), [
    ['operands', { a: '0x3f800000', b: '1e-3', c: '' }], 'save', ['text', 'mul.rn.f32 d, a, b;'], 'save',
  ]);

  // An answer to one of them leaves the other as it is being typed.
  await operands.fill('a = 4');
  await page.evaluate(() => globalThis.answer({ html: '<i>0.001</i>', error: 'c has no value <' }));
  await expect(page.locator('i')).toHaveText('0.001');
  await expect(page.getByRole('alert')).toHaveText('c has no value <');
  await expect(operands).toHaveValue('a = 4');
  await page.evaluate(() => globalThis.answer({ operands: { a: '8' }, error: '' }));
  await expect(operands).toHaveValue('a = 8');
  await expect(page.getByRole('alert')).toBeEmpty();

  assert.equal(await page.evaluate(() => globalThis.listeners()), 0, 'it listens on after its end');
});
