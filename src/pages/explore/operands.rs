//! The table of operands and result: bits of one format under each other, and every spelling of each number.

use crate::components::attributes::{AriaAttributes, GlobalAttributes};
use crate::components::bits::{BitRow, role_name};
use crate::components::dynamic::{flag, on_event, part, text};
use crate::components::html::{push_text, sentence};
use crate::components::value::Value;
use crate::state::app_state::{AppState, Shown};
use crate::state::number::bare_number;
use leptos::prelude::*;
use semantics::number::{F32, F64, FieldRole, OperandType, Pattern};
use semantics::run::Place;

/// The table.
#[component]
pub fn Operands(
    /// Whether the operands only show: in a program they follow from other lines.
    #[prop(optional)]
    fixed: bool,
) -> impl IntoView {
    section(if fixed { Part::All } else { Part::Operands })
}

/// What comes out, above everything else: a row for each number, and the predicates.
#[component]
pub fn Outcome() -> impl IntoView {
    section(Part::Outcome)
}

/// What of the table stands in a section.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Outcome,
    Operands,
    /// Both, of a program's line: nothing can be changed.
    All,
}

impl Part {
    fn has(self, place: &Place) -> bool {
        self == Part::All || (self == Part::Outcome) == place.source.is_none()
    }
}

/// A section of the table.
fn section(of: Part) -> AnyView {
    let fixed = of == Part::All;
    let explorer = expect_context::<AppState>();
    let all = Memo::new(move |_| explorer.shown.get().map(|shown| shown.evaluated.rows()).unwrap_or_default());
    let places = Memo::new(move |_| all.with(|all| all.iter().filter(|place| of.has(place)).cloned().collect::<Vec<_>>()));
    let types = Memo::new(move |_| places.with(|places| places.iter().map(|place| place.own).collect::<Vec<_>>()));
    // The result stands above, under the names of its fields.
    let captioned =
        Memo::new(move |_| all.with(|all| all.iter().find(|place| of == Part::Operands && place.source.is_none()).map(|place| place.own)));
    // The widest format decides how a row is laid out; integers of 64 bits stand like doubles.
    let format = Memo::new(move |_| {
        let first = |places: &Vec<Place>| places.first().map(|place| place.own.format);
        let wide = all.with(|places| places.iter().any(|place| place.own.format.width() == 64));
        if wide { F64::ROW.name } else { all.with(first).unwrap_or(F32::ROW).name }
    });
    let answers = |shown: &Shown| shown.evaluated.run.truth().is_some() || !shown.evaluated.run.printed.is_empty();
    let answered = flag(move || of != Part::Operands && explorer.shown.get().as_ref().is_some_and(answers));
    let (class, name) = match of {
        Part::Outcome => ("operands outcome", "Result"),
        Part::Operands => ("operands", "Operands"),
        Part::All => ("operands", "Operands and result"),
    };
    view! {
        <section class=class class:answered=answered aria-label=name data-format=text(move || format.get().to_owned())>
            {part(move || explorer.shown.get().filter(|_| of != Part::Operands).map(|shown| predicates(&shown)).into_any())}
            {part(move || table(places, types.get(), fixed, captioned.get()))}
        </section>
    }
    .into_any()
}

/// The rows, under the names of their fields wherever the format changes; it begins as `own`. Each row watches
/// its own place: who types a number into an instruction changes one.
fn table(places: Memo<Vec<Place>>, types: Vec<OperandType>, fixed: bool, mut own: Option<OperandType>) -> AnyView {
    let mut rows = Vec::with_capacity(types.len() + 2);
    for (at, now) in types.into_iter().enumerate() {
        if own.replace(now).is_none_or(|before| (before.format, before.padding()) != (now.format, now.padding())) {
            rows.push(caption(now));
        }
        let place = Memo::new(move |_| places.with(|places| places.get(at).cloned()));
        rows.push(part(move || place.get().map_or_else(|| ().into_any(), |place| view! { <Row place fixed /> }.into_any())).into_any());
    }
    rows.into_any()
}

/// The predicates that an instruction writes: one bit each, true or false; the answer of a comparison in C; and what a program prints.
fn predicates(shown: &Shown) -> AnyView {
    let mut html = String::new();
    if !shown.evaluated.run.printed.is_empty() {
        html.push_str("<div class=\"operand result predicate\"><span class=\"name\">prints</span><output class=\"printed\">");
        shown.evaluated.run.printed.iter().for_each(|printed| push_text(&mut html, &printed.text));
        html.push_str("</output></div>");
    }
    if let Some(answer) = shown.evaluated.run.truth() {
        html.push_str("<div class=\"operand result predicate\"><span class=\"name\"></span><output>");
        html.push_str(if answer { "true" } else { "false" });
        html.push_str("</output></div>");
    }
    for (value, letter) in shown.evaluated.predicates().zip(["p", "q"]) {
        let answer = if value.bits & 1 == 1 { "1, true" } else { "0, false" };
        html.push_str("<div class=\"operand result predicate\"><div class=\"name\"><b>");
        html.push_str(letter);
        html.push_str("</b><span>");
        push_text(&mut html, &value.name);
        html.push_str("</span></div><output>");
        html.push_str(answer);
        html.push_str("</output></div>");
    }
    view! { <div class="predicates" inner_html=html></div> }.into_any()
}

