//! Operands: reading them as a type, writing results to them, addresses.
//!
//! A register may be wider than what an instruction reads or writes (PTX ISA 9.4.1): reading cuts,
//! writing extends by the sign of the instruction's type. A narrower one is an error.

use raddle_ir::{Address, Base, FloatMode, InstKind, PureOp, Space, Special, Type, Value, Var};

use super::error::{Problem, Res, Stop};
use super::function::Body;
use super::scope::Symbol;
use super::special;
use super::types::{Kind, Ty};
use crate::ast::{self, Operand};
use crate::constant;

impl<'src> Body<'_, '_, 'src> {
    fn type_error(&self, span: ast::Span, is: impl Into<String>, needs: impl Into<String>) -> Stop {
        let operand = self.cx.source.get(span.start as usize..span.end as usize).unwrap_or("operand");
        Stop::Error(span, Problem::Type { operand: operand.to_owned(), is: is.into(), needs: needs.into() })
    }

    /// The IR type of addresses of the module.
    pub(super) fn address_type(&self) -> Type {
        if self.cx.module.address_bits == 64 { Type::I64 } else { Type::I32 }
    }

    /// The value of an operand, as a type.
    pub(super) fn read(&mut self, operand: &Operand<'src>, ty: Ty) -> Res<Value> {
        let span = operand.span();
        match operand {
            Operand::Int(int) => self.integer(int.value, int.unsigned, ty, span),
            Operand::Float(float) => self.float(float, ty),
            Operand::Not(inner, _) if ty == Ty::PRED => {
                let value = self.read(inner, ty)?;
                Ok(self.op(PureOp::Not, &[value], Type::I1))
            }
            Operand::Vector(items, _) if ty.lanes == 1 && items.len() == 1 => self.read(&items[0], ty),
            Operand::Expr(expr) => match constant::evaluate(expr) {
                Some((value, unsigned)) => self.integer(value, unsigned, ty, span),
                None => {
                    let value = self.expression(expr)?;
                    self.as_type(value, ty, span)
                }
            },
            Operand::Name(_) | Operand::Component(..) | Operand::Element(..) => {
                let value = self.raw(operand)?;
                self.as_type(value, ty, span)
            }
            _ => Err(Stop::Opaque),
        }
    }

    /// The value of an operand as the type of the register, variable or number that it is.
    pub(super) fn raw(&mut self, operand: &Operand<'src>) -> Res<Value> {
        match operand {
            Operand::Name(name) => self.name(*name),
            Operand::Component(name, component) => {
                if let Some(var) = self.vector_component(*name, *component)? {
                    return Ok(self.get(var));
                }
                if let Some(value) = special::read(self, name.text, Some(component.text)) {
                    return Ok(value);
                }
                match self.lookup(*name) {
                    // `%r.b0`, the selectors of video instructions.
                    Some(_) => Err(Stop::Opaque),
                    None => Err(undefined(*name)),
                }
            }
            Operand::Element(name, index, span) => {
                let (base, offset) = self.memory(&ast::Expr::Element(*name, index.clone(), *span))?;
                Ok(self.address_of(base, offset))
            }
            Operand::Expr(expr) => match constant::evaluate(expr) {
                Some((value, _)) => Ok(self.konst(u128::from(value), Type::I64)),
                None => self.expression(expr),
            },
            Operand::Int(int) => Ok(self.konst(u128::from(int.value), Type::I64)),
            Operand::Float(float) => {
                let ty = if float.single { Type::F32 } else { Type::F64 };
                Ok(self.konst(u128::from(float.bits), ty))
            }
            Operand::Not(inner, _) => {
                let value = self.read(inner, Ty::PRED)?;
                Ok(self.op(PureOp::Not, &[value], Type::I1))
            }
            _ => Err(Stop::Opaque),
        }
    }

    /// A register's value, a special register's, a variable's address or a function's.
    fn name(&mut self, name: ast::Name<'src>) -> Res<Value> {
        match self.lookup(name) {
            Some(Symbol::Register(var)) => Ok(self.get(var)),
            Some(Symbol::Vector { .. }) => Err(Stop::Opaque),
            Some(Symbol::Object(object)) => Ok(self.address_of(Base::Object(object), 0)),
            Some(Symbol::Slot(slot)) => Ok(self.address_of(Base::Slot(slot), 0)),
            Some(Symbol::Param { offset, .. }) => Ok(self.address_of(Base::Params, offset as i64)),
            None => {
                if let Some(value) = special::read(self, name.text, None) {
                    return Ok(value);
                }
                if let Some(func) = self.cx.function_address(name.text) {
                    let ty = self.address_type();
                    return Ok(self.one(InstKind::FuncAddr(func), ty));
                }
                if self.label(name.text).is_some() {
                    return Err(Stop::Opaque);
                }
                Err(undefined(name))
            }
        }
    }

