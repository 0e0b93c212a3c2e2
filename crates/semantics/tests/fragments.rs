//! Which lane holds what: every element of a matrix once, where the manual's formulas have it, and how a place is named.

use semantics::dot::{Held, heads};
use semantics::matrix::{self, FORMS, Fragment, Head, Layout, Matrix, Place, Shape, read};
use semantics::number::Format;
use semantics::tensor_core::{Path, TABLE};
use std::collections::BTreeSet;

const ALL: [(u32, u32, u32, u32, u32); 11] = [
    // m, n, k, bits of A and B, elements of A in a lane.
    (8, 8, 4, 64, 1),
    (16, 8, 4, 64, 2),
    (16, 8, 8, 64, 4),
    (16, 8, 16, 64, 8),
    (16, 8, 4, 32, 2),
    (16, 8, 8, 32, 4),
    (16, 8, 8, 16, 4),
    (16, 8, 16, 16, 8),
    (16, 8, 16, 8, 8),
    (16, 8, 32, 8, 16),
    (16, 8, 64, 4, 32),
];

/// Every place once, found again, and none left.
fn covers(fragment: Fragment, products: u32) {
    let (rows, columns) = fragment.size();
    let lanes = (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i)));
    let mut places: Vec<Place> = lanes.clone().map(|(lane, i)| fragment.place(lane, i)).collect();
    assert!(lanes.into_iter().all(|(lane, i)| fragment.holder(fragment.place(lane, i)) == Some((lane, i))), "{fragment:?}");
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len() as u32, products * rows * columns, "{fragment:?}");
    assert!(places.iter().all(|place| place.product < products && place.row < rows && place.column < columns), "{fragment:?}");
    assert_eq!(fragment.holder(Place { product: 0, row: rows, column: 0 }), None);
}

#[test]
fn every_element_has_one_holder() {
    for (m, n, k, bits, elements) in ALL {
        let of = |matrix| Fragment::of(matrix, Shape::new(m, n, k), bits);
        assert_eq!(of(Matrix::A).elements(), elements);
        [Matrix::A, Matrix::B, Matrix::C].into_iter().for_each(|matrix| covers(of(matrix), 1));
    }
    let volta = |matrix, layout| Fragment { matrix, shape: Shape::new(8, 8, 4), layout };
    for matrix in [Matrix::A, Matrix::B] {
        [true, false].into_iter().for_each(|row| covers(volta(matrix, Layout::Lines { row }), 4));
    }
    covers(volta(Matrix::C, Layout::Lines { row: true }), 4);
    covers(volta(Matrix::C, Layout::Pairs), 4);
}

