//! How the halves of a register become the lanes of HMUL2, and its results halves again.

/// How two lanes are taken from a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// `.H1_H0`: each half is a lane.
    Both,
    /// `.F32`: the register is a single, cut to a half for both lanes.
    Single,
    /// `.H0_H0`: the low half is both lanes.
    Low,
    /// `.H1_H1`: the high half is both lanes.
    High,
}

/// Which results go where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// `.F16_V2`: both.
    Both,
    /// `.F32`: lane 0 as a single.
    Single,
    /// `.MRG_H0`: lane 0 into the low half; the high half stays.
    Low,
    /// `.MRG_H1`: lane 1 into the high half; the low half stays.
    High,
}
