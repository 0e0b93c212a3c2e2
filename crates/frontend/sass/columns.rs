//! Columns before an instruction that say how it is issued: those of maxas and TuringAs (`01:-:-:Y:4`) and of CuAssembler
//! (`[B0-----:R-:W1:-:S02]`). They compute nothing, so nobody reads them.

/// Whose column a word is.
pub fn column(word: &str) -> Option<&'static str> {
    let bare = word.strip_prefix('[').map_or(Some(word), |rest| rest.strip_suffix(']'))?;
    // What CuAssembler says first on older chips is of operands that are kept.
    let reused = bare.split_once(':').filter(|(first, rest)| {
        first.len() == 4 && first.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphanumeric()) && rest.starts_with('B')
    });
    let mut parts = reused.map_or(bare, |(_, rest)| rest).split(':');
    let [wait, read, write, yields, stall] = [parts.next()?, parts.next()?, parts.next()?, parts.next()?, parts.next()?];
    let barrier = |text: &str| matches!(text, "-" | "0" | "1" | "2" | "3" | "4" | "5" | "6");
    let all = |text: &str, length: usize, of: fn(u8) -> bool| text.len() == length && text.bytes().all(of);
    if parts.next().is_some() || !matches!(yields, "-" | "Y" | "y") {
        return None;
    }
    let is_maxas = bare == word
        && (wait == "--" || all(wait, 2, |byte| byte.is_ascii_hexdigit()))
        && barrier(read)
        && barrier(write)
        && all(stall, 1, |byte| byte.is_ascii_hexdigit());
    let lettered = |text: &str, letter: char| text.strip_prefix(letter).is_some_and(barrier);
    let is_cuassembler = wait.strip_prefix('B').is_some_and(|waits| all(waits, 6, |byte| byte == b'-' || byte.is_ascii_digit()))
        && lettered(read, 'R')
        && lettered(write, 'W')
        && stall.strip_prefix('S').is_some_and(|stall| all(stall, 2, |byte| byte.is_ascii_digit()));
    match (is_maxas, is_cuassembler) {
        (true, _) => Some("maxas"),
        (_, true) => Some("CuAssembler"),
        _ => None,
    }
}

/// The column at the start of a text, and what follows it.
pub fn leading(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_start();
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    Some((column(word)?, rest))
}
