//! What the engine functions of one machine share: the game and the state, lent for one entry.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use mlua::{Lua, Table, Value as LuaValue, WeakLua};

use super::card::Cards;
use super::sandbox::{Kept, Mark, Plain, Shape, keep, make};
use super::scripts::Scripts;
use super::seats::SeatLists;
use crate::cards::Kind;
use crate::engine::definition::Game;
use crate::engine::host::{Candidate, Look, Question};
use crate::limits::EFFECT_LIMIT;
use crate::rng::Stream;
use crate::table::{Effect, Play, RuleId, RuleState, Seat, Spot, State, Tape};

/// What a script may do during an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum May {
    /// Look only: `can_`, `adjust_`, `offer_`.
    Answer,
    /// Queue effects, ask, draw by lot, remember: `instead_of_`, `on_`, `do_`.
    Act,
    /// Look only: the prompt.
    Look,
}

/// What a table of a play stands for.
#[derive(Clone)]
pub(super) enum Stands {
    /// A play that happens or happened.
    Play(Rc<Play>),
    /// A card that might be played.
    Candidate(Candidate),
}

/// What is lent to a script for one entry.
pub(super) struct Scope {
    pub game: Rc<Game>,
    pub state: Loan,
    /// Whose script; none at the prompt.
    pub rule: Option<RuleId>,
    /// The hook's name, for errors.
    pub hook: Rc<str>,
    pub may: May,
    /// The play that this is about or grew out of.
    pub play: Option<Rc<Play>>,
    /// What was asked to happen.
    pub queue: Vec<Effect>,
    /// Answers had so far, and how many of them are used up.
    pub tape: Vec<Tape>,
    pub asked: usize,
    /// The question that waits.
    pub question: Option<Rc<Question>>,
    /// The rule's memory and stream, copied when first changed.
    pub kept: Option<Box<RuleState>>,
    /// What the entry is about, where that is a play, with the address of its table.
    pub about: Option<(usize, Stands)>,
    /// Tables that stand for a play, or for a card that might be played.
    pub plays: Vec<(Mark, Stands)>,
    /// Lists of cards that know where the cards are.
    pub lists: Vec<(Mark, Spot)>,
    /// The same of the last list made of the menu of cards, whose address is looked up there.
    pub listed: Option<Spot>,
    /// `game.debt`, once looked at.
    pub debts: Option<Table>,
    /// The engine was asked, which may have entered other scripts.
    pub looked: bool,
}

/// The state, with the door to scripts, while it is lent.
#[derive(Default)]
pub(super) struct Loan(Option<(Rc<State>, Scripts)>);

impl Deref for Loan {
    type Target = Rc<State>;
    fn deref(&self) -> &Rc<State> {
        &self.0.as_ref().expect("a scope is looked at while it is lent").0
    }
}

/// What the engine functions of one machine share.
pub(super) struct Desk {
    slot: RefCell<Option<Box<Scope>>>,
    pub cards: Cards,
    pub seats: SeatLists,
    /// The `game` object.
    pub object: OnceCell<Table>,
    /// `game.memory`.
    pub memory: OnceCell<Table>,
    /// `game.options`.
    pub options: OnceCell<LuaValue>,
    /// The metatable of plays, whose costly fields are made when looked at.
    pub play_meta: OnceCell<Kept>,
    /// The names of colors and symbols, `game.options` and `game.memory`, kept.
    pub colors: Vec<Kept>,
    pub symbols: Vec<Kept>,
    pub options_kept: OnceCell<Kept>,
    pub memory_kept: OnceCell<Kept>,
    /// The shapes of a turn and of a play (`subject.rs`).
    pub shapes: OnceCell<[Shape; 2]>,
    pub lua: WeakLua,
    words: RefCell<BTreeMap<&'static str, Kept>>,
    near: [Cell<Option<(usize, usize, Kept)>>; NEAR],
}

/// Places of the words used last.
const NEAR: usize = 256;

/// The time for which a scope is lent; ends with it, whatever happens.
pub(super) struct Lent<'a> {
    desk: &'a Desk,
    outer: Option<Box<Scope>>,
}

/// An error for the script.
pub(super) fn error(text: impl Into<String>) -> mlua::Error {
    mlua::Error::RuntimeError(text.into())
}

