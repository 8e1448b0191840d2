//! Values: what the machine computes with.
//!
//! A [`domain`] says what a value is: its bits ([`concrete`]), or bits where they are known and a name where they are
//! not ([`partial`], whose names are the [`term`]s). Values know the objects of memory by number only.

pub mod concrete;
pub mod differ;
pub mod domain;
pub(crate) mod host;
pub(crate) mod intern;
pub mod linear;
pub(crate) mod nodes;
pub(crate) mod origin;
pub mod partial;
pub(crate) mod sum;
pub mod term;
