//! Variables: their size and place, and the initial bytes of those of the module.

use raddle_ir::{Init, KernelParam, MemoryObject, Object, PointerInfo, Relocation, RelocationTarget, Space};

use super::error::Problem;
use super::scope::Symbol;
use super::types::{self, Ty};
use super::{Context, numbered_name};
use crate::ast;
use crate::constant;

/// The most bytes of initial values that a module may have.
const MAX_INIT: u64 = 1 << 28;

/// The most variables that one `x<n>` may declare at module scope.
const MAX_FAMILY: u32 = 1 << 12;

/// What a declaration says about a variable's memory.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Bytes of an element of the array; of the whole, where it is none.
    pub element: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// The dimensions of the array, outermost first; none for `[]`.
    pub dims: Vec<Option<u64>>,
    /// The type of an element, if it is a scalar.
    pub ty: Option<Ty>,
}

impl Shape {
    /// Its size in bytes; none for an array without a first dimension.
    ///
    /// # Errors
    /// When it is beyond 2^63 bytes.
    pub(super) fn size(&self) -> Result<Option<u64>, ()> {
        let mut size = Some(u64::from(self.element));
        for dim in &self.dims {
            size = match (size, dim) {
                (Some(size), Some(dim)) => {
                    Some(size.checked_mul(*dim).filter(|&size| size < 1 << 63).ok_or(())?)
                }
                _ => None,
            };
        }
        Ok(size)
    }
}

/// The shape that type, vector, alignment and dimensions give.
pub(super) fn shape(
    ty: &ast::Name<'_>,
    vector: Option<u32>,
    align: Option<u32>,
    dims: &[Option<ast::Expr<'_>>],
) -> Result<Shape, (ast::Span, Problem)> {
    let scalar = Ty::parse(ty.text).filter(|&t| t != Ty::PRED);
    let bytes = match (scalar, ty.text) {
        (Some(scalar), _) => scalar.bits * scalar.lanes / 8,
        // A handle that the driver gives.
        (None, "texref" | "samplerref" | "surfref") => 8,
        (None, _) => return Err((ty.span, Problem::UnknownType(ty.text.to_owned()))),
    };
    let element = bytes * vector.unwrap_or(1).clamp(1, 8);
    let mut sizes = Vec::with_capacity(dims.len());
    for dim in dims {
        sizes.push(match dim {
            None => None,
            Some(expr) => match constant::evaluate(expr) {
                Some((size, unsigned)) if unsigned || (size as i64) >= 0 => Some(size),
                _ => return Err((expr.span(), Problem::Constant("the size of an array is not a number"))),
            },
        });
    }
    // A power of two, so that rounding up to it needs no division and cannot fail.
    let align = align.unwrap_or(element).clamp(1, 1 << 30).next_power_of_two();
    let ty = scalar.filter(|_| vector.is_none());
    Ok(Shape { element, align, dims: sizes, ty })
}

/// The IR's name of a state space; none for registers.
pub(super) fn ir_space(space: ast::Space) -> Option<Space> {
    Some(match space {
        ast::Space::Reg | ast::Space::Sreg => return None,
        ast::Space::Const(_) => Space::Const,
        ast::Space::Global | ast::Space::Tex => Space::Global,
        ast::Space::Local => Space::Local,
        ast::Space::Param => Space::Param,
        ast::Space::Shared => Space::Shared,
    })
}

/// A kernel parameter in its place: its name in scope, and the size of its elements.
type LaidParam<'src> = (Option<ast::Name<'src>>, KernelParam, u32);

