//! Every goal on every form: what is found is found again by the engine, what is impossible is never found, and equal seeds agree.

use crate::judge::exhaustive;
use semantics::evaluate::{Request, evaluate};
use semantics::instruction::{Context, Form, Meaning, Modifier, ModifierSet, Target, Type, forms};
use semantics::trace::Silent;
use semantics::witness::matrix::{CORNERS, matrix};
use semantics::witness::{Goal, against_reason, find};

/// Every form of today with all its modifiers. Nothing is left out: a form falls out of the search only by the reasons that it gives.
fn chosen(is: impl Fn(&Form) -> bool) -> Vec<(String, Request)> {
    let context = Context { target: Target::SM_100, ..Context::default() };
    let mut all = Vec::new();
    // The finder asks nothing of what moves data or control.
    let today =
        |form: &&Form| form.row.last_ptx.is_none() && form.row.last_target.is_none() && form.row.in_manual && form.meaning.work().is_none();
    for form in forms().iter().filter(today).filter(|form| is(form)) {
        for modifiers in form.pattern.combinations() {
            all.push((form.pattern.spelled(modifiers), Request::new(form, modifiers, [0; 3], context)));
        }
    }
    all
}

/// One of each kind of modifiers: rounding down behaves as rounding up, .rn where it stands open as nothing, and numbers of 4 bits are the
/// same in half a byte and in a whole one.
fn few(is: impl Fn(&Form) -> bool) -> Vec<(String, Request)> {
    let usual = |form: &Form, modifiers: ModifierSet| {
        let open = form.pattern.parts.iter().any(|part| part.optional && part.modifiers.has(Modifier::Rn));
        let again = modifiers.names(Type::E2m1p4x4) || modifiers.has(Modifier::Rm) || modifiers.has(Modifier::Rmi);
        !(again || open && modifiers.has(Modifier::Rn))
    };
    chosen(is).into_iter().filter(|(_, request)| usual(request.form, request.modifiers)).collect()
}

/// Bits of the operands of a lane.
fn bits(request: &Request) -> u32 {
    (0..request.form.pattern.source_count()).map(|source| request.source_type(source).format.width()).sum()
}

/// Finds three cases of every goal, runs each again, and lists what is possible and was not found.
///
/// An ordinary run asks the first modifiers of a form for every goal, its others for every third, and of one search in eight whether equal seeds
/// agree; an exhaustive one asks everything.
fn missing(number: usize, (name, request): &(String, Request), first: bool) -> Vec<String> {
    let mut missing = Vec::new();
    for (place, &goal) in Goal::ALL.iter().enumerate().filter(|(place, _)| exhaustive() || first || (number + place).is_multiple_of(3)) {
        let repeated = exhaustive() || (number + place).is_multiple_of(8);
        let found = find(request, goal, 7, 3);
        // A function of one operand gives -0 for one operand alone, only infinities of opposite sign have no sum, and where all operands
        // were run there may be one.
        let least = match goal {
            _ if bits(request) <= 16 => 1,
            Goal::MinusZero => 1,
            // Of reciprocals only that of the number after 2^126 lies so close.
            Goal::Smallest if request.form.meaning == Meaning::Reciprocal => 1,
            Goal::Invalid => 2,
            _ => 3,
        };
        if found.impossible.is_none() && found.cases.len() < least {
            missing.push(format!("{name} {}: {} of {}", goal.key(), found.cases.len(), found.tries));
        }
        for (place, case) in found.cases.iter().enumerate() {
            let again = evaluate(&Request { operands: case.operands, ..*request }, &mut Silent);
            assert_eq!(again.bits, case.result, "{name} {}", goal.key());
            assert!(found.cases[..place].iter().all(|other| other.operands != case.operands), "{name}: twice the same");
        }
        if repeated && goal != Goal::Worst && !found.cases.is_empty() {
            assert_eq!(find(request, goal, 7, 3), found, "{name} {}", goal.key());
        }
    }
    missing
}

fn nothing_is_missing(is: impl Fn(&Form) -> bool) {
    let all = few(is);
    let first = |number: usize| number == 0 || all[number - 1].1.form != all[number].1.form;
    let missing: Vec<String> = all.iter().enumerate().flat_map(|(number, asked)| missing(number, asked, first(number))).collect();
    assert!(missing.is_empty(), "{} missing: {missing:#?}", missing.len());
}

#[test]
fn what_is_found_is_true_and_what_is_possible_is_found() {
    nothing_is_missing(|form| !matches!(form.meaning, Meaning::Convert | Meaning::Compare));
}

