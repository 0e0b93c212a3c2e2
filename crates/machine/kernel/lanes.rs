//! Which lanes of a machine run, and where the others wait.

/// Every one of some lanes, a bit each.
#[inline(always)]
pub(super) const fn all<const N: usize>() -> u64 {
    u64::MAX >> (64 - N)
}

/// Does something for each lane of a group.
#[inline(always)]
pub(crate) fn each<const N: usize>(group: u64, mut run: impl FnMut(usize)) {
    if group == all::<N>() {
        (0..N).for_each(run);
    } else {
        let mut rest = group;
        while rest != 0 {
            // No lane is beyond the last; the remainder says so to the compiler.
            run(rest.trailing_zeros() as usize % N);
            rest &= rest - 1;
        }
    }
}

/// The lanes of a function that runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Running {
    /// The line that is next.
    pub at: usize,
    /// The lanes that are there.
    pub group: u64,
    /// Lanes that wait before other lines.
    waiting: Vec<(usize, u64)>,
    /// The first of those lines.
    next: usize,
}

impl Running {
    pub fn new(at: usize, group: u64) -> Running {
        Running { at, group, waiting: Vec::new(), next: usize::MAX }
    }

    /// Whether no others wait.
    pub fn is_alone(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Where others wait at this line or before it, those that are furthest behind run.
    #[inline(always)]
    pub fn meet(&mut self) {
        if self.at >= self.next {
            self.choose();
        }
    }

    #[cold]
    fn choose(&mut self) {
        if self.group != 0 {
            self.waiting.push((self.at, self.group));
        }
        let first = self.waiting.iter().map(|(at, _)| *at).min().unwrap_or(self.at);
        self.at = first;
        self.group = self.waiting.extract_if(.., |(at, _)| *at == first).fold(0, |all, (_, lanes)| all | lanes);
        self.next = self.waiting.iter().map(|(at, _)| *at).min().unwrap_or(usize::MAX);
    }

    /// Sends some of the lanes to another line.
    #[inline(always)]
    pub fn jump(&mut self, group: u64, target: usize) {
        if group == self.group {
            self.at = target;
        } else {
            self.scatter(group, vec![(target, group)]);
        }
    }

    /// Sends some of the lanes to other lines.
    pub fn scatter(&mut self, group: u64, targets: Vec<(usize, u64)>) {
        self.group &= !group;
        self.waiting.extend(targets);
        self.choose();
    }

    /// Some of the lanes are done; whether all are.
    pub fn leave(&mut self, group: u64) -> bool {
        let done = group == self.group && self.waiting.is_empty();
        if !done {
            self.scatter(group, Vec::new());
        }
        done
    }
}
