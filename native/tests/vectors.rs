//! What is done with sixteen bytes at once is what would be done with each of them.

use mancala_native::{Area, Assembler, Layout, Memory, Vector, Word, compile};

const BYTES: [u8; 16] = [3, 0, 255, 7, 128, 1, 2, 200, 9, 0, 0, 64, 5, 250, 77, 42];
const OTHERS: [u8; 16] = [3, 1, 255, 0, 127, 1, 3, 100, 9, 16, 15, 64, 200, 6, 0, 43];

/// What comes of two vectors and a number.
fn come_to(number: i64, then: impl FnOnce(&mut Assembler<'_>, [Vector; 2], Word) -> Vector) -> [u8; 16] {
    let mut layout = Layout::new();
    let [vectors, numbers, result]: [Area; 3] = [(); 3].map(|()| layout.area(32, 0));
    let code = compile(&layout, |to| {
        let pair = [0, 16].map(|offset| to.load_vector(vectors, None, offset));
        let number = to.load_word(numbers, None, 0);
        let vector = then(to, pair, number);
        to.store_vector(vector, result, None, 0);
        let done = to.word(0);
        to.stop(done);
    })
    .unwrap();
    let mut memory = Memory::new(&layout);
    memory.bytes_mut(vectors, 0, 32).copy_from_slice(&[BYTES, OTHERS].concat());
    memory.set_word(numbers, 0, number);
    code.run(&mut memory, 0);
    memory.bytes(result, 0, 16).try_into().unwrap()
}

fn each(by: impl Fn(u8, u8) -> u8) -> [u8; 16] {
    std::array::from_fn(|at| by(BYTES[at], OTHERS[at]))
}

#[test]
fn bytes_are_worked_on_one_by_one() {
    assert_eq!(come_to(0, |to, [one, two], _| to.add_bytes(one, two)), each(u8::wrapping_add));
    assert_eq!(come_to(0, |to, [one, two], _| to.and_bytes(one, two)), each(|one, two| one & two));
    assert_eq!(come_to(0, |to, [one, two], _| to.and_not_bytes(one, two)), each(|one, two| one & !two));
    assert_eq!(
        come_to(0, |to, [one, two], _| to.equal_bytes(one, two)),
        each(|one, two| if one == two { 255 } else { 0 })
    );
    assert_eq!(come_to(0, |to, [one, two], _| to.subtract_bytes(one, two)), each(u8::wrapping_sub));
    assert_eq!(come_to(0, |to, [one, two], _| to.or_bytes(one, two)), each(|one, two| one | two));
    let signed = |by: fn(i8, i8) -> i8| each(|one, two| by(one.cast_signed(), two.cast_signed()).cast_unsigned());
    assert_eq!(come_to(0, |to, [one, two], _| to.smaller_bytes(one, two)), signed(i8::min));
    assert_eq!(come_to(0, |to, [one, two], _| to.larger_bytes(one, two)), signed(i8::max));
    assert_eq!(
        come_to(0, |to, [one, two], _| to.more_bytes(one, two)),
        each(|one, two| if one.cast_signed() > two.cast_signed() { 255 } else { 0 })
    );
    assert_eq!(come_to(0x1234, |to, _, number| to.each_byte(number)), [0x34; 16]);
}

#[test]
fn bytes_are_chosen_one_by_one() {
    let truths = BYTES.map(|byte| if byte > 8 { 255 } else { 0 });
    let chosen = |to: &mut Assembler<'_>, [one, two]: [Vector; 2], _| {
        let truths = to.vector(truths);
        to.choose_bytes(truths, one, two)
    };
    assert_eq!(come_to(0, chosen), each(|one, two| if one > 8 { one } else { two }));
}

#[test]
fn bytes_of_both_come_in_turn() {
    let in_turn = |first: usize| std::array::from_fn(|at| [BYTES, OTHERS][at % 2][first + at / 2]);
    assert_eq!(come_to(0, |to, [one, two], _| to.first_in_turn(one, two)), in_turn(0));
    assert_eq!(come_to(0, |to, [one, two], _| to.last_in_turn(one, two)), in_turn(8));
}

#[test]
fn bytes_are_found_by_their_numbers() {
    let found = |number: u8| BYTES.get(usize::from(number)).copied().unwrap_or(0);
    // Numbers from 16 to 127 are told apart where they never change alone.
    let numbers = OTHERS.map(|number| if (16..128).contains(&number) { number | 128 } else { number });
    let at_numbers = |to: &mut Assembler<'_>, [one, _]: [Vector; 2], _| {
        let numbers = to.vector(numbers);
        to.bytes_at(one, numbers)
    };
    assert_eq!(come_to(0, at_numbers), numbers.map(found));
    assert_eq!(come_to(0, |to, [one, _], _| to.bytes_at_fixed(one, OTHERS)), OTHERS.map(found));
    for number in [0, 1, 15, 128, 255, 256 + 4, -1] {
        let one = come_to(number, |to, [one, _], number| {
            let byte = to.byte_at(one, number);
            to.with_word(byte)
        });
        assert_eq!(one[0], found(number.to_le_bytes()[0]), "{number}");
        assert_eq!(one[1..], [0; 15], "{number}");
    }
}

#[test]
fn bytes_and_words_are_put_in_and_taken_out() {
    let mut changed = BYTES;
    changed[5] = 0x34;
    assert_eq!(come_to(0x1234, |to, [one, _], number| to.with_byte(one, 5, number)), changed);
    let words = come_to(0, |to, [one, _], _| {
        let [low, high] = to.words(one);
        let both = to.xor(low, high);
        to.with_word(both)
    });
    let (low, high) = BYTES.split_at(8);
    let both: Vec<u8> = low.iter().zip(high).map(|(low, high)| low ^ high).chain([0; 8]).collect();
    assert_eq!(words[..], both);
}

#[test]
fn it_is_told_whether_there_is_a_bit() {
    for (bytes, any) in [([0; 16], 0), (BYTES, 1)] {
        let one = come_to(0, |to, _, _| {
            let vector = to.vector(bytes);
            let truth = to.any_bit(vector);
            let other = to.not(truth);
            let (yes, no) = (to.word_of(truth), to.word_of(other));
            let eight = to.word(8);
            let no = to.shift_up(no, eight);
            let both = to.or(yes, no);
            to.with_word(both)
        });
        assert_eq!(one[..2], [any, 1 - any]);
    }
}

#[test]
fn bytes_are_found_that_lie_in_spans() {
    let asked: [&[(u8, u8)]; 9] = [
        &[(3, 3)],
        &[(1, 255)],
        &[(2, 3)],
        &[(2, 2), (4, 4), (6, 6)],
        &[(0, 1), (3, 4), (6, 255)],
        &[(7, 200)],
        &[(0, 1), (50, 99), (251, 255)],
        &[(0, 255)],
        &[],
    ];
    for spans in asked {
        let bits = come_to(0, |to, [one, _], _| {
            let bits = to.bytes_within(one, spans);
            to.with_word(bits)
        });
        let lies_within = |byte: u8| spans.iter().any(|(first, last)| (*first..=*last).contains(&byte));
        let expected = (0..).zip(BYTES).fold(0_u64, |all, (at, byte)| all | u64::from(lies_within(byte)) << at);
        assert_eq!(bits[..8], expected.to_le_bytes(), "{spans:?}");
    }
}
