//! Accesses out of bounds, in words.

use crate::subject::kernel::Kernel;
use crate::subject::names::variable_name;
use crate::words::elements::{Elements, element};
use raddle_ir::Base;
use raddle_machine::domain::{ObjectId, Site};
use raddle_machine::monitor::Issue;
use raddle_machine::objects::{ABSOLUTE, ObjectKind, Part, SHARED};
use raddle_report::{Diagnostic, Location, Rule, Space, Unknown};

/// An access out of bounds.
pub(crate) struct Outside {
    /// The title of a finding.
    title: String,
    /// What happens, and what would make room, where it is a doubt about other properties.
    pub(crate) unknown: Unknown,
    /// How the kernel can avoid it.
    guard: String,
}

impl Outside {
    /// The finding for an access that certainly happens, at this place.
    pub(crate) fn finding(self, at: Location) -> Diagnostic {
        let found = Diagnostic::new(Rule::BoundsOutside, self.title).primary(at, self.unknown.reason);
        self.unknown.help.into_iter().fold(found.help(self.guard), Diagnostic::help)
    }
}

/// What an access leaves.
struct Left {
    /// Its name, in backquotes where it has one in the source.
    whose: String,
    /// Its size.
    bytes: Option<u64>,
    /// The element outside of it that is accessed.
    element: Option<String>,
    /// Where the access begins, from its start.
    offset: i64,
    /// What would make it larger.
    help: Option<String>,
}

/// The words for an access out of bounds; none for other issues.
pub(crate) fn outside(kernel: &Kernel<'_>, issue: &Issue) -> Option<Outside> {
    let (thread, offset, size, may, site) = match *issue {
        Issue::OutOfBounds { thread, offset, size, may, site, .. }
        | Issue::LeavesArray { thread, offset, size, may, site, .. } => (thread, offset, size, may, site),
        _ => return None,
    };
    let left = left(kernel, issue)?;
    let thread = kernel.name_of(thread);
    let (accesses, calls) = if may { ("may access", "may call") } else { ("accesses", "calls") };
    let (title, text) = if kernel.is_stray(site) {
        let what = match offset {
            0 => "the null pointer".to_owned(),
            at => format!("address {at:#x}"),
        };
        let text = format!(
            "{thread} {calls} {what}: no function of this file with these parameters has that address"
        );
        ("a call through a pointer leads to no function".to_owned(), text)
    } else {
        let Left { whose, bytes, element, offset, .. } = &left;
        let noun = if size == 1 { "byte" } else { "bytes" };
        let place = format!("{size} {noun} at byte {offset}");
        match element {
            Some(element) => {
                let has = bytes.map_or(String::new(), |size| format!("{whose} has {size} bytes, and "));
                (
                    format!("out of bounds: {thread} accesses `{element}`"),
                    format!("{thread} {accesses} `{element}`, out of bounds: {has}the access is to {place}"),
                )
            }
            None => {
                let has = bytes.map_or(String::new(), |size| format!(", which has {size} bytes"));
                (
                    format!("out of bounds: {thread} accesses {place} of {whose}"),
                    format!("{thread} {accesses} {place} of {whose}{has}: out of bounds"),
                )
            }
        }
    };
    let mut unknown = Unknown::new(Rule::UnknownOutOfBounds, text).at(kernel.place(site.loc));
    if may {
        unknown = unknown.note("whether it does depends on inputs that are unknown");
    }
    let is_absolute = matches!(issue, Issue::OutOfBounds { object: ABSOLUTE, .. });
    let guard = match (&left.whose, left.bytes) {
        _ if kernel.is_stray(site) => "call it only where it points to a function".to_owned(),
        _ if is_absolute => "set the pointer on every path to the access".to_owned(),
        _ if left.offset < 0 => "guard the access: no thread may make it with a negative index".to_owned(),
        (whose, Some(_)) => {
            format!("guard the access with a comparison of its index, or make {whose} larger")
        }
        (_, None) => "guard the access with a comparison of its index".to_owned(),
    };
    // No size makes room in front of an object.
    let unknown = left.help.into_iter().filter(|_| left.offset >= 0).fold(unknown, Unknown::help);
    Some(Outside { title, unknown, guard })
}

