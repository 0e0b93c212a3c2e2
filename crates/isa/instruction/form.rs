//! A row of the table and the form it describes.

use super::availability::{Context, Gate, Refusal, Version};
use super::{Evidence, Meaning, Modifier, ModifierSet, OperandKind, PLACES, Pattern, Target, Type};

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The manual's syntax line.
    pub syntax: &'static str,
    /// The first PTX version that takes it.
    pub ptx: Version,
    /// The first target that has it.
    pub target: Target,
    /// The only targets that have it, where they are of single architectures or families; empty where all later ones have it.
    pub only: &'static [Target],
    /// An older target that a later PTX version gave it to.
    pub backported: Option<(Version, Target)>,
    /// The last PTX version that takes it.
    pub last_ptx: Option<Version>,
    /// The last target that has it.
    pub last_target: Option<Target>,
    /// The first target according to the manual, where the assembler takes an older one.
    pub manual_target: Option<Target>,
    /// The first PTX version according to the manual, where the assembler takes an older one.
    pub manual_ptx: Option<Version>,
    /// Requirements of single modifiers.
    pub gates: &'static [Gate],
    /// Requirements of modifiers that all stand together.
    pub pairs: &'static [Gate],
    /// Modifiers that, where they stand, do so directly behind the mnemonic in this order.
    pub pinned: &'static [Modifier],
    /// Modifiers that are accepted and change nothing.
    pub inert: ModifierSet,
    /// Modifiers that the form means without naming them.
    pub implied: ModifierSet,
    /// The letters of the operands that have the first type, of those that have the second, and so on; empty where the first is that of
    /// the destination and the last that of every source.
    pub typed: &'static [&'static str],
    /// Letters of operands whose type no word names, with it.
    pub fixed: &'static [(&'static str, Type)],
    /// What it computes.
    pub meaning: Option<Meaning>,
    /// How we know.
    pub evidence: Evidence,
    /// Whether the manual lists the form.
    pub in_manual: bool,
    /// What a reader should know about the form, in a sentence, with the PTX version from which it is true.
    pub note: Option<(Version, &'static str)>,
    /// What the form does, in a sentence.
    pub summary: &'static str,
}

/// Begins a row with the manual's syntax line.
pub const fn form(syntax: &'static str) -> Row {
    Row {
        syntax,
        ptx: Version::new(1, 0),
        target: Target::SM_10,
        only: &[],
        backported: None,
        last_ptx: None,
        last_target: None,
        manual_target: None,
        manual_ptx: None,
        gates: &[],
        pairs: &[],
        pinned: &[],
        inert: ModifierSet::NONE,
        implied: ModifierSet::NONE,
        typed: &[],
        fixed: &[],
        meaning: None,
        evidence: Evidence::Modelled("no evidence given"),
        in_manual: true,
        note: None,
        summary: "",
    }
}

