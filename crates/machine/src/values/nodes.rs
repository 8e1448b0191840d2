//! How terms are kept: in rows of numbers, each once.
//!
//! A run that follows values makes millions of terms, and looks up their names even more often. So a term takes 24 bytes, however many
//! arguments it has or what they are. What all terms of one instruction have in common (the operation and its types, or the object) is its
//! [`Shape`], a number. Its arguments are numbers too ([`Words`]): a name stands for itself, and what is more than a name (a name with an
//! addend, a multiple of one) has a number in a table of its own. Up to four stand in the row; if there are more, as in sums only, they
//! stand elsewhere, one after another.
//!
//! Terms are equal exactly if shape and words are: numbers are given to equal things only once, and rows are compared as a whole. The hash
//! says only where to look; terms that lane after lane makes lie side by side.

use crate::values::domain::ObjectId;
use crate::values::intern::Interner;
use crate::values::origin::Origin;
use crate::values::partial::PValue;
use crate::values::term::{Multiple, Tag, Term};
use raddle_ir::{PureOp, Special, Type};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;

/// What the terms of an instruction have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Shape {
    Base(ObjectId),
    Special(Special),
    Function(u32),
    Initial { object: ObjectId, bytes: u32 },
    Sum { ty: Type, parts: u8 },
    Op { op: PureOp, result: Type, operand: Type, args: u8 },
}

impl Shape {
    /// How many words say the rest.
    fn words(self) -> usize {
        match self {
            Self::Base(_) | Self::Special(_) | Self::Function(_) => 0,
            Self::Initial { .. } => 4,
            Self::Sum { parts: n, .. } | Self::Op { args: n, .. } => usize::from(n),
        }
    }
}

/// What distinguishes a term from others of its shape.
pub(crate) type Words = SmallVec<[u32; 8]>;

/// How many words stand in the row.
const INLINE: usize = 4;

/// A row: the number of the shape, and the words, or where they begin among those that stand elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    shape: u32,
    words: [u32; INLINE],
}

/// What is known of a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
    /// How many operations it is high.
    pub(crate) depth: u8,
    /// How many of its lowest bits are known to be zero.
    pub(crate) zeros: u8,
    /// What it is, as an addend of an address: a number.
    origin: u16,
}

/// Where a term that is new stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Free {
    node: Node,
    mark: u32,
    at: usize,
}

/// The bits of an entry of the index that number a term.
const NUMBER_BITS: u32 = 22;
pub(crate) const NUMBER: u32 = (1 << NUMBER_BITS) - 1;
/// This many terms may stand side by side, as a power of two: a cache line of places.
const BLOCK: u32 = 4;
/// A word that is the number of something more than a name.
const MORE: u32 = 1 << 31;

/// All terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    /// By the same numbers.
    facts: Vec<Fact>,
    /// Open addressing: the numbers of terms, from 1, and parts of their hashes above them, so that other terms are rarely
    /// looked at; an eighth to a half of the places taken; 0 for none.
    index: Vec<u32>,
    shapes: Interner<Shape>,
    /// What was looked up last: lanes mostly look up the same one after another.
    last: Option<(Shape, u32)>,
    values: Interner<PValue>,
    multiples: Interner<Multiple>,
    versions: Interner<u64>,
    origins: Interner<Origin>,
    /// The words of long rows.
    more: Vec<u32>,
}

impl Nodes {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The word of an argument.
    pub(crate) fn value(&mut self, value: PValue) -> u32 {
        if value.bits == 0 && value.tag.0 & MORE == 0 {
            value.tag.0
        } else {
            MORE | self.values.number(value)
        }
    }

    /// The word of a part of a sum.
    pub(crate) fn multiple(&mut self, part: Multiple) -> u32 {
        if part.times == 1 && part.of.0 & MORE == 0 { part.of.0 } else { MORE | self.multiples.number(part) }
    }

    /// The words of what memory held.
    pub(crate) fn initial(&mut self, offset: PValue, bytes: u32, version: u64) -> Words {
        let version = self.versions.number(version);
        // Lane after lane reads place after place.
        let bits = offset.bits.rotate_right(bytes.trailing_zeros());
        Words::from_slice(&[bits as u32, (bits >> 32) as u32, offset.tag.0, version])
    }

