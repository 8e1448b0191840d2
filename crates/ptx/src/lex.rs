//! Characters to tokens.
//!
//! The lexer is deliberately coarse: it does not know keywords. A word that begins with a dot is
//! one token whatever it means (`.global`, `.shared::cta`, `.x`, `.1d`, `.b1x16`), and whatever
//! begins with a digit is one token (`0x1F`, `0f3F800000`, `12U`), whose value is read by
//! [`crate::parse`], so that a malformed number is one error with a reason and not two odd tokens.
//!
//! Between tokens stand white space, `//` and `/* */` comments, lines that begin with `#` (line
//! markers of a preprocessor), and the `@@DWARF` lines of PTX 1.x. NUL bytes count as white space, because text cut out of a binary tends
//! to end with them.
//!
//! Source: PTX ISA 9.0, chapter 4.

use logos::Logos;

/// A kind of token; its text is the slice of the source at its span.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\x0b\x0c\x00]+")]
#[logos(skip r"//[^\n]*")]
#[logos(skip r"#[^\n]*")]
#[logos(skip r"@@[^\n]*")]
pub(crate) enum Token {
    /// `%r1`, `foo`, `$L__BB0_1`, `_`.
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*|%[A-Za-z0-9_$]+")]
    Word,
    /// `.u32`, `.shared::cta`, `.2d`.
    #[regex(r"\.[A-Za-z0-9_$]+(::[A-Za-z0-9_$]+)*")]
    Dotted,
    /// `12`, `0x1F`, `0f3F800000`, `12U`.
    #[regex(r"[0-9][0-9A-Za-z_$]*")]
    Number,
    /// `1.5`, `2.`, `1.0e-3`, `1e-3`.
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?")]
    #[regex(r"[0-9]+[eE][+-][0-9]+")]
    Decimal,
    /// `"…"`, with backslash escapes.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Text,
    /// A `/* */` comment; skipped, so it is seen only as [`Token::Bad`] where it has no end.
    #[token("/*", skip_comment)]
    Comment,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `:`
    #[token(":")]
    Colon,
    /// `(`
    #[token("(")]
    LeftParen,
    /// `)`
    #[token(")")]
    RightParen,
    /// `[`
    #[token("[")]
    LeftBracket,
    /// `]`
    #[token("]")]
    RightBracket,
    /// `{`
    #[token("{")]
    LeftBrace,
    /// `}`
    #[token("}")]
    RightBrace,
    /// `@`
    #[token("@")]
    At,
    /// `=`
    #[token("=")]
    Equals,
    /// `?`
    #[token("?")]
    Question,
    /// `!`
    #[token("!")]
    Bang,
    /// `~`
    #[token("~")]
    Tilde,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%` where no register name follows.
    #[token("%")]
    Percent,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `<=`
    #[token("<=")]
    LessEqual,
    /// `>=`
    #[token(">=")]
    GreaterEqual,
    /// `==`
    #[token("==")]
    EqualEqual,
    /// `!=`
    #[token("!=")]
    NotEqual,
    /// `<<`
    #[token("<<")]
    ShiftLeft,
    /// `>>`
    #[token(">>")]
    ShiftRight,
    /// `&`
    #[token("&")]
    And,
    /// `|`
    #[token("|")]
    Or,
    /// `^`
    #[token("^")]
    Caret,
    /// `&&`
    #[token("&&")]
    AndAnd,
    /// `||`
    #[token("||")]
    OrOr,
    /// What is no token: a stray character, an unterminated string or comment.
    Bad,
    /// The end of the source.
    End,
}

/// Skips to the end of the comment; a comment without an end is an error.
fn skip_comment(lexer: &mut logos::Lexer<'_, Token>) -> logos::FilterResult<(), ()> {
    match lexer.remainder().find("*/") {
        Some(length) => {
            lexer.bump(length + 2);
            logos::FilterResult::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            logos::FilterResult::Error(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Vec<(Token, &str)> {
        Token::lexer(source)
            .spanned()
            .map(|(token, range)| (token.unwrap_or(Token::Bad), &source[range]))
            .collect()
    }

    #[test]
    fn a_dotted_word_is_one_token() {
        use Token::{Dotted, Word};
        assert_eq!(
            tokens("cp.async.bulk.tensor.2d.shared::cta.mbarrier::complete_tx::bytes.b1x16"),
            [
                (Word, "cp"),
                (Dotted, ".async"),
                (Dotted, ".bulk"),
                (Dotted, ".tensor"),
                (Dotted, ".2d"),
                (Dotted, ".shared::cta"),
                (Dotted, ".mbarrier::complete_tx::bytes"),
                (Dotted, ".b1x16"),
            ]
        );
    }

    #[test]
    fn a_label_may_be_followed_by_its_colon_without_space() {
        assert_eq!(tokens("$L_1:"), [(Token::Word, "$L_1"), (Token::Colon, ":")]);
    }

    #[test]
    fn numbers() {
        use Token::{Decimal, Number};
        assert_eq!(
            tokens("0 0x1F 0f3F800000 12U 1.5 2. 1.0e-3 1e-3 1e3"),
            [
                (Number, "0"),
                (Number, "0x1F"),
                (Number, "0f3F800000"),
                (Number, "12U"),
                (Decimal, "1.5"),
                (Decimal, "2."),
                (Decimal, "1.0e-3"),
                (Decimal, "1e-3"),
                (Number, "1e3"),
            ]
        );
    }

    #[test]
    fn comments_and_line_markers_are_skipped() {
        let source = "a // one\r\n# 1 \"x.cu\"\n@@DWARF .byte 1\nb /* two ** / \n */ c /**/ d /***/\0";
        assert_eq!(
            tokens(source),
            [(Token::Word, "a"), (Token::Word, "b"), (Token::Word, "c"), (Token::Word, "d")]
        );
    }

    #[test]
    fn what_has_no_end_is_bad() {
        assert_eq!(tokens("a /* b"), [(Token::Word, "a"), (Token::Bad, "/* b")]);
        assert_eq!(tokens("é")[0].0, Token::Bad);
        assert_eq!(tokens("\"abc\n")[0].0, Token::Bad);
    }
}
