//! What follows from the rules alone and is asked all the time, worked out once: which doors and
//! plays are so simple that nobody need be asked, which debts can be answered or judged.

use super::game::{Game, Listener};
use super::hook::{HOOKS, Hook, HookInfo};
use super::policy::Duty;
use super::rule::{Body, Scope};
use crate::cards::{Color, Deck, Kind, KindSet, Symbol};
use crate::engine::host::Answer;
use crate::table::{How, Owe, RuleId};

/// Debts, by the symbol of the card that opened them: one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct DebtSet {
    symbols: u128,
    /// Those that no card opened.
    plain: bool,
}

impl DebtSet {
    /// The debts of a deck for which this holds.
    pub(super) fn of(deck: &Deck, holds: impl Fn(Option<Symbol>) -> bool) -> Self {
        let symbols = (0..deck.symbols().len() as u8).map(Symbol);
        let symbols = symbols.filter(|symbol| holds(Some(*symbol)));
        Self { symbols: symbols.fold(0, |set, symbol| set | 1 << symbol.0), plain: holds(None) }
    }
    /// Whether a debt is among them.
    pub const fn has(self, symbol: Option<Symbol>) -> bool {
        match symbol {
            Some(symbol) => self.symbols >> symbol.0 & 1 == 1,
            None => self.plain,
        }
    }
}

/// The kinds that fit, by the color and the symbol in force, where nothing else decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fits {
    /// By color, then by symbol; none is the first of each.
    on: Vec<KindSet>,
    symbols: usize,
}

impl Fits {
    /// Of the kinds that fit always, on their color, on their symbol.
    fn of(deck: &Deck, [always, color, symbol]: [KindSet; 3]) -> Self {
        let colors = std::iter::once(None).chain(deck.colors().map(Some));
        let symbols = deck.symbols().len() + 1;
        let on = colors.flat_map(|now| {
            let of_color = now.map_or(KindSet::EMPTY, |now| color.and(deck.of_color(now)));
            let of_symbol = move |at: usize| match at.checked_sub(1) {
                Some(at) => symbol.and(deck.of_symbol(Symbol(at as u8))),
                None => KindSet::EMPTY,
            };
            (0..symbols).map(move |at| always.or(of_color).or(of_symbol(at)))
        });
        Self { on: on.collect(), symbols }
    }
    /// The kinds that fit on this color and this symbol.
    #[inline]
    pub fn on(&self, color: Option<Color>, symbol: Option<Symbol>) -> KindSet {
        let color = color.map_or(0, |color| usize::from(color.0) + 1);
        let symbol = symbol.map_or(0, |symbol| usize::from(symbol.0) + 1);
        self.on.get(color * self.symbols + symbol).copied().unwrap_or_default()
    }
}

/// Memory that an action, a play or a turn makes forgotten.
pub const PASSING: [Scope; 3] = [Scope::Window, Scope::Turn, Scope::Top];

/// What can be done at once, since nobody has a say in it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Swift {
    /// Cards that do nothing, and whose play nobody hears of.
    pub plain: KindSet,
    /// Whether nobody hears of a play but for what its card does.
    pub effects: bool,
    /// Then the cards of which the kind alone decides who hears, laid in turn and not last.
    pub fixed: KindSet,
    /// Cards whose debts may be judged by an offer.
    pub judged: KindSet,
    /// Whether cards are drawn without anybody hearing of it or having a say in it.
    pub draws: bool,
    /// Whether all who have the last word are built-in rules about certain kinds, as long as a card
    /// is not the last one of its hand.
    pub bars: bool,
    /// The same for the last card.
    pub bars_last: bool,
    /// Whether debts are paid without anybody hearing of it.
    pub payments: bool,
    /// Whether debts are opened without anybody hearing of it or having a say in them.
    pub debts: bool,
    /// Whether turns end without anybody hearing of it or having a say in where they go on.
    pub turns: bool,
    /// Whether all that seats can do without a debt is to play, draw and pass, by the doors alone.
    pub actions: bool,
    /// Whether nobody has a say in who may draw or pass, as long as memory that passes is as it
    /// began.
    pub free: bool,
    /// Whether anybody hears that a turn begins.
    pub heard: bool,
    /// For how many cards in the hand of its seat: one bit each, the last for more.
    pub heard_with: u64,
    /// Whether a rule has memory that an action, a play or a turn makes forgotten.
    pub passing: bool,
    /// Whether there is a duty to call.
    pub duty: bool,
}

impl Swift {
    /// Whether anybody may hear that a turn begins of a seat with so many cards.
    #[inline]
    pub const fn may_be_heard(&self, held: usize) -> bool {
        self.heard_with >> (if held < 63 { held } else { 63 }) & 1 == 1
    }
}

