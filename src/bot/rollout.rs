//! `rollout`: imagines hands that fit what it has seen, plays every action out to the end of the
//! round against greedy players, and takes the action that ends best on average. Every action is
//! tried in the same imagined worlds. It sees its own observation only.

use super::{Bot, Greedy, View, any};
use crate::engine::definition::Game;
use crate::engine::{Match, Refusal};
use crate::rng::Stream;
use crate::table::{Action, Seat, Status};
use std::rc::Rc;

/// Imagined worlds for one decision.
const WORLDS: u32 = 12;
/// Actions after which a playout is judged as it stands.
const HORIZON: u32 = 400;

/// Plays every action out.
#[derive(Default)]
pub struct Rollout {
    /// The game that is imagined in: a copy, so that its figures are not those of the real one.
    game: Option<(Rc<Game>, Rc<Game>)>,
}

impl Rollout {
    fn game(&mut self, real: &Rc<Game>) -> Rc<Game> {
        match &self.game {
            Some((of, copy)) if Rc::ptr_eq(of, real) => Rc::clone(copy),
            _ => {
                let copy = Rc::new(Game::clone(real));
                self.game = Some((Rc::clone(real), Rc::clone(&copy)));
                copy
            }
        }
    }

    /// The action that ends best on average; `stay`: doing nothing is one more choice, the last.
    fn try_out(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        stay: bool,
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        let game = self.game(view.game());
        let n = actions.len() + usize::from(stay);
        let mut worth = vec![0i64; n];
        let mut list = Vec::new();
        for _ in 0..WORLDS {
            let world = view.imagined(&game, random);
            for (at, worth) in worth.iter_mut().enumerate() {
                let mut table = world.clone();
                // An action may be refused in a world where a hand differs: it is worth nothing.
                let done = actions
                    .get(at)
                    .map_or(Ok(()), |action| table.apply(view.seat(), *action).map(|_| ()));
                if done.is_ok() {
                    *worth += play_out(&mut table, view.seat(), &mut list, random)?;
                }
            }
        }
        let most = worth.iter().max().copied().unwrap_or_default();
        let best: Vec<usize> = (0..n).filter(|at| worth[*at] == most).collect();
        Ok(best[random.below(best.len() as u32) as usize])
    }
}

/// Plays to the end of the round; how good that is for a seat.
fn play_out(
    table: &mut Match,
    own: Seat,
    list: &mut Vec<Action>,
    random: &mut Stream,
) -> Result<i64, Refusal> {
    for _ in 0..HORIZON {
        let seat = match table.state().status() {
            Status::Over => break,
            Status::Turn(seat) | Status::Debt(seat) => seat,
            Status::Ask(seats) => match seats.iter().next() {
                Some(seat) => seat,
                None => break,
            },
        };
        table.legal_actions_into(seat, list)?;
        if list.is_empty() {
            break;
        }
        let action = Greedy::pick(&View::new(table, seat), list, random);
        table.apply_listed(seat, action)?;
    }
    let state = table.state();
    let deck = &table.game().deck;
    let own_points = state.place(own).hand.points(deck);
    let won = state.over.as_ref().is_some_and(|over| over.winners.contains(&own));
    let others: i64 = state.all().map(|seat| state.place(seat).hand.points(deck)).sum::<i64>();
    Ok(if won { 200 + others } else { -own_points - 5 * state.place(own).hand.len() as i64 })
}

impl Bot for Rollout {
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Action, Refusal> {
        // A call costs nothing: a play without it is tried only where it cannot be made.
        let calls = |card| actions.contains(&Action::Play { card, call: true });
        let worth_trying = |action: &&Action| match action {
            Action::Play { card, call: false } => !calls(*card),
            Action::Call => view.exposed(view.seat()),
            Action::Catch(of) => view.exposed(*of),
            _ => true,
        };
        let list: Vec<Action> = actions.iter().filter(worth_trying).copied().collect();
        match list[..] {
            [] => Ok(any(actions, random)),
            [only] => Ok(only),
            _ => Ok(list[self.try_out(view, &list, false, random)?]),
        }
    }
    fn react(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<Action>, Refusal> {
        if let Some(action) = super::call_or_catch(view, actions) {
            return Ok(Some(action));
        }
        let plays: Vec<Action> =
            actions.iter().filter(|a| matches!(a, Action::Play { .. })).copied().collect();
        if plays.is_empty() {
            return Ok(None);
        }
        let at = self.try_out(view, &plays, true, random)?;
        Ok(plays.get(at).copied())
    }
    fn reacts(&self) -> bool {
        true
    }
}
