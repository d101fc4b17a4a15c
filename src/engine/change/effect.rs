//! Effects applied: one row each.

use super::Done;
use super::play::one;
use crate::cards::{Hand, Kind};
use crate::engine::definition::Hook;
use crate::engine::table_match::Match;
use crate::limits::STACK_LIMIT;
use crate::table::{
    By, Effect, Event, May, Moment, Play, RuleId, Seat, Spot, Stage, Standing, Task, Who,
};
use std::rc::Rc;

/// The hook that may replace an effect, if there is one.
pub(super) const fn replacement_of(effect: &Effect) -> Option<Hook> {
    Some(match effect {
        Effect::Play { .. } => Hook::InsteadOfPlay,
        Effect::CardEffect { .. } => Hook::InsteadOfCardEffect,
        Effect::Draw { .. } => Hook::InsteadOfDraw,
        Effect::DrawUntil { .. } => Hook::InsteadOfDrawUntil,
        Effect::Discard { .. } => Hook::InsteadOfDiscard,
        Effect::Move { .. } => Hook::InsteadOfMove,
        Effect::TakeBack { .. } => Hook::InsteadOfTakeBack,
        Effect::Swap { .. } => Hook::InsteadOfSwap,
        Effect::RotateHands => Hook::InsteadOfRotateHands,
        Effect::Shuffle { .. } => Hook::InsteadOfShuffle,
        Effect::Deal { .. } => Hook::InsteadOfDeal,
        Effect::Show { .. } => Hook::InsteadOfShow,
        Effect::ChooseColor { .. } => Hook::InsteadOfChooseColor,
        Effect::Declare { .. } => Hook::InsteadOfDeclare,
        Effect::Owe { .. } => Hook::InsteadOfOwe,
        Effect::MoveDebt { .. } => Hook::InsteadOfMoveDebt,
        Effect::ClearDebt => Hook::InsteadOfClearDebt,
        Effect::PayDebt => Hook::InsteadOfPayDebt,
        Effect::Skip { .. } => Hook::InsteadOfSkip,
        Effect::Reverse => Hook::InsteadOfReverse,
        Effect::NextSeat { .. } => Hook::InsteadOfNextSeat,
        Effect::ExtraTurn { .. } => Hook::InsteadOfExtraTurn,
        Effect::EndTurn => Hook::InsteadOfEndTurn,
        Effect::GoOut { .. } => Hook::InsteadOfGoOut,
        Effect::KnockOut { .. } => Hook::InsteadOfKnockOut,
        Effect::BringBack { .. } => Hook::InsteadOfBringBack,
        Effect::Drop { .. } => Hook::InsteadOfDrop,
        Effect::Score { .. } => Hook::InsteadOfScore,
        Effect::EndRound { .. } => Hook::InsteadOfEndRound,
        Effect::EndMatch { .. } => Hook::InsteadOfEndMatch,
        _ => return None,
    })
}

