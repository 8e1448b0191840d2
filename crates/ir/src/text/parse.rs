//! The parser of the text form.
//!
//! Entities are numbered by their spelling, and each kind must be dense and in order where it is
//! defined (files, locations, objects, slots, scalars); values and blocks may come in any order, since the
//! passes leave gaps. The parser checks what it must to build the module; the rest is the validator's.

use super::lex::{Lexer, Token};
use super::names::{ATOMICS, BARRIERS, COLLECTIVES, LANGUAGES, SPECIALS, SPECS, meaning, parse_pure_op};
use crate::entity::{Block, Entity, File, Func, LocId, Object, Slot, Value, Var};
use crate::inst::{
    Access, Address, Barrier, BarrierOp, Base, Callee, Collective, Effects, FenceFlags, Guard, InstData,
    InstKind, Special, Target, Terminator, Values,
};
use crate::module::{
    BlockData, Field, Function, FunctionKind, Init, KernelParam, MemoryObject, Module, PointerInfo,
    Relocation, RelocationTarget, SharedVar, ValueData, ValueDef, VarData,
};
use crate::source::{Loc, SourcePos};
use crate::types::{Order, Scope, Space, Type};
use smallvec::SmallVec;
use std::fmt;

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// What is wrong there, and what was expected.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

type Result<T> = std::result::Result<T, ParseError>;

/// Entities of one kind are numbered below this: a larger number is a mistake, not a module.
const MOST: usize = 1 << 24;

/// Reads a module.
///
/// # Errors
/// The first thing that is not as the printer would write it, with its place.
pub fn parse(text: &str) -> Result<Module> {
    let mut parser = Parser { lexer: Lexer::new(text), module: Module::default() };
    parser.module()?;
    Ok(parser.module)
}

struct Parser<'s> {
    lexer: Lexer<'s>,
    module: Module,
}

