//! What the functions that round to a whole number make of the values between two of them: `rint` against `round`.

use semantics::number::{F32, Pattern};
use semantics::operation::library::{Library, run};
use semantics::operation::{Incoming, round_to_whole};
use semantics::rounding::{Mode, Rules};
use semantics::trace::Silent;

/// The functions: their names, and the mode of the one instruction they are; None for `round`, which is none.
const FUNCTIONS: [(&str, Option<Mode>); 5] =
    [("rint, nearbyint", Some(Mode::Rn)), ("round", None), ("trunc", Some(Mode::Rz)), ("floor", Some(Mode::Rm)), ("ceil", Some(Mode::Rp))];

/// The values: -3.5 to 3.5.
const HALVES: [u64; 8] = [0xc060_0000, 0xc020_0000, 0xbfc0_0000, 0xbf00_0000, 0x3f00_0000, 0x3fc0_0000, 0x4020_0000, 0x4060_0000];

fn whole(mode: Option<Mode>, bits: u64) -> Pattern {
    let bits = match mode {
        Some(mode) => {
            let from = Incoming::plain(F32::ROW, bits);
            round_to_whole(from, &Rules::ieee(mode), &mut Silent).bits
        }
        None => run(Library::Round, F32::ROW, bits, 0, &mut Silent).value.bits,
    };
    Pattern::new(F32::ROW, bits)
}

/// The table as markup; where `round` differs from `rint` its cell says so.
pub fn table() -> String {
    let mut html = String::from("<table><thead><tr><th scope=\"col\">x</th>");
    let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
    for bits in HALVES {
        put(&["<th scope=\"col\">", &Pattern::new(F32::ROW, bits).digits(), "</th>"]);
    }
    put(&["</tr></thead><tbody>"]);
    for (name, mode) in FUNCTIONS {
        put(&["<tr><th scope=\"row\"><code>", name, "</code></th>"]);
        for bits in HALVES {
            let value = whole(mode, bits);
            let differs = mode.is_none() && value != whole(Some(Mode::Rn), bits);
            put(&[if differs { "<td class=\"differs\">" } else { "<td>" }, &value.digits(), if differs { " ≠" } else { "" }, "</td>"]);
        }
        put(&["</tr>"]);
    }
    put(&["</tbody></table>"]);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_go_to_even_or_away_from_zero() {
        let row = |mode| HALVES.map(|bits| whole(mode, bits).digits());
        assert_eq!(row(Some(Mode::Rn)), ["-4.0", "-2.0", "-2.0", "-0.0", "0.0", "2.0", "2.0", "4.0"]);
        assert_eq!(row(None), ["-4.0", "-3.0", "-2.0", "-1.0", "1.0", "2.0", "3.0", "4.0"]);
        assert_eq!(table().matches("differs").count(), 4);
    }
}
