//! A syntax line of the manual, read into sets that a matcher can ask.
//!
//! `fma.rnd{.ftz}{.sat}.f32  d, a, b, c` becomes a mnemonic, parts in the manual's order, and operands. `.rnd`, `.op`, `.CmpOp`, `.BoolOp` and `.type` stand
//! for the choices that the manual spells out below its syntax lines, `.irnd` and `.int` for the roundings to whole numbers and the
//! integer types, `.atype` to `.ctype` for four narrow numbers, `.(u8|u16)` for one of those listed; braces make a part optional, and operands in braces stand in braces.
//! Of loads and stores `.cop`, `.scope`, `.level1`, `.level2` and `.prefetch` stand for the manual's choices, `.any` for every type, `.vec` for
//! `.v2` and `.v4` of up to 128 bits, `.vec256` for vectors of 256 and their type. `[a]` is an address, `(param)` a list; `{, policy}` stands with `.L2::cache_hint`.

use super::{Modifier, ModifierSet, PLACES, Type};
use core::ops::Range;

/// One dotted part of a syntax line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The modifiers that the part is about.
    pub modifiers: ModifierSet,
    /// Whether all of them stand together (`{.xorsign.abs}`) instead of one (`.rnd`).
    pub together: bool,
    /// Whether the part may be left out.
    pub optional: bool,
}

/// What stands in the place of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OperandKind {
    /// A register of the instruction's type that is written.
    Destination,
    /// A predicate register that is written.
    Predicate,
    /// A register or a literal of the instruction's type.
    Source,
    /// A predicate register that is read, perhaps negated.
    Condition,
    /// A number in the text.
    Immediate,
    /// An address in brackets.
    Address,
    /// A label, or the name of a function.
    Name,
    /// Operands in parentheses.
    List,
}

/// A syntax line taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The word before the first dot.
    pub mnemonic: &'static str,
    /// The dotted parts in the manual's order.
    pub parts: Vec<Part>,
    /// The operands in order, with their letter in the manual.
    pub operands: Vec<(OperandKind, char)>,
    /// Those of them that stand in braces.
    pub braces: Range<usize>,
    /// Whether the last one, a cache policy, stands with `.L2::cache_hint` alone.
    pub policy: bool,
    /// Whether a second predicate may be written behind the first result: `p|q`, `d|p`.
    pub pair: bool,
    /// Every modifier of every part.
    pub all: ModifierSet,
    /// Modifiers that must stand.
    pub required: ModifierSet,
}

impl Pattern {
    /// Reads a syntax line; None where it does not follow the manual's notation.
    pub fn read(syntax: &'static str) -> Option<Pattern> {
        let (head, operands) = syntax.split_once(char::is_whitespace).unwrap_or((syntax, ""));
        let end = head.find(['.', '{']).unwrap_or(head.len());
        let (mnemonic, mut rest) = head.split_at(end);
        let mut parts = Vec::new();
        while !rest.is_empty() {
            let (words, optional, behind) = match rest.strip_prefix('{') {
                Some(inner) => {
                    let (words, behind) = inner.split_once('}')?;
                    (words, true, behind)
                }
                None => {
                    let next = rest[1..].find(['.', '{']).map_or(rest.len(), |at| at + 1);
                    (&rest[..next], false, &rest[next..])
                }
            };
            // A vector of 256 bits: so many numbers, and their type.
            if words == ".vec256" {
                parts.extend([ModifierSet::of(&[Modifier::V4, Modifier::V8]), WIDE].map(|modifiers| Part {
                    modifiers,
                    together: false,
                    optional: false,
                }));
                rest = behind;
                continue;
            }
            let modifiers = meant(words)?;
            let modifiers = if modifiers.is_within(ModifierSet::TYPES) {
                let place = parts.iter().filter(|part: &&Part| part.modifiers.is_within(ModifierSet::TYPES)).count();
                (place < PLACES).then(|| modifiers.at_place(place))?
            } else {
                modifiers
            };
            parts.push(Part { modifiers, together: words[1..].contains('.'), optional });
            rest = behind;
        }
        let pair = operands.contains('|');
        let policy = operands.contains("{, policy}");
        let plain = operands
            .replace("{!}c", "!")
            .replace("{!}a", "!")
            .replace("{!}q", "!")
            .replace("p|q", "p")
            .replace("d|p", "d")
            .replace("{, policy}", ", policy");
        let words = || plain.trim().split(',').map(str::trim).filter(|word| !word.is_empty());
        let braces = match (words().position(|word| word.starts_with('{')), words().position(|word| word.ends_with('}'))) {
            (Some(first), Some(last)) => first..last + 1,
            _ => 0..0,
        };
        let operands = words().map(|word| operand(word.trim_matches(['{', '}']))).collect::<Option<Vec<_>>>()?;
        let all = parts.iter().fold(ModifierSet::NONE, |set, part| set.union(part.modifiers));
        let required = parts
            .iter()
            .filter(|part| !part.optional && (part.together || part.modifiers.len() == 1))
            .fold(ModifierSet::NONE, |set, part| set.union(part.modifiers));
        Some(Pattern { mnemonic, parts, operands, braces, policy, pair, all, required })
    }

