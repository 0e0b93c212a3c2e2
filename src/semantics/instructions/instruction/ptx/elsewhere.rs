//! Instructions of PTX that no row of the table stands for: they exist, and are not covered here.

/// Their names, from the reserved instruction keywords of PTX ISA 9.1, Table 2.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 82] = [
    "activemask", "alloca", "applypriority", "atom", "bar", "barrier", "bra", "brkpt", "brx", "call", "clusterlaunchcontrol", "cp",
    "createpolicy", "cvta", "discard", "elect", "exit", "fence", "fns", "getctarank", "griddepcontrol", "isspacep", "istypep", "ld",
    "ldmatrix", "ldu", "mapa", "match", "mbarrier", "membar", "mma", "movmatrix", "multimem", "nanosleep", "pmevent", "prefetch",
    "prefetchu", "red", "redux", "ret", "setmaxnreg", "shfl", "st", "stackrestore", "stacksave", "stmatrix", "suld", "suq", "sured",
    "sust", "tcgen05", "tensormap", "tex", "tld4", "trap", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4",
    "vavrg2", "vavrg4", "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vote", "vset", "vset2", "vset4", "vshl",
    "vshr", "vsub", "vsub2", "vsub4", "wgmma", "wmma",
];
