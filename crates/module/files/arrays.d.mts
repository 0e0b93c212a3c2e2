/** Numbers in a typed array. Float32Array and Float64Array (and Float16Array, where there is one) have their format; codes of other formats, in a Uint8Array or Uint16Array, need `of`. */
export type Numbers =
  | Float32Array | Float64Array | Int8Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array | BigInt64Array | BigUint64Array;

/** A number beside arrays takes their type. Numbers alone are doubles, or singles with `of: 'f32'`, and the result is a number. */
export type Operand<A extends Numbers> = A | number;

/** The result of operands of some types: an array if one of them is an array. */
export type Result<A> = [Extract<A, Numbers>] extends [never] ? number : Extract<A, Numbers>;

/** The format of numbers: f16 bf16 tf32 f32 f64 e4m3 e5m2 e2m3 e3m2 e2m1 ue8m0. */
export type Format = string;

export interface Target {
  /** What the code runs on. Without it: for one instruction of PTX, the first of sm_90, sm_100a and sm_107a that has it; else sm_90. */
  target?: string;
}

export interface Coded {
  /** In which format the numbers are read. */
  of?: Format;
}

export interface Flushed extends Target, Coded {
  /** Subnormal operands and results become zero. */
  ftz?: boolean;
}

export interface Arithmetic extends Flushed {
  /** rn, rz, rm or rp; rn if left out. */
  rnd?: 'rn' | 'rz' | 'rm' | 'rp';
  /** Results are clamped to 0 to 1. */
  sat?: boolean;
}

export interface Divided extends Flushed {
  /** rn, rz, rm or rp, or a fast form of float32: approx, and of `div` full. */
  rnd?: 'rn' | 'rz' | 'rm' | 'rp' | 'approx' | 'full';
}

export interface Selected extends Flushed {
  /** The result is a NaN if one operand is; else the other operand is taken. */
  nan?: boolean;
}

export interface Converted extends Coded, Target {
  /** rn, rz, rm, rp, rna or rs. */
  rnd?: string;
  /** For rs: the bits that the instruction rounds by. */
  random?: Uint32Array | number;
  /** What is too large becomes the largest number; in formats of 8 bits and fewer, if left out. */
  satfinite?: boolean;
  /** Negative numbers become zero. */
  relu?: boolean;
  /** Subnormal numbers become zero. */
  ftz?: boolean;
}

/**
 * a + b as `add` of PTX computes it (PTX ISA 9.7.3.3). Arrays have one type and one length; one number stands for as many.
 *
 * @example
 * add(Float32Array.of(16777216, 1), 1, { rnd: 'rp' }) // Float32Array.of(16777218, 2)
 * add(0.1, 0.2) // 0.30000000000000004
 */
export function add<A extends Operand<Numbers>, B extends Operand<Numbers>>(a: A, b: B, options?: Arithmetic): Result<A | B>;

/** a - b as `sub` of PTX computes it (PTX ISA 9.7.3.4); see `add`. */
export function sub<A extends Operand<Numbers>, B extends Operand<Numbers>>(a: A, b: B, options?: Arithmetic): Result<A | B>;

/**
 * a · b as `mul` of PTX computes it (PTX ISA 9.7.3.5); see `add`.
 *
 * @example
 * mul(Uint16Array.of(0x3c01), Uint16Array.of(0x3c01), { of: 'f16' }) // Uint16Array.of(0x3c02)
 */
export function mul<A extends Operand<Numbers>, B extends Operand<Numbers>>(a: A, b: B, options?: Arithmetic): Result<A | B>;

/** a / b of float32 or float64 as `div` of PTX computes it (PTX ISA 9.7.3.8). */
export function div<A extends Operand<Numbers>, B extends Operand<Numbers>>(a: A, b: B, options?: Divided): Result<A | B>;

/**
 * a · b + c, rounded once, as `fma` of PTX computes it (PTX ISA 9.7.3.6).
 *
 * @example
 * fma(Float32Array.of(1 + 2 ** -12), 1 + 2 ** -12, -1) // Float32Array.of(0.00048834085464477539)
 */
export function fma<A extends Operand<Numbers>, B extends Operand<Numbers>, C extends Operand<Numbers>>(a: A, b: B, c: C, options?: Arithmetic): Result<A | B | C>;

/** The square root of float32 or float64 (PTX ISA 9.7.3.15). */
export function sqrt<A extends Operand<Numbers>>(x: A, options?: Divided): Result<A>;

/** 1 / x of float32 or float64 (PTX ISA 9.7.3.13). */
export function rcp<A extends Operand<Numbers>>(x: A, options?: Divided): Result<A>;

/**
 * The smaller number (PTX ISA 9.7.3.11). A NaN is passed over if the other is a number.
 *
 * @example
 * min(Float32Array.of(NaN, 2), 1) // Float32Array.of(1, 1)
 */
