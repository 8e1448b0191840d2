//! Terms in the source's names.

use super::model::{Input, Model, Origin};
use crate::limits::kernels;
use raddle_ir::pointee::is_pointer;
use raddle_ir::{InstKind, Language};
use raddle_smt::{Op, Symbol, Term};

const DIMENSIONS: [char; 3] = ['x', 'y', 'z'];
/// What a text stands in, and so which operators need no parentheses there: those of its own level and above. Where C programmers
/// would have to think of precedence, parentheses stay: around shifts and bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// It stands alone.
    Alone,
    /// It is one of several statements.
    Statement,
    /// It is a side of a comparison.
    Side,
    /// It is added, or taken away.
    Summand,
    /// It is an operand of whatever.
    Operand,
}

impl Place {
    /// A text whose operator stands here without parentheses at most.
    fn holds(self, text: String, most: Place) -> String {
        if self > most { format!("({text})") } else { text }
    }
}

impl Model<'_> {
    /// Is it a parameter that is a pointer in the source?
    fn is_pointer(&self, term: Term) -> bool {
        let Op::Var(symbol) = self.terms.op(term) else { return false };
        let Some(Origin::Input(Input::Param(number, ..))) = self.origins.get(&symbol) else { return false };
        self.function.params[*number as usize].source_type.as_deref().is_some_and(is_pointer)
    }

    /// What a symbol is called in the source.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> String {
        match &self.origins[&symbol] {
            Origin::Input(input) => self.input_name(*input),
            Origin::Head(_, value) => {
                self.function.values[*value].name.clone().unwrap_or_else(|| format!("{value}"))
            }
            Origin::Any(_, inst) => match &self.function.insts[*inst].kind {
                InstKind::Load { .. } => "a value from memory".to_owned(),
                InstKind::Atomic { .. } => "the result of an atomic".to_owned(),
                _ => "a value that is not known".to_owned(),
            },
            Origin::Choice(_) => "a choice".to_owned(),
        }
    }

    /// What an input is called in the source.
    #[must_use]
    pub fn input_name(&self, input: Input) -> String {
        let cl = self.module.language == Language::OpenCl;
        let of = |cuda: &str, opencl: &str, dim: u8| {
            if cl {
                format!("{opencl}({dim})")
            } else {
                format!("{cuda}.{}", DIMENSIONS[usize::from(dim) % 3])
            }
        };
        match input {
            Input::Param(number, at, bits) => {
                let param = &self.function.params[number as usize];
                let name = param.source_name.as_deref().unwrap_or(&param.name);
                match param.ty {
                    Some(_) if (at, u64::from(bits / 8)) == (0, param.size) => name.to_owned(),
                    _ => part(self.module.language, name, at, bits),
                }
            }
            Input::Tid(dim) => of("threadIdx", "get_local_id", dim),
            Input::Ntid(dim) => of("blockDim", "get_local_size", dim),
            Input::Ctaid(dim) => of("blockIdx", "get_group_id", dim),
            Input::Nctaid(dim) => of("gridDim", "get_num_groups", dim),
            Input::Begin(dim) => {
                format!("{} * {}", self.input_name(Input::Ctaid(dim)), self.input_name(Input::Ntid(dim)))
            }
            Input::All(dim) if cl => format!("get_global_size({dim})"),
            Input::All(dim) => {
                format!("{} * {}", self.input_name(Input::Nctaid(dim)), self.input_name(Input::Ntid(dim)))
            }
            Input::Other => "a special register".to_owned(),
        }
    }

    /// Is a number computed from variables of loops, and from sizes, alone? It is named there as it is read.
    fn is_of_loops(&self, term: Term) -> bool {
        let of_loop = |symbol: &Symbol| match &self.origins[symbol] {
            Origin::Head(..) => true,
            Origin::Input(input) => !matches!(input, Input::Param(..)),
            Origin::Any(..) | Origin::Choice(_) => false,
        };
        self.terms.variables(&[term]).iter().all(of_loop) && self.terms.functions(&[term]).is_empty()
    }

    /// Is a number computed from one that the source may have as signed or not, such as one from memory?
    fn is_untyped(&self, term: Term) -> bool {
        let untyped = |symbol: &Symbol| matches!(&self.origins[symbol], Origin::Any(..) | Origin::Choice(_));
        self.terms.variables(&[term]).iter().any(untyped) || !self.terms.functions(&[term]).is_empty()
    }

    /// Is a number computed from a parameter that is unsigned in the source?
    #[must_use]
    pub fn has_unsigned(&self, term: Term) -> bool {
        self.terms.variables(&[term]).iter().any(|symbol| match &self.origins[symbol] {
            Origin::Input(Input::Param(number, ..)) => self.function.params[*number as usize].is_unsigned(),
            _ => false,
        })
    }

    /// The variable of the kernel that stands for a part of a term that is too long to be written.
    #[must_use]
    pub fn local_name(&self, term: Term) -> Option<String> {
        let all = self.terms.post_order(&[term], |_| false);
        let local = all.into_iter().find(|&t| self.terms.op(t) == Op::Ite && self.names.contains_key(&t))?;
        self.names.get(&local).cloned()
    }

    /// A number read as a signed or as an unsigned one, with the conversion that a source needs for that.
    #[must_use]
    pub fn operand(&self, term: Term, signed: bool, around: Place) -> String {
        self.read(term, signed, around, kernels::DEPTH_OF_TEXT)
    }

    /// A term over numbers as a source would write it where it is an operand.
    #[must_use]
    pub fn show_operand(&self, term: Term) -> String {
        self.shown(term, Place::Operand, kernels::DEPTH_OF_TEXT)
    }

    /// The same as [`Self::operand`], at this depth.
    fn read(&self, term: Term, signed: bool, around: Place, depth: u32) -> String {
        let terms = &self.terms;
        let width = terms.sort(term).width().unwrap_or(1);
        if let (Some(bits), false) = (terms.constant(term), signed) {
            return bits.to_string();
        }
        if depth == 0 || width <= 1 || self.names.contains_key(&term) || terms.constant(term).is_some() {
            return self.shown(term, around, depth);
        }
        if let (Some(bits), false) = (self.low_bits(term), signed) {
            return format!("({} & {bits})", self.shown(terms.args(term)[0], Place::Operand, depth - 1));
        }
        if self.is_narrowed(term) {
            return self.cast(&self.plain(term, Place::Operand, depth), width, signed);
        }
        if self.is_of_loops(term) {
            return self.shown(term, around, depth);
        }
        if signed && let Some(text) = self.shifted(term, true, depth) {
            return around.holds(text, Place::Alone);
        }
        if let Some((text, is_unsigned)) = self.element(term) {
            return if signed != is_unsigned { text } else { self.cast(&text, width, signed) };
        }
        let has_that_type = if signed {
            // What is made wider has a sign bit of its own.
            matches!(terms.op(term), Op::Zext | Op::Sext | Op::Extract(0))
                || !(self.has_unsigned(term) || self.is_unsigned_result(term) || self.is_untyped(term))
        } else {
            // For a sum of numbers of different types it is not known.
            self.is_unsigned_result(term) || matches!(terms.op(term), Op::Var(_)) && self.has_unsigned(term)
        };
        if has_that_type {
            return self.shown(term, around, depth);
        }
        self.cast(&self.shown(term, Place::Operand, depth), width, signed)
    }

    /// An element of a buffer at a place that is known, and whether it is an unsigned number of the source.
    fn element(&self, term: Term) -> Option<(String, bool)> {
        let Op::Apply(content) = self.terms.op(term) else { return None };
        let read = self.contents.get(&content)?;
        let param = &self.function.params[read.buffer? as usize];
        let [at] = self.terms.args(term) else { return None };
        let at = self.terms.constant(*at)?;
        let of =
            param.source_type.as_deref()?.trim_end_matches("__restrict__").trim_end().strip_suffix('*')?;
        let of = of.trim().trim_start_matches("const ").trim_end_matches(" const");
        let (size, is_unsigned) = match of {
            "char" | "signed char" => (1, false),
            "short" => (2, false),
            "int" => (4, false),
            "long" | "long long" => (8, false),
            "unsigned char" | "uchar" => (1, true),
            "unsigned short" | "ushort" => (2, true),
            "unsigned" | "unsigned int" | "uint" => (4, true),
            "unsigned long" | "unsigned long long" | "ulong" | "size_t" => (8, true),
            _ => return None,
        };
        let is_element = read.ty.is_int() && u128::from(read.ty.bytes()) == size && at.is_multiple_of(size);
        let name = param.source_name.as_deref()?;
        is_element.then(|| (format!("{name}[{}]", at / size), is_unsigned))
    }

    /// The mask of a number's low bits, where it is cut to a number of bits that no type has: `n & 3`, of two bits.
    pub(super) fn low_bits(&self, term: Term) -> Option<u64> {
        let width = self.terms.sort(term).width()?;
        let is_cut = self.terms.op(term) == Op::Extract(0) && (2..64).contains(&width);
        (is_cut && !matches!(width, 8 | 16 | 32)).then(|| (1 << width) - 1)
    }

    /// Is it cut to its width, by a conversion or because a source computes in `int`?
    fn is_narrowed(&self, term: Term) -> bool {
        let arithmetic = matches!(
            self.terms.op(term),
            Op::BvAdd | Op::BvMul | Op::BvSub | Op::BvNeg | Op::BvShl | Op::BvNot
        );
        let width = self.terms.sort(term).width().unwrap_or(1);
        self.terms.op(term) == Op::Extract(0) && width > 1 || arithmetic && (2..32).contains(&width)
    }

    /// Is it unsigned, even if what it is computed from is not?
    fn is_unsigned_result(&self, term: Term) -> bool {
        let by = || self.terms.args(term).get(1).and_then(|&by| self.terms.constant(by)).unwrap_or(0);
        match self.terms.op(term) {
            Op::BvUdiv => by() < 2,
            Op::BvLshr => by() == 0,
            Op::BvUrem | Op::Zext => true,
            Op::Extract(low) => low > 0,
            _ => false,
        }
    }

    /// A text with the conversion to the type of this many bits before it.
    fn cast(&self, text: &str, width: u32, is_signed: bool) -> String {
        let to = match (is_signed, width) {
            (_, 8 | 16 | 32 | 64) if is_signed => signed(self.module.language, width),
            (_, 8 | 16 | 32 | 64) => unsigned(self.module.language, width),
            _ => return "…".to_owned(),
        };
        let is_name = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']'));
        if is_name || is_enclosed(text) { format!("({to}) {text}") } else { format!("({to}) ({text})") }
    }

    /// A term over numbers as a source would write it; conversions that change nothing of a signed number are left out.
    #[must_use]
    pub fn show(&self, term: Term) -> String {
        self.shown(term, Place::Alone, kernels::DEPTH_OF_TEXT)
    }

    fn shown(&self, term: Term, around: Place, depth: u32) -> String {
        let terms = &self.terms;
        if let Some(name) = self.names.get(&term) {
            return if is_one(name) { name.clone() } else { around.holds(name.clone(), Place::Alone) };
        }
        if depth > 0 && self.is_narrowed(term) && terms.constant(term).is_none() {
            return self.cast(&self.plain(term, Place::Operand, depth), terms.width(term), true);
        }
        self.plain(term, around, depth)
    }

    /// The same, but for what a conversion to the term's own width changes.
    fn plain(&self, term: Term, around: Place, depth: u32) -> String {
        let terms = &self.terms;
        if let Some(bits) = terms.constant(term) {
            return match terms.sort(term).width() {
                Some(width) if width > 1 => number(bits, width),
                _ => bits.to_string(),
            };
        }
        if depth == 0 {
            return "…".to_owned();
        }
        let args = terms.args(term);
        let part = |n: usize| self.shown(args[n], Place::Operand, depth - 1);
        // A list of operands that stand at one place, and where the whole needs no parentheses.
        let list = |sign: &str, each: Place, most: Place| {
            let parts: Vec<String> = args.iter().map(|&arg| self.shown(arg, each, depth - 1)).collect();
            around.holds(parts.join(sign), most)
        };
        let infix = |sign: &str| list(sign, Place::Operand, Place::Alone);
        let of_type = |sign: &str, signed: bool, most: Place| {
            let parts: Vec<String> =
                args.iter().map(|&arg| self.read(arg, signed, Place::Operand, depth - 1)).collect();
            // What begins with a sign is not taken apart in a sum.
            let most = if parts[0].starts_with('-') { most.min(Place::Side) } else { most };
            around.holds(parts.join(sign), most)
        };
        match terms.op(term) {
            Op::Var(symbol) => {
                let name = self.name(symbol);
                // The product of a grid's and a block's size is one input.
                if name.contains(" * ") { around.holds(name, Place::Summand) } else { name }
            }
            Op::Apply(_) => match self.element(term) {
                Some((text, _)) => text,
                None => around.holds("a value from memory that is never written".to_owned(), Place::Summand),
            },
            Op::Zext => self.read(args[0], false, around, depth - 1),
            Op::Sext => self.read(args[0], true, around, depth - 1),
            Op::Extract(0) if terms.sort(term).width() == Some(1) => format!("({} & 1)", part(0)),
            Op::Extract(0) => self.shown(args[0], around, depth - 1),
            Op::Extract(_) => match self.shifted(term, false, depth) {
                Some(text) => around.holds(text, Place::Alone),
                None => "…".to_owned(),
            },
            Op::Concat if terms.constant(args[1]) == Some(0) => {
                let by = terms.sort(args[1]).width().unwrap_or(0);
                around.holds(format!("{} << {by}", part(0)), Place::Alone)
            }
            Op::BvAdd => {
                let number = args.iter().find_map(|&arg| terms.constant(arg));
                let parts: Vec<Term> =
                    args.iter().copied().filter(|&a| terms.constant(a).is_none()).collect();
                around.holds(self.sum(&parts, number, terms.width(term), depth), Place::Side)
            }
            Op::BvMul => {
                if let [a, b] = args
                    && terms
                        .constant(*a)
                        .is_some_and(|v| Some(v) == terms.sort(term).width().map(raddle_smt::sort::mask))
                {
                    return format!("-{}", self.shown(*b, Place::Operand, depth - 1));
                }
                list(" * ", Place::Operand, Place::Summand)
            }
            Op::BvNeg => format!("-{}", part(0)),
            Op::BvSub => {
                let text = format!(
                    "{} - {}",
                    self.shown(args[0], Place::Side, depth - 1),
                    self.shown(args[1], Place::Summand, depth - 1)
                );
                around.holds(text, Place::Side)
            }
            Op::BvUdiv => of_type(" / ", false, Place::Summand),
            Op::BvSdiv => of_type(" / ", true, Place::Summand),
            Op::BvUrem => of_type(" % ", false, Place::Summand),
            Op::BvSrem => of_type(" % ", true, Place::Summand),
            Op::BvAnd => infix(" & "),
            Op::BvOr => infix(" | "),
            Op::BvXor => infix(" ^ "),
            Op::BvShl => infix(" << "),
            Op::BvLshr => of_type(" >> ", false, Place::Alone),
            Op::BvAshr => of_type(" >> ", true, Place::Alone),
            Op::BvUlt | Op::BvSlt | Op::BvUle | Op::BvSle => {
                let sign = if matches!(terms.op(term), Op::BvUlt | Op::BvSlt) { "<" } else { "<=" };
                let [left, right] = self.sides(term, depth);
                around.holds(format!("{left} {sign} {right}"), Place::Statement)
            }
            Op::Eq => match self.signed_number(term) {
                Some(number) => {
                    let text = format!("0 <= {}", self.shown(number, Place::Side, depth - 1));
                    around.holds(text, Place::Statement)
                }
                None if args.iter().any(|&arg| self.is_part(arg)) => {
                    let [a, b] = [0, 1].map(|n| self.read(args[n], false, Place::Side, depth - 1));
                    around.holds(format!("{a} == {b}"), Place::Statement)
                }
                None => list(" == ", Place::Side, Place::Statement),
            },
            Op::And => list(" && ", Place::Statement, Place::Alone),
            Op::Or => list(" || ", Place::Statement, Place::Alone),
            Op::Not => self.negated(args[0], around, depth),
            Op::BvNot => format!("~{}", part(0)),
            Op::Ite => around.holds(format!("{} ? {} : {}", part(0), part(1), part(2)), Place::Alone),
            _ => "…".to_owned(),
        }
    }

    /// Bits of a number that are not its lowest, as a shift leaves them: of a signed number, so that the sign stays.
    fn shifted(&self, term: Term, signed: bool, depth: u32) -> Option<String> {
        let terms = &self.terms;
        let Op::Extract(low @ 1..) = terms.op(term) else { return None };
        let whole = terms.args(term)[0];
        let width = terms.width(term);
        let shifted = |signed| {
            let of = self.read(whole, signed, Place::Operand, depth.checked_sub(1)?);
            Some(format!("{of} >> {low}"))
        };
        match low + width == terms.width(whole) {
            true => shifted(signed),
            false if signed => Some(self.cast(&shifted(false)?, width, true)),
            false if width < 64 => Some(format!("({}) & {}", shifted(false)?, (1u64 << width) - 1)),
            false => None,
        }
    }

    /// Are these bits of a number that no type has, or none that begin at its lowest? They are compared as unsigned numbers.
    fn is_part(&self, term: Term) -> bool {
        self.low_bits(term).is_some() || matches!(self.terms.op(term), Op::Extract(1..))
    }

    fn negated(&self, term: Term, around: Place, depth: u32) -> String {
        let args = self.terms.args(term);
        let part = |n: usize| self.shown(args[n], Place::Side, depth - 1);
        let turned = |sign: &str| {
            let [left, right] = self.sides(term, depth);
            format!("{right} {sign} {left}")
        };
        let text = match self.terms.op(term) {
            Op::Eq => match self.signed_number(term) {
                Some(number) => format!("{} < 0", self.shown(number, Place::Side, depth - 1)),
                None if args.iter().any(|&arg| self.is_part(arg)) => {
                    let [a, b] = [0, 1].map(|n| self.read(args[n], false, Place::Side, depth - 1));
                    format!("{a} != {b}")
                }
                None => format!("{} != {}", part(0), part(1)),
            },
            Op::BvUlt | Op::BvSlt => turned("<="),
            Op::BvUle | Op::BvSle => turned("<"),
            _ => return format!("!{}", self.shown(term, Place::Operand, depth - 1)),
        };
        around.holds(text, Place::Statement)
    }

    /// The number whose sign an equation is about: its highest bit is 0.
    pub(super) fn signed_number(&self, equation: Term) -> Option<Term> {
        let terms = &self.terms;
        let [a, b] = terms.args(equation) else { return None };
        let (bit, other) = if terms.constant(*b).is_some() { (*a, *b) } else { (*b, *a) };
        let Op::Extract(low) = terms.op(bit) else { return None };
        let number = terms.args(bit)[0];
        let is_sign = low > 0 && terms.sort(bit).width() == Some(1) && low + 1 == terms.width(number);
        (is_sign && terms.constant(other) == Some(0)).then_some(number)
    }

    /// The two sides of a comparison.
    fn sides(&self, term: Term, depth: u32) -> [String; 2] {
        let args = self.terms.args(term);
        let Some(sides) = self.signed_sides(term) else {
            let signed = matches!(self.terms.op(term), Op::BvSlt | Op::BvSle);
            return [0, 1].map(|n| self.read(args[n], signed, Place::Side, depth - 1));
        };
        let width = self.terms.width(args[0]);
        sides.map(|Side { parts, add }| match parts.as_slice() {
            [one] if add == 0 => self.read(*one, true, Place::Side, depth - 1),
            [] => number(add, width),
            parts => {
                let text = self.sum(parts, Some(add), width, depth);
                let is_unsigned = parts.iter().any(|&part| self.has_unsigned(part));
                if is_unsigned { self.cast(&text, width, true) } else { text }
            }
        })
    }

    /// The sides of a comparison of signed numbers that is kept as one of unsigned numbers, with the highest bit of both turned over.
    pub(super) fn signed_sides(&self, comparison: Term) -> Option<[Side; 2]> {
        if !matches!(self.terms.op(comparison), Op::BvUlt | Op::BvUle) {
            return None;
        }
        let args = self.terms.args(comparison);
        let width = self.terms.width(args[0]);
        if !(8..=64).contains(&width) {
            return None;
        }
        let sides = [self.turned(args[0], width)?, self.turned(args[1], width)?];
        sides.iter().any(|side| !side.parts.is_empty()).then_some(sides)
    }

    /// A number with its highest bit turned over, where it reads as one.
    fn turned(&self, term: Term, width: u32) -> Option<Side> {
        let terms = &self.terms;
        let (top, mask) = (1u128 << (width - 1), raddle_smt::sort::mask(width));
        if let Some(number) = terms.constant(term) {
            return Some(Side { parts: Vec::new(), add: number ^ top });
        }
        if terms.op(term) != Op::BvAdd {
            return None;
        }
        let args = terms.args(term).iter().copied();
        let (numbers, parts): (Vec<Term>, Vec<Term>) = args.partition(|&arg| terms.constant(arg).is_some());
        let [one] = numbers.as_slice() else { return None };
        let add = (terms.constant(*one)? + top) & mask;
        // What is left of the number is small.
        let small = add < top / 2 || add > mask - top / 2;
        small.then_some(Side { parts, add })
    }

    /// A sum: what is added first, then what is taken away.
    pub(super) fn sum(&self, parts: &[Term], add: Option<u128>, width: u32, depth: u32) -> String {
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for &part in parts {
            let text = match self.is_pointer(part) {
                // What is added to it is a number of bytes.
                true => self.cast(&self.shown(part, Place::Operand, depth - 1), width, false),
                false => self.shown(part, Place::Summand, depth - 1),
            };
            match text.strip_prefix('-') {
                Some(rest) => minus.push(rest.to_owned()),
                None => plus.push(text),
            }
        }
        match add.filter(|add| *add != 0).map(|add| number(add, width)) {
            Some(text) => match text.strip_prefix('-') {
                Some(rest) => minus.push(rest.to_owned()),
                None => plus.push(text),
            },
            None if plus.is_empty() => plus.push("0".to_owned()),
            None => {}
        }
        let mut text = plus.join(" + ");
        if text.is_empty() {
            text.push('0');
        }
        for part in minus {
            text.push_str(" - ");
            text.push_str(&part);
        }
        text.strip_prefix("0 - ").map_or(text.clone(), |rest| format!("-{rest}"))
    }
}

