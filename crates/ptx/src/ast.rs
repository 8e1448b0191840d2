//! The syntax tree of a PTX module.
//!
//! The idea: an instruction is *opcode, modifiers, operands*, and nothing here knows which opcodes exist. So every instruction parses,
//! those of future PTX too, and the lowering says which ones it understands. The same holds for types (`.u32`, `.e4m3x2`) and for the
//! directives of a function (`.maxntid`, `.abi_preserve`): they are kept by name.
//!
//! Invariants of a tree that [`crate::parse::parse`] returns:
//! - all text is borrowed from the source (`'src`); nothing is unescaped or copied;
//! - names written with a leading dot (modifiers, types, directives) are stored without it,
//!   and their span begins after it: `.shared::cta` is the text `shared::cta`;
//! - every [`Span`] lies inside the source and on character boundaries;
//! - nesting of blocks, vectors and expressions is at most [`crate::parse::MAX_DEPTH`], so a
//!   recursive walk cannot overflow the stack;
//! - integer literals are folded into [`Int`] with their sign: `-4` is one literal.
//!
//! Names are not resolved: whether `x` in an operand is a register, a variable, a parameter, a
//! label or a function is known only from the declarations in scope, which is the lowering's work.
//!
//! Source: PTX ISA 9.0, chapters 4 (syntax), 5 (state spaces and types), 6 (operands),
//! 10 (special registers) and 11 (directives).

use smallvec::SmallVec;

/// A half-open range of byte offsets in the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The smallest span that covers `self` and `other`.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether the span holds no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// An identifier, register, special register, label, or dotted word, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name<'src> {
    /// The text, without the leading dot of a dotted word (but with the `%` of a register).
    pub text: &'src str,
    /// Where it stands.
    pub span: Span,
}

/// A whole PTX module: one source text.
#[derive(Clone, Debug, PartialEq)]
pub struct Module<'src> {
    /// `.version major.minor`.
    pub version: Version,
    /// All words of all `.target` directives, in order: `sm_80`, `debug`, `texmode_independent`.
    pub targets: Vec<Name<'src>>,
    /// `.address_size`, in bits: 32 or 64. 32 where the module does not say (PTX ISA 11.1.3).
    pub address_size: u32,
    /// Everything else, in source order.
    pub items: Vec<Item<'src>>,
}

impl<'src> Module<'src> {
    /// The kernels and device functions, declarations included, in source order.
    pub fn functions(&self) -> impl Iterator<Item = &Function<'src>> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        })
    }

    /// The variable declarations at module scope, in source order.
    pub fn variables(&self) -> impl Iterator<Item = &Declaration<'src>> {
        self.items.iter().filter_map(|item| match item {
            Item::Variable(declaration) => Some(declaration),
            _ => None,
        })
    }

    /// The `.file` directives, in source order.
    pub fn files(&self) -> impl Iterator<Item = &File<'src>> {
        self.items.iter().filter_map(|item| match item {
            Item::File(file) => Some(file),
            _ => None,
        })
    }
}

/// `.version 8.4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// The number before the dot.
    pub major: u32,
    /// The number after the dot.
    pub minor: u32,
    /// The whole directive.
    pub span: Span,
}

