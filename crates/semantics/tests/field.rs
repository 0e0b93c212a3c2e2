//! Questions that people asked in public (`data/field.txt`): each text has its answer, or an error of its kind.

use semantics::instruction::Context;
use semantics::line::{Form, evaluate_line};

#[test]
fn questions_of_the_field_have_their_answers() {
    let all = include_str!("data/field.txt");
    let mut wrong = Vec::new();
    for line in all.lines().filter(|line| !line.starts_with('#')) {
        let [number, text, wanted] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let given = evaluate_line(text, Context::default(), Form::Fields);
        let fields: Vec<&str> = given.split('\t').collect();
        let given = match fields[..] {
            ["ok", registers, ..] => registers.to_owned(),
            ["error", code, ..] => ["error ", code].concat(),
            _ => given.clone(),
        };
        if given != wanted {
            wrong.push(format!("{number}: {text} gives {given}, not {wanted}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.lines().count() > 130);
}
