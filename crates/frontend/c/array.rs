//! Arrays: lengths, what they begin with, and where they lie.

use super::host::DIM3;
use super::parse::Reader;
use super::place::Place;
use super::tree::{Id, Kind};
use super::types::CType;
use core::ops::Range;

/// Elements that an array may have.
const ELEMENTS: u64 = 1 << 20;

/// The most elements whose constructors run, each by itself.
const CONSTRUCTED: u64 = 256;

impl Reader<'_> {
    /// An array's declaration behind its name: lengths, and what it begins with.
    pub(super) fn array(&mut self, name: &str, own: CType, space: &'static str) {
        let start = self.at;
        let mut lengths = Vec::new();
        while self.shown(self.at) == "[" {
            self.at += 1;
            let length = if self.shown(self.at) == "]" { None } else { self.choice() };
            self.at += usize::from(self.shown(self.at) == "]");
            let written = length.and_then(|id| self.tree.constant(id)).and_then(|number| number.ordinal()).map(|number| number as u64);
            if length.is_some() && written.is_none() {
                let span = self.since(self.span(start).start);
                self.error("array", span, "The length of an array is a constant.");
            }
            lengths.push(written.unwrap_or(0));
        }
        let span = self.since(self.span(start).start);
        let constructs = space == "local" && own.layout().is_some_and(|layout| layout.name != DIM3) && self.begins_itself(own);
        let mut values = Vec::new();
        let begins = self.shown(self.at) == "=";
        if begins {
            self.at += 1;
        }
        if self.shown(self.at) == "{" {
            self.listed(own, &lengths, &mut values);
        }
        let outside = space == "extern";
        let parts: u64 = lengths.iter().skip(1).fold(1, |all, length| all.saturating_mul(*length));
        if lengths.first() == Some(&0) && parts > 0 {
            lengths[0] = (values.len() as u64).div_ceil(parts);
        }
        let elements = lengths.iter().fold(1, |all: u64, length| all.saturating_mul(*length)).max(values.len() as u64);
        if (elements == 0 && !outside) || elements > ELEMENTS {
            self.error("array", span, format!("An array has 1 to {ELEMENTS} elements here."));
            return;
        }
        let place = self.declare(name, own, None);
        self.in_memory(place, space, elements * own.size());
        self.known[place].lengths = lengths;
        if !begins && values.is_empty() && !constructs {
            return;
        }
        if constructs && elements > CONSTRUCTED {
            self.error("not-covered", span, format!("Constructors of more than {CONSTRUCTED} elements are not covered here."));
            return;
        }
        if space == "global" {
            return self.begins_with(place, &values, span);
        }
        // What is not written out is zero.
        for number in 0..elements {
            let value = match values.get(number as usize) {
                Some(value) => *value,
                None if constructs => self.constructed(own, &[], start),
                None => self.zero(own),
            };
            let address = self.held_or_address(place, 0..0);
            self.write(&Place::Memory(address, (number * own.size()) as i64, own), value);
        }
    }

    /// Values in braces. Those in braces inside are a row each, which is filled up with zeros.
    fn listed(&mut self, own: CType, lengths: &[u64], values: &mut Vec<Id>) {
        self.at += 1;
        let row = lengths.iter().skip(1).product::<u64>().clamp(1, ELEMENTS) as usize;
        let (from, from_piece) = (values.len(), self.at);
        while !matches!(self.shown(self.at), "}" | "" | ";") {
            if self.shown(self.at) == "{" && lengths.len() > 1 {
                let begun = values.len();
                self.listed(own, &lengths[1..], values);
                while !(values.len() - begun).is_multiple_of(row) && values.len() < ELEMENTS as usize {
                    let zero = self.tree.number(own, 0, None, 0..0);
                    values.push(zero);
                }
            } else {
                let inside = self.shown(self.at) == "{" && own.layout().is_some();
                let value = if inside { Some(self.braced(own)) } else { self.choice() };
                let Some(value) = value else { break };
                let value = self.fitted(value, own, from_piece);
                let value = self.owned(value, true, from_piece);
                values.push(value);
            }
            if self.shown(self.at) != "," {
                break;
            }
            self.at += 1;
        }
        self.at += usize::from(self.shown(self.at) == "}");
        let most = lengths.iter().product::<u64>();
        if most > 0 && (values.len() - from) as u64 > most {
            let span = self.span(self.at.saturating_sub(1));
            self.error("array", span, format!("More values stand here than the {most} that fit."));
        }
    }

    /// Gives a variable a place in memory.
    pub(super) fn in_memory(&mut self, place: usize, space: &'static str, bytes: u64) {
        let register = self.known[place].register.clone();
        // What has to lie in memory anyway lies elsewhere now.
        if self.known[place].memory.is_some() {
            let before = format!(".local .align 16 .b8 {register}[");
            self.flow.declarations.retain(|line| !line.starts_with(&before));
        }
        let line = match space {
            "extern" => format!(".extern .shared .align 16 .b8 {register}[];"),
            _ => format!(".{space} .align 16 .b8 {register}[{bytes}];"),
        };
        let outside = matches!(space, "extern" | "global");
        if outside {
            self.outside(line);
        } else {
            self.flow.declarations.push(line)
        }
        self.known[place].memory = Some(if space == "extern" { "shared" } else { space });
    }

    /// What a variable of the whole module begins with: its bytes stand in its declaration.
    pub(super) fn begins_with(&mut self, place: usize, values: &[Id], span: Range<usize>) {
        let mut bytes: Vec<u8> = Vec::new();
        for value in values {
            let Some(own) = self.bytes_of(*value) else {
                self.error("array", span, "What stands outside of all functions begins with constants.");
                return;
            };
            bytes.extend(own);
        }
        if bytes.is_empty() {
            return;
        }
        let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
        let end = format!(" {}[", self.known[place].register);
        if let Some(line) = self.flow.outside.iter_mut().find(|line| line.contains(&end)) {
            line.pop();
            line.push_str(&format!(" = {{{}}};", bytes.join(", ")));
        }
    }

    /// The bytes of a constant, each member of a structure at its place.
    fn bytes_of(&self, value: Id) -> Option<Vec<u8>> {
        let own = self.tree.own(value);
        let (Some(layout), Kind::Group(all)) = (own.layout(), &self.tree.nodes[value].kind) else {
            let Kind::Constant(bits, _) = self.tree.nodes[value].kind else { return None };
            let bits = bits.to_le_bytes();
            return Some(bits[..own.size() as usize].to_vec());
        };
        let mut bytes = Vec::new();
        for ((_, _, at), value) in layout.members.iter().zip(all) {
            bytes.resize(*at as usize, 0);
            bytes.extend(self.bytes_of(*value)?);
        }
        bytes.resize(own.size() as usize, 0);
        Some(bytes)
    }
}
