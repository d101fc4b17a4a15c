//! A game: a deck, its rules in order with their option values, and the tables made of them.

use super::filter::{Filter, Own};
use super::hook::{Hook, HookKind};
use super::load_error::LoadError;
use super::matches::{MatchSpec, Schedule};
use super::policy::Policy;
use super::rule::{
    Body, DoSpec, FilterSpec, HookName, HookSpec, MemoryDef, Needs, OfferSpec, OfferTo, OptionDef,
    RuleSpec, ScriptFn, Source,
};
use super::swift::{DebtSet, Fits, Swift};
use super::uses::Uses;
use crate::cards::{Deck, DeckSpec, Kind, KindSet, Symbol, meant, meant_then};
use crate::limits::{RULES_MAX, SEATS_MAX, SEATS_MIN};
use crate::table::{Owe, RuleId, Value};
use std::ops::Range;
use std::rc::Rc;

/// A game as its file writes it: everything but the rules themselves.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSpec {
    /// Its name: that of its file.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// Where it came from.
    pub source: Source,
    /// Hash of the source.
    pub hash: String,
    /// Its deck.
    pub deck: DeckSpec,
    /// Its rules, in order, by name.
    pub rules: Vec<String>,
    /// Values of options that differ from their defaults: rule, option, value.
    pub options: Vec<(String, String, Value)>,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// Ways to play a match of it.
    pub matches: Vec<MatchSpec>,
    /// The tournament that is played, if it is one.
    pub schedule: Option<Schedule>,
}

/// A rule in its game.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// What it follows.
    pub cites: String,
    /// Its version.
    pub version: String,
    /// Where it came from.
    pub source: Source,
    /// Hash of its source.
    pub hash: String,
    /// Its options.
    pub options: Vec<OptionDef>,
    /// Their values, in the same order.
    pub values: Vec<Value>,
    /// Its memory, sorted by name.
    pub memory: Vec<MemoryDef>,
    /// Costly facts it needs.
    pub needs: Needs,
    /// The rule that stands in its place.
    pub replaced_by: Option<String>,
    /// Shown to the host only.
    pub secret: bool,
    /// What was noticed while loading that need not be wrong.
    pub warnings: Vec<String>,
}

impl Rule {
    /// Whether it plays a part: no other rule stands in its place.
    pub const fn in_force(&self) -> bool {
        self.replaced_by.is_none()
    }
    /// The value of an option.
    pub fn option(&self, name: &str) -> Option<&Value> {
        self.options.iter().position(|option| option.name == name).map(|at| &self.values[at])
    }
    /// Whether it is part of the engine.
    pub const fn built_in(&self) -> bool {
        matches!(self.source, Source::BuiltIn)
    }
}

/// A hook of a rule, ready to be asked.
#[derive(Clone, Debug)]
pub struct Listener {
    /// Whose.
    pub rule: RuleId,
    /// When.
    pub filter: Filter,
    /// What it does.
    pub body: Body,
    /// The hook's name.
    pub name: String,
    /// file:line.
    pub at: String,
    /// How often it was asked, and what came of it.
    pub uses: Uses,
}

/// An offer, ready to be made.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// Whose.
    pub rule: RuleId,
    /// To whom.
    pub to: OfferTo,
    /// When.
    pub filter: Filter,
    /// Its arguments.
    pub with: Option<ScriptFn>,
    /// How it is shown.
    pub label: Option<String>,
    /// Open as well while the round is won but not over.
    pub while_ending: bool,
    /// The debts that it may be about.
    pub judges: DebtSet,
    /// file:line.
    pub at: String,
}

