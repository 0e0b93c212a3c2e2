//! Changes of the words of an instruction: another rounding mode, `.ftz`, `.sat`, an approximation, another target.
//!
//! What a form takes is asked of the table, so that a change exists where the instruction with those words does.

use super::code::{Code, Line};
use super::kind::Kind;
use crate::evaluate::Request;
use crate::instruction::{Context, Form, Gives, Meaning, Modifier, ModifierSet, Target, forms_of};
use crate::rounding::Mode;

/// A change of words, or of what they run on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModifierMutation {
    /// What it is about, the modifiers that go, and those that come.
    Words(Kind, ModifierSet, ModifierSet),
    /// The code runs on another target.
    Target(Target),
}

const ACCURACY: ModifierSet = ModifierSet::of(&[Modifier::Approx, Modifier::Full]);

/// Every change, plain ones first.
pub(super) fn mutations() -> Vec<ModifierMutation> {
    let words = ModifierMutation::Words;
    let switch = |kind, modifiers: &[Modifier]| {
        let set = ModifierSet::of(modifiers);
        [words(kind, ModifierSet::NONE, set), words(kind, set, ModifierSet::NONE)]
    };
    let mut all = Vec::new();
    all.extend(switch(Kind::Flush, &[Modifier::Ftz]));
    let roundings_too = ACCURACY.union(ModifierSet::ROUNDING);
    all.extend([Modifier::Approx, Modifier::Full].map(|one| words(Kind::Approximation, roundings_too, ModifierSet::only(one))));
    all.push(words(Kind::Approximation, ACCURACY, ModifierSet::only(Modifier::Rn)));
    all.extend(Mode::ALL.map(|mode| words(Kind::Rounding, ModifierSet::ROUNDING, ModifierSet::only(Modifier::of_mode(mode)))));
    // A cast cuts where another rounding to an integer was asked for.
    all.extend(Mode::ALL.map(|mode| {
        let kind = if mode == Mode::Rz { Kind::Truncation } else { Kind::Rounding };
        words(kind, ModifierSet::WHOLE, ModifierSet::only(Modifier::of_whole_mode(mode)))
    }));
    all.extend(switch(Kind::Saturation, &[Modifier::Sat]));
    all.extend(switch(Kind::Selection, &[Modifier::NaN]));
    all.extend(switch(Kind::Selection, &[Modifier::Abs]));
    all.extend(switch(Kind::Selection, &[Modifier::Xorsign, Modifier::Abs]));
    all.extend(ModifierSet::QUESTIONS.iter().map(|one| words(Kind::Selection, ModifierSet::QUESTIONS, ModifierSet::only(one))));
    // The generations whose units or assemblers differ; which of them make a difference is asked of the table.
    all.extend([Target::SM_13, Target::SM_50, Target::SM_52, Target::SM_70, Target::SM_75, Target::SM_90].map(ModifierMutation::Target));
    all
}

impl ModifierMutation {
    pub(super) fn kind(self) -> Kind {
        match self {
            ModifierMutation::Words(kind, ..) => kind,
            ModifierMutation::Target(_) => Kind::Generation,
        }
    }

    /// What was done, as a phrase.
    pub(super) fn phrase(self) -> String {
        let (drop, add) = match self {
            ModifierMutation::Target(target) if target.is_first_generation() => {
                return format!("computed as {target} does, which has no subnormal singles");
            }
            ModifierMutation::Target(target) => return format!("computed as {target} does"),
            ModifierMutation::Words(_, drop, add) => (drop, add),
        };
        if let Some(mode) = add.mode().filter(|_| drop == ModifierSet::ROUNDING) {
            return format!("rounded {} (.{})", mode.words(), mode.name());
        }
        if let Some(mode) = add.mode().filter(|_| drop == ModifierSet::WHOLE) {
            let text = Modifier::of_whole_mode(mode).text();
            return match mode {
                Mode::Rz => format!("cut to a whole number, as a cast does ({text})"),
                _ => format!("rounded to a whole number {} ({text})", mode.words()),
            };
        }
        if add.has(Modifier::Rn) {
            return "correctly rounded (.rn) instead of approximated".into();
        }
        match (add.first(), drop.first()) {
            (Some(Modifier::Ftz), _) => "subnormal operands and results flushed to zero (.ftz)".into(),
            (None, Some(Modifier::Ftz)) => "subnormal numbers kept (no .ftz)".into(),
            (Some(Modifier::Sat), _) => "clamped to [0, 1] (.sat)".into(),
            (None, Some(Modifier::Sat)) => "not clamped (no .sat)".into(),
            (Some(Modifier::Approx), _) => "approximated (.approx)".into(),
            (Some(Modifier::Full), _) => "approximated over the full range (.full)".into(),
            (Some(_), _) => format!("computed with {}", words(add)),
            (None, _) => format!("computed without {}", words(drop)),
        }
    }

