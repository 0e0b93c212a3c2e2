//! The pages, each from its parts, and the piece of the app that its code comes in. What else is known of a page is its row in `state/page.rs`.

pub mod accuracy;
pub mod blocks;
pub mod cuda;
pub mod debug;
pub mod explore;
pub mod extremes;
pub mod float_to_half;
pub mod formats;
pub mod glossary;
pub mod gpu;
pub mod learn;
pub mod own_format;
pub mod program;
pub mod provenance;
pub mod reference;
pub mod rounding;
pub mod sums;
pub mod tensor;

use crate::components::lazy::{Build, chunk, piece};
use crate::state::page::Page;
use leptos::prelude::*;

// Every page but the first: one a piece, since most who follow a link want that page alone. Small ones that share their code come together.
piece!(accuracy, accuracy -> Build, || view! { <accuracy::Accuracy /> }.into_any());
piece!(sums, sums -> Build, || view! { <sums::Sums /> }.into_any());
piece!(gpu, gpu -> Build, || view! { <gpu::Gpu /> }.into_any());
piece!(debug, debug -> Build, || view! { <debug::DebugPage /> }.into_any());
piece!(learn, learn -> Build, || view! { <learn::Learn /> }.into_any());
piece!(program, program -> Build, || view! { <program::ProgramPage /> }.into_any());
piece!(tensor, dot -> Build, || view! { <tensor::Tensor /> }.into_any());
piece!(number, formats -> Build, || view! { <formats::Formats /> }.into_any());
piece!(sums, blocks -> Build, || view! { <blocks::Blocks /> }.into_any());
piece!(formats, own_format -> Build, || view! { <own_format::OwnFormat /> }.into_any());
piece!(formats, half -> Build, || view! { <float_to_half::Half /> }.into_any());
piece!(formats, extremes -> Build, || view! { <extremes::Extremes /> }.into_any());
piece!(formats, rounding -> Build, || view! { <rounding::Rounding /> }.into_any());
piece!(handbook, reference -> Build, || view! { <reference::Reference /> }.into_any());
piece!(cuda, cuda -> Build, || view! { <cuda::Cuda /> }.into_any());
piece!(help, glossary -> Build, || view! { <glossary::Glossary /> }.into_any());
piece!(help, how -> Build, || view! { <provenance::How /> }.into_any());

/// What draws a page, from the moment that its code is there.
pub fn view(page: Page) -> AnyView {
    match page {
        Page::Explore => view! { <explore::Explore /> }.into_any(),
        Page::Formats => chunk(|| Box::pin(formats())),
        Page::Reference => chunk(|| Box::pin(reference())),
        Page::Program => chunk(|| Box::pin(program())),
        Page::Sums => chunk(|| Box::pin(sums())),
        Page::Accuracy => chunk(|| Box::pin(accuracy())),
        Page::Gpu => chunk(|| Box::pin(gpu())),
        Page::How => chunk(|| Box::pin(how())),
        Page::Blocks => chunk(|| Box::pin(blocks())),
        Page::OwnFormat => chunk(|| Box::pin(own_format())),
        Page::Half => chunk(|| Box::pin(half())),
        Page::Extremes => chunk(|| Box::pin(extremes())),
        Page::Rounding => chunk(|| Box::pin(rounding())),
        Page::Cuda => chunk(|| Box::pin(cuda())),
        Page::Glossary => chunk(|| Box::pin(glossary())),
        Page::Learn => chunk(|| Box::pin(learn())),
        Page::Debug => chunk(|| Box::pin(debug())),
        Page::Tensor => chunk(|| Box::pin(dot())),
    }
}
