//! `std::cout`: what stands between its `<<` is printed by one `printf`, each value by its type. How a stream writes numbers is known where it is
//! read: what a statement says of that holds from there on, on each way that comes from there.

use super::layout::Layout;
use super::parse::Reader;
use super::token::Kind as Cut;
use super::tree::{Id, Kind};
use super::types::{CType, is_type_word};

/// The level of operators that bind closer than `<<`.
const SUMS: usize = 8;
/// The most letters that a number takes at least.
const WIDTH: u64 = 1000;

/// What a stream is told.
const DIGITS: usize = 0;
const LETTER: usize = 1;
const WORDS: usize = 2;
const BASE: usize = 3;
const WIDE: usize = 4;
const LEFT: usize = 5;
const FILL: usize = 6;
/// Digits, the letter of `printf`, whether a bool is a word, the base of integers, how wide the next output is, whether that stands on the left,
/// and what fills it. None where it depends on the way that the program took.
pub(super) type Told = [Option<u64>; 7];

/// Words that tell a stream something.
const TELL: [(&str, usize, u64); 12] = [
    ("fixed", LETTER, b'f' as u64),
    ("scientific", LETTER, b'e' as u64),
    ("defaultfloat", LETTER, b'g' as u64),
    ("boolalpha", WORDS, 1),
    ("noboolalpha", WORDS, 0),
    ("dec", BASE, 10),
    ("hex", BASE, 16),
    ("oct", BASE, 8),
    ("left", LEFT, 1),
    ("right", LEFT, 0),
    ("flush", WIDE, u64::MAX),
    ("endl", WIDE, u64::MAX),
];

/// How a stream writes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stream {
    told: Told,
    /// What was told or asked, in order: which of these, and whether it was told.
    events: Vec<(usize, bool)>,
    /// Whether nothing comes here before the next label.
    gone: bool,
    /// What holds at labels further on, by each way that goes there.
    ahead: Vec<(String, Told)>,
    /// Labels to which loops go back: what holds there, and how many of the events and the ways came before.
    back: Vec<(String, Told, usize, usize)>,
}

impl Stream {
    /// What it was told, where the program stands.
    pub fn now(&self) -> Told {
        self.told
    }

    /// The same at the beginning of a function, which no label of another one leads to.
    pub fn apart(&self) -> Stream {
        Stream { told: self.told, ..Stream::default() }
    }
}

impl Default for Stream {
    fn default() -> Stream {
        let told = [6, b'g'.into(), 0, 10, 0, 0, b' '.into()].map(Some);
        Stream { told, events: Vec::new(), gone: false, ahead: Vec::new(), back: Vec::new() }
    }
}

/// What holds where two ways meet.
fn both(one: Told, other: Told) -> Told {
    core::array::from_fn(|at| one[at].filter(|_| one[at] == other[at]))
}

impl CType {
    /// `std::ostream`
    pub(super) fn stream() -> CType {
        CType::group(Layout::new("std::ostream".to_owned(), Vec::new()))
    }
}

