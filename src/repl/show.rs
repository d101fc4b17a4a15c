//! The table as text for people: 80 columns.

use super::paint::Paint;
use crate::cards::{Deck, Kind};
use crate::engine::Match;
use crate::engine::definition::Format;
use crate::table::{Call, Debt, May, Seat, Stage, Standing, State, Status};

/// Columns of a line.
const WIDTH: usize = 80;
/// Columns before the cards of a hand.
const INDENT: usize = 26;

/// What the text is about: the match, who sits where, how to paint, and for whom it is.
pub struct View<'a> {
    /// The match.
    pub table: &'a Match,
    /// Names of seats.
    pub names: &'a [String],
    /// Colors.
    pub paint: Paint,
    /// Whose eyes; everybody's cards where nobody is named.
    pub viewer: Option<Seat>,
}

impl View<'_> {
    fn state(&self) -> &State {
        self.table.state()
    }
    fn deck(&self) -> &Deck {
        &self.table.game().deck
    }
    /// A seat with its name: `2 ann`.
    pub fn seat(&self, seat: Seat) -> String {
        match self.names.get(seat.index()) {
            Some(name) => format!("{seat} {name}"),
            None => seat.to_string(),
        }
    }
    /// The whole table.
    pub fn table(&self) -> String {
        let mut lines = vec![self.head(), self.middle()];
        lines.extend(self.state().debts.iter().map(|debt| self.debt(debt)));
        lines.extend(self.state().delayed.iter().map(|later| {
            let turns = if later.turns == 1 { "turn" } else { "turns" };
            format!("{}, due in {} {turns}", self.debt(&later.debt), later.turns)
        }));
        lines.extend(self.question());
        for seat in self.state().all() {
            lines.extend(self.hand(seat));
        }
        lines.join("\n")
    }
    fn head(&self) -> String {
        let state = self.state();
        let stage = match state.turn.stage {
            Stage::Fresh => "",
            Stage::Drawn(May::Nothing) => ", has drawn nothing",
            Stage::Drawn(May::This(card)) if self.viewer.is_none_or(|v| v == state.turn.seat) => {
                &format!(", has drawn {}", self.deck().card_text(card))
            }
            Stage::Drawn(_) => ", has drawn",
        };
        let due = match state.status() {
            Status::Over => "round over".into(),
            Status::Turn(seat) => format!("turn of {}{stage}", self.seat(seat)),
            Status::Debt(seat) => format!("{} owes", self.seat(seat)),
            Status::Ask(seats) => {
                let seats: Vec<String> = seats.iter().map(|seat| self.seat(seat)).collect();
                format!("asked: {}", seats.join(", "))
            }
        };
        let game = self.paint.bold(&self.table.game().name);
        format!("{game} · round {} · {due} · {}", state.table.round, state.direction.text())
    }
    fn middle(&self) -> String {
        let (state, deck) = (self.state(), self.deck());
        let top = state.top().map_or("no card".into(), |top| {
            let color = deck.card(top).color.or(state.color);
            self.paint.color(deck, color, &deck.top_text(top, state.color))
        });
        let color = state.color.map_or("none".into(), |color| {
            self.paint.color(deck, Some(color), deck.color_name(color))
        });
        let aside = state.aside.len();
        let aside = if aside > 0 { format!(" · {aside} cards aside") } else { String::new() };
        let (draw, discard) = (state.draw.len(), state.discard.len());
        format!("top {top} · color {color} · draw pile {draw} · discard pile {discard}{aside}")
    }
    fn debt(&self, debt: &Debt) -> String {
        let deck = self.deck();
        let who = debt.seat.map_or("the next seat".into(), |seat| self.seat(seat));
        let symbol = debt.symbol.map_or("a rule", |symbol| deck.symbol_name(symbol));
        let by = debt.by.map(|seat| format!(" of {}", self.seat(seat))).unwrap_or_default();
        let what = super::events::owed(debt.owe.draw, debt.owe.skip);
        format!("debt: {who} owes {what} for {symbol}{by}")
    }
    fn question(&self) -> Vec<String> {
        let Some(ask) = &self.state().ask else { return Vec::new() };
        let open = ask.seats.iter().filter(|asked| asked.answer.is_none());
        let shown = open.filter(|asked| self.viewer.is_none_or(|viewer| viewer == asked.seat));
        let line = |asked: &crate::table::Asked| {
            let options: Vec<String> =
                asked.options.iter().map(|v| v.show_answer(self.deck())).collect();
            let text = crate::script::clean_text(&ask.text);
            format!("question to {}: {text} [{}]", self.seat(asked.seat), options.join(" "))
        };
        shown.map(line).collect()
    }
    fn hand(&self, seat: Seat) -> Vec<String> {
        let state = self.state();
        let place = state.place(seat);
        let due = match state.status() {
            Status::Turn(due) | Status::Debt(due) => due == seat,
            Status::Ask(seats) => seats.has(seat),
            Status::Over => false,
        };
        let note = match (place.standing, place.call) {
            (Standing::Out(at), _) => format!("out, place {at}"),
            (Standing::KnockedOut, _) => "knocked out".into(),
            (Standing::Gone, _) => "gone".into(),
            (Standing::In, Call::Called) => "has called".into(),
            (Standing::In, Call::Exposed { .. }) => "may be caught".into(),
            (Standing::In, Call::Quiet) => String::new(),
        };
        let places = self.table.game().policy.format == Format::Places;
        let points =
            if place.total == 0 || places { String::new() } else { format!("{} p", place.total) };
        let name: String = self.seat(seat).chars().take(12).collect();
        let arrow = if due { "→" } else { " " };
        let n = place.hand.len();
        let head = format!("{arrow} {name:<12} {points:>6} {n:>2}  ");
        let head = if due { self.paint.bold(&head) } else { head };
        let open = self.viewer.is_none_or(|viewer| viewer == seat);
        let mut lines = if open { self.wrap(place.hand.cards()) } else { Vec::new() };
        if !note.is_empty() {
            match lines.last_mut() {
                Some(last) => last.push_str(&format!("  ({note})")),
                None => lines.push(format!("({note})")),
            }
        }
        let mut lines = lines.into_iter();
        let first = format!("{head}{}", lines.next().unwrap_or_default());
        let rest = lines.map(|line| format!("{:INDENT$}{line}", ""));
        std::iter::once(first.trim_end().to_string()).chain(rest).collect()
    }
    /// Cards in lines that fit.
    fn wrap(&self, cards: impl Iterator<Item = Kind>) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut used = WIDTH;
        for card in cards {
            let wide = self.deck().card_text(card).chars().count() + 1;
            let text = self.paint.card(self.deck(), card);
            match lines.last_mut() {
                Some(last) if used + wide <= WIDTH => {
                    last.push(' ');
                    last.push_str(&text);
                    used += wide;
                }
                _ => {
                    lines.push(text);
                    used = INDENT + wide;
                }
            }
        }
        lines
    }
}