/// The definition of a game. It never changes while a round is played.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// Where it came from.
    pub source: Source,
    /// Hash of its file.
    pub hash: String,
    /// Its deck, with the cards that rules brought.
    pub deck: Deck,
    /// Fewest and most seats.
    pub seats: (usize, usize),
    /// Ways to play a match of it.
    pub matches: Vec<MatchSpec>,
    /// The tournament that is played, if it is one.
    pub schedule: Option<Schedule>,
    /// The rules, by id: sorted by name.
    rules: Vec<Rule>,
    /// The rules in order.
    pub order: Vec<RuleId>,
    /// Piles that rules declared.
    pub piles: Vec<String>,
    /// Options of the built-in rules.
    pub policy: Policy,
    /// What the rules in force need.
    pub needs: Needs,
    listeners: Vec<Vec<Listener>>,
    pub(super) heard: Vec<bool>,
    actions: Vec<(String, Listener)>,
    /// What rules offer.
    pub offers: Vec<Offer>,
    dos: Vec<(RuleId, DoSpec, Uses)>,
    scripted: bool,
    pub(super) effect_kinds: KindSet,
    pub(super) swift: Swift,
    pub(super) hearing: Vec<Range<usize>>,
    pub(super) owed: Vec<Option<(usize, Owe)>>,
    pub(super) fits: Option<Fits>,
    pub(super) last_word: KindSet,
    pub(super) answerable: DebtSet,
    scopes: [Vec<(RuleId, usize)>; 5],
    /// The names of the colors, as answers.
    pub color_names: Rc<[Value]>,
}

impl Game {
    /// Makes a game of its file and its rules, in order.
    ///
    /// # Errors
    /// Every reason why the rules cannot be played together, each with rule, file and line.
    pub fn build(spec: &GameSpec, rules: &[RuleSpec]) -> Result<Self, Vec<LoadError>> {
        Builder::new(spec, rules).map_err(|error| vec![error])?.build()
    }
    /// A rule.
    ///
    /// # Panics
    /// When the id is of another game.
    pub fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.index()]
    }
    /// Every rule, by id.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }
    /// The rule of this name.
    pub fn rule_named(&self, name: &str) -> Option<RuleId> {
        // By id is by name.
        let found = self.rules.binary_search_by(|rule| rule.name.as_str().cmp(name));
        found.ok().map(|at| RuleId(at as u8))
    }
    /// Who listens to a hook, in order.
    pub fn listeners(&self, hook: Hook) -> &[Listener] {
        &self.listeners[hook as usize]
    }
    /// Whether anybody listens to a hook whose filter may hold with these options.
    pub fn hears(&self, hook: Hook) -> bool {
        self.heard[hook as usize]
    }
    /// Who has a say on the action of this name (`can_NAME`).
    pub fn on_action<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Listener> + 'a {
        self.actions.iter().filter(move |(action, _)| action == name).map(|(_, l)| l)
    }
    /// Every `can_NAME` hook.
    pub fn action_listeners(&self) -> &[(String, Listener)] {
        &self.actions
    }
    /// A rule's `do_NAME`.
    pub fn work(&self, rule: RuleId, name: &str) -> Option<(&DoSpec, &Uses)> {
        let found = self.dos.iter().find(|(of, work, _)| *of == rule && work.name == name);
        found.map(|(_, work, uses)| (work, uses))
    }
    /// How often each hook was asked and what came of it: rule, the hook's name in two pieces,
    /// counts. Several hooks of one name of a rule are told one by one.
    pub fn uses(&self) -> impl Iterator<Item = (RuleId, &str, &str, &Uses)> {
        let hooks = self.listeners.iter().flatten().chain(self.actions.iter().map(|(_, l)| l));
        let hooks = hooks.map(|l| (l.rule, "", l.name.as_str(), &l.uses));
        let dos = self.dos.iter().map(|(rule, work, uses)| (*rule, "do_", &*work.name, uses));
        hooks.chain(dos)
    }
    /// The names of a rule's `do_` functions.
    pub fn works(&self, rule: RuleId) -> impl Iterator<Item = &str> {
        self.dos.iter().filter(move |(of, ..)| *of == rule).map(|(_, work, _)| work.name.as_str())
    }
    /// The offer of this name.
    pub fn offer_named(&self, name: &str) -> Option<u8> {
        self.offers.iter().position(|offer| offer.name == name).map(|at| at as u8)
    }
    /// The kinds whose effect anybody could listen to; for all others nothing has to be asked.
    pub const fn effect_kinds(&self) -> KindSet {
        self.effect_kinds
    }
    /// Whether any hook of a script is in force: without one nothing can fail half-way.
    pub const fn scripted(&self) -> bool {
        self.scripted
    }
    /// The kinds that fit by the color and the symbol in force: where all that is said at this
    /// door is so simple.
    pub const fn fits(&self) -> Option<&Fits> {
        self.fits.as_ref()
    }
    /// The kinds about which somebody may have the last word (`can_play`).
    pub const fn last_word(&self) -> KindSet {
        self.last_word
    }
    /// Plays that can be done at once.
    pub const fn swift(&self) -> &Swift {
        &self.swift
    }
    /// The places of those who may hear of the effect of a card, from the first to the last.
    #[inline]
    pub fn hearing(&self, card: Kind) -> Range<usize> {
        let all = || 0..self.listeners(Hook::OnCardEffect).len();
        self.hearing.get(card.index()).cloned().unwrap_or_else(all)
    }
    /// What the next seat comes to owe by the play of this card in turn, where that is all that
    /// the card does and nobody else has a say in it; with the rule whose doing it is.
    #[inline]
    pub fn owed(&self, card: Kind) -> Option<(&Listener, Owe)> {
        let (at, owe) = (*self.owed.get(card.index())?)?;
        Some((&self.listeners(Hook::OnCardEffect)[at], owe))
    }
    /// Whether a debt that a card of this symbol opens may be judged by an offer (a challenge).
    pub fn debt_judged(&self, symbol: Symbol) -> bool {
        self.offers.iter().any(|offer| offer.judges.has(Some(symbol)))
    }
    /// Whether any rule in force keeps memory of this scope.
    pub fn remembers(&self, scope: super::rule::Scope) -> bool {
        !self.memories(scope).is_empty()
    }
    /// Where memory of this scope lies: rules, and places in their memory.
    pub fn memories(&self, scope: super::rule::Scope) -> &[(RuleId, usize)] {
        &self.scopes[scope as usize]
    }
    /// Whether, by public knowledge, a debt of this symbol could be answered in this game (X1).
    pub const fn debt_answerable(&self, symbol: Option<Symbol>) -> bool {
        self.answerable.has(symbol)
    }
}

