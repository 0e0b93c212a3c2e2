//! Attributes of every name as one type, in place of the framework's, where each name is a type of its own.
//!
//! Every type costs nearly a kilobyte of download, whatever the attribute. These traits have the names of the framework's, so that a file
//! that imports them writes its views as before, and what is missing here does not compile.

use leptos::tachys::html::attribute::AttributeValue;
use leptos::tachys::html::attribute::custom::{CustomAttr, custom_attribute};
use leptos::tachys::view::add_attr::AddAnyAttr;

/// A trait with a method for each attribute.
macro_rules! attributes {
    ($(#[$words:meta])* $trait:ident: $($method:ident $name:literal,)*) => {
        $(#[$words])*
        pub trait $trait<V: AttributeValue>: Sized + AddAnyAttr {
            $(
                /// The attribute of that name.
                fn $method(self, value: V) -> <Self as AddAnyAttr>::Output<CustomAttr<&'static str, V>> {
                    self.add_any_attr(custom_attribute($name, value))
                }
            )*
        }

        impl<T: AddAnyAttr, V: AttributeValue> $trait<V> for T {}
    };
}

attributes! {
    /// What a screen reader is told.
    AriaAttributes:
    aria_activedescendant "aria-activedescendant",
    aria_autocomplete "aria-autocomplete",
    aria_busy "aria-busy",
    aria_controls "aria-controls",
    aria_current "aria-current",
    aria_describedby "aria-describedby",
    aria_expanded "aria-expanded",
    aria_hidden "aria-hidden",
    aria_invalid "aria-invalid",
    aria_label "aria-label",
    aria_labelledby "aria-labelledby",
    aria_live "aria-live",
    aria_pressed "aria-pressed",
    aria_valuetext "aria-valuetext",
}

attributes! {
    /// What every element may have.
    GlobalAttributes:
    autocapitalize "autocapitalize",
    hidden "hidden",
    id "id",
    lang "lang",
    role "role",
    spellcheck "spellcheck",
    tabindex "tabindex",
    title "title",
}
