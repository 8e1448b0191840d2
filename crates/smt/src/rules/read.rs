//! Reads the `.rules` files.

use super::{Comparison, Kind, Nat, Pattern, Rule, numbers_of};
use crate::op::Op;
use crate::sexpr::{Sexpr, read_all};

/// The operators that rules may name.
const OPERATORS: [Op; 54] = {
    use Op as O;
    use raddle_ir::Rounding::Nearest as N;
    [
        O::Not,
        O::And,
        O::Or,
        O::Xor,
        O::Implies,
        O::Eq,
        O::Ite,
        O::BvNot,
        O::BvNeg,
        O::BvSub,
        O::BvAdd,
        O::BvMul,
        O::BvAnd,
        O::BvOr,
        O::BvXor,
        O::BvUdiv,
        O::BvUrem,
        O::BvSdiv,
        O::BvSrem,
        O::BvShl,
        O::BvLshr,
        O::BvAshr,
        O::Concat,
        O::Extract(0),
        O::Zext,
        O::Sext,
        O::BvUlt,
        O::BvUle,
        O::BvSlt,
        O::BvSle,
        O::ConstArray,
        O::Select,
        O::Store,
        O::FpFromBits,
        O::FpToBits,
        O::FpNeg,
        O::FpAbs,
        O::FpAdd(N),
        O::FpSub(N),
        O::FpMul(N),
        O::FpDiv(N),
        O::FpFma(N),
        O::FpSqrt(N),
        O::FpRound(N),
        O::FpEq,
        O::FpLt,
        O::FpLe,
        O::FpIsNan,
        O::FpIsInf,
        O::FpIsZero,
        O::FpIsSubnormal,
        O::FpIsNegative,
        O::Bool(true),
        O::Bool(false),
    ]
};

/// The rules of a text.
pub(super) fn rules(text: &str) -> Result<Vec<Rule>, String> {
    read_all(text)?.iter().map(rule).collect()
}

/// The variables of the rule that is read.
#[derive(Default)]
struct Scope {
    terms: Vec<(String, Kind)>,
    numbers: Vec<(String, Kind)>,
}

fn rule(sexpr: &Sexpr) -> Result<Rule, String> {
    let items = sexpr.list().ok_or_else(|| format!("a rule, not {sexpr}"))?;
    let [head, name, left, right, conditions @ ..] = items else {
        return Err(format!("a rule has a name and two sides: {sexpr}"));
    };
    let lemma = match head.atom() {
        Some("rule") => false,
        Some("lemma") => true,
        _ => return Err(format!("`rule` or `lemma`, not {head}")),
    };
    let mut scope = Scope::default();
    let name = name.to_string();
    let left = scope.pattern(left).map_err(|e| format!("{name}: {e}"))?;
    let right = scope.pattern(right).map_err(|e| format!("{name}: {e}"))?;
    let (mut only_if, mut when) = (Vec::new(), Vec::new());
    for condition in conditions {
        match condition.list() {
            Some([head, test]) if head.atom() == Some("if") => only_if.push(scope.comparison(test)?),
            Some([head, test]) if head.atom() == Some("when") => when.push(scope.pattern(test)?),
            _ => return Err(format!("{name}: `(if …)` or `(when …)`, not {condition}")),
        }
    }
    Ok(Rule { name, lemma, left, right, only_if, when, terms: scope.terms, numbers: scope.numbers })
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name.chars().next()? {
        'x' | 'y' | 'z' => Kind::Bits,
        'k' | 'm' => Kind::Constant,
        'p' | 'q' | 'r' => Kind::Truth,
        'f' | 'g' | 'h' => Kind::Float,
        'a' | 'b' => Kind::Array,
        't' | 'u' | 'v' => Kind::Any,
        'i' | 'j' | 'n' | 'w' => Kind::Nat,
        'e' => Kind::Rounding,
        _ => return None,
    })
}

fn slot(of: &mut Vec<(String, Kind)>, name: &str, kind: Kind) -> usize {
    of.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        of.push((name.to_owned(), kind));
        of.len() - 1
    })
}

