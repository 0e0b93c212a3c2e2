//! Every test of the core from outside, as one program: linked once, its tests side by side.
//!
//! A file is run by its name: `cargo test -p ulpscope-semantics --test core legality::`.

mod assembler;
mod judge;
mod ptxas;

mod alternate;
mod arithmetic;
mod batch;
mod blocks;
mod capture;
mod comparison;
mod compiled;
mod conversions;
mod cuda;
mod diagnosis;
mod explanations;
mod finder;
mod float_to_half;
mod gpu;
mod kernel;
mod kernel_curves;
mod kernel_integers;
mod kernel_operands;
mod kernel_texts;
mod legality;
mod literals;
mod matrix;
mod million;
mod narrow;
mod practice;
mod program;
mod rows;
mod sass_assembly;
mod sass_explanations;
mod sass_lowering;
mod sass_text;
mod sass_values;
mod sass_wide;
mod sass_wide_values;
mod sass_words;
mod special_function;
mod special_function_sequences;
mod special_function_sweep;
mod sums;
mod sweep_span;
mod syntax;
mod teaching;
mod tensor_core;
mod trace;
mod translations;
mod unrounded;
mod values;
mod written;
