//! The steps as a story, one card each: all at once, or one after the other with back, next and play.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, maybe, on_event, part, text};
use crate::components::html::sentence as markup;
use crate::components::picture::{draw, show_cuts};
use crate::components::section_scheduler::measured;
use crate::state::app_state::AppState;
use crate::state::browser;
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use semantics::trace::Step;
use semantics::trace::picture::of_step;
use semantics::trace::sentence::{sentence, title};

/// What a card shows. Equal cards are not drawn again.
#[derive(Clone, PartialEq)]
struct Card {
    title: String,
    sentence: String,
    picture: String,
    /// "instruction" for a machine instruction of a sequence, "under" for the steps inside it.
    place: &'static str,
    /// The lane of a packed operation that it belongs to.
    lane: Option<u8>,
}

const PLAY: core::time::Duration = core::time::Duration::from_millis(1600);

/// The section.
#[component]
pub fn Steps() -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let cards = Memo::new(move |_| explorer.shown.get().map(|shown| drawn(&shown.evaluated.run.trace.steps)).unwrap_or_default());
    let count = Memo::new(move |_| cards.with(Vec::len));
    let step = explorer.step;
    let last = move || count.get_untracked().saturating_sub(1);
    let playing = RwSignal::new(None::<IntervalHandle>);
    let stop = move || {
        if let Some(Some(handle)) = playing.try_update(Option::take) {
            handle.clear();
        }
    };
    let back = move || explorer.show_step(Some(step.get_untracked().unwrap_or(0).min(last()).saturating_sub(1)));
    let next = move || explorer.show_step(Some(step.get_untracked().map_or(0, |step| (step + 1).min(last()))));
    let play = move |_| {
        if playing.get_untracked().is_some() {
            return stop();
        }
        explorer.show_step(Some(0));
        let tick = move || {
            if step.get_untracked().is_some_and(|step| step < last()) { next() } else { stop() }
        };
        playing.set(set_interval_with_handle(tick, PLAY).ok());
    };
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() || browser::in_text_field(&event) {
            return;
        }
        match event.key().as_str() {
            "ArrowLeft" => back(),
            "ArrowRight" => next(),
            _ => return,
        }
        stop();
        event.prevent_default();
    });
    on_cleanup(move || {
        keys.remove();
        stop();
    });
    Effect::new(move |_| {
        cards.track();
        step.track();
        measured(|| show_cuts(".cards .letters .end"));
    });
    let all = move || step.get().is_none();
    let tab = move |index: usize| {
        let name = Memo::new(move |_| cards.with(|cards| cards.get(index).map(|card| card.title.clone())).unwrap_or_default());
        let current = move || step.get().map(|step| step.min(count.get().saturating_sub(1))) == Some(index);
        let show = move |_| {
            stop();
            explorer.show_step(Some(index));
        };
        view! {
            <li>
                <button type="button" aria-current=maybe(move || current().then(|| "step".to_owned())) on:click=on_event(show)>
                    <b>{index + 1}</b>
                    " "
                    {text(move || name.get())}
                </button>
            </li>
        }
        .into_any()
    };
    view! {
        <section class="steps" aria-labelledby="steps-title">
            <div class="steps-head">
                <h2 id="steps-title">"Steps"</h2>
                <div class="player" role="group" aria-label="Step through">
                    <button type="button" aria-label="Previous step" on:click=on_event(move |_| { stop(); back() })>"◀"</button>
                    <button type="button" aria-label="Next step" on:click=on_event(move |_| { stop(); next() })>"▶"</button>
                    <button type="button" aria-pressed=text(move || playing.get().is_some().to_string()) on:click=on_event(play)>"play"</button>
                    <button type="button" aria-pressed=text(move || all().to_string()) on:click=on_event(move |_| { stop(); explorer.show_step(None) })>"all"</button>
                </div>
                <ol class="tabs">
                    {part(move || (0..count.get()).map(tab).collect_view().into_any())}
                </ol>
            </div>
            <ol class="cards" class:laned=flag(move || all() && cards.with(|cards| has_lanes(cards)))>
                {part(move || (0..count.get()).map(|index| card(cards, count, step, index)).collect_view().into_any())}
            </ol>
        </section>
    }
}

fn card(cards: Memo<Vec<Card>>, count: Memo<usize>, step: RwSignal<Option<usize>>, index: usize) -> AnyView {
    let card = Memo::new(move |_| cards.with(|cards| cards.get(index).cloned()));
    let of = move |take: fn(&Card) -> String| text(move || card.with(|card| card.as_ref().map(take)).unwrap_or_default());
    let hidden = Memo::new(move |_| step.get().is_some_and(|step| step.min(count.get().saturating_sub(1)) != index));
    view! {
        <li class="card" data-lane=maybe(move || card.with(|card| card.as_ref().and_then(|card| card.lane)).map(|lane| lane.to_string())) data-place=of(|card| card.place.to_owned()) class:other=flag(move || hidden.get())>
            <h3><b>{index + 1}</b>" "{of(|card| card.title.clone())}</h3>
            <p inner_html=of(|card| card.sentence.clone())></p>
            <div class="picture" role="group" aria-label="Bits at their weights" tabindex="0" inner_html=of(|card| card.picture.clone())></div>
        </li>
    }
    .into_any()
}

fn drawn(steps: &[Step]) -> Vec<Card> {
    let mut inside = false;
    let mut lane = None;
    let card = |step: &Step| {
        lane = step.lane().or(lane);
        // A lane ends with its result.
        let of = if matches!(step, Step::Encode { .. }) { lane.take() } else { lane };
        let heading = matches!(step, Step::Told(stage) if stage.heading());
        inside |= heading;
        Card {
            title: title(step),
            sentence: markup(&sentence(step)),
            picture: of_step(step).map(|picture| draw(&picture)).unwrap_or_default(),
            place: if heading {
                "instruction"
            } else if inside {
                "under"
            } else {
                ""
            },
            lane: of,
        }
    };
    steps.iter().map(card).collect()
}

/// Whether both lanes are computed, so that they can stand side by side.
fn has_lanes(cards: &[Card]) -> bool {
    [0, 1].iter().all(|lane| cards.iter().any(|card| card.lane == Some(*lane)))
}
