// NVIDIA's instructions over typed arrays, bit for bit: the names of the package of Python. `arrays.d.mts` says what each one does.
import { ask, bytesOf, CODES, FORMATS, formatOf, NUMBERS, stored, together } from './numbers.mjs';
import * as core from './ulpscope-module.js';

/** A function of the core for each element of arrays; an array of one element stands for any number of them. */
function apply(code, operands, Type, scalar) {
  const count = operands.some(({ length }) => length === 0) ? 0 : Math.max(...operands.map(({ length }) => length));
  if (operands.some(({ length }) => length !== count && length !== 1)) throw new RangeError(`the arrays have ${operands.map(({ length }) => length).join(' and ')} elements`);
  if (count === 0) return new Type(0);
  const made = ask(() => code.run(operands.map(bytesOf), Uint32Array.from(operands, (array) => 8 * array.BYTES_PER_ELEMENT), count));
  const result = new Type(made.buffer, made.byteOffset, count);
  return scalar ? result[0] : result;
}

/** What was read once, the latest last. */
const prepared = new Map();

function once(key, make) {
  let code = prepared.get(key);
  if (code === undefined) {
    code = ask(make);
    if (prepared.size === 512) {
      const [[oldest, dropped]] = prepared;
      prepared.delete(oldest);
      dropped.free();
    }
    prepared.set(key, code);
  }
  return code;
}

const instruction = (text, target) => once(`${target} ${text}`, () => core.Function.instruction(text, target));

function arithmetic(name, values, { rnd, ftz, sat, nan, of, target }) {
  const { Type, scalar, operands } = together(values, of);
  const format = formatOf(operands[0], of);
  const words = [name, rnd, ftz && 'ftz', nan && 'NaN', sat && 'sat', format].filter(Boolean);
  return apply(instruction(`${words.join('.')} d, ${[...'abc'].slice(0, values.length).join(', ')};`, target), operands, Type, scalar);
}

export const add = (a, b, options = {}) => arithmetic('add', [a, b], { rnd: 'rn', ...options });
export const sub = (a, b, options = {}) => arithmetic('sub', [a, b], { rnd: 'rn', ...options });
export const mul = (a, b, options = {}) => arithmetic('mul', [a, b], { rnd: 'rn', ...options });
export const div = (a, b, options = {}) => arithmetic('div', [a, b], { rnd: 'rn', ...options });
export const fma = (a, b, c, options = {}) => arithmetic('fma', [a, b, c], { rnd: 'rn', ...options });
export const sqrt = (x, options = {}) => arithmetic('sqrt', [x], { rnd: 'rn', ...options });
export const rcp = (x, options = {}) => arithmetic('rcp', [x], { rnd: 'rn', ...options });
export const min = (a, b, options = {}) => arithmetic('min', [a, b], options);
export const max = (a, b, options = {}) => arithmetic('max', [a, b], options);
export const ex2 = (x, options = {}) => arithmetic('ex2.approx', [x], options);
export const lg2 = (x, options = {}) => arithmetic('lg2.approx', [x], options);
export const sin = (x, options = {}) => arithmetic('sin.approx', [x], options);
export const cos = (x, options = {}) => arithmetic('cos.approx', [x], options);
export const tanh = (x, options = {}) => arithmetic('tanh.approx', [x], options);
export const rsqrt = (x, options = {}) => arithmetic('rsqrt.approx', [x], options);

function unit(name, x, { target = 'sm_90' } = {}) {
  const { Type, scalar, operands } = together([x], 'f32');
  if (Type !== Float32Array) throw new TypeError(`the special function unit takes a Float32Array, not a ${Type.name}`);
  return apply(once(`${target} ${name}`, () => core.Function.unit(name, target)), operands, Type, scalar);
}

export const mufuRcp = (x, options) => unit('RCP', x, options);
export const mufuRsq = (x, options) => unit('RSQ', x, options);
export const mufuSqrt = (x, options) => unit('SQRT', x, options);
export const mufuLg2 = (x, options) => unit('LG2', x, options);
export const mufuEx2 = (x, options) => unit('EX2.FLOAT', x, options);
export const mufuSin = (x, options) => unit('SIN.TURNS', x, options);
export const mufuCos = (x, options) => unit('COS.TURNS', x, options);
export const mufuTanh = (x, options) => unit('TANH', x, options);

