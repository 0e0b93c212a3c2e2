//! The modifiers that the instruction in a text takes, as toggles.
//!
//! A toggle knows the whole text after it was taken, so that the page edits text and nothing else. One that cannot be taken says why:
//! another type has it, another modifier excludes it, or the target or the PTX version lacks it.

use super::error_messages::in_words;
use super::matching::parse;
use super::parsed::{Guard, Heading, Instruction, Source};
use super::print::literal_text;
use super::sort::sort_by_key;
use crate::instruction::sass::Role;
use crate::instruction::{Context, Family, Form, Meaning, Modifier, ModifierSet, Type, forms_of};
use crate::number::{F32, F64, unpack};
use crate::rounding::Mode;
use core::ops::Range;

/// Whether a choice can be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceState {
    /// It stands in the text.
    Chosen,
    /// It can be taken.
    Available,
    /// It cannot, and why.
    Unavailable(String),
}

/// What a toggle is, whatever it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toggle {
    /// Modifiers of PTX that it moves together.
    Modifiers(ModifierSet),
    /// A rounding of a call or of a machine instruction.
    Rounding(Mode),
    /// `.PASS`: no rounding, between equal formats of a machine instruction.
    Pass,
    /// A field of a machine word, and its value.
    Field(Role, u32),
    /// A guard, and whether it is negated.
    Guard(bool),
    /// An option of nvcc's command line.
    Compiler(Switch),
    /// The format of a bare number.
    Format,
}

/// An option of nvcc that changes what is computed, as it stands where it is not what nvcc does unless told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// `-fmad=false`: a product and a sum stay two instructions.
    Fmad,
    /// `-ftz=true`: subnormal singles become zero.
    Ftz,
    /// `-prec-div=false`: single-precision division by way of a reciprocal.
    PrecDiv,
    /// `-prec-sqrt=false`: approximate single-precision roots.
    PrecSqrt,
    /// `-use_fast_math`: the last three, and faster division.
    FastMath,
}

impl Switch {
    /// Every switch, in the order of nvcc's guide.
    pub const ALL: [Switch; 5] = [Switch::Fmad, Switch::Ftz, Switch::PrecDiv, Switch::PrecSqrt, Switch::FastMath];

    /// The option as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Switch::Fmad => "-fmad=false",
            Switch::Ftz => "-ftz=true",
            Switch::PrecDiv => "-prec-div=false",
            Switch::PrecSqrt => "-prec-sqrt=false",
            Switch::FastMath => "-use_fast_math",
        }
    }

    /// What it does, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Switch::Fmad => "a product and a sum stay two instructions, each rounds",
            Switch::Ftz => "subnormal singles become zero",
            Switch::PrecDiv => "single-precision division by way of a reciprocal",
            Switch::PrecSqrt => "approximate single-precision roots",
            Switch::FastMath => "-ftz=true -prec-div=false -prec-sqrt=false, and fast approximations of functions",
        }
    }
}

impl Toggle {
    /// The rounding mode that it chooses, to a format or to a whole number.
    pub fn mode(self) -> Option<Mode> {
        match self {
            Toggle::Modifiers(modifiers) => modifiers.mode(),
            Toggle::Rounding(mode) => Some(mode),
            Toggle::Pass | Toggle::Field(..) | Toggle::Guard(_) | Toggle::Compiler(_) | Toggle::Format => None,
        }
    }
}

/// One toggle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What it is.
    pub toggle: Toggle,
    /// What it says: `.rn`.
    pub text: String,
    /// What it does, in a few words; empty where that needs none.
    pub words: String,
    /// Whether it can be taken.
    pub state: ChoiceState,
    /// The whole text after it has been taken (or, if it is chosen and may go, taken away).
    pub edit: Option<String>,
}

/// Toggles that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are about: `rounding`.
    pub title: &'static str,
    /// The toggles.
    pub choices: Vec<Choice>,
}