    /// How many operands are read.
    #[inline]
    pub fn source_count(&self) -> usize {
        self.operands.len().saturating_sub(1)
    }

    /// How many operands stand beside some modifiers.
    #[inline]
    pub fn operand_count(&self, modifiers: ModifierSet) -> usize {
        self.operands.len() - usize::from(self.policy && !modifiers.has(Modifier::CacheHint))
    }

    /// Whether a vector has a size that memory takes: 128 bits at most, or 256 where it must be one of several.
    pub fn has_size(&self, modifiers: ModifierSet) -> bool {
        let part = self.parts.iter().find(|part| part.modifiers.is_within(ModifierSet::VECTORS));
        let (Some(part), Some(own), 2..) = (part, modifiers.data_type(), modifiers.vector()) else { return true };
        let bits = own.width() * modifiers.vector();
        if part.optional || part.modifiers.has(Modifier::V2) { bits <= 128 } else { bits == 256 }
    }

    /// What kind of operand stands first: of what computes, the register that is written.
    #[inline]
    pub fn destination(&self) -> OperandKind {
        self.operands.first().map_or(OperandKind::Name, |(kind, _)| *kind)
    }

    /// Whether the instruction names a second type.
    pub fn converts(&self) -> bool {
        self.all.places() > 1
    }

    /// Whether a set of modifiers is one that the line allows: one of each choice, all or none of what goes together.
    #[inline]
    pub fn allows(&self, modifiers: ModifierSet) -> bool {
        modifiers.is_within(self.all)
            && self.has_size(modifiers)
            && self.parts.iter().all(|part| {
                let chosen = modifiers.intersection(part.modifiers);
                match chosen.len() {
                    0 => part.optional,
                    1 => !part.together,
                    _ => part.together && chosen == part.modifiers,
                }
            })
    }

    /// Every set of modifiers that the line allows.
    pub fn combinations(&self) -> Vec<ModifierSet> {
        let mut all = vec![ModifierSet::NONE];
        for part in &self.parts {
            let mut choices: Vec<ModifierSet> =
                if part.together { vec![part.modifiers] } else { part.modifiers.iter().map(ModifierSet::only).collect() };
            if part.optional {
                choices.insert(0, ModifierSet::NONE);
            }
            all = all.iter().flat_map(|set| choices.iter().map(|choice| set.union(*choice))).collect();
        }
        all.retain(|set| self.has_size(*set));
        all
    }

    /// The mnemonic with modifiers in the order of the line: `fma.rn.ftz.f32`.
    pub fn spelled(&self, modifiers: ModifierSet) -> String {
        self.ordered(modifiers).fold(self.mnemonic.to_owned(), |text, modifier| text + modifier.text())
    }

    /// The modifiers of a name as [`Pattern::spelled`] writes it; None where the line does not allow it.
    pub fn named(&self, name: &str) -> Option<ModifierSet> {
        let (mut rest, mut named) = (name.strip_prefix(self.mnemonic)?, ModifierSet::NONE);
        for part in &self.parts {
            let mut choices = if part.together { vec![part.modifiers] } else { part.modifiers.iter().map(ModifierSet::only).collect() };
            choices.retain(|choice| behind(rest, *choice).is_some());
            if let Some(choice) = choices.first() {
                (rest, named) = (behind(rest, *choice)?, named.union(*choice));
            }
        }
        (rest.is_empty() && self.allows(named)).then_some(named)
    }

    /// Modifiers of a set in the order of the line.
    pub fn ordered(&self, modifiers: ModifierSet) -> impl Iterator<Item = Modifier> {
        self.parts.iter().flat_map(move |part| modifiers.intersection(part.modifiers).iter())
    }
}

/// What stands behind some words at the beginning of a text.
fn behind(text: &str, words: ModifierSet) -> Option<&str> {
    let rest = words.iter().try_fold(text, |rest, word| rest.strip_prefix(word.text()))?;
    (rest.is_empty() || rest.starts_with('.')).then_some(rest)
}

