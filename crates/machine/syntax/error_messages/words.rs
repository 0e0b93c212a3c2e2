//! Dotted words that the form does not have, does not have twice, or lacks.

use super::availability::in_words;
use super::{Place, ticked};
use crate::instruction::{Family, Form, Modifier, ModifierSet, Type, forms_of};
use crate::syntax::diagnostic::{Diagnostic, Fix};
use crate::syntax::edit_distance::misspelt;
use crate::syntax::known_typos::{format_and_lanes, names_format};
use crate::syntax::overload_resolution::{is_passed_over, misplaced, missing_parts};
use crate::syntax::statement::Word;

/// Judges every word by those before it, then looks for what is missing.
pub(crate) fn about_words(place: &Place, chosen: ModifierSet, diagnostics: &mut Vec<Diagnostic>) {
    let form = place.head.form;
    let mut seen = ModifierSet::NONE;
    let mut replaceable = false;
    for word in &place.statement.words {
        if is_passed_over(word.text, place.candidates) {
            diagnostics.extend(passed_over_twice(word, seen));
            seen = word.modifier.map_or(seen, |modifier| seen.with(modifier));
            continue;
        }
        let Some(modifier) = word.modifier.filter(|modifier| !is_slip(place, *modifier)) else {
            let (diagnostic, replaced) = unknown(place, word, chosen);
            diagnostics.push(diagnostic);
            replaceable |= replaced;
            continue;
        };
        if seen.has(modifier) {
            diagnostics.extend(repeated(word, modifier));
        } else if !form.pattern.all.has(modifier) {
            let (diagnostic, replaced) = foreign(place, word, modifier, chosen);
            diagnostics.push(diagnostic);
            replaceable |= replaced;
        } else if let Some(other) = rival(form, seen, modifier) {
            let message = format!("{} and {} exclude each other.", ticked(other.text()), ticked(modifier.text()));
            let keep = place.word_of(other).unwrap_or(word.span.clone());
            let diagnostic = Diagnostic::error("conflicting-modifiers", word.span.clone(), message)
                .with_fix(remove(word))
                .with_fix(Fix::replace(format!("keep {}", modifier.text()), keep, ""));
            diagnostics.push(diagnostic);
        }
        seen = seen.with(modifier);
    }
    diagnostics.extend(out_of_place(place, chosen));
    diagnostics.extend(too_large(place, chosen));
    // With another type other words may be missing.
    let other_type =
        |word: &Word| word.slip.is_some() || word.modifier.is_some_and(|modifier| is_type(modifier) && !form.pattern.all.has(modifier));
    let other_type = place.statement.words.iter().any(other_type);
    for missing in missing_parts(form, chosen).filter(|_| !other_type) {
        // Where a wrong word stands for the missing one, its own complaint offers the replacement.
        if missing.iter().all(|modifier| !is_choice(modifier)) || !replaceable {
            diagnostics.extend(lacking(place, missing, chosen));
        }
    }
}

/// A second property of testp: the first is passed over, two are refused.
fn passed_over_twice(word: &Word, seen: ModifierSet) -> Option<Diagnostic> {
    let is_property = word.modifier.is_some();
    let other = seen.intersection(ModifierSet::QUESTIONS).first().filter(|_| is_property)?;
    let message = format!("{} and {} exclude each other, and neither belongs here.", ticked(other.text()), ticked(word.text));
    Some(Diagnostic::error("conflicting-modifiers", word.span.clone(), message).with_fix(remove(word)))
}

/// Whether a modifier is one of a choice that some forms demand.
fn is_choice(modifier: Modifier) -> bool {
    matches!(modifier.family(), Family::Rounding | Family::WholeRounding | Family::Accuracy | Family::Question)
}

fn is_type(modifier: Modifier) -> bool {
    modifier.data_type().is_some()
}

/// The place of a type among those of an instruction.
fn place_of(modifier: Modifier) -> usize {
    if let Modifier::Type(place, _) = modifier { place.into() } else { 0 }
}

fn remove(word: &Word) -> Fix {
    Fix::replace(format!("remove {}", word.text), word.span.clone(), "")
}

