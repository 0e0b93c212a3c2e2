//! Whether the page stands inside another one, and whether it keeps the answer back until it is asked for.
//!
//! `&embed=1&hide=1` in an address. It belongs to the frame and not to what is shown, so links to what is shown leave it out.

/// How the page is embedded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Embed {
    /// Whether it is.
    pub on: bool,
    /// Whether the answer waits for a click.
    pub hide: bool,
}

impl Embed {
    /// What an address says.
    pub fn read(hash: &str) -> Embed {
        let says = |wanted: &str| hash.split(['?', '&']).skip(1).any(|part| part == wanted);
        let on = says("embed=1");
        Embed { on, hide: on && says("hide=1") }
    }

    /// Whether a part of an address is about this.
    pub fn is_part(name: &str) -> bool {
        matches!(name, "embed" | "hide")
    }

    /// What an address needs at its end to be embedded like this.
    pub fn suffix(self) -> &'static str {
        match (self.on, self.hide) {
            (false, _) => "",
            (true, false) => "&embed=1",
            (true, true) => "&embed=1&hide=1",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for embed in [Embed::default(), Embed { on: true, hide: false }, Embed { on: true, hide: true }] {
            assert_eq!(Embed::read(&["#/?v=1", embed.suffix()].concat()), embed);
        }
        assert_eq!(Embed::read("#/?v=1&hide=1"), Embed::default());
        assert_eq!(Embed::read("embed=1"), Embed::default());
    }
}
