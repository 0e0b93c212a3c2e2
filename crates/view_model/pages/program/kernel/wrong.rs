//! Which changes of a kernel's lines give other bits: those that were seen, or any.

use super::short;
use crate::components::html::{count, push_text, sentence};
use semantics::comparison::distance;
use semantics::diagnosis::kernel::witness::Witnesses;
use semantics::diagnosis::kernel::{Explanation, Inquiry};
use semantics::kernel::argument::{Argument, Buffer};
use semantics::kernel::{Launched, Module};
use semantics::number::Pattern;

/// Lines that all threads may run, so that the page goes on answering.
const MOST: u64 = 4_000_000;
/// Explanations that are listed.
const LISTED: usize = 12;

/// What is asked about a kernel.
pub enum Question {
    /// Why other bits were seen.
    Why(Inquiry),
    /// For which inputs each change shows; the kernel's name.
    Where(Witnesses, String),
}

impl Question {
    /// Tries one more thing; false where none is left.
    pub fn go_on(&mut self) -> bool {
        match self {
            Question::Why(inquiry) => inquiry.go_on(),
            Question::Where(witnesses, _) => witnesses.go_on(),
        }
    }

    /// What is said so far.
    pub fn drawn(&self, done: bool) -> String {
        match self {
            Question::Why(inquiry) => drawn(inquiry, done),
            Question::Where(witnesses, kernel) => shown(witnesses, kernel, done),
        }
    }

    /// The changed kernels in the order of the list, with arguments where these are others.
    pub fn found(&self) -> Vec<(String, Option<Vec<Argument>>)> {
        match self {
            Question::Why(inquiry) => inquiry.found().into_iter().map(|one| (one.text.clone(), None)).collect(),
            Question::Where(witnesses, _) => witnesses.found.iter().map(|one| (one.explanation.text.clone(), one.drawn.clone())).collect(),
        }
    }
}

/// Reads what is asked of a launch whose shown thread ran so many lines: `*` is every change. The error is a sentence.
pub fn question(module: &Module, launched: &Launched, asked: &str, lines: u64) -> Result<Question, String> {
    if lines.saturating_mul(launched.count().into()) > MOST {
        return Err(
            "So many lines are too many to be varied on a page: `ulp run FILE --why` goes through them, or give fewer threads.".into()
        );
    }
    if asked.trim() == "*" {
        let kernel = module.functions.get(launched.entry).map_or(String::new(), |function| function.name.clone());
        return Ok(Question::Where(Witnesses::new(module, launched.clone(), None)?, kernel));
    }
    Inquiry::read(module, launched.clone(), asked).map(Question::Why)
}

/// What can be typed: the first element of the last buffer, as it is.
pub fn proposed(buffers: &[Buffer], kernel: &str) -> String {
    buffers.last().map_or("out[0]=".to_owned(), |buffer| format!("{}[0]=", short(&buffer.name, kernel)))
}

/// What is said so far.
fn drawn(inquiry: &Inquiry, done: bool) -> String {
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
        item(&mut html, one, &one.sentence(), (!one.lines.is_empty()).then_some((at, "open the kernel with it")));
    }
    html.push_str("</ol>");
    if found.len() > LISTED {
        html.push_str(&format!("<p>{} more of the kind.</p>", count((found.len() - LISTED) as u64)));
    }
    html
}

/// A change with what is said of it, and the button that opens the changed kernel.
fn item(html: &mut String, change: &Explanation, said: &str, opens: Option<(usize, &str)>) {
    html.push_str(&format!("<li><span class=\"kind\">{}</span><p>", change.kind().name()));
    html.push_str(&sentence(said));
    for cause in change.causes() {
        html.push(' ');
        push_text(html, cause);
    }
    html.push_str("</p>");
    if let Some((at, words)) = opens {
        html.push_str(&format!("<button type=\"button\" class=\"fix\" data-found=\"{at}\">{words}</button>"));
    }
    html.push_str("</li>");
}

/// Changes with inputs for which they show.
fn shown(witnesses: &Witnesses, kernel: &str, done: bool) -> String {
    let ((tried, of), found) = (witnesses.progress(), &witnesses.found);
    let mut html = String::from("<p class=\"finding\">");
    html.push_str(&if done {
        let (found, of) = (count(found.len() as u64), count(of as u64));
        format!("{found} of {of} changes show, for the inputs above or for others that were drawn.")
    } else {
        format!("{} of {} changes are tried.", count(tried as u64), count(of as u64))
    });
    html.push_str("</p><ol class=\"reasons\">");
    for (at, one) in found.iter().enumerate() {
        let words = if one.drawn.is_some() { "open the kernel with it, on inputs that show it" } else { "open the kernel with it" };
        item(&mut html, &one.explanation, &one.sentence(&witnesses.buffers, kernel), Some((at, words)));
    }
    html.push_str("</ol>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::instruction::Context;

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
        let launched = Launched { entry: 0, arguments, threads: [1, 1, 1], limit: 1000, ..Launched::default() };
        let ask = |asked: &str, lines: u64| question(&module, &launched, asked, lines);
        let mut asked = ask("param_1[0] = 0", 10).expect("an inquiry");
        assert!(asked.drawn(false).contains("0 of "));
        while asked.go_on() {}
        let html = asked.drawn(true);
        assert!(html.contains("Line 8: the product rounded before the addition") && html.contains("data-found=\"0\""), "{html}");
        assert_eq!(ask("param_2[0]=0", 10).err().as_deref(), Some("There is no buffer `param_2`; these are here: param_0, param_1."));
        assert!(ask("param_1[0]", 10).is_err() && ask("param_1[7]=1", 10).is_err() && ask("param_1[0]=1", MOST + 1).is_err());
        assert!(ask("param_1[0]=0x33800000", 10).expect("an inquiry").drawn(true).contains("These are the bits"));
        let mut all = ask("*", 10).expect("witnesses");
        while all.go_on() {}
        let html = all.drawn(true);
        assert!(html.contains("instead of fma). param_1[0] is 0x00000000 in place of 0x33800000."), "{html}");
        assert!(html.contains("(.ftz). With other inputs param_1[0] is") && html.contains("on inputs that show it"), "{html}");
    }
}