function expression(text, names, values, target, given) {
  const { Type, scalar, operands } = together(values, given);
  const own = FORMATS.get(Type);
  if (own !== 'f32' && own !== 'f64') throw new TypeError(`an expression of C takes a Float32Array or a Float64Array, not a ${Type.name}`);
  const code = once(JSON.stringify([target, own, names, text]), () => core.Function.expression(text, names, own, target));
  return apply(code, operands, Type, scalar);
}

/** A row of the library as a function. */
function called(row) {
  const [name, own, count, prototype] = row.split('\t');
  const names = Array.from({ length: count }, (_, place) => `x${place}`);
  const text = `${name}(${names.join(', ')})`;
  const call = (...values) => {
    if (values.length !== names.length) throw new TypeError(`${prototype} takes ${count} operands, not ${values.length}`);
    if (values.some((value) => ArrayBuffer.isView(value) && FORMATS.get(value.constructor) !== own)) throw new TypeError(`${prototype} takes a ${NUMBERS[own].name}`);
    return expression(text, names, values, 'sm_90', own);
  };
  return [name, Object.defineProperty(call, 'name', { value: name })];
}

export const cuda = Object.freeze(Object.fromEntries(core.library().map(called)));

export function each(text, operands, { target } = {}) {
  const names = Object.keys(operands);
  if (!text.trimEnd().endsWith(';')) return expression(text, names, Object.values(operands), target ?? 'sm_90');
  const code = instruction(text, target);
  const wanted = code.inputs.map((input) => input.split(' '));
  if (wanted.length !== names.length || wanted.some(([name]) => !(name in operands))) {
    throw new TypeError(`the text reads ${wanted.map(([name]) => name).join(', ')}; given are ${names.join(', ')}`);
  }
  const codes = Object.values(CODES);
  const arrays = wanted.map(([name, format, lanes, width]) => {
    const array = operands[name];
    const fits = codes.includes(array.constructor) || (lanes === '1' && FORMATS.get(array.constructor) === format);
    if (!fits || 8 * array.BYTES_PER_ELEMENT !== Math.max(Number(width), 8)) {
      throw new TypeError(`${name} holds ${lanes} of ${format} in ${width} bits, and no numbers of a ${array.constructor.name}`);
    }
    return array;
  });
  const [format, lanes, width] = code.output.split(' ');
  // Bits in, bits out.
  const bare = lanes !== '1' || arrays.every(({ constructor }) => codes.includes(constructor));
  const alike = arrays.find(({ constructor }) => FORMATS.get(constructor) === format)?.constructor ?? NUMBERS[format];
  return apply(code, arrays, (!bare && alike) || CODES[Math.max(Number(width), 8)], false);
}

export function cvt(x, to, { rnd = 'rn', random, satfinite, relu = false, ftz = false, of, target } = {}) {
  to = to.toLowerCase();
  const { Type, scalar, operands } = together([x], of);
  const from = formatOf(operands[0], of);
  if ((random === undefined) === (rnd === 'rs')) throw new TypeError("`random` is for rnd: 'rs', and that needs it");
  if (rnd === 'rs') operands.push(ArrayBuffer.isView(random) ? random : Uint32Array.of(random));
  if (rnd === 'rs' && !(operands[1] instanceof Uint32Array)) throw new TypeError('`random` is a Uint32Array');
  const key = `${target} ${rnd} ${satfinite} ${relu} ${ftz} ${from} ${to}`;
  const code = once(key, () => core.Function.conversion(from, to, rnd, satfinite, relu, ftz, target));
  const Result = NUMBERS[to] ?? (to === FORMATS.get(Type) ? Type : CODES[stored(to)]);
  return apply(code, operands, Result, scalar);
}

export function bits(x) {
  const { scalar, operands: [array] } = together([x]);
  const result = new CODES[8 * array.BYTES_PER_ELEMENT](array.buffer, array.byteOffset, array.length);
  return scalar ? result[0] : result;
}

