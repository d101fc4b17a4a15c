//! The tables that hooks are given most, of a turn and of a play of a single card: made once for
//! each depth of entries and filled anew for each entry.

use std::rc::Rc;

use super::desk::{Desk, Stands, error};
use super::sandbox::{Answer, FIELDS_MAX, Given, Kept, Shape, Vm};
use super::subject::build;
use crate::engine::host::{Candidate, Subject};
use crate::table::{Event, Play, Seat, WentOut};

/// The shapes: of a turn, of a play.
pub(super) fn shapes(vm: &Vm, desk: &Desk) -> mlua::Result<[Shape; 2]> {
    let words = |words: &[&'static str]| -> mlua::Result<Vec<Kept>> {
        words.iter().map(|word| desk.word(word)).collect()
    };
    let turn = words(&["seat", "no", "how"])?;
    let play = words(&["seat", "card", "cards", "how", "last", "drawn", "went_out"])?;
    let fixed = [("index", 1.into()), ("count", 1.into()), ("top", true.into())];
    let mut same = vec![(desk.word("pile")?.into(), desk.word("discard")?.into())];
    for (name, value) in fixed {
        same.push((desk.word(name)?.into(), value));
    }
    let meta = desk.play_meta.get().copied();
    Ok([vm.shape(turn, Vec::new(), None), vm.shape(play, same, meta)])
}

fn shape(desk: &Desk, which: usize) -> mlua::Result<Shape> {
    let shapes = desk.shapes.get().ok_or_else(|| error("the engine is not ready"))?;
    Ok(shapes[which])
}

fn seat_no(seat: Seat) -> Answer {
    Answer::Number(seat.number() as f64)
}

fn turn(desk: &Desk, seat: Seat, no: u32, how: Option<&'static str>) -> mlua::Result<Given> {
    let mut values = [Answer::Nil; FIELDS_MAX];
    values[0] = seat_no(seat);
    values[1] = Answer::Number(f64::from(no));
    if let Some(how) = how {
        values[2] = Answer::Kept(desk.word(how)?);
    }
    Ok(Given::Filled(shape(desk, 0)?, values))
}

/// The second argument of a hook: of the shapes above where it can be.
pub(super) fn given(vm: &Vm, desk: &Rc<Desk>, subject: &Subject<'_>) -> mlua::Result<Given> {
    Ok(match subject {
        Subject::Turn { seat, no } => turn(desk, *seat, *no, None)?,
        Subject::Event(Event::TurnStarted { seat, no, how }) => {
            turn(desk, *seat, *no, Some(how.text()))?
        }
        Subject::Event(Event::TurnEnded { seat, no, how }) => {
            turn(desk, *seat, *no, Some(how.text()))?
        }
        Subject::Candidate(card) => candidate(vm, desk, *card)?,
        Subject::Play(play) if play.more.is_empty() => single_play(vm, desk, play)?,
        subject => Given::Plain(build(desk, subject)?),
    })
}

fn candidate(vm: &Vm, desk: &Desk, card: Candidate) -> mlua::Result<Given> {
    let (own, alone) = desk.cards.with_alone(card.card);
    let how = Answer::Kept(desk.word(card.how.text())?);
    let (last, drawn) = (Answer::Bool(card.last), Answer::Bool(card.drawn));
    let no = Answer::Bool(false);
    let values = [seat_no(card.seat), own, alone, how, last, drawn, no, Answer::Nil];
    about(vm, desk, Stands::Candidate(card), values)
}

fn single_play(vm: &Vm, desk: &Desk, play: &Play) -> mlua::Result<Given> {
    let (own, alone) = desk.cards.with_alone(play.card);
    let how = Answer::Kept(desk.word(play.how.text())?);
    let (last, drawn) = (Answer::Bool(play.last), Answer::Bool(play.drawn));
    let out = match play.went_out {
        WentOut::No => Answer::Bool(false),
        WentOut::Place => Answer::Kept(desk.word("place")?),
        WentOut::Round => Answer::Kept(desk.word("round")?),
    };
    let values = [seat_no(play.seat), own, alone, how, last, drawn, out, Answer::Nil];
    // Nearly always it is what the hook grew out of, which the scope has a copy of.
    let lent = desk.with(|scope| Ok(scope.play.clone()))?.filter(|lent| **lent == *play);
    let play = lent.unwrap_or_else(|| Rc::new(play.clone()));
    about(vm, desk, Stands::Play(play), values)
}

/// The table of a play that an entry is about; it can be handed back to the engine.
fn about(
    vm: &Vm,
    desk: &Desk,
    stands: Stands,
    values: [Answer; FIELDS_MAX],
) -> mlua::Result<Given> {
    let shape = shape(desk, 1)?;
    let place = vm.place(shape)?;
    desk.with(|scope| {
        scope.about = Some((place, stands));
        Ok(())
    })?;
    Ok(Given::Filled(shape, values))
}
