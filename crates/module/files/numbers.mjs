// Which format the numbers of a typed array have, and what an error of the core is here.
import './start.mjs';
import * as core from './ulpscope-module.js';

/** The format of a typed array's numbers. Float16Array is younger than the rest. */
export const FORMATS = new Map([
  [Float32Array, 'f32'], [Float64Array, 'f64'], [Int32Array, 's32'], [Uint32Array, 'u32'], [BigInt64Array, 's64'], [BigUint64Array, 'u64'],
  ...(globalThis.Float16Array ? [[globalThis.Float16Array, 'f16']] : []),
]);
export const NUMBERS = { f32: Float32Array, tf32: Float32Array, f64: Float64Array, s32: Int32Array, u32: Uint32Array, s64: BigInt64Array, u64: BigUint64Array };
export const CODES = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array, 64: BigUint64Array };

/** What the core says of a wrong text or name is an error of JavaScript's. */
export function ask(question) {
  try {
    return question();
  } catch (said) {
    throw typeof said === 'string' ? new RangeError(said) : said;
  }
}

/** The bits that a number of a format takes in an array. */
export function stored(format) {
  const bits = ask(() => core.width(format));
  return format === 'tf32' ? 32 : Math.max(bits, 8);
}

/** The format that an array's numbers have: that of its type, or `of` for codes. */
export function formatOf(array, of) {
  if (of === undefined) {
    const own = FORMATS.get(array?.constructor);
    if (own === undefined) throw new TypeError(`the numbers of ${array?.constructor?.name ?? array} have no format; \`of\` says which codes they are`);
    return own;
  }
  of = of.toLowerCase();
  const bits = stored(of);
  const fits = array instanceof CODES[bits] || FORMATS.get(array.constructor) === of || (of === 'tf32' && array instanceof Float32Array);
  if (!fits) throw new TypeError(`codes of ${of} stand in a ${CODES[bits].name}, not in a ${array.constructor.name}`);
  const width = core.width(of);
  if (width < 8 && array.some((code) => code >> width)) throw new RangeError(`a code of ${of} has ${width} bits`);
  return of;
}

/** Arrays of one type; numbers take it. Numbers alone are doubles, or singles where `of` says so. */
export function together(values, of) {
  of = of?.toLowerCase();
  const arrays = values.filter((value) => ArrayBuffer.isView(value));
  const types = new Set(arrays.map((array) => array.constructor));
  if (types.size > 1) throw new TypeError(`the operands have several types: ${[...types].map((type) => type.name).join(', ')}`);
  const [Type = NUMBERS[of ?? 'f64']] = types;
  if (Type === undefined || (Object.values(CODES).includes(Type) && of !== undefined && NUMBERS[of] !== Type && arrays.length < values.length)) {
    throw new TypeError(`a number beside codes of ${of} is an array of one code`);
  }
  return { Type, scalar: arrays.length === 0, operands: values.map((value) => (ArrayBuffer.isView(value) ? value : alone(Type, value))) };
}

/** A number as an array of one. Only floats round it. */
function alone(Type, value) {
  if (typeof value !== 'number') throw new TypeError(`${value} is neither a number nor a typed array`);
  const array = Type.of(Type.name.startsWith('Big') ? BigInt(value) : value);
  if (!Type.name.startsWith('Float') && Number(array[0]) !== value) throw new RangeError(`${value} is no number of a ${Type.name}`);
  return array;
}

export const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
