//! PTX AST to kernel IR.
//!
//! The idea: every instruction of the PTX ISA whose meaning raddle models becomes a few IR
//! operations with exactly that meaning; everything else becomes an *opaque* instruction, by name,
//! which says what it may do besides giving unknown results. There is one file for each family of
//! instructions, each a function from the instruction's words and operands to IR:
//!
//! | file | instructions | PTX ISA 9.0 |
//! | --- | --- | --- |
//! | `integer`, `carry` | `add` … `dp2a`, extended precision | 9.7.1, 9.7.2 |
//! | `float` | `add` … `tanh`, `f16`, `bf16`, packed | 9.7.3 to 9.7.5 |
//! | `compare` | `set`, `setp`, `selp`, `slct`, `testp` | 9.7.6, 9.7.7 |
//! | `logic` | `and` … `lop3`, shifts, `prmt` | 9.7.8, 9.7.9.7 |
//! | `convert` | `cvt`, `cvt.pack` | 9.7.9.21 |
//! | `data` | `mov`, `cvta`, `isspacep` | 9.7.9 |
//! | `memory`, `atomic` | `ld`, `st`, `atom`, `red` | 9.7.9, 9.7.13 |
//! | `sync`, `warp` | barriers, fences, `shfl`, `vote`, … | 9.7.13 |
//! | `control`, `call`, `builtin` | `bra`, `call`, `ret`, … | 9.7.12 |
//! | `special` | `%tid` … | 10 |
//! | `opaque` | the rest | |
//!
//! What the IR of a function looks like before any pass:
//! - a register is a mutable scalar ([`raddle_ir::Var`]), read where it is used and written where
//!   it is assigned; `.pred` is `i1`, packed types are integers;
//! - a guarded pure instruction writes `select(guard, new, old)`; a guarded effect carries the guard,
//!   and what it gives is selected in the same way; guarded jumps become branches;
//! - a `.local` or `.param` variable of a function is a slot, a `.shared` one an object of the module;
//! - kernel parameters are ranges of the parameter bank;
//! - a call passes its arguments and results in slots.
//!
//! All `.extern .shared x[]` arrays begin at the same address, so they are one object.
//!
//! Invariants: no input panics; the result has an end for every block; every instruction has the
//! line of its PTX instruction.

mod atomic;
mod build;
mod builtin;
mod call;
mod carry;
mod compare;
mod control;
mod convert;
mod data;
mod dispatch;
mod error;
mod float;
mod function;
mod global;
mod integer;
mod locate;
mod logic;
mod memory;
mod names;
mod opaque;
mod operand;
mod scope;
mod special;
mod structures;
mod sync;
mod types;
mod warp;

use raddle_ir::clock::Deadline;
use raddle_ir::{Func, Function, FunctionKind, Language, Loc, Module, Object};
use rustc_hash::FxHashMap;

pub use self::error::{LowerError, Problem};
use self::locate::Files;
use self::scope::Symbol;
use crate::ast;
use crate::source::LineIndex;

/// How many errors one call of [`lower`] reports.
pub const MAX_ERRORS: usize = 20;

/// What lowering cannot know from the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The language that the text was compiled from, if raddle compiled it; PTX otherwise.
    pub language: Language,
    /// When to give up, with [`Problem::Late`].
    pub deadline: Deadline,
}

/// Lowers a module. `source` is the text that `ast` was parsed from.
///
/// # Errors
/// At least one and at most [`MAX_ERRORS`], in the order of the source.
pub fn lower(ast: &ast::Module<'_>, source: &str, options: Options) -> Result<Module, Vec<LowerError>> {
    let (module, errors) = lower_kernels(ast, source, options)?;
    if errors.is_empty() { Ok(module) } else { Err(errors) }
}

/// The same where the errors of one kernel do not matter to the others: a kernel whose body has errors is left without a
/// body, and they are listed, in the order of the source. (Nothing calls a kernel.)
///
/// # Errors
/// When some are not in the body of a kernel: as [`lower`].
pub fn lower_kernels(
    ast: &ast::Module<'_>,
    source: &str,
    options: Options,
) -> Result<(Module, Vec<LowerError>), Vec<LowerError>> {
    let mut cx = Context::new(ast, source, options);
    cx.declare();
    for item in &ast.items {
        if cx.errors.len() >= MAX_ERRORS || cx.errors.last().is_some_and(|e| e.problem == Problem::Late) {
            break;
        }
        if let ast::Item::Function(function) = item
            && let Some(body) = &function.body
        {
            function::lower(&mut cx, function, body);
        }
    }
    let Context { mut module, mut errors, .. } = cx;
    errors.sort_by_key(|error| error.span);
    let of_kernel = |error: &LowerError| {
        let function = error.function.as_ref().and_then(|name| module.function(name));
        function.is_some_and(|func| module.functions[func].kind == FunctionKind::Kernel)
    };
    // From this many errors on, the rest of the text was not read.
    if errors.len() < MAX_ERRORS && errors.iter().all(of_kernel) {
        names::apply(&mut module, ast);
        return Ok((module, errors));
    }
    errors.truncate(MAX_ERRORS);
    Err(errors)
}

/// How a parameterised name is written: `%r<100>`.
fn numbered_name(declarator: &ast::Declarator<'_>) -> String {
    match declarator.count {
        Some(count) => format!("{}<{count}>", declarator.name.text),
        None => declarator.name.text.to_owned(),
    }
}

