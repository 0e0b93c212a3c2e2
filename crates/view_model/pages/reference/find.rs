//! Looking for forms: every word must be a mnemonic, a modifier or a part of what is said about the form.

use super::words::{entry, explain};
use semantics::instruction::{Context, Form, ModifierSet, Target, Version, forms, forms_of, modifier_of};

/// Forms that a text asks for, in the manual's order, best matches first: those whose mnemonic is its first word, then those
/// whose mnemonic begins with it; forms of the past and of the assembler alone last.
pub fn find(text: &str) -> Vec<&'static Form> {
    let text = text.to_ascii_lowercase();
    let parts: Vec<String> = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).flat_map(pieces).collect();
    if parts.is_empty() {
        return Vec::new();
    }
    let found = || forms().iter().filter(|form| parts.iter().all(|part| is_about(form, part)));
    let first = parts.first().map_or("", String::as_str);
    let rank = |form: &Form| match form.mnemonic() {
        _ if form.row.last_ptx.is_some() || !form.row.in_manual => 3,
        mnemonic if mnemonic == first => 0,
        mnemonic if mnemonic.starts_with(first) => 1,
        _ => 2,
    };
    // Four passes are less to download than a sort.
    (0..4).flat_map(|wanted| found().filter(move |form| rank(form) == wanted)).collect()
}

/// `fma.rn` is the word `fma` and the modifier `.rn`. A lone dot is still being typed.
fn pieces(word: &str) -> Vec<String> {
    let (head, rest) = word.split_once('.').unwrap_or((word, ""));
    let modifiers = rest.split('.').filter(|name| !name.is_empty()).map(|name| [".", name].concat());
    Some(head.to_owned()).filter(|head| !head.is_empty()).into_iter().chain(modifiers).collect()
}

fn is_about(form: &Form, part: &str) -> bool {
    let takes = |wanted: &str| form.pattern.all.iter().any(|modifier| modifier.text().to_ascii_lowercase().starts_with(wanted));
    if part.starts_with('.') {
        return takes(part);
    }
    let entry = entry(form.mnemonic());
    let said = [form.row.summary, form.row.note.map_or("", |(_, note)| note), entry.map_or("", |entry| entry.title)];
    form.mnemonic().starts_with(part)
        || takes(&[".", part].concat())
        || said.iter().any(|text| text.to_ascii_lowercase().contains(part))
        || form.row.target.name().contains(part)
        || form.pattern.all.iter().any(|modifier| explain(modifier).to_ascii_lowercase().contains(part))
}

/// The instruction's name with the least that its form asks for: `fma.rn.f32`.
pub fn plain(form: &Form) -> ModifierSet {
    form.pattern.parts.iter().filter(|part| !part.optional).fold(ModifierSet::NONE, |set, part| {
        if part.together { set.union(part.modifiers) } else { part.modifiers.first().map_or(set, |modifier| set.with(modifier)) }
    })
}

/// A name with its modifiers in the manual's order; `:3` tells three sources where another form of that name takes two.
pub fn name(form: &Form, modifiers: ModifierSet) -> String {
    let text = form.pattern.spelled(modifiers);
    let sources = form.pattern.source_count();
    let first = forms_of(form.mnemonic()).iter().find(|other| other.pattern.allows(modifiers));
    if first.is_none_or(|first| first.pattern.source_count() == sources) { text } else { text + ":" + &sources.to_string() }
}

/// A name without the number of its sources, and that number; words of one name can hold `::`.
pub fn split(text: &str) -> (&str, &str) {
    let number = |(_, sources): &(&str, &str)| !sources.is_empty() && sources.bytes().all(|byte| byte.is_ascii_digit());
    text.rsplit_once(':').filter(number).unwrap_or((text, ""))
}

/// The form and modifiers that a name stands for, one that the context has if there is; plainly the mnemonic's first form where the
/// name is not complete or wrong.
pub fn named(text: &str, context: Context) -> Option<(&'static Form, ModifierSet)> {
    let (text, sources) = split(text);
    let mut words = text.split('.');
    let mnemonic = words.next()?;
    let forms = forms_of(mnemonic);
    let modifiers = words.try_fold(ModifierSet::NONE, |set, word| Some(set.with(modifier_of(forms, &[".", word].concat(), set)?)));
    let exact = modifiers.and_then(|modifiers| {
        let fits =
            |form: &&Form| form.pattern.allows(modifiers) && (sources.is_empty() || form.pattern.source_count().to_string() == sources);
        let fitting = || forms.iter().filter(fits);
        fitting().find(|form| form.refusal(context).is_none()).or(fitting().next()).map(|form| (form, modifiers))
    });
    let available = || forms.iter().find(|form| form.refusal(context).is_none()).or(forms.first());
    exact.or_else(|| available().map(|form| (form, plain(form))))
}

/// A context that has the form: the one given if it does, else the same target with another PTX version, else the first target.
pub fn fitting(form: &Form, context: Context) -> Context {
    let targets = core::iter::once(context.target).chain(Target::ALL.iter().copied());
    let versions = || core::iter::once(context.ptx).chain(Version::ALL.iter().rev().copied());
    let all = targets.flat_map(|target| versions().map(move |ptx| Context { target, ptx }));
    all.into_iter().find(|context| form.refusal(*context).is_none()).unwrap_or(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&'static str> {
        find(text).iter().map(|form| form.row.syntax.split_whitespace().next().unwrap_or("")).collect()
    }

    #[test]
    fn words_and_modifiers_narrow_the_list() {
        assert_eq!(found("fma.rn.f64"), ["fma.rnd.f64"]);
        assert_eq!(found("fma f32x2"), ["fma.rnd{.ftz}.f32x2", "fma.rnd.f32x2.(f16x2|bf16x2).f32x2.f32x2"]);
        assert!(found("xorsign").iter().all(|syntax| syntax.contains("xorsign")));
        assert!(found("cosine").iter().any(|syntax| syntax.starts_with("cos")));
        assert!(found("clamps").iter().all(|syntax| syntax.contains(".sat")));
        assert_eq!(found("sq")[0], "sqrt.approx{.ftz}.f32");
        assert!(found("").is_empty() && found(" ; ").is_empty() && found("zebra").is_empty());
        assert_eq!(found("fma."), found("fma"));
        for text in ["..", "é", ".é.", "a..b", "."] {
            let _ = found(text);
        }
    }

    #[test]
    fn every_form_fits_somewhere() {
        for form in forms() {
            assert!(form.refusal(fitting(form, Context::default())).is_none(), "{}", form.row.syntax);
        }
    }

    #[test]
    fn names_stand_for_forms() {
        for form in forms() {
            for modifiers in form.pattern.combinations() {
                let spelled = name(form, modifiers);
                let read = named(&spelled, Context::default()).map(|(form, modifiers)| name(form, modifiers));
                assert_eq!(read, Some(spelled));
            }
        }
        assert_eq!(named("fma", Context::default()).map(|(form, modifiers)| name(form, modifiers)).as_deref(), Some("fma.rn.f32"));
        assert_eq!(named("fma.zebra", Context::default()).map(|(form, modifiers)| name(form, modifiers)).as_deref(), Some("fma.rn.f32"));
        assert_eq!(named("zebra", Context::default()), None);
        assert_eq!(named("", Context::default()), None);
    }
}
