//! One thread of a kernel, run on bytes, with everything written down that others could see.
//!
//! What the IR leaves open is fixed in a way that no pass may change: `havoc` and memory of slots give zero, what
//! a guarded load gives when it is not executed is a poison pattern, divisions by zero give a constant, a
//! `goto` takes the way that its number among all gotos says. A function that is called gets the same frame
//! each time the same chain of calls leads to it, as inlining makes it.

use raddle_ir::*;
use std::collections::BTreeMap;

/// Something that another thread could see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    Load(Space, u64, u32, bool),
    Store(Space, u64, u128, bool),
    Effect(&'static str, Vec<u128>),
    Shared(Option<u128>),
    End(&'static str),
}

/// How far a run came.
#[derive(PartialEq, Eq, Debug)]
pub struct Run {
    pub events: Vec<Event>,
    /// Global and shared memory, where written; none when the fuel was used up.
    pub memory: Option<BTreeMap<(Space, u64), u8>>,
}

/// How a frame is distinguished from others: the calls that lead to it.
type Chain = Vec<Inst>;

/// The windows of shared, local and parameter memory in generic addresses.
const WINDOWS: [(Space, u64); 3] =
    [(Space::Shared, 0x1_0000_0000), (Space::Local, 0x2_0000_0000), (Space::Param, 0x3_0000_0000)];
const OBJECTS: u64 = 0x4000;

struct Machine<'m> {
    module: &'m Module,
    memory: BTreeMap<(Space, u64), u8>,
    vars: BTreeMap<(Chain, Var), u128>,
    slots: BTreeMap<(Chain, Slot), u64>,
    next_slot: u64,
    shared: u128,
    gotos: usize,
    fuel: usize,
    events: Vec<Event>,
}

/// The run ends here, not only the function.
struct Stop;

pub fn run(module: &Module, kernel: &Function, fuel: usize) -> Run {
    let mut machine = Machine {
        module,
        memory: BTreeMap::new(),
        vars: BTreeMap::new(),
        slots: BTreeMap::new(),
        next_slot: 0x100,
        shared: 5,
        gotos: 0,
        fuel,
        events: Vec::new(),
    };
    let ended = machine.call(kernel, &Chain::new(), &BTreeMap::new());
    if ended.is_ok() {
        machine.events.push(Event::End("return"));
    }
    let out_of_fuel = machine.fuel == 0;
    machine.memory.retain(|&(space, _), _| matches!(space, Space::Global | Space::Shared));
    Run { events: machine.events, memory: (!out_of_fuel).then_some(machine.memory) }
}