/// Actions that every game has: no offer may take their names.
const OWN_ACTIONS: [&str; 7] = ["play", "draw", "pass", "take", "answer", "uno", "catch"];

pub(super) struct Builder<'a> {
    pub(super) spec: &'a GameSpec,
    pub(super) rules: Vec<&'a RuleSpec>,
    deck: Deck,
    ids: Vec<RuleId>,
    pub(super) errors: Vec<LoadError>,
}

pub(super) fn fail(rule: &RuleSpec, text: impl Into<String>) -> LoadError {
    LoadError { at: rule.at.clone(), rule: rule.name.clone(), text: text.into() }
}

impl<'a> Builder<'a> {
    fn new(spec: &'a GameSpec, rules: &'a [RuleSpec]) -> Result<Self, LoadError> {
        let whole =
            |text: String| LoadError { at: spec.source.to_string(), rule: String::new(), text };
        if rules.len() > RULES_MAX {
            return Err(whole(format!("{} rules; at most {RULES_MAX} are allowed", rules.len())));
        }
        let (min, max) = spec.seats;
        if min < SEATS_MIN || max > SEATS_MAX || min > max {
            let text = "seats must be the fewest and the most, within";
            return Err(whole(format!("{text} {SEATS_MIN} to {SEATS_MAX}")));
        }
        let mut deck = spec.deck.clone();
        for rule in rules {
            deck.cards.extend(rule.cards.iter().cloned());
        }
        for card in &mut deck.cards {
            for (number, path) in std::mem::take(&mut card.from_options) {
                let value = option_value(spec, rules, &path).map_err(|error| {
                    whole(format!("a number of the card {}: {error}", card.symbol))
                })?;
                card.set(number, value);
            }
        }
        let deck = Deck::build(&deck).map_err(|error| {
            match rules.iter().find(|r| !r.cards.is_empty()) {
                Some(rule) => fail(rule, error.to_string()),
                None => whole(error.to_string()),
            }
        })?;
        let mut names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(whole(format!("the rule {} is listed twice", twice[0])));
        }
        let id = |rule: &RuleSpec| {
            RuleId(names.binary_search(&rule.name.as_str()).unwrap_or_default() as u8)
        };
        let ids = rules.iter().map(id).collect();
        Ok(Self { spec, rules: rules.iter().collect(), deck, ids, errors: Vec::new() })
    }

    fn build(mut self) -> Result<Game, Vec<LoadError>> {
        let replaced = self.replacements();
        self.conflicts();
        let order = self.order();
        let rules = self.rules(&replaced);
        let mut game = Game {
            name: self.spec.name.clone(),
            title: self.spec.title.clone(),
            source: self.spec.source.clone(),
            hash: self.spec.hash.clone(),
            deck: self.deck.clone(),
            seats: self.spec.seats,
            matches: self.spec.matches.clone(),
            schedule: self.spec.schedule.clone(),
            policy: Policy::of(&rules),
            order: order.iter().map(|at| self.ids[*at]).collect(),
            piles: self.rules.iter().flat_map(|rule| rule.piles.iter().cloned()).collect(),
            needs: Needs::default(),
            listeners: super::hook::HOOKS.iter().map(|_| Vec::new()).collect(),
            heard: vec![false; super::hook::HOOKS.len()],
            actions: Vec::new(),
            offers: Vec::new(),
            dos: Vec::new(),
            scripted: false,
            effect_kinds: KindSet::EMPTY,
            swift: Swift::default(),
            hearing: Vec::new(),
            owed: Vec::new(),
            fits: None,
            last_word: KindSet::EMPTY,
            answerable: DebtSet::default(),
            color_names: self
                .deck
                .colors()
                .map(|color| Value::text(self.deck.color_name(color)))
                .collect(),
            scopes: Default::default(),
            rules,
        };
        game.piles.sort();
        game.piles.dedup();
        let lifted: Vec<String> = self.lifted(&replaced);
        for at in order {
            if replaced[at].is_none() {
                self.install(&mut game, at, &lifted);
            }
        }
        game.finish();
        self.two_sets(&game);
        if self.errors.is_empty() { Ok(game) } else { Err(self.errors) }
    }

    /// Which rule stands in each rule's place.
    fn replacements(&mut self) -> Vec<Option<String>> {
        let mut replaced: Vec<Option<String>> = vec![None; self.rules.len()];
        for rule in self.rules.clone() {
            for name in &rule.replaces {
                let Some(at) = self.rules.iter().position(|other| other.name == *name) else {
                    let known = crate::engine::rules::names();
                    if !known.contains(&name.as_str()) {
                        let near = meant(name, known.iter().copied());
                        self.errors.push(fail(
                            rule,
                            format!("replaces {name:?}, which is no rule of this game{near}"),
                        ));
                    }
                    continue;
                };
                if let Some(other) = &replaced[at] {
                    let text = format!(
                        "stands in the place of {name}, and so does {other}; unload one of the two"
                    );
                    self.errors.push(fail(rule, text));
                }
                replaced[at] = Some(rule.name.clone());
            }
        }
        replaced
    }

    fn rules(&mut self, replaced: &[Option<String>]) -> Vec<Rule> {
        let mut rules: Vec<(RuleId, Rule)> = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let mut memory = rule.memory.clone();
            memory.sort_by(|a, b| a.name.cmp(&b.name));
            let values = rule.options.iter().map(|option| option.default.clone()).collect();
            rules.push((
                self.ids[at],
                Rule {
                    name: rule.name.clone(),
                    title: rule.title.clone(),
                    cites: rule.cites.clone(),
                    version: rule.version.clone(),
                    source: rule.source.clone(),
                    hash: rule.hash.clone(),
                    options: rule.options.clone(),
                    values,
                    memory,
                    needs: rule.needs,
                    replaced_by: replaced[at].clone(),
                    secret: rule.secret,
                    warnings: self.warnings(rule),
                },
            ));
        }
        rules.sort_by_key(|(id, _)| *id);
        let mut rules: Vec<Rule> = rules.into_iter().map(|(_, rule)| rule).collect();
        for (rule, option, value) in &self.spec.options {
            let set = set_option(&mut rules, rule, option, value)
                .and_then(|()| hand_on(&mut rules, rule, option, value));
            if let Err(text) = set {
                let at = self.spec.source.to_string();
                self.errors.push(LoadError { at, rule: rule.clone(), text });
            }
        }
        rules
    }

    fn warnings(&self, rule: &RuleSpec) -> Vec<String> {
        let here = |name: &String| self.rules.iter().any(|other| other.name == *name);
        let warns = rule.warns.iter().filter(|(other, _)| here(other));
        warns.map(|(other, text)| format!("together with {other}: {text}")).collect()
    }

    fn lifted(&mut self, replaced: &[Option<String>]) -> Vec<String> {
        let vetoes: Vec<&str> = self.rules.iter().filter_map(|r| r.veto.as_deref()).collect();
        let mut lifted = Vec::new();
        for (at, rule) in self.rules.clone().into_iter().enumerate() {
            for name in &rule.lifts {
                if !vetoes.contains(&name.as_str()) {
                    let known = vetoes.join(", ");
                    let text =
                        format!("lifts {name:?}, which nobody pronounces; there is: {known}");
                    self.errors.push(fail(rule, text));
                } else if replaced[at].is_none() {
                    lifted.push(name.clone());
                }
            }
        }
        lifted
    }

    fn install(&mut self, game: &mut Game, at: usize, lifted: &[String]) {
        let (rule, id) = (self.rules[at], self.ids[at]);
        game.needs.alternatives |= rule.needs.alternatives;
        game.needs.take_back |= rule.needs.take_back;
        for (at, memory) in game.rules[id.index()].memory.iter().enumerate() {
            game.scopes[memory.scope as usize].push((id, at));
        }
        let is_lifted = rule.veto.as_ref().is_some_and(|veto| lifted.contains(veto));
        for hook in &rule.hooks {
            let fixed = match &hook.hook {
                HookName::Fixed(fixed) => Some(*fixed),
                HookName::Action(_) => None,
            };
            if is_lifted && fixed == Some(Hook::CanPlay) {
                continue;
            }
            let Some(filter) = self.filter(game, id, &hook.filter, &hook.hook, &hook.at) else {
                continue;
            };
            let name = name_of(hook);
            let body = hook.body.clone();
            game.scripted |= matches!(body, Body::Script(_));
            let at = hook.at.clone();
            let listener = Listener { rule: id, filter, body, name, at, uses: Uses::default() };
            match &hook.hook {
                HookName::Fixed(fixed) => game.listeners[*fixed as usize].push(listener),
                HookName::Action(action) => game.actions.push((action.clone(), listener)),
            }
        }
        for offer in &rule.offers {
            self.offer(game, id, rule, offer);
        }
        for work in &rule.dos {
            game.scripted |= matches!(work.body, Body::Script(_));
            game.dos.push((id, work.clone(), Uses::default()));
        }
    }

    fn filter(
        &mut self,
        game: &mut Game,
        id: RuleId,
        spec: &FilterSpec,
        hook: &HookName,
        at: &str,
    ) -> Option<Filter> {
        let mut warnings = Vec::new();
        let own = Own { id, rule: &game.rules[id.index()], rules: &game.rules };
        let filter = Filter::compile(spec, hook, &self.deck, &own, &mut warnings);
        let rule = &mut game.rules[id.index()];
        rule.warnings.extend(warnings);
        match filter {
            Ok(filter) => Some(filter),
            Err(text) => {
                let rule = rule.name.clone();
                self.errors.push(LoadError { at: at.into(), rule, text });
                None
            }
        }
    }

    fn offer(&mut self, game: &mut Game, id: RuleId, rule: &RuleSpec, offer: &OfferSpec) {
        if OWN_ACTIONS.contains(&offer.name.as_str()) {
            let text = format!("offers {:?}, which is an action of every game", offer.name);
            self.errors.push(LoadError { at: offer.at.clone(), rule: rule.name.clone(), text });
            return;
        }
        if game.offers.iter().any(|other| other.name == offer.name) {
            let text = format!("offers {:?}, and so does another rule", offer.name);
            self.errors.push(LoadError { at: offer.at.clone(), rule: rule.name.clone(), text });
            return;
        }
        if !rule.dos.iter().any(|work| work.name == offer.name) {
            let text = format!("offers {0:?} but has no do_{0}", offer.name);
            self.errors.push(LoadError { at: offer.at.clone(), rule: rule.name.clone(), text });
            return;
        }
        let hook = HookName::Action(offer.name.clone());
        let Some(filter) = self.filter(game, id, &offer.filter, &hook, &offer.at) else { return };
        let names_debt = filter.names_debt();
        // The built-in one asks the policy, which is settled: no challenge, nobody to judge (A10).
        let policy = !matches!(offer.to, OfferTo::Native(_)) || game.policy.challenge.is_some();
        let judges = |symbol| policy && names_debt && filter.may_answer(&self.deck, symbol);
        let judges = DebtSet::of(&self.deck, judges);
        game.offers.push(Offer {
            name: offer.name.clone(),
            rule: id,
            to: offer.to.clone(),
            filter,
            with: offer.with,
            label: offer.label.clone(),
            // An offer about a debt is all that is left to do when the round is won (R14.5).
            while_ending: offer.while_ending || names_debt,
            judges,
            at: offer.at.clone(),
        });
    }

    /// Two constants that set the same number differently can be seen at load.
    fn two_sets(&mut self, game: &Game) {
        let set = |l: &Listener| match &l.body {
            Body::SayAdjust(adjust) => adjust.set,
            _ => None,
        };
        for info in super::hook::HOOKS.iter().filter(|info| info.kind == HookKind::Adjust) {
            let all = game.listeners(info.hook);
            for (at, a) in all.iter().enumerate() {
                for b in &all[at + 1..] {
                    let differ = set(a).zip(set(b)).is_some_and(|(x, y)| x != y);
                    if differ && a.filter.overlaps(&b.filter) {
                        let rule = game.rule(b.rule).name.clone();
                        let other = &game.rule(a.rule).name;
                        let text = format!(
                            "{} sets the number that {other} sets too ({}); use add or times, or \
                             a narrower `when`",
                            info.name, a.at
                        );
                        self.errors.push(LoadError { at: b.at.clone(), rule, text });
                    }
                }
            }
        }
    }
}

