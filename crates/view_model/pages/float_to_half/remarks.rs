//! What is said below the figure: the result beside the instruction's, the boundaries of the conversion, and what the text prints of them.

use crate::components::html::push_text;
use crate::state::address::{Address, Page};
use semantics::instruction::Context;
use semantics::number::{F16, F32, Pattern};
use semantics::operation::float_to_half::{Conversion, landmarks};
use semantics::operation::{Incoming, convert};
use semantics::rounding::{Mode, Rules};
use semantics::trace::Silent;

fn put(html: &mut String, pieces: &[&str]) {
    pieces.iter().for_each(|piece| html.push_str(piece));
}

/// What F2F.F16.F32.RN makes of the same bits, computed by the operation behind the instruction.
fn instruction(input: u32) -> u64 {
    convert(Incoming::plain(F32::ROW, input.into()), F16::ROW, &Rules::ieee(Mode::Rn), &mut Silent).bits
}

/// The result beside the instruction's, as markup.
pub fn outcome(conversion: &Conversion, context: Context) -> String {
    let mut html = String::with_capacity(1000);
    let half = Pattern::new(F16::ROW, conversion.result.into());
    let single = Pattern::new(F32::ROW, conversion.input.into());
    let theirs = instruction(conversion.input);
    put(&mut html, &["<p><b class=\"number\">0x", &half.hex(), " ", &half.equation(), "</b> is the half of "]);
    put(&mut html, &[&single.value_text(), ". The instruction <code>F2F.F16.F32.RN</code> gives "]);
    put(&mut html, &["0x", &Pattern::new(F16::ROW, theirs).hex()]);
    html.push_str(if theirs == half.bits { ": the same bits." } else { ": other bits." });
    html.push_str(" <a href=\"");
    push_text(&mut html, &Address { page: Page::Formats, number: half, typed: String::new(), context, ..Address::default() }.written());
    html.push_str("\">The half, bit by bit</a></p>");
    html
}

/// The boundaries and what the text prints of them, as markup.
pub fn boundaries() -> String {
    let mut html = String::with_capacity(3000);
    html.push_str("<section aria-label=\"Boundaries\"><h2>Boundaries, found by bisection</h2><table><thead><tr><th scope=\"col\">single</th><th scope=\"col\">computed</th><th scope=\"col\">value</th><th scope=\"col\">the text prints</th></tr></thead><tbody>");
    for landmark in landmarks() {
        let bits = format!("{:08x}", landmark.bits);
        let value = Pattern::new(F32::ROW, landmark.bits.into()).value_text();
        put(
            &mut html,
            &["<tr><th scope=\"row\">", landmark.name, "</th><td><button type=\"button\" data-bits=\"", &bits, "\"><code>0x", &bits],
        );
        put(&mut html, &["</code></button></td><td>", &value, "</td>"]);
        match landmark.printed {
            None => html.push_str("<td>–</td>"),
            Some(printed) if landmark.is_misprint() => {
                let printed = format!("{printed:08x}");
                put(&mut html, &["<td class=\"misprint\"><button type=\"button\" data-bits=\"", &printed, "\"><s>0x", &printed]);
                html.push_str("</s></button> not this one</td>");
            }
            Some(printed) => put(&mut html, &["<td>0x", &format!("{printed:08x}"), " ✓</td>"]),
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table><p>The text calls a result normal from 0x38ffffff on; this routine does from 0x38800000, the smallest normal half. Between the two, both cases give the same bits: the implicit one, shifted down, becomes an exponent field of 1.</p></section>");
    html
}
