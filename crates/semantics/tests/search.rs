//! The search over everything: a few letters find it, what is found runs, and terms are sentences in order.

use semantics::instruction::Target;
use semantics::instruction::sass::about_other;
use semantics::search::{Entry, Kind, TERMS, To, index, search};
use std::sync::LazyLock;

static INDEX: LazyLock<Vec<Entry>> = LazyLock::new(index);

/// The first entries for a text.
fn names(text: &str) -> Vec<&'static str> {
    search(&INDEX, text, 6).into_iter().map(|entry| entry.name.as_str()).collect()
}

#[test]
fn a_few_letters_find_it() {
    for (text, first) in [
        ("fma", "fma"),
        ("FMA", "fma"),
        ("sqr", "sqrt"),
        ("mufu rcp", "MUFU.RCP"),
        ("rcp64", "MUFU.RCP64H"),
        (".ftz", ".ftz"),
        ("flush to zero", "Flush to zero"),
        ("ulp", "ulp"),
        ("unit in the last place", "ulp"),
        ("denorm", "denormal"),
        ("sticky", "sticky bit"),
        ("mantissa", "fraction"),
        ("rint", "rint"),
        ("float2half", "__float2half_rn"),
        ("__float2half_rz", "__float2half_rz"),
        ("float2half rz", "__float2half_rz"),
        ("floattohalf", "__float2half_rn"),
        ("saturate", "sat"),
        ("remainder", "remainder"),
        ("j0", "j0"),
        ("largest normal half", "F16 largest normal"),
        ("float2halfrz", "__float2half_rz"),
        ("FLOAT2HALF_RZ", "__float2half_rz"),
        ("fload2half", "__float2half_rn"),
        ("remaider", "remainder"),
        ("mufursq", "MUFU.RSQ"),
        ("mufu.rsq", "MUFU.RSQ"),
        ("square root", "sqrt"),
        ("round to nearest", "ties to even"),
        ("double rounding", "double rounding"),
        ("denormal encoding half", "F16 denormal encoding"),
        ("error of ex2", "error of EX2"),
        ("table 8.11", "error of RCP"),
        ("cancellation and", "Cancellation and 2Sum"),
    ] {
        assert_eq!(names(text).first(), Some(&first), "{text}: {:?}", names(text));
    }
}

#[test]
fn better_matches_come_first() {
    let list = names("rn");
    assert_eq!(list.first(), Some(&".rn"), "{list:?}");
    assert!(names("round").contains(&"rounding mode"));
    assert!(names("special function").contains(&"MUFU"), "{:?}", names("special function"));
}

/// What an entry puts into the box runs on a chip or is taken apart there; an operation outside the table is explained.
#[test]
fn machine_instructions_are_whole() {
    for entry in INDEX.iter() {
        if let (Kind::Sass, To::Text(text)) = (entry.kind, &entry.to) {
            let read = [Target::SM_53, Target::SM_75, Target::SM_90, Target::SM_100, Target::SM_120]
                .map(|target| semantics::language::read(text, &semantics::instruction::Context { target, ..Default::default() }));
            let outside = |what: &str| about_other(what).is_some() && read[2].notes().iter().any(|note| note.contains("does not run here"));
            // One that needs more words than can be guessed is named alone.
            if !text.ends_with(';') {
                assert!(*text == entry.name && read.iter().all(|read| read.language().starts_with("machine code")), "{text}");
                continue;
            }
            let is_right = read.iter().any(|read| read.is_accepted() || read.is_only_shown());
            assert!(is_right || outside(&entry.name), "{}: {text}: {:?}", entry.name, read[2].diagnostics());
        }
    }
}

/// A message's line makes the box complain, a question's line runs.
#[test]
fn lines_say_what_they_are_found_for() {
    let context = semantics::instruction::Context::default();
    for entry in INDEX.iter() {
        let To::Line(line) = entry.to else { continue };
        let accepted = semantics::language::read(line, &context).is_accepted();
        assert_eq!(accepted, entry.kind != Kind::Message, "{}: {line}", entry.name);
    }
}

/// A call with its example arguments is understood.
#[test]
fn calls_are_whole() {
    let context = semantics::instruction::Context::default();
    for entry in INDEX.iter().filter(|entry| matches!(entry.kind, Kind::Intrinsic | Kind::Function)) {
        if let To::Text(text) = &entry.to {
            let read = semantics::language::read(text, &context);
            assert!(read.is_accepted(), "{text}: {:?}", read.diagnostics());
        }
    }
}

/// Long texts come from what is pasted into the box, which asks the search, too.
#[test]
fn any_text_is_taken() {
    for letter in ["x", "a", "sin", "0"] {
        assert!(search(&INDEX, &letter.repeat(3000), 10).len() <= 10);
    }
    for text in ["", " ", ".", "__", "é", "((", "x y z w v", "\u{0}", "%f0", "日本", "fma fma fma"] {
        assert!(search(&INDEX, text, 10).len() <= 10, "{text}");
    }
    assert_eq!(names("no such thing anywhere"), Vec::<&str>::new());
    for entry in INDEX.iter() {
        assert_eq!(
            search(&INDEX, &entry.name, INDEX.len()).iter().filter(|found| found.name == entry.name && found.kind == entry.kind).count(),
            1,
            "{}",
            entry.name
        );
    }
}

#[test]
fn terms_are_sentences_and_stand_once() {
    for (place, term) in TERMS.iter().enumerate() {
        assert!(term.meaning.ends_with('.') && term.meaning.len() < 260, "{}", term.name);
        assert!(TERMS[..place].iter().all(|other| !other.name.eq_ignore_ascii_case(term.name)), "{}", term.name);
    }
}

#[test]
fn terms_are_in_order() {
    for pair in TERMS.windows(2) {
        assert!(pair[0].name.to_lowercase() < pair[1].name.to_lowercase(), "{} {}", pair[0].name, pair[1].name);
    }
}
