//! The names of unknown values: a table of hash-consed terms.
//!
//! Equal terms have equal tags, so that two values with the same tag and the same addend are equal for
//! all inputs; this is what makes a benign race provable. A term is never rewritten; the rules that keep
//! equal computations equal are applied when it is made ([`crate::partial`]). A run may make millions: `nodes`
//! keeps them as rows of numbers, of which a [`Term`] is put together when it is asked what a tag stands for.

use crate::limits::{CAUSES, FRESH_NAMES, HEIGHT, NAMES, TERMS_FOR_CAUSES};
use crate::values::domain::{Cause, ObjectId, Reason, Site};
use crate::values::nodes::{NUMBER, Nodes, Shape, Words};
use crate::values::origin::Origin;
use crate::values::partial::PValue;
use raddle_ir::{PureOp, Special, Type};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

/// The name of an unknown value; [`Tag::KNOWN`] for a known one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag(pub u32);

const ANYTHING: u32 = 1 << 31;
/// The same, and its [`Origin`] is known.
const TRACED: u32 = 1 << 30;
/// Alone: a value of its own, like no other.
const FRESH: u32 = 1 << 30;

impl Tag {
    /// No term: the value is its bits.
    pub const KNOWN: Self = Self(0);

    /// Does it stand for many values, so that it is not equal to itself either?
    #[must_use]
    pub fn is_anything(self) -> bool {
        self.0 & ANYTHING != 0
    }

    /// Is nothing at all known of the values that it stands for?
    pub(crate) fn is_bottom(self) -> bool {
        self.0 & (ANYTHING | TRACED) == ANYTHING
    }

    /// The number of its term, from 0, if it has one.
    #[inline]
    pub(crate) fn number(self) -> Option<usize> {
        if self.0 & (ANYTHING | FRESH) == 0 { (self.0 as usize).checked_sub(1) } else { None }
    }

    /// The number among the values of their own, if it is one.
    fn nth_fresh(self) -> Option<usize> {
        (self.0 & (ANYTHING | FRESH) == FRESH).then_some((self.0 & !FRESH) as usize)
    }

    /// The number among the values that stand for many.
    fn nth_anything(self) -> usize {
        (self.0 & !(ANYTHING | TRACED)) as usize
    }
}

/// An unknown value's definition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// The address of an object.
    Base(ObjectId),
    /// A special register.
    Special(Special),
    /// The address of the function of this number.
    Function(u32),
    /// What memory held at the start, or since it last became unknown.
    Initial {
        /// The object.
        object: ObjectId,
        /// Where in it.
        offset: PValue,
        /// How often all of it had become unknown (or, at an unknown offset, been written) before.
        version: u64,
        /// How many bytes.
        bytes: u32,
    },
    /// A sum of multiples, modulo two to the width of its type: see `sum`.
    Sum {
        /// Its type.
        ty: Type,
        /// What is added, by terms; each term once.
        parts: Multiples,
    },
    /// A pure operation that is no such sum.
    Op {
        /// The operation.
        op: PureOp,
        /// The type of its result.
        result: Type,
        /// The type of its first argument.
        operand: Type,
        /// Its arguments.
        args: SmallVec<[PValue; 3]>,
    },
}

/// A multiple of a term, as a part of a [sum](Term::Sum).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Multiple {
    /// Of which.
    pub of: Tag,
    /// How often; not 0, and below two to the width of the sum's type.
    pub times: u64,
}

/// The parts of a sum.
pub type Multiples = SmallVec<[Multiple; 3]>;

impl Term {
    /// What it is made of.
    fn parts(&self) -> SmallVec<[Tag; 8]> {
        match self {
            Self::Sum { parts, .. } => parts.iter().map(|part| part.of).collect(),
            Self::Op { args, .. } => named(args).collect(),
            Self::Initial { offset, .. } => named(&[*offset]).collect(),
            Self::Base(_) | Self::Special(_) | Self::Function(_) => smallvec![],
        }
    }
}

