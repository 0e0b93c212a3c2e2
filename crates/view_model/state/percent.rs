//! Text as a part of an address and back, without the browser, so that any address can be read anywhere.

/// Marks that stand as they are: what `encodeURIComponent` leaves alone, and those that make an instruction readable.
const PLAIN: &[u8] = b"-_.!~*'(),;@:";

/// Percent-encoded, with blanks as `+`.
pub fn encoded(text: &str) -> String {
    let mut part = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => part.push('+'),
            _ if byte.is_ascii_alphanumeric() || PLAIN.contains(&byte) => part.push(char::from(byte)),
            _ => {
                part.push('%');
                part.push(digit(byte >> 4));
                part.push(digit(byte & 15));
            }
        }
    }
    part
}

/// The text of a part of an address; None if it is not valid.
pub fn decoded(part: &str) -> Option<String> {
    let mut text = Vec::with_capacity(part.len());
    let mut bytes = part.bytes();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'+' => b' ',
            b'%' => value(bytes.next()?)? << 4 | value(bytes.next()?)?,
            _ => byte,
        });
    }
    String::from_utf8(text).ok()
}

fn digit(value: u8) -> char {
    char::from(if value < 10 { b'0' + value } else { b'A' + value - 10 })
}

fn value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in ["", " ", "add.f32 %d, %a, %b;\n", "a+b=c&d?e#f", "0x1.8p3", "-0", "\u{0}", "é∞\u{1f600}", "100%"] {
            let part = encoded(text);
            assert!(part.bytes().all(|byte| byte.is_ascii_graphic() && !b"&=?#".contains(&byte)), "{part}");
            assert_eq!(decoded(&part).as_deref(), Some(text));
        }
        assert_eq!(encoded("add.f32 %f4, [@p:1];"), "add.f32+%25f4,+%5B@p:1%5D;");
        assert_eq!(decoded("\u{e9}+%c3%A9"), Some("é é".to_owned()));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for part in ["%", "%2", "%zz", "%+1", "%E0%A4%A", "%ff", "%C0%80", "%ED%A0%80", "%F0%28%8C%BC"] {
            assert_eq!(decoded(part), None, "{part}");
        }
    }
}
