//! All 2^32 singles through the routine, the instruction and the crate `half`, by the workers; NaNs, where the crate differs, kind by kind.

use crate::components::html::count;
use crate::components::sweep::{Sweep, Task};
use semantics::operation::float_to_half::float_to_half;
use semantics::sweep::FunctionUnderTest;
use semantics::sweep::column_statistics::{Check, crate_half};
use semantics::sweep::order::Line;

/// The instruction, as it is named in sweeps.
pub const INSTRUCTION: &str = "cvt.rn.f16.f32";
pub const TARGET: u32 = 90;
const LINE: Line = Line::WORDS;

/// Kinds of singles in order of value, each with the bits of its first.
const KINDS: [(&str, u32); 5] = [
    ("quiet NaNs with a sign", 0xffff_ffff),
    ("signaling NaNs with a sign", 0xffbf_ffff),
    ("numbers and infinities", 0xff80_0000),
    ("signaling NaNs", 0x7f80_0001),
    ("quiet NaNs", 0x7fc0_0000),
];

/// What the workers are asked: every single against both, each kind for itself.
pub fn task(subject: FunctionUnderTest) -> Task {
    let cuts = KINDS.iter().skip(1).map(|(_, first)| LINE.place(*first)).collect();
    Task::of_all(subject, TARGET, cuts, vec![(0, LINE.places(), Check::Routine)])
}

/// What came of it, as markup.
pub fn verdict(sweep: &Sweep) -> String {
    let found = &sweep.found;
    let tenths = (sweep.took.unwrap_or(0.0) / 100.0) as u64;
    let mut html = format!(
        "<p><b>{}</b> singles in {}.{} s. The instruction gives the routine’s bits for {}, the crate for {}.</p>",
        count(LINE.places()),
        tenths / 10,
        tenths % 10,
        if found.beyond == 0 { "all of them".to_owned() } else { count(LINE.places() - found.beyond) },
        count(LINE.places() - found.apart),
    );
    html.push_str("<div class=\"scroll\" role=\"region\" aria-label=\"Verdict\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">inputs</th><th scope=\"col\">how many</th><th scope=\"col\">F2F.F16.F32.RN</th><th scope=\"col\">crate half</th><th scope=\"col\">the first that differs</th></tr></thead><tbody>");
    for ((name, _), (from, end, found)) in KINDS.iter().zip(&sweep.parts) {
        let same = found.beyond == 0 && found.apart == 0;
        let cell = |differ: u64| if differ == 0 { "✓ the same".to_owned() } else { format!("≠ {} differ", count(differ)) };
        html.push_str(&format!(
            "<tr class=\"{}\"><th scope=\"row\">{name}</th><td>{}</td><td>{}</td><td>{}</td><td>",
            if same { "within" } else { "beyond" },
            count(end - from),
            cell(found.beyond),
            cell(found.apart)
        ));
        match found.first_beyond.or(found.first_apart) {
            Some(first) => html.push_str(&format!(
                "<button type=\"button\" data-bits=\"{first:08x}\"><code>0x{first:08x}</code></button> routine 0x{:04x}, crate 0x{:04x}",
                float_to_half(first),
                crate_half(first)
            )),
            None => html.push('–'),
        }
        html.push_str("</td></tr>");
    }
    html.push_str("</tbody></table></div>");
    if found.beyond == 0 && found.apart > 0 {
        html.push_str("<p class=\"under-table\">The routine and the instruction make one NaN of every NaN, 0x7fff. The crate keeps the sign and the top ten bits of the payload and sets the quiet bit, so it agrees only where those happen to be 0x7fff.</p>");
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_each_other_and_hold_every_single() {
        let subject = FunctionUnderTest::find(INSTRUCTION, TARGET).expect("a subject");
        let task = task(subject);
        assert_eq!(task.cuts.len(), KINDS.len() - 1);
        assert!(task.cuts.windows(2).all(|pair| pair[0] < pair[1]) && LINE.place(KINDS[0].1) == 0);
        let nans = task.cuts[1] + (LINE.places() - task.cuts[2]);
        assert_eq!((nans, task.cuts[2] - task.cuts[1]), (2 * ((1 << 23) - 1), LINE.places() - 2 * ((1 << 23) - 1)));
        assert!(task.cuts.iter().all(|cut| task.check_at(*cut) == Some(Check::Routine)));
    }
}
