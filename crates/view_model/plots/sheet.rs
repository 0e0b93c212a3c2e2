//! What `plotters` draws on: a list of marks, each a shape or a text with an ink.
//!
//! An ink is a role, not a colour, because themes differ; it travels through plotters' colours as their red part. Text is measured by
//! counting characters, which is near enough for labels and the same everywhere.

use core::convert::Infallible;
pub use plotters::style::text_anchor::HPos;
use plotters::style::text_anchor::VPos;
use plotters::style::{RGBAColor, TextStyle};
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};

/// The role of a colour; the number is its place in [`Ink::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Text and marks.
    Text,
    /// Labels.
    Quiet,
    /// The grid.
    Rule,
    /// Axes.
    Strong,
    /// The first function.
    First,
    /// The second function.
    Second,
    /// A documented bound, drawn dashed.
    Documented,
    /// What is to be seen first.
    Accent,
    /// Borders of the table's rows.
    Cut,
    /// Behind a label.
    Paper,
}

impl Ink {
    /// Every ink, with the custom property that holds its colour and its colour on paper.
    pub const ALL: [(Ink, &'static str, &'static str); 10] = [
        (Ink::Text, "--ink", "#25211a"),
        (Ink::Quiet, "--quiet", "#655d50"),
        (Ink::Rule, "--rule", "#ddd5c6"),
        (Ink::Strong, "--rule-strong", "#a89d8a"),
        (Ink::First, "--significand", "#00685a"),
        (Ink::Second, "--exponent", "#0b5c96"),
        (Ink::Documented, "--documented", "#5a4fa0"),
        (Ink::Accent, "--accent", "#a8420f"),
        (Ink::Cut, "--cut", "#6f6353"),
        (Ink::Paper, "--paper", "#faf8f3"),
    ];

    /// As a colour of plotters.
    pub fn color(self, alpha: f64) -> RGBAColor {
        RGBAColor(Ink::ALL.iter().position(|row| row.0 == self).unwrap_or(0) as u8, 0, 0, alpha)
    }

    fn of(color: BackendColor) -> Ink {
        Ink::ALL.get(usize::from(color.rgb.0)).map_or(Ink::Text, |row| row.0)
    }
}

/// A shape or a text, in pixels of the sheet.
#[derive(Clone)]
pub enum Mark {
    /// A line through points, or the area that they enclose.
    Path {
        /// The points.
        points: Vec<(i32, i32)>,
        /// The ink.
        ink: Ink,
        /// Its opacity.
        alpha: f64,
        /// The width of the line; None for an area.
        width: Option<u32>,
    },
    /// A disc or, with a width, a ring.
    Circle {
        /// Its centre.
        at: (i32, i32),
        /// Its radius.
        radius: u32,
        /// The ink.
        ink: Ink,
        /// Its opacity.
        alpha: f64,
        /// The width of the line; None for a disc.
        width: Option<u32>,
    },
    /// A line of text.
    Text {
        /// Where its anchor is.
        at: (i32, i32),
        /// What it says.
        text: String,
        /// The ink.
        ink: Ink,
        /// The height of the letters' box.
        size: f64,
        /// Which part of it lies at the anchor: the start, the middle or the end.
        across: HPos,
        /// The same from top to bottom.
        down: VPos,
    },
}

/// The sheet.
pub struct Sheet<'a> {
    size: (u32, u32),
    marks: &'a mut Vec<Mark>,
}

/// What a drawing returns; it cannot fail but in plotters' own checks.
pub type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> Sheet<'a> {
    /// An empty sheet.
    pub fn new(size: (u32, u32), marks: &'a mut Vec<Mark>) -> Sheet<'a> {
        marks.clear();
        Sheet { size, marks }
    }

    fn path(&mut self, points: Vec<(i32, i32)>, color: BackendColor, width: Option<u32>) -> Drawn {
        if color.alpha > 0.0 && points.len() > 1 {
            self.marks.push(Mark::Path { points, ink: Ink::of(color), alpha: color.alpha, width });
        }
        Ok(())
    }
}

/// A style of text: size in pixels of the sheet, ink, and which part of it lies at its place.
pub fn lettering(size: f64, ink: Ink, across: HPos, down: VPos) -> TextStyle<'static> {
    use plotters::style::text_anchor::Pos;
    use plotters::style::{Color, IntoFont};
    ("sans-serif", size).into_font().color(&ink.color(1.0).to_rgba()).pos(Pos::new(across, down))
}

impl DrawingBackend for Sheet<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.path(vec![(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)], color, None)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.path(vec![from, to], style.color(), Some(style.stroke_width()))
    }

    fn draw_rect<S: BackendStyle>(&mut self, (x0, y0): BackendCoord, (x1, y1): BackendCoord, style: &S, fill: bool) -> Drawn {
        let mut points = vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        if !fill {
            points.push((x0, y0));
        }
        self.path(points, style.color(), (!fill).then(|| style.stroke_width()))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        self.path(path.into_iter().collect(), style.color(), Some(style.stroke_width()))
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let color = style.color();
        let width = (!fill).then(|| style.stroke_width());
        self.marks.push(Mark::Circle { at, radius, ink: Ink::of(color), alpha: color.alpha, width });
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, vert: I, style: &S) -> Drawn {
        self.path(vert.into_iter().collect(), style.color(), None)
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let (anchor, ink) = (style.anchor(), Ink::of(style.color()));
        self.marks.push(Mark::Text { at, text: text.to_owned(), ink, size: style.size(), across: anchor.h_pos, down: anchor.v_pos });
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(&self, text: &str, style: &T) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        Ok(((text.chars().count() as f64 * style.size() * 0.55) as u32, style.size() as u32))
    }
}