/// The value of an option that a number of a card is taken from.
fn option_value(spec: &GameSpec, rules: &[RuleSpec], path: &str) -> Result<i64, String> {
    let (of, name) = path.split_once('.').unwrap_or((path, ""));
    let rule = rules.iter().find(|rule| rule.name == of);
    let value = rule.and_then(|rule| value_of(spec, rule, name));
    let value = value.ok_or_else(|| format!("no rule of this game has the option {path}"))?;
    value.as_int().ok_or_else(|| format!("the option {path} is no whole number"))
}

/// The value of an option: as the game sets it last, or its default.
pub(super) fn value_of<'a>(
    spec: &'a GameSpec,
    rule: &'a RuleSpec,
    name: &str,
) -> Option<&'a Value> {
    let option = rule.options.iter().find(|option| option.name == name)?;
    let set = spec.options.iter().rev().find(|(of, set, _)| *of == rule.name && set == name);
    Some(set.map_or(&option.default, |(_, _, value)| value))
}

fn name_of(hook: &HookSpec) -> String {
    match &hook.hook {
        HookName::Fixed(fixed) => fixed.info().name.into(),
        HookName::Action(action) => format!("can_{action}"),
    }
}

/// What is set for a rule is set for the one that stands in its place, if that has such an option.
fn hand_on(rules: &mut [Rule], rule: &str, option: &str, value: &Value) -> Result<(), String> {
    let replaced = rules.iter().find(|r| r.name == rule);
    let Some(other) = replaced.and_then(|r| r.replaced_by.clone()) else { return Ok(()) };
    let has = |r: &&Rule| r.name == other && r.options.iter().any(|o| o.name == option);
    if rules.iter().any(|r| has(&r)) { set_option(rules, &other, option, value) } else { Ok(()) }
}

fn set_option(rules: &mut [Rule], rule: &str, option: &str, value: &Value) -> Result<(), String> {
    let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
    let Some(rule) = rules.iter_mut().find(|r| r.name == rule) else {
        let near = meant(rule, names.iter().map(String::as_str));
        return Err(format!("there is no rule {rule:?} in this game{near}"));
    };
    let Some(at) = rule.options.iter().position(|o| o.name == option) else {
        let known = rule.options.iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(" ");
        let near = meant_then(option, rule.options.iter().map(|o| o.name.as_str()));
        return Err(format!("{} has no option {option:?}{near} It has: {known}", rule.name));
    };
    rule.options[at].check(value)?;
    rule.values[at] = value.clone();
    Ok(())
}
