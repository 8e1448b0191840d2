//! The IR: its text, its passes and its contracts.
//!
//! All tests of the crate are modules of this one program, so there is one to link.

mod cases;
mod contracts;
mod filetests;
mod props;
mod proptests;
mod validate_by_hand;
