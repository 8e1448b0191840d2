//! Random expressions over what is in scope.

use crate::common::Random;
use crate::judge::generate::{Field, Helper, Param};
use crate::judge::types::Ty;

/// What statements and expressions may use.
pub(crate) struct Scope<'a> {
    pub(crate) random: &'a mut Random,
    /// The number of the program.
    pub(crate) number: u64,
    pub(crate) fields: &'a [Field],
    element: Ty,
    helpers: &'a [Helper],
    /// Everything that has a scalar type and may be assigned: variables, fields, parameters.
    pub(crate) scalars: Vec<(String, Ty)>,
    /// Those of them that have an address.
    addressable: Vec<(String, Ty)>,
    pub(crate) structs: Vec<String>,
    pub(crate) arrays: Vec<(String, Ty, usize)>,
    pub(crate) pointers: Vec<(String, Ty)>,
    /// The elements of the vector `x`, if there is one.
    pub(crate) vector: Option<Ty>,
    /// How often the statement that is being made runs, at most.
    pub(crate) times: u32,
    pub(crate) spent: u32,
    budget: u32,
    /// How many loop counters were named.
    pub(crate) counters: u32,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(
        random: &'a mut Random,
        number: u64,
        fields: &'a [Field],
        element: Ty,
        helpers: &'a [Helper],
        budget: u32,
    ) -> Self {
        Self {
            random,
            number,
            fields,
            element,
            helpers,
            scalars: Vec::new(),
            addressable: Vec::new(),
            structs: Vec::new(),
            arrays: Vec::new(),
            pointers: Vec::new(),
            vector: None,
            times: 1,
            spent: 0,
            budget,
            counters: 0,
        }
    }

    pub(crate) fn add_scalar(&mut self, name: String, ty: Ty) {
        self.addressable.push((name.clone(), ty));
        self.scalars.push((name, ty));
    }

    pub(crate) fn add_struct(&mut self, name: String) {
        for (n, &(ty, bits)) in self.fields.iter().enumerate() {
            let field = (format!("{name}.m{n}"), ty);
            if bits.is_none() {
                self.addressable.push(field.clone());
            }
            self.scalars.push(field);
        }
        self.structs.push(name);
    }

    /// Is there time for something that costs this much, done as often as the statement runs?
    pub(crate) fn afford(&mut self, cost: u32) -> bool {
        let total = self.spent.saturating_add(cost.saturating_mul(self.times));
        let fits = total <= self.budget;
        if fits {
            self.spent = total;
        }
        fits
    }

    /// Something to assign to.
    pub(crate) fn target(&mut self) -> Option<(String, Ty)> {
        match self.random.below(6) {
            0 if !self.arrays.is_empty() => {
                let (name, ty, length) = self.array();
                let index = self.index(length);
                Some((format!("{name}[{index}]"), ty))
            }
            1 if !self.pointers.is_empty() => {
                let n = self.random.below(self.pointers.len());
                let (name, ty) = self.pointers[n].clone();
                Some((format!("*{name}"), ty))
            }
            _ if self.scalars.is_empty() => None,
            _ => {
                let n = self.random.below(self.scalars.len());
                Some(self.scalars[n].clone())
            }
        }
    }

    /// The address of something.
    pub(crate) fn place(&mut self) -> Option<(String, Ty)> {
        if !self.arrays.is_empty() && self.random.chance(40) {
            let (name, ty, length) = self.array();
            let index = self.index(length);
            return Some((format!("&{name}[{index}]"), ty));
        }
        if self.addressable.is_empty() {
            return None;
        }
        let n = self.random.below(self.addressable.len());
        let (name, ty) = self.addressable[n].clone();
        Some((format!("&{name}"), ty))
    }

    /// The address of something of this type.
    pub(crate) fn place_of(&mut self, wanted: Ty) -> Option<String> {
        let mut places: Vec<String> =
            self.addressable.iter().filter(|p| p.1 == wanted).map(|p| format!("&{}", p.0)).collect();
        for (name, _, length) in self.arrays.clone().iter().filter(|a| a.1 == wanted) {
            let index = self.index(*length);
            places.push(format!("&{name}[{index}]"));
        }
        places.extend(self.pointers.iter().filter(|p| p.1 == wanted).map(|p| p.0.clone()));
        if places.is_empty() {
            return None;
        }
        let n = self.random.below(places.len());
        Some(places.swap_remove(n))
    }

    fn array(&mut self) -> (String, Ty, usize) {
        let n = self.random.below(self.arrays.len());
        self.arrays[n].clone()
    }

    fn index(&mut self, length: usize) -> String {
        if self.random.chance(30) {
            return self.random.below(length).to_string();
        }
        let ty = self.random.pick(&Ty::INTEGERS);
        let index = self.expression(ty, 1);
        format!("{index} & {}", length - 1)
    }

    /// Every variable as words.
    pub(crate) fn observe(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        for (name, ty) in self.scalars.clone() {
            words.extend(as_words(&name, ty));
        }
        for (name, ty, length) in self.arrays.clone() {
            for n in 0..length {
                words.extend(as_words(&format!("{name}[{n}]"), ty));
            }
        }
        for (name, ty) in self.pointers.clone() {
            words.extend(as_words(&format!("*{name}"), ty));
        }
        if let Some(ty) = self.vector {
            for n in 0..4 {
                words.extend(as_words(&format!("x[{n}]"), ty));
            }
        }
        words
    }

    /// A condition.
    pub(crate) fn condition(&mut self, depth: u32) -> String {
        let ty = self.random.pick(&Ty::ALL);
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        match self.random.below(10) {
            0 => format!("({a} && {b})"),
            1 => format!("({a} || {b})"),
            2 => format!("!{a}"),
            3 if ty.is_float() => {
                let what = self.random.pick(&["isnan", "isinf", "isfinite"]);
                format!("__builtin_{what}({a})")
            }
            _ => {
                let op = self.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
                format!("({a} {op} {b})")
            }
        }
    }

    /// An expression of exactly this type, without effects.
    pub(crate) fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(ty);
        }
        match self.random.below(20) {
            0..=2 => self.leaf(ty),
            3 | 4 => {
                let from = self.random.pick(&Ty::ALL);
                let value = self.expression(from, depth - 1);
                convert(&value, from, ty)
            }
            5 => {
                let condition = self.condition(depth - 1);
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                format!("({condition} ? {a} : {b})")
            }
            6 => {
                let condition = self.condition(depth - 1);
                format!("({})({condition})", ty.name())
            }
            7 => match self.call(ty, depth - 1) {
                Some(call) => call,
                None => self.leaf(ty),
            },
            _ if ty.is_float() => self.float(ty, depth - 1),
            _ if ty == Ty::Bool => format!("(bool){}", self.condition(depth - 1)),
            _ => self.integer(ty, depth - 1),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if self.random.chance(25) {
            return self.literal(ty);
        }
        match self.random.below(10) {
            0 if !self.arrays.is_empty() => {
                let (name, from, length) = self.array();
                let n = self.random.below(length);
                let subscript = match self.scalars.iter().find(|s| Ty::INTEGERS.contains(&s.1)) {
                    Some((variable, _)) if self.random.chance(60) => format!("{variable} & {}", length - 1),
                    _ => n.to_string(),
                };
                convert(&format!("{name}[{subscript}]"), from, ty)
            }
            1 if !self.pointers.is_empty() => {
                let n = self.random.below(self.pointers.len());
                let (name, from) = self.pointers[n].clone();
                convert(&format!("(*{name})"), from, ty)
            }
            2 => {
                let index = self.random.below(8);
                let subscript = match self.scalars.iter().find(|s| Ty::INTEGERS.contains(&s.1)) {
                    Some((variable, _)) if self.random.chance(60) => format!("{variable} & 7"),
                    _ => index.to_string(),
                };
                convert(&format!("t{}[{subscript}]", self.number), self.element, ty)
            }
            3 if self.vector.is_some() => {
                let lane = self.random.below(4);
                convert(&format!("x[{lane}]"), self.vector.unwrap_or(Ty::U32), ty)
            }
            _ if self.scalars.is_empty() => self.literal(ty),
            _ => {
                // One of the same type, if that is soon found.
                let mut n = self.random.below(self.scalars.len());
                for _ in 0..3 {
                    if self.scalars[n].1 == ty {
                        break;
                    }
                    n = self.random.below(self.scalars.len());
                }
                let (name, from) = self.scalars[n].clone();
                if name.contains('.') {
                    // A bit field may be promoted to a narrower type than its own.
                    return convert(&format!("({}){name}", from.name()), from, ty);
                }
                convert(&name, from, ty)
            }
        }
    }

    fn literal(&mut self, ty: Ty) -> String {
        let name = ty.name();
        match ty {
            Ty::Bool => self.random.pick(&["(bool)0", "(bool)1"]).to_owned(),
            _ if ty.is_float() => {
                let number = self.random.pick(&[
                    "0.0",
                    "-0.0",
                    "1.0",
                    "-1.0",
                    "0.5",
                    "3.0",
                    "-7.25",
                    "100.0",
                    "1e-3",
                    "65504.0",
                    "0x1p-14",
                    "0x1p-24",
                    "0x1.fffffep-1",
                    "3e9",
                    "-2e19",
                    "0x1p-149",
                    "0x1p127",
                    "1e300",
                    "__builtin_inf()",
                ]);
                format!("({name})({number})")
            }
            _ if ty.is_wide() => {
                let (high, low) = (self.random.word(), self.random.word());
                format!("({name})((u128)0x{high:x}ull << 64 | 0x{low:x}ull)")
            }
            _ => format!("({name})0x{:x}ull", self.random.word()),
        }
    }

    fn float(&mut self, ty: Ty, depth: u32) -> String {
        let name = ty.name();
        let a = self.expression(ty, depth);
        // The functions of single and double precision only: the others come by conversion.
        let functions = ty != Ty::F16;
        match self.random.below(16) {
            0 => format!("(-{a})"),
            1 | 2 if functions => {
                let what = self.random.pick(&["sqrt", "abs", "trunc", "floor", "ceil", "even"]);
                format!("{what}_{name}({a})")
            }
            3 if functions => {
                let what = self.random.pick(&["min", "max", "sign"]);
                let b = self.expression(ty, depth);
                format!("{what}_{name}({a}, {b})")
            }
            4 if functions => {
                let (b, c) = (self.expression(ty, depth), self.expression(ty, depth));
                format!("fma_{name}({a}, {b}, {c})")
            }
            _ => {
                let op = self.random.pick(&["+", "-", "*", "/"]);
                let b = self.expression(ty, depth);
                format!("({name})({a} {op} {b})")
            }
        }
    }

    fn integer(&mut self, ty: Ty, depth: u32) -> String {
        let name = ty.name();
        let a = self.expression(ty, depth);
        match self.random.below(20) {
            0 => {
                let op = self.random.pick(&["-", "~"]);
                format!("({name})({op}{a})")
            }
            1..=4 => {
                let op = self.random.pick(&["<<", ">>"]);
                let by = if self.random.chance(50) {
                    self.random.below(ty.promoted_bits() as usize).to_string()
                } else {
                    let other = self.random.pick(&Ty::INTEGERS);
                    let amount = self.expression(other, depth);
                    format!("({} & {})", shift_amount(&amount, ty), ty.promoted_bits() - 1)
                };
                format!("({name})({a} {op} {by})")
            }
            5 | 6 => {
                let what = self.random.pick(&["div", "mod"]);
                let b = self.expression(ty, depth);
                format!("{what}_{name}({a}, {b})")
            }
            7 => {
                // By a constant, which compilers make multiplications of.
                let op = self.random.pick(&["/", "%"]);
                let by = self.random.pick(&[2, 3, 5, 7, 8, 10, 13, 60, 64, 100, 127]);
                format!("({name})({a} {op} ({name}){by})")
            }
            8 | 9 if !ty.is_wide() => self.builtin(ty, &a, depth),
            10 if ty.promoted_bits() < 128 => {
                // The high half of a product.
                let b = self.expression(ty, depth);
                let wide = if ty.is_signed() { "i128" } else { "u128" };
                let wide = if ty.bits() <= 32 { if ty.is_signed() { "i64" } else { "u64" } } else { wide };
                format!("({name})((({wide}){a} * {b}) >> {})", ty.bits())
            }
            _ => {
                let op = self.random.pick(&["+", "+", "-", "-", "*", "*", "&", "|", "^"]);
                let b = self.expression(ty, depth);
                format!("({name})({a} {op} {b})")
            }
        }
    }

    fn builtin(&mut self, ty: Ty, a: &str, depth: u32) -> String {
        let name = ty.name();
        let call = match self.random.below(9) {
            0 => format!("__builtin_popcount((u32){a})"),
            1 => format!("__builtin_popcountll((u64){a})"),
            2 => format!("__builtin_clz((u32){a} | 1)"),
            3 => format!("__builtin_clzll((u64){a} | 1)"),
            4 => format!("__builtin_ctz((u32){a} | 0x80000000u)"),
            5 => format!("__builtin_ctzll((u64){a} | 0x8000000000000000ull)"),
            6 => {
                let bits = self.random.pick(&["16((u16)", "32((u32)", "64((u64)"]);
                format!("__builtin_bswap{bits}{a})")
            }
            7 => {
                let bits = self.random.pick(&["8((u8)", "16((u16)", "32((u32)", "64((u64)"]);
                format!("__builtin_bitreverse{bits}{a})")
            }
            _ => {
                let by = self.expression(ty, depth);
                let which = self.random.pick(&["left", "right"]);
                let bits = self.random.pick(&[8, 16, 32, 64]);
                format!("__builtin_rotate{which}{bits}((u{bits}){a}, (u{bits}){by})")
            }
        };
        format!("({name}){call}")
    }

    /// A call of a helper that changes nothing, converted to a type.
    fn call(&mut self, ty: Ty, depth: u32) -> Option<String> {
        let pure: Vec<Helper> = self
            .helpers
            .iter()
            .filter(|h| !h.params.iter().any(|p| matches!(p, Param::Pointer(_))))
            .cloned()
            .collect();
        if pure.is_empty() {
            return None;
        }
        let helper = &pure[self.random.below(pure.len())];
        let call = self.call_of(helper, depth)?;
        Some(convert(&call, helper.result, ty))
    }

    /// A call of any helper, for a statement of its own.
    pub(crate) fn any_call(&mut self) -> Option<(String, Ty)> {
        if self.helpers.is_empty() {
            return None;
        }
        let helper = &self.helpers[self.random.below(self.helpers.len())];
        let call = self.call_of(helper, 1)?;
        Some((call, helper.result))
    }

    fn call_of(&mut self, helper: &Helper, depth: u32) -> Option<String> {
        if !self.afford(helper.cost) {
            return None;
        }
        let mut arguments = Vec::new();
        for param in &helper.params {
            arguments.push(match *param {
                Param::Value(ty) => self.expression(ty, depth),
                Param::Pointer(ty) => self.place_of(ty)?,
                Param::Struct => {
                    if self.structs.is_empty() {
                        return None;
                    }
                    self.structs[self.random.below(self.structs.len())].clone()
                }
            });
        }
        Some(format!("{}({})", helper.name, arguments.join(", ")))
    }
}