/// One thing at module scope.
#[derive(Clone, Debug, PartialEq)]
pub enum Item<'src> {
    /// `.entry` or `.func`, declared or defined.
    Function(Function<'src>),
    /// A variable: `.global`, `.const`, `.shared`, `.extern .shared`, `.texref`, …
    Variable(Declaration<'src>),
    /// `.file 1 "a.cu"`.
    File(File<'src>),
    /// `.section .debug_info { … }`.
    Section(Section<'src>),
    /// `.pragma "…";`
    Pragma(Pragma<'src>),
    /// `.alias f, g;`
    Alias(Alias<'src>),
    /// `.loc` outside a function (old compilers write it).
    Loc(Loc<'src>),
    /// `name: .callprototype …;` at module scope.
    CallPrototype(CallPrototype<'src>),
}

/// How a symbol is linked (PTX ISA 11.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linkage {
    /// No linking directive: visible in this module only.
    #[default]
    Internal,
    /// `.extern`: defined elsewhere (or, for `.shared x[]`, sized at launch).
    Extern,
    /// `.visible`.
    Visible,
    /// `.weak`.
    Weak,
    /// `.common`.
    Common,
}

/// Kernel or device function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// `.entry`: a kernel.
    Entry,
    /// `.func`: a device function.
    Func,
}

/// `.entry` or `.func`, with its body where it has one.
#[derive(Clone, Debug, PartialEq)]
pub struct Function<'src> {
    /// Kernel or device function.
    pub kind: FunctionKind,
    /// Linking directive.
    pub linkage: Linkage,
    /// `.attribute(.unified(…))` and the like.
    pub attributes: Vec<Directive<'src>>,
    /// Return parameters of a `.func`: `(.param .b32 retval0)`.
    pub returns: Vec<Parameter<'src>>,
    /// The function's name.
    pub name: Name<'src>,
    /// Parameters.
    pub params: Vec<Parameter<'src>>,
    /// Directives between the parameters and the body: `.maxntid 128, 1, 1`, `.noreturn`,
    /// `.pragma "…"`, in order.
    pub directives: Vec<Directive<'src>>,
    /// The body; `None` for a declaration.
    pub body: Option<Block<'src>>,
    /// From the first linking directive or `.entry`/`.func` to the closing brace or semicolon.
    pub span: Span,
}

impl<'src> Function<'src> {
    /// The first directive with this name (without the dot).
    pub fn directive(&self, name: &str) -> Option<&Directive<'src>> {
        self.directives.iter().find(|directive| directive.name.text == name)
    }
}

/// A directive kept by name with its arguments: `.maxntid 128, 1, 1`, `.noreturn`, `.managed`.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive<'src> {
    /// Name without the dot.
    pub name: Name<'src>,
    /// Arguments in order.
    pub args: Vec<DirectiveArg<'src>>,
    /// The directive with its arguments.
    pub span: Span,
}

/// An argument of a [`Directive`].
#[derive(Clone, Debug, PartialEq)]
pub enum DirectiveArg<'src> {
    /// An integer.
    Int(Int),
    /// A word, with or without a leading dot (stored without it).
    Name(Name<'src>),
    /// A string, without its quotes.
    Str(Name<'src>),
}

/// A state space (PTX ISA 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// `.reg`.
    Reg,
    /// `.sreg`.
    Sreg,
    /// `.const`, with its bank number in old code: `.const[3]`.
    Const(Option<u32>),
    /// `.global`.
    Global,
    /// `.local`.
    Local,
    /// `.param` (also `.param::entry`, `.param::func`).
    Param,
    /// `.shared` (also `.shared::cta`, `.shared::cluster`).
    Shared,
    /// `.tex` (deprecated).
    Tex,
}

/// One declaration statement: one space and type, one or more names.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration<'src> {
    /// Linking directive.
    pub linkage: Linkage,
    /// State space. `.global` for a `.texref`, `.samplerref` or `.surfref` without one.
    pub space: Space,
    /// `.attribute(.managed)`: here the directive `managed`.
    pub attributes: Vec<Directive<'src>>,
    /// `.align N`, in bytes.
    pub align: Option<u32>,
    /// `.v2`, `.v4`, `.v8`: number of components.
    pub vector: Option<u32>,
    /// Type name without the dot: `b32`, `pred`, `texref`.
    pub ty: Name<'src>,
    /// The names declared, at least one.
    pub declarators: Vec<Declarator<'src>>,
    /// From the first word to the semicolon.
    pub span: Span,
}

/// A name in a [`Declaration`].
#[derive(Clone, Debug, PartialEq)]
pub struct Declarator<'src> {
    /// The name; for a parameterised one its prefix.
    pub name: Name<'src>,
    /// `%r<100>`: declares `%r0` to `%r99`.
    pub count: Option<u32>,
    /// Array dimensions, outermost first; `None` for `[]`.
    pub dims: Vec<Option<Expr<'src>>>,
    /// Initialiser.
    pub init: Option<Init<'src>>,
}

