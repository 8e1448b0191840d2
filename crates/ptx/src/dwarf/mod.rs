//! Source variables of a module compiled with `-g`, read from its DWARF sections.
//!
//! The idea: at `-O0` a compiler gives every source variable a slot in the function's local depot
//! and says so in `.debug_info`. Promoting slots to SSA values would lose the names that a report
//! needs; this module brings them back as (function, slot) -> (name, type).
//!
//! PTX has no addresses yet, so its DWARF is full of symbols. Each symbol gets a made-up address,
//! its number times a large stride; `gimli` decodes the sections as if they were linked, and an
//! address found in a location is turned back into symbol and offset. What CUDA adds to DWARF:
//! - `DW_AT_address_class` of a variable is its state space ([`space_of_class`]);
//! - a register is `DW_OP_regx` with its name's characters as the number's bytes.
//!
//! Whatever is malformed is left out and named in [`DebugInfo::problem`]. Without names, reports are poorer and a frame is one object:
//! where a variable lies in it decides which accesses leave it.
//!
//! Source: DWARF 4, sections 2 and 7; PTX ISA 11.5 (debugging directives); the numbering of
//! address classes is that of the CUDA debugger, as the compilers emit it.

mod members;

pub use members::{Member, dimensions};

use gimli::{AttributeValue, DebuggingInformationEntry, EndianSlice, LittleEndian, UnitOffset};
use raddle_ir::pointee::is_number;
use rustc_hash::FxHashMap;

use crate::ast::{Block, Item, Module, Section, SectionReference, Space, Statement};

/// The source variables of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugInfo {
    /// Functions with code, in the order of `.debug_info`.
    pub functions: Vec<FunctionInfo>,
    /// Variables outside functions.
    pub globals: Vec<Variable>,
    /// The first thing that could not be read, where there is one.
    pub problem: Option<String>,
}

/// The source variables of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The function's name in PTX.
    pub symbol: String,
    /// Its name in the source.
    pub name: String,
    /// Parameters and variables of all its scopes, those of functions inlined into it included.
    pub variables: Vec<Variable>,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type as the source would write it, nearly: `const float *`, `int[4][2]`.
    pub ty: String,
    /// Its size in bytes, where known.
    pub size: Option<u64>,
    /// Of a pointer, the size in bytes of what it points to, where known.
    pub pointee: Option<u64>,
    /// The members of a parameter that is a structure.
    pub members: Vec<Member>,
    /// The members of the structures that it points to, or that it consists of in shared or global memory.
    pub of_element: Vec<Member>,
    /// Whether it is a parameter.
    pub parameter: bool,
    /// The line of its declaration, where known.
    pub line: Option<u32>,
    /// Its state space, where the compiler says it.
    pub space: Option<Space>,
    /// Where it lives: one entry, or several where it moves, or none where it was optimised out.
    pub locations: Vec<Location>,
}

/// Where a variable lives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// At a variable or parameter of the PTX module (`__local_depot0`), this many bytes in.
    Memory {
        /// The PTX symbol.
        symbol: String,
        /// Bytes from its start.
        offset: i64,
    },
    /// At this offset from the function's frame, which the compiler does not name.
    Frame(i64),
    /// In a register, with its name: `%r1`.
    Register(String),
}

impl DebugInfo {
    /// The variables of the function that PTX calls `symbol`.
    pub fn function(&self, symbol: &str) -> Option<&FunctionInfo> {
        self.functions.iter().find(|function| function.symbol == symbol)
    }
}

/// The state space of an address class.
pub fn space_of_class(class: u64) -> Option<Space> {
    Some(match class {
        2 => Space::Reg,
        3 => Space::Sreg,
        4 => Space::Const(None),
        5 => Space::Global,
        6 => Space::Local,
        7 => Space::Param,
        8 => Space::Shared,
        _ => return None,
    })
}

/// Reads the variables out of a module's sections; empty where it has none.
pub fn debug_info(module: &Module<'_>) -> DebugInfo {
    let mut info = DebugInfo::default();
    if let Err(error) = read(module, &mut info) {
        info.problem.get_or_insert(error.to_string());
    }
    info
}

