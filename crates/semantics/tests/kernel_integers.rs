//! Integer, logic, shift and bit-field instructions against a second reading of the manual, over edge values of every width.

use semantics::evaluate::{Outcome, Request, evaluate};
use semantics::instruction::{Context, Form, Meaning, ModifierSet, Operands, SOURCES, Type, forms};
use semantics::number::Random;
use semantics::operation::Alu;
use semantics::trace::Silent;

/// Every instruction on integers or bits with its modifiers.
fn instructions() -> impl Iterator<Item = (&'static Form, ModifierSet, Alu)> {
    forms()
        .iter()
        .filter_map(|form| if let Meaning::Alu(alu) = form.meaning { Some((form, alu)) } else { None })
        .flat_map(|(form, alu)| form.pattern.combinations().into_iter().map(move |modifiers| (form, modifiers, alu)))
}

fn run(form: &'static Form, modifiers: ModifierSet, operands: Operands) -> Outcome {
    evaluate(&Request::new(form, modifiers, operands, Context::default()), &mut Silent)
}

fn mask(own: Type) -> u64 {
    u64::MAX >> (64 - own.width())
}

/// Edge values of a width, and a few random ones.
fn edges(width: u32, random: &mut Random) -> Vec<u64> {
    let mask = u64::MAX >> (64 - width);
    let mut all = vec![
        0,
        1,
        2,
        3,
        7,
        8,
        15,
        16,
        31,
        32,
        33,
        63,
        64,
        65,
        255,
        256,
        0x0123_4567_89ab_cdef,
        0xaaaa_aaaa_aaaa_aaaa,
        u64::MAX,
        u64::MAX - 1,
    ];
    all.extend([1 << (width - 1), (1 << (width - 1)) - 1, (1 << (width - 1)) + 1, 1 << (width / 2), (1 << (width / 2)) - 1]);
    all.extend((0..6).map(|_| random.word()));
    all.iter_mut().for_each(|bits| *bits &= mask);
    all
}

/// Integer instructions as the manual's text says them, bit by bit and in the widest integers, written apart from the table.
mod second {
    pub fn signed(bits: u64, width: u32) -> i128 {
        let value = i128::from(bits & (u64::MAX >> (64 - width)));
        if value >> (width - 1) & 1 == 1 { value - (1i128 << width) } else { value }
    }

    pub fn number(bits: u64, own: &str) -> i128 {
        let width: u32 = own[1..].parse().unwrap();
        if own.starts_with('s') { signed(bits, width) } else { i128::from(bits & (u64::MAX >> (64 - width))) }
    }

    fn bit(value: u64, at: i64) -> u64 {
        if (0..64).contains(&at) { value >> at & 1 } else { 0 }
    }

