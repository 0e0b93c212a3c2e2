//! Random expressions against the host's own arithmetic: the same tree, the same bits, fused or not.

use super::{accepted, run};
use semantics::number::operands::{edges, one};
use semantics::number::{F32, F64, Random};

/// A tree of the test's own.
enum Tree {
    Variable(usize),
    Number(f64),
    Negate(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
    Root(Box<Tree>),
    Choose(Box<Tree>, Box<Tree>, Box<Tree>, Box<Tree>),
}

const NAMES: [&str; 4] = ["a", "b", "c", "e"];

fn grown(random: &mut Random, depth: u64) -> Tree {
    let deeper = |random: &mut Random| Box::new(grown(random, depth.saturating_sub(1)));
    match random.below(if depth == 0 { 3 } else { 14 }) {
        0 | 1 => Tree::Variable(random.below(4) as usize),
        2 => Tree::Number([0.5, 1.0, 3.0, 0.125, 10.0][random.below(5) as usize]),
        3 => Tree::Negate(deeper(random)),
        4 => Tree::Root(deeper(random)),
        5 => Tree::Choose(deeper(random), deeper(random), deeper(random), deeper(random)),
        operation => Tree::Binary(['+', '-', '*', '/', '+', '-', '*', '*'][operation as usize - 6], deeper(random), deeper(random)),
    }
}

impl Tree {
    fn text(&self, suffix: &str) -> String {
        match self {
            Tree::Variable(place) => NAMES[*place].to_owned(),
            Tree::Number(number) => format!("{number:?}{suffix}"),
            Tree::Negate(a) => format!("-({})", a.text(suffix)),
            Tree::Binary(operation, a, b) => format!("({}) {operation} ({})", a.text(suffix), b.text(suffix)),
            Tree::Root(a) => format!("{}({})", if suffix.is_empty() { "sqrt" } else { "sqrtf" }, a.text(suffix)),
            Tree::Choose(a, b, c, e) => format!("({}) < ({}) ? {} : {}", a.text(suffix), b.text(suffix), c.text(suffix), e.text(suffix)),
        }
    }
}

macro_rules! host {
    ($value:ident, $float:ty) => {
        fn $value(tree: &Tree, variables: &[$float; 4]) -> $float {
            let of = |tree: &Tree| $value(tree, variables);
            match tree {
                Tree::Variable(place) => variables[*place],
                Tree::Number(number) => *number as $float,
                Tree::Negate(a) => -of(a),
                Tree::Binary('+', a, b) => of(a) + of(b),
                Tree::Binary('-', a, b) => of(a) - of(b),
                Tree::Binary('*', a, b) => of(a) * of(b),
                Tree::Binary(_, a, b) => of(a) / of(b),
                Tree::Root(a) => of(a).sqrt(),
                Tree::Choose(a, b, c, e) => {
                    if of(a) < of(b) {
                        of(c)
                    } else {
                        of(e)
                    }
                }
            }
        }
    };
}
host!(single, f32);
host!(double, f64);

#[test]
fn unfused_expressions_agree_with_the_host() {
    let (mut random, edges) = (Random::new(21), edges(F32::ROW));
    for _ in 0..4000 {
        let tree = grown(&mut random, 4);
        let text = format!("float d = {} // -fmad=false", tree.text("f"));
        let bits: [u64; 4] = core::array::from_fn(|_| one(F32::ROW, &edges, &mut random));
        let expected = single(&tree, &bits.map(|bits| f32::from_bits(bits as u32)));
        let registers: Vec<(&str, u64)> = NAMES.into_iter().zip(bits).collect();
        let given = f32::from_bits(run(&accepted(&text), &registers).results[0].bits as u32);
        assert!(given.to_bits() == expected.to_bits() || (given.is_nan() && expected.is_nan()), "{text} {bits:x?}: {given:?} {expected:?}");
    }
}

#[test]
fn unfused_expressions_of_doubles_agree_with_the_host() {
    let (mut random, edges) = (Random::new(22), edges(F64::ROW));
    for _ in 0..2000 {
        let tree = grown(&mut random, 3);
        let bits: [u64; 4] = core::array::from_fn(|_| one(F64::ROW, &edges, &mut random));
        // Variables are floats, so a double stands as its bits.
        let mut text = tree.text("");
        for (name, bits) in NAMES.into_iter().zip(bits) {
            text = text.replace(
                name,
                &format!("0d{bits:016X}").to_lowercase().replace('e', "E").replace('a', "A").replace('b', "B").replace('c', "C"),
            );
        }
        let text = format!("double y = {text} // -fmad=false");
        let expected = double(&tree, &bits.map(f64::from_bits));
        let given = f64::from_bits(run(&accepted(&text), &[]).results[0].bits);
        assert!(given.to_bits() == expected.to_bits() || (given.is_nan() && expected.is_nan()), "{text}: {given:?} {expected:?}");
    }
}

/// The shapes that are fused, beside the host's own fused operation.
#[test]
fn fused_expressions_agree_with_the_host() {
    type Fused = fn(f32, f32, f32, f32) -> f32;
    let table: [(&str, Fused); 12] = [
        ("a*b + c", |a, b, c, _| a.mul_add(b, c)),
        ("a*b - c", |a, b, c, _| a.mul_add(b, -c)),
        ("c - a*b", |a, b, c, _| (-a).mul_add(b, c)),
        ("-(a*b) - c", |a, b, c, _| (-a).mul_add(b, -c)),
        ("-a*b + c", |a, b, c, _| (-a).mul_add(b, c)),
        ("a*b + c*e", |a, b, c, e| a.mul_add(b, c * e)),
        ("a*b - c*e", |a, b, c, e| a.mul_add(b, -(c * e))),
        ("-(a*b) + c*e", |a, b, c, e| c.mul_add(e, -(a * b))),
        ("c - a*b - b*e", |a, b, c, e| (-b).mul_add(e, (-a).mul_add(b, c))),
        ("(a*b + c)*e + a", |a, b, c, e| a.mul_add(b, c).mul_add(e, a)),
        ("a*b*c + e", |a, b, c, e| (a * b).mul_add(c, e)),
        ("a*b - a*b*c", |a, b, c, _| (-(a * b)).mul_add(c, a * b)),
    ];
    let (mut random, edges) = (Random::new(23), edges(F32::ROW));
    for (text, fused) in table {
        let expression = accepted(text);
        for _ in 0..1000 {
            let bits: [u64; 4] = core::array::from_fn(|_| one(F32::ROW, &edges, &mut random));
            let [a, b, c, e] = bits.map(|bits| f32::from_bits(bits as u32));
            let registers: Vec<(&str, u64)> = NAMES.into_iter().zip(bits).collect();
            let (given, expected) = (f32::from_bits(run(&expression, &registers).results[0].bits as u32), fused(a, b, c, e));
            assert!(
                given.to_bits() == expected.to_bits() || (given.is_nan() && expected.is_nan()),
                "{text} {bits:x?}: {given:?} {expected:?}"
            );
        }
    }
}
