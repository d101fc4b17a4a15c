//! The door to scripts, as the engine sees it: questions go out, answers and effects come back.
//! The engine knows no Lua; `script/` implements this, and tests may do so too.

use crate::cards::{Deck, Kind};
use crate::engine::definition::{Game, Hook, Listener, ScriptFn};
use crate::table::{
    Ask, AskKind, AskMode, Asked, Effect, Event, How, Owe, Play, Reason, RuleId, RuleState, Seat,
    State, Tape, Value,
};
use std::rc::Rc;

/// An answer to a `can_` question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing.
    Silent,
    /// Its door is open.
    Allow,
    /// No, and why.
    Forbid(String),
}

/// What an `adjust_` hook does to a number. Order: set, add, times, at least, at most (api: folds).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjust {
    /// The number instead.
    pub set: Option<i64>,
    /// Added.
    pub add: Option<i64>,
    /// Multiplied.
    pub times: Option<i64>,
    /// Not less.
    pub at_least: Option<i64>,
    /// Not more.
    pub at_most: Option<i64>,
}

/// A card that a seat might play now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Who.
    pub seat: Seat,
    /// What.
    pub card: Kind,
    /// How.
    pub how: How,
    /// It is the card just drawn.
    pub drawn: bool,
    /// It would empty the hand.
    pub last: bool,
}

/// What a hook is about.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A card that might be played.
    Candidate(Candidate),
    /// A play that happens or happened.
    Play(&'a Play),
    /// A seat that might act.
    Seat(Seat),
    /// An event.
    Event(&'a Event),
    /// An effect about to be applied, with its amount where that is adjusted.
    Effect(&'a Effect),
    /// A draw of so many cards by a seat; also while it is adjusted.
    Draw {
        /// Who draws.
        seat: Seat,
        /// How many.
        n: u16,
        /// Why.
        reason: Reason,
    },
    /// What a seat is about to owe.
    Owe {
        /// Who will owe.
        seat: Seat,
        /// What.
        owe: Owe,
    },
    /// The turn of a seat.
    Turn {
        /// Whose.
        seat: Seat,
        /// Its count.
        no: u32,
    },
    /// A card in a seat's hand at the end, or the upcard.
    Card {
        /// Whose.
        seat: Seat,
        /// Which.
        card: Kind,
    },
    /// Points that a seat scores.
    Score {
        /// Who.
        seat: Seat,
        /// How many.
        points: i64,
    },
    /// A seat with an empty hand.
    Out {
        /// Who.
        seat: Seat,
    },
    /// Data of the rule's own (`do_NAME`).
    Data(&'a Value),
    /// An offer that a seat takes up (`do_NAME`).
    Offer {
        /// Who.
        seat: Seat,
        /// The argument it chose.
        with: &'a Value,
    },
    /// An action `NAME` that a seat might take (`can_NAME`), with the seat it is aimed at.
    Action {
        /// Who.
        seat: Seat,
        /// At whom.
        at: Option<Seat>,
    },
    /// The round.
    Round,
}

/// What may be read while a hook is asked: the game and the state, lent.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The definition.
    pub game: &'a Rc<Game>,
    /// The state.
    pub state: &'a Rc<State>,
    /// The play that this is about or grew out of.
    pub play: Option<&'a Play>,
    /// The door to scripts, for rules that ask what others say.
    pub host: &'a dyn Host,
}

impl Look<'_> {
    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.game.deck
    }
}

/// One entry into a script.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// What may be read.
    pub look: Look<'a>,
    /// Whose script.
    pub rule: RuleId,
    /// Which function.
    pub function: ScriptFn,
    /// The hook's name, for errors.
    pub hook: &'a str,
    /// What it is about.
    pub subject: Subject<'a>,
}

/// What a script did in one run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ran {
    /// What it asked to happen, in order.
    pub effects: Vec<Effect>,
    /// It returned `true` (`instead_of_`: claimed).
    pub claimed: bool,
    /// What it keeps, where that changed.
    pub kept: Option<Box<RuleState>>,
    /// It asked a question and waits; then `effects` and `kept` are dropped.
    pub question: Option<Rc<Question>>,
    /// By which it may go on with the answer.
    pub ticket: Option<Ticket>,
}

/// Where a hook has been left off at a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket(pub u64);

/// A question as a script asks it.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// What kind of answer.
    pub kind: AskKind,
    /// The words.
    pub text: String,
    /// How several seats answer.
    pub mode: AskMode,
    /// Only the asked see options and answer.
    pub private: bool,
    /// Who is asked, what they may answer, and the place of the default among it.
    pub seats: Vec<(Seat, Rc<[Value]>, u16)>,
}

