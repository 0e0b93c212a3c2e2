//! The threads of a block in words and as markup: signs, colours, and what they mean.

use super::asked::Picture;
use super::done::value_text;
use super::grid::{Cell, Grid, State};
use super::off_by;
use crate::components::html::{count, push_text};
use semantics::run::Value;
use semantics::sweep::double::scaled;
use semantics::sweep::error_report::Deviation;
use std::fmt::Write;

/// Steps of colour.
const STEPS: usize = 6;
/// The errors up to which each step goes, in thousandths of an ulp.
const ERRORS: [u64; STEPS - 1] = [0, 500, 1000, 2000, 8000];

impl Grid<'_> {
    /// What the grid shows, in words.
    pub fn said(&self) -> String {
        let ran = self.cells.iter().filter(|cell| cell.part.is_some_and(|part| part.1)).count();
        let skipped = self.cells.iter().filter(|cell| cell.part.is_some_and(|part| !part.1)).count();
        let ((barriers, since), time) = self.time;
        let mut said = format!("Line {}", self.done.read.number(self.line));
        let plural = |number: u64, one: &str| format!("{} {one}{}", count(number), if number == 1 { "" } else { "s" });
        let mut after = Vec::new();
        if barriers > 0 {
            after.push(format!("barrier {barriers}"));
        }
        if since > 0 {
            after.push(format!("meeting {since} of the warp"));
        }
        if !after.is_empty() {
            let _ = write!(said, " after {}", after.join(" and "));
        }
        if time > 0 {
            let _ = write!(said, ", execution {}", time + 1);
        }
        let _ = write!(said, ": {} ran it", plural(ran as u64, "thread"));
        if skipped > 0 {
            let _ = write!(said, ", its guard skipped it in {}", plural(skipped as u64, "thread"));
        }
        let absent = self.cells.len() - ran - skipped;
        if absent > 0 {
            let _ = write!(said, ", {} did not reach it{}", plural(absent as u64, "thread"), self.as_kept());
        }
        said + "."
    }

    /// What is said beside what did not happen, where lines may be missing.
    fn as_kept(&self) -> &'static str {
        if self.done.cut { " in the lines that are kept" } else { "" }
    }

    /// Whether a thread is the one that is shown.
    pub fn is_shown(&self, cell: &Cell) -> bool {
        cell.thread == self.done.thread
    }

    /// What threads do at the moment, in words.
    pub fn states(&self) -> String {
        let mut all: Vec<(&State, usize)> = Vec::new();
        for cell in &self.cells {
            match all.iter_mut().find(|(known, _)| **known == cell.state) {
                Some((_, count)) => *count += 1,
                None => all.push((&cell.state, 1)),
            }
        }
        let part = |(state, number): (&State, usize)| format!("{} {}", count(number as u64), self.state(state, number == 1));
        let parts: Vec<String> = all.into_iter().map(part).collect();
        let when = if self.step >= self.done.steps() {
            self.done.end_said().replacen('a', "A", 1)
        } else {
            format!("At step {} of thread {}", count(self.step as u64), self.done.thread)
        };
        format!("{when}: {}.", parts.join(", "))
    }

    fn state(&self, state: &State, one: bool) -> String {
        let text = |single: &str, several: &str| if one { single } else { several }.to_owned();
        match state {
            State::New => text("has not begun", "have not begun"),
            State::Ready => "can go on".to_owned(),
            State::Waits(line) => format!("{} at line {}", text("waits", "wait"), self.done.read.number(*line)),
            State::Ended => text("has ended", "have ended"),
            State::Stopped => "stopped the run".to_owned(),
            State::Unknown => "did more than is kept".to_owned(),
        }
    }

    /// A thread in words.
    pub fn of(&self, cell: &Cell) -> String {
        let [part, kept] = match cell.part {
            Some((_, true)) => ["ran the line", ""],
            Some((_, false)) => ["its guard skipped the line", ""],
            None => ["did not reach the line", self.as_kept()],
        };
        let mut said = format!("thread {}: {part}{kept}", cell.thread);
        if let Some(value) = &cell.value {
            let name = if value.name.is_empty() { "it" } else { &value.name };
            let _ = write!(said, ", {name} = {}", value_text(value));
            if let Some(error) = cell.error {
                let _ = write!(said, ", {}", off_by(error));
            }
        }
        let _ = write!(said, "; {}", self.state(&cell.state, true));
        said
    }

    /// The cells as options of a list, and what their colours and signs mean.
    pub fn drawn(&self, picture: Picture) -> [String; 2] {
        let scale = Scale::of(&self.cells, picture);
        let mut html = String::with_capacity(self.cells.len() * 160);
        for cell in &self.cells {
            let (sign, class) = match (picture, cell.part) {
                (Picture::Who, Some((_, true))) => ('✓', "ran"),
                (Picture::Who, Some((_, false))) => ('–', "skipped"),
                (Picture::Who, None) => ('·', "absent"),
                _ => scale.step(cell).map_or(('·', "absent"), |step| (char::from(b'1' + step as u8), BANDS[step])),
            };
            let shown = self.is_shown(cell);
            let state = match cell.state {
                State::New => "new",
                State::Waits(_) => "waits",
                State::Ended => "ended",
                State::Stopped => "stopped",
                State::Ready | State::Unknown => "ready",
            };
            let _ = write!(
                html,
                "<span role=\"option\" id=\"thread-{0}\" data-thread=\"{0}\" aria-selected=\"{shown}\" class=\"{class} {state}\" aria-label=\"",
                cell.thread
            );
            push_text(&mut html, &self.of(cell));
            let _ = write!(html, "\">{sign}</span>");
        }
        [html, self.legend(picture, &scale)]
    }

    /// What signs and colours mean.
    fn legend(&self, picture: Picture, scale: &Scale) -> String {
        let mut html = String::new();
        let mut item = |class: &str, sign: &str, words: &str| {
            let _ = write!(html, "<span><i class=\"{class}\">{sign}</i> ");
            push_text(&mut html, words);
            html.push_str("</span> ");
        };
        let has = |is: &dyn Fn(&Cell) -> bool| self.cells.iter().any(is);
        if picture == Picture::Who {
            for (class, sign, words, is) in [
                ("ran", "✓", "ran it", has(&|cell| cell.part.is_some_and(|part| part.1))),
                ("skipped", "–", "its guard skipped it", has(&|cell| cell.part.is_some_and(|part| !part.1))),
                ("absent", "·", &["did not reach it", self.as_kept()].concat(), has(&|cell| cell.part.is_none())),
            ] {
                if is {
                    item(class, sign, words);
                }
            }
        } else {
            for (step, words) in scale.words.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
                item(BANDS[step], &(step + 1).to_string(), words);
            }
            if has(&|cell| scale.step(cell).is_none()) {
                item("absent", "·", if picture == Picture::Error { "no error is known" } else { "no number" });
            }
        }
        for (class, words, is) in [
            ("waits", "waits (a bar below)", has(&|cell| matches!(cell.state, State::Waits(_)))),
            ("ended", "has ended (a dotted edge)", has(&|cell| cell.state == State::Ended)),
            ("new", "has not begun (a dashed edge)", has(&|cell| cell.state == State::New)),
            ("stopped", "stopped the run (an edge of another colour)", has(&|cell| cell.state == State::Stopped)),
        ] {
            if is {
                item(class, "&#8203;", words);
            }
        }
        html
    }
}

