//! A function: its parameters, slots and scalars, then its blocks.

use super::super::lex::Token;
use super::{Parser, Result};
use crate::entity::{Block, Entity, Inst, LocId, Slot, Value, Var};
use crate::inst::{Guard, InstData, Target, Terminator};
use crate::module::{
    BlockData, Field, Function, FunctionKind, KernelParam, PointerInfo, Structure, ValueData, ValueDef,
    VarData,
};
use crate::types::Type;
use smallvec::SmallVec;

impl Parser<'_> {
    pub(super) fn function(&mut self) -> Result<Function> {
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
            let field = self.field()?;
            function.slot_fields[slot].push(field);
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
        let source_type = if self.take("of") { Some(self.string()?) } else { None };
        let pointee = if self.take("to") { Some(self.number()?) } else { None };
        let members = self.members()?;
        let of = if self.take("in") {
            let (name, ty) = (self.string()?, self.string()?);
            let (offset, size) = self.range()?;
            Some(Structure { name, ty, offset, size })
        } else {
            None
        };
        let (offset, size) = self.range()?;
        let end = offset.checked_add(size);
        let holds =
            |of: &Structure| of.offset <= offset && end.is_some() && end <= of.offset.checked_add(of.size);
        if !of.as_ref().is_none_or(holds) {
            return self.fail("a member lies in its structure");
        }
        self.need("align")?;
        let align = self.number()?;
        let ty = if self.take("type") { Some(self.ty()?) } else { None };
        let signed = self.take("signed");
        let pointer = if self.take("pointer") {
            let space = self.space()?;
            self.need("align")?;
            Some(PointerInfo { space, align: self.number()? })
        } else {
            None
        };
        Ok(KernelParam {
            name,
            source_name,
            source_type,
            pointee,
            members,
            of,
            offset,
            size,
            align,
            ty,
            signed,
            pointer,
        })
    }

    /// `offset 8 size 4`
    /// The members of a structure.
    pub(super) fn members(&mut self) -> Result<Vec<Field>> {
        let mut members = Vec::new();
        while self.take("member") {
            members.push(self.field()?);
        }
        Ok(members)
    }

    fn field(&mut self) -> Result<Field> {
        let name = self.string()?;
        let (offset, size) = self.range()?;
        Ok(Field { name, offset, size })
    }

    fn range(&mut self) -> Result<(u64, u64)> {
        self.need("offset")?;
        let offset = self.number()?;
        self.need("size")?;
        Ok((offset, self.number()?))
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
            return Err((None, "the gaps between block numbers are too large".to_owned()));
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
            return Err((None, "the gaps between value numbers are too large".to_owned()));
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

    fn inst(&mut self, function: &mut Function, body: &mut Body) -> Result<Inst> {
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
}
