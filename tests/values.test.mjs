// No number is hidden: the longest values of every format on every page, at every width, and the layout is asked whether one is cut off.

import { assert, expect, go, test } from './browser.mjs';
import { PAGES } from './pages.mjs';

const WIDTHS = [320, 360, 768, 1060, 1280, 1366, 1920];

const box = (text, registers) => `#/?v=1&i=${encodeURIComponent(text)}&r=${registers}`;
const program = (text, registers) => `#/program?v=1&i=${encodeURIComponent(text)}&r=${registers}`;
const debug = (tab, rest) => `#/debug?v=1&k=${tab}&${rest}`;

/** Values with as many digits as their formats have. */
const LONG = [
  box('add.f32 %f4, %f1, %f2;', 'f1:80ffffff,f2:3f800001'),
  box('fma.rn.f32 %f4, %f1, %f2, %f3;', 'f1:807fffff,f2:3f7fffff,f3:b8d1b719'),
  box('fma.rn.f64 %f4, %f1, %f2, %f3;', 'f1:801fffffffffffff,f2:3ff0000000000001,f3:800ffffffffffffb'),
  box('mul.rm.f64 %f4, %f1, %f2;', 'f1:ffefffffffffffff,f2:3fefffffffffffff'),
  box('fma.rn.f16x2 %f4, %f1, %f2, %f3;', 'f1:83ff87ff,f2:3bff3c01,f3:83fffbff'),
  box('fma.rn.bf16x2 %f4, %f1, %f2, %f3;', 'f1:80ff80ff,f2:3f813f81,f3:807fff7f'),
  box('fma.rn.f32x2 %f4, %f1, %f2, %f3;', 'f1:80ffffff80ffffff,f2:3f8000013f800001,f3:807fffff807fffff') + '&t=sm_100&p=8.6',
  box('cvt.rn.f64.s64 %f4, %f1;', 'f1:8000000000000401'),
  box('cvt.rni.s64.f64 %f4, %f1;', 'f1:c3dfffffffffffff'),
  box('cvt.rni.u64.f64 %f4, %f1;', 'f1:43efffffffffffff'),
  box('cvt.rn.f32.f64 %f4, %f1;', 'f1:b81fffffffffffff'),
  box('cvt.rn.satfinite.e4m3x2.f32 %f4, %f1, %f2;', 'f1:80ffffff,f2:3f800001'),
  box('cvt.rn.f16x2.e5m2x2 %f4, %f1;', 'f1:8383'),
  box('cvt.rna.tf32.f32 %f4, %f1;', 'f1:80fff001'),
  box('cvt.rn.f16.f32 %f4, %f1;', 'f1:b87fffff'),
  box('cvt.f32.f16 %f4, %f1;', 'f1:83ff'),
  box('cvt.rn.f32.s64 %f4, %f1;', 'f1:8000000000000401'),
  box('ex2.approx.f32 %f4, %f1;', 'f1:c2fbffff'),
  box('lg2.approx.f32 %f4, %f1;', 'f1:3f7fffff'),
  box('rcp.approx.ftz.f64 %f4, %f1;', 'f1:801fffffffffffff'),
  box('testp.subnormal.f64 p, %f1;', 'f1:800fffffffffffff'),
  box('MUFU.RCP64H R0, R1;', '.R1:801fffff'),
  box('F2F.F64.F32 R0, R2;', '.R2:80ffffff'),
  box('HMUL2 R0, R1, R2;', '.R1:83ff87ff,.R2:3bff3c01'),
  box('0x5080000000470100', '.R1:80ffffff'),
  box('RRO.SINCOS R0, R1; MUFU.SIN R0, R0;', '.R1:47c35000'),
  box('__sinf(1e5f)', ''),
  box('__fma_rn(x, y, z)', '.x:801fffffffffffff,.y:3ff0000000000001,.z:800ffffffffffffb'),
  box('__sincosf(x, &s, &c)', '.x:b8d1b719'),
  box('0.1 + 0.2', ''),
  box('(a - b) * (a + b)', '.a:80ffffff,.b:3f800001'),
  box('sqrt(x*x + y*y)', '.x:801fffffffffffff,.y:bff0000000000001'),
  program(
    'cvt.f64.f32 %fd1, %f1;\nfma.rn.f64 %fd4, %fd1, %fd2, %fd3;\nmul.rn.f32 %f3, %f1, %f2;\ncvt.rzi.s64.f64 %rd1, %fd5;\ncvt.f32.f16 %f7, %h1;',
    'f1:80ffffff,f2:3f800001,fd2:3ff0000000000001,fd3:801fffffffffffff,fd5:c3dfffffffffffff,h1:83ff',
  ),
  ...['F64&b=801fffffffffffff', 'F64&n=-0.1', 'F32&b=80ffffff', 'F32&b=ff7fffff', 'F16&b=83ff', 'E4M3&b=83', 'S64&b=8000000000000001']
    .map((query) => `#/formats?v=1&f=${query}`),
  ...['F64&b=801fffffffffffff', 'F32&b=80ffffff', 'BF16&b=80ff'].map((query) => `#/formats/extremes?v=1&f=${query}`),
  ...['F64', 'F32', 'F16', 'BF16'].map((format) => `#/formats/rounding?v=1&n=-2.2250738585072012e-308&f=${format}&d=801fffffffffffff`),
  '#/formats/rounding?v=1&n=-1.00000011920928955078126&f=F32&d=bff0000010000001',
  '#/half?v=1&b=b87fffff&l=21',
  debug('explain', `e=${encodeURIComponent('fma.rn.f64 a=801fffffffffffff b=3ff0000000000001 c=800ffffffffffffb got=801ffffffffffffe')}`),
  debug('explain', `e=${encodeURIComponent('mul.rn.f32 a=80ffffff b=3f7fffff got=80000000')}`),
  debug('compare', `i=${encodeURIComponent('fma.rn.f64 %d, %a, %b, %c;')}&j=${encodeURIComponent('mul.rn.f64 %t, %a, %b;\nadd.rn.f64 %d, %t, %c;')}&r=a:801fffffffffffff,b:3ff0000000000001,c:3ca0000000000001`),
  debug('find', 'i=fma.rn.f64&o=tie&n=1'),
  debug('find', 'i=ex2.approx.f32&o=worst&n=1'),
  debug('matrix', 'i=fma.rn.f64'),
  '#/accuracy?v=1&t=sm_90&p=8.8&f=SIN',
  '#/accuracy?v=1&t=sm_90&p=8.8&f=LG2',
  ...['cvt', 'ex2', 'rcp', 'rcp.approx.ftz.f64', 'RRO', 'F2F'].map((name) => `#/reference/${name}`),
  ...['reading', 'spacing', 'modes', 'subnormals', 'flush', 'fused', 'cancellation', 'half', 'unit', 'sine', 'nan', 'division'].map((name) => `#/learn/${name}`),
  ...['decode', 'encode', 'round', 'fma', 'grs'].map((kind) => `#/learn/practice?seed=5eed&n=3&format=F32&kinds=${kind}&special=1`),
];

