//! A calm table: nothing is open, nobody has a say in plain plays, draws, passes and turns, and
//! memory that these would make forgotten is as it began. Who hears that a turn begins is told.
//!
//! That a table is calm is found out when a turn begins at once (`swift.rs`), and holds as long as
//! nothing but what is here changes the state: such actions open nothing. So they ask for little
//! and do at once what the long way does in pieces; tests/ways.rs compares the two.

use super::Done;
use crate::cards::{Color, Kind};
use crate::engine::definition::{Hook, PASSING, Scope};
use crate::engine::host::Fault;
use crate::engine::table_match::Match;
use crate::limits::TURN_LIMIT;
use crate::table::{
    Action, Advance, By, Call, Event, How, LastDraw, May, Owe, Play, Reason, Seat, SeatSet, Stage,
    Standing, State, Turn, TurnEnd,
};

impl Match {
    /// Does what a seat chose, if it is one of the things that leave a calm table calm. What
    /// somebody may hear of is not done `unheard`; else they are to be told afterwards.
    #[inline]
    pub(in crate::engine) fn act_calmly(
        &mut self,
        seat: Seat,
        action: Action,
        unheard: bool,
    ) -> bool {
        if self.state.turn.seat != seat {
            return false;
        }
        let secret = unheard && self.game.swift().heard;
        match action {
            Action::Draw => self.draw_calmly(seat),
            _ if secret && self.next_is_heard() => false,
            Action::Play { card, call: false } => self.play_calmly(seat, card),
            Action::Pass => self.pass_calmly(seat),
            _ => false,
        }
    }

    /// Whether somebody may hear of the turn that comes next.
    #[inline(never)]
    fn next_is_heard(&self) -> bool {
        let state = &*self.state;
        let next = state.step(state.advance.from, 1);
        if !self.game.swift().may_be_heard(state.place(next).hand.len()) {
            return false;
        }
        let listeners = self.game.listeners(Hook::OnTurnStarted);
        listeners.iter().any(|listener| listener.filter.may_hold(state, next))
    }

    /// Tells those who hear of it that a turn has begun, if this action has begun one.
    #[inline]
    pub(super) fn turn_is_heard(&mut self, action: Action) -> Done {
        if self.game.swift().heard && action != Action::Draw {
            return self.hear_of_turn();
        }
        Ok(())
    }

    #[inline(never)]
    fn hear_of_turn(&mut self) -> Done {
        let Turn { seat, no, .. } = self.state.turn;
        if self.game.swift().may_be_heard(self.state.place(seat).hand.len()) {
            let started = Event::TurnStarted { seat, no, how: How::Turn };
            self.hear_at_once(Hook::OnTurnStarted, started)?;
        }
        if !self.state.work.is_empty() {
            self.calm = false;
            return self.go_on();
        }
        self.calm_st().effects = 0;
        Ok(())
    }

    /// Whether memory that an action, a play or a turn makes forgotten is as it began.
    #[inline]
    pub(super) fn nothing_passes(&self) -> bool {
        !self.game.swift().passing || PASSING.into_iter().all(|scope| self.rests(scope))
    }

    fn rests(&self, scope: Scope) -> bool {
        self.game.memories(scope).iter().all(|(rule, at)| {
            let now = self.state.rules[rule.index()].memory.get(*at);
            now.is_none_or(|now| self.game.rule(*rule).memory[*at].is(now))
        })
    }

    /// A card that does nothing, where it is not the last and leaves nothing to call.
    #[inline(never)]
    fn play_calmly(&mut self, seat: Seat, card: Kind) -> bool {
        let swift = self.game.swift();
        let enough = if swift.duty { 3 } else { 2 };
        let no = self.state.turn.no;
        if !swift.plain.has(card)
            || self.state.place(seat).hand.len() < enough
            || no + 1 >= TURN_LIMIT
        {
            return false;
        }
        let color = self.game.deck.card(card).color;
        let state = self.calm_st();
        let left = lay(state, seat, card, color);
        let next = pass_on(state);
        if self.telling {
            self.tell_play(seat, card, left);
            self.tell_turn(seat, no, next);
        }
        true
    }

