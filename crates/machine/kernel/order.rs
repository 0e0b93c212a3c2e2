//! In which order the threads of a launch take their turns, as a value and as a word.

use crate::number::Random;
use core::fmt;

/// In which order threads take their turns. No chip promises one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Blocks and threads by their numbers.
    #[default]
    Number,
    /// The last first.
    Reversed,
    /// As a seed has it.
    Seed(u64),
    /// The threads of each block as they are listed, blocks by their numbers.
    Listed(Listed),
}

/// The threads of a block, so many of them, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    threads: [u8; MOST_LISTED],
    count: usize,
}

/// The most threads of which an order can be listed: they have 40,320 orders.
pub const MOST_LISTED: usize = 8;

impl Order {
    /// Reads what [`Order`]'s `Display` writes: `number`, `reversed`, a seed, or threads with commas between. The error is a sentence.
    pub fn read(text: &str) -> Result<Order, String> {
        let text = text.trim();
        match text {
            "number" => return Ok(Order::Number),
            "reversed" => return Ok(Order::Reversed),
            _ => {}
        }
        if let Ok(seed) = text.parse() {
            return Ok(Order::Seed(seed));
        }
        let wrong = || {
            format!(
                "An order is number, reversed, a whole number as a seed, or each of up to {MOST_LISTED} threads of a block once: 2,0,1."
            )
        };
        let threads: Option<Vec<u8>> = text.split(',').map(|thread| thread.trim().parse().ok()).collect();
        threads.and_then(|threads| Listed::new(&threads)).map(Order::Listed).ok_or_else(wrong)
    }

    /// How many orders the threads of a block have, where each of them can be listed.
    pub fn how_many(threads: u32) -> Option<u32> {
        (threads as usize <= MOST_LISTED).then(|| (1..=threads).product())
    }

    /// One of all orders of so many threads, from 0 on. The first is by number, the last reversed.
    pub fn nth(threads: u32, number: u32) -> Order {
        let all = Order::how_many(threads).unwrap_or(0);
        if number == 0 {
            return Order::Number;
        }
        if number + 1 >= all {
            return Order::Reversed;
        }
        let (mut rest, mut number): (Vec<u8>, u32) = ((0..threads as u8).collect(), number);
        let mut own = Vec::new();
        for left in (0..threads).rev() {
            let each = (1..=left).product::<u32>();
            own.push(rest.remove((number / each) as usize));
            number %= each;
        }
        Listed::new(&own).map_or(Order::Number, Order::Listed)
    }

    /// Whether it orders the threads of a block of this size. The error is a sentence.
    pub(super) fn fits(self, threads: u32) -> Result<(), String> {
        match self {
            Order::Listed(listed) if listed.count != threads as usize => {
                Err(format!("The order {self} lists {} threads, but a block has {threads}.", listed.count))
            }
            _ => Ok(()),
        }
    }

    /// The numbers from 0 to below `count` in this order. `which` is 0 for threads and 1 for blocks: a seed orders them differently.
    pub(super) fn of(self, count: u32, which: u32) -> Vec<u32> {
        let mut all: Vec<u32> = (0..count).collect();
        match self {
            Order::Number => {}
            Order::Reversed => all.reverse(),
            Order::Seed(seed) => {
                let mut random = Random::stream(seed, which);
                (1..all.len()).rev().for_each(|at| all.swap(at, random.below(at as u64 + 1) as usize));
            }
            Order::Listed(listed) if which == 0 && listed.count == all.len() => {
                all = listed.threads[..listed.count].iter().map(|thread| (*thread).into()).collect();
            }
            Order::Listed(_) => {}
        }
        all
    }
}

impl Listed {
    /// None unless each thread is there once.
    fn new(all: &[u8]) -> Option<Listed> {
        let mut threads = [0; MOST_LISTED];
        threads.get_mut(..all.len())?.copy_from_slice(all);
        let is_whole = (0..all.len()).all(|thread| all.contains(&(thread as u8)));
        is_whole.then_some(Listed { threads, count: all.len() })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Number => f.write_str("number"),
            Order::Reversed => f.write_str("reversed"),
            Order::Seed(seed) => write!(f, "{seed}"),
            Order::Listed(listed) => {
                let mut threads = listed.threads[..listed.count].iter().enumerate();
                threads.try_for_each(|(at, thread)| write!(f, "{}{thread}", if at > 0 { "," } else { "" }))
            }
        }
    }
}
