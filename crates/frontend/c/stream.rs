//! `std::cout`: what stands between its `<<` is printed by one `printf`, each value by its type.

use super::parse::Reader;
use super::token::Kind as Cut;
use super::tree::Id;
use super::types::CType;

/// The level of operators that bind closer than `<<`.
const SUMS: usize = 8;

/// How a stream writes numbers with a point, as the statements before have said: digits, and the letter of `printf`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stream {
    digits: u64,
    letter: char,
}

impl Default for Stream {
    fn default() -> Stream {
        Stream { digits: 6, letter: 'g' }
    }
}

impl Reader<'_> {
    /// `std::cout << "x = " << x << std::endl;`, whose name stands here.
    pub(super) fn streams(&mut self) -> Option<Id> {
        let at = self.at;
        self.mark_call(at);
        self.at += 1;
        if self.shown(at + 1) == "." && self.shown(at + 2) == "precision" && self.shown(at + 3) == "(" {
            self.at = at + 4;
            self.says_digits(at + 2);
            return None;
        }
        let (mut format, from) = (Vec::<u8>::new(), self.pending.len());
        while self.shown(self.at) == "<<" {
            self.at += 1;
            let here = self.at;
            match self.shown(here) {
                "endl" | "flush" => {
                    if self.shown(here) == "endl" {
                        format.push(b'\n');
                    }
                    self.at += 1;
                }
                "fixed" | "scientific" | "defaultfloat" => {
                    let letter = [("fixed", 'f'), ("scientific", 'e')].into_iter().find(|(word, _)| *word == self.shown(here));
                    self.at += 1;
                    self.says_how(here, Stream { letter: letter.map_or('g', |(_, letter)| letter), ..self.stream.clone() });
                }
                "setprecision" if self.shown(here + 1) == "(" => {
                    self.at += 2;
                    self.says_digits(here);
                }
                _ if self.is(here, Cut::Text) => {
                    let bytes = self.quoted();
                    format.extend(bytes.into_iter().flat_map(|byte| if byte == b'%' { vec![byte, byte] } else { vec![byte] }));
                }
                _ => {
                    // What a function of the text prints comes behind what stands before it (C++17).
                    if self.calls_own(here) && !(format.is_empty() && self.pending.len() == from) {
                        let values = self.pending.drain(from..).collect();
                        let format = self.text_of(core::mem::take(&mut format));
                        self.printed_in(format, values, at);
                    }
                    let Some(value) = self.level(SUMS) else { break };
                    let own = self.tree.own(value);
                    let Some(letters) = self.stream_letters(own) else {
                        let span = self.since(self.span(here).start);
                        let message = format!("What `{}` prints of {} is not covered here: write printf.", self.shown(at), own.name());
                        self.error("print", span, message);
                        break;
                    };
                    format.extend(letters.bytes());
                    self.pending.push(value);
                }
            }
        }
        let values = self.pending.drain(from..).collect();
        let format = self.text_of(format);
        self.printed_in(format, values, at)
    }

    /// Whether what stands between here and the next `<<` calls a function of the text.
    fn calls_own(&self, from: usize) -> bool {
        let inside = (from..self.pieces.len()).take_while(|at| !matches!(self.shown(*at), "<<" | ";" | ""));
        let is_own = |word: &str| self.find(word).is_some() || self.functions[self.learned..].iter().any(|own| own.name == word);
        inside.filter(|at| self.shown(at + 1) == "(").any(|at| is_own(self.shown(at)))
    }

    /// The letters of `printf` for a type; None where a stream prints something else of it.
    fn stream_letters(&self, own: CType) -> Option<String> {
        Some(match own {
            CType::Float | CType::Double => format!("%.{}{}", self.stream.digits, self.stream.letter),
            CType::Char | CType::UnsignedChar => "%c".to_owned(),
            CType::Bool | CType::Short | CType::UnsignedShort | CType::Int => "%d".to_owned(),
            CType::Unsigned => "%u".to_owned(),
            CType::Long => "%lld".to_owned(),
            CType::UnsignedLong => "%llu".to_owned(),
            _ if own.pointee() == Some(CType::Char) => "%s".to_owned(),
            _ => return None,
        })
    }

    /// How many digits a stream writes, behind the parenthesis.
    fn says_digits(&mut self, at: usize) {
        let digits = self.values(")");
        let digits = digits.first().and_then(|id| self.tree.constant(*id)).and_then(|number| u64::try_from(number.ordinal()?).ok());
        match digits.filter(|digits| *digits < 100) {
            Some(digits) => self.says_how(at, Stream { digits, ..self.stream.clone() }),
            None => {
                let span = self.span(at);
                self.error("print", span, "The digits of a stream are a constant here.");
            }
        }
    }

    /// A stream writes so from here on. Behind a condition nobody knows whether it does.
    fn says_how(&mut self, at: usize, stream: Stream) {
        if self.open > 0 && self.stream != stream {
            let span = self.span(at);
            self.error("print", span, "How a stream writes numbers is said outside of branches and loops here.");
        }
        self.stream = stream;
    }
}
