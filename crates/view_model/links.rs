//! What holds for every address, whatever stands in it: reading it never panics, and what is written of it reads back as itself, without a notice; the
//! same for the queries that pages read for themselves. `cargo xtask fuzz address` asks it of any bytes, the test below of broken links.

use crate::pages::accuracy::against;
use crate::pages::{accuracy, blocks, debug, extremes, float_to_half, gpu, learn, own_format, rounding, sums, tensor};
use crate::state::address::{Address, Page};
use crate::state::embed::Embed;

/// Panics where it does not hold; the notices say what of the address could not be read.
pub fn holds(hash: &str) -> Vec<String> {
    let _ = Embed::read(hash);
    let (address, mut notices) = Address::read(hash);
    let written = address.written();
    let (again, said) = Address::read(&written);
    assert_eq!((again.written(), said), (written, Vec::new()), "{hash:?}");
    let query = address.queries.get(address.page);
    let target = address.context.target.number();
    notices.extend(match address.page {
        Page::Accuracy if against::query::is_against(query) => stays(query, against::query::Query::read, against::query::Query::written),
        Page::Accuracy => stays(query, |text| accuracy::query::Query::read(text, target), accuracy::query::Query::written),
        Page::Gpu => stays(query, gpu::query::Query::read, gpu::query::Query::written),
        Page::Half => stays(query, float_to_half::query::Query::read, float_to_half::query::Query::written),
        Page::Extremes => stays(query, extremes::query::read, |pattern| extremes::query::written(*pattern)),
        Page::Rounding => stays(query, rounding::query::Query::read, rounding::query::Query::written),
        Page::OwnFormat => stays(query, own_format::query::Query::read, own_format::query::Query::written),
        Page::Blocks => stays(query, blocks::query::Query::read, blocks::query::Query::written),
        Page::Sums => stays(query, sums::query::Query::read, sums::query::Query::written),
        Page::Tensor => stays(query, tensor::query::Query::read, tensor::query::Query::written),
        Page::Learn => stays(query, learn::query::Place::read, learn::query::Place::written),
        Page::Debug => {
            use debug::query::{Query, TABS};
            let said = stays(query, Query::read, Query::written);
            let (query, _) = Query::read(query);
            for (tab, _, _) in TABS {
                let _ = debug::carry::carried(&query.on(tab), &address.context).link(address.context);
            }
            said
        }
        // The shell reads these, or they are asked nothing.
        _ => Vec::new(),
    });
    notices
}

