//! The values of integer constant expressions.
//!
//! An expression is 64 bits wide, signed (`.s64`) or unsigned (`.u64`), and where two operands
//! meet, the result is unsigned if either is. A shift has its left operand's type, a comparison or
//! logical operator gives a signed 0 or 1, a division by zero gives nothing.
//!
//! Source: PTX ISA 9.0, section 4.5.5 and the table in 4.5.6.

use crate::ast::{BinaryOp, Expr, UnaryOp};

/// The value of `expr`, modulo 2^64, and whether its type is `.u64`. `None` where it holds a
/// symbol, `WARP_SZ` (a parameter of the machine), a floating-point number or a division by zero.
pub fn evaluate(expr: &Expr<'_>) -> Option<(u64, bool)> {
    Some(match expr {
        Expr::Int(int) => (int.value, int.unsigned),
        Expr::Unary(op, value, _) => {
            let (value, unsigned) = evaluate(value)?;
            match op {
                UnaryOp::Plus => (value, unsigned),
                UnaryOp::Minus => (value.wrapping_neg(), unsigned),
                UnaryOp::BitNot => (!value, unsigned),
                UnaryOp::LogicalNot => (u64::from(value == 0), false),
            }
        }
        Expr::Binary(op, sides) => {
            let (a, left_unsigned) = evaluate(&sides.0)?;
            let (b, right_unsigned) = evaluate(&sides.1)?;
            binary(*op, a, b, left_unsigned, left_unsigned || right_unsigned)?
        }
        Expr::Conditional(parts) => {
            let (condition, _) = evaluate(&parts.0)?;
            let ((yes, yes_unsigned), (no, no_unsigned)) = (evaluate(&parts.1)?, evaluate(&parts.2)?);
            (if condition != 0 { yes } else { no }, yes_unsigned || no_unsigned)
        }
        Expr::Cast { unsigned, value, .. } => (evaluate(value)?.0, *unsigned),
        Expr::Float(_)
        | Expr::Name(_)
        | Expr::WarpSize(_)
        | Expr::Generic(..)
        | Expr::Mask(..)
        | Expr::Element(..) => return None,
    })
}

fn binary(op: BinaryOp, a: u64, b: u64, left_unsigned: bool, unsigned: bool) -> Option<(u64, bool)> {
    let (x, y) = (a as i64, b as i64);
    let order = if unsigned { a.cmp(&b) } else { x.cmp(&y) };
    let truth = |value: bool| (u64::from(value), false);
    Some(match op {
        BinaryOp::Mul => (a.wrapping_mul(b), unsigned),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div => (if unsigned { a / b } else { x.wrapping_div(y) as u64 }, unsigned),
        BinaryOp::Rem => (if unsigned { a % b } else { x.wrapping_rem(y) as u64 }, unsigned),
        BinaryOp::Add => (a.wrapping_add(b), unsigned),
        BinaryOp::Sub => (a.wrapping_sub(b), unsigned),
        // A shift by 64 or more shifts everything out.
        BinaryOp::Shl => (if b < 64 { a << b } else { 0 }, left_unsigned),
        BinaryOp::Shr if left_unsigned => (if b < 64 { a >> b } else { 0 }, true),
        BinaryOp::Shr => ((x >> b.min(63)) as u64, false),
        BinaryOp::Lt => truth(order.is_lt()),
        BinaryOp::Le => truth(order.is_le()),
        BinaryOp::Gt => truth(order.is_gt()),
        BinaryOp::Ge => truth(order.is_ge()),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::And => (a & b, unsigned),
        BinaryOp::Xor => (a ^ b, unsigned),
        BinaryOp::Or => (a | b, unsigned),
        BinaryOp::LogicalAnd => truth(a != 0 && b != 0),
        BinaryOp::LogicalOr => truth(a != 0 || b != 0),
    })
}

#[cfg(test)]
mod tests {
    use crate::ast::{Item, Operand, Statement};
    use crate::parse::parse;

    /// The value of an expression written as an instruction's operand.
    fn value(expr: &str) -> Option<(u64, bool)> {
        let source = format!(".version 8.0\n.func f() {{ mov.u64 x, {expr}; }}");
        let module = parse(&source).unwrap_or_else(|errors| panic!("{}", errors[0]));
        let [Item::Function(function)] = module.items.as_slice() else { panic!("one function") };
        let [Statement::Instruction(mov)] = function.body.as_ref().unwrap().statements.as_slice() else {
            panic!("one instruction")
        };
        match &mov.operands[1] {
            Operand::Int(int) => Some((int.value, int.unsigned)),
            Operand::Expr(expr) => super::evaluate(expr),
            other => panic!("{other:?}"),
        }
    }

    fn signed(value: i64) -> Option<(u64, bool)> {
        Some((value as u64, false))
    }

    #[test]
    fn precedence_is_that_of_c() {
        assert_eq!(value("1 + 2 * 3"), signed(7));
        assert_eq!(value("(1 + 2) * 3"), signed(9));
        assert_eq!(value("10 - 4 - 3"), signed(3));
        assert_eq!(value("1 << 2 + 1"), signed(8));
        assert_eq!(value("1 | 6 & 4 ^ 1"), signed(5));
        assert_eq!(value("1 == 1 && 2 < 1 || 1"), signed(1));
        assert_eq!(value("0 ? 5 : 1 ? 6 : 7"), signed(6));
    }

    #[test]
    fn the_sign_decides_division_shift_and_comparison() {
        assert_eq!(value("-7 / 2"), signed(-3));
        assert_eq!(value("-7 % 4"), signed(-3));
        assert_eq!(value("(.u64)-7 / 2"), Some(((-7_i64) as u64 / 2, true)));
        assert_eq!(value("-8 >> 1"), signed(-4));
        assert_eq!(value("(.u64)-8 >> 1"), Some((((-8_i64) as u64) >> 1, true)));
        assert_eq!(value("-1 < 1"), signed(1));
        assert_eq!(value("-1 < 1U"), signed(0));
        assert_eq!(value("~0 + !0"), signed(0));
    }

    #[test]
    fn nothing_overflows() {
        assert_eq!(value("-0x8000000000000000 / -1"), Some((0x8000_0000_0000_0000 / u64::MAX, true)));
        assert_eq!(value("(.s64)0x8000000000000000 / -1"), signed(i64::MIN));
        assert_eq!(value("1 << 64"), signed(0));
        assert_eq!(value("-1 >> 1000"), signed(-1));
        assert_eq!(value("1 / 0"), None);
        assert_eq!(value("1 % 0"), None);
        assert_eq!(value("0xFFFFFFFFFFFFFFFF + 2"), Some((1, true)));
    }

    #[test]
    fn symbols_have_no_value_here() {
        assert_eq!(value("x + 1"), None);
        assert_eq!(value("WARP_SZ"), None);
        assert_eq!(value("generic(x)"), None);
    }
}
