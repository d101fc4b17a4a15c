//! Cards as scripts see them: one frozen table per kind and machine, known again by identity.

use std::rc::Rc;

use mlua::{Lua, Table, Value as LuaValue};

use super::sandbox::{Field, Kept, Menu, Plain, keep, make};
use crate::cards::{Deck, Kind};

/// The card tables of one machine.
pub(super) struct Cards {
    tables: Vec<Table>,
    /// The same, and a list of each alone.
    kept: Vec<(Kept, Kept)>,
    /// Addresses of the tables, sorted; they never leave this file.
    places: Vec<(usize, Kind)>,
    /// For lists of them.
    pub menu: Rc<Menu>,
}

impl Cards {
    /// Makes the tables.
    pub fn new(lua: &Lua, deck: &Deck) -> mlua::Result<Self> {
        let mut tables = Vec::new();
        for kind in deck.kinds() {
            let card = deck.card(kind);
            let table = lua.create_table()?;
            table.raw_set("kind", card.text.as_str())?;
            table.raw_set("color", card.color.map(|color| deck.color_name(color)))?;
            table.raw_set("symbol", deck.symbol_name(card.symbol))?;
            table.raw_set("number", card.number)?;
            table.raw_set("black", card.color.is_none())?;
            table.raw_set("points", card.points)?;
            table.raw_set("draws", card.draws)?;
            table.set_readonly(true);
            tables.push(table);
        }
        let mut kept = Vec::new();
        for table in &tables {
            let card = keep(lua, table)?;
            let alone = make(lua, &Plain::List(vec![card.into()], None))?;
            kept.push((card, keep(lua, alone)?));
        }
        let place = |(at, table): (usize, &Table)| (table.to_pointer() as usize, Kind(at as u8));
        let mut places: Vec<_> = tables.iter().enumerate().map(place).collect();
        places.sort_unstable();
        let menu = Menu::new(lua, kept.iter().map(|(card, _)| *card).collect());
        Ok(Self { tables, kept, places, menu })
    }

    /// The table of a kind.
    pub fn table(&self, kind: Kind) -> LuaValue {
        self.tables.get(kind.index()).map_or(LuaValue::Nil, |card| LuaValue::Table(card.clone()))
    }

    /// The same, kept.
    pub fn kept(&self, kind: Kind) -> Option<Kept> {
        self.kept.get(kind.index()).map(|(card, _)| *card)
    }

    /// The same, for a table of a shape.
    pub fn field(&self, kind: Kind) -> Field {
        self.kept(kind).map_or(Field::Nil, Field::Kept)
    }

    /// A list of this card alone, for a table of a shape.
    pub fn alone_field(&self, kind: Kind) -> Field {
        self.kept.get(kind.index()).map_or(Field::Nil, |(_, alone)| Field::Kept(*alone))
    }

    /// The same, to be written.
    pub fn plain(&self, kind: Kind) -> Plain {
        self.kept(kind).into()
    }

    /// A list of this card alone.
    pub fn alone(&self, kind: Kind) -> Plain {
        self.kept.get(kind.index()).map(|(_, alone)| *alone).into()
    }

    /// The kind that a table stands for, if it is one of ours.
    pub fn kind(&self, table: &Table) -> Option<Kind> {
        let place = table.to_pointer() as usize;
        let at = self.places.binary_search_by_key(&place, |(place, _)| *place).ok()?;
        Some(self.places[at].1)
    }
}
