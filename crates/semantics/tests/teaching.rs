//! Lessons, every claim and every solution through the engine.
//!
//! What a lesson says with its numbers filled in is held word for word in `lessons.txt` (ULPSCOPE_BLESS=1 writes it anew).

use semantics::kernel::Module;
use semantics::kernel::module::Content;
use semantics::number::{F16, F32, Pattern, Random};
use semantics::search::TERMS;
use semantics::syntax::Registers;
use semantics::teaching::formula::Condition;
use semantics::teaching::gradebook::Gradebook;
use semantics::teaching::lesson::{Mistake, Role, Text};
use semantics::teaching::practice::{Attempt, FORMATS, Kind, Set};
use semantics::teaching::template::{fill, unknown};
use semantics::teaching::terms::{Piece, Spellings, first_mentions};
use semantics::teaching::{Answer, Block, Choice, LANGUAGES, Lesson, Question, Screen, Translation, Values, courses, lessons, text};
use std::fmt::Write;

fn screens() -> impl Iterator<Item = (&'static Lesson, &'static Screen, Values)> {
    lessons()
        .flat_map(|lesson| lesson.screens.iter().map(move |screen| (lesson, screen, screen.experiment.run(&screen.experiment.start()))))
}

#[test]
fn every_file_is_read() {
    assert_eq!(courses::complaints(), Vec::<String>::new());
}

#[test]
fn every_lesson_asks_and_is_found_by_name() {
    assert!(lessons().count() >= 22);
    for lesson in lessons() {
        assert_eq!(lessons().filter(|other| other.name == lesson.name).count(), 1);
        assert!(lesson.screens.len() >= 3, "{} has few screens", lesson.name);
        assert!(lesson.screens.iter().flat_map(Screen::questions).count() >= 1, "{} asks nothing", lesson.name);
        assert!(std::ptr::eq(Lesson::named(&lesson.name).unwrap(), lesson));
    }
}

#[test]
fn every_program_is_accepted_and_runs() {
    for (lesson, screen, values) in screens() {
        let Some(text) = screen.experiment.program() else { continue };
        let module = Module::implicit(text, &Default::default(), Registers::default());
        let errors: Vec<_> = module.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).collect();
        assert!(errors.is_empty(), "{} / {}: {errors:?}", lesson.name, screen.title);
        for statement in &module.statements {
            let Content::Line(_, Some(instruction)) = &statement.content else { continue };
            let name = instruction.destination.name.trim_start_matches('%');
            assert!(values.ran(name).is_some_and(|ran| ran.unset.is_empty()), "{} / {}: {name}", lesson.name, screen.title);
        }
    }
}

#[test]
fn every_claim_holds() {
    for (lesson, screen, values) in screens() {
        holds_on(lesson, screen, &values);
    }
}

/// Every place of a screen is filled, every part is there, every claim holds and every question has an answer.
fn holds_on(lesson: &Lesson, screen: &Screen, values: &Values) {
    for block in &screen.blocks {
        let line = block.texts().first().map_or(screen.title.line, |(_, text)| text.line);
        let place = format!("content/en/{}.md:{line}: {block:?}", lesson.name);
        for (_, text) in block.texts() {
            assert_eq!(unknown(text, values), Vec::<&str>::new(), "content/en/{}.md:{}: {text}", lesson.name, text.line);
        }
        match block {
            Block::Holds(_, holds) => assert!(holds.as_ref().is_some_and(|claim| claim.holds(values)), "{place}"),
            Block::Rows(names) => names.iter().for_each(|name| assert!(values.find(name).is_some(), "{place}: {name}")),
            Block::Microscope(name) => assert!(values.microscope(name).is_some(), "{place}"),
            Block::Steps(name) => assert!(!values.steps(name).is_empty(), "{place}"),
            Block::Ask(Question { answer: Answer::Whole(sum), .. }) => assert!(sum.whole(values).is_some(), "{place}"),
            Block::Program => assert!(screen.experiment.program().is_some(), "{place}"),
            Block::See(_, address) => assert!(address.starts_with("#/"), "{place}"),
            _ => {}
        }
    }
}

