//! Machine code for the rules of sowing games.
//!
//! This crate knows nothing of games. It is a small assembler over [Cranelift](https://cranelift.dev) whose code cannot reach
//! outside the memory that it is given: an address is an [`Area`] and a number, of which only as many bits are used as the
//! area has. So whatever is assembled, running it is safe, and all code that the compiler cannot check for that stands in
//! one file of this crate, around [`Code::run`].
//!
//! ```
//! use mancala_native::{Condition, Layout, Memory, compile};
//!
//! let mut layout = Layout::new();
//! let cells = layout.area(16, 0);
//! // Counts the sixteen bytes that are not empty.
//! let code = compile(&layout, |to| {
//!     let (next, done, body) = (to.block(), to.block(), to.block());
//!     let (at, count) = (to.variable(), to.variable());
//!     let zero = to.word(0);
//!     to.put(at, zero);
//!     to.put(count, zero);
//!     to.jump(next);
//!     to.begin(next);
//!     let (here, end) = (to.get(at), to.word(16));
//!     let more = to.compare(Condition::Less, here, end);
//!     to.branch(more, body, done);
//!     to.begin(body);
//!     let byte = to.load_byte(cells, Some(here), 0);
//!     let full = to.compare(Condition::NotEqual, byte, zero);
//!     let one = to.word_of(full);
//!     let sum = to.get(count);
//!     let sum = to.add(sum, one);
//!     to.put(count, sum);
//!     let one = to.word(1);
//!     let further = to.add(here, one);
//!     to.put(at, further);
//!     to.jump(next);
//!     to.begin(done);
//!     let sum = to.get(count);
//!     to.stop(sum);
//! })?;
//! let mut memory = Memory::new(&layout);
//! memory.bytes_mut(cells, 0, 3).copy_from_slice(&[4, 0, 4]);
//! assert_eq!(code.run(&mut memory, 0), 2);
//! # Ok::<(), mancala_native::Error>(())
//! ```

#![deny(unsafe_op_in_unsafe_fn, missing_docs)]

mod assembler;
mod bounds;
mod code;
mod memory;

pub use assembler::{Assembler, Block, Condition, Table, Truth, Variable, Vector, VectorVariable, Word};
pub use code::{Code, Error, compile, compile_in_order};
pub use memory::{Area, Layout, Memory, Sixteen};
