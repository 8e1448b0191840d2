//! Modules, functions, blocks and memory objects.

use crate::effects::Meets;
use crate::entity::{Block, Func, Inst, LocId, Object, PrimaryMap, SecondaryMap, Slot, Value, Var};
use crate::inst::{InstData, InstKind, Terminator};
use crate::pointee::numbers;
use crate::source::SourceMap;
use crate::types::{Order, Space, Type};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use std::ops::Range;

/// The language that the rules of barrier divergence are taken from (design, "Semantics").
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// PTX: an aligned barrier needs its whole warp, textual alignment is not asked.
    #[default]
    Ptx,
    /// CUDA C++: `__syncthreads` needs all threads at the same textual barrier.
    Cuda,
    /// OpenCL C: `barrier` likewise.
    OpenCl,
}

/// A translation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The language whose rules hold.
    pub language: Language,
    /// Width of a generic address in bits: 32 or 64.
    pub address_bits: u32,
    /// Memory objects of module scope (function-scope `.shared` variables too).
    pub objects: PrimaryMap<Object, MemoryObject>,
    /// Kernels and device functions.
    pub functions: PrimaryMap<Func, Function>,
    /// Mutable scalars shared by all threads (paper 000's V_s); none come from PTX.
    pub shared_vars: Vec<SharedVar>,
    /// Files and locations.
    pub sources: SourceMap,
}

impl Module {
    /// The kernels, in source order.
    pub fn kernels(&self) -> impl Iterator<Item = (Func, &Function)> {
        self.functions.iter().filter(|(_, f)| f.kind == FunctionKind::Kernel && !f.is_declaration())
    }

    /// The function of this name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<Func> {
        self.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
}

/// A mutable scalar shared by all threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SharedVar {
    /// Its name, unique in the module.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A memory object: module scope, or of one thread (a [`Slot`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryObject {
    /// Its name in the PTX text.
    pub name: String,
    /// Its name in the source, from DWARF or demangling, where known.
    pub source_name: Option<String>,
    /// Its type in the source, where known: `float[32][33]`. For messages only.
    pub source_type: Option<String>,
    /// Where it lives.
    pub space: Space,
    /// Its size in bytes; `None` for an array whose size the launch gives (`.extern .shared x[]`).
    pub size: Option<u64>,
    /// Its alignment in bytes.
    pub align: u32,
    /// The size of one element in bytes, for messages such as `tile[7]`.
    pub element: u32,
    /// The members of an element that is a structure, for messages such as `tile[7].key`.
    pub members: Vec<Field>,
    /// Its initial bytes; what is beyond them is zero. Without one, the content is unknown
    /// (shared, local) or zero (global, constant).
    pub init: Option<Init>,
    /// Declared `.extern`: defined elsewhere.
    pub external: bool,
    /// A variable in global memory that no other module can name (PTX ISA 5.3: it has no linking directive).
    pub internal: bool,
}

/// A source variable inside a slot (clang puts all locals of a function in one `.local` array), or a member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name in the source; of a member the way to it: `position.x`.
    pub name: String,
    /// Where it begins in the slot or in the structure, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
}

/// An initial value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    /// The bytes; where a relocation lies they are zero.
    pub bytes: Vec<u8>,
    /// Addresses that are put into the bytes.
    pub relocations: Vec<Relocation>,
}

/// An address inside an initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Where, in bytes.
    pub at: u64,
    /// How many bytes it takes.
    pub bytes: u32,
    /// Whose address.
    pub target: RelocationTarget,
    /// Added to the address.
    pub addend: i64,
    /// A generic address (`generic(x)`) instead of one in the object's space.
    pub generic: bool,
}

/// Whose address a relocation puts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelocationTarget {
    /// An object's.
    Object(Object),
    /// A function's.
    Func(Func),
}

/// Kernel or device function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FunctionKind {
    /// Launched from the host (`.entry`).
    Kernel,
    /// Called by kernels (`.func`).
    Device,
}

/// A pointer parameter's target, as `.ptr` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerInfo {
    /// The space it points to ([`Space::Generic`] when none is given).
    pub space: Space,
    /// The alignment of what it points to, in bytes.
    pub align: u32,
}

/// A parameter of a kernel: a range of the parameter bank. Of a structure that is passed by value each member is one, as far as they are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KernelParam {
    /// Its name in the PTX text.
    pub name: String,
    /// Its name in the source, where known; of a member the way to it: `grid.width`.
    pub source_name: Option<String>,
    /// Its type in the source, where known: `const float *`.
    pub source_type: Option<String>,
    /// Of a pointer, the size in bytes of what it points to in the source, where known.
    pub pointee: Option<u64>,
    /// Of a pointer to structures, their members.
    pub members: Vec<Field>,
    /// The structure of which it is a member.
    pub of: Option<Structure>,
    /// Where it begins in the parameter bank, in bytes.
    pub offset: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Its alignment in bytes.
    pub align: u32,
    /// Its type when it is a scalar; `None` for structures and arrays.
    pub ty: Option<Type>,
    /// Declared as a number with a sign (`.s32`). Compilers write `.u32` for every integer, so without it nothing is known.
    pub signed: bool,
    /// Set when it is a pointer: declared one (`.ptr`), or [by its use](crate::passes::infer_pointers).
    pub pointer: Option<PointerInfo>,
}

