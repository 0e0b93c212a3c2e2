//! The same through every door: a row of the table gives the same bits, flags, evidence and refusal typed alone, in a program, in a kernel,
//! from C, through `ulp` and through the JavaScript module. What machine code gives, `sass_lowering.rs` compares.

use semantics::evaluate::{CARRY, Outcome, Request, evaluate};
use semantics::instruction::{
    Context, Form, Meaning, Modifier, ModifierSet, OperandKind, Operands, SOURCES, Target, Type, Version, Work, forms,
};
use semantics::kernel::record::RunRecorder;
use semantics::kernel::{End, Launch, Machine, Module};
use semantics::language::{ParsedSource, is_ptx, read};
use semantics::line;
use semantics::number::Random;
use semantics::register_file::RegisterFile;
use semantics::rounding::Flags;
use semantics::syntax::{Registers, in_braces, parse};
use semantics::trace::Silent;
use std::collections::BTreeSet;
use std::fmt::Write;

/// An instruction with all its modifiers.
#[derive(Clone, Copy)]
struct Row {
    form: &'static Form,
    modifiers: ModifierSet,
}

impl Row {
    /// Every one that computes.
    fn all() -> impl Iterator<Item = Row> {
        let computes = |form: &&Form| form.meaning.computes();
        forms()
            .iter()
            .filter(computes)
            .flat_map(|form| form.pattern.combinations().into_iter().map(move |modifiers| Row { form, modifiers }))
    }

    /// One for each modifier and type of each form, with as little else as it allows.
    fn few() -> Vec<Row> {
        let mut few = Vec::new();
        for form in forms() {
            let all = form.pattern.combinations();
            let mut known = ModifierSet::NONE;
            let mut sorted = all.clone();
            sorted.sort_by_key(|modifiers| modifiers.len());
            for modifiers in sorted {
                if !modifiers.is_within(known) || known.is_empty() {
                    known = known.union(modifiers);
                    few.push(Row { form, modifiers });
                }
            }
        }
        few
    }

    /// A context that has it.
    fn context(self) -> Context {
        let versions = [Some(Version::NEWEST), self.form.row.last_ptx, Some(self.form.row.ptx)];
        let contexts =
            versions.into_iter().flatten().flat_map(|ptx| Target::ALL.iter().rev().map(move |target| Context { target: *target, ptx }));
        let mut contexts = contexts.filter(|context| self.form.is_available(self.modifiers, *context));
        contexts.next().unwrap_or_else(|| panic!("{}: in no context", self.form.row.syntax))
    }

    fn name(self) -> String {
        self.form.pattern.spelled(self.modifiers)
    }

    fn source_type(self, source: usize) -> Type {
        self.form.source_type(self.modifiers, source)
    }

    fn destination_type(self) -> Type {
        self.form.destination_type(self.modifiers).unwrap_or(Type::Pred)
    }

    fn kind(self, source: usize) -> OperandKind {
        self.form.pattern.operands[source + 1].0
    }

    /// Whether threads run it together, or it counts them: its operands have types of their own.
    fn meets(self) -> bool {
        use Work::{Active, Barrier, Elect, Match, Pause, Reduce, Shuffle, Vote, Warp};
        matches!(self.form.meaning.work(), Some(Active | Barrier | Elect | Match | Pause | Reduce | Shuffle | Vote | Warp))
    }

