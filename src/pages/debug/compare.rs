//! Two computations side by side: both texts, their common registers, and the steps of both in one order with the place where they part.

use super::Debug;
use super::query::{Query, Tab};
use super::rows::row;
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::BitRow;
use crate::components::dynamic::{part, text};
use crate::components::html::{push_text, sentence as markup};
use crate::components::picture::draw;
use crate::components::value::Value as NumberValue;
use crate::state::address::Page;
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::comparison::{Comparison, Likeness, Side, Source, compare};
use semantics::instruction::Context;
use semantics::number::Pattern;
use semantics::run::Value;
use semantics::trace::Step;
use semantics::trace::picture::of_step;
use semantics::trace::sentence::{sentence, title};
use std::sync::Arc;

/// A pair worth looking at.
struct Pair {
    name: &'static str,
    left: &'static str,
    right: &'static str,
    registers: &'static str,
}

const PAIRS: [Pair; 9] = [
    Pair {
        name: "fma against mul and add",
        left: "fma.rn.f32 %d, %a, %b, %c;",
        right: "mul.rn.f32 %t, %a, %b;\nadd.rn.f32 %d, %t, %c;",
        registers: "a:3f800800,b:3f800800,c:bf801000",
    },
    Pair {
        name: "with .ftz and without",
        left: "mul.rn.f32 %d, %a, %b;",
        right: "mul.rn.ftz.f32 %d, %a, %b;",
        registers: "a:00800000,b:3f000000",
    },
    Pair {
        name: "div.rn against div.approx",
        left: "div.rn.f32 %d, %a, %b;",
        right: "div.approx.f32 %d, %a, %b;",
        registers: "a:3f800000,b:40e00000",
    },
    Pair {
        name: "the root of sm_50 and sm_52",
        left: ".target sm_50\nsqrt.approx.f32 %d, %a;",
        right: ".target sm_52\nsqrt.approx.f32 %d, %a;",
        registers: "a:40000000",
    },
    Pair {
        name: "mad of sm_1x against fma",
        left: ".target sm_13\nmad.f32 %d, %a, %b, %c;",
        right: "fma.rn.f32 %d, %a, %b, %c;",
        registers: "a:3f800800,b:3f800800,c:bf801000",
    },
    Pair {
        name: "rounded once and twice",
        left: "mul.rn.f64 %t, %a, %b;\ncvt.rn.f16.f64 %d, %t;",
        right: "mul.rn.f64 %t, %a, %b;\ncvt.rn.f32.f64 %u, %t;\ncvt.rn.f16.f32 %d, %u;",
        registers: "a:3ff0020000000001,b:3ff0000000000000",
    },
    Pair {
        name: "HMUL2 with .FMZ and without",
        left: ".target sm_53\nHMUL2 R0, R1, R2;",
        right: ".target sm_53\nHMUL2.FMZ R0, R1, R2;",
        registers: ".R1:80007c00,.R2:3c000000",
    },
    Pair {
        name: "a sum on A100 and on H100",
        left: ".target sm_80\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d}, {%p, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -16384}, {%p, 14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, %p}, {%c};",
        right: ".target sm_90\nmma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%d}, {%p, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -16384}, {%p, 14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, %p}, {%c};",
        registers: "p:7400,c:00000000",
    },
    Pair { name: ".rn against .rz", left: "add.rn.f32 %d, %a, %b;", right: "add.rz.f32 %d, %a, %b;", registers: "a:3f800001,b:33c00000" },
];

