import type { Format, Numbers } from './arrays.mjs';

/** A value of a text that ran. */
export interface Value {
  name: string;
  format: Format;
  /** How many numbers stand side by side in its bits. */
  lanes: number;
  bits: bigint;
}

export interface Explanation {
  text: string;
  inputs: Value[];
  results: Value[];
  flags: string[];
  /** How the result is known: documented, measured, validated, inferred or modelled. */
  evidence: string;
  notes: string[];
  /** Why the result is what it is. */
  why: string;
  steps: { title: string; sentence: string }[];
  /** The steps as text, with their rows of bits. */
  story: string;
  /** Bits, rounding and steps as markup, with its styles. */
  html: string;
  /** The rounding as SVG: both candidates, the tie and the exact value. Empty where nothing is rounded. */
  svg: string;
}

/**
 * Runs a text (PTX, C, machine code, a number) on numbers and keeps every step. A number, or one as it is written, is rounded to the operand's
 * format; an array of one element gives its bits.
 *
 * @example
 * explain('add.rn.f32 d, a, b;', { a: 16777216, b: 1 }).why // 'Exactly half way: nearest-even keeps the even candidate, and the last kept bit is already 0.'
 */
export function explain(text: string, operands?: Record<string, number | string | Numbers>, options?: { target?: string }): Explanation;

export interface Diagnosis {
  /** All results together, in a sentence or two. */
  summary: string;
  /** Results as expected, otherwise and explained, otherwise and unexplained. */
  counts: { right: number; explained: number; unexplained: number };
  /** What explains most: how many wrong results each gives, and how many right ones it does not. */
  causes: { sentence: string; causes: string; explains: number; contradicts: number }[];
  /** The wrong results, the farthest first: the place in the array, and what explains it, if anything does. */
  wrong: { place: number; sentence: string }[];
}

/**
 * Why results are other than expected: what is tried, as the page Debug does it, and how many of `seen` it gives.
 *
 * An operand is an array as long as `seen`, or one number for all. An array has its format, or its codes.
 *
 * @example
 * why('mul.rn.f32 d, a, b;', Float32Array.of(2, 0), { a: Float32Array.of(1, 2 ** -100), b: Float32Array.of(2, 2 ** -30) }).counts // ({ right: 1, explained: 1, unexplained: 0 })
 */
export function why(text: string, seen: Numbers, operands: Record<string, Numbers | number>, options?: { target?: string }): Diagnosis;

/** What a kernel is given: an array for a pointer, with its format where its type does not say it, or a number. */
export type Argument = Numbers | [Numbers, Format] | number | bigint | string;

export interface Launched {
  /** The kernel's name, where there are several. */
  entry?: string;
  /** Threads of a block, along x, y and z; what the text says or one if left out. */
  threads?: number | number[];
  /** Blocks, along x, y and z. */
  blocks?: number | number[];
  /** Bytes of dynamic shared memory. */
  shared?: number;
  /** The lines that a thread may run: ten million if left out. */
  limit?: number;
  /** The lines that are kept: a million if left out. */
  keep?: number;
  /** Whether products and sums are joined; they are if left out. */
  fmad?: boolean;
  /** sm_90 if left out. */
  target?: string;
}

export interface Launch {
  /** The buffers by name, each in an array of the type that was given. */
  buffers: Record<string, Numbers>;
  /**
   * Each number's error in ulps, compared with a run that rounds nothing. It is infinite where an ulp says nothing and NaN where it is not
   * measured. Of integers, and where the run was longer than what is kept, it is null.
   */
  errors: Record<string, Float64Array | null>;
  /** What the kernel printed. */
  printed: string;
  /** How many lines ran. */
  lines: number;
}

/**
 * Runs a kernel of PTX or C, or a program of C or Python, on copies of arrays: one thread, or as many as `threads` and `blocks` say.
 *
 * Without arguments, a text of CUDA C++ whose `main` launches runs whole. Then `buffers` has the memory of its launches, each under the
 * names of the kernel and its parameter (`scale_y`), and their errors are not measured.
 *
 * @example
 * run('__global__ void scale(float *y, float x) { *y = x * 0.1f; }', [new Float32Array(1), 3]).buffers // ({ y: Float32Array.of(0.3) })
 * run('__global__ void scale(float *y, float x) { *y = x * 0.1f; }', [new Float32Array(1), 3]).errors.y // Float64Array.of(0.25)
 */
export function run(text: string, given?: Argument[], options?: Launched): Launch;

export interface Swept {
  /** The least and the greatest number, both included; without it all finite numbers run. */
  over?: [number, number];
  /** One of so many runs; 1 if left out. */
  every?: number;
  /** The format of the numbers: f32 (if left out), or f16 or bf16, which f gets as codes in a Uint16Array. */
  of?: 'f32' | 'f16' | 'bf16';
  /** The format of codes that f returns; `of` if left out. */
  gives?: 'f16' | 'bf16';
}

/** The errors of a function, in ulps of the true value. */
export interface Sweep {
  /** How many numbers have an error. */
  count: number;
  /** How many of their results are the correctly rounded ones. */
  nearest: number;
  /** The mean error; null where one has 2^31 ulps or more. */
  mean: number | null;
  /** The largest error. */
  worst: number;
  /** The number that has it. */
  worstAt: number;
  /** Zeros in place of subnormal numbers. */
  flushed: number;
  /** Infinities and NaNs where the true value is none, and numbers where it is one. */
  wrong: number;
  /** The errors by size: the first count is of errors from `edges[0]` to `edges[1]`. The outermost two also count those beyond. */
  counts: Float64Array;
  edges: Float64Array;
}

/**
 * Runs f on every number of an interval, or on one of `every` so many, and measures its errors. f takes an array and returns one as long.
 *
 * `against` names the true function: exp, log2, sin, 1/x, rsqrt, erf … (a wrong name gives the list). Its values have a hundred bits wherever a
 * double does not decide.
 *
 * @example
 * sweep(mufuRcp, '1/x', { over: [1, 2], every: 100 }).nearest // 72768
 * sweep((x) => cvt(x, 'bf16'), 'x', { over: [-2, 2], every: 1009, gives: 'bf16' }).worst <= 0.5 // true
 */
export function sweep(f: (x: any) => Numbers, against: string, options?: Swept): Sweep;