    /// The memory that a name stands for, and the size of its elements.
    fn variable(&mut self, name: ast::Name<'src>) -> Res<(Base, u32)> {
        match self.lookup(name) {
            Some(Symbol::Object(object)) => {
                Ok((Base::Object(object), self.cx.module.objects[object].element))
            }
            Some(Symbol::Slot(slot)) => Ok((Base::Slot(slot), self.func.slots[slot].element)),
            Some(Symbol::Param { element, .. }) => Ok((Base::Params, element)),
            Some(_) => Err(Stop::Opaque),
            None => Err(undefined(name)),
        }
    }

    /// The address of memory in its own space.
    pub(super) fn address_of(&mut self, base: Base, offset: i64) -> Value {
        let ty = self.address_type();
        self.one(InstKind::AddrOf { base, offset }, ty)
    }

    /// A constant expression with a symbol in it.
    fn expression(&mut self, expr: &ast::Expr<'src>) -> Res<Value> {
        match expr {
            ast::Expr::Name(name) => self.name(*name),
            // A parameter of the machine, like a special register: the text does not give its value.
            ast::Expr::WarpSize(_) => Ok(self.one(InstKind::Special(Special::WarpSize), Type::I32)),
            ast::Expr::Element(..) | ast::Expr::Binary(..) => {
                let (base, offset) = self.memory(expr)?;
                Ok(self.address_of(base, offset))
            }
            ast::Expr::Generic(inner, _) => {
                let (base, offset) = self.memory(inner)?;
                let space = self.base_space(base).ok_or(Stop::Opaque)?;
                let value = self.address_of(base, offset);
                Ok(self.same(PureOp::ToGeneric(space), &[value]))
            }
            ast::Expr::Cast { value, .. } => self.expression(value),
            ast::Expr::Float(float) => self.float(float, Ty { kind: Kind::Float, bits: 64, lanes: 1 }),
            _ if constant::evaluate(expr).is_some() => self.raw(&Operand::Expr(Box::new(expr.clone()))),
            _ => Err(Stop::Error(expr.span(), Problem::Constant("this expression has no value"))),
        }
    }

    /// The memory that a constant expression points into, and how far from its start.
    fn memory(&mut self, expr: &ast::Expr<'src>) -> Res<(Base, i64)> {
        match expr {
            ast::Expr::Name(name) => {
                let start = match self.lookup(*name) {
                    Some(Symbol::Param { offset, .. }) => offset as i64,
                    _ => 0,
                };
                Ok((self.variable(*name)?.0, start))
            }
            ast::Expr::Element(name, index, _) => {
                let (index, _) = constant::evaluate(index).ok_or(Stop::Opaque)?;
                let (base, start) = self.memory(&ast::Expr::Name(*name))?;
                let (_, element) = self.variable(*name)?;
                Ok((base, start.wrapping_add((index as i64).wrapping_mul(i64::from(element)))))
            }
            ast::Expr::Cast { value, .. } => self.memory(value),
            ast::Expr::Binary(op @ (ast::BinaryOp::Add | ast::BinaryOp::Sub), sides) => {
                let (left, right) = (&sides.0, &sides.1);
                let (inner, step) = match (constant::evaluate(left), constant::evaluate(right)) {
                    (None, Some((step, _))) => (left, step as i64),
                    (Some((step, _)), None) if *op == ast::BinaryOp::Add => (right, step as i64),
                    _ => return Err(Stop::Opaque),
                };
                let step = if *op == ast::BinaryOp::Sub { step.wrapping_neg() } else { step };
                let (base, offset) = self.memory(inner)?;
                Ok((base, offset.wrapping_add(step)))
            }
            _ => Err(Stop::Error(expr.span(), Problem::Constant("this expression has no value"))),
        }
    }

    fn base_space(&self, base: Base) -> Option<Space> {
        Some(match base {
            Base::Object(object) => self.cx.module.objects[object].space,
            Base::Slot(slot) => self.func.slots[slot].space,
            Base::Params => Space::Param,
            Base::Absolute | Base::Buffer(_) => return None,
        })
    }

    fn vector_component(&mut self, name: ast::Name<'src>, component: ast::Name<'src>) -> Res<Option<Var>> {
        let Some(Symbol::Vector { first, lanes }) = self.lookup(name) else { return Ok(None) };
        let lane = match component.text {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => return Err(Stop::Opaque),
        };
        if lane >= lanes {
            let is = format!("a vector of {lanes}");
            return Err(self.type_error(name.span.to(component.span), is, "a component it has"));
        }
        Ok(Some(Self::component(first, lane)))
    }