    /// The name of a term; where it is to be [added](Self::add), if it has none.
    pub(crate) fn find(&mut self, shape: Shape, words: &[u32]) -> Result<Tag, Free> {
        if (self.nodes.len() + 1) * 2 > self.index.len() {
            self.grow();
        }
        let shape = match self.last {
            Some((last, n)) if last == shape => n,
            _ => {
                let n = self.shapes.number(shape);
                self.last = Some((shape, n));
                n
            }
        };
        let mut node = Node { shape, words: [0; INLINE] };
        if words.len() <= INLINE {
            node.words[..words.len()].copy_from_slice(words);
        }
        let (place, mark) = hash(shape, words);
        let last = self.index.len() - 1;
        let mut at = place & last;
        while self.index[at] != 0 {
            let (known, n) = (self.index[at] & !NUMBER, self.index[at] & NUMBER);
            if known == mark && self.is(n, &node, words) {
                return Ok(Tag(n));
            }
            at = (at + 1) & last;
        }
        Err(Free { node, mark, at })
    }

    /// Is the term with this number, from 1, that one?
    fn is(&self, n: u32, node: &Node, words: &[u32]) -> bool {
        let known = &self.nodes[n as usize - 1];
        if words.len() <= INLINE {
            known == node
        } else {
            known.shape == node.shape && self.words(known, words.len()) == words
        }
    }

    /// Adds a term that was not [found](Self::find), if nothing was added since.
    pub(crate) fn add(&mut self, free: Free, words: &[u32], (depth, zeros, origin): (u8, u8, Origin)) -> Tag {
        let mut node = free.node;
        if words.len() > INLINE {
            node.words[0] = self.more.len() as u32;
            self.more.extend_from_slice(words);
        }
        // There are as many as objects and parameters. One too many says nothing.
        let mixed = self.origins.number(Origin::Mixed);
        let origin = u16::try_from(self.origins.number(origin)).unwrap_or(mixed as u16);
        self.nodes.push(node);
        self.facts.push(Fact { depth, zeros, origin });
        let n = self.nodes.len() as u32;
        self.index[free.at] = free.mark | n;
        Tag(n)
    }

    fn grow(&mut self) {
        let len = (self.index.len() * 4).max(1 << 10);
        let mut index = vec![0; len];
        for (node, n) in self.nodes.iter().zip(1..=NUMBER) {
            let shape = self.shapes.all[node.shape as usize];
            let words = self.words(node, shape.words());
            let (place, mark) = hash(node.shape, words);
            let mut at = place & (len - 1);
            while index[at] != 0 {
                at = (at + 1) & (len - 1);
            }
            index[at] = mark | n;
        }
        self.index = index;
    }

    fn words<'a>(&'a self, node: &'a Node, count: usize) -> &'a [u32] {
        match count {
            ..=INLINE => &node.words[..count],
            _ => &self.more[node.words[0] as usize..][..count],
        }
    }

    pub(crate) fn fact(&self, tag: Tag) -> Option<&Fact> {
        self.facts.get(tag.number()?)
    }

    pub(crate) fn origin(&self, tag: Tag) -> Option<Origin> {
        Some(self.origins.all[usize::from(self.fact(tag)?.origin)])
    }

    pub(crate) fn shape(&self, tag: Tag) -> Option<Shape> {
        Some(self.shapes.all[self.nodes.get(tag.number()?)?.shape as usize])
    }

    /// The definition of a tag that has one.
    pub(crate) fn get(&self, tag: Tag) -> Option<Term> {
        let node = self.nodes.get(tag.number()?)?;
        let shape = self.shapes.all[node.shape as usize];
        let words = self.words(node, shape.words());
        Some(match shape {
            Shape::Base(object) => Term::Base(object),
            Shape::Special(special) => Term::Special(special),
            Shape::Function(number) => Term::Function(number),
            Shape::Initial { object, bytes } => {
                let bits = u64::from(words[0]) | u64::from(words[1]) << 32;
                let bits = bits.rotate_left(bytes.trailing_zeros());
                let offset = PValue { bits, tag: Tag(words[2]) };
                Term::Initial { object, offset, version: self.versions.all[words[3] as usize], bytes }
            }
            Shape::Sum { ty, .. } => Term::Sum {
                ty,
                parts: words
                    .iter()
                    .map(|&word| match word & MORE {
                        0 => Multiple { of: Tag(word), times: 1 },
                        _ => self.multiples.all[(word & !MORE) as usize],
                    })
                    .collect(),
            },
            Shape::Op { op, result, operand, .. } => Term::Op {
                op,
                result,
                operand,
                args: words
                    .iter()
                    .map(|&word| match word & MORE {
                        0 => PValue { bits: 0, tag: Tag(word) },
                        _ => self.values.all[(word & !MORE) as usize],
                    })
                    .collect(),
            },
        })
    }