/// Lays out the parameters of a kernel, each at the next place that its alignment allows.
pub(super) fn kernel_params<'src>(
    params: &[ast::Parameter<'src>],
) -> Result<Vec<LaidParam<'src>>, (ast::Span, Problem)> {
    let mut end = 0_u64;
    let mut laid = Vec::with_capacity(params.len());
    for param in params {
        let shape = shape(&param.ty, param.vector, param.align, &param.dims)?;
        let name = param.name.map_or("_", |name| name.text);
        let too_large = || (param.span, Problem::TooLarge(name.to_owned()));
        let size = shape.size().map_err(|()| too_large())?.unwrap_or(0);
        let offset = end.checked_next_multiple_of(u64::from(shape.align)).ok_or_else(too_large)?;
        end = offset.checked_add(size).filter(|&end| end < 1 << 62).ok_or_else(too_large)?;
        let pointer = param.ptr.map(|pointer| PointerInfo {
            space: pointer.space.and_then(|space| types::space(space.text)).unwrap_or(Space::Generic),
            align: pointer.align.unwrap_or(4),
        });
        let ir = KernelParam {
            name: name.to_owned(),
            source_name: None,
            source_type: None,
            pointee: None,
            members: Vec::new(),
            of: None,
            offset,
            size,
            align: shape.align,
            ty: shape.ty.filter(|_| shape.dims.is_empty()).map(Ty::ir),
            signed: shape.dims.is_empty() && shape.ty.is_some_and(Ty::is_signed),
            pointer,
        };
        laid.push((param.name, ir, shape.element));
    }
    Ok(laid)
}

impl<'a, 'src> Context<'a, 'src> {
    /// Adds the memory object of a variable; all dynamic shared arrays are one.
    pub(super) fn add_object(
        &mut self,
        declaration: &ast::Declaration<'src>,
        declarator: &ast::Declarator<'src>,
        name: &str,
    ) -> Option<Object> {
        let shape = match shape(&declaration.ty, declaration.vector, declaration.align, &declarator.dims) {
            Ok(shape) => shape,
            Err((span, problem)) => {
                self.error(span, problem);
                return None;
            }
        };
        let mut size = match shape.size() {
            Ok(size) => size,
            Err(()) => {
                self.error(declarator.name.span, Problem::TooLarge(name.to_owned()));
                return None;
            }
        };
        let space = ir_space(declaration.space)?;
        let external = declaration.linkage == ast::Linkage::Extern;
        // `[]` takes its length from the initialiser.
        if let (None, Some(init)) = (size, &declarator.init) {
            let length = match init {
                ast::Init::List(items, _) => items.len() as u64,
                ast::Init::Str(text) => text.text.len() as u64,
                ast::Init::Value(_) | ast::Init::Field(..) => 1,
            };
            let inner = Shape { dims: shape.dims.iter().skip(1).copied().collect(), ..shape.clone() };
            size = inner.size().ok().flatten().and_then(|row| row.checked_mul(length));
        }
        // A vector of three elements has the room of four, which shows in its alignment.
        let align = u64::from(shape.align);
        let size = size.map(|size| if size.checked_mul(4) == Some(3 * align) { align } else { size });
        let dynamic = space == Space::Shared && size.is_none();
        if let (true, Some(object)) = (dynamic, self.dynamic_shared) {
            let known = &mut self.module.objects[object];
            known.align = known.align.max(shape.align);
            return Some(object);
        }
        let object = self.module.objects.push(MemoryObject {
            name: name.to_owned(),
            source_name: None,
            source_type: None,
            space,
            size,
            align: shape.align,
            element: shape.element,
            members: Vec::new(),
            init: None,
            external,
            internal: space == Space::Global && declaration.linkage == ast::Linkage::Internal,
        });
        if dynamic {
            self.dynamic_shared = Some(object);
        }
        Some(object)
    }

    /// The variables of a declaration at module scope.
    pub(super) fn declare_variables(&mut self, declaration: &'a ast::Declaration<'src>) {
        let misplaced = matches!(declaration.space, ast::Space::Param | ast::Space::Reg | ast::Space::Sreg);
        for declarator in &declaration.declarators {
            let name = declarator.name;
            if misplaced {
                self.error(name.span, Problem::Misplaced(name.text.to_owned()));
                continue;
            }
            if let Some(count) = declarator.count {
                self.declare_family(declaration, declarator, count);
                continue;
            }
            let known = self.symbols.get(name.text).copied();
            if let Some(Symbol::Object(known)) = known {
                // `.extern x` and the definition of `x` are one variable.
                let external = declaration.linkage == ast::Linkage::Extern;
                let old = &self.module.objects[known];
                if !external && !old.external {
                    self.error(name.span, Problem::Duplicate(name.text.to_owned()));
                } else if !external
                    && self.dynamic_shared != Some(known)
                    && let Some(new) = self.add_object(declaration, declarator, name.text)
                {
                    self.symbols.insert(name.text, Symbol::Object(new));
                }
                continue;
            }
            if let Some(object) = self.add_object(declaration, declarator, name.text) {
                self.symbols.insert(name.text, Symbol::Object(object));
            }
        }
    }