/// Optional things are parsed by their first word.
impl<'s> Parser<'s> {
    /// An error at the token that comes next.
    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        self.fail_at(self.lexer.start(), message)
    }

    fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        let (line, column) = self.lexer.place(at);
        Err(ParseError { line, column, message: message.into() })
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        self.fail(format!("expected {what}, found {}", self.lexer.peek()))
    }

    fn word(&mut self) -> Result<&'s str> {
        match self.lexer.peek() {
            Token::Word(word) => {
                self.lexer.next();
                Ok(word)
            }
            _ => self.expected("a word"),
        }
    }

    fn is_word(&self, word: &str) -> bool {
        self.lexer.peek() == Token::Word(word)
    }

    /// Takes the word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let there = self.is_word(word);
        if there {
            self.lexer.next();
        }
        there
    }

    fn take_sign(&mut self, sign: char) -> bool {
        let there = self.lexer.peek() == Token::Sign(sign);
        if there {
            self.lexer.next();
        }
        there
    }

    fn need(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn sign(&mut self, sign: char) -> Result<()> {
        if self.take_sign(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    fn string(&mut self) -> Result<String> {
        match self.lexer.peek() {
            Token::Text(raw) => match unescape(raw) {
                Some(text) => {
                    self.lexer.next();
                    Ok(text)
                }
                None => self.fail("this string has an escape that is not one of Rust's"),
            },
            _ => self.expected("a string"),
        }
    }

    fn number<T: TryFrom<i128>>(&mut self) -> Result<T> {
        let negative = self.take_sign('-');
        let Token::Word(word) = self.lexer.peek() else { return self.expected("a number") };
        let digits = word.strip_prefix("0x");
        let parsed = digits.map_or_else(|| word.parse(), |d| u128::from_str_radix(d, 16));
        let value = parsed.ok().and_then(|n| i128::try_from(n).ok()).map(|n| if negative { -n } else { n });
        match value.and_then(|n| T::try_from(n).ok()) {
            Some(n) => {
                self.lexer.next();
                Ok(n)
            }
            None => self.expected("a number of fitting size"),
        }
    }

    fn bits(&mut self) -> Result<u128> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected("a number") };
        let digits = word.strip_prefix("0x");
        match digits.map_or_else(|| word.parse(), |d| u128::from_str_radix(d, 16)) {
            Ok(n) => {
                self.lexer.next();
                Ok(n)
            }
            Err(_) => self.expected("a number of at most 128 bits"),
        }
    }

    fn entity<K: Entity>(&mut self, prefix: &str, what: &str) -> Result<K> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected(what) };
        match word.strip_prefix(prefix).and_then(|n| n.parse().ok()).filter(|&n: &usize| n < MOST) {
            Some(n) => {
                self.lexer.next();
                Ok(K::new(n))
            }
            None => self.expected(what),
        }
    }

    fn is_entity(&self, prefix: &str) -> bool {
        let Token::Word(word) = self.lexer.peek() else { return false };
        word.strip_prefix(prefix).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    }

    fn value(&mut self) -> Result<Value> {
        self.entity("v", "a value such as `v0`")
    }

    /// Items separated by commas; none if the first does not begin as `begins` says.
    fn list<T>(
        &mut self,
        begins: impl Fn(&Self) -> bool,
        item: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if begins(self) {
            items.push(item(self)?);
            while self.take_sign(',') {
                items.push(item(self)?);
            }
        }
        Ok(items)
    }

    fn values(&mut self) -> Result<Values> {
        Ok(self.list(|p| p.is_entity("v"), Self::value)?.into())
    }

    fn ty(&mut self) -> Result<Type> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected("a type") };
        match Type::ALL.into_iter().find(|t| t.name() == word) {
            Some(ty) => {
                self.lexer.next();
                Ok(ty)
            }
            None => self.expected("a type such as `i32`"),
        }
    }

    fn is_type(&self) -> bool {
        matches!(self.lexer.peek(), Token::Word(word) if Type::ALL.iter().any(|t| t.name() == word))
    }

    fn types(&mut self) -> Result<Vec<Type>> {
        self.list(Self::is_type, Self::ty)
    }

    fn space(&mut self) -> Result<Space> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected("an address space") };
        match Space::ALL.into_iter().find(|s| s.name() == word) {
            Some(space) => {
                self.lexer.next();
                Ok(space)
            }
            None => self.expected("an address space such as `shared`"),
        }
    }

    fn loc(&mut self) -> Result<LocId> {
        if self.take_sign('!') {
            let at = self.lexer.start();
            let loc: LocId = self.entity("loc", "a location such as `loc0`")?;
            let known = self.module.sources.contains(loc);
            return if known { Ok(loc) } else { self.fail_at(at, format!("{loc} is not listed above")) };
        }
        Ok(self.module.sources.intern(Loc::default()))
    }

    fn dims(&mut self) -> Result<[u32; 3]> {
        let x = self.number()?;
        self.sign(',')?;
        let y = self.number()?;
        self.sign(',')?;
        Ok([x, y, self.number()?])
    }
}