impl Match {
    /// Applies an effect whose seat is looked up and which nobody has replaced.
    pub(super) fn do_effect(
        &mut self,
        effect: Effect,
        by: By,
        play: Option<&Play>,
        used: u64,
    ) -> Done {
        if super::debt::ends_round(play) && !after_the_end(&effect) {
            let text = "the play has ended the round; only debts and draws of others still happen";
            return Err(self.effect_fault(by, effect.verb(), text.into()));
        }
        match effect {
            Effect::Play { seat, card, how, call } => {
                self.play_by_effect(seat, card, how, call, by)
            }
            Effect::CardEffect { play } => {
                let event = Event::CardEffect { seat: play.seat, card: play.card };
                self.react(Hook::OnCardEffect, event, Some(&play));
                Ok(())
            }
            Effect::Draw { who, n, reason, cause } => self.draw(one(who), n, reason, cause, by),
            Effect::DrawUntil { who, until, reason } => {
                self.draw_cards(one(who), 0, Some(until), reason, None, by)
            }
            Effect::Owe { who, owe } => self.owe(one(who), owe, by, play),
            Effect::ThenDo { name, data } => self.then_do(name, data, by, play, used),
            Effect::TakeBack { play } => self.take_back(&play, by),
            Effect::Discard { seat, cards } => self.discard(seat, &cards, by, play),
            Effect::Move { .. }
            | Effect::Swap { .. }
            | Effect::RotateHands
            | Effect::Shuffle { .. }
            | Effect::Deal { .. }
            | Effect::Show { .. } => self.cards_effect(effect, by),
            Effect::GoOut { .. }
            | Effect::KnockOut { .. }
            | Effect::BringBack { .. }
            | Effect::Drop { .. }
            | Effect::Score { .. }
            | Effect::EndRound { .. }
            | Effect::EndMatch { .. } => {
                self.seat_effect(effect, by);
                Ok(())
            }
            Effect::PayDebt if self.state.debts.is_empty() => Ok(()),
            Effect::PayDebt => {
                let debt = self.st().debts.remove(0);
                self.pay(debt)
            }
            Effect::Expose { who } if self.state.place(one(who)).hand.len() != 1 => {
                let held = self.state.place(one(who)).hand.len();
                let text =
                    format!("seat {} holds {held} cards; only a last card can be caught", one(who));
                Err(self.effect_fault(by, "expose", text))
            }
            effect => {
                self.turn_effect(effect, by);
                Ok(())
            }
        }
    }

    /// Effects on debts, turns, calls and what is declared.
    fn turn_effect(&mut self, effect: Effect, by: By) {
        match effect {
            Effect::ChooseColor { who } => self.ask_color(one(who), by),
            Effect::Declare { color, symbol } => self.declare(color, symbol, by),
            Effect::MoveDebt { who } => self.move_debt(one(who), by),
            Effect::ClearDebt => self.clear_debt(by),
            Effect::Skip { who } => self.skip(one(who), by),
            Effect::Reverse => self.reverse(by),
            Effect::NextSeat { who } => self.st().advance.to = Some(one(who)),
            Effect::ExtraTurn { who, must_play } => {
                let advance = &mut self.st().advance;
                advance.to = Some(one(who));
                advance.must_play = must_play;
            }
            Effect::EndTurn => self.st().turn.done = true,
            Effect::AnyCard => self.st().turn.stage = Stage::Drawn(May::Any),
            Effect::Expose { who } => self.expose(one(who), true, by),
            Effect::Quiet { who } => {
                self.st().seats[one(who).index()].call = crate::table::Call::Quiet;
            }
            Effect::Verdict { seat, of, upheld } => {
                self.counts.challenges += 1;
                self.note(Event::Challenged { seat, of, upheld }, by);
            }
            Effect::Tell { text, to } => {
                let to = to.map(|who| self.look().seats_of(who));
                self.note(Event::Said { text, to }, by);
            }
            Effect::DoAt { when, name, data } => {
                if let By::Rule(rule) = by {
                    self.st().moments.push(Moment { when, rule, name, data });
                }
            }
            Effect::Cancel { name } => {
                if let By::Rule(rule) = by {
                    self.cancel(rule, &name);
                }
            }
            _ => {}
        }
    }

    fn declare(
        &mut self,
        color: Option<crate::cards::Color>,
        symbol: Option<crate::cards::Symbol>,
        by: By,
    ) {
        if let Some(color) = color {
            self.st().color = Some(color);
            self.note(Event::ColorSet { seat: None, color }, by);
        }
        if let Some(symbol) = symbol {
            self.st().symbol = Some(symbol);
            self.note(Event::SymbolSet { symbol }, by);
        }
    }

    pub(super) fn reverse(&mut self, by: By) {
        let state = self.calm_st();
        state.direction = state.direction.flipped();
        let clockwise = state.direction == crate::table::Direction::Cw;
        self.note_if(by, || Event::DirectionChanged { clockwise });
    }