    /// The result of an instruction, or None for one that is not written here.
    pub fn result(words: &str, own: &str, sources: [u64; 4]) -> Option<u64> {
        if let Some(own) = own.strip_suffix("x2") {
            let [low, high] = [0, 16].map(|place| result(words, own, sources.map(|bits| bits >> place & 0xffff)));
            return Some(low? & 0xffff | (high? & 0xffff) << 16);
        }
        let width: u32 = own[1..].parse().unwrap();
        let [a, b, c, d] = sources.map(|bits| number(bits, own));
        let [ua, ub, uc, ud] = sources.map(|bits| bits & 0xffff_ffff);
        let msb = i64::from(width) - 1;
        let product = |a: i128, b: i128| {
            // 64-bit unsigned products need more than i128 holds with a sign; their halves do not.
            let (negative, a, b) = ((a < 0) != (b < 0), a.unsigned_abs(), b.unsigned_abs());
            let whole = a * b;
            if negative { whole.wrapping_neg() } else { whole }
        };
        let least = if own.starts_with('s') { -(1i128 << (width - 1)) } else { 0 };
        let clamp = |value: i128| value.clamp(least, least + (1i128 << width) - 1) as u64;
        let high = |a, b| (product(a, b) >> width) as u64;
        let whole = sources[0] & (u64::MAX >> (64 - width));
        let second = sources[1] & (u64::MAX >> (64 - width));
        Some(match words {
            "add" => (a + b) as u64,
            "sub" => (a - b) as u64,
            "add.sat" => clamp(a + b),
            "sub.sat" => clamp(a - b),
            "mul.lo" => product(a, b) as u64,
            "mul.hi" => high(a, b),
            "mul.wide" => product(a, b) as u64,
            "mad.lo" => (product(a, b) as u64).wrapping_add(c as u64),
            "mad.hi" => high(a, b).wrapping_add(c as u64),
            "mad.hi.sat" => clamp(signed(high(a, b), 32) + c),
            "min.relu" | "max.relu" => (if (a < b) == (words == "min.relu") { a } else { b }).max(0) as u64,
            "mad.wide" => (product(a, b) as u64).wrapping_add(sources[2]),
            "sad" => (c as u64).wrapping_add(if a < b { b - a } else { a - b } as u64),
            "div" => (a / b) as u64,
            "rem" => (a % b) as u64,
            "abs" => (if a < 0 { -a } else { a }) as u64,
            "neg" => (-a) as u64,
            "min" => (if a < b { a } else { b }) as u64,
            "max" => (if a > b { a } else { b }) as u64,
            "popc" => (0..=msb).map(|at| bit(whole, at)).sum(),
            "clz" => (0..=msb).rev().take_while(|at| bit(whole, *at) == 0).count() as u64,
            "brev" => (0..=msb).map(|at| bit(whole, at) << (msb - at)).sum(),
            "bfind" | "bfind.shiftamt" => {
                let looked = if a < 0 { !whole } else { whole };
                let found = (0..=msb).rev().find(|at| bit(looked, *at) == 1);
                match (found, words) {
                    (None, _) => 0xffff_ffff,
                    (Some(at), "bfind") => at as u64,
                    (Some(at), _) => (msb - at) as u64,
                }
            }
            "bfe" => {
                // In 64 bits all of the place and the length counts (an H100).
                let low = if msb == 63 { 0xffff_ffff } else { 0xff };
                let (from, length) = ((ub & low) as i64, (uc & low) as i64);
                let sign = if own.starts_with('u') || length == 0 { 0 } else { bit(whole, (from + length - 1).min(msb)) };
                (0..=msb).map(|at| if at < length && from + at <= msb { bit(whole, from + at) } else { sign } << at).sum()
            }
            "bfi" => {
                let low = if msb == 63 { 0xffff_ffff } else { 0xff };
                let (from, length) = ((uc & low) as i64, (ud & low) as i64);
                (0..=msb).map(|at| if at >= from && at < from + length { bit(whole, at - from) } else { bit(second, at) } << at).sum()
            }
            "shl" => {
                if ub > msb as u64 {
                    0
                } else {
                    whole << ub
                }
            }
            "shr" => {
                let count = (ub as i64).min(msb + 1);
                let fill = if own.starts_with('s') { bit(whole, msb) } else { 0 };
                (0..=msb).map(|at| if at + count <= msb { bit(whole, at + count) } else { fill } << at).sum()
            }
            "and" => whole & second,
            "or" => whole | second,
            "xor" => whole ^ second,
            "not" => !whole,
            "cnot" => u64::from(whole == 0),
            "mul24.lo" | "mul24.hi" | "mad24.lo" | "mad24.hi" | "mad24.hi.sat" => {
                let own = |bits: u64| if own.starts_with('s') { signed(bits, 24) } else { i128::from(bits & 0xff_ffff) };
                let product = own(sources[0]) * own(sources[1]);
                let product = if words.contains(".lo") { product } else { product >> 16 };
                match words {
                    "mul24.lo" | "mul24.hi" => product as u64,
                    "mad24.hi.sat" => clamp(product + c),
                    _ => (product + c) as u64,
                }
            }
            "lop3" => (0..32).map(|at| (ud >> (4 * bit(ua, at) + 2 * bit(ub, at) + bit(uc, at)) & 1) << at).sum(),
            "shf.l.wrap" | "shf.l.clamp" | "shf.r.wrap" | "shf.r.clamp" => {
                let count = if words.ends_with("wrap") { uc & 31 } else { uc.min(32) };
                let both = u128::from(ub) << 32 | u128::from(ua);
                (if words.starts_with("shf.l") { both << count >> 32 } else { both >> count }) as u64
            }
            "prmt" | "prmt.f4e" | "prmt.b4e" | "prmt.rc8" | "prmt.ecl" | "prmt.ecr" | "prmt.rc16" => (0..4)
                .map(|place| {
                    // The modes number the eight bytes by a formula each, from the low two bits of the control on.
                    let mode = uc & 3;
                    let choice = match words {
                        "prmt" => uc >> (4 * place) & 15,
                        "prmt.f4e" => mode + place,
                        "prmt.b4e" => (8 + mode - place) & 7,
                        "prmt.rc8" => mode,
                        "prmt.ecl" => place.max(mode),
                        "prmt.ecr" => place.min(mode),
                        _ => 2 * (uc & 1) + (place & 1),
                    };
                    let byte = (if choice & 4 == 0 { ua } else { ub }) >> (8 * (choice & 3)) & 0xff;
                    (if choice & 8 == 0 {
                        byte
                    } else if byte & 0x80 == 0 {
                        0
                    } else {
                        0xff
                    }) << (8 * place)
                })
                .sum(),
            "szext.clamp" | "szext.wrap" => {
                let n = if words.ends_with("wrap") { ub & 31 } else { ub.min(32) } as i64;
                let sign = if own == "s32" && n > 0 { bit(ua, n - 1) } else { 0 };
                (0..32).map(|at| if at < n { bit(ua, at) } else { sign } << at).sum()
            }
            "bmsk.clamp" | "bmsk.wrap" => {
                let (from, length) = if words.ends_with("wrap") { (ua & 31, ub & 31) } else { (ua.min(32), ub.min(32)) };
                (0..32u64).map(|at| u64::from(at >= from && at < from + length) << at).sum()
            }
            "dp4a.u32" | "dp4a.s32" => {
                let byte = |bits: u64, place: u32, own: bool| {
                    if own { signed(bits >> (8 * place), 8) } else { i128::from(bits >> (8 * place) & 0xff) }
                };
                ((0..4).map(|place| byte(sources[0], place, words.ends_with("s32")) * byte(sources[1], place, own == "s32")).sum::<i128>()
                    + i128::from(uc)) as u64
            }
            "dp2a.lo.u32" | "dp2a.lo.s32" | "dp2a.hi.u32" | "dp2a.hi.s32" => {
                let part = |bits: u64, width: u32, own: bool| if own { signed(bits, width) } else { i128::from(bits & ((1 << width) - 1)) };
                let first = if words.contains(".hi") { 16 } else { 0 };
                let product = |place: u32| {
                    part(sources[0] >> (16 * place), 16, words.ends_with("s32")) * part(sources[1] >> (first + 8 * place), 8, own == "s32")
                };
                (product(0) + product(1) + i128::from(uc)) as u64
            }
            _ => {
                let _ = d;
                return None;
            }
        })
    }
}