/// The names of the fields above their columns.
fn caption(own: OperandType) -> AnyView {
    let format = own.format;
    let [above, below] = own.padding().map(|bits| {
        let name = if bits > 3 { format!("padding · {bits} bits") } else { "pad".to_owned() };
        (bits > 0).then(|| view! { <span class="field padding" data-bits=bits.to_string()><span>{name}</span></span> }.into_any())
    });
    let fields = format.fields().into_iter().map(|field| {
        let width = field.high - field.low + 1;
        let name = match field.role {
            FieldRole::Sign => "s".to_owned(),
            FieldRole::Special => "sp".to_owned(),
            // No wider than the bits below it.
            role if width < 3 => role_name(role)[..1].to_owned(),
            FieldRole::Exponent if width < 6 => format!("exp · {width}"),
            role if width < 6 => format!("{} · {width}", &role_name(role)[..1]),
            role => format!("{} · {width} bits", role_name(role)),
        };
        let hidden = (field.role == FieldRole::Fraction).then(|| view! { <span class="implicit"></span> });
        view! { {hidden}<span class="field" data-role=role_name(field.role) data-bits=width.to_string()><span>{name}</span></span> }
            .into_any()
    });
    view! { <div class="operand caption" aria-hidden="true"><span class="name"></span><div class="bits">{above}{fields.collect_view()}{below}</div></div> }.into_any()
}

#[component]
fn Row(place: Place, fixed: bool) -> impl IntoView {
    let explorer = expect_context::<AppState>();
    let is_result = place.source.is_none();
    let at = place.clone();
    let (blank, padding) = (place.own.format, place.own.padding());
    let [_, below] = padding;
    let pattern: Signal<Pattern> = Memo::new(move |_| {
        explorer.shown.with(|shown| shown.as_ref().and_then(|shown| shown.evaluated.at(&at)).unwrap_or(Pattern::new(blank, 0)))
    })
    .into();
    let name = place.name();
    let of = Signal::stored(name.clone());
    let edit = Callback::new({
        let place = place.clone();
        move |pattern| explorer.set_operand(&place, pattern)
    });
    let lane = place.part_name();
    let source = if place.names.is_empty() { "literal".to_owned() } else { place.register() };
    let label = view! {
        <div class="name">
            <b>{place.letter}</b>
            <span>{source}</span>
            {lane.map(|lane| view! { <small>{lane}</small> })}
        </div>
    };
    let row_name = Signal::stored(format!("bits of {name}"));
    if is_result {
        // They are the instruction's, not one lane's.
        let of_all = if lane.is_some() { "lanes together: " } else { "" };
        let flags =
            text(move || explorer.shown.get().map(|shown| [of_all, &shown.evaluated.flags_of(&place)].concat()).unwrap_or_default());
        let exact = text(move || exactly(pattern.get()));
        let open = move |_| {
            let typed = explorer.text.with_untracked(|text| bare_number(text)).map(|(_, typed)| typed);
            explorer.open_number(pattern.get_untracked(), typed.unwrap_or_default());
        };
        return view! {
            <div class="operand result">
                {label}
                <BitRow name=row_name pattern padding />
                <Value of pattern below />
                <div class="flags">
                    <span class="exact" inner_html=exact></span>
                    <span class="flag" title="Exceptions of IEEE 754. NVIDIA's hardware raises none.">{flags}</span>
                    <button type="button" class="quiet" on:click=on_event(open)>"open in Formats"</button>
                </div>
            </div>
        }
        .into_any();
    }
    let open = RwSignal::new(false);
    if fixed {
        return view! { <div class="operand">{label}<BitRow name=row_name pattern padding /><Value of pattern below /></div> }.into_any();
    }
    view! {
        <div class="operand folds" class:open=flag(move || open.get())>
            {label}
            <BitRow name=row_name pattern edit padding />
            <Value of pattern edit=Some(edit) below />
            <button type="button" class="unfold" aria-label=["all of ", &name].concat() aria-expanded=text(move || open.get().to_string()) on:click=on_event(move |_| open.update(|open| *open = !*open))></button>
        </div>
    }
    .into_any()
}

/// The exact value of a number whose decimal is rounded.
fn exactly(number: Pattern) -> String {
    match number.decimal() {
        ("=", _) => String::new(),
        _ => sentence(&["exactly ", &number.exact_line()].concat()),
    }
}
