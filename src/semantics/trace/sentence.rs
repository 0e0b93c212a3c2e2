//! Steps in English.
