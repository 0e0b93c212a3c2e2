//! testp and copysign: sections 9.7.3.1 and 9.7.3.2.

use super::since::PTX_2_0;
use crate::instruction::{Meaning, Row, Target, form};

const TEST: &str = "Tests whether a has a property.";
const COPY: &str = "Puts the sign of a on the magnitude of b.";
const DROPPED: &str =
    "The assembler takes testp without a property, which the manual does not list, and drops it: the predicate keeps its value.";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    form("testp.op.type  p, a").since(PTX_2_0, Target::SM_20).means(Meaning::Test, TEST).documented("9.7.3.1"),
    form("testp.type  p, a").since(PTX_2_0, Target::SM_20).means(Meaning::Nothing, TEST).measured("ptxas 12.9.86, by its code for sm_90", "2026-11-21").beyond_the_manual().note(PTX_2_0, DROPPED),
    form("copysign.type  d, a, b").since(PTX_2_0, Target::SM_20).means(Meaning::CopySign, COPY).documented("9.7.3.2"),
];
