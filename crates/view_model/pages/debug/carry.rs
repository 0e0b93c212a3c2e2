//! The instruction and its operands, carried along from one tab to another.

use super::links::line;
use super::pair::counterpart;
use super::query::{Query, Tab};
use semantics::diagnosis::question::{inputs, named, split};
use semantics::diagnosis::value::value;
use semantics::instruction::Context;
use semantics::number::{F32, Format};

/// What a query asks on its own tab.
pub fn carried(query: &Query, context: &Context) -> Query {
    let mut query = query.clone();
    let Some(from) = query.from.take() else { return query };
    let format = |inputs: &[(String, &'static Format)], name: &str| {
        let bare = name.trim_start_matches('%');
        inputs.iter().find(|(known, _)| known.trim_start_matches('%') == bare).map_or(F32::ROW, |(_, format)| *format)
    };
    if from == Tab::Explain {
        let (text, values) = split(&query.line);
        query.text = named(&text, context);
        let inputs = inputs(&query.text, context);
        for (name, text) in values {
            let name = if name.starts_with('%') { name } else { ["%", &name].concat() };
            if let Ok(bits) = value(&text, format(&inputs, &name)) {
                query.registers.set(&name, bits);
            }
        }
    }
    match query.tab {
        Tab::Explain => {
            let inputs = inputs(&query.text, context);
            query.line = line(&query.text, &query.registers, |name| format(&inputs, name).width());
        }
        // Both sides about one thing: the example's, where nothing goes with this text.
        Tab::Compare => match counterpart(&query.text, None, context) {
            Some(other) => query.other = other,
            None => query = Query { tab: Tab::Compare, ..Query::default() },
        },
        Tab::Batch | Tab::Find | Tab::Matrix => {}
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::registers::Registers;

    #[test]
    fn the_instruction_comes_along_to_another_tab() {
        let context = Context::default();
        let explain = Query::default();
        let compare = carried(&explain.on(Tab::Compare), &context);
        assert_eq!((compare.text.as_str(), compare.registers.get("%b")), ("mul.rn.f32 %d, %a, %b;", Some(0x3f00_0000)));
        let back = carried(&compare.on(Tab::Explain), &context);
        assert_eq!(back.line, "mul.rn.f32 %d, %a, %b; a=00800000 b=3f000000 got=");
        // While nothing else is asked on the way, it is the line as it was.
        let find = explain.on(Tab::Compare).on(Tab::Find);
        assert_eq!((carried(&find, &context).text, Query::read(&find.written())), (compare.text, (find.clone(), Vec::new())));
        assert_eq!(carried(&find.on(Tab::Explain), &context), explain);
        // The operand's own type decides, wherever else the text names another.
        for (text, a) in [
            ("cvt.f64.f32 %d, %a;", "3f800000"),
            ("cvt.rn.f32.f64 %d, %a;", "3ff0000000000000"),
            ("cvt.f32.f16 %d, %a;", "3c00"),
            ("add.f32x2 %d, %a, %a;", "3f8000003f800000"),
            ("add.f32 %f64, %a, %a;", "3f800000"),
        ] {
            let context = Context { target: semantics::instruction::Target::SM_100, ..Context::default() };
            let line = [text, " a=", a, " got="].concat();
            let there = carried(&Query { line: line.clone(), ..Query::default() }.on(Tab::Find), &context);
            assert_eq!(there.registers.get("%a"), u64::from_str_radix(a, 16).ok(), "{text}");
            let only = Query { registers: Registers::read(&["a:", a].concat()).0, ..there };
            assert_eq!(carried(&only.on(Tab::Explain), &context).line, line);
        }
    }
}
