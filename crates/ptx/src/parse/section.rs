//! `.section`: raw DWARF (PTX ISA 11.5.1).

use super::{Parsed, Parser};
use crate::ast::{Name, Section, SectionLabel, SectionReference};
use crate::lex::Token;

const VALUE: &str = "a number or a label";

impl<'src> Parser<'src> {
    /// `.section .debug_info { label: .b8 1, 2 .b32 label … }`.
    pub(super) fn section(&mut self) -> Parsed<Section<'src>> {
        let start = self.span.start;
        self.bump();
        let name = match self.tok {
            Token::Dotted | Token::Word => self.name(),
            _ => return self.expected("a section's name such as `.debug_info`"),
        };
        self.bump();
        self.expect(Token::LeftBrace, "`{`")?;
        let mut section =
            Section { name, bytes: Vec::new(), labels: Vec::new(), references: Vec::new(), span: self.span };
        loop {
            match self.tok {
                Token::Word => {
                    let name = self.name();
                    self.bump();
                    self.expect(Token::Colon, "`:`")?;
                    section.labels.push(SectionLabel { name, offset: section.bytes.len() as u32 });
                }
                Token::Dotted => {
                    let width = match self.text() {
                        ".b8" => 1,
                        ".b16" => 2,
                        ".b32" => 4,
                        ".b64" => 8,
                        _ => return self.expected("`.b8`, `.b16`, `.b32` or `.b64`"),
                    };
                    self.bump();
                    self.section_value(width, &mut section)?;
                    while self.eat(Token::Comma) {
                        self.section_value(width, &mut section)?;
                    }
                }
                Token::Semicolon => self.bump(),
                Token::RightBrace => {
                    self.bump();
                    section.span = self.span_from(start);
                    return Ok(section);
                }
                _ => return self.expected("a label, `.b8`, `.b16`, `.b32`, `.b64` or `}`"),
            }
        }
    }

    fn section_value(&mut self, width: u8, section: &mut Section<'src>) -> Parsed<()> {
        let mut value = 0;
        match self.tok {
            Token::Number => match byte(self.text()) {
                Some(byte) => {
                    value = u64::from(byte);
                    self.bump();
                }
                None => value = self.int()?.value,
            },
            Token::Minus | Token::Plus => value = self.int()?.value,
            Token::Word | Token::Dotted => {
                let at = section.bytes.len() as u32;
                let reference = self.section_reference(at, width)?;
                section.references.push(reference);
            }
            _ => return self.expected(VALUE),
        }
        section.bytes.extend_from_slice(&value.to_le_bytes()[..usize::from(width)]);
        Ok(())
    }

    /// `label`, `label + 4`, `end - start`, `generic(symbol)`.
    fn section_reference(&mut self, at: u32, width: u8) -> Parsed<SectionReference<'src>> {
        let symbol = self.section_symbol()?;
        let mut reference = SectionReference { at, width, symbol, addend: 0, minus: None };
        while let Token::Plus | Token::Minus = self.tok {
            let subtract = self.eat(Token::Minus) || !self.eat(Token::Plus);
            match self.tok {
                Token::Number => {
                    let value = self.int()?.signed();
                    let value = if subtract { value.wrapping_neg() } else { value };
                    reference.addend = reference.addend.wrapping_add(value);
                }
                _ if subtract && reference.minus.is_none() => reference.minus = Some(self.section_symbol()?),
                _ => return self.expected("a number"),
            }
        }
        Ok(reference)
    }

    fn section_symbol(&mut self) -> Parsed<Name<'src>> {
        let mut name = self.symbol(VALUE)?;
        // clang writes `kernel.tile` here for what it calls `kernel_$_tile` everywhere else.
        while self.tok == Token::Dotted && self.span.start == self.last_end {
            name.span.end = self.span.end;
            name.text = &self.source[name.span.start as usize..name.span.end as usize];
            self.bump();
        }
        if name.text != "generic" || !self.eat(Token::LeftParen) {
            return Ok(name);
        }
        let name = self.expect_name(Token::Word, "a variable's name")?;
        self.expect(Token::RightParen, "`)`")?;
        Ok(name)
    }
}

/// The value of a short decimal number: nearly every value in a section is one.
fn byte(text: &str) -> Option<u8> {
    if text.len() > 1 && text.starts_with('0') { None } else { text.parse().ok() }
}