impl Reader<'_> {
    /// Whether a stream stands here, and something that it is told or asked.
    pub(super) fn streams_here(&self) -> bool {
        let word = self.shown(self.at);
        let named = matches!(word, "cout" | "cerr") || self.find(word).is_some_and(|place| self.known[place].own == CType::stream());
        named && matches!(self.shown(self.at + 1), "<<" | ".")
    }

    /// `std::cout << "x = " << x << std::endl;`, whose name stands here.
    pub(super) fn streams(&mut self) -> Option<Id> {
        let at = self.at;
        self.mark_call(at);
        self.at += 1;
        if self.shown(self.at) == "." {
            return self.asked_of_stream();
        }
        let (mut format, from) = (Vec::<u8>::new(), self.pending.len());
        while self.shown(self.at) == "<<" {
            self.at += 1;
            let here = self.at;
            if self.tells_stream(&mut format) {
                continue;
            }
            if self.is(here, Cut::Text) && self.shown(here + 1) != "[" {
                let bytes = self.quoted();
                let bytes = self.filled_up(bytes, here);
                format.extend(bytes.into_iter().flat_map(|byte| if byte == b'%' { vec![byte, byte] } else { vec![byte] }));
                continue;
            }
            // What a function of the text prints comes behind what stands before it (C++17).
            if self.calls_own(here) {
                self.prints_pending(&mut format, from, at);
            }
            let Some(value) = self.level(SUMS) else { break };
            let given = [CType::stream(), self.tree.own(value)].map(Some);
            if self.tree.own(value).layout().is_some() || self.operator_of_enumeration("operator<<", &given).is_some() {
                let (kept, ()) = self.with_pending(&[value], |reader| {
                    let own = reader.pending.pop().into_iter().collect::<Vec<Id>>();
                    reader.prints_pending(&mut format, from, at);
                    reader.pending.extend(own);
                });
                if self.own_output(kept[0], here).is_none() {
                    break;
                }
                continue;
            }
            if self.one_output(&mut format, value, here).is_none() {
                break;
            }
        }
        let printed = self.prints_pending(&mut format, from, at);
        Some(printed.unwrap_or_else(|| self.zero(CType::Int)))
    }

    /// The same inside of an expression, which goes on with the stream.
    pub(super) fn stream_expression(&mut self) -> Option<Id> {
        self.streams()?;
        Some(self.stream_value())
    }

    fn stream_value(&mut self) -> Id {
        self.tree.node(Kind::Group(Vec::new()), CType::stream(), 0..0)
    }

    /// Prints what was gathered.
    fn prints_pending(&mut self, format: &mut Vec<u8>, from: usize, at: usize) -> Option<Id> {
        let values: Vec<Id> = self.pending.drain(from..).collect();
        if format.is_empty() && values.is_empty() {
            return None;
        }
        let format = self.text_of(core::mem::take(format));
        self.printed_in(format, values, at)
    }

    /// What a function `operator<<` of the text prints of a structure.
    fn own_output(&mut self, value: Id, here: usize) -> Option<()> {
        let stream = self.stream_value();
        let given = [stream, value].map(|id| Some(self.tree.own(id)));
        let number = self.best(self.in_library(), "operator<<", &given);
        let fits = |number: &usize| {
            self.parameter_types(&self.functions[*number])[1].is_none_or(|own| self.is_or_derives(self.tree.own(value), own))
        };
        let Some(number) = number.filter(fits) else {
            let (span, own) = (self.since(self.span(here).start), self.tree.own(value));
            self.error("print", span, format!("A stream prints nothing of {}: it has no `operator<<` here.", own.name()));
            return None;
        };
        let count = self.known.len();
        let object = self.object(CType::stream(), stream);
        self.entered(number, vec![stream, value], &[Some(object), None], here);
        self.leave(count);
        Some(())
    }

    /// A number, a letter or a text that a stream prints.
    fn one_output(&mut self, format: &mut Vec<u8>, mut value: Id, here: usize) -> Option<()> {
        // One whose text says the type of its numbers is printed as that, and another one as an int.
        let own = self.tree.own(value);
        if own.enumeration().is_some() && !own.is_scoped() {
            value = self.tree.cast(value, if own.is_fixed() { own.underlying() } else { own.promoted() });
        }
        let own = self.tree.own(value);
        let is_bool = own == CType::Bool || (own == CType::Int && self.is_truth(here, self.at));
        // What a function of the library answers is an int here, and a bool in C++; so may be what has the type `auto`.
        let called = (here..self.at).any(|at| self.shown(at + 1) == "(" && self.is(at, Cut::Name)) && !self.calls_own(here);
        let is_auto = |name: &str| (1..self.pieces.len()).any(|at| self.shown(at) == name && self.shown(at - 1) == "auto");
        let alone = self.at == here + 1 && self.is(here, Cut::Name) && is_auto(self.shown(here));
        if own == CType::Int && !is_bool && (called || alone) && self.told(WORDS, here) == 1 {
            let span = self.since(self.span(here).start);
            self.error(
                "print",
                span,
                "Whether this is a bool is not known here, and boolalpha has words for one: write `? \"true\" : \"false\"`.",
            );
            return None;
        }
        if is_bool && self.told(WORDS, here) == 1 {
            let [yes, no] = ["true", "false"].map(|word| self.text_of(word.into()));
            value = self.tree.chosen(value, yes, no, 0..0);
        }
        let Some(letters) = self.stream_letters(self.tree.own(value), here) else {
            let span = self.since(self.span(here).start);
            let message = match own.is_scoped() {
                true => format!("A stream prints nothing of {}: it has no `operator<<` here.", own.name()),
                false => format!("What a stream prints of {} is not covered here: write printf.", own.name()),
            };
            self.error("print", span, message);
            return None;
        };
        format.extend(letters.bytes());
        self.pending.push(value);
        Some(())
    }

    /// Whether what stands between two places is a comparison or what is made of some: C++ has bools for that. The operator that binds least
    /// tells it.
    fn is_truth(&self, begin: usize, end: usize) -> bool {
        if self.shown(begin) == "(" && self.behind(begin) == end {
            return self.is_truth(begin + 1, end - 1);
        }
        let behind = |at: &usize| Some(if matches!(self.shown(*at), "(" | "[" | "{") { self.behind(*at) } else { at + 1 });
        let all: Vec<usize> = core::iter::successors(Some(begin), behind).take_while(|at| *at < end).collect();
        let has =
            |words: &[&str]| all.iter().any(|at| *at > begin && words.contains(&self.shown(*at)) && !is_type_word(self.shown(at + 1)));
        if let Some(question) = all.iter().find(|at| self.shown(**at) == "?") {
            let colon = all.iter().copied().filter(|at| at > question).find(|at| self.shown(*at) == ":").unwrap_or(end);
            return self.is_truth(question + 1, colon) && self.is_truth(colon + 1, end);
        }
        match () {
            () if has(&["&&", "||"]) => true,
            () if has(&["|", "^", "&"]) => false,
            () if has(&["==", "!=", "<", ">", "<=", ">="]) => true,
            () if has(&["+", "-", "*", "/", "%", "<<", ">>"]) => false,
            () => self.shown(begin) == "!" || matches!(self.shown(begin), "true" | "false") && begin + 1 == end,
        }
    }

    /// Whether what stands between here and the next `<<` calls a function of the text.
    fn calls_own(&self, from: usize) -> bool {
        let inside = (from..self.pieces.len()).take_while(|at| !matches!(self.shown(*at), "<<" | ";" | ""));
        let is_own = |word: &str| self.find(word).is_some() || self.functions[self.learned..].iter().any(|own| own.name == word);
        inside.filter(|at| matches!(self.shown(at + 1), "(" | "{")).any(|at| is_own(self.shown(at)))
    }

    /// The letters of `printf` for a type; None where a stream prints something else of it.
    fn stream_letters(&mut self, own: CType, here: usize) -> Option<String> {
        let base = |reader: &mut Self| {
            Some(match reader.told(BASE, here) {
                10 => "",
                8 => "o",
                _ => "x",
            })
        };
        let integer = |reader: &mut Self, size: &str, letter: &str| {
            let base = base(reader)?;
            Some([size, if base.is_empty() { letter } else { base }].concat())
        };
        let letters = match own {
            CType::Float | CType::Double => {
                let (digits, letter) = (self.told(DIGITS, here), self.told(LETTER, here) as u8 as char);
                format!(".{digits}{letter}")
            }
            CType::Char | CType::SignedChar | CType::UnsignedChar => "c".to_owned(),
            // In another base a short has 16 bits.
            CType::Short | CType::UnsignedShort => Some("d".to_owned()).filter(|_| base(self) == Some(""))?,
            CType::Bool | CType::Int => integer(self, "", "d")?,
            CType::Unsigned => integer(self, "", "u")?,
            CType::Long => integer(self, "ll", "d")?,
            CType::UnsignedLong => integer(self, "ll", "u")?,
            _ if matches!(own.pointee(), Some(CType::Char | CType::SignedChar | CType::UnsignedChar)) => "s".to_owned(),
            _ => return None,
        };
        let wide = self.told(WIDE, here);
        if wide == 0 {
            return Some(["%", &letters].concat());
        }
        self.tell(WIDE, 0);
        let sign = if self.told(LEFT, here) == 1 { "-" } else { "" };
        let fill = self.told(FILL, here);
        // Zeros stand behind a sign with printf, and before it with a stream.
        let zeros = fill == u64::from(b'0') && sign.is_empty() && matches!(own, CType::Unsigned | CType::UnsignedLong | CType::Bool);
        if fill != u64::from(b' ') && !zeros {
            let span = self.span(here);
            self.error("print", span, "This fill before a number is not covered here: write printf.");
        }
        Some(format!("%{sign}{}{wide}{letters}", if zeros { "0" } else { "" }))
    }

    /// A text as wide as the stream was told.
    fn filled_up(&mut self, mut bytes: Vec<u8>, here: usize) -> Vec<u8> {
        let wide = self.told(WIDE, here) as usize;
        if wide == 0 {
            return bytes;
        }
        self.tell(WIDE, 0);
        let (left, fill) = (self.told(LEFT, here) == 1, self.told(FILL, here) as u8);
        let spare = vec![fill; wide.saturating_sub(bytes.len())];
        if left {
            bytes.extend(spare);
            return bytes;
        }
        [spare, bytes].concat()
    }

    /// Takes a word that tells a stream how to write; false where none stands here.
    fn tells_stream(&mut self, format: &mut Vec<u8>) -> bool {
        let here = self.at;
        let word = self.shown(here);
        if let Some((_, what, to)) = TELL.iter().find(|(known, ..)| *known == word).filter(|_| self.find(word).is_none()) {
            self.at += 1;
            match word {
                "endl" => format.push(b'\n'),
                "flush" => {}
                _ => self.tell(*what, *to),
            }
            return true;
        }
        let (what, most) = match word {
            "setprecision" => (DIGITS, 99),
            "setw" => (WIDE, WIDTH),
            "setfill" => (FILL, 127),
            _ => return false,
        };
        if self.shown(here + 1) != "(" {
            return false;
        }
        self.at += 2;
        self.tells_number(what, most, here);
        true
    }

    /// A stream is told a number, which stands behind the parenthesis.
    fn tells_number(&mut self, what: usize, most: u64, at: usize) {
        let values = self.values(")");
        let number = values.first().and_then(|id| self.tree.constant(*id)).and_then(|number| u64::try_from(number.ordinal()?).ok());
        match number.filter(|number| *number <= most) {
            Some(number) => self.tell(what, number),
            None => {
                let span = self.span(at);
                self.error("print", span, "What a stream is told here is a constant, and a small one.");
            }
        }
    }

    /// `cout.precision(9)`, `cout.width(8)`, `cout.setf(std::ios::fixed)`, whose point stands here.
    fn asked_of_stream(&mut self) -> Option<Id> {
        let at = self.at + 1;
        let word = self.shown(at);
        self.at += 3;
        match word {
            "precision" => self.tells_number(DIGITS, 99, at),
            "width" => self.tells_number(WIDE, WIDTH, at),
            "fill" => self.tells_number(FILL, 127, at),
            "flush" => self.at += 1,
            "unsetf" if (self.at..self.behind(at + 1)).any(|at| self.shown(at) == "floatfield") => {
                self.at = self.behind(at + 1);
                self.tell(LETTER, b'g'.into());
            }
            "setf" => {
                let (close, span) = (self.behind(at + 1), self.span(at));
                let named = |at: &usize| self.is(*at, Cut::Name) && matches!(self.shown(at - 1), "::");
                let names: Vec<&str> = (at..close).filter(named).map(|at| self.shown(at)).collect();
                let told = names.first().and_then(|name| TELL.iter().find(|(known, ..)| known == name));
                // Without its mask both notations would be set.
                let masked = matches!(names[..], [_] | [_, "floatfield" | "basefield" | "adjustfield"]);
                let plain = names.len() == 2
                    || told
                        .is_some_and(|(_, what, _)| *what == WORDS || (*what == LETTER && self.stream.told[LETTER] == Some(b'g'.into())));
                match told.filter(|_| masked && plain) {
                    Some((_, what, to)) => self.tell(*what, *to),
                    None => drop(self.error("print", span, "These flags of a stream are not covered here: write std::fixed and its kind.")),
                }
                self.at = close;
            }
            _ => {
                let span = self.span(at);
                self.error("print", span, format!("`{word}` of a stream is not covered here."));
                self.at = self.behind(at + 1);
            }
        }
        Some(self.zero(CType::Int))
    }

    /// A stream is told something.
    fn tell(&mut self, what: usize, to: u64) {
        if !self.dry {
            self.stream.told[what] = Some(to);
            self.stream.events.push((what, true));
        }
    }

    /// What a stream was told.
    fn told(&mut self, what: usize, at: usize) -> u64 {
        self.stream.events.push((what, false));
        self.stream.told[what].unwrap_or_else(|| {
            let span = self.span(at);
            self.error("print", span, "How a stream writes this depends on the way that the program took: tell it here once more.");
            0
        })
    }

    /// A line goes to a label: what a stream was told holds there, too.
    pub(super) fn stream_goes(&mut self, line: &str) {
        let Some(label) = line.split("bra ").nth(1).map(|label| label.trim_end_matches(';')) else { return };
        let Some(back) = self.stream.back.iter().rposition(|(known, ..)| known == label) else {
            self.stream.ahead.push((label.to_owned(), self.stream.told));
            self.stream.gone |= line.starts_with("bra ");
            return;
        };
        let (_, told, events, ways) = self.stream.back[back].clone();
        let now = both(told, self.stream.told);
        for what in (0..told.len()).filter(|what| now[*what] != told[*what]) {
            // What is asked there before it is told was told by the turn before.
            if self.stream.events[events..].iter().find(|(own, _)| *own == what).is_some_and(|(_, is_told)| !is_told) {
                let span = self.span(self.at.saturating_sub(1));
                let said = "How a stream writes changes in this loop for its next turn: tell it at the beginning of the loop.";
                self.error("print", span, said);
            }
            self.stream.ahead.iter_mut().skip(ways).for_each(|(_, told)| told[what] = None);
        }
        self.stream.told = now;
        self.stream.gone |= line.starts_with("bra ");
    }

    /// A label: what holds there is what holds on each way that comes. A loop may come back to it.
    pub(super) fn stream_comes(&mut self, label: &str, again: bool) {
        let (here, ahead) = core::mem::take(&mut self.stream.ahead).into_iter().partition::<Vec<_>, _>(|(known, _)| known == label);
        self.stream.ahead = ahead;
        let mut ways = here.into_iter().map(|(_, told)| told);
        let first = if core::mem::take(&mut self.stream.gone) { ways.next() } else { None };
        self.stream.told = ways.fold(first.unwrap_or(self.stream.told), both);
        if again {
            let (told, events, ways) = (self.stream.told, self.stream.events.len(), self.stream.ahead.len());
            self.stream.back.push((label.to_owned(), told, events, ways));
        }
    }
}
