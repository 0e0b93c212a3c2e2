//! The chips: for each number of an architecture the machine code that it reads, and the names of chips that have it. Every other list of
//! architectures is taken from this one; PTX's targets with their letters and versions are rows of `instruction::Target`.

/// An architecture: 90 of `sm_90`, `sm_90a` and `sm_90f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The number in the names of its targets.
    pub number: u32,
    /// The generation of its machine words of 128 bits, by the first architecture that has it; None where words have 64 bits or are not known.
    pub words: Option<u32>,
    /// Whether no PTX version of today knows it any more.
    pub gone: bool,
    /// Names of chips, those under which answers were published first.
    pub names: &'static [&'static str],
}

const fn chip(number: u32, words: u32, names: &'static [&'static str]) -> Chip {
    Chip { number, words: if words == 0 { None } else { Some(words) }, gone: false, names }
}

/// Every architecture, oldest first. sm_70 and sm_72, which nvdisasm 13.5 does not read, are taken to have the words of sm_75.
#[rustfmt::skip]
pub const CHIPS: &[Chip] = &[
    chip(10, 0, &[]), chip(11, 0, &[]), chip(12, 0, &[]), chip(13, 0, &[]), chip(20, 0, &[]),
    chip(30, 0, &[]), chip(32, 0, &[]), chip(35, 0, &[]), chip(37, 0, &[]),
    chip(50, 0, &[]), chip(52, 0, &[]), chip(53, 0, &[]), chip(60, 0, &[]), chip(61, 0, &[]), chip(62, 0, &[]),
    chip(70, 75, &["V100"]),
    chip(72, 75, &[]),
    chip(75, 75, &["T4"]),
    chip(80, 80, &["A100", "A30"]),
    chip(86, 86, &["A2", "A40", "RTX 30"]),
    chip(87, 86, &[]),
    chip(88, 89, &[]),
    chip(89, 89, &["Ada", "L40S", "RTX 40"]),
    chip(90, 90, &["H100", "H200"]),
    chip(100, 100, &["B200"]),
    Chip { gone: true, ..chip(101, 100, &[]) },
    chip(103, 103, &["GB300"]),
    chip(107, 103, &[]),
    chip(110, 100, &["Thor"]),
    chip(120, 120, &["RTX 50", "RTX PRO 6000"]),
    chip(121, 121, &["GB10"]),
];

/// The generations, each with the number of its first chip for a data centre, or of its first one.
pub const FAMILIES: [(&str, u32); 6] = [("Volta", 70), ("Turing", 75), ("Ampere", 80), ("Ada", 89), ("Hopper", 90), ("Blackwell", 100)];

/// The architecture of a number.
pub fn of_number(number: u32) -> Option<&'static Chip> {
    CHIPS.iter().find(|chip| chip.number == number)
}

/// The names of chips, each with its number, oldest first.
pub fn named() -> impl Iterator<Item = (&'static str, u32)> + Clone {
    CHIPS.iter().flat_map(|chip| chip.names.iter().map(move |name| (*name, chip.number)))
}

/// How many architectures of today there are from a number on.
const fn count(first: u32) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < CHIPS.len() {
        count += (CHIPS[at].number >= first && !CHIPS[at].gone) as usize;
        at += 1;
    }
    count
}

/// The numbers of today's architectures from one on.
const fn numbers<const N: usize>(first: u32) -> [u32; N] {
    let (mut all, mut at, mut count) = ([0; N], 0, 0);
    while at < CHIPS.len() {
        if CHIPS[at].number >= first && !CHIPS[at].gone {
            all[count] = CHIPS[at].number;
            count += 1;
        }
        at += 1;
    }
    all
}

/// Today's architectures from sm_75 on.
pub const SINCE_75: &[u32] = &numbers::<{ count(75) }>(75);
/// Today's architectures from sm_80 on.
pub const SINCE_80: &[u32] = &numbers::<{ count(80) }>(80);

/// The generations of machine words of 128 bits, oldest first.
pub const GENERATIONS: &[u32] = {
    const COUNT: usize = {
        let (mut at, mut count) = (0, 0);
        while at < CHIPS.len() {
            count += is_first(at) as usize;
            at += 1;
        }
        count
    };
    &{
        let (mut all, mut at, mut count) = ([0; COUNT], 0, 0);
        while at < CHIPS.len() {
            if is_first(at) {
                all[count] = CHIPS[at].number;
                count += 1;
            }
            at += 1;
        }
        all
    }
};

/// Whether an architecture gives a generation of words its number.
const fn is_first(at: usize) -> bool {
    matches!(CHIPS[at].words, Some(words) if words == CHIPS[at].number)
}