/// A modifier among those seen that cannot stand with another.
fn rival(form: &Form, seen: ModifierSet, modifier: Modifier) -> Option<Modifier> {
    let part = form.pattern.parts.iter().find(|part| part.modifiers.has(modifier))?;
    if part.together { None } else { seen.intersection(part.modifiers).first() }
}

/// ptxas 12.9 passes over a second .sat, .NaN or .approx and refuses every other repetition.
fn repeated(word: &Word, modifier: Modifier) -> Option<Diagnostic> {
    let message = format!("{} stands twice.", ticked(word.text));
    let tolerated = matches!(modifier, Modifier::Sat | Modifier::NaN | Modifier::Approx | Modifier::Uni);
    let diagnostic = Diagnostic::error("repeated-modifier", word.span.clone(), message);
    (!tolerated).then(|| diagnostic.with_fix(remove(word)))
}

/// A vector of a size that memory does not take.
fn too_large(place: &Place, chosen: ModifierSet) -> Option<Diagnostic> {
    let (count, own) = (chosen.vector(), chosen.data_type().filter(|_| !place.head.form.pattern.has_size(chosen))?);
    let (words, bits) = ([chosen.intersection(ModifierSet::VECTORS).listed(), own.text().to_owned()].concat(), count * own.width());
    let most = if place.head.form.pattern.parts.iter().any(|part| part.optional && part.modifiers.is_within(ModifierSet::VECTORS)) {
        "has 128 bits at most"
    } else {
        "has 256 bits"
    };
    Some(Diagnostic::error("vector-size", place.head_span(), format!("A vector {most} here; {words} has {bits}.")))
}

/// A word that ptxas takes only at one place: `.full` directly behind the mnemonic.
fn out_of_place(place: &Place, chosen: ModifierSet) -> Option<Diagnostic> {
    let (pinned, at) = misplaced(place.head.form, chosen, place.statement)?;
    let word = place.statement.words.iter().find(|word| word.text == pinned.text())?;
    let before = place.statement.words[..at].iter().fold(place.head.form.mnemonic().to_owned(), |text, word| text + word.text);
    let message = format!("{} must directly follow {before}.", ticked(word.text));
    let text = place.in_order();
    let fix = Fix::replace(format!("write {text}"), place.head_span(), text);
    Some(Diagnostic::error("modifier-order", word.span.clone(), message).with_fix(fix))
}

/// The complaint with fixes that put what is missing in the place of the word, or remove it; whether something could be put there.
fn with_replacements(place: &Place, word: &Word, chosen: ModifierSet, mut diagnostic: Diagnostic) -> (Diagnostic, bool) {
    let completing: Vec<Modifier> = place.completing(chosen).iter().filter(|modifier| is_choice(*modifier)).collect();
    let lacks = missing_parts(place.head.form, chosen).any(|missing| missing.iter().any(is_choice));
    if lacks && word.modifier.is_some_and(|modifier| modifier.family() == Family::Rounding) {
        return (diagnostic, true);
    }
    if lacks && !completing.is_empty() {
        for modifier in completing {
            let text = modifier.text();
            let fix = Fix::replace(format!("write {text}"), word.span.clone(), text);
            if !diagnostic.fixes.contains(&fix) {
                diagnostic = diagnostic.with_fix(fix);
            }
        }
        return (diagnostic, true);
    }
    // What a word of no meaning was to do nobody knows, and without a rounding the result would be another one.
    let fix = word.modifier.filter(|modifier| modifier.family() != Family::Rounding).map(|_| remove(word));
    (fix.into_iter().fold(diagnostic, Diagnostic::with_fix), false)
}

