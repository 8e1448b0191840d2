//! Where a run starts: what memory holds before the kernel does, and threads at their first instruction.

use crate::launches::launch::{BufferContent, WhichCta};
use crate::launches::logs::Logs;
use crate::launches::objects::{LOCAL, ObjectKind, PARAMS, SCALARS, SHARED, points_to_shared};
use crate::launches::variables::Variables;
use crate::running::machine::Machine;
use crate::states::barrier::Barriers;
use crate::states::memory::Memory;
use crate::states::part::Part;
use crate::states::state::{Cta, Group, Lane, Warp};
use crate::states::ways::Ways;
use crate::values::domain::{Domain, ObjectId};
use raddle_ir::{Object, RelocationTarget, Space};
use raddle_launch::limits::NAMED_BARRIERS;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<D: Domain> Machine<'_, D> {
    /// Sets what global and constant memory and the parameters hold before the kernel starts.
    pub(crate) fn fill_memory(&mut self) {
        let constants = crate::launches::constants::as_initialised(self.module);
        let variables = self.launch.chosen.as_ref().and_then(|chosen| chosen.variables);
        let module = self.module;
        let mut written = match variables {
            Some(Variables::Written(written)) => written.variables(module, self.function),
            _ => BTreeMap::new(),
        };
        written.retain(|&id, _| !constants[id]);
        // The host may have written a variable before the launch; an initialised constant is assumed to be unchanged.
        let is_as_loaded = |id: Object| {
            let is_variable = variables.is_some() && module.objects[id].space == Space::Global;
            D::CONCRETE || constants[id] || is_variable && !written.contains_key(&id)
        };
        for n in 0..self.objects.iter().count() {
            let info = self.objects.info(ObjectId(n as u32)).clone();
            let memory = match info.kind {
                ObjectKind::Shared | ObjectKind::Local | ObjectKind::Scalars => {
                    Memory::new(Some(0), D::INITIAL)
                }
                ObjectKind::Params => Memory::new(info.size, D::INITIAL),
                ObjectKind::Absolute | ObjectKind::Buffer { .. } => Memory::new(info.size, D::INITIAL),
                ObjectKind::Module(id) => {
                    let object = &self.module.objects[id];
                    let fill = if is_as_loaded(id) && !object.external { D::byte(0) } else { D::INITIAL };
                    Memory::new(info.size, fill)
                }
            };
            self.state.globals.push(memory);
        }
        let at = crate::launches::objects::nowhere();
        for n in 0..self.state.globals.len() {
            let ObjectKind::Module(id) = self.objects.info(ObjectId(n as u32)).kind else { continue };
            if let Some(bytes) = written.get(&id) {
                self.state.globals[n].fill(0, bytes);
            }
            let Some(init) = module.objects[id].init.as_ref().filter(|_| is_as_loaded(id)) else { continue };
            self.state.globals[n].fill(0, &init.bytes);
            for relocation in &init.relocations {
                let value = match relocation.target {
                    RelocationTarget::Object(target) => match self.objects.of_module(target) {
                        Some((SHARED, offset)) if !relocation.generic => D::known(offset),
                        Some((id, offset)) => self.address_of(id, offset as i64),
                        None => continue,
                    },
                    RelocationTarget::Func(func) => self.domain.function_address(func),
                };
                let ty = raddle_ir::Type::int(8 * relocation.bytes).unwrap_or(raddle_ir::Type::I64);
                let addend = D::known(relocation.addend as u64 & ty.mask() as u64);
                let value = self.domain.pure(raddle_ir::PureOp::Add, ty, ty, &[value, addend], at);
                self.put(n, relocation.at, value, ty.bytes() as usize);
            }
        }
        for param in
            self.function.params.iter().filter(|param| param.pointer.is_some() && !points_to_shared(param))
        {
            self.domain.declare_pointer(param.offset);
        }
        let launch = Rc::clone(&self.launch);
        for arg in &launch.args {
            let offset = self.function.params[arg.param].offset;
            self.state.globals[PARAMS.0 as usize].fill(offset, &arg.bytes);
        }
        let shared: Vec<(u64, u64)> = self.objects.shared_params().collect();
        for (param, at) in shared {
            self.put(PARAMS.0 as usize, param, D::known(at), self.module.address_bits as usize / 8);
        }
        for buffer in &launch.buffers {
            let param = &self.function.params[buffer.param];
            if points_to_shared(param) {
                continue;
            }
            let id = self.objects.buffer(param.offset);
            if let BufferContent::Bytes(bytes) = &buffer.content {
                self.state.globals[id.0 as usize].fill(0, bytes);
            }
            let value = self.address_of(id, 0);
            self.put(PARAMS.0 as usize, param.offset, value, param.size as usize);
        }
    }

    fn put(&mut self, object: usize, offset: u64, value: D::Value, bytes: usize) {
        let mut split = [D::INITIAL; 8];
        self.domain.split(value, &mut split[..bytes.min(8)]);
        self.state.globals[object].write(offset, &split[..bytes.min(8)]);
    }

    /// The generic address of a place in an object.
    pub(crate) fn address_of(&mut self, id: ObjectId, offset: i64) -> D::Value {
        let address = self.objects.info(id).address;
        let base = self.domain.base(id, address);
        let ty = raddle_ir::Type::int(self.module.address_bits).unwrap_or(raddle_ir::Type::I64);
        let offset = D::known(offset as u64 & ty.mask() as u64);
        self.domain.pure(raddle_ir::PureOp::Add, ty, ty, &[base, offset], crate::launches::objects::nowhere())
    }

    /// Puts a fresh CTA at its first instruction.
    pub(crate) fn start(&mut self, at: WhichCta) {
        let launch = Rc::clone(&self.launch);
        let size = |id| self.objects.info(id).size;
        let mut shared = Memory::new(size(SHARED), D::INITIAL);
        let mut scalars = Memory::new(size(SCALARS), D::INITIAL);
        let local = Memory::new(size(LOCAL), D::INITIAL);
        // What is uninitialised has a name of its own in each CTA.
        shared.version = u64::from(self.domain.begin_cta()) << 32;
        shared.writes = shared.version;
        (scalars.version, scalars.writes) = (shared.version, shared.writes);
        self.state.cta = Cta {
            at,
            warps: (0..launch.warps()).map(|warp| Part::Own(self.fresh_warp(warp, &local))).collect(),
            shared,
            scalars,
            barriers: Barriers::new(NAMED_BARRIERS, launch.most_registered()),
            predicates: vec![Vec::new(); NAMED_BARRIERS as usize],
            textual: vec![None; NAMED_BARRIERS as usize],
            stuck: Vec::new(),
        };
        self.state.steps = 0;
        self.state.logs = launch.chosen.as_ref().and_then(|chosen| chosen.logs).map(Logs::new);
        self.state.held.clear();
        // Where uninitialised mutable scalars are read, each has a name of its own.
        if !D::CONCRETE {
            self.name_uninitialised();
        }
    }

    /// A warp at its first instruction. `local`: what a thread's local memory holds.
    fn fresh_warp(&self, warp: u32, local: &Memory<D>) -> Warp<D> {
        let (program, launch, width) = (self.program, &self.launch, self.width);
        let present = (launch.threads() - warp * launch.warp_size).min(launch.warp_size);
        let mask = if present == 32 { u32::MAX } else { (1 << present) - 1 };
        let mut regs = vec![D::known(0); program.registers as usize * width];
        for &(reg, bits) in &program.constants {
            regs[reg as usize * width..(reg as usize + 1) * width].fill(D::known(bits));
        }
        let lanes = (0..width as u32).map(|lane| if lane < present { Lane::Running } else { Lane::Absent });
        Warp {
            regs,
            lanes: lanes.collect(),
            groups: vec![Group { pc: 0, lanes: mask }],
            loops: vec![0; program.loops as usize * width],
            events: vec![0; width],
            came: 0,
            ways: Ways::new(if self.in_step() { width } else { 0 }),
            locals: vec![local.clone(); present as usize],
        }
    }

    fn name_uninitialised(&mut self) {
        let site = crate::launches::objects::nowhere();
        let unset = self.domain.anything(crate::values::domain::Reason::Uninitialised, site, &[]);
        let variables = self.program.variables as usize * self.width;
        for warp in &mut self.state.cta.warps {
            warp.regs[..variables].fill(unset);
        }
    }
}