/// Where an unknown comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Root {
    root: (Reason, Site),
    from: SmallVec<[Tag; 2]>,
}

/// What distinguishes values without a name: why, where, in which register if that matters, and what they are made from.
type AnyKey = (Reason, Site, Option<u32>, Origin);

/// All terms of a run.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Nodes,
    /// Of the terms that are not computed, in their order: their numbers, and the numbers of where they come into the
    /// computation.
    rooted: Vec<(u32, u32)>,
    /// Of what is not computed, each once.
    roots: Vec<Root>,
    root_index: FxHashMap<Root, u32>,
    /// Of values of their own: the numbers of their roots. There are as many as loads from volatile memory.
    fresh: Vec<u32>,
    anything: Vec<Root>,
    /// By the same numbers.
    origins: Vec<Origin>,
    anything_index: FxHashMap<AnyKey, u32>,
    /// What was looked up last: lanes mostly look up the same one after another.
    last_anything: Option<(AnyKey, u32)>,
    /// The bytes of the parameter bank at which parameters lie that are certainly pointers.
    pub(crate) pointers: FxHashSet<u64>,
    most: Most,
}

/// Beyond this many terms an unknown keeps its causes, but no name of its own.
#[derive(Clone, Copy, Debug)]
struct Most(usize);

impl Default for Most {
    fn default() -> Self {
        Self(NAMES)
    }
}

impl Terms {
    /// Gives this many names only.
    pub(crate) fn limit(&mut self, most: usize) {
        self.most = Most(most.min(NUMBER as usize));
    }

    /// Were all names given?
    pub(crate) fn ran_out(&self) -> bool {
        self.nodes.len() >= self.most.0
    }

    /// May a term over these values be made, or has it to be [`anything`](Self::anything)?
    pub(crate) fn may_name(&self, args: &[PValue]) -> bool {
        self.nodes.len() < self.most.0
            && args.iter().all(|a| !a.tag.is_anything() && self.may_build_on(a.tag))
    }

    /// Is there room for a term above this one?
    pub(crate) fn may_build_on(&self, tag: Tag) -> bool {
        self.depth(tag) < HEIGHT
    }

    /// The address of an object; `zeros`: how many of its lowest bits are zero.
    pub(crate) fn base(&mut self, object: ObjectId, zeros: u32, root: (Reason, Site)) -> Tag {
        self.leaf(Shape::Base(object), &[], zeros, |_| Origin::Object(object), root)
    }

    /// A special register.
    pub(crate) fn special(&mut self, special: Special, root: (Reason, Site)) -> Tag {
        self.leaf(Shape::Special(special), &[], 0, |_| Origin::Number, root)
    }

    /// The address of a function.
    pub(crate) fn function(&mut self, number: u32, root: (Reason, Site)) -> Tag {
        self.leaf(Shape::Function(number), &[], 0, |_| Origin::Number, root)
    }

    /// What memory held: see [`Term::Initial`].
    pub(crate) fn initial(
        &mut self,
        (object, offset): (ObjectId, PValue),
        version: u64,
        bytes: u32,
        root: (Reason, Site),
    ) -> Tag {
        let words = self.nodes.initial(offset, bytes, version);
        let origin = |terms: &Self| terms.origin_of_content(object, offset, bytes);
        self.leaf(Shape::Initial { object, bytes }, &words, 0, origin, root)
    }

    /// The result of an operation; `zeros` as for [`base`](Self::base). `root`: where nothing unknown goes into it.
    pub(crate) fn op(
        &mut self,
        (op, result, operand): (PureOp, Type, Type),
        args: &[PValue],
        zeros: u32,
        root: Option<(Reason, Site)>,
    ) -> Tag {
        let words: Words = args.iter().map(|&arg| self.nodes.value(arg)).collect();
        let shape = Shape::Op { op, result, operand, args: words.len() as u8 };
        if let Some(root) = root {
            return self.leaf(shape, &words, zeros, |terms| terms.origin_of(op, operand, args), root);
        }
        match self.nodes.find(shape, &words) {
            Ok(tag) => tag,
            Err(free) => {
                let depth = self.above(args.iter().map(|arg| arg.tag));
                let origin = self.origin_of(op, operand, args);
                self.nodes.add(free, &words, (depth, zeros.min(64) as u8, origin))
            }
        }
    }

