//! Operands and addresses (PTX ISA 6).

use super::{Parsed, Parser};
use crate::ast::{Address, Base, BinaryOp, Expr, Name, Operand};
use crate::constant::evaluate;
use crate::lex::Token;

impl<'src> Parser<'src> {
    /// An operand, or two with a bar between them.
    pub(super) fn operand(&mut self) -> Parsed<Operand<'src>> {
        let first = self.single_operand()?;
        if self.tok != Token::Or {
            return Ok(first);
        }
        self.bump();
        let second = self.single_operand()?;
        Ok(Operand::Pair(Box::new((first, second))))
    }

    fn single_operand(&mut self) -> Parsed<Operand<'src>> {
        let start = self.span.start;
        match self.tok {
            Token::Word => {
                let name = self.name();
                self.bump();
                match self.tok {
                    Token::Comma | Token::Semicolon | Token::RightBrace | Token::RightParen | Token::Or
                        if name.text != "_" && name.text != "WARP_SZ" =>
                    {
                        Ok(Operand::Name(name))
                    }
                    Token::Dotted => {
                        let component = self.name();
                        self.bump();
                        Ok(Operand::Component(name, component))
                    }
                    _ if name.text == "_" => Ok(Operand::Discard(name.span)),
                    _ => {
                        let expr = self.expr_from_name(name)?;
                        Ok(operand_of(expr))
                    }
                }
            }
            Token::LeftBracket => self.address().map(|address| Operand::Address(Box::new(address))),
            Token::LeftBrace => {
                self.bump();
                let elements = self.deeper(|p| p.comma_list(Self::operand))?;
                self.expect(Token::RightBrace, "`,` or `}`")?;
                Ok(Operand::Vector(elements, self.span_from(start)))
            }
            // `!p`; `!` in front of anything else is an operator of a constant expression.
            Token::Bang if self.lexer.clone().next() == Some(Ok(Token::Word)) => {
                self.bump();
                let name = self.name();
                self.bump();
                let negated = Box::new(Operand::Name(name));
                Ok(Operand::Not(negated, self.span_from(start)))
            }
            Token::Bang
            | Token::Number
            | Token::Decimal
            | Token::Minus
            | Token::Plus
            | Token::Tilde
            | Token::LeftParen
            | Token::Dotted => {
                let expr = self.expr()?;
                Ok(operand_of(expr))
            }
            _ => self.expected("an operand"),
        }
    }

    /// `[ … ]`.
    fn address(&mut self) -> Parsed<Address<'src>> {
        let start = self.span.start;
        self.bump();
        let (base, offset) = self.base()?;
        let mut rest = Vec::new();
        while self.eat(Token::Comma) {
            rest.push(self.deeper(Self::operand)?);
        }
        self.expect(Token::RightBracket, "`,` or `]`")?;
        Ok(Address { base, offset, rest, span: self.span_from(start) })
    }

    fn base(&mut self) -> Parsed<(Base<'src>, i64)> {
        let expr = if self.tok == Token::Word {
            let name = self.name();
            self.bump();
            match self.tok {
                Token::RightBracket if name.text != "WARP_SZ" => return Ok((Base::Name(name), 0)),
                Token::Dotted => {
                    let component = self.name();
                    self.bump();
                    return self.component_base(name, component);
                }
                _ => self.expr_from_name(name)?,
            }
        } else {
            self.expr()?
        };
        let mut offset = 0;
        Ok(match split_offset(expr, &mut offset) {
            None => (Base::Absolute, offset),
            Some(Expr::Name(name)) => (Base::Name(name), offset),
            Some(expr) => (Base::Expr(Box::new(expr)), offset),
        })
    }

    /// The rest of `[%v.x + 4]`.
    fn component_base(&mut self, name: Name<'src>, component: Name<'src>) -> Parsed<(Base<'src>, i64)> {
        let base = Base::Component(name, component);
        if !matches!(self.tok, Token::Plus | Token::Minus) {
            return Ok((base, 0));
        }
        // `+ 4` and `- 4` are expressions with a sign in front.
        let at = self.span;
        let expr = self.expr()?;
        let mut offset = 0;
        match split_offset(expr, &mut offset) {
            None => Ok((base, offset)),
            Some(_) => self.error(at, "an offset with a name in it".to_owned(), "a number".to_owned()),
        }
    }
}

/// An expression as an operand: the plain cases have their own variants.
fn operand_of(expr: Expr<'_>) -> Operand<'_> {
    match expr {
        Expr::Int(int) => Operand::Int(int),
        Expr::Float(float) => Operand::Float(float),
        Expr::Name(name) => Operand::Name(name),
        Expr::Element(array, index, span) => Operand::Element(array, index, span),
        expr => Operand::Expr(Box::new(expr)),
    }
}

/// The value of a constant as an offset in bytes.
fn constant(expr: &Expr<'_>) -> Option<i64> {
    match expr {
        Expr::Int(int) => Some(int.signed()),
        expr => evaluate(expr).map(|(value, _)| value as i64),
    }
}

/// Takes the constants that are added to `expr` out of it, into `offset`. What is left of the
/// expression, or `None` where nothing is.
fn split_offset<'src>(expr: Expr<'src>, offset: &mut i64) -> Option<Expr<'src>> {
    if let Some(value) = constant(&expr) {
        *offset = offset.wrapping_add(value);
        return None;
    }
    let Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), sides) = expr else { return Some(expr) };
    let (left, right) = *sides;
    match (constant(&left), constant(&right)) {
        (_, Some(value)) if op == BinaryOp::Add => *offset = offset.wrapping_add(value),
        (_, Some(value)) => *offset = offset.wrapping_sub(value),
        (Some(value), _) if op == BinaryOp::Add => {
            *offset = offset.wrapping_add(value);
            return split_offset(right, offset);
        }
        _ => return Some(Expr::Binary(op, Box::new((left, right)))),
    }
    split_offset(left, offset)
}
