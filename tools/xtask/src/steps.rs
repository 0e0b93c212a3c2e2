//! Steps of a long command: one line each when it ends, with the time it took; what a step's programs say is in a file, and shown when it fails.
//! While a step takes longer than ten seconds, a line says what runs and what it said last.

use crate::{Outcome, project};
use std::fs::{self, File};
use std::io::{IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How often a line says what runs.
const BEAT: Duration = Duration::from_secs(10);
/// How often a program is asked whether it has ended.
const LOOK: Duration = Duration::from_millis(20);

static STEPS: LazyLock<Mutex<Steps>> = LazyLock::new(Mutex::default);

/// What has run and what runs, of the whole process.
#[derive(Default)]
struct Steps {
    done: Vec<Done>,
    running: Vec<Running>,
    /// The line on a terminal that the next line replaces.
    beat: bool,
}

struct Done {
    name: String,
    took: Duration,
    passed: u32,
}

struct Running {
    name: String,
    started: Instant,
    log: PathBuf,
}

/// Runs a program as a step and returns what it said.
pub fn run(name: &str, command: &mut Command) -> Outcome<String> {
    run_or(name, command, ": FAILED")
}

/// As [`run`], for what has another way when it fails.
pub fn attempt(name: &str, command: &mut Command) -> Outcome<String> {
    run_or(name, command, ": not this way")
}

fn run_or(name: &str, command: &mut Command, failed: &str) -> Outcome<String> {
    let folder = project::root().join("target/steps");
    let log = folder.join(name.replace([' ', '/', '\''], "-") + ".txt");
    let shown = project::shown(&log);
    let open = || {
        fs::create_dir_all(&folder)?;
        let file = File::create(&log)?;
        Ok((file.try_clone()?, file))
    };
    let (out, err) = open().map_err(|error: std::io::Error| format!("{shown}: {error}"))?;
    let started = Instant::now();
    steps().running.push(Running { name: name.to_string(), started, log: log.clone() });
    let status = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn().and_then(|mut child| {
        let mut beats = 1;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if started.elapsed() > BEAT * beats {
                beats += 1;
                steps().beat(name);
            }
            thread::sleep(LOOK);
        }
    });
    let took = started.elapsed();
    let said = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
    let well = status.as_ref().is_ok_and(|status| status.success());
    let passed = passed(&said);
    let count = if passed > 0 { format!(", {passed} passed") } else { String::new() };
    let mut steps = steps();
    steps.running.retain(|running| running.name != name);
    steps.say(&format!("{:>6.0} s  {name}{count}{}", took.as_secs_f64(), if well { "" } else { failed }));
    steps.done.push(Done { name: name.to_string(), took, passed });
    match status {
        Err(error) => Err(format!("{name}: `{}` could not be started: {error}", Path::new(command.get_program()).display())),
        Ok(_) if well => Ok(said),
        Ok(_) => {
            let tail: Vec<&str> = said.lines().rev().take(60).collect();
            let tail: Vec<&str> = tail.into_iter().rev().collect();
            Err(format!("{name} failed; all of what it said is in {shown}:\n{}\n\nand it ends so:\n{}", failures(&said), tail.join("\n")))
        }
    }
}

/// A line of its own, whatever runs meanwhile.
pub fn say(line: &str) {
    steps().say(line);
}

/// The slowest steps and the number of tests, at the end.
pub fn sum_up() {
    let mut steps = steps();
    steps.done.sort_by_key(|step| std::cmp::Reverse(step.took));
    let slowest: Vec<String> = steps.done.iter().take(5).map(|step| format!("{} {:.0} s", step.name, step.took.as_secs_f64())).collect();
    let passed = steps.done.iter().map(|step| step.passed).sum::<u32>();
    steps.say(&format!("the slowest: {}\n{passed} passed, 0 failed", slowest.join(", ")));
}

fn steps() -> std::sync::MutexGuard<'static, Steps> {
    STEPS.lock().expect("no step panics")
}

impl Steps {
    fn say(&mut self, line: &str) {
        let clear = if std::mem::take(&mut self.beat) { "\r\x1b[K" } else { "" };
        println!("{clear}{line}");
    }

    /// What runs, said by whichever step has run longest. On a terminal each such line replaces the one before.
    fn beat(&mut self, by: &str) {
        if self.running.first().is_none_or(|first| first.name != by) {
            return;
        }
        let runs: Vec<String> = self
            .running
            .iter()
            .map(|step| format!("{:.0} s {}{}", step.started.elapsed().as_secs_f64(), step.name, last(&step.log)))
            .collect();
        let line = format!("        … {}", runs.join("; "));
        if std::io::stdout().is_terminal() {
            // Where it is wider than the terminal, it would leave lines behind.
            let short: String = line.chars().take(78).collect();
            print!("\r\x1b[K{short}");
            let _ = std::io::stdout().flush();
            self.beat = true;
        } else {
            println!("{line}");
        }
    }
}

/// The last line of a log, shortened and in parentheses.
fn last(log: &Path) -> String {
    let tail = || {
        let mut file = File::open(log).ok()?;
        let end = file.seek(SeekFrom::End(0)).ok()?;
        file.seek(SeekFrom::Start(end.saturating_sub(300))).ok()?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail).ok()?;
        let tail = String::from_utf8_lossy(&tail).into_owned();
        let line = tail.lines().map(str::trim).rfind(|line| !line.is_empty())?.chars().take(50).collect::<String>();
        Some(format!(" ({line})"))
    };
    tail().unwrap_or_default()
}

/// Tests that passed, by the closing lines of cargo (`test result: ok. 12 passed; …`) and of Playwright (`  12 passed (1.2m)`).
fn passed(said: &str) -> u32 {
    let count = |line: &str| -> Option<u32> {
        let line = line.trim().strip_prefix("test result: ok. ").unwrap_or(line.trim());
        let (count, rest) = line.split_once(' ')?;
        (rest.starts_with("passed")).then(|| count.parse().ok()).flatten()
    };
    said.lines().filter_map(count).sum()
}

/// What each test harness of cargo says of its failures: from `failures:` to its closing line.
fn failures(said: &str) -> String {
    let mut within = false;
    let kept = said.lines().filter(|line| {
        within |= *line == "failures:";
        let kept = within;
        within &= !line.starts_with("test result: ");
        kept
    });
    kept.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted() {
        let said = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored\n  12 passed (1.2m)\n  3 skipped\n1 of 2 passed\n";
        assert_eq!(passed(said), 14);
    }

    #[test]
    fn failures_are_found_between_successes() {
        let said = "test b ... FAILED\nsuccesses:\n    a\nfailures:\n---- b stdout ----\nwhy\nfailures:\n    b\ntest result: FAILED. 1 passed\nrunning 1 test\n";
        assert_eq!(failures(said), "failures:\n---- b stdout ----\nwhy\nfailures:\n    b\ntest result: FAILED. 1 passed");
    }

    #[test]
    fn the_last_line_of_a_log_is_shown() {
        let log = std::env::temp_dir().join(format!("ulpscope-steps-{}", std::process::id()));
        fs::write(&log, "   Compiling a v1\n   Compiling b v2\n\n").unwrap();
        let shown = last(&log);
        fs::remove_file(&log).unwrap();
        assert_eq!((shown.as_str(), last(&log)), (" (Compiling b v2)", String::new()));
    }
}
