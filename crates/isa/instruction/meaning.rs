//! What a form computes, by name, and what other parts must know of each operation.

use crate::operation::Alu;
use crate::special_function::Elementary;
use core::ops::Range;

/// What becomes of an operation's exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// It is rounded.
    Rounded,
    /// Something near it comes out.
    Approximated,
    /// The result is one of the operands, or one with another sign.
    Operand,
    /// The result is the answer to a question.
    Answer,
    /// The result is a number of another type.
    Converted,
    /// The result is an integer, or bits.
    Bits,
    /// There is none.
    Nothing,
}

/// What other parts must know of an operation.
#[derive(Clone, Debug)]
pub struct Traits {
    /// What becomes of its exact value.
    pub gives: Gives,
    /// The operands that are terms of a sum, by their places; with a product of the two before it, where there are three.
    pub terms: Range<usize>,
    /// Whether the first two operands may be exchanged.
    pub commutes: bool,
}

const fn gives(gives: Gives) -> Traits {
    Traits { gives, terms: 0..0, commutes: false }
}

impl Traits {
    const fn commutes(self) -> Traits {
        Traits { commutes: true, ..self }
    }
    const fn adds(self, terms: Range<usize>) -> Traits {
        Traits { terms, ..self }
    }
    /// Whether a product is added to something.
    #[must_use]
    pub const fn is_fused(&self) -> bool {
        self.terms.start == 2
    }
}