/// The tab.
pub fn view(debug: Debug) -> AnyView {
    let context = debug.explorer.context;
    let compared = Memo::new(move |_| debug.query.with(|query| Arc::new(run(query, context.get()))));
    let inputs = Memo::new(move |_| compared.with(|compared| inputs(compared)));
    let html = Memo::new(move |_| compared.with(|compared| drawn(compared)));
    let chosen = move |event: web_sys::Event| {
        let pair = event_target_value(&event).parse::<usize>().ok().and_then(|place| PAIRS.get(place));
        if let Some(pair) = pair {
            let query = Query {
                tab: Tab::Compare,
                text: pair.left.into(),
                other: pair.right.into(),
                registers: crate::state::registers::Registers::read(pair.registers).0,
                ..Query::default()
            };
            debug.explorer.set_query(Page::Debug, &query.written(), Change::Edit(EditLabel::Comparison));
        }
    };
    let options = PAIRS.iter().enumerate().map(|(place, pair)| view! { <option value=place.to_string()>{pair.name}</option> }.into_any());
    view! {
        <section class="compare" aria-label="Compare">
            <p class="pairs">
                <label for="pair">"Two texts on the same registers; try "</label>
                <select id="pair" prop:value="" on:change=chosen>
                    <option value="" selected>"a pair"</option>
                    {options.collect_view()}
                </select>
            </p>
            <div class="sides">
                {side(debug, ["box", "Left", "i"], |query| &query.text, |query, text| query.text = text)}
                {side(debug, ["other", "Right", "j"], |query| &query.other, |query, text| query.other = text)}
            </div>
            <div class="inputs operands" role="group" aria-label="Registers">
                {part(move || inputs.get().into_iter().map(|input| register(debug, input)).collect_view().into_any())}
            </div>
            <div class="answer" inner_html=text(move || html.get())></div>
        </section>
    }
    .into_any()
}

/// A side: its id, its name on the page, and its part of the query.
fn side(debug: Debug, [id, name, part]: [&'static str; 3], of: fn(&Query) -> &String, set: fn(&mut Query, String)) -> AnyView {
    let input = move |event: web_sys::Event| {
        let mut query = debug.query.get_untracked();
        set(&mut query, event_target_value(&event));
        debug.explorer.set_query(Page::Debug, &query.written(), Change::Typing);
    };
    let rows = move || debug.query.with(|query| (of(query).matches('\n').count() + 1).clamp(2, 10).to_string());
    view! {
        <div class="side">
            <label for=id>{name}</label>
            <textarea
                id=id
                data-part=part
                rows=text(rows)
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                prop:value=text(move || debug.query.with(|query| of(query).clone()))
                on:input=input
                on:blur=move |_| debug.explorer.commit()
            ></textarea>
        </div>
    }
    .into_any()
}

fn register(debug: Debug, Value { name, own, bits }: Value) -> AnyView {
    let at = name.clone();
    let now = Memo::new(move |_| debug.query.with(|query| query.registers.get(&at)).unwrap_or(bits));
    let to = name.clone();
    let set = move |bits: u64| {
        let mut query = debug.query.get_untracked();
        query.registers.set(&to, bits);
        debug.explorer.set_query(Page::Debug, &query.written(), Change::Edit(EditLabel::ComparisonRegister(to.clone())));
    };
    let of = Signal::stored(name.clone());
    if own.is_predicate() {
        let pressed = text(move || (now.get() & 1 == 1).to_string());
        let said = text(move || own.decimal(now.get()));
        let turn = move |_| set(1 ^ now.get_untracked() & 1);
        return view! {
            <div class="operand">
                <div class="name"><b>{name}</b></div>
                <button type="button" class="fix" aria-label=of aria-pressed=pressed on:click=turn>{said}</button>
            </div>
        }
        .into_any();
    }
    let format = own.as_word();
    let pattern: Signal<Pattern> = Memo::new(move |_| Pattern::new(format, now.get())).into();
    let edit = Callback::new(move |pattern: Pattern| set(pattern.bits));
    let bits = Signal::stored(["bits of ", &name].concat());
    view! { <div class="operand" data-format=format.name><div class="name"><b>{name}</b></div><BitRow name=bits pattern edit /><NumberValue of pattern edit=Some(edit) /></div> }.into_any()
}

fn run(query: &Query, context: Context) -> Comparison {
    compare(Source { text: &query.text, context }, Source { text: &query.other, context }, &query.registers.file)
}

/// The registers of both sides, each once.
fn inputs(compared: &Comparison) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    for input in compared.sides.iter().flat_map(|side| side.run.inputs()) {
        if all.iter().all(|known| known.name.trim_start_matches('%') != input.name.trim_start_matches('%')) {
            all.push(input.clone());
        }
    }
    all
}

const NAMES: [&str; 2] = ["left", "right"];

