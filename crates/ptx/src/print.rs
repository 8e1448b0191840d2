//! The tree back to text.
//!
//! What is printed is PTX again: parsing it gives the same tree up to spans. One statement a line,
//! one space between operands; comments and the spelling of numbers are lost.

use std::fmt::{Display, Formatter, Result, Write};

use crate::ast::{
    Address, Alias, Base, BinaryOp, Block, CallPrototype, Declaration, Declarator, Directive, DirectiveArg,
    Expr, File, Float, Function, FunctionKind, Init, Instruction, Int, Item, Linkage, Loc, Module, Name,
    Operand, Parameter, Place, Pragma, Section, Space, Statement, TargetList, UnaryOp,
};

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(self.text)
    }
}

/// `a, b, c`.
fn list<T: Display>(f: &mut Formatter<'_>, items: &[T]) -> Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        item.fmt(f)?;
    }
    Ok(())
}

impl Display for Module<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, ".version {}.{}", self.version.major, self.version.minor)?;
        if !self.targets.is_empty() {
            f.write_str(".target ")?;
            list(f, &self.targets)?;
            f.write_char('\n')?;
        }
        writeln!(f, ".address_size {}", self.address_size)?;
        self.items.iter().try_for_each(|item| writeln!(f, "{item}"))
    }
}

impl Display for Item<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Item::Function(function) => function.fmt(f),
            Item::Variable(declaration) => declaration.fmt(f),
            Item::File(File { index, path, timestamp, size, .. }) => {
                write!(f, ".file {index} \"{path}\"")?;
                timestamp.map_or(Ok(()), |timestamp| write!(f, ", {timestamp}"))?;
                size.map_or(Ok(()), |size| write!(f, ", {size}"))
            }
            Item::Section(section) => section.fmt(f),
            Item::Pragma(pragma) => pragma.fmt(f),
            Item::Alias(Alias { name, target, .. }) => write!(f, ".alias {name}, {target};"),
            Item::Loc(loc) => loc.fmt(f),
            Item::CallPrototype(prototype) => prototype.fmt(f),
        }
    }
}

impl Display for Linkage {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Linkage::Internal => "",
            Linkage::Extern => ".extern ",
            Linkage::Visible => ".visible ",
            Linkage::Weak => ".weak ",
            Linkage::Common => ".common ",
        })
    }
}

impl Display for Space {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Space::Reg => f.write_str(".reg"),
            Space::Sreg => f.write_str(".sreg"),
            Space::Const(None) => f.write_str(".const"),
            Space::Const(Some(bank)) => write!(f, ".const[{bank}]"),
            Space::Global => f.write_str(".global"),
            Space::Local => f.write_str(".local"),
            Space::Param => f.write_str(".param"),
            Space::Shared => f.write_str(".shared"),
            Space::Tex => f.write_str(".tex"),
        }
    }
}

impl Display for Function<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let kind = if self.kind == FunctionKind::Entry { ".entry" } else { ".func" };
        write!(f, "{}{kind} ", self.linkage)?;
        attributes(f, &self.attributes)?;
        if !self.returns.is_empty() {
            f.write_char('(')?;
            list(f, &self.returns)?;
            f.write_str(") ")?;
        }
        write!(f, "{}(", self.name)?;
        list(f, &self.params)?;
        f.write_char(')')?;
        directives(f, &self.directives)?;
        match &self.body {
            Some(body) => {
                f.write_char('\n')?;
                block(f, body, 0)
            }
            None => f.write_char(';'),
        }
    }
}

fn directives(f: &mut Formatter<'_>, directives: &[Directive<'_>]) -> Result {
    directives.iter().try_for_each(|directive| {
        let end = if directive.name.text == "pragma" { ";" } else { "" };
        write!(f, " {directive}{end}")
    })
}