/// A row is an operation and its traits; one that stands for several, which a list names, has theirs in common.
macro_rules! meanings {
    ($($(#[$doc:meta])* $name:ident $(($of:ident))? = $traits:expr;)*) => {
        /// What a form computes, by name; `evaluate` runs it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Meaning {
            $($(#[$doc])* $name $(($of))?,)*
        }

        impl Meaning {
            /// Every meaning.
            pub const ALL: &[Meaning] = &{
                let mut all = [Meaning::Nothing; 0 $(+ meanings!(@count $($of)?))*];
                let mut at = 0;
                $(meanings!(@list all, at, $name $($of)?);)*
                assert!(at == all.len());
                all
            };

            /// What other parts must know of it.
            #[must_use]
            pub const fn traits(self) -> Traits {
                match self {
                    $(Meaning::$name $((meanings!(@any $of)))? => $traits,)*
                }
            }
        }
    };
    (@any $of:ident) => { _ };
    (@count) => { 1 };
    (@count $of:ident) => { $of::ALL.len() };
    (@list $all:ident, $at:ident, $name:ident) => {
        $all[$at] = Meaning::$name;
        $at += 1;
    };
    (@list $all:ident, $at:ident, $name:ident $of:ident) => {
        let mut one = 0;
        while one < $of::ALL.len() {
            $all[$at] = Meaning::$name($of::ALL[one]);
            ($at, one) = ($at + 1, one + 1);
        }
    };
}

use Gives::{Answer, Converted, Operand, Rounded};

meanings! {
    /// `a + b`, rounded once.
    Add = gives(Rounded).adds(0..2).commutes();
    /// `a - b`, rounded once.
    Subtract = gives(Rounded).adds(0..2);
    /// `a · b`, rounded once.
    Multiply = gives(Rounded).commutes();
    /// `a · b + c`, rounded once.
    Fused = gives(Rounded).adds(2..3).commutes();
    /// `a · b + c` as sm_1x computes it in single precision: the product is cut before the addition.
    MultiplyAddTruncated = gives(Rounded).adds(2..3).commutes();
    /// `a / b`, rounded once.
    Divide = gives(Rounded);
    /// `1 / a`, rounded once.
    Reciprocal = gives(Rounded);
    /// The square root, rounded once.
    SquareRoot = gives(Rounded);
    /// `|a|`.
    AbsoluteValue = gives(Operand);
    /// `-a`.
    Negate = gives(Operand);
    /// The sign of `a` on `b`.
    CopySign = gives(Operand);
    /// The smallest operand.
    Minimum = gives(Operand).commutes();
    /// The largest operand.
    Maximum = gives(Operand).commutes();
    /// Whether `a` has a property.
    Test = gives(Answer);
    /// Whether a relation holds between `a` and `b`.
    Compare = gives(Answer);
    /// `a` where the predicate `c` holds, or the number `c` is at least zero; else `b`.
    Choose = gives(Operand);
    /// `a` as a number of another type.
    Convert = gives(Converted);
    /// What an operation on integers or bits gives.
    Alu(Alu) = gives(Gives::Bits);
    /// What the special function unit and the instructions around it compute on the target.
    Approximation(Elementary) = gives(Gives::Approximated);
    /// What moves data or control: the machine does it, and nothing is computed.
    Work(Work) = gives(Gives::Nothing);
    /// Nothing: the assembler drops the instruction, and the destination keeps its value.
    Nothing = gives(Gives::Nothing);
    /// What is not modelled: the form's sentence says why.
    Unmodelled = gives(Gives::Nothing);
}

impl Meaning {
    /// Whether a result is computed.
    #[must_use]
    pub const fn computes(self) -> bool {
        !matches!(self.traits().gives, Gives::Nothing)
    }

    /// How it moves data or control, if it does.
    #[must_use]
    pub const fn work(self) -> Option<Work> {
        if let Meaning::Work(work) = self { Some(work) } else { None }
    }

    /// The function that it approximates, where it does.
    #[must_use]
    pub const fn approximated(self) -> Option<Elementary> {
        if let Meaning::Approximation(function) = self { Some(function) } else { None }
    }

    /// The function that it computes, rounded once or approximated.
    #[must_use]
    pub const fn elementary(self) -> Option<Elementary> {
        match self {
            Meaning::Divide => Some(Elementary::Quotient),
            Meaning::Reciprocal => Some(Elementary::Reciprocal),
            Meaning::SquareRoot => Some(Elementary::Root),
            _ => self.approximated(),
        }
    }
}

/// What the machine does that runs the lines: nothing is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// `mov`
    Move,
    /// `cvta`
    ConvertAddress,
    /// `ld`, `ldu`
    Load,
    /// `st`
    Store,
    /// `isspacep`
    IsSpace,
    /// What a cache is told, which changes no value: `prefetch`.
    Hint,
    /// `discard`
    Discard,
    /// What orders memory, which changes no value: `fence`, `membar`.
    Order,
    /// `nanosleep`
    Pause,
    /// `atom`, `red`
    Atomic,
    /// `bar`, `barrier`
    Barrier,
    /// `barrier.cluster`
    Cluster,
    /// `bar.warp`
    Warp,
    /// `shfl`
    Shuffle,
    /// `vote`
    Vote,
    /// `match`
    Match,
    /// `redux`
    Reduce,
    /// `activemask`
    Active,
    /// `elect`
    Elect,
    /// `vadd` and its kind, `lop3` with a predicate, `cvt.pack`
    Composed,
    /// What a chip is told beside its work: `pmevent`.
    Told,
    /// `createpolicy`
    Policy,
    /// `bra`
    Branch,
    /// `brx.idx`
    BranchIndexed,
    /// `call`
    Call,
    /// `ret`
    Return,
    /// `exit`
    Exit,
    /// `trap`, `brkpt`
    Trap,
}

impl Work {
    /// All of it.
    pub const ALL: &[Work] = &[
        Work::Move,
        Work::ConvertAddress,
        Work::Load,
        Work::Store,
        Work::IsSpace,
        Work::Hint,
        Work::Discard,
        Work::Order,
        Work::Pause,
        Work::Atomic,
        Work::Barrier,
        Work::Cluster,
        Work::Warp,
        Work::Shuffle,
        Work::Vote,
        Work::Match,
        Work::Reduce,
        Work::Active,
        Work::Elect,
        Work::Composed,
        Work::Told,
        Work::Policy,
        Work::Branch,
        Work::BranchIndexed,
        Work::Call,
        Work::Return,
        Work::Exit,
        Work::Trap,
    ];

    /// Whether the line behind it may not be the next.
    pub const fn jumps(self) -> bool {
        matches!(self, Work::Branch | Work::BranchIndexed | Work::Call | Work::Return | Work::Exit | Work::Trap)
    }
}
