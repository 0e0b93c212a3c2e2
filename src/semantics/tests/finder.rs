//! Every goal on every form: what is found is found again by the engine, what is impossible is never found, and equal seeds agree.

use semantics::evaluate::{Request, evaluate};
use semantics::finder::matrix::{CORNERS, matrix};
use semantics::finder::{Goal, covers, find};
use semantics::instruction::{Context, Form, Meaning, Modifier, Target, forms};
use semantics::rounding::Lost;
use semantics::trace::{Silent, Step, Trace};

fn chosen(is: impl Fn(&Form) -> bool) -> Vec<(String, Request)> {
    let context = Context { target: Target::SM_100, ..Context::default() };
    let mut all = Vec::new();
    let today = |form: &&Form| form.row.last_ptx.is_none() && form.row.last_target.is_none() && form.row.in_manual;
    for form in forms().iter().filter(today).filter(|form| is(form)) {
        for modifiers in form.pattern.combinations() {
            let request = Request::new(form, modifiers, [0; 3], context);
            if covers(&request) {
                all.push((form.pattern.spelled(modifiers), request));
            }
        }
    }
    all
}

fn requests() -> Vec<(String, Request)> {
    chosen(|form| form.meaning != Meaning::Convert)
}

/// Finds three cases of every goal, runs each again, and lists what is possible and was not found.
fn missing((name, request): (String, Request)) -> Vec<String> {
    let mut missing = Vec::new();
    for &goal in Goal::ALL {
        let found = find(&request, goal, 7, 3);
        // A function of one operand gives -0 for one operand alone, and only infinities of opposite sign have no sum.
        let least = match goal {
            Goal::MinusZero => 1,
            Goal::Invalid => 2,
            _ => 3,
        };
        if found.impossible.is_none() && found.cases.len() < least {
            missing.push(format!("{name} {}: {} of {}", goal.key(), found.cases.len(), found.tries));
        }
        for (place, case) in found.cases.iter().enumerate() {
            let again = evaluate(&Request { operands: case.operands, ..request }, &mut Silent);
            assert_eq!(again.bits, case.result, "{name} {}", goal.key());
            assert!(found.cases[..place].iter().all(|other| other.operands != case.operands), "{name}: twice the same");
        }
        assert_eq!(find(&request, goal, 7, 3), found, "{name} {}", goal.key());
    }
    missing
}

#[test]
fn what_is_found_is_true_and_what_is_possible_is_found() {
    // One of each kind of modifiers is enough for a test of minutes: rounding modes other than .rn and .rz behave as .rz.
    let few = requests().into_iter().filter(|(_, request)| !request.modifiers.listed().contains(".rm"));
    let missing: Vec<String> = few.flat_map(missing).collect();
    assert!(missing.is_empty(), "{} missing: {missing:#?}", missing.len());
}

/// Every pair of types that cvt takes, in every mode but one.
#[test]
fn conversions_show_what_they_can() {
    let all = chosen(|form| form.meaning == Meaning::Convert).into_iter().filter(|(name, _)| !name.contains(".rm"));
    let missing: Vec<String> = all.flat_map(missing).collect();
    assert!(missing.is_empty(), "{} missing: {missing:#?}", missing.len());
}

/// What cannot be has a reason, and a search that ignores it finds nothing: the reasons are tried on random operands.
#[test]
fn what_a_conversion_cannot_show_is_not_met_by_chance() {
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for (name, request) in chosen(|form| form.meaning == Meaning::Convert) {
        let impossible = |goal| find(&request, goal, 1, 1).impossible.is_some();
        // What is clamped afterwards may be rounded before.
        let clamped = request.modifiers.has(Modifier::Sat);
        let (tie, rounds, zero) = (impossible(Goal::Tie), impossible(Goal::Modes) && !clamped, impossible(Goal::Underflow));
        for _ in 0..200 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let operands = [random >> 3 & request_mask(&request), 0, 0, 0, 0];
            let mut trace = Trace::default();
            evaluate(&Request { operands, ..request }, &mut trace);
            for step in &trace.steps {
                let Step::Round { value, rounded, format, .. } = step else { continue };
                assert!(!tie || rounded.lost != Lost::Half, "{name} {operands:x?}: a tie");
                assert!(!rounds || rounded.lost == Lost::Nothing, "{name} {operands:x?}: rounded");
                let vanishes = !value.magnitude.is_zero() && rounded.unflushed & !format.sign_mask() == 0;
                assert!(!zero || !vanishes, "{name} {operands:x?}: lost to zero");
            }
        }
    }
}

fn request_mask(request: &Request) -> u64 {
    u64::MAX >> (64 - request.source_type(0).width())
}

#[test]
fn another_seed_gives_other_cases() {
    let (_, request) = requests().into_iter().find(|(name, _)| name == "fma.rn.f32").unwrap();
    for goal in [Goal::Tie, Goal::Wide, Goal::Narrow, Goal::Cancel] {
        assert_ne!(find(&request, goal, 1, 3).cases, find(&request, goal, 2, 3).cases, "{}", goal.key());
    }
}

#[test]
fn the_matrix_has_every_pair() {
    for (name, request) in requests() {
        let cells = matrix(&request, 8);
        let columns = if request.form.pattern.source_count() > 1 { CORNERS.len() } else { 1 };
        assert!(cells.len() == CORNERS.len() && cells.iter().all(|row| row.len() == columns), "{name}");
        for cell in cells.iter().flatten() {
            assert_eq!(evaluate(&Request { operands: cell.operands, ..request }, &mut Silent).bits, cell.bits, "{name}");
        }
    }
}
