//! Rust source with what is no code blanked out: comments, strings, characters and test-only items.
//!
//! Blanked bytes become spaces and line breaks stay, so that places in the result are places in the file.

/// The code of a file, without the items that only tests compile.
pub fn code(source: &str) -> String {
    without_tests(without_words(source.as_bytes()))
}

/// Names of the modules in files of their own that only tests compile (`#[cfg(test)] mod name;`).
pub fn test_modules(source: &str) -> Vec<String> {
    let text = String::from_utf8(without_words(source.as_bytes())).expect("blanking keeps characters whole");
    let items = text.split(TEST_ONLY).skip(1).map(|rest| rest.split(['{', ';']).next().unwrap_or_default());
    items.filter_map(|item| item.trim().strip_prefix("mod ")).map(|name| name.trim().to_string()).collect()
}

const TEST_ONLY: &str = "#[cfg(test)]";

/// Blanks comments, strings and character literals.
fn without_words(source: &[u8]) -> Vec<u8> {
    let mut code = source.to_vec();
    let mut at = 0;
    while at < source.len() {
        let end = match &source[at..] {
            [b'/', b'/', ..] => at + source[at..].iter().position(|&byte| byte == b'\n').unwrap_or(source.len() - at),
            [b'/', b'*', ..] => end_of_block_comment(source, at),
            [b'"', ..] => end_of_string(source, at),
            [b'r', b'"' | b'#', ..] if at == 0 || !is_name(source[at - 1]) || source[at - 1] == b'b' => end_of_raw_string(source, at),
            [b'\'', ..] => end_of_character(source, at),
            _ => at,
        };
        blank(&mut code[at..end]);
        at = end.max(at + 1);
    }
    code
}

/// Blanks each item that `#[cfg(test)]` stands before: up to its `;`, or to the brace that closes its first one.
fn without_tests(mut code: Vec<u8>) -> String {
    let mut from = 0;
    while let Some(found) = find(&code[from..], TEST_ONLY.as_bytes()) {
        let start = from + found;
        let mut depth = 0;
        let mut end = start + TEST_ONLY.len();
        while end < code.len() {
            end += 1;
            match code[end - 1] {
                b'{' => depth += 1,
                b'}' if depth <= 1 => break,
                b'}' => depth -= 1,
                b';' if depth == 0 => break,
                _ => {}
            }
        }
        blank(&mut code[start..end]);
        from = end;
    }
    String::from_utf8(code).expect("blanking keeps characters whole")
}

fn end_of_block_comment(source: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0);
    while at < source.len() {
        match &source[at..] {
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    source.len()
}

fn end_of_string(source: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < source.len() && source[at] != b'"' {
        at += if source[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(source.len())
}

/// From the `r`; a raw name such as `r#type` is no string.
fn end_of_raw_string(source: &[u8], start: usize) -> usize {
    let hashes = source[start + 1..].iter().take_while(|&&byte| byte == b'#').count();
    let open = start + 1 + hashes;
    if source.get(open) != Some(&b'"') {
        return start;
    }
    let close: Vec<u8> = std::iter::once(b'"').chain(std::iter::repeat_n(b'#', hashes)).collect();
    find(&source[open + 1..], &close).map_or(source.len(), |found| open + 1 + found + close.len())
}

/// A lifetime also begins with a quote, but has no second one after one character.
fn end_of_character(source: &[u8], start: usize) -> usize {
    match &source[start + 1..] {
        [b'\\', _, rest @ ..] => start + 3 + rest.iter().position(|&byte| byte == b'\'').map_or(0, |found| found + 1),
        rest => {
            let width = rest.iter().skip(1).take_while(|&&byte| byte & 0xc0 == 0x80).count() + 1;
            if rest.get(width) == Some(&b'\'') { start + width + 2 } else { start }
        }
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_code_is_blank() {
        #[rustfmt::skip]
        let table = [
            ("a // b\nc",                       "a     \nc"),
            ("a /* b /* c */ d */ e",           "a                   e"),
            ("f(\"b \\\" c\", 'd', '\\'') x",   "f(        ,    ,     ) x"),
            ("r#\"a \" b\"# r#type br\"c\" x",  "           r#type b     x"),
            ("fn f<'a>(x: &'a str)",            "fn f<'a>(x: &'a str)"),
            ("'é' \"é\" x",                     "          x"),
            ("'\\u{1F600}' x",                 "            x"),
            ("a #[cfg(test)]\nmod t { { } }\nb", "a             \n             \nb"),
            ("#[cfg(test)] use a; b",           "                    b"),
        ];
        for (source, blanked) in table {
            assert_eq!(code(source), blanked, "{source}");
        }
    }

    #[test]
    fn test_modules_in_files_are_named() {
        assert_eq!(test_modules("#[cfg(test)]\nmod a;\nmod b;\n#[cfg(test)] mod c { }"), ["a", "c"]);
    }
}