/// A word that is a modifier of the table, but not of this form.
fn foreign(place: &Place, word: &Word, modifier: Modifier, chosen: ModifierSet) -> (Diagnostic, bool) {
    if is_type(modifier) {
        let twice = || type_twice(place, word, modifier, chosen);
        let diagnostic = twice().or_else(|| no_pair(place, word, modifier, chosen)).unwrap_or_else(|| wrong_type(place, word, chosen));
        return (diagnostic, false);
    }
    let has = |form: &Form| form.pattern.all.has(modifier);
    let own_type = place.head.modifiers.intersection(ModifierSet::FIRST_TYPES);
    let same_type = |form: &&Form| own_type.is_within(form.pattern.all);
    let elsewhere = place.candidates.iter().any(has);
    let of_type = place.candidates.iter().filter(same_type).any(has);
    let subject = match (elsewhere, of_type) {
        (true, false) => type_words(place).trim_start_matches('.').to_owned(),
        (true, true) => place.label(),
        (false, _) => place.head.form.mnemonic().to_owned(),
    };
    let message = format!("{} is not available for {subject}. {}", ticked(word.text), place.what_it_takes());
    let diagnostic =
        Diagnostic::error("illegal-modifier", word.span.clone(), message).with_alternatives(place.takes().iter().map(Modifier::text));
    with_replacements(place, word, chosen, diagnostic)
}

/// Types that the mnemonic has, but no form of it has together.
fn no_pair(place: &Place, word: &Word, modifier: Modifier, chosen: ModifierSet) -> Option<Diagnostic> {
    let types = chosen.intersection(ModifierSet::TYPES);
    let known = place.types(types);
    if known != types || known.len() < 2 {
        return None;
    }
    // What could stand in the place of one type beside the others, in the forms that have those.
    let instead_of = |one: Modifier| place.beside(types.without(one)).intersection(ModifierSet::TYPES.at_place(place_of(one)));
    let others = instead_of(modifier);
    if others.is_empty() || others.has(modifier) {
        return None;
    }
    let name = place.head.form.mnemonic();
    let written: String = types.iter().map(Modifier::text).collect();
    let message = match (types.len(), types.iter().next(), types.iter().nth(1)) {
        (2, Some(first), Some(second)) => format!(
            "{name} has no {written}: after {} it takes {}, before {} {}.",
            first.text(),
            instead_of(second).listed(),
            second.text(),
            instead_of(first).listed()
        ),
        _ => format!("{name} has no {written}: beside {} it takes {}.", types.without(modifier).listed(), others.listed()),
    };
    let diagnostic = Diagnostic::error("wrong-type", word.span.clone(), message).with_alternatives(others.iter().map(Modifier::text));
    Some(repacked(place, chosen).into_iter().fold(diagnostic, Diagnostic::with_fix))
}

/// A type that stands twice in an instruction that names it once.
fn type_twice(place: &Place, word: &Word, modifier: Modifier, chosen: ModifierSet) -> Option<Diagnostic> {
    let before = place.statement.words.iter().take_while(|other| other.span != word.span);
    let twice = before.filter_map(|other| other.modifier?.data_type()).any(|other| Some(other) == modifier.data_type());
    let once = chosen.without(modifier);
    let is_whole = |form: &&Form| form.pattern.allows(once) && form.pattern.operand_count(once) == place.statement.operands.len();
    let form = place.candidates.iter().find(is_whole).filter(|_| twice)?;
    let message = format!("{} is written twice; {} names its type once.", ticked(word.text), form.pattern.spelled(once));
    Some(Diagnostic::error("repeated-modifier", word.span.clone(), message).with_fix(remove(word)))
}

