//! C as people write it, as the third language: a call (`__fadd_rz(1.5f, 2.5f)`), an expression (`a*b + c`), statements
//! (`float x = 1.0f/3.0f; x*x`).
//!
//! C is the PTX that nvcc makes of it, run over registers; numbers count as values in registers, so that each operation is an instruction
//! with its steps. Functions that nvcc compiles to sequences with branches run whole instead. Reading never fails: there is a best guess,
//! and diagnostics say what is wrong and how to mend it.

mod aggregate;
mod arguments;
mod array;
mod assembly;
mod call;
mod completion;
mod conditional;
mod constant;
mod construct;
mod contract;
mod declare;
mod define;
mod detect;
mod enter;
mod enumeration;
mod exact;
mod expression;
mod fact;
mod flags;
mod flow;
mod flush;
mod fragment;
mod fragment_calls;
mod function;
mod host;
mod kernel;
mod lambda;
mod layout;
mod library;
mod loops;
mod lower;
mod macros;
mod member;
mod modifier_choices;
mod namespace;
mod narrow;
mod new;
pub mod number;
mod option;
mod overload;
mod parse;
mod place;
mod postfix;
mod power;
mod printing;
mod python;
mod reading;
mod recursive;
mod run;
mod scope;
mod select_op;
mod size;
mod source;
mod standard;
mod statement;
mod stream;
mod structure;
mod template;
mod threads;
mod token;
mod tree;
mod types;
mod variables;
mod vector;
mod wrapped;
mod write;

pub use arguments::OF_CUDA;
pub use completion::complete;
pub use detect::{claims, is_constant, is_python};
pub use kernel::{Compiled, compiled, launched};
pub use library::intrinsics;
pub use option::Options;
pub use reading::Expression;
pub use types::CType;
pub use wrapped::for_nvcc;
