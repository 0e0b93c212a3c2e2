//! Two texts on the same operands: where their results differ, and by how much. A worker runs both.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, text};
use crate::components::examples::{Example, invitation};
use crate::components::html::sentence;
use crate::components::redraw::redraws;
use crate::components::sections::Sections;
use crate::plots::{canvas, curve};
use crate::state::address::Page;
use crate::state::app_state::AppState;
use crate::state::browser::now;
use crate::state::history::{Change, EditLabel};
use crate::state::study::{Heard, StudyWorker};
use leptos::html::Canvas;
use leptos::prelude::*;
use semantics::against::study::Report;
use std::sync::Arc;
use view_model::pages::accuracy::against::query::Query;
use view_model::pages::accuracy::against::{picture, show};
use wasm_bindgen::JsValue;

/// Pairs worth a look. The first is the power of two that FlashAttention computes by a polynomial (`ex2_emulation`).
const EXAMPLES: &[Example] = &[
    (
        "2^x by a polynomial",
        "accuracy?v=1&k=against&a=float+t+%3D+fmaxf(x,+-127.0f);+float+r+%3D+__fadd_rd(t,+12582912.0f);+float+f+%3D+t+-+(r+-+12582912.0f);+float+p+%3D+fmaf(fmaf(fmaf(0.07711909f,+f,+0.2275644f),+f,+0.69514614f),+f,+1.0f);+__int_as_float((__float_as_int(r)+%3C%3C+23)+%2B+__float_as_int(p))&b=ex2.approx.ftz.f32&r=-10..10",
    ),
    ("expf and __expf", "accuracy?v=1&k=against&a=expf(x)&b=__expf(x)&r=-10..10"),
    ("a/b with fast math", "accuracy?v=1&k=against&a=a%2Fb&b=-use_fast_math"),
    ("fused or not", "accuracy?v=1&k=against&a=a*b+%2B+c&b=-fmad%3Dfalse"),
    ("tanh.approx", "accuracy?v=1&k=against&a=tanhf(x)&b=tanh.approx.f32&r=-4..4"),
    ("rsqrt and 1/sqrtf", "accuracy?v=1&k=against&a=rsqrt.approx.f32&b=1%2Fsqrtf(x)&r=1..4"),
    ("a polynomial, exactly", "accuracy?v=1&k=against&a=x*x+-+0.5f*x+%2B+1&b=exact&r=-2..2"),
];

/// What one side is, for its box.
const SIDES: [(&str, &str, &str); 2] = [
    ("a", "A", "an instruction, an expression of C or Python, a kernel"),
    ("b", "B", "another one; options such as -use_fast_math; a true function such as exp; or exact"),
];