    /// An instruction that moves data or control, over registers that are named by their types.
    fn over_work(self) -> String {
        let own = self.modifiers.data_type().map_or("%b64".to_owned(), register);
        let value = match self.modifiers.vector() {
            1 => own,
            count => format!("{{{}}}", vec![own; count as usize].join(", ")),
        };
        let operands = &self.form.pattern.operands;
        let is_single = self.modifiers.data_type() == Some(Type::F32);
        let meets = self.meets();
        let work = self.form.meaning.work();
        let name = |(place, (kind, letter)): (usize, &(OperandKind, char))| match (kind, letter) {
            (OperandKind::Source, _) if self.form.mnemonic() == "setmaxnreg" => "64".to_owned(),
            // A rank has 32 bits, whatever an address has.
            (OperandKind::Source, 'b') if self.form.mnemonic() == "mapa" => "%u32".to_owned(),
            (OperandKind::Destination, _) if self.form.mnemonic() == "getctarank" => "%u32".to_owned(),
            (OperandKind::Source, _) if work == Some(Work::Told) => "8".to_owned(),
            (OperandKind::Source, _) if self.modifiers.has(Modifier::Fractional) => "%f32".to_owned(),
            (OperandKind::Source, _) if self.modifiers.has(Modifier::Range) => "%u32".to_owned(),
            (OperandKind::Source | OperandKind::Destination, _) if self.modifiers.has(Modifier::Pack) => "%u32".to_owned(),
            (OperandKind::Destination, _) if work == Some(Work::Composed) && self.form.pattern.pair => "%b32|%pred".to_owned(),
            (OperandKind::Source, 'a') if meets && self.form.mnemonic() == "match" => value.clone(),
            (OperandKind::Source | OperandKind::Destination, 'a' | 'd') if meets && is_single => value.clone(),
            // Of matches only that of all lanes writes a predicate.
            (OperandKind::Destination, _) if meets && self.form.pattern.pair && !self.modifiers.has(Modifier::Any) => {
                "%u32|%pred".to_owned()
            }
            (OperandKind::Source | OperandKind::Destination, _) if meets => "%u32".to_owned(),
            (OperandKind::Condition, _) => "%pred".to_owned(),
            (OperandKind::Address, _) => "[%b64]".to_owned(),
            (OperandKind::List, _) => "(%b32)".to_owned(),
            (OperandKind::Name, 't') => "L".to_owned(),
            (OperandKind::Name, _) if operands.iter().any(|(kind, _)| *kind == OperandKind::Source) && place + 1 == operands.len() => {
                "P".to_owned()
            }
            (OperandKind::Name, _) => "f".to_owned(),
            (OperandKind::Predicate, _) => "%pred".to_owned(),
            (OperandKind::Immediate, _) => "128".to_owned(),
            (OperandKind::Source, 'i') => "%u32".to_owned(),
            (OperandKind::Source, 'p' | 'f') => "%b64".to_owned(),
            _ => value.clone(),
        };
        let names: Vec<String> = operands.iter().enumerate().take(self.form.pattern.operand_count(self.modifiers)).map(name).collect();
        format!("{} {};", self.name(), names.join(", "))
    }

    /// The instruction over `%d` (and `%q`) and `%s0` on; what must be a number is 150.
    fn text(self) -> String {
        let written = if self.form.pattern.pair { "%d|%q" } else { "%d" }.to_owned();
        let source = |at: usize| if self.kind(at) == OperandKind::Immediate { "150".to_owned() } else { format!("%s{at}") };
        let names = core::iter::once(written).chain((0..self.form.pattern.source_count()).map(source));
        format!("{} {};", self.name(), in_braces(names, &self.form.pattern.braces, 0))
    }

    /// Whether it reads or writes the condition code's carry.
    fn carries(self) -> (bool, bool) {
        if let Meaning::Alu(alu) = self.form.meaning { (alu.reads_carry(), alu.writes_carry()) } else { (false, false) }
    }

    fn divides(self) -> bool {
        matches!(self.form.meaning, Meaning::Alu(alu) if alu.divides())
    }

    /// Operands within their types, with the carry behind them.
    fn operands(self, random: &mut Random) -> Operands {
        let size = [u64::MAX, 0x807f_ffff_00ff_ffff, 0xff, 0xbf80_0000_bf80_0000][random.below(4) as usize];
        let mut operands: Operands = core::array::from_fn(|_| random.word() & size);
        for (at, bits) in operands.iter_mut().enumerate().take(self.form.pattern.source_count()) {
            *bits &= u64::MAX >> (64 - self.source_type(at).width().clamp(1, 64));
            if self.kind(at) == OperandKind::Immediate {
                *bits = 150;
            }
        }
        if self.divides() && operands[1] == 0 {
            operands[1] = 3;
        }
        if self.carries().0 {
            operands[SOURCES - 1] &= 1;
        }
        operands
    }

