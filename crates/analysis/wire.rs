//! What passes between a page and its workers, as words of 64 bits; whoever reads them needs no instruction table and no parser.
//!
//! A type that passes says once what it is made of (`record!`, `variants!`, `listed!`), and that gives both directions. Any words can be
//! read: those that nobody wrote so give None. Doubles travel as their bits, because a NaN is not promised to pass through JavaScript.

/// Something that passes.
pub trait Item: Sized {
    /// Adds its words; at least one.
    fn write(&self, words: &mut Vec<u64>);
    /// Takes its words from the front.
    fn read(words: &mut &[u64]) -> Option<Self>;
}

/// An item as words.
#[must_use]
pub fn written(item: &impl Item) -> Vec<u64> {
    let mut words = Vec::new();
    item.write(&mut words);
    words
}

/// The item that words are, if they are one and nothing else.
#[must_use]
pub fn read<T: Item>(mut words: &[u64]) -> Option<T> {
    T::read(&mut words).filter(|_| words.is_empty())
}

/// A struct, or an enum's variant in the place of one, by its fields.
macro_rules! record {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl $crate::wire::Item for $type {
            fn write(&self, words: &mut Vec<u64>) {
                $($crate::wire::Item::write(&self.$field, words);)*
            }
            fn read(words: &mut &[u64]) -> Option<Self> {
                Some(Self { $($field: $crate::wire::Item::read(words)?),* })
            }
        }
    };
}
pub(crate) use record;

/// An enum by the numbers of its variants and their fields.
macro_rules! variants {
    ($type:ident { $($number:literal $variant:ident $(($($field:ident),*))?),* $(,)? }) => {
        impl $crate::wire::Item for $type {
            fn write(&self, words: &mut Vec<u64>) {
                match self {
                    $($type::$variant $(($($field),*))? => {
                        words.push($number);
                        $($($crate::wire::Item::write($field, words);)*)?
                    })*
                }
            }
            fn read(words: &mut &[u64]) -> Option<Self> {
                Some(match <u64 as $crate::wire::Item>::read(words)? {
                    $($number => {
                        $($(let $field = $crate::wire::Item::read(words)?;)*)?
                        $type::$variant $(($($field),*))?
                    })*
                    _ => return None,
                })
            }
        }
    };
}
pub(crate) use variants;

/// Types whose values all stand in a list, by their places in it; what does not stand there is written so that nobody reads it.
macro_rules! listed {
    ($($type:ty = $list:expr;)*) => {
        $(impl $crate::wire::Item for $type {
            fn write(&self, words: &mut Vec<u64>) {
                words.push($list.iter().position(|one| one == self).map_or(u64::MAX, |place| place as u64));
            }
            fn read(words: &mut &[u64]) -> Option<Self> {
                $list.get(<usize as $crate::wire::Item>::read(words)?).copied()
            }
        })*
    };
}
pub(crate) use listed;

macro_rules! whole_numbers {
    ($($type:ty)*) => {
        $(impl Item for $type {
            fn write(&self, words: &mut Vec<u64>) {
                words.push(*self as u64);
            }
            fn read(words: &mut &[u64]) -> Option<Self> {
                <$type>::try_from(u64::read(words)?).ok()
            }
        })*
    };
}

whole_numbers! { u8 u16 u32 usize }

impl Item for u64 {
    fn write(&self, words: &mut Vec<u64>) {
        words.push(*self);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        words.split_off_first().copied()
    }
}

impl Item for bool {
    fn write(&self, words: &mut Vec<u64>) {
        words.push(u64::from(*self));
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        Some(u64::read(words)? != 0)
    }
}

impl Item for i64 {
    fn write(&self, words: &mut Vec<u64>) {
        words.push(*self as u64);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        u64::read(words).map(|word| word as i64)
    }
}

impl Item for i16 {
    fn write(&self, words: &mut Vec<u64>) {
        i64::from(*self).write(words);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        i64::read(words)?.try_into().ok()
    }
}

impl Item for f64 {
    fn write(&self, words: &mut Vec<u64>) {
        words.push(self.to_bits());
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        u64::read(words).map(f64::from_bits)
    }
}

impl Item for i128 {
    fn write(&self, words: &mut Vec<u64>) {
        words.extend([*self as u64, (*self >> 64) as u64]);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        let low = u64::read(words)?;
        Some(i128::from(u64::read(words)? as i64) << 64 | i128::from(low))
    }
}

/// Bytes, eight in a word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// Their length and they.
impl Item for Bytes {
    fn write(&self, words: &mut Vec<u64>) {
        pack(&self.0, words);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        let length = usize::read(words)?;
        let mut bytes: Vec<u8> = words.split_off(..length.div_ceil(8))?.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(length);
        Some(Bytes(bytes))
    }
}

fn pack(bytes: &[u8], words: &mut Vec<u64>) {
    words.push(bytes.len() as u64);
    words.extend(bytes.chunks(8).map(|bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    }));
}

impl Item for String {
    fn write(&self, words: &mut Vec<u64>) {
        pack(self.as_bytes(), words);
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        String::from_utf8(Bytes::read(words)?.0).ok()
    }
}

/// Its length and its items.
impl<T: Item> Item for Vec<T> {
    fn write(&self, words: &mut Vec<u64>) {
        words.push(self.len() as u64);
        self.iter().for_each(|item| item.write(words));
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        let length = usize::read(words)?;
        (0..length).map(|_| T::read(words)).collect()
    }
}

impl<T: Item> Item for Option<T> {
    fn write(&self, words: &mut Vec<u64>) {
        self.is_some().write(words);
        self.iter().for_each(|item| item.write(words));
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        if bool::read(words)? { T::read(words).map(Some) } else { Some(None) }
    }
}

impl<T: Item, const COUNT: usize> Item for [T; COUNT] {
    fn write(&self, words: &mut Vec<u64>) {
        self.iter().for_each(|item| item.write(words));
    }
    fn read(words: &mut &[u64]) -> Option<Self> {
        let items: Vec<T> = (0..COUNT).map(|_| T::read(words)).collect::<Option<_>>()?;
        items.try_into().ok()
    }
}

macro_rules! tuples {
    ($($($name:ident $place:tt)*;)*) => {
        $(impl<$($name: Item),*> Item for ($($name,)*) {
            fn write(&self, words: &mut Vec<u64>) {
                $(self.$place.write(words);)*
            }
            fn read(words: &mut &[u64]) -> Option<Self> {
                Some(($($name::read(words)?,)*))
            }
        })*
    };
}

tuples! { A 0 B 1; A 0 B 1 C 2 D 3 E 4; }