type Reader<'a> = EndianSlice<'a, LittleEndian>;
type Entry<'a, 'u> = DebuggingInformationEntry<'u, 'u, Reader<'a>>;

/// Turns symbols into made-up addresses and back.
struct Symbols<'src> {
    /// Bytes between two symbols.
    stride: u64,
    /// Number of a symbol; its address is `(number + 1) * stride`.
    numbers: FxHashMap<&'src str, u64>,
    names: Vec<&'src str>,
    /// Offsets of the labels inside sections: (section's index, offset).
    labels: FxHashMap<&'src str, (usize, u32)>,
}

impl<'src> Symbols<'src> {
    /// The address of a reference, modulo its width.
    fn resolve(&mut self, reference: &SectionReference<'src>) -> u64 {
        let symbol = reference.symbol.text;
        let label = self.labels.get(symbol).copied();
        if let Some(minus) = reference.minus {
            // Only a difference within a section is known: code has no length yet.
            return match (label, self.labels.get(minus.text)) {
                (Some((one, end)), Some(&(other, start))) if one == other => {
                    u64::from(end).wrapping_sub(start.into()).wrapping_add_signed(reference.addend)
                }
                _ => 0,
            };
        }
        if let Some((_, offset)) = label {
            return u64::from(offset).wrapping_add_signed(reference.addend);
        }
        // A section's name: everything is relative to it.
        if symbol.starts_with("debug_") {
            return reference.addend as u64;
        }
        let number = *self.numbers.entry(symbol).or_insert_with(|| {
            self.names.push(symbol);
            self.names.len() as u64 - 1
        });
        (number + 1).wrapping_mul(self.stride).wrapping_add_signed(reference.addend)
    }

    /// The symbol at `address`, and the bytes from its start.
    fn at(&self, address: u64) -> Option<(&'src str, i64)> {
        let number = (address / self.stride).checked_sub(1)?;
        let name = self.names.get(usize::try_from(number).ok()?)?;
        Some((name, (address % self.stride) as i64))
    }
}

/// What is needed to read one unit.
struct Context<'a> {
    dwarf: &'a gimli::Dwarf<Reader<'a>>,
    unit: &'a gimli::Unit<Reader<'a>>,
    symbols: &'a Symbols<'a>,
    /// Which function a code label stands in.
    owners: &'a FxHashMap<&'a str, &'a str>,
}

/// Is it a type with the values of another one?
fn is_alias(tag: gimli::DwTag) -> bool {
    matches!(
        tag,
        gimli::DW_TAG_typedef
            | gimli::DW_TAG_const_type
            | gimli::DW_TAG_volatile_type
            | gimli::DW_TAG_restrict_type
    )
}

/// An empty line table. PTX has `.loc` instead, but its units refer to a table, and `gimli` reads
/// the header: length, version 2, header length, instruction length, is-statement, line base, line
/// range, opcode base, no directories, no files.
const NO_LINES: [u8; 17] = [13, 0, 0, 0, 2, 0, 7, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0];

fn read(module: &Module<'_>, info: &mut DebugInfo) -> gimli::Result<()> {
    let sections: Vec<&Section<'_>> = module
        .items
        .iter()
        .filter_map(|item| if let Item::Section(s) = item { Some(s) } else { None })
        .collect();
    let stride = if module.address_size == 64 { 1 << 32 } else { 1 << 12 };
    let mut symbols =
        Symbols { stride, numbers: FxHashMap::default(), names: Vec::new(), labels: FxHashMap::default() };
    for (index, section) in sections.iter().enumerate() {
        symbols.labels.extend(section.labels.iter().map(|label| (label.name.text, (index, label.offset))));
    }
    let linked: Vec<(&str, Vec<u8>)> = sections
        .iter()
        .map(|section| {
            let mut bytes = section.bytes.clone();
            for reference in &section.references {
                let value = symbols.resolve(reference).to_le_bytes();
                let (at, width) = (reference.at as usize, usize::from(reference.width));
                if let Some(place) = bytes.get_mut(at..at + width) {
                    place.copy_from_slice(&value[..width]);
                }
            }
            (section.name.text, bytes)
        })
        .collect();
    let load = |id: gimli::SectionId| -> gimli::Result<Reader<'_>> {
        if id == gimli::SectionId::DebugLine {
            return Ok(EndianSlice::new(&NO_LINES, LittleEndian));
        }
        let name = id.name().trim_start_matches('.');
        let bytes = linked.iter().find(|(section, _)| *section == name).map_or(&[][..], |(_, bytes)| bytes);
        Ok(EndianSlice::new(bytes, LittleEndian))
    };
    let dwarf = gimli::Dwarf::load(load)?;
    let mut owners = FxHashMap::default();
    for function in module.functions() {
        if let Some(body) = &function.body {
            collect_labels(body, function.name.text, &mut owners);
        }
    }
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        Context { dwarf: &dwarf, unit: &unit, symbols: &symbols, owners: &owners }.unit(info)?;
    }
    Ok(())
}