export function min<A extends Operand<Numbers>, B extends Operand<Numbers>>(a: A, b: B, options?: Selected): Result<A | B>;

/** The larger number (PTX ISA 9.7.3.12); see `min`. */
export function max<A extends Operand<Numbers>, B extends Operand<Numbers>>(a: A, b: B, options?: Selected): Result<A | B>;

/**
 * 2^x as `ex2.approx` of PTX computes it (PTX ISA 9.7.3.21): float32, or float16.
 *
 * @example
 * ex2(Float32Array.of(0.5, 3)) // Float32Array.of(1.4142135, 8)
 */
export function ex2<A extends Operand<Numbers>>(x: A, options?: Flushed): Result<A>;

/** The logarithm to base 2 as `lg2.approx` of PTX computes it (PTX ISA 9.7.3.20): float32. */
export function lg2<A extends Operand<Numbers>>(x: A, options?: Flushed): Result<A>;

/** The sine as `sin.approx` of PTX computes it (PTX ISA 9.7.3.18): float32, in radians. */
export function sin<A extends Operand<Numbers>>(x: A, options?: Flushed): Result<A>;

/** The cosine as `cos.approx` of PTX computes it (PTX ISA 9.7.3.19): float32, in radians. */
export function cos<A extends Operand<Numbers>>(x: A, options?: Flushed): Result<A>;

/** The hyperbolic tangent as `tanh.approx` of PTX computes it (PTX ISA 9.7.3.22): float32, float16 or bfloat16. */
export function tanh<A extends Operand<Numbers>>(x: A, options?: Target & Coded): Result<A>;

/** 1 / √x as `rsqrt.approx` of PTX computes it (PTX ISA 9.7.3.16): float32 or float64. */
export function rsqrt<A extends Operand<Numbers>>(x: A, options?: Flushed): Result<A>;

/**
 * MUFU.RCP: the special function unit's 1 / x of float32.
 *
 * @example
 * mufuRcp(Float32Array.of(3)) // Float32Array.of(0.33333334)
 */
export function mufuRcp<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.RSQ: the unit's 1 / √x of float32. */
export function mufuRsq<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.SQRT: the unit's √x of float32. */
export function mufuSqrt<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.LG2: the unit's logarithm to base 2 of float32. */
export function mufuLg2<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.EX2: the unit's 2^x of float32, as from sm_70 on. */
export function mufuEx2<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.SIN: the unit's sine of float32, as from sm_70 on. x counts turns: 0.25 is a right angle. */
export function mufuSin<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.COS: the unit's cosine of float32, as from sm_70 on. x counts turns. */
export function mufuCos<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/** MUFU.TANH: the unit's hyperbolic tangent of float32. */
export function mufuTanh<A extends Operand<Float32Array>>(x: A, options?: Target): Result<A>;

/**
 * CUDA's functions of numbers: each gives the bits of nvcc's code without fast-math, over float32 or float64.
 *
 * @example
 * cuda.expf(Float32Array.of(1, 2)) // Float32Array.of(2.7182817, 7.389056)
 * cuda.__fadd_rz(1, 2 ** -30) // 1
 */
export const cuda: Readonly<Record<string, <A extends Operand<Float32Array | Float64Array>>(...operands: A[]) => Result<A>>>;

/**
 * One instruction of PTX, or an expression of C with float or double variables, for each element of arrays.
 *
 * An array has the operand's format, or its bits as unsigned integers; if all are bits, so is the result.
 *
 * @example
 * each('fma.rn.relu.bf16 d, a, b, c;', { a: Uint16Array.of(0xc000), b: Uint16Array.of(0x3f80), c: Uint16Array.of(0) }) // Uint16Array.of(0)
 * each('cvt.rni.s32.f32 d, a;', { a: Float32Array.of(2.5) }) // Int32Array.of(2)
 * each('expf(x) * y', { x: Float32Array.of(1, 2), y: Float32Array.of(2) }) // Float32Array.of(5.4365635, 14.778112)
 */
export function each(text: string, operands: Record<string, Numbers>, options?: Target): Numbers;

/**
 * x in another format, as `cvt` of PTX converts it (PTX ISA 9.7.9.22). A format without a typed array of its own comes as codes.
 *
 * @example
 * cvt(Float32Array.of(1, 500, 0.3), 'e4m3') // Uint8Array.of(56, 126, 42)
 * cvt(Uint8Array.of(56, 126), 'f32', { of: 'e4m3' }) // Float32Array.of(1, 448)
 */
export function cvt(x: Numbers, to: Format, options?: Converted): Numbers;
export function cvt(x: number, to: Format, options?: Converted): number;