    /// Bytes taken, roughly.
    pub(crate) fn footprint(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.facts.capacity() * size_of::<Fact>()
            + (self.index.len() + self.more.capacity()) * size_of::<u32>()
            + self.values.footprint()
            + self.multiples.footprint()
            + self.versions.footprint()
            + self.shapes.footprint()
    }
}

/// Where to look for a term, and bits above [`NUMBER`] that distinguish it from others there. Lane after lane makes terms of which each
/// name is the next one, or the same for all lanes. So the upper bits of all names say which block of places it is in, and the sum of their
/// lower bits where in the block: the terms of neighbouring lanes stand side by side. In a table that is larger than a cache this is what
/// makes a look-up cheap.
fn hash(shape: u32, words: &[u32]) -> (usize, u32) {
    let (mut block, mut all) = (FxHasher::default(), FxHasher::default());
    let mut lane = 0_u32;
    block.write_u32(shape);
    for &word in words {
        block.write_u32(if word & MORE == 0 { word >> BLOCK } else { word });
        all.write_u32(word);
        lane = lane.wrapping_add(word);
    }
    let place = block.finish() << BLOCK | u64::from(lane & ((1 << BLOCK) - 1));
    (place as usize, (all.finish() as u32) << NUMBER_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn value(bits: u64, tag: u32) -> PValue {
        PValue { bits, tag: Tag(tag) }
    }

    fn term_of(nodes: &mut Nodes, shape: Shape, words: &[u32]) -> Tag {
        match nodes.find(shape, words) {
            Ok(tag) => tag,
            Err(free) => nodes.add(free, words, (0, 0, Origin::Any)),
        }
    }

    /// Every definition is returned as it was given, and has one name: of all kinds, with few and many words.
    #[test]
    fn a_term_is_what_was_kept() {
        let nodes = &mut Nodes::default();
        let mut all: BTreeMap<Tag, Term> = BTreeMap::new();
        for round in 0..2 {
            for n in 1..2000u32 {
                let object = ObjectId(n % 7);
                let special = [Special::Ctaid((n % 3) as u8), Special::Nctaid(0)][n as usize % 2];
                let offset = value(u64::from(n) << (n % 40), n % 5);
                let version = u64::from(n % 3) << 32;
                let parts: Vec<Multiple> = (0..n % 9)
                    .map(|k| Multiple { of: Tag(k + 1), times: u64::from((n >> k) % 3 + 1) })
                    .collect();
                let args: Vec<PValue> =
                    (0..n % 5).map(|k| value(u64::from(n % 11) * u64::from(k), k * n)).collect();
                let (ty, op) = (Type::I64, PureOp::Select);
                let words: Words = parts.iter().map(|&part| nodes.multiple(part)).collect();
                let sum = term_of(nodes, Shape::Sum { ty, parts: words.len() as u8 }, &words);
                let words: Words = args.iter().map(|&arg| nodes.value(arg)).collect();
                let shape = Shape::Op { op, result: ty, operand: ty, args: words.len() as u8 };
                let op_tag = term_of(nodes, shape, &words);
                let words = nodes.initial(offset, 4, version);
                let initial = term_of(nodes, Shape::Initial { object, bytes: 4 }, &words);
                let base = term_of(nodes, Shape::Base(object), &[]);
                let special_tag = term_of(nodes, Shape::Special(special), &[]);
                for (tag, term) in [
                    (base, Term::Base(object)),
                    (special_tag, Term::Special(special)),
                    (initial, Term::Initial { object, offset, version, bytes: 4 }),
                    (sum, Term::Sum { ty, parts: parts.into() }),
                    (op_tag, Term::Op { op, result: ty, operand: ty, args: args.into() }),
                ] {
                    assert_eq!(nodes.get(tag).as_ref(), Some(&term));
                    let known = all.entry(tag).or_insert_with(|| term.clone());
                    assert_eq!(*known, term, "one name, one term; round {round}");
                }
            }
        }
        assert_eq!(nodes.len(), all.len());
        let different: std::collections::HashSet<&Term> = all.values().collect();
        assert_eq!(different.len(), all.len(), "one term, one name");
    }
}