/// Module level.
impl Parser<'_> {
    fn module(&mut self) -> Result<()> {
        self.need("module")?;
        let language = self.word()?;
        match meaning(LANGUAGES, language) {
            Some(language) => self.module.language = language,
            None => return self.fail(format!("`{language}` is not a language: ptx, cuda, opencl")),
        }
        self.need("address")?;
        self.module.address_bits = self.number()?;
        while self.is_entity("file") {
            let at = self.lexer.start();
            let file: File = self.entity("file", "a file")?;
            self.sign('=')?;
            let path = self.string()?;
            if self.module.sources.files.push(path) != file {
                return self.fail_at(at, "files are numbered in order");
            }
        }
        while self.is_entity("loc") {
            self.location()?;
        }
        while self.is_entity("obj") {
            let at = self.lexer.start();
            let id: Object = self.entity("obj", "an object")?;
            self.sign('=')?;
            let object = self.object()?;
            if self.module.objects.push(object) != id {
                return self.fail_at(at, "objects are numbered in order");
            }
        }
        while self.take("shared") {
            self.need("var")?;
            let name = self.string()?;
            self.sign(':')?;
            let ty = self.ty()?;
            self.module.shared_vars.push(SharedVar { name, ty });
        }
        while self.lexer.peek() != Token::End {
            let function = self.function()?;
            self.module.functions.push(function);
        }
        Ok(())
    }

    fn location(&mut self) -> Result<()> {
        let start = self.lexer.start();
        let id: LocId = self.entity("loc", "a location")?;
        self.sign('=')?;
        self.need("ptx")?;
        let mut loc = Loc { ptx_line: self.number()?, ..Loc::default() };
        if self.take("at") {
            let at = self.lexer.start();
            let file = self.entity("file", "a file such as `file0`")?;
            if !self.module.sources.files.contains(file) {
                return self.fail_at(at, format!("{file} is not listed above"));
            }
            self.sign(':')?;
            let line = self.number()?;
            self.sign(':')?;
            loc.source = Some(SourcePos { file, line, column: self.number()? });
        }
        if self.take("in") {
            loc.function = Some(self.string()?);
        }
        if self.take("inlined") {
            let at = self.lexer.start();
            let site = self.entity("loc", "a location")?;
            // So chains end.
            if !self.module.sources.contains(site) {
                return self.fail_at(at, format!("{site} is not listed above"));
            }
            loc.inlined_at = Some(site);
        }
        if self.module.sources.intern(loc) == id {
            Ok(())
        } else {
            self.fail_at(start, "locations are numbered in order")
        }
    }

    fn object(&mut self) -> Result<MemoryObject> {
        let space = self.space()?;
        let name = self.string()?;
        let source_name = if self.take("source") { Some(self.string()?) } else { None };
        let size = if self.take("size") { Some(self.number()?) } else { None };
        self.need("align")?;
        let align = self.number()?;
        self.need("element")?;
        let element = self.number()?;
        let external = self.take("external");
        let init = if self.take("init") { Some(self.init()?) } else { None };
        Ok(MemoryObject { name, source_name, space, size, align, element, init, external })
    }

    fn init(&mut self) -> Result<Init> {
        let hex = self.string()?;
        let digits = hex.as_bytes().chunks(2);
        let byte = |d: &[u8]| u8::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok();
        let Some(bytes) = digits.map(|d| if d.len() == 2 { byte(d) } else { None }).collect() else {
            return self.fail("the initial bytes are not pairs of hexadecimal digits");
        };
        let mut init = Init { bytes, relocations: Vec::new() };
        while self.take("reloc") {
            let at = self.number()?;
            self.need("bytes")?;
            let bytes = self.number()?;
            let target = if self.is_entity("obj") {
                RelocationTarget::Object(self.entity("obj", "an object")?)
            } else {
                RelocationTarget::Func(self.entity("func", "an object or a function")?)
            };
            self.sign('+')?;
            let addend = self.number()?;
            let generic = self.take("generic");
            init.relocations.push(Relocation { at, bytes, target, addend, generic });
        }
        Ok(init)
    }

    fn function(&mut self) -> Result<Function> {
        let kind = match self.word()? {
            "kernel" => FunctionKind::Kernel,
            "device" => FunctionKind::Device,
            other => return self.fail(format!("expected `kernel` or `device`, found `{other}`")),
        };
        let name = self.string()?;
        let mut function = Function::new(name, kind, LocId::new(0));
        if self.take("required") {
            function.bounds.required = Some(self.dims()?);
        }
        if self.take("max_threads") {
            function.bounds.max_threads = Some(self.number()?);
        }
        if self.take("cluster") {
            function.bounds.cluster = Some(self.dims()?);
        }
        self.sign('{')?;
        function.loc = self.loc()?;
        while !self.is_entity("block") && self.lexer.peek() != Token::Sign('}') {
            self.declaration(&mut function)?;
        }
        let mut body = Body::default();
        while self.is_entity("block") {
            self.block(&mut function, &mut body)?;
        }
        let end = self.lexer.start();
        self.sign('}')?;
        match body.fill(&mut function) {
            Ok(()) => Ok(function),
            Err((at, message)) => self.fail_at(at.unwrap_or(end), message),
        }
    }

    fn declaration(&mut self, function: &mut Function) -> Result<()> {
        if self.take("param") {
            let param = self.param()?;
            function.params.push(param);
        } else if self.take("field") {
            let slot = self.declared_slot(function)?;
            let name = self.string()?;
            self.need("offset")?;
            let offset = self.number()?;
            self.need("size")?;
            let size = self.number()?;
            function.slot_fields[slot].push(Field { name, offset, size });
        } else if self.take("promoted") {
            let slot = self.declared_slot(function)?;
            let start = self.number()?;
            self.need("to")?;
            function.promoted[slot].push(start..self.number()?);
        } else if self.take("arguments") {
            function.arg_slots = self.list(|_| true, |p| p.entity("slot", "a slot"))?;
        } else if self.take("results") {
            function.ret_slots = self.list(|_| true, |p| p.entity("slot", "a slot"))?;
        } else if self.is_entity("slot") {
            let slot: Slot = self.entity("slot", "a slot")?;
            self.sign('=')?;
            let object = self.object()?;
            if function.slots.push(object) != slot {
                return self.fail("slots are numbered in order");
            }
        } else {
            let var: Var = self.entity("var", "a declaration or a block")?;
            self.sign('=')?;
            let shared = self.take("shared");
            let name = self.string()?;
            let data = if shared {
                let Some(number) = self.module.shared_vars.iter().position(|v| v.name == name) else {
                    return self.fail(format!("no shared scalar is called {name:?}"));
                };
                VarData { name, ty: self.module.shared_vars[number].ty, shared: Some(number as u32) }
            } else {
                self.sign(':')?;
                VarData { name, ty: self.ty()?, shared: None }
            };
            if function.vars.push(data) != var {
                return self.fail("scalars are numbered in order");
            }
        }
        Ok(())
    }

    fn declared_slot(&mut self, function: &Function) -> Result<Slot> {
        let slot: Slot = self.entity("slot", "a slot")?;
        if function.slots.contains(slot) {
            Ok(slot)
        } else {
            self.fail(format!("{slot} is not listed above"))
        }
    }

    fn param(&mut self) -> Result<KernelParam> {
        let name = self.string()?;
        let source_name = if self.take("source") { Some(self.string()?) } else { None };
        self.need("offset")?;
        let offset = self.number()?;
        self.need("size")?;
        let size = self.number()?;
        self.need("align")?;
        let align = self.number()?;
        let ty = if self.take("type") { Some(self.ty()?) } else { None };
        let pointer = if self.take("pointer") {
            let space = self.space()?;
            self.need("align")?;
            Some(PointerInfo { space, align: self.number()? })
        } else {
            None
        };
        Ok(KernelParam { name, source_name, offset, size, align, ty, pointer })
    }
}