/// Four numbers of at most 8 bits, as the section on alternate floating point reads them.
const FOUR_NARROW: ModifierSet = ModifierSet::of(&[
    Modifier::Type(0, Type::E4m3x4),
    Modifier::Type(0, Type::E5m2x4),
    Modifier::Type(0, Type::E3m2x4),
    Modifier::Type(0, Type::E2m3x4),
    Modifier::Type(0, Type::E2m1x4),
    Modifier::Type(0, Type::E2m1p4x4),
    Modifier::Type(0, Type::Ue8m0x4),
]);

/// Types of memory of at most 32 bits.
const SHORT: ModifierSet = ModifierSet::of(&[
    Modifier::Type(0, Type::B8),
    Modifier::Type(0, Type::B16),
    Modifier::Type(0, Type::B32),
    Modifier::Type(0, Type::U8),
    Modifier::Type(0, Type::U16),
    Modifier::Type(0, Type::U32),
    Modifier::Type(0, Type::S8),
    Modifier::Type(0, Type::S16),
    Modifier::Type(0, Type::S32),
    Modifier::F32,
]);

/// Types of memory of 64 bits.
const LONG: ModifierSet =
    ModifierSet::of(&[Modifier::Type(0, Type::B64), Modifier::Type(0, Type::U64), Modifier::Type(0, Type::S64), Modifier::F64]);

/// Types of vectors of 256 bits.
const WIDE: ModifierSet =
    LONG.union(ModifierSet::of(&[Modifier::Type(0, Type::B32), Modifier::Type(0, Type::U32), Modifier::Type(0, Type::S32), Modifier::F32]));

/// Priorities in the first cache.
const LEVEL_1: ModifierSet = ModifierSet::of(&[
    Modifier::L1EvictNormal,
    Modifier::L1EvictUnchanged,
    Modifier::L1EvictFirst,
    Modifier::L1EvictLast,
    Modifier::L1NoAllocate,
]);

/// The modifiers that a dotted part of a syntax line stands for.
fn meant(words: &str) -> Option<ModifierSet> {
    match words {
        ".rnd" => Some(ModifierSet::ROUNDING),
        ".op" => Some(ModifierSet::QUESTIONS),
        ".CmpOp" => Some(ModifierSet::COMPARISONS),
        ".BoolOp" => Some(ModifierSet::BOOLEANS),
        ".irnd" => Some(ModifierSet::WHOLE),
        ".int" => Some(ModifierSet::INTEGERS),
        ".atype" | ".btype" | ".ctype" => Some(FOUR_NARROW),
        ".type" => Some(ModifierSet::of(&[Modifier::F32, Modifier::F64])),
        ".any" => Some(SHORT.union(LONG).with(Modifier::Type(0, Type::B128))),
        ".vec" => Some(ModifierSet::of(&[Modifier::V2, Modifier::V4])),
        ".scope" => Some(ModifierSet::SCOPES),
        ".cop" => Some(ModifierSet::of(&[Modifier::Ca, Modifier::Cg, Modifier::Cs, Modifier::Lu, Modifier::Cv])),
        ".level1" => Some(LEVEL_1),
        ".level2" => Some(ModifierSet::of(&[Modifier::L2EvictNormal, Modifier::L2EvictFirst, Modifier::L2EvictLast])),
        ".prefetch" => Some(ModifierSet::of(&[Modifier::Fetch64, Modifier::Fetch128, Modifier::Fetch256])),
        _ => {
            let words = words.strip_prefix('.')?;
            // `.(u8|u16)` is one of them, `.xorsign.abs` both.
            let choice = words.strip_prefix('(').and_then(|words| words.strip_suffix(')'));
            choice.unwrap_or(words).split(['.', '|']).map(|word| Modifier::named(&format!(".{word}"))).collect()
        }
    }
}

fn operand(word: &str) -> Option<(OperandKind, char)> {
    if word == "!" {
        return Some((OperandKind::Condition, 'c'));
    }
    let mut letters = word.chars();
    let letter = letters.next()?;
    let kind = match letter {
        '[' | '(' => {
            let kind = if letter == '[' { OperandKind::Address } else { OperandKind::List };
            return Some((kind, letters.next()?));
        }
        _ if matches!(word, "tgt" | "tlist" | "func" | "fproto") => return Some((OperandKind::Name, letter)),
        _ if matches!(word, "policy" | "index" | "fptr" | "mask") => return Some((OperandKind::Source, letter)),
        _ if word == "size" => return Some((OperandKind::Immediate, letter)),
        'd' => OperandKind::Destination,
        'p' => OperandKind::Predicate,
        'a'..='c' | 'e' | 'f' => OperandKind::Source,
        // The register of random bits, which the manual calls rbits, and that of scale factors.
        'r' | 's' => OperandKind::Source,
        'i' => OperandKind::Immediate,
        _ => return None,
    };
    (letters.next().is_none() || matches!(word, "rbits" | "scale" | "immLut")).then_some((kind, letter))
}