impl Scope {
    fn pattern(&mut self, sexpr: &Sexpr) -> Result<Pattern, String> {
        if let Some(atom) = sexpr.atom() {
            if let "true" | "false" = atom {
                return Ok(Pattern::Op(Op::Bool(atom == "true"), Vec::new(), Vec::new()));
            }
            return match kind(atom) {
                Some(Kind::Constant) => Ok(Pattern::Constant(slot(&mut self.terms, atom, Kind::Constant))),
                Some(Kind::Nat | Kind::Rounding) | None => Err(format!("{atom} is not a term")),
                Some(kind) => Ok(Pattern::Var(slot(&mut self.terms, atom, kind))),
            };
        }
        let items = sexpr.list().unwrap_or_default();
        let Some((head, rest)) = items.split_first() else { return Err("an empty list".into()) };
        match (head.atom().unwrap_or_default(), rest) {
            ("bv", [width, number]) => Ok(Pattern::Number(self.nat(width)?, self.nat(number)?)),
            ("pow2", [at]) => Ok(Pattern::Field(self.nat(at)?, Nat::Number(1))),
            ("field", [at, length]) => Ok(Pattern::Field(self.nat(at)?, self.nat(length)?)),
            (name, _) => {
                let op = OPERATORS.into_iter().find(|op| op.name() == name);
                let op = op.ok_or_else(|| format!("no operator is called {name}"))?;
                let (numbers, args) = rest.split_at_checked(numbers_of(op)).ok_or("too few numbers")?;
                let numbers: Result<Vec<Nat>, String> = numbers.iter().map(|n| self.nat(n)).collect();
                let args: Result<Vec<Pattern>, String> = args.iter().map(|a| self.pattern(a)).collect();
                Ok(Pattern::Op(op, numbers?, args?))
            }
        }
    }

    fn nat(&mut self, sexpr: &Sexpr) -> Result<Nat, String> {
        if let Some(atom) = sexpr.atom() {
            return match (atom.parse(), kind(atom)) {
                (Ok(number), _) => Ok(Nat::Number(number)),
                (_, Some(kind @ (Kind::Nat | Kind::Rounding))) => {
                    Ok(Nat::Var(slot(&mut self.numbers, atom, kind)))
                }
                _ if atom == "_" => {
                    let name = format!("_{}", self.numbers.len());
                    Ok(Nat::Var(slot(&mut self.numbers, &name, Kind::Nat)))
                }
                _ => Err(format!("{atom} is not a number")),
            };
        }
        let items = sexpr.list().unwrap_or_default();
        let head = items.first().and_then(Sexpr::atom).unwrap_or_default();
        match (head, &items[1..]) {
            ("width", [term]) => match self.pattern(term)? {
                Pattern::Var(slot) | Pattern::Constant(slot) => Ok(Nat::Width(slot)),
                _ => Err(format!("the width of {term} is not that of a variable")),
            },
            ("pow2", [a]) => Ok(Nat::Pow2(Box::new(self.nat(a)?))),
            ("+", [a, b]) => Ok(Nat::Add(Box::new(self.nat(a)?), Box::new(self.nat(b)?))),
            ("-", [a, b]) => Ok(Nat::Sub(Box::new(self.nat(a)?), Box::new(self.nat(b)?))),
            ("min", [a, b]) => Ok(Nat::Min(Box::new(self.nat(a)?), Box::new(self.nat(b)?))),
            _ => Err(format!("{sexpr} is not a number")),
        }
    }

    fn comparison(&mut self, sexpr: &Sexpr) -> Result<Comparison, String> {
        let Some([head, a, b]) = sexpr.list() else { return Err(format!("{sexpr} compares nothing")) };
        let (a, b) = (self.nat(a)?, self.nat(b)?);
        match head.atom() {
            Some("=") => Ok(Comparison::Eq(a, b)),
            Some("<") => Ok(Comparison::Less(a, b)),
            Some("<=") => Ok(Comparison::LessEq(a, b)),
            _ => Err(format!("numbers are compared with = < <=, not {head}")),
        }
    }
}
