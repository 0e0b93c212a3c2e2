//! Which of several functions of one name is meant, and operators that are functions: a text's own, and those of the narrow types.

use super::define::{Defined, Taken};
use super::library::intrinsics;
use super::parse::Reader;
use super::place::Place;
use super::tree::Id;
use super::types::CType;
use crate::instruction::cuda::function_named;

/// Operators that are functions of the library: how a text writes it, its word in the tree, and what it calls for two halves or bfloat16, and
/// for two pairs of them.
pub(super) const OPERATORS: [(&str, &str, &str, &str); 7] = [
    ("/", "/", "__hdiv", "__h2div"),
    ("==", ".eq", "", "__hbeq2"),
    ("!=", ".neu", "", "__hbneu2"),
    ("<", ".lt", "", "__hblt2"),
    (">", ".gt", "", "__hbgt2"),
    ("<=", ".le", "", "__hble2"),
    (">=", ".ge", "", "__hbge2"),
];

/// How well an argument fits a parameter, as C++ ranks it: as it is, as a template takes it, promoted, converted.
pub(super) fn fit(wanted: Option<CType>, given: Option<CType>) -> u32 {
    let (Some(wanted), Some(given)) = (wanted, given) else { return if given.is_none() { 1000 } else { 900 } };
    let is_number = |own: CType| own.pointee().is_none() && own.layout().is_none() && !own.is_scoped();
    match () {
        () if wanted == given => 1000,
        () if wanted == given.promoted() || (given, wanted) == (CType::Float, CType::Double) => 100,
        () if wanted.enumeration().is_some() => 0,
        () if given.is_fixed() && !given.is_scoped() && wanted == given.underlying() => 150,
        () if is_number(wanted) && is_number(given) => 1,
        () => 0,
    }
}

