//! How a result came about: the lines that computed it, over all threads, as a tree with the result at its top. Each node is a rounding.

use super::ran::Ran;
use crate::components::html::{count, push_text};
use semantics::number::Pattern;
use semantics::shadow::Beside;
use semantics::sweep::error_report::Deviation;
use std::fmt::Write;

/// Nodes that are drawn at most.
const MOST: usize = 255;
/// Pixels from one leaf to the next, from one level to the next, and around the tree.
const ACROSS: f64 = 22.0;
const DOWN: f64 = 34.0;
const EDGE: f64 = 14.0;

/// A node of the tree, from the top on.
struct Node {
    /// Its record among those of all threads, the records of its operands, and what its rounding took.
    record: u32,
    from: [Option<u32>; 3],
    own: Deviation,
    above: Option<usize>,
    /// Others that read it.
    also: Vec<usize>,
    below: Vec<usize>,
    level: usize,
    x: f64,
    /// Whether lines below it are left out.
    cut: bool,
}

impl Ran {
    /// The elements of buffers that lines computed, with their names: the one that is farthest off first.
    pub fn results(&self) -> Vec<(String, u32)> {
        let all =
            self.results.iter().enumerate().flat_map(|(buffer, all)| {
                all.iter().enumerate().filter_map(move |(at, known)| known.map(|known| ((buffer, at), known.by)))
            });
        let mut all: Vec<((usize, usize), u32)> = all.take(MOST).collect();
        if let Some((buffer, at, _)) = self.farthest()
            && let Some(place) = all.iter().position(|(own, _)| *own == (buffer, at))
        {
            all[..=place].rotate_right(1);
        }
        all.into_iter().map(|((buffer, at), by)| (self.element_name(buffer, at), by)).collect()
    }

    /// What stands beside a line that computed a number.
    fn computed(&self, record: u32) -> Option<&Beside> {
        self.beside(record).filter(|beside| beside.exact().is_some())
    }

    /// The nodes above the first leaves that fit, level by level.
    fn nodes(&self, root: u32) -> Vec<Node> {
        let Some(top) = self.computed(root) else { return Vec::new() };
        let node = |record, beside: &Beside, above, level| {
            let (from, own) = (beside.from, beside.own);
            Node { record, from, own, above, also: Vec::new(), below: Vec::new(), level, x: 0.0, cut: false }
        };
        let mut nodes = vec![node(root, top, None, 0)];
        let mut at = 0;
        while at < nodes.len() {
            let Node { from, level, .. } = nodes[at];
            let mut seen = [None; 3];
            for (place, by) in from.into_iter().enumerate() {
                let Some(by) = by.filter(|by| !seen.contains(&Some(*by))) else { continue };
                let Some(below) = self.computed(by) else { continue };
                seen[place] = Some(by);
                // What several lines read is drawn once.
                if let Some(known) = nodes.iter().position(|known| known.record == by) {
                    nodes[known].also.push(at);
                    continue;
                }
                if nodes.len() == MOST {
                    nodes[at].cut = true;
                    continue;
                }
                nodes.push(node(by, below, Some(at), level + 1));
                let last = nodes.len() - 1;
                nodes[at].below.push(last);
            }
            at += 1;
        }
        let mut leaves = 0.0;
        across(&mut nodes, &mut leaves);
        nodes
    }

    /// A node in words: who computed what, and what its rounding took.
    fn said(&self, node: &Node) -> String {
        let Some(record) = self.recording.records.get(node.record as usize) else { return String::new() };
        let Some((_, line)) = self.recording.line(&self.read.module, record) else { return String::new() };
        let text = self.text(record);
        let types = &self.types[record.function as usize];
        let values = |slots: Vec<u32>, bits: &[u64]| -> Vec<String> {
            let float = |(slot, bits): (u32, &u64)| {
                let own = types[slot as usize];
                own.format.is_floating().then(|| Pattern::new(own.format, *bits).value_text())
            };
            slots.into_iter().zip(bits).filter_map(float).collect()
        };
        let given = values(line.code.reads(), self.recording.sources(record));
        let result = values(line.code.writes(), self.recording.results(record)).into_iter().next().unwrap_or_default();
        let number = self.read.number(self.read.places.of(record));
        let who = if self.launched.count() > 1 { format!("thread {}, ", record.thread) } else { String::new() };
        let taken = if node.own.size() == 0 { "less than 0.001 ulp".to_owned() } else { node.own.to_string() };
        format!("{who}line {number}: {text} {} → {result}, its rounding takes {taken}", given.join(", "))
    }

