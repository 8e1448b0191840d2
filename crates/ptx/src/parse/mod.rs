//! Tokens to the tree: a recursive-descent parser with one token of look-ahead.
//!
//! The idea: PTX is regular enough that the first token of each construct decides what it is. The
//! one exception, a label and an opcode, is decided by the token after the word. Each file here
//! parses one level of the language: `module` what stands at module scope, `declare` variables
//! and parameters, `body` statements and instructions, `operand` operands and addresses,
//! `expr` constant expressions and numbers, `section` raw DWARF.
//!
//! Errors: a function that cannot continue records a [`SyntaxError`] and returns `Stop`. The
//! nearest list of statements or items skips to the next place where a new one can begin and
//! continues, so that one run shows several errors, at most [`MAX_ERRORS`]. The first error is exact; a
//! later one may follow from an earlier one.
//!
//! Every loop consumes a token in each round, and nesting is limited by [`MAX_DEPTH`]: no input
//! makes the parser hang or overflow the stack.

mod body;
mod declare;
mod expr;
mod module;
mod operand;
mod section;
#[cfg(test)]
mod tests;

use logos::Logos;
use raddle_ir::clock::Deadline;

use crate::ast::{Module, Name, Span};
use crate::lex::Token;
use crate::source::{LineIndex, SyntaxError};

/// How deeply blocks, vectors, initialisers and expressions may nest; also the number of
/// operators in one constant expression. Real code stays below ten.
pub const MAX_DEPTH: u32 = 100;

/// How many errors one call of [`parse`] reports.
pub const MAX_ERRORS: usize = 20;

/// Parses a module.
///
/// # Errors
/// At least one and at most [`MAX_ERRORS`] errors, in the order of the source. The first is where
/// the text stops being PTX. A text of 4 GiB or more is an error too, because a [`Span`] is 32 bits.
pub fn parse(source: &str) -> Result<Module<'_>, Vec<SyntaxError>> {
    match parse_by(source, Deadline::default()) {
        Ok(module) => Ok(module),
        Err(Unparsed::Errors(errors)) => Err(errors),
        Err(Unparsed::Late) => Err(Vec::new()),
    }
}

/// Why there is no module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unparsed {
    /// The text is no PTX: the errors of [`parse`].
    Errors(Vec<SyntaxError>),
    /// The time was over before its end.
    Late,
}

/// Parses a module, as long as there is time.
///
/// # Errors
/// As [`parse`], or that there was not enough time.
pub fn parse_by(source: &str, deadline: Deadline) -> Result<Module<'_>, Unparsed> {
    let mut parser = Parser::new(source, deadline);
    let module = if u32::try_from(source.len()).is_ok() {
        parser.module()
    } else {
        parser.tok = Token::End;
        parser.expected("a text of less than 4 GiB")
    };
    match module {
        _ if parser.late => Err(Unparsed::Late),
        Ok(module) if parser.errors.is_empty() => Ok(module),
        _ => {
            let index = LineIndex::new(source);
            let render =
                |error: RawError| SyntaxError::new(source, &index, error.span, error.found, error.expected);
            Err(Unparsed::Errors(parser.errors.into_iter().map(render).collect()))
        }
    }
}

/// The error has been recorded; give up this construct.
#[derive(Debug)]
struct Stop;

type Parsed<T> = Result<T, Stop>;

/// A [`SyntaxError`] before its line is looked up.
struct RawError {
    span: Span,
    found: String,
    expected: String,
}

/// The state: a lexer and the one token that has been read but not consumed.
struct Parser<'src> {
    source: &'src str,
    lexer: logos::Lexer<'src, Token>,
    /// The next token.
    tok: Token,
    /// Where it stands.
    span: Span,
    /// Where the last consumed token ended.
    last_end: u32,
    /// Braces opened and not yet closed; recovery needs it to find the end of a block.
    braces: u32,
    /// Nesting of recursive constructs.
    depth: u32,
    /// How many more operators the constant expression may have.
    operators: u32,
    errors: Vec<RawError>,
    /// When to give up, and how many tokens were read: the clock is read now and then.
    deadline: Deadline,
    tokens: u32,
    /// Was it given up? The text seems to end there.
    late: bool,
}

/// After this number of tokens the clock is checked.
const TOKENS: u32 = 1 << 12;

