//! Drawing: one card at a time, reshuffling when it must, stopping with what there is (R15).

use super::Done;
use crate::cards::Kind;
use crate::engine::definition::{Hook, Short};
use crate::engine::host::Subject;
use crate::engine::table_match::Match;
use crate::table::{By, CardTest, Event, LastDraw, May, Reason, Seat, Stage, Standing, Task};

impl Match {
    /// A draw, with its number adjusted by the rules.
    pub(super) fn draw(
        &mut self,
        seat: Seat,
        n: u16,
        reason: Reason,
        cause: Option<String>,
        by: By,
    ) -> Done {
        let subject = Subject::Draw { seat, n, reason };
        let n = self.look().adjust(Hook::AdjustDraw, i64::from(n), subject)?;
        let n = n.min(i64::from(crate::limits::DRAW_LIMIT)) as u16;
        self.draw_cards(seat, n, None, reason, cause, by)
    }

    /// A draw of a number that nobody adjusts any more, or until a card passes a test.
    pub(super) fn draw_cards(
        &mut self,
        seat: Seat,
        n: u16,
        until: Option<CardTest>,
        reason: Reason,
        cause: Option<String>,
        by: By,
    ) -> Done {
        if self.state.place(seat).standing != Standing::In {
            // Nothing came: a rule that goes on until something does must see that.
            self.st().last_draw = Some(LastDraw { seat, cards: Vec::new() });
            return Ok(());
        }
        let state = self.st();
        match &mut state.last_draw {
            Some(last) => {
                last.seat = seat;
                last.cards.clear();
            }
            None => state.last_draw = Some(LastDraw { seat, cards: Vec::new() }),
        }
        let left = if until.is_some() { crate::limits::DRAW_LIMIT } else { n };
        self.draw_on(seat, left, until, reason, cause, by)
    }

    /// Draws as long as nobody has to hear of it, then ends the draw or waits for the listeners.
    pub(super) fn drawing_step(&mut self, task: Task) -> Done {
        let Task::Drawing { seat, left, until, came, reason, cause, by } = task else {
            return Ok(());
        };
        if !came.is_empty() {
            self.st().last_draw = Some(LastDraw { seat, cards: came });
        }
        self.draw_on(seat, left, until, reason, cause, by)
    }

    fn draw_on(
        &mut self,
        seat: Seat,
        mut left: u16,
        until: Option<CardTest>,
        reason: Reason,
        cause: Option<String>,
        by: By,
    ) -> Done {
        if until.is_none() && self.swift && self.game.swift().draws {
            left -= self.draw_unheard(seat, left);
        }
        while left > 0 && self.state.place(seat).standing == Standing::In {
            let Some(card) = self.draw_one(by) else { break };
            left -= 1;
            self.counts.drawn += 1;
            let state = self.st();
            state.seats[seat.index()].hand.add(card);
            match &mut state.last_draw {
                Some(last) if last.seat == seat => last.cards.push(card),
                last => *last = Some(LastDraw { seat, cards: vec![card] }),
            }
            self.touched(seat, false);
            if let Some(test) = &until
                && self.passes(seat, card, test)?
            {
                left = 0;
            }
            // Card by card, so that whoever is put out by one draws no more (C22, C25).
            if self.game.hears(Hook::OnCardDrawn) || self.game.hears(Hook::OnHandChanged) {
                let event = Event::CardDrawn { seat, card, reason, cause: cause.clone() };
                let last = self.state.last_draw.as_ref();
                let came = last.map_or_else(Vec::new, |last| last.cards.clone());
                let rest = Task::Drawing { seat, left, until, came, reason, cause, by };
                self.st().work.push(rest);
                let before = self.state.place(seat).hand.len() as u16 - 1;
                self.hand_changed(seat, before, "draw");
                self.react(Hook::OnCardDrawn, event, None);
                return Ok(());
            }
        }
        self.drew(seat, left, until.is_some(), reason, cause, by);
        Ok(())
    }

    /// Draws what lies above the last card of the pile, where nobody hears of it; how many.
    fn draw_unheard(&mut self, seat: Seat, wanted: u16) -> u16 {
        let state = self.st();
        let n = (wanted as usize).min(state.draw.len().saturating_sub(1));
        if n == 0 {
            return 0;
        }
        super::calm::take_cards(state, seat, n);
        self.counts.drawn += n as u64;
        self.touched(seat, false);
        n as u16
    }