/// The manual's formulas as it has them, shape by shape: a condition on i, then row and column of group g, thread t, element i.
#[test]
fn places_are_the_manuals() {
    // Operand, shape, bits of an element, formula.
    type Row = (Matrix, (u32, u32, u32), u32, fn(u32, u32, u32) -> (u32, u32));
    fn tall(low: bool) -> u32 {
        if low { 0 } else { 8 }
    }
    #[rustfmt::skip]
    let rows: [Row; 23] = [
        (Matrix::A, (8, 8, 4), 64, |g, t, _| (g, t)),
        (Matrix::B, (8, 8, 4), 64, |g, t, _| (t, g)),
        (Matrix::C, (8, 8, 4), 64, |g, t, i| (g, t * 2 + (i & 1))),
        (Matrix::A, (16, 8, 4), 32, |g, t, i| (g + tall(i == 0), t)),
        (Matrix::B, (16, 8, 4), 32, |g, t, _| (t, g)),
        (Matrix::C, (16, 8, 4), 32, |g, t, i| (g + tall(i < 2), t * 2 + (i & 1))),
        (Matrix::A, (16, 8, 8), 16, |g, t, i| (g + tall(i < 2), t * 2 + (i & 1))),
        (Matrix::A, (16, 8, 8), 32, |g, t, i| (g + tall(i == 0 || i == 2), if i < 2 { t } else { t + 4 })),
        (Matrix::A, (16, 8, 8), 64, |g, t, i| (g + tall(i == 0 || i == 2), if i < 2 { t } else { t + 4 })),
        (Matrix::B, (16, 8, 8), 16, |g, t, i| (t * 2 + i, g)),
        (Matrix::B, (16, 8, 8), 32, |g, t, i| (if i == 0 { t } else { t + 4 }, g)),
        (Matrix::B, (16, 8, 8), 64, |g, t, i| (if i == 0 { t } else { t + 4 }, g)),
        (Matrix::A, (16, 8, 16), 16, |g, t, i| (g + tall(i < 2 || (4..6).contains(&i)), t * 2 + (i & 1) + tall(i < 4))),
        (Matrix::A, (16, 8, 16), 64, |g, t, i| (g + tall(i % 2 == 0), if i % 2 == 0 { i * 2 + t } else { i * 2 - 2 + t })),
        (Matrix::B, (16, 8, 16), 16, |g, t, i| (t * 2 + (i & 1) + tall(i < 2), g)),
        (Matrix::B, (16, 8, 16), 64, |g, t, i| (t + i * 4, g)),
        (Matrix::C, (16, 8, 16), 16, |g, t, i| (g + tall(i < 2), t * 2 + (i & 1))),
        (Matrix::A, (16, 8, 16), 8, |g, t, i| (g + tall(i < 4), t * 4 + (i & 3))),
        (Matrix::B, (16, 8, 16), 8, |g, t, i| (t * 4 + i, g)),
        (Matrix::A, (16, 8, 32), 8, |g, t, i| (g + tall(i < 4 || (8..12).contains(&i)), t * 4 + (i & 3) + if i < 8 { 0 } else { 16 })),
        (Matrix::B, (16, 8, 32), 8, |g, t, i| (t * 4 + (i & 3) + if i < 4 { 0 } else { 16 }, g)),
        (Matrix::A, (16, 8, 64), 4, |g, t, i| (g + tall(i < 8 || (16..24).contains(&i)), t * 8 + (i & 7) + if i < 16 { 0 } else { 32 })),
        (Matrix::B, (16, 8, 64), 4, |g, t, i| (t * 8 + (i & 7) + if i < 8 { 0 } else { 32 }, g)),
    ];
    for (matrix, (m, n, k), bits, formula) in rows {
        let fragment = Fragment::of(matrix, Shape::new(m, n, k), bits);
        for (lane, i) in (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i))) {
            let (row, column) = formula(lane >> 2, lane % 4, i);
            assert_eq!(fragment.place(lane, i), Place { product: 0, row, column }, "{fragment:?} lane {lane} element {i}");
        }
    }
}

#[test]
fn voltas_places_are_the_manuals() {
    type Formula = fn(u32, u32, bool) -> (u32, u32);
    #[rustfmt::skip]
    let rows: [(Matrix, Layout, Formula); 6] = [
        (Matrix::A, Layout::Lines { row: true }, |l, i, low| (if low { l % 4 } else { l % 4 + 4 }, i)),
        (Matrix::A, Layout::Lines { row: false }, |l, i, low| (if low { i % 4 } else { i % 4 + 4 }, l % 4)),
        (Matrix::B, Layout::Lines { row: true }, |l, i, low| (l % 4, if low { i } else { i + 4 })),
        (Matrix::B, Layout::Lines { row: false }, |l, i, low| (i, if low { l % 4 } else { l % 4 + 4 })),
        (Matrix::C, Layout::Lines { row: true }, |l, i, low| (if low { l % 4 } else { l % 4 + 4 }, i)),
        (Matrix::C, Layout::Pairs, |l, i, low| ((l & 1) + (i & 2) + if low { 0 } else { 4 }, (i & 4) + (l & 2) + (i & 1))),
    ];
    for (matrix, layout, formula) in rows {
        let fragment = Fragment { matrix, shape: Shape::new(8, 8, 4), layout };
        for (lane, i) in (0..32).flat_map(|lane| (0..fragment.elements()).map(move |i| (lane, i))) {
            let (row, column) = formula(lane, i, lane < 16);
            let place = fragment.place(lane, i);
            assert_eq!((place.row, place.column), (row, column), "{fragment:?} lane {lane} element {i}");
            // Threads 0 to 3 and 16 to 19 compute the first product, and so on.
            assert_eq!(place.product, lane % 16 / 4);
        }
    }
}

