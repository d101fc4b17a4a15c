//! The tables that hooks are given most, of a turn and of a play of a single card: made once for
//! each depth of entries and filled anew for each entry.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::desk::{Desk, Stands, error};
use super::reads::Fields;
use super::sandbox::{Field, Fill, Given, Kept, Shape, Vm};
use super::subject::{COSTLY, build};
use crate::engine::host::{Candidate, Subject};
use crate::table::{Event, Play, Seat, WentOut};

/// The fields of a turn, and of a play, that differ from entry to entry.
const TURN: &[&str] = &["seat", "no", "how"];
const PLAY: &[&str] = &["seat", "card", "cards", "how", "last", "drawn", "went_out"];

/// The shapes: of a turn, of a play.
pub(super) fn shapes(vm: &Vm, desk: &Desk) -> mlua::Result<[Shape; 2]> {
    let words = |words: &[&'static str]| -> mlua::Result<Vec<Kept>> {
        words.iter().map(|word| desk.word(word)).collect()
    };
    let fixed = [("index", 1.into()), ("count", 1.into()), ("top", true.into())];
    let mut same = vec![(desk.word("pile")?.into(), desk.word("discard")?.into())];
    for (name, value) in fixed {
        same.push((desk.word(name)?.into(), value));
    }
    let meta = desk.play_meta.get().copied();
    Ok([vm.shape(words(TURN)?, Vec::new(), None), vm.shape(words(PLAY)?, same, meta)])
}

/// What a function may look at of the tables it is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wants {
    /// Fields of a turn and of a play: one bit each.
    turn: u8,
    play: u8,
    /// Which play it is: for the engine when the table is handed back, or for its costly fields.
    which: bool,
    /// Whether it looks at the table at all.
    table: bool,
}

impl Wants {
    /// What a function that reads these fields may look at.
    pub fn of(fields: &Fields) -> Self {
        let bits = |names: &[&str]| {
            let wanted = names.iter().enumerate().filter(|(_, name)| fields.has(name));
            wanted.fold(0, |bits, (at, _)| bits | 1 << at)
        };
        let which = COSTLY.iter().any(|name| fields.has(name));
        let table = *fields != Fields::These(BTreeSet::new());
        Self { turn: bits(TURN), play: bits(PLAY), which, table }
    }
}

fn shape(desk: &Desk, which: usize) -> mlua::Result<Shape> {
    let shapes = desk.shapes.get().ok_or_else(|| error("the engine is not ready"))?;
    Ok(shapes[which])
}

fn seat_no(seat: Seat) -> Field {
    Field::Number(seat.number() as f64)
}

fn turn<'f>(
    desk: &Desk,
    wants: Wants,
    fields: &'f mut Fill,
    (seat, no): (Seat, u32),
    how: Option<&'static str>,
) -> mlua::Result<Given<'f>> {
    fields.begin(wants.turn, seat);
    fields.set(0, || Ok(seat_no(seat)))?;
    fields.set(1, || Ok(Field::Number(f64::from(no))))?;
    fields.set(2, || how.map_or(Ok(Field::Nil), |how| desk.word(how).map(Field::Kept)))?;
    Ok(Given::Filled(shape(desk, 0)?, fields))
}

/// The second argument of a hook: of the shapes above where it can be. `fields` is a place for
/// those of such a table.
pub(super) fn given<'f>(
    vm: &Vm,
    desk: &Rc<Desk>,
    subject: &Subject<'_>,
    wants: Wants,
    fields: &'f mut Fill,
) -> mlua::Result<Given<'f>> {
    let shaped = match subject {
        Subject::Turn { .. } | Subject::Candidate(_) => true,
        Subject::Event(event) => {
            matches!(event, Event::TurnStarted { .. } | Event::TurnEnded { .. })
        }
        Subject::Play(play) => play.more.is_empty(),
        _ => false,
    };
    if shaped && !wants.table {
        return Ok(Given::Unread);
    }
    Ok(match subject {
        Subject::Turn { seat, no } => turn(desk, wants, fields, (*seat, *no), None)?,
        Subject::Event(Event::TurnStarted { seat, no, how }) => {
            turn(desk, wants, fields, (*seat, *no), Some(how.text()))?
        }
        Subject::Event(Event::TurnEnded { seat, no, how }) => {
            turn(desk, wants, fields, (*seat, *no), Some(how.text()))?
        }
        Subject::Candidate(card) => candidate(vm, desk, *card, wants, fields)?,
        Subject::Play(play) if play.more.is_empty() => single_play(vm, desk, play, wants, fields)?,
        subject => Given::Plain(build(desk, subject)?),
    })
}

fn candidate<'f>(
    vm: &Vm,
    desk: &Desk,
    card: Candidate,
    wants: Wants,
    fields: &'f mut Fill,
) -> mlua::Result<Given<'f>> {
    fields.begin(wants.play, card.seat);
    fields.set(0, || Ok(seat_no(card.seat)))?;
    fields.set(1, || Ok(desk.cards.field(card.card)))?;
    fields.set(2, || Ok(desk.cards.alone_field(card.card)))?;
    fields.set(3, || desk.word(card.how.text()).map(Field::Kept))?;
    fields.set(4, || Ok(Field::Bool(card.last)))?;
    fields.set(5, || Ok(Field::Bool(card.drawn)))?;
    fields.set(6, || Ok(Field::Bool(false)))?;
    about(vm, desk, wants, fields, || Stands::Candidate(card))?;
    Ok(Given::Filled(shape(desk, 1)?, fields))
}

fn single_play<'f>(
    vm: &Vm,
    desk: &Desk,
    play: &Play,
    wants: Wants,
    fields: &'f mut Fill,
) -> mlua::Result<Given<'f>> {
    fields.begin(wants.play, play.seat);
    fields.set(0, || Ok(seat_no(play.seat)))?;
    fields.set(1, || Ok(desk.cards.field(play.card)))?;
    fields.set(2, || Ok(desk.cards.alone_field(play.card)))?;
    fields.set(3, || desk.word(play.how.text()).map(Field::Kept))?;
    fields.set(4, || Ok(Field::Bool(play.last)))?;
    fields.set(5, || Ok(Field::Bool(play.drawn)))?;
    fields.set(6, || {
        Ok(match play.went_out {
            WentOut::No => Field::Bool(false),
            WentOut::Place => Field::Kept(desk.word("place")?),
            WentOut::Round => Field::Kept(desk.word("round")?),
        })
    })?;
    about(vm, desk, wants, fields, || {
        // Nearly always it is what the hook grew out of, which the scope has a copy of.
        let lent = desk.glance(|scope| scope.play.clone()).filter(|lent| **lent == *play);
        Stands::Play(lent.unwrap_or_else(|| Rc::new(play.clone())))
    })?;
    Ok(Given::Filled(shape(desk, 1)?, fields))
}

/// Notes what play the table of an entry stands for, where that may be asked.
fn about(
    vm: &Vm,
    desk: &Desk,
    wants: Wants,
    fields: &Fill,
    stands: impl FnOnce() -> Stands,
) -> mlua::Result<()> {
    if !wants.which {
        return Ok(());
    }
    let place = vm.place(shape(desk, 1)?, fields)?;
    let stands = stands();
    desk.with(|scope| {
        scope.about = Some((place, stands));
        Ok(())
    })
}
