//! `ulp capture`: the two ends of a capture that need no GPU. `cargo xtask measure` runs both around the CUDA program.

use super::compare::{Agreement, report};
use super::file::Capture;
use super::outputs;
use super::plan::Plan;
use crate::instruction::{Context, Target, Version};
use crate::sweep::Subject;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::num::NonZero;
use std::path::Path;

/// What `ulp capture` takes.
pub const USAGE: &str = "ulp capture plan --target sm_NN [--ptx 8.8] FOLDER    write what the CUDA program runs: forms.h and job.txt
ulp capture pack FOLDER       make the results that were kept whole (FORM.raw) small (FORM.runs)
ulp capture compare FOLDER [--vectors]    compare capture.txt and FORM.runs with the model and print a report
  --target   the chip; one that the table does not know counts as the newest one before it
  --ptx      the newest PTX version that the compiler takes (default 8.8)
  --vectors  leave out the hashes over all operands, which take minutes";

/// Runs `ulp capture` with the arguments after `capture`. The error is a message for the person at the terminal.
pub fn command(arguments: &[String], out: &mut impl Write) -> Result<(), String> {
    let (mut target, mut ptx, mut brief, mut words) = (None, Version::NEWEST, false, Vec::new());
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let mut value = || rest.next().ok_or_else(|| format!("`{word}` wants a value"));
        match word.as_str() {
            "--target" => target = Some(nearest(value()?)?),
            "--ptx" => ptx = known(value()?)?,
            "--vectors" => brief = true,
            option if option.starts_with('-') => return Err(format!("there is no option `{option}`\n{USAGE}")),
            _ => words.push(word.as_str()),
        }
    }
    let [job, folder] = words[..] else { return Err(format!("a job and a folder are wanted\n{USAGE}")) };
    let folder = Path::new(folder);
    match (job, target) {
        ("plan", Some(target)) => plan(Context { target, ptx }, folder),
        ("plan", None) => Err("`plan` wants a --target".into()),
        ("pack", _) => pack(folder),
        ("compare", _) => compare(folder, brief, out),
        _ => Err(format!("there is no job `{job}`\n{USAGE}")),
    }
}

/// The target of a name, or the newest one that is older.
fn nearest(name: &str) -> Result<Target, String> {
    let number: u32 = name.trim_start_matches("sm_").parse().map_err(|_| format!("`{name}` is no target"))?;
    let older = Target::ALL.iter().copied().filter(|target| target.number() <= number);
    older.rev().min_by_key(|target| number - target.number()).ok_or_else(|| format!("`{name}` is no target"))
}

/// The version of a name; the newest known for one that is newer.
fn known(name: &str) -> Result<Version, String> {
    let numbers = name.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    let (major, minor) = numbers.ok_or_else(|| format!("`{name}` is no PTX version"))?;
    Ok(Version::new(major, minor).min(Version::NEWEST))
}

fn plan(context: Context, folder: &Path) -> Result<(), String> {
    let plan = Plan::new(context);
    write(&folder.join("forms.h"), plan.header().as_bytes())?;
    write(&folder.join("job.txt"), plan.job().as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The capture of a folder.
pub fn read(folder: &Path) -> Result<Capture, String> {
    let path = folder.join("capture.txt");
    let text = fs::read_to_string(&path).map_err(|error| named(&path, &error))?;
    Capture::read(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The small file of a form's results.
pub fn runs(folder: &Path, form: &str) -> Result<BufReader<File>, String> {
    let path = folder.join(format!("{form}.runs"));
    File::open(&path).map(BufReader::new).map_err(|error| named(&path, &error))
}

fn pack(folder: &Path) -> Result<(), String> {
    let capture = read(folder)?;
    for part in &capture.outputs {
        let from = folder.join(format!("{}.raw", part.form));
        let to = folder.join(format!("{}.runs", part.form));
        let subject = Subject::find(&part.form, capture.target.number()).ok_or_else(|| format!("there is no {}", part.form))?;
        let hash = pack_one(&from, &to, subject, part.from, part.to).map_err(|error| named(&from, &error))?;
        if hash != part.hash {
            return Err(format!("{}: not the results that capture.txt is of", from.display()));
        }
    }
    Ok(())
}

fn pack_one(from: &Path, to: &Path, subject: Subject, first: u32, last: u32) -> io::Result<super::Hash> {
    let mut input = BufReader::with_capacity(1 << 20, File::open(from)?);
    let mut output = BufWriter::new(File::create(to)?);
    let results = (first..=last).map(|_| {
        let mut word = [0; 4];
        input.read_exact(&mut word).map(|()| u32::from_le_bytes(word))
    });
    let mut operands = first..=last;
    let hash = outputs::write(results, || operands.next().map_or(0, |operand| subject.evaluate(operand)), &mut output)?;
    output.flush()?;
    Ok(hash)
}

fn compare(folder: &Path, brief: bool, out: &mut impl Write) -> Result<(), String> {
    let capture = read(folder)?;
    let mut found: Vec<Agreement> = capture.compare_vectors();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    found.extend(capture.compare_windows(|_| !brief, threads));
    found.extend(capture.compare_outputs(|form| runs(folder, form))?);
    out.write_all(report(&capture, &found).as_bytes()).map_err(|error| format!("cannot write: {error}"))?;
    let differing = found.iter().filter(|one| one.binding && !one.whole()).count();
    if differing == 0 { Ok(()) } else { Err(format!("{differing} documented or tested forms differ; the report above names them")) }
}
