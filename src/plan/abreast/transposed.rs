//! Rows to columns, sixteen bytes by sixteen, in a form of which compilers make vector instructions.

/// Sixteen rows of sixteen bytes.
pub(super) type Square = [[u8; 16]; 16];

/// The columns of some rows.
#[inline]
pub(super) fn transposed(rows: &Square) -> Square {
    interleaved(&interleaved(&interleaved(&interleaved(rows))))
}

/// Each row with the one eight rows below it, a byte of the one and a byte of the other in turn: done four times, rows are
/// columns.
#[inline(always)]
fn interleaved(rows: &Square) -> Square {
    let mut made = [[0; 16]; 16];
    for at in 0..8 {
        made[2 * at] = in_turn(&rows[at], &rows[at + 8], 0);
        made[2 * at + 1] = in_turn(&rows[at], &rows[at + 8], 8);
    }
    made
}

#[inline(always)]
fn in_turn(one: &[u8; 16], two: &[u8; 16], first: usize) -> [u8; 16] {
    let mut made = [0; 16];
    for at in 0..8 {
        made[2 * at] = one[first + at];
        made[2 * at + 1] = two[first + at];
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte stands where its row and column are exchanged.
    #[test]
    fn rows_become_columns() {
        let rows: Square =
            std::array::from_fn(|row| std::array::from_fn(|column| u8::try_from(16 * row + column).unwrap()));
        let columns = transposed(&rows);
        for row in 0..16 {
            for column in 0..16 {
                assert_eq!(columns[column][row], rows[row][column]);
            }
        }
    }
}