    /// `x<10>`: ten variables.
    fn declare_family(
        &mut self,
        declaration: &ast::Declaration<'src>,
        declarator: &ast::Declarator<'src>,
        count: u32,
    ) {
        let name = declarator.name;
        if count > MAX_FAMILY {
            return self.error(name.span, Problem::TooLarge(numbered_name(declarator)));
        }
        let first = self.module.objects.next_key();
        for n in 0..count {
            if self.add_object(declaration, declarator, &format!("{}{n}", name.text)).is_none() {
                return;
            }
        }
        if self.families.insert(name.text, (count, first)).is_some() {
            self.error(name.span, Problem::Duplicate(numbered_name(declarator)));
        }
    }

    /// The initial values of a declaration at module scope.
    pub(super) fn initialise_variables(&mut self, declaration: &'a ast::Declaration<'src>) {
        for declarator in &declaration.declarators {
            let Some(init) = &declarator.init else { continue };
            let Some(&Symbol::Object(object)) = self.symbols.get(declarator.name.text) else { continue };
            self.initialise(object, declaration, declarator, init);
        }
    }

    /// The initial value of an object.
    pub(super) fn initialise(
        &mut self,
        object: Object,
        declaration: &ast::Declaration<'src>,
        declarator: &ast::Declarator<'src>,
        init: &ast::Init<'src>,
    ) {
        let Ok(shape) = shape(&declaration.ty, declaration.vector, declaration.align, &declarator.dims)
        else {
            return;
        };
        // A sampler's or texture's fields are no bytes.
        let Some(ty) = Ty::parse(declaration.ty.text) else { return };
        let lanes = declaration.vector.unwrap_or(1);
        let mut dims = shape.dims;
        if lanes > 1 {
            dims.push(Some(u64::from(lanes)));
        }
        let mut filler = Filler { cx: self, ty, out: Init::default(), size: None };
        filler.size = filler.cx.module.objects[object].size;
        let result = filler.fill(init, &dims, 0);
        let out = filler.out;
        self.init_bytes += out.bytes.len() as u64;
        match result {
            Ok(()) => self.module.objects[object].init = Some(out),
            Err((span, problem)) => self.error(span, problem),
        }
    }
}

/// Writes an initialiser into bytes.
struct Filler<'c, 'a, 'src> {
    cx: &'c mut Context<'a, 'src>,
    ty: Ty,
    out: Init,
    size: Option<u64>,
}

type Filled = Result<(), (ast::Span, Problem)>;

impl<'src> Filler<'_, '_, 'src> {
    /// Fills the array with dimensions `dims` that begins at `at`.
    fn fill(&mut self, init: &ast::Init<'src>, dims: &[Option<u64>], at: u64) -> Filled {
        match init {
            ast::Init::List(items, span) => {
                let inner = dims.get(1..).unwrap_or_default();
                // `{ a, b, c, d }` of a multidimensional array may be flat.
                let flat = !items.iter().any(|item| matches!(item, ast::Init::List(..)));
                let element = u64::from(self.ty.bits * self.ty.lanes / 8);
                let step = if flat {
                    Some(element)
                } else {
                    inner.iter().try_fold(element, |size, dim| size.checked_mul((*dim)?))
                };
                let step = step.ok_or((*span, Problem::TooManyInitialisers))?;
                for (n, item) in items.iter().enumerate() {
                    let place = step.checked_mul(n as u64).and_then(|skip| at.checked_add(skip));
                    let place = place.ok_or((*span, Problem::TooManyInitialisers))?;
                    self.fill(item, if flat { &[] } else { inner }, place)?;
                }
                Ok(())
            }
            ast::Init::Str(text) => {
                let bytes = text.text.as_bytes();
                self.put(at, bytes, text.span)
            }
            ast::Init::Value(expr) => self.value(expr, at),
            ast::Init::Field(..) => Ok(()),
        }
    }