    /// The registers of a text, with their bits.
    fn registers(self, operands: Operands) -> Vec<(String, u64)> {
        let sources = (0..self.form.pattern.source_count()).filter(|at| self.kind(*at) != OperandKind::Immediate);
        let mut all: Vec<(String, u64)> = sources.map(|at| (format!("%s{at}"), operands[at])).collect();
        if self.carries().0 {
            all.push((CARRY.to_owned(), operands[SOURCES - 1]));
        }
        all
    }

    /// A kernel of the instruction alone.
    fn kernel(self, context: Context) -> String {
        let mut text = format!(".version {}\n.target {}\n.address_size 64\n.entry k()\n{{\n", context.ptx, context.target);
        let mut declare = |own: Type, name: &str| _ = writeln!(text, ".reg {} {name};", class(own));
        declare(self.destination_type(), "%d");
        if self.form.pattern.pair {
            declare(Type::Pred, "%q");
        }
        (0..self.form.pattern.source_count()).for_each(|at| declare(self.source_type(at), &format!("%s{at}")));
        text + &self.text() + "\nret;\n}\n"
    }
}

/// The class of registers for a type.
fn class(own: Type) -> &'static str {
    match own {
        Type::Pred => ".pred",
        Type::F32 => ".f32",
        Type::F64 => ".f64",
        _ => match own.width() {
            8 => ".b8",
            16 => ".b16",
            32 => ".b32",
            64 => ".b64",
            _ => ".b128",
        },
    }
}

/// What an instruction wrote: the destination, the second predicate, the carry.
#[derive(Debug, PartialEq)]
struct Written {
    bits: u64,
    second: Option<u64>,
    carry: Option<u64>,
    flags: Flags,
}

impl Written {
    fn of(row: Row, outcome: Outcome) -> Written {
        let second = row.form.pattern.pair.then_some(outcome.bits >> 1 & 1);
        let bits = if row.form.pattern.pair { outcome.bits & 1 } else { outcome.bits };
        Written { bits, second, carry: row.carries().1.then_some(outcome.carry.into()), flags: outcome.flags }
    }
}

/// A text as the page reads it: several statements of PTX are a program.
fn reading(text: &str, context: &Context) -> Box<dyn ParsedSource> {
    match text.matches(';').count() {
        2.. if is_ptx(text) => Box::new(Module::implicit(text, context, Registers::default())),
        _ => read(text, context),
    }
}

/// Through the box, alone or in a program.
fn typed(row: Row, text: &str, context: &Context, operands: Operands) -> Written {
    let mut registers = RegisterFile::default();
    row.registers(operands).iter().for_each(|(name, bits)| registers.set(name, *bits));
    let reading = reading(text, context);
    assert!(reading.refusal().is_none(), "{text}: {:?}", reading.diagnostics());
    let run = reading.run(&registers).unwrap_or_else(|| panic!("{text}"));
    let block = run.blocks.iter().rev().find(|block| block.computed.is_some()).unwrap_or_else(|| panic!("{text}: nothing computed"));
    let (request, outcome) = block.computed.expect("it was found so");
    assert_eq!(block.evidence, request.evidence_of(outcome.bits), "{text}");
    let value = |name: &str| run.registers.get(name);
    let bits = value("%d").unwrap_or_else(|| panic!("{text}: no result"));
    Written { bits, second: value("%q"), carry: row.carries().1.then(|| value(CARRY).expect("a carry")), flags: block.flags }
}

