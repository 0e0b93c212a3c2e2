//! The plots of the accuracy page, drawn by `plotters` onto a sheet that a canvas, an SVG file and a test read alike.
//!
//! A plot is plain data ([`curve::Curve`], [`histogram::Histogram`], [`shape::Shape`]); drawing it gives [`sheet::Mark`]s in whole
//! pixels with inks by role. Nothing here measures text through the document, so a drawing is the same natively and in a browser.

pub mod axis;
pub mod canvas;
pub mod curve;
pub mod histogram;
pub mod shape;
pub mod sheet;
pub mod svg;