/// The one head whose types are those that were written, with more lanes: `.f16x2.e4m3x2` for `.f16.e4m3`, where PTX converts pairs alone.
fn repacked(place: &Place, chosen: ModifierSet) -> Option<Fix> {
    let written: Vec<&Word> = place.statement.words.iter().filter(|word| word.meant().is_some_and(is_type)).collect();
    let other_words = chosen.difference(ModifierSet::TYPES);
    let mut found: Vec<ModifierSet> = Vec::new();
    for form in place.candidates {
        let types = written.iter().enumerate().map(|(at, word)| {
            let (format, lanes) = format_and_lanes(word.text);
            let packs = |other: &Modifier| format_and_lanes(other.text()).0 == format && format_and_lanes(other.text()).1 >= lanes;
            form.pattern.all.intersection(ModifierSet::TYPES.at_place(at)).iter().find(packs)
        });
        let Some(types) = types.collect::<Option<ModifierSet>>() else { continue };
        let all = types.union(other_words);
        let lacks_type = || missing_parts(form, all).any(|missing| missing.iter().any(is_type));
        let takes = form.pattern.operand_count(all) == place.statement.operands.len();
        if takes && all.is_within(form.pattern.all) && !lacks_type() && !found.contains(&types) {
            found.push(types);
        }
    }
    let [types] = found[..] else { return None };
    let (first, last) = (written.first()?, written.last()?);
    let text: String = types.iter().map(Modifier::text).collect();
    let between = place.statement.words.iter().filter(|word| first.span.start < word.span.start && word.span.start < last.span.start);
    let together = between.filter(|word| !word.meant().is_some_and(is_type)).count() == 0;
    together.then(|| Fix::replace(format!("write {text}"), first.span.start..last.span.end, text))
}

/// `mad` of a type that only `fma` has.
fn fused(place: &Place, word: &Word, chosen: ModifierSet) -> Option<Diagnostic> {
    let own = Type::named(word.text)?;
    let types = ModifierSet::only(Modifier::Type(0, own));
    let written = types.union(chosen.difference(ModifierSet::TYPES));
    let with_rounding = if written.intersection(ModifierSet::ROUNDING).is_empty() { written.with(Modifier::Rn) } else { written };
    let form = forms_of("fma").iter().find(|form| place.head.form.mnemonic() == "mad" && form.pattern.allows(with_rounding))?;
    let head = form.pattern.spelled(with_rounding);
    let message = format!("mad has no {}: {head} computes a · b + c and rounds once.", word.text);
    Some(Diagnostic::error("wrong-type", word.span.clone(), message).with_fix(Fix::replace(
        format!("write {head}"),
        place.head_span(),
        head,
    )))
}

fn wrong_type(place: &Place, word: &Word, chosen: ModifierSet) -> Diagnostic {
    if let Some(diagnostic) = fused(place, word, chosen) {
        return diagnostic;
    }
    let before = place.statement.words.iter().take_while(|other| other.span != word.span);
    let at = word.meant().map_or_else(|| before.filter(|word| word.meant().is_some_and(is_type)).count(), place_of);
    let own = ModifierSet::TYPES.at_place(at);
    let all = place.types(own);
    // What goes with the other types, best of the same format with another number of lanes; else what is of the same format.
    let same: ModifierSet = all.iter().filter(|other| names_format(word.text, other.text())).collect();
    let others = chosen.intersection(ModifierSet::TYPES).difference(own);
    let beside = place.beside(others).intersection(own);
    let both = same.intersection(beside);
    // Of those, the ones that some form takes beside the other words, where there are such.
    let words = chosen.difference(ModifierSet::TYPES);
    let fits = |other: &Modifier| place.candidates.iter().any(|form| words.with(*other).is_within(form.pattern.all));
    let fitting = |types: ModifierSet| Some(types.iter().filter(fits).collect()).filter(|fitting: &ModifierSet| !fitting.is_empty());
    let types = [both, beside, same].into_iter().find(|types| !types.is_empty()).unwrap_or(all);
    let types = fitting(types).unwrap_or(types);
    let takes = match types {
        _ if types == all => ", which takes".to_owned(),
        _ if types.is_within(same) => "; of this format it takes".to_owned(),
        _ if types == fitting(all).unwrap_or(all) => ", which takes".to_owned(),
        _ => format!("; beside {} it takes", others.listed()),
    };
    let name = place.head.form.mnemonic();
    let is = match Type::named(word.text) {
        _ if OTHER_WORDS.contains(&word.text) => "not covered here for",
        Some(_) => "not available for",
        None => "no type of",
    };
    let mut message = format!("{} is {is} {name}{takes} {}.", ticked(word.text), types.listed());
    if let Some(other) = same.first().filter(|_| both.is_empty() && !beside.is_empty()) {
        let partners = place.beside(ModifierSet::only(other)).intersection(ModifierSet::TYPES).difference(own);
        message = format!("{message} {} goes with {}.", ticked(other.text()), partners.listed());
    } else if word.slip.is_some() {
        message = format!("{message} {}", nearest_form(place));
    }
    let diagnostic = Diagnostic::error("wrong-type", word.span.clone(), message).with_alternatives(types.iter().map(Modifier::text));
    // The same type by its name in PTX, bits of the same width, or the same format with more lanes: nothing else is meant by it.
    let is_same = |other: &Modifier| {
        let untyped = other.data_type().filter(|other| other.is_untyped());
        let as_bits = untyped.is_some() && untyped.map(Type::width) == Type::named(word.text).map(Type::width);
        as_bits || format_and_lanes(other.text()) == format_and_lanes(word.text)
    };
    let use_of = |other: Modifier| Fix::replace(format!("use {}", other.text()), word.span.clone(), other.text());
    let fix = types.iter().find(is_same).map(use_of).or_else(|| repacked(place, chosen));
    fix.into_iter().fold(diagnostic, Diagnostic::with_fix)
}

