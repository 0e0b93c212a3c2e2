//! The routine's source with the line that is looked at, and the lines that ran for this input.

use crate::components::html::push_text;
use semantics::operation::float_to_half::{Conversion, SOURCE};

/// The listing as markup: a line that ran is a button, `data-line` its number from 1.
pub fn listing(conversion: &Conversion, current: usize) -> String {
    let mut html = String::with_capacity(4000);
    let now = conversion.moments.get(current).map(|moment| moment.line as usize);
    for (place, text) in SOURCE.iter().enumerate() {
        let run = conversion.moments.iter().position(|moment| moment.line as usize == place);
        let number = (place + 1).to_string();
        let state = match run {
            _ if now == Some(place) => "\" class=\"ran\" aria-current=\"step",
            Some(moment) if moment < current => "\" class=\"ran",
            Some(_) => "\" class=\"comes",
            None => "",
        };
        let mut put = |pieces: &[&str]| pieces.iter().for_each(|piece| html.push_str(piece));
        match run {
            Some(_) => put(&["<li><button type=\"button\" tabindex=\"-1\" data-line=\"", &number, state, "\">"]),
            None => put(&["<li><span>"]),
        }
        coloured(&mut html, text);
        html.push_str(if run.is_some() { "</button></li>" } else { "</span></li>" });
    }
    html
}

/// A line of C with its numbers and words of the language in colours.
fn coloured(html: &mut String, line: &str) {
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| is_word(c) != is_word(first)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let class = match word {
            "if" | "else" | "return" => "k",
            _ if word.ends_with("_t") => "t",
            _ if first.is_ascii_digit() => "n",
            _ => "",
        };
        if class.is_empty() {
            push_text(html, word);
        } else {
            for piece in ["<i class=\"", class, "\">", word, "</i>"] {
                html.push_str(piece);
            }
        }
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_stands_there_and_those_that_ran_can_be_chosen() {
        let conversion = Conversion::of(0x3f80_0000);
        let html = listing(&conversion, 3);
        assert_eq!(html.matches("<li>").count(), SOURCE.len());
        assert_eq!(html.matches("data-line").count(), conversion.moments.len());
        assert_eq!(html.matches("aria-current").count(), 1);
        assert!(html.contains("<i class=\"k\">return</i> w | (<i class=\"t\">uint16_t</i>)(mag &gt;&gt; shift);"));
    }
}
