//! Products and sums that ptxas joins, against the machine code that ptxas 13.5 makes of the same PTX.
//!
//! Each row of joined.txt is a program on a target, with what it stores as expressions: those of the machine code, read instruction by
//! instruction for a number `%n` of 3 or 9. Of a program with an instruction between a product and its sum the row says `joined` or `apart`.

use crate::chip::Asked;
use crate::ptxas::text;
use semantics::instruction::{Context, Meaning, Modifier};
use semantics::kernel::argument::Argument;
use semantics::kernel::module::{Code, Slot};
use semantics::kernel::{Go, Launched, Module, Observer};
use semantics::number::{Random, U8};
use semantics::oracle::oracle;
use std::collections::{BTreeMap, HashMap};

/// The kernel around the lines of a row.
fn kernel(target: &str, own: &str, lines: &str) -> String {
    let (held, width) = match own {
        "f32" => ("f32", 4),
        "f64" => ("f64", 8),
        "f16" | "bf16" => ("b16", 2),
        _ => ("b32", 4),
    };
    let mut text = format!(
        ".version 9.0\n.target {target}\n.address_size 64\n.visible .entry k(.param .u64 P, .param .u64 O, .param .u32 N){{\n\
         .reg .b64 %P, %O, %X, %Y; .reg .f64 %D; .reg .b32 %n, %i<20>; .reg .pred %p<9>; .reg .f32 %s<20>;\n\
         .reg .{held} %a, %b, %c, %d, %e, %f, %r<40>;\nld.param.u64 %P, [P]; ld.param.u64 %O, [O]; ld.param.u32 %n, [N];\n\
         cvta.to.global.u64 %P, %P; cvta.to.global.u64 %O, %O;\nsetp.gt.s32 %p1, %n, 5; setp.gt.s32 %p2, %n, 7;\n"
    );
    for (place, name) in ["a", "b", "c", "d", "e", "f"].iter().enumerate() {
        text += &format!("ld.global.{held} %{name}, [%P+{}];\n", place * width);
    }
    let mut stored = 0;
    for line in lines.split(';').map(str::trim) {
        let (guard, rest) = line.split_at(line.find("out ").filter(|at| *at == 0 || line.starts_with('@')).unwrap_or(line.len()));
        if let Some(name) = rest.strip_prefix("out ") {
            text += &format!("{guard}st.global.{held} [%O+{}], {name};\n", stored * width);
            stored += 1;
        } else {
            text += &if line.ends_with(':') || matches!(line, "{" | "}") { format!("{line}\n") } else { format!("{line};\n") };
        }
    }
    text + "ret;\n}\n"
}

/// What a run makes of the numbers a to f, as expressions.
struct Expressions<'m> {
    module: &'m Module,
    width: u64,
    held: HashMap<Slot, String>,
    stored: BTreeMap<u64, String>,
}

fn negated(of: String) -> String {
    of.strip_prefix('-').map_or_else(|| ["-", &of].concat(), str::to_owned)
}

/// A product with its sign, and its factors without.
fn product(a: &str, b: &str) -> (bool, String) {
    let sign = a.starts_with('-') != b.starts_with('-');
    let mut factors = [a, b].map(|factor| factor.trim_start_matches('-'));
    factors.sort_unstable();
    (sign, factors.join(","))
}

impl Expressions<'_> {
    fn of(&self, slot: Slot) -> String {
        self.held.get(&slot).cloned().unwrap_or_else(|| "?".to_owned())
    }

    fn expression(&self, code: &Code, function: usize) -> String {
        let Code::Row { request, from, negated: turned, .. } = code else { return "?".to_owned() };
        let request = &self.module.functions[function].requests[*request as usize];
        let source = |place: usize| {
            let plain = self.of(from[place]);
            if turned >> place & 1 == 1 { negated(plain) } else { plain }
        };
        let words = [Modifier::Rz, Modifier::Ftz, Modifier::Sat];
        let words: String = words.into_iter().filter(|word| request.modifiers.has(*word)).map(Modifier::text).collect();
        match request.form.meaning {
            Meaning::Multiply => {
                let (sign, factors) = product(&source(0), &source(1));
                format!("{}mul{words}({factors})", if sign { "-" } else { "" })
            }
            Meaning::Fused => {
                let (sign, factors) = product(&source(0), &source(1));
                format!("{}{words}({factors},{})", if sign { "fnma" } else { "fma" }, source(2))
            }
            Meaning::Add | Meaning::Subtract => {
                let other = if request.form.meaning == Meaning::Add { source(1) } else { negated(source(1)) };
                let mut terms = [source(0), other];
                terms.sort_unstable();
                format!("add{words}({})", terms.join(","))
            }
            Meaning::Negate => negated(source(0)),
            Meaning::AbsoluteValue => format!("|{}|", source(0).trim_matches(['-', '|'])),
            Meaning::Choose => source(2),
            _ => "?".to_owned(),
        }
    }
}

