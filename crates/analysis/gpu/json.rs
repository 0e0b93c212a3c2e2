//! As much of JSON as a report is made of: objects, lists, strings, whole numbers, true, false and null. Any text may be read; what is no such
//! JSON gives None.

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Whole(u64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object, in the order of its text.
    Object(Vec<(String, Value)>),
}

/// How deep lists and objects may lie in one another.
const DEEPEST: u32 = 16;

impl Value {
    /// An object of such fields.
    #[must_use]
    pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
        Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The field of an object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(fields) => fields.iter().find(|field| field.0 == name).map(|field| &field.1),
            _ => None,
        }
    }

    /// The text of a field; empty where there is none.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// The fields of the object in a field.
    #[must_use]
    pub fn fields(&self, name: &str) -> &[(String, Value)] {
        match self.get(name) {
            Some(Value::Object(fields)) => fields,
            _ => &[],
        }
    }

    /// Reads a text.
    #[must_use]
    pub fn read(text: &str) -> Option<Value> {
        let mut rest = text;
        let value = value(&mut rest, DEEPEST)?;
        rest.trim_start().is_empty().then_some(value)
    }

    /// The value as text, a field a line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        self.put(&mut text, 0);
        text.push('\n');
        text
    }

    fn put(&self, text: &mut String, depth: usize) {
        match self {
            Value::Null => text.push_str("null"),
            Value::Truth(truth) => text.push_str(if *truth { "true" } else { "false" }),
            Value::Whole(number) => text.push_str(&number.to_string()),
            Value::Text(words) => quoted(text, words),
            Value::List(items) => {
                text.push('[');
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { ", " });
                    item.put(text, depth + 1);
                }
                text.push(']');
            }
            Value::Object(fields) => {
                text.push('{');
                for (at, (name, field)) in fields.iter().enumerate() {
                    text.push_str(if at == 0 { "\n" } else { ",\n" });
                    text.extend(core::iter::repeat_n("  ", depth + 1));
                    quoted(text, name);
                    text.push_str(": ");
                    field.put(text, depth + 1);
                }
                text.push('\n');
                text.extend(core::iter::repeat_n("  ", depth));
                text.push('}');
            }
        }
    }
}

fn quoted(text: &mut String, words: &str) {
    text.push('"');
    for letter in words.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            control if u32::from(control) < 0x20 => text.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => text.push(other),
        }
    }
    text.push('"');
}

/// Takes a word from the front.
fn taken(rest: &mut &str, word: &str) -> Option<()> {
    *rest = rest.trim_start().strip_prefix(word)?;
    Some(())
}

fn value(rest: &mut &str, depth: u32) -> Option<Value> {
    *rest = rest.trim_start();
    let first = rest.chars().next()?;
    match first {
        '{' | '[' => {
            taken(rest, if first == '{' { "{" } else { "[" })?;
            let end = if first == '{' { "}" } else { "]" };
            let deeper = depth.checked_sub(1)?;
            let (mut items, mut fields) = (Vec::new(), Vec::new());
            if taken(rest, end).is_none() {
                loop {
                    if first == '{' {
                        let name = string(rest)?;
                        taken(rest, ":")?;
                        fields.push((name, value(rest, deeper)?));
                    } else {
                        items.push(value(rest, deeper)?);
                    }
                    if taken(rest, ",").is_none() {
                        taken(rest, end)?;
                        break;
                    }
                }
            }
            Some(if first == '{' { Value::Object(fields) } else { Value::List(items) })
        }
        '"' => string(rest).map(Value::Text),
        '0'..='9' => {
            let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            let (digits, behind) = rest.split_at(end);
            *rest = behind;
            digits.parse().ok().map(Value::Whole)
        }
        't' => taken(rest, "true").map(|()| Value::Truth(true)),
        'f' => taken(rest, "false").map(|()| Value::Truth(false)),
        _ => taken(rest, "null").map(|()| Value::Null),
    }
}

fn string(rest: &mut &str) -> Option<String> {
    taken(rest, "\"")?;
    let mut text = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => break,
            '\\' => text.push(match letters.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' => {
                    let digits = letters.as_str().get(..4)?;
                    letters = letters.as_str()[4..].chars();
                    // Half of a pair is no letter by itself.
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?).unwrap_or('\u{fffd}')
                }
                letter @ ('"' | '\\' | '/') => letter,
                _ => return None,
            }),
            letter => text.push(letter),
        }
    }
    *rest = letters.as_str();
    Some(text)
}