impl Reader<'_> {
    /// The types of a function's parameters.
    pub(super) fn parameter_types(&self, own: &Defined) -> Vec<Option<CType>> {
        own.parameters.iter().map(|parameter| self.type_of(parameter)).collect()
    }

    /// The type of a parameter; None where the text leaves it open.
    pub(super) fn type_of(&self, parameter: &Taken) -> Option<CType> {
        let own = self.type_at(parameter.own.start)?.0?;
        let own = parameter.lengths.map_or(Some(own), |lengths| self.array_of(own, lengths))?;
        Some((0..parameter.signs).fold(own, |own, _| own.pointer()))
    }

    /// An array of a type, whose lengths stand at a place.
    pub(super) fn array_of(&self, mut own: CType, lengths: usize) -> Option<CType> {
        let mut reader = self.clone();
        let mut counts = Vec::new();
        (reader.at, reader.dry) = (lengths, true);
        while reader.shown(reader.at) == "[" {
            reader.at += 1;
            let count = reader.choice()?;
            counts.push(u64::try_from(reader.tree.constant(count)?.ordinal()?).ok()?);
            reader.at += 1;
        }
        for count in counts.into_iter().rev() {
            own = own.array(count)?;
        }
        Some(own)
    }

    /// The function of a name, in the library or outside of it, whose parameters fit the arguments best; the first of several. An argument
    /// without a type is whatever is wanted.
    pub(super) fn best(&self, in_library: bool, word: &str, given: &[Option<CType>]) -> Option<usize> {
        let fits = |(place, own): &(usize, &Defined)| {
            (self.is_known_in(in_library, *place)) && own.of.is_none() && own.name == word && own.takes(given.len())
        };
        let fit = |own: &Defined| -> u32 { self.parameter_types(own).iter().zip(given).map(|(wanted, given)| fit(*wanted, *given)).sum() };
        self.functions.iter().enumerate().rev().filter(fits).max_by_key(|(_, own)| fit(own)).map(|(place, _)| place)
    }

    /// Which of several functions of a name C++ means, where the best one is given: of two that differ in const alone the one that fits. Says
    /// where it finds none better than the others. `before` parameters have no argument in the text, the first of which begins at a place.
    pub(super) fn overloaded(
        &mut self,
        number: usize,
        others: Vec<usize>,
        (before, given): (usize, &[Option<CType>]),
        begin: usize,
        at: usize,
    ) -> usize {
        let mut chosen = number;
        let name = self.functions[number].name.clone();
        let of_text = |own: &Self, number: usize| number >= own.learned && own.functions[number].templates.is_empty();
        let takes = |own: &Self, number: usize| own.functions[number].takes(given.len() + before);
        if self.dry || !takes(self, number) || !of_text(self, number) || given.iter().any(|own| own.is_none_or(|own| own.needs_register()))
        {
            return number;
        }
        let ranks = |own: &Self, number: usize| -> Vec<u32> {
            let function = &own.functions[number];
            let wanted = own.parameter_types(function);
            let rank = |(place, given): (usize, &Option<CType>)| {
                let taken = &function.parameters[place + before];
                // A reference to what may change takes its own type.
                let refuses = taken.reference && !taken.constant && wanted[place + before] != *given;
                if refuses { 0 } else { fit(wanted[place + before], *given) }
            };
            given.iter().enumerate().map(rank).collect()
        };
        let best = ranks(self, number);
        for other in others {
            if other == number || !takes(self, other) || !of_text(self, other) || best.contains(&0) {
                continue;
            }
            let rank = ranks(self, other);
            let is_better = best.iter().zip(&rank).all(|(best, rank)| best >= rank) && best != rank;
            if rank.contains(&0) || is_better {
                continue;
            }
            let span = self.span(at);
            let [one, two] = [chosen, other].map(|number| self.parameter_types(&self.functions[number]));
            let differ = if one == two { self.differs_in_const((chosen, other), (before, given.len()), begin) } else { None };
            match differ {
                Some(Some(is_other)) => chosen = if is_other { other } else { chosen },
                Some(None) => {
                    self.error("not-covered", span, format!("Which `{name}` is meant depends on a const that is not known here."));
                    return chosen;
                }
                None => {
                    self.error("ambiguous", span, format!("This call is ambiguous: several functions `{name}` fit equally."));
                    return chosen;
                }
            }
        }
        chosen
    }

    /// Of two functions with the same types, whether const says that the second is meant; None inside where that is not known, and outside where
    /// const is no difference.
    fn differs_in_const(&self, (one, two): (usize, usize), (before, count): (usize, usize), begin: usize) -> Option<Option<bool>> {
        let (mut from, mut all) = (begin, None);
        for place in before..before + count {
            let end = self.next_comma(from, self.at.saturating_sub(1));
            let [a, b] = [one, two].map(|number| &self.functions[number].parameters[place]);
            if a.reference != b.reference {
                return None;
            }
            let flags = if a.signs > 0 && !a.reference { (a.to_constant, b.to_constant) } else { (a.constant, b.constant) };
            if flags.0 != flags.1 && (a.signs > 0 || a.reference) {
                let known = if a.signs > 0 { self.points_to_const_between(from, end) } else { self.names_const_between(from, end) };
                let is_second = known.map(|known| known == flags.1);
                all = match all {
                    None => Some(is_second),
                    Some(before) if before == is_second => Some(is_second),
                    Some(_) => return None,
                };
            }
            from = end + 1;
        }
        all
    }

    /// Whether a name is that of a function which the library has and no row.
    pub(super) fn is_intrinsic(&self, word: &str) -> bool {
        self.functions[..self.learned].iter().any(|own| own.name == word)
            && function_named(word).is_none()
            && intrinsics().any(|(name, _)| name == word)
    }

    /// Enters a function of the library that has no row.
    pub(super) fn intrinsic(&mut self, word: &str, values: Vec<Id>, at: usize) -> Option<Id> {
        let given: Vec<Option<CType>> = values.iter().map(|id| Some(self.tree.own(*id))).collect();
        let number = self.best(true, word, &given)?;
        Some(self.entered_library(number, values, at))
    }

    /// Enters a function of the library by its place.
    pub(super) fn entered_library(&mut self, number: usize, values: Vec<Id>, at: usize) -> Id {
        let wanted = self.parameter_types(&self.functions[number]);
        let values = values.into_iter().zip(wanted).map(|(id, own)| own.map_or(id, |own| self.tree.converted(id, own))).collect();
        if self.dry {
            let own = self.result_of(&self.functions[number]);
            return self.zero(own.unwrap_or(CType::Int));
        }
        let kept = (self.in_program, self.first, self.assigns);
        self.in_program = true;
        let value = self.entered(number, values, &[], at);
        (self.in_program, self.first, self.assigns) = kept;
        value.unwrap_or_else(|| self.tree.number(CType::Int, 0, None, 0..0))
    }

    /// What an operator gives where it is a function: `operator+` of the text for its structures, or a function of the narrow types.
    pub(super) fn operator(&mut self, word: &str, both: [Id; 2]) -> Option<Id> {
        let known = OPERATORS.iter().find(|(_, own, ..)| *own == word);
        let symbol = known.map_or(word, |(symbol, ..)| symbol);
        if let Some(id) = self.own_operator(symbol, &both) {
            return Some(id);
        }
        let [left, right] = both.map(|id| self.tree.own(id));
        let (.., single, pair) = known.filter(|_| left == right)?;
        let name = match left {
            CType::Half | CType::Brain if !single.is_empty() => single,
            CType::Halves | CType::Brains => pair,
            _ => return None,
        };
        self.intrinsic(name, both.to_vec(), self.at.saturating_sub(1))
    }

    /// `a += b` of structures: what `operator+=` of the text makes of a.
    pub(super) fn assigned_by_operator(&mut self, word: &str, place: &Place, both: [Id; 2], at: usize) -> Option<Id> {
        let given: Vec<Option<CType>> = both.iter().map(|id| Some(self.tree.own(*id))).collect();
        let name = ["operator", word].concat();
        let right = [self.tree.own(both[1])];
        if let Some(number) = self.member_function(self.own_of(place), &name, &right) {
            self.runs_member(number, place.clone(), vec![both[1]], Vec::new(), at);
            return Some(self.read(place));
        }
        let number = self.operator_of_enumeration(&name, &given).or_else(|| self.best(self.in_library(), &name, &given));
        let Some(number) = number else {
            let span = self.span(at);
            self.error("operation", span, format!("{name} is not defined for this structure."));
            return None;
        };
        self.entered(number, both.to_vec(), &[Some(place.clone()), None], at);
        Some(self.read(place))
    }

    /// Whether an operand becomes what an operator takes: as it is, as another number, or by a constructor.
    fn becomes(&self, given: Option<CType>, wanted: Option<CType>) -> bool {
        let (Some(given), Some(wanted)) = (given, wanted) else { return true };
        let is_made = || wanted.layout().is_some_and(|layout| self.member_function(wanted, &layout.name, &[given]).is_some());
        self.is_or_derives(given, wanted) || fit(Some(wanted), Some(given)) > 0 || is_made()
    }

    /// An operator that the text defines for these operands, one of which is no number.
    pub(super) fn own_operator(&mut self, symbol: &str, operands: &[Id]) -> Option<Id> {
        let given: Vec<Option<CType>> = operands.iter().map(|id| Some(self.tree.own(*id))).collect();
        let name = ["operator", symbol].concat();
        if given.iter().flatten().all(|own| own.layout().is_none() && own.lane().is_none()) {
            let number = self.operator_of_enumeration(&name, &given)?;
            if self.dry {
                let own = self.result_of(&self.functions[number])?;
                return Some(self.zero(own));
            }
            return self.entered(number, operands.to_vec(), &[], self.at.saturating_sub(1));
        }
        let free = self.best(self.in_library(), &name, &given).map(|number| (number, self.parameter_types(&self.functions[number])));
        let free = free.filter(|(_, wanted)| wanted.iter().zip(&given).all(|(wanted, given)| self.becomes(*given, *wanted)));
        // One that takes the operands as they are goes before one of the structure.
        let is_exact = free.as_ref().is_some_and(|(_, wanted)| *wanted == given);
        let of_structure = || operands.first().is_some_and(|id| self.has_member(self.tree.own(*id), &name));
        let Some((number, _)) = free.filter(|_| is_exact || !of_structure()) else { return self.member_operator(&name, operands) };
        if self.dry {
            let own = self.result_of(&self.functions[number])?;
            return Some(self.zero(own));
        }
        self.entered(number, operands.to_vec(), &[], self.at.saturating_sub(1))
    }
}