    /// A sum of these parts, in the order of their tags.
    pub(crate) fn add(&mut self, ty: Type, parts: &[Multiple], zeros: u32) -> Tag {
        let words: Words = parts.iter().map(|&part| self.nodes.multiple(part)).collect();
        match self.nodes.find(Shape::Sum { ty, parts: words.len() as u8 }, &words) {
            Ok(tag) => tag,
            Err(free) => {
                let depth = self.above(parts.iter().map(|part| part.of));
                let origin = self.origin_of_sum(ty, parts);
                self.nodes.add(free, &words, (depth, zeros.min(64) as u8, origin))
            }
        }
    }

    /// A term that comes into the computation here.
    fn leaf(
        &mut self,
        shape: Shape,
        words: &[u32],
        zeros: u32,
        origin: impl FnOnce(&Self) -> Origin,
        root: (Reason, Site),
    ) -> Tag {
        match self.nodes.find(shape, words) {
            Ok(tag) => tag,
            Err(free) => {
                let below = match shape {
                    Shape::Initial { .. } => self.above(std::iter::once(Tag(words[2]))),
                    _ => 0,
                };
                let origin = origin(self);
                let root = self.root(Root { root, from: SmallVec::new() });
                let tag = self.nodes.add(free, words, (below, zeros.min(64) as u8, origin));
                self.rooted.push((tag.0, root));
                tag
            }
        }
    }

    /// The height of what is made of these.
    fn above(&self, of: impl Iterator<Item = Tag>) -> u8 {
        of.filter(|&tag| tag != Tag::KNOWN).map(|tag| self.depth(tag).saturating_add(1)).max().unwrap_or(0)
    }

    /// The number of a root, from 1.
    fn root(&mut self, root: Root) -> u32 {
        // Mostly one instruction is executed by lane after lane.
        if self.roots.last() == Some(&root) {
            return self.roots.len() as u32;
        }
        *self.root_index.entry(root).or_insert_with_key(|root| {
            self.roots.push(root.clone());
            self.roots.len() as u32
        })
    }

    /// A new name.
    pub(crate) fn fresh(&mut self, reason: Reason, at: Site, from: &[PValue]) -> Tag {
        if self.fresh.len() >= (self.most.0 * FRESH_NAMES).min(FRESH as usize) {
            return self.anything(reason, at, from);
        }
        let root = self.root(Root { root: (reason, at), from: tags(from) });
        self.fresh.push(root);
        Tag((self.fresh.len() as u32 - 1) | FRESH)
    }

    /// The tag of values that have no name: one for each reason and site.
    pub(crate) fn anything(&mut self, reason: Reason, at: Site, from: &[PValue]) -> Tag {
        self.anything_in(reason, at, None, Origin::Any, from)
    }

    /// The same, also distinguished by a register and by what is known of their origin.
    pub(crate) fn anything_in(
        &mut self,
        reason: Reason,
        at: Site,
        register: Option<u32>,
        origin: Origin,
        from: &[PValue],
    ) -> Tag {
        let key = (reason, at, register, origin);
        let again = self.last_anything.as_ref().filter(|(last, _)| *last == key).map(|&(_, n)| n);
        let n = match again.or_else(|| self.anything_index.get(&key).copied()) {
            Some(n) => {
                if again.is_none() {
                    self.last_anything = Some((key, n));
                }
                n
            }
            None => {
                let n = self.anything.len() as u32;
                self.anything.push(Root { root: (key.0.clone(), at), from: SmallVec::new() });
                self.origins.push(origin);
                self.anything_index.insert(key, n);
                n
            }
        };
        let known = &mut self.anything[n as usize].from;
        for tag in named(from) {
            if known.len() < 8 && !known.contains(&tag) {
                known.push(tag);
            }
        }
        Tag(n | ANYTHING | if origin == Origin::Any { 0 } else { TRACED })
    }

