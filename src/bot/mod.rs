//! Bots: something that chooses for a seat, from what that seat may know and the actions it has.

mod careful;
mod greedy;
mod random;
mod rollout;
mod uniform;
mod view;

pub use careful::Careful;
pub use greedy::Greedy;
pub use random::Random;
pub use rollout::{Effort, Rollout};
pub use uniform::Uniform;
pub use view::View;

use crate::engine::{Code, Refusal};
use crate::rng::Stream;
use crate::table::{Action, AskKind, Seat, Value};

/// Something that chooses for a seat.
pub trait Bot {
    /// The place of one of the actions, which are all that the seat may do now and never none.
    ///
    /// # Errors
    /// When the bot is a script and fails.
    fn choose(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<usize, Refusal>;
    /// What it does while another seat is due: the place of one of the actions, or nothing.
    ///
    /// # Errors
    /// When the bot is a script and fails.
    fn react(
        &mut self,
        view: &View<'_>,
        actions: &[Action],
        random: &mut Stream,
    ) -> Result<Option<usize>, Refusal> {
        let _ = (view, actions, random);
        Ok(None)
    }
    /// Whether it ever does anything while another seat is due.
    fn reacts(&self) -> bool {
        false
    }
    /// Whether it may overlook its own call, or a seat that it could catch.
    fn forgets(&self) -> bool {
        self.reacts()
    }
}

/// The bot of this name, with its settings: `rollout:playouts=8:depth=40`. Nothing where the
/// program has none of that name.
///
/// # Errors
/// When it has no such settings.
pub fn named(name: &str) -> Option<Result<Box<dyn Bot>, Refusal>> {
    let (name, settings) = name.split_once(':').map_or((name, None), |(n, s)| (n, Some(s)));
    let bot: Box<dyn Bot> = match (name, settings) {
        ("rollout", Some(settings)) => match Effort::parse(settings) {
            Ok(effort) => Box::new(Rollout::new(effort)),
            Err(refusal) => return Some(Err(refusal)),
        },
        (known, Some(_)) if NAMES.contains(&known) => {
            let text = format!("{known} has no settings; only rollout has");
            return Some(Err(Refusal::new(Code::BadValue, text)));
        }
        ("random", None) => Box::new(Random),
        ("uniform", None) => Box::new(Uniform),
        ("greedy", None) => Box::new(Greedy),
        ("careful", None) => Box::new(Careful),
        ("rollout", None) => Box::<Rollout>::default(),
        _ => return None,
    };
    Some(Ok(bot))
}

/// The names of all bots that are part of the program.
pub const NAMES: &[&str] = &["random", "uniform", "greedy", "careful", "rollout"];

/// Evenly one of the actions.
fn any(actions: &[Action], random: &mut Stream) -> usize {
    random.below(actions.len() as u32) as usize
}

/// Which of the actions is worth most, by an even lot among equals.
fn best(
    actions: &[Action],
    random: &mut Stream,
    mut worth: impl FnMut(&Action) -> i64,
) -> Option<usize> {
    best_of(actions, |_| true, random, &mut worth)
}

/// The same among some of them.
fn best_of(
    actions: &[Action],
    counts: fn(&Action) -> bool,
    random: &mut Stream,
    worth: &mut dyn FnMut(&Action) -> i64,
) -> Option<usize> {
    let mut found: Option<(i64, usize)> = None;
    let mut equals = 0;
    for (at, action) in actions.iter().enumerate().filter(|(_, action)| counts(action)) {
        let worth = worth(action);
        match found {
            Some((most, _)) if worth < most => continue,
            Some((most, _)) if worth == most => {
                equals += 1;
                if random.below(equals) > 0 {
                    continue;
                }
            }
            _ => equals = 1,
        }
        found = Some((worth, at));
    }
    found.map(|(_, at)| at)
}

/// The answer to a question that a bot with its eyes open gives: its own best color, the seat
/// with the fewest cards, its dearest card; anything else evenly.
fn answer(view: &View<'_>, actions: &[Action], random: &mut Stream) -> usize {
    let options = view.answers();
    let worth = |action: &Action| {
        let Action::Answer(at) = action else { return 0 };
        match (view.asked(), options.get(*at as usize)) {
            (Some(AskKind::Color), Some(Value::Text(name))) => {
                let deck = view.deck();
                let color = deck.parse_color(name).ok();
                let kinds = color.map(|color| deck.of_color(color)).unwrap_or_default();
                kinds.iter().map(|kind| i64::from(view.hand().count(kind))).sum()
            }
            (Some(AskKind::Seat), Some(Value::Int(number))) => {
                let seat = usize::try_from(*number).ok().and_then(Seat::from_number);
                seat.map_or(0, |seat| -(view.count(seat) as i64))
            }
            (Some(AskKind::Card), Some(Value::Card(kind))) => {
                i64::from(view.deck().card(*kind).points)
            }
            _ => 0,
        }
    };
    best(actions, random, worth).unwrap_or(0)
}

/// A call or a catch, if there is one to be made with reason.
fn call_or_catch(view: &View<'_>, actions: &[Action]) -> Option<usize> {
    let with_reason = |action: &Action| match action {
        Action::Call => view.exposed(view.seat()),
        Action::Catch(of) => view.exposed(*of),
        _ => false,
    };
    actions.iter().position(with_reason)
}

/// What a bot with its eyes open does out of turn: a call or a catch, else the best card.
fn reaction(
    view: &View<'_>,
    actions: &[Action],
    random: &mut Stream,
    worth: fn(&View<'_>, &Action) -> i64,
) -> Option<usize> {
    let plays = |action: &Action| matches!(action, Action::Play { .. });
    let jump = best_of(actions, plays, random, &mut |action| worth(view, action));
    call_or_catch(view, actions).or(jump)
}