    fn then_do(
        &mut self,
        name: String,
        data: crate::table::Value,
        by: By,
        play: Option<&Play>,
        used: u64,
    ) -> Done {
        let By::Rule(rule) = by else { return Ok(()) };
        let depth = self.state.work.len();
        if depth >= STACK_LIMIT {
            return Err(self.effect_fault(by, "then_do", "too many unfinished tasks".into()));
        }
        let play = play.cloned();
        let task = Task::Do { rule, name, data, taker: None, play, used, tape: Vec::new() };
        self.st().work.push(task);
        Ok(())
    }

    fn cancel(&mut self, rule: RuleId, name: &str) {
        let state = self.st();
        state.moments.retain(|moment| moment.rule != rule || moment.name != name);
        state.work.retain(|task| {
            !matches!(task, Task::Do { rule: of, name: what, .. } if *of == rule && what == name)
        });
    }

    /// A play is undone: its card goes back, top and color are as before (decisions 5).
    fn take_back(&mut self, play: &Play, by: By) -> Done {
        if self.state.top() != Some(play.card) {
            let text = "its card does not lie on top any more".into();
            return Err(self.effect_fault(by, "take_back", text));
        }
        let seat = play.seat;
        let before = self.state.place(seat).hand.len() as u16;
        let state = self.st();
        state.discard.pop();
        state.seats[seat.index()].hand.add(play.card);
        state.color = play.before.color;
        state.symbol = play.before.symbol;
        self.touched(seat, false);
        self.note(Event::CardTakenBack { seat, card: play.card }, by);
        self.hand_changed(seat, before, "take_back");
        Ok(())
    }

    /// Cards laid off without effect; that may empty the hand (C23).
    fn discard(&mut self, seat: Seat, cards: &[Kind], by: By, play: Option<&Play>) -> Done {
        let before = self.state.place(seat).hand.len() as u16;
        self.take_from(Spot::Hand(seat), cards, by, "discard")?;
        let state = self.st();
        // Under the top, so that color and effect of what lies there stay.
        let at = state.discard.len().saturating_sub(1);
        for card in cards.iter().rev() {
            state.discard.insert(at, *card);
        }
        self.touched(seat, false);
        self.note(Event::Discarded { seat, cards: cards.to_vec() }, by);
        self.hand_changed(seat, before, "discard");
        let empty = self.state.place(seat).hand.is_empty();
        if empty && before > 0 {
            let top = self.state.top().unwrap_or(Kind(0));
            let record = match play {
                Some(play) => play.clone(),
                None => self.play_record(seat, top, crate::table::How::Rule, false),
            };
            self.empty_hand(seat, &record)?;
        }
        Ok(())
    }

    /// Takes cards out of a place, or says that they are not there.
    fn take_from(&mut self, spot: Spot, cards: &[Kind], by: By, verb: &str) -> Done {
        for card in cards {
            let state = self.st();
            let found = match spot {
                Spot::Hand(seat) => state.seats[seat.index()].hand.remove(*card),
                Spot::Draw => take_one(&mut state.draw, *card),
                Spot::Discard => take_one(&mut state.discard, *card),
                Spot::Pile(pile) => take_one(&mut state.piles[pile as usize], *card),
            };
            if !found {
                let text = format!(
                    "there is no {} in {}",
                    self.game.deck.card_text(*card),
                    self.spot_name(spot)
                );
                return Err(self.effect_fault(by, verb, text));
            }
        }
        Ok(())
    }

    fn put(&mut self, spot: Spot, cards: &[Kind], bottom: bool) {
        let state = self.st();
        let pile = match spot {
            Spot::Hand(seat) => {
                cards.iter().for_each(|card| state.seats[seat.index()].hand.add(*card));
                return;
            }
            Spot::Draw => &mut state.draw,
            Spot::Discard => &mut state.discard,
            Spot::Pile(pile) => &mut state.piles[pile as usize],
        };
        if bottom {
            pile.splice(0..0, cards.iter().copied());
        } else {
            pile.extend(cards);
        }
    }

    /// The cards of a place.
    fn cards_in(&self, spot: Spot) -> Vec<Kind> {
        match spot {
            Spot::Hand(seat) => self.state.place(seat).hand.cards().collect(),
            Spot::Draw => self.state.draw.clone(),
            Spot::Discard => self.state.discard.clone(),
            Spot::Pile(pile) => self.state.piles[pile as usize].clone(),
        }
    }