impl<'src> Parser<'src> {
    fn new(source: &'src str, deadline: Deadline) -> Parser<'src> {
        let mut parser = Parser {
            source,
            lexer: Token::lexer(source),
            tok: Token::End,
            span: Span::default(),
            last_end: 0,
            braces: 0,
            depth: 0,
            operators: MAX_DEPTH,
            errors: Vec::new(),
            deadline,
            tokens: 0,
            late: false,
        };
        parser.bump();
        parser
    }

    /// Consumes the next token and reads the one after it. At the end it stays at the end.
    #[inline]
    fn bump(&mut self) {
        self.last_end = self.span.end;
        match self.tok {
            Token::LeftBrace => self.braces += 1,
            Token::RightBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.tokens = self.tokens.wrapping_add(1);
        if self.tokens.is_multiple_of(TOKENS) && self.deadline.passed() {
            self.late = true;
            self.lexer = Token::lexer("");
        }
        self.tok = match self.lexer.next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Bad,
            None => Token::End,
        };
        let range = self.lexer.span();
        self.span = Span::new(range.start as u32, range.end as u32);
    }

    /// The text of the next token.
    #[inline]
    fn text(&self) -> &'src str {
        self.lexer.slice()
    }

    /// The next token as a name; a dotted word loses its dot, a string its quotes.
    #[inline]
    fn name(&self) -> Name<'src> {
        let (before, after) = match self.tok {
            Token::Dotted => (1, 0),
            Token::Text => (1, 1),
            _ => (0, 0),
        };
        let text = self.text();
        let Span { start, end } = self.span;
        Name {
            text: &text[before..text.len() - after],
            span: Span::new(start + before as u32, end - after as u32),
        }
    }

    /// From `start` to the end of the last consumed token.
    #[inline]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.last_end.max(start))
    }

    /// Consumes the next token if it is `token`.
    #[inline]
    fn eat(&mut self, token: Token) -> bool {
        let found = self.tok == token;
        if found {
            self.bump();
        }
        found
    }

    /// Consumes `token`, or stops with `what` as what was expected.
    #[inline]
    fn expect(&mut self, token: Token, what: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { self.expected(what) }
    }

    /// Consumes a name of kind `token`.
    #[inline]
    fn expect_name(&mut self, token: Token, what: &str) -> Parsed<Name<'src>> {
        if self.tok != token {
            return self.expected(what);
        }
        let name = self.name();
        self.bump();
        Ok(name)
    }

    /// Consumes a name, or a dotted word that is a name but for its dot (`.debug_str`).
    fn symbol(&mut self, what: &str) -> Parsed<Name<'src>> {
        let name = match self.tok {
            Token::Word | Token::Dotted => self.name(),
            _ => return self.expected(what),
        };
        if name.text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.expected(what);
        }
        self.bump();
        Ok(name)
    }

    /// Whether the next token is the dotted word `word` (without the dot).
    fn at_dotted(&self, word: &str) -> bool {
        self.tok == Token::Dotted && &self.text()[1..] == word
    }

    /// Records that `what` was expected where the next token is.
    #[cold]
    fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = self.found();
        self.error(self.span, found, what.to_owned())
    }

    /// Records an error.
    #[cold]
    fn error<T>(&mut self, span: Span, found: String, expected: String) -> Parsed<T> {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(RawError { span, found, expected });
        }
        Err(Stop)
    }

    /// The next token in words.
    fn found(&self) -> String {
        let text = self.text();
        match self.tok {
            Token::End => "the end of the file".to_owned(),
            Token::Bad if text.starts_with("/*") => "a comment without an end".to_owned(),
            Token::Bad if text.starts_with('"') => "a string without an end".to_owned(),
            Token::Bad => {
                format!("{:?}, which is not PTX", text.chars().next().unwrap_or_default())
            }
            _ => quoted(text),
        }
    }

    /// Runs `parse` one level deeper, unless that is too deep.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.expected(&format!("at most {MAX_DEPTH} levels of nesting"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// `item, item, …`: at least one.
    fn comma_list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.eat(Token::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// After an error in a statement: skips past its semicolon, or to the brace that closes the
    /// block whose braces number `braces`. The answer is whether to continue.
    fn skip_statement(&mut self, braces: u32) -> bool {
        loop {
            match self.tok {
                Token::End => return false,
                Token::Semicolon => {
                    self.bump();
                    break;
                }
                Token::RightBrace if self.braces <= braces => break,
                _ => self.bump(),
            }
        }
        self.braces = braces;
        self.errors.len() < MAX_ERRORS
    }

    /// After an error at module scope: skips past the next semicolon or closing brace outside all
    /// braces. The answer is whether to continue.
    fn skip_item(&mut self) -> bool {
        loop {
            let ends = match self.tok {
                Token::End => return false,
                Token::Semicolon => self.braces == 0,
                Token::RightBrace => self.braces <= 1,
                _ => false,
            };
            self.bump();
            if ends {
                break;
            }
        }
        self.errors.len() < MAX_ERRORS
    }
}

/// A piece of the source in quotation marks: its first line, cut to a length that an error bears.
fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(40).take_while(|c| !c.is_control()).collect();
    let dots = if shown.len() < text.len() { "…" } else { "" };
    format!("`{shown}{dots}`")
}
