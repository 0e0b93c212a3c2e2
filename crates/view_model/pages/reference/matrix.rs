//! The pages of matrix instructions: the rows of a name, where each is legal, what the assembler makes of it, and one element as a line that runs.

use super::article;
use crate::components::evidence::push_evidence;
use crate::components::html::{push_text, sentence};
use semantics::instruction::{Context, Target, Version};
use semantics::matrix::{FORMS, Form, lowerings};

/// A name with a page.
#[derive(Debug)]
pub struct Entry {
    /// How the heads of its rows begin.
    pub name: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// One element of D as a line, and what it shows; empty where no line of its own runs.
    pub examples: &'static [(&'static str, &'static str)],
}

const fn entry(name: &'static str, title: &'static str, examples: &'static [(&'static str, &'static str)]) -> Entry {
    Entry { name, title, examples }
}

/// Every name, in the order of the manual.
pub const ENTRIES: &[Entry] = &[
    entry("wmma.load", "Load a matrix for wmma", &[]),
    entry("wmma.store", "Store a matrix of wmma", &[]),
    entry(
        "wmma.mma",
        "Multiply matrices and add, in fragments",
        &[(
            "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%d}, {2048, 0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {2048, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0.125};",
            "One element of D: the sum is cut off, not rounded to nearest.",
        )],
    ),
    entry(
        "mma",
        "Multiply matrices and add",
        &[(
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%d}, {2048, 0.25, 0.0001, 0, 0, 0, 0, 0}, {2048, 1, 1, 0, 0, 0, 0, 0}, {0.125};",
            "One element of D: a product below the window is lost, and the sum is cut off.",
        )],
    ),
    entry("ldmatrix", "Load matrices from shared memory", &[]),
    entry("stmatrix", "Store matrices to shared memory", &[]),
    entry("movmatrix", "Transpose a matrix in registers", &[]),
    entry("mma.sp", "Multiply a sparse matrix and add", &[]),
    entry(
        "wgmma.mma_async",
        "Multiply matrices and add, by four warps",
        &[(
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%d}, {2048, 0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {2048, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0.125};",
            "One element of D: the sum is cut off, not rounded to nearest.",
        )],
    ),
    entry("tcgen05.mma", "Multiply matrices and add, in tensor memory", &[]),
    entry("cp.async", "Copy from global to shared memory", &[]),
];

/// The entry that a head belongs to: `mma.sp` for `mma.sp.sync.aligned.m16n8k16`; the first one of `wmma` for what is not complete.
pub fn named(head: &str) -> Option<&'static Entry> {
    let begins = |entry: &&Entry| head.strip_prefix(entry.name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':']));
    let exact = ENTRIES.iter().filter(begins).max_by_key(|entry| entry.name.len());
    exact.or_else(|| ENTRIES.iter().find(|entry| entry.name.split('.').next() == head.split('.').next()))
}

impl Entry {
    /// Its rows, each with its first head.
    pub fn forms(&self) -> impl Iterator<Item = (&'static Form, String)> {
        let first = |form: &'static Form| form.heads().into_iter().next().map(|head| (form, head));
        FORMS.iter().filter_map(first).filter(|(_, head)| named(head).is_some_and(|entry| entry.name == self.name))
    }

    /// Whether each word of a text is in its name, its title or the words of a row.
    pub fn is_about(&self, text: &str) -> bool {
        let (text, title) = (text.to_ascii_lowercase(), self.title.to_ascii_lowercase());
        let has = |part: &str| self.name.contains(part) || title.contains(part) || self.forms().any(|(form, _)| form.syntax.contains(part));
        text.split(|letter: char| letter.is_whitespace() || letter == '.').filter(|part| !part.is_empty()).all(has)
    }
}

/// How a syntax line is read.
const READ: &str = "One of the words in (a|b) stands there, and {a} may be left out. A dtype is the type of D once more, an atype that of A. \
     Below a form stands what the assembler makes of its first words; a number before a name counts instructions of one warp.";

/// The page as markup.
pub fn article(entry: &Entry, context: Context) -> String {
    let mut html =
        ["<h1><code>", entry.name, "</code> ", entry.title, "</h1><p class=\"lead\">", READ, "</p><h2>Forms</h2><ul class=\"forms\">"]
            .concat();
    let mut summary = "";
    for (form, head) in entry.forms() {
        let said = core::mem::replace(&mut summary, form.summary);
        one_form(&mut html, form, &head, if said == summary { "" } else { summary }, context);
    }
    html.push_str("</ul>");
    if !entry.examples.is_empty() {
        article::examples(&mut html, entry.examples, fitting(entry, context));
    }
    html
}

