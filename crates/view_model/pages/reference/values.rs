//! Special-value tables, computed: what an instruction gives for every class of operands, beside what the manual prints.

use super::Links;
use crate::components::html::push_text;
use semantics::evaluate::{Request, evaluate_traced};
use semantics::instruction::ptx::special_values::{Printed, SpecialClass, agrees, common, printed};
use semantics::instruction::{Context, Form, ModifierSet, OperandKind};
use semantics::number::{Format, OperandType, Pattern};
use semantics::trace::Trace;

/// What integer results have in common: one number, or the range that they lie in.
fn integers(results: &[Pattern]) -> String {
    let value = |result: &Pattern| {
        let exact = result.unpacked().exact;
        i128::from(exact.magnitude) * if exact.negative { -1 } else { 1 }
    };
    let (low, high) = results.iter().map(value).fold((i128::MAX, i128::MIN), |(low, high), value| (low.min(value), high.max(value)));
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}

/// Whether classes of floating-point numbers say something about a form: its sources are such numbers.
pub fn has_classes(form: &Form) -> bool {
    !form.source_type(ModifierSet::NONE, 0).is_integer()
}

/// One instruction whose table is shown.
#[derive(Clone, Copy)]
pub struct Subject {
    /// The form.
    pub form: &'static Form,
    /// Its modifiers.
    pub modifiers: ModifierSet,
    /// Target and PTX version.
    pub context: Context,
}

impl Subject {
    /// The format of a source, or of a lane.
    fn format(&self, source: usize) -> &'static Format {
        self.source_type(source).format
    }

    fn source_type(&self, source: usize) -> OperandType {
        self.form.source_type(self.modifiers, source).operand()
    }

    /// The word of a source's register whose every lane holds these bits.
    fn word(&self, source: usize, bits: u64) -> u64 {
        self.source_type(source).in_every_lane(bits)
    }

    /// The result, or the low lane of it.
    fn run(&self, operands: [u64; 3]) -> Pattern {
        // The recorder that the page has anyway: another would bring a second copy of every operation.
        let words = [0, 1, 2].map(|source| self.word(source, operands[source]));
        let request = Request::new(self.form, self.modifiers, words, self.context);
        request.destination_type().pattern(evaluate_traced(&request, &mut Trace::default()).bits, 0)
    }

    /// What the classes of the sources give.
    fn result(&self, classes: &[SpecialClass]) -> String {
        let mut results = Vec::new();
        let of = |index: usize| classes.get(index).map_or(vec![0], |class: &SpecialClass| class.patterns(self.format(index)));
        let (first, second, third) = (of(0), of(1), of(2));
        for a in &first {
            for b in &second {
                // A class of the third operand is judged by its plainest numbers: the table is about the other two.
                for c in third.iter().take(3) {
                    results.push(self.run([*a, *b, *c]));
                }
            }
        }
        if self.form.pattern.destination() == OperandKind::Predicate {
            let (yes, no) = (results.iter().any(|result| result.bits == 1), results.iter().any(|result| result.bits == 0));
            return match (yes, no) {
                (true, false) => "1".into(),
                (false, true) => "0".into(),
                _ => "1 or 0".into(),
            };
        }
        if results.first().is_some_and(|result| result.format.is_integer()) { integers(&results) } else { common(&results) }
    }

    /// Registers of a link that opens these classes: `a:3f800000,.b:0`.
    fn registers(&self, classes: &[SpecialClass]) -> String {
        let mut text = String::new();
        for (index, (class, letter)) in classes.iter().zip(['a', 'b', 'c']).enumerate() {
            let patterns = class.patterns(self.format(index));
            // Different operands of one class are more telling than equal ones.
            let bits = patterns.get(index).or(patterns.first()).copied().unwrap_or(0);
            if index > 0 {
                text.push(',');
            }
            text.push(letter);
            text.push(':');
            text.push_str(&format!("{:x}", self.word(index, bits)));
        }
        text
    }
}

/// The style of a result.
fn kind(result: &str) -> &'static str {
    match result {
        "NaN" => "nan",
        "-Inf" | "+Inf" => "infinite",
        "-0.0" | "+0.0" | "0" => "zero",
        "1" => "yes",
        _ => "finite",
    }
}

/// A cell with a link that opens it.
fn cell(html: &mut String, subject: &Subject, links: &Links, classes: &[SpecialClass], place: (usize, usize)) -> String {
    let result = subject.result(classes);
    let (row, column) = place;
    html.push_str("<td class=\"");
    html.push_str(kind(&result));
    html.push_str("\"><a id=\"");
    html.push_str(&format!("c-{row}-{column}\" tabindex=\"{}\" href=\"", if place == (0, 0) { 0 } else { -1 }));
    push_text(html, &links.open(&subject.registers(classes)));
    html.push_str("\">");
    push_text(html, &result);
    html.push_str("</a></td>");
    result
}

fn head(html: &mut String, scope: &str, text: &str) {
    for piece in ["<th scope=\"", scope, "\">", text, "</th>"] {
        html.push_str(piece);
    }
}

/// The table, as markup.
pub fn table(subject: &Subject, links: &Links, third: usize) -> String {
    let mut html = String::with_capacity(20_000);
    html.push_str("<div class=\"scroll\" role=\"region\" aria-label=\"Special values\" tabindex=\"0\"><table class=\"special\">");
    let questions = subject.form.pattern.all.intersection(ModifierSet::QUESTIONS);
    match subject.form.pattern.source_count() {
        1 if !questions.is_empty() => tests(&mut html, subject, links, questions),
        1 => unary(&mut html, subject, links),
        count => binary(&mut html, subject, links, (count > 2).then(|| class(third))),
    }
    html.push_str("</table></div>");
    html
}