/// Through a kernel.
fn in_kernel(row: Row, context: &Context, operands: Operands) -> Written {
    let text = row.kernel(*context);
    let module = Module::read(&text, &Context::default());
    assert!(module.diagnostics.is_empty(), "{text}: {:?}", module.diagnostics);
    let mut machine = Machine::new(&module, 0, Launch::default(), 10);
    let function = &module.functions[0];
    let slot = |name: &str| function.registers.iter().position(|own| own.as_ref().is_some_and(|(own, _)| own == name));
    let given: Vec<(u32, u64)> =
        row.registers(operands).iter().map(|(name, bits)| (slot(name).unwrap_or_else(|| panic!("{text}: {name}")) as u32, *bits)).collect();
    machine.rewind(0, 1, &given);
    let mut keeper = RunRecorder::new(&module, 10);
    assert_eq!(machine.run(&mut keeper), End::Finished, "{text}");
    let value = |name: &str| slot(name).map(|slot| machine.registers()[slot]);
    let again = keeper.recording.again(&module, &keeper.recording.records[0], &mut Silent).unwrap_or_else(|| panic!("{text}")).1;
    let told = Written::of(row, again);
    let bits = value("%d").unwrap_or_else(|| panic!("{text}: no result"));
    let written = Written { bits, second: value("%q"), carry: row.carries().1.then(|| value(CARRY).expect("a carry")), flags: told.flags };
    assert_eq!(written, told, "{text}: what is told of the line is not what it did");
    written
}

/// Through `ulp`: bits and flags of the destination.
fn through_ulp(row: Row, context: Context, operands: Operands) -> (u64, String) {
    let given: Vec<String> = row.registers(operands).iter().map(|(name, bits)| format!("{name}={bits:x}")).collect();
    let line = format!("{} | {}", given.join(" "), row.text());
    let answer = line::evaluate_line(&line, context, line::Form::Fields);
    let fields: Vec<&str> = answer.split('\t').collect();
    assert_eq!(fields[0], "ok", "{line}: {answer}");
    let value = |name: &str| fields[1].split(',').find_map(|one| u64::from_str_radix(one.strip_prefix(name)?, 16).ok());
    (value("%d=").unwrap_or_else(|| panic!("{line}: {answer}")), fields[2].to_owned())
}

/// Through the JavaScript module, which answers with the JSON of `ulp`: the bits of the destination.
fn through_json(row: Row, context: Context, operands: Operands) -> u64 {
    let given: Vec<String> = row.registers(operands).iter().map(|(name, bits)| format!("{name}={bits:x}")).collect();
    let line = format!("{} | {}", given.join(" "), row.text());
    let answer = line::evaluate_line(&line, context, line::Form::Json);
    let bits = answer.split("{\"name\":\"%d\",\"bits\":\"").nth(1).and_then(|rest| rest.split('"').next());
    u64::from_str_radix(bits.unwrap_or_else(|| panic!("{line}: {answer}")), 16).unwrap_or_else(|_| panic!("{answer}"))
}

#[test]
fn a_row_gives_the_same_through_every_door() {
    let mut random = Random::new(41);
    let mut rows = 0;
    for row in Row::all() {
        let (text, context) = (row.text(), row.context());
        for _ in 0..3 {
            let operands = row.operands(&mut random);
            let request = Request::new(row.form, row.modifiers, operands, context);
            let outcome = evaluate(&request, &mut Silent);
            let expected = Written::of(row, outcome);
            let what = format!("{text} {operands:x?} on {context:?}");
            assert_eq!(typed(row, &text, &context, operands), expected, "typed: {what}");
            let program = format!("mov.b32 %unused, 1;\n{text}");
            assert_eq!(typed(row, &program, &context, operands), expected, "in a program: {what}");
            // A destination of a kernel may be wider than a result of 8 bits.
            assert_eq!(in_kernel(row, &context, operands), expected, "in a kernel: {what}");
            let flags: Vec<&str> = outcome.flags.names().collect();
            let flags = if flags.is_empty() { "-".to_owned() } else { flags.join(",") };
            assert_eq!(through_ulp(row, context, operands), (expected.bits, flags), "through ulp: {what}");
            assert_eq!(through_json(row, context, operands), expected.bits, "through the JavaScript module: {what}");
        }
        rows += 1;
    }
    println!("{rows} instructions through every door");
    assert!(rows > 3000, "{rows}");
}

