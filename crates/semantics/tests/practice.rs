//! Practice: every solution through the engine, where wrong answers part from it, and what comes next.

use semantics::number::{F16, F32, Pattern};
use semantics::teaching::answer::{Mark, mark_bits, mark_number, mark_whole, typed_bits};
use semantics::teaching::practice::{Attempt, FORMATS, Field, File, KINDS, Kind, Next, Problem, Record, Set, Wanted, exported, report};

fn sets() -> impl Iterator<Item = Set> {
    let kinds = KINDS.map(|kind| kind.0);
    kinds.into_iter().flat_map(|kind| {
        FORMATS
            .into_iter()
            .filter(move |format| kind.fits(format))
            .flat_map(move |format| [false, true].map(|special| Set { seed: 0x5eed, kinds: vec![kind], format, special }))
    })
}

#[test]
fn every_solution_is_marked_right_and_gives_its_result() {
    for set in sets() {
        for number in 1..=150 {
            let problem = set.problem(number);
            let place = format!("{set:?} {number}: {problem:?}");
            assert_eq!(vec![problem.kind], set.kinds);
            assert!(!problem.fields.is_empty() && !problem.ask.is_empty() && !problem.given.is_empty(), "{place}");
            for field in &problem.fields {
                assert!(field.mark(&field.typed_solution()).right, "{place}");
                for junk in ["", "é", "-", "99", "0x"] {
                    assert!(!field.mark(junk).right || junk == field.typed_solution(), "{place}: {junk}");
                }
            }
            assert!(!problem.steps.is_empty(), "{place}");
            // The three fields of a result put together are the result of the steps.
            let bits = |name: &str| {
                problem.fields.iter().find_map(|field| match field.wanted {
                    Wanted::Bits(bits, _) if field.name == name => Some(bits),
                    _ => None,
                })
            };
            // What a person works out by the rule that the problem states is what the engine gave.
            match problem.kind {
                Kind::Block => {
                    let encoded = problem.steps.iter().rev().find_map(|step| match step {
                        semantics::trace::Step::Encode { result } | semantics::trace::Step::Special { result, .. } => Some(result.bits),
                        _ => None,
                    });
                    assert_eq!(bits("code"), encoded, "{place}");
                }
                Kind::Flag => assert!(problem.fields.iter().any(|field| field.solution() == "yes"), "{place}"),
                _ => {}
            }
            if let (Some(sign), Some(exponent), Some(fraction)) = (bits("sign"), bits("exponent"), bits("fraction")) {
                let together = sign << (set.format.width() - 1) | exponent << set.format.fraction_bits | fraction;
                let encoded = problem.steps.iter().rev().find_map(|step| match step {
                    semantics::trace::Step::Encode { result } | semantics::trace::Step::Special { result, .. } => Some(*result),
                    _ => None,
                });
                assert_eq!(encoded, Some(Pattern::new(set.format, together)), "{place}");
            }
        }
    }
}

/// What is answered to a problem where one field is wrong, the others right.
fn wrong_in(problem: &Problem, name: &str) -> Vec<String> {
    let answer = |field: &Field| match field.wanted {
        Wanted::Choice(words, right) if field.name == name => ((right + 1) % words.len()).to_string(),
        Wanted::Bits(bits, width) if field.name == name => format!("{:0width$b}", bits ^ 1, width = width as usize),
        Wanted::Whole(number) if field.name == name => (number + 1).to_string(),
        Wanted::Number(_) if field.name == name => "nonsense".into(),
        _ => field.typed_solution(),
    };
    problem.fields.iter().map(answer).collect()
}

#[test]
fn every_wrong_answer_has_a_first_mistake() {
    for set in sets() {
        for number in 1..=40 {
            let problem = set.problem(number);
            let right: Vec<String> = problem.fields.iter().map(Field::typed_solution).collect();
            assert_eq!(problem.first_divergence(&right), None);
            let empty = vec![String::new(); right.len()];
            assert!(problem.first_divergence(&empty).is_some_and(|divergence| divergence.step < problem.steps.len()));
            for field in &problem.fields {
                let place = format!("{set:?} {number} {}", field.name);
                let divergence = problem.first_divergence(&wrong_in(&problem, field.name)).unwrap_or_else(|| panic!("{place}"));
                assert!(
                    divergence.step < problem.steps.len() && divergence.says.starts_with("Your first mistake"),
                    "{place}: {divergence:?}"
                );
                // What is chosen about a mode or a build is told what it gives.
                if matches!(problem.kind, Kind::Mode | Kind::Flag) {
                    assert!(divergence.says.contains(&format!("`{}` gives `", field.name)), "{place}: {divergence:?}");
                }
            }
        }
    }
}

