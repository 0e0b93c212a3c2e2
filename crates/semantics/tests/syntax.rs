//! Reading and printing: every form comes back as it was printed, no text panics, and mistakes are answered word for word.
//!
//! The answers are in `syntax/mistakes.txt`. After a deliberate change of wording run the test with `ULPSCOPE_BLESS=1` and read the
//! difference before committing it.

use semantics::instruction::{Context, Form, Modifier, ModifierSet, OperandKind, Pattern, Target, Type, Version, forms, mnemonics};
use semantics::number::Random;
use semantics::syntax::{
    Change, Choice, ChoiceState, Guard, Instruction, Literal, Parsed, Register, Severity, Source, complete, modifier_bar, parse, print,
    sort_by_key,
};
use std::collections::HashSet;
use std::fmt::Write;

/// A place in something so long.
fn place(random: &mut Random, count: usize) -> usize {
    random.below(count as u64) as usize
}

/// A context in which a form can be used with these modifiers.
fn context_of(form: &Form, modifiers: ModifierSet) -> Context {
    let contexts = Target::ALL.iter().rev().flat_map(|&target| Version::ALL.iter().rev().map(move |&ptx| Context { target, ptx }));
    contexts.into_iter().find(|context| form.is_available(modifiers, *context)).expect("every form is available somewhere")
}

fn register(name: &str) -> Register {
    Register { name: name.into(), span: 0..0 }
}

/// An instruction of a form with registers and, where the type takes them, literals of random bits.
fn instruction(form: &'static Form, modifiers: ModifierSet, random: &mut Random) -> Instruction {
    let sources: Vec<Source> = (0..form.pattern.source_count())
        .map(|place| {
            let source = form.source_type(modifiers, place);
            let is_number = form.pattern.operands[place + 1].0 == OperandKind::Immediate;
            if !is_number && (!source.takes_literals() || random.below(2) == 0) {
                return Source::Register(register(random.one(&["%f1", "a", "$y", "_x", "%rd12", "x_$1"], "a")));
            }
            let bits = random.word() >> (64 - source.width());
            Source::Literal(Literal { bits, text: String::new(), span: 0..0 })
        })
        .collect();
    let guard = match random.below(3) {
        0 => None,
        other => Some(Guard { register: register("%p1"), negated: other == 2 }),
    };
    let destination = register(if form.pattern.destination() == OperandKind::Predicate { "%p0" } else { "%f0" });
    let second = form.pattern.pair.then(|| register(random.one(&["%q1", "_"], "a")));
    let mut negated = 0;
    for (place, source) in sources.iter().enumerate() {
        let is_predicate = form.source_type(modifiers, place) == Type::Pred && matches!(source, Source::Register(_));
        negated |= u8::from(is_predicate && random.below(2) == 0) << place;
    }
    Instruction { form, modifiers, head: 0..0, guard, destination, second, negated, sources, context: context_of(form, modifiers) }
}

/// An operand of a kind.
fn shape(kind: OperandKind) -> &'static str {
    match kind {
        OperandKind::Address => "[a]",
        OperandKind::List => "(a)",
        OperandKind::Immediate => "128",
        _ => "a",
    }
}

/// The instruction without the places in the text, which printing does not keep.
fn without_places(mut instruction: Instruction) -> Instruction {
    instruction.head = 0..0;
    instruction.destination.span = 0..0;
    instruction.second.iter_mut().for_each(|second| second.span = 0..0);
    if let Some(guard) = &mut instruction.guard {
        guard.register.span = 0..0;
    }
    for source in &mut instruction.sources {
        match source {
            Source::Register(register) => register.span = 0..0,
            Source::Literal(literal) => {
                literal.span = 0..0;
                literal.text.clear();
            }
        }
    }
    instruction
}

#[test]
fn every_row_reads() {
    for form in forms() {
        let row = form.row;
        assert_eq!(Pattern::read(row.syntax).as_ref(), Some(&form.pattern), "{}", row.syntax);
        assert!(!row.summary.is_empty(), "{}", row.syntax);
        let unknown_nan = form.pattern.all.has(Modifier::Oob);
        assert!(row.evidence.word() != "modelled" || unknown_nan, "{}: only approximations are modelled", row.syntax);
    }
    for name in mnemonics() {
        assert_eq!(mnemonics().filter(|other| *other == name).count(), 1, "the rows of {name} stand together");
    }
}

