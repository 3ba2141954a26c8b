//! Code stays in its memory, whatever it is told to do; and divides as it should.

use mancala_native::{Area, Assembler, Code, Condition, Layout, Memory, Sixteen, Word, compile, compile_in_order};

/// Numbers that lead anywhere but into an area.
const WILD: [i64; 8] = [-1, i64::MIN, i64::MAX, 1 << 31, 1 << 32, -(1 << 33), 64, 4096];

/// An area of 64 bytes between two others.
fn three_areas() -> (Layout, [Area; 3]) {
    let mut layout = Layout::new();
    let areas = [layout.area(64, 0), layout.area(64, 0), layout.area(64, 0)];
    (layout, areas)
}

/// Code that takes a number from the first word of the last area.
fn with_number(layout: &Layout, areas: [Area; 3], then: impl FnOnce(&mut Assembler<'_>, Word)) -> Code {
    compile(layout, |to| {
        let number = to.load_word(areas[2], None, 0);
        then(to, number);
        let done = to.word(0);
        to.stop(done);
    })
    .unwrap()
}

#[test]
fn what_is_written_stays_in_its_area() {
    let (layout, areas) = three_areas();
    let code = with_number(&layout, areas, |to, number| {
        let word = to.word(-1);
        to.store_byte(word, areas[1], Some(number), 0);
        to.store_pair(word, areas[1], Some(number), 0);
        to.store_word(word, areas[1], Some(number), 0);
        let vector = to.vector([255; 16]);
        to.store_vector(vector, areas[1], Some(number), 0);
    });
    for number in WILD {
        let mut memory = Memory::new(&layout);
        memory.set_word(areas[2], 0, number);
        code.run(&mut memory, 0);
        assert!(memory.bytes(areas[0], 0, 64).iter().all(|byte| *byte == 0), "{number} reached what lies before");
        assert_eq!(memory.word(areas[2], 0), number, "{number} reached what lies behind");
        assert!(memory.bytes(areas[2], 8, 56).iter().all(|byte| *byte == 0), "{number} reached what lies behind");
        assert!(memory.bytes(areas[1], 0, 64).contains(&255), "{number} reached nothing");
    }
}

#[test]
fn what_is_read_stays_in_its_area() {
    let (layout, areas) = three_areas();
    let code = compile(&layout, |to| {
        let number = to.load_word(areas[2], None, 0);
        let byte = to.load_byte(areas[1], Some(number), 0);
        to.stop(byte);
    })
    .unwrap();
    for number in WILD {
        let mut memory = Memory::new(&layout);
        memory.bytes_mut(areas[0], 0, 64).fill(1);
        memory.bytes_mut(areas[1], 0, 64).fill(2);
        memory.bytes_mut(areas[2], 8, 56).fill(3);
        memory.set_word(areas[2], 0, number);
        assert_eq!(code.run(&mut memory, 0), 2, "{number}");
    }
}

#[test]
fn what_is_looked_up_stays_in_its_table() {
    for number in WILD {
        assert_eq!(looked_up(number, |_, number| number), 2, "{number}");
    }
}

/// Rows are reached by the number of their first byte; whatever else is said leads to one of them.
#[test]
fn rows_stay_in_their_area() {
    let mut layout = Layout::new();
    let (rows, behind) = (layout.rows(4, 64), layout.area(64, 0));
    let code = compile_in_order(&layout, |to| {
        let number = to.load_word(behind, None, 0);
        let vector = to.vector([255; 16]);
        to.store_vector(vector, rows, Some(number), 48);
        let done = to.word(0);
        to.stop(done);
    })
    .unwrap();
    for number in WILD.into_iter().chain([0, 64, 128, 192]) {
        let mut memory = Memory::new(&layout);
        memory.set_word(behind, 0, number);
        code.run(&mut memory, 0);
        let written = memory.bytes(rows, 0, 256).chunks(64).filter(|row| row[48..] == [255; 16]).count();
        assert_eq!(written, 1, "{number} reached no row");
        assert_eq!(memory.bytes(rows, 0, 256).iter().filter(|byte| **byte != 0).count(), 16, "{number} reached more");
        assert_eq!(memory.word(behind, 0), number, "{number} reached what lies behind");
        assert!(memory.bytes(behind, 8, 56).iter().all(|byte| *byte == 0), "{number} reached what lies behind");
    }
}

#[test]
#[should_panic(expected = "leads out of its area")]
fn offsets_stay_in_their_row() {
    let mut layout = Layout::new();
    let rows = layout.rows(4, 64);
    let _ = compile(&layout, |to| {
        let number = to.entry();
        to.load_vector(rows, Some(number), 49);
    });
}

/// What others hold is changed while they hold it.
#[test]
fn code_runs_in_what_others_hold() {
    let (layout, rows) = sixteen_bytes_four_times();
    let code = compile_in_order(&layout, |to| {
        let (entry, one) = (to.entry(), to.vector([1; 16]));
        let there = to.load_vector(rows, Some(entry), 0);
        let more = to.add_bytes(there, one);
        to.store_vector(more, rows, Some(entry), 0);
        to.stop(entry);
    })
    .unwrap();
    let memory: [Sixteen; 4] = std::array::from_fn(|_| Sixteen::default());
    let held = &memory[2].0;
    held.set([7; 16]);
    assert_eq!(code.run_in(&memory, 32), 32);
    assert_eq!(held.get(), [8; 16]);
    assert!([0, 1, 3].iter().all(|other| memory[*other].0.get() == [0; 16]));
}

#[test]
#[should_panic(expected = "this memory is for other code")]
fn what_others_hold_must_be_as_large() {
    let (layout, _) = sixteen_bytes_four_times();
    let code = compile_in_order(&layout, |to| {
        let entry = to.entry();
        to.stop(entry);
    })
    .unwrap();
    code.run_in(&[Sixteen::default()], 0);
}

fn sixteen_bytes_four_times() -> (Layout, Area) {
    let mut layout = Layout::new();
    let rows = layout.rows(4, 16);
    (layout, rows)
}

#[test]
#[should_panic(expected = "leads out of its area")]
fn offsets_stay_in_their_area() {
    let (layout, areas) = three_areas();
    let _ = with_number(&layout, areas, |to, number| {
        to.load_word(areas[1], Some(number), 16);
    });
}

#[test]
#[should_panic(expected = "an area of another memory")]
fn areas_of_a_larger_memory_are_refused() {
    let (small, areas) = three_areas();
    let mut large = small.clone();
    let beyond = large.area(64, 0);
    let _ = with_number(&small, areas, |to, number| {
        to.load_byte(beyond, Some(number), 0);
    });
}

#[test]
#[should_panic(expected = "this memory is for other code")]
fn a_memory_of_another_layout_is_refused() {
    let (layout, areas) = three_areas();
    let code = with_number(&layout, areas, |_, _| ());
    let mut larger = layout;
    larger.area(64, 0);
    code.run(&mut Memory::new(&larger), 0);
}

#[test]
fn divisions_round_down_and_never_fail() {
    let (layout, areas) = three_areas();
    let code = compile(&layout, |to| {
        let (one, two) = (to.load_word(areas[1], None, 0), to.load_word(areas[1], None, 8));
        let quotient = to.divide(one, two);
        to.stop(quotient);
    })
    .unwrap();
    let numbers = [-2_147_483_648, -8, -7, -2, -1, 0, 1, 2, 3, 7, 8, 2_147_483_647_i64];
    for (one, two) in numbers.iter().flat_map(|one| numbers.map(|two| (*one, two))) {
        let mut memory = Memory::new(&layout);
        memory.set_word(areas[1], 0, one);
        memory.set_word(areas[1], 8, two);
        let rounded_down = if two == 0 { 0 } else { (one as f64 / two as f64).floor() as i64 };
        assert_eq!(code.run(&mut memory, 0), rounded_down, "{one} / {two}");
    }
    let mut memory = Memory::new(&layout);
    memory.set_word(areas[1], 0, i64::MIN);
    memory.set_word(areas[1], 8, -1);
    code.run(&mut memory, 0);
}

/// What is looked up in a table of 64 by a number that is worked out of another; the tables beside it are of other bytes.
fn looked_up(number: i64, work_out: impl FnOnce(&mut Assembler<'_>, Word) -> Word) -> i64 {
    let (layout, areas) = three_areas();
    let code = compile(&layout, |to| {
        to.table(&[1; 64]);
        let table = to.table(&[2; 64]);
        to.table(&[3; 64]);
        let number = to.load_word(areas[2], None, 0);
        let number = work_out(to, number);
        let byte = to.byte_of(table, number);
        to.stop(byte);
    })
    .unwrap();
    let mut memory = Memory::new(&layout);
    memory.set_word(areas[2], 0, number);
    code.run(&mut memory, 0)
}

#[test]
fn numbers_that_are_worked_out_stay_in_their_table() {
    let ways: [fn(&mut Assembler<'_>, Word) -> Word; 9] = [
        |to, number| {
            let (low, most) = (to.low_bits(number), to.word(40));
            to.add(low, most)
        },
        |to, number| {
            let (most, by) = (to.word(63), to.word(1));
            let cut = to.and(number, most);
            to.shift_up(cut, by)
        },
        |to, number| {
            let by = to.word(57);
            to.shift_down(number, by)
        },
        |to, number| to.count_bits(number),
        |to, number| to.first_bit(number),
        |to, number| {
            let zero = to.word(0);
            to.larger(number, zero)
        },
        |to, number| {
            let most = to.word(70);
            to.smaller(number, most)
        },
        |to, number| {
            let one = to.word(1);
            let bits = to.and(number, one);
            to.subtract(bits, one)
        },
        |to, number| {
            let few = to.word(7);
            let few = to.and(number, few);
            to.multiply(few, number)
        },
    ];
    for (number, way) in WILD.into_iter().flat_map(|number| ways.map(|way| (number, way))) {
        assert_eq!(looked_up(number, way), 2, "{number}");
    }
}

#[test]
fn numbers_that_grow_in_a_loop_stay_in_their_table() {
    for rounds in [0, 1, 63, 64, 1000] {
        let found = looked_up(rounds, |to, rounds| {
            let (at, zero) = (to.variable(), to.word(0));
            to.put(at, zero);
            let [again, further, done] = [(); 3].map(|()| to.block());
            to.jump(again);
            to.begin(again);
            let here = to.get(at);
            let more = to.compare(Condition::Less, here, rounds);
            to.branch(more, further, done);
            to.begin(further);
            let one = to.word(1);
            let next = to.add(here, one);
            to.put(at, next);
            to.jump(again);
            to.begin(done);
            to.get(at)
        });
        assert_eq!(found, 2, "{rounds}");
    }
}
