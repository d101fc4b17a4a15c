//! Events as text for people: one line each, with the rule that caused it.

use super::paint::Paint;
use super::session::Session;
use super::show::View;
use crate::cards::Deck;
use crate::engine::Match;
use crate::table::{By, DebtChange, Event, How, Seat, Told, TurnEnd};

/// The lines of what happened; what another line says already is left out.
pub fn event_lines(session: &Session, events: &[Told]) -> Vec<String> {
    let view = View {
        table: session.table(),
        names: session.seat_names(),
        paint: session.paint,
        viewer: None,
    };
    events.iter().filter_map(|told| line(&view, told)).collect()
}

/// The same without a session and without colors.
pub fn lines_of(table: &Match, names: &[String], events: &[Told]) -> Vec<String> {
    let view = View { table, names, paint: Paint::default(), viewer: None };
    events.iter().filter_map(|told| line(&view, told)).collect()
}

fn line(view: &View<'_>, told: &Told) -> Option<String> {
    let text = play_line(view, &told.event)
        .or_else(|| course_line(view, &told.event))
        .or_else(|| seat_line(view, &told.event))?;
    let rule = match told.by {
        By::Rule(rule) => {
            let rule = view.table.game().rules().get(rule.index());
            rule.map(|rule| view.paint.dim(&format!("   [{}]", rule.name))).unwrap_or_default()
        }
        _ => String::new(),
    };
    Some(format!("  {text}{rule}"))
}

fn deck<'a>(view: &'a View<'_>) -> &'a Deck {
    &view.table.game().deck
}

fn who(view: &View<'_>, seat: Seat) -> String {
    view.seat(seat)
}

fn list(view: &View<'_>, seats: &[Seat]) -> String {
    let seats: Vec<String> = seats.iter().map(|seat| view.seat(*seat)).collect();
    if seats.is_empty() { "nobody".into() } else { seats.join(", ") }
}

/// What is played and drawn.
fn play_line(view: &View<'_>, event: &Event) -> Option<String> {
    let (deck, paint) = (deck(view), view.paint);
    Some(match event {
        Event::CardPlayed { seat, card, how, call, left } => {
            let how = match how {
                How::Turn => "",
                How::Answer => " as an answer",
                How::Jump => " out of turn",
                How::Add => " as well",
                How::Rule => " by a rule",
                How::Start => " to start",
            };
            let call = if *call { ", and calls" } else { "" };
            let card = paint.card(deck, *card);
            format!("{} plays {card}{how}{call} ({left} left)", who(view, *seat))
        }
        Event::Drew { seat, cards, short, reason, cause } => {
            let cause = cause.as_deref().unwrap_or(reason.text());
            let n = cards.len();
            let short = if *short > 0 { format!(", {short} short") } else { String::new() };
            let cards = paint.cards(deck, cards.iter().copied());
            format!("{} draws {n}: {cards} ({cause}{short})", who(view, *seat))
        }
        Event::CardTakenBack { seat, card } => {
            format!("{} takes {} back", who(view, *seat), paint.card(deck, *card))
        }
        Event::Discarded { seat, cards } => {
            let cards = paint.cards(deck, cards.iter().copied());
            format!("{} lays off {cards}", who(view, *seat))
        }
        Event::CardsMoved { cards, from, to, .. } => {
            format!("{} cards go from {from} to {to}", cards.len())
        }
        Event::HandsSwapped { a, b } => {
            format!("{} and {} swap hands", who(view, *a), who(view, *b))
        }
        Event::HandsRotated { .. } => "all hands move on by one seat".into(),
        Event::HandShown { owner, to, cards } => {
            let owner = owner.map_or("a hand".into(), |owner| who(view, owner));
            let cards = paint.cards(deck, cards.iter().copied());
            format!("{} is shown the cards of {owner}: {cards}", who(view, *to))
        }
        Event::UpcardTurned { card } => format!("the first card is {}", paint.card(deck, *card)),
        Event::UpcardReturned { card } => {
            format!("{} cannot start and goes back", paint.card(deck, *card))
        }
        Event::DealerDrew { seat, card } => {
            format!("{} draws {} for the deal", who(view, *seat), paint.card(deck, *card))
        }
        Event::Dealt { each: 1 } => "1 card is dealt to each seat".into(),
        Event::Dealt { each } => format!("{each} cards are dealt to each seat"),
        Event::Reshuffled { cards: 1 } => "1 card becomes the new draw pile".into(),
        Event::Reshuffled { cards } => format!("{cards} cards are shuffled into a new draw pile"),
        _ => return None,
    })
}

