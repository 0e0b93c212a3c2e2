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

/** A register after the run. */
export interface Written {
  /** Its name (PTX); machine instructions say `name`. */
  register?: string;
  name?: string;
  /** All hex digits. */
  bits: string;
  integer: bigint;
}

/** What came of text that could be run. One instruction has `bits` and `trace`, several have `written` and `statements`. */
export interface Result {
  ok: true;
  /** Exceptions in the sense of IEEE 754; the hardware raises none. */
  flags: string[];
  notes: string[];
  instruction?: string;
  target?: string;
  ptx?: string;
  destination?: string;
  /** All hex digits of the destination. */
  bits?: string;
  /** The same as an integer. */
  integer?: bigint;
  /** How we know: documented, measured or modelled. */
  evidence?: string;
  trace?: Step[];
  /** Whether the guard let the instruction write; of several instructions, every register that they wrote. */
  written?: boolean | Written[];
  statements?: { text: string; written: Written[]; ran: boolean; trace: Step[] }[];
  instructions?: { instruction: string; word: string; ran: boolean }[];
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
  fixes: { label: string; text?: string; target?: string; ptx?: string }[];
}

/** Runs PTX (one instruction or several) or machine instructions on registers. */
export function evaluate(text: string, registers?: Record<string, Bits>, options?: Options): Result | Failure;

/** The bits of a number rounded to a single. */
export function single(number: number): string;

/** The bits of a number as a double. */
export function double(number: number): string;