    /// The draw is finished.
    fn drew(
        &mut self,
        seat: Seat,
        short: u16,
        until: bool,
        reason: Reason,
        cause: Option<String>,
        by: By,
    ) {
        let turn = self.state.turn;
        if reason == Reason::Turn && turn.seat == seat && turn.no > 0 && !turn.done {
            self.may_play_drawn();
        }
        let short = if until { 0 } else { short };
        self.tell_draw(seat, short, reason, cause, by);
        if short > 0 && reason != Reason::Turn {
            self.fell_short(seat, short);
        }
    }

    /// Tells what was drawn last.
    #[inline]
    pub(super) fn tell_draw(
        &mut self,
        seat: Seat,
        short: u16,
        reason: Reason,
        cause: Option<String>,
        by: By,
    ) {
        if self.telling {
            let last = self.state.last_draw.as_ref().filter(|last| last.seat == seat);
            let cards = last.map_or_else(Vec::new, |last| last.cards.clone());
            self.note(Event::Drew { seat, cards, short, reason, cause }, by);
        }
    }

    /// So many cards were not there to be drawn (A9).
    fn fell_short(&mut self, seat: Seat, cards: u16) {
        match self.game.policy.short {
            Short::Forgive => {}
            Short::Owe => self.owe_the_rest(seat, cards),
            Short::End => self.blocked(),
        }
    }

    fn passes(
        &self,
        seat: Seat,
        card: Kind,
        test: &CardTest,
    ) -> Result<bool, crate::engine::host::Fault> {
        if test.kinds.is_some_and(|kinds| !kinds.has(card)) {
            return Ok(false);
        }
        let Some(wanted) = test.playable else { return Ok(true) };
        let playable = self.look().in_turn(seat, crate::cards::KindSet::one(card))?;
        Ok(playable.is_empty() != wanted)
    }

    /// The next card of the draw pile, if there is any left anywhere.
    fn draw_one(&mut self, by: By) -> Option<Kind> {
        if self.state.draw.is_empty() {
            self.reshuffle(by);
        }
        let card = self.st().draw.pop();
        if self.game.policy.reshuffle_when_empty && card.is_some() && self.state.draw.is_empty() {
            self.reshuffle(by);
        }
        card
    }

    /// The discard pile, but for its top, becomes the draw pile (R15.1).
    fn reshuffle(&mut self, by: By) {
        let pinned = self.look().pinned();
        let all = self.game.policy.reshuffle_all;
        let state = self.st();
        let loose = state.discard.len().saturating_sub(pinned);
        if loose == 0 {
            return;
        }
        let all = all && pinned == 1;
        state.draw.extend(state.discard.drain(..loose));
        if all {
            state.draw.append(&mut state.discard);
        }
        state.deal.shuffle(&mut state.draw);
        self.counts.reshuffles += 1;
        if all {
            self.new_top();
        }
        let event = Event::Reshuffled { cards: loose as u16 };
        self.note(event.clone(), by);
        self.react(Hook::OnReshuffled, event, None);
    }

    /// A new top is turned, without any effect; a black one keeps the color in force (A8).
    fn new_top(&mut self) {
        let Some(card) = self.st().draw.pop() else { return };
        let color = self.game.deck.card(card).color;
        let state = self.st();
        state.discard.push(card);
        state.color = color.or(state.color);
        state.symbol = None;
        self.note(Event::UpcardTurned { card }, By::Game);
    }

    /// The draw of the turn is finished. Where no card came by it, a replacement may have drawn
    /// for another reason.
    pub(super) fn drawn(&mut self) {
        if self.state.turn.stage == Stage::Fresh {
            self.may_play_drawn();
        }
    }

    /// What came may be played (R7.2, R7.4, A7).
    fn may_play_drawn(&mut self) {
        let play_any = self.game.policy.play_any;
        let state = self.st();
        let seat = state.turn.seat;
        let last = state.last_draw.as_ref().filter(|last| last.seat == seat);
        let card = last.and_then(|last| last.cards.last().copied());
        state.turn.stage = Stage::Drawn(match card {
            _ if play_any || state.turn.stage == Stage::Drawn(May::Any) => May::Any,
            None => May::Nothing,
            Some(card) => May::This(card),
        });
    }
}
