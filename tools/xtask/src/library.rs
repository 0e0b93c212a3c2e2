//! `library`: what nvcc's code of the math library computes. Each function is compiled to PTX, run by the model over its operands and held
//! against the true function (`ulp sweep`); the figures go into a table of the core, whose rows say which operands those were.
//!
//! NVIDIA's code stays in target/library. A row is written when it is swept, so that a run can be ended at any time.

use crate::measure::compiler;
use crate::process::{cargo, output, program, run as run_program};
use crate::{Outcome, project};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What is compiled for.
const TARGET: &str = "sm_90";

#[derive(clap::Args)]
pub struct Library {
    /// Sweep one operand out of so many, which the rows then say [default: as the rows say]
    #[arg(long, value_name = "N")]
    every: Option<u32>,
    /// The first operand's bits, of a row of its own
    #[arg(long, value_name = "BITS", requires = "functions")]
    from: Option<String>,
    /// The last operand's bits, of a row of its own
    #[arg(long, value_name = "BITS", requires = "functions")]
    to: Option<String>,
    /// Keep the largest absolute error instead of that in ulps, of rows that need it: Bessel functions beside their zeros
    #[arg(long)]
    absolute: bool,
    /// The threads that share a sweep [default: one for each processor]
    #[arg(long)]
    threads: Option<u32>,
    /// The functions: sinf, powf, 1/x, x/y, sin and pow of doubles; one that has no row gets one [default: every row]
    functions: Vec<String>,
}

/// A row: its words, of which the first four say what was swept.
type Row = Vec<String>;

pub fn run(asked: &Library) -> Outcome {
    let nvcc = compiler()?;
    let version = version(&nvcc)?;
    let work = project::root().join("target/library");
    fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    let tool = tool(&work)?;
    let known = read()?;
    for mut row in wanted(asked, &known) {
        // A row that says its error as 2.2e-6 says it absolutely.
        let absolute = asked.absolute || row.get(4).is_some_and(|error| error.contains('e'));
        row.truncate(4);
        if let Some(every) = asked.every {
            row[1] = every.to_string();
        }
        let ptx = compiled(&nvcc, &row[0], &work)?;
        let name = row[0].clone();
        let mut sweep =
            ["sweep", "--json", "--against", &name, "--every", &row[1], "--from", &row[2], "--to", &row[3]].map(str::to_owned).to_vec();
        sweep.extend(asked.threads.map(|threads| format!("--threads={threads}")));
        let begun = SystemTime::now();
        let json = output(program(&tool).args(&sweep).arg(&ptx)).ok_or_else(|| format!("{name} could not be swept"))?;
        let figure = |path: &str| figure(&json, path).ok_or_else(|| format!("`ulp sweep` says nothing of {path}: {json}"));
        let largest = if absolute { "max_absolute" } else { "max_ulp" };
        let error: f64 = figure(&format!("{largest}.error"))?.parse().map_err(|_| format!("no number: {json}"))?;
        row.push(if absolute { format!("{error:.2e}") } else { format!("{error:.3}") });
        row.push(figure(&format!("{largest}.operand"))?.to_owned());
        let plain =
            ["farthest.floats", "farthest.operand", "not_correctly_rounded", "two_floats_or_more", "instructions", "run_at_max_ulp"];
        for path in plain {
            row.push(figure(path)?.to_owned());
        }
        row.extend([version.clone(), TARGET.to_owned(), today()]);
        eprintln!("{}  ({} s)", row.join(" "), begun.elapsed().map_or(0, |took| took.as_secs()));
        keep(row)?;
    }
    Ok(())
}

/// The rows that are meant: all, those of the named functions, or new ones.
fn wanted(asked: &Library, known: &[Row]) -> Vec<Row> {
    if asked.functions.is_empty() {
        return known.to_vec();
    }
    let is_meant = |bits: &Option<String>, own: &str| digits(bits, own) == own;
    let of = |name: &String| -> Vec<Row> {
        let own = known.iter().filter(|row| row[0] == *name && is_meant(&asked.from, &row[2]) && is_meant(&asked.to, &row[3]));
        let own: Vec<Row> = own.cloned().collect();
        let new = || vec![vec![name.clone(), "257".into(), digits(&asked.from, "00000000"), digits(&asked.to, "ffffffff")]];
        if own.is_empty() { new() } else { own }
    };
    asked.functions.iter().flat_map(of).collect()
}

/// Bits as the table has them: eight digits, small.
fn digits(bits: &Option<String>, whole: &str) -> String {
    bits.as_ref().map_or(whole.to_owned(), |bits| format!("{:0>8}", bits.trim_start_matches("0x").to_lowercase()))
}

fn file() -> PathBuf {
    project::root().join("crates/analysis/sweep/library.txt")
}

fn read() -> Outcome<Vec<Row>> {
    let text = project::read(&file())?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect())
}

/// Writes a row in its place. The table is read anew, because another run may have changed it.
fn keep(row: Row) -> Outcome {
    let text = project::read(&file())?;
    let heads = text.lines().filter(|line| line.starts_with('#')).map(|line| line.to_owned() + "\n");
    let is_same = |known: &Row| known[0] == row[0] && known[2..4] == row[2..4];
    let mut rows: Vec<Row> = read()?.into_iter().filter(|known| !is_same(known)).collect();
    rows.push(row.clone());
    rows.sort_by(|a, b| (&a[0], &a[2], &a[3]).cmp(&(&b[0], &b[2], &b[3])));
    let lines = rows.iter().map(|row| row.join(" ") + "\n");
    fs::write(file(), heads.chain(lines).collect::<String>()).map_err(|error| format!("{}: {error}", file().display()))
}

