//! A capture beside the model: how many of a chip's answers are ours, and where the first other one is.

use crate::file::{Capture, Outputs, Products, Sweep, Vectors};
use crate::outputs::Differences;
use crate::{Hash, Probe, WINDOW, matrix};
use semantics::dot::of_head;
use semantics::instruction::{Context, Version};
use semantics::sweep::FunctionUnderTest;
use std::fmt::Write;
use std::io::Read;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What became of one part of a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The form.
    pub form: String,
    /// What was compared.
    pub what: What,
    /// Whether the model's bits are documented or tested, so that a difference is a mistake of ours; otherwise it is news.
    pub binding: bool,
    /// How many answers are the model's.
    pub equal: u64,
    /// Of how many.
    pub of: u64,
    /// The first that is not, in words.
    pub first: Option<String>,
}

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Results on chosen operands.
    Vectors,
    /// Hashes of windows of operands.
    Windows,
    /// Every result of a range.
    Outputs,
    /// Elements of D.
    Products,
}

impl Agreement {
    /// Whether everything agrees.
    #[must_use]
    pub const fn whole(&self) -> bool {
        self.equal == self.of
    }

    fn new(form: &str, what: What, binding: bool) -> Agreement {
        Agreement { form: form.into(), what, binding, equal: 0, of: 0, first: None }
    }

    fn note(&mut self, equal: bool, story: impl FnOnce() -> String) {
        self.of += 1;
        self.equal += u64::from(equal);
        if !equal && self.first.is_none() {
            self.first = Some(story());
        }
    }

    fn unknown(form: &str, what: What) -> Agreement {
        Agreement { of: 1, first: Some("the table has no such form for this target".into()), ..Agreement::new(form, what, true) }
    }
}

impl Capture {
    fn context(&self) -> Context {
        Context { target: self.target, ptx: Version::NEWEST }
    }

    fn subject(&self, form: &str) -> Option<FunctionUnderTest> {
        FunctionUnderTest::find(form, self.target.number())
    }

    fn binding(&self, form: &str, sources: usize) -> bool {
        Probe::find(form, sources, self.context()).is_some_and(|probe| !probe.is_modelled(self.context()))
    }

    /// Compares the answers on chosen operands.
    #[must_use]
    pub fn compare_vectors(&self) -> Vec<Agreement> {
        let context = self.context();
        let one = |Vectors { form, sources, rows }: &Vectors| {
            let Some(probe) = Probe::find(form, *sources, context) else { return Agreement::unknown(form, What::Vectors) };
            let mut agreement = Agreement::new(form, What::Vectors, !probe.is_modelled(context));
            let mask = u64::MAX >> (64 - probe.destination_type().width());
            for (operands, result) in rows {
                let ours = probe.evaluate(*operands, context);
                // Above a result of 8 bits stands its extension.
                let result = result & mask;
                agreement.note(ours == result, || {
                    let operands: Vec<String> = operands[..*sources].iter().map(|bits| format!("{bits:x}")).collect();
                    format!("of {} the chip gives {result:x}, the model {ours:x}", operands.join(", "))
                });
            }
            agreement
        };
        self.vectors.iter().map(one).collect()
    }

    /// Compares the answers of tensor cores.
    #[must_use]
    pub fn compare_products(&self) -> Vec<Agreement> {
        let one = |Products { form, why, rows }: &Products| {
            let name = format!("{form} ({why})");
            let Ok((row, formats)) = of_head(form, self.target) else { return Agreement::unknown(&name, What::Products) };
            let mut agreement = Agreement::new(&name, What::Products, matrix::binding(row, why));
            for (codes, theirs) in rows {
                let line: Vec<&str> = codes.iter().map(String::as_str).collect();
                let ours = matrix::model(row, formats, &line);
                agreement.note(ours == Some(*theirs), || {
                    let ours = ours.map_or("nothing".into(), |ours| format!("{ours:x}"));
                    format!("of {} the chip gives {theirs:x}, the model {ours}", codes.join(", "))
                });
            }
            agreement
        };
        self.products.iter().map(one).collect()
    }

