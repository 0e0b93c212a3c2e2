//! What could follow in a head: the next word of every form that is legal where the line is assembled.

use super::FORMS;
use crate::instruction::Context;
use crate::syntax::Completion;

/// The continuations of a text that is nothing but the beginning of a head.
pub fn completions(text: &str, context: &Context) -> Vec<Completion> {
    let start = text.len() - text.trim_start().len();
    let typed = &text[start..];
    let mut all: Vec<Completion> = Vec::new();
    let offered = FORMS.iter().filter(|form| form.product().is_some());
    for (form, head) in offered.flat_map(|form| form.heads().into_iter().map(move |head| (form, head))) {
        let Some(rest) = head.strip_prefix(typed).filter(|rest| !rest.is_empty()) else { continue };
        let Some(becomes) = form.lowering(&head, *context) else { continue };
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