/// Functions of two numbers, by their names for doubles.
const TWO: [&str; 8] = ["atan2", "hypot", "rhypot", "pow", "fmod", "remainder", "fdim", "copysign"];

/// The PTX of a function, in a kernel that calls it once.
fn compiled(nvcc: &Path, name: &str, work: &Path) -> Outcome<PathBuf> {
    let two = TWO.iter().any(|two| name.strip_prefix(two).is_some_and(|rest| matches!(rest, "" | "f")));
    // `erf` and `normcdf` are doubles' own names; what is written with signs is of singles.
    let double = matches!(name, "erf" | "normcdf")
        || (!name.ends_with('f') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
    let own = if double { "double" } else { "float" };
    let second = format!("const {own} *y, ");
    let (value, second) = match name {
        "1/x" => ("1.0f / *x".to_owned(), ""),
        "x+y" | "x*y" | "x/y" => (name.replace('x', "*x ").replace('y', " *y"), &*second),
        // The order is below 128, as the reference values take it.
        "jnf" | "ynf" => (format!("{name}(__float_as_int(*x) & 127, *y)"), &*second),
        _ if two => (format!("{name}(*x, *y)"), &*second),
        _ => (format!("{name}(*x)"), ""),
    };
    let stem = name.replace('+', "_plus_").replace('*', "_times_").replace('/', "_over_");
    let (source, written) = (work.join(&stem).with_extension("cu"), work.join(&stem).with_extension("ptx"));
    let text = format!("extern \"C\" __global__ void k(const {own} *x, {second}{own} *out) {{ *out = {value}; }}\n");
    fs::write(&source, text).map_err(|error| format!("{}: {error}", source.display()))?;
    run_program(program(nvcc).arg("-ptx").arg(format!("-arch={TARGET}")).arg(&source).arg("-o").arg(&written))?;
    Ok(written)
}

/// The command line, as it is now: a run of hours goes on while the project is worked on.
fn tool(work: &Path) -> Outcome<PathBuf> {
    run_program(cargo().args(["build", "--quiet", "--release", "--package", "ulpscope-cli"]))?;
    let name = format!("ulp{}", std::env::consts::EXE_SUFFIX);
    let (built, tool) = (project::root().join("target/release").join(&name), work.join(&name));
    // Another run may have it: that one keeps what it has.
    let _ = fs::remove_file(&tool);
    fs::copy(&built, &tool).map_err(|error| format!("{}: {error}", built.display()))?;
    Ok(tool)
}

/// `nvcc --version` says `release 13.5, V13.5.37`.
fn version(nvcc: &Path) -> Outcome<String> {
    let said = output(program(nvcc).arg("--version")).ok_or_else(|| format!("{} does not start", nvcc.display()))?;
    let version = said
        .split_whitespace()
        .find_map(|word| word.strip_prefix('V').filter(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit())));
    version.map(str::to_owned).ok_or_else(|| format!("{} names no version: {said}", nvcc.display()))
}

/// A number or a text of a JSON object, by its key, or by two of them: `max_ulp.error`.
fn figure<'a>(json: &'a str, path: &str) -> Option<&'a str> {
    let rest = path.split('.').try_fold(json, |rest, key| rest.split_once(&format!("\"{key}\":")).map(|(_, rest)| rest))?;
    match rest.strip_prefix('"') {
        Some(text) => text.split_once('"').map(|(text, _)| text),
        None => rest.split([',', '}']).next(),
    }
}

/// The day, as 2026-11-22.
pub fn today() -> String {
    let days = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs() / 86_400;
    day(days as u32)
}

/// A day by its number from 1970 on. A year that begins in March ends with the day that is not in every one.
fn day(days: u32) -> String {
    let from = days + 719_468;
    let (era, of_era) = (from / 146_097, from % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{month:02}-{day:02}", year + era * 400 + u32::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, shown) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_779, "2026-11-22"), (47_540, "2100-02-28"), (47_541, "2100-03-01")]
        {
            assert_eq!(day(days), shown);
        }
    }

    #[test]
    fn a_function_without_a_row_gets_one() {
        let row = |from: &str| ["lgammaf", "257", from, "ffffffff"].map(str::to_owned).to_vec();
        let known = [row("00000000"), row("c1200419")];
        let rows = |functions: &[&str], from: Option<&str>| {
            let functions = functions.iter().map(|name| (*name).to_owned()).collect();
            wanted(&Library { every: None, absolute: false, from: from.map(str::to_owned), to: None, threads: None, functions }, &known)
        };
        assert_eq!((rows(&[], None), rows(&["lgammaf"], None)), (known.to_vec(), known.to_vec()));
        assert_eq!(rows(&["lgammaf"], Some("C1200419")), known[1..]);
        assert_eq!(rows(&["lgammaf"], Some("0")), known[..1]);
        assert_eq!(rows(&["lgammaf"], Some("c0000000")), [row("c0000000")]);
        assert_eq!(rows(&["sinf"], None), [["sinf", "257", "00000000", "ffffffff"]]);
    }

    #[test]
    fn figures_are_found_by_their_keys() {
        let json = "{\"max_absolute\":{\"error\":1.0},\"max_ulp\":{\"error\":1.5,\"operand\":\"3f800000\"},\"off\":12}";
        assert_eq!(figure(json, "max_ulp.error"), Some("1.5"));
        assert_eq!(figure(json, "max_ulp.operand"), Some("3f800000"));
        assert_eq!(figure(json, "off"), Some("12"));
        assert_eq!(figure(json, "absent"), None);
    }
}