/// The figures of a text that no place fills: numbers from 3 on and powers of two, outside code. The name of a standard is none.
fn figures(text: &str) -> Vec<String> {
    let mut bare = String::new();
    for piece in text.split('`').step_by(2) {
        for (place, part) in piece.split('{').enumerate() {
            bare += if place == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) };
            bare.push(' ');
        }
    }
    let words = bare.split(|letter: char| !(letter.is_alphanumeric() || "_^.-".contains(letter))).map(|word| word.trim_matches(['.', '-']));
    let power = |word: &str| word.strip_prefix("2^").is_some_and(|power| power.trim_start_matches('-').parse::<u32>().is_ok());
    let figure = |word: &&str| *word != "754" && (word.parse::<u64>().is_ok_and(|number| number > 2) || power(word));
    words.filter(figure).map(str::to_owned).collect()
}

/// Every figure of a lesson is computed: none stands in it as text.
#[test]
fn no_figure_is_written_by_hand() {
    assert_eq!(figures("`16` of {f16:width}, 2^{f16:width}, 2^k, IEEE 754, sm_90, 0.1: 24 and 2^-23."), ["24", "2^-23"]);
    for lesson in lessons() {
        for (_, text) in lesson.texts().into_iter().filter(|(role, _)| !matches!(role, Role::Option | Role::Link)) {
            let found = figures(text);
            assert!(found.is_empty(), "content/en/{}.md:{}: {found:?} can be computed: {text}", lesson.name, text.line);
        }
    }
}

#[test]
fn an_open_question_ends_every_lesson() {
    for lesson in lessons() {
        let (open, values) = (&lesson.open, last(lesson));
        assert!(open.ask.ends_with('?') && open.good.ends_with('.'), "{}", lesson.name);
        assert!(open.ask.len() < 320 && (200..700).contains(&open.good.len()), "{}: {}", lesson.name, open.good.len());
        for text in [&open.ask, &open.good] {
            assert_eq!(unknown(text, &values), Vec::<&str>::new(), "{}", lesson.name);
        }
    }
}

/// The last screen of a lesson, run as it is given.
fn last(lesson: &Lesson) -> Values {
    let screen = lesson.screens.last().expect("a screen");
    screen.experiment.run(&screen.experiment.start())
}

/// What good answers say in words about clocks and formats, computed.
#[test]
fn figures_of_good_answers_hold() {
    let sum = |clock: u64, step: u64| {
        let text = format!("add.rn.f32 %s, 0f{clock:08X}, 0f{step:08X};");
        let (module, file) = (Module::implicit(&text, &Default::default(), Registers::default()), Default::default());
        module.run(&file).blocks[0].written[0].bits
    };
    // A sixtieth of a second; 2^18 seconds are three days, 2^19 six, and their ulps are 2^-5 and 2^-4.
    let (frame, three, six) = (0x3c88_8889, 0x4880_0000, 0x4900_0000);
    assert_eq!([(1 << 18) / 86_400, (1 << 19) / 86_400], [3, 6]);
    assert_eq!([three, six].map(|bits| Pattern::new(F32::ROW, bits).ulp_exponent()), [Some(-5), Some(-4)]);
    assert_eq!([three, three + 1].map(|clock| sum(clock, frame)), [three + 1, three + 2]);
    assert_eq!([six, six + 1].map(|clock| sum(clock, frame)), [six, six + 1]);
    // A weight near one in bfloat16 loses an update below half of its ulp.
    let bf16 = semantics::number::BF16::ROW;
    assert_eq!([bf16.precision(), F16::ROW.precision(), bf16.exponent_bits], [8, 11, F32::ROW.exponent_bits]);
    // What Figueroa's rule asks for halves is what a single has.
    assert_eq!(2 * F16::ROW.precision() + 2, F32::ROW.precision());
}

/// The terms that a screen makes links of, as they are spelled there.
fn linked(lesson: &Lesson, screen: usize, language: &Translation) -> Vec<(String, usize)> {
    let spellings = Spellings::of(language);
    let mut all = Vec::new();
    for (english, new) in first_mentions(lesson, screen, language) {
        let said = language.of(english);
        for place in new {
            let named = spellings.pieces(&said).into_iter().find_map(|piece| match piece {
                Piece::Term(text, at) if at == place => Some(text.to_owned()),
                _ => None,
            });
            all.push((named.expect("the term is in the sentence"), place));
        }
    }
    all
}