/// The steps that settle single fields, problem by problem of one set.
#[test]
fn an_answer_parts_where_its_field_is_settled() {
    for (kind, name, title) in [
        (Kind::Add, "fraction", "Round"),
        (Kind::Add, "sign", "Add exactly"),
        (Kind::Round, "exponent", "Normalise"),
        (Kind::Grs, "S", "Round"),
        (Kind::Mode, "rz", "Round"),
        (Kind::Fma, "mul and add give the same", "Multiply exactly"),
        (Kind::Decode, "value", "Decode a"),
        (Kind::Convert, "fraction", "Round"),
        (Kind::Block, "code", "Round"),
    ] {
        let set = Set { seed: 3, kinds: vec![kind], format: F16::ROW, special: false };
        for number in 1..=20 {
            let problem = set.problem(number);
            let divergence = problem.first_divergence(&wrong_in(&problem, name)).expect("it is wrong");
            assert_eq!(semantics::trace::sentence::title(&problem.steps[divergence.step]), title, "{kind:?} {number}");
        }
    }
}

#[test]
fn an_answer_by_another_rule_is_told_which() {
    let mut told = std::collections::BTreeSet::new();
    for set in sets().filter(|set| !set.special) {
        for number in 1..=40 {
            let problem = set.problem(number);
            for (name, gives) in &problem.others {
                let bits = |name: &str| match name {
                    "sign" => Some(format!("{}", u8::from(gives.is_negative()))),
                    "exponent" => Some(format!("{:0width$b}", gives.exponent_field(), width = gives.format.exponent_bits as usize)),
                    "fraction" => Some(format!("{:0width$b}", gives.fraction_field(), width = gives.format.fraction_bits as usize)),
                    "code" => Some(gives.binary()),
                    "value" | "number of the code" | "D" => Some(gives.digits()),
                    _ => None,
                };
                let given: Vec<String> =
                    problem.fields.iter().map(|field| bits(field.name).unwrap_or_else(|| field.typed_solution())).collect();
                let divergence = problem.first_divergence(&given);
                // The first of several rules that give the same is named.
                if let Some(divergence) = divergence.filter(|divergence| divergence.says.contains("Your answer is what")) {
                    let first = problem.others.iter().find(|other| other.1 == *gives).expect("itself");
                    assert!(divergence.says.ends_with(&format!("is what {} gives.", first.0)), "{set:?} {number} {name}: {divergence:?}");
                    told.insert(problem.kind.name());
                }
            }
        }
    }
    assert_eq!(told.into_iter().collect::<Vec<_>>(), ["add", "block", "convert", "decode", "encode", "fma", "round", "tensor core"]);
}

/// Answers to what comes next, so many, each right or wrong as it is told.
fn run_through(record: &mut Record, count: u32, right: impl Fn(&Next, u32) -> bool) -> Vec<Next> {
    let mut all = Vec::new();
    for _ in 0..count {
        let number = record.last + 1;
        let next = record.next(number);
        let right = u32::from(right(&next, number));
        record.answered(&next.set(record.seed), &Attempt { number, right, of: 1, revealed: 0 });
        all.push(next);
    }
    all
}

