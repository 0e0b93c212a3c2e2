//! A text that ran as one piece that needs no page around it: bits, the rounding as a picture, and the steps; for a notebook.

use super::html::{push_text, sentence};
use super::{bits, microscope, step_cards};
use semantics::elementwise::named::{KERNEL, is_kernel, placed};
use semantics::instruction::Context;
use semantics::kernel::argument;
use semantics::language::{ParsedSource, read};
use semantics::number::OperandType;
use semantics::register_file::RegisterFile;
use semantics::run::{Run, Value};
use semantics::sweep::reference_check::{judge, why};
use semantics::trace::sentence as words;
use semantics::trace::text::story;

/// The styles of the markup; every rule of theirs is for what stands in it.
const STYLE: &str = include_str!("explanation.css");

/// What is given for an operand.
#[derive(Clone, Debug)]
pub enum Given {
    /// Bits, and how many of them there are.
    Bits(u64, u32),
    /// A number as it is written.
    Text(String),
}

/// A value of a run: a name, a format, the number of lanes, the bits of all.
pub type Named = (String, String, u32, u64);

/// What became of a text.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What was read.
    pub inputs: Vec<Named>,
    /// What came out.
    pub results: Vec<Named>,
    /// What IEEE 754 says of it.
    pub flags: Vec<&'static str>,
    /// How the result is known, in a word.
    pub evidence: &'static str,
    /// What else is to be said.
    pub notes: Vec<String>,
    /// Why the result is what it is.
    pub why: String,
    /// Each step: a title and a sentence.
    pub steps: Vec<(String, String)>,
    /// The steps as text.
    pub story: String,
    /// Bits, rounding and steps as markup.
    pub html: String,
    /// The rounding as a picture of its own; empty where nothing is rounded.
    pub svg: String,
}

/// A name without PTX's mark of a register.
pub fn bare(name: &str) -> &str {
    name.trim_start_matches('%')
}

/// Runs a text of any language on what is given. The error is a text, with the place of what is wrong.
pub fn explain(text: &str, context: &Context, given: &[(String, Given)]) -> Result<Explanation, String> {
    let reading = read(text, context);
    if let Some(said) = reading.refusal() {
        return Err(if is_kernel(text) { KERNEL.to_owned() } else { placed(text, &said) });
    }
    let mut run = ran(&*reading, given)?;
    if let Some((_, why)) = run.broken_off() {
        return Err(why);
    }
    let verdict = judge(&*reading, &mut run);
    let why = why(&*reading, &run, verdict.as_ref(), 0);
    let named = |value: &Value| (bare(&value.name).to_owned(), value.own.format.name.to_lowercase(), value.own.lanes, value.bits);
    Ok(Explanation {
        inputs: run.inputs().into_iter().map(named).collect(),
        results: run.results.iter().map(named).collect(),
        flags: run.flags().names().collect(),
        evidence: run.evidence().map_or("", |evidence| evidence.word()),
        notes: [reading.notes_on(&run.before), run.notes()].concat(),
        steps: run.trace.steps.iter().map(|step| (words::title(step), words::sentence(step))).collect(),
        story: story(&run.trace),
        html: markup(text, &run, &why),
        why,
        svg: svg(&run),
    })
}

/// Runs a text on its operands. What a run reads decides which of them the next one gets, until a run reads no other; that one must have all.
fn ran(reading: &dyn ParsedSource, given: &[(String, Given)]) -> Result<Run, String> {
    let mut registers = RegisterFile::default();
    let mut used = vec![false; given.len()];
    loop {
        let run = reading.run(&registers).ok_or("Nothing in this text runs.")?;
        let (before, mut missing) = (used.clone(), None);
        for value in run.inputs() {
            match given.iter().position(|(name, _)| bare(name) == bare(&value.name)) {
                Some(at) if !used[at] => {
                    registers.set(&value.name, held(&given[at], value.own)?);
                    used[at] = true;
                }
                Some(_) => {}
                None => missing = missing.or(Some(bare(&value.name))),
            }
        }
        if used != before {
            continue;
        }
        if let Some(at) = used.iter().position(|used| !used) {
            let names: Vec<&str> = run.inputs().into_iter().map(|value| bare(&value.name)).collect();
            return Err(format!("The text reads no `{}`. It reads: {}.", given[at].0, names.join(", ")));
        }
        return match missing {
            Some(name) => Err(format!("A value of `{name}` is missing.")),
            None => Ok(run),
        };
    }
}

