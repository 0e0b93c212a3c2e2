//! Instructions of PTX that no row of the table stands for: they exist, and are not covered here.

/// Their names, from the reserved instruction keywords of PTX ISA 9.1, Table 2.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 53] = [
    "alloca", "clusterlaunchcontrol", "cp", "createpolicy", "fns", "getctarank",
    "griddepcontrol", "istypep", "ldmatrix", "mapa", "mbarrier", "mma", "movmatrix", "multimem", "pmevent",
    "setmaxnreg", "stackrestore", "stacksave", "stmatrix", "suld", "suq", "sured", "sust", "tcgen05", "tensormap",
    "tex", "tld4", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2", "vavrg4", "vmad", "vmax", "vmax2",
    "vmax4", "vmin", "vmin2", "vmin4", "vset", "vset2", "vset4", "vshl", "vshr", "vsub", "vsub2", "vsub4", "wgmma", "wmma",
];
