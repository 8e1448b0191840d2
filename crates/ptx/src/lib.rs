//! PTX text to AST to kernel IR.
//!
//! The idea: every compiler for NVIDIA GPUs emits PTX, so one front end serves them all. It works in two independent steps:
//!
//! 1. *Text to tree.* [`parse::parse`] reads any PTX of any version into [`ast`]. An instruction is
//!    opcode, modifiers and operands, so unknown instructions parse too; only the
//!    punctuation can be wrong. Errors are [`source::SyntaxError`]s with line, column and what was
//!    expected. Nothing is copied out of the text, and nothing can make the parser panic or hang.
//! 2. *Tree to IR.* The lowering gives each instruction its meaning, or makes it opaque.
//!
//! Beside them: [`constant`] evaluates constant expressions, [`dwarf`] finds the source's names of
//! stack slots and registers in the `-g` sections, and every part of the tree prints itself as PTX.
//!
//! ```
//! let source = ".version 8.0 .target sm_80 .entry k() { add.u32 %r1, %r2, -4; ret; }";
//! let module = raddle_ptx::parse::parse(source).unwrap();
//! assert_eq!(module.functions().next().unwrap().name.text, "k");
//!
//! let errors = raddle_ptx::parse::parse(".version 8.0\n.entry k() { ret }").unwrap_err();
//! assert!(errors[0].to_string().starts_with("2:18: expected"));
//! ```
//!
//! Source: PTX ISA 9.0, chapters 4 to 11.

pub mod ast;
pub mod constant;
pub mod dwarf;
mod lex;
pub mod lower;
pub mod parse;
mod print;
pub mod source;