    /// Compares the hashes of those windows that `wanted` asks for, by their first operands, on several threads.
    #[must_use]
    pub fn compare_windows(&self, wanted: impl Fn(u32) -> bool, threads: usize) -> Vec<Agreement> {
        let mut found = Vec::new();
        for Sweep { form, windows, .. } in &self.sweeps {
            let Some(subject) = self.subject(form) else {
                found.push(Agreement::unknown(form, What::Windows));
                continue;
            };
            let windows: Vec<(u32, Hash)> = windows.iter().copied().filter(|(first, _)| wanted(*first)).collect();
            let (next, equal) = (AtomicUsize::new(0), Mutex::new(vec![false; windows.len()]));
            let work = || {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(first, hash)) = windows.get(place) else { break };
                    let same = model(subject, first, first | (WINDOW - 1)) == hash;
                    equal.lock().map(|mut equal| equal[place] = same).unwrap_or_default();
                }
            };
            std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
            let mut agreement = Agreement::new(form, What::Windows, self.binding(form, 1));
            let equal = equal.into_inner().unwrap_or_default();
            for ((first, _), equal) in windows.iter().zip(equal) {
                agreement.note(equal, || format!("among the operands from {first:08x} to {:08x}", first | (WINDOW - 1)));
            }
            found.push(agreement);
        }
        found
    }

    /// Compares the results that were kept whole; `open` gives the file of a form.
    pub fn compare_outputs<R: Read>(&self, mut open: impl FnMut(&str) -> Result<R, String>) -> Result<Vec<Agreement>, String> {
        let mut found = Vec::new();
        for Outputs { form, from, to, hash } in &self.outputs {
            let Some(subject) = self.subject(form) else {
                found.push(Agreement::unknown(form, What::Outputs));
                continue;
            };
            let mut agreement = Agreement::new(form, What::Outputs, self.binding(form, 1));
            let mut differences = Differences::new(open(form)?);
            let mut read = Hash::EMPTY;
            for operand in *from..=*to {
                let difference = differences.take().map_err(|error| format!("the results of {form}: {error}"))?;
                let ours = subject.evaluate(operand);
                let theirs = ours.wrapping_add_signed(difference);
                read = read.with(theirs);
                agreement.note(difference == 0, || format!("of {operand:08x} the chip gives {theirs:08x}, the model {ours:08x}"));
            }
            if read != *hash {
                return Err(format!("the results of {form} were written beside another model, or the file is damaged"));
            }
            found.push(agreement);
        }
        Ok(found)
    }
}

/// The hash of the model's results.
#[must_use]
pub fn model(subject: FunctionUnderTest, from: u32, to: u32) -> Hash {
    (from..=to).map(|operand| subject.evaluate(operand)).collect()
}

/// A page of text: where the capture is from, a line for each form that differs, and the sum of the rest.
#[must_use]
pub fn report(capture: &Capture, found: &[Agreement]) -> String {
    let mut page =
        format!("{} ({}), driver {}, CUDA {}, {}\n", capture.chip, capture.target.name(), capture.driver, capture.cuda, capture.date);
    let parts = [
        (What::Vectors, "results"),
        (What::Windows, "windows of 2^23 results"),
        (What::Outputs, "results kept whole"),
        (What::Products, "elements of tensor cores"),
    ];
    for (what, name) in parts {
        let of = || found.iter().filter(|agreement| agreement.what == what);
        let (equal, all) = of().fold((0, 0), |(equal, all), one| (equal + one.equal, all + one.of));
        let _ = writeln!(page, "{name}: {equal} of {all} as the model, in {} forms", of().count());
        for one in of().filter(|one| !one.whole()) {
            let kind = if one.binding { "DIFFERS" } else { "modelled" };
            let _ = writeln!(page, "  {kind:<9} {:<28} {} of {}; {}", one.form, one.equal, one.of, one.first.as_deref().unwrap_or(""));
        }
    }
    page
}