/// The context if it has a row of the entry, else the first target that has one.
pub fn fitting(entry: &Entry, context: Context) -> Context {
    let has = |context: &Context| entry.forms().any(|(form, head)| form.lowering(&head, *context).is_some());
    if has(&context) {
        return context;
    }
    let first = entry.forms().map(|(form, _)| Context { target: form.gate().1, ptx: Version::NEWEST }).find(has);
    first.unwrap_or(context)
}

fn one_form(html: &mut String, form: &Form, head: &str, summary: &str, context: Context) {
    let refused = form.lowering(head, context).is_none();
    html.push_str(if refused { "<li class=\"refused\"><p class=\"syntax\"><b>" } else { "<li><p class=\"syntax\"><b>" });
    let (name, rest) = form.syntax.split_once('.').unwrap_or((form.syntax, ""));
    for piece in [name, "</b>.", rest, "</p><p class=\"summary\">", &sentence(summary), "</p><p class=\"since\">"] {
        html.push_str(piece);
    }
    let (ptx, target, only) = form.gate();
    let targets: Vec<&str> = only.iter().map(|target| target.name()).collect();
    match targets.is_empty() {
        true => html.push_str(&format!("PTX {ptx}, {} on.", target.name())),
        false => html.push_str(&format!("PTX {ptx}, only {}.", targets.join(", "))),
    }
    if refused {
        html.push_str(&format!(" <b>Not on {} with PTX {}.</b>", context.target.name(), context.ptx));
    }
    html.push_str("</p>");
    for (machine, targets) in machine_code(form, head) {
        html.push_str("<p class=\"note\"><code>");
        push_text(html, &machine);
        for piece in ["</code> on ", &targets, "</p>"] {
            html.push_str(piece);
        }
    }
    if !form.runs {
        html.push_str("<p class=\"note\">Not modelled here.</p>");
    }
    html.push_str("<p class=\"badges\">");
    push_evidence(html, form.evidence);
    html.push_str(".</p></li>");
}

/// What the assembler makes of a head, with the targets of the row. Those of one number have the same.
fn machine_code(form: &Form, head: &str) -> Vec<(String, String)> {
    let numbers = |targets: &[&str]| {
        let own = targets.iter().filter_map(|target| Target::named(target)).map(Target::number).filter(|number| form.is_on(*number));
        let mut own: Vec<u32> = own.collect();
        own.dedup();
        own
    };
    let all = lowerings(head, Version::NEWEST);
    let known = |machine: Option<String>| machine.filter(|machine| !machine.is_empty());
    all.into_iter()
        .filter_map(|(machine, targets)| Some((known(machine)?, listed(&numbers(&targets)))))
        .filter(|(_, on)| !on.is_empty())
        .collect()
}

/// Targets by number, as a stretch where no other lies between.
fn listed(numbers: &[u32]) -> String {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return String::new() };
    let between = Target::ALL.iter().filter(|target| target.until().is_none() && (*first..=*last).contains(&target.number()));
    if numbers.len() > 2 && between.clone().all(|target| numbers.contains(&target.number())) {
        return format!("sm_{first} to sm_{last}");
    }
    numbers.iter().map(|number| format!("sm_{number}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::address::Address;
    use crate::state::lookup::MATRICES;

    #[test]
    fn every_row_is_on_one_page_and_every_example_runs() {
        let rows: usize = ENTRIES.iter().map(|entry| entry.forms().count()).sum();
        assert_eq!(rows, FORMS.len());
        for entry in ENTRIES {
            assert!(entry.forms().next().is_some(), "{}", entry.name);
            let (context, page) = (fitting(entry, Context::default()), article(entry, Context::default()));
            assert!(entry.forms().all(|(form, _)| page.contains(form.syntax.split_once('.').map_or("", |(_, rest)| rest))));
            for (text, _) in entry.examples {
                assert_eq!(named(text).map(|entry| entry.name), Some(entry.name));
                assert!(semantics::language::read(text, &context).refusal().is_none(), "{text}");
            }
        }
        let page = article(named("mma.sync.aligned").expect("a page"), Context::default());
        assert!(page.contains("<code>HMMA.16816.F32</code> on sm_80 to sm_121"), "{page}");
        // Two rows of other chips have these words, too.
        assert_eq!(page.matches("<code>QMMA.16832.F32.E4M3.E4M3</code> on sm_120, sm_121").count(), 1);
        assert!(page.contains("PTX 8.7, only sm_120a, sm_120f") && page.contains("Not on sm_90 with PTX"));
        assert_eq!(named("mma.sp::ordered_metadata.sync").map(|entry| entry.name), Some("mma.sp"));
        assert!(named("fma").is_none() && named("mmax").is_none() && named("wmma").is_some());
        for entry in ENTRIES {
            let (address, notices) = Address::read(&["#/reference/", entry.name].concat());
            assert_eq!((address.lookup.name.as_str(), notices), (entry.name, Vec::new()));
        }
        assert!(MATRICES.iter().all(|word| named(word).is_some()));
    }
}