/// The classes of the steps of colour.
const BANDS: [&str; STEPS] = ["b0", "b1", "b2", "b3", "b4", "b5"];

/// Which number has which colour.
struct Scale {
    picture: Picture,
    /// The least number of each step, and what the step is called.
    from: Vec<f64>,
    words: Vec<String>,
}

impl Scale {
    fn of(cells: &[Cell], picture: Picture) -> Scale {
        if picture != Picture::Value {
            let used =
                |step: usize| picture == Picture::Error && cells.iter().filter_map(|cell| cell.error).any(|error| of_error(error) == step);
            let word = |step: usize| match step {
                _ if !used(step) => String::new(),
                0 => "less than 0.001 ulp".to_owned(),
                5 => "more".to_owned(),
                1 => "up to 0.5 ulp".to_owned(),
                _ => format!("up to {} ulp", ERRORS[step] / 1000),
            };
            return Scale { picture, from: Vec::new(), words: (0..STEPS).map(word).collect() };
        }
        let mut all: Vec<(f64, &Value)> =
            cells.iter().filter_map(|cell| cell.value.as_ref()).filter_map(|value| Some((plain(value)?, value))).collect();
        all.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.bits.cmp(&other.1.bits)));
        // Long integers may share a place.
        let places: Vec<&[(f64, &Value)]> = all.chunk_by(|one, other| one.0 == other.0).collect();
        let each = places.len().div_ceil(STEPS).max(1);
        let word = |chunk: &[&[(f64, &Value)]]| {
            let ends = [chunk.first().and_then(|place| place.first()), chunk.last().and_then(|place| place.last())];
            let [first, last] = ends.map(|end| end.map_or(String::new(), |(_, value)| value_text(value)));
            if first == last { first } else { format!("{first} to {last}") }
        };
        Scale { picture, from: places.chunks(each).map(|chunk| chunk[0][0].0).collect(), words: places.chunks(each).map(word).collect() }
    }

    /// The step of a thread; None where there is no number.
    fn step(&self, cell: &Cell) -> Option<usize> {
        match self.picture {
            Picture::Error => cell.error.filter(|error| *error != Deviation::Unmeasured).map(of_error),
            _ => {
                let number = plain(cell.value.as_ref()?)?;
                self.from.iter().rposition(|from| *from <= number)
            }
        }
    }
}

