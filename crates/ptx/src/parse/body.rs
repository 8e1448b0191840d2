//! Function bodies: statements and instructions (PTX ISA 4.3, 9.1 to 9.3).

use smallvec::SmallVec;

use super::{Parsed, Parser, Stop};
use crate::ast::{Block, Guard, Instruction, Linkage, Modifiers, Name, Operand, Statement, TargetList};
use crate::lex::Token;

impl<'src> Parser<'src> {
    /// `{ … }`.
    pub(super) fn block(&mut self) -> Parsed<Block<'src>> {
        let start = self.span.start;
        self.bump();
        let braces = self.braces;
        let mut statements = Vec::new();
        loop {
            match self.tok {
                Token::RightBrace => {
                    self.bump();
                    return Ok(Block { statements, span: self.span_from(start) });
                }
                Token::End => return self.expected("a statement, or `}` at the end of the function"),
                Token::Semicolon => self.bump(),
                _ => match self.statement() {
                    Ok(statement) => statements.push(statement),
                    Err(Stop) if self.skip_statement(braces) => {}
                    Err(Stop) => return Err(Stop),
                },
            }
        }
    }

    fn statement(&mut self) -> Parsed<Statement<'src>> {
        match self.tok {
            Token::Word => {
                let word = self.name();
                self.bump();
                if self.tok != Token::Colon {
                    return self.instruction(word.span.start, None, word);
                }
                self.bump();
                if self.tok != Token::Dotted {
                    return Ok(Statement::Label(word));
                }
                match &self.text()[1..] {
                    "branchtargets" => Ok(Statement::BranchTargets(self.target_list(word, "a label")?)),
                    "calltargets" => Ok(Statement::CallTargets(self.target_list(word, "a function's name")?)),
                    "callprototype" => Ok(Statement::CallPrototype(self.call_prototype(word)?)),
                    _ => Ok(Statement::Label(word)),
                }
            }
            Token::At => {
                let start = self.span.start;
                self.bump();
                let negated = self.eat(Token::Bang);
                let register = self.expect_name(Token::Word, "a predicate register")?;
                let opcode = self.expect_name(Token::Word, "an instruction after its guard")?;
                self.instruction(start, Some(Guard { register, negated }), opcode)
            }
            Token::LeftBrace => self.deeper(Self::block).map(Statement::Block),
            Token::Dotted => self.body_directive(),
            _ => self.expected("an instruction, a label, a directive or `}`"),
        }
    }

    fn body_directive(&mut self) -> Parsed<Statement<'src>> {
        let start = self.span.start;
        match &self.text()[1..] {
            "loc" => Ok(Statement::Loc(self.loc()?)),
            "pragma" => Ok(Statement::Pragma(self.pragma()?)),
            "extern" => {
                self.bump();
                if !self.at_variable() {
                    return self.expected("a state space such as `.shared`");
                }
                Ok(Statement::Declaration(self.declaration(start, Linkage::Extern)?))
            }
            _ if self.at_variable() => {
                Ok(Statement::Declaration(self.declaration(start, Linkage::Internal)?))
            }
            _ => self
                .expected("a directive such as `.reg`, `.shared`, `.local`, `.param`, `.loc` or `.pragma`"),
        }
    }

    /// `.branchtargets a, b;` or `.calltargets f, g;` after its label.
    fn target_list(&mut self, name: Name<'src>, what: &str) -> Parsed<TargetList<'src>> {
        self.bump();
        let targets = self.comma_list(|p| p.expect_name(Token::Word, what))?;
        self.expect(Token::Semicolon, "`,` or `;`")?;
        Ok(TargetList { name, targets, span: self.span_from(name.span.start) })
    }

    /// The rest of an instruction, after its opcode.
    fn instruction(
        &mut self,
        start: u32,
        guard: Option<Guard<'src>>,
        opcode: Name<'src>,
    ) -> Parsed<Statement<'src>> {
        let mut modifiers = Modifiers::new();
        while self.tok == Token::Dotted {
            modifiers.push(self.name());
            self.bump();
        }
        // Collected on the stack, so that the tree's vector has no spare room.
        let mut operands = SmallVec::<[Operand<'src>; 6]>::new();
        if self.tok != Token::Semicolon {
            if matches!(self.tok, Token::RightBrace | Token::At | Token::End) {
                return self.expected("an operand or `;`");
            }
            let is_call = opcode.text == "call";
            loop {
                let list = is_call && self.tok == Token::LeftParen;
                operands.push(if list { self.operand_list()? } else { self.operand()? });
                if !self.eat(Token::Comma) {
                    break;
                }
            }
            if self.tok != Token::Semicolon {
                return self.expected("`,` or `;`");
            }
        }
        self.bump();
        let operands = operands.into_vec();
        let span = self.span_from(start);
        Ok(Statement::Instruction(Instruction { guard, opcode, modifiers, operands, span }))
    }

    /// `(a, b)`: what a call passes or returns.
    fn operand_list(&mut self) -> Parsed<Operand<'src>> {
        let start = self.span.start;
        self.bump();
        let operands =
            if self.tok == Token::RightParen { Vec::new() } else { self.comma_list(Self::operand)? };
        self.expect(Token::RightParen, "`,` or `)`")?;
        Ok(Operand::List(operands, self.span_from(start)))
    }
}
