// The JavaScript module in Node.js and in a page: what its types say, what its examples give, and docs/javascript.md, which is made of both.
import { readFileSync, writeFileSync } from 'node:fs';
import { assert, test } from './browser.mjs';

const at = (path) => new URL(`../${path}`, import.meta.url);
const PAGE = at('docs/javascript.md');

/** What the types declare: a comment without its stars, the declarations below it, and the examples with what they give. */
const BLOCKS = ['ulpscope.d.mts', 'arrays.d.mts', 'texts.d.mts'].flatMap((file) => {
  const blocks = readFileSync(at(`crates/module/files/${file}`), 'utf8').trim().split(/\n\n+(?=\/\*\*|export)/);
  return blocks.filter((block) => !/^(export \*|import)/.test(block)).map((block) => {
    const [, comment = '', declared] = block.match(/^(?:\/\*\*(.*?)\*\/\n)?(.*)$/s);
    const [said, examples = ''] = comment.replace(/^ ?\* ?/gm, '').split('@example');
    return { name: declared.match(/^export \w+ (\w+)/)[1], said: said.trim(), declared: declared.trim(), examples: examples.trim() };
  });
});

const EXAMPLES = BLOCKS.flatMap(({ examples }) => examples.split('\n').filter(Boolean));

function page() {
  const parts = [
    '# The JavaScript module',
    "Made of the types: `ULPSCOPE_BLESS=1 cargo xtask test --browser-only 'made of the types'` writes it.",
    'The names of the [package of Python](python.md) over typed arrays, in browsers and in Node.js.',
    "```js\nimport { add, explain } from './module/ulpscope.mjs';\n```",
  ];
  for (const { name, said, declared, examples } of BLOCKS) {
    parts.push(`## ${name}`, said, `\`\`\`ts\n${declared}\n\`\`\``);
    if (examples) parts.push(`\`\`\`js\n${examples}\n\`\`\``);
  }
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

test('docs/javascript.md is made of the types', () => {
  if (process.env.ULPSCOPE_BLESS) writeFileSync(PAGE, page());
  assert.equal(readFileSync(PAGE, 'utf8'), page());
});

test('every example of the types is right in Node.js, and every name has a type', async () => {
  const core = await import(at('dist/module/ulpscope.mjs').href);
  const run = (text) => new Function(...Object.keys(core), `return (${text})`)(...Object.values(core));
  assert.ok(EXAMPLES.length > 20);
  for (const example of EXAMPLES) {
    const [text, gives] = example.split(' // ');
    assert.deepStrictEqual(run(text), run(gives), example);
  }
  const typed = BLOCKS.filter(({ declared }) => /^export (function|const)/.test(declared)).map(({ name }) => name);
  assert.deepEqual(Object.keys(core).sort(), typed.sort());
});

test('the module computes over arrays in a page', async ({ open }) => {
  const page = await open();
  const found = await page.evaluate(async () => {
    const ulp = await import('./module/ulpscope.mjs');
    const { html, svg } = ulp.explain('fma.rn.f32 d, a, b, c;', { a: 1.1, b: Float32Array.of(1.1), c: '-1.21' });
    // The page's policy allows no style inside.
    const shown = new DOMParser().parseFromString(svg.replace(/<style>.*<\/style>/s, ''), 'image/svg+xml');
    return {
      sum: ulp.add(new Float32Array(1000).fill(0.1), 0.2).every((sum) => sum === Math.fround(0.3) || sum === ulp.nextUp(Math.fround(0.3), { of: 'f32' })),
      picture: [shown.documentElement.nodeName, shown.querySelectorAll('.chosen').length > 0, html.includes('<svg')],
    };
  });
  assert.deepEqual(found, { sum: true, picture: ['svg', true, true] });
});

test('arrays give what the arithmetic of JavaScript gives', async () => {
  const ulp = await import(at('dist/module/ulpscope.mjs').href);
  let seed = 1;
  const bits = Uint32Array.from({ length: 40_000 }, () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0));
  const [a, b] = [new Float32Array(bits.buffer, 0, 20_000), new Float32Array(bits.buffer, 80_000)];
  const pairs = [
    [ulp.add(a, b), (x, y) => x + y], [ulp.sub(a, b), (x, y) => x - y], [ulp.mul(a, b), (x, y) => x * y],
    [ulp.div(a, b), (x, y) => x / y], [ulp.sqrt(a), (x) => Math.sqrt(x)], [ulp.rcp(a), (x) => 1 / x],
  ];
  // A sum, product, quotient or root of singles that a double rounds first is rounded right a second time: 53 ≥ 2 · 24 + 2.
  // Any NaN is one.
  const wrong = (found, by) => found.findIndex((value, place) => !Object.is(value, Math.fround(by(a[place], b[place]))));
  assert.deepEqual(pairs.map(([found, by]) => wrong(found, by)), pairs.map(() => -1));
  const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
  const singles = ulp.cvt(codes, 'f32', { of: 'e5m2' });
  const value = (code) => {
    const [exponent, fraction] = [code >> 2 & 31, code & 3];
    const finite = exponent === 0 ? fraction * 2 ** -16 : (4 + fraction) * 2 ** (exponent - 17);
    return (code & 128 ? -1 : 1) * (exponent < 31 ? finite : fraction === 0 ? Infinity : NaN);
  };
  assert.deepEqual([...singles], Array.from(codes, value));
  // Narrowed again, each number has its code; a NaN has the one that PTX gives.
  const numbers = codes.filter((code) => !Number.isNaN(value(code)) && Number.isFinite(value(code)));
  assert.deepEqual(ulp.cvt(Float32Array.from(numbers, value), 'e5m2'), numbers);
  assert.deepEqual(ulp.exact(Uint32Array.of(0x3f800000), { of: 'TF32' }), ['1']);
});