impl Row {
    /// The first PTX version and the first target that take the form.
    pub const fn since(self, ptx: Version, target: Target) -> Row {
        Row { ptx, target, ..self }
    }
    /// The only targets that take the form, the first of which is the oldest.
    pub const fn only(self, ptx: Version, targets: &'static [Target]) -> Row {
        Row { ptx, target: targets[0], only: targets, ..self }
    }
    /// An older target that takes the form from a later PTX version on.
    pub const fn backported(self, ptx: Version, target: Target) -> Row {
        Row { backported: Some((ptx, target)), ..self }
    }
    /// The last PTX version that takes the form.
    pub const fn until(self, ptx: Version) -> Row {
        Row { last_ptx: Some(ptx), ..self }
    }
    /// The last target that takes the form.
    pub const fn up_to(self, target: Target) -> Row {
        Row { last_target: Some(target), ..self }
    }
    /// The first target according to the manual, where the assembler takes an older one too.
    pub const fn manual_asks(self, target: Target) -> Row {
        Row { manual_target: Some(target), ..self }
    }
    /// The first PTX version according to the manual, where the assembler takes an older one too.
    pub const fn manual_since(self, ptx: Version) -> Row {
        Row { manual_ptx: Some(ptx), ..self }
    }
    /// Modifiers that, where they stand, do so directly behind the mnemonic in this order.
    pub const fn pinned(self, modifiers: &'static [Modifier]) -> Row {
        Row { pinned: modifiers, ..self }
    }
    /// Modifiers that are accepted and change nothing.
    pub const fn ignores(self, modifiers: &[Modifier]) -> Row {
        Row { inert: ModifierSet::of(modifiers), ..self }
    }
    /// Requirements of single modifiers.
    pub const fn gates(self, gates: &'static [Gate]) -> Row {
        Row { gates, ..self }
    }
    /// Requirements of modifiers that all stand together.
    pub const fn pairs(self, pairs: &'static [Gate]) -> Row {
        Row { pairs, ..self }
    }
    /// Modifiers that the form means without naming them.
    pub const fn implies(self, modifiers: &[Modifier]) -> Row {
        Row { implied: ModifierSet::of(modifiers), ..self }
    }
    /// The letters of the operands that have the first type, of those that have the second, and so on.
    pub const fn typed(self, letters: &'static [&'static str]) -> Row {
        Row { typed: letters, ..self }
    }
    /// Letters of operands whose type no word names, with it.
    pub const fn fixed(self, letters: &'static [(&'static str, Type)]) -> Row {
        Row { fixed: letters, ..self }
    }
    /// What the form computes, and that in a sentence.
    pub const fn means(self, meaning: Meaning, summary: &'static str) -> Row {
        Row { meaning: Some(meaning), summary, ..self }
    }
    /// The manual's section.
    pub const fn documented(self, section: &'static str) -> Row {
        Row { evidence: Evidence::Documented(section), ..self }
    }
    /// A tool or chip and the date.
    pub const fn measured(self, by: &'static str, date: &'static str) -> Row {
        Row { evidence: Evidence::Measured { by, date }, ..self }
    }
    /// Somebody compared a model that has the same results with chips: which, and who.
    pub const fn validated(self, chips: &'static str, by: &'static str) -> Row {
        Row { evidence: Evidence::Validated { chips, by }, ..self }
    }
    /// No document and no chip says what it computes; what it is taken from.
    pub const fn inferred(self, from: &'static str) -> Row {
        Row { evidence: Evidence::Inferred(from), ..self }
    }
    /// Nothing but a model, and why.
    pub const fn modelled(self, why: &'static str) -> Row {
        Row { evidence: Evidence::Modelled(why), ..self }
    }
    /// The assembler takes the form, the manual does not list it.
    pub const fn beyond_the_manual(self) -> Row {
        Row { in_manual: false, ..self }
    }
    /// A sentence for the reader, and the PTX version from which it is true.
    pub const fn note(self, from: Version, sentence: &'static str) -> Row {
        Row { note: Some((from, sentence)), ..self }
    }
}

/// A row together with its syntax line taken apart.
#[derive(Debug)]
pub struct Form {
    /// The row.
    pub row: &'static Row,
    /// The syntax line taken apart.
    pub pattern: Pattern,
    /// The place of the row in the table.
    pub index: usize,
    /// What it computes.
    pub meaning: Meaning,
    /// What `evaluate` adds to the modifiers.
    pub implied: ModifierSet,
    /// The type of the destination; None for a predicate.
    destination: Option<Place>,
    /// The types of the sources; those that the form does not have are as the last.
    sources: [Place; SOURCES],
}

/// How many operands an instruction reads at most.
pub const SOURCES: usize = 5;

/// The bits of the operands that an instruction reads, right-aligned; zero for those that it does not have.
pub type Operands = [u64; SOURCES];

/// Where an operand's type stands among those of the head; where a head lacks it, the first that the form has there.
#[derive(Clone, Copy, Debug)]
struct Place {
    place: usize,
    usual: Type,
}

impl Place {
    #[inline(always)]
    fn of(self, modifiers: ModifierSet) -> Type {
        modifiers.type_at(self.place).unwrap_or(self.usual)
    }
}

impl PartialEq for Form {
    fn eq(&self, other: &Form) -> bool {
        self.index == other.index
    }
}
impl Eq for Form {}

