//! The picture that other places show beside a link to a page: its name, its chapter, and the fields of a format.

use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};
use semantics::number::Format;

const WIDTH: usize = 600;
const HEIGHT: usize = 315;
/// The space around everything.
const EDGE: usize = 30;
/// The most lines of a name.
const LINES: usize = 3;

/// Pixels, three bytes each.
struct Sheet(Vec<u8>);

impl Sheet {
    /// Lays so much of a colour, of 255, over a pixel.
    fn dot(&mut self, x: usize, y: usize, colour: [u8; 3], amount: u8) {
        let at = 3 * (y * WIDTH + x);
        for (own, new) in self.0[at..at + 3].iter_mut().zip(colour) {
            *own = ((u32::from(*own) * u32::from(255 - amount) + u32::from(new) * u32::from(amount)) / 255) as u8;
        }
    }

    fn block(&mut self, [x, y, width, height]: [usize; 4], colour: [u8; 3]) {
        (y..y + height).for_each(|y| (x..x + width).for_each(|x| self.dot(x, y, colour, 255)));
    }

    /// A line of text; a letter that the font does not have leaves its place empty.
    fn line(&mut self, text: &str, top: usize, size: RasterHeight, colour: [u8; 3]) {
        let step = get_raster_width(FontWeight::Bold, size);
        for (place, letter) in text.chars().enumerate().take((WIDTH - 2 * EDGE) / step) {
            let Some(raster) = get_raster(letter, FontWeight::Bold, size) else { continue };
            for (y, row) in raster.rows().enumerate() {
                row.iter().enumerate().for_each(|(x, amount)| self.dot(EDGE + place * step + x, top + y, colour, *amount));
            }
        }
    }
}

/// The picture as a PNG file. `colours` is style/base.css.
pub fn card(name: &str, chapter: &str, format: &Format, colours: &str) -> Vec<u8> {
    let of = |role: &str| colour(colours, role);
    let mut sheet = Sheet(of("paper").repeat(WIDTH * HEIGHT));
    sheet.line(chapter, EDGE, RasterHeight::Size20, of("quiet"));
    let letters = (WIDTH - 2 * EDGE) / get_raster_width(FontWeight::Bold, RasterHeight::Size32);
    for (place, line) in wrapped(name, letters).iter().take(LINES).enumerate() {
        sheet.line(line, 2 * EDGE + 12 + place * 38, RasterHeight::Size32, of("ink"));
    }
    // A box for each bit, the sign first.
    let fields = [(u32::from(format.signed), "sign"), (format.exponent_bits, "exponent"), (format.fraction_bits, "significand")];
    let bits = fields.iter().flat_map(|(count, role)| (0..*count).map(|_| of(role)));
    let step = ((WIDTH - 2 * EDGE) / format.width() as usize).min(30);
    for (place, colour) in bits.enumerate() {
        sheet.block([EDGE + place * step, HEIGHT - 112, step - step.min(8) / 4, 36], colour);
    }
    sheet.line("Ulpscope", HEIGHT - EDGE - 20, RasterHeight::Size20, of("accent"));
    encoded(&sheet.0)
}

/// The words of a name in lines of so many letters.
fn wrapped(name: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= letters) {
            Some(line) => line.extend([" ", word]),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The first colour of a role in the style sheet: the one of a light page.
fn colour(css: &str, role: &str) -> [u8; 3] {
    let hex = css.split_once(&format!("--{role}: #")).and_then(|(_, rest)| rest.get(..6)).expect("base.css has the colours of every role");
    [0, 2, 4].map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("colours are six digits"))
}

fn encoded(pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.expect("memory takes the picture");
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::{E4M3, F64};

    #[test]
    fn a_picture_has_the_colours_of_the_fields_and_the_name() {
        let colours = include_str!("../../style/base.css");
        for (name, format) in
            [("e4m3", E4M3::ROW), ("Überlauf und ein sehr langer Name, der in keine Zeile passt und in keine zweite", F64::ROW)]
        {
            let file = card(name, "Number formats", format, colours);
            assert!(file.len() < 20_000, "{} bytes", file.len());
            let mut reader = png::Decoder::new(std::io::Cursor::new(&file)).read_info().expect("a picture");
            let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
            let info = reader.next_frame(&mut pixels).expect("pixels");
            assert_eq!((info.width as usize, info.height as usize), (WIDTH, HEIGHT));
            let count = |role: &str| pixels.chunks(3).filter(|pixel| **pixel == colour(colours, role)).count();
            let [sign, exponent, fraction] = ["sign", "exponent", "significand"].map(count);
            assert_eq!((exponent / sign, fraction / sign), (format.exponent_bits as usize, format.fraction_bits as usize));
            assert!(count("ink") > 100 && count("quiet") > 100 && count("accent") > 50);
        }
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
    }
}