/// What went wrong in a script.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("rule {rule}, {hook}{}: {text}", in_brackets(.at))]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultCode,
    /// The rule.
    pub rule: String,
    /// The hook.
    pub hook: String,
    /// file:line, where known.
    pub at: Option<String>,
    /// What went wrong.
    pub text: String,
}

fn in_brackets(at: &Option<String>) -> String {
    at.as_ref().map(|at| format!(" ({at})")).unwrap_or_default()
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultCode {
    /// An error in the script, or of its answer.
    Error,
    /// Its budget, the watchdog, or a limit on effects.
    Budget,
    /// Its memory.
    Memory,
}

/// The door to scripts.
pub trait Host {
    /// Asks a `can_` hook.
    ///
    /// # Errors
    /// When the script fails or answers something else than true, false, nil or a string.
    fn can(&self, entry: &Entry<'_>) -> Result<Answer, Fault>;
    /// Asks an `adjust_` hook.
    ///
    /// # Errors
    /// When the script fails or answers no table of numbers.
    fn adjust(&self, entry: &Entry<'_>) -> Result<Adjust, Fault>;
    /// Runs an `instead_of_`, `on_` or `do_` hook, with the answers it has had so far.
    ///
    /// With the ticket of its last question the engine vouches that nothing but the answer came
    /// after it: then the hook may go on where it asked, which must come to the same.
    ///
    /// # Errors
    /// When the script fails or asks for an effect that makes no sense.
    fn run(&self, entry: &Entry<'_>, tape: &[Tape], ticket: Option<Ticket>) -> Result<Ran, Fault>;
    /// Asks an offer's function for a list: arguments (`with`) or seats (`to`).
    ///
    /// # Errors
    /// When the script fails or answers no plain data.
    fn list(&self, entry: &Entry<'_>, seat: Option<Seat>) -> Result<Vec<Value>, Fault>;
    /// A logical point at which scripts may tidy their memory: never by time or size.
    fn tidy(&self);
    /// A number was adjusted: for those who watch, and for nobody else.
    fn adjusted(&self, _: &Adjusted<'_>) {}
    /// Safepoints that a rule's script used when it was last entered.
    fn spent(&self, _: RuleId) -> i64 {
        0
    }
}

/// A number that rules have adjusted.
pub struct Adjusted<'a> {
    /// The definition.
    pub game: &'a Game,
    /// The hook.
    pub hook: Hook,
    /// What the number was.
    pub start: i64,
    /// What each rule said, in order.
    pub said: &'a [(&'a Listener, Adjust)],
    /// What it became.
    pub number: i64,
}

/// A host for games without scripts.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoScripts;

fn no_script(entry: &Entry<'_>) -> Fault {
    Fault {
        kind: FaultCode::Error,
        rule: entry.look.game.rule(entry.rule).name.clone(),
        hook: entry.hook.into(),
        at: None,
        text: "this game was started without scripts".into(),
    }
}

impl Host for NoScripts {
    fn can(&self, entry: &Entry<'_>) -> Result<Answer, Fault> {
        Err(no_script(entry))
    }
    fn adjust(&self, entry: &Entry<'_>) -> Result<Adjust, Fault> {
        Err(no_script(entry))
    }
    fn run(&self, entry: &Entry<'_>, _: &[Tape], _: Option<Ticket>) -> Result<Ran, Fault> {
        Err(no_script(entry))
    }
    fn list(&self, entry: &Entry<'_>, _: Option<Seat>) -> Result<Vec<Value>, Fault> {
        Err(no_script(entry))
    }
    fn tidy(&self) {}
}

impl Question {
    /// The question as the state keeps it, in lists that are used again.
    pub(super) fn open(&self, rule: RuleId, mut asked: Vec<Asked>, mut order: Vec<Seat>) -> Ask {
        let Self { kind, text, mode, private, seats } = self;
        let each = |(seat, options, default): &(Seat, Rc<[Value]>, u16)| Asked {
            seat: *seat,
            options: Rc::clone(options),
            default: *default,
            answer: None,
        };
        asked.clear();
        asked.extend(seats.iter().map(each));
        order.clear();
        Ask {
            by: crate::table::By::Rule(rule),
            kind: *kind,
            text: text.clone().into(),
            mode: *mode,
            private: *private,
            seats: asked,
            order,
        }
    }
}
