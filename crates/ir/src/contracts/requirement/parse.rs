//! From text to an expression. Binding is as in C; what C allows and hardly anyone means is an error that says what to write.

use super::operand::{Cast, Operand, Size};
use crate::inst::Special;
use std::ops::Range;

/// The most operators and operands of a requirement, and how deep they may nest.
const MOST: usize = 500;
const DEEPEST: usize = 64;

/// A part of a requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Expr {
    pub(super) node: Node,
    /// Where it stands in the text, without parentheses around it.
    pub(super) span: Range<usize>,
    /// Is it in parentheses?
    enclosed: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Node {
    Number(u64),
    Operand(Operand),
    Size(Size),
    Unary(Unary, Box<Expr>),
    Cast(Cast, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unary {
    Not,
    Complement,
    Minus,
    Plus,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// All of them, longer ones first, with how strongly they bind.
const BINARY: [(&str, Binary, u8); 18] = [
    ("||", Binary::Or, 1),
    ("&&", Binary::And, 2),
    ("==", Binary::Equal, 6),
    ("!=", Binary::Unequal, 6),
    ("<<", Binary::ShiftLeft, 8),
    (">>", Binary::ShiftRight, 8),
    ("<=", Binary::AtMost, 7),
    (">=", Binary::AtLeast, 7),
    ("|", Binary::BitOr, 3),
    ("^", Binary::BitXor, 4),
    ("&", Binary::BitAnd, 5),
    ("<", Binary::Less, 7),
    (">", Binary::Greater, 7),
    ("+", Binary::Plus, 9),
    ("-", Binary::Minus, 9),
    ("*", Binary::Times, 10),
    ("/", Binary::Divide, 10),
    ("%", Binary::Remainder, 10),
];

impl Binary {
    fn compares(self) -> bool {
        matches!(
            self,
            Self::Equal | Self::Unequal | Self::Less | Self::AtMost | Self::Greater | Self::AtLeast
        )
    }

    fn is_bitwise(self) -> bool {
        matches!(self, Self::BitAnd | Self::BitOr | Self::BitXor)
    }
}

/// Words of the languages that differ from thread to thread.
const OF_A_THREAD: [&str; 10] = [
    "threadIdx",
    "blockIdx",
    "get_local_id",
    "get_global_id",
    "get_group_id",
    "%tid",
    "%ctaid",
    "%laneid",
    "%warpid",
    "%clusterid",
];

/// The register that holds a size in a dimension.
type OfDimension = fn(u8) -> Special;

/// The sizes of the launch, in each language.
const SIZES: [(&str, OfDimension); 6] = [
    ("blockDim", Special::Ntid),
    ("gridDim", Special::Nctaid),
    ("get_local_size", Special::Ntid),
    ("get_num_groups", Special::Nctaid),
    ("%ntid", Special::Ntid),
    ("%nctaid", Special::Nctaid),
];

/// Reads a requirement.
///
/// # Errors
/// What is wrong.
pub(super) fn parse(text: &str) -> Result<Expr, String> {
    if text.is_empty() {
        return Err("a condition such as n >= 32".to_owned());
    }
    let mut parser = Parser { text, at: 0, count: 0, depth: 0, names: false };
    let expr = parser.binary(1)?;
    parser.skip();
    match parser.rest().chars().next() {
        None if parser.names => Ok(expr),
        None => Err("it names neither a parameter nor a size of the launch".to_owned()),
        Some('=') => Err(format!("write `==` to compare{}", parser.here())),
        Some(',' | ';') => Err("one condition: join several with `&&`, or repeat the option".to_owned()),
        Some('?') => Err("write `a && b || !a && c` in place of `a ? b : c`".to_owned()),
        Some(_) => Err(format!("expected an operator{}", parser.here())),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    count: usize,
    depth: usize,
    /// Does it name anything of the launch?
    names: bool,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Where it stands, for messages.
    fn here(&self) -> String {
        match self.rest() {
            "" => " at the end".to_owned(),
            rest => format!(" at `{}`", rest.chars().take(20).collect::<String>()),
        }
    }

    fn skip(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, sign: &str) -> bool {
        self.skip();
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    fn need(&mut self, sign: &str) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(format!("expected `{sign}`{}", self.here())) }
    }

    fn expr(&mut self, node: Node, from: usize) -> Result<Expr, String> {
        self.count += 1;
        if self.count > MOST {
            return Err("it is too long: repeat the option with a part of it".to_owned());
        }
        let end = from + self.text[from..self.at].trim_end().len();
        Ok(Expr { node, span: from..end, enclosed: false })
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, String>) -> Result<T, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("it nests too deep".to_owned());
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn binary(&mut self, least: u8) -> Result<Expr, String> {
        self.skip();
        let from = self.at;
        let mut left = self.unary()?;
        loop {
            self.skip();
            let found = BINARY.iter().find(|(sign, ..)| self.rest().starts_with(sign));
            let Some(&(sign, op, binds)) = found.filter(|(.., binds)| *binds >= least) else {
                return Ok(left);
            };
            self.at += sign.len();
            // `n &= 1`, `n <<= 1`; but `n <= 1` was taken whole.
            if self.rest().starts_with('=') {
                return Err(format!("write `==` to compare{}", self.here()));
            }
            let right = self.deeper(|parser| parser.binary(binds + 1))?;
            self.plain(op, sign, &left, &right)?;
            left = self.expr(Node::Binary(op, Box::new(left), Box::new(right)), from)?;
        }
    }

    /// Refuses what C takes for something else than it looks like.
    fn plain(&self, op: Binary, sign: &str, left: &Expr, right: &Expr) -> Result<(), String> {
        let text = |expr: &Expr| &self.text[expr.span.clone()];
        let compared = |expr: &&Expr| {
            !expr.enclosed && matches!(&expr.node, Node::Binary(inner, ..) if inner.compares())
        };
        if op.compares()
            && let Some(inner) = [left, right].into_iter().find(compared)
        {
            return Err(format!(
                "`{}` is compared once more: write `a < b && b < c`, or put it in parentheses",
                text(inner)
            ));
        }
        if op.is_bitwise()
            && let Some(inner) = [left, right].into_iter().find(compared)
        {
            return Err(format!(
                "`{}` binds more strongly than `{sign}`: put parentheses where they are meant, as in `(n & 1) == 0`",
                text(inner)
            ));
        }
        if op.compares() && !left.enclosed && matches!(left.node, Node::Unary(Unary::Not, _)) {
            return Err(format!(
                "`{}` is compared: put `!` before parentheses around the comparison",
                text(left)
            ));
        }
        Ok(())
    }

    fn unary(&mut self) -> Result<Expr, String> {
        self.skip();
        let from = self.at;
        let signs = [('!', Unary::Not), ('~', Unary::Complement), ('-', Unary::Minus), ('+', Unary::Plus)];
        let sign = signs.iter().find(|(sign, _)| self.rest().starts_with(*sign));
        if let Some(&(_, op)) = sign {
            self.at += 1;
            let inner = self.deeper(Self::unary)?;
            return self.expr(Node::Unary(op, Box::new(inner)), from);
        }
        if self.rest().starts_with('(') {
            self.at += 1;
            if let Some(cast) = self.cast() {
                let inner = self.deeper(Self::unary)?;
                return self.expr(Node::Cast(cast, Box::new(inner)), from);
            }
            let inner = self.deeper(|parser| parser.binary(1))?;
            self.need(")")?;
            return Ok(Expr { enclosed: true, ..inner });
        }
        if self.rest().starts_with(|c: char| c.is_ascii_digit()) {
            let number = self.number()?;
            return self.expr(Node::Number(number), from);
        }
        let node = self.named()?;
        self.names |= !matches!(node, Node::Number(_));
        self.expr(node, from)
    }

    /// The words of a type up to a parenthesis, if something follows that it can be applied to.
    fn cast(&mut self) -> Option<Cast> {
        let (words, after) = self.rest().split_once(')')?;
        let cast = Cast::of(words)?;
        let applies = |c: char| c.is_alphanumeric() || "_$(!~-+%".contains(c);
        after.trim_start().starts_with(applies).then(|| {
            self.at += words.len() + 1;
            cast
        })
    }

    fn number(&mut self) -> Result<u64, String> {
        let rest = self.rest();
        let all = &rest
            [..rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.')).unwrap_or(rest.len())];
        self.at += all.len();
        let (radix, digits) = match all.get(..2) {
            Some("0x" | "0X") => (16, &all[2..]),
            Some("0b" | "0B") => (2, &all[2..]),
            _ => (10, all),
        };
        // The suffixes of C change nothing here.
        let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
        if radix == 10
            && digits.len() > 1
            && digits.starts_with('0')
            && digits.bytes().all(|b| b.is_ascii_digit())
        {
            return Err(format!("`{all}` is octal in C: write it as a decimal or hexadecimal number"));
        }
        match u64::from_str_radix(digits, radix) {
            Ok(number) => Ok(number),
            Err(e) if *e.kind() == std::num::IntErrorKind::PosOverflow => {
                Err(format!("`{all}` has more than 64 bits"))
            }
            Err(_) => Err(format!("`{all}` is not an integer")),
        }
    }

    /// A parameter, or a size of the launch.
    fn named(&mut self) -> Result<Node, String> {
        let name = self.name();
        if name.is_empty() || name == "%" {
            return Err(format!("expected a parameter or a number{}", self.here()));
        }
        if OF_A_THREAD.contains(&name) {
            return Err(format!("`{name}` differs between threads, and a requirement is about the launch"));
        }
        if let Some(&(_, of)) = SIZES.iter().find(|(size, _)| *size == name) {
            return Ok(Node::Size(Size::Of(of(self.dimension(name)?))));
        }
        match name {
            "get_global_size" => return Ok(Node::Size(Size::Global(self.dimension(name)?))),
            "true" => return Ok(Node::Number(1)),
            "false" => return Ok(Node::Number(0)),
            "and" => return Err("write `&&` for and".to_owned()),
            "or" => return Err("write `||` for or".to_owned()),
            "not" => return Err("write `!` for not".to_owned()),
            _ if name.starts_with('%') => return Err(format!("`{name}` is not the size of a launch")),
            _ if self.rest().trim_start().starts_with('(') => {
                return Err(format!("a requirement cannot call a function such as `{name}`"));
            }
            _ => {}
        }
        let path = self.path()?;
        Ok(Node::Operand(match (name, path.strip_prefix('[').and_then(|path| path.split_once(']'))) {
            ("param", Some((index, rest))) => {
                let index = index.parse().map_err(|_| format!("there is no parameter {index}"))?;
                Operand::numbered(index, rest)
            }
            _ => Operand::named(name, path),
        }))
    }

    /// A name, with the sign that begins one of PTX.
    fn name(&mut self) -> &'t str {
        self.skip();
        let rest = self.rest();
        let inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let from = rest.starts_with('%').into();
        let end = rest[from..].find(|c| !inner(c)).map_or(rest.len(), |end| from + end);
        self.at += end;
        &rest[..end]
    }

    /// The way to a member and its element: `.grid.width`, `.count[2]`.
    fn path(&mut self) -> Result<&'t str, String> {
        let from = self.at;
        loop {
            let rest = self.rest();
            if let Some(inner) = rest.strip_prefix('[') {
                let end = inner.find(']').ok_or_else(|| format!("expected `]`{}", self.here()))?;
                if !inner[..end].bytes().all(|b| b.is_ascii_digit()) || end == 0 {
                    return Err(format!("`{}` is not the number of an element", &inner[..end]));
                }
                self.at += end + 2;
            } else if rest.starts_with("->") {
                return Err("a requirement reads no memory: `->` follows a pointer".to_owned());
            } else if rest.starts_with('.') {
                self.at += 1;
                if self.name().is_empty() {
                    return Err(format!("expected the name of a member{}", self.here()));
                }
            } else {
                return Ok(&self.text[from..self.at]);
            }
        }
    }

    /// The dimension of a size: `.x`, or `(0)`.
    fn dimension(&mut self, name: &str) -> Result<u8, String> {
        if name.starts_with("get_") {
            self.need("(")?;
            self.skip();
            let number = self.number().ok().filter(|&number| number < 3);
            let number = number.ok_or_else(|| format!("write `{name}(0)`, with a dimension from 0 to 2"))?;
            self.need(")")?;
            return Ok(number as u8);
        }
        let dimension = ['x', 'y', 'z'].iter().position(|&of| self.take(&format!(".{of}")));
        let ends = |c: char| !c.is_alphanumeric() && c != '_';
        dimension
            .filter(|_| self.rest().is_empty() || self.rest().starts_with(ends))
            .map(|dimension| dimension as u8)
            .ok_or_else(|| format!("write `{name}.x`, with a dimension x, y or z"))
    }
}