#[test]
fn every_combination_of_every_form_prints_and_parses_back() {
    let mut random = Random::new(1);
    let mut count = 0;
    for form in forms() {
        for modifiers in form.pattern.combinations() {
            let spelled = form.pattern.spelled(modifiers);
            assert_eq!(form.pattern.named(&spelled), Some(modifiers), "{spelled}");
            if form.meaning.work().is_some() {
                let operands = form.pattern.operands.iter().take(form.pattern.operand_count(modifiers));
                let shapes: Vec<&str> = operands.map(|(kind, _)| shape(*kind)).collect();
                let text = format!("{spelled} {};", shapes.join(", "));
                let context = context_of(form, modifiers);
                let parsed = parse(&text, &context);
                let heading = parsed.heading.as_ref().unwrap_or_else(|| panic!("{text}"));
                assert!(parsed.diagnostics.iter().all(|said| said.code == "beyond-the-manual"), "{text}: {:?}", parsed.diagnostics);
                assert_eq!(heading.modifiers, modifiers, "{text}");
                assert!(heading.form.is_available(modifiers, context) && heading.form.meaning == form.meaning, "{text}");
                count += 1;
                continue;
            }
            for _ in 0..6 {
                let wanted = instruction(form, modifiers, &mut random);
                let text = print(&wanted);
                let parsed = parse(&text, &wanted.context);
                assert_eq!(parsed.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error), None, "{text}");
                let found = without_places(parsed.instruction.clone().expect("an instruction"));
                assert_eq!(found, wanted, "{text}");
                assert_eq!(print(&found), text);
                assert!(parsed.diagnostics.iter().all(|note| note.code != "modifier-order"), "{text}: printed in the manual's order");
                count += 1;
            }
        }
    }
    assert!(count > 500, "{count}");
}

/// Reads a text in every way there is; spans must lie in it, and fixes must apply.
fn exercise(text: &str, context: &Context, random: &mut Random) {
    let parsed = parse(text, context);
    // Three thousand fixes of one long text leave the same text.
    let mut fixed_texts = HashSet::new();
    let mut last = 0;
    for token in &parsed.tokens {
        assert!(token.span.start >= last && token.span.start < token.span.end, "{text:?}: {token:?}");
        assert!(text.get(token.span.clone()).is_some(), "{text:?}: {token:?}");
        last = token.span.end;
    }
    for diagnostic in &parsed.diagnostics {
        assert!(text.get(diagnostic.span.clone()).is_some(), "{text:?}: {diagnostic:?}");
        assert!(!diagnostic.message.is_empty());
        for fix in &diagnostic.fixes {
            if let Change::Replace { .. } = fix.change {
                let fixed = fix.apply(text).unwrap_or_else(|| panic!("{text:?}: {fix:?}"));
                fixed_texts.insert(fixed);
            }
        }
    }
    for fixed in fixed_texts {
        parse(&fixed, context);
    }
    assert!(parsed.instruction.is_some() || parsed.error().is_some(), "{text:?}: no instruction, no error");
    if let Some(instruction) = &parsed.instruction {
        let _ = print(instruction);
        assert_eq!(instruction.sources.len(), instruction.form.pattern.source_count());
        assert!(instruction.form.pattern.allows(instruction.modifiers), "{text:?}: {:?}", instruction.modifiers);
        assert!(text.get(instruction.head.clone()).is_some());
    }
    for completion in complete(text, place(random, text.len() + 3), context) {
        assert!(text.get(completion.span.clone()).is_some(), "{text:?}: {completion:?}");
    }
    for choice in modifier_bar(text, context).iter().flat_map(|group| &group.choices) {
        assert!(choice.edit.is_some() || choice.state != ChoiceState::Available, "{text:?}: {choice:?}");
        if let Some(edit) = &choice.edit {
            parse(edit, context);
        }
    }
}

const SEEDS: [&str; 12] = [
    "add.rn.ftz.sat.f32 %f0, %f1, %f2;",
    "@!%p1 fma.rz.f64 %fd0, %fd1, 1.5e-3, 0d3FF0000000000000;",
    "L1: { @p mad.rp.f32 d, a, (1.0+2.0)*-3.0, 0f7F800000; }",
    "sub.f32x2 %rd0, %rd1, %rd2; // comment",
    "/*0010*/ mul.rm.f32 $y, _x, --1.0; /* 0x123 */",
    "add.f32 %f0, {%f1,%f2}, [%f3+4];",
    "add.f32 f0, f1, 0f3F800000\nadd.f32 f0",
    "testp.notanumber.f64 p, a;",
    "min.xorsign.abs.f32 d, a, b, c;",
    "div.approx.ftz.f32 d, a, 3.14159;",
    "add.f32 %f0， %f1, \u{a0}%f2；",
    "rcp.approx.ftz.f64 d, a;",
];