/// A value of one type as one of another.
pub(crate) fn convert(value: &str, from: Ty, to: Ty) -> String {
    if from == to {
        return format!("({value})");
    }
    let name = to.name();
    if from.is_float() && !to.is_float() && to != Ty::Bool {
        if to.is_wide() {
            let narrow = if to.is_signed() { "i64" } else { "u64" };
            return format!("({name}){narrow}_of_{}({value})", from.name());
        }
        return format!("{name}_of_{}({value})", from.name());
    }
    if to.is_float() && !from.is_float() {
        let narrow = match from {
            Ty::I128 => Ty::I64,
            Ty::U128 => Ty::U64,
            _ => from,
        };
        // Only what fits: of an integer that becomes infinity clang 19 thinks, at -O2, that it keeps its value.
        let mask = if to == Ty::F16 && from.bits() > 8 { " & 0x3fff" } else { "" };
        let integer = format!("({})({value}{mask})", narrow.name());
        if narrow.is_signed() {
            return format!("({name})hide_{}({integer})", narrow.name());
        }
        return format!("({name}){integer}");
    }
    format!("({name}){value}")
}

/// A value before it is masked to the amount that something of a type is shifted by: `hide_u32` says why not the value.
pub(crate) fn shift_amount(value: &str, shifted: Ty) -> String {
    if shifted.is_wide() { format!("hide_u32((u32){value})") } else { value.to_owned() }
}

fn as_words(name: &str, ty: Ty) -> Vec<String> {
    match ty {
        _ if ty.is_float() => vec![format!("word_{}({name})", ty.name())],
        _ if ty.is_wide() => vec![format!("(u64){name}"), format!("(u64)({name} >> 64)")],
        _ => vec![format!("(u64){name}")],
    }
}