/**
 * The bits of x as unsigned integers of its width; of an array without a copy.
 *
 * @example
 * bits(Float32Array.of(0.1)) // Uint32Array.of(0x3dcccccd)
 * bits(1) // 0x3ff0000000000000n
 */
export function bits(x: Numbers): Uint8Array | Uint16Array | Uint32Array | BigUint64Array;
export function bits(x: number): bigint;

/**
 * How many representable steps lie between a and b (exact below 2^53). Both zeros are one place; a NaN gives NaN.
 *
 * @example
 * ulps(Float32Array.of(1), 1 + 2 ** -22) // Float64Array.of(2)
 */
export function ulps(a: Numbers, b: Operand<Numbers>, options?: Coded): Float64Array;
export function ulps(a: number, b: number, options?: Coded): number;

/**
 * The next number above. A NaN stays, and so does the number at the top.
 *
 * @example
 * nextUp(1) // 1.0000000000000002
 * nextUp(Uint16Array.of(0x3c00), { of: 'f16' }) // Uint16Array.of(0x3c01)
 */
export function nextUp<A extends Operand<Numbers>>(x: A, options?: Coded): Result<A>;

/** The next number below; see `nextUp`. */
export function nextDown<A extends Operand<Numbers>>(x: A, options?: Coded): Result<A>;

/**
 * The value of x in decimal with every digit.
 *
 * @example
 * exact(Float32Array.of(0.1)) // ['0.100000001490116119384765625']
 */
export function exact(x: Numbers, options?: Coded): string[];
export function exact(x: number, options?: Coded): string;

export interface Matrices {
  /** The rows of A and D. */
  m: number;
  /** The columns of B and D. */
  n: number;
  /** The columns of A and the rows of B: a multiple of the instruction's. */
  k: number;
  /** C, M×N in D's format, or one number; 0 if left out. */
  c?: Numbers | number;
  /** H100 (if left out), B200, RTX 50 … or sm_90. */
  chip?: string;
  /** mma.sync, wgmma or tcgen05. */
  path?: string;
  /** The `.kind::` of the path. */
  kind?: string;
  /** The format of a where its type does not say it: f16, tf32, e4m3 … */
  aType?: Format;
  /** The same of b. */
  bType?: Format;
  /** f32 (if left out), f64, or f16, which comes as codes. */
  dType?: 'f16' | 'f32' | 'f64';
  /** The type of the blocks' scale factors, ue8m0 or ue4m3, where the path takes both. */
  scale?: string;
  /** Their codes: M × (K / block) of A, N × (K / block) of B. */
  scales?: [Uint8Array, Uint8Array];
  /** How many numbers share one. */
  block?: number;
  /** rn, or rz, rm, rp of float64. */
  rnd?: string;
}

/**
 * a · b + c for matrices, row by row, as the tensor core of a chip computes it, in tiles of one instruction along K.
 *
 * @example
 * mma(new Uint16Array(16).fill(0x3c00), new Uint16Array(16).fill(0x4000), { m: 1, n: 1, k: 16, c: 0.5, aType: 'f16', bType: 'f16' }) // Float32Array.of(32.5)
 * mma(new Uint16Array(16), new Uint16Array(16), { m: 1, n: 1, k: 16, c: 1, aType: 'f16', bType: 'f16', dType: 'f16' }) // Uint16Array.of(0x3c00)
 */
export function mma(a: Numbers, b: Numbers, options: Matrices): Numbers;

export interface Blocks {
  format: string;
  /** One code for each number. */
  codes: Uint8Array;
  /** One scale factor for each block. */
  scales: Uint8Array;
  /** 1 where the format has none. */
  tensorScale: number;
  /** What the codes mean, exactly. */
  values: Float64Array;
  /** The mean square of the errors. */
  mse: number;
  /** The ratio of signal to error in dB. */
  sqnr: number;
}

/**
 * float32 numbers in a block format: mxfp8-e4m3 mxfp8-e5m2 mxfp6-e2m3 mxfp6-e3m2 mxfp4 nvfp4. The length is a multiple of the block's.
 * One of your own is the format of the numbers, that of the scale factors and how many share one: e3m4:ue8m0:32. A scale factor is a byte.
 *
 * `exponent` chooses a scale factor that is a power of two: floor, ceil, round or fit. nvfp4's is rounded
 * nearest (`floor` means the same), up or down. `tensorScale` is nvfp4's; it follows from the numbers if left out.
 *
 * @example
 * block(new Float32Array(32).fill(3), 'mxfp4').values[0] // 3
 * block(new Float32Array(32).fill(3), 'mxfp4').scales // Uint8Array.of(126)
 */
export function block(x: Float32Array, format: string, options?: { exponent?: string; tensorScale?: number }): Blocks;
