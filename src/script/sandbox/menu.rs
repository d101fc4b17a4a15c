//! Lists of values that a machine keeps, such as the cards, without a copy of the values.

use std::cell::Cell;
use std::rc::Rc;

use mlua::Lua;

use super::plain::LIST_MAX;
use super::raw::Kept;

/// Kept values of which lists are made; the machine owns it.
pub struct Menu {
    pub(super) items: Vec<Kept>,
    pub(super) last: Cell<usize>,
}

/// A list of some of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    pub(super) menu: *const Menu,
    pub(super) items: [u8; LIST_MAX],
    pub(super) count: u8,
}

/// The menus of a machine.
#[derive(Default)]
struct Menus(Vec<Rc<Menu>>);

impl Menu {
    /// A menu of a machine.
    pub fn new(lua: &Lua, items: Vec<Kept>) -> Rc<Menu> {
        let menu = Rc::new(Menu { items, last: Cell::new(0) });
        let mut menus = lua.remove_app_data::<Menus>().unwrap_or_default();
        menus.0.push(Rc::clone(&menu));
        lua.set_app_data(menus);
        menu
    }

    /// A list of these items, if it is short; then where the last one lies is not known yet.
    pub fn list(&self, chosen: impl Iterator<Item = usize>) -> Option<Listed> {
        let (mut items, mut count) = ([0; LIST_MAX], 0);
        for item in chosen {
            self.items.get(item)?;
            *items.get_mut(usize::from(count))? = u8::try_from(item).ok()?;
            count += 1;
        }
        self.last.set(0);
        Some(Listed { menu: std::ptr::from_ref(self), items, count })
    }

    /// Where the last list lies that was made.
    pub fn last(&self) -> usize {
        self.last.get()
    }
}
