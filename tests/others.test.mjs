// Between the page and other programs: Compiler Explorer, a bookmark on other pages, files that the system opens with the app.

import { assert, expect, go, OF_A_RELEASE, test } from './browser.mjs';
import { BOX } from './support.mjs';

/** What Compiler Explorer would be opened with. */
async function opened(page) {
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'open in Compiler Explorer' }).click();
  const there = await popup;
  await there.waitForURL('https://godbolt.org/**');
  const address = new URL(there.url());
  await there.close();
  await page.getByRole('button', { name: 'Close' }).click();
  assert.equal(address.origin, 'https://godbolt.org');
  const [, place, state] = address.pathname.match(/^\/(\w+)\/(.*)$/);
  assert.equal(place, 'clientstate');
  const { sessions: [session] } = JSON.parse(Buffer.from(decodeURIComponent(state), 'base64').toString('utf8'));
  return session;
}

/** A place for Compiler Explorer, which no test reaches. */
const before = (context) => context.route('https://godbolt.org/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>there</p>' }));

test('C and PTX open in Compiler Explorer with their options and their chip', async ({ open }) => {
  const page = await open({ before });
  const ptx = await opened(page);
  assert.equal(ptx.language, 'ptx');
  assert.match(ptx.source, /fma\.rn\.f32 %f4, %f1, %f2, %f3;/);
  assert.deepEqual(ptx.compilers, [{ id: 'ptxasnvcc_131', options: '-arch=sm_90' }]);
  await page.locator(BOX).fill('a*b + c // größer, -fmad=false');
  const c = await opened(page);
  assert.equal(c.language, 'cuda');
  assert.match(c.source, /^__global__ void program\(float a, float b, float c, float \*out_d\)[^]*\*out_d = a\*b \+ c; \/\/ größer/);
  assert.deepEqual(c.compilers, [{ id: 'nvcc129u1', options: '-arch=sm_90 -fmad=false' }]);
  await go(page, '#/program');
  await page.locator(BOX).fill('__global__ void k(float *y) { *y = 0.1f; }');
  assert.equal((await opened(page)).source, '__global__ void k(float *y) { *y = 0.1f; }');
});

test('what no compiler takes is said, and a page without a text has no such button', async ({ open }) => {
  const page = await open();
  await page.locator(BOX).fill('MUFU.RCP R0, R1;');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'open in Compiler Explorer' }).click();
  await expect(page.locator('#embed [role=status]')).toContainText('Only C, CUDA C++ and straight lines of PTX');
  await page.getByRole('button', { name: 'Close' }).click();
  await go(page, '#/formats');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('button', { name: 'open in Compiler Explorer' })).toBeHidden();
});

test('the bookmark opens what is selected elsewhere, or the source of Compiler Explorer', async ({ open }) => {
  const page = await open({ before });
  await page.getByRole('button', { name: 'Help: keys' }).click();
  const script = await page.getByRole('link', { name: 'open in Ulpscope' }).getAttribute('href');
  const elsewhere = await page.context().newPage();
  /** The text that arrives when the bookmark is pressed. */
  const arrives = async () => {
    const popup = elsewhere.waitForEvent('popup');
    await elsewhere.evaluate((script) => { (0, eval)(script); }, script.replace(/^javascript:/, ''));
    const there = await popup;
    await expect(there.locator(BOX)).toBeVisible();
    const text = await there.locator(BOX).inputValue();
    const { hash } = new URL(there.url());
    await there.close();
    return [text, hash.split('?')[0]];
  };
  await elsewhere.goto('https://godbolt.org/');
  await elsewhere.setContent('<p>0.1f + 0.2f &amp; 1</p>');
  await elsewhere.evaluate(() => getSelection().selectAllChildren(document.querySelector('p')));
  assert.deepEqual(await arrives(), ['0.1f + 0.2f & 1', '#/']);
  // Its panes are kept in the tab when the window loses the focus.
  const source = '__global__ void k(float *y) {\n    *y = 0.1f; // 100 %\n}\n';
  await elsewhere.evaluate((source) => {
    getSelection().removeAllRanges();
    const pane = (componentName, componentState) => ({ type: 'component', componentName, componentState });
    const content = [{ type: 'row', content: [pane('codeEditor', { id: 1, source, lang: 'cuda' }), pane('compiler', { source: 1 })] }];
    addEventListener('blur', () => sessionStorage.setItem('gl', JSON.stringify({ content })));
  }, source);
  assert.deepEqual(await arrives(), [source, '#/program']);
});

/** The system opens the app with a file: a queue that holds it until the page asks. */
const launched = (name, body) => (context) => context.addInitScript(([name, body]) => {
  const file = new File([Uint8Array.from(body)], name);
  const queue = { setConsumer: (take) => take({ files: [{ kind: 'file', name, getFile: async () => file }] }) };
  Object.defineProperty(globalThis, 'launchQueue', { value: queue });
}, [name, [...body]]);

/** Where the app is opened with a file of such a name, by its manifest. */
async function action(page, ending) {
  const manifest = await page.evaluate(async () => (await fetch('manifest.webmanifest')).json());
  const handler = manifest.file_handlers.find(({ accept }) => Object.values(accept).flat().includes(ending));
  return handler.action.replace(/^\.\//, '');
}

test('a file that the system opens with the app arrives where it belongs', OF_A_RELEASE, async ({ open }) => {
  const page = await open();
  const source = 'float s = 0.1f;\ns *= 3;\n';
  for (const ending of ['.cu', '.cuh', '.c', '.cpp', '.ptx', '.py']) {
    const there = await open({ path: await action(page, ending), before: launched(`x${ending}`, Buffer.from(source)) });
    await expect(there.locator(BOX)).toHaveValue(source);
    await there.close();
  }
  const listing = 'MUFU.RCP R0, R1;\nFMUL R2, R0, R3;\n';
  const code = await open({ path: await action(page, '.sass'), before: launched('x.sass', Buffer.from(listing)) });
  await expect(code).toHaveURL(/#\/\?/);
  await expect(code.locator(BOX)).toHaveValue(listing);
  const head = "{'descr': '<f4', 'fortran_order': False, 'shape': (64,), }".padEnd(117) + '\n';
  const body = Buffer.concat([Buffer.from('\x93NUMPY\x01\x00v\x00', 'latin1'), Buffer.from(head), Buffer.alloc(256)]);
  const column = await open({ path: await action(page, '.npy'), before: launched('x.npy', body) });
  await expect(column.locator('#state')).toHaveText('64 numbers.');
});
