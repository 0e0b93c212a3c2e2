//! What the page looks at, made from the query: the function, its view, the tasks for the workers, and what is promised there.

use super::query::{Measure, Query, range};
use super::view::View;
use crate::components::sweep::Task;
use crate::state::address::{Address, Page};
use crate::state::registers::Registers;
use semantics::instruction::{Context, Target, Version, forms_of};
use semantics::sweep::bounds::{self, Bound, thousandths};
use semantics::sweep::column_statistics::{Check, Scale};
use semantics::sweep::function_under_test::{ROUNDED, UNIT};
use semantics::sweep::order::Line;
use semantics::sweep::reading::Reading;
use semantics::sweep::{ColumnStatistics, FunctionUnderTest};

/// Everything that follows from the query and the header's target.
#[derive(Clone, Debug)]
pub struct Model {
    /// The query.
    pub query: Query,
    /// The target of the function.
    pub target: u32,
    /// The function.
    pub subject: FunctionUnderTest,
    /// The function that it is compared with, and its target.
    pub against: Option<(FunctionUnderTest, u32)>,
    /// What is in view.
    pub view: View,
}

impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        self.query == other.query && self.target == other.target
    }
}

impl Model {
    /// The model of a query. A function that the target lacks is shown for one that has it, and the page says so.
    pub fn new(query: Query, target: u32) -> Model {
        let found = [target, 90, 50].into_iter().find_map(|target| Some((FunctionUnderTest::find(&query.function, target)?, target)));
        let (subject, target) = found.unwrap_or((UNIT[0], target));
        let against = query.against.as_ref().and_then(|(name, target)| Some((FunctionUnderTest::find(name, *target)?, *target)));
        Model { view: View::of(&query, subject), query, target, subject, against }
    }

    /// The measure of the columns; good bits are read off the absolute error.
    pub fn scale(&self) -> Scale {
        match self.query.measure {
            Measure::Ulps => Scale::Ulps,
            Measure::Relative => Scale::Relative,
            Measure::Absolute | Measure::GoodBits => Scale::Absolute,
        }
    }

    /// What to sweep for a curve of some columns, and for the curve it is compared with.
    pub fn tasks(&self, columns: u32) -> [Option<Task>; 2] {
        let View { from, end, .. } = self.view;
        let span = ColumnStatistics { from, end, scale: self.scale(), check: None, starts: self.view.starts(columns) };
        let task = |(subject, target)| Task { subject, target, span: span.clone(), cuts: Vec::new(), checks: Vec::new() };
        [Some(task((self.subject, self.target))), self.against.map(task)]
    }

