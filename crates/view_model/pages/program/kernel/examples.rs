//! Kernels worth looking at, written for this page.

use crate::state::listing::Listing;

/// A kernel with what it is given.
pub struct Example {
    /// A name of a few words.
    pub title: &'static str,
    /// What it shows, in a sentence or two.
    pub about: &'static str,
    /// The module.
    pub text: &'static str,
    /// What is asked of it, as an address has it.
    asked: &'static str,
}

impl Example {
    /// What the page opens with.
    pub fn listing(&self) -> Listing {
        Listing { text: self.text.into(), kernel: self.asked.into(), ..Listing::blank() }
    }
}

/// Every example.
pub const EXAMPLES: [Example; 2] = [
    Example {
        title: "Kernel: counting by 0.1 up to 100",
        about: "The errors of a thousand additions pile up until the comparison changes: the loop runs once too often.",
        text: "\
.version 8.8
.target sm_90
.address_size 64

// How many steps it takes to reach an end, and where the last one arrives.
.visible .entry count(
	.param .u64 arrived,
	.param .u64 steps,
	.param .f32 step,
	.param .f32 end
)
{
	.reg .pred %more;
	.reg .b32 %n;
	.reg .f32 %t, %step, %end;
	.reg .b64 %to<2>;

	ld.param.u64 %to0, [arrived];
	ld.param.u64 %to1, [steps];
	ld.param.f32 %step, [step];
	ld.param.f32 %end, [end];
	mov.f32 %t, 0f00000000;
	mov.u32 %n, 0;
$again:
	add.rn.f32 %t, %t, %step;
	add.u32 %n, %n, 1;
	setp.lt.f32 %more, %t, %end;
	@%more bra $again;
	st.global.f32 [%to0], %t;
	st.global.u32 [%to1], %n;
	ret;
}
",
        asked: "0=f32[1]\n1=u32[1]\n2=0.1\n3=100\nplot=whole",
    },
    Example {
        title: "Kernel: a sum, plain and compensated",
        about: "Two sums of the same numbers in one loop. The plain one loses what each addition rounds away; Kahan’s keeps it in a second register.",
        text: "\
.version 8.8
.target sm_90
.address_size 64

// out[0] is the plain sum of x[0] to x[n - 1], out[1] the compensated one.
.visible .entry sums(
	.param .u64 x,
	.param .u64 out,
	.param .u32 n
)
{
	.reg .pred %more;
	.reg .b32 %i, %n;
	.reg .f32 %v, %plain, %sum, %lost, %y, %t, %high;
	.reg .b64 %x, %out;

	ld.param.u64 %x, [x];
	ld.param.u64 %out, [out];
	ld.param.u32 %n, [n];
	cvta.to.global.u64 %x, %x;
	cvta.to.global.u64 %out, %out;
	mov.u32 %i, 0;
	mov.f32 %plain, 0f00000000;
	mov.f32 %sum, 0f00000000;
	mov.f32 %lost, 0f00000000;
$loop:
	ld.global.f32 %v, [%x];
	add.rn.f32 %plain, %plain, %v;
	sub.rn.f32 %y, %v, %lost;
	add.rn.f32 %t, %sum, %y;
	sub.rn.f32 %high, %t, %sum;
	sub.rn.f32 %lost, %high, %y;
	mov.f32 %sum, %t;
	add.s64 %x, %x, 4;
	add.u32 %i, %i, 1;
	setp.lt.u32 %more, %i, %n;
	@%more bra $loop;
	st.global.f32 [%out], %plain;
	st.global.f32 [%out + 4], %sum;
	ret;
}
",
        asked: "0=f32[1000, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66]\n1=f32[2]\n2=16",
    },
];