/// A structure that is passed by value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Structure {
    /// What the source calls the parameter.
    pub name: String,
    /// Its type in the source.
    pub ty: String,
    /// Where it begins in the parameter bank, in bytes.
    pub offset: u64,
    /// Its size in bytes, with what lies between its members and after them.
    pub size: u64,
}

impl KernelParam {
    /// The bytes of the parameter bank that are passed with it: those of its structure, if it is a member.
    #[must_use]
    pub fn passed(&self) -> Range<u64> {
        let (offset, size) = self.of.as_ref().map_or((self.offset, self.size), |of| (of.offset, of.size));
        offset..offset.saturating_add(size)
    }

    /// Is it an unsigned number of the source?
    #[must_use]
    pub fn is_unsigned(&self) -> bool {
        self.source_type.as_deref().and_then(numbers).is_some_and(|number| !number.signed)
    }
}

/// Launch bounds that a kernel declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LaunchBounds {
    /// `.reqntid`: the block size, by dimension.
    pub required: Option<[u32; 3]>,
    /// `.maxntid`: the largest product of the block's dimensions.
    pub max_threads: Option<u64>,
    /// `.reqnctapercluster`
    pub cluster: Option<[u32; 3]>,
}

/// A value's type, definition and source name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// What defines it.
    pub def: ValueDef,
    /// The source variable it holds, where known.
    pub name: Option<String>,
}

/// What defines a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The result with this number of an instruction.
    Result(Inst, u16),
    /// The parameter with this number of a block.
    Param(Block, u16),
}

/// A mutable scalar of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarData {
    /// Its name: of the PTX register, of the source variable, or of paper 000's variable.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// The index in [`Module::shared_vars`] when it is shared by all threads; private otherwise.
    pub shared: Option<u32>,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockData {
    /// Its label in the input, where it has one.
    pub name: Option<String>,
    /// Its parameters.
    pub params: SmallVec<[Value; 4]>,
    /// Its instructions, in order. `assume`s come first in paper 000's programs.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub term: Terminator,
    /// Where its end comes from.
    pub term_loc: LocId,
}

/// A kernel or a device function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, mangled as in the PTX text.
    pub name: String,
    /// Kernel or device function.
    pub kind: FunctionKind,
    /// The parameters of a kernel; empty for a device function.
    pub params: Vec<KernelParam>,
    /// The slots that hold a device function's arguments, in order.
    pub arg_slots: Vec<Slot>,
    /// The slots that hold a device function's results, in order.
    pub ret_slots: Vec<Slot>,
    /// What the kernel declares of its launch.
    pub bounds: LaunchBounds,
    /// SSA values.
    pub values: PrimaryMap<Value, ValueData>,
    /// Instructions; those that no block lists are dead.
    pub insts: PrimaryMap<Inst, InstData>,
    /// Blocks; those that `order` does not list are dead.
    pub blocks: PrimaryMap<Block, BlockData>,
    /// The blocks in program order; the first is the entry. Empty for a declaration.
    pub order: Vec<Block>,
    /// The memory objects of each thread.
    pub slots: PrimaryMap<Slot, MemoryObject>,
    /// The source variables that lie in a slot, by offset, where DWARF tells.
    pub slot_fields: SecondaryMap<Slot, Vec<Field>>,
    /// The byte ranges of a slot that slot promotion has turned into values, by offset. An access
    /// that touches one has left its variable: it is out of bounds.
    pub promoted: SecondaryMap<Slot, Vec<Range<u64>>>,
    /// The mutable scalars.
    pub vars: PrimaryMap<Var, VarData>,
    /// What is assumed of the pointers of a prepared kernel: what is proved of it is proved under these assumptions.
    pub assumed: Assumed,
    /// Where the function begins.
    pub loc: LocId,
}

/// What is assumed of a kernel's pointers where its text alone does not say it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    /// No distance of two pointers is rebuilt from what the kernel learns about addresses: see [`rebuilds_pointers`](crate::passes::rebuilds_pointers).
    pub not_rebuilt: bool,
    /// A pointer that the kernel is given points to global memory, as it asks for the space of one.
    pub to_global: bool,
    /// Accesses are aligned although neither the kernel nor the type of a pointer guarantees it.
    pub alignment: bool,
}

impl Function {
    /// The parameters of a kernel as the source counts them: of a structure all members.
    pub fn params_of_source(&self) -> impl Iterator<Item = &[KernelParam]> {
        self.params.chunk_by(|a, b| a.of.is_some() && a.of == b.of)
    }

