//! A dot product as it went: one part after the other, each a sum in one window or an instruction of another kind.

use crate::number::{Format, Pattern};
use crate::rounding::{Mode, Rounded};
use crate::tensor_core::{Named, Stage, Summand};
use crate::trace::picture::{Mark, Picture, Row, of_rows, row_of, significand};
use crate::trace::{Explained, Recorder, Remark, Scaled, Step};
use core::any::Any;

/// One sum of products and c in a window of bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The k of its products, as the instruction counts them.
    pub products: Vec<usize>,
    /// The terms, whole, c last.
    pub terms: Vec<Summand>,
    /// What is left of them; empty where a rule gives the result.
    pub kept: Vec<Summand>,
    /// The last place of the window, a power of two.
    pub last: i32,
    /// The sum of what is left.
    pub sum: Option<Scaled>,
    /// How it was rounded: format, mode, decision.
    pub rounded: Option<(&'static Format, Mode, Rounded)>,
}

/// A part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// What it is called.
    pub title: String,
    /// What happens, in sentences.
    pub sentences: Vec<String>,
    /// The sum, where it is one.
    pub group: Option<Group>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// What it gave.
    pub result: Option<Pattern>,
}

/// Listens to an element and keeps its parts.
#[derive(Debug, Default)]
pub struct Parts(pub Vec<Part>);

impl Parts {
    fn last(&mut self) -> &mut Part {
        if self.0.is_empty() {
            self.0.push(Part::default());
        }
        let last = self.0.len() - 1;
        &mut self.0[last]
    }

    fn stage(&mut self, stage: &Stage) {
        match stage {
            Stage::Group { places, count, .. } => {
                // A heading that has no sum yet is that of this one.
                if self.0.last().is_none_or(|last| last.group.is_some() || !last.steps.is_empty() || last.result.is_some()) {
                    self.0.push(Part::default());
                }
                let last = self.last();
                let title = stage.title();
                last.title = if last.title.is_empty() { title } else { format!("{}: {}", last.title, title.to_lowercase()) };
                last.sentences.push(stage.sentence());
                let products = (0..*count).map(|place| places.k(place)).collect();
                let nothing = Vec::new;
                let group = Group { products, terms: nothing(), kept: nothing(), last: 0, sum: None, rounded: None };
                last.group = Some(group);
            }
            Stage::Missed { .. } | Stage::Overflow { .. } | Stage::Rule { .. } => self.last().sentences.push(stage.sentence()),
            _ => {}
        }
        let Some(group) = &mut self.last().group else { return };
        match stage {
            Stage::Multiply { terms, .. } => group.terms.clone_from(terms),
            Stage::Align { last, .. } => {
                group.last = *last;
                self.last().sentences.push(stage.sentence());
            }
            Stage::Add { terms, sum, .. } => {
                group.kept.clone_from(terms);
                group.sum = Some(sum.clone());
            }
            _ => {}
        }
    }
}

impl Recorder for Parts {
    const LISTENS: bool = true;
    fn step(&mut self, make: impl FnOnce() -> Step) {
        let step = make();
        let last = self.last();
        if let Step::Encode { result } = &step {
            last.result = Some(*result);
        }
        if let (Some(group), Step::Round { format, mode, rounded, .. }) = (&mut last.group, &step) {
            group.rounded = Some((format, *mode, *rounded));
        }
        last.steps.push(step);
    }

    fn told<T: Explained>(&mut self, make: impl FnOnce() -> T) {
        let told = make();
        let any = &told as &dyn Any;
        if let Some(stage) = any.downcast_ref::<Stage>() {
            self.stage(stage);
        } else if let Some(remark) =
            any.downcast_ref::<Remark>().filter(|remark| remark.heading && !remark.title.starts_with("Instruction "))
        {
            // Where an instruction begins in a long row is told by the products of its first part.
            self.0.push(Part { title: remark.title.clone(), sentences: vec![remark.sentence.clone()], ..Part::default() });
        }
    }
}

impl Group {
    /// How many terms lose bits to the window.
    pub fn losing(&self) -> usize {
        self.terms.iter().zip(&self.kept).filter(|(whole, kept)| !same(&whole.value, &kept.value)).count()
    }

