//! The section that converts all 2^32 singles, by the workers.

use crate::components::attributes::AriaAttributes;
use crate::components::redraw::announce;
use crate::components::sweep::{WorkerPool, all_inputs};
use leptos::prelude::*;
use semantics::sweep::FunctionUnderTest;
use view_model::pages::float_to_half::proof::{INSTRUCTION, TARGET, task, verdict};

/// The section with its button, its bar and its verdict. Workers come with the first press.
pub fn section() -> Option<AnyView> {
    let subject = FunctionUnderTest::find(INSTRUCTION, TARGET)?;
    let news = RwSignal::new(0);
    let crew = StoredValue::new_local(WorkerPool::new(move |_| announce(news)));
    on_cleanup(move || crew.get_value().dismiss());
    let label = || "Convert all 2³² singles".to_owned();
    Some(
        view! {
            <section class="whole" aria-labelledby="whole-title">
                <h2 id="whole-title">"The proof: every single there is"</h2>
                <p class="under-table">
                    "This routine, the instruction F2F.F16.F32.RN and the crate half (a library that nobody here wrote) convert all 4 294 967 296 singles in this browser."
                </p>
                {all_inputs(crew, 0, news, label, move || task(subject), verdict)}
            </section>
        }
        .into_any(),
    )
}
