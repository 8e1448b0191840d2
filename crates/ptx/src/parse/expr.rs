//! Constant expressions and numbers (PTX ISA 4.5).

use super::{MAX_DEPTH, Parsed, Parser, quoted};
use crate::ast::{BinaryOp, Expr, Float, Int, Name, Span, UnaryOp};
use crate::lex::Token;

/// The binary operator that a token is.
fn binary(token: Token) -> Option<BinaryOp> {
    Some(match token {
        Token::Star => BinaryOp::Mul,
        Token::Slash => BinaryOp::Div,
        Token::Percent => BinaryOp::Rem,
        Token::Plus => BinaryOp::Add,
        Token::Minus => BinaryOp::Sub,
        Token::ShiftLeft => BinaryOp::Shl,
        Token::ShiftRight => BinaryOp::Shr,
        Token::Less => BinaryOp::Lt,
        Token::LessEqual => BinaryOp::Le,
        Token::Greater => BinaryOp::Gt,
        Token::GreaterEqual => BinaryOp::Ge,
        Token::EqualEqual => BinaryOp::Eq,
        Token::NotEqual => BinaryOp::Ne,
        Token::And => BinaryOp::And,
        Token::Caret => BinaryOp::Xor,
        Token::Or => BinaryOp::Or,
        Token::AndAnd => BinaryOp::LogicalAnd,
        Token::OrOr => BinaryOp::LogicalOr,
        _ => return None,
    })
}

