//! JSON as it is written, by hand: the JavaScript module would pay for a library that reads as well.

use core::fmt::{Display, Write};

/// An object that is being written: braces, keys and commas in one place.
pub struct Object<'a> {
    out: &'a mut String,
    first: bool,
}

impl<'a> Object<'a> {
    /// An object at the end of a text. [`Object::end`] closes it.
    pub fn new(out: &'a mut String) -> Object<'a> {
        out.push('{');
        Object { out, first: true }
    }

    fn key(&mut self, key: &str) {
        if !core::mem::take(&mut self.first) {
            self.out.push(',');
        }
        quote(self.out, key);
        self.out.push(':');
    }

    /// A string.
    pub fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        quote(self.out, value);
    }

    /// A number, a truth value or `null`: what stands in JSON as it prints.
    pub fn plain(&mut self, key: &str, value: impl Display) {
        self.key(key);
        let _ = write!(self.out, "{value}");
    }

    /// An object within, whose members `write` writes.
    pub fn object(&mut self, key: &str, write: impl FnOnce(&mut Object)) {
        self.key(key);
        let mut object = Object::new(self.out);
        write(&mut object);
        object.end();
    }

    /// A list, each of whose items `write` writes.
    pub fn list<T>(&mut self, key: &str, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut String, T)) {
        self.key(key);
        self.out.push('[');
        for (place, item) in items.into_iter().enumerate() {
            if place > 0 {
                self.out.push(',');
            }
            write(self.out, item);
        }
        self.out.push(']');
    }

    /// The end of the object.
    pub fn end(self) {
        self.out.push('}');
    }
}

/// A string in quotes, with JSON's escapes.
pub fn quote(out: &mut String, text: &str) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
}