    /// The products at their weights with what is cut off, the sum with what its rounding cuts off, and the result. Zeros have no row.
    pub fn picture(&self, result: Option<Pattern>) -> Option<Picture> {
        let sum = self.sum.as_ref()?;
        let terms = self.terms.iter().map(|term| Summand { value: bare(&term.value, self.last), ..term.clone() }).collect();
        let (largest, zero) = (0, 0);
        let Picture { mut rows, .. } = Stage::Align { terms, largest, zero, last: self.last }.picture()?;
        if !sum.magnitude.is_zero() {
            let end = self.rounded.map_or(self.last, |(_, _, rounded)| rounded.last_place);
            let mut row = row_of("sum", sum.negative, &sum.magnitude, sum.exponent);
            for (weight, cell) in (i32::MIN..=row.top).rev().zip(&mut row.cells) {
                cell.mark = if weight >= end { Mark::Kept } else { Mark::Sticky };
            }
            rows.push(Row { result: true, ..row });
        }
        rows.extend(result.and_then(|result| significand("result", result)).map(|row| Row { result: true, ..row }));
        Some(of_rows(rows, Some(self.last)))
    }
}

/// A number without the zeros that its digits have below a place: nothing is lost with them.
fn bare(value: &Scaled, last: i32) -> Scaled {
    let spare = value.magnitude.trailing_zeros().min((last - value.exponent).max(0) as u32);
    Scaled { magnitude: value.magnitude.shifted_right(spare), exponent: value.exponent + spare as i32, ..*value }
}

/// Whether two numbers are one value.
pub fn same(one: &Scaled, other: &Scaled) -> bool {
    let bare = |of: &Scaled| {
        let zeros = of.magnitude.trailing_zeros();
        (!of.magnitude.is_zero()).then(|| (of.negative, of.magnitude.shifted_right(zeros), of.exponent + zeros as i32))
    };
    bare(one) == bare(other)
}

/// Where two ways part, in a sentence; None where every part does the same. Each has a name.
pub fn parting(mine: (&str, &[Part]), theirs: (&str, &[Part])) -> Option<String> {
    let (my, their) = (mine.0, theirs.0);
    for at in 0..mine.1.len().max(theirs.1.len()) {
        let (Some(one), Some(other)) = (mine.1.get(at), theirs.1.get(at)) else {
            let (name, part) = if at < mine.1.len() { (my, &mine.1[at]) } else { (their, &theirs.1[at]) };
            return Some(format!("{name} goes on with another step: {}.", part.title));
        };
        let (Some(a), Some(b)) = (&one.group, &other.group) else {
            if one.steps == other.steps && one.title == other.title {
                continue;
            }
            return Some(match (&one.group, &other.group) {
                (Some(group), None) => format!("{my} adds {} in one window; {their} begins with {}.", ks(&group.products), other.title),
                (None, Some(group)) => format!("{their} adds {} in one window; {my} begins with {}.", ks(&group.products), one.title),
                _ => format!("{my}: {}. {their}: {}.", one.title, other.title),
            });
        };
        if a.products != b.products {
            return Some(format!("{my} first adds {}, {their} {}.", ks(&a.products), ks(&b.products)));
        }
        for (x, y) in a.kept.iter().zip(&b.kept) {
            if !same(&x.value, &y.value) {
                return Some(cut(&x.named, (my, a), (their, b)));
            }
        }
        if one.result != other.result {
            return Some(match (a.rounded, b.rounded) {
                (Some(x), Some(y)) => format!("The sum is the same: {my} {}, {their} {}.", rounding(x), rounding(y)),
                _ => format!("{my} and {their} end {} by different rules.", ks(&a.products)),
            });
        }
    }
    None
}

fn cut(named: &Named, (my, a): (&str, &Group), (their, b): (&str, &Group)) -> String {
    format!("{my} cuts {} below 2^{}, {their} below 2^{}.", named.label(), a.last, b.last)
}

fn rounding((format, mode, _): (&'static Format, Mode, Rounded)) -> String {
    let how = if mode == Mode::Rz { "cuts it to" } else { "rounds it to nearest in" };
    format!("{how} {} bits", format.precision())
}

fn ks(products: &[usize]) -> String {
    match products {
        [] => "nothing".into(),
        [one] => format!("product {one}"),
        [first, .., last] if last - first + 1 == products.len() => format!("products {first} to {last}"),
        [first, .., last] => format!("products {first} … {last}"),
    }
}