/// Blocks and values as they are read, in the order of the text, with their places in it.
#[derive(Default)]
struct Body {
    blocks: Vec<(Block, BlockData, usize)>,
    values: Vec<(Value, ValueData, usize)>,
}

impl Body {
    /// Puts them at their numbers; numbers that the text does not use become dead entries.
    fn fill(self, function: &mut Function) -> std::result::Result<(), (Option<usize>, String)> {
        let unused = |term_loc| BlockData {
            name: None,
            params: SmallVec::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_loc,
        };
        let count = self.blocks.iter().map(|(b, ..)| b.index() + 1).max().unwrap_or(0);
        if count > 64 * self.blocks.len() + 65536 {
            return Err((None, "the blocks' numbers have too large gaps".to_owned()));
        }
        for _ in 0..count {
            function.blocks.push(unused(function.loc));
        }
        let mut defined = vec![false; count];
        for (block, data, at) in self.blocks {
            if std::mem::replace(&mut defined[block.index()], true) {
                return Err((Some(at), format!("{block} is defined twice")));
            }
            function.order.push(block);
            function.blocks[block] = data;
        }
        let count = self.values.iter().map(|(v, ..)| v.index() + 1).max().unwrap_or(0);
        if count > 64 * self.values.len() + 65536 {
            return Err((None, "the values' numbers have too large gaps".to_owned()));
        }
        // An unused number is a parameter that its block does not list: the validator sees no use of it.
        let nowhere = ValueDef::Param(Block::new(0), u16::MAX);
        for _ in 0..count {
            function.values.push(ValueData { ty: Type::Opaque, def: nowhere, name: None });
        }
        for (value, data, at) in self.values {
            if function.values[value].def != nowhere {
                return Err((Some(at), format!("{value} is defined twice")));
            }
            function.values[value] = data;
        }
        Ok(())
    }
}