    fn put(&mut self, at: u64, bytes: &[u8], span: ast::Span) -> Filled {
        let end = at.saturating_add(bytes.len() as u64);
        if self.size.is_some_and(|size| end > size) {
            return Err((span, Problem::TooManyInitialisers));
        }
        if end.saturating_add(self.cx.init_bytes) > MAX_INIT {
            return Err((span, Problem::TooLarge("the initial value".to_owned())));
        }
        if self.out.bytes.len() < end as usize {
            self.out.bytes.resize(end as usize, 0);
        }
        self.out.bytes[at as usize..end as usize].copy_from_slice(bytes);
        Ok(())
    }

    fn value(&mut self, expr: &ast::Expr<'src>, at: u64) -> Filled {
        let bytes = (self.ty.bits * self.ty.lanes / 8) as usize;
        if let Some((value, unsigned)) = constant::evaluate(expr) {
            let sign = if !unsigned && (value as i64) < 0 { u128::MAX << 64 } else { 0 };
            let value = match (self.ty.is_float(), self.ty.bits) {
                (true, 32) => u128::from((value as i64 as f32).to_bits()),
                (true, 64) => u128::from((value as i64 as f64).to_bits()),
                _ => u128::from(value) | sign,
            };
            return self.put(at, &value.to_le_bytes()[..bytes], expr.span());
        }
        if let ast::Expr::Float(float) = expr {
            let value = match bytes {
                8 => float.value().to_bits(),
                4 if float.single => float.bits,
                4 => u64::from((float.value() as f32).to_bits()),
                _ => {
                    return Err((float.span, Problem::Constant("a float of this width has no decimal form")));
                }
            };
            return self.put(at, &value.to_le_bytes()[..bytes], float.span);
        }
        let address = self.cx.address_constant(expr)?;
        let width = address.byte.map_or(bytes, |_| 1);
        self.put(at, &[0; 16][..width.min(bytes)], expr.span())?;
        if let Some(byte) = address.byte {
            // `0xff00(x)`: a byte of an address. Only whole addresses have a place in the IR, and
            // compilers write all bytes of one in a row, from the lowest.
            return self.byte_of(&address, byte, at, expr.span());
        }
        self.out.relocations.push(Relocation {
            at,
            bytes: bytes as u32,
            target: address.target,
            addend: address.addend,
            generic: address.generic,
        });
        Ok(())
    }

    /// Byte number `byte` of an address at `at`: begins a relocation or makes the last one longer.
    fn byte_of(&mut self, address: &AddressConstant, byte: u32, at: u64, span: ast::Span) -> Filled {
        if byte == 0 {
            self.out.relocations.push(Relocation {
                at,
                bytes: 1,
                target: address.target,
                addend: address.addend,
                generic: address.generic,
            });
            return Ok(());
        }
        match self.out.relocations.last_mut() {
            Some(last)
                if last.at + u64::from(last.bytes) == at
                    && last.bytes == byte
                    && (last.target, last.addend) == (address.target, address.addend) =>
            {
                last.bytes += 1;
                Ok(())
            }
            _ => Err((
                span,
                Problem::Constant("the bytes of an address must be listed one by one, lowest first"),
            )),
        }
    }
}

/// The declarations of objects of this name in a block and the blocks inside it.
fn declarations_of<'a, 'src>(
    name: &str,
    block: &'a ast::Block<'src>,
    found: &mut Vec<(&'a ast::Declaration<'src>, &'a ast::Declarator<'src>)>,
) {
    for statement in &block.statements {
        match statement {
            ast::Statement::Block(inner) => declarations_of(name, inner, found),
            ast::Statement::Declaration(declaration)
                if matches!(
                    declaration.space,
                    ast::Space::Shared | ast::Space::Global | ast::Space::Const(_)
                ) =>
            {
                let named =
                    declaration.declarators.iter().filter(|d| d.name.text == name && d.count.is_none());
                found.extend(named.map(|declarator| (declaration, declarator)));
            }
            _ => {}
        }
    }
}

