//! A study under way: the numbers first, then row by row of the table what becomes of them.

use super::figures::{Sizes, add_square, compare, decibels, double, is_outlier, mean, short};
use super::picture::{Picture, Shades};
use super::reading::Column;
use crate::exact::Exact;
use crate::microscaling::{Recipe, ScaleRule, tensor_scale, values};
use crate::number::{F32, Pattern, U64};
use crate::sums::{Kind, Total, converted};

/// Numbers that are taken in one step.
const AT_ONCE: usize = 1 << 14;
/// Numbers of a stretch whose errors are looked at together where all numbers share one scale factor.
pub const STRETCH: usize = 32;
/// How many of the worst blocks are kept.
pub const WORST: usize = 8;

/// Where the numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// A picture that becomes brighter to the right and to the bottom, with two pixels far beyond white.
    Gradient,
    /// 65,536 nearly normal numbers from a seed.
    Normal,
    /// A file or a text.
    Given,
}

/// Every source, with its name in an address.
pub const SOURCES: [(Source, &str); 3] = [(Source::Gradient, "gradient"), (Source::Normal, "normal"), (Source::Given, "own")];

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Where the numbers come from.
    pub source: Source,
    /// The seed of what is random.
    pub seed: u64,
    /// The column of a text that counts, from 1 on; 0 for all numbers.
    pub chosen: usize,
    /// How exponents of scale factors are chosen.
    pub rule: ScaleRule,
    /// The tensor scale of the row that does not take it from the numbers.
    pub tensor: u64,
    /// The name of a recipe of one's own; empty where there is none.
    pub own: String,
    /// The row that is also drawn, alone; None for all rows.
    pub drawn: Option<usize>,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The recipe.
    pub recipe: &'static Recipe,
    /// How its scale factors follow from the numbers.
    pub rule: ScaleRule,
    /// The tensor scale, where it does not follow from the numbers.
    pub tensor: Option<u64>,
}

/// The rows, with a rule of exponents, with a tensor scale that does not follow from the numbers, and with a recipe of one's own.
pub fn rows(rule: ScaleRule, tensor: u64, own: Option<&'static Recipe>) -> Vec<Row> {
    let mut rows = Vec::new();
    for recipe in Recipe::every().chain(own) {
        let row = Row { recipe, rule: recipe.rule(rule), tensor: None };
        match recipe.takes_exponent() || recipe.is_per_tensor() {
            true => rows.push(row),
            false => {
                rows.extend(recipe.rules().iter().map(|rule| Row { rule: *rule, ..row }));
                rows.extend(recipe.has_tensor_scale().then_some(Row { rule: recipe.rules()[0], tensor: Some(tensor), ..row }));
            }
        }
    }
    rows
}

impl Row {
    /// How many numbers are looked at together: those of a block, or a stretch where all share one scale factor.
    pub fn stretch(&self) -> usize {
        if self.recipe.is_per_tensor() { STRETCH } else { self.recipe.size }
    }

    /// Its name: the recipe's, and where there are several rows of it what tells them apart.
    pub fn name(&self) -> String {
        match self.tensor {
            Some(tensor) => format!("{}, tensor scale {}", self.recipe.name, Pattern::new(F32::ROW, tensor).digits()),
            None if self.recipe.rules().len() == 3 => format!("{}, scale {}", self.recipe.name, self.rule.key()),
            None => self.recipe.name.to_owned(),
        }
    }
}

/// A block, or a stretch of [`STRETCH`] numbers where all share one scale factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// The place of its first number.
    pub first: usize,
    /// Its numbers, as the bits of singles.
    pub numbers: Vec<u32>,
    /// The mean square of its errors, as the bits of a double.
    pub mse: u64,
    /// Whether its largest magnitude is more than 16 times the median.
    pub outlier: bool,
}

/// What became of the numbers by a row. The figures leave out what is lost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The bits of the tensor scale.
    pub tensor: u64,
    /// How many blocks there are; stretches where all numbers share one scale factor.
    pub blocks: u64,
    /// The bits of all codes and scale factors.
    pub bits: u64,
    /// The mean square of the errors, as the bits of a double.
    pub mse: u64,
    /// The ratio of the squares of the numbers to those of their errors in thousandths of a decibel; None where one of them is zero.
    pub sqnr: Option<i64>,
    /// The largest error, value less number, as the bits of a double.
    pub largest: u64,
    /// The place of its number.
    pub at: usize,
    /// Numbers that became zero and are not.
    pub flushed: u64,
    /// Numbers beyond the largest.
    pub saturated: u64,
    /// Numbers of blocks with an infinity or a NaN.
    pub lost: u64,
    /// Blocks whose largest magnitude is more than 16 times the median.
    pub outliers: u64,
    /// The sizes of the values.
    pub sizes: Sizes,
    /// The blocks with the largest sums of the squares of their errors, the largest first.
    pub worst: Vec<Worst>,
}

