//! Pages of the functions that CUDA's headers have for halves, bfloat16, FP8 and FP4, and of a few that no table of the handbook lists.

use crate::Page;
use crate::markup::put;
use crate::reference::worked;
use semantics::c::intrinsics;
use semantics::instruction::Context;
use semantics::instruction::cuda::function_named;
use view_model::components::html::push_text;
use view_model::pages::reference::links::{explore, slug};

/// A page for each name, with the prototypes that it has.
pub fn narrow() -> Vec<Page> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, prototype) in intrinsics().filter(|(name, _)| function_named(name).is_none()) {
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, prototypes)) => prototypes.push(prototype),
            None => all.push((name, vec![prototype])),
        }
    }
    all.sort_unstable();
    all.into_iter().map(|(name, prototypes)| page(name, &prototypes)).collect()
}

fn page(name: &str, prototypes: &[&str]) -> Page {
    let context = Context::default();
    let mut body = ["<h1><code>", name, "</code></h1><ul class=\"forms\">"].concat();
    for prototype in prototypes {
        body.push_str("<li><code>");
        push_text(&mut body, prototype);
        body.push_str("</code></li>");
    }
    let text = call(name, prototypes[0]);
    put(&mut body, &["</ul>", &worked(&text, context), "<p><a href=\""]);
    push_text(&mut body, &explore(&text, context));
    body.push_str("\">Open in Ulpscope</a></p>");
    Page {
        path: format!("reference/cuda-narrow/{}", slug(name)),
        name: name.to_owned(),
        title: format!("{name} (CUDA): a function of {}", types(prototypes)),
        about: format!("{}. Its PTX and an example step by step.", prototypes.join("; ")),
        language: "en",
        body,
    }
}

/// A call of variables with the types of the parameters, which have the numbers of an example; what chooses a format or a rounding is a constant.
fn call(name: &str, prototype: &str) -> String {
    let parameters = prototype.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    let (mut text, mut arguments) = (String::new(), Vec::new());
    for parameter in parameters.split(", ") {
        arguments.push(match parameter.rsplit(' ').next().unwrap_or(parameter) {
            "saturate" => "__NV_SATFINITE",
            "interpretation" if name.contains("fp4") => "__NV_E2M1",
            "interpretation" => "__NV_E4M3",
            "rounding" => "cudaRoundNearest",
            own => {
                put(&mut text, &[parameter, "; "]);
                own
            }
        });
    }
    [&text, name, "(", &arguments.join(", "), ");"].concat()
}

/// The narrow types of prototypes, in words.
fn types(prototypes: &[&str]) -> String {
    let words = [("half", "halves"), ("bfloat16", "bfloat16"), ("fp8", "FP8"), ("fp4", "FP4")];
    let has = |word: &str| prototypes.iter().any(|prototype| prototype.contains(word));
    let own: Vec<&str> = words.into_iter().filter(|(word, _)| has(word)).map(|(_, said)| said).collect();
    if own.is_empty() { "CUDA’s headers".to_owned() } else { own.join(" and ") }
}