/// The groups in the order in which the page shows them.
const GROUPS: [(&str, &[Family]); 22] = [
    ("rounding", &[Family::Rounding, Family::WholeRounding]),
    ("accuracy", &[Family::Accuracy]),
    ("question", &[Family::Question]),
    ("part", &[Family::Part]),
    ("carry", &[Family::Carry]),
    ("shift", &[Family::Shift]),
    ("bytes", &[Family::Permutation]),
    ("relation", &[Family::Comparison, Family::Boolean]),
    ("flush", &[Family::Flush]),
    ("range", &[Family::Saturation, Family::Relu, Family::Zero, Family::OutOfBounds]),
    ("scale", &[Family::Scaling]),
    ("comparison", &[Family::Nan, Family::Sign]),
    ("order", &[Family::Ordering, Family::Scope]),
    ("space", &[Family::Space]),
    ("cache", &[Family::Cache, Family::NonCoherent, Family::Level]),
    ("second cache", &[Family::Eviction, Family::Policy, Family::Prefetch]),
    ("numbers", &[Family::Vector]),
    ("way", &[Family::Uniform, Family::Direction]),
    ("type", &[Family::Type]),
    ("from", &[Family::SourceType]),
    ("second source", &[Family::SecondSourceType]),
    ("third source", &[Family::ThirdSourceType]),
];

/// The toggles for the instruction in a text; empty where there is none.
pub fn modifier_bar(text: &str, context: &Context) -> Vec<Group> {
    let parsed = parse(text, context);
    let own = parsed.instruction.map(|instruction| bar_of(text, &instruction));
    own.or_else(|| parsed.heading.map(|heading| bar_of_heading(text, &heading))).unwrap_or_default()
}

/// The toggles for an instruction that moves data or control.
pub fn bar_of_heading(text: &str, heading: &Heading) -> Vec<Group> {
    let Heading { form, modifiers, head, guard, operands, context } = heading;
    groups(&Bar {
        text,
        form,
        modifiers: *modifiers,
        head,
        guard: guard.as_ref(),
        sources: &[],
        operands: *operands,
        forms: forms_of(form.mnemonic()).iter().collect(),
        context: *context,
    })
}

/// The toggles for an instruction, in the text that it was read from.
pub fn bar_of(text: &str, instruction: &Instruction) -> Vec<Group> {
    // Between integers and numbers with a point nobody chooses by a toggle.
    let alike = |form: &&Form| form.is_of_integers() == instruction.form.is_of_integers();
    let forms = forms_of(instruction.form.mnemonic()).iter().filter(alike).collect();
    let Instruction { form, modifiers, head, guard, sources, context, .. } = instruction;
    let (guard, operands) = (guard.as_ref(), sources.len() + 1);
    groups(&Bar { text, form, modifiers: *modifiers, head, guard, sources, operands, forms, context: *context })
}

fn groups(bar: &Bar) -> Vec<Group> {
    let all = bar.forms.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all));
    let mut groups = Vec::new();
    // A later type can be chosen where those before it are.
    let reached = |modifier: &Modifier| match modifier {
        Modifier::Type(place, _) => usize::from(*place) <= bar.modifiers.places(),
        _ => true,
    };
    for (title, families) in GROUPS {
        let members = all.iter().filter(|modifier| families.contains(&bar.family(*modifier))).filter(reached);
        // .xorsign stands only with .abs, and one toggle moves both.
        let choices: Vec<Choice> = members.filter_map(|modifier| bar.choice(modifier)).collect();
        if !choices.is_empty() {
            groups.push(Group { title, choices });
        }
    }
    groups.push(Group { title: "guard", choices: vec![bar.guard(false), bar.guard(true)] });
    groups
}

struct Bar<'a> {
    text: &'a str,
    form: &'static Form,
    modifiers: ModifierSet,
    head: &'a Range<usize>,
    guard: Option<&'a Guard>,
    sources: &'a [Source],
    operands: usize,
    forms: Vec<&'static Form>,
    context: Context,
}