#[test]
fn no_text_panics() {
    let mut random = Random::new(2);
    let pieces = [
        "add",
        "fma",
        "mad",
        "sub",
        ".",
        ".rn",
        ".rz",
        ".f32",
        ".f64",
        ".f32x2",
        ".ftz",
        ".sat",
        "..",
        " ",
        "\t",
        "\n",
        ",",
        ";",
        "@",
        "!",
        "@p ",
        "%f1",
        "%",
        "_",
        "$",
        "0f",
        "0f3F800000",
        "0d3FF0000000000000",
        "1.5",
        "1e999",
        "1e-400",
        "0x1p3",
        "-",
        "+",
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "/",
        "//",
        "/*",
        "*/",
        "|",
        "é",
        "，",
        "\u{0}",
        "\u{b}",
        "\"",
        "'",
        "#",
        ":",
        "L1:",
        "?",
        "min",
        "div",
        ".approx",
        ".full",
        ".NaN",
        ".xorsign",
        ".abs",
        "testp",
        ".normal",
        "\u{1f600}",
        "9",
        "0b1",
        ".5",
        "1.",
        "e",
        "=",
    ];
    let contexts: Vec<Context> = [Target::SM_10, Target::SM_20, Target::SM_90, Target::SM_100]
        .into_iter()
        .flat_map(|target| [Version::new(1, 0), Version::new(3, 1), Version::NEWEST].map(|ptx| Context { target, ptx }))
        .collect();
    for _ in 0..30_000 {
        let text: String = (0..random.below(14)).map(|_| random.one(&pieces, "")).collect();
        exercise(&text, &random.one(&contexts, contexts[0]), &mut random);
    }
    for _ in 0..30_000 {
        let mut bytes = random.one(&SEEDS, "").as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let at = place(&mut random, bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.word() as u8,
                1 => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at, b" .,;@!%0fdex-+()/*\n|{}"[place(&mut random, 22)]),
                _ => {
                    let from = place(&mut random, bytes.len());
                    bytes.extend_from_within(from.min(at)..);
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        exercise(&String::from_utf8_lossy(&bytes), &random.one(&contexts, contexts[0]), &mut random);
    }
    exercise(&format!("add.f32 a, b, {}1.0{};", "(".repeat(5000), ")".repeat(5000)), &contexts[0], &mut random);
    exercise(&format!("add.f32 a, b, {}1.0;", "-".repeat(5000)), &contexts[0], &mut random);
    exercise(&format!("add{} a, b;", ".rn".repeat(3000)), &contexts[0], &mut random);
    exercise(&format!("add.f32 {};", "a,".repeat(3000)), &contexts[0], &mut random);
}

#[test]
fn completion_at_every_cursor() {
    for seed in SEEDS {
        for cursor in 0..seed.len() + 2 {
            for completion in complete(seed, cursor, &Context::default()) {
                assert!(completion.span.end <= cursor.min(seed.len()), "{seed} {cursor} {completion:?}");
                assert!(!completion.text.is_empty());
            }
        }
    }
}

/// The first three completions at the end of a text.
fn ghost(text: &str) -> Vec<String> {
    complete(text, text.len(), &Context::default())
        .into_iter()
        .take(3)
        .map(|completion| format!("{}{}", &text[..completion.span.start], completion.text))
        .collect()
}

#[test]
fn completion_leads_from_nothing_to_an_instruction() {
    let check = |text: &str, expected: &[&str]| assert_eq!(ghost(text), expected, "{text:?}");
    check("f", &["fma", "fence"]);
    check("@p f", &["@p fma", "@p fence"]);
    check("fma", &["fma.rn", "fma.rz", "fma.rm"]);
    check("fma.", &["fma.rn", "fma.rz", "fma.rm"]);
    check("fma.rn", &["fma.rn.f32", "fma.rn.f64", "fma.rn.f16"]);
    check("fma.rn.f", &["fma.rn.f32", "fma.rn.f64", "fma.rn.f16"]);
    check("fma.rn.f32", &["fma.rn.f32 %f0, %f1, %f2, %f3;", "fma.rn.ftz.f32", "fma.rn.sat.f32"]);
    check("fma.rn.f64 ", &["fma.rn.f64 %fd0, %fd1, %fd2, %fd3;"]);
    check("add.f32 %f0,", &["add.f32 %f0, %f1, %f2;"]);
    check("add.f32 %f0, ", &["add.f32 %f0, %f1, %f2;"]);
    check("add.f32 %f0, %f1", &["add.f32 %f0, %f1, %f2;"]);
    check("add.f32 %f0, %f1, %f2", &["add.f32 %f0, %f1, %f2;"]);
    check("add.f32 %f0, %f1, %f2;", &["add.f32 %f0, %f1, %f2;add", "add.f32 %f0, %f1, %f2;sub", "add.f32 %f0, %f1, %f2;mul"]);
    check("// fm", &[]);
}

/// The bar of a text: chosen in brackets, impossible in parentheses with the reason.
fn bar(text: &str) -> Vec<String> {
    let groups = modifier_bar(text, &Context::default());
    let shown = |choice: &Choice| match &choice.state {
        ChoiceState::Chosen => format!("[{}]", choice.text),
        ChoiceState::Available => choice.text.clone(),
        ChoiceState::Unavailable(reason) => format!("({}: {reason})", choice.text),
    };
    groups.iter().map(|group| format!("{}: {}", group.title, group.choices.iter().map(shown).collect::<Vec<_>>().join(" "))).collect()
}

/// The text after a choice was taken.
fn taken(text: &str, choice: &str) -> Option<String> {
    let groups = modifier_bar(text, &Context::default());
    groups.iter().flat_map(|group| &group.choices).find(|one| one.text == choice).and_then(|choice| choice.edit.clone())
}

#[test]
fn the_bar_shows_what_can_be_taken_and_edits_the_text() {
    assert_eq!(
        bar("add.rn.sat.f32 %f0, %f1, 1.5;"),
        [
            "rounding: [.rn] .rz .rm .rp",
            "flush: .ftz",
            "range: [.sat] (.satfinite: not available for f32)",
            "type: [.f32] .f64 (.f32x2: needs sm_100 or higher) .f16 .bf16 .f16x2 .bf16x2 (.e4m3x4: only for sm_100a and sm_103a) (.e5m2x4: only for sm_100a and sm_103a)",
            "from: (.f32x2: only for sm_107a and sm_107f) (.f16: needs sm_100 or higher) (.bf16: needs sm_100 or higher) (.f16x2: only for sm_107a and sm_107f) (.bf16x2: only for sm_107a and sm_107f) (.e4m3x4: only for sm_100a and sm_103a) (.e5m2x4: only for sm_100a and sm_103a) (.e2m3x4: only for sm_100a and sm_103a) (.e3m2x4: only for sm_100a and sm_103a) (.e2m1x4: only for sm_100a and sm_103a) (.e2m1p4x4: only for sm_100a and sm_103a) (.ue8m0x4: only for sm_100a and sm_103a)",
            "guard: @p @!p",
        ]
    );
    assert_eq!(
        bar("@!q div.rn.f64 d, a, b;"),
        [
            "rounding: [.rn] .rz .rm .rp",
            "accuracy: (.approx: not available for f64) (.full: not available for f64)",
            "flush: (.ftz: not available for f64)",
            "type: .f32 [.f64]",
            "guard: @q [@!q]",
        ]
    );
    assert_eq!(
        bar("min.f32 d, a, b;"),
        [
            "flush: .ftz",
            "comparison: .NaN .xorsign.abs (.abs: not with this number of operands)",
            "type: [.f32] .f64 .f16 .bf16 .f16x2 .bf16x2",
            "guard: @p @!p"
        ]
    );
    assert_eq!(bar("sin.approx.f32 d, a;"), ["accuracy: [.approx]", "flush: .ftz", "type: [.f32]", "guard: @p @!p"]);
    let check = |text: &str, choice: &str, expected: &str| assert_eq!(taken(text, choice).as_deref(), Some(expected), "{text} {choice}");
    check("add.rn.sat.f32 %f0, %f1, 1.5; // c", ".rz", "add.rz.sat.f32 %f0, %f1, 1.5; // c");
    check("add.rn.sat.f32 %f0, %f1, 1.5;", ".rn", "add.sat.f32 %f0, %f1, 1.5;");
    check("add.rn.sat.f32 %f0, %f1, 1.5;", ".f64", "add.rn.f64 %f0, %f1, 1.5;");
    check("add.f32 %f0, %f1, 0f3FC00001;", ".f64", "add.f64 %f0, %f1, 0d3FF8000020000000;");
    check("add.f64 %f0, %f1, 0d3FF8000020000000;", ".f32", "add.f32 %f0, %f1, 0f3FC00001;");
    check("div.approx.ftz.f32 d, a, b;", ".rm", "div.rm.ftz.f32 d, a, b;");
    check("div.rn.f32 d, a, b;", ".approx", "div.approx.f32 d, a, b;");
    check("div.approx.f32 d, a, b;", ".f64", "div.rn.f64 d, a, b;");
    check("min.f32 d, a, b;", ".xorsign.abs", "min.xorsign.abs.f32 d, a, b;");
    check("min.xorsign.abs.f32 d, a, b;", ".xorsign.abs", "min.f32 d, a, b;");
    check("testp.finite.f32 p, a;", ".normal", "testp.normal.f32 p, a;");
    check("add.f32 d, a, b;", "@p", "@p add.f32 d, a, b;");
    check("@q add.f32 d, a, b;", "@q", "add.f32 d, a, b;");
    check("@q add.f32 d, a, b;", "@!q", "@!q add.f32 d, a, b;");
    assert_eq!(taken("fma.rn.f32 d, a, b, c;", ".rn"), None, "a rounding modifier must stand");
}

/// What a text says and what is said about it, with a line of carets under each place.
fn answer(text: &str, context: &Context) -> String {
    let Parsed { diagnostics, .. } = parse(text, context);
    let mut answer = String::new();
    for diagnostic in diagnostics {
        let column = text[..diagnostic.span.start].chars().count();
        let width = text[diagnostic.span.clone()].chars().count().max(1);
        let severity = if diagnostic.is_error() { "" } else { "note " };
        let _ = writeln!(answer, "{}{}", " ".repeat(column), "^".repeat(width));
        let _ = writeln!(answer, "    {severity}{}: {}", diagnostic.code, diagnostic.message);
        for fix in &diagnostic.fixes {
            let effect = match &fix.change {
                Change::Replace { .. } => fix.apply(text).unwrap_or_default(),
                Change::SetTarget(target) => format!("({target})"),
                Change::SetPtx(version) => format!("(PTX {version})"),
                Change::Open { page, .. } => format!("({page})"),
            };
            let _ = writeln!(answer, "    [{}] {effect}", fix.label);
        }
    }
    answer
}

/// The blocks of the file: a text, perhaps with a context before it, and what is said about it.
#[test]
fn mistakes_are_answered_word_for_word() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/syntax/mistakes.txt");
    let kept = std::fs::read_to_string(&path).expect("the mistakes");
    let mut told = String::new();
    for block in kept.split("\n\n").map(str::trim_end).filter(|block| !block.is_empty()) {
        let line = block.lines().next().unwrap_or("");
        if line.starts_with('#') {
            let _ = writeln!(told, "{block}\n");
            continue;
        }
        let (context, text) = match line.split_once("> ") {
            Some((context, text)) => (named(context), text),
            None => (Context::default(), line),
        };
        // The carets stand under the text, behind its context.
        let indent = " ".repeat(line.len() - text.len());
        let answer: String = answer(text, &context).lines().map(|line| format!("{indent}{line}\n")).collect();
        let _ = writeln!(told, "{line}\n{answer}");
    }
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        std::fs::write(&path, &told).expect("write the answers");
        return;
    }
    let blocks = |text: &str| text.split("\n\n").map(str::to_owned).collect::<Vec<_>>();
    for (told, kept) in blocks(&told).iter().zip(&blocks(&kept)) {
        assert!(told == kept, "another answer; if it is meant, run with ULPSCOPE_BLESS=1\n{told}\n--- kept:\n{kept}");
    }
    assert_eq!(told.len(), kept.len());
}

fn named(context: &str) -> Context {
    let (target, ptx) = context.split_once(" PTX ").expect("sm_90 PTX 8.8");
    Context { target: Target::named(target).expect("a target"), ptx: Version::named(ptx).expect("a version") }
}

#[test]
fn equal_keys_keep_their_order() {
    let mut words = vec!["pear", "fig", "apple", "kiwi", "nut", "plum"];
    sort_by_key(&mut words, |word| word.len() as u64);
    assert_eq!(words, ["fig", "nut", "pear", "kiwi", "plum", "apple"]);
}
