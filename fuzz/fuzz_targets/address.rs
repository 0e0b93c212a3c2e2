//! Any bytes as an address: reading never panics, and what is written of it reads back as itself, without a notice; the same of the
//! queries that pages read for themselves. The page's own files, as far as they need no browser.
#![no_main]
#![allow(dead_code)]

#[path = "../../src/state"]
mod state {
    pub mod address;
    pub mod embed;
    pub mod listing;
    pub mod lookup;
    pub mod number;
    pub mod page;
    pub mod percent;
    pub mod queries;
    pub mod registers;
}

#[path = "../../src/pages"]
mod pages {
    pub mod accuracy {
        pub mod query;
    }
    pub mod debug {
        pub mod carry;
        pub mod links;
        pub mod pair;
        pub mod query;
    }
    pub mod extremes {
        pub mod query;
    }
    pub mod half {
        pub mod query;
    }
    pub mod learn {
        pub mod query;
    }
    pub mod rounding {
        pub mod query;
    }
}

use libfuzzer_sys::fuzz_target;
use pages::{accuracy, debug, extremes, half, learn, rounding};
use state::address::{Address, Page};
use state::embed::Embed;

fuzz_target!(|bytes: &[u8]| {
    let hash = String::from_utf8_lossy(bytes);
    let _ = Embed::read(&hash);
    let (address, _) = Address::read(&hash);
    let written = address.written();
    let (again, notices) = Address::read(&written);
    assert_eq!((again.written(), notices), (written, Vec::new()), "{hash:?}");
    let query = address.queries.get(address.page);
    let target = address.context.target.number();
    match address.page {
        Page::Accuracy => stays(query, |text| accuracy::query::Query::read(text, target), accuracy::query::Query::written),
        Page::Half => stays(query, half::query::Query::read, half::query::Query::written),
        Page::Extremes => stays(query, extremes::query::read, |pattern| extremes::query::written(*pattern)),
        Page::Rounding => stays(query, rounding::query::Query::read, rounding::query::Query::written),
        Page::Learn => stays(query, learn::query::Place::read, learn::query::Place::written),
        Page::Debug => {
            use debug::query::{Query, TABS};
            stays(query, Query::read, Query::written);
            let (query, _) = Query::read(query);
            for (tab, _, _) in TABS {
                let _ = debug::carry::carried(&query.on(tab), &address.context).link(address.context);
            }
        }
        _ => {}
    }
});

/// What is written of a query reads back as itself.
fn stays<T>(text: &str, read: impl Fn(&str) -> (T, Vec<String>), written: impl Fn(&T) -> String) {
    let once = written(&read(text).0);
    let (again, notices) = read(&once);
    assert_eq!((written(&again), notices), (once, Vec::new()), "{text:?}");
}
