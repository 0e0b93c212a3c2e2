//! A step that brings its own words and picture.
//!
//! The special function unit stands right of this module and has stages of its own; through this trait they are told like any other step
//! without this module knowing them.

use super::picture::Picture;
use core::any::Any;
use core::fmt;

/// Something that happened and can tell of itself. Whoever knows its type can look at it as that (`Any`).
pub trait Explained: Any + Send + Sync {
    /// A title of a few words.
    fn title(&self) -> String;
    /// What happened and why.
    fn sentence(&self) -> String;
    /// Its bits at their weights, if they help.
    fn picture(&self) -> Option<Picture>;
    /// Whether it says why the result is what it is.
    fn decides(&self) -> bool;
    /// Whether it begins a part of its own, as a machine instruction of a sequence does; the steps after it belong to it.
    fn heading(&self) -> bool;
    /// The lane of a packed register that the steps after it belong to, if it begins one.
    fn lane(&self) -> Option<u8> {
        None
    }
}

/// Something told in words alone: what decided a result, or the heading of the steps that follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// A title of a few words.
    pub title: String,
    /// What happened and why.
    pub sentence: String,
    /// Whether it begins a part of its own; else it says why the result is what it is.
    pub heading: bool,
}

impl Explained for Remark {
    fn title(&self) -> String {
        self.title.clone()
    }
    fn sentence(&self) -> String {
        self.sentence.clone()
    }
    fn picture(&self) -> Option<Picture> {
        None
    }
    fn decides(&self) -> bool {
        !self.heading
    }
    fn heading(&self) -> bool {
        self.heading
    }
}

impl fmt::Debug for dyn Explained {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.title(), self.sentence())
    }
}

impl PartialEq for dyn Explained {
    fn eq(&self, other: &Self) -> bool {
        (self.title(), self.sentence()) == (other.title(), other.sentence())
    }
}