/// The bits of what is given for an operand.
fn held((name, given): &(String, Given), own: OperandType) -> Result<u64, String> {
    match given {
        Given::Bits(held, width) if *width == own.width() => Ok(*held),
        Given::Bits(_, width) => Err(format!("`{name}` has {} bits, and {width} are given.", own.width())),
        Given::Text(text) => argument::bits(text, own.as_word()).map_err(|why| format!("{name}: {why}")),
    }
}

/// What was read, what came out, why, and every step.
fn markup(text: &str, run: &Run, why: &str) -> String {
    let mut html = ["<div class=\"ulpscope\"><style>", STYLE, "</style><p class=\"text\"><code>"].concat();
    push_text(&mut html, text);
    html.push_str("</code></p><table>");
    run.inputs().into_iter().for_each(|value| row(&mut html, value, ""));
    run.results.iter().for_each(|value| row(&mut html, value, " class=\"result\""));
    html.push_str("</table><p class=\"why\">");
    html.push_str(&sentence(why));
    html.push_str("</p>");
    if let Some(view) = run.microscope(0) {
        html.push_str("<div class=\"microscope\">");
        html.push_str(&microscope::draw(&view));
        html.push_str(&microscope::rule(&view));
        html.push_str("</div>");
    }
    html.push_str("<details><summary>steps</summary><ol>");
    html.push_str(&step_cards::cards(&run.trace.steps));
    html.push_str("</ol></details></div>");
    html
}

/// A register: its name, its bits under their fields, and its value; of several lanes each has a row.
fn row(html: &mut String, value: &Value, class: &str) {
    for lane in 0..value.own.lanes {
        let own = value.own.pattern(value.bits, lane);
        for piece in ["<tr", class, "><th>"] {
            html.push_str(piece);
        }
        push_text(html, &value.name);
        html.push_str("</th><td class=\"bits\">");
        html.push_str(&bits::markup(own, None));
        html.push_str("</td><td>0x");
        html.push_str(&own.hex());
        html.push_str("</td><td>");
        push_text(html, &own.value_text());
        html.push_str("</td></tr>");
    }
}

/// The rounding as a picture that has its styles with it.
fn svg(run: &Run) -> String {
    let drawn = run.microscope(0).map(|view| microscope::draw(&view)).unwrap_or_default();
    // The words of the first tag have no sign that would end it.
    let Some((tag, rest)) = drawn.split_once('>') else { return drawn };
    let (tag, rest) = (tag.trim_start_matches("<svg"), rest.trim_end_matches("</svg>"));
    let head = ["<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"ulpscope\"", tag, "><style>", STYLE, "</style>"].concat();
    [head.as_str(), "<g class=\"microscope\">", rest, "</g></svg>"].concat()
}

#[cfg(test)]
mod tests {
    use super::{Given, explain};
    use semantics::instruction::Context;

    #[test]
    fn what_is_read_follows_from_what_is_given() {
        type Values = [(&'static str, &'static str)];
        let run = |text: &str, given: &Values| {
            let given: Vec<_> = given.iter().map(|(name, text)| ((*name).to_owned(), Given::Text((*text).to_owned()))).collect();
            explain(text, &Context::default(), &given).map(|done| done.results[0].3)
        };
        let either = "if (a > 0.0f) { y = b; } else { y = c; }";
        let sum = "float y = 0; for (int i = 0; i < n; i++) y += x; y";
        let missing = |name: &str| Err(format!("A value of `{name}` is missing."));
        let rows: &[(&str, &Values, Result<u64, String>)] = &[
            (either, &[("a", "1"), ("b", "2")], Ok(0x4000_0000)),
            (either, &[("a", "1"), ("b", "2"), ("c", "5")], Ok(0x4000_0000)),
            (either, &[("a", "1"), ("c", "5")], missing("b")),
            (either, &[("a", "0"), ("c", "5")], Ok(0x40a0_0000)),
            (either, &[("a", "0"), ("c", "5"), ("d", "5")], Err("The text reads no `d`. It reads: a, c.".to_owned())),
            (sum, &[("n", "3"), ("x", "0.1")], Ok(0x3e99_999a)),
            (sum, &[("n", "0")], Ok(0)),
            (sum, &[("n", "3")], missing("x")),
        ];
        for (text, given, wanted) in rows {
            assert_eq!(run(text, given), *wanted, "{text} {given:?}");
        }
    }
}