impl Form {
    /// Takes a row's syntax line apart; None where it does not follow the manual's notation, an operand has no type, or nothing is said
    /// about what the row computes.
    pub fn read(row: &'static Row, index: usize) -> Option<Form> {
        let pattern = Pattern::read(row.syntax)?;
        if row.meaning?.work().is_some() {
            // The machine takes the operands as the instruction's one type asks.
            let own = Place { place: 0, usual: Type::U32 };
            let (meaning, implied) = (row.meaning?, row.implied);
            return Some(Form { row, index, meaning, implied, destination: None, sources: [own; SOURCES], pattern });
        }
        let place = |letter: char, usual: usize| {
            let usual_type = match letter {
                'r' => Some(Type::U32),
                's' if pattern.all.has(Modifier::ScaledN1) => Some(Type::Ue8m0),
                's' => Some(Type::Ue8m0x2),
                _ => row.fixed.iter().find(|(letters, _)| letters.contains(letter)).map(|(_, own)| *own),
            };
            if let Some(usual) = usual_type {
                return Some(Place { place: PLACES, usual });
            }
            let stated = row.typed.iter().position(|letters| letters.contains(letter));
            let place = if row.typed.is_empty() { usual } else { stated? };
            Some(Place { place, usual: pattern.all.type_at(place)? })
        };
        let ((kind, written), read) = pattern.operands.split_first()?;
        let destination = if *kind == OperandKind::Predicate { None } else { Some(place(*written, 0)?) };
        let last = pattern.all.places().checked_sub(1)?;
        let condition = Place { place: PLACES, usual: Type::Pred };
        let source = |(kind, letter): &(OperandKind, char)| match kind {
            OperandKind::Condition => Some(condition),
            _ => place(*letter, last),
        };
        let read = read.iter().map(source).collect::<Option<Vec<_>>>()?;
        let of = |source: usize| read.get(source).or(read.last()).copied();
        let sources = [of(0)?, of(1)?, of(2)?, of(3)?, of(4)?];
        Some(Form { row, index, meaning: row.meaning?, implied: row.implied, destination, sources, pattern })
    }

    /// The type of the destination; None for a predicate.
    #[inline]
    pub fn destination_type(&self, modifiers: ModifierSet) -> Option<Type> {
        self.destination.map(|place| place.of(modifiers))
    }

    /// The type of a source; one that the form does not have is as the last.
    #[inline]
    pub fn source_type(&self, modifiers: ModifierSet, source: usize) -> Type {
        self.sources[source.min(SOURCES - 1)].of(modifiers)
    }

    /// Whether it computes, compares or chooses integers or bits, and no numbers with a point.
    pub fn is_of_integers(&self) -> bool {
        let of_bits = || self.source_type(ModifierSet::NONE, 0).is_bits();
        matches!(self.meaning, Meaning::Alu(_)) || (matches!(self.meaning, Meaning::Compare | Meaning::Choose) && of_bits())
    }

    /// The word before the first dot.
    pub fn mnemonic(&self) -> &'static str {
        self.pattern.mnemonic
    }

    /// Why the form cannot be used in a context, whatever its modifiers.
    #[inline]
    pub fn refusal(&self, context: Context) -> Option<Refusal> {
        let row = self.row;
        if let Some(refusal) = context.refusal() {
            return Some(refusal);
        }
        if let Some(last) = row.last_target.filter(|last| context.target > *last) {
            return Some(Refusal::LastTarget(last));
        }
        if let Some(last) = row.last_ptx.filter(|last| context.ptx > *last) {
            return Some(Refusal::LastPtx(last));
        }
        let later = row.backported.filter(|_| !context.target.is_at_least(row.target));
        let (ptx, target) = later.unwrap_or((row.ptx, row.target));
        Gate { modifiers: ModifierSet::NONE, ptx, target }.refusal_within(row.only, context)
    }

    /// The first of some modifiers that cannot be used in a context, and why.
    #[inline]
    pub fn refused_modifier(&self, modifiers: ModifierSet, context: Context) -> Option<(Modifier, Refusal)> {
        let single = self.row.gates.iter().find_map(|gate| {
            let modifier = modifiers.intersection(gate.modifiers).first()?;
            Some((modifier, gate.refusal(context)?))
        });
        single.or_else(|| {
            let pair = self.row.pairs.iter().find(|gate| gate.modifiers.is_within(modifiers))?;
            Some((pair.modifiers.first()?, pair.refusal(context)?))
        })
    }

    /// Whether the form with these modifiers can be used in a context.
    #[inline]
    pub fn is_available(&self, modifiers: ModifierSet, context: Context) -> bool {
        self.refusal(context).is_none() && self.refused_modifier(modifiers, context).is_none()
    }
}
