//! Every order of threads: what a study found, as sentences, a table and a histogram.

use super::asked::Plan;
use super::read::Read;
use super::short;
use crate::components::html::{count, push_text, sentence};
use crate::plots::histogram::Histogram;
use semantics::comparison::distance;
use semantics::kernel::{Launched, Order};
use semantics::number::{Format, Pattern};
use semantics::orders::{Differing, MOST_SEEDS, Orders, Outcome, Study, every};

/// Numbers that can be chosen, and results of one that are listed.
const NUMBERS: usize = 200;
const RESULTS: usize = 200;

/// A number that differs between orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// `out[0]`
    pub name: String,
    own: &'static Format,
    differing: Differing,
}

/// What a study has found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// How many orders ran, and what they leave.
    pub said: String,
    /// The numbers that differ.
    pub numbers: Vec<Number>,
}

/// How many orders run where every one can.
pub fn whole(plan: &Plan) -> Option<u32> {
    every(plan.threads, plan.blocks)
}

/// Which orders run; `seeds` is what is typed, where not every one can. The error is a sentence.
pub fn orders(plan: &Plan, seeds: &str) -> Result<Orders, String> {
    if whole(plan).is_some() {
        return Ok(Orders::Every);
    }
    let seeds = seeds.trim().parse().ok().filter(|seeds| (1..=MOST_SEEDS).contains(seeds));
    seeds.map(Orders::Seeds).ok_or_else(|| format!("From 1 to {} seeds can run.", count(MOST_SEEDS.into())))
}

/// How far it is.
pub fn progress(study: &Study) -> String {
    match study.ran < study.of && study.cut.is_none() {
        true => format!("{} of {} orders have run.", count(study.ran), count(study.of)),
        false => format!("{} orders have run. Some of them run once more without rounding.", count(study.ran)),
    }
}

impl Found {
    /// What is known at the end.
    pub fn new(study: &Study, read: &Read, launched: &Launched) -> Found {
        let places = study.differing();
        let number = |place| {
            let differing = study.number(place)?;
            let buffer = study.buffers.get(differing.place.buffer)?;
            let name = format!("{}[{}]", short(&buffer.name, &read.module.functions[launched.entry].name), differing.place.at);
            Some(Number { name, own: buffer.own, differing })
        };
        let mut said = study.said();
        if let Some(stopped) = &study.stopped {
            let line = read.number(stopped.stop.number(&read.module).saturating_sub(1));
            said += &format!(" The first is {}: it stops at line {line}: {}", named(stopped.order), stopped.stop.message);
        }
        if places.len() > NUMBERS {
            said += &format!(" {} numbers differ; the first {NUMBERS} can be chosen.", count(places.len() as u64));
        }
        Found { said, numbers: places.into_iter().take(NUMBERS).filter_map(number).collect() }
    }
}

/// An order in words.
fn named(order: Order) -> String {
    match order {
        Order::Number => "by number".into(),
        Order::Reversed => "reversed".into(),
        Order::Seed(seed) => format!("seed {seed}"),
        Order::Listed(_) => order.to_string(),
    }
}

impl Number {
    /// How many results it has, and where the exact one lies.
    pub fn said(&self) -> String {
        let results = &self.differing.results;
        let apart = match self.differing.spread() {
            Some(0) | None => String::new(),
            Some(_) if !self.own.is_floating() => String::new(),
            Some(steps) => format!(", {} ulp apart", count(steps)),
        };
        let exact = match &self.differing.exact {
            Err(why) => why.sentence().to_owned(),
            Ok(exact) => {
                let near = exact.nearest(self.own);
                let orders = results.iter().find(|(result, _)| *result == near).map_or(0, |(_, one)| one.count);
                let orders = match orders {
                    0 => "no order gives".to_owned(),
                    1 => "one order gives".to_owned(),
                    orders => format!("{} orders give", count(orders)),
                };
                format!("Exactly it is {}. The nearest number is 0x{}, which {orders}.", exact.exact(), near.hex())
            }
        };
        format!("`{}` has {} results{apart}. {exact}", self.name, count(results.len() as u64))
    }