#[test]
fn lessons_name_terms_and_each_once() {
    let english = Translation::default();
    for lesson in lessons() {
        let all: Vec<usize> =
            (0..lesson.screens.len()).flat_map(|screen| linked(lesson, screen, &english)).map(|(_, place)| place).collect();
        assert!(!all.is_empty(), "{} names no term", lesson.name);
        assert!(all.iter().all(|place| all.iter().filter(|other| *other == place).count() == 1), "{}", lesson.name);
        // Code and places stay whole: the pieces that hold their marks name nothing.
        for (_, text) in lesson.sentences() {
            for piece in Spellings::of(&english).pieces(text) {
                match piece {
                    Piece::Text(text) => {
                        assert!(text.matches('`').count() % 2 == 0 && text.matches('{').count() == text.matches('}').count())
                    }
                    Piece::Term(text, _) => assert!(!text.contains(['`', '{', '}', '^']), "{text}"),
                }
            }
        }
    }
    // One spelling means one term.
    let spellings = Spellings::of(&english);
    for (spelling, place) in spellings.all() {
        assert!(spellings.all().all(|(other, at)| other != spelling || at == place), "{spelling}");
    }
}

#[test]
fn questions_are_answered_by_the_engine() {
    for (lesson, screen, values) in screens() {
        for question in screen.questions() {
            let place = format!("{} / {}: {}", lesson.name, screen.title, question.ask);
            let choices = question.answer.choices();
            if choices.is_empty() {
                let solution = question.solution(&values);
                assert!(question.mark(&values, &solution).right, "{place}: {solution}");
                for wrong in ["", "x", "é", "7", "0x", "-12345", "1e999", "0b1", "nan, or so"] {
                    let mark = question.mark(&values, wrong);
                    assert!(!mark.right && !mark.says.is_empty(), "{place}: {wrong}");
                }
            } else {
                let right = question.answer.right_option(&values).unwrap_or_else(|| panic!("{place}: no option is right"));
                for (option, choice) in choices.iter().enumerate() {
                    let given = option.to_string();
                    assert_eq!(question.mark(&values, &given).right, option == right, "{place}");
                    // Every answer but the right one says why it is wrong.
                    assert_eq!(choice.wrong.is_none(), option == right, "{place}: {}", choice.words);
                    assert_eq!(question.reason(&values, &given), choice.wrong.as_ref());
                }
                assert!(!question.mark(&values, "").right);
                // One condition holds and no other, or none does and one answer has no condition.
                match &question.answer {
                    Answer::Choose(options) => {
                        let conditions = options.iter().filter_map(|option| option.holds.as_ref());
                        let hold = conditions.clone().filter(|condition| condition.holds(&values)).count();
                        let otherwise = options.len() - conditions.count();
                        assert!(otherwise < 2 && hold < 2 && hold + otherwise > 0, "{place}");
                    }
                    Answer::Among(options, name) => {
                        assert!(options.iter().all(|option| !option.words.is_empty()) && values.find(name).is_some(), "{place}");
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A mistake that a lesson names is wrong, and typing it gives its own reason.
#[test]
fn mistakes_are_answered_with_their_reasons() {
    let mut named = 0;
    for (lesson, screen, values) in screens() {
        for question in screen.questions() {
            for mistake in &question.mistakes {
                let place = format!("content/en/{}.md:{}: {}", lesson.name, mistake.wrong.line, mistake.wrong);
                let typed = mistake.given.solution(&values);
                let mark = question.mark(&values, &typed);
                assert!(!mark.right && !mark.malformed, "{place}: {typed}");
                assert_eq!(question.reason(&values, &typed), Some(&mistake.wrong), "{place}: {typed}");
                named += 1;
            }
            assert_eq!(question.reason(&values, &question.solution(&values)), None);
            assert_eq!(question.reason(&values, "é"), None);
        }
    }
    assert!(named >= 30, "{named}");
}

/// Each wrong answer has a reason of its own, in every language.
#[test]
fn no_reason_stands_twice_in_a_lesson() {
    for language in &LANGUAGES {
        for lesson in lessons() {
            let file = format!("{}/../course/content/{}/{}.md", env!("CARGO_MANIFEST_DIR"), language.code, lesson.name);
            let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
            let (said, _) = if language.is_english() { text::lesson("", &text) } else { text::translation(&text) };
            let reasons: Vec<_> = said.texts().into_iter().filter(|(role, _)| *role == Role::Reason).map(|(_, text)| text).collect();
            let choices = lesson.screens.iter().flat_map(Screen::questions);
            let wrong = choices.map(|question| question.mistakes.len() + question.answer.choices().len().saturating_sub(1));
            assert_eq!(reasons.len(), wrong.sum::<usize>(), "{file}");
            for (place, reason) in reasons.iter().enumerate() {
                assert!(reason.ends_with('.') && reason.len() > 40, "{file}:{}: {reason}", reason.line);
                assert!(reasons[..place].iter().all(|other| other.words != reason.words), "{file}:{}: twice", reason.line);
            }
        }
    }
}

#[test]
fn any_bits_are_taken() {
    let mut random = Random::new(1);
    for (_, screen, _) in screens() {
        for _ in 0..200 {
            let bits: Vec<u64> = screen.experiment.given.iter().map(|_| random.word()).collect();
            let values = screen.experiment.run(&bits);
            for block in &screen.blocks {
                match block {
                    Block::Say(text) => assert!(!fill(text, &values, &Translation::default()).contains('{')),
                    Block::Ask(question) => {
                        question.mark(&values, "1");
                        question.solution(&values);
                        fill(&question.because, &values, &Translation::default());
                    }
                    Block::Holds(_, Some(claim)) => {
                        claim.holds(&values);
                    }
                    Block::Microscope(name) => {
                        values.microscope(name);
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn lessons_read_as_they_did() {
    let english = Translation::default();
    let mut text = String::new();
    for (lesson, screen, values) in screens() {
        if std::ptr::eq(screen, &lesson.screens[0]) {
            let _ = writeln!(text, "\n===== {}: {}\n{}", lesson.name, lesson.title, lesson.about);
        }
        let _ = writeln!(text, "\n--- {}", screen.title);
        for block in &screen.blocks {
            let _ = match block {
                Block::Say(words) => writeln!(text, "{}", fill(words, &values, &english)),
                Block::Ask(question) => {
                    let why = |wrong: &Text| format!("\n         {}", fill(wrong, &values, &english));
                    let choice =
                        |choice: &Choice| format!("\n     ( ) {}{}", choice.words, choice.wrong.iter().map(why).collect::<String>());
                    let mistake = |mistake: &Mistake| format!("\n     not {}{}", mistake.given.solution(&values), why(&mistake.wrong));
                    let choices = question.answer.choices().iter().map(choice);
                    let options = choices.chain(question.mistakes.iter().map(mistake)).collect::<String>();
                    let solution = question.solution(&values);
                    writeln!(
                        text,
                        "  ?  {}{options}\n  =  {solution}. {}",
                        fill(&question.ask, &values, &english),
                        fill(&question.because, &values, &english)
                    )
                }
                Block::Holds(words, _) => writeln!(text, "  ok {words}"),
                Block::Rows(names) => names
                    .iter()
                    .try_for_each(|name| writeln!(text, "     {name} = {} {}", values.get(name).binary(), values.get(name).digits())),
                Block::Program => writeln!(text, "     {}", screen.experiment.program().unwrap_or("").trim_end().replace('\n', "\n     ")),
                Block::Microscope(name) => writeln!(text, "     [microscope {name}]"),
                Block::Steps(name) => writeln!(text, "     [{} steps to {name}]", values.steps(name).len()),
                Block::Line { subnormals } => writeln!(text, "     [line, subnormals {subnormals}]"),
                Block::See(words, address) => writeln!(text, "     -> {words} ({address})"),
            };
        }
        let at = lesson.screens.iter().position(|other| std::ptr::eq(other, screen)).unwrap_or(0);
        if at + 1 == lesson.screens.len() {
            let [ask, good] = [&lesson.open.ask, &lesson.open.good].map(|text| fill(text, &values, &english));
            let _ = writeln!(text, "  ?? {ask}\n  .. {good}");
        }
        let terms: Vec<String> = linked(lesson, at, &english)
            .into_iter()
            .map(|(spelled, place)| match TERMS[place].name {
                name if name == spelled => spelled,
                name => [&spelled, " = ", name].concat(),
            })
            .collect();
        if !terms.is_empty() {
            let _ = writeln!(text, "     [terms: {}]", terms.join(", "));
        }
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lessons.txt");
    if std::env::var_os("ULPSCOPE_BLESS").is_some() {
        std::fs::write(file, &text).expect("write the lessons");
    }
    assert_eq!(text, std::fs::read_to_string(file).unwrap_or_default());
}

/// Rows and fields of comma-separated values, as RFC 4180 has them.
fn fields_of(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            letter => field.push(letter),
        }
    }
    assert!(!quoted && field.is_empty() && row.is_empty(), "the last row ends");
    rows
}

#[test]
fn marks_read_back_as_a_table() {
    let mut marks = Gradebook::default();
    let screens = || lessons().flat_map(|lesson| (0..lesson.screens.len()).map(move |screen| (lesson, screen)));
    for (lesson, screen) in screens() {
        marks.screen(lesson, screen, &format!("http://x/#/learn/{}", lesson.name));
    }
    let set = Set { seed: 0xabc, kinds: vec![Kind::Round, Kind::Grs], format: FORMATS[0], special: true };
    marks.answer(lessons().next().expect("a lesson"), "=1+1, \"two\"\nlines", "http://x/");
    marks.problem(&set, &Attempt { number: 3, right: 1, of: 4, revealed: 2 }, "http://x/?a=\"1,2\"");
    let written = marks.written();
    let rows = fields_of(written.strip_prefix('\u{feff}').expect("a mark of its letters"));
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "every row is whole");
    assert_eq!(rows.len(), 3 + screens().count());
    for (row, (lesson, screen)) in rows[1..].iter().zip(screens()) {
        let link = format!("http://x/#/learn/{}", lesson.name);
        assert_eq!(row[..], ["lesson", &*lesson.title, &(screen + 1).to_string(), &lesson.screens[screen].title, "", "", "", &link, ""]);
    }
    let kind = set.problem(3).kind.name();
    let described = "set abc, F16, round, L G R S, special patterns on";
    assert_eq!(rows.last().unwrap()[..], ["practice", described, "3", kind, "1", "4", "2", "http://x/?a=\"1,2\"", ""]);
    let answer = &rows[rows.len() - 2];
    assert_eq!([answer[0].as_str(), &answer[1], &answer[8]], ["open question", "Reading a float", "'=1+1, \"two\"\nlines"]);
}

/// A lesson with one of everything, and what is said of it when a line of it is changed.
#[test]
fn a_line_that_cannot_be_read_is_named() {
    let good = "# A\n\nAbout.\n\n## One\n\n```ptx\nf32 a = 1.5\nadd.rn.f32 %d, %a, %a;\n```\n\n> Is d\n> exact?\n>\n> - yes | d is exact\n> - no\n>   It fits: {d}.\n>   It does.\n>\n> It is {d}.\n\n[bits: a, d]\n\n- It is so. | d = 2 * a\n\n---\n\nWhy?\n\nBecause.\n";
    let (lesson, complaints) = text::lesson("a", good);
    assert_eq!(complaints, Vec::new());
    let Block::Ask(question) = &lesson.screens[0].blocks[0] else { panic!("{lesson:?}") };
    assert_eq!((&*question.ask, question.ask.line), ("Is d exact?", 12));
    let choices: Vec<_> = question.answer.choices().iter().map(|choice| (&*choice.words, choice.wrong.as_deref())).collect();
    assert_eq!(choices, [("yes", None), ("no", Some("It fits: {d}. It does."))]);
    for (from, to, line, says) in [
        ("f32 a = 1.5", "f32 a = 1,5", 8, "`1,5`"),
        ("d is exact", "exact(d)", 15, "`exact(d)` is no condition"),
        (" | d is exact", "", 12, "one at most may stand without"),
        ("> - yes | d is exact\n> - no\n", "> = steps(a)\n> != a\n", 15, "`steps(a)` is none of"),
        ("> - yes | d is exact\n> - no\n>   It fits: {d}.\n>   It does.\n>\n", "", 12, "a question"),
        (">   It fits: {d}.\n>   It does.\n", "", 16, "needs a reason below it"),
        ("> - no\n", ">   No.\n> - no\n", 12, "the right one has no reason"),
        (">\n> - yes", ">\n>   Why?\n> - yes", 15, "the answer above it is wrong"),
        ("> - yes | d is exact\n> - no\n>   It fits: {d}.\n>   It does.\n", "> = d\n> != a\n", 16, "a mistake needs its reason"),
        ("> - yes | d is exact\n> - no\n", "> = d\n> != steps(a)\n", 16, "`steps(a)` is none of"),
        ("[bits: a, d]", "[bit: a, d]", 22, "is no mark"),
        (" | d = 2 * a", "", 24, "a claim needs"),
        ("d = 2 * a", "d = 2 × a", 24, "`2 × a`"),
        ("# A\n", "\n", 1, "begins with `# `"),
        ("\nBecause.", "", 29, "ends with `---`"),
        ("## One\n", "\n", 8, "stands in no screen"),
        ("add.rn.f32 %d, %a, %a;", ".target sm_1\nmma.sync.x {a};", 9, "there is no target `sm_1`"),
    ] {
        assert!(good.contains(from), "{from}");
        let (_, complaints) = text::lesson("a", &good.replacen(from, to, 1));
        assert!(complaints.iter().any(|found| found.line == line && found.says.contains(says)), "{to}: {complaints:?}");
    }
    for junk in
        ["", "#", "> ", "```", "[", "[]", "[](", "- ", "- | ", "---", "## x\n> = \n> - ", "## x\n```\n = \nf32 a = \n```", "é\n\u{0}"]
    {
        text::lesson("", junk);
        text::translation(junk);
        text::courses(junk);
    }
}

/// The lesson that CONTRIBUTING.md shows is one.
#[test]
fn the_example_for_those_who_write_lessons_is_a_lesson() {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../CONTRIBUTING.md")).expect("a document");
    let example = document.split("````").nth(1).and_then(|text| text.strip_prefix("markdown\n")).expect("an example");
    let (lesson, complaints) = text::lesson("example", example);
    assert_eq!(complaints, Vec::new());
    for screen in &lesson.screens {
        holds_on(&lesson, screen, &screen.experiment.run(&screen.experiment.start()));
    }
}

/// Sums and conditions over numbers, exactly.
#[test]
fn conditions_are_computed_exactly() {
    let text = "# A\n\n.\n\n## S\n\n```\nf32 a = 0x1p-149\nf32 b = 3.4e38\nf32 i = inf\nf32 n = nan\nf32 z = -0.0\nf16 h = 1.0\n```\n";
    let (lesson, _) = text::lesson("a", text);
    let values = lesson.screens[0].experiment.run(&lesson.screens[0].experiment.start());
    for (condition, holds) in [
        ("a + b > b", true),
        ("a + b - b = a", true),
        ("a * a * 2 = a * a + a * a", true),
        ("i = i and n = n", true),
        ("i > b and b < i", true),
        ("n = a or n < a or n >= a", false),
        ("n != a", true),
        ("z = 0 and z:sign is -", true),
        ("z:bits is a:bits", false),
        ("i is infinity and i is not zero", true),
        ("none is zero or none is not zero", false),
        ("h = 1 and h < 1.5 and -h = -1", true),
        ("steps(a, z) = 1 and steps(z, a) = 1 and steps(a, n) = 1", false),
        ("flip(a, 31) = -a", true),
        ("distinct(a, b, a) = 2", true),
        ("2 * h:precision + 2 = a:precision", true),
        ("f32:bias - f16:bias = 112", true),
    ] {
        assert_eq!(Condition::read(condition).map(|read| read.holds(&values)), Ok(holds), "{condition}");
    }
    assert_eq!(fill("{= f32:bias - f16:bias}, {f16:largest}, {= a}, {=}", &values, &Translation::default()), "112, 65504, –, –");
}
