//! Plain values for Lua, as the engine puts them together before they are written.

use std::cell::Cell;
use std::rc::Rc;

use super::gate::Shape;
use super::menu::Listed;
use super::raw::Kept;
use crate::table::Seat;

/// Where a table lies, once it is made: by it the engine knows it again. It stays unique while an
/// entry lasts, since nothing is collected then.
pub type Mark = Rc<Cell<usize>>;

/// A value for Lua.
#[derive(Clone, Debug)]
pub enum Plain {
    /// Nothing.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(Box<str>),
    /// Something kept.
    Kept(Kept),
    /// A frozen table of named fields.
    Row(Row),
    /// A frozen list.
    List(Vec<Plain>, Option<Mark>),
}

/// A frozen table of named fields.
#[derive(Clone, Default, Debug)]
pub struct Row {
    /// The fields, by name.
    pub fields: Vec<(Plain, Plain)>,
    /// Its metatable.
    pub meta: Option<Kept>,
    /// Where it will lie.
    pub mark: Option<Mark>,
}

macro_rules! plain_from {
    ($($from:ty, $value:ident => $plain:expr;)*) => {
        $(impl From<$from> for Plain {
            fn from($value: $from) -> Plain {
                $plain
            }
        })*
    };
}
plain_from! {
    bool, b => Plain::Bool(b);
    f64, n => Plain::Number(n);
    u8, n => Plain::Number(f64::from(n));
    u16, n => Plain::Number(f64::from(n));
    u32, n => Plain::Number(f64::from(n));
    i32, n => Plain::Number(f64::from(n));
    usize, n => Plain::Number(n as f64);
    &str, text => Plain::Text(text.into());
    String, text => Plain::Text(text.into());
    Kept, kept => Plain::Kept(kept);
}
impl<T: Into<Plain>> From<Option<T>> for Plain {
    fn from(value: Option<T>) -> Plain {
        value.map_or(Plain::Nil, Into::into)
    }
}

impl Plain {
    /// Whether writing it needs no memory.
    pub(super) const fn is_small(&self) -> bool {
        matches!(self, Plain::Nil | Plain::Bool(_) | Plain::Number(_) | Plain::Kept(_))
    }
}

/// What a quick function answers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Answer {
    /// Nothing.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Something kept.
    Kept(Kept),
    /// No value at all, as of a function without a result.
    Nothing,
    /// The answer to a question that was asked just now: the hook is left off until it is there.
    Wait,
    /// A frozen list of numbers.
    Numbers([u8; LIST_MAX], u8),
    /// A frozen list of items of a menu.
    Listed(Listed),
}

/// Items in a list that a quick function answers with.
pub const LIST_MAX: usize = 12;

/// Fields of a shape that differ from entry to entry; more there are not.
pub const FIELDS_MAX: usize = 8;

/// Tables of a shape for each depth of entries: seats that differ mostly have tables of their own,
/// of which less has to be filled anew.
pub(super) const SLOTS: usize = 8;

/// A field of the table of a shape.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub enum Field {
    /// Nothing.
    #[default]
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Something kept.
    Kept(Kept),
}

/// The fields of a shape that an entry needs.
#[derive(Clone, Default, Debug)]
pub struct Fill {
    /// Which they are: one bit each.
    wanted: u8,
    /// Which of the tables.
    slot: u8,
    fields: [Field; FIELDS_MAX],
}

impl Fill {
    /// These fields, which then get values, of the table for a seat.
    pub const fn begin(&mut self, wanted: u8, seat: Seat) {
        (self.wanted, self.slot) = (wanted, seat.0 % SLOTS as u8);
    }

    /// Which of the tables it is, by depth and seat.
    pub(super) fn table(&self, depth: usize) -> usize {
        depth * SLOTS + usize::from(self.slot)
    }

    /// Gives a field its value, if it is wanted.
    ///
    /// # Errors
    /// Those of `value`.
    #[inline]
    pub fn set(
        &mut self,
        at: usize,
        value: impl FnOnce() -> mlua::Result<Field>,
    ) -> mlua::Result<()> {
        if self.wanted >> at & 1 == 1 {
            self.fields[at] = value()?;
        }
        Ok(())
    }

    /// The fields that are wanted, by their places.
    #[inline]
    pub(super) fn wanted(&self) -> impl Iterator<Item = (usize, Field)> {
        let mut left = self.wanted;
        std::iter::from_fn(move || {
            let at = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            self.fields.get(at).map(|field| (at, *field))
        })
    }
}

/// What a function is given beside `game`.
#[derive(Clone, Debug)]
pub enum Given<'a> {
    /// A value, written anew.
    Plain(Plain),
    /// The table of a shape, with these fields filled anew.
    Filled(Shape, &'a Fill),
    /// What would be a table, for a function that does not look at it.
    Unread,
}
