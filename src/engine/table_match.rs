//! A match at a table: the definition, the state, the door to scripts. The engine's outside.

use super::counts::Counts;
use super::definition::{Game, Hook};
use super::host::Host;
use super::judge::Why;
use super::refusal::{Code, Refusal};
use crate::table::{Action, Asked, Call, Effect, Place, Seat, State, TableAction, Told, Value};
use std::rc::Rc;

/// A match at a table.
#[derive(Clone)]
pub struct Match {
    pub(super) game: Rc<Game>,
    pub(super) state: Rc<State>,
    pub(super) host: super::change::Recorder,
    pub(super) told: Vec<Told>,
    pub(super) telling: bool,
    /// What nobody has a say in is done at once (`change/swift.rs`).
    pub(super) swift: bool,
    /// The state before the first deal, once a match has begun anew, without seed and rules.
    pub(super) undealt: Option<Rc<State>>,
    /// Nothing is open (`change/calm.rs`): found out, never believed of a state from elsewhere.
    pub(super) calm: bool,
    pub(super) backup: super::change::Backup,
    pub(super) counts: Counts,
    /// Memory for effects, used again; between actions there is nothing in it.
    pub(super) queue: Vec<Effect>,
    /// The same for what a question is asked of.
    pub(super) asked: Vec<Asked>,
    /// The same for who has answered it.
    pub(super) order: Vec<Seat>,
}