/// What is written of a query reads back as itself; the notices are those of the query.
fn stays<T>(text: &str, read: impl Fn(&str) -> (T, Vec<String>), written: impl Fn(&T) -> String) -> Vec<String> {
    let (first, said) = read(text);
    let once = written(&first);
    let (again, notices) = read(&once);
    assert_eq!((written(&again), notices), (once, Vec::new()), "{text:?}");
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::number::Random;

    /// Links of every page, in states that a person brings them to.
    const LINKS: [&str; 26] = [
        "#/?v=1&i=fma.rn.f32+%25f4,+%25f1,+%25f2,+%25f3;&r=f1:3f8ccccd,f2:3f8ccccd,f3:3dcccccd&t=sm_90&p=8.8&s=4",
        "#/?v=1&i=MUFU.RCP+R0,+R1;",
        "#/program?v=1&i=add.f32+%25a,+%25b,+%25c;%0Amul.f32+%25d,+%25a,+%25a;&r=b:3f800000&t=sm_90&p=8.8&l=2",
        "#/program/sums?v=1&k=uniform&n=1000&r=7&f=F32",
        "#/formats?v=1&f=F16&n=1e-5&m=rz",
        "#/formats?v=1&f=E4M3&b=7f",
        "#/formats/rounding?v=1&n=2.625&f=F16",
        "#/formats/own?v=1&f=cfloat%3C8,4%3E&b=2a&m=rna&x=log&z=3",
        "#/formats/extremes?v=1&f=F64&b=1",
        "#/formats/blocks?v=1&n=1+2+3&k=nvfp4&m=floor",
        "#/reference/min?v=1&c=4&q=ex2",
        "#/reference/cuda",
        "#/accuracy?v=1&f=SIN&t=90",
        "#/accuracy?v=1&t=sm_90&p=8.8&f=RCP&r=3f800000..3f80ffff",
        "#/accuracy?v=1&k=against&a=a*b+%2B+c&b=-fmad%3Dfalse&r=-10..10&n=3",
        "#/accuracy/gpu?v=1&n=2",
        "#/half?v=1&b=3f803000&l=21",
        "#/debug?v=1&k=batch&i=mul.rn.f32",
        "#/debug?v=1&k=compare&o=add.rn.f32+%25d,+%25a,+%25c;",
        "#/debug?v=1&k=find&i=fma.rn.f32",
        "#/debug?v=1&k=matrix&i=add.rn.f32",
        "#/tensor?v=1&c=H100&x=wgmma",
        "#/learn/ties?lang=de",
        "#/learn/reading?screen=4",
        "#/learn/practice?seed=5eed&n=3",
        "#/how",
    ];
    const ODD: [&str; 24] = [
        "",
        "%",
        "%zz",
        "&",
        "=",
        "?",
        "#",
        "/",
        "\0",
        "\u{1f600}",
        "v=2",
        "v=99&i=",
        "%00",
        "99999999999999999999999999999999",
        "i=",
        "<b>x</b>",
        "-1",
        "%F0%28",
        "..",
        ";;;;",
        "NaN",
        "0x",
        "'",
        "+",
    ];
    /// Parts that pages read, and values that none of them expects.
    const NAMES: [&str; 30] = [
        "v", "i", "r", "t", "p", "s", "l", "f", "b", "n", "m", "c", "q", "k", "e", "j", "o", "w", "x", "d", "a", "g", "h", "y", "screen",
        "seed", "kinds", "format", "special", "embed",
    ];
    const VALUES: [&str; 19] = [
        "0",
        "1",
        "9",
        "44",
        "99999999999999999999",
        "ffffffff",
        "3f800000..0",
        "..",
        "RSQ@",
        "RSQ@50",
        "F16",
        "F64",
        "tie",
        "compare",
        "matrix",
        "a:1,b",
        "inf",
        "-0",
        "1e999",
    ];

    /// Cut off, mixed, with odd pieces put in, from other versions.
    fn broken(random: &mut Random) -> String {
        let mut link: Vec<char> = random.one(&LINKS, "").chars().collect();
        if random.below(3) == 0 {
            let path: String = link.iter().take_while(|letter| **letter != '?').collect();
            let mut parts = Vec::new();
            for _ in 0..=random.below(6) {
                let value = if random.below(2) == 0 { random.one(&ODD, "") } else { random.one(&VALUES, "") };
                parts.push(format!("{}={value}", random.one(&NAMES, "")));
            }
            return format!("{path}?{}", parts.join("&"));
        }
        for _ in 0..=random.below(4) {
            let at = random.below(link.len() as u64 + 1) as usize;
            match random.below(4) {
                0 => link.truncate(at),
                1 => drop(link.splice(at..at, random.one(&ODD, "").chars())),
                2 => link.splice(at.., random.one(&LINKS, "").chars().skip(random.below(20) as usize)).for_each(drop),
                _ => drop(link.splice(at..(at + 1).min(link.len()), char::from_u32(32 + random.below(0x2000) as u32))),
            }
        }
        link.into_iter().collect()
    }

    #[test]
    fn broken_links_are_read_and_written_back() {
        LINKS.iter().for_each(|link| drop(holds(link)));
        let mut random = Random::new(9);
        (0..20_000).for_each(|_| drop(holds(&broken(&mut random))));
    }
}
