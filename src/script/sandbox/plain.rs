//! Plain values for Lua, as the engine puts them together before they are written.

use std::cell::Cell;
use std::rc::Rc;

use super::gate::Shape;
use super::menu::Listed;
use super::raw::Kept;

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

/// A field of the table of a shape.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Field {
    /// Nothing.
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Something kept.
    Kept(Kept),
}

/// The fields of a shape that an entry needs.
#[derive(Clone, Debug)]
pub struct Fill {
    /// Which they are: one bit each.
    wanted: u8,
    fields: [Field; FIELDS_MAX],
}

impl Fill {
    /// These fields, still without values.
    pub const fn new(wanted: u8) -> Self {
        Self { wanted, fields: [Field::Nil; FIELDS_MAX] }
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
    pub(super) fn wanted(&self) -> impl Iterator<Item = (usize, Field)> {
        let Self { mut wanted, fields } = self.clone();
        std::iter::from_fn(move || {
            let at = wanted.trailing_zeros() as usize;
            wanted &= wanted.wrapping_sub(1);
            fields.get(at).map(|field| (at, *field))
        })
    }
}

/// What a function is given beside `game`.
#[allow(clippy::large_enum_variant, reason = "one at a time lives, on the stack; a box costs more")]
#[derive(Clone, Debug)]
pub enum Given {
    /// A value, written anew.
    Plain(Plain),
    /// The table of a shape, with these fields filled anew.
    Filled(Shape, Fill),
    /// What would be a table, for a function that does not look at it.
    Unread,
}
