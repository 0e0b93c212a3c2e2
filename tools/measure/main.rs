//! The two ends of a capture that need no GPU. `cargo xtask measure` runs both around the CUDA program.

use clap::Parser;
use measure::compare::{Agreement, report};
use measure::plan::Plan;
use measure::{Capture, Hash, outputs};
use semantics::instruction::{Context, Target, Version};
use semantics::sweep::FunctionUnderTest;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a command returns: nothing, or one message for the person at the terminal.
type Outcome<T = ()> = Result<T, String>;

/// Prepare a measurement on a GPU, or compare one with the model
#[derive(Parser)]
#[command(name = "measure")]
enum Job {
    /// Write what the CUDA program runs: forms.h and job.txt
    Plan {
        /// The chip; one that the table does not know counts as the newest one before it
        #[arg(long, value_parser = nearest)]
        target: Target,
        /// The newest PTX version that the compiler takes
        #[arg(long, value_parser = version, default_value_t = Version::NEWEST)]
        ptx: Version,
        /// Where they are written
        folder: PathBuf,
    },
    /// Make the results that were kept whole (FORM.raw) small (FORM.runs)
    Pack {
        /// Where they lie
        folder: PathBuf,
    },
    /// Compare capture.txt and FORM.runs with the model and print a report
    Compare {
        /// Where they lie
        folder: PathBuf,
        /// Leave out the hashes over all operands, which take minutes
        #[arg(long)]
        vectors: bool,
    },
}

fn main() -> ExitCode {
    let done = match Job::parse() {
        Job::Plan { target, ptx, folder } => plan(Context { target, ptx }, &folder),
        Job::Pack { folder } => pack(&folder),
        Job::Compare { folder, vectors } => compare(&folder, vectors),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("measure: {message}");
            ExitCode::from(2)
        }
    }
}

/// The target of a chip with all that this chip alone has (`sm_90a`); for one that is not known, the newest that is older, without it.
fn nearest(name: &str) -> Outcome<Target> {
    let wanted = || format!("wanted is a target, {} or a later one", Target::ALL[0]);
    let number: u32 = name.trim_start_matches("sm_").parse().map_err(|_| wanted())?;
    let plain = |target: &Target| target.name().ends_with(|last: char| last.is_ascii_digit());
    let fits = |target: &Target| target.number() == number || (target.number() < number && plain(target));
    let older = Target::ALL.iter().copied().filter(fits);
    older.min_by_key(|target| (number - target.number(), !target.name().ends_with('a'))).ok_or_else(wanted)
}

/// The version of a name; the newest known for one that is newer.
fn version(name: &str) -> Outcome<Version> {
    let numbers = name.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    let (major, minor) = numbers.ok_or("wanted is a PTX version such as 8.8")?;
    Ok(Version::new(major, minor).min(Version::NEWEST))
}

fn plan(context: Context, folder: &Path) -> Outcome {
    let plan = Plan::new(context);
    write(&folder.join("forms.h"), plan.header().as_bytes())?;
    write(&folder.join("job.txt"), plan.job().as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Outcome {
    fs::write(path, bytes).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// The capture of a folder.
fn read(folder: &Path) -> Outcome<Capture> {
    let path = folder.join("capture.txt");
    let text = fs::read_to_string(&path).map_err(|error| named(&path, &error))?;
    Capture::read(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The small file of a form's results.
fn runs(folder: &Path, form: &str) -> Outcome<BufReader<File>> {
    let path = folder.join(format!("{form}.runs"));
    File::open(&path).map(BufReader::new).map_err(|error| named(&path, &error))
}

fn pack(folder: &Path) -> Outcome {
    let capture = read(folder)?;
    for part in &capture.outputs {
        let from = folder.join(format!("{}.raw", part.form));
        let to = folder.join(format!("{}.runs", part.form));
        let subject = FunctionUnderTest::find(&part.form, capture.target.number()).ok_or_else(|| format!("there is no {}", part.form))?;
        let hash = pack_one(&from, &to, subject, part.from, part.to).map_err(|error| named(&from, &error))?;
        if hash != part.hash {
            return Err(format!("{}: not the results that capture.txt is of", from.display()));
        }
    }
    Ok(())
}

fn pack_one(from: &Path, to: &Path, subject: FunctionUnderTest, first: u32, last: u32) -> io::Result<Hash> {
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

fn compare(folder: &Path, brief: bool) -> Outcome {
    let capture = read(folder)?;
    let mut found: Vec<Agreement> = capture.compare_vectors();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    found.extend(capture.compare_products());
    found.extend(capture.compare_windows(|_| !brief, threads));
    found.extend(capture.compare_outputs(|form| runs(folder, form))?);
    io::stdout().lock().write_all(report(&capture, &found).as_bytes()).map_err(|error| error.to_string())?;
    let differing = found.iter().filter(|one| one.binding && !one.whole()).count();
    if differing == 0 { Ok(()) } else { Err(format!("{differing} documented or tested forms differ; the report above names them")) }
}
