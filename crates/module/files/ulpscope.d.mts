export * from './arrays.mjs';
export * from './texts.mjs';

/** Bits of a register: a hex string, a BigInt, or a boolean for a predicate. */
export type Bits = string | bigint | boolean;

export interface Options {
  /** What the instructions run on; `sm_90` if left out. */
  target?: string;
  /** The PTX version that they are written in; `8.8` if left out. */
  ptx?: string | number;
}

/** A step of the computation. Further properties depend on its kind. */
export interface Step {
  kind: string;
  title: string;
  sentence: string;
  [property: string]: unknown;
}

/** A register, a predicate or a variable with its bits. */
export interface Written {
  name: string;
  /** All hex digits. */
  bits: string;
  integer: bigint;
}

/** An instruction that ran, or that its guard kept from it. */
export interface Instruction {
  text: string;
  /** The word of a machine instruction, in hex. */
  word?: string;
  /** Whether its guard let it run. */
  ran: boolean;
  written: Written[];
  flags: string[];
  /** How many of the trace's steps are its own. */
  steps: number;
}

/** What came of text that could be run, whatever its language. */
export interface Result {
  ok: true;
  /** The text as its language prints it. */
  text: string;
  target: string;
  ptx: string;
  /** The name of the first register that was written. */
  destination?: string;
  /** All its hex digits. */
  bits?: string;
  /** The same as an integer. */
  integer?: bigint;
  /** Every register that was written, with what is in it at the end. */
  written: Written[];
  /** Exceptions in the sense of IEEE 754; the hardware raises none. */
  flags: string[];
  notes: string[];
  /** How the least known of the instructions is known: documented, measured, validated, inferred or modelled. */
  evidence?: string;
  instructions: Instruction[];
  /** Every step of all instructions. */
  trace: Step[];
}

/** What is wrong with text that could not be run. */
export interface Failure {
  ok: false;
  code: string;
  /** Where, in bytes of the registers and the text. */
  start: number;
  end: number;
  message: string;
  alternatives: string[];
  fixes: { label: string; text?: string; target?: string; ptx?: string; page?: string }[];
}

/** Runs PTX (one instruction or several; a matrix instruction for one element of D), machine instructions or a CUDA call on registers. */
export function evaluate(text: string, registers?: Record<string, Bits>, options?: Options): Result | Failure;

/** The bits of a number rounded to a single. */
export function single(number: number): string;

/** The bits of a number as a double. */
export function double(number: number): string;
