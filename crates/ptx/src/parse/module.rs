//! What stands at module scope (PTX ISA 11.1 to 11.7).

use super::{Parsed, Parser};
use crate::ast::{
    Alias, CallPrototype, Directive, DirectiveArg, File, Item, Loc, Module, Name, Pragma, Span, Version,
};
use crate::ast::{Function, FunctionKind, InlinedAt, Linkage, Place};
use crate::lex::Token;

const ITEM: &str = "a directive such as `.entry`, `.func`, `.visible`, `.extern`, `.global`, `.const`, `.file` or `.section`";

impl<'src> Parser<'src> {
    /// `.version`, then everything else up to the end of the text.
    pub(super) fn module(&mut self) -> Parsed<Module<'src>> {
        let version = self.version()?;
        let mut module = Module { version, targets: Vec::new(), address_size: 32, items: Vec::new() };
        while self.tok != Token::End {
            if self.item(&mut module).is_err() && !self.skip_item() {
                break;
            }
        }
        Ok(module)
    }

    fn version(&mut self) -> Parsed<Version> {
        let start = self.span.start;
        if !self.at_dotted("version") {
            return self.expected("`.version`, with which every PTX module begins");
        }
        self.bump();
        let numbers = self.text().split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        match (self.tok, numbers) {
            (Token::Decimal, Some((major, minor))) => {
                self.bump();
                Ok(Version { major, minor, span: self.span_from(start) })
            }
            _ => self.expected("a version such as `8.4`"),
        }
    }

    fn item(&mut self, module: &mut Module<'src>) -> Parsed<()> {
        let start = self.span.start;
        match self.tok {
            Token::Semicolon => {
                self.bump();
                return Ok(());
            }
            Token::Word => {
                let name = self.name();
                self.bump();
                self.expect(
                    Token::Colon,
                    "`:` (outside a function a name begins only `name: .callprototype`)",
                )?;
                if !self.at_dotted("callprototype") {
                    return self.expected("`.callprototype`");
                }
                let prototype = self.call_prototype(name)?;
                module.items.push(Item::CallPrototype(prototype));
                return Ok(());
            }
            Token::Dotted => {}
            _ => return self.expected(ITEM),
        }
        let item = match &self.text()[1..] {
            "target" => {
                self.bump();
                let words = self.comma_list(|p| p.expect_name(Token::Word, "a target such as `sm_80`"))?;
                module.targets.extend(words);
                return Ok(());
            }
            "address_size" => {
                self.bump();
                let size = self.text();
                if !matches!(size, "32" | "64") {
                    return self.expected("32 or 64");
                }
                module.address_size = if size == "32" { 32 } else { 64 };
                self.bump();
                return Ok(());
            }
            "version" => return self.expected("no second `.version`: a module has one, at its beginning"),
            "file" => Item::File(self.file()?),
            "section" => Item::Section(self.section()?),
            "pragma" => Item::Pragma(self.pragma()?),
            "loc" => Item::Loc(self.loc()?),
            "alias" => {
                self.bump();
                let name = self.expect_name(Token::Word, "a function's name")?;
                self.expect(Token::Comma, "`,`")?;
                let target = self.expect_name(Token::Word, "a function's name")?;
                self.expect(Token::Semicolon, "`;`")?;
                Item::Alias(Alias { name, target, span: self.span_from(start) })
            }
            _ => self.linked(start)?,
        };
        module.items.push(item);
        Ok(())
    }

    /// A function or a variable, with the linking directive in front of it.
    fn linked(&mut self, start: u32) -> Parsed<Item<'src>> {
        let mut linkage = Linkage::Internal;
        loop {
            if self.tok != Token::Dotted {
                return self.expected("`.entry`, `.func`, or a state space such as `.global`");
            }
            linkage = match &self.text()[1..] {
                "extern" => Linkage::Extern,
                "visible" => Linkage::Visible,
                "weak" => Linkage::Weak,
                "common" => Linkage::Common,
                "entry" => return Ok(Item::Function(self.function(start, linkage, FunctionKind::Entry)?)),
                "func" => return Ok(Item::Function(self.function(start, linkage, FunctionKind::Func)?)),
                _ if self.at_variable() => return Ok(Item::Variable(self.declaration(start, linkage)?)),
                _ => return self.expected(ITEM),
            };
            self.bump();
        }
    }

    fn function(&mut self, start: u32, linkage: Linkage, kind: FunctionKind) -> Parsed<Function<'src>> {
        self.bump();
        let attributes = self.attributes()?;
        let returns = if self.tok == Token::LeftParen { self.parameters()? } else { Vec::new() };
        let name = self.expect_name(Token::Word, "a function's name")?;
        let params = if self.tok == Token::LeftParen { self.parameters()? } else { Vec::new() };
        let directives = self.directives()?;
        let body = match self.tok {
            Token::LeftBrace => Some(self.block()?),
            Token::Semicolon => {
                self.bump();
                None
            }
            _ => return self.expected("`{`, `;`, or a directive such as `.maxntid`"),
        };
        let span = self.span_from(start);
        Ok(Function { kind, linkage, attributes, returns, name, params, directives, body, span })
    }

    /// `.maxntid 128, 1, 1 .noreturn .pragma "x";` up to what is no directive.
    pub(super) fn directives(&mut self) -> Parsed<Vec<Directive<'src>>> {
        let mut directives = Vec::new();
        while self.tok == Token::Dotted {
            let directive = self.directive()?;
            if directive.name.text == "pragma" {
                self.expect(Token::Semicolon, "`;` after the pragma")?;
            }
            directives.push(directive);
        }
        Ok(directives)
    }

    /// A directive and its arguments, in parentheses or not.
    pub(super) fn directive(&mut self) -> Parsed<Directive<'src>> {
        let start = self.span.start;
        let name = self.name();
        self.bump();
        let mut args = Vec::new();
        if self.eat(Token::LeftParen) {
            args = self.comma_list(Self::directive_arg)?;
            self.expect(Token::RightParen, "`,` or `)`")?;
        } else if matches!(self.tok, Token::Number | Token::Text | Token::Word | Token::Minus) {
            args = self.comma_list(Self::directive_arg)?;
        }
        Ok(Directive { name, args, span: self.span_from(start) })
    }

    fn directive_arg(&mut self) -> Parsed<DirectiveArg<'src>> {
        const WHAT: &str = "a number, a name or a string";
        match self.tok {
            Token::Number | Token::Minus => Ok(DirectiveArg::Int(self.int()?)),
            Token::Text => Ok(DirectiveArg::Str(self.expect_name(Token::Text, WHAT)?)),
            _ => Ok(DirectiveArg::Name(self.symbol(WHAT)?)),
        }
    }

    fn file(&mut self) -> Parsed<File<'src>> {
        let start = self.span.start;
        self.bump();
        let index = self.small("a file number")?;
        let path = self.expect_name(Token::Text, "a path in double quotes")?.text;
        let (mut timestamp, mut size) = (None, None);
        if self.eat(Token::Comma) {
            timestamp = Some(self.int()?.value);
            if self.eat(Token::Comma) {
                size = Some(self.int()?.value);
            }
        }
        Ok(File { index, path, timestamp, size, span: self.span_from(start) })
    }

    pub(super) fn pragma(&mut self) -> Parsed<Pragma<'src>> {
        let start = self.span.start;
        self.bump();
        let strings = self.comma_list(|p| p.expect_name(Token::Text, "a string"))?;
        self.expect(Token::Semicolon, "`,` or `;`")?;
        Ok(Pragma { strings, span: self.span_from(start) })
    }

    /// `.loc file line column[, function_name label[+offset]][, inlined_at file line column]`.
    pub(super) fn loc(&mut self) -> Parsed<Loc<'src>> {
        let start = self.span.start;
        self.bump();
        let place = self.place()?;
        let (mut function, mut offset, mut inlined) = (None, 0, None);
        while self.eat(Token::Comma) {
            match self.text() {
                "function_name" => {
                    self.bump();
                    function = Some(self.symbol("a label in `.debug_str`")?);
                    if self.eat(Token::Plus) {
                        offset = self.int()?.signed();
                    }
                }
                "inlined_at" => {
                    self.bump();
                    inlined = Some(self.place()?);
                }
                _ => return self.expected("`function_name` or `inlined_at`"),
            }
        }
        let inlined = inlined.map(|place| Box::new(InlinedAt { function, offset, place }));
        Ok(Loc { place, inlined, span: self.span_from(start) })
    }

    fn place(&mut self) -> Parsed<Place> {
        Ok(Place {
            file: self.small("a file number")?,
            line: self.small("a line number")?,
            column: self.small("a column number")?,
        })
    }

    /// `.callprototype (returns) _ (params) directives;` after its label.
    pub(super) fn call_prototype(&mut self, name: Name<'src>) -> Parsed<CallPrototype<'src>> {
        self.bump();
        let returns = if self.tok == Token::LeftParen { self.parameters()? } else { Vec::new() };
        self.expect_name(Token::Word, "`_`")?;
        let params = if self.tok == Token::LeftParen { self.parameters()? } else { Vec::new() };
        let directives = self.directives()?;
        self.expect(Token::Semicolon, "`;`")?;
        let span = Span::new(name.span.start, self.last_end);
        Ok(CallPrototype { name, returns, params, directives, span })
    }
}
