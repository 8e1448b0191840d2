//! Locations: `.file`, `.loc` and chains of `inlined_at`.
//!
//! `.loc` with `inlined_at` names the call, and a `.loc` with just the call's place, earlier in the
//! function, says where that was inlined: so PTX writes a chain (PTX ISA 11.5.3). The inlined
//! function's name stands at a label of the section `.debug_str`, if that section is there.

use raddle_ir::{File, Loc, LocId, SourceMap, SourcePos};
use rustc_hash::FxHashMap;

use crate::ast;

/// The files and names that `.loc` refers to.
pub(super) struct Files<'a, 'src> {
    files: FxHashMap<u32, File>,
    strings: Option<&'a ast::Section<'src>>,
    labels: FxHashMap<&'src str, u32>,
}

impl<'a, 'src> Files<'a, 'src> {
    pub(super) fn new(ast: &'a ast::Module<'src>, sources: &mut SourceMap) -> Self {
        let files = ast.files().map(|file| (file.index, sources.file(file.path))).collect();
        let strings = ast.items.iter().find_map(|item| match item {
            ast::Item::Section(section) if section.name.text == "debug_str" => Some(section),
            _ => None,
        });
        let labels =
            strings.iter().flat_map(|s| &s.labels).map(|label| (label.name.text, label.offset)).collect();
        Self { files, strings, labels }
    }

    /// The source position of a place; none for one without file or line.
    fn position(&self, place: ast::Place) -> Option<SourcePos> {
        let file = *self.files.get(&place.file)?;
        (place.line > 0).then_some(SourcePos { file, line: place.line, column: place.column })
    }

    /// The text that ends with a zero byte at a label of `.debug_str`.
    fn string(&self, label: &str, offset: i64) -> Option<String> {
        let start = i64::from(*self.labels.get(label)?).checked_add(offset)?;
        let bytes = self.strings?.bytes.get(usize::try_from(start).ok()?..)?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        (end > 0).then(|| String::from_utf8_lossy(&bytes[..end]).into_owned())
    }
}

/// The location that the last `.loc` of a function set.
#[derive(Default)]
pub(super) struct Located {
    /// The location, with no PTX line.
    loc: Loc,
    /// The locations that `.loc` directives of the function gave, by place.
    seen: FxHashMap<ast::Place, Loc>,
    /// The location of the line asked for last.
    last: Option<(u32, LocId)>,
}

impl Located {
    /// A `.loc` directive.
    pub(super) fn set(&mut self, loc: &ast::Loc<'_>, files: &Files<'_, '_>, sources: &mut SourceMap) {
        let mut new = Loc { source: files.position(loc.place), ..Loc::default() };
        if let Some(inlined) = &loc.inlined {
            new.function = inlined.function.and_then(|name| files.string(name.text, inlined.offset));
            let site = self
                .seen
                .get(&inlined.place)
                .cloned()
                .unwrap_or_else(|| Loc { source: files.position(inlined.place), ..Loc::default() });
            new.inlined_at = Some(sources.intern(site));
        }
        self.seen.insert(loc.place, new.clone());
        self.loc = new;
        self.last = None;
    }

    /// The location of an instruction on a line of the PTX text.
    pub(super) fn at(&mut self, ptx_line: u32, sources: &mut SourceMap) -> LocId {
        match self.last {
            Some((line, id)) if line == ptx_line => id,
            _ => {
                let id = sources.intern(Loc { ptx_line, ..self.loc.clone() });
                self.last = Some((ptx_line, id));
                id
            }
        }
    }
}
