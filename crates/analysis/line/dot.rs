//! One line of codes to one element of D of a tensor core: `A B C`, the scales of A and B where its path has some, and the indices of a sparse A.
//!
//! Codes stand in hexadecimal without anything between them, in increasing k, each as wide as a register of its own holds it. A sparse A has all
//! its zeros, or the half that is kept; then a digit for each chunk says which.

use super::{Form, fail, json};
use crate::dot::Asked;
use crate::number::{E2M1, Format, Pattern};
use crate::rounding::Mode;
use crate::syntax::Diagnostic;
use crate::tensor_core::{Dot, Grain, Kept, NotSparse, Path, Row, Side, of_kept, with_zeros};
use crate::trace::{Recorder, Silent, Trace};
use core::ops::Range;

/// What is asked, what lives longer than a line, and the line's output.
pub struct Dots {
    asked: Asked,
    mode: Mode,
    form: Form,
    /// The row of the last line, and its K.
    known: Option<(usize, &'static Row)>,
    /// The codes of A, of B, of C, of the scales of A and B, and the indices of a sparse A.
    codes: [Vec<u64>; 6],
    out: String,
}

type Read<T> = Result<T, Box<Diagnostic>>;

fn error<T>(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Read<T> {
    Err(Box::new(Diagnostic::error(code, span, message)))
}

/// The value of a hexadecimal digit; 16 for what is none.
const DIGITS: [u8; 256] = {
    let mut digits = [16; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value as usize] as usize] = value;
        digits[b"0123456789ABCDEF"[value as usize] as usize] = value;
        value += 1;
    }
    digits
};

/// Hexadecimal digits of a code of a format.
pub fn digits(format: &Format) -> usize {
    (format.width() + format.spare_bits).div_ceil(4) as usize
}

/// Reads the codes that stand in a stretch of a line.
pub fn codes(line: &[u8], span: Range<usize>, format: &Format, into: &mut Vec<u64>) -> Read<()> {
    into.clear();
    let width = digits(format);
    let limit = format.width() + format.spare_bits;
    let text = &line[span.clone()];
    if !text.len().is_multiple_of(width) {
        let message = format!("There are {} hexadecimal digits: codes of {} have {width} each.", text.len(), format.name);
        return error("length", span, message);
    }
    for (place, code) in text.chunks_exact(width).enumerate() {
        let mut bits = 0;
        let mut wrong = 0;
        for &digit in code {
            let value = DIGITS[usize::from(digit)];
            wrong |= value;
            bits = bits << 4 | u64::from(value & 15);
        }
        let start = span.start + place * width;
        if wrong & 16 != 0 {
            return error("digit", start..start + width, "Codes are hexadecimal digits with nothing between them.");
        }
        if limit < 64 && bits >> limit != 0 {
            return error("range", start..start + width, format!("A code of {} has {limit} bits.", format.name));
        }
        into.push(bits);
    }
    Ok(())
}

/// The next field of a line from a place on: what stands between blanks or commas.
fn field(line: &[u8], from: usize) -> Option<Range<usize>> {
    let parts = |byte: &u8| matches!(byte, b' ' | b'\t' | b',' | b'\r');
    let start = from + line[from..].iter().position(|byte| !parts(byte))?;
    let end = line[start..].iter().position(parts).map_or(line.len(), |length| start + length);
    Some(start..end)
}

impl Dots {
    /// Asks a row of the table, whose K follows from each line; doubles are rounded by a mode.
    pub fn new(asked: Asked, mode: Mode, form: Form) -> Dots {
        Dots { asked, mode, form, known: None, codes: Default::default(), out: String::new() }
    }

    /// D of a line, without a line end.
    pub fn evaluate(&mut self, line: &[u8]) -> &str {
        self.out.clear();
        if let Err(diagnostic) = self.line(line) {
            fail(&mut self.out, self.form, &diagnostic);
        }
        &self.out
    }