    /// The tree above a result as a picture whose nodes can be chosen; `shown` is the record that is looked at.
    pub fn tree(&self, root: u32, shown: Option<u32>) -> String {
        let nodes = self.nodes(root);
        let (mut width, mut levels) = (0.0f64, 0);
        for node in &nodes {
            (width, levels) = (width.max(node.x), levels.max(node.level));
        }
        let (width, height) = (width * ACROSS + 2.0 * EDGE, levels as f64 * DOWN + 2.0 * EDGE);
        let place = |node: &Node| (node.x * ACROSS + EDGE, node.level as f64 * DOWN + EDGE);
        let mut html =
            format!("<svg class=\"tree\" role=\"group\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">");
        for node in &nodes {
            for above in node.above.iter().chain(&node.also).copied() {
                let ((x, y), (top, up)) = (place(node), place(&nodes[above]));
                let _ = write!(html, "<path d=\"M{x:.1} {y}L{top:.1} {up}\"/>");
            }
        }
        let by_level = |at: usize, step: isize| {
            let own = &nodes[at];
            let beside = nodes
                .iter()
                .enumerate()
                .filter(|(_, other)| other.level == own.level && (other.x > own.x) == (step > 0) && other.x != own.x);
            beside.min_by(|one, other| (one.1.x - own.x).abs().total_cmp(&(other.1.x - own.x).abs())).map(|(at, _)| at)
        };
        for (at, node) in nodes.iter().enumerate() {
            let (x, y) = place(node);
            let is_shown = shown == Some(node.record);
            let _ = write!(
                html,
                "<g role=\"button\" tabindex=\"{}\" id=\"node-{at}\" data-record=\"{}\" class=\"{}{}\"{}",
                if at == 0 { 0 } else { -1 },
                node.record,
                if node.own.size() == 0 { "exact" } else { "rounded" },
                if is_shown { " shown" } else { "" },
                if is_shown { " aria-current=\"true\"" } else { "" }
            );
            let keys = [("up", node.above), ("down", node.below.first().copied()), ("left", by_level(at, -1)), ("right", by_level(at, 1))];
            for (key, to) in keys {
                if let Some(to) = to {
                    let _ = write!(html, " data-{key}=\"{to}\"");
                }
            }
            let said = self.said(node);
            for (before, behind) in [(" aria-label=\"", "\">"), ("<title>", "</title>")] {
                html.push_str(before);
                push_text(&mut html, &said);
                html.push_str(behind);
            }
            // The larger what was taken, the larger the node: half an ulp is the most of one rounding to nearest.
            let radius = 3.5 + 4.0 * (node.own.size().min(1000) as f64 / 1000.0);
            let _ = write!(html, "<circle cx=\"{x:.1}\" cy=\"{y}\" r=\"{radius:.1}\"/>");
            if node.cut {
                let _ = write!(html, "<text x=\"{x:.1}\" y=\"{:.1}\">…</text>", y + 18.0);
            }
            html.push_str("</g>");
        }
        html + "</svg>"
    }

    /// What the picture shows, in a sentence.
    pub fn tree_said(&self, name: &str, root: u32) -> String {
        let nodes = self.nodes(root);
        let rounded = nodes.iter().filter(|node| node.own.size() > 0).count();
        let threads = nodes.iter().filter_map(|node| Some(self.recording.records.get(node.record as usize)?.thread));
        let threads = threads.collect::<std::collections::BTreeSet<_>>().len();
        let levels = nodes.iter().map(|node| node.level + 1).max().unwrap_or(0);
        let plural = |number: usize, one: &str, many: &str| format!("{} {}", count(number as u64), if number == 1 { one } else { many });
        let cut = if nodes.iter().any(|node| node.cut) { " Lines further below are left out." } else { "" };
        format!(
            "`{name}` came about by {} in {}, by {}; {} rounded.{cut}",
            plural(nodes.len(), "operation", "operations"),
            plural(levels, "level", "levels"),
            plural(threads, "thread", "threads"),
            plural(rounded, "of them", "of them"),
        )
    }
}

/// Places nodes side by side: a leaf takes the next place, any other the middle above those below it.
fn across(nodes: &mut [Node], leaves: &mut f64) {
    // From a node on, those that are still to be gone into.
    let mut open: Vec<(usize, usize)> = if nodes.is_empty() { Vec::new() } else { vec![(0, 0)] };
    while let Some((at, next)) = open.pop() {
        if let Some(below) = nodes[at].below.get(next).copied() {
            open.extend([(at, next + 1), (below, 0)]);
            continue;
        }
        let below: Vec<f64> = nodes[at].below.iter().map(|below| nodes[*below].x).collect();
        nodes[at].x = match (below.first(), below.last()) {
            (Some(first), Some(last)) => f64::midpoint(*first, *last),
            _ => {
                *leaves += 1.0;
                *leaves - 1.0
            }
        };
    }
}
