//! `rollout`: plays as `careful` until the end of the round is near, and then asks whether anything
//! else ends better. It imagines hands that fit what it has seen, plays each action out among
//! careful players in the same imagined worlds, and does otherwise only where that is better by
//! more than three standard errors: one world says little, and who believes it plays worse than
//! `careful`. It sees its own observation only.

use super::{Bot, Careful, View, any, careful};
use crate::cards::meant_then;
use crate::engine::definition::Game;
use crate::engine::{Code, Match, Refusal};
use crate::rng::Stream;
use crate::table::{Action, Seat, State, Status};
use std::rc::Rc;

/// How much a rollout bot thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Imagined worlds for one decision; each action is played out once in each of them.
    pub playouts: u32,
    /// Actions of a playout, after which it is judged as it stands.
    pub depth: u32,
    /// Actions that are tried: those that look best to `careful`.
    pub width: usize,
    /// It looks ahead once anybody holds so many cards or fewer; before that it plays as `careful`.
    pub from: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { playouts: 32, depth: 400, width: 4, from: 3 }
    }
}

/// A setting: its name, the least and the most that it can be.
const SETTINGS: [(&str, u32, u32); 4] =
    [("playouts", 1, 1000), ("depth", 1, 400), ("width", 2, 100), ("from", 1, 250)];

impl Effort {
    /// Reads `playouts=8:depth=40`; what is not named stays as it is.
    ///
    /// # Errors
    /// When there is no such setting, or the number is out of its bounds.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let bad = |text: String| Err(Refusal::new(Code::BadValue, text));
        let mut effort = Self::default();
        for part in text.split(':') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let Some((_, least, most)) = SETTINGS.iter().find(|(known, ..)| *known == name) else {
                let names = SETTINGS.map(|(name, ..)| name);
                let near = meant_then(name, names);
                let known = names.join(" ");
                return bad(format!(
                    "rollout has no setting {name:?}{near} Known: {known}, as in \
                     rollout:playouts=8:depth=40"
                ));
            };
            let number = value.parse::<u32>().ok().filter(|n| (*least..=*most).contains(n));
            let Some(number) = number else {
                return bad(format!(
                    "rollout:{name}: expected a whole number from {least} to {most}, found \
                     {value:?}"
                ));
            };
            match name {
                "playouts" => effort.playouts = number,
                "depth" => effort.depth = number,
                "width" => effort.width = number as usize,
                _ => effort.from = number as usize,
            }
        }
        Ok(effort)
    }
}

/// Plays its actions out.
#[derive(Default)]
pub struct Rollout {
    effort: Effort,
    /// The game that is imagined in: a copy, so that its figures are not those of the real one.
    game: Option<(Rc<Game>, Rc<Game>)>,
    /// The actions of whoever is due in a playout.
    list: Vec<Action>,
}

impl Rollout {
    /// A bot that thinks so much.
    pub const fn new(effort: Effort) -> Self {
        Self { effort, game: None, list: Vec::new() }
    }
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

    /// Whether the end is so far off that a playout would say little.
    fn early(&self, view: &View<'_>) -> bool {
        let least = view.others().map(|seat| view.count(seat)).min().unwrap_or_default();
        least.min(view.hand().len()) > self.effort.from
    }

    /// The place of the action that ends best on average: the first, unless another is surely
    /// better. Nothing instead of an action: to do nothing.
    fn try_out(
        &mut self,
        view: &View<'_>,
        actions: &[Option<Action>],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        let game = self.game(view.game());
        let mut rivals: Vec<(usize, Sums)> =
            (1..actions.len()).map(|at| (at, Sums::new())).collect();
        for world in 1..=self.effort.playouts {
            let mut table = view.imagined(&game, random);
            let begin = table.snapshot();
            let base = self.try_one(&mut table, view.seat(), actions[0], random)?;
            for (at, sums) in &mut rivals {
                table.restore(Rc::clone(&begin));
                let worth = self.try_one(&mut table, view.seat(), actions[*at], random)?;
                sums.add(worth - base);
            }
            if world == self.effort.playouts / 2 {
                rivals.retain(|(_, sums)| sums.sum > 0);
            }
            if rivals.is_empty() {
                break;
            }
        }
        let better = rivals.iter().filter(|(_, sums)| sums.sure());
        Ok(better.max_by_key(|(_, sums)| sums.sum).map_or(0, |(at, _)| *at))
    }

    /// How good an action is in a world. One that is refused there, since another hand differs, is
    /// as good as nothing done.
    fn try_one(
        &mut self,
        table: &mut Match,
        own: Seat,
        action: Option<Action>,
        random: &mut Stream,
    ) -> Result<i64, Refusal> {
        if let Some(action) = action {
            let _ = table.apply(own, action);
        }
        // The same chance for every action: what differs comes from the action.
        self.play_out(table, own, &mut random.clone())
    }

