//! The words after a command's name, taken one by one; a word that nobody took is an error.

use crate::Outcome;

/// The words that are still to be taken.
pub struct Arguments(Vec<String>);

impl Arguments {
    pub fn new(words: impl Iterator<Item = String>) -> Self {
        Arguments(words.collect())
    }

    /// Takes `--name` and says whether it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        let place = self.0.iter().position(|word| word == name);
        place.map(|at| self.0.remove(at)).is_some()
    }

    /// Takes `--name value` or `--name=value`.
    pub fn value(&mut self, name: &str) -> Outcome<Option<String>> {
        for at in 0..self.0.len() {
            if let Some(value) = self.0[at].strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
                let value = value.to_string();
                self.0.remove(at);
                return Ok(Some(value));
            }
            if self.0[at] == name {
                if at + 1 == self.0.len() {
                    return Err(format!("{name} needs a value"));
                }
                self.0.remove(at);
                return Ok(Some(self.0.remove(at)));
            }
        }
        Ok(None)
    }

    /// Takes the first word that is no option.
    pub fn word(&mut self) -> Option<String> {
        let at = self.0.iter().position(|word| !word.starts_with('-'))?;
        Some(self.0.remove(at))
    }

    /// Complains about the first word that is left.
    pub fn finish(self) -> Outcome {
        match self.0.first() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is not an option of this command; `cargo xtask help` lists them")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_in_any_order_and_leftovers_are_refused() {
        let words = ["--port", "81", "--as-is", "--to=x", "name", "odd"];
        let mut arguments = Arguments::new(words.iter().map(|word| word.to_string()));
        assert!(arguments.flag("--as-is"));
        assert!(!arguments.flag("--as-is"));
        assert_eq!(arguments.value("--to").unwrap().as_deref(), Some("x"));
        assert_eq!(arguments.value("--port").unwrap().as_deref(), Some("81"));
        assert_eq!(arguments.word().as_deref(), Some("name"));
        assert!(arguments.finish().unwrap_err().contains("`odd`"));
    }
}
