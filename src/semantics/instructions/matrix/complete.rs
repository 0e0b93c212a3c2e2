//! What could follow in a head: the next word of every form that is legal where the line is assembled.

use super::form::{FORMS, Form, lowering};
use super::head::read;
use crate::instruction::Context;
use crate::syntax::Completion;

/// The continuations of a text that is nothing but the beginning of a head.
pub(super) fn completions(text: &str, context: &Context) -> Vec<Completion> {
    let start = text.len() - text.trim_start().len();
    let typed = &text[start..];
    let mut all: Vec<Completion> = Vec::new();
    for head in FORMS.iter().flat_map(Form::heads) {
        let Some(rest) = head.strip_prefix(typed).filter(|rest| !rest.is_empty()) else { continue };
        let becomes = read(&head).ok().and_then(|read| lowering(&read, context.target.name(), context.ptx).ok());
        let Some(becomes) = becomes else { continue };
        let word = rest.strip_prefix('.').unwrap_or(rest);
        let skipped = rest.len() - word.len();
        let end = word.find('.').map(|end| skipped + end);
        let (text, detail) = match end {
            Some(end) => (head[..typed.len() + end].to_owned(), String::new()),
            None => ([&head, " "].concat(), becomes),
        };
        if all.iter().all(|known| known.text != text) {
            let label = text.rsplit('.').next().unwrap_or_default().trim_end();
            let label = if end.is_some() { label.to_owned() } else { head.clone() };
            all.push(Completion { span: start..start + typed.len(), text, label, detail });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::{Target, Version};

    fn words(text: &str, target: Target) -> Vec<String> {
        let context = Context { target, ptx: Version::NEWEST };
        completions(text, &context).into_iter().map(|completion| completion.text[text.len()..].to_owned()).collect()
    }

    #[test]
    fn every_head_is_legal_somewhere() {
        let targets = [Target::SM_90, Target::SM_90A, Target::SM_100A, Target::SM_120A];
        for form in FORMS {
            for head in form.heads() {
                let read = read(&head).unwrap_or_else(|word| panic!("{head}: {word}"));
                assert_eq!(read.written(), head);
                // Halves and their kin do not mix: a head of two types that do not go together is legal nowhere.
                let mixed = read.types.len() > 2 && read.types[1] != read.types[2] && !form.fits(&read);
                let legal = targets.iter().any(|target| lowering(&read, target.name(), Version::NEWEST).is_ok());
                assert!(legal || mixed, "{head}");
            }
        }
    }

    #[test]
    fn words_follow_one_another() {
        assert_eq!(words("mma.", Target::SM_80), ["sync"]);
        assert_eq!(words("mma.sync.al", Target::SM_80), ["igned"]);
        assert_eq!(words("mma.sync.aligned", Target::SM_75), [".m8n8k4", ".m16n8k8"]);
        assert_eq!(words("mma.sync.aligned.m16n8k16.row.col.f32.", Target::SM_80), ["f16", "bf16"]);
        assert_eq!(words("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f", Target::SM_80), ["32 "]);
        assert_eq!(words("wgmma.mma_async.sync.aligned.m64n8k", Target::SM_90A), ["16", "8", "32"]);
        assert!(words("wgmma.", Target::SM_90).is_empty() && words("mma.sync {", Target::SM_80).is_empty());
        assert_eq!(words("tcgen05.mma.cta_group::1.kind::mxf4", Target::SM_100A), [".block_scale", "nvf4"]);
        assert!(words("mma.é", Target::SM_80).is_empty());
    }
}
