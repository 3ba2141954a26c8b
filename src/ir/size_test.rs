use super::{Action, Exit, Number, Pit, Set, Truth, Way, Who};

/// The sizes decide how much of a program fits into the cache: growth must be meant.
#[test]
fn sizes_are_locked() {
    assert!(size_of::<Action>() <= 12, "{}", size_of::<Action>());
    assert!(size_of::<Exit>() <= 8, "{}", size_of::<Exit>());
    assert!(size_of::<Number>() <= 8, "{}", size_of::<Number>());
    assert!(size_of::<Truth>() <= 8, "{}", size_of::<Truth>());
    assert!(size_of::<Pit>() <= 8, "{}", size_of::<Pit>());
    assert!(size_of::<Set>() <= 8, "{}", size_of::<Set>());
    assert!(size_of::<Way>() <= 8, "{}", size_of::<Way>());
    assert!(size_of::<Who>() <= 8, "{}", size_of::<Who>());
}