    /// Plays to the end of the round, or as deep as it goes; how good that is for a seat.
    fn play_out(
        &mut self,
        table: &mut Match,
        own: Seat,
        random: &mut Stream,
    ) -> Result<i64, Refusal> {
        for _ in 0..self.effort.depth {
            let seat = match table.state().status() {
                Status::Over => break,
                Status::Turn(seat) | Status::Debt(seat) => seat,
                Status::Ask(seats) => match seats.iter().next() {
                    Some(seat) => seat,
                    None => break,
                },
            };
            table.legal_actions_into(seat, &mut self.list)?;
            if self.list.is_empty() {
                break;
            }
            let view = View::new(table, seat);
            let action = self.list[Careful.choose(&view, &self.list, random)?];
            table.apply_listed(seat, action)?;
        }
        Ok(prospect(table.state(), &table.game().deck, own))
    }
}

/// Differences to what `careful` would do: how many, their sum, the sum of their squares.
struct Sums {
    n: i64,
    sum: i64,
    squares: i64,
}

impl Sums {
    const fn new() -> Self {
        Self { n: 0, sum: 0, squares: 0 }
    }
    const fn add(&mut self, x: i64) {
        self.n += 1;
        self.sum += x;
        self.squares += x * x;
    }
    /// Whether their mean is above 0 by more than three standard errors. Whole numbers only, so
    /// that
    /// no machine rounds otherwise.
    fn sure(&self) -> bool {
        let Self { n, sum, squares } = *self;
        let wide = |x: i64| i128::from(x);
        sum > 0 && n > 1 && wide(sum * sum) * wide(n - 1) > 9 * wide(n * squares - sum * sum)
    }
}

/// How good a position is for a seat: a won round counts 200 and the others' cards, a lost one
/// costs
/// its own cards; of a round that is not over, each as likely as its hand is small.
fn prospect(state: &State, deck: &crate::cards::Deck, own: Seat) -> i64 {
    let hand = |seat: Seat| &state.place(seat).hand;
    let others: i64 = state.all().map(|seat| hand(seat).points(deck)).sum();
    let lost = -hand(own).points(deck) - 5 * hand(own).len() as i64;
    if let Some(over) = &state.over {
        return if over.winners.contains(&own) { 200 + others } else { lost };
    }
    let chance = |seat: Seat| 10_000 / (1 + hand(seat).len() as i64).pow(2);
    let all: i64 = state.all().filter(|seat| state.active(*seat)).map(chance).sum();
    lost + (200 + others - lost) * chance(own) / all.max(1)
}

/// The places of the actions that are worth thinking about. A call costs nothing: a play without
/// it is tried only where it cannot be made.
fn worth_trying(view: &View<'_>, actions: &[Action]) -> Vec<usize> {
    let calls = |card| actions.contains(&Action::Play { card, call: true });
    let worth_trying = |at: &usize| match actions[*at] {
        Action::Play { card, call: false } => !calls(card),
        Action::Call => view.exposed(view.seat()),
        Action::Catch(of) => view.exposed(of),
        _ => true,
    };
    (0..actions.len()).filter(worth_trying).collect()
}

impl Bot for Rollout {
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal> {
        let places = worth_trying(view, actions);
        let list: Vec<Action> = places.iter().map(|at| actions[*at]).collect();
        let first = match list[..] {
            [] => return Ok(any(actions, random)),
            [_] => return Ok(places[0]),
            _ => Careful.choose(view, &list, random)?,
        };
        if self.early(view) {
            return Ok(places[first]);
        }
        // With a card to lay, to draw or to pass is hardly ever better, and dear where chance alone
        // makes it look so.
        let lays = matches!(list[first], Action::Play { .. });
        let idle = |at: usize| matches!(list[at], Action::Draw | Action::Pass);
        let rival = |at: &usize| *at != first && !(lays && idle(*at));
        let mut others: Vec<usize> = (0..list.len()).filter(rival).collect();
        if others.is_empty() {
            return Ok(places[first]);
        }
        others.sort_by_cached_key(|at| std::cmp::Reverse(careful::worth(view, &list[*at])));
        others.truncate(self.effort.width - 1);
        let tried: Vec<usize> = std::iter::once(first).chain(others).collect();
        let actions: Vec<Option<Action>> = tried.iter().map(|at| Some(list[*at])).collect();
        Ok(places[tried[self.try_out(view, &actions, random)?]])
    }
    fn react(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        let found = Careful.react(view, actions, random)?;
        match found.map(|at| actions[at]) {
            Some(jump @ Action::Play { .. }) if !self.early(view) => {
                let jumps = self.try_out(view, &[Some(jump), None], random)? == 0;
                Ok(found.filter(|_| jumps))
            }
            _ => Ok(found),
        }
    }
    fn reacts(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_read() {
        let read = Effort::parse("playouts=8:depth=40").unwrap();
        assert_eq!(read, Effort { playouts: 8, depth: 40, ..Effort::default() });
        let told = |text: &str| Effort::parse(text).unwrap_err().text;
        assert!(told("playout=8").contains("did you mean playouts?"));
        assert!(told("playouts=0").contains("from 1 to 1000"));
        for wrong in ["", "8", "width=1", "depth=", "depth=x", "depth=5:", "playouts=-1"] {
            assert!(Effort::parse(wrong).is_err(), "{wrong}");
        }
    }
}