/// A function of the module, as its callers see it.
#[derive(Clone, Copy)]
struct Callable<'a, 'src> {
    /// Its declaration or definition.
    ast: &'a ast::Function<'src>,
    /// Its number, when it has a body or its address is taken.
    func: Option<Func>,
}

/// What all functions of a module share while they are lowered.
struct Context<'a, 'src> {
    source: &'a str,
    ast: &'a ast::Module<'src>,
    lines: LineIndex,
    files: Files<'a, 'src>,
    module: Module,
    /// Module-scope variables.
    symbols: FxHashMap<&'src str, Symbol>,
    /// `.global .u32 x<10>`, by prefix: how many, and the first.
    families: FxHashMap<&'src str, (u32, Object)>,
    functions: FxHashMap<&'src str, Callable<'a, 'src>>,
    prototypes: FxHashMap<&'src str, &'a ast::CallPrototype<'src>>,
    /// The object of all `.extern .shared x[]`.
    dynamic_shared: Option<Object>,
    /// Variables of functions that initial values name, by where they are declared.
    inner: FxHashMap<u32, Object>,
    /// How many bytes of initial values there are so far.
    init_bytes: u64,
    deadline: Deadline,
    errors: Vec<LowerError>,
}

impl<'a, 'src> Context<'a, 'src> {
    fn new(ast: &'a ast::Module<'src>, source: &'a str, options: Options) -> Self {
        let mut module = Module { language: options.language, ..Module::default() };
        module.address_bits = if ast.address_size == 64 { 64 } else { 32 };
        let files = Files::new(ast, &mut module.sources);
        Self {
            source,
            ast,
            lines: LineIndex::new(source),
            files,
            module,
            symbols: FxHashMap::default(),
            families: FxHashMap::default(),
            functions: FxHashMap::default(),
            prototypes: FxHashMap::default(),
            dynamic_shared: None,
            inner: FxHashMap::default(),
            init_bytes: 0,
            deadline: options.deadline,
            errors: Vec::new(),
        }
    }

    /// Records an error.
    fn error(&mut self, span: ast::Span, problem: Problem) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(LowerError::new(self.source, &self.lines, span, problem));
        }
    }

    /// Is the time over? Then that is the last error.
    fn late(&mut self, span: ast::Span) -> bool {
        let late = self.deadline.passed();
        if late {
            self.error(span, Problem::Late);
        }
        late
    }

    /// Gives the last error the place in the source that the location names.
    fn name_source(&mut self, loc: raddle_ir::LocId) {
        let sources = &self.module.sources;
        if let (Some(error), Some(pos)) = (self.errors.last_mut(), sources.loc(loc).source) {
            error.source = Some((sources.files[pos.file].clone(), pos.line, pos.column));
        }
    }

    /// The location of a place that belongs to no instruction.
    fn line_loc(&mut self, span: ast::Span) -> raddle_ir::LocId {
        let ptx_line = self.lines.line(span.start);
        self.module.sources.intern(Loc { ptx_line, ..Loc::default() })
    }

    /// Declares what the module holds, so that functions may name things that come later.
    fn declare(&mut self) {
        let ast = self.ast;
        for item in &ast.items {
            match item {
                ast::Item::Function(function) => self.declare_function(function),
                ast::Item::CallPrototype(prototype) => {
                    self.prototypes.insert(prototype.name.text, prototype);
                }
                _ => {}
            }
        }
        for item in &ast.items {
            if let ast::Item::Alias(alias) = item {
                match self.functions.get(alias.target.text) {
                    Some(&target) => {
                        self.functions.insert(alias.name.text, target);
                    }
                    None => {
                        self.error(alias.target.span, Problem::UndefinedName(alias.target.text.to_owned()));
                    }
                }
            }
        }
        for declaration in ast.variables() {
            self.declare_variables(declaration);
        }
        for declaration in ast.variables() {
            self.initialise_variables(declaration);
        }
    }

    fn declare_function(&mut self, function: &'a ast::Function<'src>) {
        let known = self.functions.get(function.name.text).copied();
        let func = match (&function.body, known.and_then(|k| k.func)) {
            (Some(_), Some(_)) => {
                self.error(function.name.span, Problem::Duplicate(function.name.text.to_owned()));
                return;
            }
            (Some(_), None) => Some(self.add_function(function)),
            (None, Some(_)) => return,
            (None, None) => None,
        };
        self.functions.insert(function.name.text, Callable { ast: function, func });
    }

    /// Adds a function without blocks, and gives its number.
    fn add_function(&mut self, function: &ast::Function<'src>) -> Func {
        let kind = match function.kind {
            ast::FunctionKind::Entry => FunctionKind::Kernel,
            ast::FunctionKind::Func => FunctionKind::Device,
        };
        let loc = self.line_loc(function.span);
        self.module.functions.push(Function::new(function.name.text, kind, loc))
    }

    /// The number of a function whose address is taken: one that is only declared becomes a
    /// function without blocks.
    fn function_address(&mut self, name: &str) -> Option<Func> {
        let callable = *self.functions.get(name)?;
        if let Some(func) = callable.func {
            return Some(func);
        }
        let func = self.add_function(callable.ast);
        if let Some(known) = self.functions.get_mut(name) {
            known.func = Some(func);
        }
        Some(func)
    }
}
