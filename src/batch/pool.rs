//! Lists that are used again.

/// Empty lists with room.
#[derive(Debug)]
pub(super) struct Pool<T>(Vec<Vec<T>>);

impl<T> Pool<T> {
    /// An empty list.
    #[inline]
    pub(super) fn take(&mut self) -> Vec<T> {
        self.0.pop().unwrap_or_default()
    }

    /// Gives a list back.
    #[inline]
    pub(super) fn give(&mut self, mut list: Vec<T>) {
        list.clear();
        self.0.push(list);
    }
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Vec::new())
    }
}
