//! Instructions of PTX that no row of the table stands for: they exist, and are not covered here.

/// Their names, from the reserved instruction keywords of PTX ISA 9.1, Table 2.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 38] = [
    "alloca", "clusterlaunchcontrol", "cp", "fns",
    "istypep", "ldmatrix", "mbarrier", "mma", "movmatrix", "multimem", 
    "stackrestore", "stacksave", "stmatrix", "suld", "suq", "sured", "sust", "tcgen05", "tensormap",
    "tex", "tld4", "txq", "vabsdiff2", "vabsdiff4", "vadd2", "vadd4", "vavrg2", "vavrg4", "vmax2",
    "vmax4", "vmin2", "vmin4", "vset2", "vset4", "vsub2", "vsub4", "wgmma", "wmma",
];