impl Display for Directive<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, ".{}", self.name)?;
        if self.args.is_empty() {
            return Ok(());
        }
        f.write_char(' ')?;
        list(f, &self.args)
    }
}

impl Display for DirectiveArg<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            DirectiveArg::Int(int) => int.fmt(f),
            DirectiveArg::Name(name) => name.fmt(f),
            DirectiveArg::Str(text) => write!(f, "\"{text}\""),
        }
    }
}

/// `.attribute(.managed, .unified(1, 2)) `.
fn attributes(f: &mut Formatter<'_>, attributes: &[Directive<'_>]) -> Result {
    if attributes.is_empty() {
        return Ok(());
    }
    f.write_str(".attribute(")?;
    for (index, attribute) in attributes.iter().enumerate() {
        write!(f, "{}.{}", if index > 0 { ", " } else { "" }, attribute.name)?;
        if !attribute.args.is_empty() {
            f.write_char('(')?;
            list(f, &attribute.args)?;
            f.write_char(')')?;
        }
    }
    f.write_str(") ")
}

/// `.align 4 ` and `.v2 `.
fn shape(f: &mut Formatter<'_>, align: Option<u32>, vector: Option<u32>) -> Result {
    align.map_or(Ok(()), |align| write!(f, ".align {align} "))?;
    vector.map_or(Ok(()), |vector| write!(f, ".v{vector} "))
}

fn dims(f: &mut Formatter<'_>, dims: &[Option<Expr<'_>>]) -> Result {
    dims.iter().try_for_each(|dim| match dim {
        Some(dim) => write!(f, "[{dim}]"),
        None => f.write_str("[]"),
    })
}

impl Display for Declaration<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}{} ", self.linkage, self.space)?;
        attributes(f, &self.attributes)?;
        shape(f, self.align, self.vector)?;
        write!(f, ".{} ", self.ty)?;
        list(f, &self.declarators)?;
        f.write_char(';')
    }
}

impl Display for Declarator<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.name.fmt(f)?;
        self.count.map_or(Ok(()), |count| write!(f, "<{count}>"))?;
        dims(f, &self.dims)?;
        match &self.init {
            Some(init) => write!(f, " = {init}"),
            None => Ok(()),
        }
    }
}

impl Display for Init<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Init::Value(value) => value.fmt(f),
            Init::List(elements, _) => {
                f.write_char('{')?;
                list(f, elements)?;
                f.write_char('}')
            }
            Init::Str(text) => write!(f, "\"{text}\""),
            Init::Field(field, value) => write!(f, "{field} = {value}"),
        }
    }
}

impl Display for Parameter<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} ", self.space)?;
        attributes(f, &self.attributes)?;
        shape(f, self.align, self.vector)?;
        write!(f, ".{} ", self.ty)?;
        if let Some(ptr) = self.ptr {
            f.write_str(".ptr ")?;
            ptr.space.map_or(Ok(()), |space| write!(f, ".{space} "))?;
            shape(f, ptr.align, None)?;
        }
        self.name.map_or("_", |name| name.text).fmt(f)?;
        dims(f, &self.dims)
    }
}

impl Display for Section<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, ".section .{} {{", self.name)?;
        let mut labels = self.labels.iter().peekable();
        let mut references = self.references.iter().peekable();
        let mut at = 0;
        while at <= self.bytes.len() {
            while let Some(label) = labels.next_if(|label| label.offset as usize <= at) {
                writeln!(f, "{}:", label.name)?;
            }
            if let Some(reference) = references.next_if(|reference| reference.at as usize == at) {
                // Labels begin with a letter, `$` or `_`; a section's name has lost its dot.
                let dot = if reference.symbol.text.starts_with("debug_") { "." } else { "" };
                write!(f, ".b{} {dot}{}", u32::from(reference.width) * 8, reference.symbol)?;
                reference.minus.map_or(Ok(()), |minus| write!(f, " - {minus}"))?;
                signed(f, reference.addend)?;
                f.write_char('\n')?;
                at += usize::from(reference.width);
                continue;
            }
            if let Some(byte) = self.bytes.get(at) {
                writeln!(f, ".b8 {byte}")?;
            }
            at += 1;
        }
        f.write_char('}')
    }
}

