//! Parts of a state, copied when they are written.
//!
//! States that come from one fork have most of what they hold in common. So what is large in them lies in parts: one that [is
//! shared](Part::share) is cloned by counting up, and copied by whichever state writes it first. A part that a state owns is written
//! without looking at a counter: a run only pays for testing which of the two it is.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A part of a state.
#[derive(Debug)]
pub(crate) enum Part<T> {
    /// This state's alone.
    Own(T),
    /// That of several states; it is not written.
    Shared(Arc<T>),
}

impl<T: Clone + Default> Part<T> {
    /// Makes clones of it cheap. `inner` does the same for the parts of a part that was not shared before.
    pub(crate) fn share(&mut self, inner: impl FnOnce(&mut T)) {
        if let Self::Own(own) = self {
            inner(own);
            *self = Self::Shared(Arc::new(std::mem::take(own)));
        }
    }

    /// Copies what is shared, unless all others are gone.
    #[cold]
    #[inline(never)]
    fn own(&mut self) -> &mut T {
        if let Self::Shared(shared) = self {
            *self = Self::Own(match Arc::get_mut(shared) {
                Some(last) => std::mem::take(last),
                None => T::clone(shared),
            });
        }
        match self {
            Self::Own(own) => own,
            Self::Shared(shared) => Arc::make_mut(shared),
        }
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Self::Own(own) => own,
            Self::Shared(shared) => shared,
        }
    }
}

impl<T: Clone + Default> DerefMut for Part<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        match self {
            Self::Own(own) => own,
            Self::Shared(_) => self.own(),
        }
    }
}

impl<T: Clone> Clone for Part<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Own(own) => Self::Own(own.clone()),
            Self::Shared(shared) => Self::Shared(Arc::clone(shared)),
        }
    }
}

impl<T: PartialEq> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Shared(a), Self::Shared(b)) if Arc::ptr_eq(a, b) => true,
            _ => **self == **other,
        }
    }
}

impl<T: Eq> Eq for Part<T> {}

impl<T: std::hash::Hash> std::hash::Hash for Part<T> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (**self).hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shared_part_is_copied_when_it_is_written() {
        let mut first = Part::Own(vec![1, 2]);
        first.share(|_| ());
        let mut second = first.clone();
        let at = |part: &Part<Vec<i32>>| part.as_ptr();
        assert_eq!(at(&first), at(&second));
        second.push(3);
        assert_eq!((&*first, &*second), (&vec![1, 2], &vec![1, 2, 3]));
        // The other one has it for itself now: nothing is copied.
        let before = at(&first);
        first[0] = 7;
        assert_eq!((at(&first), &*first), (before, &vec![7, 2]));
    }
}