/// The heads of all rows, with their types.
fn all() -> Vec<(String, Head, [&'static Format; 3])> {
    let mut all = Vec::new();
    for row in TABLE {
        for (a, b) in row.inputs.iter().flat_map(|a| row.inputs.iter().map(move |b| (*a, *b))) {
            let formats = [a, b, row.accumulator];
            if row.takes(a, b, row.accumulator) {
                let of = |target: &u32| heads(row, formats, *target);
                all.extend(row.targets.iter().flat_map(of).map(|(name, head)| (name, head, formats)));
            }
        }
    }
    all
}

#[test]
fn every_form_is_drawn_or_has_its_registers_elsewhere() {
    let all = all();
    for form in FORMS.iter().filter(|form| form.product().is_some() && !form.syntax.starts_with("wmma")) {
        // C may be a half where D is a single; that it lies as C does elsewhere needs no drawing of its own.
        let asked = all.iter().filter(|(_, head, _)| form.has(&head.written())).count();
        let mixed = form.syntax.ends_with(".f32.f16.f16.f16");
        assert!(asked > 0 || mixed, "{form:?}");
    }
    for (name, head, [a, b, d]) in all {
        let held = [(Matrix::A, a), (Matrix::B, b), (Matrix::C, d)].map(|(matrix, format)| Held::of(&head, matrix, format));
        assert_eq!(held.iter().all(Option::is_some), head.path == Some(Path::MmaSync), "{name}");
        // Each element is in the lane and the register that are named, and nowhere else.
        for held in held.into_iter().flatten() {
            let (rows, columns) = held.fragment.size();
            let mut words = BTreeSet::new();
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
                let said = held.element(Place { product: 0, row, column }).expect("a place of the matrix");
                let lane: u32 =
                    said.split("lane ").nth(1).and_then(|rest| rest.split(',').next()).and_then(|lane| lane.parse().ok()).expect("a lane");
                let register = said.split("register ").nth(1).expect("a register").trim_end_matches('.');
                let named = held.lane(lane).into_iter().find(|(name, _)| register == name || register.starts_with(&format!("{name}, ")));
                let (_, text) = named.unwrap_or_else(|| panic!("{said}: {:?}", held.lane(lane)));
                let within = |text: &str, at: u32| {
                    let ends: Vec<u32> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
                    ends.first().is_some_and(|first| *first <= at) && ends.last().is_some_and(|last| at <= *last)
                };
                let (down, right) = text.split_once(", ").expect("rows and columns");
                assert!(within(down, row) && within(right, column), "{said} {text}");
                assert!(words.insert(format!("{lane} {register}")), "{name}: {said}");
            }
        }
    }
}

#[test]
fn places_are_named() {
    let held = |text: &str, matrix, format: &str| {
        let head = read(text).expect("a head");
        Held::of(&head, matrix, matrix::format(format).expect("a format")).expect("registers")
    };
    let half = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
    let volta = "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32";
    let four = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0";
    let mixed = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32";
    let doubles = "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64";
    #[rustfmt::skip]
    let rows = [
        (half, Matrix::A, "f16", (3, 5), "A, row 3, column 5: lane 14, register a0, bits 16 to 31."),
        (half, Matrix::A, "f16", (11, 12), "A, row 11, column 12: lane 14, register a3, bits 0 to 15."),
        (half, Matrix::B, "f16", (9, 7), "B, row 9, column 7: lane 28, register b1, bits 16 to 31."),
        (half, Matrix::C, "f32", (15, 7), "C and D, row 15, column 7: lane 31, register c3 and d3."),
        (four, Matrix::A, "e2m1", (8, 63), "A, row 8, column 63: lane 3, register a3, bits 28 to 31."),
        (mixed, Matrix::A, "e2m1", (0, 1), "A, row 0, column 1: lane 0, register a0, bits 10 to 13."),
        (mixed, Matrix::B, "e3m2", (1, 0), "B, row 1, column 0: lane 0, register b0, bits 8 to 13."),
        (doubles, Matrix::A, "f64", (8, 4), "A, row 8, column 4: lane 0, register a3."),
        (volta, Matrix::A, "f16", (5, 2), "A, row 5, column 2: lane 17, register a1, bits 0 to 15."),
        (volta, Matrix::C, "f32", (2, 4), "C and D, row 2, column 4: lane 0, register c6 and d6."),
    ];
    for (text, matrix, format, (row, column), said) in rows {
        assert_eq!(held(text, matrix, format).element(Place { product: 0, row, column }).as_deref(), Some(said), "{text}");
    }
    let lane = |text, matrix, format| {
        held(text, matrix, format).lane(14).into_iter().map(|(name, what)| format!("{name}: {what}")).collect::<Vec<_>>()
    };
    assert_eq!(lane(half, Matrix::B, "f16"), ["b0: rows 4 to 5, column 3", "b1: rows 12 to 13, column 3"]);
    assert_eq!(lane(half, Matrix::C, "f16"), ["c0 and d0: row 3, columns 4 to 5", "c1 and d1: row 11, columns 4 to 5"]);
    assert_eq!((held(volta, Matrix::A, "f16").in_first(27), held(volta, Matrix::A, "f16").products()), (19, 4));
    assert_eq!(held(half, Matrix::A, "f16").element(Place { product: 0, row: 16, column: 0 }), None);
}
