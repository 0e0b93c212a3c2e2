//! What threads do together, and what says which thread runs.

use super::super::machine::{Name, SPECIAL};
use super::super::sources::{Code, name_of, predicate};
use super::body::{Body, Refused};

/// The registers that say which thread runs, in machine code and in PTX.
const NAMES: [(&str, &str); 13] = [
    ("SR_TID.X", "%tid.x"),
    ("SR_TID.Y", "%tid.y"),
    ("SR_TID.Z", "%tid.z"),
    ("SR_CTAID.X", "%ctaid.x"),
    ("SR_CTAID.Y", "%ctaid.y"),
    ("SR_CTAID.Z", "%ctaid.z"),
    ("SR_LANEID", "%laneid"),
    ("SR_EQMASK", "%lanemask_eq"),
    ("SR_LTMASK", "%lanemask_lt"),
    ("SR_LEMASK", "%lanemask_le"),
    ("SR_GTMASK", "%lanemask_gt"),
    ("SR_GEMASK", "%lanemask_ge"),
    // Which block of a cluster it is: a launch without clusters has one.
    ("SR_CgaCtaId", "%cluster_ctarank"),
];

impl Body<'_> {
    /// What a special register holds, by its place in the list of those that are given.
    pub fn special(&mut self, at: u8) -> Result<String, Refused> {
        self.special_by_name(SPECIAL.get(usize::from(at)).copied().unwrap_or_default())
    }

    fn special_by_name(&mut self, name: &str) -> Result<String, Refused> {
        let (_, own) = NAMES.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("what {name} holds is not known here"))?;
        Ok(self.word_of(|to| format!("mov.u32 {to}, {own};")))
    }

    /// The threads of the warp that come to a line. Machine code has no mask: who is there takes part.
    fn those_here(&mut self) -> String {
        self.word_of(|to| format!("activemask.b32 {to};"))
    }

    /// Barriers, shuffles, votes and special registers; false of other instructions.
    pub fn meeting(&mut self, code: &Code) -> Result<bool, Refused> {
        let unread = || "its operands are not read".to_owned();
        let register = |text: &str| name_of(text).filter(|name| !name.is_predicate()).ok_or_else(unread);
        let into = |text: &str| predicate(text).filter(|(_, negated)| !negated).map(|(name, _)| name).ok_or_else(unread);
        match (code.name, &code.operands[..]) {
            ("S2R" | "S2UR", [to, from]) => {
                let held = self.special_by_name(from)?;
                let to = self.destination(register(to)?);
                self.line(format!("mov.u32 {to}, {held};"));
            }
            // Where a warp need not wait, ptxas leaves a NOP of a synchronisation; threads that run by themselves meet there.
            ("NOP" | "WARPSYNC", _) => {
                if !matches!(code.words, "" | "ALL") {
                    return Err("this synchronisation is not run here".to_owned());
                }
                self.those_here();
            }
            ("BAR", operands) => {
                let (name, result) = match code.words.trim_end_matches(".DEFER_BLOCKING") {
                    "SYNC" => ("bar.sync", ""),
                    "ARV" => ("bar.arrive", ""),
                    "RED.POPC" => ("bar.red.popc.u32", "%RED, "),
                    "RED.AND" => ("bar.red.and.pred", "%PRED, "),
                    "RED.OR" => ("bar.red.or.pred", "%PRED, "),
                    _ => return Err("this barrier is not run here".to_owned()),
                };
                let mut all = Vec::new();
                for text in operands {
                    all.push(match predicate(text) {
                        Some(asked) => self.condition(asked),
                        None if text.starts_with("0x") => (*text).to_owned(),
                        None => self.word(register(text)?)?,
                    });
                }
                self.registers.extend(["%RED", "%PRED"].iter().filter(|name| result.starts_with(**name)).map(|name| (*name).to_owned()));
                self.line(format!("{name} {result}{};", all.join(", ")));
            }
            // What the last reduction of a barrier gave.
            ("B2R", [to]) if code.words == "RESULT" => {
                let to = self.destination(register(to)?);
                self.line(format!("mov.b32 {to}, %RED;"));
            }
            ("B2R", ["RZ", to]) if code.words == "RESULT" => {
                let to = self.destination(into(to)?);
                self.line(format!("mov.pred {to}, %PRED;"));
            }
            ("P2R", [to, "PR", from, mask]) => self.packs(register(to)?, register(from)?, mask)?,
            ("R2P", ["PR", from, mask]) => {
                let from = self.word(register(from)?)?;
                for bit in Self::bits(mask)? {
                    let one = self.word_of(|to| format!("and.b32 {to}, {from}, {};", 1 << bit));
                    let to = self.destination(Name::Predicate(bit));
                    self.line(format!("setp.ne.u32 {to}, {one}, 0;"));
                }
            }
            ("SHFL", [also, to, from, by, clamp]) => {
                let name = match code.words {
                    "IDX" => "idx",
                    "UP" => "up",
                    "DOWN" => "down",
                    "BFLY" => "bfly",
                    _ => return Err("this shuffle is not run here".to_owned()),
                };
                let from = self.word(register(from)?)?;
                let from = self.held(from);
                let mut numbers = Vec::new();
                for text in [by, clamp] {
                    numbers.push(if text.starts_with("0x") { (*text).to_owned() } else { self.word(register(text)?)? });
                }
                let also = into(also)?;
                let to = self.destination(register(to)?);
                let also = if also.fixed().is_some() { String::new() } else { format!("|{}", self.destination(also)) };
                let all = self.those_here();
                self.line(format!("shfl.sync.{name}.b32 {to}{also}, {from}, {}, {all};", numbers.join(", ")));
            }
            ("VOTE" | "VOTEU", [results @ .., asked]) => {
                let asked = predicate(asked).ok_or_else(unread)?;
                let (word, also) = match results {
                    [word, also] => (Some(register(word)?), into(also)?),
                    [also] => (None, into(also)?),
                    _ => return Err(unread()),
                };
                let kind = match code.words {
                    "ANY" => "any",
                    "ALL" => "all",
                    "EQ" => "uni",
                    _ => return Err("this vote is not run here".to_owned()),
                };
                if let (Some(word), Name::Predicate(7) | Name::UniformPredicate(7), "any") = (word, asked.0, kind)
                    && !asked.1
                    && also.fixed().is_some()
                {
                    let to = self.destination(word);
                    self.line(format!("activemask.b32 {to};"));
                    return Ok(true);
                }
                let (asked, all) = (self.condition(asked), self.those_here());
                if let Some(word) = word {
                    let to = self.destination(word);
                    self.line(format!("vote.sync.ballot.b32 {to}, {asked}, {all};"));
                }
                if also.fixed().is_none() {
                    let to = self.destination(also);
                    self.line(format!("vote.sync.{kind}.pred {to}, {asked}, {all};"));
                }
            }
            ("MATCH", [results @ .., from]) => {
                let (name, width) = code.words.split_once('.').unwrap_or((code.words, "32"));
                let first = register(from)?;
                let mut from = self.word(first)?;
                let width = width.trim_start_matches('U');
                if width == "64" {
                    let high = self.word(first.following(1))?;
                    from = self.joined([from, high]);
                }
                let all = self.those_here();
                match (name, results) {
                    ("ANY", [to]) => {
                        let to = self.destination(register(to)?);
                        self.line(format!("match.any.sync.b{width} {to}, {from}, {all};"));
                    }
                    ("ALL", [also, to]) => {
                        let (also, to) = (self.destination(into(also)?), self.destination(register(to)?));
                        self.line(format!("match.all.sync.b{width} {to}|{also}, {from}, {all};"));
                    }
                    _ => return Err("this match is not run here".to_owned()),
                }
            }
            ("REDUX" | "CREDUX", [to, from]) => {
                let (name, own) = code.words.split_once('.').unwrap_or((code.words, ""));
                let own = match (name, own) {
                    ("" | "AND" | "OR" | "XOR", "") => "b32",
                    (_, "S32") => "s32",
                    (_, "" | "U32") => "u32",
                    _ => return Err("this reduction is not run here".to_owned()),
                };
                let name = match name {
                    "" | "AND" => "and",
                    "OR" => "or",
                    "XOR" => "xor",
                    "SUM" => "add",
                    "MIN" => "min",
                    "MAX" => "max",
                    _ => return Err("this reduction is not run here".to_owned()),
                };
                let from = self.word(register(from)?)?;
                let to = self.destination(register(to)?);
                let all = self.those_here();
                self.line(format!("redux.sync.{name}.{own} {to}, {from}, {all};"));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The predicates that a mask names.
    fn bits(mask: &str) -> Result<Vec<u8>, Refused> {
        let digits = mask.strip_prefix("0x").unwrap_or(mask);
        let mask = u32::from_str_radix(digits, 16).ok().filter(|mask| *mask < 0x80).ok_or("its mask is not read")?;
        Ok((0..7).filter(|bit| mask >> bit & 1 == 1).collect())
    }

    /// Predicates as the lowest bits of a word, the rest of which another gives.
    fn packs(&mut self, to: Name, from: Name, mask: &str) -> Result<(), Refused> {
        let mut word = self.word(from)?;
        for bit in Self::bits(mask)? {
            let one = self.word(Name::Predicate(bit))?;
            let before = word;
            word = self.word_of(|to| format!("bfi.b32 {to}, {one}, {before}, {bit}, 1;"));
        }
        let to = self.destination(to);
        self.line(format!("mov.b32 {to}, {word};"));
        Ok(())
    }
}
