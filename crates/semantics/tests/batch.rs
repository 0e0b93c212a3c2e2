//! Many lines: every layout that people paste, what explains most of them, and how fast.

use semantics::diagnosis::batch::{Batch, Counts, Judged};
use semantics::diagnosis::table::{Filter, Order, Report, Row, Says};
use semantics::diagnosis::{Engine, Investigation};
use semantics::instruction::Context;
use semantics::trace::Silent;
use semantics::wire::{self, written};
use std::marker::PhantomData;

fn engine() -> Engine {
    Engine::with(PhantomData::<Silent>)
}

fn batch(instruction: &str, text: &str) -> Batch {
    let investigation = Investigation::new(instruction, &Context::default()).unwrap();
    let mut batch = Batch::new(investigation, text.to_owned()).unwrap_or_else(|error| panic!("{text}: {error}"));
    batch.run(engine());
    batch
}

/// The operands and the seen bits of each line; a line that cannot be read gives its message.
fn read(instruction: &str, text: &str) -> Vec<String> {
    let batch = batch(instruction, text);
    let inputs = batch.investigation.inputs.len();
    let shown = |judged: &Judged| match judged {
        Judged::Verdict(sample, _) => {
            let words: Vec<String> = sample.operands[..inputs].iter().chain([&sample.seen]).map(|bits| format!("{bits:x}")).collect();
            words.join(" ")
        }
        Judged::Unread(message) => message.clone(),
    };
    batch.lines.iter().map(shown).collect()
}

#[test]
fn every_layout_is_read() {
    let check = |text: &str, expected: &[&str]| assert_eq!(read("add.rn.f32", text), expected, "{text}");
    let one = "3f800000 40000000 40400000";
    check("3f800000 40000000 40400000", &[one]);
    check("1.0,2.0,3.0\n0x3f800000,0x40000000,0x40400000\n", &[one, one]);
    check("1\t2\t3\r\n\r\n# a comment\n1\t2\t3", &[one, one]);
    check("got;b;a;note\n3;2;1;x\n", &[one]);
    check("a=1.0 b=0x40000000 got=40400000", &[one]);
    check("add.rn.f32 got=3 | b=2, a=1", &[one]);
    check("\"a\",\"b\",\"gpu\"\n\"1\",\"2\",\"3\"", &[one]);
    check("a:\n3f800000\nb:\n40000000\ngot:\n40400000", &[one]);
    check("got:\n40400000 40400000\nb:\n40000000 40000000\na:\n3f800000 3f800000", &[one, one]);
    check("3f800000 40000000\n\n40400000 \n", &[one]);
    check("00000000: 0000 803f 0000 0040  ...?...@\n\n00000000: 0000 4040  ..@@", &[one]);
    check("00000000  00 00 80 3f 00 00 00 40  |...?...@|\n\n00000000  00 00 40 40  |..@@|\n", &[one]);
    check("1.0 2.0", &["What was seen is missing."]);
    check("1.0 zebra 3", &["%b: `zebra` is not a number: `z` is no decimal digit."]);
    check("nan inf -inf", &["7fffffff 7f800000 ff800000"]);
}

#[test]
fn a_text_without_lines_is_refused() {
    let investigation = Investigation::new("add.rn.f32", &Context::default()).unwrap();
    let refused = |text: &str| Batch::new(investigation.clone(), text.into()).map(|_| ()).unwrap_err();
    assert_eq!(refused("\n# nothing\n"), "There are no lines.");
    assert_eq!(refused("a,b,c\n1,2,3"), "The head names no column for what was seen, such as `got`.");
}