    /// A card that does something, under the same conditions. What it does may open
    /// something: then the long way goes on from there.
    #[inline(never)]
    pub(super) fn effect_calmly(&mut self, seat: Seat, card: Kind) -> Result<bool, Fault> {
        let swift = self.game.swift();
        let enough = if swift.duty { 3 } else { 2 };
        let no = self.state.turn.no;
        if !swift.fixed.has(card)
            || self.state.turn.seat != seat
            || self.state.place(seat).hand.len() < enough
            || no + 1 >= TURN_LIMIT
        {
            return Ok(false);
        }
        if !self.owing_calmly(seat, card) {
            let mut play = self.play_record(seat, card, How::Turn, false);
            play.alternatives = self.alternatives(&play)?;
            self.lay_calmly(seat, card);
            self.effect_at_once(&play)?;
        }
        // A further turn of the same seat may be for playing only.
        if self.calm
            && self.state.work.is_empty()
            && self.pay_calmly()
            && self.look().next_in_line() != seat
        {
            let next = pass_on(self.calm_st());
            if self.telling {
                self.tell_turn(seat, no, next);
            }
            if self.game.swift().heard {
                self.hear_of_turn()?;
            } else {
                self.calm_st().effects = 0;
            }
            return Ok(true);
        }
        self.calm = false;
        self.go_on()?;
        Ok(true)
    }

    /// Lays a card that does something.
    #[inline]
    fn lay_calmly(&mut self, seat: Seat, card: Kind) {
        let color = self.game.deck.card(card).color;
        let state = self.calm_st();
        let left = lay(state, seat, card, color);
        state.fresh.insert(seat);
        if left == 1 {
            state.down = Some(seat);
        }
        state.idle = 0;
        state.turn.stage = Stage::Fresh;
        state.turn.done = true;
        if self.telling {
            self.tell_play(seat, card, left);
        }
    }

    /// Lays a card of which all that comes is that the next seat owes something, which it pays at
    /// once. Whether it is one.
    #[inline]
    fn owing_calmly(&mut self, seat: Seat, card: Kind) -> bool {
        let Some((listener, owe)) = self.game.owed(card) else { return false };
        let next = self.look().next_in_line();
        if self.telling || !self.payable(next, owe) {
            return false;
        }
        listener.uses.add(true, true);
        self.lay_calmly(seat, card);
        // Counted as the tasks of the long way are: the listener and its effect.
        self.calm_st().effects += 2;
        self.draw_and_miss(next, owe.draw);
        true
    }

    /// Pays what the next seat owes, if anything, where nobody hears of it and nothing else can
    /// come of it. Whether nothing is owed any more.
    fn pay_calmly(&mut self) -> bool {
        let state = &*self.state;
        let debt = match &state.debts[..] {
            [] => return true,
            [debt] => debt,
            _ => return false,
        };
        let (Some(seat), Owe { draw, skip, .. }, by) = (debt.seat, debt.owe, debt.from) else {
            return false;
        };
        if !debt.in_line || !self.payable(seat, debt.owe) || self.look().waits(debt) {
            return false;
        }
        self.calm_st().debts.clear();
        self.draw_and_miss(seat, draw);
        if !self.telling {
            return true;
        }
        if draw == 0 {
            self.note(Event::SeatSkipped { seat }, by);
        } else {
            self.note(Event::DebtPaid { seat, draw, skip }, By::Player(seat));
            self.tell_draw(seat, 0, Reason::Debt, None, by);
        }
        true
    }

    /// What the next seat comes to owe by the last effect of a play, paid without having been a
    /// debt: where it would be due at once, and nobody is told or hears of it. Whether it is.
    #[inline]
    pub(super) fn owe_calmly(&mut self, owe: Owe, play: &Play) -> bool {
        let seat = self.look().next_in_line();
        let paid = self.calm && self.due_at_once(seat, owe, Some(play));
        if paid {
            self.draw_and_miss(seat, owe.draw);
        }
        paid
    }

    /// The same after a question, when nothing is left to be done of the play.
    #[inline]
    pub(super) fn owe_at_once(&mut self, seat: Seat, owe: Owe, play: Option<&Play>) -> bool {
        let paid = self.swift
            && self.state.work.is_empty()
            && self.due_at_once(seat, owe, play)
            && self.turn_is_over()
            && seat == self.look().next_in_line();
        if paid {
            self.draw_and_miss(seat, owe.draw);
        }
        paid
    }

    /// Whether a debt that is opened now is due at once, and nobody is told or hears of it.
    #[inline]
    fn due_at_once(&self, seat: Seat, owe: Owe, play: Option<&Play>) -> bool {
        let swift = self.game.swift();
        let symbol = play.map(|play| self.game.deck.card(play.card).symbol);
        let judged = play.is_some_and(|play| swift.judged.has(play.card));
        let open = judged || self.game.debt_answerable(symbol);
        !self.telling
            && swift.debts
            && self.state.debts.is_empty()
            && owe.due == 0
            && (owe.closed || !open)
            && self.payable(seat, owe)
    }

    /// Whether to pay this costs the seat one turn, and its cards are there and nobody hears of
    /// them.
    #[inline]
    fn payable(&self, seat: Seat, owe: Owe) -> bool {
        let (swift, place) = (self.game.swift(), self.state.place(seat));
        swift.payments
            && swift.draws
            && !owe.keep_turn
            && owe.skip.max(u8::from(owe.draw > 0)) == 1
            && place.standing == Standing::In
            && !place.hand.is_empty()
            && usize::from(owe.draw) < self.state.draw.len()
    }

