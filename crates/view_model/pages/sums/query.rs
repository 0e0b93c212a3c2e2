//! What the page of sums shows, as its part of the address: `k=uniform&n=10000&s=1&o=given&f=F32&a=F32&e=128&d=8&c=h100&r=1000&l=loop`:
//! the numbers, their count, seed and order, their format and the one in which they are added, numbers before a promotion, parts of split-K,
//! the tensor core, shuffles, and the order that the plot shows; `x` has numbers that were typed.

use crate::state::percent::{decoded, encoded};
use crate::state::queries::read_parts;
use semantics::number::Format;
use semantics::sums::{ADDED_IN, Asked, CORES, Core, KINDS, Kind, LIMIT, MOST_SHUFFLES, ORDERS, Row, SORTS, Sort};

/// The name in the address of numbers that are typed.
pub const TYPED: &str = "typed";

/// What the page shows.
#[derive(Clone, Debug)]
pub struct Query {
    /// What is added, and how.
    pub asked: Asked,
    /// The order that the plot shows.
    pub row: &'static Row,
    /// Numbers as typed.
    pub typed: String,
}

impl PartialEq for Query {
    fn eq(&self, other: &Query) -> bool {
        self.written() == other.written()
    }
}

impl Default for Query {
    fn default() -> Query {
        let (format, formats) = ADDED_IN[0];
        let core = Core::named("h100").unwrap_or(CORES[0]);
        let asked = Asked {
            kind: Some(Kind::Uniform),
            count: 10_000,
            seed: 1,
            sort: Sort::None,
            format,
            within: formats[0],
            every: 128,
            split: 8,
            core,
            shuffles: 1000,
        };
        Query { asked, row: &ORDERS[0], typed: "1e8, 1, 2.5, -1e8, 0.1".into() }
    }
}

/// A whole number from one up to a limit; blanks between its digits make no difference.
pub fn whole(text: &str, most: usize) -> Option<usize> {
    let digits: String = text.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '\'' | ',')).collect();
    digits.parse().ok().filter(|number| (1..=most).contains(number))
}

impl Query {
    /// The query as it stands in an address.
    pub fn written(&self) -> String {
        let Asked { kind, count, seed, sort, format, within, every, split, core, shuffles } = &self.asked;
        let kind = kind.and_then(|kind| KINDS.iter().find(|row| row.0 == kind)).map_or(TYPED, |row| row.1);
        let sort = SORTS.iter().find(|row| row.0 == *sort).map_or("", |row| row.1);
        let typed = if kind == TYPED { ["&x=", &encoded(&self.typed)].concat() } else { String::new() };
        let (format, within, core, row) = (format.name, within.name, core.key, self.row.key);
        format!("k={kind}&n={count}&s={seed}&o={sort}&f={format}&a={within}&e={every}&d={split}&c={core}&r={shuffles}&l={row}{typed}")
    }

    /// Reads a query; the notices say what was replaced by its default.
    pub fn read(text: &str) -> (Query, Vec<String>) {
        let mut query = Query::default();
        let mut within = None;
        let mut notices = read_parts(text, |name, value| {
            let asked = &mut query.asked;
            match name {
                "k" if value == TYPED => {
                    asked.kind = None;
                    true
                }
                "k" => KINDS.iter().find(|row| row.1 == value).map(|row| asked.kind = Some(row.0)).is_some(),
                "n" => whole(value, LIMIT).map(|count| asked.count = count).is_some(),
                "s" => whole(value, LIMIT).map(|seed| asked.seed = seed as u64).is_some(),
                "o" => SORTS.iter().find(|row| row.1 == value).map(|row| asked.sort = row.0).is_some(),
                "f" => ADDED_IN.iter().find(|row| row.0.name == value).map(|row| asked.format = row.0).is_some(),
                "a" => {
                    within = Some(value.to_owned());
                    true
                }
                "e" => whole(value, LIMIT).map(|every| asked.every = every).is_some(),
                "d" => whole(value, LIMIT).map(|split| asked.split = split).is_some(),
                "c" => Core::named(value).map(|core| asked.core = core).is_some(),
                "r" => value.parse().ok().filter(|shuffles| *shuffles <= MOST_SHUFFLES).map(|shuffles| asked.shuffles = shuffles).is_some(),
                "l" => ORDERS.iter().find(|row| row.key == value).map(|row| query.row = row).is_some(),
                "x" => decoded(value).map(|typed| query.typed = typed).is_some(),
                _ => false,
            }
        });
        let named = within.as_deref().and_then(|name| added_in(query.asked.format).iter().find(|format| format.name == name));
        if let (Some(name), None) = (&within, named) {
            notices.push(format!("{} is not added in {name} here; the default is used instead.", query.asked.format.name));
        }
        query.asked.within = named.copied().unwrap_or(added_in(query.asked.format)[0]);
        (query, notices)
    }

    /// The same for numbers of another format: added in the same one where it can be.
    pub fn of(mut self, format: &'static Format) -> Query {
        let formats = added_in(format);
        let stays = formats.iter().find(|within| **within == self.asked.within && self.asked.within != self.asked.format);
        self.asked.within = stays.copied().unwrap_or(formats[0]);
        self.asked.format = format;
        self
    }
}

/// The formats in which numbers of a format are added.
pub fn added_in(format: &Format) -> &'static [&'static Format] {
    ADDED_IN.iter().find(|row| row.0 == format).map_or(ADDED_IN[0].1, |row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_reads_back_as_it_was_written() {
        for (format, formats) in ADDED_IN {
            for within in formats {
                for (place, row) in ORDERS.iter().enumerate() {
                    let mut query = Query { row, typed: "1, -2.5e-3\n0x3f800000 &=%+".into(), ..Query::default() };
                    query.asked = Asked {
                        kind: KINDS.get(place).map(|kind| kind.0),
                        count: LIMIT,
                        seed: LIMIT as u64,
                        sort: SORTS[place % 3].0,
                        format,
                        within,
                        core: CORES[place % CORES.len()],
                        shuffles: 0,
                        ..query.asked
                    };
                    let (read, notices) = Query::read(&query.written());
                    assert_eq!((&read.asked, read.row.key, notices), (&query.asked, row.key, Vec::<String>::new()));
                    assert_eq!(read.typed == query.typed, query.asked.kind.is_none());
                }
            }
        }
        let (read, notices) = Query::read("k=primes&n=0&n=1048577&s=-1&o=x&f=F8&a=F8&e=0&d=&c=p100&r=10001&l=none&y=1");
        assert_eq!((read, notices.len()), (Query::default(), 13));
    }

    #[test]
    fn another_format_keeps_the_accumulator_where_it_can() {
        let named = |format: &str| ADDED_IN.iter().find(|row| row.0.name == format).unwrap().0;
        let query = Query::default().of(named("F16"));
        assert_eq!((query.asked.format.name, query.asked.within.name), ("F16", "F16"));
        let wide = Query::read("f=F16&a=F32").0.of(named("E4M3"));
        assert_eq!((wide.asked.format.name, wide.asked.within.name), ("E4M3", "F32"));
        assert_eq!(wide.of(named("F64")).asked.within.name, "F64");
    }
}
