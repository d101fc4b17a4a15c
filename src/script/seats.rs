//! Lists of seats as scripts see them: one frozen table for each list, where there are few of them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Lua, WeakLua};

use super::sandbox::{Kept, Mark, Plain, keep, make};
use crate::table::Value;

/// Seats at a table for which lists are kept: then there are at most 325 of them.
const SEATS_MAX: usize = 5;

/// A list that is kept.
struct Known {
    table: Kept,
    /// Where it lies.
    place: usize,
    /// The same as options of a question.
    options: Rc<[Value]>,
}

/// The lists of a machine.
#[derive(Default)]
pub(super) struct SeatLists {
    lists: RefCell<BTreeMap<u64, Rc<Known>>>,
    /// The one that was given last.
    last: Cell<Option<Rc<Known>>>,
}

impl SeatLists {
    /// The table of a list; none where lists are made anew, because there may be too many.
    pub fn table(&self, lua: &WeakLua, seats: usize, numbers: &[u8]) -> Option<Kept> {
        if seats > SEATS_MAX {
            return None;
        }
        let key = numbers.iter().fold(1, |key, number| key << 8 | u64::from(*number));
        let mut lists = self.lists.borrow_mut();
        let known = match lists.get(&key) {
            Some(known) => known,
            None => lists.entry(key).or_insert(Rc::new(Known::new(&lua.upgrade(), numbers).ok()?)),
        };
        self.last.set(Some(Rc::clone(known)));
        Some(known.table)
    }

    /// The options that the list has which was given last, if it lies here.
    pub fn options(&self, place: usize) -> Option<Rc<[Value]>> {
        let last = self.last.take();
        let options = last.as_ref().filter(|last| last.place == place);
        let options = options.map(|last| Rc::clone(&last.options));
        self.last.set(last);
        options
    }
}

impl Known {
    fn new(lua: &Lua, numbers: &[u8]) -> mlua::Result<Self> {
        let mark = Mark::default();
        let list = numbers.iter().map(|number| Plain::from(*number)).collect();
        let table = keep(lua, make(lua, &Plain::List(list, Some(Rc::clone(&mark))))?)?;
        let options = numbers.iter().map(|number| Value::Int(i64::from(*number))).collect();
        Ok(Self { table, place: mark.get(), options })
    }
}