impl Desk {
    /// A desk with nothing lent.
    pub fn new(lua: &Lua, game: &Game) -> mlua::Result<Self> {
        let deck = &game.deck;
        let color = |color| keep(lua, deck.color_name(color));
        Ok(Self {
            colors: deck.colors().map(color).collect::<mlua::Result<_>>()?,
            symbols: deck
                .symbols()
                .iter()
                .map(|symbol| keep(lua, symbol.as_str()))
                .collect::<mlua::Result<_>>()?,
            options_kept: OnceCell::new(),
            memory_kept: OnceCell::new(),
            slot: RefCell::new(None),
            cards: Cards::new(lua, &game.deck)?,
            seats: SeatLists::default(),
            object: OnceCell::new(),
            memory: OnceCell::new(),
            options: OnceCell::new(),
            play_meta: OnceCell::new(),
            shapes: OnceCell::new(),
            lua: lua.weak(),
            words: RefCell::default(),
            near: [const { Cell::new(None) }; NEAR],
        })
    }

    /// Lends a scope until the guard is dropped. An entry within an entry of the same rule (it
    /// asked `game:fits`) sees what the outer one has written to its memory.
    pub fn lend(&self, mut scope: Box<Scope>) -> Lent<'_> {
        let mut outer = self.slot.take();
        if let Some(outer) = &mut outer {
            outer.note_list(self.cards.menu.last());
        }
        if let Some(outer) = outer.as_ref().filter(|outer| outer.rule == scope.rule) {
            scope.kept = outer.kept.clone();
        }
        self.slot.replace(Some(scope));
        Lent { desk: self, outer }
    }

    /// Whether an entry is going on.
    pub fn lending(&self) -> bool {
        self.slot.try_borrow().is_ok_and(|slot| slot.is_some())
    }

    /// Looks at what is lent. No script may be entered from within.
    pub fn with<R>(&self, f: impl FnOnce(&mut Scope) -> mlua::Result<R>) -> mlua::Result<R> {
        let mut slot = self.slot.try_borrow_mut().map_err(|_| error("the engine is busy"))?;
        match slot.as_mut() {
            Some(scope) => f(scope),
            None => Err(error("this view is over: `game` can only be used while a hook runs")),
        }
    }

    /// A look for a quick function; nothing where it cannot be had at once.
    pub fn glance<R>(&self, f: impl FnOnce(&Scope) -> Option<R>) -> Option<R> {
        f(self.slot.try_borrow().ok()?.as_deref()?)
    }

    /// The same for one that also writes; it writes nothing when it gives nothing.
    pub fn put<R>(&self, f: impl FnOnce(&mut Scope) -> Option<R>) -> Option<R> {
        f(self.slot.try_borrow_mut().ok()?.as_deref_mut()?)
    }

    /// Calls the engine, which may enter scripts in turn.
    pub fn look<R>(&self, f: impl FnOnce(&Look<'_>) -> mlua::Result<R>) -> mlua::Result<R> {
        let missing = || error("the engine is not there");
        let (game, (state, host), play) = self.with(|scope| {
            scope.looked = true;
            let Scope { game, state, play, .. } = scope;
            Ok((Rc::clone(game), state.0.clone().ok_or_else(missing)?, play.clone()))
        })?;
        f(&Look { game: &game, state: &state, play: play.as_deref(), host: &host })
    }

    /// A frozen list of cards; remembers where they are.
    pub fn list(
        &self,
        lua: &Lua,
        cards: impl IntoIterator<Item = Kind>,
        place: Option<Spot>,
    ) -> mlua::Result<LuaValue> {
        make(lua, &self.cards_list(cards, place)?)
    }

    /// The same, to be written.
    pub fn cards_list(
        &self,
        cards: impl IntoIterator<Item = Kind>,
        place: Option<Spot>,
    ) -> mlua::Result<Plain> {
        let list = cards.into_iter().map(|card| self.cards.plain(card)).collect();
        let mark = place.map(|_| Mark::default());
        if let (Some(mark), Some(place)) = (&mark, place) {
            self.with(|scope| {
                scope.lists.push((Rc::clone(mark), place));
                Ok(())
            })?;
        }
        Ok(Plain::List(list, mark))
    }

    /// A word of the engine's, kept.
    pub fn word(&self, word: &'static str) -> mlua::Result<Kept> {
        let (place, length) = (word.as_ptr() as usize, word.len());
        // By its address first: the same words come again and again from the same places.
        let near = &self.near[(place ^ length) % NEAR];
        if let Some((at, long, kept)) = near.get()
            && (at, long) == (place, length)
        {
            return Ok(kept);
        }
        let known = self.words.borrow().get(word).copied();
        let kept = match known {
            Some(kept) => kept,
            None => {
                let kept = keep(&self.lua.upgrade(), word)?;
                self.words.borrow_mut().insert(word, kept);
                kept
            }
        };
        near.set(Some((place, length, kept)));
        Ok(kept)
    }
}

