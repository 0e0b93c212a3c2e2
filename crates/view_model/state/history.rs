//! What a change is to the browser's history, so that "back" undoes what a person thinks of as one thing.
//!
//! Typing opens one entry and then writes over it until it is committed; an edit is an entry of its own, except that the same kind of
//! edit within a second goes on with the entry (holding an arrow key is one edit).

/// What changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// A text is being typed.
    Typing,
    /// Something was set at once; equal ones in quick succession are one edit.
    Edit(EditLabel),
    /// Only how things are shown.
    View,
    /// What was typed is meant: the next change is an entry of its own.
    Commit,
}

/// What an edit sets, so that edits of two things are two entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditLabel {
    /// The whole text of the explorer.
    Text,
    /// A source operand, by its place.
    Operand(usize),
    /// A machine word, by its place.
    MachineWord(usize),
    /// A register of the machine, by name.
    Register(String),
    /// A predicate register, by name.
    Predicate(String),
    /// The target.
    Target,
    /// The PTX version.
    Ptx,
    /// The number that the format page opens with.
    OpenedNumber,
    /// The number on the format page.
    Number,
    /// Its text, chosen by a button.
    NumberText,
    /// The rounding mode on the format page.
    NumberMode,
    /// The program that its page opens with.
    OpenedProgram,
    /// The text of a program, by a fix.
    ProgramText,
    /// A register before a program, by name.
    ProgramRegister(String),
    /// What is asked of a kernel, by a field's name.
    Kernel(String),
    /// The part of the line that the error plots show.
    CurveView,
    /// The range of a curve, back to the whole.
    CurveHome,
    /// The range of a curve, by its ends.
    CurveEnds,
    /// The range of a curve, chosen by a button.
    CurveRange,
    /// The function of a curve.
    CurveFunction,
    /// The curve beside it.
    CurveAgainst,
    /// What a curve measures.
    CurveMeasure,
    /// The axis of a curve.
    CurveAxis,
    /// The two sides of a comparison.
    Comparison,
    /// A register of a comparison, by name.
    ComparisonRegister(String),
    /// The bits of an extreme value.
    ExtremeBits,
    /// The extreme value that is opened.
    Extreme,
    /// The format on the rounding page.
    RoundingFormat,
    /// What is shown of one format, by the part of the address.
    OwnFormat(&'static str),
    /// The format of blocks.
    BlockRecipe,
    /// How the exponent of a scale factor is chosen.
    BlockExponent,
    /// The tensor scale.
    BlockTensor,
    /// Which numbers a column has.
    BlockColumn,
    /// The number on the rounding page, chosen by a button.
    RoundingText,
    /// The double that is rounded twice, chosen by a button.
    RoundingDouble,
    /// The bits of that double.
    RoundingDoubleBits,
    /// The bits of the single that becomes a half.
    HalfBits,
    /// That single, chosen by a button.
    Half,
    /// The screen of a lesson.
    LessonScreen,
    /// A dot product, by a button or a menu of that name.
    Tensor(String),
    /// What is added and how, by the part of the address.
    Sum(&'static str),
    /// What is measured of the visitor's GPU, by a button or a menu of that name.
    Gpu(&'static str),
    /// A problem.
    Problem,
    /// A set of problems.
    ProblemSet,
}

/// Edits of one thing that lie less than this apart, in milliseconds, are one entry.
const HELD: f64 = 1000.0;

impl Change {
    /// Whether it goes on with the entry of the change before it, so many milliseconds ago.
    pub fn goes_on(&self, before: &Change, ago: f64) -> bool {
        match self {
            Change::Typing => *before == Change::Typing,
            Change::Edit(_) => before == self && ago < HELD,
            Change::View | Change::Commit => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_edits_in_quick_succession_are_one_entry() {
        let named = |name: &str| {
            [
                EditLabel::Register(name.into()),
                EditLabel::Predicate(name.into()),
                EditLabel::ProgramRegister(name.into()),
                EditLabel::Kernel(name.into()),
                EditLabel::ComparisonRegister(name.into()),
                EditLabel::Tensor(name.into()),
            ]
        };
        let counted = |place| [EditLabel::Operand(place), EditLabel::MachineWord(place)];
        #[rustfmt::skip]
        let mut all = vec![
            EditLabel::Text, EditLabel::Target, EditLabel::Ptx, EditLabel::OpenedNumber, EditLabel::Number, EditLabel::NumberText, EditLabel::NumberMode,
            EditLabel::OpenedProgram, EditLabel::ProgramText, EditLabel::CurveView, EditLabel::CurveHome, EditLabel::CurveEnds, EditLabel::CurveRange,
            EditLabel::CurveFunction, EditLabel::CurveAgainst, EditLabel::CurveMeasure, EditLabel::CurveAxis, EditLabel::Comparison, EditLabel::ExtremeBits,
            EditLabel::Extreme, EditLabel::RoundingFormat, EditLabel::BlockRecipe, EditLabel::BlockExponent, EditLabel::BlockTensor, EditLabel::BlockColumn, EditLabel::RoundingText,
            EditLabel::RoundingDouble, EditLabel::RoundingDoubleBits, EditLabel::HalfBits, EditLabel::Half, EditLabel::LessonScreen,
            EditLabel::Problem, EditLabel::ProblemSet, EditLabel::Sum("n"), EditLabel::Sum("f"), EditLabel::Gpu("look"), EditLabel::Gpu("amount"),
        ];
        all.extend(["%a", "%b"].into_iter().flat_map(named));
        all.extend([0, 1, 16].into_iter().flat_map(counted));
        let all: Vec<Change> = all.into_iter().map(Change::Edit).collect();
        for (at, now) in all.iter().enumerate() {
            for (before_at, before) in all.iter().enumerate() {
                assert_eq!(now.goes_on(before, 10.0), at == before_at, "{now:?} after {before:?}");
            }
            assert!(!now.goes_on(now, HELD), "{now:?} after a while");
            assert!([Change::Typing, Change::View, Change::Commit].iter().all(|before| !now.goes_on(before, 10.0)), "{now:?}");
        }
    }

    #[test]
    fn typing_goes_on_until_it_is_committed() {
        assert!(Change::Typing.goes_on(&Change::Typing, 1e6));
        assert!(!Change::Typing.goes_on(&Change::Commit, 0.0));
        assert!(Change::View.goes_on(&Change::Edit(EditLabel::Text), 0.0) && Change::Commit.goes_on(&Change::Typing, 0.0));
    }
}
