//! What the page, the messages and the command line say: no sentence of more than thirty words, and none of the phrases that a reader
//! stumbles over. Lessons are held to more, where they are.

use crate::project::{read, rust_files, shown};

/// Words that a sentence may have at most; code and markup in it are not counted.
const MOST: usize = 30;

/// Phrases of ours that say in a roundabout way what has a plain word.
const ROUNDABOUT: [&str; 8] =
    ["turned over", "stands behind", "stand behind", "passed over", "passes over", "is the models'", "nothing is said", "is taken over"];

/// The strings of a source file with the lines where they begin; comments and what stands only in tests left out.
fn strings(text: &str) -> Vec<(usize, String)> {
    let text = text.split("#[cfg(test)]").next().unwrap_or(text);
    let (mut found, mut rest) = (Vec::new(), text);
    let line = |rest: &str| text[..text.len() - rest.len()].matches('\n').count() + 1;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let begin = &rest[at..];
        rest = &begin[1..];
        if begin.starts_with("//") {
            rest = begin.split_once('\n').map_or("", |(_, behind)| behind);
        } else if begin.starts_with("'\"'") || begin.starts_with("'\\") {
            rest = &begin[3..];
        } else if begin.starts_with('"') {
            let raw = text[..text.len() - begin.len()].ends_with("r#");
            let end = if raw { rest.find("\"#") } else { end_of(rest) }.unwrap_or(rest.len());
            found.push((line(begin), rest[..end].replace("\\n", "\n").replace("\\\"", "\"")));
            rest = rest.get(end + 1..).unwrap_or("");
        }
    }
    found
}

/// The documentation comments of a source file, each with its lines joined.
fn comments(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<Option<&str>> = text.lines().map(|line| line.trim_start().strip_prefix("///")).collect();
    let begins = |at: usize| lines[at].is_some() && (at == 0 || lines[at - 1].is_none());
    let whole = |at: usize| lines[at..].iter().map_while(|line| *line).map(|line| if line.is_empty() { "\n" } else { line }).collect();
    (0..lines.len()).filter(|at| begins(*at)).map(|at| (at + 1, whole(at))).collect()
}

/// The closing quotation mark of a string.
fn end_of(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let closes = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// A text without its tags, cut into sentences.
fn sentences(text: &str) -> Vec<String> {
    let mut plain = String::new();
    for (at, piece) in text.split('<').enumerate() {
        // A blank or a digit behind it makes it a relation.
        let tag = at > 0 && piece.starts_with(|first: char| first.is_ascii_alphabetic() || first == '/');
        plain.push_str(if tag { piece.split_once('>').map_or("", |(_, behind)| behind) } else { piece });
    }
    let plain = plain.replace("\\\n", " ");
    plain.split_inclusive(['.', '?', '!', '\n']).fold(Vec::<String>::new(), |mut all, piece| {
        match all.last_mut().filter(|last| !last.ends_with('\n') && !piece.starts_with([' ', '\n'])) {
            Some(last) => last.push_str(piece),
            None => all.push(piece.to_owned()),
        }
        all
    })
}

#[test]
fn sentences_are_short_and_plain() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for file in rust_files() {
        let name = shown(&file);
        let elsewhere = name.contains("/tests/") || name.starts_with("crates/course/teaching");
        if elsewhere || !(name.starts_with("src/") || name.starts_with("crates/")) {
            continue;
        }
        let source = read(&file).unwrap();
        // The help of the command line is made of its comments.
        let help = if name.starts_with("crates/cli/") { comments(&source) } else { Vec::new() };
        for (line, text) in strings(&source).into_iter().chain(help) {
            seen += 1;
            let low = text.to_lowercase();
            for phrase in ROUNDABOUT.iter().filter(|phrase| low.contains(**phrase)) {
                wrong.push(format!("{name}:{line}: \"{phrase}\" in: {text}"));
            }
            // An instruction with its list of registers is no sentence.
            let long = |one: &&String| one.split_whitespace().count() > MOST && !one.contains("{%");
            wrong.extend(sentences(&text).iter().filter(long).map(|one| format!("{name}:{line}: more than {MOST} words: {one}")));
        }
    }
    assert!(seen > 10_000, "{seen} strings");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn strings_and_sentences_are_found() {
    let source =
        "/// A \"comment\".\nlet a = '\"'; let b = \"One. Two <b>words</b>?\"; // \"no\"\nlet c = r#\"a \"b\" c\"#;\n#[cfg(test)]\n\"no\"";
    assert_eq!(strings(source), [(2, "One. Two <b>words</b>?".to_owned()), (3, "a \"b\" c".to_owned())]);
    assert_eq!(sentences("One 1.5 a. Two <b>words</b>?"), ["One 1.5 a.", " Two words?"]);
}