/// C's operators and the rows that they are.
#[test]
fn what_c_becomes_gives_what_its_rows_give() {
    const PAIRS: &[(&str, &str, &str)] = &[
        ("a < b", "float", "setp.lt.f32 %d, %s0, %s1;"),
        ("a <= b", "float", "setp.le.f32 %d, %s0, %s1;"),
        ("a > b", "double", "setp.gt.f64 %d, %s0, %s1;"),
        ("a == b", "float", "setp.eq.f32 %d, %s0, %s1;"),
        ("a != b", "double", "setp.neu.f64 %d, %s0, %s1;"),
        ("a < b", "int", "setp.lt.s32 %d, %s0, %s1;"),
        ("a < b", "unsigned", "setp.lt.u32 %d, %s0, %s1;"),
        ("a != b", "long long", "setp.ne.s64 %d, %s0, %s1;"),
        ("a + b", "int", "add.s32 %d, %s0, %s1;"),
        ("a - b", "unsigned long long", "sub.u64 %d, %s0, %s1;"),
        ("a * b", "long long", "mul.lo.s64 %d, %s0, %s1;"),
        ("a / b", "int", "div.s32 %d, %s0, %s1;"),
        ("a % b", "unsigned", "rem.u32 %d, %s0, %s1;"),
        ("a + b", "float", "add.f32 %d, %s0, %s1;"),
        ("a * b", "double", "mul.f64 %d, %s0, %s1;"),
    ];
    let mut random = Random::new(43);
    let edges = [0, 1, 0x7fc0_0000, 0x7ff8_0000_0000_0000, 0x8000_0000, 0x8000_0000_0000_0000, u64::MAX];
    for (c, own, ptx) in PAIRS {
        let text = format!("{own} a, b; {c}");
        for step in 0..60 {
            let pick = |random: &mut Random| if step % 2 == 0 { edges[random.below(edges.len() as u64) as usize] } else { random.word() };
            let instruction = parse(ptx, &Context::default());
            let instruction = instruction.accepted().unwrap_or_else(|| panic!("{ptx}"));
            let mask = u64::MAX >> (64 - instruction.source_type(0).width());
            let (a, b) = (pick(&mut random) & mask, pick(&mut random) & mask);
            if matches!(instruction.form.meaning, Meaning::Alu(alu) if alu.divides()) && b == 0 {
                continue;
            }
            let mut registers = RegisterFile::default();
            registers.set("a", a);
            registers.set("b", b);
            let run = read(&text, &Context::default()).run(&registers).unwrap_or_else(|| panic!("{text}"));
            let operands = [a, b, 0, 0, 0];
            let outcome = evaluate(&Request::new(instruction.form, instruction.modifiers, operands, Context::default()), &mut Silent);
            assert_eq!((run.results[0].bits, run.flags()), (outcome.bits, outcome.flags), "{text} {a:x} {b:x}");
        }
    }
}

#[test]
fn nothing_is_computed_beyond_a_division_by_zero() {
    let mut registers = RegisterFile::default();
    for (name, bits) in [("%a", 7), ("%b", 0), ("a", 7), ("b", 0)] {
        registers.set(name, bits);
    }
    for text in
        ["div.s32 %d, %a, %b;", "mov.b32 %c, %b; rem.u32 %d, %a, %c; add.f32 %e, %d, %d;", "int a, b; a / b", "int a, b; (float)(a % b)"]
    {
        let run = reading(text, &Context::default()).run(&registers).unwrap();
        assert!(
            run.broken_off().is_some_and(|(code, _)| code == "division") && run.results.iter().all(|value| value.name == "%c"),
            "{text}: {:?}",
            run.results
        );
        let answer = line::evaluate_line(&format!("a=7 b=0 %a=7 %b=0 | {text}"), Context::default(), line::Form::Fields);
        assert!(answer.starts_with("error\tdivision"), "{text}: {answer}");
    }
}