#[test]
fn integers_are_those_of_a_second_reading() {
    let mut random = Random::new(23);
    let (mut compared, mut left) = (0u64, Vec::new());
    for (form, modifiers, alu) in instructions() {
        let name = form.pattern.spelled(modifiers);
        let sources = form.pattern.source_count();
        // prmt names its mode after its type: prmt.b32.f4e.
        let (words, own) = match name.strip_prefix("prmt.b32") {
            Some(mode) => (["prmt", mode].concat(), "b32"),
            None => name.rsplit_once('.').map(|(words, own)| (words.to_owned(), own)).unwrap(),
        };
        if own == "pred" {
            continue;
        }
        let values: Vec<Vec<u64>> = (0..sources).map(|at| edges(form.source_type(modifiers, at).width(), &mut random)).collect();
        let result = mask(form.destination_type(modifiers).unwrap());
        if second::result(&words, own, [1; 4]).is_none() {
            left.push(words);
            continue;
        }
        let take = |from: &[u64], at: usize| from[at % from.len()];
        let pairs = values[0].len() * values.get(1).map_or(1, Vec::len);
        for at in 0..pairs {
            let a = take(&values[0], at);
            let b = values.get(1).map_or(0, |values| values[at / pairs.div_ceil(values.len()).max(1) % values.len()]);
            for step in 0..values.get(2).map_or(1, Vec::len) {
                let c = values.get(2).map_or(0, |values| values[step]);
                let d = values.get(3).map_or(0, |values| take(values, step * 7 + at));
                if alu.divides() && b == 0 {
                    continue;
                }
                let actual = run(form, modifiers, [a, b, c, d, 0]).bits;
                let expected = second::result(&words, own, [a, b, c, d]).unwrap() & result;
                assert_eq!(actual, expected, "{name} {a:x} {b:x} {c:x} {d:x}");
                compared += 1;
            }
        }
    }
    left.sort();
    left.dedup();
    // Extended precision has tests of its own: `carries_run_through_long_numbers`.
    assert!(
        left.iter()
            .all(|words| words.contains(".cc") || words.starts_with("addc") || words.starts_with("subc") || words.starts_with("madc")),
        "{left:?}"
    );
    assert_eq!(left.len(), 15);
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn bits_above_a_source_count_for_nothing() {
    let mut random = Random::new(29);
    for (form, modifiers, _) in instructions() {
        let masks: [u64; SOURCES] =
            core::array::from_fn(|at| if at < form.pattern.source_count() { mask(form.source_type(modifiers, at)) } else { 0 });
        for step in 0..400 {
            // Small numbers too, which are counts and places of bits.
            let low = if step % 2 == 0 { u64::MAX } else { 0x3f };
            let mut narrow: Operands = core::array::from_fn(|at| random.word() & low & masks[at]);
            let mut wide: Operands = core::array::from_fn(|at| narrow[at] | random.word() & !masks[at]);
            for operands in [&mut narrow, &mut wide] {
                operands[SOURCES - 1] = u64::from(step % 3 == 0);
            }
            assert_eq!(
                run(form, modifiers, narrow),
                run(form, modifiers, wide),
                "{} {narrow:x?} {wide:x?}",
                form.pattern.spelled(modifiers)
            );
        }
    }
}