    /// The seat draws so many cards and is passed over.
    #[inline]
    fn draw_and_miss(&mut self, seat: Seat, draw: u16) {
        let state = self.calm_st();
        state.advance.from = seat;
        state.advance.skips = 0;
        if draw == 0 {
            return;
        }
        let last = state.last_draw.get_or_insert_with(|| LastDraw { seat, cards: Vec::new() });
        last.seat = seat;
        last.cards.clear();
        take_cards(state, seat, draw.into());
        state.seats[seat.index()].call = Call::Quiet;
        state.fresh.insert(seat);
        self.counts.drawn += u64::from(draw);
    }

    /// The card of the turn, where the pile needs no shuffling.
    #[inline(never)]
    fn draw_calmly(&mut self, seat: Seat) -> bool {
        let state = &*self.state;
        if !self.game.swift().draws
            || state.turn.stage != Stage::Fresh
            || state.draw.len() < 2
            || state.place(seat).hand.is_empty()
        {
            return false;
        }
        let play_any = self.game.policy.play_any;
        let state = self.calm_st();
        let Some(card) = state.draw.pop() else { return false };
        let place = &mut state.seats[seat.index()];
        place.hand.add(card);
        place.call = Call::Quiet;
        state.fresh.insert(seat);
        state.idle = 0;
        match &mut state.last_draw {
            Some(last) => {
                last.seat = seat;
                last.cards.clear();
                last.cards.push(card);
            }
            last => *last = Some(LastDraw { seat, cards: vec![card] }),
        }
        state.turn.stage = Stage::Drawn(if play_any { May::Any } else { May::This(card) });
        self.counts.drawn += 1;
        if self.telling {
            self.tell_draw(seat, 0, Reason::Turn, None, By::Player(seat));
        }
        true
    }

    /// Keeps the card that was drawn.
    #[inline(never)]
    fn pass_calmly(&mut self, seat: Seat) -> bool {
        let Turn { no, stage, .. } = self.state.turn;
        if stage == Stage::Fresh || no + 1 >= TURN_LIMIT {
            return false;
        }
        let next = pass_on(self.calm_st());
        if self.telling {
            self.note(Event::Passed { seat, stuck: false }, By::Player(seat));
            self.tell_turn(seat, no, next);
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn tell_play(&mut self, seat: Seat, card: Kind, left: u16) {
        let played = Event::CardPlayed { seat, card, how: How::Turn, call: false, left };
        self.note(played, By::Player(seat));
    }

    #[cold]
    #[inline(never)]
    fn tell_turn(&mut self, seat: Seat, no: u32, next: Seat) {
        self.note(Event::TurnEnded { seat, no, how: TurnEnd::Done }, By::Game);
        self.note(Event::TurnStarted { seat: next, no: no + 1, how: How::Turn }, By::Game);
    }
}

/// A card leaves the hand and becomes the top; how many are left.
#[inline]
fn lay(state: &mut State, seat: Seat, card: Kind, color: Option<Color>) -> u16 {
    let place = &mut state.seats[seat.index()];
    let held = place.hand.remove(card);
    debug_assert!(held, "a play is judged before it is committed");
    let left = place.hand.len() as u16;
    if left != 1 {
        place.call = Call::Quiet;
    }
    state.discard.push(card);
    state.color = color;
    state.symbol = None;
    state.plays += 1;
    left
}

/// So many cards, which are there, come from the pile to a hand.
#[inline]
pub(super) fn take_cards(state: &mut State, seat: Seat, n: usize) {
    let hand = &mut state.seats[seat.index()].hand;
    let from = state.draw.len() - n;
    let last = state.last_draw.get_or_insert_with(|| LastDraw { seat, cards: Vec::new() });
    for card in state.draw[from..].iter().rev() {
        hand.add(*card);
        last.cards.push(*card);
    }
    state.draw.truncate(from);
}

/// The turn goes on to the next seat.
#[inline]
fn pass_on(state: &mut State) -> Seat {
    let next = state.step(state.advance.from, 1);
    begin_turn(state, next);
    state.idle = 0;
    next
}

/// The turn of a seat begins, as turns do where nothing is open.
#[inline]
pub(super) fn begin_turn(state: &mut State, seat: Seat) {
    let no = state.turn.no + 1;
    state.fresh = SeatSet::default();
    state.down = None;
    state.turn = Turn { no, seat, stage: Stage::Fresh, done: false, must_play: false };
    state.advance = Advance { from: seat, skips: 0, to: None, must_play: false };
}
