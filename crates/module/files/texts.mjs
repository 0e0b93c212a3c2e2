// What is asked about a text or a function: its steps, a kernel's buffers, why results are wrong, all errors. `texts.d.mts` says more.
import { bits, cvt } from './arrays.mjs';
import { ask, bytesOf, CODES, formatOf, NUMBERS, stored, together } from './numbers.mjs';
import * as core from './ulpscope-module.js';

/** A number as it is written; String loses the sign of a zero. */
const decimal = (value) => (Object.is(value, -0) ? '-0' : String(value));

export function explain(text, operands = {}, { target = 'sm_90' } = {}) {
  const written = (value) => {
    if (!ArrayBuffer.isView(value)) return decimal(value);
    if (value.length !== 1) throw new TypeError('an array that is explained has one element');
    return `#${8 * value.BYTES_PER_ELEMENT} ${bits(value)[0].toString(16)}`;
  };
  const made = ask(() => core.explain(text, target, Object.keys(operands), Object.values(operands).map(written)));
  const named = (row) => {
    const [name, format, lanes, digits] = row.split('\t');
    return { name, format, lanes: Number(lanes), bits: BigInt(`0x${digits}`) };
  };
  const step = (row) => {
    const [title, sentence] = row.split('\t');
    return { title, sentence };
  };
  const { flags, evidence, notes, why, story, html, svg } = made;
  const result = { text, inputs: made.inputs.map(named), results: made.results.map(named), flags, evidence, notes, why, steps: made.steps.map(step), story, html, svg };
  made.free();
  return result;
}

export function why(text, seen, operands, { target = 'sm_90' } = {}) {
  const question = ask(() => new core.Question(text, target));
  const inputs = question.inputs.map((row) => row.split('\t'));
  const names = Object.keys(operands);
  if (inputs.length !== names.length || inputs.some(([name]) => !Object.hasOwn(operands, name))) {
    throw new TypeError(`the text reads ${inputs.map(([name]) => name).join(', ')}; given are ${names.join(', ')}`);
  }
  const read = (name, value, format) => {
    try {
      const [array] = together([value], format).operands;
      formatOf(array, format);
      return array;
    } catch (wrong) {
      throw new wrong.constructor(`${name}: ${wrong.message}`);
    }
  };
  const results = read('seen', seen, question.output);
  const arrays = inputs.map(([name, format]) => {
    const array = read(name, operands[name], format);
    if (array.length !== 1 && array.length !== results.length) throw new RangeError(`${name} has ${array.length} elements, and seen ${results.length}`);
    return array.length === results.length ? array : new array.constructor(results.length).fill(array[0]);
  });
  const made = ask(() => question.why(arrays.map(bytesOf), bytesOf(results)));
  const [right, explained, unexplained] = made.counts;
  const cause = (row) => {
    const [sentence, causes, explains, contradicts] = row.split('\t');
    return { sentence, causes, explains: Number(explains), contradicts: Number(contradicts) };
  };
  const result = (row) => {
    const [place, sentence] = row.split('\t');
    return { place: Number(place), sentence };
  };
  const { summary } = made;
  const found = { summary, counts: { right, explained, unexplained }, causes: made.causes.map(cause), wrong: made.wrong.map(result) };
  made.free();
  return found;
}

/** A number of 32 bits without a sign, as the core takes it. */
function whole(name, value, least = 0) {
  if (!Number.isInteger(value) || value < least || value >= 2 ** 32) throw new RangeError(`${name} is a whole number from ${least} on, not ${value}`);
  return value;
}

export function run(text, given = [], { entry, threads, blocks, shared = 0, limit = 10_000_000, keep = 1_000_000, fmad = true, target = 'sm_90' } = {}) {
  const pairs = given.map((one) => (Array.isArray(one) ? one : [one]));
  const formats = pairs.map(([value, of]) => {
    if (ArrayBuffer.isView(value)) return formatOf(value, of);
    if (of === undefined && ['number', 'bigint', 'string'].includes(typeof value)) return '';
    throw new TypeError(`${value} is neither a number nor a typed array`);
  });
  const lists = pairs.map(([value], at) => (formats[at] === '' ? new Uint8Array(0) : bytesOf(value)));
  const numbers = pairs.map(([value], at) => (formats[at] === '' ? decimal(value) : ''));
  const shape = (name, size) => {
    if (size === undefined) return size;
    const sizes = [size].flat();
    if (sizes.length < 1 || sizes.length > 3) throw new RangeError(`${name} has one to three numbers, not ${sizes.length}`);
    return Uint32Array.from([0, 1, 2], (axis) => whole(name, sizes[axis] ?? 1, 1));
  };
  const sizes = [shape('threads', threads), shape('blocks', blocks), whole('shared', shared), whole('limit', limit), whole('keep', keep)];
  const made = ask(() => core.run(text, target, formats, lists, numbers, entry, ...sizes, fmad));
  const rows = made.buffers.map((row) => row.split('\t'));
  const array = ([name, format, at], buffer) => {
    const Type = at === '' ? (NUMBERS[format] ?? CODES[stored(format)]) : pairs[at][0].constructor;
    return [name, new Type(made.bytes(buffer).buffer)];
  };
  const buffers = Object.fromEntries(rows.map(array));
  const errors = Object.fromEntries(rows.map(([name], buffer) => [name, made.errors(buffer) ?? null]));
  const result = { buffers, errors, printed: made.printed, lines: made.lines };
  made.free();
  return result;
}

/** As many numbers are handed to a function at once. */
const SLICE = 1 << 20;

export function sweep(f, against, { over, every = 1, of = 'f32', gives } = {}) {
  of = of.toLowerCase();
  whole('every', every, 1);
  const [Words, Type] = of === 'f32' ? [Uint32Array, Float32Array] : [Uint16Array, Uint16Array];
  const parts = ask(() => core.interval(of, over?.map(decimal)));
  let found, given;
  for (let part = 0; part < parts.length; part += 2) {
    for (let at = parts[part]; at <= parts[part + 1]; at += every * SLICE) {
      const words = new Words(Math.min(SLICE, Math.floor((parts[part + 1] - at) / every) + 1));
      for (let place = 0; place < words.length; place++) words[place] = at + place * every;
      const results = f(new Type(words.buffer));
      const format = formatOf(results, gives ?? (results instanceof Uint16Array && of !== 'f32' ? of : undefined));
      given ??= format;
      if (results.length !== words.length || format !== given) {
        throw new RangeError(`f gives ${results.length} numbers of ${format}; wanted are ${words.length} of ${given}`);
      }
      found ??= ask(() => new core.Sweep(against, of, format));
      ask(() => found.take(at, every, bytesOf(results)));
    }
  }
  const [count, nearest, mean, worst, place, flushed, wrong] = found.figures;
  const worstAt = of === 'f32' ? new Float32Array(Uint32Array.of(place).buffer)[0] : cvt(Uint16Array.of(place), 'f32', { of })[0];
  const { counts, edges } = found;
  found.free();
  return { count, nearest, mean: Number.isNaN(mean) ? null : mean, worst, worstAt, flushed, wrong, counts, edges };
}
