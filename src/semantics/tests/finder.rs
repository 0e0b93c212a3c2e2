//! Every goal on every form: what is found is found again by the engine, what is impossible is never found, and equal seeds agree.

use semantics::evaluate::{Request, evaluate};
use semantics::finder::matrix::{CORNERS, matrix};
use semantics::finder::{Goal, find};
use semantics::instruction::{Context, Meaning, Target, forms};
use semantics::trace::Silent;

fn requests() -> Vec<(String, Request)> {
    let context = Context { target: Target::SM_100, ..Context::default() };
    let mut all = Vec::new();
    for form in forms().iter().filter(|form| {
        form.meaning != Meaning::Convert && form.row.last_ptx.is_none() && form.row.last_target.is_none() && form.row.in_manual
    }) {
        for modifiers in form.pattern.combinations() {
            let name = form.pattern.ordered(modifiers).fold(form.mnemonic().to_owned(), |text, word| text + word.text());
            all.push((name, Request::new(form, modifiers, [0; 3], context)));
        }
    }
    all
}

#[test]
fn what_is_found_is_true_and_what_is_possible_is_found() {
    let mut missing = Vec::new();
    for (name, request) in requests() {
        // One of each kind of modifiers is enough for a test of minutes: rounding modes other than .rn and .rz behave as .rz.
        if request.modifiers.listed().contains(".rm") {
            continue;
        }
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
    }
    assert!(missing.is_empty(), "{} missing: {missing:#?}", missing.len());
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