    fn integer(&mut self, value: u64, unsigned: bool, ty: Ty, span: ast::Span) -> Res<Value> {
        // A literal is 64 bits; wider types see its sign.
        let sign = if !unsigned && (value as i64) < 0 { u128::MAX << 64 } else { 0 };
        match ty.kind {
            Kind::Pred => Ok(self.konst(u128::from(value != 0), Type::I1)),
            // The 16-bit floats have no literals of their own: compilers write their bits.
            Kind::Float | Kind::Bfloat if ty.bits > 16 && ty.lanes == 1 => {
                Err(self.type_error(span, "an integer", format!("a number of type {}", ty.name())))
            }
            _ => Ok(self.konst(u128::from(value) | sign, ty.ir())),
        }
    }

    fn float(&mut self, float: &ast::Float, ty: Ty) -> Res<Value> {
        let single = u128::from(float.bits);
        match (ty.kind, ty.bits * ty.lanes, float.single) {
            (Kind::Float | Kind::Bits | Kind::Unsigned | Kind::Signed, 32, true) => {
                Ok(self.konst(single, ty.ir()))
            }
            (Kind::Float | Kind::Bits, 32, false) if ty.lanes == 1 => {
                Ok(self.konst(u128::from((float.value() as f32).to_bits()), ty.ir()))
            }
            (Kind::Float | Kind::Bits | Kind::Unsigned | Kind::Signed, 64, _) if ty.lanes == 1 => {
                Ok(self.konst(u128::from(float.value().to_bits()), ty.ir()))
            }
            (Kind::Float | Kind::Bfloat, 16, _) => {
                let wide = self.konst(u128::from(float.value().to_bits()), Type::F64);
                Ok(self.op(PureOp::FToF(FloatMode::default()), &[wide], ty.ir()))
            }
            _ => Err(self.type_error(float.span, "a float", format!("a number of type {}", ty.name()))),
        }
    }

    /// A value as a type no wider than it.
    fn as_type(&mut self, value: Value, ty: Ty, span: ast::Span) -> Res<Value> {
        let (is, needs) = (self.func.ty(value), ty.ir());
        if is == needs {
            return Ok(value);
        }
        // Special registers are 32 bits wide and may be read as 64.
        let special = matches!(
            self.func.def_inst(value).map(|data| &data.kind),
            Some(InstKind::Special(_) | InstKind::AddrOf { .. })
        );
        let wide = is.bits() >= needs.bits() || special;
        match wide.then(|| self.fit(value, needs, false)).flatten() {
            Some(value) => Ok(value),
            None => Err(self.type_error(span, describe(is), format!("type {}", ty.name()))),
        }
    }

    /// A predicate.
    pub(super) fn predicate(&mut self, operand: &Operand<'src>) -> Res<Value> {
        self.read(operand, Ty::PRED)
    }

    /// The number that an operand is.
    pub(super) fn immediate(&self, operand: &Operand<'src>) -> Option<i64> {
        match operand {
            Operand::Int(int) => Some(int.signed()),
            Operand::Expr(expr) => constant::evaluate(expr).map(|(value, _)| value as i64),
            _ => None,
        }
    }

    /// The register that an operand names; none for `_`.
    pub(super) fn destination(&mut self, operand: &Operand<'src>) -> Res<Option<Var>> {
        match operand {
            Operand::Discard(_) => Ok(None),
            Operand::Name(name) if name.text == "_" => Ok(None),
            Operand::Name(name) => match self.lookup(*name) {
                Some(Symbol::Register(var)) => Ok(Some(var)),
                Some(Symbol::Vector { .. }) => Err(Stop::Opaque),
                Some(_) => Err(self.type_error(name.span, "a variable", "a register")),
                None => Err(undefined(*name)),
            },
            Operand::Component(name, component) => match self.vector_component(*name, *component)? {
                Some(var) => Ok(Some(var)),
                None => Err(Stop::Opaque),
            },
            Operand::Vector(items, _) if items.len() == 1 => self.destination(&items[0]),
            _ => Err(Stop::Opaque),
        }
    }

    /// The destinations of a vector operand: `{a, b}`, or a vector register.
    pub(super) fn elements(&mut self, operand: &Operand<'src>) -> Res<Vec<Operand<'src>>> {
        match operand {
            Operand::Vector(items, _) => Ok(items.clone()),
            Operand::Name(name) => match self.lookup(*name) {
                Some(Symbol::Vector { lanes, .. }) => {
                    let component = |text| Operand::Component(*name, ast::Name { text, span: name.span });
                    Ok(["x", "y", "z", "w"].into_iter().take(lanes as usize).map(component).collect())
                }
                _ => Ok(vec![operand.clone()]),
            },
            _ => Ok(vec![operand.clone()]),
        }
    }

    /// Writes a result of a type to an operand.
    pub(super) fn write(&mut self, operand: &Operand<'src>, ty: Ty, value: Value) -> Res<()> {
        let Some(var) = self.destination(operand)? else { return Ok(()) };
        let (has, gets) = (self.func.vars[var].ty, self.func.ty(value));
        let fitted = if has.bits() >= gets.bits() { self.fit(value, has, ty.is_signed()) } else { None };
        match fitted {
            Some(value) => {
                self.set(var, value);
                Ok(())
            }
            None => {
                Err(self.type_error(operand.span(), describe(has), format!("a result of type {}", ty.name())))
            }
        }
    }

    /// The two destinations `a|b`, or the one and nothing.
    pub(super) fn pair<'o>(
        &self,
        operand: &'o Operand<'src>,
    ) -> (&'o Operand<'src>, Option<&'o Operand<'src>>) {
        match operand {
            Operand::Pair(pair) => (&pair.0, Some(&pair.1)),
            one => (one, None),
        }
    }

