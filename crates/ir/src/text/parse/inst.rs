//! An instruction: its kind, its arguments, and the types of its results.

use super::super::lex::Token;
use super::super::names::{
    ATOMICS, BARRIERS, COLLECTIVES, MARKERS, SPECIALS, SPECS, meaning, parse_pure_op, reserved, spelling,
};
use super::{Parser, Result};
use crate::entity::Func;
use crate::inst::{
    Access, Address, Barrier, BarrierOp, Base, Callee, Collective, Effects, FenceFlags, InstKind, SpecKind,
    Special,
};
use crate::types::{Order, Scope, Type};

impl Parser<'_> {
    /// An instruction's kind and the types of its results.
    pub(super) fn kind(&mut self) -> Result<(InstKind, Vec<Type>)> {
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
            "uninitialised" => Ok((InstKind::Uninitialised, self.types()?)),
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
            "marker" => self.marker(),
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
        if let Some(flag) = flags.iter().find(|f| !["aligned", "shared", "global", "varies"].contains(f)) {
            return self
                .fail(format!("`.{flag}` is not a modifier of a barrier: aligned, shared, global, varies"));
        }
        let types = self.types()?;
        let id = self.value()?;
        let count = if self.take("count") { Some(self.value()?) } else { None };
        let predicate = if self.take("predicate") { Some(self.value()?) } else { None };
        let [shared, global, varies] = ["shared", "global", "varies"].map(|flag| flags.contains(&flag));
        let fence = FenceFlags { shared, global, varies };
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
        let at = self.lexer.start();
        let name = self.string()?;
        // Read as an opaque instruction, it would lose its meaning.
        if let Some(marker) = reserved(&name, self.module.language) {
            let marker = spelling(MARKERS, &marker);
            let message = format!(
                "`opaque {name:?}` is the form of an older version: write `marker {marker}`, with the same types and \
                 arguments and without `reads`, `writes` or `synchronises`"
            );
            return self.fail_at(at, message);
        }
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

    fn marker(&mut self) -> Result<(InstKind, Vec<Type>)> {
        let word = self.word()?;
        let Some(marker) = meaning(MARKERS, word) else {
            return self.fail(format!("`{word}` is not a marker"));
        };
        let types = self.types()?;
        self.sign('(')?;
        let args = self.values()?;
        self.sign(')')?;
        Ok((InstKind::Marker { marker, args }, types))
    }

    fn spec(&mut self) -> Result<SpecKind> {
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