fn drawn(compared: &Comparison) -> String {
    let mut html = String::with_capacity(30_000);
    for (side, name) in compared.sides.iter().zip(NAMES) {
        if let Some(problem) = &side.problem {
            html.push_str("<p class=\"says\"><b>");
            html.push_str(name);
            html.push_str(":</b> ");
            html.push_str(&markup(problem));
            html.push_str("</p>");
        }
    }
    if compared.sides.iter().any(|side| side.run.blocks.is_empty()) {
        return html;
    }
    html.push_str("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Results\"><table class=\"given\"><tbody>");
    let bits = |side: &Side| side.result().map(|value| value.bits);
    for (place, side) in compared.sides.iter().enumerate() {
        if let Some(result) = side.result() {
            let other = bits(&compared.sides[1 - place]).filter(|_| compared.sides[0].format() == compared.sides[1].format());
            row(&mut html, "seen", &[NAMES[place], " ", &result.name].concat(), result.bits, side.format(), other);
        }
    }
    html.push_str("</tbody></table></div><p class=\"finding parting\">");
    match (&compared.parting, compared.same) {
        (None, _) => html.push_str("<b>They never differ.</b> Every step that changes anything has the same effect on both sides."),
        (Some(parting), same) => {
            html.push_str(if same {
                "<b>They differ on the way, and come to the same bits.</b> "
            } else {
                "<b>The first difference:</b> "
            });
            html.push_str(&markup(&parting.sentence));
        }
    }
    match compared.distance {
        Some(distance) if !compared.same && distance > 0 => {
            html.push_str(&format!(" The results are {distance} ulp apart."));
        }
        _ => {}
    }
    html.push_str("</p>");
    steps(&mut html, compared);
    html
}

fn steps(html: &mut String, compared: &Comparison) {
    html.push_str("<div class=\"aligned\" role=\"table\" aria-label=\"Steps of both sides\"><div class=\"names\" role=\"row\"><div role=\"columnheader\">Left</div><div role=\"columnheader\">Right</div></div>");
    let parts = compared.parting.as_ref().map(|parting| parting.row);
    for (place, row) in compared.rows.iter().enumerate() {
        let class = match row.likeness {
            Likeness::Same => "same",
            Likeness::Differs => "differs",
            Likeness::Alone => "alone",
        };
        html.push_str("<div role=\"row\" class=\"pair ");
        html.push_str(class);
        if parts == Some(place) {
            html.push_str(" parts\" id=\"parts");
        }
        html.push_str("\">");
        for (side, step) in compared.sides.iter().zip([row.left, row.right]) {
            // What both sides do alike stands once, over the width of both.
            if row.likeness == Likeness::Same && core::ptr::eq(side, &compared.sides[1]) {
                continue;
            }
            html.push_str("<div role=\"cell\">");
            if let Some((at, step)) = step.and_then(|at| Some((at, side.steps().get(at)?))) {
                card(html, side, at, step, row.likeness == Likeness::Same);
            }
            html.push_str("</div>");
        }
        html.push_str("</div>");
    }
    html.push_str("</div>");
}

fn card(html: &mut String, side: &Side, at: usize, step: &Step, both: bool) {
    // A block's first step says which instruction begins.
    let begins = side.run.blocks.len() > 1 && side.run.blocks.iter().any(|block| block.steps.start == at);
    if begins
        && !both
        && let Some(block) = side.block_of(at)
    {
        html.push_str("<code class=\"code\">");
        push_text(html, &block.text);
        html.push_str("</code>");
    }
    html.push_str("<h2>");
    push_text(html, &title(step));
    if both {
        html.push_str(" <small>both</small>");
    }
    html.push_str("</h2><p>");
    html.push_str(&markup(&sentence(step)));
    html.push_str("</p>");
    if let Some(picture) = of_step(step).filter(|_| !matches!(step, Step::Decode { .. } | Step::Encode { .. })) {
        html.push_str("<div class=\"picture\" role=\"group\" aria-label=\"Bits at their weights\" tabindex=\"0\">");
        html.push_str(&draw(&picture));
        html.push_str("</div>");
    }
}