/// Function bodies.
impl Parser<'_> {
    fn block(&mut self, function: &mut Function, body: &mut Body) -> Result<()> {
        let start = self.lexer.start();
        let block: Block = self.entity("block", "a block")?;
        let mut data = BlockData {
            name: None,
            params: SmallVec::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_loc: function.loc,
        };
        self.sign('(')?;
        while !self.take_sign(')') {
            if !data.params.is_empty() {
                self.sign(',')?;
            }
            let at = self.lexer.start();
            let value = self.value()?;
            self.sign(':')?;
            let ty = self.ty()?;
            let name = if matches!(self.lexer.peek(), Token::Text(_)) { Some(self.string()?) } else { None };
            let def = ValueDef::Param(block, data.params.len() as u16);
            body.values.push((value, ValueData { ty, def, name }, at));
            data.params.push(value);
        }
        if matches!(self.lexer.peek(), Token::Text(_)) {
            data.name = Some(self.string()?);
        }
        self.sign(':')?;
        loop {
            if let Some(term) = self.terminator()? {
                data.term = term;
                data.term_loc = self.loc()?;
                break;
            }
            let inst = self.inst(function, body)?;
            data.insts.push(inst);
        }
        body.blocks.push((block, data, start));
        Ok(())
    }

    fn target(&mut self) -> Result<Target> {
        let block = self.entity("block", "a block such as `block0`")?;
        self.sign('(')?;
        let args = self.values()?;
        self.sign(')')?;
        Ok(Target { block, args })
    }

    fn terminator(&mut self) -> Result<Option<Terminator>> {
        let Token::Word(word) = self.lexer.peek() else { return Ok(None) };
        let simple = match word {
            "return" => Some(Terminator::Return),
            "exit" => Some(Terminator::Exit),
            "trap" => Some(Terminator::Trap),
            "unreachable" => Some(Terminator::Unreachable),
            "jump" | "branch" | "switch" | "goto" => None,
            _ => return Ok(None),
        };
        self.lexer.next();
        if simple.is_some() {
            return Ok(simple);
        }
        Ok(Some(match word {
            "jump" => Terminator::Jump(self.target()?),
            "goto" => Terminator::Goto(self.list(|_| true, Self::target)?),
            "branch" => {
                let cond = self.value()?;
                self.sign(',')?;
                let then = self.target()?;
                self.sign(',')?;
                Terminator::Branch { cond, then, other: self.target()? }
            }
            _ => {
                let value = self.value()?;
                self.sign(',')?;
                self.sign('[')?;
                let targets = self.list(|p| p.is_entity("block"), Self::target)?;
                self.sign(']')?;
                self.sign(',')?;
                Terminator::Switch { value, targets, default: self.target()? }
            }
        }))
    }

    fn inst(&mut self, function: &mut Function, body: &mut Body) -> Result<crate::entity::Inst> {
        let start = self.lexer.start();
        let guard = if self.take_sign('@') {
            let negated = self.take_sign('!');
            Some(Guard { value: self.value()?, negated })
        } else {
            None
        };
        let results = self.values()?;
        if !results.is_empty() {
            self.sign('=')?;
        }
        let (kind, types) = self.kind()?;
        if types.len() != results.len() {
            let (n, m) = (results.len(), types.len());
            return self.fail_at(start, format!("{n} results are named, but the instruction has {m}"));
        }
        let mut names = vec![None; results.len()];
        if self.take("as") {
            for (n, name) in names.iter_mut().enumerate() {
                if n > 0 {
                    self.sign(',')?;
                }
                *name = if self.take("_") { None } else { Some(self.string()?) };
            }
        }
        let loc = self.loc()?;
        let inst =
            function.insts.push(InstData { kind, guard, results: results.iter().copied().collect(), loc });
        for (n, ((&value, ty), name)) in results.iter().zip(types).zip(names).enumerate() {
            body.values.push((value, ValueData { ty, def: ValueDef::Result(inst, n as u16), name }, start));
        }
        Ok(inst)
    }

    /// An instruction's kind and the types of its results.
    fn kind(&mut self) -> Result<(InstKind, Vec<Type>)> {
        let word = self.word()?;
        let (name, flags) = word.split_once('.').map_or((word, ""), |(n, f)| (n, f));
        let flags: Vec<&str> = flags.split('.').filter(|f| !f.is_empty()).collect();
        let plain = |kind| Ok((kind, Vec::new()));
        match name {
            "const" => {
                let types = self.types()?;
                Ok((InstKind::Const(self.bits()?), types))
            }
            "havoc" => Ok((InstKind::Havoc, self.types()?)),
            "special" => {
                let types = self.types()?;
                let name = self.word()?;
                let env = name.strip_prefix("envreg").and_then(|n| n.parse().ok()).map(Special::EnvReg);
                match meaning(SPECIALS, name).or(env) {
                    Some(special) => Ok((InstKind::Special(special), types)),
                    None => self.fail(format!("`{name}` is not a special register")),
                }
            }
            "addr_of" => {
                let types = self.types()?;
                let base = self.base()?;
                self.sign('+')?;
                Ok((InstKind::AddrOf { base, offset: self.number()? }, types))
            }
            "func_addr" => {
                let types = self.types()?;
                Ok((InstKind::FuncAddr(self.entity("func", "a function")?), types))
            }
            "get" => {
                let types = self.types()?;
                Ok((InstKind::VarGet(self.entity("var", "a scalar")?), types))
            }
            "set" => {
                let var = self.entity("var", "a scalar")?;
                self.sign(',')?;
                plain(InstKind::VarSet(var, self.value()?))
            }
            "load" => {
                let access = self.access(&flags)?;
                let types = self.types()?;
                Ok((InstKind::Load { addr: self.address()?, access }, types))
            }
            "store" => {
                let access = self.access(&flags)?;
                let addr = self.address()?;
                self.sign(',')?;
                plain(InstKind::Store { addr, access, values: self.values()? })
            }
            "fence" => match flags.as_slice() {
                [order, scope] => match (named_order(order), named_scope(scope)) {
                    (Some(order), Some(scope)) => plain(InstKind::Fence { order, scope }),
                    _ => self.fail("a fence has an order and a scope: `fence.acq_rel.gpu`"),
                },
                _ => self.fail("a fence has an order and a scope: `fence.acq_rel.gpu`"),
            },
            "warp_sync" => plain(InstKind::WarpSync(self.value()?)),
            "assume" => plain(InstKind::Assume(self.value()?)),
            "assert" => plain(InstKind::Assert(self.value()?)),
            "spec_begin" => plain(InstKind::SpecBegin(self.spec()?)),
            "spec_end" => {
                let kind = self.spec()?;
                self.sign(',')?;
                plain(InstKind::SpecEnd(kind, self.value()?))
            }
            "call" => plain(self.call()?),
            "opaque" => self.opaque(),
            _ => self.other_kind(word, name, &flags),
        }
    }

    /// The kinds whose first word is one of a family.
    fn other_kind(&mut self, word: &str, name: &str, flags: &[&str]) -> Result<(InstKind, Vec<Type>)> {
        if let Some(op) = name.strip_prefix("atomic_").and_then(|op| meaning(ATOMICS, op)) {
            let access = self.access(flags)?;
            let types = self.types()?;
            let addr = self.address()?;
            self.sign(',')?;
            return Ok((InstKind::Atomic { op, addr, access, args: self.values()? }, types));
        }
        if let Some(op) = name.strip_prefix("barrier_").and_then(|op| meaning(BARRIERS, op)) {
            return self.barrier(op, flags);
        }
        let redux = name.strip_prefix("redux_").and_then(|op| meaning(ATOMICS, op)).map(Collective::Redux);
        if let Some(op) = meaning(COLLECTIVES, name).or(redux) {
            let sync = match flags {
                [] => false,
                ["sync"] => true,
                _ => return self.fail("the only modifier of a collective is `.sync`"),
            };
            let types = self.types()?;
            return Ok((InstKind::Collective { op, args: self.values()?, sync }, types));
        }
        if let Some(op) = parse_pure_op(word) {
            let types = self.types()?;
            return Ok((InstKind::Pure { op, args: self.values()? }, types));
        }
        self.fail(format!("`{word}` is not an instruction"))
    }

    fn barrier(&mut self, op: BarrierOp, flags: &[&str]) -> Result<(InstKind, Vec<Type>)> {
        if let Some(flag) = flags.iter().find(|f| !["aligned", "shared", "global"].contains(f)) {
            return self.fail(format!("`.{flag}` is not a modifier of a barrier: aligned, shared, global"));
        }
        let types = self.types()?;
        let id = self.value()?;
        let count = if self.take("count") { Some(self.value()?) } else { None };
        let predicate = if self.take("predicate") { Some(self.value()?) } else { None };
        let fence = FenceFlags { shared: flags.contains(&"shared"), global: flags.contains(&"global") };
        let aligned = flags.contains(&"aligned");
        Ok((InstKind::Barrier(Barrier { op, id, count, predicate, aligned, fence }), types))
    }

    fn call(&mut self) -> Result<InstKind> {
        let callee = if self.is_entity("func") {
            Callee::Func(self.entity("func", "a function")?)
        } else if self.is_entity("v") {
            let target = self.value()?;
            let mut candidates: Vec<Func> = Vec::new();
            if self.take("among") {
                candidates = self.list(|_| true, |p| p.entity("func", "a function"))?;
            }
            Callee::Indirect { target, candidates }
        } else {
            Callee::External(self.string()?)
        };
        let slots = |p: &mut Self| {
            p.sign('(')?;
            let slots = p.list(|p| p.is_entity("slot"), |p| p.entity("slot", "a slot"))?;
            p.sign(')')?;
            Ok(slots)
        };
        let args = slots(self)?;
        self.sign('-')?;
        self.sign('>')?;
        Ok(InstKind::Call { callee, args, rets: slots(self)? })
    }

    fn opaque(&mut self) -> Result<(InstKind, Vec<Type>)> {
        let name = self.string()?;
        let effects = Effects {
            reads: self.take("reads"),
            writes: self.take("writes"),
            synchronises: self.take("synchronises"),
        };
        let types = self.types()?;
        self.sign('(')?;
        let args = self.values()?;
        self.sign(')')?;
        Ok((InstKind::Opaque { name, args, effects }, types))
    }

    fn spec(&mut self) -> Result<crate::inst::SpecKind> {
        let word = self.word()?;
        match meaning(SPECS, word) {
            Some(kind) => Ok(kind),
            None => self.fail(format!("`{word}` is not a kind of specification")),
        }
    }

    fn base(&mut self) -> Result<Base> {
        if self.is_entity("obj") {
            return Ok(Base::Object(self.entity("obj", "an object")?));
        }
        if self.is_entity("slot") {
            return Ok(Base::Slot(self.entity("slot", "a slot")?));
        }
        if self.take("params") {
            return Ok(Base::Params);
        }
        if self.take("absolute") {
            return Ok(Base::Absolute);
        }
        let Token::Word(word) = self.lexer.peek() else { return self.expected("an object") };
        match word.strip_prefix("buffer").and_then(|n| n.parse().ok()) {
            Some(number) => {
                self.lexer.next();
                Ok(Base::Buffer(number))
            }
            None => self.expected("an object: obj0, slot0, params, buffer0 or absolute"),
        }
    }

    fn address(&mut self) -> Result<Address> {
        let space = self.space()?;
        self.sign('[')?;
        let base = self.base()?;
        self.sign('+')?;
        let mut index = None;
        if self.is_entity("v") {
            index = Some(self.value()?);
            self.sign('+')?;
        }
        let offset = self.number()?;
        self.sign(']')?;
        Ok(Address { space, base, index, offset })
    }

    fn access(&mut self, flags: &[&str]) -> Result<Access> {
        let mut access = Access::default();
        for flag in flags {
            match (*flag, named_order(flag), named_scope(flag)) {
                ("volatile", ..) => access.volatile = true,
                ("nc", ..) => access.non_coherent = true,
                (_, Some(order), _) => access.order = order,
                (_, _, Some(scope)) => access.scope = scope,
                _ => return self.fail(format!("`.{flag}` is not a modifier of an access")),
            }
        }
        Ok(access)
    }
}

fn named_order(text: &str) -> Option<Order> {
    Order::ALL.into_iter().find(|o| o.name() == text)
}

fn named_scope(text: &str) -> Option<Scope> {
    Scope::ALL.into_iter().find(|s| s.name() == text)
}

/// The text that a string literal stands for: the escapes that `{:?}` writes.
fn unescape(raw: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            'u' => {
                let rest = chars.as_str().strip_prefix('{')?;
                let (digits, after) = rest.split_once('}')?;
                text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                chars = after.chars();
            }
            other @ ('\\' | '"' | '\'') => text.push(other),
            _ => return None,
        }
    }
    Some(text)
}
