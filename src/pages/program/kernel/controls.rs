//! What runs: the kernel, its arguments, the threads; and which moment of the run is shown.

use super::Kernel;
use super::asked::{Asked, MOST, Plan, along, shape};
use super::done::value_text;
use super::read::{Read, chosen, entries};
use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::dynamic::{flag, on_event, part, text, when};
use crate::components::html::{count, sentence};
use crate::state::history::{Change, EditLabel};
use leptos::prelude::*;
use semantics::kernel::Order;
use semantics::kernel::argument::Argument;

/// The fields.
pub fn controls(kernel: Kernel, editing: RwSignal<bool>) -> AnyView {
    // A program without a kernel runs once.
    let program = Memo::new(move |_| kernel.read.with(|read| read.0.program()));
    let is_program = move || program.with(Option::is_some);
    let of_launch = move |field: AnyView| view! { <span hidden=flag(is_program)>{field}</span> }.into_any();
    let names = Memo::new(move |_| {
        let names = |read: &super::Shared<Read>| {
            let module = &read.0.module;
            entries(module).into_iter().map(|at| module.functions[at].name.clone()).collect::<Vec<_>>()
        };
        kernel.read.with(names)
    });
    let options = part(move || {
        let option = |name: String| {
            let value = name.clone();
            view! { <option value=value>{name}</option> }.into_any()
        };
        names.get().into_iter().map(option).collect_view().into_any()
    });
    let entry = text(move || {
        names.track();
        let module = kernel.read.get().0;
        let chosen = kernel.asked.with(|asked| chosen(&module.module, &asked.plan.entry));
        chosen.and_then(|at| module.module.functions.get(at)).map(|function| function.name.clone()).unwrap_or_default()
    });
    let choose = on_event(move |event: web_sys::Event| {
        let entry = event_target_value(&event);
        // The arguments of another kernel mean nothing for this one.
        kernel.ask(Change::Edit(EditLabel::Kernel("entry".into())), |asked| {
            let plan = Plan { entry, arguments: Vec::new(), ..asked.plan };
            Asked { plan, step: None, ..asked }
        });
    });
    let fields = part(move || {
        let count = kernel.parameters.with(Vec::len);
        // The user does not choose where results go.
        let count = program.get().map_or(count, |taken| taken.min(count));
        (0..count).map(|place| argument(kernel, place)).collect_view().into_any()
    });
    let limit = on_event(move |event: web_sys::Event| {
        if let Ok(limit) = event_target_value(&event).parse() {
            kernel.ask(Change::Edit(EditLabel::Kernel("limit".into())), |asked| Asked {
                plan: Plan { limit, ..asked.plan },
                step: None,
                ..asked
            });
        }
    });
    let dynamic = part(move || {
        let has = kernel.read.with(|read| read.0.module.has_dynamic());
        if !has {
            return ().into_any();
        }
        number(kernel, "shared", "bytes of dynamic shared memory", |plan| plan.shared, |plan, shared| Plan { shared, ..plan })
    });
    let limits = [1_000, 10_000, 100_000, MOST].map(|limit| view! { <option value=limit.to_string()>{count(limit)}</option> }.into_any());
    view! {
        <section class="kernel-controls" aria-label="What runs" hidden=flag(move || editing.get())>
            <label class="entry" hidden=flag(is_program)>"kernel "<select id="entry" prop:value=entry on:change=choose>{options}</select></label>
            {fields}
            {of_launch(three(kernel, "threads", "threads a block", |plan| plan.threads, |plan, threads| Plan { threads, ..plan }))}
            {of_launch(three(kernel, "blocks", "blocks", |plan| plan.blocks, |plan, blocks| Plan { blocks, ..plan }))}
            {dynamic}
            {order(kernel)}
            {of_launch(number(kernel, "thread", "thread shown", |plan| plan.thread, |plan, thread| Plan { thread, ..plan }))}
            <label>"at most "<select id="limit" prop:value=text(move || kernel.asked.with(|asked| asked.plan.limit.to_string())) on:change=limit>{limits.collect_view()}</select>" lines"<span hidden=flag(is_program)>" a thread"</span></label>
        </section>
    }
    .into_any()
}

/// The field of an argument.
fn argument(kernel: Kernel, place: usize) -> AnyView {
    let described = Memo::new(move |_| kernel.parameters.with(|all| all.get(place).cloned()));
    let name = move || described.get().map(|one| one.name).unwrap_or_default();
    let own = move || described.get().map(|one| [" .", &one.own].concat()).unwrap_or_default();
    let value = Memo::new(move |_| kernel.arguments.with(|all| all.get(place).cloned().unwrap_or_default()));
    let input = on_event(move |event: web_sys::Event| {
        let change = Change::Edit(EditLabel::Kernel(format!("argument {place}")));
        kernel.ask(change, |asked| asked.with_argument(place, event_target_value(&event)));
    });
    let wrong = Memo::new(move |_| value.with(|text| Argument::read(text).err()));
    let says =
        part(move || wrong.get().map(|why| view! { <span class="field-error" role="alert" inner_html=sentence(&why)></span> }).into_any());
    let wide = text(move || value.with(|text| (text.chars().count() + 1).clamp(6, 48)).to_string());
    view! {
        <label class="argument">
            <span><b>{text(name)}</b>{text(own)}</span>
            <input
                id=format!("argument-{place}")
                type="text"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                size=wide
                aria-invalid=when(move || wrong.with(Option::is_some))
                prop:value=text(move || value.get())
                on:input=input
            />
            {says}
        </label>
    }
    .into_any()
}