/// An initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Init<'src> {
    /// A number, symbol, `symbol+4`, `generic(symbol)`, `0xff(symbol)`, …
    Value(Expr<'src>),
    /// `{ … }`, possibly nested, possibly with fewer elements than the array.
    List(Vec<Init<'src>>, Span),
    /// A string: one byte for each character, without quotes.
    Str(Name<'src>),
    /// `filter_mode = linear`: a field of a `.samplerref` or `.texref` (PTX ISA 5.3).
    Field(Name<'src>, Expr<'src>),
}

/// A parameter of a function or of a call prototype.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter<'src> {
    /// `.param` or `.reg`.
    pub space: Space,
    /// `.attribute(…)` words.
    pub attributes: Vec<Directive<'src>>,
    /// `.align N` of the parameter itself, in bytes.
    pub align: Option<u32>,
    /// `.v2`, `.v4`: number of components.
    pub vector: Option<u32>,
    /// Type name without the dot.
    pub ty: Name<'src>,
    /// `.ptr`: the parameter is a pointer into this space with this alignment.
    pub ptr: Option<Pointer<'src>>,
    /// The name; `None` where it is `_` or left out.
    pub name: Option<Name<'src>>,
    /// Array dimensions; `None` for `[]`.
    pub dims: Vec<Option<Expr<'src>>>,
    /// The whole parameter.
    pub span: Span,
}

/// `.ptr .global .align 16` (PTX ISA 5.1.6.3).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer<'src> {
    /// `const`, `global`, `local` or `shared`; `None` is a generic pointer.
    pub space: Option<Name<'src>>,
    /// Alignment of what it points to, in bytes.
    pub align: Option<u32>,
}

/// `.file index "path", timestamp, size`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct File<'src> {
    /// The number that `.loc` uses.
    pub index: u32,
    /// The path, without quotes and with any escapes as written.
    pub path: &'src str,
    /// Time stamp, where given.
    pub timestamp: Option<u64>,
    /// File size in bytes, where given.
    pub size: Option<u64>,
    /// The whole directive.
    pub span: Span,
}

/// `.section .debug_info { … }` (PTX ISA 11.5.1): raw DWARF.
///
/// Sections of `-g` code are longer than the code itself, so their `.b8`/`.b16`/`.b32`/`.b64`
/// values are kept as the little-endian bytes that they stand for. A value that is a label and
/// not a number holds zeros there and has an entry in `references`.
#[derive(Clone, Debug, PartialEq)]
pub struct Section<'src> {
    /// Name without the dot: `debug_info`.
    pub name: Name<'src>,
    /// The numbers.
    pub bytes: Vec<u8>,
    /// The labels inside, in order of offset.
    pub labels: Vec<SectionLabel<'src>>,
    /// The values that are no numbers, in order of offset.
    pub references: Vec<SectionReference<'src>>,
    /// The whole directive.
    pub span: Span,
}

/// `name:` in a [`Section`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionLabel<'src> {
    /// The label.
    pub name: Name<'src>,
    /// Its offset from the section's start, in bytes.
    pub offset: u32,
}

/// A value in a [`Section`] that refers to a label: `symbol + addend - minus`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SectionReference<'src> {
    /// Where it stands, in bytes from the section's start.
    pub at: u32,
    /// Width in bytes: 1, 2, 4 or 8.
    pub width: u8,
    /// A label, variable or function, or a section's name (without the dot).
    pub symbol: Name<'src>,
    /// Added to it, in bytes.
    pub addend: i64,
    /// Subtracted from it: `end - start`.
    pub minus: Option<Name<'src>>,
}

/// `.pragma "a", "b";`
#[derive(Clone, Debug, PartialEq)]
pub struct Pragma<'src> {
    /// The strings, without quotes.
    pub strings: Vec<Name<'src>>,
    /// The whole directive.
    pub span: Span,
}

/// `.alias name, target;`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alias<'src> {
    /// The new name.
    pub name: Name<'src>,
    /// The function it stands for.
    pub target: Name<'src>,
    /// The whole directive.
    pub span: Span,
}

