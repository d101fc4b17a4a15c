//! The JSON of a session: one object for each executed line.

use super::output::{Extra, Output};
use super::session::Session;
use crate::cards::{Deck, Kind};
use crate::engine::Match;
use crate::table::{By, Call, Debt, Seat, Stage, Standing, Status, Told};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Value as Json, json};

/// JSON that keeps the order of its keys.
#[derive(Clone, PartialEq, Debug)]
pub enum Node {
    /// A value without keys.
    Leaf(Json),
    /// A list.
    List(Vec<Node>),
    /// An object.
    Object(Vec<(String, Node)>),
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Leaf(value) => value.serialize(serializer),
            Self::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(item)?;
                }
                list.end()
            }
            Self::Object(items) => {
                let mut map = serializer.serialize_map(Some(items.len()))?;
                for (key, value) in items {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}

/// A value without keys.
pub fn leaf(value: impl Into<Json>) -> Node {
    Node::Leaf(value.into())
}

/// An object.
pub fn object<const N: usize>(items: [(&str, Node); N]) -> Node {
    Node::Object(items.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

fn seats(list: impl IntoIterator<Item = Seat>) -> Node {
    Node::List(list.into_iter().map(|seat| leaf(seat.number())).collect())
}

fn cards(deck: &Deck, list: impl IntoIterator<Item = Kind>) -> Node {
    Node::List(list.into_iter().map(|kind| leaf(deck.card_text(kind))).collect())
}

/// The line as one object, without a line break.
pub fn line(session: &Session, output: &Output) -> String {
    let table = session.table();
    let error = output.error.as_ref().map_or(leaf(Json::Null), |error| {
        object([
            ("code", leaf(error.code.text())),
            ("text", leaf(error.text.as_str())),
            ("rule", leaf(error.rule.clone())),
            ("at", leaf(error.at.clone())),
        ])
    });
    let mut fields = vec![
        ("line".into(), leaf(output.line)),
        ("command".into(), leaf(output.command.as_str())),
        ("ok".into(), leaf(output.ok())),
        ("error".into(), error),
        (
            "events".into(),
            Node::List(output.events.iter().map(|told| event(table, told)).collect()),
        ),
        ("status".into(), status(table)),
        ("hash".into(), leaf(table.state().hash())),
    ];
    if let Extra::Field(name, node) = &output.extra {
        fields.push(((*name).into(), node.clone()));
    }
    serde_json::to_string(&Node::Object(fields)).unwrap_or_default()
}

/// Who is behind an event: `player`, `table`, `game`, or a rule's name.
pub fn by_text(table: &Match, by: By) -> String {
    match by {
        By::Player(_) => "player".into(),
        By::Rule(rule) => table.game().rule(rule).name.clone(),
        By::Table => "table".into(),
        By::Game => "game".into(),
    }
}

fn event(table: &Match, told: &Told) -> Node {
    let mut fields = vec![
        ("event".into(), leaf(told.event.name())),
        ("by".into(), leaf(by_text(table, told.by))),
    ];
    for (key, value) in told.event.fields(&table.game().deck) {
        fields.push((key.into(), leaf(value)));
    }
    Node::Object(fields)
}

/// The word of a status, and who is due.
pub fn status_words(status: Status) -> (&'static str, Vec<Seat>) {
    match status {
        Status::Turn(seat) => ("turn", vec![seat]),
        Status::Debt(seat) => ("debt", vec![seat]),
        Status::Ask(set) => ("ask", set.iter().collect()),
        Status::Over => ("over", Vec::new()),
    }
}

fn status(table: &Match) -> Node {
    let (kind, due) = status_words(table.state().status());
    object([("kind", leaf(kind)), ("seats", seats(due))])
}

fn debt(deck: &Deck, debt: &Debt) -> Node {
    object([
        ("seat", leaf(debt.seat.map(Seat::number))),
        ("draw", leaf(debt.owe.draw)),
        ("skip", leaf(debt.owe.skip)),
        ("symbol", leaf(debt.symbol.map(|symbol| deck.symbol_name(symbol)))),
        ("by", leaf(debt.by.map(Seat::number))),
    ])
}

fn ask(table: &Match, viewer: Option<Seat>) -> Node {
    let (deck, Some(ask)) = (&table.game().deck, &table.state().ask) else {
        return leaf(Json::Null);
    };
    let open = ask.seats.iter().filter(|asked| asked.answer.is_none());
    let hidden = |seat: Seat| viewer.is_some_and(|viewer| viewer != seat);
    let options = |asked: &crate::table::Asked| {
        let shown = !hidden(asked.seat) || (!ask.private && ask.kind.text() != "card");
        let texts = asked.options.iter().filter(|_| shown).map(|value| leaf(value.show(deck)));
        (asked.seat.number().to_string(), Node::List(texts.collect()))
    };
    object([
        ("seats", seats(open.clone().map(|asked| asked.seat))),
        ("kind", leaf(ask.kind.text())),
        ("text", leaf(&*ask.text)),
        ("options", Node::Object(open.map(options).collect())),
    ])
}

/// The table; as one seat sees it where one is named.
pub fn state(table: &Match, viewer: Option<Seat>) -> Node {
    let (state, deck) = (table.state(), &table.game().deck);
    let hand = |seat: Seat| {
        let hand = &state.place(seat).hand;
        let open = viewer.is_none_or(|viewer| viewer == seat);
        let node = if open { cards(deck, hand.cards()) } else { leaf(hand.len()) };
        (seat.number().to_string(), node)
    };
    let call = |want: fn(&Call) -> bool| seats(state.all().filter(|s| want(&state.place(*s).call)));
    let out = state.all().filter(|seat| matches!(state.place(*seat).standing, Standing::Out(_)));
    let score = |seat: Seat| (seat.number().to_string(), leaf(state.place(seat).total));
    let top = state.top().map(|top| deck.top_text(top, state.color));
    object([
        ("game", leaf(table.game().name.as_str())),
        ("turn", leaf(state.turn.seat.number())),
        ("stage", leaf(if state.turn.stage == Stage::Fresh { "fresh" } else { "drawn" })),
        ("direction", leaf(state.direction.text())),
        ("color", leaf(state.color.map(|color| deck.color_name(color)))),
        ("top", leaf(top)),
        ("hands", Node::Object(state.all().map(hand).collect())),
        ("draw_pile", leaf(state.draw.len())),
        ("discard_pile", leaf(state.discard.len())),
        ("debts", Node::List(state.debts.iter().map(|d| debt(deck, d)).collect())),
        ("ask", ask(table, viewer)),
        ("called", call(|call| *call == Call::Called)),
        ("exposed", call(|call| matches!(call, Call::Exposed { .. }))),
        ("out", seats(out)),
        ("scores", Node::Object(state.all().map(score).collect())),
        ("rules", rules(table)),
    ])
}

fn rules(table: &Match) -> Node {
    let game = table.game();
    let names = game.order.iter().map(|id| game.rule(*id)).filter(|rule| rule.in_force());
    Node::List(names.map(|rule| leaf(rule.name.as_str())).collect())
}

/// The actions of seats.
pub fn actions(list: &[(Seat, Vec<String>)]) -> Node {
    let each =
        |(seat, texts): &(Seat, Vec<String>)| (seat.number().to_string(), leaf(json!(texts)));
    Node::Object(list.iter().map(each).collect())
}