const SCALE = '__global__ void scale(float *y, float x) { y[threadIdx.x] *= x; }';

test('a kernel, a sweep and a diagnosis give what JavaScript computes', async () => {
  const ulp = await import(at('dist/module/ulpscope.mjs').href);
  const y = Float32Array.from({ length: 64 }, (_, place) => place / 7);
  const done = ulp.run(SCALE, [y, 0.1], { threads: 64 });
  const exact = (value) => value * Math.fround(0.1);
  assert.deepEqual(done.buffers.y, y.map((value) => Math.fround(exact(value))));
  // The product of two singles is exact in a double; an ulp is that of the true value.
  const ulps = (value) => (value === 0 ? 0 : (Math.fround(exact(value)) - exact(value)) / 2 ** (Math.floor(Math.log2(exact(value))) - 23));
  assert.ok(done.errors.y.every((error, place) => Math.abs(error - ulps(y[place])) <= 0.0005));
  const halves = ulp.run('__global__ void twice(__half *y) { *y = *y + *y; }', [[Uint16Array.of(0x3c01), 'f16']]);
  assert.deepEqual([...halves.buffers.y], [0x4001]);
  const counted = ulp.run('__global__ void count(unsigned long long *n) { *n += 1; printf("%d", 7); }', [BigUint64Array.of(2n ** 53n)]);
  assert.deepEqual([counted.buffers.n[0], counted.errors.n, counted.printed], [2n ** 53n + 1n, null, '7']);
  const whole = ulp.run('__global__ void f(float *y) { *y *= 0.1f; } int main() { float *y; cudaMallocManaged(&y, 4); *y = 3; f<<<1, 1>>>(y); cudaDeviceSynchronize(); }');
  assert.deepEqual(whole.buffers, { f_y: Float32Array.of(0.3) });
  // A zero keeps its sign, and a buffer its name.
  assert.equal(ulp.explain('add.rn.f32 d, a, b;', { a: -0, b: -0 }).results[0].bits, 0x80000000n);
  const signed = ulp.run('__global__ void s(float *__proto__, float x) { *__proto__ = x; }', [new Float32Array(1), -0]).buffers;
  assert.deepEqual(Object.entries(signed).map(([name, [value]]) => [name, Object.is(value, -0)]), [['__proto__', true]]);
  assert.equal(ulp.sweep((x) => x, 'x', { over: [-0, 0] }).count, 2);
  // The errors of as many lines as are kept are known.
  const lines = ulp.run(SCALE, [new Float32Array(1), 2]).lines;
  assert.deepEqual([lines, lines - 1].map((keep) => ulp.run(SCALE, [new Float32Array(1), 2], { keep }).errors.y !== null), [true, false]);
  assert.deepEqual(ulp.cvt(Float32Array.of(1), 'E4M3'), Uint8Array.of(0x38));
  // The reciprocal of a double, rounded to a single: 53 ≥ 2 · 24 + 2.
  const right = ulp.sweep((x) => x.map((value) => 1 / value), '1/x', { over: [-4, -(2 ** -100)], every: 50_021 });
  assert.ok(right.count > 16_000 && right.nearest === right.count && right.worst <= 0.5 && right.wrong === 0);
  const up = ulp.sweep((x) => ulp.nextUp(x, { of: 'f16' }), 'x', { over: [1, 2], of: 'f16' });
  assert.deepEqual([up.count, up.worst, up.mean, up.counts.length + 1], [1025, 1, 1, up.edges.length]);
  const found = ulp.why('mul.rn.f32 d, a, b;', y.map((value) => value * y[3]), { a: y, b: y[3] });
  assert.deepEqual([found.counts, found.wrong], [{ right: 64, explained: 0, unexplained: 0 }, []]);
  const down = ulp.why('mul.rn.f32 d, a, b;', ulp.mul(y, y[3], { rnd: 'rz' }), { a: y, b: y[3] });
  assert.equal(down.counts.unexplained, 0);
  assert.equal(down.causes[0].explains, down.counts.explained);
  assert.ok(down.causes[0].explains > 5 && down.causes[0].contradicts === 0 && down.causes[0].sentence.includes('rz'), JSON.stringify(down.causes));
  assert.equal(down.wrong.length, down.counts.explained);
});