impl Observer for Expressions<'_> {
    fn before(&mut self, function: usize, line: usize, registers: &mut [u64]) -> Go {
        // A choice takes what the predicate says, which the row does not keep.
        if let Code::Row { request, from, to, .. } = &self.module.functions[function].lines[line].code
            && self.module.functions[function].requests[*request as usize].form.meaning == Meaning::Choose
        {
            let chosen = if registers[from[2] as usize] & 1 == 1 { from[0] } else { from[1] };
            let expression = self.of(chosen);
            self.held.insert(*to, expression.clone());
            self.held.insert(from[2], expression);
        }
        Go::On
    }

    fn after(&mut self, function: usize, line: usize, ran: bool, _registers: &[u64]) {
        let code = &self.module.functions[function].lines[line].code;
        if !ran {
            return;
        }
        match code {
            Code::Load { to, place, .. } if place.offset < 6 * self.width => {
                let letter = b"abcdef"[(place.offset / self.width) as usize];
                self.held.insert(to[0], char::from(letter).to_string());
            }
            Code::Store { from, place } => {
                let expression = self.of(from[0]);
                self.stored.insert(place.offset, expression);
            }
            Code::Copy { to, from, .. } => {
                let expression = self.of(*from);
                self.held.insert(*to, expression);
            }
            Code::Pack { to, from, .. } => {
                let parts = from.iter().map(|slot| self.of(*slot)).collect::<Vec<_>>().join(";");
                self.held.insert(*to, parts);
            }
            Code::Unpack { to, from, .. } => {
                let whole = self.of(*from);
                let parts: Vec<String> = whole.split(';').map(str::to_owned).collect();
                self.held.extend(to.iter().copied().zip(parts));
            }
            Code::Row { to, .. } => {
                let expression = self.expression(code, function);
                self.held.insert(*to, expression);
            }
            _ => {}
        }
    }
}

/// What the kernel stores for a number `%n`.
fn stored(module: &Module, own: &str, n: &str) -> String {
    let width = match own {
        "f64" => 8,
        "f16" | "bf16" => 2,
        _ => 4,
    };
    let list = |text: &str| Argument::read(text).expect("a list");
    let arguments = vec![list("u32[64]"), list("u32[64]"), Argument::Number(n.to_owned())];
    let launched = Launched { arguments, limit: 10_000, ..Launched::default() };
    let mut threads = launched.begin(module).expect("a launch");
    let mut watch = Expressions { module, width, held: HashMap::new(), stored: BTreeMap::new() };
    if let Some(stop) = threads.run(&mut watch) {
        return stop.message;
    }
    watch.stored.into_values().collect::<Vec<_>>().join(" ")
}

/// The programs for a chip: those for sm_90 of which the table has what they store, with numbers that show each rounding.
pub fn asked() -> Vec<Asked> {
    let table = text("joined.txt.gz");
    let (mut all, mut place, mut current) = (Vec::new(), 0, None);
    let mut random = Random::new(43);
    for line in table.lines() {
        if let Some((head, lines)) = line.split_once(" | ") {
            let (targets, own) = head.rsplit_once(' ').filter(|(_, own)| !own.starts_with("sm_")).unwrap_or((head, "f32"));
            current = targets.split(' ').find(|target| *target == "sm_90").map(|target| (kernel(target, own, lines), own));
            continue;
        }
        let (Some((module, own)), Some((n, _))) = (&current, line.trim().split_once(':')) else { continue };
        // Where it is not predicted, nothing is claimed.
        if Module::read(module, &Context::default()).diagnostics.iter().any(|said| said.code == "unpredicted" || said.is_error()) {
            continue;
        }
        // Near one and of both signs, so that sums cancel what a product has been rounded by.
        let (lanes, bits, one, fraction) = match *own {
            "f64" => (1, 64, 0x3ff0_0000_0000_0000, 52),
            "f16" => (1, 16, 0x3c00, 10),
            "bf16" => (1, 16, 0x3f80, 7),
            "f16x2" => (2, 16, 0x3c00, 10),
            "bf16x2" => (2, 16, 0x3f80, 7),
            _ => (1, 32, 0x3f80_0000, 23),
        };
        for time in 0..4 {
            let mut lane = |_| {
                let drawn = random.word();
                let number: u64 = one | drawn & ((1 << (fraction - 2)) - 1) | drawn >> 63 << (bits - 1);
                number.to_le_bytes().into_iter().take(bits / 8).map(u64::from)
            };
            let mut given: Vec<u64> = (0..6 * lanes).flat_map(&mut lane).collect();
            given.resize(64, 0);
            let arguments = vec![Argument::List(U8, given), Argument::List(U8, vec![0; 256]), Argument::Number(n.to_owned())];
            let name = format!("joined-{place}-{n}-{time}");
            all.push(Asked { name, module: module.clone(), entry: "k".to_owned(), threads: [1; 3], blocks: [1; 3], arguments });
        }
        place += 1;
    }
    all
}

/// Whether a sum of a module became an fma.
fn is_joined(module: &Module) -> bool {
    module.diagnostics.iter().any(|said| said.code == "joined")
}

#[test]
fn what_ptxas_joins_is_joined() {
    let table = text("joined.txt.gz");
    let (mut programs, mut left_open, mut wrong) = (0, 0, Vec::new());
    let mut current = (String::new(), String::new(), String::new());
    for line in table.lines() {
        if let Some((head, lines)) = line.split_once(" | ") {
            let (targets, own) = head.rsplit_once(' ').filter(|(_, own)| !own.starts_with("sm_")).unwrap_or((head, "f32"));
            current = (targets.to_owned(), own.to_owned(), lines.to_owned());
            continue;
        }
        let (targets, own, lines) = &current;
        for target in targets.split(' ') {
            let module = Module::read(&kernel(target, own, lines), &Context::default());
            programs += 1;
            let verdict = line.trim();
            if let Some((n, expected)) = verdict.split_once(':') {
                let expected = expected.trim();
                let got = stored(&module, own, n);
                // Where a loop is unrolled, or a product is added to itself, the page says that it does not know.
                let open = module.diagnostics.iter().any(|said| said.code == "unpredicted");
                if got != expected && open {
                    left_open += 1;
                } else if got != expected {
                    wrong.push(format!("{target} {own} {lines}\n  ptxas {expected}\n  here  {got}"));
                }
            } else if is_joined(&module) != (verdict == "joined") {
                wrong.push(format!("{target}: {lines} is {verdict}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {programs}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((programs, left_open), (oracle("joined.txt.gz").answers, oracle("joined.txt.gz").allowed));
}
