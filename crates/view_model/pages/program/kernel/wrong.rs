//! Other bits than the kernel leaves here: which changes of its lines give them.

use super::short;
use crate::components::html::{count, push_text, sentence};
use semantics::comparison::distance;
use semantics::diagnosis::kernel::Inquiry;
use semantics::kernel::argument::Buffer;
use semantics::kernel::{Launched, Module};
use semantics::number::Pattern;

/// Lines that all threads may run, so that the page goes on answering.
const MOST: u64 = 4_000_000;
/// Explanations that are listed.
const LISTED: usize = 12;

/// Reads what is asked of a launch whose shown thread ran so many lines. The error is a sentence.
pub fn inquiry(module: &Module, launched: &Launched, asked: &str, lines: u64) -> Result<Inquiry, String> {
    if lines.saturating_mul(launched.count().into()) > MOST {
        return Err(
            "So many lines are too many to be varied on a page: `ulp run FILE --why` goes through them, or give fewer threads.".into()
        );
    }
    Inquiry::read(module, launched.clone(), asked)
}

/// What can be typed: the first element of the last buffer, as it is.
pub fn proposed(buffers: &[Buffer], kernel: &str) -> String {
    buffers.last().map_or("out[0]=".to_owned(), |buffer| format!("{}[0]=", short(&buffer.name, kernel)))
}

/// What is said so far.
pub fn drawn(inquiry: &Inquiry, done: bool) -> String {
    let shown = |bits| Pattern::new(inquiry.format, bits);
    let (expected, seen) = (shown(inquiry.expected), shown(inquiry.seen));
    let mut html = String::from("<table><tbody>");
    for (name, number) in [("expected", expected), ("seen", seen)] {
        html.push_str(&format!("<tr><th scope=\"row\">{name}</th>"));
        super::push_cell(&mut html, "decimal", &number.value_text());
        super::push_cell(&mut html, "hex", &["0x", &number.hex()].concat());
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table><p class=\"finding\">");
    let far = match (inquiry.expected == inquiry.seen, inquiry.format.is_floating().then(|| distance(expected, seen)).flatten()) {
        (true, _) => "These are the bits that the kernel leaves.".to_owned(),
        (_, Some(far)) if far > 0 => format!("They are {} ulp apart.", count(far)),
        _ => String::new(),
    };
    let (tried, of) = inquiry.progress();
    let found = inquiry.found();
    let lead = match (inquiry.expected == inquiry.seen, done, found.len()) {
        (true, ..) => String::new(),
        (_, false, _) => format!("{} of {} changes are tried.", count(tried as u64), count(of as u64)),
        (_, true, 0) => format!(
            "None of {} changes gives exactly these bits: other words, contraction, approximations, order, in one line or in all.",
            count(tried as u64)
        ),
        (_, true, 1) => "One change gives exactly these bits:".to_owned(),
        (_, true, many) => format!("{} changes give exactly these bits, the likeliest first:", count(many as u64)),
    };
    push_text(&mut html, &[far.as_str(), &lead].join(" "));
    html.push_str("</p><ol class=\"reasons\">");
    for (at, one) in found.iter().take(LISTED).enumerate() {
        html.push_str(&format!("<li><span class=\"kind\">{}</span><p>", one.kind().name()));
        html.push_str(&sentence(&one.sentence()));
        for cause in one.causes() {
            html.push(' ');
            push_text(&mut html, cause);
        }
        html.push_str("</p>");
        if !one.lines.is_empty() {
            html.push_str(&format!("<button type=\"button\" class=\"fix\" data-found=\"{at}\">open the kernel with it</button>"));
        }
        html.push_str("</li>");
    }
    html.push_str("</ol>");
    if found.len() > LISTED {
        html.push_str(&format!("<p>{} more of the kind.</p>", count((found.len() - LISTED) as u64)));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::Context;
    use semantics::kernel::argument::Argument;

    #[test]
    fn what_was_seen_is_explained_by_its_line() {
        let text = "\
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1)
{
.reg .f32 %f<5>; .reg .b64 %rd<3>;
ld.param.u64 %rd1, [k_param_0];
ld.param.u64 %rd2, [k_param_1];
ld.global.f32 %f1, [%rd1];
ld.global.f32 %f2, [%rd1+4];
fma.rn.f32 %f3, %f1, %f1, %f2;
st.global.f32 [%rd2], %f3;
ret;
}";
        let module = Module::read(text, &Context::default());
        let arguments = ["f32[0x3f800800, 0xbf801000]", "f32[1]"].map(|text| Argument::read(text).expect("an argument")).into();
        let launched = Launched { entry: 0, arguments, threads: 1, blocks: 1, limit: 1000 };
        let ask = |asked: &str, lines: u64| inquiry(&module, &launched, asked, lines);
        let mut asked = ask("param_1[0] = 0", 10).expect("an inquiry");
        assert!(drawn(&asked, false).contains("0 of "));
        while asked.go_on() {}
        let html = drawn(&asked, true);
        assert!(html.contains("Line 8: the product rounded before the addition") && html.contains("data-found=\"0\""), "{html}");
        assert_eq!(ask("param_2[0]=0", 10).err().as_deref(), Some("There is no buffer `param_2`; these are here: param_0, param_1."));
        assert!(ask("param_1[0]", 10).is_err() && ask("param_1[7]=1", 10).is_err() && ask("param_1[0]=1", MOST + 1).is_err());
        assert!(drawn(&ask("param_1[0]=0x33800000", 10).expect("an inquiry"), true).contains("These are the bits"));
    }
}