#[test]
fn practice_follows_what_was_right_and_wrong() {
    // All right: every kind comes, difficulties only rise, and in the end each has reached its highest.
    let mut record = Record::new(7);
    let all = run_through(&mut record, 150, |_, _| true);
    assert_eq!(record.reached().count(), KINDS.len());
    assert!(record.reached().all(|(_, level, of)| level == of), "{:?}", record.reached().collect::<Vec<_>>());
    for (kind, ..) in KINDS {
        let levels: Vec<usize> = all.iter().filter(|next| next.kind == kind).map(|next| next.level).collect();
        assert!(levels[0] == 0 && levels.is_sorted(), "{kind:?} {levels:?}");
    }
    assert!(all[..11].windows(2).all(|pair| pair[0].kind != pair[1].kind), "what goes well is spread");
    // A mistake: the same kind at once, easier, and it says so.
    let mut harder = record.next(record.last + 1);
    while harder.level < 3 {
        run_through(&mut record, 1, |_, _| true);
        harder = record.next(record.last + 1);
    }
    let number = record.last + 1;
    record.answered(&harder.set(7), &Attempt { number, right: 0, of: 4, revealed: 0 });
    let next = record.next(number + 1);
    assert_eq!((next.kind, next.level), (harder.kind, 2));
    assert!(next.why.contains("easier"), "{}", next.why);
    // Steps that were shown raise nothing.
    record.answered(&next.set(7), &Attempt { number: number + 1, right: 4, of: 4, revealed: 1 });
    let soon = run_through(&mut record, 15, |_, _| true);
    let again = soon.iter().find(|again| again.kind == next.kind).expect("soon");
    assert_eq!(again.level, 2);
    assert!(again.why.contains("steps shown"), "{}", again.why);
    // All wrong: nothing gets harder, and other kinds come between what cannot be easier.
    let mut record = Record::new(7);
    let all = run_through(&mut record, 60, |_, _| false);
    assert!(all.iter().all(|next| next.level == 0) && all.iter().any(|next| next.kind != all[0].kind));
    assert!(all[1].why.contains("another one"), "{}", all[1].why);
}

#[test]
fn a_record_alone_decides_and_reads_back() {
    let mut record = Record::new(0x5eed);
    assert_eq!(record.next(1).kind, KINDS[0].0);
    run_through(&mut record, 40, |next, number| !(number + next.level as u32).is_multiple_of(3));
    let same = Record::read(&record.written()).expect("it is one");
    assert_eq!(same, record);
    assert!((41..80).all(|number| same.next(number) == record.next(number)));
    // What is set is a problem of a set like any other, so a link gives it to anybody.
    let next = record.next(41);
    assert_eq!(next.set(record.seed).problem(41), Set { kinds: vec![next.kind], ..next.set(0x5eed) }.problem(41));
    // A set that was chosen by hand teaches nothing here.
    let before = record.clone();
    record.answered(
        &Set { seed: 1, kinds: Vec::new(), format: F16::ROW, special: false },
        &Attempt { number: 99, right: 1, of: 1, revealed: 0 },
    );
    assert_eq!(record, before);
    for junk in ["", "x", "1", "zz:1", "1:x", "1:1 decode", "1:1 decode:9:9:1:1:+ none:1:1:1:1:+ round:x:0:0:0:-"] {
        if let Some(record) = Record::read(junk) {
            (1..50).for_each(|number| _ = record.next(number).set(1).problem(number));
        }
    }
    assert_eq!(Record::read("1:1 decode:9:9:1:1:+").expect("one").reached().next(), Some((KINDS[0].0, 4, 4)));
}

#[test]
fn near_misses_get_part_of_the_credit() {
    let set = Set { seed: 7, kinds: vec![Kind::Add], format: FORMATS[0], special: false };
    for number in 1..=100 {
        let problem = set.problem(number);
        // A result one unit off in its last place: sign and exponent stay right.
        let typed = problem.fields.iter().map(|field| match field.wanted {
            Wanted::Bits(bits, width) if field.name == "fraction" => format!("{:0width$b}", bits ^ 1, width = width as usize),
            _ => field.typed_solution(),
        });
        let right = problem.fields.iter().zip(typed).filter(|(field, typed)| field.mark(typed).right).count();
        assert_eq!(right, problem.fields.len() - 1);
    }
}

#[test]
fn problems_ask_something_and_depend_on_nothing_but_set_and_number() {
    for set in sets() {
        let problems: Vec<_> = (1..=60).map(|number| set.problem(number)).collect();
        assert_eq!(problems.last(), Some(&set.problem(60)));
        let different = problems.iter().filter(|problem| problem.given != problems[0].given).count();
        assert!(different > 40, "{set:?}");
        let parts = |name: &str, solution: &str| {
            problems.iter().flat_map(|problem| &problem.fields).filter(|field| field.name == name && field.solution() == solution).count()
        };
        match set.kinds[0] {
            Kind::Add if !set.special => assert_eq!(parts("inexact", "yes"), 60, "{set:?}"),
            Kind::Fma if !set.special => assert!(parts("mul and add give the same", "no") > 5, "{set:?}"),
            Kind::Grs if !set.special => assert!(parts("G", "1") > 5 && parts("goes away from zero", "yes") > 5, "{set:?}"),
            Kind::Mode if !set.special => assert!(parts("rn", "no") > 5 && parts("rn", "yes") > 5, "{set:?}"),
            Kind::Flag => assert!(
                ["-fmad=true -ftz=false", "-fmad=false -ftz=true"].iter().all(|name| parts(name, "no") > 5 && parts(name, "yes") > 5),
                "{set:?}"
            ),
            Kind::Convert => assert!(parts("inexact", "yes") > 50, "{set:?}"),
            Kind::Group => assert!(parts("terms that lose bits", "0") < 5, "{set:?}"),
            Kind::Decode if set.special => assert!(parts("class", "NaN") + parts("class", "infinity") > 2, "{set:?}"),
            _ => {}
        }
    }
    let all = Set { seed: 1, kinds: Vec::new(), format: FORMATS[0], special: true };
    for (kind, ..) in KINDS {
        assert!((1..100).any(|number| all.problem(number).kind == kind), "{kind:?}");
    }
}