/// A side of a comparison: a sum.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Its parts but numbers.
    pub(super) parts: Vec<Term>,
    /// The number that is added to them, of the width of the parts.
    pub(super) add: u128,
}

/// This many bits at a place in a parameter, as C writes them where the name of the member is not known.
fn part(language: Language, name: &str, at: u64, bits: u32) -> String {
    let bytes = u64::from(bits / 8).max(1);
    if !matches!(bits, 8 | 16 | 32 | 64) || !at.is_multiple_of(bytes) {
        return format!("byte {at} of {name}");
    }
    match at / bytes {
        0 => format!("*({} *) &{name}", signed(language, bits)),
        place => format!("(({} *) &{name})[{place}]", signed(language, bits)),
    }
}

/// Is it a name, a call, or held together by parentheses?
fn is_one(text: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let rest = text.trim_start_matches(is_name);
    rest.is_empty() || is_enclosed(rest)
}

/// Do parentheses hold all of a text together?
fn is_enclosed(text: &str) -> bool {
    let mut open = 0;
    let closes = text.char_indices().find(|(_, c)| {
        open += i32::from(*c == '(') - i32::from(*c == ')');
        open == 0
    });
    closes.is_some_and(|(at, _)| at > 0 && at + 1 == text.len())
}

/// The unsigned type of a width, in bits, as a source writes it.
fn unsigned(language: Language, width: u32) -> &'static str {
    match (language, width) {
        (Language::OpenCl, ..=8) => "uchar",
        (Language::OpenCl, 9..=16) => "ushort",
        (Language::OpenCl, 17..=32) => "uint",
        (Language::OpenCl, _) => "ulong",
        (_, ..=8) => "unsigned char",
        (_, 9..=16) => "unsigned short",
        (_, 17..=32) => "unsigned",
        _ => "unsigned long long",
    }
}

/// The signed type of a width.
fn signed(language: Language, width: u32) -> &'static str {
    match (language, width) {
        (_, ..=8) => "signed char",
        (_, 9..=16) => "short",
        (_, 17..=32) => "int",
        (Language::OpenCl, _) => "long",
        _ => "long long",
    }
}

/// A number of this many bits, read as a signed one.
fn number(bits: u128, width: u32) -> String {
    if width < 128 && bits >> (width - 1) & 1 == 1 {
        return format!("-{}", (1u128 << width) - bits);
    }
    bits.to_string()
}