    /// All operands, cut where a promise begins or ends, each held against the strictest promise that it is under.
    pub fn whole(&self) -> Task {
        let mut cuts: Vec<u64> = self.subject.bounds().flat_map(stretches).flat_map(|(from, end)| [from, end]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let places = self.subject.reading.line().places();
        cuts.retain(|cut| (1..places).contains(cut));
        if cuts.is_empty() {
            // One border somewhere makes the crew keep what parts found.
            cuts.push(places / 2);
        }
        let mut checks: Vec<(u64, u64, Check)> = Vec::new();
        if self.subject.name == "cvt.rn.f16.f32" {
            checks.push((0, places, Check::Routine));
        }
        for bound in self.subject.bounds() {
            checks.extend(stretches(bound).into_iter().map(|(from, end)| (from, end, check(bound))));
        }
        Task::of_all(self.subject, self.target, cuts, checks)
    }

    /// A link that opens an operand in the explorer; None where the explorer has no such instruction.
    pub fn open(&self, subject: &FunctionUnderTest, target: u32, bits: u32) -> Option<String> {
        let (text, registers) = instruction(subject, bits)?;
        let target = Target::named(&format!("sm_{target}")).unwrap_or(Target::SM_90);
        let context = Context { target, ptx: Version::NEWEST };
        Some(Address { page: Page::Explore, text, registers: Registers::read(&registers).0, context, ..Address::default() }.written())
    }

    /// Ranges that people ask for, each with its name.
    pub fn presets(&self) -> Vec<(String, (u32, u32))> {
        let mut presets: Vec<(String, (u32, u32))> = Vec::new();
        let mut add = |name: &str, range: (u32, u32)| {
            if !presets.iter().any(|preset| preset.1 == range || preset.0 == name) {
                presets.push((name.to_owned(), range));
            }
        };
        let line = self.subject.reading.line();
        let usual: &[(&str, (u32, u32))] = match self.subject.reading {
            Reading::Word => &[("[0, 1)", (0, 0x007f_ffff)), ("(−1, 0]", (0x807f_ffff, 0x8000_0000)), ("a turn", (0, 0x01ff_ffff))],
            Reading::DoubleHigh => &[("[1, 2)", (0x3ff0_0000, 0x3fff_ffff))],
            Reading::Turns => &[("a quadrant", (0, 0x3e7f_ffff)), ("a turn", (0, 0x3f7f_ffff))],
            Reading::Float => &[("[1, 2)", (0x3f80_0000, 0x3fff_ffff))],
            Reading::Half => &[("[1, 2)", (0x3c00, 0x3fff))],
            Reading::Brain => &[("[1, 2)", (0x3f80, 0x3fff))],
            Reading::Seed => &[],
        };
        for bound in self.subject.bounds() {
            if let Some((from, end)) = hull(bound) {
                let name = bound.on.trim_end_matches(", approximately").trim_start_matches("mantissa ").trim_start_matches("fractions ");
                add(&name.replace('-', "−"), (line.operand(from), line.operand(end - 1)));
            }
        }
        usual.iter().for_each(|(name, range)| add(name, *range));
        add(&["all ", super::words::all(self.subject)].concat(), (line.operand(0), line.operand(line.places())));
        presets
    }

    /// The measure in which something is promised of the range that `Home` shows; ulps where that may be chosen.
    pub fn own_measure(&self) -> Measure {
        let (from, to) = self.home();
        let line = self.subject.reading.line();
        let (from, end) = (line.place(from), line.place(to) + 1);
        let holds = |bound: &&Bound| hull(bound).is_some_and(|(first, last)| first <= from && end <= last);
        let measures: Vec<_> = self.subject.bounds().filter(holds).map(|bound| bound.measure).collect();
        match measures.first() {
            Some(bounds::Measure::AbsoluteBits) if measures.iter().all(|measure| measure.counts_bits()) => Measure::GoodBits,
            Some(bounds::Measure::RelativeBits) if measures.iter().all(|measure| measure.counts_bits()) => Measure::Relative,
            _ => Measure::Ulps,
        }
    }

    /// The range that `Home` shows: the first preset.
    pub fn home(&self) -> (u32, u32) {
        self.presets().first().map_or(self.query.range, |preset| preset.1)
    }
}

/// What an address asks for. A function without a range of its own is shown over the one that is usual for it, in the measure of its promise there.
pub fn asked(text: &str, target: u32) -> (Query, Vec<String>) {
    let (mut query, notices) = Query::read(text, target);
    let model = Model::new(query.clone(), target);
    if !text.split('&').filter_map(|part| part.strip_prefix("r=")).any(|asked| range(asked, model.view.line()).is_some()) {
        query.range = model.home();
        if !text.split('&').any(|part| part.starts_with("m=")) {
            query.measure = model.own_measure();
        }
    }
    (query, notices)
}

/// An instruction that runs the function, and its operand as a register of the address.
fn instruction(subject: &FunctionUnderTest, bits: u32) -> Option<(String, String)> {
    let sass = |name: &str| Some((format!("{name} R0, R1;"), format!(".R1:{bits:08x}")));
    let ptx = |name: &str| {
        let wide = subject.reading == Reading::DoubleHigh;
        let value = if wide { format!("a:{:016x}", u64::from(bits) << 32) } else { ["a:", &subject.reading.line().hex(bits)].concat() };
        let known = !forms_of(name.split('.').next().unwrap_or_default()).is_empty();
        known.then(|| ([name, " %d, %a;"].concat(), value))
    };
    match subject.name {
        // MUFU takes a float there, and reads it by the target; PTX says the same in one instruction.
        "EX2.FLOAT" => ptx("ex2.approx.ftz.f32"),
        // Later than the machine code that the box reads.
        "SQRT" => ptx("sqrt.approx.ftz.f32"),
        "TANH" => ptx("tanh.approx.f32"),
        "SIN.TURNS" | "COS.TURNS" => None,
        name if name.starts_with("RRO.") => sass(name),
        name if name.starts_with(|c: char| c.is_ascii_uppercase()) => sass(&["MUFU.", name].concat()),
        name => ptx(name),
    }
}

/// The stretches of places that a promise is for; of an odd or even function both sides of zero.
pub fn stretches(bound: &Bound) -> Vec<(u64, u64)> {
    let line = FunctionUnderTest::find(bound.function, bound.target).map_or(Line::WORDS, |subject| subject.reading.line());
    let both = bound.on.starts_with("[-");
    let mut stretches = Vec::new();
    for &(from, to) in bound.ranges {
        let mut push = |from: u32, to: u32| {
            let (one, two) = (line.place(from), line.place(to));
            stretches.push((one.min(two), one.max(two) + 1));
        };
        push(from, to);
        if both {
            push(from | 1 << 31, to | 1 << 31);
        }
    }
    stretches.sort_unstable();
    // Neighbours are one stretch: a promise about [-π, π] is one line.
    stretches.dedup_by(|next, last| {
        last.1 >= next.0 && {
            last.1 = last.1.max(next.1);
            true
        }
    });
    stretches
}

/// From the first to the last operand of a promise.
fn hull(bound: &Bound) -> Option<(u64, u64)> {
    let stretches = stretches(bound);
    Some((stretches.first()?.0, stretches.last()?.1))
}

/// What a promise says of one operand.
pub fn check(bound: &Bound) -> Check {
    match bound.measure {
        bounds::Measure::AbsoluteBits => Check::Limit(Scale::Absolute, (-bound.documented).exp2()),
        bounds::Measure::RelativeBits => Check::Limit(Scale::Relative, (-bound.documented).exp2()),
        bounds::Measure::Ulps => Check::Limit(Scale::Ulps, bound.documented),
        // The nearest result is at most half an ulp from the true value.
        bounds::Measure::UlpsFromNearest => Check::Limit(Scale::Ulps, bound.documented + 0.5),
    }
}

/// A promise in words: `1.52 ulp`, `2⁻²²·⁴ absolute`.
pub fn promise(bound: &Bound) -> String {
    let number = thousandths(bound.documented);
    match bound.measure {
        bounds::Measure::AbsoluteBits => [&number, " good bits"].concat(),
        bounds::Measure::RelativeBits => ["2^−", &number, " relative"].concat(),
        bounds::Measure::Ulps => [&number, " ulp"].concat(),
        bounds::Measure::UlpsFromNearest => [&number, " ulp from the nearest"].concat(),
    }
}

/// The functions of the unit, PTX approximations of a target, and instructions that round once.
pub fn functions(target: u32) -> [(&'static str, Vec<&'static str>); 3] {
    [
        ("Special function unit", UNIT.iter().map(|subject| subject.name).collect()),
        ("PTX approximations", FunctionUnderTest::approximations(target).collect()),
        ("PTX, rounded once", ROUNDED.iter().map(|subject| subject.name).collect()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_without_a_range_has_its_own() {
        let range = |text| asked(text, 90).0.range;
        assert_eq!(
            (range("f=RSQ"), range("f=RCP"), range("f=SIN")),
            (Query::default().range, (0x3f80_0000, 0x3fff_ffff), (0, 0x007f_ffff))
        );
        assert_eq!(range("f=SIN&r=00000000..00000001"), (0, 1));
        assert_eq!(range("f=tanh.approx.f16&r=13c00..13c01"), (0xfbff, 0x7bff));
        let measure = |text| asked(text, 90).0.measure;
        assert_eq!(
            (measure("f=RSQ"), measure("f=lg2.approx.f32"), measure("f=LG2&m=ulp")),
            (Measure::Ulps, Measure::GoodBits, Measure::Ulps)
        );
    }

    #[test]
    fn every_function_has_a_range_and_most_open() {
        for target in [50, 90] {
            for name in functions(target).into_iter().flat_map(|group| group.1) {
                let model = Model::new(Query { function: name.to_owned(), ..Query::default() }, target);
                assert_eq!(model.subject.name, name);
                let presets = model.presets();
                assert!(presets.len() >= 2, "{name}");
                for (title, (from, to)) in presets {
                    let line = model.view.line();
                    assert!(line.place(from) < line.place(to), "{name} {title}");
                }
            }
        }
    }

    #[test]
    fn every_function_but_two_opens_in_the_explorer() {
        for name in functions(90).into_iter().flat_map(|group| group.1) {
            let subject = FunctionUnderTest::find(name, 90).unwrap();
            let Some((text, registers)) = instruction(&subject, subject.reading.line().last() >> 2) else {
                assert!(["SIN.TURNS", "COS.TURNS"].contains(&name), "{name}");
                continue;
            };
            assert!(Registers::read(&registers).1.is_empty(), "{registers}");
            if text.ends_with("R1;") {
                let machine = semantics::sass::parse(&text, 50);
                assert!(machine.statements.len() == 1 && machine.diagnostics.is_empty(), "{text}");
            } else {
                assert!(semantics::syntax::parse(&text, &Context::default()).accepted().is_some(), "{text}");
            }
        }
    }

    #[test]
    fn a_visit_begins_where_the_bound_holds() {
        let model = Model::new(Query::default(), 90);
        assert_eq!(model.home(), (0x3f80_0000, 0x407f_ffff));
        let cosine = Model::new(Query { function: "cos.approx.f32".into(), ..Query::default() }, 90);
        assert_eq!(cosine.home(), (0xc0c9_0fda, 0x40c9_0fda));
        assert_eq!(cosine.whole().cuts.len(), 6);
    }
}