/// How the game goes on.
fn course_line(view: &View<'_>, event: &Event) -> Option<String> {
    let deck = deck(view);
    Some(match event {
        Event::RoundStarted { round, dealer } => {
            let dealer = dealer.map(|seat| format!(", {} deals", who(view, seat)));
            format!("round {round}{}", dealer.unwrap_or_default())
        }
        Event::TurnEnded { seat, how: TurnEnd::Overtaken, .. } => {
            format!("{} is overtaken", who(view, *seat))
        }
        Event::TurnStarted { seat, .. } => format!("turn of {}", who(view, *seat)),
        Event::ColorSet { color, .. } => {
            let color = view.paint.color(deck, Some(*color), deck.color_name(*color));
            format!("the color is {color}")
        }
        Event::SymbolSet { symbol } => format!("the symbol is {}", deck.symbol_name(*symbol)),
        Event::DirectionChanged { clockwise } => {
            format!("the direction is {}", if *clockwise { "cw" } else { "ccw" })
        }
        Event::SeatSkipped { seat } => format!("{} is skipped", who(view, *seat)),
        Event::DebtChanged { change, seat, draw, skip } => {
            let what = owed(*draw, *skip);
            let seat = seat.map_or("the next seat".into(), |seat| who(view, seat));
            match change {
                DebtChange::Opened | DebtChange::Grown | DebtChange::Moved => {
                    format!("{seat} owes {what}")
                }
                DebtChange::Forgiven => format!("{seat} is forgiven {what}"),
                DebtChange::Delayed => format!("{seat} will owe {what} later"),
            }
        }
        Event::DebtPaid { seat, draw, .. } => format!("{} pays {draw}", who(view, *seat)),
        Event::RoundEnded { winners, why } => {
            format!("the round is over ({}); won by {}", why.text(), list(view, winners))
        }
        Event::Scored { seat, points, total } => {
            format!("{} scores {points}, {total} in all", who(view, *seat))
        }
        Event::DroppedOut { seat, total } => {
            format!("{} drops out with {total}", who(view, *seat))
        }
        Event::MatchEnded { winners } => format!("the match is won by {}", list(view, winners)),
        Event::Contested { verb, rule } => format!("{rule} would have replaced {verb} as well"),
        _ => return None,
    })
}

/// What seats do and what is done to them.
fn seat_line(view: &View<'_>, event: &Event) -> Option<String> {
    let deck = deck(view);
    let at = |seat: &Seat| who(view, *seat);
    Some(match event {
        Event::Asked { seat, text, options, .. } => {
            let options: Vec<String> = options.iter().map(|o| o.show_answer(deck)).collect();
            let text = crate::script::clean_text(text);
            // Nobody else sees what may be answered to a private question.
            let options = match options.join(" ") {
                hidden if hidden.is_empty() => hidden,
                options => format!(" [{options}]"),
            };
            format!("{} is asked: {text}{options}", at(seat))
        }
        Event::Answered { seat, answer, .. } => {
            format!("{} answers {}", at(seat), answer.show_answer(deck))
        }
        Event::Offered { seat, name, .. } => format!("{} takes up {name}", at(seat)),
        Event::Challenged { seat, of, upheld } => {
            let verdict = if *upheld { "rightly" } else { "wrongly" };
            format!("{} challenges {}, {verdict}", at(seat), at(of))
        }
        Event::Called { seat } => format!("{} calls", at(seat)),
        Event::CalledFalsely { seat } => format!("{} calls without need", at(seat)),
        Event::Exposed { seat } => format!("{} may be caught", at(seat)),
        Event::Caught { seat, of } => format!("{} catches {}", at(seat), at(of)),
        Event::CaughtFalsely { seat, of } => format!("{} catches {} wrongly", at(seat), at(of)),
        Event::Hinted { seat } => format!("{} has hinted", at(seat)),
        Event::Passed { seat, stuck: true } => format!("{} can do nothing", at(seat)),
        Event::Passed { seat, .. } => format!("{} passes", at(seat)),
        Event::WentOut { seat, place } => format!("{} is out, place {place}", at(seat)),
        Event::WinRefused { seat, why } => format!("{} may not go out: {why}", at(seat)),
        Event::KnockedOut { seat } => format!("{} is knocked out", at(seat)),
        Event::CameBack { seat } => format!("{} is back", at(seat)),
        Event::SeatLeft { seat } => format!("{} leaves", at(seat)),
        Event::Said { text, .. } => crate::script::clean_text(text),
        _ => return None,
    })
}

/// What is owed, in words: cards, turns, or both.
pub(super) fn owed(draw: u16, skip: u8) -> String {
    let count = |n: u16, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
    match (draw, skip) {
        (draw, 0) => count(draw, "card"),
        (0, skip) => count(u16::from(skip), "turn"),
        (draw, skip) => format!("{}, {}", count(draw, "card"), count(u16::from(skip), "turn")),
    }
}

/// The lines of what happened as a seat may know it; without one, as all may.
pub fn seen_lines(session: &Session, events: &[Told], viewer: Option<Seat>) -> Vec<String> {
    let view =
        View { table: session.table(), names: session.seat_names(), paint: session.paint, viewer };
    // A seat that is at no table knows what all know.
    let eyes = viewer.unwrap_or(Seat(u8::MAX));
    let seen = |told: &Told| match (&told.event, told.event.seen_by(eyes)?) {
        (Event::Drew { seat, cards, .. }, Event::Drew { cards: seen, reason, cause, .. })
            if seen.len() < cards.len() =>
        {
            let n = cards.len();
            let what = if n == 1 { "a card".into() } else { format!("{n} cards") };
            let cause = cause.as_deref().unwrap_or(reason.text());
            Some(format!("  {} draws {what} ({cause})", view.seat(*seat)))
        }
        (Event::HandShown { owner, to, .. }, Event::HandShown { cards: seen, .. })
            if seen.is_empty() =>
        {
            let owner = owner.map_or("a hand".into(), |owner| view.seat(owner));
            Some(format!("  {} is shown the cards of {owner}", view.seat(*to)))
        }
        // Whose turn it is the next lines tell.
        (Event::TurnStarted { .. }, _) => None,
        (_, event) => line(&view, &Told { event, by: told.by }),
    };
    events.iter().filter_map(seen).collect()
}
