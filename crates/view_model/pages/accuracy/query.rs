//! What the accuracy page shows, as its part of the address; a bad part becomes its default with a notice.
//!
//! `f=RSQ&r=3f800000..407fffff&m=ulp&x=value&c=rsqrt.approx.f32@50`: the function, the first and the last operand in order of value, the
//! measure of errors, how operands are spread over the axis, and a function to compare with, perhaps on another target.

use semantics::sweep::FunctionUnderTest;
use semantics::sweep::order::Line;

/// The function of a first visit and its range: one period of the table, where its documented bound holds.
const FUNCTION: &str = "RSQ";
const RANGE: (u32, u32) = (0x3f80_0000, 0x407f_ffff);

/// How an error is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Measure {
    /// In units of the last place of the true value.
    #[default]
    Ulps,
    /// The difference itself.
    Absolute,
    /// As a share of the true value.
    Relative,
    /// Minus the logarithm of the difference.
    GoodBits,
}

/// How operands are spread over the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Axis {
    /// Every float takes as much room as any other.
    #[default]
    Ordinal,
    /// A float stands at its value.
    Value,
}

/// Measures, their names in an address and on the page.
pub const MEASURES: [(Measure, &str, &str); 4] = [
    (Measure::Ulps, "ulp", "ulp"),
    (Measure::Absolute, "abs", "absolute"),
    (Measure::Relative, "rel", "relative"),
    (Measure::GoodBits, "bits", "good bits"),
];

/// Axes, their names in an address and on the page.
pub const AXES: [(Axis, &str, &str); 2] = [(Axis::Ordinal, "float", "every float alike"), (Axis::Value, "value", "by value")];

/// What the page shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The function, by its name in [`FunctionUnderTest::find`].
    pub function: String,
    /// The first and the last operand, in order of value.
    pub range: (u32, u32),
    /// The measure.
    pub measure: Measure,
    /// The axis.
    pub axis: Axis,
    /// A function to compare with, and its target.
    pub against: Option<(String, u32)>,
}

impl Default for Query {
    fn default() -> Query {
        Query { function: FUNCTION.into(), range: RANGE, measure: Measure::default(), axis: Axis::default(), against: None }
    }
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let line = known(&self.function, 90).map_or(Line::WORDS, |subject| subject.reading.line());
        let [from, to] = [self.range.0, self.range.1].map(|bits| line.hex(bits));
        let mut text = format!("f={}&r={from}..{to}", self.function);
        let mut add = |name: &str, value: &str| [name, value].iter().for_each(|part| text.push_str(part));
        if self.measure != Measure::default() {
            add("&m=", named(&MEASURES, self.measure));
        }
        if self.axis != Axis::default() {
            add("&x=", named(&AXES, self.axis));
        }
        if let Some((name, target)) = &self.against {
            add("&c=", name);
            add("@", &target.to_string());
        }
        text
    }

    /// Reads a query for a target; the notices say what was replaced by its default.
    pub fn read(text: &str, target: u32) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let mut notices = Vec::new();
        // The function first: what a range means is its own.
        let mut parts: Vec<&str> = text.split('&').filter(|part| !part.is_empty()).collect();
        parts.sort_by_key(|part| !part.starts_with("f="));
        let mut line = Line::WORDS;
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let good = match name {
                // What a target lacks may be looked at on another one; the page says so in its place.
                "f" => known(value, target).map(|known| (query.function, line) = (known.name.to_owned(), known.reading.line())).is_some(),
                "r" => range(value, line).map(|range| query.range = range).is_some(),
                "m" => meant(&MEASURES, value).map(|measure| query.measure = measure).is_some(),
                "x" => meant(&AXES, value).map(|axis| query.axis = axis).is_some(),
                "c" => compared(value).map(|against| query.against = Some(against)).is_some(),
                _ => false,
            };
            if !good {
                notices.push(["The link’s `", part, "` could not be read; the default is used instead."].concat());
            }
        }
        (query, notices)
    }
}

/// The name in an address.
fn named<T: Copy + PartialEq>(table: &[(T, &'static str, &'static str)], value: T) -> &'static str {
    table.iter().find(|row| row.0 == value).map_or("", |row| row.1)
}

/// The value of a name in an address.
fn meant<T: Copy>(table: &[(T, &'static str, &'static str)], name: &str) -> Option<T> {
    table.iter().find(|row| row.1 == name).map(|row| row.0)
}

/// A function, if the target or any other has it.
fn known(name: &str, target: u32) -> Option<FunctionUnderTest> {
    [target, 50, 90].into_iter().find_map(|target| FunctionUnderTest::find(name, target))
}

fn compared(text: &str) -> Option<(String, u32)> {
    let (name, target) = text.split_once('@')?;
    let target = target.parse().ok()?;
    Some((FunctionUnderTest::find(name, target)?.name.to_owned(), target))
}

/// A range of operands on a line, as it stands in an address.
pub fn range(text: &str, line: Line) -> Option<(u32, u32)> {
    let (from, to) = text.split_once("..")?;
    let bits = |text: &str| u32::from_str_radix(text, 16).ok().filter(|bits| *bits <= line.last());
    let (from, to) = (bits(from)?, bits(to)?);
    (line.place(from) <= line.place(to)).then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back() {
        for text in [
            "f=RSQ&r=3f800000..407fffff",
            "f=sin.approx.f32&r=c0490fdb..40490fdb&m=abs&x=value&c=sin.approx.f32@50",
            "f=RCP&r=ffffffff..7fffffff&m=bits",
            "f=tanh.approx.f32&r=00000000..00000000&m=rel",
            "f=tanh.approx.f16&r=bc00..3c00",
        ] {
            let (query, notices) = Query::read(text, 90);
            assert_eq!((query.written().as_str(), notices), (text, Vec::new()));
        }
    }

    #[test]
    fn bad_parts_become_defaults() {
        for part in ["f=NONE", "r=2..1", "r=..", "r=1", "m=", "x=y", "c=RSQ", "c=RSQ@x", "c=@", "zz", "=", "r=3f800000..zz"] {
            let (query, notices) = Query::read(part, 90);
            assert_eq!(query, Query::default(), "{part}");
            assert_eq!(notices.len(), 1, "{part}");
        }
    }
}