impl Bar<'_> {
    /// What a modifier is about here: `.lo` and `.hi` of a comparison are relations.
    fn family(&self, modifier: Modifier) -> Family {
        match modifier.family() {
            Family::Part if self.form.meaning == Meaning::Compare => Family::Comparison,
            family => family,
        }
    }

    fn choice(&self, modifier: Modifier) -> Option<Choice> {
        let now = self.modifiers;
        let unit = self.unit(modifier)?;
        let (toggle, text) = (Toggle::Modifiers(unit), unit.iter().map(Modifier::text).collect());
        let words = unit.iter().map(Modifier::words).collect::<Vec<_>>().join("; ");
        if unit.is_within(now) {
            let edit = self.find(now.difference(unit)).map(|form| self.with(form, now.difference(unit)));
            return Some(Choice { toggle, text, words, state: ChoiceState::Chosen, edit });
        }
        // Of a family that excludes its members the new one takes the place of the old one; then, if no form has that, of rounding and
        // accuracy together; a new type drops what it does not have.
        let without = |families: &[Family]| now.iter().filter(|other| !families.contains(&self.family(*other))).collect::<ModifierSet>();
        let rest = if modifier.family() == Family::Sign { now } else { without(&[self.family(modifier)]) };
        let mut tries = vec![rest.union(unit)];
        if matches!(modifier.family(), Family::Accuracy | Family::Rounding) {
            tries.push(without(&[Family::Accuracy, Family::Rounding]).union(unit));
        }
        if modifier.data_type().is_some() {
            tries.extend(self.forms.iter().filter(|form| form.pattern.all.has(modifier)).map(|form| {
                let kept = rest.union(unit).intersection(form.pattern.all);
                let missing = super::overload_resolution::missing_parts(form, kept).filter_map(ModifierSet::first);
                missing.fold(kept, ModifierSet::with)
            }));
            // What keeps most of the instruction comes first: a new destination keeps the source.
            let mut others = tries.split_off(1);
            sort_by_key(&mut others, |set| u64::from(u32::MAX) - set.intersection(now).len() as u64);
            tries.append(&mut others);
        }
        for set in &tries {
            if let Some(form) = self.find(*set) {
                return Some(Choice { toggle, text, words, state: ChoiceState::Available, edit: Some(self.with(form, *set)) });
            }
        }
        Some(Choice { toggle, text, words, state: ChoiceState::Unavailable(self.reason(modifier, &tries)), edit: None })
    }

    /// The modifiers that one toggle moves: `.xorsign.abs` together, `.abs` alone only where a form has it so.
    fn unit(&self, modifier: Modifier) -> Option<ModifierSet> {
        let both = ModifierSet::of(&[Modifier::Xorsign, Modifier::Abs]);
        match modifier {
            Modifier::Xorsign => Some(both),
            Modifier::Abs => {
                let alone = |form: &&Form| form.pattern.all.has(Modifier::Abs) && !form.pattern.all.has(Modifier::Xorsign);
                self.forms.iter().copied().find(alone).map(|_| ModifierSet::only(Modifier::Abs))
            }
            _ => Some(ModifierSet::only(modifier)),
        }
    }

    /// A form that takes the modifiers and as many operands as there are.
    fn find(&self, modifiers: ModifierSet) -> Option<&'static Form> {
        self.allowing(modifiers).find(|form| form.is_available(modifiers, self.context))
    }

    fn allowing(&self, modifiers: ModifierSet) -> impl Iterator<Item = &'static Form> {
        let count = self.operands;
        self.forms.iter().copied().filter(move |form| form.pattern.operand_count(modifiers) == count && form.pattern.allows(modifiers))
    }

    fn reason(&self, modifier: Modifier, tries: &[ModifierSet]) -> String {
        for set in tries {
            if let Some(form) = self.allowing(*set).next() {
                let refusal = form.refusal(self.context).or(form.refused_modifier(*set, self.context).map(|(_, refusal)| refusal));
                if let Some(refusal) = refusal {
                    return in_words(refusal);
                }
            }
        }
        let now = self.modifiers;
        let first = now.intersection(ModifierSet::FIRST_TYPES);
        let both = first.with(modifier);
        if !self.forms.iter().any(|form| both.is_within(form.pattern.all)) {
            return format!("not available for {}", first.listed().trim_start_matches('.'));
        }
        let others = now.difference(ModifierSet::FIRST_TYPES);
        let rivals = others.iter().find(|other| !self.forms.iter().any(|form| both.with(*other).is_within(form.pattern.all)));
        match rivals {
            Some(other) => format!("not with {}", other.text()),
            None => "not with this number of operands".into(),
        }
    }

    /// The text with another head; literals follow a change of type.
    fn with(&self, form: &Form, modifiers: ModifierSet) -> String {
        let head = form.pattern.spelled(modifiers);
        let mut text = self.text.to_owned();
        for (place, source) in self.sources.iter().enumerate().rev() {
            let (from, to) = (self.form.source_type(self.modifiers, place), form.source_type(modifiers, place));
            if let Source::Literal(literal) = source
                && let Some(new) = respelled(&literal.text, from, to, place).filter(|_| from != to)
            {
                text.replace_range(literal.span.clone(), &new);
            }
        }
        text.replace_range(self.head.clone(), &head);
        text
    }

    fn guard(&self, negated: bool) -> Choice {
        let (toggle, text) = (Toggle::Guard(negated), if negated { "@!p" } else { "@p" });
        let words = guard_words(negated);
        let (start, rest) = (self.head.start, &self.text[self.head.start..]);
        let Some(guard) = self.guard else {
            let edit = format!("{}{text} {rest}", &self.text[..start]);
            return Choice { toggle, text: text.into(), words, state: ChoiceState::Available, edit: Some(edit) };
        };
        let at = self.text[..guard.register.span.start].rfind('@').unwrap_or(0);
        let before = &self.text[..at];
        let shown = format!("{}{}", text.trim_end_matches('p'), guard.register.name);
        if guard.negated == negated {
            return Choice { toggle, text: shown, words, state: ChoiceState::Chosen, edit: Some(format!("{before}{rest}")) };
        }
        Choice { toggle, edit: Some(format!("{before}{shown} {rest}")), text: shown, words, state: ChoiceState::Available }
    }
}