/// `{ … }`: a scope for registers, variables and labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Block<'src> {
    /// What it holds, in order.
    pub statements: Vec<Statement<'src>>,
    /// From brace to brace.
    pub span: Span,
}

/// One statement of a function body.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement<'src> {
    /// An instruction.
    Instruction(Instruction<'src>),
    /// `name:`.
    Label(Name<'src>),
    /// `.loc`: holds for the instructions after it.
    Loc(Loc<'src>),
    /// `.reg`, `.local`, `.shared`, `.param`, `.const`, `.global` in a body.
    Declaration(Declaration<'src>),
    /// A nested scope.
    Block(Block<'src>),
    /// `.pragma "…";`
    Pragma(Pragma<'src>),
    /// `name: .branchtargets L1, L2;`: the table of a `brx.idx`.
    BranchTargets(TargetList<'src>),
    /// `name: .calltargets f, g;`
    CallTargets(TargetList<'src>),
    /// `name: .callprototype (…) _ (…);`
    CallPrototype(CallPrototype<'src>),
}

/// `name: .branchtargets L1, L2;` or `name: .calltargets f, g;`
#[derive(Clone, Debug, PartialEq)]
pub struct TargetList<'src> {
    /// The label in front.
    pub name: Name<'src>,
    /// The labels or functions, in order.
    pub targets: Vec<Name<'src>>,
    /// The whole statement.
    pub span: Span,
}

/// `name: .callprototype (returns) _ (params) directives;`
#[derive(Clone, Debug, PartialEq)]
pub struct CallPrototype<'src> {
    /// The label in front.
    pub name: Name<'src>,
    /// Return parameters.
    pub returns: Vec<Parameter<'src>>,
    /// Parameters.
    pub params: Vec<Parameter<'src>>,
    /// `.noreturn`, `.abi_preserve N`, …
    pub directives: Vec<Directive<'src>>,
    /// The whole statement.
    pub span: Span,
}

/// `.loc file line column[, function_name label[+offset], inlined_at file line column]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Loc<'src> {
    /// The place.
    pub place: Place,
    /// Where the code was inlined.
    pub inlined: Option<Box<InlinedAt<'src>>>,
    /// The whole directive.
    pub span: Span,
}

/// File index, line and column as `.loc` writes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Index of a `.file` directive.
    pub file: u32,
    /// Line, from 1; 0 is unknown.
    pub line: u32,
    /// Column, from 1; 0 is unknown.
    pub column: u32,
}

/// The `function_name …, inlined_at …` part of a [`Loc`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InlinedAt<'src> {
    /// The label in `.debug_str` at which the inlined function's name stands.
    pub function: Option<Name<'src>>,
    /// Bytes added to that label.
    pub offset: i64,
    /// The call. A `.loc` with just this place, earlier in the function, may itself be inlined:
    /// that is how PTX writes a chain.
    pub place: Place,
}

/// The dotted words after an opcode. Most instructions have at most four.
pub type Modifiers<'src> = SmallVec<[Name<'src>; 4]>;

/// An instruction: `@!%p1 ld.global.u32 %r1, [%rd1+4];`
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction<'src> {
    /// `@p` or `@!p`.
    pub guard: Option<Guard<'src>>,
    /// The first word: `ld`.
    pub opcode: Name<'src>,
    /// The dotted words: `global`, `u32`; one that holds `::` is one word (`shared::cta`).
    pub modifiers: Modifiers<'src>,
    /// The operands, in order.
    pub operands: Vec<Operand<'src>>,
    /// From guard to semicolon, the semicolon included.
    pub span: Span,
}

impl<'src> Instruction<'src> {
    /// Whether one of the modifiers is `word` (without the dot).
    pub fn has(&self, word: &str) -> bool {
        self.modifiers.iter().any(|modifier| modifier.text == word)
    }

    /// The parts of a `call`; `None` where the opcode is another or the operands make no call.
    pub fn as_call(&self) -> Option<Call<'_, 'src>> {
        if self.opcode.text != "call" {
            return None;
        }
        let (returns, rest) = match self.operands.as_slice() {
            [Operand::List(returns, _), rest @ ..] => (returns.as_slice(), rest),
            rest => (&[][..], rest),
        };
        let [Operand::Name(callee), rest @ ..] = rest else { return None };
        let (args, rest) = match rest {
            [Operand::List(args, _), rest @ ..] => (args.as_slice(), rest),
            rest => (&[][..], rest),
        };
        let targets = match rest {
            [] => None,
            [Operand::Name(targets)] => Some(*targets),
            _ => return None,
        };
        Some(Call { returns, callee: *callee, args, targets })
    }
}

/// A `call` taken apart: `call.uni (returns), callee, (args), targets;`
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call<'ast, 'src> {
    /// Where the results go.
    pub returns: &'ast [Operand<'src>],
    /// A function's name, or the register that holds its address.
    pub callee: Name<'src>,
    /// What is passed.
    pub args: &'ast [Operand<'src>],
    /// For an indirect call: the `.callprototype` or `.calltargets` label, or an array of
    /// function addresses.
    pub targets: Option<Name<'src>>,
}

