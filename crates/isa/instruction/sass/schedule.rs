//! Scheduling words: every fourth word (byte offset divisible by 32) steers the three instructions behind it with 21 bits each.
//!
//! In text they are the `{&req_6} {&rdN} {&wrN} {?sched}` of the grammar. The bits are those of the public Maxwell assemblers; how
//! the parts are spelled behind `&req`, `&rd`, `&wr` and `?` is nowhere said, so every usual spelling is read.

use core::fmt::Write;

/// How one instruction is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// Cycles until the next instruction, 0 to 15.
    pub stall: u8,
    /// The yield bit as it stands.
    pub yields: bool,
    /// The barrier that is set until the result is written; 7 is none.
    pub write: u8,
    /// The barrier that is set until the operands are read; 7 is none.
    pub read: u8,
    /// The barriers waited for, a bit each.
    pub wait: u8,
    /// The operands kept in the reuse cache, a bit each.
    pub reuse: u8,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule { stall: 0, yields: false, write: 7, read: 7, wait: 0, reuse: 0 }
    }
}

impl Schedule {
    /// Reads 21 bits: stall 3:0, yield 4, write barrier 7:5, read barrier 10:8, wait mask 16:11, reuse 20:17.
    pub const fn from_bits(bits: u32) -> Schedule {
        Schedule {
            stall: (bits & 15) as u8,
            yields: bits >> 4 & 1 == 1,
            write: (bits >> 5 & 7) as u8,
            read: (bits >> 8 & 7) as u8,
            wait: (bits >> 11 & 63) as u8,
            reuse: (bits >> 17 & 15) as u8,
        }
    }

    /// The 21 bits.
    pub const fn bits(self) -> u32 {
        let low = (self.stall as u32 & 15) | (self.yields as u32) << 4 | (self.write as u32 & 7) << 5 | (self.read as u32 & 7) << 8;
        low | (self.wait as u32 & 63) << 11 | (self.reuse as u32 & 15) << 17
    }

    /// The three groups of a scheduling word, first the one of the instruction that follows it.
    pub const fn of_word(word: u64) -> [Schedule; 3] {
        [Schedule::from_bits(group_at(word, 0)), Schedule::from_bits(group_at(word, 1)), Schedule::from_bits(group_at(word, 2))]
    }

    /// The scheduling word of three instructions; bit 63 is not used.
    pub const fn word(groups: [Schedule; 3]) -> u64 {
        groups[0].bits() as u64 | (groups[1].bits() as u64) << 21 | (groups[2].bits() as u64) << 42
    }

    /// The parts as text; what is at rest (no barrier, nothing waited for, no stall) is left out.
    pub fn text(self) -> String {
        let mut text = String::new();
        if self.wait != 0 {
            let barriers: Vec<String> = (0..6).filter(|at| self.wait >> at & 1 == 1).map(|at| at.to_string()).collect();
            let _ = write!(text, " &req={{{}}}", barriers.join(","));
        }
        for (name, barrier) in [("rd", self.read), ("wr", self.write)] {
            if barrier != 7 {
                let _ = write!(text, " &{name}={barrier}");
            }
        }
        let sched = u8::from(self.yields) << 4 | self.stall;
        if sched != 0 {
            let _ = write!(text, " ?sched={sched:#x}");
        }
        text
    }

    /// The group in words.
    pub fn sentence(self) -> String {
        let barrier = |number: u8| if number == 7 { "none".to_owned() } else { number.to_string() };
        format!(
            "stall {}, yield bit {}, write barrier {}, read barrier {}, wait mask {:06b}, reuse {:04b}",
            self.stall,
            u8::from(self.yields),
            barrier(self.write),
            barrier(self.read),
            self.wait,
            self.reuse
        )
    }
}

const fn group_at(word: u64, at: u32) -> u32 {
    (word >> (21 * at) & 0x1f_ffff) as u32
}
