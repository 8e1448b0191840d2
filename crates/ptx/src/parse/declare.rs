//! Variables and parameters (PTX ISA 5.4).

use super::{Parsed, Parser};
use crate::ast::{Declaration, Declarator, Directive, Expr, Init, Linkage, Name, Parameter, Pointer, Space};
use crate::lex::Token;

/// What the dotted words in front of a name mean.
struct Head<'src> {
    space: Option<Space>,
    attributes: Vec<Directive<'src>>,
    align: Option<u32>,
    vector: Option<u32>,
    ty: Name<'src>,
    ptr: Option<Pointer<'src>>,
}

/// The state space that a dotted word names, without the dot; `.const`'s bank is read later.
fn space(word: &str) -> Option<Space> {
    Some(match word {
        "reg" => Space::Reg,
        "sreg" => Space::Sreg,
        "const" => Space::Const(None),
        "global" => Space::Global,
        "local" => Space::Local,
        "param" | "param::entry" | "param::func" => Space::Param,
        "shared" | "shared::cta" | "shared::cluster" => Space::Shared,
        "tex" => Space::Tex,
        _ => return None,
    })
}

/// `v2`, `v4`, `v8`, …: the number of components.
fn vector(word: &str) -> Option<u32> {
    word.strip_prefix('v')?.parse().ok()
}

/// Whether a `.texref`, `.samplerref` or `.surfref` may stand without a state space.
fn is_opaque(word: &str) -> bool {
    matches!(word, "texref" | "samplerref" | "surfref")
}

impl<'src> Parser<'src> {
    /// Whether the next token begins a variable declaration.
    pub(super) fn at_variable(&self) -> bool {
        self.tok == Token::Dotted && (space(&self.text()[1..]).is_some() || is_opaque(&self.text()[1..]))
    }

    /// `.shared .align 4 .b8 a[16], b;` from its state space on.
    pub(super) fn declaration(&mut self, start: u32, linkage: Linkage) -> Parsed<Declaration<'src>> {
        let Head { space, attributes, align, vector, ty, .. } = self.head(false)?;
        let declarators = self.comma_list(Self::declarator)?;
        self.expect(Token::Semicolon, "`,` or `;`")?;
        let span = self.span_from(start);
        let space = space.unwrap_or(Space::Global);
        Ok(Declaration { linkage, space, attributes, align, vector, ty, declarators, span })
    }

    /// The dotted words, in any order. In a parameter, those after `.ptr` describe what the
    /// pointer points to.
    fn head(&mut self, parameter: bool) -> Parsed<Head<'src>> {
        let mut found = None;
        let mut attributes = Vec::new();
        let (mut align, mut components, mut ty) = (None, None, None);
        let mut ptr: Option<Pointer<'src>> = None;
        while self.tok == Token::Dotted {
            let name = self.name();
            match (name.text, &mut ptr) {
                ("align", _) => {
                    self.bump();
                    let bytes = Some(self.small("an alignment in bytes")?);
                    match &mut ptr {
                        Some(pointer) => pointer.align = bytes,
                        None => align = bytes,
                    }
                    continue;
                }
                ("attribute", _) => {
                    attributes.extend(self.attributes()?);
                    continue;
                }
                ("ptr", None) if parameter => ptr = Some(Pointer { space: None, align: None }),
                (word, Some(pointer)) if space(word).is_some() => pointer.space = Some(name),
                (word, None) if found.is_none() && space(word).is_some() => {
                    self.bump();
                    found = space(word);
                    if found == Some(Space::Const(None)) && self.eat(Token::LeftBracket) {
                        found = Some(Space::Const(Some(self.small("a bank number")?)));
                        self.expect(Token::RightBracket, "`]`")?;
                    }
                    continue;
                }
                (word, _) if components.is_none() && vector(word).is_some() => components = vector(word),
                _ if ty.is_none() => ty = Some(name),
                _ => return self.expected("a name"),
            }
            self.bump();
        }
        let Some(ty) = ty else { return self.expected("a type such as `.u32`") };
        Ok(Head { space: found, attributes, align, vector: components, ty, ptr })
    }

    /// `.attribute(.managed, .unified(1, 2))`, any number of times.
    pub(super) fn attributes(&mut self) -> Parsed<Vec<Directive<'src>>> {
        let mut attributes = Vec::new();
        while self.at_dotted("attribute") {
            self.bump();
            self.expect(Token::LeftParen, "`(`")?;
            let list = self.comma_list(|p| match p.tok {
                Token::Dotted => p.directive(),
                _ => p.expected("an attribute such as `.managed`"),
            })?;
            attributes.extend(list);
            self.expect(Token::RightParen, "`,` or `)`")?;
        }
        Ok(attributes)
    }

    /// `%r<100>`, `a[4][4] = { … }`, `x`.
    fn declarator(&mut self) -> Parsed<Declarator<'src>> {
        let name = self.expect_name(Token::Word, "a name")?;
        let mut count = None;
        if self.eat(Token::Less) {
            count = Some(self.small("the number of registers")?);
            self.expect(Token::Greater, "`>`")?;
        }
        let dims = self.dims()?;
        let init = if self.eat(Token::Equals) { Some(self.init()?) } else { None };
        Ok(Declarator { name, count, dims, init })
    }

    /// `[4][]`.
    fn dims(&mut self) -> Parsed<Vec<Option<Expr<'src>>>> {
        let mut dims = Vec::new();
        while self.eat(Token::LeftBracket) {
            dims.push(if self.tok == Token::RightBracket { None } else { Some(self.expr()?) });
            self.expect(Token::RightBracket, "`]`")?;
        }
        Ok(dims)
    }

    fn init(&mut self) -> Parsed<Init<'src>> {
        let start = self.span.start;
        match self.tok {
            Token::LeftBrace => {
                self.bump();
                let mut elements = Vec::new();
                while self.tok != Token::RightBrace {
                    elements.push(self.deeper(Self::init)?);
                    if !self.eat(Token::Comma) {
                        break;
                    }
                }
                self.expect(Token::RightBrace, "`,` or `}`")?;
                Ok(Init::List(elements, self.span_from(start)))
            }
            Token::Text => {
                let text = self.name();
                self.bump();
                Ok(Init::Str(text))
            }
            _ => {
                let value = self.expr()?;
                match value {
                    Expr::Name(field) if self.eat(Token::Equals) => Ok(Init::Field(field, self.expr()?)),
                    _ => Ok(Init::Value(value)),
                }
            }
        }
    }

    /// `(.param .b32 a, .reg .u32 b)`.
    pub(super) fn parameters(&mut self) -> Parsed<Vec<Parameter<'src>>> {
        self.bump();
        if self.eat(Token::RightParen) {
            return Ok(Vec::new());
        }
        let parameters = self.comma_list(Self::parameter)?;
        self.expect(Token::RightParen, "`,` or `)`")?;
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parsed<Parameter<'src>> {
        let start = self.span.start;
        if self.tok != Token::Dotted {
            return self.expected("a parameter such as `.param .u64 p`");
        }
        let Head { space, attributes, align, vector, ty, ptr } = self.head(true)?;
        let mut name = None;
        if self.tok == Token::Word {
            name = Some(self.name()).filter(|name| name.text != "_");
            self.bump();
        }
        let dims = self.dims()?;
        let span = self.span_from(start);
        let space = space.unwrap_or(Space::Param);
        Ok(Parameter { space, attributes, align, vector, ty, ptr, name, dims, span })
    }
}
