//! Steps of a long command: one line each when it ends, with the time it took; what a step's programs say is in a file, and shown when it fails.

use crate::{Outcome, project};
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The steps so far.
#[derive(Default)]
pub struct Steps(Mutex<Vec<Step>>);

struct Step {
    name: &'static str,
    took: Duration,
    passed: u32,
}

impl Steps {
    /// Runs a program as a step and returns what it said.
    pub fn run(&self, name: &'static str, command: &mut Command) -> Outcome<String> {
        let folder = project::root().join("target/steps");
        let log = folder.join(name.replace(' ', "-")).with_extension("txt");
        let shown = project::shown(&log);
        let open = || {
            fs::create_dir_all(&folder)?;
            let file = File::create(&log)?;
            Ok((file.try_clone()?, file))
        };
        let (out, err) = open().map_err(|error: std::io::Error| format!("{shown}: {error}"))?;
        let started = Instant::now();
        let status = command.stdin(Stdio::null()).stdout(out).stderr(err).status();
        let took = started.elapsed();
        let said = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
        let well = status.as_ref().is_ok_and(|status| status.success());
        let passed = passed(&said);
        let count = if passed > 0 { format!(", {passed} passed") } else { String::new() };
        println!("{:>6.0} s  {name}{count}{}", took.as_secs_f64(), if well { "" } else { ": FAILED" });
        self.0.lock().expect("no step panics").push(Step { name, took, passed });
        if well {
            return Ok(said);
        }
        let tail: Vec<&str> = said.lines().rev().take(60).collect();
        let tail: Vec<&str> = tail.into_iter().rev().collect();
        Err(format!("{name} failed; all of what it said is in {shown}:\n{}\n\nand it ends so:\n{}", failures(&said), tail.join("\n")))
    }

    /// The slowest steps and the number of tests, at the end.
    pub fn sum_up(self) {
        let mut steps = self.0.into_inner().expect("no step panics");
        steps.sort_by_key(|step| std::cmp::Reverse(step.took));
        let slowest: Vec<String> = steps.iter().take(5).map(|step| format!("{} {:.0} s", step.name, step.took.as_secs_f64())).collect();
        println!("the slowest: {}", slowest.join(", "));
        println!("{} passed, 0 failed", steps.iter().map(|step| step.passed).sum::<u32>());
    }
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
    use super::{failures, passed};

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
}