    fn spot_name(&self, spot: Spot) -> String {
        match spot {
            Spot::Hand(seat) => format!("the hand of seat {seat}"),
            Spot::Draw => "the draw pile".into(),
            Spot::Discard => "the discard pile".into(),
            Spot::Pile(pile) => format!("the pile {}", self.game.piles[pile as usize]),
        }
    }

    /// Effects that move cards about without playing them.
    fn cards_effect(&mut self, effect: Effect, by: By) -> Done {
        match effect {
            Effect::Move { cards, from, to, bottom } => {
                self.move_cards(&cards, from, to, bottom, by)
            }
            Effect::Swap { a, b } => self.swap(a, b, by),
            Effect::RotateHands => {
                self.rotate_hands(by);
                Ok(())
            }
            Effect::Shuffle { pile } => {
                self.shuffle(pile, by);
                Ok(())
            }
            Effect::Deal { pile, from, each } => self.deal_out(pile, one(from), each, by),
            Effect::Show { cards, owner, to } => {
                self.note(Event::HandShown { owner, to: one(to), cards }, by);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn move_cards(&mut self, cards: &[Kind], from: Spot, to: Spot, bottom: bool, by: By) -> Done {
        let owner = |spot: Spot| match spot {
            Spot::Hand(seat) => Some(seat),
            _ => None,
        };
        let touched: Vec<(Seat, u16)> = [from, to]
            .into_iter()
            .filter_map(owner)
            .map(|seat| (seat, self.state.place(seat).hand.len() as u16))
            .collect();
        if matches!(to, Spot::Hand(seat) if self.state.place(seat).standing == Standing::Gone) {
            let text = "that seat has left the table".into();
            return Err(self.effect_fault(by, "move", text));
        }
        let top = self.state.top();
        self.take_from(from, cards, by, "move")?;
        self.put(to, cards, bottom);
        if self.state.top() != top {
            let printed = self.state.top().and_then(|top| self.game.deck.card(top).color);
            let state = self.st();
            state.color = printed;
            state.symbol = None;
        }
        let open = matches!(to, Spot::Discard);
        let event = Event::CardsMoved {
            cards: cards.to_vec(),
            from: self.spot_name(from),
            to: self.spot_name(to),
            owner: if open { None } else { owner(from).or(owner(to)) },
        };
        self.note(event, by);
        for (seat, before) in touched {
            self.touched(seat, false);
            self.hand_changed(seat, before, "move");
        }
        Ok(())
    }

    fn swap(&mut self, a: Spot, b: Spot, by: By) -> Done {
        if a == b {
            let text = "a place cannot be swapped with itself (A23)".into();
            return Err(self.effect_fault(by, "swap", text));
        }
        if let (Spot::Hand(a), Spot::Hand(b)) = (a, b) {
            if let Some(out) = [a, b].into_iter().find(|seat| !self.state.active(*seat)) {
                let text = format!("seat {out} does not play any more (A23)");
                return Err(self.effect_fault(by, "swap", text));
            }
            let hands = [a, b].map(|seat| self.state.place(seat).hand.clone());
            let sizes = [a, b].map(|seat| self.state.place(seat).hand.len() as u16);
            let [of_a, of_b] = hands;
            let state = self.st();
            state.seats[a.index()].hand = of_b;
            state.seats[b.index()].hand = of_a;
            self.note(Event::HandsSwapped { a, b }, by);
            self.replaced(&[(a, sizes[0]), (b, sizes[1])], "swap");
            return Ok(());
        }
        let (of_a, of_b) = (self.cards_in(a), self.cards_in(b));
        self.move_cards(&of_a, a, b, false, by)?;
        self.move_cards(&of_b, b, a, false, by)
    }

    /// Hands were replaced as a whole: calls lapse, and everybody may hear of it.
    fn replaced(&mut self, seats: &[(Seat, u16)], cause: &str) {
        for (seat, _) in seats {
            self.touched(*seat, true);
        }
        for (seat, before) in seats.iter().rev() {
            self.hand_changed(*seat, *before, cause);
        }
    }

    fn rotate_hands(&mut self, by: By) {
        let seats: Vec<Seat> = self.state.ring(self.state.turn.seat).collect();
        let hands: Vec<Hand> = seats.iter().map(|s| self.state.place(*s).hand.clone()).collect();
        let sizes = hands.iter().map(|hand| hand.len() as u16);
        let touched: Vec<(Seat, u16)> = seats.iter().copied().zip(sizes).collect();
        let n = seats.len();
        let state = self.st();
        for (at, hand) in hands.into_iter().enumerate() {
            state.seats[seats[(at + 1) % n].index()].hand = hand;
        }
        let clockwise = state.direction == crate::table::Direction::Cw;
        self.note(Event::HandsRotated { clockwise }, by);
        self.replaced(&touched, "rotation");
    }

    fn shuffle(&mut self, spot: Spot, by: By) {
        let mut cards = self.cards_in(spot);
        // Equal multisets must shuffle alike, however they were gathered.
        crate::cards::sort_cards(&mut cards);
        let game = Rc::clone(&self.game);
        let state = self.st();
        match by {
            By::Rule(rule) => {
                let seed = state.table.seed;
                let name = &game.rule(rule).name;
                state.rules[rule.index()].stream(seed, name).shuffle(&mut cards);
            }
            _ => state.deal.shuffle(&mut cards),
        }
        match spot {
            Spot::Hand(_) => {}
            Spot::Draw => state.draw = cards,
            Spot::Discard => state.discard = cards,
            Spot::Pile(pile) => state.piles[pile as usize] = cards,
        }
    }

    fn deal_out(&mut self, pile: Spot, from: Seat, each: Option<u16>, by: By) -> Done {
        let seats: Vec<Seat> = self.state.ring(from).collect();
        let before: Vec<u16> =
            seats.iter().map(|seat| self.state.place(*seat).hand.len() as u16).collect();
        let cards = self.cards_in(pile);
        let most = each.map_or(usize::MAX, |each| each as usize * seats.len());
        let dealt: Vec<Kind> = cards.iter().rev().take(most).copied().collect();
        if seats.is_empty() {
            return Ok(());
        }
        self.take_from(pile, &dealt, by, "deal")?;
        for (at, card) in dealt.iter().enumerate() {
            let seat = seats[at % seats.len()];
            self.st().seats[seat.index()].hand.add(*card);
        }
        let each = (dealt.len() / seats.len()) as u16;
        self.note(Event::Dealt { each }, by);
        let touched: Vec<(Seat, u16)> = seats.into_iter().zip(before).collect();
        self.replaced(&touched, "deal");
        Ok(())
    }

    /// Tells listeners of a changed hand.
    pub(super) fn hand_changed(&mut self, seat: Seat, before: u16, cause: &str) {
        if !self.game.hears(Hook::OnHandChanged) {
            return;
        }
        let after = self.state.place(seat).hand.len() as u16;
        let event = Event::HandChanged { seat, before, after, cause: cause.into() };
        self.react(Hook::OnHandChanged, event, None);
    }
}

fn take_one(pile: &mut Vec<Kind>, card: Kind) -> bool {
    let found = pile.iter().rposition(|other| *other == card);
    found.map(|at| pile.remove(at)).is_some()
}

/// What may still happen when the play has ended the round (X3): debts and draws of others.
const fn after_the_end(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Owe { .. }
            | Effect::Draw { .. }
            | Effect::Play { .. }
            | Effect::CardEffect { .. }
            | Effect::Tell { .. }
            | Effect::Score { .. }
            | Effect::PayDebt
            | Effect::ClearDebt
            | Effect::Show { .. }
            | Effect::Verdict { .. }
            | Effect::ThenDo { .. }
            | Effect::Cancel { .. }
            | Effect::DoAt { .. }
            | Effect::Skip { .. }
    ) || matches!(effect, Effect::DrawUntil { who: Who::Seat(_), .. })
}