#[test]
fn a_report_sums_up() {
    let set = Set { seed: 0xabc, kinds: vec![Kind::Round], format: FORMATS[0], special: false };
    let attempts = [Attempt { number: 1, right: 4, of: 4, revealed: 0 }, Attempt { number: 3, right: 1, of: 4, revealed: 1 }];
    let text = report(&set, &attempts, "http://x/#/learn/practice?seed=abc");
    assert!(text.contains("set abc, F16, round, special patterns off\n  1. round      4 of 4\n  3. round      1 of 4, 1 step shown before\ncredit: 5 of 8 fields, 63 %"), "{text}");
    assert!(report(&set, &[], "").contains("credit: 0 of 0 fields, 0 %"));
}

#[test]
fn bits_are_read_in_either_spelling() {
    assert_eq!(typed_bits("0 01111 0000000000", 16), Some(0x3c00));
    assert_eq!(typed_bits("0x3c00", 16), Some(0x3c00));
    assert_eq!(typed_bits("3c00", 16), None);
    assert_eq!(typed_bits("0x13c00", 16), None);
    assert_eq!(typed_bits("", 16), None);
    assert_eq!(typed_bits("+111", 4), None);
    assert_eq!(typed_bits("é", 1), None);
    assert_eq!(typed_bits("0x1f", 5), Some(0x1f));
    assert_eq!(typed_bits("0x3f", 5), None);
}

#[test]
fn near_misses_are_told_so() {
    let one = Pattern::new(F16::ROW, 0x3c00);
    assert_eq!(mark_bits("0x3c00", one), Mark::right());
    assert_eq!(mark_bits("0xbc00", one).says, "Almost: the exponent and the fraction are right, the sign is not.");
    assert_eq!(mark_bits("0x3c01", one).says, "Almost: the sign and the exponent are right, the fraction is not.");
    assert_eq!(mark_number("1.0001", one), Mark::right());
    assert_eq!(mark_number("−1", one).says, "Only the sign is wrong.");
    assert_eq!(mark_number("1.001", one).says, "Very close: 1 representable number away.");
    assert!(!mark_number("two", one).right);
    // A form that is no answer is told from a wrong answer; a comma is a point, as much of Europe writes.
    for (text, is_answer) in [("two", false), ("", false), ("2", true), ("1.001", true)] {
        assert_eq!(mark_number(text, one).malformed, !is_answer, "{text}");
    }
    assert!(mark_bits("", one).malformed && mark_whole("", 3).malformed && !mark_whole("4", 3).malformed);
    assert_eq!(mark_number("1,0001", one), Mark::right());
    assert_eq!(mark_number("3,75", Pattern::new(F32::ROW, 0x4070_0000)), Mark::right());
    assert_eq!(mark_number("-0", Pattern::new(F32::ROW, 0)).says, "The value is right, the sign of the zero is not.");
    assert_eq!(mark_number("nan", Pattern::new(F32::ROW, 0x7fff_ffff)), Mark::right());
    assert_eq!(mark_whole("2^−23", -23), Mark::right());
    assert_eq!(mark_whole("3.0", 3), Mark::right());
    assert!(mark_whole("3.5", 3).malformed);
    assert_eq!(mark_whole("-22", -23).says, "One off.");
    assert!(!mark_whole("x", 1).right);
}

/// The answers of a file of questions, each with the field that it is of.
fn answers<'a>(text: &'a str, begins: &str, ends: &str) -> Vec<&'a str> {
    text.split(begins).skip(1).filter_map(|rest| rest.split(ends).next()).collect()
}