/// What the access of an issue leaves.
fn left(kernel: &Kernel<'_>, issue: &Issue) -> Option<Left> {
    Some(match *issue {
        Issue::LeavesArray { object, part, offset, size, .. } => match kernel.objects.part(object, part) {
            Some(part) if object == SHARED => of_part(kernel, part, offset, size),
            Some(part) if !part.name.is_empty() => {
                let name = variable_name(&part.name);
                Left { whose: format!("`{name}`"), bytes: part.size, element: None, offset, help: None }
            }
            _ => of_object(kernel, object, offset, size),
        },
        Issue::OutOfBounds { object: SHARED, offset, size, site, .. } => match named(kernel, site) {
            Some(part) => {
                let help = of_object(kernel, SHARED, offset, size).help.filter(|_| part.size.is_none());
                // What the launch gives is for the array that has no size of its own.
                let given = kernel.launch.dynamic_shared.and(kernel.objects.info(SHARED).size);
                let bytes = part.size.or(given.map(|all| all.saturating_sub(part.offset)));
                Left { help, bytes, ..of_part(kernel, part, offset.wrapping_sub(part.offset as i64), size) }
            }
            None => of_object(kernel, SHARED, offset, size),
        },
        Issue::OutOfBounds { object, offset, size, .. } => of_object(kernel, object, offset, size),
        _ => return None,
    })
}

/// The array of shared memory that an instruction names, or the only one.
fn named<'a>(kernel: &Kernel<'a>, site: Site) -> Option<&'a Part> {
    let parts = kernel.objects.shared_parts();
    let base = site.inst.and_then(|inst| kernel.function.insts[inst].kind.address()).map(|addr| addr.base);
    let start = match base {
        Some(Base::Object(object)) => kernel.objects.of_module(object).map(|(_, start)| start),
        _ => None,
    };
    match parts {
        [one] => Some(one),
        _ => parts.iter().find(|part| Some(part.offset) == start && part.size != Some(0)),
    }
}

fn of_part(kernel: &Kernel<'_>, part: &Part, offset: i64, size: u32) -> Left {
    let object = kernel.shared_object(&part.name, part.offset);
    let elements = Elements::of_part(object, part.element);
    Left {
        whose: format!("`{}`", variable_name(&part.name)),
        bytes: part.size,
        element: beyond(kernel, (Space::Shared, &part.name), &elements, offset, size),
        offset,
        help: None,
    }
}

/// An object that an access leaves: its name, its size, and what would make it larger.
fn of_object(kernel: &Kernel<'_>, object: ObjectId, offset: i64, size: u32) -> Left {
    let nameless = |whose: String, bytes, help| Left { whose, bytes, element: None, offset, help };
    if object == ABSOLUTE {
        return nameless("the null pointer".to_owned(), None, None);
    }
    let info = kernel.objects.info(object);
    let name = variable_name(&info.name);
    let elements = Elements::of(kernel.input, kernel.function, info.kind, info.element);
    let help = match info.kind {
        ObjectKind::Shared => {
            let dynamic = kernel.launch.dynamic_shared.is_some();
            let help =
                dynamic.then(|| "give the launch more bytes of dynamic shared memory; --dynamic-shared says how many there are".to_owned());
            return nameless(kernel.terms().shared.to_owned(), info.size, help);
        }
        ObjectKind::Local => {
            return nameless(format!("a variable in {}", kernel.terms().private), None, None);
        }
        ObjectKind::Buffer { .. } => {
            Some(format!("pass --buffer {name}=N with more elements if the kernel is launched with more"))
        }
        _ => None,
    };
    let element = beyond(kernel, (Space::Global, &info.name), &elements, offset, size);
    Left { whose: format!("`{name}`"), bytes: info.size, element, offset, help }
}

/// The element at an offset, as the source would write it.
fn beyond(
    kernel: &Kernel<'_>,
    (space, name): (Space, &str),
    elements: &Elements<'_>,
    offset: i64,
    size: u32,
) -> Option<String> {
    if let Ok(offset) = u64::try_from(offset) {
        return Some(kernel.terms().address(&element(space, name, elements, offset, size)));
    }
    // In front of an array of one dimension the index is negative.
    let width = i64::from(elements.size.unwrap_or(size).max(1));
    let is_flat = elements.dims.as_ref().is_none_or(|dims| dims.len() == 1);
    (is_flat && offset % width == 0).then(|| format!("{}[{}]", variable_name(name), offset / width))
}