test('what is wrong is an error that says where', async () => {
  const ulp = await import(at('dist/module/ulpscope.mjs').href);
  const x = Float32Array.of(1, 2);
  for (const [run, said] of [
    [() => ulp.add(x, Float64Array.of(1, 2)), /several types/],
    [() => ulp.add(x, Float32Array.of(1, 2, 3)), /2 and 3 elements/],
    [() => ulp.add(Uint16Array.of(1), Uint16Array.of(1)), /have no format/],
    [() => ulp.add(Uint16Array.of(1), 1, { of: 'f16' }), /an array of one code/],
    [() => ulp.exact([1]), /neither a number nor a typed array/],
    [() => ulp.ulps(Int32Array.of(1), 1.5), /1\.5 is no number of a Int32Array/],
    [() => ulp.add(x, x, { rnd: 'rx' }), /line 1: add\.rx\.f32 d, a, b;\n {13}\^\^\^/],
    [() => ulp.exact(Uint8Array.of(16), { of: 'e2m1' }), /has 4 bits/],
    [() => ulp.cvt(x, 'e4m3', { rnd: 'rs' }), /`random`/],
    [() => ulp.cvt(x, 'e9m9'), /`\.e9m9` is no modifier/],
    [() => ulp.cuda.expf(Float64Array.of(1)), /takes a Float32Array/],
    [() => ulp.each('add.rn.f32 d, a, b;', { a: x }), /reads a, b/],
    [() => ulp.each('add.rn.f32 d, a, b;', { a: x, b: Int32Array.of(1) }), /b holds 1 of f32 in 32 bits/],
    [() => ulp.mma(x, x, { m: 1, n: 1, k: 2, aType: 'tf32', bType: 'tf32' }), /multiple of/],
    [() => ulp.mma(new Float32Array(8), new Float32Array(8), { m: -1, n: -1, k: -8, aType: 'tf32', bType: 'tf32' }), /whole numbers/],
    [() => ulp.mma(new Float32Array(8), new Float32Array(8), { m: 1, n: 1, k: 8, c: Int32Array.of(1), aType: 'tf32', bType: 'tf32' }), /c is a Float32Array/],
    [() => ulp.mufuTanh(x, { target: 'sm_62' }), /TANH/],
    [() => ulp.mufuSin(x, { target: 'sm_62' }), /no floats/],
    // A name with a blank is none, whatever was read before.
    [() => [ulp.each('+x * y', { x, y: x }), ulp.each('y +x * y', { x })], /\^/],
    [() => ulp.each('x + xy', { x, xy: x, y: x }), /reads no `y`/],
    [() => ulp.run(SCALE, [new Float64Array(1), 3]), /`y` points to numbers of f32; the buffer has f64/],
    [() => ulp.block(x, 'mxfp4'), /has 32 numbers/],
    [() => ulp.block(new Float32Array(32), 'mxfp4', { tensorScale: 2 }), /no tensor scale/],
    [() => ulp.explain('add.rn.f32 d, a, b;', { a: 1 }), /`b` is missing/],
    [() => ulp.explain(SCALE), /`run` runs it/],
    [() => ulp.each('FADD R0, R1, R2;', { R1: x, R2: x }), /Machine instructions/],
    [() => ulp.why('add.rn.f32 d, a, b;', x, { a: x }), /reads a, b/],
    [() => ulp.why('add.rn.f32 d, a, b;', x, { a: x, b: new Float32Array(3) }), /b has 3 elements, and seen 2/],
    [() => ulp.why('add.rn.bf16 d, a, b;', x, { a: 1, b: 2 }), /seen: codes of bf16 stand in a Uint16Array/],
    [() => ulp.why('setp.lt.f32 p, a, b;', x, { a: x, b: x }), /predicate/],
    [() => ulp.run(SCALE, [x]), /takes 2 arguments/],
    [() => ulp.run(SCALE, [[1, 2], 3]), /neither a number nor a typed array/],
    [() => ulp.run(SCALE, [Uint16Array.of(1), 3]), /have no format/],
    [() => ulp.run(SCALE, [[x, 'tf32'], 3]), /TF32/],
    [() => ulp.run(SCALE, [x, 3], { threads: 0 }), /threads is a whole number from 1 on, not 0/],
    [() => ulp.run(SCALE, [x, 3], { threads: 2 ** 31 }), /`threads` is 1 to 1024 together here, not 2147483648/],
    [() => ulp.run(SCALE, [x, 3], { blocks: [2 ** 16, 2] }), /`blocks` is 1 to 65536 together here, not 131072/],
    [() => ulp.run('__global__ void s(unsigned char *y) { *y = 255; }', [[Uint8Array.of(1), 'e2m1']]), /8 bits or more/],
    [() => ulp.run('__global__ void s(float *y) { y[1000] = 1; }', [x]), /stops at line \d+ of its PTX/],
    [() => ulp.why('constructor*b', x, { b: x, q: x }), /reads constructor, b/],
    [() => ulp.run(SCALE, [x, 3], { threads: [1, 1, 1, 2] }), /threads has one to three numbers, not 4/],
    [() => ulp.run(SCALE, [x, 3], { blocks: [] }), /blocks has one to three numbers, not 0/],
    [() => ulp.run(`${SCALE} int main() { float *y; cudaNothing(&y); }`, []), /cudaNothing/],
    [() => ulp.run(SCALE, [x, 3], { limit: 0.5 }), /limit is a whole number/],
    [() => ulp.run(SCALE, [x, 3], { limit: 2 }), /The run stops at line/],
    [() => ulp.run('__global__ void scale(float *y) { *y = ; }', [x]), /line 1: .*\n.*\^/],
    [() => ulp.sweep((x) => x, 'expp'), /There is no true function `expp`; these are known/],
    [() => ulp.sweep((x) => x, 'x', { over: [2, 1] }), /not 2 and 1/],
    [() => ulp.sweep((x) => x, 'x', { over: [1, 2], of: 'f64' }), /not of f64/],
    [() => ulp.sweep((x) => x.subarray(1), 'x', { over: [1, 2], every: 99 }), /wanted are/],
    [() => ulp.sweep(() => 1, 'x', { over: [1, 2], every: 99 }), /have no format/],
  ]) assert.throws(run, said);
});
