//! Whole ranges of results, small: the runs of equal differences from the model.
//!
//! A file holds pairs of numbers, the difference and how many neighbouring results have it, each in LEB128 (seven bits a byte, the highest
//! says that more follow), the difference zigzagged so that small negative ones are short. A model that is right everywhere is one pair.
//! The capture states the hash of the results, so a file that was read with another model than it was written with is noticed.

use crate::Hash;
use std::io::{self, Read, Write};

/// Writes results beside what the model says of the same operands; gives the hash of the results.
pub fn write(results: impl Iterator<Item = io::Result<u32>>, mut model: impl FnMut() -> u32, out: &mut impl Write) -> io::Result<Hash> {
    let (mut hash, mut run) = (Hash::EMPTY, None);
    for result in results {
        let result = result?;
        hash = hash.with(result);
        let difference = result.wrapping_sub(model()) as i32;
        run = match run {
            Some((same, count)) if same == difference => Some((same, count + 1)),
            before => {
                put(before, out)?;
                Some((difference, 1))
            }
        };
    }
    put(run, out)?;
    Ok(hash)
}

fn put(run: Option<(i32, u64)>, out: &mut impl Write) -> io::Result<()> {
    let Some((difference, count)) = run else { return Ok(()) };
    number(u64::from((difference << 1 ^ difference >> 31) as u32), out)?;
    number(count, out)
}

fn number(mut rest: u64, out: &mut impl Write) -> io::Result<()> {
    while rest >= 0x80 {
        out.write_all(&[rest as u8 | 0x80])?;
        rest >>= 7;
    }
    out.write_all(&[rest as u8])
}

/// Reads the differences of a number of results.
pub struct Differences<R> {
    input: R,
    difference: i32,
    left: u64,
}

impl<R: Read> Differences<R> {
    /// From a file's bytes.
    pub fn new(input: R) -> Differences<R> {
        Differences { input, difference: 0, left: 0 }
    }

    /// The next difference. An error if the file ends too early or makes no sense.
    pub fn take(&mut self) -> io::Result<i32> {
        if self.left == 0 {
            let zigzag = self.number()? as u32;
            self.difference = (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32);
            self.left = self.number()?;
            if self.left == 0 {
                return Err(io::Error::other("a run of nothing"));
            }
        }
        self.left -= 1;
        Ok(self.difference)
    }

    fn number(&mut self) -> io::Result<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let mut byte = [0];
            self.input.read_exact(&mut byte)?;
            number |= u64::from(byte[0] & 0x7f) << shift;
            shift += 7;
            if byte[0] & 0x80 == 0 {
                return Ok(number);
            }
            if shift > 56 {
                return Err(io::Error::other("a number of too many bytes"));
            }
        }
    }
}