/// What a guard does.
pub fn guard_words(negated: bool) -> String {
    ["runs only where the predicate is ", if negated { "false" } else { "true" }].concat()
}

/// A literal for another type: a pattern keeps its value, anything else its spelling; a type without literals takes a register instead.
fn respelled(text: &str, from: Type, to: Type, place: usize) -> Option<String> {
    let pattern = |prefixes: [&str; 2]| {
        let digits = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix))?;
        u64::from_str_radix(digits, 16).ok()
    };
    let (as_single, as_double) = (pattern(["0f", "0F"]), pattern(["0d", "0D"]));
    match to {
        _ if !to.takes_literals() => Some(format!("{}{}", to.register_stem(), place + 1)),
        _ if to.is_integer() && !from.is_integer() => Some(format!("%r{}", place + 1)),
        _ if from.is_integer() && !to.is_integer() => Some(format!("{text}.0")),
        Type::F64 => as_single.or(as_double.map(super::decimal::single)).map(|bits| literal_text(double(bits), to)),
        _ if from == Type::F64 => as_double.or(as_single).map(|bits| literal_text(super::decimal::single(bits), to)),
        _ => None,
    }
}

/// A single as a double, exactly; a NaN keeps its sign and payload.
fn double(single: u64) -> u64 {
    let read = unpack(F32::ROW, single);
    let sign = if read.exact.negative { F64::FORMAT.sign_mask() } else { 0 };
    match read.kind {
        crate::number::Kind::Finite if !read.exact.is_zero() => {
            crate::rounding::round(F64::ROW, read.exact, &crate::rounding::Rules::default()).bits
        }
        crate::number::Kind::Finite => sign,
        _ => sign | F64::FORMAT.exponent_mask() | (single & F32::FORMAT.fraction_mask()) << 29,
    }
}