/// `+4`, `+-4`, or nothing: in an address `ptxas` takes no `-4`.
fn signed(f: &mut Formatter<'_>, value: i64) -> Result {
    match value {
        0 => Ok(()),
        _ => write!(f, "+{value}"),
    }
}

impl Display for Pragma<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(".pragma ")?;
        for (index, text) in self.strings.iter().enumerate() {
            write!(f, "{}\"{text}\"", if index > 0 { ", " } else { "" })?;
        }
        f.write_char(';')
    }
}

fn block(f: &mut Formatter<'_>, block: &Block<'_>, indent: usize) -> Result {
    writeln!(f, "{:indent$}{{", "")?;
    for statement in &block.statements {
        match statement {
            Statement::Block(inner) => self::block(f, inner, indent + 2)?,
            // A label's own line begins a column earlier than code.
            Statement::Label(name) => write!(f, "{:indent$}{name}:", "")?,
            statement => write!(f, "{:1$}{statement}", "", indent + 2)?,
        }
        f.write_char('\n')?;
    }
    write!(f, "{:indent$}}}", "")
}

impl Display for Block<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        block(f, self, 0)
    }
}

impl Display for Statement<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let targets = |f: &mut Formatter<'_>, kind: &str, table: &TargetList<'_>| {
            write!(f, "{}: .{kind} ", table.name)?;
            list(f, &table.targets)?;
            f.write_char(';')
        };
        match self {
            Statement::Instruction(instruction) => instruction.fmt(f),
            Statement::Label(name) => write!(f, "{name}:"),
            Statement::Loc(loc) => loc.fmt(f),
            Statement::Declaration(declaration) => declaration.fmt(f),
            Statement::Block(inner) => block(f, inner, 0),
            Statement::Pragma(pragma) => pragma.fmt(f),
            Statement::BranchTargets(table) => targets(f, "branchtargets", table),
            Statement::CallTargets(table) => targets(f, "calltargets", table),
            Statement::CallPrototype(prototype) => prototype.fmt(f),
        }
    }
}

impl Display for CallPrototype<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}: .callprototype (", self.name)?;
        list(f, &self.returns)?;
        f.write_str(") _ (")?;
        list(f, &self.params)?;
        f.write_char(')')?;
        directives(f, &self.directives)?;
        f.write_char(';')
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} {} {}", self.file, self.line, self.column)
    }
}

impl Display for Loc<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, ".loc {}", self.place)?;
        let Some(inlined) = &self.inlined else { return Ok(()) };
        if let Some(function) = inlined.function {
            let dot = if function.text.starts_with("debug_") { "." } else { "" };
            write!(f, ", function_name {dot}{function}")?;
            signed(f, inlined.offset)?;
        }
        write!(f, ", inlined_at {}", inlined.place)
    }
}

impl Display for Instruction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(guard) = self.guard {
            write!(f, "@{}{} ", if guard.negated { "!" } else { "" }, guard.register)?;
        }
        self.opcode.fmt(f)?;
        self.modifiers.iter().try_for_each(|modifier| write!(f, ".{modifier}"))?;
        if !self.operands.is_empty() {
            f.write_char(' ')?;
            list(f, &self.operands)?;
        }
        f.write_char(';')
    }
}

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let enclosed = |f: &mut Formatter<'_>, open: char, items: &[Operand<'_>], close: char| {
            f.write_char(open)?;
            list(f, items)?;
            f.write_char(close)
        };
        match self {
            Operand::Name(name) => name.fmt(f),
            Operand::Component(name, component) => write!(f, "{name}.{component}"),
            Operand::Int(int) => int.fmt(f),
            Operand::Float(float) => float.fmt(f),
            Operand::Address(address) => address.fmt(f),
            Operand::Vector(elements, _) => enclosed(f, '{', elements, '}'),
            Operand::Pair(pair) => write!(f, "{}|{}", pair.0, pair.1),
            Operand::Not(operand, _) => write!(f, "!{operand}"),
            Operand::Discard(_) => f.write_char('_'),
            Operand::List(elements, _) => enclosed(f, '(', elements, ')'),
            Operand::Element(array, index, _) => write!(f, "{array}[{index}]"),
            Operand::Expr(expr) => expr.fmt(f),
        }
    }
}

