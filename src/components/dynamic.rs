//! Closures that a view follows or calls, boxed into a few types.
//!
//! Every type of closure in a view costs its own copy of the framework's machinery, some kilobytes each; a box costs one allocation. It is
//! a box of our own trait inside one of the library's: a boxed `FnMut` also holds code for being called by value, which nobody does.

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
    followed(Box::new(make))
}

/// An attribute that is there only while `make` gives one.
pub fn maybe(make: impl FnMut() -> Option<String> + Send + 'static) -> Maybe {
    followed(Box::new(make))
}

/// An attribute `true` that is there only while `make` says so.
pub fn when(make: impl FnMut() -> bool + Send + 'static) -> Maybe {
    let mut make: Box<dyn Make<bool> + Send> = Box::new(make);
    Box::new(move || make.make().then(|| "true".to_owned()))
}

/// A class that is there while `make` says so.
pub fn flag(make: impl FnMut() -> bool + Send + 'static) -> Flag {
    followed(Box::new(make))
}

/// A part of the page that is built anew when what it follows changes.
pub fn part(make: impl FnMut() -> AnyView + Send + 'static) -> Part {
    followed(Box::new(make))
}

/// What answers an event, whatever closure it is.
pub fn on_event<E: 'static>(answer: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    let mut answer: Box<dyn Answer<E>> = Box::new(answer);
    Box::new(move |event| answer.answer(event))
}

fn followed<T: 'static>(mut make: Box<dyn Make<T> + Send>) -> Box<dyn FnMut() -> T + Send> {
    Box::new(move || make.make())
}

trait Make<T> {
    fn make(&mut self) -> T;
}

impl<T, F: FnMut() -> T> Make<T> for F {
    fn make(&mut self) -> T {
        self()
    }
}

trait Answer<E> {
    fn answer(&mut self, event: E);
}

impl<E, F: FnMut(E)> Answer<E> for F {
    fn answer(&mut self, event: E) {
        self(event)
    }
}