impl Match {
    /// A match before its first deal.
    ///
    /// # Errors
    /// When the game cannot be played with so many seats.
    pub fn new(
        game: Rc<Game>,
        host: Rc<dyn Host>,
        seats: usize,
        seed: u64,
    ) -> Result<Self, Refusal> {
        let (min, max) = game.seats;
        if seats < min || seats > max {
            let most = if min == max { String::new() } else { format!(" to {max}") };
            let tables = game.schedule.as_ref().map_or_else(String::new, |schedule| {
                format!(" at a table; its {} players take turns at them", schedule.players)
            });
            let text = format!("{} is for {min}{most} seats{tables}, not {seats}", game.name);
            return Err(Refusal::new(Code::BadSeat, text));
        }
        let policy = &game.policy;
        if policy.partners && (seats < 4 || !seats.is_multiple_of(2)) {
            let text = format!(
                "partners need an even number of seats, 4 or more, not {seats}; give seats 4, or \
                 set scoring.partners to off (R18.1)"
            );
            return Err(Refusal::new(Code::BadSeat, text));
        }
        if policy.drop_out && policy.left >= seats {
            let text = format!(
                "a match that ends when {} seats are left needs more than {seats}; give more \
                 seats, or set scoring.left lower (R17.4)",
                policy.left
            );
            return Err(Refusal::new(Code::BadSeat, text));
        }
        let state = Self::undealt(&game, seats, seed);
        Ok(Self::at(game, host, Rc::new(state)))
    }
    /// A match at a position; the state must fit the game.
    pub fn at(game: Rc<Game>, host: Rc<dyn Host>, state: Rc<State>) -> Self {
        let backup = super::change::Backup::default();
        Self {
            game,
            state,
            host: super::change::Recorder::new(host),
            told: Vec::new(),
            telling: true,
            swift: true,
            undealt: None,
            calm: false,
            backup,
            counts: Counts::default(),
            queue: Vec::new(),
            asked: Vec::new(),
            order: Vec::new(),
        }
    }
    /// The definition.
    pub const fn game(&self) -> &Rc<Game> {
        &self.game
    }
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }
    /// The state to keep: cheap, since it is copied only when the match goes on.
    pub fn snapshot(&self) -> Rc<State> {
        Rc::clone(&self.state)
    }
    /// The door to scripts.
    pub const fn host(&self) -> &Rc<dyn Host> {
        self.host.host()
    }
    /// Begins anew with this seed, as [`Match::new`], and deals the first round. Nothing is kept
    /// of before, also not on an error.
    ///
    /// # Errors
    /// As [`Match::deal_stacked`].
    pub fn start(&mut self, seed: u64, dealer: Option<Seat>) -> Result<(), Refusal> {
        self.clear_table(seed);
        self.backup.forget();
        self.told.clear();
        self.deal_with(dealer, &[])
    }
    /// Another state takes the place of this one.
    pub(super) fn set_state(&mut self, state: Rc<State>) {
        self.state = state;
        self.calm = false;
        self.host.forget();
    }
    /// Goes back (or on) to a state that was kept.
    pub fn restore(&mut self, state: Rc<State>) {
        self.set_state(state);
        self.backup.forget();
    }
    /// Whether events are told; the bulk simulator needs none.
    pub const fn tell(&mut self, telling: bool) {
        self.telling = telling;
    }
    /// Whether what nobody has a say in is done at once instead of over the work stack; it is
    /// unless switched off here. The outcome is the same: a test compares the two.
    pub const fn short_ways(&mut self, short: bool) {
        self.calm = false;
        self.swift = short;
    }
    /// What has happened since this was last asked, as numbers.
    pub fn take_counts(&mut self) -> Counts {
        std::mem::take(&mut self.counts)
    }
    /// A seat acts. Returns what happened.
    ///
    /// # Errors
    /// When it may not, or a rule fails: then nothing has changed.
    pub fn apply(&mut self, seat: Seat, action: Action) -> Result<Vec<Told>, Refusal> {
        self.look().admit(seat, action)?;
        self.act_whole(seat, action)
    }
    /// A seat takes an action that [`Match::legal_actions`] has just listed for it: the same as
    /// [`Match::apply`] without asking the rules a second time. An action that was not listed
    /// leaves a position that no rule allows.
    ///
    /// # Errors
    /// When a rule fails: then nothing has changed.
    #[inline(always)]
    pub fn apply_listed(&mut self, seat: Seat, action: Action) -> Result<Vec<Told>, Refusal> {
        if self.calm && !self.telling && self.act_calmly(seat, action, true) {
            self.backup.add(seat, action);
            return Ok(Vec::new());
        }
        self.act_whole(seat, action)
    }
    /// The table acts: deals, reports a hint, removes a seat.
    ///
    /// # Errors
    /// When it may not, or a rule fails: then nothing has changed.
    pub fn table(&mut self, action: TableAction) -> Result<Vec<Told>, Refusal> {
        self.admit_table(action)?;
        self.whole(|this| Ok(this.act_table(action)?))
    }
    /// Deals a round whose first upcards are these, in this order: for tests and demonstrations.
    ///
    /// # Errors
    /// As [`Match::table`], and when the deck does not have these cards.
    pub fn deal_stacked(
        &mut self,
        dealer: Option<Seat>,
        upcards: &[crate::cards::Kind],
    ) -> Result<Vec<Told>, Refusal> {
        let before = Rc::clone(&self.state);
        let told = self.whole(|this| this.deal_with(dealer, upcards));
        if told.is_err() {
            self.set_state(before);
        }
        told
    }
    /// Everything that this seat may do now: exactly what [`Match::apply`] accepts, sorted.
    ///
    /// # Errors
    /// When a rule fails while it is asked.
    pub fn legal_actions(&self, seat: Seat) -> Result<Vec<Action>, Refusal> {
        let mut actions = Vec::new();
        self.legal_actions_into(seat, &mut actions)?;
        Ok(actions)
    }
    /// The same into a list that is used again: nothing is allocated.
    ///
    /// # Errors
    /// As [`Match::legal_actions`].
    pub fn legal_actions_into(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), Refusal> {
        if self.calm && self.state.turn.seat == seat && self.game.swift().actions {
            return self.look().calm_turn(seat, actions);
        }
        self.look().legal_actions(seat, actions)
    }
    /// Whether a seat that is not due may have something to do, as far as can be told without
    /// asking any rule: if not, no list for such a seat has anything in it.
    pub fn others_may_act(&self) -> bool {
        let (game, state) = (&self.game, &self.state);
        let exposed = |place: &Place| matches!(place.call, Call::Exposed { .. });
        !state.debts.is_empty()
            || state.seats.iter().any(exposed)
            || game.hears(Hook::CanJump)
            || !game.swift().actions
            || !game.offers.iter().all(|offer| offer.filter.names_debt())
    }
    /// Who says what about an action of a seat, and who decides.
    pub fn why(&self, seat: Seat, action: Action) -> Why {
        self.look().why(seat, action)
    }
    /// An action as it is written: `play r7 uno`, `catch 2`, `answer blue`.
    pub fn action_text(&self, seat: Seat, action: Action) -> String {
        let deck = &self.game.deck;
        match action {
            Action::Play { card, call } => {
                format!("play {}{}", deck.card_text(card), if call { " uno" } else { "" })
            }
            Action::Draw => "draw".into(),
            Action::Pass => "pass".into(),
            Action::Take => "take".into(),
            Action::Call => "uno".into(),
            Action::Catch(of) => format!("catch {of}"),
            Action::Answer(at) => {
                let ask = self.state.ask.as_ref();
                let asked = ask.and_then(|ask| ask.seats.iter().find(|asked| asked.seat == seat));
                let value = asked.and_then(|asked| asked.options.get(at as usize));
                match value {
                    Some(value) => format!("answer {}", value.show_answer(deck)),
                    None => format!("answer #{at}"),
                }
            }
            Action::Offer { offer, argument } => {
                let what = &self.game.offers[offer as usize];
                let arguments = self.look().arguments(seat, offer).unwrap_or_default();
                match arguments.get(argument as usize) {
                    Some(Value::Nil) | None => what.name.clone(),
                    Some(value) => format!("do {} {}", what.name, value.show(deck)),
                }
            }
        }
    }
    /// The arguments that an offer has for a seat now; `Nil` alone where it takes none.
    ///
    /// # Errors
    /// When its rule fails.
    pub fn offer_arguments(&self, seat: Seat, offer: u8) -> Result<Vec<Value>, Refusal> {
        self.look().arguments(seat, offer)
    }
}