fn collect_labels<'a>(block: &Block<'a>, function: &'a str, owners: &mut FxHashMap<&'a str, &'a str>) {
    for statement in &block.statements {
        match statement {
            Statement::Label(name) => drop(owners.insert(name.text, function)),
            Statement::Block(inner) => collect_labels(inner, function, owners),
            _ => {}
        }
    }
}

/// How many steps a chain of types or origins may have.
const MAX_CHAIN: u32 = 16;

impl<'a> Context<'a> {
    /// Walks the entries of the unit. `open` holds the functions around the current one, with
    /// their depth in the tree: in DWARF, a method's body may stand inside a class.
    fn unit(&self, info: &mut DebugInfo) -> gimli::Result<()> {
        let mut open: Vec<(isize, Option<usize>)> = Vec::new();
        let mut entries = self.unit.entries();
        let mut depth = 0;
        while let Some((step, entry)) = entries.next_dfs()? {
            depth += step;
            open.retain(|&(at, _)| at < depth);
            match entry.tag() {
                gimli::DW_TAG_subprogram => {
                    let function = self.function(entry)?;
                    let index = function.map(|function| {
                        info.functions.push(function);
                        info.functions.len() - 1
                    });
                    open.push((depth, index));
                }
                gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                    // In a function without code stand the originals of inlined variables.
                    let list = match open.last() {
                        None => &mut info.globals,
                        Some(&(_, Some(index))) => &mut info.functions[index].variables,
                        Some(&(_, None)) => continue,
                    };
                    match self.variable(entry) {
                        Ok(Some(variable)) => list.push(variable),
                        Ok(None) => {}
                        Err(error) => drop(info.problem.get_or_insert(error.to_string())),
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A function with code; `None` for a declaration or an abstract instance.
    fn function(&self, entry: &Entry<'a, '_>) -> gimli::Result<Option<FunctionInfo>> {
        let Some(AttributeValue::Addr(low)) = entry.attr_value(gimli::DW_AT_low_pc)? else { return Ok(None) };
        let name = self.inherited_text(entry, gimli::DW_AT_name)?;
        let linkage = match self.inherited_text(entry, gimli::DW_AT_linkage_name)? {
            None => self.inherited_text(entry, gimli::DW_AT_MIPS_linkage_name)?,
            linkage => linkage,
        };
        let owner = self.symbols.at(low).and_then(|(label, _)| self.owners.get(label));
        let symbol = owner.map(|&owner| owner.to_owned()).or(linkage).or_else(|| name.clone());
        let Some(symbol) = symbol else { return Ok(None) };
        let name = name.unwrap_or_else(|| symbol.clone());
        Ok(Some(FunctionInfo { symbol, name, variables: Vec::new() }))
    }

    fn variable(&self, entry: &Entry<'a, '_>) -> gimli::Result<Option<Variable>> {
        let Some(name) = self.inherited_text(entry, gimli::DW_AT_name)? else { return Ok(None) };
        let number = |value: Option<AttributeValue<Reader<'a>>>| value.and_then(|value| value.udata_value());
        let line = number(self.inherited(entry, gimli::DW_AT_decl_line)?).map(|line| line as u32);
        let class = match entry.attr_value(gimli::DW_AT_address_class)? {
            Some(AttributeValue::AddressClass(class)) => Some(class.0),
            value => number(value),
        };
        let parameter = entry.tag() == gimli::DW_TAG_formal_parameter;
        let space = class.and_then(space_of_class);
        let shared = matches!(space, Some(Space::Shared | Space::Global | Space::Const(_)));
        let (mut ty, mut size, mut pointee) = ("void".to_owned(), None, None);
        let (mut members, mut of_element) = (Vec::new(), Vec::new());
        if let Some(AttributeValue::UnitRef(offset)) = self.inherited(entry, gimli::DW_AT_type)? {
            (ty, size) = self.ty(offset, MAX_CHAIN)?;
            pointee = self.pointee(offset)?;
            if parameter {
                members = self.members(offset)?;
            }
            if parameter || shared {
                of_element = self.members(self.element(offset)?)?;
            }
        }
        let locations = self.locations(entry)?;
        Ok(Some(Variable { name, ty, size, pointee, members, of_element, parameter, line, space, locations }))
    }

    /// An attribute of the entry, or of the one that it is an instance of.
    fn inherited(
        &self,
        entry: &Entry<'a, '_>,
        attribute: gimli::DwAt,
    ) -> gimli::Result<Option<AttributeValue<Reader<'a>>>> {
        let mut entry = entry.clone();
        for _ in 0..MAX_CHAIN {
            if let Some(value) = entry.attr_value(attribute)? {
                return Ok(Some(value));
            }
            let origin = match entry.attr_value(gimli::DW_AT_abstract_origin)? {
                None => entry.attr_value(gimli::DW_AT_specification)?,
                origin => origin,
            };
            let Some(AttributeValue::UnitRef(offset)) = origin else { break };
            entry = self.unit.entry(offset)?;
        }
        Ok(None)
    }

    fn inherited_text(&self, entry: &Entry<'a, '_>, attribute: gimli::DwAt) -> gimli::Result<Option<String>> {
        let Some(value) = self.inherited(entry, attribute)? else { return Ok(None) };
        Ok(Some(self.dwarf.attr_string(self.unit, value)?.to_string_lossy().into_owned()))
    }

    /// A type's name and its size in bytes; `chain` is how many more types it may refer to.
    fn ty(&self, offset: UnitOffset, chain: u32) -> gimli::Result<(String, Option<u64>)> {
        let entry = self.unit.entry(offset)?;
        let name = self.inherited_text(&entry, gimli::DW_AT_name)?;
        let size = entry.attr_value(gimli::DW_AT_byte_size)?.and_then(|value| value.udata_value());
        let (inner, inner_size) = match entry.attr_value(gimli::DW_AT_type)? {
            Some(AttributeValue::UnitRef(inner)) if chain > 0 => self.ty(inner, chain - 1)?,
            Some(_) if chain == 0 => ("…".to_owned(), None),
            _ => ("void".to_owned(), None),
        };
        Ok(match entry.tag() {
            gimli::DW_TAG_pointer_type => {
                let space = if inner.ends_with('*') { "" } else { " " };
                (format!("{inner}{space}*"), size.or(Some(u64::from(self.unit.encoding().address_size))))
            }
            gimli::DW_TAG_subroutine_type => ("function".to_owned(), None),
            gimli::DW_TAG_reference_type => (format!("{inner} &"), size),
            gimli::DW_TAG_const_type if inner.ends_with('*') => (format!("{inner} const"), inner_size),
            gimli::DW_TAG_const_type => (format!("const {inner}"), inner_size),
            gimli::DW_TAG_volatile_type => (format!("volatile {inner}"), inner_size),
            gimli::DW_TAG_restrict_type => (inner, inner_size),
            gimli::DW_TAG_array_type => {
                let counts = self.array_counts(offset)?;
                let mut text = inner;
                let mut all = inner_size;
                for count in counts {
                    text += &count.map_or("[]".to_owned(), |count| format!("[{count}]"));
                    all = all.zip(count).and_then(|(all, count)| all.checked_mul(count));
                }
                // A vector of 3 may be padded.
                (text, size.or(all))
            }
            // A name that only this source knows is the number that it stands for, with its size and its sign.
            gimli::DW_TAG_typedef
                if name.as_deref().is_some_and(|name| !is_number(name)) && is_number(&inner) =>
            {
                (inner, inner_size)
            }
            _ => (name.unwrap_or(inner), size.or(inner_size)),
        })
    }

    /// The size in bytes of what a type points to, if it is a pointer, and it is known.
    fn pointee(&self, mut offset: UnitOffset) -> gimli::Result<Option<u64>> {
        for _ in 0..MAX_CHAIN {
            let entry = self.unit.entry(offset)?;
            let Some(AttributeValue::UnitRef(inner)) = entry.attr_value(gimli::DW_AT_type)? else { break };
            match entry.tag() {
                gimli::DW_TAG_pointer_type if self.is_array(inner)? => break,
                gimli::DW_TAG_pointer_type => {
                    return Ok(self.ty(inner, MAX_CHAIN)?.1.filter(|&size| size > 0));
                }
                tag if is_alias(tag) => offset = inner,
                _ => break,
            }
        }
        Ok(None)
    }

    /// What a type points to, or consists of; itself if it is neither a pointer nor an array.
    fn element(&self, mut offset: UnitOffset) -> gimli::Result<UnitOffset> {
        for _ in 0..MAX_CHAIN {
            let entry = self.unit.entry(offset)?;
            match (entry.tag(), entry.attr_value(gimli::DW_AT_type)?) {
                (
                    gimli::DW_TAG_pointer_type | gimli::DW_TAG_array_type,
                    Some(AttributeValue::UnitRef(inner)),
                ) => return Ok(inner),
                (tag, Some(AttributeValue::UnitRef(inner))) if is_alias(tag) => offset = inner,
                _ => break,
            }
        }
        Ok(offset)
    }

    /// Is it an array, whose elements are smaller than it is? A vector is none.
    fn is_array(&self, mut offset: UnitOffset) -> gimli::Result<bool> {
        for _ in 0..MAX_CHAIN {
            let entry = self.unit.entry(offset)?;
            if entry.tag() == gimli::DW_TAG_array_type {
                return Ok(entry.attr_value(gimli::DW_AT_GNU_vector)?.is_none());
            }
            match entry.attr_value(gimli::DW_AT_type)? {
                Some(AttributeValue::UnitRef(inner)) if is_alias(entry.tag()) => offset = inner,
                _ => break,
            }
        }
        Ok(false)
    }

    /// The element counts of an array type's dimensions.
    fn array_counts(&self, offset: UnitOffset) -> gimli::Result<Vec<Option<u64>>> {
        let mut tree = self.unit.entries_tree(Some(offset))?;
        let mut children = tree.root()?.children();
        let mut counts = Vec::new();
        while let Some(child) = children.next()? {
            let entry = child.entry();
            if entry.tag() == gimli::DW_TAG_subrange_type {
                let value = |attribute| -> gimli::Result<_> {
                    Ok(entry.attr_value(attribute)?.and_then(|value: AttributeValue<_>| value.udata_value()))
                };
                let bound = value(gimli::DW_AT_upper_bound)?.and_then(|bound| bound.checked_add(1));
                // An array without a size, such as dynamic shared memory, has no count or zero.
                counts.push(value(gimli::DW_AT_count)?.or(bound).filter(|&count| count > 0));
            }
        }
        Ok(counts)
    }

    /// All places where the variable may be, without repetition.
    fn locations(&self, entry: &Entry<'a, '_>) -> gimli::Result<Vec<Location>> {
        let mut found = Vec::new();
        let mut add = |location: Option<Location>| {
            if let Some(location) = location.filter(|location| !found.contains(location)) {
                found.push(location);
            }
        };
        match entry.attr_value(gimli::DW_AT_location)? {
            Some(AttributeValue::Exprloc(expression)) => add(self.location(expression.0)),
            // DWARF 2 writes an expression as a block.
            Some(AttributeValue::Block(bytes)) => add(self.location(bytes)),
            Some(AttributeValue::LocationListsRef(offset)) => {
                let mut list = self.dwarf.raw_locations(self.unit, offset)?;
                while let Some(entry) = list.next()? {
                    use gimli::RawLocListEntry::{AddressOrOffsetPair, OffsetPair, StartEnd, StartLength};
                    match entry {
                        AddressOrOffsetPair { data, .. }
                        | OffsetPair { data, .. }
                        | StartEnd { data, .. }
                        | StartLength { data, .. } => add(self.location(data.0)),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        Ok(found)
    }

    /// The place that a location expression means; `None` where it is of another form.
    fn location(&self, bytes: Reader<'a>) -> Option<Location> {
        let encoding = self.unit.encoding();
        // gimli's registers are 16 bits; these are names.
        if let [0x90, number @ ..] = bytes.slice() {
            let number = EndianSlice::new(number, LittleEndian);
            return register(gimli::Reader::read_uleb128(&mut { number }).ok()?);
        }
        let mut operations = gimli::Expression(bytes).operations(encoding);
        let mut place = match operations.next().ok()?? {
            gimli::Operation::Address { address } => {
                let (symbol, offset) = self.symbols.at(address)?;
                // What clang calls `kernel.tile` in DWARF is `kernel_$_tile` in the code.
                Location::Memory { symbol: symbol.replace('.', "_$_"), offset }
            }
            gimli::Operation::FrameOffset { offset } => Location::Frame(offset),
            _ => return None,
        };
        while let Some(operation) = operations.next().ok()? {
            let gimli::Operation::PlusConstant { value } = operation else { return None };
            match &mut place {
                Location::Memory { offset, .. } | Location::Frame(offset) => {
                    *offset = offset.checked_add_unsigned(value)?;
                }
                Location::Register(_) => return None,
            }
        }
        Some(place)
    }
}

/// A register's name out of its number: `0x257231` is `%r1`.
fn register(number: u64) -> Option<Location> {
    let bytes = number.to_be_bytes();
    let name = &bytes[bytes.iter().position(|&byte| byte != 0)?..];
    let name = std::str::from_utf8(name).ok()?;
    name.starts_with('%').then(|| Location::Register(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    /// A string as `.b8` values with its final zero.
    fn text(text: &str) -> String {
        let bytes: Vec<String> = text.bytes().chain([0]).map(|byte| byte.to_string()).collect();
        format!(".b8 {}\n", bytes.join(","))
    }

    /// A module with one kernel `_Z1kPi` whose DWARF (version 2, as clang writes it) holds a frame slot `i`, a
    /// shared array `tile` in a nested block, a parameter `p` in a register that a location list
    /// names twice, and a global `g`.
    fn module() -> String {
        let abbreviations = "
            .b8 1,17,1, 0,0                                     // unit
            .b8 2,36,0, 3,8, 11,11, 0,0                         // base type: name, size
            .b8 3,52,0, 3,8, 73,19, 59,11, 51,11, 2,10, 0,0     // variable: name, type, line, class, place
            .b8 4,46,1, 17,1, 18,1, 135,64,8, 3,8, 0,0          // function: pcs, linkage name, name
            .b8 5,11,1, 0,0                                     // block
            .b8 6,5,0, 3,8, 73,19, 51,11, 2,6, 0,0              // parameter: name, type, class, list
            .b8 7,15,0, 73,19, 0,0                              // pointer: type
            .b8 8,1,1, 73,19, 0,0                               // array: type
            .b8 9,33,0, 55,11, 0,0                              // dimension: count
            .b8 10,22,0, 3,8, 73,19, 0,0                        // type of another name: name, type
            .b8 0";
        let variable = |name: &str, ty: &str, line: u8, class: u8, symbol: &str, offset: u8| {
            let name = text(name);
            format!(
                ".b8 3\n{name}.b32 {ty}-$unit\n.b8 {line},{class}, 11,3\n.b64 {symbol}\n.b8 35,{offset}\n"
            )
        };
        let info = [
            "$unit: .b32 $end-$body\n$body: .b8 2,0\n.b32 .debug_abbrev\n.b8 8\n.b8 1\n".to_owned(),
            format!("$int: .b8 2\n{}.b8 4\n", text("int")),
            "$pointer: .b8 7\n.b32 $int-$unit\n$array: .b8 8\n.b32 $int-$unit\n.b8 9,4, 9,2, 0\n".to_owned(),
            format!("$number: .b8 10\n{}.b32 $int-$unit\n", text("number_t")),
            format!("$known: .b8 10\n{}.b32 $int-$unit\n", text("int32_t")),
            variable("g", "$known", 1, 5, "g", 0),
            format!(".b8 4\n.b64 $begin\n.b64 $finish\n{}{}", text("_Z1kPi"), text("k")),
            format!(".b8 6\n{}.b32 $pointer-$unit\n.b8 2\n.b32 $list\n", text("p")),
            variable("i", "$number", 3, 6, "__local_depot0", 12),
            format!(".b8 5\n{}.b8 0\n", variable("tile", "$array", 4, 8, "k.tile", 0)),
            ".b8 0, 0\n$end:".to_owned(),
        ]
        .concat();
        // `%rd1` is 0x25726431; as LEB128 of 7 bits each.
        let places = "$list: .b64 $begin .b64 $mid .b16 6 .b8 0x90,0xb1,0xc8,0xc9,0xab,0x02
            .b64 $mid .b64 $finish .b16 6 .b8 0x90,0xb1,0xc8,0xc9,0xab,0x02 .b64 0,0";
        format!(
            ".version 8.0 .target sm_80, debug .address_size 64
            .global .u32 g;
            .entry _Z1kPi(.param .u64 p) {{ .local .b8 __local_depot0[16]; .shared .b8 k_$_tile[32];
            $begin: ret; $mid: ret; $finish: }}
            .section .debug_abbrev {{ {abbreviations} }}
            .section .debug_info {{ {info} }}
            .section .debug_loc {{ {places} }}"
        )
    }

    #[test]
    fn variables_come_back_with_type_and_place() {
        let source = module();
        let info = debug_info(&parse(&source).unwrap());
        assert_eq!(info.problem, None);
        let show = |variable: &Variable| {
            let Variable { name, ty, size, line, space, parameter, locations, .. } = variable;
            let (size, line) = (size.unwrap_or(0), line.unwrap_or(0));
            format!(
                "{name}: {ty}, {size} bytes, line {line}, {space:?}, parameter {parameter}, {locations:?}"
            )
        };
        assert_eq!(
            info.globals.iter().map(show).collect::<Vec<_>>(),
            [
                "g: int32_t, 4 bytes, line 1, Some(Global), parameter false, [Memory { symbol: \"g\", offset: 0 }]"
            ]
        );
        let kernel = info.function("_Z1kPi").unwrap();
        assert_eq!(kernel.name, "k");
        let pointees: Vec<Option<u64>> = kernel.variables.iter().map(|variable| variable.pointee).collect();
        assert_eq!(pointees, [Some(4), None, None]);
        assert_eq!(
            kernel.variables.iter().map(show).collect::<Vec<_>>(),
            [
                "p: int *, 8 bytes, line 0, Some(Reg), parameter true, [Register(\"%rd1\")]",
                "i: int, 4 bytes, line 3, Some(Local), parameter false, \
                 [Memory { symbol: \"__local_depot0\", offset: 12 }]",
                "tile: int[4][2], 32 bytes, line 4, Some(Shared), parameter false, \
                 [Memory { symbol: \"k_$_tile\", offset: 0 }]",
            ]
        );
    }

    #[test]
    fn a_module_without_sections_has_no_variables() {
        assert_eq!(debug_info(&parse(".version 8.0").unwrap()), DebugInfo::default());
    }

    #[test]
    fn damaged_sections_are_a_problem_and_no_panic() {
        let source = module();
        let whole = parse(&source).unwrap();
        let mut problems = 0;
        for index in 0..whole.items.len() {
            let Item::Section(section) = &whole.items[index] else { continue };
            for at in 0..section.bytes.len() {
                for damage in [0, 1, 0x80, 0xff] {
                    let mut module = whole.clone();
                    let Item::Section(section) = &mut module.items[index] else { continue };
                    section.bytes[at] = damage;
                    problems += usize::from(debug_info(&module).problem.is_some());
                    section_cut(&mut module, index, at);
                    debug_info(&module);
                }
            }
        }
        assert!(problems > 0);
    }

    fn section_cut(module: &mut Module<'_>, index: usize, at: usize) {
        if let Item::Section(section) = &mut module.items[index] {
            section.bytes.truncate(at);
        }
    }
}