export function ulps(a, b, { of } = {}) {
  const { scalar, operands } = together([a, b], of);
  const format = formatOf(operands[0], of);
  formatOf(operands[1], of);
  const count = Math.max(...operands.map(({ length }) => length));
  const [one, two] = operands.map((array) => (array.length === 1 ? new array.constructor(count).fill(array[0]) : array));
  if (one.length !== two.length) throw new RangeError(`the arrays have ${one.length} and ${two.length} elements`);
  const result = core.steps(bytesOf(one), bytesOf(two), format);
  return scalar ? result[0] : result;
}

function next(x, of, up) {
  const { Type, scalar, operands: [array] } = together([x], of);
  const made = core.next(bytesOf(array), formatOf(array, of), up);
  const result = new Type(made.buffer, made.byteOffset, array.length);
  return scalar ? result[0] : result;
}

export const nextUp = (x, { of } = {}) => next(x, of, true);
export const nextDown = (x, { of } = {}) => next(x, of, false);

export function exact(x, { of } = {}) {
  const { scalar, operands: [array] } = together([x], of);
  const result = core.decimals(bytesOf(array), formatOf(array, of));
  return scalar ? result[0] : result;
}

export function mma(a, b, options) {
  const { m, n, k, c = 0, chip = 'H100', path, kind, aType, bType, scale, scales, block: size, rnd = 'rn' } = options;
  const dType = (options.dType ?? 'f32').toLowerCase();
  if ([m, n, k].some((size) => !Number.isInteger(size) || size < 0)) throw new RangeError(`m, n and k are whole numbers from 0 on, not ${m}, ${n} and ${k}`);
  if (a.length !== m * k || b.length !== k * n) throw new RangeError(`a is M×K and b is K×N; these have ${a.length} and ${b.length} elements`);
  const formats = [formatOf(a, aType), formatOf(b, bType), dType];
  const Type = dType === 'f16' ? Uint16Array : NUMBERS[dType];
  if (!['f16', 'f32', 'f64'].includes(dType)) throw new TypeError(`D is f16, f32 or f64, not ${dType}`);
  const columns = new b.constructor(b.length);
  for (let column = 0; column < n; column++) for (let row = 0; row < k; row++) columns[column * k + row] = b[row * n + column];
  const start = ArrayBuffer.isView(c) ? c : Type.of(dType === 'f16' ? cvt(c, 'f16') : c);
  if (!(start instanceof Type) && FORMATS.get(start.constructor) !== dType) throw new TypeError(`c is a ${Type.name}, as D`);
  const matrices = [a, columns, start, ...(scales ?? [])].map(bytesOf);
  const made = ask(() => core.mma(chip, path, kind, formats, scale, size, matrices, Uint32Array.of(m, n, k), rnd));
  return new Type(made.buffer, made.byteOffset, m * n);
}

export function block(x, format, { exponent = 'floor', tensorScale } = {}) {
  if (!(x instanceof Float32Array)) throw new TypeError('block takes a Float32Array');
  const [, element, scale, size] = ask(() => core.recipe(format)).split(' ');
  if (x.length % size) throw new RangeError(`a block of ${format} has ${size} numbers, and ${x.length} are given`);
  const made = ask(() => core.block(bytesOf(x), format, exponent, tensorScale === undefined ? undefined : bits(Float32Array.of(tensorScale))[0]));
  const { codes, scales } = made;
  const tensor = new Float32Array(Uint32Array.of(made.tensor).buffer)[0];
  made.free();
  // Each product of a code, a scale and the tensor scale has at most 39 bits, so that a double holds it.
  const meaning = (of) => exact(Uint8Array.from({ length: 2 ** core.width(of) }, (_, code) => code), { of }).map(Number);
  const [ofCode, ofScale] = [meaning(element), meaning(scale)];
  const values = Float64Array.from(codes, (code, at) => ofCode[code] * ofScale[scales[Math.floor(at / size)]] * tensor);
  const mean = (of) => values.reduce((sum, value, at) => sum + of(value, x[at]) ** 2, 0) / values.length;
  const mse = mean((value, given) => value - given);
  return { format, codes, scales, tensorScale: tensor, values, mse, sqnr: 10 * Math.log10(mean((_, given) => given) / mse) };
}