#[test]
fn comparisons_show_what_they_can() {
    nothing_is_missing(|form| form.meaning == Meaning::Compare);
}

/// Every pair of types that cvt takes, in every mode but one.
#[test]
fn conversions_show_what_they_can() {
    nothing_is_missing(|form| form.meaning == Meaning::Convert);
}

/// What cannot be has a reason, and a search that ignores it finds nothing. Where operands have few bits, all of them are run; an ordinary run
/// takes at most a sixty-fourth, and a fifth of what is proposed to an exhaustive one.
fn no_reason_is_wrong(requests: Vec<(String, Request)>) {
    let mut wrong = Vec::new();
    let (tries, of_all) = if exhaustive() { (100, usize::MAX) } else { (20, 1024) };
    for (name, request) in requests {
        if let Some((goal, case)) = against_reason(&request, 5, tries, of_all) {
            let reason = find(&request, goal, 7, 1).impossible.unwrap();
            wrong.push(format!("{name} {}: {:x?} {} though {reason}", goal.key(), case.operands, case.says));
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
}

#[test]
fn no_conversion_shows_what_it_cannot() {
    no_reason_is_wrong(few(|form| form.meaning == Meaning::Convert));
}

#[test]
fn no_other_form_shows_what_it_cannot() {
    no_reason_is_wrong(few(|form| form.meaning != Meaning::Convert));
}

/// Forms of which nothing is shown: every number that they read is a normal number or an integer of the format that they write.
const NOTHING_TO_SHOW: &[&str] = &[
    "cvt.u8.u8  d, a",
    "cvt.u16.(u8|u16)  d, a",
    "cvt.u32.(u8|u16|u32)  d, a",
    "cvt.u64.(u8|u16|u32|u64)  d, a",
    "cvt.s8.s8  d, a",
    "cvt.s16.(u8|s8|s16)  d, a",
    "cvt.s32.(u8|u16|s8|s16|s32)  d, a",
    "cvt.s64.(u8|u16|u32|s8|s16|s32|s64)  d, a",
    "cvt.rn{.satfinite}{.relu}.bf16x2.s2f6x2  d, a",
    "cvt.rn{.satfinite}.bf16x2.ue5m3x2  d, a",
];

#[test]
fn no_form_falls_out() {
    let shows = |form: &Form| {
        let of = |(_, request): &(String, Request)| Goal::ALL.iter().any(|goal| !find(request, *goal, 7, 1).cases.is_empty());
        chosen(|other| other == form).iter().any(of)
    };
    let today = |form: &&Form| !chosen(|other| other == *form).is_empty();
    let silent: Vec<&str> =
        forms().iter().filter(today).filter(|form| !form.is_of_integers() && !shows(form)).map(|form| form.row.syntax).collect();
    assert_eq!(silent, NOTHING_TO_SHOW);
}

#[test]
fn another_seed_gives_other_cases() {
    let (_, request) = chosen(|_| true).into_iter().find(|(name, _)| name == "fma.rn.f32").unwrap();
    for goal in [Goal::Tie, Goal::Wide, Goal::Narrow, Goal::Cancel] {
        assert_ne!(find(&request, goal, 1, 3).cases, find(&request, goal, 2, 3).cases, "{}", goal.key());
    }
}

#[test]
fn the_matrix_has_every_pair() {
    for (name, request) in few(|form| form.meaning != Meaning::Convert && !form.is_of_integers()) {
        let cells = matrix(&request, 8);
        let columns = if request.form.pattern.source_count() > 1 { CORNERS.len() } else { 1 };
        assert!(cells.len() == CORNERS.len() && cells.iter().all(|row| row.len() == columns), "{name}");
        for cell in cells.iter().flatten() {
            assert_eq!(evaluate(&Request { operands: cell.operands, ..request }, &mut Silent).bits, cell.bits, "{name}");
        }
    }
}

/// The oldest chips cut the product of mad.f32: what rounds it first has other bits.
#[test]
fn what_old_chips_compute_is_searched_too() {
    let context = Context { target: Target::SM_10, ..Context::default() };
    let form = forms().iter().find(|form| form.meaning == Meaning::MultiplyAddTruncated).unwrap();
    let request = Request::new(form, form.pattern.required, [0; 3], context);
    for goal in [Goal::Tie, Goal::Fused, Goal::Cancel] {
        assert_eq!(find(&request, goal, 7, 3).cases.len(), 3, "{}", goal.key());
    }
}
