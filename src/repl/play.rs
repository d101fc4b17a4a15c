//! Commands of seats: play, draw, pass, take, challenge, uno, catch, answer, do, hint, remove.

use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::cards::{Deck, meant};
use crate::engine::{Code, Refusal};
use crate::table::{Action, Ask, AskKind, Seat, TableAction, Value};

/// Who acts: the seat named, or the one that is due.
fn actor(session: &Session, args: &Args<'_>) -> Seat {
    args.actor.or_else(|| session.due()).unwrap_or(session.state().turn.seat)
}

/// What is said with a play.
#[derive(Default)]
struct Said<'a> {
    color: Option<&'a str>,
    target: Option<Seat>,
    call: bool,
}

fn said<'a>(args: &mut Args<'a>, deck: &Deck) -> Result<Said<'a>, Refusal> {
    let mut said = Said::default();
    while let Some(word) = args.maybe() {
        match word.to_lowercase().as_str() {
            "uno" if !said.call => said.call = true,
            "with" if said.target.is_none() => said.target = Some(args.seat()?),
            _ if said.color.is_none() => {
                let known = deck.parse_color(word);
                let color = known.map_err(|error| bad(Code::BadValue, error.to_string()))?;
                let _ = color;
                said.color = Some(word);
            }
            _ => {
                let expected = "a color, `with SEAT`, `uno` or the end of the line";
                return Err(args.wrong(Code::BadValue, expected, Some(word)));
            }
        }
    }
    Ok(said)
}

/// `play CARD [COLOR] [with SEAT] [uno]`: one transaction.
pub fn play(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = actor(session, args);
    let deck = session.table().game().deck.clone();
    let card = args.card(&deck)?;
    let said = said(args, &deck)?;
    session.act(seat, Action::Play { card, call: said.call })?;
    let (mut color, mut target) = (said.color, said.target);
    while color.is_some() || target.is_some() {
        let asked = session.state().ask.as_ref().filter(|ask| place(ask, seat).is_some());
        let text = match asked.map(|ask| ask.kind) {
            Some(AskKind::Color) if color.is_some() => color.take().map(String::from),
            Some(_) if target.is_some() => target.take().map(|seat| seat.to_string()),
            _ => None,
        };
        let (Some(text), Some(ask)) = (text, asked) else {
            let what = if color.is_some() { "color" } else { "seat" };
            let card = deck.card_text(card);
            let text = format!("no {what} is asked for after {card}; leave it out");
            return Err(bad(Code::BadValue, text));
        };
        let at = choice(ask, seat, &text, &deck)?;
        session.act(seat, Action::Answer(at))?;
    }
    say("")
}

/// Where the seat stands among the asked, if it is still to answer.
fn place(ask: &Ask, seat: Seat) -> Option<usize> {
    ask.seats.iter().position(|asked| asked.seat == seat && asked.answer.is_none())
}

/// Whether an option is meant by this text.
pub fn means(option: &Value, text: &str, deck: &Deck) -> bool {
    let shown = option.show(deck);
    match option {
        Value::Card(kind) => deck.parse_card(text) == Ok(*kind),
        Value::Nil => ["nil", "none", "nothing", "stay"].contains(&text),
        Value::Bool(yes) => {
            shown == text || (if *yes { ["yes", "y"] } else { ["no", "n"] }).contains(&text)
        }
        _ if shown.eq_ignore_ascii_case(text) => true,
        Value::Text(_) => {
            let color = deck.parse_color(text).ok();
            color.is_some_and(|color| deck.color_name(color) == shown)
        }
        _ => false,
    }
}

/// The place of an answer among a seat's options.
fn choice(ask: &Ask, seat: Seat, text: &str, deck: &Deck) -> Result<u16, Refusal> {
    let Some(at) = place(ask, seat) else {
        let open = ask.seats.iter().filter(|asked| asked.answer.is_none());
        let open = open.map(|asked| asked.seat.to_string()).collect::<Vec<_>>().join(", ");
        return Err(bad(Code::NotDue, format!("seat {seat} is not asked; asked: {open}")));
    };
    let options = &ask.seats[at].options;
    let found = options.iter().position(|option| means(option, &text.to_lowercase(), deck));
    found.map(|at| at as u16).ok_or_else(|| {
        let all = options.iter().map(|o| o.show_answer(deck)).collect::<Vec<_>>().join(" ");
        bad(Code::BadValue, format!("{text:?} is no answer to: {} Answers: {all}", ask.text))
    })
}

/// `answer VALUE`
pub fn answer(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = actor(session, args);
    let text = args.word("an answer")?;
    let more = args.words();
    let text = std::iter::once(text).chain(more).collect::<Vec<_>>().join(" ");
    let deck = &session.table().game().deck;
    let Some(ask) = &session.state().ask else {
        return Err(bad(Code::NoEffect, "no question is open"));
    };
    let at = choice(ask, seat, &text, deck)?;
    session.act(seat, Action::Answer(at))?;
    say("")
}

fn simple(session: &mut Session, args: &Args<'_>, action: Action) -> Reply {
    args.end()?;
    let seat = actor(session, args);
    session.act(seat, action)?;
    say("")
}

/// `draw`
pub fn draw(session: &mut Session, args: &mut Args<'_>) -> Reply {
    simple(session, args, Action::Draw)
}
/// `pass`
pub fn pass(session: &mut Session, args: &mut Args<'_>) -> Reply {
    simple(session, args, Action::Pass)
}
/// `take`
pub fn take(session: &mut Session, args: &mut Args<'_>) -> Reply {
    simple(session, args, Action::Take)
}
/// `uno`
pub fn uno(session: &mut Session, args: &mut Args<'_>) -> Reply {
    simple(session, args, Action::Call)
}
/// `catch SEAT`
pub fn catch(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let whom = args.seat()?;
    simple(session, args, Action::Catch(whom))
}

/// `challenge`: the offer of this name.
pub fn challenge(session: &mut Session, args: &mut Args<'_>) -> Reply {
    offer(session, args, "challenge")
}

/// `do OFFER [VALUE…]`
pub fn take_up(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let name = args.word("the name of an offer")?.to_lowercase();
    offer(session, args, &name)
}

fn offer(session: &mut Session, args: &mut Args<'_>, name: &str) -> Reply {
    let seat = actor(session, args);
    let game = session.table().game();
    let Some(offer) = game.offer_named(name) else {
        let near = meant(name, game.offers.iter().map(|offer| offer.name.as_str()));
        return Err(bad(Code::NoEffect, format!("no rule of this game offers {name:?}{near}")));
    };
    let words = args.words();
    let mut argument = 0;
    if !words.is_empty() {
        let text = words.join(" ").to_lowercase();
        let options = session.table().offer_arguments(seat, offer)?;
        let deck = &game.deck;
        let found = options.iter().position(|option| means(option, &text, deck));
        argument = found.ok_or_else(|| {
            let all = options.iter().map(|option| option.show_answer(deck)).collect::<Vec<_>>();
            let text = format!("{name} cannot be done with {text:?}; with: {}", all.join(" "));
            bad(Code::BadValue, text)
        })? as u16;
    }
    session.act(seat, Action::Offer { offer, argument })?;
    say("")
}

/// `hint SEAT`
pub fn hint(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    args.end()?;
    session.table_act(&format!("hint {seat}"), TableAction::Hint(seat))?;
    say("")
}

/// `remove SEAT`
pub fn remove(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    args.end()?;
    session.table_act(&format!("remove {seat}"), TableAction::Remove(seat))?;
    say("")
}
