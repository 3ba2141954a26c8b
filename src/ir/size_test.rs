use super::program::{Instruction, Node, SetNode};

/// The sizes decide how much of a program fits into the cache: growth must be meant.
#[test]
fn sizes_are_locked() {
    assert!(size_of::<Instruction>() <= 20, "{}", size_of::<Instruction>());
    assert!(size_of::<Node>() <= 12, "{}", size_of::<Node>());
    assert!(size_of::<SetNode>() <= 12, "{}", size_of::<SetNode>());
}