    /// The address of a memory access. Without a space it is generic, unless it names a variable.
    pub(super) fn address(&mut self, operand: &Operand<'src>, space: Option<Space>) -> Res<Address> {
        let absolute;
        let address = match operand {
            Operand::Address(address) => address,
            // Old PTX leaves the brackets out.
            Operand::Name(name) => {
                absolute = ast::Address {
                    base: ast::Base::Name(*name),
                    offset: 0,
                    rest: Vec::new(),
                    span: name.span,
                };
                &absolute
            }
            _ => return Err(Stop::Opaque),
        };
        if !address.rest.is_empty() {
            return Err(Stop::Opaque);
        }
        let mut offset = address.offset;
        let (base, index) = match &address.base {
            ast::Base::Absolute => (Base::Absolute, None),
            ast::Base::Name(name) => match self.lookup(*name) {
                Some(Symbol::Object(object)) => (Base::Object(object), None),
                Some(Symbol::Slot(slot)) => (Base::Slot(slot), None),
                Some(Symbol::Param { offset: at, .. }) => {
                    offset = offset.wrapping_add(at as i64);
                    (Base::Params, None)
                }
                _ => (Base::Absolute, Some(self.name(*name)?)),
            },
            ast::Base::Component(name, component) => {
                (Base::Absolute, Some(self.raw(&Operand::Component(*name, *component))?))
            }
            ast::Base::Expr(expr) => match &**expr {
                element @ ast::Expr::Element(..) => {
                    let (base, start) = self.memory(element)?;
                    offset = offset.wrapping_add(start);
                    (base, None)
                }
                expr => match constant::evaluate(expr) {
                    Some((value, _)) => {
                        offset = offset.wrapping_add(value as i64);
                        (Base::Absolute, None)
                    }
                    None => (Base::Absolute, Some(self.expression(expr)?)),
                },
            },
        };
        let index = match index {
            None => None,
            Some(value) => {
                let ty = self.func.ty(value);
                let wide = match ty.bits() {
                    32 => Type::I32,
                    64 => Type::I64,
                    _ => {
                        return Err(self.type_error(
                            address.span,
                            describe(ty),
                            "an address of 32 or 64 bits",
                        ));
                    }
                };
                Some(self.resize(value, wide, false))
            }
        };
        let own = self.base_space(base);
        let space = match (space, own) {
            (Some(space), Some(own)) if space != own && (space, own) != (Space::Cluster, Space::Shared) => {
                let address = self.cx.source.get(address.span.start as usize..address.span.end as usize);
                let address = address.unwrap_or("address").to_owned();
                return Err(Stop::Error(operand.span(), Problem::Elsewhere { address, own, space }));
            }
            (Some(space), _) => space,
            (None, Some(own)) => own,
            (None, None) => Space::Generic,
        };
        Ok(Address { space, base, index, offset })
    }

    /// The address that an [`Address`] stands for, as a value, for instructions that are opaque.
    pub(super) fn address_value(&mut self, address: &Address) -> Value {
        match (address.base, address.index) {
            (Base::Absolute, Some(index)) if address.offset == 0 => index,
            (Base::Absolute, Some(index)) => {
                let ty = self.func.ty(index);
                let offset = self.konst(address.offset as u128, ty);
                self.op(PureOp::Add, &[index, offset], ty)
            }
            (Base::Absolute, None) => {
                let ty = self.address_type();
                self.konst(address.offset as u128, ty)
            }
            (base, _) => self.address_of(base, address.offset),
        }
    }
}

/// What a register of an IR type is called in PTX.
fn describe(ty: Type) -> String {
    match ty {
        Type::I1 => "a predicate".to_owned(),
        Type::Opaque => "a value that raddle does not model".to_owned(),
        _ if ty.is_float() => format!("a {}-bit float", ty.bits()),
        _ => format!("{} bits wide", ty.bits()),
    }
}

/// The error of a name that nothing declares.
pub(super) fn undefined(name: ast::Name<'_>) -> Stop {
    Stop::Error(name.span, Problem::UndefinedName(name.text.to_owned()))
}