/// What is found so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Why nothing is studied.
    pub refused: String,
    /// How many numbers there are.
    pub count: usize,
    /// The length of a row of them.
    pub row: usize,
    /// 3 for a picture of three colours.
    pub channels: usize,
    /// How many of them are infinite or no number.
    pub special: u64,
    /// Steps done, and about how many there are.
    pub progress: (u64, u64),
    /// Whether all is done.
    pub done: bool,
    /// The sizes of the numbers.
    pub sizes: Sizes,
    /// The rows, or the one that is drawn.
    pub found: Vec<Found>,
    /// The picture of the row that is drawn, if the numbers have rows.
    pub picture: Option<Picture>,
}

/// The row in work.
#[derive(Default)]
struct Work {
    found: Found,
    signal: Total,
    noise: Total,
    largest: Option<Exact<u128>>,
    /// The worst blocks: the sum of the squares of the errors, the first place, how many numbers, whether it is an outlier.
    worst: Vec<(Exact<u128>, usize, usize, bool)>,
}

/// A study, step by step.
pub struct Study {
    asked: Asked,
    file: Vec<u8>,
    column: Column,
    rows: Vec<Row>,
    largest: u32,
    place: usize,
    work: Work,
    shades: Option<Shades>,
    report: Report,
}

impl Study {
    /// Begins with what is asked, and the bytes of a file or a text where the numbers are given.
    pub fn new(asked: Asked, file: Vec<u8>) -> Study {
        let mut rows = rows(asked.rule, asked.tensor, Recipe::named(&asked.own));
        if let Some(drawn) = asked.drawn {
            rows = rows.get(drawn).copied().into_iter().collect();
        }
        Study {
            asked,
            file,
            column: Column::default(),
            rows,
            largest: 0,
            place: 0,
            work: Work::default(),
            shades: None,
            report: Report::default(),
        }
    }

    /// What is found so far.
    pub fn report(&self) -> Report {
        self.report.clone()
    }

    /// Studies only such rows; before the first step.
    #[must_use]
    pub fn of(mut self, is_asked: impl Fn(&Row) -> bool) -> Study {
        self.rows.retain(is_asked);
        self
    }

    /// The rows that are studied.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Goes on by one step; whether there are more.
    pub fn go_on(&mut self) -> bool {
        if self.column.numbers.is_empty() {
            self.gather();
        } else if let Some(row) = self.rows.get(self.report.found.len()).copied() {
            self.some(&row);
        } else if let Some(row) = self.rows.first().copied().filter(|_| self.shades.is_some()) {
            self.draw(&row);
        } else {
            self.report.done = true;
        }
        self.report.progress.0 += 1;
        !self.report.done
    }

    /// The numbers themselves, and how large they are.
    fn gather(&mut self) {
        let Asked { source, seed, chosen, drawn, .. } = self.asked;
        match source {
            Source::Gradient => self.column = gradient(),
            Source::Normal => {
                let normal = Kind::Normal.make(F32::ROW, seed, 1 << 16, 0..1 << 16);
                self.column = Column::new(normal.into_iter().map(|bits| bits as u32).collect(), 256);
            }
            Source::Given => match Column::read(&core::mem::take(&mut self.file), chosen) {
                Ok(column) => self.column = column,
                Err(why) => {
                    (self.report.refused, self.report.done) = (why, true);
                    return;
                }
            },
        }
        let Column { numbers, row, channels, .. } = &self.column;
        (self.report.count, self.report.row, self.report.channels) = (numbers.len(), *row, *channels);
        let mut sizes = Sizes::default();
        for bits in numbers {
            let number = Pattern::new(F32::ROW, u64::from(*bits));
            match number.exact() {
                Some(exact) => {
                    sizes.add(exact);
                    self.largest = self.largest.max(bits & 0x7fff_ffff);
                }
                None => self.report.special += 1,
            }
        }
        self.report.sizes = sizes.shortened();
        let passes = self.rows.len() + usize::from(drawn.is_some());
        self.report.progress.1 = (passes * numbers.len().div_ceil(AT_ONCE)) as u64 + 2;
        if drawn.is_some() && *row > 1 && numbers.len() > *row {
            self.shades = Some(Shades::new(&self.column));
        }
    }

    /// The tensor scale of a row. One of infinitely many or no number has none where all numbers share it.
    fn tensor(&self, row: &Row) -> u64 {
        match row.tensor {
            Some(tensor) => tensor,
            None if row.recipe.is_per_tensor() && self.report.special > 0 => 0,
            None => tensor_scale(&[u64::from(self.largest)], row.recipe),
        }
    }

    /// The next blocks, each with the place of its first number. None crosses the end of a row.
    fn blocks(&mut self, size: usize) -> Vec<(usize, Vec<u64>)> {
        let Column { numbers, row, .. } = &self.column;
        let (mut blocks, last) = (Vec::new(), self.place + AT_ONCE);
        while self.place < numbers.len().min(last) {
            let end = (self.place + size).min((self.place / row + 1) * row).min(numbers.len());
            blocks.push((self.place, numbers[self.place..end].iter().map(|bits| u64::from(*bits)).collect()));
            self.place = end;
        }
        blocks
    }

