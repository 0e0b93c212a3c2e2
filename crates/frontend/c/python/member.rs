//! What the libraries have: types, constants, functions.

use super::function::{ARRAYS, Arguments};
use super::library::{AS_OPERATORS, BINARY, Kept, Module, UNARY};
use super::promote::{Owner, Value, is_narrow, met, name, type_named};
use crate::c::parse::Reader;
use crate::c::tree::{Id, Kind};
use crate::c::types::CType;
use crate::number::{Format, Pattern};
use crate::syntax::TokenKind;
use core::ops::Range;

impl Reader<'_> {
    /// A member of a module, whose name stands at a place.
    pub(super) fn of_module(&mut self, module: Module, at: usize) -> Option<Value> {
        let (word, span) = (self.shown(at).to_owned(), self.span(at));
        self.at = at + 1;
        if word == "finfo" && self.shown(self.at) == "(" {
            return self.limits(module, at);
        }
        if let Module::Types(owner) = module
            && let Some(own) = type_named(owner, &word)
        {
            self.mark(at, TokenKind::Modifier);
            if self.shown(self.at) != "(" || owner == Owner::Torch {
                let message = match owner {
                    Owner::Torch => format!("`{word}` is a type: a tensor of it is torch.tensor(0.1, dtype=torch.{word})."),
                    _ => format!("`{word}` is a type: a number of it is {word}(0.1)."),
                };
                self.error("type", span, message);
                return None;
            }
            let arguments = self.python_arguments(at + 1)?;
            if owner == Owner::Jax && word == "float64" {
                self.said_once("python", span.clone(), "JAX makes float32 of float64 unless jax_enable_x64 is on; so it is here.");
            }
            return self.made_of(owner, own, arguments, span);
        }
        if self.shown(self.at) != "(" {
            return self.constant_of(module, &word, at);
        }
        self.mark(at, TokenKind::Mnemonic);
        self.member_called(module, &word, at)
    }

    /// A number of a type, made of another.
    pub(super) fn made_of(&mut self, owner: Owner, own: CType, arguments: Arguments, span: Range<usize>) -> Option<Value> {
        let value = match arguments.values[..] {
            [value] => value,
            [] => Value { id: self.whole(0), owner: Owner::Python },
            _ => {
                self.error("argument-count", span, ARRAYS);
                return None;
            }
        };
        let inputs = self.inputs.len();
        let literal = self.tree.constant(value.id).is_some_and(|_| value.owner == Owner::Python);
        let place = self.tree.span(value.id);
        let id = self.number_as(value, own, &span);
        // A number that is written becomes one of the type at once, and is shown as that.
        if literal
            && let Some(number) = self.tree.constant(id)
            && let Some(input) = self.inputs[..inputs].last_mut()
            && input.name.is_none()
            && input.span == place
            && self.tree.span(id) == place
        {
            (input.own, input.bits) = (own, number.bits);
        }
        Some(Value { id, owner })
    }

    /// A constant of a module.
    pub(super) fn constant_of(&mut self, module: Module, word: &str, at: usize) -> Option<Value> {
        let format = CType::Double.format();
        let bits = match word {
            "pi" => 0x4009_21fb_5444_2d18,
            "e" => 0x4005_bf0a_8b14_5769,
            "tau" => 0x4019_21fb_5444_2d18,
            "inf" => format.exponent_mask(),
            "nan" => format.default_nan & !format.sign_mask(),
            _ => {
                let span = self.span(at);
                let owner = if module == Module::Math { "math" } else { "this library" };
                self.error("not-covered", span, format!("`{word}` of {owner} is not covered here."));
                return None;
            }
        };
        self.mark(at, TokenKind::Literal);
        let span = self.span(at);
        Some(Value { id: self.tree.number(CType::Double, bits, None, span), owner: Owner::Python })
    }

    /// `np.finfo(np.float32).eps`
    fn limits(&mut self, module: Module, at: usize) -> Option<Value> {
        let (open, span) = (self.at, self.span(at));
        self.at += 1;
        let own = self.type_here_of_python();
        self.close(open);
        let word = self.shown(self.at + 1);
        let known = own.filter(|(_, own)| !own.is_integer()).and_then(|(owner, own)| {
            let format: &Format = own.format();
            let bits = match word {
                "eps" => ((format.bias - format.fraction_bits as i32) as u64) << format.fraction_bits,
                "max" => format.largest(),
                "min" => format.largest() | format.sign_mask(),
                "tiny" | "smallest_normal" => format.smallest_normal(),
                "smallest_subnormal" => 1,
                _ => return None,
            };
            Some((owner, own, bits))
        });
        let Some((_, own, bits)) = known.filter(|(_, own, _)| *own != CType::E4m3) else {
            self.error("not-covered", span, "Of finfo eps, max, min, tiny and smallest_subnormal are covered here.");
            return None;
        };
        self.at += 2;
        let id = self.tree.number(own, bits, None, span);
        Some(match module {
            // PyTorch gives Python's floats.
            Module::Types(Owner::Torch) => Value { id: self.tree.converted(id, CType::Double), owner: Owner::Python },
            _ => Value { id, owner: Owner::NumPy },
        })
    }

    /// A function of a module; its parenthesis follows.
    pub(super) fn member_called(&mut self, module: Module, word: &str, at: usize) -> Option<Value> {
        let span = self.span(at);
        let arguments = self.python_arguments(self.at)?;
        let owner = match module {
            Module::Types(owner) => owner,
            Module::Math => Owner::Python,
        };
        if matches!(word, "tensor" | "array" | "asarray" | "as_tensor") && module != Module::Math {
            let (from, given) = arguments.values.first().map(|value| (value.owner, self.tree.own(value.id)))?;
            let own = match (arguments.own, from, owner) {
                (Some((_, own)), ..) => Some(own),
                (None, Owner::Python, Owner::Torch) if given == CType::Double => Some(CType::Float),
                (None, Owner::Python, Owner::NumPy) => {
                    Some(if given == CType::Int { CType::Bool } else { given }).filter(|own| *own != CType::Bool)
                }
                (None, Owner::Python, _) => None,
                (None, ..) => Some(given),
            };
            let of_torch = |own: &CType| owner != Owner::Torch || matches!(own, CType::Half | CType::Brain | CType::Float | CType::Double);
            let Some(own) = own.filter(of_torch) else {
                self.error("not-covered", span, "Give it the type of a floating-point number here: `dtype=…`.");
                return None;
            };
            return self.made_of(owner, own, Arguments { own: None, ..arguments }, span);
        }
        let values = arguments.values;
        if arguments.own.is_some() {
            self.error("not-covered", span, format!("A type as an argument of `{word}` is not covered here."));
            return None;
        }
        if let ([a, b], Some((_, operator))) = (
            &values[..],
            AS_OPERATORS.iter().find(|(own, _)| *own == word || (module != Module::Math && (word, *own) == ("remainder", "mod"))),
        ) {
            let both = self.all_of(module, &[*a, *b]);
            return Some(self.arithmetic(operator, [both[0], both[1]], span.clone(), self.since(span.start)));
        }
        match (word, &values[..]) {
            ("isnan" | "isinf" | "isfinite" | "signbit", [value]) => {
                let own = self.tree.own(value.id);
                let id = if is_narrow(own) { self.tree.converted(value.id, CType::Float) } else { self.wide(*value, &span) };
                let stem = match word {
                    "isnan" => "__isnan",
                    "isinf" => "__isinf",
                    "isfinite" => "__finite",
                    _ => "__signbit",
                };
                let id = self.called_by_name(stem, vec![id])?;
                let zero = self.zero(self.tree.own(id));
                let id = self.related(".neu", id, zero);
                return Some(Value { id, owner: if module == Module::Math { Owner::Python } else { Owner::Truth } });
            }
            ("abs" | "absolute", [value]) if module != Module::Math => {
                let value = self.as_of(module, *value);
                return Some(self.magnitude(value, span));
            }
            ("negative", [value]) if module != Module::Math => {
                let value = self.as_of(module, *value);
                return Some(self.negative(value, span));
            }
            ("square", [value]) if module != Module::Math => {
                let value = self.as_of(module, *value);
                return Some(self.arithmetic("*", [value, value], span.clone(), span));
            }
            ("reciprocal", [value]) if module != Module::Math && !self.tree.own(value.id).is_integer() => {
                let (value, one) = (self.as_of(module, *value), self.whole(1));
                return Some(self.arithmetic("/", [Value { id: one, owner: Owner::Python }, value], span.clone(), span));
            }
            ("maximum" | "minimum", [a, b]) if module != Module::Math => {
                let both = self.all_of(module, &[*a, *b]);
                return self.greater(word == "maximum", [both[0], both[1]], span);
            }
            ("fma", [a, b, c]) if module == Module::Math => {
                let all = [*a, *b, *c].map(|value| self.wide(value, &span));
                let id = self.called_by_name("fma", all.to_vec())?;
                self.invalid_raises("fma", &all, id, &span);
                return Some(Value { id, owner: Owner::Python });
            }
            ("ldexp", [value, places]) if module == Module::Math && self.tree.own(places.id).is_integer() => {
                let x = self.wide(*value, &span);
                let (least, most) = self.bounds(places.id);
                if least < i32::MIN.into() || most > i32::MAX.into() {
                    self.error("not-covered", span, "This exponent may be too large here.");
                    return None;
                }
                let places = self.tree.converted(places.id, CType::Int);
                let id = self.called_by_name("ldexp", vec![x, places])?;
                self.overflow_raises(&[x], id, &span);
                return Some(Value { id, owner: Owner::Python });
            }
            ("floor" | "ceil" | "trunc", [value]) if module == Module::Math => {
                if self.tree.own(value.id).is_integer() {
                    return Some(Value { id: self.number_as(*value, CType::Long, &span), owner: Owner::Python });
                }
                let x = self.wide(*value, &span);
                let id = self.called_by_name(word, vec![x])?;
                return Some(Value { id: self.cut_known(x, id, word, &span), owner: Owner::Python });
            }
            _ => {}
        }
        let covered =
            |known: &(&str, &str, Kept)| known.0 == word && !(module == Module::Math && matches!(word, "rint" | "fmax" | "fmin" | "exp2"));
        let of_one = UNARY.iter().find(|known| covered(known)).filter(|_| values.len() == 1);
        let of_two = BINARY.iter().find(|known| covered(known)).filter(|_| values.len() == 2);
        let Some((_, stem, kept)) = of_one.or(of_two) else {
            let given = if values.len() == 1 { "one number".to_owned() } else { format!("{} numbers", values.len()) };
            self.error("not-covered", span, format!("`{word}` of {given} is not covered here."));
            return None;
        };
        let whose = match owner {
            Owner::NumPy => "NumPy's",
            Owner::Torch => "PyTorch's",
            Owner::Jax => "JAX's",
            _ => "Python's",
        };
        if module == Module::Math {
            let all: Vec<Id> = values.iter().map(|value| self.wide(*value, &span)).collect();
            if *kept == Kept::Near {
                self.said_once(
                    "library",
                    span.clone(),
                    &format!("CUDA's {stem} is shown. {whose} own may differ from it in the last bits."),
                );
            }
            let (all, id) = self.with_pending(&all.clone(), |reader| reader.called_by_name(stem, all));
            let id = id?;
            self.invalid_raises(stem, &all, id, &span);
            return Some(Value { id, owner });
        }
        let values = self.all_of(module, &values);
        let kinds: Vec<(Owner, CType)> = values.iter().map(|value| (value.owner, self.tree.own(value.id))).collect();
        let meeting = match kinds[..] {
            [one] => Ok(one),
            [one, other] => met(one, other),
            _ => return None,
        };
        let own = match meeting {
            Ok((met, own)) if met == owner => own,
            Ok(_) => {
                self.error("not-covered", span, format!("`{word}` takes numbers of its own library here: convert this one."));
                return None;
            }
            Err(message) => {
                self.error("operation", span, message);
                return None;
            }
        };
        // An integer is whole already.
        if own.is_integer() && owner == Owner::NumPy && matches!(word, "floor" | "ceil" | "trunc") {
            return values.first().copied();
        }
        // Of an integer NumPy computes in the float that holds it.
        let own = match (own.is_integer(), own.size()) {
            (false, _) => own,
            _ if owner == Owner::Jax => CType::Float,
            (_, 1) => CType::Half,
            (_, 2) => CType::Float,
            _ => CType::Double,
        };
        let all = values;
        let wide = if is_narrow(own) { CType::Float } else { own };
        if word == "nextafter" && wide != own {
            self.error("not-covered", span, format!("nextafter of {} is not covered here.", name(owner, own)));
            return None;
        }
        let mut read = Vec::new();
        for value in all {
            let id = self.number_as(value, own, &span);
            read.push(self.tree.converted(id, wide));
        }
        if *kept == Kept::Near {
            let single = if wide == CType::Float { "f" } else { "" };
            self.said_once(
                "library",
                span.clone(),
                &format!("CUDA's {stem}{single} is shown. {whose} own may differ from it in the last bits."),
            );
        }
        let id = self.called_by_name(stem, read)?;
        Some(Value { id: self.rounded(id, own), owner })
    }

    /// A number as a function of a library takes it: NumPy makes its own of Python's.
    fn as_of(&mut self, module: Module, value: Value) -> Value {
        match (module, value.owner, self.tree.own(value.id)) {
            (Module::Types(Owner::NumPy), Owner::Python, CType::Double | CType::Long) => Value { owner: Owner::NumPy, ..value },
            _ => value,
        }
    }

    /// Numbers as a function takes them: beside one of NumPy's a Python number stays one.
    fn all_of(&mut self, module: Module, values: &[Value]) -> Vec<Value> {
        let python = values.iter().all(|value| value.owner == Owner::Python);
        values.iter().map(|value| if python { self.as_of(module, *value) } else { *value }).collect()
    }

    /// A number as a double of Python.
    pub(super) fn wide(&mut self, value: Value, span: &Range<usize>) -> Id {
        self.number_as(value, CType::Double, span)
    }

    /// An integer of a number that was rounded to one.
    pub(super) fn cut_known(&mut self, x: Id, rounded: Id, word: &str, span: &Range<usize>) -> Id {
        // Of a number that is written the instruction's result is known.
        if let Some(number) = self.tree.constant(x).filter(|number| number.is_finite()) {
            let mode = match word {
                "floor" => crate::rounding::Mode::Rm,
                "ceil" => crate::rounding::Mode::Rp,
                "trunc" => crate::rounding::Mode::Rz,
                _ => crate::rounding::Mode::Rn,
            };
            let incoming = crate::operation::Incoming::plain(number.format, number.bits);
            let rules = crate::rounding::Rules { mode, ..Default::default() };
            let whole = crate::operation::to_integer(incoming, CType::Long.format(), 0, &rules, &mut crate::trace::Trace::default());
            let fits = number.bits & !number.format.sign_mask() < ((number.format.bias + 63) as u64) << number.format.fraction_bits;
            if fits {
                return self.tree.number(CType::Long, whole.bits, None, span.clone());
            }
        }
        self.cut(rounded, CType::Long, span)
    }

    /// What Python's math module asks of each result: no NaN of numbers, and no infinity of finite ones.
    fn invalid_raises(&mut self, name: &str, from: &[Id], id: Id, span: &Range<usize>) {
        let stem = match &self.tree.nodes[id].kind {
            Kind::Call(function, ..) => function.stem,
            _ => name,
        };
        let all: Option<Vec<Pattern>> = from.iter().map(|id| self.tree.constant(*id).filter(Pattern::is_finite)).collect();
        let below = |number: &Pattern, power: i32| {
            number.bits & !number.format.sign_mask() < ((number.format.bias + power) as u64) << number.format.fraction_bits
        };
        let harmless = match (stem, all.as_deref()) {
            ("fabs" | "copysign", _) => true,
            ("sqrt" | "log" | "log2" | "log10", Some([x])) => !x.is_negative() && (stem == "sqrt" || x.bits & !x.format.sign_mask() != 0),
            ("sin" | "cos" | "tan" | "atan" | "tanh" | "asinh" | "erf" | "erfc" | "cbrt", Some(_)) => true,
            ("exp" | "expm1" | "sinh" | "cosh", Some([x])) => below(x, 9),
            _ => false,
        };
        if harmless {
            return;
        }
        let mut outside = self.related(".neu", id, id);
        for operand in from {
            let number = self.related(".eq", *operand, *operand);
            outside = self.tree.node(Kind::And(outside, number), CType::Int, 0..0);
        }
        self.raises(outside, "ValueError: the function has no value here", span);
        self.overflow_raises(from, id, span);
    }

    /// A magnitude.
    pub(super) fn magnitude(&mut self, value: Value, span: Range<usize>) -> Value {
        let own = self.tree.own(value.id);
        if own.is_integer() {
            if matches!(own, CType::Unsigned | CType::UnsignedLong | CType::UnsignedChar | CType::UnsignedShort) {
                return value;
            }
            let python = value.owner == Owner::Python;
            let id = if python { self.number_as(value, CType::Long, &span) } else { value.id };
            let id = match self.tree.constant(id).and_then(|number| number.ordinal()) {
                Some(number) if number > i64::MIN => self.tree.number(self.tree.own(id), number.unsigned_abs(), None, span),
                _ => {
                    if python && self.bounds(id).0 <= i64::MIN.into() {
                        let lowest = self.whole(i64::MIN);
                        let is_lowest = self.related(".eq", id, lowest);
                        self.raises(is_lowest, "an integer needs more than 64 bits", &span);
                    }
                    let wide = self.tree.converted(id, self.tree.own(id).promoted());
                    let size = self.tree.node(Kind::Magnitude(wide), self.tree.own(wide), span);
                    self.tree.converted(size, if python { CType::Long } else { own })
                }
            };
            return Value { id, ..value };
        }
        let wide = if is_narrow(own) { self.tree.converted(value.id, CType::Float) } else { value.id };
        let size = self.called_by_name("fabs", vec![wide]).unwrap_or(wide);
        Value { id: self.rounded(size, own), ..value }
    }

    /// `np.maximum` and `np.minimum`, which hand a NaN on.
    fn greater(&mut self, most: bool, both: [Value; 2], span: Range<usize>) -> Option<Value> {
        let owns = both.map(|value| (value.owner, self.tree.own(value.id)));
        let (owner, own) = match met(owns[0], owns[1]) {
            Ok(meeting) => meeting,
            Err(message) => {
                self.error("operation", span, message);
                return None;
            }
        };
        let [a, b] = both.map(|value| self.number_as(value, own, &span));
        let wide = if is_narrow(own) { CType::Float } else { own };
        let [x, y] = [a, b].map(|id| self.tree.converted(id, wide));
        // Of zeros with two signs NumPy gives the second on x86, of halves the first.
        let relation = match (most, own == CType::Half) {
            (true, true) => ".ge",
            (true, false) => ".gt",
            (false, true) => ".le",
            (false, false) => ".lt",
        };
        let first = self.related(relation, x, y);
        let nan = self.related(".neu", x, x);
        let keeps = self.tree.node(Kind::Or(first, nan), CType::Int, 0..0);
        let id = self.tree.chosen(keeps, a, b, span);
        Some(Value { id, owner })
    }
}
