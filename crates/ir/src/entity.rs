//! Typed 32-bit indices and the dense maps keyed by them.
//!
//! Every thing in the IR that can be named (a value, a block, …) is an index into a [`PrimaryMap`]
//! that owns its data. The [`Display`](std::fmt::Display) of an index *is* its spelling in the text
//! form, so printer, parser and error messages agree by construction.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index.
pub trait Entity: Copy + Eq + Ord + fmt::Display {
    /// The index with number `n`.
    fn new(n: usize) -> Self;
    /// The number of this index.
    fn index(self) -> usize;
}

macro_rules! entity {
    ($($(#[$doc:meta])* $name:ident($prefix:literal);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl Entity for $name {
            fn new(n: usize) -> Self {
                Self(u32::try_from(n).expect("more than 2^32 entities of one kind"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )*};
}

entity! {
    /// A function of the module: a kernel or a device function.
    Func("func");
    /// A memory object of the module: a `.global`, `.const` or `.shared` variable.
    Object("obj");
    /// An SSA value.
    Value("v");
    /// A basic block.
    Block("block");
    /// An instruction.
    Inst("inst");
    /// A memory object of one thread: a `.local` or function-scope `.param` variable.
    Slot("slot");
    /// A mutable scalar: private to a thread (a PTX register) or shared by all (paper 000, §3.1).
    Var("var");
    /// A source file.
    File("file");
    /// A source location, interned.
    LocId("loc");
}

/// A dense map that owns the data of entities of kind `K` and hands out their indices.
#[derive(Clone, PartialEq, Eq)]
pub struct PrimaryMap<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: Entity, V> PrimaryMap<K, V> {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }

    /// Adds `value` and returns its index.
    pub fn push(&mut self, value: V) -> K {
        let key = K::new(self.items.len());
        self.items.push(value);
        key
    }

    /// How many entities there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The index that the next [`push`](Self::push) will return.
    #[must_use]
    pub fn next_key(&self) -> K {
        K::new(self.items.len())
    }

    /// Is `key` one of this map's?
    #[must_use]
    pub fn contains(&self, key: K) -> bool {
        key.index() < self.items.len()
    }

    /// The data of `key`, if it is one of this map's.
    #[must_use]
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// All indices, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::new)
    }

    /// All data, in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All data, mutable, in order.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }

    /// All pairs, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(n, v)| (K::new(n), v))
    }
}

impl<K: Entity, V> Default for PrimaryMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V> Index<K> for PrimaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for PrimaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

impl<K: Entity + fmt::Debug, V: fmt::Debug> fmt::Debug for PrimaryMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

/// A dense map of extra data about entities owned elsewhere; reads beyond the end give the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondaryMap<K, V> {
    items: Vec<V>,
    default: V,
    key: PhantomData<K>,
}

impl<K: Entity, V: Clone> SecondaryMap<K, V> {
    /// An empty map whose entries are `default` until written.
    #[must_use]
    pub fn with_default(default: V) -> Self {
        Self { items: Vec::new(), default, key: PhantomData }
    }
}

impl<K: Entity, V: Clone + Default> SecondaryMap<K, V> {
    /// An empty map whose entries are `V::default()` until written.
    #[must_use]
    pub fn new() -> Self {
        Self::with_default(V::default())
    }
}

impl<K: Entity, V: Clone + Default> Default for SecondaryMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V: Clone> Index<K> for SecondaryMap<K, V> {
    type Output = V;
    fn index(&self, key: K) -> &V {
        self.items.get(key.index()).unwrap_or(&self.default)
    }
}

impl<K: Entity, V: Clone> IndexMut<K> for SecondaryMap<K, V> {
    fn index_mut(&mut self, key: K) -> &mut V {
        let n = key.index();
        if n >= self.items.len() {
            self.items.resize(n + 1, self.default.clone());
        }
        &mut self.items[n]
    }
}