/// `@p` or `@!p`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guard<'src> {
    /// The predicate register.
    pub register: Name<'src>,
    /// Whether it is negated.
    pub negated: bool,
}

/// An operand (PTX ISA 6).
#[derive(Clone, Debug, PartialEq)]
pub enum Operand<'src> {
    /// A register, special register, variable, parameter, label or function.
    Name(Name<'src>),
    /// A component: `%tid.x`, `%v.y`, `%r1.b0`; the second name is without its dot.
    Component(Name<'src>, Name<'src>),
    /// An integer.
    Int(Int),
    /// A floating-point number.
    Float(Float),
    /// `[ … ]`. In a box because it is much larger than the others, of which there are more.
    Address(Box<Address<'src>>),
    /// `{a, b, c, d}`.
    Vector(Vec<Operand<'src>>, Span),
    /// `a|b`: two destinations of `setp`, `shfl`, `lop3`, …
    Pair(Box<(Operand<'src>, Operand<'src>)>),
    /// `!p`.
    Not(Box<Operand<'src>>, Span),
    /// `_`: a result thrown away.
    Discard(Span),
    /// `(a, b)`: return or argument list of a `call`.
    List(Vec<Operand<'src>>, Span),
    /// `array[index]`: the address of an element (PTX ISA 6.4.1.2); index in elements.
    Element(Name<'src>, Box<Expr<'src>>, Span),
    /// Any other constant expression: `symbol+4`, `WARP_SZ`, `1 << 4`, `generic(x)`.
    Expr(Box<Expr<'src>>),
}

impl Operand<'_> {
    /// Where the operand stands.
    pub fn span(&self) -> Span {
        match self {
            Operand::Name(name) => name.span,
            Operand::Component(name, component) => name.span.to(component.span),
            Operand::Int(int) => int.span,
            Operand::Float(float) => float.span,
            Operand::Address(address) => address.span,
            Operand::Pair(pair) => pair.0.span().to(pair.1.span()),
            Operand::Vector(_, span)
            | Operand::Not(_, span)
            | Operand::Discard(span)
            | Operand::List(_, span)
            | Operand::Element(_, _, span) => *span,
            Operand::Expr(expr) => expr.span(),
        }
    }
}

/// `[base + offset]`, or `[base, coordinates…]` of texture, surface and tensor instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct Address<'src> {
    /// What the offset is added to.
    pub base: Base<'src>,
    /// Bytes added to the base (64-bit two's complement, sums folded).
    pub offset: i64,
    /// What follows after commas: `[tex, {x, y}]`, `[tex, sampler, {x, y}]`, `[map, {c0, c1}]`.
    pub rest: Vec<Operand<'src>>,
    /// From bracket to bracket.
    pub span: Span,
}

/// The base of an [`Address`].
#[derive(Clone, Debug, PartialEq)]
pub enum Base<'src> {
    /// A register, variable or parameter.
    Name(Name<'src>),
    /// A vector register's component: `[%v.x]`.
    Component(Name<'src>, Name<'src>),
    /// Nothing: the offset is the address.
    Absolute,
    /// `[array[index]]` or a constant expression that does not fold.
    Expr(Box<Expr<'src>>),
}

/// An integer literal: decimal, `0x…`, `0…` octal or `0b…`, with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// The value modulo 2^64; a negative one as two's complement.
    pub value: u64,
    /// Whether its type is `.u64` (suffix `U`, or above 2^63-1) and not `.s64`.
    pub unsigned: bool,
    /// Where it stands, the sign included.
    pub span: Span,
}

impl Int {
    /// The value as a signed number (two's complement).
    pub fn signed(self) -> i64 {
        self.value as i64
    }
}

/// A floating-point literal with its exact bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    /// IEEE 754 bits: 32 of them (zero-extended) for `0f…`, 64 for `0d…` and decimals.
    pub bits: u64,
    /// Whether it was written `0f…`.
    pub single: bool,
    /// Where it stands, the sign included.
    pub span: Span,
}

impl Float {
    /// The value as binary64 (exact: binary32 is a subset).
    pub fn value(self) -> f64 {
        if self.single { f64::from(f32::from_bits(self.bits as u32)) } else { f64::from_bits(self.bits) }
    }
}

/// A constant expression (PTX ISA 4.5.5), or a number or symbol in an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr<'src> {
    /// An integer.
    Int(Int),
    /// A floating-point number.
    Float(Float),
    /// A symbol.
    Name(Name<'src>),
    /// `WARP_SZ`: the number of lanes of a warp.
    WarpSize(Span),
    /// An operator in front.
    Unary(UnaryOp, Box<Expr<'src>>, Span),
    /// An operator between.
    Binary(BinaryOp, Box<(Expr<'src>, Expr<'src>)>),
    /// `a ? b : c`.
    Conditional(Box<(Expr<'src>, Expr<'src>, Expr<'src>)>),
    /// `(.s64) e` (`unsigned: false`) or `(.u64) e`.
    Cast {
        /// Whether to `.u64`.
        unsigned: bool,
        /// What is converted.
        value: Box<Expr<'src>>,
        /// Where it stands.
        span: Span,
    },
    /// `generic(e)`: the generic address of a variable.
    Generic(Box<Expr<'src>>, Span),
    /// `0xff00(e)`: the byte of the address `e` that the mask selects.
    Mask(Int, Box<Expr<'src>>, Span),
    /// `array[index]`: the address of an element.
    Element(Name<'src>, Box<Expr<'src>>, Span),
}

impl Expr<'_> {
    /// Where the expression stands.
    pub fn span(&self) -> Span {
        match self {
            Expr::Int(int) => int.span,
            Expr::Float(float) => float.span,
            Expr::Name(name) => name.span,
            Expr::WarpSize(span)
            | Expr::Unary(_, _, span)
            | Expr::Cast { span, .. }
            | Expr::Generic(_, span)
            | Expr::Mask(_, _, span)
            | Expr::Element(_, _, span) => *span,
            Expr::Binary(_, sides) => sides.0.span().to(sides.1.span()),
            Expr::Conditional(parts) => parts.0.span().to(parts.2.span()),
        }
    }
}

/// An operator in front of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `!`
    LogicalNot,
    /// `~`
    BitNot,
}

/// An operator between constant expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
}

impl BinaryOp {
    /// How tightly the operator binds, as in C: from 1 for `||` to 10 for `*` (PTX ISA 4.5.5).
    pub fn tightness(self) -> u8 {
        match self {
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 10,
            BinaryOp::Add | BinaryOp::Sub => 9,
            BinaryOp::Shl | BinaryOp::Shr => 8,
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 7,
            BinaryOp::Eq | BinaryOp::Ne => 6,
            BinaryOp::And => 5,
            BinaryOp::Xor => 4,
            BinaryOp::Or => 3,
            BinaryOp::LogicalAnd => 2,
            BinaryOp::LogicalOr => 1,
        }
    }
}
