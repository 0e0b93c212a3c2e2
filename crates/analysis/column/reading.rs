//! A column from a file or a text: its numbers as singles, each rounded once to nearest.

use super::{STRETCH, npy};
use crate::number::{F32, U8};
use crate::sums::{converted, number, words};

/// The most numbers of a column.
pub const MOST: usize = 1 << 22;

/// Numbers in rows of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Column {
    /// The bits of singles.
    pub numbers: Vec<u32>,
    /// The length of a row: no block crosses its end.
    pub row: usize,
    /// 3 where the rows of red come first, then those of green and of blue; else 1.
    pub channels: usize,
    /// Whether the numbers are bytes, 0 to 255, as those of a picture.
    pub is_bytes: bool,
}

impl Column {
    /// One with rows of a length.
    pub fn new(numbers: Vec<u32>, row: usize) -> Column {
        Column { row: row.max(1), numbers, channels: 1, is_bytes: false }
    }

    /// Reads the bytes of a file: a `.npy`, or a text. Of a text with several columns, `chosen` is the one that counts, from 1 on; 0 means
    /// all numbers. The error is a sentence.
    pub fn read(file: &[u8], chosen: usize) -> Result<Column, String> {
        let column = match file.starts_with(npy::MAGIC) {
            true if chosen > 0 => return Err("Columns are chosen from a text; of an array all numbers are taken.".into()),
            true => of_array(file)?,
            false => of_text(file, chosen)?,
        };
        if column.numbers.is_empty() { Err("There is no number here.".into()) } else { Ok(column) }
    }
}

fn too_many() -> String {
    format!("At most {MOST} numbers are taken at once.")
}

fn of_array(file: &[u8]) -> Result<Column, String> {
    let array = npy::read(file, None).map_err(|why| format!("This .npy cannot be read: {why}."))?;
    let all = array.numbers();
    if all.len() > MOST {
        return Err(too_many());
    }
    let single = |bits: u64| converted(array.format, F32::ROW, bits) as u32;
    let mut numbers: Vec<u32> = all.map(single).collect();
    let is_picture = *array.format == *U8;
    let (channels, row) = match array.shape[..] {
        [3, _, row] if is_picture => (3, row),
        // Pixels with their colours side by side become a plane for each colour.
        [_, row, 3] if is_picture => {
            numbers = (0..3).flat_map(|colour| numbers.iter().skip(colour).step_by(3)).copied().collect();
            (3, row)
        }
        // One number a row is a list that stands upright.
        [.., 1] | [] => (1, numbers.len()),
        [.., row] => (1, row),
    };
    Ok(Column { channels, is_bytes: is_picture, ..Column::new(numbers, row) })
}

/// Where every line has as many numbers as the first, and enough for a block, each line is a row; shorter lines only break a list.
fn of_text(file: &[u8], chosen: usize) -> Result<Column, String> {
    let text = core::str::from_utf8(file).map_err(|_| "This is neither a .npy file nor a text.".to_owned())?;
    let (mut numbers, mut row, mut even) = (Vec::new(), 0, true);
    for (place, line) in text.lines().enumerate() {
        let at = |why: String| format!("Line {}: {why}", place + 1);
        let before = numbers.len();
        let mut add = |word: &str| {
            if numbers.len() == MOST {
                return Err(too_many());
            }
            numbers.push(number(word, F32::ROW).map_err(at)? as u32);
            Ok(())
        };
        match chosen {
            0 => words(line).try_for_each(&mut add)?,
            _ if line.trim().is_empty() => {}
            _ => {
                let word = fields(line).nth(chosen - 1).filter(|word| !word.is_empty());
                add(word.ok_or_else(|| at(format!("there is nothing in column {chosen}.")))?)?;
            }
        }
        let length = numbers.len() - before;
        if length > 0 {
            even &= row == 0 || row == length;
            row = row.max(length);
        }
    }
    let row = if even && row >= STRETCH { row } else { numbers.len() };
    Ok(Column::new(numbers, row))
}

/// The fields of a line: between commas, semicolons or tabs where there are any, else between blanks.
fn fields(line: &str) -> Box<dyn Iterator<Item = &str> + '_> {
    let is_mark = |letter: char| ",;\t".contains(letter);
    if line.contains(is_mark) { Box::new(line.split(is_mark).map(str::trim)) } else { Box::new(line.split_whitespace()) }
}
