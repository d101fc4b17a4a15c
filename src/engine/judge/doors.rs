//! The doors: folding what the rules say about cards, a whole hand at once.
//!
//! Any string forbids; else any `true` allows; else no. Constants are masks; Lua is entered only
//! for kinds at hand that a filter lets through.

use crate::cards::{Kind, KindSet};
use crate::engine::definition::{Body, Facts, Fits, Hook, Listener};
use crate::engine::host::{Answer, Candidate, Entry, Fault, Look, Subject};
use crate::table::{How, May, Seat, Stage};

/// Where a fold tells who said what, when somebody asks why.
pub(in crate::engine) type Trace<'t> = Option<&'t mut Vec<super::Said>>;

/// Who forbids, and why.
pub(in crate::engine) type Forbidden<'l> = (&'l Listener, String);

/// What the rules say at one door.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Verdict {
    pub(super) allowed: KindSet,
    pub(super) forbidden: KindSet,
}

impl Look<'_> {
    /// The kinds of `cards` that this seat could lay in this way, by every rule.
    #[inline]
    pub(in crate::engine) fn layable(
        &self,
        seat: Seat,
        how: How,
        cards: KindSet,
        trace: Trace<'_>,
    ) -> Result<KindSet, Fault> {
        if let (How::Turn, None, Some(fits)) = (how, &trace, self.game.fits()) {
            let open = self.simply_fits(fits).and(cards);
            if open.and(self.game.last_word()).is_empty() {
                return Ok(open);
            }
            let (swift, held) = (self.game.swift(), self.state.place(seat).hand.len());
            if if held == 1 { swift.bars_last } else { swift.bars } {
                return Ok(open.without(self.barred(seat, open.and(self.game.last_word()))));
            }
        }
        self.layable_by_doors(seat, how, cards, trace)
    }

    /// The kinds of these that built-in rules forbid to be laid in turn.
    fn barred(&self, seat: Seat, cards: KindSet) -> KindSet {
        let last = self.state.place(seat).hand.len() == 1;
        let drawn = match self.state.turn.stage {
            Stage::Drawn(May::This(kind)) if self.state.turn.seat == seat => Some(kind),
            _ => None,
        };
        let mut verdict = Verdict::default();
        for listener in self.game.listeners(Hook::CanPlay) {
            let Body::Can(native) = listener.body else { continue };
            if !listener.filter.kinds_only() {
                continue;
            }
            for card in listener.filter.kinds().and(cards).iter() {
                let drawn = drawn == Some(card);
                let candidate = Candidate { seat, card, how: How::Turn, drawn, last };
                let answer = native(self, &Subject::Candidate(candidate), false);
                let new = verdict.take(KindSet::one(card), &answer);
                listener.uses.add(answer != Answer::Silent, new);
            }
        }
        verdict.forbidden
    }

    fn layable_by_doors(
        &self,
        seat: Seat,
        how: How,
        cards: KindSet,
        mut trace: Trace<'_>,
    ) -> Result<KindSet, Fault> {
        if cards.is_empty() {
            return Ok(cards);
        }
        let debt = !self.state.debts.is_empty();
        let open = match how {
            How::Jump => {
                let jump = self.door(Hook::CanJump, seat, how, cards, trace.as_deref_mut())?;
                if debt && (!jump.is_empty() || trace.is_some()) {
                    let hook = Hook::CanAnswer;
                    let answer = self.door(hook, seat, how, cards, trace.as_deref_mut())?;
                    jump.and(answer)
                } else {
                    jump
                }
            }
            How::Answer => self.door(Hook::CanAnswer, seat, how, cards, trace.as_deref_mut())?,
            _ => self.door(Hook::CanFit, seat, how, cards, trace.as_deref_mut())?,
        };
        let asked = if trace.is_some() { cards } else { open };
        if asked.and(self.game.last_word()).is_empty() && trace.is_none() || asked.is_empty() {
            return Ok(open);
        }
        let last_word = self.fold(Hook::CanPlay, seat, how, asked, trace)?;
        Ok(open.without(last_word.forbidden))
    }

    /// The kinds that one door lets through.
    fn door(
        &self,
        hook: Hook,
        seat: Seat,
        how: How,
        cards: KindSet,
        trace: Trace<'_>,
    ) -> Result<KindSet, Fault> {
        if let (Hook::CanFit, None, Some(fits)) = (hook, &trace, self.game.fits()) {
            return Ok(self.simply_fits(fits).and(cards));
        }
        let verdict = self.fold(hook, seat, how, cards, trace)?;
        Ok(verdict.allowed.without(verdict.forbidden))
    }

    /// The kinds that fit where nobody says more than which color or symbol does.
    #[inline]
    pub(super) fn simply_fits(&self, fits: &Fits) -> KindSet {
        fits.on(self.state.color, self.symbol_in_force())
    }

    fn fold(
        &self,
        hook: Hook,
        seat: Seat,
        how: How,
        cards: KindSet,
        mut trace: Trace<'_>,
    ) -> Result<Verdict, Fault> {
        let mut verdict = Verdict::default();
        let listeners = self.game.listeners(hook);
        let matches = |l: &Listener| !l.filter.kinds().and(cards).is_empty();
        if trace.is_none() && !listeners.iter().any(matches) {
            return Ok(verdict);
        }
        let facts = self.facts_to_play(seat, how);
        for listener in listeners {
            let asked = listener.filter.mask(self.deck(), &facts).and(cards);
            if asked.is_empty() {
                // What an option rules out for good would be asked nothing whatever is played.
                if let Some(trace) = trace.as_deref_mut().filter(|_| !listener.filter.never()) {
                    trace.push(super::Said::not_asked(self.game, hook.info().name, listener));
                }
                continue;
            }
            match &listener.body {
                Body::Say(answer) => {
                    let new = verdict.take(asked, answer);
                    listener.uses.add(*answer != Answer::Silent, new);
                    self.note(&mut trace, hook, listener, answer);
                }
                _ => {
                    for card in asked.iter() {
                        let answer = self.ask_card(listener, &facts, card, trace.is_some())?;
                        let new = verdict.take(KindSet::one(card), &answer);
                        listener.uses.add(answer != Answer::Silent, new);
                        self.note(&mut trace, hook, listener, &answer);
                    }
                }
            }
        }
        Ok(verdict)
    }

    fn note(&self, trace: &mut Trace<'_>, hook: Hook, listener: &Listener, answer: &Answer) {
        if let Some(trace) = trace {
            trace.push(super::Said::of(self.game, hook.info().name, listener, answer));
        }
    }

    fn ask_card(
        &self,
        listener: &Listener,
        facts: &Facts<'_>,
        card: Kind,
        words: bool,
    ) -> Result<Answer, Fault> {
        let candidate = Candidate {
            seat: facts.seat,
            card,
            how: facts.how.unwrap_or(How::Turn),
            drawn: facts.drawn.has(card),
            last: facts.last,
        };
        self.ask(listener, Subject::Candidate(candidate), words)
    }

    /// What one listener of a `can_` hook says; without `words` a built-in rule need not say why.
    pub(in crate::engine) fn ask(
        &self,
        listener: &Listener,
        subject: Subject<'_>,
        words: bool,
    ) -> Result<Answer, Fault> {
        match &listener.body {
            Body::Say(answer) => Ok(answer.clone()),
            Body::Can(native) => Ok(native(self, &subject, words)),
            Body::Script(function) => self.host.can(&Entry {
                look: *self,
                rule: listener.rule,
                function: *function,
                hook: &listener.name,
                subject,
            }),
            Body::SayAdjust(_) | Body::Run(_) | Body::Owe(_) => Ok(Answer::Silent),
        }
    }

    /// What the rules say of a question that is not about a card to lay: who forbids, whether
    /// anybody allows.
    pub(in crate::engine) fn fold_plain<'l>(
        &self,
        listeners: impl Iterator<Item = &'l Listener>,
        subject: Subject<'_>,
        door: &str,
        mut trace: Trace<'_>,
    ) -> Result<(bool, Option<Forbidden<'l>>), Fault> {
        let mut found = None;
        let (mut allowed, mut forbidden) = (false, None);
        for listener in listeners {
            let filter = &listener.filter;
            let holds = match subject {
                _ if filter.is_plain() => true,
                Subject::Card { card, .. } if filter.kinds_only() => filter.kinds().has(card),
                _ => {
                    let (facts, card) = found.get_or_insert_with(|| self.facts_of(&subject));
                    if filter.asks_playable() && facts.playable.is_none() {
                        facts.playable = Some(!self.playable(facts.seat)?.is_empty());
                    }
                    filter.holds(self.deck(), facts, *card)
                }
            };
            if !holds {
                continue;
            }
            let answer = self.ask(listener, subject, true)?;
            if let Some(trace) = trace.as_deref_mut() {
                trace.push(super::Said::of(self.game, door, listener, &answer));
            }
            let new = match &answer {
                Answer::Silent => false,
                Answer::Allow => !allowed,
                Answer::Forbid(_) => forbidden.is_none(),
            };
            listener.uses.add(answer != Answer::Silent, new);
            match answer {
                Answer::Silent => {}
                Answer::Allow => allowed = true,
                Answer::Forbid(why) if forbidden.is_none() => forbidden = Some((listener, why)),
                Answer::Forbid(_) => {}
            }
        }
        Ok((allowed, forbidden))
    }

    /// Whether this card fits, laid in turn by this seat, as `can_fit` says (`game:fits`).
    ///
    /// # Errors
    /// When a rule fails while it is asked.
    pub fn fits(&self, seat: Seat, card: Kind) -> Result<bool, Fault> {
        let cards = KindSet::one(card);
        Ok(!self.door(Hook::CanFit, seat, How::Turn, cards, None)?.is_empty())
    }

    /// The kinds of `cards` that this seat could lay in a turn of its own.
    pub(in crate::engine) fn in_turn(&self, seat: Seat, cards: KindSet) -> Result<KindSet, Fault> {
        self.layable(seat, How::Turn, cards, None)
    }

    /// The kinds that this seat could lay now; for one that is not due: in a turn of its own
    /// (`game:playable`).
    ///
    /// # Errors
    /// When a rule fails while it is asked.
    pub fn playable(&self, seat: Seat) -> Result<KindSet, Fault> {
        let hand = self.state.place(seat).hand.kinds();
        match self.way(seat) {
            Some(How::Answer) => self.layable(seat, How::Answer, hand, None),
            Some(How::Turn) if !self.state.turn.done => {
                self.layable(seat, How::Turn, self.at_hand(seat), None)
            }
            _ => self.in_turn(seat, hand),
        }
    }

    /// The kinds that the stage of the turn leaves to choose from (R7.4).
    pub(super) fn at_hand(&self, seat: Seat) -> KindSet {
        let hand = self.state.place(seat).hand.kinds();
        match self.state.turn.stage {
            Stage::Drawn(may) if self.state.turn.seat == seat => match may {
                May::Nothing => KindSet::EMPTY,
                May::This(card) => hand.and(KindSet::one(card)),
                May::Any => hand,
            },
            _ => hand,
        }
    }
}

impl Verdict {
    /// Takes an answer in; whether nobody had said so of all these cards before.
    fn take(&mut self, cards: KindSet, answer: &Answer) -> bool {
        let said = match answer {
            Answer::Silent => return false,
            Answer::Allow => &mut self.allowed,
            Answer::Forbid(_) => &mut self.forbidden,
        };
        let new = !cards.without(*said).is_empty();
        *said = said.or(cards);
        new
    }
}