impl Machine<'_> {
    fn call(&mut self, function: &Function, chain: &Chain, passed: &BTreeMap<Slot, u64>) -> Result<(), Stop> {
        for (&slot, &at) in passed {
            self.slots.insert((chain.clone(), slot), at);
        }
        let mut values: BTreeMap<Value, u128> = BTreeMap::new();
        let mut block = function.entry();
        loop {
            for &inst in &function.blocks[block].insts {
                self.step(1)?;
                self.inst(function, chain, &mut values, inst)?;
            }
            self.step(1)?;
            let target = match &function.blocks[block].term {
                Terminator::Jump(target) => target,
                Terminator::Branch { cond, then, other } => {
                    if values[cond] == 1 {
                        then
                    } else {
                        other
                    }
                }
                Terminator::Switch { value, targets, default } => {
                    usize::try_from(values[value]).ok().and_then(|n| targets.get(n)).unwrap_or(default)
                }
                Terminator::Goto(targets) => {
                    self.gotos += 1;
                    &targets[(self.gotos * 7 / 3) % targets.len()]
                }
                Terminator::Return => return Ok(()),
                Terminator::Exit => return self.end("exit"),
                Terminator::Trap => return self.end("trap"),
                Terminator::Unreachable => return self.end("unreachable"),
            };
            let args: Vec<u128> = target.args.iter().map(|v| values[v]).collect();
            for (&param, arg) in function.blocks[target.block].params.iter().zip(args) {
                values.insert(param, arg);
            }
            block = target.block;
        }
    }

    fn end(&mut self, how: &'static str) -> Result<(), Stop> {
        self.events.push(Event::End(how));
        Err(Stop)
    }

    fn step(&mut self, cost: usize) -> Result<(), Stop> {
        self.fuel = self.fuel.saturating_sub(cost);
        if self.fuel == 0 { Err(Stop) } else { Ok(()) }
    }

    fn inst(
        &mut self,
        function: &Function,
        chain: &Chain,
        values: &mut BTreeMap<Value, u128>,
        inst: Inst,
    ) -> Result<(), Stop> {
        let data = &function.insts[inst];
        let types: Vec<Type> = data.results.iter().map(|&v| function.ty(v)).collect();
        let executed = data.guard.is_none_or(|g| (values[&g.value] == 1) != g.negated);
        let results = if executed {
            self.execute(function, chain, values, inst, &types)?
        } else {
            types.iter().map(|ty| 0xabab_abab & ty.mask()).collect()
        };
        assert_eq!(results.len(), data.results.len());
        for (&value, bits) in data.results.iter().zip(results) {
            values.insert(value, bits);
        }
        Ok(())
    }

    fn execute(
        &mut self,
        function: &Function,
        chain: &Chain,
        values: &BTreeMap<Value, u128>,
        inst: Inst,
        types: &[Type],
    ) -> Result<Vec<u128>, Stop> {
        let mask = types.first().map_or(0, |t| t.mask());
        let all = |list: &[Value]| list.iter().map(|v| values[v]).collect::<Vec<u128>>();
        let effect = |name, args| Event::Effect(name, args);
        match &function.insts[inst].kind {
            InstKind::Const(bits) => return Ok(vec![*bits]),
            InstKind::Pure { op, args } => {
                let operand = function.ty(args[usize::from(*op == PureOp::Select)]);
                return Ok(vec![self.pure(*op, types[0], operand, &all(args))]);
            }
            InstKind::Havoc | InstKind::Uninitialised => return Ok(vec![0]),
            InstKind::Special(special) => {
                return Ok(vec![match special {
                    Special::Tid(_) => 3,
                    Special::Ntid(_) => 64,
                    _ => 1,
                }]);
            }
            InstKind::AddrOf { base, offset } => {
                let at = self.base(function, chain, *base).1.wrapping_add(*offset as u64);
                return Ok(vec![u128::from(at) & mask]);
            }
            InstKind::FuncAddr(func) => return Ok(vec![0xf000 + func.index() as u128]),
            InstKind::VarGet(var) if function.vars[*var].shared.is_some() => {
                self.events.push(Event::Shared(None));
                return Ok(vec![self.shared]);
            }
            InstKind::VarSet(var, value) if function.vars[*var].shared.is_some() => {
                self.shared = values[value];
                self.events.push(Event::Shared(Some(values[value])));
            }
            InstKind::VarGet(var) => {
                return Ok(vec![self.vars.get(&(chain.clone(), *var)).copied().unwrap_or(0)]);
            }
            InstKind::VarSet(var, value) => {
                self.vars.insert((chain.clone(), *var), values[value]);
            }
            InstKind::Load { addr, access } => {
                let (space, mut at) = self.address(function, chain, values, addr);
                let mut results = Vec::new();
                for ty in types {
                    if space != Space::Local {
                        self.see(Event::Load(space, at, ty.bytes(), access.volatile));
                    }
                    results.push(self.read(space, at, ty.bytes()) & ty.mask());
                    at = at.wrapping_add(u64::from(ty.bytes()));
                }
                return Ok(results);
            }
            InstKind::Store { addr, access, values: stored } => {
                let (space, mut at) = self.address(function, chain, values, addr);
                for value in stored {
                    let bytes = function.ty(*value).bytes();
                    if space != Space::Local {
                        self.see(Event::Store(space, at, values[value], access.volatile));
                    }
                    self.write(space, at, bytes, values[value]);
                    at = at.wrapping_add(u64::from(bytes));
                }
            }
            InstKind::Atomic { addr, args, .. } => {
                let (space, at) = self.address(function, chain, values, addr);
                let bytes = function.ty(args[0]).bytes();
                let old = self.read(space, at, bytes);
                self.see(Event::Store(space, at, values[&args[0]], false));
                self.write(space, at, bytes, old.wrapping_add(values[&args[0]]));
                return Ok(types.iter().map(|t| old & t.mask()).collect());
            }
            InstKind::Call { callee, args, rets } => {
                let func = match callee {
                    Callee::Func(func) => *func,
                    Callee::Indirect { target, .. } => Func::new((values[target] - 0xf000) as usize),
                    Callee::External(_) => unreachable!("none is generated"),
                };
                let callee = &self.module.functions[func];
                let places = |machine: &mut Self, inner: &[Slot], outer: &[Slot]| {
                    let place = |(&i, &o): (&Slot, &Slot)| (i, machine.slot(chain, o));
                    inner.iter().zip(outer).map(place).collect::<BTreeMap<_, _>>()
                };
                let mut passed = places(self, &callee.arg_slots, args);
                passed.extend(places(self, &callee.ret_slots, rets));
                let mut inner = chain.clone();
                inner.push(inst);
                self.call(callee, &inner, &passed)?;
            }
            InstKind::Barrier(b) => self.events.push(effect("barrier", all(&[b.id]))),
            InstKind::Fence { .. } => self.events.push(effect("fence", Vec::new())),
            InstKind::Assume(v) => self.events.push(effect("assume", all(&[*v]))),
            InstKind::Assert(v) => self.events.push(effect("assert", all(&[*v]))),
            InstKind::SpecBegin(_) => self.events.push(effect("spec", Vec::new())),
            InstKind::SpecEnd(_, v) => self.events.push(effect("end of spec", all(&[*v]))),
            InstKind::Marker { marker: Marker::StrayCall, .. } => {
                self.events.push(effect("stray", Vec::new()));
            }
            InstKind::Opaque { args, effects, .. } => {
                if *effects != Effects::NONE {
                    self.events.push(effect("opaque", all(args)));
                }
                return Ok(vec![values[&args[0]].wrapping_mul(3) & mask]);
            }
            InstKind::WarpSync(_) | InstKind::Collective { .. } | InstKind::Marker { .. } => {
                unreachable!("none is generated")
            }
        }
        Ok(Vec::new())
    }

    fn pure(&self, op: PureOp, result: Type, operand: Type, args: &[u128]) -> u128 {
        let window = |space| WINDOWS.iter().find(|w| w.0 == space).map_or(0, |w| w.1);
        match op {
            PureOp::ToGeneric(space) => (args[0] + u128::from(window(space))) & result.mask(),
            PureOp::FromGeneric(space) => args[0].wrapping_sub(u128::from(window(space))) & result.mask(),
            PureOp::IsSpace(space) => u128::from(split(args[0] as u64).0 == space),
            _ => eval(op, result, operand, args).unwrap_or(0xdead & result.mask()),
        }
    }

    /// Accesses of a thread to its own parameter slots, and reads of the kernel's parameters, concern no other thread.
    fn see(&mut self, event: Event) {
        match event {
            Event::Load(Space::Param, ..) => {}
            Event::Store(Space::Param, at, ..) if at >= 0x100 => {}
            event => self.events.push(event),
        }
    }

    fn slot(&mut self, chain: &Chain, slot: Slot) -> u64 {
        let next = self.next_slot;
        let at = *self.slots.entry((chain.clone(), slot)).or_insert(next);
        if at == next {
            self.next_slot += 0x100;
        }
        at
    }

    /// The space that something lies in, and where.
    fn base(&mut self, function: &Function, chain: &Chain, base: Base) -> (Space, u64) {
        match base {
            Base::Absolute => (Space::Generic, 0),
            Base::Object(object) => {
                (self.module.objects[object].space, OBJECTS + 0x100 * object.index() as u64)
            }
            Base::Slot(slot) => (function.slots[slot].space, self.slot(chain, slot)),
            Base::Params => (Space::Param, 0),
            Base::Buffer(number) => {
                let at = function.params[number as usize].offset;
                (Space::Generic, self.read(Space::Param, at, 8) as u64)
            }
        }
    }

    fn address(
        &mut self,
        function: &Function,
        chain: &Chain,
        values: &BTreeMap<Value, u128>,
        addr: &Address,
    ) -> (Space, u64) {
        let start = self.base(function, chain, addr.base).1;
        let index = addr.index.map_or(0, |v| values[&v] as u64);
        let width = addr.index.map_or(Type::I64, |v| function.ty(v)).mask() as u64;
        let at = start.wrapping_add(index).wrapping_add(addr.offset as u64) & width;
        match addr.space {
            Space::Generic => split(at),
            // A CTA's memory has at most 2^32 bytes: an address beyond is out of bounds at any width.
            Space::Shared => (Space::Shared, at & 0xffff_ffff),
            space => (space, at),
        }
    }

    fn read(&mut self, space: Space, at: u64, bytes: u32) -> u128 {
        (0..bytes).rev().fold(0, |sum, n| {
            let at = at.wrapping_add(u64::from(n));
            // Pointers in parameters 0 and 2, a number in parameter 1.
            let initial = match (space, at) {
                (Space::Local, _) => 0,
                (Space::Param, 1) => 0x80,
                (Space::Param, 17) => 0x90,
                (Space::Param, 8) => 6,
                (Space::Param, _) => 0,
                _ => (at.wrapping_mul(0x9e37_79b9) >> 7) as u8,
            };
            sum << 8 | u128::from(self.memory.get(&(space, at)).copied().unwrap_or(initial))
        })
    }

    fn write(&mut self, space: Space, at: u64, bytes: u32, value: u128) {
        for n in 0..bytes {
            self.memory.insert((space, at.wrapping_add(u64::from(n))), (value >> (8 * n)) as u8);
        }
    }
}

/// A generic address as an address in its space.
fn split(at: u64) -> (Space, u64) {
    let window = WINDOWS.iter().find(|w| w.1 >> 32 == at >> 32);
    window.map_or((Space::Global, at), |&(space, start)| (space, at - start))
}
