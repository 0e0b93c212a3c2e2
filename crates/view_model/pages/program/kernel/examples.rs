//! Kernels worth looking at, written for this page.

use crate::state::listing::{FIRST, Listing};

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
pub const EXAMPLES: [Example; 17] = [
    Example {
        title: "C: ten times 0.1",
        about: "0.1 has no end in binary, so a float close to it is added. Most of the additions round, and the last result is one ulp above 1.",
        text: FIRST,
        asked: "",
    },
    Example {
        title: "C: the harmonic sum, both ways",
        about: "Forwards, the sum is already large when the small terms come, and they lose most of their bits. Backwards, the small terms come first.",
        text: include_str!("examples/harmonic.cu"),
        asked: "",
    },
    Example {
        title: "C: a plain sum and Kahan’s",
        about: "Kahan’s sum keeps what each addition loses, and gives it back in the next.",
        text: include_str!("examples/kahan.cu"),
        asked: "0=f32[1000, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66]\n1=f32[2]\n2=16",
    },
    Example {
        title: "C: two variances",
        about: "The mean of the squares minus the square of the mean is a small difference of large numbers. It can even be negative.",
        text: include_str!("examples/variance.cu"),
        asked: "0=f32[10000.1, 10000.2, 10000.3, 10000.4]\n1=f32[1]\n2=f32[1]\n3=4",
    },
    Example {
        title: "C: the quadratic formula",
        about: "-b + d cancels when d is near b. The other form of the same root has no difference.",
        text: include_str!("examples/quadratic.cu"),
        asked: "0=1000\n1=1\n2=f32[1]\n3=f32[1]",
    },
    Example {
        title: "C: a dot product with fma and without",
        about: "nvcc fuses the product into the sum: one rounding in place of two.",
        text: include_str!("examples/dot.cu"),
        asked: "0=f32[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]\n1=f32[1.1, -1.2, 1.3, -1.4, 1.5, -1.6, 1.7, -1.8]\n2=f32[1]\n3=f32[1]\n4=8",
    },
    Example {
        title: "C: Newton’s root",
        about: "Each step doubles the number of right digits, until the format has no more.",
        text: include_str!("examples/newton.cu"),
        asked: "plot=whole",
    },
    Example {
        title: "C: chaos in float and double",
        about: "Each step makes an error larger. After thirty steps, a float and a double have no digit in common.",
        text: include_str!("examples/logistic.cu"),
        asked: "",
    },
    Example {
        title: "CUDA C++: softmax",
        about: "The largest number is subtracted first, so that no power overflows. The sum takes the errors of all powers.",
        text: include_str!("examples/softmax.cu"),
        asked: "0=f32[1, 2, 3, 4, 88.5, 89.25, -3.5, 0.125]\n1=f32[8]\n2=8",
    },
    Example {
        title: "CUDA C++: layer norm",
        about: "A mean, a variance and a reciprocal square root: where does the error of the results come from?",
        text: include_str!("examples/norm.cu"),
        asked: "0=f32[1.5, 2.25, -0.75, 3.1, 0.2, -1.9, 2.8, 0.6]\n1=f32[8]\n2=8\n3=1e-5",
    },
    Example {
        title: "CUDA C++: the sum of a block",
        about: "Sixteen threads add in four rounds through shared memory. The tree shows who adds what to whom, and which additions round.",
        text: include_str!("examples/block.cu"),
        asked: "0=f32[1000, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66]\n1=f32[1]\nthreads=16\ntree=out[0]",
    },
    Example {
        title: "CUDA C++: softmax of a warp",
        about: "Shuffles carry the largest number and the sum to all 32 threads. Every thread adds in an order of its own.",
        text: include_str!("examples/warp.cu"),
        asked: "0=f32[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1.0,1.1,1.2,1.3,1.4,1.5,1.6,1.7,1.8,1.9,2.0,2.1,2.2,2.3,2.4,2.5,2.6,2.7,2.8,2.9,3.0,3.1,3.2]\n1=f32[32]\nthreads=32\ntree=y[0]",
    },
    Example {
        title: "CUDA C++: a histogram with float atomics",
        about: "Atomics add one after the other, so the last bits hang on which thread comes first.",
        text: include_str!("examples/histogram.cu"),
        asked: "0=s32[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]\n1=f32[0.1, 0.2, 0.3, 1000, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.11, 0.22, 0.33, 0.44, 0.55, 0.66]\n2=f32[3]\nthreads=16\ntree=bins[0]",
    },
    Example {
        title: "C: a sum in bfloat16 stands still",
        about: "bfloat16 has 8 bits of precision: 256 + 1 is half way between two numbers and rounds back to 256.",
        text: include_str!("examples/bf16.cu"),
        asked: "",
    },
    Example {
        title: "C: Muller’s recurrence",
        about: "In exact arithmetic it goes to 5. Rounding errors make it go to 100.",
        text: include_str!("examples/muller.cu"),
        asked: "plot=whole",
    },
    Example {
        title: "Kernel: counting by 0.1 up to 100",
        about: "The errors of a thousand additions add up until the comparison changes: the loop runs once too often.",
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

#[cfg(test)]
mod tests {
    use super::super::asked::Asked;
    use super::super::read::{Read, chosen};
    use super::super::types::parameters;
    use super::*;
    use semantics::instruction::Context;
    use semantics::kernel::argument::Argument;
    use semantics::kernel::{Launched, NoObserver};

    #[test]
    fn every_example_runs_to_its_end() {
        for example in &EXAMPLES {
            let read = Read::new(example.text, &Context::default());
            let said = read.said();
            let wrong = said.iter().find(|said| !matches!(said.what.code, "joined" | "unpredicted"));
            assert!(wrong.is_none(), "{}: {:?}", example.title, wrong.map(|said| &said.what.message));
            let plan = Asked::read(example.asked, |kernel| read.shape(kernel)).plan;
            let entry = chosen(&read.module, "").unwrap();
            let all = parameters(&read.module, &read.module.functions[entry]);
            let typed = |place: usize| plan.arguments.get(place).cloned().flatten();
            let text = all.iter().enumerate().map(|(place, one)| typed(place).unwrap_or(one.proposed.clone()));
            let arguments = text.map(|text| Argument::read(&text).unwrap()).collect();
            let launched =
                Launched { entry, arguments, limit: plan.limit, threads: plan.threads, blocks: plan.blocks, ..Launched::default() };
            let mut threads = launched.begin(&read.module).unwrap();
            assert_eq!(threads.run(&mut NoObserver), None, "{}", example.title);
        }
    }

    /// What the sentences of the examples state.
    #[test]
    fn what_is_said_of_the_examples_is_so() {
        for (title, result) in [
            ("C: ten times 0.1", "1.0000001"),
            ("C: a sum in bfloat16 stands still", "256.0"),
            ("C: Muller’s recurrence", "100.0"),
            // How far a float and a double, both below 1, are apart after thirty steps.
            ("C: chaos in float and double", "0.4607524141557024"),
        ] {
            let example = EXAMPLES.iter().find(|one| one.title == title).unwrap();
            let read = Read::new(&example.text.replace("< 60", "< 30"), &Context::default());
            let entry = read.module.entry(None).unwrap();
            let parameters = read.proposed(parameters(&read.module, &read.module.functions[entry]));
            let arguments = parameters.iter().map(|one| Argument::read(&one.proposed).unwrap()).collect();
            let launched = Launched { entry, arguments, limit: 100_000, ..Launched::default() };
            let mut threads = launched.at(&read.module, 0).unwrap();
            assert_eq!(threads.run(&mut NoObserver), None, "{title}");
            assert_eq!(threads.buffers[0].numbers(&threads.machine.memory)[0].digits(), result, "{title}");
        }
    }
}