impl Display for Address<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_char('[')?;
        match &self.base {
            Base::Name(name) => name.fmt(f)?,
            Base::Component(name, component) => write!(f, "{name}.{component}")?,
            Base::Absolute => write!(f, "{}", self.offset)?,
            // The offset after it is a sum's last part.
            Base::Expr(base) => expr(f, base, if self.offset == 0 { 0 } else { BinaryOp::Add.tightness() })?,
        }
        if self.base != Base::Absolute {
            signed(f, self.offset)?;
        }
        for operand in &self.rest {
            write!(f, ", {operand}")?;
        }
        f.write_char(']')
    }
}

impl Display for Int {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.unsigned { write!(f, "{}U", self.value) } else { self.signed().fmt(f) }
    }
}

impl Display for Float {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.single { write!(f, "0f{:08X}", self.bits) } else { write!(f, "0d{:016X}", self.bits) }
    }
}

impl Display for Expr<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        expr(f, self, 0)
    }
}

/// The tightness of an operator in front, above that of all between.
const UNARY: u8 = 11;

/// An expression, in parentheses if it binds less tightly than `least`.
fn expr(f: &mut Formatter<'_>, value: &Expr<'_>, least: u8) -> Result {
    let tightness = match value {
        Expr::Conditional(_) => 0,
        Expr::Binary(op, _) => op.tightness(),
        _ => UNARY,
    };
    if tightness < least {
        f.write_char('(')?;
        expr(f, value, 0)?;
        return f.write_char(')');
    }
    match value {
        Expr::Int(int) => int.fmt(f),
        Expr::Float(float) => float.fmt(f),
        Expr::Name(name) => name.fmt(f),
        Expr::WarpSize(_) => f.write_str("WARP_SZ"),
        Expr::Unary(op, value, _) => {
            op.fmt(f)?;
            expr(f, value, UNARY)
        }
        // Operators group to the left.
        Expr::Binary(op, sides) => {
            expr(f, &sides.0, tightness)?;
            write!(f, " {op} ")?;
            expr(f, &sides.1, tightness + 1)
        }
        Expr::Conditional(parts) => {
            expr(f, &parts.0, 1)?;
            f.write_str(" ? ")?;
            expr(f, &parts.1, 0)?;
            f.write_str(" : ")?;
            expr(f, &parts.2, 0)
        }
        Expr::Cast { unsigned, value, .. } => {
            f.write_str(if *unsigned { "(.u64)" } else { "(.s64)" })?;
            expr(f, value, UNARY)
        }
        Expr::Generic(value, _) => write!(f, "generic({value})"),
        Expr::Mask(mask, value, _) => write!(f, "{mask}({value})"),
        Expr::Element(array, index, _) => write!(f, "{array}[{index}]"),
    }
}

impl Display for UnaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_char(match self {
            UnaryOp::Plus => '+',
            UnaryOp::Minus => '-',
            UnaryOp::LogicalNot => '!',
            UnaryOp::BitNot => '~',
        })
    }
}

impl Display for BinaryOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::And => "&",
            BinaryOp::Xor => "^",
            BinaryOp::Or => "|",
            BinaryOp::LogicalAnd => "&&",
            BinaryOp::LogicalOr => "||",
        })
    }
}