/// The step of an error.
fn of_error(error: Deviation) -> usize {
    ERRORS.iter().position(|most| error.size() <= *most).unwrap_or(STEPS - 1)
}

/// A number as a place on an axis; None of what is none.
pub fn plain(value: &Value) -> Option<f64> {
    if value.own.is_predicate() {
        return Some(f64::from(u8::from(value.bits & 1 == 1)));
    }
    value.own.number().filter(|number| number.is_floating() || number.is_integer())?;
    let exact = value.own.pattern(value.bits, 0).exact()?;
    let size = scaled(exact.magnitude as f64, exact.exponent);
    Some(if exact.negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{F64, OperandType, U64};

    #[test]
    fn numbers_that_differ_have_names_that_differ() {
        let value = |own: OperandType, bits: u64| Value { name: String::new(), own, bits };
        let double = |bits: u64| value(OperandType::one(F64::ROW), bits);
        for number in [0.0, 5e-324, 1e-310, 1e-300, -2.0f64.powi(-1000), 0.1, 1e300, f64::MAX] {
            assert_eq!(plain(&double(number.to_bits())).map(f64::to_bits), Some(number.to_bits()));
        }
        let words = |values: Vec<Value>| {
            let cell = |value| Cell { thread: 0, part: Some((0, true)), state: State::Ended, value: Some(value), error: None };
            let cells: Vec<Cell> = values.into_iter().map(cell).collect();
            let scale = Scale::of(&cells, Picture::Value);
            let steps: Vec<usize> = cells.iter().filter_map(|cell| scale.step(cell)).collect();
            (steps, scale.words)
        };
        let (steps, names) = words(vec![double(1), double(3)]);
        assert_eq!((steps, names[0] != names[1]), (vec![0, 1], true), "{names:?}");
        // Neighbours that are one double have one colour, and its name has both.
        let (steps, names) = words([3, (1 << 60) + 1, 1 << 60].map(|bits| value(OperandType::one(U64), bits)).to_vec());
        assert_eq!(steps, [0, 1, 1]);
        let [first, last] = [1 << 60, (1 << 60) + 1].map(|bits| value_text(&value(OperandType::one(U64), bits)));
        assert_eq!(names, ["3".to_owned(), format!("{first} to {last}")]);
    }

    #[test]
    fn what_is_too_little_to_be_told_is_not_called_exact() {
        assert_eq!(Scale::of(&[], Picture::Error).words, vec![String::new(); STEPS]);
        let error = Some(Deviation::Ulps { negative: false, thousandths: 0 });
        let scale = Scale::of(&[Cell { thread: 0, part: None, state: State::New, value: None, error }], Picture::Error);
        assert_eq!(scale.words[0], "less than 0.001 ulp");
    }
}