/// A number and all that is taken for it are right, and what is further away is not.
fn is_near(field: &Field, number: &str, off: &str) {
    let (number, off): (f64, f64) = (number.parse().unwrap(), off.parse().unwrap());
    for given in [number, number - off, number + off] {
        assert!(field.mark(&given.to_string()).right, "{field:?}: {given}");
    }
    // Twice as far and more is another number.
    assert!(off == 0.0 || !field.mark(&(number + 3.0 * off).to_string()).right, "{field:?}");
}

/// CRC-32, by a table of its own.
fn checksum(content: &[u8]) -> u32 {
    let table: Vec<u32> =
        (0..256).map(|byte| (0..8).fold(byte, |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })).collect();
    !content.iter().fold(!0, |sum: u32, byte| table[usize::from(*byte) ^ (sum as usize & 0xff)] ^ sum >> 8)
}

/// The files of a zip file, read from its directory at the end.
fn unzipped(bytes: &[u8]) -> Vec<(String, String)> {
    let number = |at: usize, length: usize| bytes[at..at + length].iter().rev().fold(0, |all, byte| all << 8 | usize::from(*byte));
    let text = |at: usize, length: usize| String::from_utf8(bytes[at..at + length].to_vec()).expect("text");
    let end = bytes.len() - 22;
    assert_eq!(&bytes[end..end + 4], b"PK\x05\x06");
    let (count, mut at) = (number(end + 10, 2), number(end + 16, 4));
    assert_eq!(at + number(end + 12, 4), end);
    let mut files = Vec::new();
    for _ in 0..count {
        assert_eq!(&bytes[at..at + 4], b"PK\x01\x02");
        let (sum, packed, length, name, head) =
            (number(at + 16, 4), number(at + 20, 4), number(at + 24, 4), number(at + 28, 2), number(at + 42, 4));
        assert_eq!((&bytes[head..head + 4], packed), (&b"PK\x03\x04"[..], length));
        // Both heads say the same.
        assert_eq!(bytes[at + 6..at + 32], bytes[head + 4..head + 30]);
        let content = head + 30 + name;
        assert_eq!(checksum(&bytes[content..content + length]) as usize, sum);
        files.push((text(at + 46, name), text(content, length)));
        at += 46 + name;
    }
    assert_eq!(at, end);
    files
}