/// The form that needs the least mending, and where it is if not here.
fn nearest_form(place: &Place) -> String {
    let form = place.head.form;
    let (pattern, inside) = (&form.pattern, &form.pattern.braces);
    let mut operands = String::new();
    for (at, (_, letter)) in pattern.operands.iter().enumerate() {
        operands.push_str(if at == 0 { " " } else { ", " });
        operands.push_str(if !inside.is_empty() && at == inside.start { "{" } else { "" });
        operands.push(*letter);
        operands.push_str(if !inside.is_empty() && at + 1 == inside.end { "}" } else { "" });
    }
    let refusal = form.refusal(*place.context).map_or_else(String::new, |refusal| format!(" ({})", in_words(refusal)));
    format!("The nearest form is {}{operands}{refusal}.", place.in_order())
}

/// Words of PTX that nothing here has: types of other sections of the manual, `cvt.pack`, and addresses of unified memory.
const OTHER_WORDS: [&str; 4] = [".f128", ".pred", ".pack", ".unified"];

/// Words that people bring from other places.
const FOREIGN_WORDS: [(&str, Modifier); 6] = [
    (".nan", Modifier::NotANumber),
    (".isnan", Modifier::NotANumber),
    (".inf", Modifier::Infinite),
    (".denormal", Modifier::Subnormal),
    (".daz", Modifier::Ftz),
    (".saturate", Modifier::Sat),
];

/// Whether a word means something elsewhere, and is another one's slip here: `.nan` of a comparison beside `.NaN` or `.notanumber`.
fn is_slip(place: &Place, modifier: Modifier) -> bool {
    let everything = place.candidates.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all));
    let same = |other: Modifier| other.text().eq_ignore_ascii_case(modifier.text());
    let brought = || FOREIGN_WORDS.iter().any(|(foreign, meant)| *foreign == modifier.text() && everything.has(*meant));
    modifier.data_type().is_none() && !everything.has(modifier) && (everything.iter().any(same) || brought())
}

/// A word that no form of the table has.
fn unknown(place: &Place, word: &Word, chosen: ModifierSet) -> (Diagnostic, bool) {
    if word.slip.is_some() || matches!(word.text, ".f128" | ".pred") {
        return (wrong_type(place, word, chosen), false);
    }
    let everything = place.candidates.iter().fold(ModifierSet::NONE, |set, form| set.union(form.pattern.all));
    let differs_in_case = everything.iter().find(|modifier| modifier.text().eq_ignore_ascii_case(word.text));
    let brought = FOREIGN_WORDS.iter().find(|(foreign, modifier)| *foreign == word.text && everything.has(*modifier));
    let meant = differs_in_case
        .or(brought.map(|(_, modifier)| *modifier))
        .or_else(|| misspelt(word.text, everything.iter().filter(|one| !is_type(*one)).map(Modifier::text)).and_then(Modifier::named));
    let name = place.head.form.mnemonic();
    let is = if OTHER_WORDS.contains(&word.text) { "not covered here for" } else { "no modifier of" };
    let message = match differs_in_case {
        Some(modifier) => format!("{} is written {}: PTX is case-sensitive.", ticked(word.text), modifier.text()),
        None => format!("{} is {is} {name}. {}", ticked(word.text), place.what_it_takes()),
    };
    let mut diagnostic =
        Diagnostic::error("unknown-modifier", word.span.clone(), message).with_alternatives(place.takes().iter().map(Modifier::text));
    if let Some(modifier) = meant {
        let text = modifier.text();
        diagnostic = diagnostic.with_fix(Fix::replace(format!("write {text}"), word.span.clone(), text));
        return (diagnostic, is_choice(modifier) || is_type(modifier));
    }
    with_replacements(place, word, chosen, diagnostic)
}

