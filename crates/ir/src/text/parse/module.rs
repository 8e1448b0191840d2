//! A module: files, locations, objects, shared scalars, functions.

use super::super::lex::Token;
use super::super::names::{LANGUAGES, meaning};
use super::{Parser, Result};
use crate::entity::{File, LocId, Object};
use crate::module::{Init, MemoryObject, Relocation, RelocationTarget, SharedVar};
use crate::source::{Loc, SourcePos};

impl Parser<'_> {
    pub(super) fn module(&mut self) -> Result<()> {
        self.need("module")?;
        let language = self.word()?;
        match meaning(LANGUAGES, language) {
            Some(language) => self.module.language = language,
            None => return self.fail(format!("`{language}` is not a language: ptx, cuda, opencl")),
        }
        self.need("address")?;
        self.module.address_bits = self.number()?;
        while self.is_entity("file") {
            let at = self.lexer.start();
            let file: File = self.entity("file", "a file")?;
            self.sign('=')?;
            let path = self.string()?;
            if self.module.sources.files.push(path) != file {
                return self.fail_at(at, "files are numbered in order");
            }
        }
        while self.is_entity("loc") {
            self.location()?;
        }
        while self.is_entity("obj") {
            let at = self.lexer.start();
            let id: Object = self.entity("obj", "an object")?;
            self.sign('=')?;
            let object = self.object()?;
            if self.module.objects.push(object) != id {
                return self.fail_at(at, "objects are numbered in order");
            }
        }
        while self.take("shared") {
            self.need("var")?;
            let name = self.string()?;
            self.sign(':')?;
            let ty = self.ty()?;
            self.module.shared_vars.push(SharedVar { name, ty });
        }
        while self.lexer.peek() != Token::End {
            let function = self.function()?;
            self.module.functions.push(function);
        }
        Ok(())
    }

    fn location(&mut self) -> Result<()> {
        let start = self.lexer.start();
        let id: LocId = self.entity("loc", "a location")?;
        self.sign('=')?;
        self.need("ptx")?;
        let mut loc = Loc { ptx_line: self.number()?, ..Loc::default() };
        if self.take("at") {
            let at = self.lexer.start();
            let file = self.entity("file", "a file such as `file0`")?;
            if !self.module.sources.files.contains(file) {
                return self.fail_at(at, format!("{file} is not listed above"));
            }
            self.sign(':')?;
            let line = self.number()?;
            self.sign(':')?;
            loc.source = Some(SourcePos { file, line, column: self.number()? });
        }
        if self.take("in") {
            loc.function = Some(self.string()?);
        }
        if self.take("inlined") {
            let at = self.lexer.start();
            let site = self.entity("loc", "a location")?;
            // So chains end.
            if !self.module.sources.contains(site) {
                return self.fail_at(at, format!("{site} is not listed above"));
            }
            loc.inlined_at = Some(site);
        }
        if self.module.sources.intern(loc) == id {
            Ok(())
        } else {
            self.fail_at(start, "locations are numbered in order")
        }
    }

    pub(super) fn object(&mut self) -> Result<MemoryObject> {
        let space = self.space()?;
        let name = self.string()?;
        let source_name = if self.take("source") { Some(self.string()?) } else { None };
        let source_type = if self.take("of") { Some(self.string()?) } else { None };
        let size = if self.take("size") { Some(self.number()?) } else { None };
        self.need("align")?;
        let align = self.number()?;
        self.need("element")?;
        let element = self.number()?;
        let members = self.members()?;
        let external = self.take("external");
        let internal = self.take("internal");
        let init = if self.take("init") { Some(self.init()?) } else { None };
        Ok(MemoryObject {
            name,
            source_name,
            source_type,
            space,
            size,
            align,
            element,
            members,
            init,
            external,
            internal,
        })
    }

    fn init(&mut self) -> Result<Init> {
        let hex = self.string()?;
        let digits = hex.as_bytes().chunks(2);
        let byte = |d: &[u8]| u8::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok();
        let Some(bytes) = digits.map(|d| if d.len() == 2 { byte(d) } else { None }).collect() else {
            return self.fail("the initial bytes are not pairs of hexadecimal digits");
        };
        let mut init = Init { bytes, relocations: Vec::new() };
        while self.take("reloc") {
            let at = self.number()?;
            self.need("bytes")?;
            let bytes = self.number()?;
            let target = if self.is_entity("obj") {
                RelocationTarget::Object(self.entity("obj", "an object")?)
            } else {
                RelocationTarget::Func(self.entity("func", "an object or a function")?)
            };
            self.sign('+')?;
            let addend = self.number()?;
            let generic = self.take("generic");
            init.relocations.push(Relocation { at, bytes, target, addend, generic });
        }
        Ok(init)
    }
}
