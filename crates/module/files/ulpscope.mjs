// NVIDIA floating-point instructions, bit for bit, as plain objects: the engine of Ulpscope for notebooks and course pages.
//
//   import { evaluate, fma } from './ulpscope.mjs';
//   evaluate('add.rn.f32 d, a, b;', { a: '3f800000', b: 0x33800001n }).bits  // '3f800001'
//   fma(Float32Array.of(1, 2), 3, 0.1)                                       // over arrays
//
// Bits are hex strings and BigInts, never JavaScript numbers, which would round them. Importing waits for the WebAssembly.
import './start.mjs';
import { evaluate as line } from './ulpscope-module.js';

export * from './arrays.mjs';
export * from './texts.mjs';

/** Runs PTX (one instruction or several; a matrix instruction for one element of D), machine instructions or a CUDA call on registers. What is wrong with the text is in the result. */
export function evaluate(text, registers = {}, { target = 'sm_90', ptx = '8.8' } = {}) {
  const given = Object.entries(registers).map(([name, bits]) => `${nameOf(name)}=${hex(name, bits)}`);
  // A bar would end the registers; none stands in an instruction that is right.
  const json = line(given.length ? `${given.join(' ')} | ${text}` : String(text), target, String(ptx));
  if (json === undefined) throw new RangeError(`there is no target ${target} or no PTX version ${ptx}`);
  return withIntegers(JSON.parse(json));
}

/** The bits of a number rounded to a single, as a hex string. Every NaN gives 7fffffff. */
export function single(number) {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, number);
  return Number.isNaN(number) ? '7fffffff' : view.getUint32(0).toString(16).padStart(8, '0');
}

/** The bits of a number as a double, as a hex string. Every NaN gives 7ff8000000000000. */
export function double(number) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  return Number.isNaN(number) ? '7ff8000000000000' : view.getBigUint64(0).toString(16).padStart(16, '0');
}

function nameOf(name) {
  if (/[\s=|]/.test(name) || name === '') throw new TypeError(`\`${name}\` is no name of a register`);
  return name;
}

function hex(name, bits) {
  if (typeof bits === 'boolean') return bits ? '1' : '0';
  if (typeof bits === 'bigint' && bits >= 0n && bits < 1n << 64n) return bits.toString(16);
  if (typeof bits === 'string' && /^(0x)?[0-9a-f]{1,16}$/i.test(bits)) return bits;
  throw new TypeError(`${name} takes bits: a hex string, a BigInt of up to 64 bits, or a boolean; single(1.5) and double(1.5) make them`);
}

/** Beside every `bits` in hex the same as a BigInt. */
function withIntegers(value) {
  if (Array.isArray(value)) return value.map(withIntegers);
  if (value === null || typeof value !== 'object') return value;
  const object = {};
  for (const [key, part] of Object.entries(value)) {
    object[key] = withIntegers(part);
    if (key === 'bits' && typeof part === 'string') object.integer = BigInt(`0x${part}`);
  }
  return object;
}