impl Game {
    /// Works out what is asked all the time, when all rules are there.
    pub(super) fn finish(&mut self) {
        let live = |l: &&Listener| !l.filter.never();
        let heard = |info: &HookInfo| self.listeners(info.hook).iter().any(|l| live(&l));
        self.heard = HOOKS.iter().map(heard).collect();
        let effects = self.listeners(Hook::OnCardEffect);
        let effect_kinds = effects.iter().fold(KindSet::EMPTY, kinds);
        self.effect_kinds = effect_kinds;
        let answer = |symbol: Option<Symbol>| {
            self.listeners(Hook::CanAnswer).iter().any(|l| {
                !matches!(l.body, Body::Say(Answer::Forbid(_)))
                    && l.filter.may_answer(&self.deck, symbol)
            })
        };
        self.answerable = DebtSet::of(&self.deck, answer);
        let fits = |sets: [KindSet; 3], l: &Listener| {
            let said = matches!(l.body, Body::Say(Answer::Allow));
            let more = l.filter.fits().filter(|_| said)?;
            Some([0, 1, 2].map(|at| sets[at].or(more[at])))
        };
        let mut heard = self.listeners(Hook::CanFit).iter().filter(live);
        let fits = heard.try_fold([KindSet::EMPTY; 3], fits);
        self.fits = fits.map(|fits| Fits::of(&self.deck, fits));
        self.last_word = self.listeners(Hook::CanPlay).iter().fold(KindSet::EMPTY, kinds);
        self.find_swift();
    }

    /// Works out what can be done at once.
    fn find_swift(&mut self) {
        let draws = [
            Hook::InsteadOfDraw,
            Hook::AdjustDraw,
            Hook::OnCardDrawn,
            Hook::OnHandChanged,
            Hook::OnReshuffled,
        ];
        let turns = [Hook::OnTurnEnded, Hook::AdjustSteps, Hook::OnHandSettled];
        self.swift.turns = !turns.into_iter().any(|hook| self.hears(hook));
        self.swift.heard = self.hears(Hook::OnTurnStarted);
        let heard = self.listeners(Hook::OnTurnStarted).iter();
        self.swift.heard_with = heard.fold(0, |set, l| set | l.filter.counts());
        self.swift.passing = PASSING.into_iter().any(|scope| self.remembers(scope));
        self.swift.debts = !self.hears(Hook::AdjustOwe)
            && !self.hears(Hook::InsteadOfOwe)
            && !self.hears(Hook::OnDebtChanged);
        self.swift.payments = !self.hears(Hook::OnDebtPaid) && !self.hears(Hook::OnSeatSkipped);
        let bars = |l: &Listener| matches!(l.body, Body::Can(_)) && l.filter.kinds_only();
        self.swift.bars_last = self.listeners(Hook::CanPlay).iter().all(bars);
        let bars = |l: &Listener| l.filter.last_only() || bars(l);
        self.swift.bars = self.listeners(Hook::CanPlay).iter().all(bars);
        let begun = |rule: RuleId, at: usize| {
            let passes = |scope| self.memories(scope).contains(&(rule, at));
            PASSING.into_iter().any(passes).then(|| self.rule(rule).memory[at].fresh())
        };
        let mut says = [Hook::CanDraw, Hook::CanPass].into_iter().flat_map(|h| self.listeners(h));
        self.swift.free = says.all(|l| l.filter.rests(begun));
        self.swift.duty = self.policy.call.is_some_and(|call| call.duty != Duty::Off);
        let breaches = self.policy.call.is_some_and(|c| c.false_call > 0 || c.false_catch > 0);
        let debts_only =
            self.offers.iter().all(|offer| offer.filter.names_debt() || offer.filter.never());
        self.swift.actions = self.fits.is_some() && !breaches && debts_only;
        self.swift.draws = !draws.into_iter().any(|hook| self.hears(hook));
        let judged = |kind: &Kind| self.debt_judged(self.deck.card(*kind).symbol);
        self.swift.judged = self.deck.kinds().filter(judged).collect();
        let heard = [
            Hook::InsteadOfPlay,
            Hook::InsteadOfCardEffect,
            Hook::OnCardPlayed,
            Hook::OnHandChanged,
        ];
        if heard.into_iter().any(|hook| self.hears(hook)) {
            return;
        }
        self.swift.plain = KindSet::ALL.without(self.effect_kinds).without(self.swift.judged);
        self.swift.effects = true;
        let open = self.listeners(Hook::OnCardEffect).iter().filter(|l| !l.filter.kinds_alone());
        // Those that never hold are still looked at one by one.
        let open = open.fold(KindSet::EMPTY, |set, l| set.or(l.filter.kinds()));
        self.swift.fixed = KindSet::ALL.without(open);
        let hears = |kind: Kind| {
            let effects = self.listeners(Hook::OnCardEffect);
            let hears = |l: &Listener| l.filter.kinds().has(kind);
            let first = effects.iter().position(hears).unwrap_or_default();
            first..effects.iter().rposition(hears).map_or(first, |last| last + 1)
        };
        self.hearing = self.deck.kinds().map(hears).collect();
        self.owed = self.deck.kinds().map(|kind| self.find_owed(kind)).collect();
    }

    /// What the next seat comes to owe by this card, if it is paid at once.
    fn find_owed(&self, kind: Kind) -> Option<(usize, Owe)> {
        let swift = &self.swift;
        let mut hearing = self.hearing[kind.index()].clone();
        let (at, None) = (hearing.next()?, hearing.next()) else { return None };
        let Body::Owe(owes) = self.listeners(Hook::OnCardEffect)[at].body else { return None };
        let owe = owes(self, kind, How::Turn);
        let open =
            swift.judged.has(kind) || self.debt_answerable(Some(self.deck.card(kind).symbol));
        let paid = swift.debts && swift.payments && swift.draws && (owe.closed || !open);
        (paid && swift.fixed.has(kind)).then_some((at, owe))
    }
}

/// The kinds that a listener may hear of, added to a set.
fn kinds(set: KindSet, listener: &Listener) -> KindSet {
    if listener.filter.never() { set } else { set.or(listener.filter.kinds()) }
}