/// An address that an initialiser names.
pub(super) struct AddressConstant {
    target: RelocationTarget,
    addend: i64,
    generic: bool,
    /// Which byte of it, for `0xff00(x)`.
    byte: Option<u32>,
}

impl<'src> Context<'_, 'src> {
    /// The object of a variable that a function declares, where no other function declares one of its name. clang names
    /// such in initial values: `T t{s};` copies a constant of the module that holds the address of the function's `s`.
    fn inner_object(&mut self, name: &str) -> Option<Object> {
        let ast = self.ast;
        let mut found = Vec::new();
        for item in &ast.items {
            if let ast::Item::Function(ast::Function { body: Some(body), .. }) = item {
                declarations_of(name, body, &mut found);
            }
        }
        let &[(declaration, declarator)] = found.as_slice() else { return None };
        if let Some(&object) = self.inner.get(&declarator.name.span.start) {
            return Some(object);
        }
        let object = self.add_object(declaration, declarator, name)?;
        self.inner.insert(declarator.name.span.start, object);
        Some(object)
    }

    /// The address that an expression of an initialiser stands for.
    fn address_constant(&mut self, expr: &ast::Expr<'src>) -> Result<AddressConstant, (ast::Span, Problem)> {
        let nonsense =
            || (expr.span(), Problem::Constant("the initial value is neither a number nor an address"));
        match expr {
            ast::Expr::Name(name) => {
                let target = match self.symbols.get(name.text) {
                    Some(&Symbol::Object(object)) => Some(RelocationTarget::Object(object)),
                    _ => match self.function_address(name.text) {
                        Some(func) => Some(RelocationTarget::Func(func)),
                        None => self.inner_object(name.text).map(RelocationTarget::Object),
                    },
                };
                let undefined = || (name.span, Problem::UndefinedName(name.text.to_owned()));
                let target = target.ok_or_else(undefined)?;
                Ok(AddressConstant { target, addend: 0, generic: false, byte: None })
            }
            ast::Expr::Generic(inner, _) => {
                Ok(AddressConstant { generic: true, ..self.address_constant(inner)? })
            }
            ast::Expr::Mask(mask, inner, _) => {
                let byte = mask.value.trailing_zeros() / 8;
                if mask.value == 0 || mask.value != 0xff << (8 * byte) {
                    return Err(nonsense());
                }
                Ok(AddressConstant { byte: Some(byte), ..self.address_constant(inner)? })
            }
            ast::Expr::Element(name, index, _) => {
                let base = self.address_constant(&ast::Expr::Name(*name))?;
                let (index, _) = constant::evaluate(index).ok_or_else(nonsense)?;
                let element = match base.target {
                    RelocationTarget::Object(object) => i64::from(self.module.objects[object].element),
                    RelocationTarget::Func(_) => return Err(nonsense()),
                };
                Ok(AddressConstant { addend: (index as i64).wrapping_mul(element), ..base })
            }
            ast::Expr::Binary(op @ (ast::BinaryOp::Add | ast::BinaryOp::Sub), sides) => {
                let (left, right) = (&sides.0, &sides.1);
                let (base, step) = match (constant::evaluate(left), constant::evaluate(right)) {
                    (None, Some((step, _))) => (left, step as i64),
                    (Some((step, _)), None) if *op == ast::BinaryOp::Add => (right, step as i64),
                    _ => return Err(nonsense()),
                };
                let step = if *op == ast::BinaryOp::Sub { step.wrapping_neg() } else { step };
                let base = self.address_constant(base)?;
                Ok(AddressConstant { addend: base.addend.wrapping_add(step), ..base })
            }
            _ => Err(nonsense()),
        }
    }
}