/// The tab.
pub fn view(explorer: AppState) -> AnyView {
    let read = Memo::new(move |_| Query::read(&explorer.query(Page::Accuracy)));
    let query = Memo::new(move |_| read.with(|(query, _)| query.clone()));
    Effect::new(move |_| {
        let notices = read.with(|(_, notices)| notices.clone());
        explorer.subject.set("A against B".into());
        explorer.notify(notices);
    });
    let report = RwSignal::new(Arc::new(Report::default()));
    // Why the worker broke, if it did.
    let (stopped, died) = (RwSignal::new(false), RwSignal::new(None));
    // When the study began, and how long it has taken.
    let (begun, took) = (StoredValue::new_local(0.0), RwSignal::new(0.0));
    let worker = StoredValue::new_local(StudyWorker::<Report>::new("against", "", move |heard| match heard {
        // The page may be gone by now.
        Heard::Report(new) => {
            let _ = took.try_set(now() - begun.try_get_value().unwrap_or(0.0));
            let _ = report.try_update(|report| *report = Arc::new(new));
        }
        Heard::Died(why) => {
            let _ = died.try_set(Some(why));
        }
    }));
    on_cleanup(move || {
        let _ = worker.try_with_value(StudyWorker::dismiss);
    });
    let asked = Memo::new(move |_| query.with(|query| query.asked(explorer.context.get().target.number())));
    let begin = move || {
        stopped.set(false);
        died.set(None);
        // What was found of other texts is no longer shown.
        report.set(Arc::new(Report::default()));
        begun.set_value(now());
        asked.with(|asked| worker.with_value(|worker| worker.begin(asked, JsValue::UNDEFINED)));
    };
    Effect::new(move |_| begin());
    let stop = move |_| {
        worker.with_value(StudyWorker::stop);
        stopped.set(true);
    };
    let change = move |change: Change, edit: &dyn Fn(&mut Query)| {
        let mut query = query.get_untracked();
        edit(&mut query);
        explorer.set_query(Page::Accuracy, &query.written(), change);
    };
    let sides = SIDES.iter().enumerate().map(|(side, &(id, name, says))| {
        let typed = move |event: web_sys::Event| {
            let typed = event_target_value(&event);
            if !explorer.refuses(typed.len()) {
                change(Change::Typing, &|query| query.texts[side].clone_from(&typed));
            }
        };
        let rows = move || query.with(|query| (query.texts[side].matches('\n').count() + 1).clamp(2, 10).to_string());
        let wrong = move || report.with(|report| show::wrong(report, side as u32));
        view! {
            <div class="side">
                <label for=id><b>{name}</b>" "<span>{says}</span></label>
                <textarea
                    id=id
                    data-part=id
                    rows=text(rows)
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    prop:value=text(move || query.with(|query| query.texts[side].clone()))
                    on:input=typed
                    on:blur=move |_| explorer.commit()
                ></textarea>
                <p class="wrong" role="alert" inner_html=text(wrong)></p>
            </div>
        }
        .into_any()
    });
    let ends = ["from", "to"].into_iter().enumerate().map(|(end, name)| {
        let set = move |event: web_sys::Event| {
            let typed = event_target_value(&event);
            change(Change::Edit(EditLabel::CurveEnds), &|query| typed.trim().clone_into(&mut query.range[end]));
        };
        let value = text(move || query.with(|query| query.range[end].clone()));
        view! {
            <label><span>{name}</span><input id=name spellcheck="false" autocomplete="off" placeholder="all" prop:value=value on:change=set /></label>
        }
        .into_any()
    });
    let working =
        move || !report.with(|report| report.is_done() || report.refused.is_some()) && !stopped.get() && died.with(Option::is_none);
    let state = move || {
        if let Some(why) = died.get() {
            return ["The worker stopped, on this device or with these texts. ", &sentence(&why)].concat();
        }
        report.with(|report| show::state(report, stopped.get(), took.get()))
    };
    let sampled = move || report.with(|report| report.is_done() && report.refused.is_none() && report.span.every > 1);
    let part = move || {
        report.with(|report| {
            let all = report.span.end - report.span.from;
            ((report.place - report.span.from) as u128 * 1000 / u128::from(all.max(1))).to_string()
        })
    };
    let layout = RwSignal::new(0);
    let plot = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (Some(sheet), 1..) = (plot.get(), layout.get()) else { return };
        let report = report.get();
        let (size, scale) = canvas::size(&sheet);
        let drawn = picture::curve(&report, f64::from(size.0) / scale);
        canvas::paint(&sheet, size, &curve::draw(&drawn, size, scale));
    });
    redraws(layout);
    let none = move || report.with(|report| report.refused.is_some());
    view! {
        <main id="main" class="accuracy texts">
            <Sections />
            {super::tabs(explorer, true)}
            <h1 class="unseen">"A against B"</h1>
            {invitation("Two computations on the same operands: where they differ, and by how much.", EXAMPLES)}
            <div class="sides">{sides.collect_view()}</div>
            <div class="choices">
                <span class="range" role="group" aria-label="Range">{ends.collect_view()}</span>
            </div>
            <p class="wrong" role="alert" inner_html=text(move || report.with(|report| show::wrong(report, 2)))></p>
            <p class="sweeping">
                <span id="state" role="status" inner_html=text(state)></span>
                " "
                <progress max="1000" aria-label="Operands" hidden=flag(move || !working()) prop:value=text(part)></progress>
                " "
                <button type="button" hidden=flag(move || !working()) on:click=stop>"stop"</button>
                <button type="button" hidden=flag(move || !stopped.get() && died.with(Option::is_none)) on:click=move |_| begin()>"begin again"</button>
                <button
                    type="button"
                    id="every"
                    class="strong"
                    hidden=flag(move || !sampled())
                    on:click=move |_| change(Change::Edit(EditLabel::CurveRange), &|query| query.every = 1)
                >
                    "run every operand"
                </button>
            </p>
            <div class="found" hidden=flag(none)>
                <div id="summary" inner_html=text(move || report.with(|report| query.with(|query| show::summary(report, query))))></div>
                <figure>
                    <canvas node_ref=plot role="img" aria-label="Differences over the operands; the tables below hold their numbers"></canvas>
                </figure>
                <div
                    id="apart"
                    class="scroll"
                    role="region"
                    tabindex="0"
                    aria-label="Operands"
                    inner_html=text(move || report.with(|report| show::operands(report, explorer.context.get())))
                ></div>
                <div class="scroll" role="region" tabindex="0" aria-label="Sizes" inner_html=text(move || report.with(|report| show::sizes(report)))></div>
            </div>
        </main>
    }
    .into_any()
}
