//! Plain data: what a rule may remember, carry into a continuation, or offer as an answer.

use crate::cards::{Deck, Kind};
use serde::{Deserialize, Serialize};

/// A key of a map in plain data.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Key {
    /// A whole number, for instance a seat.
    Int(i64),
    /// A name.
    Text(String),
}

/// Plain data. Lists are keyed 1 … n without a gap; every other table is a map, sorted by key.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Nothing.
    #[default]
    Nil,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number that is not whole.
    Num(f64),
    /// A text.
    Text(String),
    /// A card.
    Card(Kind),
    /// A list.
    List(Vec<Value>),
    /// A map, sorted by key, no key twice.
    Map(Vec<(Key, Value)>),
}

impl Value {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
    /// The whole number in it, if it is one.
    pub const fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            _ => None,
        }
    }
    /// The text in it, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
    /// Whether it is `true`.
    pub const fn is_true(&self) -> bool {
        matches!(self, Self::Bool(true))
    }
    /// As people write it: `3`, `up`, `r7`, `{1, 2}`.
    pub fn show(&self, deck: &Deck) -> String {
        match self {
            Self::Nil => "nil".into(),
            Self::Bool(b) => b.to_string(),
            Self::Int(n) => n.to_string(),
            Self::Num(n) => n.to_string(),
            Self::Text(text) => text.clone(),
            Self::Card(kind) => deck.card_text(*kind).into(),
            Self::List(items) => {
                let items = items.iter().map(|v| v.show(deck)).collect::<Vec<_>>();
                format!("{{{}}}", items.join(", "))
            }
            Self::Map(items) => {
                let pair = |(key, value): &(Key, Self)| match key {
                    Key::Int(n) => format!("[{n}] = {}", value.show(deck)),
                    Key::Text(name) => format!("{name} = {}", value.show(deck)),
                };
                format!("{{{}}}", items.iter().map(pair).collect::<Vec<_>>().join(", "))
            }
        }
    }
    /// The same as an answer to a question: to give none is to stay.
    pub fn show_answer(&self, deck: &Deck) -> String {
        if *self == Self::Nil { "stay".into() } else { self.show(deck) }
    }
    /// Bytes it takes, roughly; for the limit on a rule's data.
    pub fn size(&self) -> usize {
        match self {
            Self::Text(text) => 8 + text.len(),
            Self::List(items) => 8 + items.iter().map(Self::size).sum::<usize>(),
            Self::Map(items) => 8 + items.iter().map(|(_, v)| 16 + v.size()).sum::<usize>(),
            _ => 8,
        }
    }
}
