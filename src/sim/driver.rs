//! Who acts next, and what: the bots of a table and the order of their reactions, seeded.

use super::react::React;
use crate::bot::{Bot, View};
use crate::engine::definition::Hook;
use crate::engine::{Code, Match, Refusal};
use crate::rng::Stream;
use crate::table::{Action, Call, Seat, SeatSet, Standing, Status};

/// The bots of a table.
pub struct Driver {
    bots: Vec<Box<dyn Bot>>,
    react: React,
    /// Seats whose bots do something out of turn now and then.
    reacting: SeatSet,
    /// Seats whose bots may overlook a call or a catch.
    forgetful: SeatSet,
    /// What bots choose by.
    choices: Stream,
    /// Who gets in first, who notices.
    lots: Lots,
    actions: Vec<Action>,
    /// The seats in the order in which they may get in before the one that is due.
    order: Vec<Seat>,
    /// Seats for which people play.
    people: SeatSet,
}

/// What a seat does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Which seat.
    pub seat: Seat,
    /// What it does.
    pub action: Action,
    /// Whether it is its turn, or a debt that it has to see to; it is not where it answers a
    /// question or gets in before another.
    pub due: bool,
}

/// The stream by which bots notice and get in first, made when it is needed: in many games nothing
/// is left to it.
struct Lots {
    seed: u64,
    made: Option<Stream>,
}

impl Lots {
    const fn new(seed: u64) -> Self {
        Self { seed, made: None }
    }
    fn stream(&mut self) -> &mut Stream {
        self.made.get_or_insert_with(|| Stream::new(self.seed, "reactions"))
    }
    fn notices(&mut self, thousandths: u16) -> bool {
        self.stream().below(1000) < u32::from(thousandths)
    }
    /// One of several seats.
    fn one_of(&mut self, seats: SeatSet) -> Option<Seat> {
        match seats.len() {
            0 | 1 => seats.iter().next(),
            n => seats.iter().nth(self.stream().below(n) as usize),
        }
    }
}

impl Driver {
    /// These bots, one for each seat.
    pub fn new(bots: Vec<Box<dyn Bot>>, react: React) -> Self {
        let which = |what: fn(&dyn Bot) -> bool| {
            let seats = (0..).map(Seat).zip(&bots);
            seats.filter(|(_, bot)| what(&***bot)).map(|(seat, _)| seat).collect()
        };
        let (reacting, forgetful) = (which(|bot| bot.reacts()), which(|bot| bot.forgets()));
        Self {
            bots,
            react,
            reacting,
            forgetful,
            choices: Stream::new(0, "bots"),
            lots: Lots::new(0),
            actions: Vec::new(),
            order: Vec::new(),
            people: SeatSet::default(),
        }
    }
    /// A new round or match with this seed begins.
    pub fn begin(&mut self, seed: u64) {
        self.choices = Stream::new(seed, "bots");
        self.lots = Lots::new(seed);
    }
    /// People play for these seats: no bot reacts there.
    pub const fn leave(&mut self, people: SeatSet) {
        self.people = people;
    }
    /// Whether the seat asked last had two things or more to choose from: cards to lay, a debt to
    /// take, offers to take up. To draw or to pass is none of them.
    pub fn had_choice(&self) -> bool {
        let counts = |action: &&Action| {
            matches!(action, Action::Play { call: false, .. } | Action::Take | Action::Offer { .. })
        };
        self.actions.iter().filter(counts).nth(1).is_some()
    }

    /// What is done next; nothing when the round is over.
    ///
    /// # Errors
    /// When a rule or a scripted bot fails, or nobody could go on.
    #[inline(never)]
    pub fn next(&mut self, table: &Match) -> Result<Option<Step>, Refusal> {
        let (seat, due) = match table.state().status() {
            Status::Over => return Ok(None),
            Status::Turn(seat) | Status::Debt(seat) => {
                if let Some((seat, action)) = self.reaction(table, seat)? {
                    return Ok(Some(Step { seat, action, due: false }));
                }
                (seat, true)
            }
            Status::Ask(seats) => {
                (self.lots.one_of(seats).unwrap_or(table.state().turn.seat), false)
            }
        };
        let at = self.place(table, seat)?;
        match self.actions.get(at) {
            Some(action) => Ok(Some(Step { seat, action: *action, due })),
            None => Err(astray()),
        }
    }

    /// What the bot of a seat that is due does.
    ///
    /// # Errors
    /// As [`Driver::next`].
    pub fn choose(&mut self, table: &Match, seat: Seat) -> Result<Action, Refusal> {
        let at = self.place(table, seat)?;
        self.actions.get(at).copied().ok_or_else(astray)
    }