impl<'src> Parser<'src> {
    /// A whole constant expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr<'src>> {
        self.operators = MAX_DEPTH;
        self.inner()
    }

    /// A constant expression inside another.
    fn inner(&mut self) -> Parsed<Expr<'src>> {
        let first = self.unary()?;
        self.continued(first)
    }

    /// A whole constant expression whose first word has been consumed.
    pub(super) fn expr_from_name(&mut self, name: Name<'src>) -> Parsed<Expr<'src>> {
        self.operators = MAX_DEPTH;
        let first = self.after_name(name)?;
        self.continued(first)
    }

    /// The operators after a first part, if any.
    fn continued(&mut self, first: Expr<'src>) -> Parsed<Expr<'src>> {
        match self.tok {
            Token::Comma | Token::Semicolon | Token::RightBracket | Token::RightBrace | Token::RightParen => {
                Ok(first)
            }
            _ => {
                let condition = self.binary(first, 1)?;
                if self.tok != Token::Question {
                    return Ok(condition);
                }
                self.bump();
                let yes = self.deeper(Self::inner)?;
                self.expect(Token::Colon, "`:`")?;
                let no = self.deeper(Self::inner)?;
                Ok(Expr::Conditional(Box::new((condition, yes, no))))
            }
        }
    }

    /// Precedence climbing: takes operators that bind at least as tightly as `least`. A chain of
    /// operators makes a tree as deep as it is long, so their number is limited.
    fn binary(&mut self, mut left: Expr<'src>, least: u8) -> Parsed<Expr<'src>> {
        while let Some(op) = binary(self.tok).filter(|op| op.tightness() >= least) {
            if self.operators == 0 {
                return self.expected(&format!("at most {MAX_DEPTH} operators in one expression"));
            }
            self.operators -= 1;
            self.bump();
            let right = self.unary()?;
            let right = self.binary(right, op.tightness() + 1)?;
            left = Expr::Binary(op, Box::new((left, right)));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr<'src>> {
        let start = self.span.start;
        let op = match self.tok {
            Token::Plus => UnaryOp::Plus,
            Token::Minus => UnaryOp::Minus,
            Token::Bang => UnaryOp::LogicalNot,
            Token::Tilde => UnaryOp::BitNot,
            Token::LeftParen => return self.parenthesised(),
            Token::Word => {
                let name = self.name();
                self.bump();
                return self.after_name(name);
            }
            _ => return self.number(),
        };
        self.bump();
        let value = self.deeper(Self::unary)?;
        let span = self.span_from(start);
        // A sign in front of a number is part of it.
        Ok(match (op, value) {
            (UnaryOp::Plus, Expr::Int(int)) => Expr::Int(Int { span, ..int }),
            (UnaryOp::Minus, Expr::Int(int)) => {
                Expr::Int(Int { value: int.value.wrapping_neg(), unsigned: int.unsigned, span })
            }
            (UnaryOp::Plus, Expr::Float(float)) => Expr::Float(Float { span, ..float }),
            (UnaryOp::Minus, Expr::Float(float)) => {
                let sign = if float.single { 1 << 31 } else { 1 << 63 };
                Expr::Float(Float { bits: float.bits ^ sign, single: float.single, span })
            }
            (op, value) => Expr::Unary(op, Box::new(value), span),
        })
    }

    /// `(e)`, `(.s64) e` or `(.u64) e`.
    fn parenthesised(&mut self) -> Parsed<Expr<'src>> {
        let start = self.span.start;
        self.bump();
        for (word, unsigned) in [("s64", false), ("u64", true)] {
            if self.at_dotted(word) {
                self.bump();
                self.expect(Token::RightParen, "`)`")?;
                let value = Box::new(self.deeper(Self::unary)?);
                return Ok(Expr::Cast { unsigned, value, span: self.span_from(start) });
            }
        }
        self.in_parens()
    }

    /// `e)`: what follows an opening parenthesis.
    fn in_parens(&mut self) -> Parsed<Expr<'src>> {
        let value = self.deeper(Self::inner)?;
        self.expect(Token::RightParen, "`)`")?;
        Ok(value)
    }

    /// What a word may begin: itself, `generic(…)`, `array[…]`.
    fn after_name(&mut self, name: Name<'src>) -> Parsed<Expr<'src>> {
        match self.tok {
            Token::LeftParen if name.text == "generic" => {
                self.bump();
                let value = Box::new(self.in_parens()?);
                Ok(Expr::Generic(value, self.span_from(name.span.start)))
            }
            Token::LeftBracket => {
                self.bump();
                let index = Box::new(self.deeper(Self::inner)?);
                self.expect(Token::RightBracket, "`]`")?;
                Ok(Expr::Element(name, index, self.span_from(name.span.start)))
            }
            _ if name.text == "WARP_SZ" => Ok(Expr::WarpSize(name.span)),
            _ => Ok(Expr::Name(name)),
        }
    }

    /// A number, or `0xff(symbol)`.
    fn number(&mut self) -> Parsed<Expr<'src>> {
        let (start, span, text) = (self.span.start, self.span, self.text());
        let value = match self.tok {
            Token::Number => literal(text, span),
            Token::Decimal => decimal(text, span),
            // `.5`
            Token::Dotted if text.bytes().skip(1).all(|byte| byte.is_ascii_digit()) => decimal(text, span),
            _ => return self.expected("a number or a name"),
        };
        let value = match value {
            Ok(value) => value,
            Err(expected) => return self.expected(expected),
        };
        self.bump();
        match value {
            Expr::Int(mask) if self.tok == Token::LeftParen => {
                self.bump();
                let symbol = Box::new(self.in_parens()?);
                Ok(Expr::Mask(mask, symbol, self.span_from(start)))
            }
            value => Ok(value),
        }
    }

    /// An integer, with its sign.
    pub(super) fn int(&mut self) -> Parsed<Int> {
        let span = self.span;
        self.operators = MAX_DEPTH;
        match self.unary()? {
            Expr::Int(int) => Ok(int),
            other => {
                let Span { start, end } = other.span();
                let found = quoted(&self.source[start as usize..end as usize]);
                self.error(span, found, "an integer".to_owned())
            }
        }
    }

    /// An integer from 0 to 2^32-1: a count, an index, a line.
    pub(super) fn small(&mut self, what: &str) -> Parsed<u32> {
        let value = match (self.tok, literal(self.text(), self.span)) {
            (Token::Number, Ok(Expr::Int(int))) => u32::try_from(int.value).ok(),
            _ => None,
        };
        let Some(value) = value else { return self.expected(what) };
        self.bump();
        Ok(value)
    }
}

/// The value of a token that begins with a digit; the error says what was expected.
fn literal<'src>(text: &str, span: Span) -> Result<Expr<'src>, &'static str> {
    let bytes = text.as_bytes();
    let (radix, digits) = match bytes {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'f' | b'F', ..] => return exact(&text[2..], 8, span),
        [b'0', b'd' | b'D', ..] => return exact(&text[2..], 16, span),
        [b'0', b'0'..=b'9', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    let (digits, suffix) = match digits.strip_suffix('U') {
        Some(digits) => (digits, true),
        None => (digits, false),
    };
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(Expr::Int(Int { value, unsigned: suffix || value > i64::MAX as u64, span })),
        Err(_) if radix == 10 && text.contains(['e', 'E']) => decimal(text, span),
        Err(error) if *error.kind() == std::num::IntErrorKind::PosOverflow => {
            Err("a number of at most 64 bits")
        }
        Err(_) => Err("a number such as `12`, `0x1F`, `0f3F800000` or `1.5`"),
    }
}

/// `0f` and 8 digits, or `0d` and 16.
fn exact<'src>(digits: &str, length: usize, span: Span) -> Result<Expr<'src>, &'static str> {
    match u64::from_str_radix(digits, 16) {
        Ok(bits) if digits.len() == length => Ok(Expr::Float(Float { bits, single: length == 8, span })),
        _ if length == 8 => Err("exactly 8 hexadecimal digits after `0f`"),
        _ => Err("exactly 16 hexadecimal digits after `0d`"),
    }
}

fn decimal<'src>(text: &str, span: Span) -> Result<Expr<'src>, &'static str> {
    let value: f64 = text.parse().map_err(|_| "a decimal number such as `1.5` or `1.0e-3`")?;
    Ok(Expr::Float(Float { bits: value.to_bits(), single: false, span }))
}