    /// Its results: bits, value, error, how many orders, and the first of these, which a button runs. `now` is the order of the run above.
    pub fn table(&self, now: Order) -> String {
        let results = &self.differing.results;
        let all: u64 = results.iter().map(|(_, one)| one.count).sum();
        let mut html = String::from("<table><thead><tr>");
        for head in ["an order that gives it", "bits", "value", "error", "orders", "share"] {
            html.push_str(&["<th scope=\"col\">", head, "</th>"].concat());
        }
        html.push_str("</tr></thead><tbody>");
        for (result, one) in results.iter().take(RESULTS) {
            let chosen = one.first == now;
            html.push_str(&format!(
                "<tr><th scope=\"row\"><button type=\"button\" class=\"fix\" aria-pressed=\"{chosen}\" data-order=\"{}\">",
                one.first
            ));
            push_text(&mut html, &named(one.first));
            html.push_str("</button></th>");
            let error = self.differing.exact.as_ref().map(|exact| exact.error_of(*result).to_string()).unwrap_or_default();
            // Only all of the orders are 100 %, and a result that occurs is never 0 %.
            let share = (one.count * 10_000 + all / 2) / all.max(1);
            let share = if one.count < all { share.clamp(1, 9_999) } else { share };
            let share = format!("{}.{:02} %", share / 100, share % 100);
            for cell in [["0x", &result.hex()].concat(), result.value_text(), error, count(one.count), share] {
                html.push_str("<td>");
                push_text(&mut html, &cell);
                html.push_str("</td>");
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        if results.len() > RESULTS {
            html.push_str(&sentence(&format!("{} more results are greater.", count((results.len() - RESULTS) as u64))));
        }
        html
    }

    /// How many orders give which error, or where that is not known, which number of steps above the least result. None of NaNs alone.
    pub fn histogram(&self) -> Option<Histogram> {
        let results = &self.differing.results;
        let least = results.first()?.0;
        let errors: Option<Vec<(f64, u64)>> = match &self.differing.exact {
            Err(_) => None,
            Ok(exact) => {
                let place = |(result, one): &(Pattern, Outcome)| Some((exact.error_of(*result).thousandths()? as f64 / 1000.0, one.count));
                results.iter().map(place).collect()
            }
        };
        let steps = || results.iter().filter_map(|(result, one)| Some((distance(least, *result)? as f64, one.count))).collect();
        let (places, axis) = errors.map_or_else(|| (steps(), "steps above the least"), |errors| (errors, "error, ulp"));
        (places.len() > 1).then(|| Histogram::of(&places, "share of orders", axis))
    }
}

#[cfg(test)]
mod tests {
    use super::super::asked::Asked;
    use super::super::running::launched;
    use super::*;
    use semantics::instruction::Context;

    const SUM: &str = "__global__ void k(const float *x, float *s) { atomicAdd(s, x[threadIdx.x]); }";

    fn found(asked: &str, arguments: &[&str], seeds: &str) -> Found {
        let read = Read::new(SUM, &Context::default());
        let plan = Asked::read(asked, |kernel| read.shape(kernel)).plan;
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        let launched = launched(&read, &plan, &arguments).unwrap();
        let mut study = Study::new(&read.module, &launched, orders(&plan, seeds).unwrap(), semantics::orders::MOST_LINES).unwrap();
        assert!(progress(&study).starts_with("0 of "));
        while study.go_on() {}
        Found::new(&study, &read, &launched)
    }

    #[test]
    fn every_result_has_its_row_its_bar_and_its_order() {
        let found = found("threads=3", &["f32[16777216, 1, 1]", "f32[1]"], "");
        assert_eq!(found.said, "Every order of 3 threads ran: 6. One number differs between orders.");
        let [number] = &found.numbers[..] else { panic!("{found:?}") };
        assert_eq!(
            number.said(),
            "`s[0]` has 2 results, 1 ulp apart. Exactly it is 16777218.0. The nearest number is 0x4b800001, which 2 orders give."
        );
        let html = number.table(Order::Number);
        assert!(html.contains("aria-pressed=\"true\" data-order=\"number\">by number</button></th><td>0x4b800000</td>"), "{html}");
        assert!(html.contains("data-order=\"1,2,0\">1,2,0</button></th><td>0x4b800001</td><td>16777218.0</td><td>+0.000 ulp</td><td>2</td><td>33.33 %</td>"), "{html}");
        let plot = number.histogram().unwrap();
        let bars: Vec<u64> = plot.counts[0].0.iter().copied().filter(|count| *count > 0).collect();
        assert_eq!((bars, plot.axis, plot.start(0)), (vec![4, 2], "error, ulp", -1.0));
    }

    #[test]
    fn many_threads_run_seeds() {
        let found = found("threads=9", &["f32[16777216, 1, 1, 1, 1, 1, 1, 1, 1]", "f32[1]"], "50");
        assert!(found.said.starts_with("By number, reversed, and 50 seeds: 52 orders ran."), "{}", found.said);
        let html = found.numbers[0].table(Order::Number);
        assert!(html.contains(">reversed</button>") && html.contains(">seed "), "{html}");
        let plan = |asked| Asked::read(asked, |_| [[1; 3]; 2]).plan;
        assert_eq!(orders(&plan("threads=8"), "x"), Ok(Orders::Every));
        for (asked, seeds) in [("threads=9", ""), ("threads=9", "0"), ("threads=2\nblocks=2", "1000001")] {
            assert_eq!(orders(&plan(asked), seeds), Err("From 1 to 1\u{202f}000\u{202f}000 seeds can run.".into()));
        }
    }
}