impl Scope {
    /// A scope for entries into the script of a rule, or of the prompt.
    pub fn new(game: &Rc<Game>, rule: Option<RuleId>) -> Box<Self> {
        Box::new(Self {
            game: Rc::clone(game),
            state: Loan::default(),
            rule,
            hook: "".into(),
            may: May::Look,
            play: None,
            queue: Vec::new(),
            tape: Vec::new(),
            asked: 0,
            question: None,
            kept: None,
            about: None,
            plays: Vec::new(),
            lists: Vec::new(),
            listed: None,
            debts: None,
            looked: false,
        })
    }

    /// The state is lent from here.
    pub fn lend(&mut self, state: &Rc<State>, host: &Scripts) {
        self.state = Loan(Some((Rc::clone(state), host.clone())));
    }

    /// The loan is over; the rest stays for when the hook goes on.
    pub fn wait(&mut self) {
        self.state = Loan(None);
    }

    /// The entry is over: nothing of it is kept but memory that is used again.
    pub fn rest(&mut self) {
        self.wait();
        self.play = None;
        self.queue.clear();
        self.tape.clear();
        self.asked = 0;
        self.question = None;
        self.kept = None;
        self.about = None;
        self.plays.clear();
        self.lists.clear();
        self.listed = None;
        self.debts = None;
        self.looked = false;
    }

    /// Takes an effect in.
    pub fn queue(&mut self, verb: &str, effect: Effect) -> mlua::Result<()> {
        self.must_act(verb)?;
        if self.queue.len() >= EFFECT_LIMIT as usize {
            return Err(error(format!("more than {EFFECT_LIMIT} effects in one hook")));
        }
        self.queue.push(effect);
        Ok(())
    }

    /// Refuses what only a hook that acts may do.
    pub fn must_act(&self, what: &str) -> mlua::Result<()> {
        match self.may {
            May::Act => Ok(()),
            May::Look => Err(error(format!(
                "game:{what}: the prompt only looks; change the game with commands"
            ))),
            May::Answer => Err(error(format!(
                "{} only answers; it cannot {what} (use on_card_effect, or another on_ or \
                 instead_of_ hook)",
                self.hook
            ))),
        }
    }

    /// What a table of a play stands for.
    pub fn stands(&self, table: &Table) -> Option<Stands> {
        let place = table.to_pointer() as usize;
        if let Some((at, stands)) = &self.about
            && *at == place
        {
            return Some(stands.clone());
        }
        let same = |(known, _): &&(Mark, _)| known.get() == place;
        self.plays.iter().find(same).map(|(_, stands)| stands.clone())
    }

    /// The play that a table stands for.
    pub fn play_of(&self, table: &Table) -> Option<Rc<Play>> {
        match self.stands(table) {
            Some(Stands::Play(play)) => Some(play),
            _ => None,
        }
    }

    /// Notes where the last list of the menu lies, before another is made.
    pub fn note_list(&mut self, last: usize) {
        if let Some(spot) = self.listed.take() {
            self.lists.push((Rc::new(Cell::new(last)), spot));
        }
    }

    /// Where the cards of a list are.
    pub fn place_of(&mut self, table: &Table, last: usize) -> Option<Spot> {
        self.note_list(last);
        let place = table.to_pointer() as usize;
        self.lists.iter().find(|(known, _)| known.get() == place).map(|(_, spot)| *spot)
    }

    /// What the rule keeps, to be changed.
    pub fn keep(&mut self) -> mlua::Result<&mut RuleState> {
        let rule = self.rule.ok_or_else(|| error("the prompt has no memory"))?;
        let state = &self.state;
        let now = || {
            let missing = || error("this rule keeps nothing at this table");
            state.rules.get(rule.index()).cloned().ok_or_else(missing)
        };
        match &mut self.kept {
            Some(kept) => Ok(kept),
            empty => Ok(empty.insert(Box::new(now()?))),
        }
    }

    /// The rule's own stream, to be drawn from.
    pub fn stream(&mut self) -> mlua::Result<&mut Stream> {
        let seed = self.state.table.seed;
        let game = Rc::clone(&self.game);
        let name = self.rule.map_or("", |rule| &game.rule(rule).name);
        Ok(self.keep()?.stream(seed, name))
    }

    /// The number of a seat, if it is one of this table's.
    pub fn seat(&self, number: i64) -> Option<Seat> {
        let seat = Seat::from_number(usize::try_from(number).ok()?)?;
        self.state.knows(seat).then_some(seat)
    }
}

impl Lent<'_> {
    /// Ends the loan and gives what came of it.
    pub fn end(mut self) -> Option<Box<Scope>> {
        let outer = self.outer.take();
        let scope = self.desk.slot.replace(outer);
        std::mem::forget(self);
        scope
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        self.desk.slot.replace(self.outer.take());
    }
}