    /// What a value is made from.
    pub(crate) fn origin(&self, tag: Tag) -> Origin {
        match tag {
            Tag::KNOWN => Origin::Number,
            t if t.is_anything() => self.origins.get(t.nth_anything()).copied().unwrap_or_default(),
            t if t.nth_fresh().is_some() => Origin::Any,
            t => self.nodes.origin(t).unwrap_or_default(),
        }
    }

    /// The definition of a tag that has one.
    pub(crate) fn get(&self, tag: Tag) -> Option<Term> {
        self.nodes.get(tag)
    }

    /// What kind of term it is, if it is one: quicker than what it [is](Self::get).
    #[inline]
    pub(crate) fn shape(&self, tag: Tag) -> Option<Shape> {
        self.nodes.shape(tag)
    }

    /// The parts of a sum.
    pub(crate) fn parts_of(&self, tag: Tag) -> Multiples {
        match self.get(tag) {
            Some(Term::Sum { parts, .. }) => parts,
            _ => Multiples::new(),
        }
    }

    /// How many of the lowest bits of the term are known to be zero.
    pub(crate) fn zeros(&self, tag: Tag) -> u32 {
        match tag {
            Tag::KNOWN => 64,
            t => self.nodes.fact(t).map_or(0, |fact| u32::from(fact.zeros)),
        }
    }

    fn depth(&self, tag: Tag) -> u8 {
        self.nodes.fact(tag).map_or(0, |fact| fact.depth)
    }

    /// The roots that a tag depends on, breadth first.
    pub(crate) fn causes(&self, tag: Tag) -> Vec<Cause> {
        let mut seen: FxHashSet<Tag> = FxHashSet::default();
        let mut queue = std::collections::VecDeque::from([tag]);
        let mut causes: Vec<Cause> = Vec::new();
        while let Some(tag) = queue.pop_front() {
            if tag == Tag::KNOWN
                || !seen.insert(tag)
                || causes.len() >= CAUSES
                || seen.len() > TERMS_FOR_CAUSES
            {
                continue;
            }
            let (root, parts) = if tag.is_anything() {
                (self.anything.get(tag.nth_anything()), smallvec![])
            } else {
                let root = match tag.nth_fresh() {
                    Some(n) => self.fresh.get(n).copied(),
                    None => {
                        let at = self.rooted.binary_search_by_key(&tag.0, |&(term, _)| term);
                        at.ok().map(|at| self.rooted[at].1)
                    }
                };
                let root = root.and_then(|n| self.roots.get(n.checked_sub(1)? as usize));
                (root, self.get(tag).map_or(smallvec![], |term| term.parts()))
            };
            let from = root.map_or(&[][..], |root| &root.from[..]);
            if let Some(Root { root: (reason, site), .. }) = root {
                let inner = *reason == Reason::TooComplex && !from.is_empty();
                let cause = Cause { reason: reason.clone(), site: *site };
                if !inner && !causes.contains(&cause) {
                    causes.push(cause);
                }
            }
            queue.extend(from.iter().copied().chain(parts));
        }
        causes
    }

    /// Bytes taken, roughly.
    pub(crate) fn footprint(&self) -> u64 {
        (self.nodes.footprint()
            + self.rooted.capacity() * size_of::<(u32, u32)>()
            + self.roots.capacity() * size_of::<Root>() * 3
            + self.fresh.capacity() * size_of::<u32>()
            + self.anything.len() * 160) as u64
    }
}

fn tags(values: &[PValue]) -> SmallVec<[Tag; 2]> {
    named(values).collect()
}

fn named(values: &[PValue]) -> impl Iterator<Item = Tag> + '_ {
    values.iter().map(|v| v.tag).filter(|&t| t != Tag::KNOWN).take(8)
}
