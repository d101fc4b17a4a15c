//! Commands that write a position; between `setup` and `end` they apply together.

use super::draft::{DebtLine, Draft};
use super::history::Did;
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::cards::{Deck, Symbol, meant};
use crate::engine::{Code, Match, Refusal};
use crate::table::Direction;
use std::rc::Rc;

/// `setup [only]`
pub fn setup(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let only = args.take("only");
    args.end()?;
    if session.block.is_some() {
        return Err(bad(Code::BadValue, "a setup is being written already; `end` finishes it"));
    }
    session.block = Some(Draft { only, ..Draft::default() });
    say("")
}

/// `end`
pub fn end(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    let Some(draft) = session.block.take() else {
        return Err(bad(Code::BadValue, "`end` finishes a setup, and none is being written"));
    };
    apply(session, &draft)
}

fn apply(session: &mut Session, draft: &Draft) -> Reply {
    let table = session.table();
    let state = draft
        .apply(table.state(), table.game())
        .map_err(|errors| bad(Code::SetupInvalid, errors.join("; ")))?;
    let mut point = session.now.clone();
    point.table = Match::at(Rc::clone(table.game()), Rc::clone(table.host()), Rc::new(state));
    session.put(point, Did::Edited, Vec::new());
    say("")
}

/// Writes a line into the open setup, or applies it by itself.
fn write(session: &mut Session, line: impl FnOnce(&mut Draft)) -> Reply {
    if let Some(draft) = &mut session.block {
        line(draft);
        return say("");
    }
    let mut draft = Draft::default();
    line(&mut draft);
    apply(session, &draft)
}

fn deck(session: &Session) -> Deck {
    session.table().game().deck.clone()
}

/// `hand SEAT CARD…`
pub fn hand(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    let cards = args.cards(&deck(session))?;
    write(session, |draft| {
        draft.hands.insert(seat, cards);
    })
}
/// `top CARD`
pub fn top(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let top = args.top(&deck(session))?;
    args.end()?;
    write(session, |draft| draft.top = Some(top))
}
/// `pile CARD…`
pub fn pile(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let cards = args.cards(&deck(session))?;
    write(session, |draft| draft.pile = Some(cards))
}
/// `discard CARD…`
pub fn discard(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let cards = args.cards(&deck(session))?;
    write(session, |draft| draft.discard = Some(cards))
}
/// `turn SEAT [drawn CARD]`
pub fn turn(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    let drawn = if args.take("drawn") { Some(args.card(&deck(session))?) } else { None };
    args.end()?;
    write(session, |draft| draft.turn = Some((seat, drawn)))
}

/// A direction.
///
/// # Errors
/// When the next word is none.
pub fn read_direction(args: &mut Args<'_>) -> Result<Direction, Refusal> {
    let word = args.word("cw or ccw")?;
    match word.to_lowercase().as_str() {
        "cw" => Ok(Direction::Cw),
        "ccw" => Ok(Direction::Ccw),
        _ => Err(args.wrong(Code::BadValue, "cw or ccw", Some(word))),
    }
}

/// `direction cw|ccw`
pub fn direction(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let direction = read_direction(args)?;
    args.end()?;
    write(session, |draft| draft.direction = Some(direction))
}
/// `dealer SEAT`
pub fn dealer(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    args.end()?;
    write(session, |draft| draft.dealer = Some(seat))
}

/// A symbol by its name or as it is written on cards: `draw2`, `+2`, `w4`.
fn symbol(deck: &Deck, text: &str) -> Result<Symbol, Refusal> {
    let text = text.to_lowercase();
    let colored = || {
        let with = |color| {
            let letter = deck.color_letter(color);
            deck.parse_card(&format!("{letter}{text}"))
                .or_else(|_| deck.parse_card(&format!("{text}{letter}")))
        };
        deck.colors().find_map(|color| with(color).ok())
    };
    let card = || deck.parse_card(&text).ok().or_else(colored);
    deck.symbol(&text).or_else(|| card().map(|card| deck.card(card).symbol)).ok_or_else(|| {
        let near = meant(&text, deck.symbols().iter().map(String::as_str));
        bad(Code::BadValue, format!("{text:?} is no symbol of this deck{near}"))
    })
}

/// `debt SEAT N SYMBOL by SEAT`
pub fn debt(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    let draw = args.number("how many cards")?;
    let symbol = symbol(&deck(session), args.word("the symbol of the card: draw2, +2, skip")?)?;
    if !args.take("by") {
        return Err(args.wrong(Code::BadValue, "`by` and the seat that laid it", args.peek()));
    }
    let by = args.seat()?;
    args.end()?;
    write(session, |draft| draft.debts.push(DebtLine { seat, draw, symbol, by }))
}
/// `called SEAT…`
pub fn called(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seats = args.all_seats()?;
    write(session, |draft| draft.called.extend(seats))
}
/// `exposed SEAT…`
pub fn exposed(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seats = args.all_seats()?;
    write(session, |draft| draft.exposed.extend(seats))
}
/// `out SEAT PLACE`
pub fn out(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    let place = args.number("a place: 1, 2 …")?;
    args.end()?;
    write(session, |draft| draft.out.push((seat, place)))
}
/// `total SEAT POINTS`
pub fn total(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    let points = args.number("points")?;
    args.end()?;
    write(session, |draft| draft.totals.push((seat, points)))
}