/// A field for how many there are along x, y and z.
fn three(kernel: Kernel, id: &'static str, name: &'static str, of: fn(&Plan) -> [u32; 3], with: fn(Plan, [u32; 3]) -> Plan) -> AnyView {
    let change = on_event(move |event: web_sys::Event| {
        let all = shape(&event_target_value(&event), u32::MAX);
        kernel.ask(Change::Edit(EditLabel::Kernel(id.into())), |asked| Asked { plan: with(asked.plan, all), step: None, ..asked });
    });
    let value = text(move || kernel.asked.with(|asked| along(of(&asked.plan))));
    view! { <label>{name}" "<input id=id type="text" size="6" prop:value=value on:change=change /></label> }.into_any()
}

/// A field for a whole number of the plan.
fn number(kernel: Kernel, id: &'static str, name: &'static str, of: fn(&Plan) -> u32, with: fn(Plan, u32) -> Plan) -> AnyView {
    let change = on_event(move |event: web_sys::Event| {
        if let Ok(number) = event_target_value(&event).parse() {
            kernel.ask(Change::Edit(EditLabel::Kernel(id.into())), |asked| Asked { plan: with(asked.plan, number), step: None, ..asked });
        }
    });
    let value = text(move || kernel.asked.with(|asked| of(&asked.plan)).to_string());
    view! { <label>{name}" "<input id=id type="number" min="0" prop:value=value on:change=change /></label> }.into_any()
}

/// The order of threads, where there are several: a choice, and a box for the seed or the threads in their order.
fn order(kernel: Kernel) -> AnyView {
    let order = Memo::new(move |_| kernel.asked.with(|asked| asked.plan.order));
    let wrong = RwSignal::new(String::new());
    let ask = move |order: Order| {
        wrong.set(String::new());
        kernel.ask(Change::Edit(EditLabel::Kernel("order".into())), |asked| Asked {
            plan: Plan { order, ..asked.plan },
            step: None,
            ..asked
        });
    };
    let choose = on_event(move |event: web_sys::Event| ask(Order::read(&event_target_value(&event)).unwrap_or(Order::Seed(1))));
    let typed = on_event(move |event: web_sys::Event| match Order::read(&event_target_value(&event)) {
        Ok(order) => ask(order),
        Err(why) => wrong.set(why),
    });
    let is_typed = move || !matches!(order.get(), Order::Number | Order::Reversed);
    let kind = text(move || if is_typed() { "typed".to_owned() } else { order.get().to_string() });
    let says = part(move || {
        Some(wrong.get())
            .filter(|why| !why.is_empty())
            .map(|why| view! { <span class="field-error" role="alert" inner_html=sentence(&why)></span> })
            .into_any()
    });
    let alone = Memo::new(move |_| kernel.asked.with(|asked| asked.plan.count() == 1 && asked.plan.order == Order::Number));
    view! {
        <span class="order" hidden=flag(move || alone.get())>
            <label>
                "order of threads "
                <select id="order" prop:value=kind on:change=choose>
                    <option value="number">"by number"</option>
                    <option value="reversed">"reversed"</option>
                    <option value="typed">"from a seed, or a list"</option>
                </select>
            </label>
            <label hidden=flag(move || !is_typed())>
                " seed, or threads: 2,0,1 "
                <input
                    id="seed"
                    type="text"
                    size="8"
                    spellcheck="false"
                    autocomplete="off"
                    aria-invalid=when(move || wrong.with(|why| !why.is_empty()))
                    prop:value=text(move || order.get().to_string())
                    on:change=typed
                />
                {says}
            </label>
        </span>
    }
    .into_any()
}

/// The moment: a slider over all steps with buttons beside it, and what the last step did.
pub fn scrubber(kernel: Kernel) -> AnyView {
    let steps = move || kernel.with(|done| done.steps());
    let said = move || {
        kernel.with(|done| {
            let step = kernel.step.get();
            let place = format!("Step {} of {}", count(step as u64), count(done.steps() as u64));
            let Some(last) = step.checked_sub(1).and_then(|at| done.step(at)) else { return [&place, ": nothing has run yet"].concat() };
            let wrote: Vec<String> = last.wrote().iter().map(|one| format!("{} = {}", one.name, value_text(one))).collect();
            let did = match (last.stopped().is_some(), last.ran(), wrote.is_empty()) {
                (true, ..) => " stops the run".to_owned(),
                (_, false, _) => " is skipped".to_owned(),
                (_, _, true) => String::new(),
                _ => [" wrote ", &wrote.join(", ")].concat(),
            };
            format!("{place}: line {}, `{}`,{did}", done.read.number(last.line()), last.text().trim_end_matches(';'))
                .trim_end_matches(',')
                .to_owned()
        })
    };
    let scrub = on_event(move |event: web_sys::Event| {
        if let Ok(step) = event_target_value(&event).parse() {
            kernel.go(step);
        }
    });
    let turn = move |by: isize| on_event(move |_: web_sys::MouseEvent| kernel.go(kernel.step.get_untracked().saturating_add_signed(by)));
    view! {
        <section class="scrubber" aria-label="Moment of the run">
            <button type="button" class="quiet" aria-label="A step back" on:click=turn(-1)>"◀"</button>
            <input
                id="step"
                type="range"
                min="0"
                max=text(move || steps().to_string())
                prop:value=text(move || kernel.step.get().to_string())
                aria-label="Step"
                aria-valuetext=text(move || said().replace('`', ""))
                on:input=scrub
            />
            <button type="button" class="quiet" aria-label="A step on" on:click=turn(1)>"▶"</button>
            <output for="step" inner_html=text(move || sentence(&said()))></output>
        </section>
    }
    .into_any()
}