    /// A function without blocks: a declaration until blocks are added.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: FunctionKind, loc: LocId) -> Self {
        Self {
            name: name.into(),
            kind,
            params: Vec::new(),
            arg_slots: Vec::new(),
            ret_slots: Vec::new(),
            bounds: LaunchBounds::default(),
            values: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            order: Vec::new(),
            slots: PrimaryMap::new(),
            slot_fields: SecondaryMap::new(),
            promoted: SecondaryMap::new(),
            vars: PrimaryMap::new(),
            assumed: Assumed::default(),
            loc,
        }
    }

    /// Has it no body?
    #[must_use]
    pub fn is_declaration(&self) -> bool {
        self.order.is_empty()
    }

    /// The block that control enters first.
    ///
    /// # Panics
    /// When the function is a declaration.
    #[must_use]
    pub fn entry(&self) -> Block {
        self.order[0]
    }

    /// Adds an empty block at the end of the program order; it ends in [`Terminator::Unreachable`]
    /// until it is given another end.
    pub fn add_block(&mut self, loc: LocId) -> Block {
        let block = self.blocks.push(BlockData {
            name: None,
            params: SmallVec::new(),
            insts: Vec::new(),
            term: Terminator::Unreachable,
            term_loc: loc,
        });
        self.order.push(block);
        block
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let number = self.blocks[block].params.len() as u16;
        let value = self.values.push(ValueData { ty, def: ValueDef::Param(block, number), name: None });
        self.blocks[block].params.push(value);
        value
    }

    /// Makes an instruction with results of the given types, listed in no block yet.
    pub fn make_inst(&mut self, kind: InstKind, results: &[Type], loc: LocId) -> Inst {
        let inst = self.insts.push(InstData { kind, guard: None, results: SmallVec::new(), loc });
        for (number, &ty) in results.iter().enumerate() {
            let def = ValueDef::Result(inst, number as u16);
            let value = self.values.push(ValueData { ty, def, name: None });
            self.insts[inst].results.push(value);
        }
        inst
    }

    /// Makes an instruction and appends it to a block.
    pub fn append(&mut self, block: Block, kind: InstKind, results: &[Type], loc: LocId) -> Inst {
        let inst = self.make_inst(kind, results, loc);
        self.blocks[block].insts.push(inst);
        inst
    }

    /// Appends an instruction with one result and returns the result.
    pub fn append1(&mut self, block: Block, kind: InstKind, ty: Type, loc: LocId) -> Value {
        let inst = self.append(block, kind, &[ty], loc);
        self.insts[inst].results[0]
    }

    /// The type of a value.
    #[must_use]
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// May a call through a pointer lead to no function ([`InstKind::stray_call`])?
    #[must_use]
    pub fn strays(&self) -> bool {
        let mut insts = self.order.iter().flat_map(|&block| &self.blocks[block].insts);
        insts.any(|&inst| self.insts[inst].kind.stray_target().is_some())
    }

    /// Where threads wait for all CTAs of the launch.
    pub fn grid_syncs(&self) -> impl Iterator<Item = Inst> + '_ {
        let insts = self.order.iter().flat_map(|&block| self.blocks[block].insts.iter().copied());
        insts.filter(|&inst| self.insts[inst].kind.is_grid_sync())
    }

    /// Does a fence stand anywhere, apart from those of barriers?
    #[must_use]
    pub fn has_fences(&self) -> bool {
        let mut insts = self.order.iter().flat_map(|&block| &self.blocks[block].insts);
        insts.any(|&inst| matches!(self.insts[inst].kind, InstKind::Fence { .. }))
    }

    /// May something besides barriers of a CTA order accesses of two threads: a fence, an access that acquires or releases (PTX ISA, "Release and Acquire
    /// Patterns"), a barrier of the grid, what is not modelled?
    #[must_use]
    pub fn orders_memory(&self) -> bool {
        let mut insts = self.order.iter().flat_map(|&block| &self.blocks[block].insts);
        insts.any(|&inst| {
            let kind = &self.insts[inst].kind;
            let effects = kind.effects();
            let is_barrier = matches!(effects.meets, Meets::Lanes | Meets::Cta);
            effects.orders && !is_barrier
                || effects.meets == Meets::Unknown
                || kind.access().is_some_and(|access| access.order > Order::Relaxed)
        })
    }

    /// The barriers of the CTA that follow waits for all CTAs.
    #[must_use]
    pub fn grid_barriers(&self) -> BTreeSet<Inst> {
        let mut found = BTreeSet::new();
        for &block in &self.order {
            let mut waited = false;
            for &inst in &self.blocks[block].insts {
                let kind = &self.insts[inst].kind;
                waited |= kind.is_grid_sync();
                if waited && matches!(kind, InstKind::Barrier(_)) {
                    found.insert(inst);
                    waited = false;
                }
            }
        }
        found
    }

    /// The instruction that defines a value, if one does.
    #[must_use]
    pub fn def_inst(&self, value: Value) -> Option<&InstData> {
        match self.values[value].def {
            ValueDef::Result(inst, _) => Some(&self.insts[inst]),
            ValueDef::Param(..) => None,
        }
    }

    /// The constant that a value is, if an [`InstKind::Const`] defines it.
    #[must_use]
    pub fn as_const(&self, value: Value) -> Option<u128> {
        match self.def_inst(value)?.kind {
            InstKind::Const(bits) => Some(bits),
            _ => None,
        }
    }
}