/// Every form with each of its modifiers, on every target and PTX version, typed and in a kernel that names them: taken by both, or by
/// neither, and as the row says.
#[test]
fn a_row_is_legal_where_it_says_through_every_door() {
    let rows = Row::few();
    let used = rows.iter().flat_map(|row| {
        let named = row.form.meaning.work().and(row.modifiers.data_type());
        (0..row.form.pattern.source_count()).map(|at| row.source_type(at)).chain([row.destination_type()]).chain(named)
    });
    let registers: BTreeSet<(Type, String)> = used.chain([Type::U32, Type::B64, Type::Pred]).map(|own| (own, register(own))).collect();
    let mut declared = String::new();
    for (own, name) in &registers {
        let _ = writeln!(declared, ".reg {} {name};", class(*own));
    }
    let lines: Vec<String> = rows.iter().map(|row| over(*row)).collect();
    let (mut taken, mut asked) = (0u64, 0u64);
    for target in Target::ALL {
        for ptx in Version::ALL {
            let context = Context { target: *target, ptx: *ptx };
            if context.refusal().is_some() {
                continue;
            }
            let text = format!(
                ".version {ptx}\n.target {target}\n.address_size 64\n.entry k()\n{{\n{declared}P: .callprototype _ ();\n{}\nL: ret;\n}}\n",
                lines.join("\n")
            );
            let text = text.replacen(".entry k", ".func f() { ret; }\n.entry k", 1);
            let module = Module::read(&text, &Context::default());
            let first = text[..text.find(&lines[0]).expect("the first line")].matches('\n').count() + 1;
            let refused: BTreeSet<usize> =
                module.diagnostics.iter().filter(|said| said.is_error()).map(|said| module.line_number(said.span.start) - first).collect();
            for (at, row) in rows.iter().enumerate() {
                let says = row.form.is_available(row.modifiers, context);
                let others = forms().iter().filter(|form| {
                    form.mnemonic() == row.form.mnemonic()
                        && (form.meaning.work().is_some() || form.pattern.source_count() == row.form.pattern.source_count())
                });
                // A call names a function that is nowhere when it is typed alone.
                let typed = match row.form.meaning.work() {
                    None => parse(&lines[at], &context).accepted().is_some(),
                    Some(Work::Call) => parse(&lines[at], &context).error().is_none(),
                    Some(_) => read(&lines[at], &context).is_accepted(),
                };
                assert_eq!(typed, !refused.contains(&at), "{} on {context:?}: typed {typed}, in a kernel {}", lines[at], !typed);
                // A row that is refused may be spelled as another one that is taken.
                let taken_by_another =
                    || others.clone().any(|form| form.pattern.named(&row.name()).is_some_and(|own| form.is_available(own, context)));
                assert!(typed == says || (typed && taken_by_another()), "{} on {context:?}: the row says {says}", lines[at]);
                taken += u64::from(typed);
                asked += 1;
            }
        }
    }
    println!("{asked} questions of legality, {taken} of them taken");
    assert!(taken > 100_000 && asked - taken > 100_000, "{taken} of {asked}");
}

/// The register of a type.
fn register(own: Type) -> String {
    format!("%{}", own.name())
}

/// An instruction over registers that are named by their types.
fn over(row: Row) -> String {
    if row.form.meaning.work().is_some() {
        return row.over_work();
    }
    let written = register(row.destination_type());
    let written = if row.form.pattern.pair { format!("{written}|{written}") } else { written };
    let source = |at: usize| if row.kind(at) == OperandKind::Immediate { "150".to_owned() } else { register(row.source_type(at)) };
    let names = core::iter::once(written).chain((0..row.form.pattern.source_count()).map(source));
    format!("{} {};", row.name(), in_braces(names, &row.form.pattern.braces, 0))
}
