//! Cards as plain data: colors, symbols, kinds, decks, hands, and their notation.
//!
//! A card is a *kind* of its deck: two red fives are one thing. Colors and symbols are data of the
//! deck, so a new sheet needs no new Rust.

mod deck;
mod hand;
mod kind;
mod notation;

pub use deck::{CardNumber, CardSpec, ColorSpec, Deck, DeckError, DeckSpec};
pub use hand::{CardCount, Hand, are_sorted, sort_cards};
pub use kind::{CardDef, Color, Kind, KindSet, Kinds, Symbol};
pub use notation::{CardError, closest, meant, meant_then};

#[cfg(test)]
pub(crate) use deck::tests::small_deck;
