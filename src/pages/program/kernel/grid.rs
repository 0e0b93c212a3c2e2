//! The threads of the block as a grid: who ran the line that is looked at, and what a register holds in each. A thread is chosen there.

use super::asked::{Asked, Picture, Plan};
use super::{Kernel, told};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, maybe, on_event, part, text};
use crate::components::html::sentence;
use crate::state::history::Change;
use leptos::html::Div;
use leptos::prelude::*;
use view_model::pages::program::kernel::done::Done;
use wasm_bindgen::JsCast;

/// What the cell says that an element of the list belongs to.
fn of_cell(target: Option<web_sys::EventTarget>, attribute: &str) -> Option<String> {
    let target = target?.dyn_into::<web_sys::Element>().ok()?;
    target.closest("[data-thread]").ok().flatten()?.get_attribute(attribute)
}

/// The section.
pub fn grid(kernel: Kernel) -> AnyView {
    let area = NodeRef::<Div>::new();
    let asked = Memo::new(move |_| kernel.asked.with(|asked| (asked.picture, asked.register.clone())));
    let several = Memo::new(move |_| kernel.with(|done| done.launched.per_block() > 1));
    let opened = Memo::new(move |_| asked.with(|asked| asked.0 != Picture::Closed));
    let is_open = move || opened.get();
    let look = move |picture: Picture, register: Option<String>| {
        kernel.ask(Change::View, |asked| Asked { picture, register: register.unwrap_or(asked.register.clone()), ..asked });
    };
    let toggled = on_event(move |event: web_sys::Event| {
        let details = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlDetailsElement>().ok());
        let open = details.is_some_and(|details| details.open());
        if open != untrack(is_open) {
            look(if open { Picture::Who } else { Picture::Closed }, None);
        }
    });
    let drawn = Memo::new(move |_| {
        if !is_open() || !several.get() {
            return Default::default();
        }
        let ((picture, register), line, step) = (asked.get(), kernel.chosen.get(), kernel.step.get());
        kernel.with(|done| {
            let grid = done.grid(line?, step, &register)?;
            let [cells, legend] = grid.drawn(picture);
            let shown = grid.cells.iter().find(|cell| grid.is_shown(cell)).map(|cell| grid.of(cell)).unwrap_or_default();
            Some((cells, legend, [grid.said(), grid.states()].join(" "), shown))
        })
    });
    let of = move |pick: fn(&(String, String, String, String)) -> &String| {
        drawn.with(|drawn| drawn.as_ref().map(|drawn| pick(drawn).clone()).unwrap_or_default())
    };
    let said = move || match drawn.with(Option::is_none) {
        true => told_why(kernel),
        false => sentence(&of(|drawn| &drawn.2)),
    };
    // What the pointer is over comes before the thread that is shown.
    let under = RwSignal::new(None::<String>);
    let one = move || under.get().unwrap_or_else(|| of(|drawn| &drawn.3));
    let choose = move |thread: u32| {
        let (line, step) = untrack(|| (kernel.chosen.get(), kernel.step.get()));
        let at = line.and_then(|line| untrack(|| kernel.with(|done| done.step_of(thread, line, step))));
        if let Some(line) = line {
            kernel.explorer.choose_line(line);
        }
        kernel.ask(Change::View, |asked| Asked { plan: Plan { thread, ..asked.plan }, step: at, ..asked });
    };
    // How many threads stand side by side.
    let across = move || {
        let cells = area.get_untracked().map(|area| area.children());
        let top = |at: u32| cells.as_ref().and_then(|cells| cells.item(at)).map(|cell| cell.get_bounding_client_rect().top());
        let count = cells.as_ref().map_or(0, web_sys::HtmlCollection::length);
        (1..count).find(|at| top(*at) != top(0)).unwrap_or(count).max(1)
    };
    let keyed = move |event: web_sys::KeyboardEvent| {
        let (thread, each) = untrack(|| kernel.with(|done| (done.thread, done.launched.per_block())));
        let (first, own) = (thread - thread % each.max(1), thread % each.max(1));
        let to = match event.key().as_str() {
            "ArrowRight" => own + 1,
            "ArrowLeft" => own.wrapping_sub(1),
            "ArrowDown" => own + across(),
            "ArrowUp" => own.wrapping_sub(across()),
            "Home" => 0,
            "End" => each.saturating_sub(1),
            _ => return,
        };
        event.prevent_default();
        if to < each {
            choose(first + to);
        }
    };
    // The thread that is shown comes into view, inside the list. What the pointer was over said something of the cells before.
    Effect::new(move |_| {
        drawn.track();
        under.set(None);
        let thread = kernel.with(|done| done.thread);
        let Some(area) = area.get() else { return };
        if let Some(cell) = document().get_element_by_id(&format!("thread-{thread}")) {
            let (cell, list) = (cell.get_bounding_client_rect(), area.get_bounding_client_rect());
            let beyond = (cell.bottom() - list.bottom()).max(0.0) + (cell.top() - list.top()).min(0.0);
            if beyond != 0.0 {
                area.set_scroll_top(area.scroll_top() + beyond as i32);
            }
        }
    });
    let pictures = Picture::ALL.map(|(_, name, words)| view! { <option value=name>{words}</option> }.into_any());
    let picture = text(move || Picture::ALL.iter().find(|row| row.0 == asked.get().0).map_or("", |row| row.1).to_owned());
    let take = on_event(move |event: web_sys::Event| {
        let value = event_target_value(&event);
        look(Picture::ALL.iter().find(|row| row.1 == value).map_or(Picture::Who, |row| row.0), None);
    });
    let names = Memo::new(move |_| {
        let names = |done: &Done| kernel.chosen.get().map(|line| done.registers(line).into_iter().map(|(name, _)| name).collect());
        kernel.with(|done| names(done).unwrap_or_else(Vec::<String>::new))
    });
    let registers = part(move || {
        let option = |name: String| view! { <option value=name.clone()>{name.clone()}</option> }.into_any();
        names.get().into_iter().map(option).collect_view().into_any()
    });
    let register = text(move || {
        // Of one that the function does not have, what the line wrote is shown.
        let register = asked.get().1;
        if names.with(|names| names.contains(&register)) { register } else { String::new() }
    });
    let take_register = on_event(move |event: web_sys::Event| look(untrack(|| asked.get().0), Some(event_target_value(&event))));
    let title = told(kernel, |done| match done.launched.count() / done.launched.per_block() {
        1 => "The threads of the block, at the line that is chosen".to_owned(),
        blocks => format!("The threads of block {} of {blocks}, at the line that is chosen", done.thread / done.launched.per_block()),
    });
    let active = maybe(move || drawn.with(Option::is_some).then(|| kernel.with(|done| format!("thread-{}", done.thread))));
    view! {
        <details class="inputs threads" id="block" open=flag(move || opened.get()) hidden=flag(move || !several.get()) on:toggle=toggled>
            <summary>{title}</summary>
            <p class="threads-asked">
                <label>"shown "<select id="picture" prop:value=picture on:change=take>{pictures.collect_view()}</select></label>
                <label hidden=flag(move || asked.get().0 == Picture::Who)>
                    "of "<select id="register" prop:value=register on:change=take_register><option value="">"what the line wrote"</option>{registers}</select>
                </label>
            </p>
            <p inner_html=text(said)></p>
            <div
                class="cells"
                node_ref=area
                tabindex="0"
                role="listbox"
                aria-label="Threads; arrow keys go from one to another"
                aria-activedescendant=active
                hidden=flag(move || drawn.with(Option::is_none))
                on:click=on_event(move |event: web_sys::MouseEvent| of_cell(event.target(), "data-thread").and_then(|thread| thread.parse().ok()).into_iter().for_each(choose))
                on:mouseover=on_event(move |event: web_sys::MouseEvent| under.set(of_cell(event.target(), "aria-label")))
                on:mouseleave=on_event(move |_: web_sys::MouseEvent| under.set(None))
                on:keydown=on_event(keyed)
                inner_html=text(move || of(|drawn| &drawn.0))
            ></div>
            <p class="one" inner_html=text(move || sentence(&one()))></p>
            <p class="legend" inner_html=text(move || of(|drawn| &drawn.1))></p>
        </details>
    }
    .into_any()
}

/// Why there is no grid.
fn told_why(kernel: Kernel) -> String {
    kernel.with(|done| match done.is_whole() {
        true => "No thread of the block ran this line. Choose another one in the list below.".to_owned(),
        false => "All threads together ran more lines than are kept, so the others are not there.".to_owned(),
    })
}
