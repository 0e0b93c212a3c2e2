//! The plots of the pages, drawn by `plotters` onto a sheet that a canvas, an SVG file and a test read alike.
//!
//! A plot is plain data ([`curve::Curve`], [`histogram::Histogram`], [`shape::Shape`], [`growth::Growth`]); drawing it gives [`sheet::Mark`]s in whole
//! pixels with inks by role. Nothing here measures text through the document, so a drawing is the same natively and in a browser.

pub mod axis;
pub mod bins;
pub mod curve;
pub mod growth;
pub mod histogram;
pub mod shape;
pub mod sheet;
pub mod svg;
