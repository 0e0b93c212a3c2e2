//! Instructions of PTX that no row of the table stands for: they exist, and are not covered here.

/// Their names, from the reserved instruction keywords of PTX ISA 9.1, Table 2.
#[rustfmt::skip]
pub const ELSEWHERE: [&str; 109] = [
    "activemask", "addc", "alloca", "and", "applypriority", "atom", "bar", "barrier", "bfe", "bfi", "bfind", "bmsk", "bra", "brev",
    "brkpt", "brx", "call", "clusterlaunchcontrol", "clz", "cnot", "cp", "createpolicy", "cvta", "discard", "dp2a", "dp4a", "elect",
    "exit", "fence", "fns", "getctarank", "griddepcontrol", "isspacep", "istypep", "ld", "ldmatrix", "ldu", "lop3", "mad24", "madc",
    "mapa", "match", "mbarrier", "membar", "mma", "movmatrix", "mul24", "multimem", "nanosleep", "not", "or", "pmevent", "popc",
    "prefetch", "prefetchu", "prmt", "red", "redux", "rem", "ret", "sad", "setmaxnreg", "shf", "shfl", "shl",
    "shr", "st", "stackrestore", "stacksave", "stmatrix", "subc", "suld", "suq", "sured", "sust", "szext", "tcgen05",
    "tensormap", "tex", "tld4", "trap", "txq", "vabsdiff", "vabsdiff2", "vabsdiff4", "vadd", "vadd2", "vadd4", "vavrg2", "vavrg4",
    "vmad", "vmax", "vmax2", "vmax4", "vmin", "vmin2", "vmin4", "vote", "vset", "vset2", "vset4", "vshl", "vshr", "vsub", "vsub2",
    "vsub4", "wgmma", "wmma", "xor",
];
