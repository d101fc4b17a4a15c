//! Commands that let chance choose: bot, step, auto, until.

use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use crate::bot;
use crate::engine::{Code, Refusal};
use crate::interrupt;
use crate::limits::TURN_LIMIT;
use crate::rng::Stream;
use crate::script::{bot_named, bot_names};
use crate::table::{Seat, Status};

/// `bot SEAT NAME|none`
pub fn bot(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    let known_bots = format!("a bot: {}, or none", bot_names().join(", "));
    let name = args.word(&known_bots)?.to_string();
    args.end()?;
    if name == "none" {
        session.bots.remove(&seat);
    } else {
        bot_named(&name).map_err(|refusal| match refusal.code {
            Code::BadValue => args.wrong(Code::BadValue, &known_bots, Some(&name)),
            _ => refusal,
        })?;
        session.bots.insert(seat, name);
    }
    say("")
}

/// One action of a seat that is due, chosen by its bot; without one evenly among all legal ones.
/// The choice depends on the seed and the position only, so that undo and redo meet the same.
fn chance(session: &mut Session) -> Result<Seat, Refusal> {
    let Some(seat) = session.due() else {
        return Err(bad(Code::RoundOver, "the round is over; `deal` starts the next"));
    };
    let actions = session.table().legal_actions(seat)?;
    let key = format!("step {}", session.state().hash());
    if actions.is_empty() {
        return Err(bad(Code::NoEffect, format!("seat {seat} is due and has no action")));
    }
    let mut random = Stream::new(session.now.seed, &key);
    let name = session.bots.get(&seat).map_or("uniform", String::as_str);
    let mut chooser = bot_named(name)?;
    let view = bot::View::new(session.table(), seat);
    let chosen = chooser.choose(&view, &actions, &mut random)?;
    session.act(seat, actions[chosen])?;
    Ok(seat)
}

/// `step`
pub fn step(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    let seat = chance(session)?;
    let text = session.steps.last().map(|step| step.text.clone()).unwrap_or_default();
    say(format!("{seat}: {text}"))
}

/// Steps until the test holds; it never holds where the limit is reached.
fn steps(
    session: &mut Session,
    most: u32,
    enough: impl Fn(&Session) -> bool,
) -> Result<u32, Refusal> {
    let mut done = 0;
    while done < most && !enough(session) && session.due().is_some() {
        if interrupt::pressed() {
            return Err(bad(
                Code::NoEffect,
                format!("stopped after {done} steps; nothing is done"),
            ));
        }
        chance(session)?;
        done += 1;
    }
    Ok(done)
}

/// `auto [N]`
pub fn auto(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let n = if args.is_done() { None } else { Some(args.number::<u32>("a number of steps")?) };
    args.end()?;
    if n.is_none() && session.bots.is_empty() {
        let text =
            "no seat has a bot; `bot 2 random` gives it one, `auto 10` takes 10 steps anyway";
        return Err(bad(Code::NoEffect, text));
    }
    let done = match n {
        Some(n) => steps(session, n.min(3 * TURN_LIMIT), |_| false)?,
        None => steps(session, 3 * TURN_LIMIT, |session| {
            session.due().is_none_or(|seat| !session.bots.contains_key(&seat))
        })?,
    };
    say(format!("{done} steps"))
}

/// `until over|ask|debt|turn SEAT`
pub fn until(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let what = args.word("over, ask, debt or turn SEAT")?.to_lowercase();
    let seat = if what == "turn" { Some(args.seat()?) } else { None };
    args.end()?;
    let test = move |status: Status| match what.as_str() {
        "over" => Ok(status == Status::Over),
        "ask" => Ok(matches!(status, Status::Ask(_))),
        "debt" => Ok(matches!(status, Status::Debt(_))),
        "turn" => Ok(Some(status) == seat.map(Status::Turn)),
        other => Err(other.to_string()),
    };
    if let Err(other) = test(Status::Over) {
        return Err(args.wrong(Code::BadValue, "over, ask, debt or turn SEAT", Some(&other)));
    }
    let done =
        steps(session, 3 * TURN_LIMIT, |session| test(session.state().status()).unwrap_or(true))?;
    if !test(session.state().status()).unwrap_or(false) {
        let text = format!("{done} steps, and it has not come to that");
        return Err(bad(Code::NoEffect, text));
    }
    say(format!("{done} steps"))
}