/// 37 lines of a build with .ftz, 3 of nothing known, 60 as expected: 30 that .ftz leaves alone and 30 far from subnormal.
#[test]
fn what_explains_most_is_said() {
    let investigation = Investigation::new("mul.rn.f32", &Context::default()).unwrap();
    let flushed = Investigation::new("mul.rn.ftz.f32", &Context::default()).unwrap();
    let mut text = String::from("a,b,got\n");
    for line in 0..100u64 {
        let tiny = line < 40;
        let operands = [if tiny { 0x0080_0000 + line } else { 0x3f80_0000 + line * 977 }, 0x3f00_0000 + line * 31];
        let got = if line < 37 { flushed.expected(&operands, engine()) } else { investigation.expected(&operands, engine()) };
        let got = if (37..40).contains(&line) { got ^ 0x15 } else { got };
        text.push_str(&format!("{:08x},{:08x},{got:08x}\n", operands[0], operands[1]));
    }
    let batch = batch("mul.rn.f32", &text);
    assert_eq!(batch.counts(), Counts { right: 60, explained: 37, unexplained: 3, unread: 0 });
    let says = "37 of 40 lines that differ are explained by: Subnormal operands and results flushed to zero (.ftz). It agrees with all 60 right lines too.";
    assert_eq!(batch.summary(), says);
    let csv = batch.csv_head() + &batch.csv(0..100);
    assert_eq!(csv.lines().count(), 101);
    assert_eq!(
        csv.lines().nth(1),
        Some("1,0x00800000,0x3f000000,0x00000000,0x00400000,4194304,explained,\"Subnormal operands and results flushed to zero (.ftz).\"")
    );
    assert!(csv.lines().nth(39).is_some_and(|line| line.ends_with(",unexplained,")));
}

/// What a worker writes, the page reads again; filters and orders pick the lines that they name.
#[test]
fn a_table_is_filtered_ordered_and_read_again() {
    let batch = batch("add.rn.f32", "1 1 2\n1 1 3\nzebra\t1 2\n1 1 1.0\n1 1 nan");
    let report = batch.report();
    assert_eq!(wire::read(&written(&report)), Some(report.clone()));
    assert_eq!((report.lines, report.names.join(" ").as_str(), report.done), (5, "a b", true));
    let check = |filter: Filter, order: Order, expected: &[u32]| {
        let shown = batch.shown(filter, order);
        assert_eq!(shown, expected, "{filter:?} {order:?}");
        for place in shown {
            let row = batch.row(place as usize);
            assert_eq!(wire::read(&written(&row)), Some(row));
        }
    };
    check(Filter::All, Order::Line, &[0, 1, 2, 3, 4]);
    check(Filter::named("wrong"), Order::Line, &[1, 3, 4]);
    check(Filter::named("wrong"), Order::named("ulps"), &[4, 3, 1]);
    check(Filter::named("unread"), Order::Line, &[2]);
    let unexplained: Vec<u32> = (0..5).filter(|place| batch.row(*place as usize).says == Says::Unexplained).collect();
    check(Filter::named("unexplained"), Order::Line, &unexplained);
    let best = batch.best(3).unwrap();
    check(Filter::named(&best.to_string()), Order::Line, &[3]);
    assert_eq!(batch.row(2).cells, ["zebra\t1 2"]);
    assert_eq!(wire::read::<Report>(&[]), None);
    assert_eq!(wire::read::<Row>(&[1, 4]), None);
}

/// A hundred thousand lines, one in ten of them wrong, in slices; what they took is printed.
#[test]
fn a_hundred_thousand_lines_take_seconds() {
    let flushed = Investigation::new("fma.rn.ftz.f32", &Context::default()).unwrap();
    let mut text = String::new();
    for line in 0..100_000u64 {
        let tiny = line % 10 == 0;
        let operands = [
            if tiny { 0x0080_0000 + line } else { 0x3f80_0000 + line * 77 },
            0x3f00_0000 + line * 31,
            if tiny { line } else { 0x3e00_0000 + line },
        ];
        text.push_str(&format!(
            "{:08x} {:08x} {:08x} {:08x}\n",
            operands[0],
            operands[1],
            operands[2],
            flushed.expected(&operands, engine())
        ));
    }
    let begun = std::time::Instant::now();
    let batch = batch("fma.rn.f32", &text);
    let took = begun.elapsed();
    println!("100,000 lines in {took:.2?}: {}", batch.summary());
    assert_eq!(batch.counts().right + batch.counts().explained, 100_000);
}
