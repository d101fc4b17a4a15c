//! Lines that are no command: the prompt's Lua.

use super::command;
use super::parse::Line;
use super::session::Session;
use crate::engine::{Code, Refusal};
use crate::script::{self, Bench, Datum, Fault, FaultKind, Ran};
use crate::table::{Seat, Standing, Value};

/// The prompt's Lua.
pub struct Console(script::Console);

/// What the prompt's Lua reaches.
struct Desk<'a> {
    session: &'a mut Session,
    /// The last command that was refused.
    refused: Option<Refusal>,
}

impl Bench for Desk<'_> {
    fn run(&mut self, line: &str) -> Result<String, String> {
        self.session.run_from_lua(line).map_err(|refusal| {
            let text = refusal.text.clone();
            self.refused = Some(refusal);
            text
        })
    }
    fn look(&self, name: &str, seat: Option<i64>) -> Option<Datum> {
        look(self.session, name, seat)
    }
}

fn refusal(fault: &Fault) -> Refusal {
    let code = match fault.kind {
        FaultKind::Budget | FaultKind::Watchdog => Code::RuleBudget,
        FaultKind::Memory => Code::RuleMemory,
        _ => Code::RuleError,
    };
    Refusal { code, text: fault.text.clone(), rule: None, at: fault.at.clone() }
}

impl Console {
    /// A fresh one.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new() -> Result<Self, Refusal> {
        script::Console::new().map(Self).map_err(|fault| refusal(&fault))
    }

    /// Runs a line or block; gives no text where more lines are needed.
    ///
    /// # Errors
    /// When it is neither Lua nor a command, when it fails, or a command in it is refused.
    pub fn execute(
        &mut self,
        session: &mut Session,
        source: &str,
    ) -> Result<Option<String>, Refusal> {
        let line = Line::read(source);
        let word = line.as_ref().ok().filter(|line| looks_like_command(line));
        if let Some(line) = word.filter(|line| line.actor.is_some()) {
            return Err(command::unknown(line));
        }
        let mut desk = Desk { session, refused: None };
        match self.0.run(source, &mut desk) {
            Ok(Ran::More) => Ok(None),
            Ok(Ran::Text(text)) => Ok(Some(text)),
            Ok(Ran::Nothing) => {
                Err(line.map_or_else(|error| error, |line| command::unknown(&line)))
            }
            Err(fault) => {
                if let Some(line) = word.filter(|_| matches!(fault.kind, FaultKind::Syntax { .. }))
                {
                    return Err(command::unknown(line));
                }
                match desk.refused {
                    Some(mut refused)
                        if fault.text.contains(&script::clean_text(&refused.text)) =>
                    {
                        refused.at = refused.at.or(fault.at);
                        Err(refused)
                    }
                    _ => Err(refusal(&fault)),
                }
            }
        }
    }
}

/// Whether a line is built like a command: words side by side, the first a plain one.
fn looks_like_command(line: &Line) -> bool {
    const LUA: &[&str] = &["local", "for", "if", "while", "repeat", "function", "return", "do"];
    let name = line.name();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    let second = line.words.get(1).map(|word| word.text.as_str());
    let side_by_side = second.is_none_or(|word| word.starts_with(|c: char| c.is_alphanumeric()));
    plain && side_by_side && !LUA.contains(&name.as_str())
}

/// A field of `game`, or what a method gives for a seat.
fn look(session: &Session, name: &str, seat: Option<i64>) -> Option<Datum> {
    let (state, deck) = (session.state(), &session.table().game().deck);
    let text = |text: &str| Value::text(text);
    let seats = |list: &mut dyn Iterator<Item = Seat>| {
        Value::List(list.map(|seat| Value::Int(seat.number() as i64)).collect())
    };
    let of = seat.and_then(|n| usize::try_from(n).ok()).and_then(Seat::from_number);
    let place = of.filter(|seat| state.knows(*seat)).map(|seat| (seat, state.place(seat)));
    let value = match (name, seat) {
        ("seat", None) => Value::Int(state.turn.seat.number() as i64),
        ("turn", None) => Value::Int(i64::from(state.turn.no)),
        ("round", None) => Value::Int(i64::from(state.table.round)),
        ("direction", None) => text(state.direction.text()),
        ("color", None) => state.color.map_or(Value::Nil, |color| text(deck.color_name(color))),
        ("top", None) => state.top().map_or(Value::Nil, |top| text(deck.card_text(top))),
        ("draw_pile", None) => Value::Int(state.draw.len() as i64),
        ("discard_pile", None) => Value::Int(state.discard.len() as i64),
        ("debt", None) => Value::Int(state.debts.first().map_or(0, |d| i64::from(d.owe.draw))),
        ("over", None) => Value::Bool(state.over.is_some()),
        ("hash", None) => text(&state.hash()),
        ("hand" | "count" | "score" | "status" | "seats" | "actions", None) => {
            return Some(Datum::Method);
        }
        ("seats", Some(_)) => seats(&mut state.ring(state.turn.seat)),
        ("hand", Some(_)) => {
            let cards = place?.1.hand.cards().map(|card| text(deck.card_text(card)));
            Value::List(cards.collect())
        }
        ("count", Some(_)) => Value::Int(place?.1.hand.len() as i64),
        ("score", Some(_)) => Value::Int(place?.1.total),
        ("status", Some(_)) => text(match place?.1.standing {
            Standing::In => "in",
            Standing::Out(_) => "out",
            Standing::KnockedOut => "knocked_out",
            Standing::Gone => "dropped",
        }),
        ("actions", Some(_)) => {
            let seat = place?.0;
            let actions = session.table().legal_actions(seat).ok()?;
            let texts = actions.iter().map(|a| text(&session.table().action_text(seat, *a)));
            Value::List(texts.collect())
        }
        _ => return None,
    };
    Some(Datum::Plain(value))
}
