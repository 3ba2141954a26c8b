//! Which names mean what: values kept by statements, parameters of definitions, what a filter looks at.

use super::value::Value;
use std::cell::RefCell;
use std::rc::Rc;

/// The names that statements have given values to, in the body of one move or sequence; and those around it.
#[derive(Debug, Default)]
pub(super) struct Frame {
    names: RefCell<Vec<(String, Value)>>,
    around: Option<Rc<Frame>>,
}

impl Frame {
    /// A frame with these names.
    pub(super) fn of(names: Vec<(String, Value)>) -> Rc<Frame> {
        Rc::new(Frame { names: RefCell::new(names), around: None })
    }

    /// A frame within another one.
    pub(super) fn within(around: &Rc<Frame>, names: Vec<(String, Value)>) -> Rc<Frame> {
        Rc::new(Frame { names: RefCell::new(names), around: Some(Rc::clone(around)) })
    }

    /// Gives a name a value.
    pub(super) fn keep(&self, name: &str, value: Value) {
        let mut names = self.names.borrow_mut();
        match names.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value,
            None => names.push((name.to_string(), value)),
        }
    }

    /// The same names with the values that they have now: a later lap does not see what is kept behind its sowing.
    pub(super) fn as_it_is(&self) -> Rc<Frame> {
        Rc::new(Frame { names: self.names.clone(), around: self.around.as_ref().map(|around| around.as_it_is()) })
    }

    fn find(&self, name: &str) -> Option<Value> {
        let here = self.names.borrow().iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
        here.or_else(|| self.around.as_ref().and_then(|around| around.find(name)))
    }
}

/// The names that an expression may use.
#[derive(Debug, Clone, Copy)]
pub(super) enum Names<'n> {
    /// No names but those of the whole file.
    Global,
    /// Those of statements.
    Kept(&'n Frame),
    /// One more name, which hides others.
    And(&'n str, &'n Value, &'n Names<'n>),
}

impl Names<'_> {
    /// The value of a name.
    pub(super) fn find(&self, name: &str) -> Option<Value> {
        match self {
            Names::Global => None,
            Names::Kept(frame) => frame.find(name),
            Names::And(other, value, _) if *other == name => Some((*value).clone()),
            Names::And(_, _, names) => names.find(name),
        }
    }
}