/// What begins ends, in order, and no mark of XML stands in a text.
fn is_well_formed(text: &str) {
    let mut open = Vec::new();
    for piece in text.split('<').skip(1) {
        let (tag, words) = piece.split_once('>').expect("a tag ends");
        assert!(!words.contains('>'), "{words}");
        for rest in piece.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|end| rest.starts_with(end)), "{piece}");
        }
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.starts_with('?') || tag.ends_with('/') => {}
            None => open.push(tag.split_whitespace().next().expect("a name")),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_package_of_qti_is_whole_and_its_answers_are_right() {
    assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    let mut identifiers = std::collections::BTreeSet::new();
    for set in sets() {
        let link = |number: u32| format!("https://a.test/?n={number}&s=1#/learn");
        let bytes = exported(&set, 1..=40, File::Qti, link);
        assert_eq!(bytes, exported(&set, 1..=40, File::Qti, link));
        let files = unzipped(&bytes);
        assert_eq!(files.len(), 42);
        files.iter().for_each(|(_, text)| is_well_formed(text));
        let named = |name: &str| &files.iter().find(|file| file.0 == name).unwrap_or_else(|| panic!("{name}")).1;
        let (manifest, test) = (named("imsmanifest.xml"), named("test.xml"));
        assert_eq!((answers(manifest, "<resource ", ">").len(), answers(manifest, "<dependency ", "/>").len()), (41, 40));
        let order = answers(test, "<assessmentItemRef ", "/>");
        assert_eq!(order.len(), 40);
        for (number, item) in (1..=40).zip(order) {
            let values = |text, begins| answers(text, begins, "\"");
            let (id, file) = (values(item, "identifier=\"")[0], format!("problem-{number}.xml"));
            assert_eq!(values(item, "href=\""), [&file]);
            assert!(identifiers.insert(id.to_owned()), "{id} is unique");
            assert!(id.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'), "{id}");
            assert!(
                manifest.contains(&format!(
                    "<resource identifier=\"{id}\" type=\"imsqti_item_xmlv2p1\" href=\"{file}\"><file href=\"{file}\"/>"
                ))
            );
            assert!(manifest.contains(&format!("<dependency identifierref=\"{id}\"/>")));
            let (text, fields) = (named(&file), set.problem(number).fields);
            assert!(text.contains(&format!(" identifier=\"{id}\" ")) && text.contains(&format!("normalMaximum=\"{}\"", fields.len())));
            assert!(text.contains(&format!("<a href=\"https://a.test/?n={number}&amp;s=1#/learn\">")));
            // A declaration, a place to answer and a condition for each field, in the same order.
            let declared = answers(text, "<responseDeclaration ", "</responseDeclaration>");
            let (places, conditions) = (values(text, "responseIdentifier=\""), answers(text, "<responseElseIf>", "<setOutcomeValue"));
            assert_eq!((declared.len(), places.len(), conditions.len()), (fields.len(), fields.len(), fields.len()));
            for (place, field) in fields.iter().enumerate() {
                let (declared, condition, name) = (declared[place], conditions[place], format!("FIELD{place}"));
                assert_eq!((values(declared, "identifier=\"")[0], places[place]), (name.as_str(), name.as_str()));
                assert!(values(condition, "<variable identifier=\"").iter().all(|asked| *asked == name), "{condition}");
                let right = answers(declared, "<value>", "</value>")[0];
                match values(declared, "baseType=\"")[0] {
                    "float" if condition.contains("toleranceMode=\"exact\"") => is_near(field, right, "0"),
                    "float" => {
                        let off = values(condition, "toleranceMode=\"absolute\" tolerance=\"")[0].split_once(' ').unwrap();
                        assert_eq!(off.0, off.1);
                        is_near(field, right, off.0);
                    }
                    "string" => {
                        let texts = answers(condition, "baseType=\"string\">", "</baseValue>");
                        assert!(texts.contains(&right) && texts.iter().all(|text| field.mark(text).right), "{condition}");
                    }
                    _ => {
                        assert_eq!(answers(text, "<inlineChoiceInteraction ", "</").is_empty(), field.words().is_empty());
                        assert!(field.mark(right.strip_prefix("CHOICE").expect("a choice")).right, "{declared}");
                    }
                }
            }
        }
    }
}

#[test]
fn exported_answers_are_right_on_the_page_too() {
    for set in sets() {
        let fields: Vec<Field> = (1..=40).flat_map(|number| set.problem(number).fields).collect();
        let link = |number: u32| format!("https://a.test/?n={number}&s=1#/learn");
        let text = |file| String::from_utf8(exported(&set, 1..=40, file, link)).expect("text");
        let (moodle, gift) = (text(File::Moodle), text(File::Gift));
        // Moodle: one answer embedded for each field.
        let cloze = answers(&moodle, "{1:", "}");
        assert_eq!(cloze.len(), fields.len(), "{set:?}");
        assert_eq!((moodle.matches("<question ").count(), moodle.matches("</question>").count()), (40, 40));
        for (field, answer) in fields.iter().zip(&cloze) {
            let (kind, answer) = answer.split_once(':').unwrap();
            let right = |given: &str| assert!(field.mark(given).right, "{set:?} {field:?}: {given}");
            match kind {
                "NUMERICAL" => {
                    let (number, off) = answer[1..].split_once(':').unwrap();
                    is_near(field, number, off);
                }
                "SHORTANSWER" => answer.split('~').for_each(|one| right(&one[1..].replace('\\', ""))),
                _ => {
                    let chosen = answer.split('~').position(|word| word.starts_with('=')).unwrap();
                    right(&chosen.to_string());
                }
            }
        }
        // GIFT: a question for each field, and no mark of its own outside the answers.
        assert_eq!(gift.matches("\n::").count(), fields.len(), "{set:?}");
        for question in gift.split("\n\n").filter(|question| question.starts_with("::")) {
            let bare = question
                .replace("\\\\", "")
                .replace("\\~", "")
                .replace("\\=", "")
                .replace("\\#", "")
                .replace("\\{", "")
                .replace("\\}", "")
                .replace("\\:", "");
            assert_eq!((bare.matches('{').count(), bare.matches('}').count()), (1, 1), "{question}");
            assert_eq!(bare.matches(':').count(), 4 + usize::from(bare.contains("{#")), "{question}");
        }
        for special in ['&', '<'] {
            assert!(
                moodle
                    .split(special)
                    .skip(1)
                    .all(|rest| special != '&' || ["amp;", "lt;", "gt;", "quot;"].iter().any(|end| rest.starts_with(end)))
            );
        }
    }
}