    /// Some blocks of a row of the table.
    fn some(&mut self, row: &Row) {
        let tensor = self.tensor(row);
        for (first, numbers) in self.blocks(row.stretch()) {
            let shades = self.shades.as_mut();
            self.work.block(first, numbers, row, tensor, shades);
        }
        if self.place == self.column.numbers.len() {
            self.place = 0;
            let work = core::mem::take(&mut self.work);
            // A scale factor has a byte of its own, also where its format has no sign.
            let scale = if row.recipe.is_per_tensor() { 0 } else { row.recipe.scale.width().next_multiple_of(8) };
            let found = work.found(&self.column, tensor, row.recipe.element.width(), scale, row.recipe.has_tensor_scale());
            self.report.found.push(found);
        }
    }

    /// Some differences of the picture, which are known to be as large as the largest.
    fn draw(&mut self, row: &Row) {
        let tensor = self.tensor(row);
        let blocks = self.blocks(row.stretch());
        let Some(shades) = &mut self.shades else { return };
        let largest = self.report.found.first().map_or(0, |found| found.largest);
        for (_, numbers) in blocks {
            shades.differences(&numbers, row, tensor, largest);
        }
        if self.place == self.column.numbers.len() {
            self.report.picture = self.shades.take().map(Shades::picture);
        }
    }
}

impl Work {
    fn block(&mut self, first: usize, mut numbers: Vec<u64>, row: &Row, tensor: u64, mut shades: Option<&mut Shades>) {
        let found = &mut self.found;
        found.blocks += 1;
        let (mut noise, mut at) = (Total::default(), first);
        let scale = values(&numbers, row.recipe, row.rule, tensor, |number, value, beyond| {
            let value = short(value);
            add_square(&mut self.signal, number, Exact { magnitude: 0, ..number });
            let off = add_square(&mut noise, value, number);
            if self.largest.is_none_or(|largest| compare(off, largest).is_gt()) {
                (self.largest, found.at) = (Some(off), at);
            }
            found.flushed += u64::from(value.is_zero() && !number.is_zero());
            found.saturated += u64::from(beyond && off.magnitude != 0);
            found.sizes.add(value);
            if let Some(shades) = &mut shades {
                shades.add(Some(number), Some(value));
            }
            at += 1;
        });
        let count = numbers.len();
        if scale.is_nan() {
            found.lost += count as u64;
            if let Some(shades) = &mut shades {
                numbers.iter().for_each(|bits| shades.add(Pattern::new(F32::ROW, *bits).exact(), None));
            }
            return;
        }
        let outlier = is_outlier(&mut numbers);
        found.outliers += u64::from(outlier);
        self.noise.add_all(&noise);
        // Blocks of one length are compared by the sum; a shorter one at the end of a row by its sum, too.
        let sum = noise.leading();
        if sum.magnitude != 0 && (self.worst.len() < WORST || self.worst.last().is_some_and(|last| compare(sum, last.0).is_gt())) {
            let place = self.worst.partition_point(|other| compare(other.0, sum).is_ge());
            self.worst.insert(place, (sum, first, count, outlier));
            self.worst.truncate(WORST);
        }
    }

    fn found(self, column: &Column, tensor: u64, element: u32, scale: u32, has_tensor: bool) -> Found {
        let (count, blocks) = (column.numbers.len() as u64, self.found.blocks);
        let bits = count * u64::from(element) + blocks * u64::from(scale) + if has_tensor { 32 } else { 0 };
        let (signal, noise) = (self.signal.value(), self.noise.value());
        let left = count - self.found.lost;
        let worst = |(sum, first, count, outlier): (Exact<u128>, usize, usize, bool)| Worst {
            first,
            numbers: column.numbers[first..first + count].to_vec(),
            mse: mean(&sum.into(), count as u64),
            outlier,
        };
        Found {
            tensor,
            bits,
            mse: noise.as_ref().map_or(0, |noise| mean(noise, left)),
            sqnr: signal.zip(noise).and_then(|(signal, noise)| decibels(&signal, &noise)),
            largest: self.largest.map_or(0, double),
            sizes: self.found.sizes.shortened(),
            worst: self.worst.into_iter().map(worst).collect(),
            ..self.found
        }
    }
}

/// The example: 64 rows of 128 pixels.
fn gradient() -> Column {
    let number = |value: u64| converted(U64, F32::ROW, value) as u32;
    let pixel = |place: u64| match (place / 128, place % 128) {
        (20, 40) | (44, 100) => 2040,
        (row, column) => row + column + 1,
    };
    Column { is_bytes: true, ..Column::new((0..64 * 128).map(|place| number(pixel(place))).collect(), 128) }
}
