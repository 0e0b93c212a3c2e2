//! Instructions of PTX that no row of the table stands for: they exist, and are not covered here.

/// Their names, from the reserved instruction keywords of PTX ISA 9.1, Table 2.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 66] = [
    "activemask", "alloca", "atom", "bar", "barrier", "clusterlaunchcontrol", "cp", "createpolicy", "elect", "fence", "fns", "getctarank",
    "griddepcontrol", "istypep", "ldmatrix", "mapa", "match", "mbarrier", "membar", "mma", "movmatrix", "multimem", "nanosleep", "pmevent",
    "red", "redux", "setmaxnreg", "shfl", "stackrestore", "stacksave", "stmatrix", "suld", "suq", "sured", "sust", "tcgen05", "tensormap",
    "tex", "tld4", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2", "vavrg4", "vmad", "vmax", "vmax2",
    "vmax4", "vmin", "vmin2", "vmin4", "vote", "vset", "vset2", "vset4", "vshl", "vshr", "vsub", "vsub2", "vsub4", "wgmma", "wmma",
];