    /// The code with the change; None where nothing changes.
    pub(super) fn apply(self, code: &Code) -> Option<Code> {
        match self {
            ModifierMutation::Words(kind, drop, add) => {
                // Only what is left in the end can have been clamped; the other words change every line that takes them.
                let from = if kind == Kind::Saturation { code.lines.len().saturating_sub(1) } else { 0 };
                let one = |(at, line): (usize, &Line)| changed(line, drop, add).filter(|_| at >= from).unwrap_or_else(|| line.clone());
                let changed = code.lines.iter().enumerate().map(one).collect();
                let mut code = Code { lines: changed, ..code.clone() }.differing(code)?;
                code.context = fitting(&code);
                Some(code)
            }
            ModifierMutation::Target(target) => {
                let context = Context { target, ptx: code.context.ptx.max(target.since()) };
                let other = Code { context, ..code.clone() };
                other.differs_by_target(code).then_some(other)
            }
        }
    }
}

fn words(set: ModifierSet) -> String {
    set.iter().map(Modifier::text).collect()
}

impl Code {
    fn differing(self, from: &Code) -> Option<Code> {
        (self.lines != from.lines).then_some(self)
    }

    /// Whether the target makes a difference: to the machine code of an approximation, or because it has no subnormal singles.
    fn differs_by_target(&self, from: &Code) -> bool {
        let requests = |code: &Code| -> Vec<Request> {
            code.lines.iter().map(|line| Request::new(line.form, line.modifiers, [0; 3], code.context)).collect()
        };
        let same = |a: &Request, b: &Request| match (a.sequence(), b.sequence()) {
            // The oldest targets run the code of sm_50, which stands for them.
            _ if a.form.meaning.approximated().is_some() && a.target.is_first_generation() => true,
            (Some(x), Some(y)) => core::ptr::eq(x, y),
            // A target without the instruction computes nothing.
            (None, _) | (_, None) if a.form.meaning.approximated().is_some() => true,
            _ => a.rules() == b.rules() || !sums(a.form.meaning),
        };
        let (here, there) = (requests(self), requests(from));
        let available = self.lines.iter().all(|line| line.form.is_available(line.modifiers, self.context));
        available && here.iter().zip(&there).any(|(a, b)| !same(a, b))
    }
}

/// Whether the rules of rounding matter to an operation.
fn sums(meaning: Meaning) -> bool {
    match meaning.traits().gives {
        Gives::Rounded | Gives::Approximated | Gives::Converted | Gives::Bits => true,
        Gives::Operand => !matches!(meaning, Meaning::CopySign | Meaning::Choose),
        Gives::Answer | Gives::Nothing => false,
    }
}

/// The line with other modifiers, if the table has it and it means something else.
fn changed(line: &Line, drop: ModifierSet, add: ModifierSet) -> Option<Line> {
    let (form, before) = (line.form, line.modifiers());
    let rounds = |form: &Form| !form.pattern.all.intersection(ModifierSet::ROUNDING).is_empty();
    // A sum without a rounding modifier is rounded to nearest.
    let named = if rounds(form) && before.mode().is_none() { before.with(Modifier::Rn) } else { before };
    let after = before.difference(drop).union(add);
    if after == before || after == named || (add.is_empty() && before.intersection(drop) != drop) {
        return None;
    }
    let form = with(form, after)?;
    Some(Line { form, modifiers: after, ..line.clone() })
}

/// The form of the same mnemonic that takes these modifiers, on any target, in the manual of today.
fn with(like: &Form, modifiers: ModifierSet) -> Option<&'static Form> {
    forms_of(like.mnemonic()).iter().find(|form| {
        form.row.last_ptx.is_none()
            && form.row.last_target.is_none()
            && form.row.in_manual
            && form.pattern.source_count() == like.pattern.source_count()
            && form.pattern.allows(modifiers)
    })
}

/// A form that means something for a type and modifiers.
pub(super) fn form_of(mnemonic: &str, modifiers: ModifierSet) -> Option<&'static Form> {
    let like = forms_of(mnemonic).first()?;
    forms_of(mnemonic)
        .iter()
        .find(|form| form.row.last_ptx.is_none() && form.row.last_target.is_none() && form.pattern.allows(modifiers))
        .or_else(|| with(like, modifiers))
}

impl Code {
    /// The code on a target that has all its instructions; None where that target would compute another approximation.
    pub(super) fn fitted(self) -> Option<Code> {
        let context = fitting(&self);
        let fitted = Code { context, ..self.clone() };
        let same = context.target == self.context.target || !fitted.differs_by_target(&self);
        same.then_some(fitted)
    }
}

/// The context of the code, or the newest where a line asks for more.
pub(super) fn fitting(code: &Code) -> Context {
    let fits = |context: Context| code.lines.iter().all(|line| line.form.is_available(line.modifiers, context));
    let newest = Context { target: Target::SM_100, ..Context::default() };
    [code.context, Context::default(), newest].into_iter().find(|context| fits(*context)).unwrap_or(code.context)
}