/// The class at a place of the list.
pub fn class(place: usize) -> SpecialClass {
    SpecialClass::ALL.get(place).copied().unwrap_or(SpecialClass::PositiveNormal)
}

fn unary(html: &mut String, subject: &Subject, links: &Links) {
    let manual = printed(subject.form.meaning, subject.modifiers.union(subject.form.implied));
    html.push_str("<thead><tr><th scope=\"col\">a</th><th scope=\"col\">computed</th>");
    if let Some(manual) = manual {
        head(html, "col", &["the manual, ", manual.section].concat());
    }
    html.push_str("</tr></thead><tbody>");
    for (row, class) in SpecialClass::ALL.into_iter().enumerate() {
        html.push_str("<tr>");
        head(html, "row", class.name());
        let computed = cell(html, subject, links, &[class], (row, 0));
        if let Some(manual) = manual {
            beside(html, manual, class, &computed);
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody>");
}

/// The manual's entry, and whether it is ours.
fn beside(html: &mut String, manual: &Printed, class: SpecialClass, computed: &str) {
    let Some(result) = manual.result(class) else {
        html.push_str("<td class=\"silent\">not printed</td>");
        return;
    };
    let same = agrees(computed, result);
    html.push_str(if same { "<td class=\"same\">" } else { "<td class=\"differs\">" });
    push_text(html, result);
    html.push_str(if same { " <span>✓ agrees</span>" } else { " <span>≠ differs</span>" });
    if let Some((_, _, why)) = manual.differences.iter().find(|(known, _, _)| *known == class)
        && !same
    {
        html.push_str("<p>");
        push_text(html, why);
        html.push_str("</p>");
    }
    html.push_str("</td>");
}

/// One column for each question of `testp`.
fn tests(html: &mut String, subject: &Subject, links: &Links, questions: ModifierSet) {
    html.push_str("<thead><tr><th scope=\"col\">a</th>");
    questions.iter().for_each(|question| head(html, "col", question.text()));
    html.push_str("</tr></thead><tbody>");
    for (row, class) in SpecialClass::ALL.into_iter().enumerate() {
        html.push_str("<tr>");
        head(html, "row", class.name());
        for (column, question) in questions.iter().enumerate() {
            let modifiers = subject.modifiers.difference(questions).with(question);
            let asked = Subject { modifiers, ..*subject };
            cell(html, &asked, &links.of(subject.form, modifiers), &[class], (row, column));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody>");
}

fn binary(html: &mut String, subject: &Subject, links: &Links, third: Option<SpecialClass>) {
    html.push_str("<thead><tr><th scope=\"col\">a \\ b</th>");
    SpecialClass::ALL.into_iter().for_each(|class| head(html, "col", class.name()));
    html.push_str("</tr></thead><tbody>");
    for (row, first) in SpecialClass::ALL.into_iter().enumerate() {
        html.push_str("<tr>");
        head(html, "row", first.name());
        for (column, second) in SpecialClass::ALL.into_iter().enumerate() {
            let classes = [first, second, third.unwrap_or(first)];
            cell(html, subject, links, classes.get(..if third.is_some() { 3 } else { 2 }).unwrap_or_default(), (row, column));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody>");
}

#[cfg(test)]
mod tests {
    use super::super::find::named;
    use super::*;

    fn check(name: &str, classes: &[SpecialClass], expected: &str) {
        let Some((form, modifiers)) = named(name, Context::default()) else { panic!("{name}") };
        let subject = Subject { form, modifiers, context: Context::default() };
        assert_eq!(subject.result(classes), expected, "{name} {classes:?}");
    }

    #[test]
    #[rustfmt::skip]
    fn classes_give_what_the_arithmetic_gives() {
        use SpecialClass::*;
        check("add.rn.f32", &[PositiveInfinity, NegativeInfinity], "NaN");
        check("add.rn.f32", &[NegativeZero, PositiveZero], "+0.0");
        check("add.rm.f32", &[NegativeZero, PositiveZero], "-0.0");
        check("add.rn.f32", &[PositiveSubnormal, PositiveZero], "+subnormal");
        check("add.rn.ftz.f32", &[PositiveSubnormal, PositiveZero], "+0.0");
        check("mul.f64", &[PositiveInfinity, NegativeZero], "NaN");
        check("mul.sat.f32", &[NegativeInfinity, PositiveNormal], "+0.0");
        check("fma.rn.f32", &[PositiveInfinity, PositiveNormal, NegativeInfinity], "NaN");
        check("fma.rn.f32x2", &[PositiveNormal, PositiveZero, NegativeZero], "+0.0");
        check("min.f32", &[Nan, PositiveZero], "+0.0");
        check("min.f32", &[NegativeZero, PositiveZero], "-0.0");
        check("testp.normal.f32", &[PositiveZero], "1");
        check("sqrt.rn.f64", &[NegativeZero], "-0.0");
        check("cos.approx.f32", &[NegativeZero], "+1.0");
        // Each source has its own format: an infinity of a half is none of a single.
        check("add.f32.f16", &[PositiveInfinity, NegativeInfinity], "NaN");
        check("add.f32.bf16", &[PositiveZero, NegativeInfinity], "-Inf");
        check("fma.rn.f32.f16", &[PositiveZero, PositiveNormal, PositiveInfinity], "+Inf");
    }

    #[test]
    fn every_form_has_a_table() {
        let links = Links::plain();
        for form in semantics::instruction::forms().iter().filter(|form| has_classes(form)) {
            let subject = Subject { form, modifiers: super::super::find::plain(form), context: Context::default() };
            assert!(table(&subject, &links, 6).len() > 900, "{}", form.row.syntax);
        }
    }
}