    /// The place that the bot of a seat chooses in the list of its actions.
    #[inline(always)]
    fn place(&mut self, table: &Match, seat: Seat) -> Result<usize, Refusal> {
        table.legal_actions_into(seat, &mut self.actions)?;
        if self.forgetful.has(seat) {
            self.overlook();
        }
        if self.actions.is_empty() {
            return Err(stuck(seat));
        }
        let view = View::new(table, seat);
        let bot = &mut self.bots[seat.index()];
        bot.choose(&view, &self.actions, &mut self.choices)
    }

    /// A seat forgets to call along with its play, or does not notice whom it could catch, now
    /// and then.
    fn overlook(&mut self) {
        let calls = |a: &Action| matches!(a, Action::Play { call: true, .. } | Action::Call);
        let catches = |a: &Action| matches!(a, Action::Catch(_));
        if self.actions.iter().any(calls) && !self.lots.notices(self.react.call) {
            self.actions.retain(|action| !calls(action));
        }
        if self.actions.iter().any(catches) && !self.lots.notices(self.react.catch) {
            self.actions.retain(|action| !catches(action));
        }
    }

    /// What a seat that is not due does before the one that is due acts.
    ///
    /// # Errors
    /// When a rule or a scripted bot fails.
    #[inline]
    pub fn reaction(
        &mut self,
        table: &Match,
        due: Seat,
    ) -> Result<Option<(Seat, Action)>, Refusal> {
        if self.reacting.is_empty() { Ok(None) } else { self.get_in(table, due) }
    }

    #[inline(never)]
    fn get_in(&mut self, table: &Match, due: Seat) -> Result<Option<(Seat, Action)>, Refusal> {
        let state = table.state();
        let exposed = state.seats.iter().any(|place| matches!(place.call, Call::Exposed { .. }));
        let game = table.game();
        if !exposed && !game.hears(Hook::CanJump) && game.offers.is_empty() {
            return Ok(None);
        }
        self.order.clear();
        self.order.extend(state.all());
        self.lots.stream().shuffle(&mut self.order);
        if !table.others_may_act() {
            return Ok(None);
        }
        for at in 0..self.order.len() {
            let seat = self.order[at];
            let there = state.place(seat).standing == Standing::In;
            if seat == due || !there || self.people.has(seat) || !self.reacting.has(seat) {
                continue;
            }
            table.legal_actions_into(seat, &mut self.actions)?;
            if self.actions.is_empty() {
                continue;
            }
            let jump = self.lots.notices(self.react.jump);
            let catch = self.lots.notices(self.react.catch);
            let call = self.lots.notices(self.react.call);
            let offer = self.lots.notices(self.react.offer);
            self.actions.retain(|action| match action {
                Action::Play { call: true, .. } => jump && call,
                Action::Play { .. } => jump,
                Action::Catch(_) => catch,
                Action::Call => call,
                Action::Offer { .. } => offer,
                Action::Draw | Action::Pass | Action::Take | Action::Answer(_) => false,
            });
            if self.actions.is_empty() {
                continue;
            }
            let view = View::new(table, seat);
            let bot = &mut self.bots[seat.index()];
            if let Some(chosen) = bot.react(&view, &self.actions, &mut self.choices)? {
                let action = self.actions.get(chosen).ok_or_else(astray)?;
                return Ok(Some((seat, *action)));
            }
        }
        Ok(None)
    }
}

#[cold]
fn astray() -> Refusal {
    Refusal::new(Code::BadValue, "a bot chose what is not among the actions")
}

#[cold]
fn stuck(seat: Seat) -> Refusal {
    let text = format!("seat {seat} is due and has no action: no rule lets it go on");
    Refusal::new(Code::NotDue, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{GameSource, load};

    /// Chooses what is not there.
    struct Astray;

    impl Bot for Astray {
        fn choose(&mut self, _: &View<'_>, a: &[Action], _: &mut Stream) -> Result<usize, Refusal> {
            Ok(a.len())
        }
    }

    #[test]
    fn a_bot_that_chooses_what_is_not_listed_is_told() {
        let source = GameSource { game: "standard".into(), ..GameSource::default() };
        let game = load(&source).unwrap_or_else(|errors| panic!("{errors:?}"));
        let mut table = Match::new(game.game, game.host, 2, 1).unwrap();
        table.start(1, None).unwrap();
        let bots: Vec<Box<dyn Bot>> = vec![Box::new(Astray), Box::new(Astray)];
        let refusal = Driver::new(bots, React::default()).next(&table).unwrap_err();
        assert_eq!(refusal.code, Code::BadValue);
        assert!(refusal.text.contains("not among the actions"), "{refusal}");
    }
}