    fn line(&mut self, line: &[u8]) -> Read<()> {
        let mut fields: [Range<usize>; 6] = Default::default();
        let sparse = self.asked.path == Some(Path::MmaSp);
        let most = if sparse { 6 } else { 5 };
        let (mut count, mut at) = (0, 0);
        while let Some(field) = field(line, at) {
            let Some(place) = fields[..most].get_mut(count) else {
                return error(
                    "count",
                    field,
                    "No field belongs here: a line is A, B, C, for some paths the scales of A and B, and for mma.sp indices.",
                );
            };
            at = field.end;
            *place = field;
            count += 1;
        }
        if count == 0 {
            return error("empty", 0..0, "There are no codes here.");
        }
        if count < 3 {
            return error("count", 0..line.len(), "The line needs the codes of A, of B and of C, with blanks between them.");
        }
        let [a, b, d] = self.asked.formats;
        for (place, format) in [a, b, d].into_iter().enumerate() {
            codes(line, fields[place].clone(), format, &mut self.codes[place])?;
        }
        let [of_a, of_b, of_c] = [0, 1, 2].map(|place| self.codes[place].len());
        if of_a != of_b && !(sparse && 2 * of_a == of_b) {
            let half = if sparse { " A is as long as B, or half as long." } else { "" };
            return error("length", fields[1].clone(), format!("There are {of_b} codes of B for {of_a} of A.{half}"));
        }
        if of_c != 1 {
            return error("length", fields[2].clone(), format!("C is one code of {}, not {of_c}.", d.name));
        }
        let row = match self.known {
            Some((length, row)) if length == of_b => row,
            _ => match self.asked.row(of_b) {
                Some(row) => self.known.insert((of_b, row)).1,
                None => return error("k", fields[0].clone(), self.asked.lengths(of_b)),
            },
        };
        let mut further = &fields[3..count];
        let kept = match further {
            [scales @ .., indices] if of_a != of_b => {
                further = scales;
                Some(self.packed(line, indices.clone(), row)?)
            }
            [] if of_a != of_b => return error("count", 0..line.len(), "A has the half that is kept: its indices belong at the end."),
            _ => None,
        };
        self.scales(line, further, row)?;
        self.answer(row, kept).or_else(|why| error("not-sparse", fields[0].clone(), why.sentence()))
    }

    /// What a sparse A keeps, with its indices: a digit for each chunk, in increasing k.
    fn packed(&mut self, line: &[u8], field: Range<usize>, row: &Row) -> Read<Kept> {
        let (grain, [a, b, _, _, _, indices]) = (Grain::of(row), &mut self.codes);
        codes(line, field.clone(), E2M1::ROW, indices)?;
        let chunks = b.len().div_ceil(grain.chunk());
        if indices.len() != chunks {
            return error("length", field, format!("K = {} takes {chunks} digits of indices, not {}.", b.len(), indices.len()));
        }
        let kept = grain.packed(a, b, |chunk| indices.get(chunk).copied().unwrap_or(0), false);
        kept.or_else(|why| error("not-sparse", field, why.sentence()))
    }

    /// Reads the scales of a row that has some.
    fn scales(&mut self, line: &[u8], fields: &[Range<usize>], row: &Row) -> Read<()> {
        let Some(scale) = row.scale else {
            self.codes[3..].iter_mut().for_each(Vec::clear);
            return match fields.first() {
                Some(field) => error("count", field.clone(), "This path has no scales."),
                None => Ok(()),
            };
        };
        if fields.len() < 2 {
            return error("count", 0..line.len(), "This path needs the scales of A and of B after C.");
        }
        let length = self.codes[1].len();
        for (field, place) in fields.iter().zip([3, 4]) {
            codes(line, field.clone(), scale.format, &mut self.codes[place])?;
            let (blocks, found) = (length.div_ceil(scale.block), self.codes[place].len());
            if found != blocks {
                return error("length", field.clone(), format!("K = {length} takes {blocks} scales, not {found}."));
            }
        }
        Ok(())
    }

    fn answer(&mut self, row: &'static Row, kept: Option<Kept>) -> Result<(), NotSparse> {
        let [a, b, d] = self.asked.formats;
        let side = |format, place: usize, scales: usize| Side { format, codes: &self.codes[place], scales: &self.codes[scales] };
        let c = Pattern::new(d, self.codes[2].first().copied().unwrap_or(0));
        let dot = Dot { a: side(a, 0, 3), b: side(b, 1, 4), c, mode: self.mode };
        if self.form == Form::Json {
            let mut trace = Trace::default();
            let d = Pattern::new(row.accumulator, computed(row, &dot, kept, &mut trace)?);
            json::dot(&mut self.out, self.asked.target, row, &dot, d, &trace);
            return Ok(());
        }
        let bits = computed(row, &dot, kept, &mut Silent)?;
        for place in (0..digits(row.accumulator)).rev() {
            self.out.push(char::from(b"0123456789abcdef"[(bits >> (4 * place) & 15) as usize]));
        }
        Ok(())
    }
}

/// The element of D, from what is kept of A or from all of it.
fn computed(row: &Row, dot: &Dot, kept: Option<Kept>, recorder: &mut impl Recorder) -> Result<u64, NotSparse> {
    match kept {
        Some(kept) => Ok(of_kept(row, dot, &kept, recorder)),
        None => with_zeros(row, dot, recorder),
    }
}