/// The types of the instruction as it writes them: `.f32`, or `.s32.f32` of a conversion.
fn type_words(place: &Place) -> String {
    let types = place.head.modifiers.intersection(ModifierSet::TYPES);
    place.head.form.pattern.ordered(types).map(Modifier::text).collect()
}

/// A part that must stand and does not.
fn lacking(place: &Place, missing: ModifierSet, chosen: ModifierSet) -> Option<Diagnostic> {
    let first = missing.first()?;
    let is_type_or_wrong = |word: &Word| word.modifier.is_none_or(|modifier| modifier.family() == Family::Type);
    let name = place.head.form.mnemonic();
    let (code, choices, message) = match first.family() {
        // A type that is not one, or a misspelled word, has been reported already.
        Family::Type if place.statement.words.iter().any(is_type_or_wrong) => return None,
        Family::Type => {
            let types = place.types(ModifierSet::FIRST_TYPES);
            ("missing-type", types, format!("{name} needs a type: {}.", types.listed()))
        }
        // So has a later type that does not go with those before it.
        Family::SourceType | Family::SecondSourceType | Family::ThirdSourceType => {
            let at = place_of(first);
            let own = ModifierSet::TYPES.at_place(at);
            if place.statement.words.iter().any(|word| word.modifier.is_none()) || !chosen.intersection(own).is_empty() {
                return None;
            }
            let beside = place.beside(chosen.intersection(ModifierSet::TYPES)).intersection(own);
            let types = if beside.is_empty() { place.types(own) } else { beside };
            let what = match at {
                1 => "second type, that of its source",
                2 => "third type, that of its second source",
                _ => "fourth type, that of its third source",
            };
            ("missing-type", types, format!("{name} needs a {what}: {}.", types.listed()))
        }
        Family::Sign => {
            let there = chosen.intersection(ModifierSet::of(&[Modifier::Xorsign, Modifier::Abs]));
            if there.has(Modifier::Abs) {
                // The sign of the result would be another one.
                let message = "With two operands `.abs` needs `.xorsign`, which also changes the sign. For magnitudes alone use abs first.";
                return Some(Diagnostic::error("missing-modifier", place.head_span(), message));
            }
            ("missing-modifier", missing, format!("{} needs {} beside it.", ticked(&there.listed()), ticked(&missing.listed())))
        }
        _ => {
            let completing = place.completing(chosen);
            let choices = if completing.is_empty() { missing } else { completing };
            let data_type = type_words(place);
            let all = place.head.form.pattern.spelled(chosen.intersection(place.head.form.pattern.all));
            if choices.is_within(ModifierSet::ROUNDING) || choices.is_within(ModifierSet::WHOLE) {
                ("missing-rounding", choices, format!("{name}{data_type} needs a rounding modifier: {}.", choices.listed()))
            } else if choices.len() == 1 {
                ("missing-modifier", choices, format!("{all} needs {}.", choices.listed()))
            } else {
                ("missing-modifier", choices, format!("{name}{data_type} needs one of {}.", choices.listed()))
            }
        }
    };
    let diagnostic = Diagnostic::error(code, place.head_span(), message).with_alternatives(choices.iter().map(Modifier::text));
    Some(choices.iter().fold(diagnostic, |diagnostic, modifier| diagnostic.with_fix(place.insert(modifier))))
}