/** What opens more of a page. */
async function unfold(page) {
  const all = page.getByRole('button', { name: 'open all' });
  if (await all.count()) await all.click();
  const closed = page.locator('main details:not([open]) > summary:visible');
  for (let left = await closed.count(); left > 0; left--) await closed.first().click();
}

/** What holds a digit and is cut off, or lies under something else; each as a line of text. */
function hidden() {
  const seen = new Set();
  const name = (element) => `${element.tagName.toLowerCase()}${element.getAttribute('class') ? `.${element.getAttribute('class').trim().replace(/\s+/g, '.')}` : ''}`;
  const path = (element) => {
    const up = [];
    for (let at = element; at && at.tagName !== 'MAIN' && up.length < 4; at = at.parentElement) up.unshift(name(at));
    return up.join(' > ');
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true });
  const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const unseen = (element) => element.closest('.unseen, [aria-hidden="true"].paint, dialog:not([open]), option');
  const boxes = [];
  const known = new Map();
  const styleOf = (element) => known.get(element) ?? known.set(element, { ...pick(getComputedStyle(element)), box: element.getBoundingClientRect() }).get(element);
  const pick = ({ overflowX, overflowY, clipPath }) => ({ overflowX, overflowY, clipPath });
  const look = (element, rects, text) => {
    for (let at = element; at; at = at.parentElement) {
      const style = styleOf(at);
      // What is there for a screen reader alone.
      if (style.clipPath !== 'none' && at.clientWidth <= 1) return;
      const { left, right, top, bottom } = style.box;
      const scrolls = [style.overflowX, style.overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
      for (const rect of rects) {
        if (cuts(style.overflowX) && (rect.right > right + 1 || rect.left < left - 1)) seen.add(`${path(element)}: “${text}” cut off by ${name(at)}`);
        if (cuts(style.overflowY) && (rect.bottom > bottom + 3 || rect.top < top - 3)) seen.add(`${path(element)}: “${text}” cut off below by ${name(at)}`);
      }
      if (scrolls) return;
      if (at.tagName === 'BODY' && rects.some((rect) => rect.right > innerWidth + 1 || rect.left < -1)) seen.add(`${path(element)}: “${text}” outside the window`);
    }
    boxes.push({ element, rects, text });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!/\d/.test(node.data) || unseen(element) || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    if (rects.length) look(element, rects, node.data.trim().slice(0, 40));
  }
  for (const field of document.querySelectorAll('input:not([type="range"], [type="checkbox"], [type="file"])')) {
    if (/\d/.test(field.value) && shown(field) && field.scrollWidth > field.clientWidth + 1) seen.add(`${path(field)}: “${field.value}” longer than its field`);
  }
  // Numbers that lie over each other hide each other; bits and the letters of a drawing stand apart by their cells.
  const numbers = boxes.filter(({ element }) => element.closest('.number, .value, .mode, .decimal, .hex, .microscope, svg text, td, dd, .figures'));
  numbers.forEach((one, index) => {
    for (const other of numbers.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const meets = one.rects.some((a) => other.rects.some((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4));
      if (meets) seen.add(`${path(one.element)}: “${one.text}” over “${other.text}”`);
    }
  });
  return [...seen];
}

// Addresses of one page are gone through where it is open.
const ALL = [...PAGES, ...LONG];
const pageOf = (path) => path.split('?')[0];

for (const name of new Set(ALL.map(pageOf))) {
  test(`no number is hidden: ${name}`, async ({ open }) => {
    const paths = ALL.filter((path) => pageOf(path) === name);
    const page = await open({ path: paths[0], reducedMotion: 'reduce' });
    const found = [];
    for (const path of paths) {
      await go(page, path);
      await expect(page.locator('main:not(.wait)').first()).toBeVisible();
      await expect(page.locator('.stale')).toHaveCount(0);
      // A lesson has several screens.
      const screens = await page.locator('.screens ol a').evaluateAll((links) => links.map((link) => link.hash));
      for (const screen of screens.length ? screens : [path]) {
        if (screen !== path) await go(page, screen);
        await unfold(page);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          found.push(...(await page.evaluate(hidden)).map((line) => `${screen} at ${width} px: ${line}`));
        }
      }
    }
    assert.deepEqual(found, []);
  });
}
