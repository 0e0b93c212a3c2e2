//! Closures that a view follows, boxed into four types.
//!
//! Every type of closure in a view costs its own copy of the framework's machinery, some kilobytes each; a box costs one allocation.

use leptos::prelude::AnyView;

/// A text that follows signals.
pub type Text = Box<dyn FnMut() -> String + Send>;
/// An attribute that follows signals and may be absent.
pub type Maybe = Box<dyn FnMut() -> Option<String> + Send>;
/// A class that follows signals.
pub type Flag = Box<dyn FnMut() -> bool + Send>;
/// A part of the page that follows signals.
pub type Part = Box<dyn FnMut() -> AnyView + Send>;

/// A text, an attribute or markup that follows signals.
pub fn text(make: impl FnMut() -> String + Send + 'static) -> Text {
    Box::new(make)
}

/// An attribute that is there only while `make` gives one.
pub fn maybe(make: impl FnMut() -> Option<String> + Send + 'static) -> Maybe {
    Box::new(make)
}

/// An attribute `true` that is there only while `make` says so.
pub fn when(mut make: impl FnMut() -> bool + Send + 'static) -> Maybe {
    Box::new(move || make().then(|| "true".to_owned()))
}

/// A class that is there while `make` says so.
pub fn flag(make: impl FnMut() -> bool + Send + 'static) -> Flag {
    Box::new(make)
}

/// A part of the page that is built anew when what it follows changes.
pub fn part(make: impl FnMut() -> AnyView + Send + 'static) -> Part {
    Box::new(make)
}
