//! A rule as it is written down: header, options, memory, hooks. Built-in rules and scripts alike.

use super::game::Game;
use super::hook::Hook;
use crate::cards::{CardSpec, Kind};
use crate::engine::host::{Adjust, Answer, Look, Subject};
use crate::table::{Effect, How, Owe, Value};

/// Where a rule came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Part of the engine.
    BuiltIn,
    /// A file built into the program, by its path in the repository.
    Embedded(String),
    /// A file on disk.
    Disk(String),
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::Embedded(path) => write!(f, "{path} (shipped)"),
            Self::Disk(path) => f.write_str(path),
        }
    }
}

/// What values an option takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Range {
    /// `true` or `false`.
    Flag,
    /// A whole number within these bounds.
    Int(i64, i64),
    /// One of these words.
    OneOf(Vec<String>),
    /// Any short text.
    Text,
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Flag => f.write_str("true | false"),
            Self::Int(min, max) => write!(f, "{min} to {max}"),
            Self::OneOf(words) => f.write_str(&words.join(" | ")),
            Self::Text => f.write_str("a text"),
        }
    }
}

/// An option of a rule.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionDef {
    /// Its name in the rule.
    pub name: String,
    /// Its name in the option table of the rule sheets' specification, where it differs.
    pub also: Option<String>,
    /// What it is unless set.
    pub default: Value,
    /// What it may be.
    pub range: Range,
    /// What it does.
    pub help: String,
}

/// The options that this name may mean, each with its rule, where no rule is named: `all` lists
/// rules with their options, and whether another stands in their place.
pub fn options_named<'a>(
    all: impl Iterator<Item = (&'a str, &'a [OptionDef], bool)> + Clone,
    name: &str,
) -> Vec<(&'a str, &'a OptionDef)> {
    let all = all.flat_map(|(rule, options, replaced)| {
        options.iter().map(move |option| (rule, option, replaced))
    });
    // The name that is good everywhere comes before one that several rules may have.
    let also = |option: &OptionDef| option.also.as_deref() == Some(name);
    let mut found: Vec<_> = all.clone().filter(|(_, option, _)| also(option)).collect();
    if found.is_empty() {
        found = all.filter(|(_, option, _)| option.name == name).collect();
    }
    if found.len() > 1 {
        // Of two that stand in one place only the one in force is meant.
        found.retain(|(.., replaced)| !replaced);
    }
    found.into_iter().map(|(rule, option, _)| (rule, option)).collect()
}

impl OptionDef {
    /// Reads a value as people write it.
    ///
    /// # Errors
    /// When it is out of range; the error says what is allowed.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let value = match &self.range {
            Range::Flag => match text {
                "true" | "on" | "yes" => Some(Value::Bool(true)),
                "false" | "off" | "no" => Some(Value::Bool(false)),
                _ => None,
            },
            Range::Int(..) => text.parse().ok().map(Value::Int),
            Range::OneOf(_) | Range::Text => Some(Value::text(text)),
        };
        let value = value.ok_or_else(|| format!("{text:?} is not {}", self.range))?;
        self.check(&value)?;
        Ok(value)
    }
    /// Whether a value is allowed.
    ///
    /// # Errors
    /// When it is not; the error says what is.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        let fine = match (&self.range, value) {
            (Range::Flag, Value::Bool(_)) => true,
            (Range::Int(min, max), Value::Int(n)) => (min..=max).contains(&n),
            (Range::OneOf(words), Value::Text(word)) => words.contains(word),
            (Range::Text, Value::Text(text)) => text.len() <= 100,
            _ => false,
        };
        if fine { Ok(()) } else { Err(format!("{} must be {}", self.name, self.range)) }
    }
}

/// How long declared memory lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Until the next action that is not an offer.
    Window,
    /// Until the turn ends.
    Turn,
    /// Until the top card is covered.
    Top,
    /// Until the round ends.
    Round,
    /// As long as the match.
    Match,
}

impl Scope {
    /// Every scope, with its word.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Window, "window"),
        (Self::Turn, "turn"),
        (Self::Top, "top"),
        (Self::Round, "round"),
        (Self::Match, "match"),
    ];
}

/// A piece of declared memory.
#[derive(Clone, PartialEq, Debug)]
pub struct MemoryDef {
    /// Its name.
    pub name: String,
    /// How long it lives.
    pub scope: Scope,
    /// What it begins as.
    pub start: Value,
    /// One value for each seat or card: a map, whose missing entries read as `start`.
    pub per: Option<Per>,
}

/// What memory is kept for each of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// Each seat.
    Seat,
    /// Each kind of card.
    Card,
}

impl MemoryDef {
    /// What it is when its life begins.
    pub fn fresh(&self) -> Value {
        if self.per.is_some() { Value::Map(Vec::new()) } else { self.start.clone() }
    }
    /// Whether a value is what it is then.
    pub fn is(&self, value: &Value) -> bool {
        match value {
            Value::Map(items) if self.per.is_some() => items.is_empty(),
            value => self.per.is_none() && *value == self.start,
        }
    }
}

/// A filter as written: keys with the values of which one must hold.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct FilterSpec {
    /// `when`: all of these must hold.
    pub when: Vec<(String, Vec<Value>)>,
    /// `except`: not all of these may hold.
    pub except: Vec<(String, Vec<Value>)>,
}

impl FilterSpec {
    /// A `when` of words, for built-in rules.
    pub fn when(keys: &[(&str, &[&str])]) -> Self {
        let values = |words: &[&str]| words.iter().map(|word| Value::text(*word)).collect();
        let when = keys.iter().map(|(key, words)| ((*key).into(), values(words))).collect();
        Self { when, except: Vec::new() }
    }
    /// A `when` of one flag, for built-in rules.
    pub fn flag(key: &str) -> Self {
        Self { when: vec![(key.into(), vec![Value::Bool(true)])], except: Vec::new() }
    }
}

/// A function of a script, by its place among the rule's functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptFn(pub u16);

/// What a hook does when its filter holds.
#[derive(Clone, Debug)]
pub enum Body {
    /// A constant answer of a `can_` hook; never enters Lua.
    Say(Answer),
    /// A constant of an `adjust_` hook; never enters Lua.
    SayAdjust(Adjust),
    /// A built-in `can_` hook; `false`: nobody will read why it forbids.
    Can(fn(&Look<'_>, &Subject<'_>, bool) -> Answer),
    /// A built-in hook that queues effects; `true` claims, in `instead_of_`.
    Run(fn(&Look<'_>, &Subject<'_>, &mut Vec<Effect>) -> bool),
    /// What a card of a built-in rule does: the next seat comes to owe this.
    Owe(fn(&Game, Kind, How) -> Owe),
    /// A function of the script.
    Script(ScriptFn),
}

/// A hook as written.
#[derive(Clone, Debug)]
pub struct HookSpec {
    /// Which.
    pub hook: HookName,
    /// When it is asked.
    pub filter: FilterSpec,
    /// What it does.
    pub body: Body,
    /// file:line.
    pub at: String,
}

/// A hook with a fixed name, or `can_NAME` of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HookName {
    /// One of the list.
    Fixed(Hook),
    /// `can_NAME`: may this seat take the action NAME (`uno`, `catch`, any offer)?
    Action(String),
}

/// To whom an offer is made.
#[derive(Clone, Debug)]
pub enum OfferTo {
    /// The seat whose turn it is.
    Acting,
    /// The seat that owes.
    Owing,
    /// Every active seat but the one acting.
    Others,
    /// Every active seat.
    All,
    /// What the function returns: a seat or a list of seats.
    Script(ScriptFn),
    /// A built-in choice.
    Native(fn(&Look<'_>) -> crate::table::SeatSet),
}

/// An offer as written: an action of the rule's own.
#[derive(Clone, Debug)]
pub struct OfferSpec {
    /// Its name; taking it up runs `do_NAME`.
    pub name: String,
    /// To whom.
    pub to: OfferTo,
    /// When.
    pub filter: FilterSpec,
    /// Its arguments, where it has some.
    pub with: Option<ScriptFn>,
    /// How it is shown.
    pub label: Option<String>,
    /// Open as well while the round is won but not over (A43).
    pub while_ending: bool,
    /// file:line.
    pub at: String,
}

/// `do_NAME`: a rule's own work.
#[derive(Clone, Debug)]
pub struct DoSpec {
    /// Its name.
    pub name: String,
    /// The work.
    pub body: Body,
    /// file:line.
    pub at: String,
}

/// Costly facts that a rule needs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Needs {
    /// What could have been played instead of a challengeable card (A25b).
    pub alternatives: bool,
    /// The card below a play that may be taken back stays out of a reshuffle (A15).
    pub take_back: bool,
}

/// Another rule that a rule names, always or only while options of its own have these values.
#[derive(Clone, PartialEq, Debug)]
pub struct Other {
    /// Its name.
    pub name: String,
    /// Own options, each with values of which one must be set.
    pub when: Vec<(String, Vec<Value>)>,
}

/// A rule as written.
#[derive(Clone, Debug)]
pub struct RuleSpec {
    /// Its name: that of its file.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// What it follows: R, A, C numbers.
    pub cites: String,
    /// Its version.
    pub version: String,
    /// Where it came from.
    pub source: Source,
    /// Hash of the source, for records; of the program's version for built-in rules.
    pub hash: String,
    /// Its options.
    pub options: Vec<OptionDef>,
    /// Its memory.
    pub memory: Vec<MemoryDef>,
    /// Costly facts it needs.
    pub needs: Needs,
    /// Rules it comes before, if they are loaded.
    pub before: Vec<Other>,
    /// Rules it comes after, if they are loaded.
    pub after: Vec<Other>,
    /// Rules it cannot be loaded with.
    pub conflicts: Vec<Other>,
    /// Rules beside which it is probably not meant, and what to think of then.
    pub warns: Vec<(String, String)>,
    /// Rules in whose place it stands.
    pub replaces: Vec<String>,
    /// Named vetoes it lifts.
    pub lifts: Vec<String>,
    /// The name under which others may lift its vetoes.
    pub veto: Option<String>,
    /// Cards it adds to the deck.
    pub cards: Vec<CardSpec>,
    /// Piles it adds to the table.
    pub piles: Vec<String>,
    /// Its title, reasons and answers are shown to the host only.
    pub secret: bool,
    /// Its hooks.
    pub hooks: Vec<HookSpec>,
    /// Its offers.
    pub offers: Vec<OfferSpec>,
    /// Its own work.
    pub dos: Vec<DoSpec>,
    /// file:line of its header, for errors.
    pub at: String,
}

impl RuleSpec {
    /// A built-in rule without anything yet.
    pub fn built_in(name: &str, title: &str, cites: &str) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            cites: cites.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            source: Source::BuiltIn,
            hash: format!("houserules {}", env!("CARGO_PKG_VERSION")),
            options: Vec::new(),
            memory: Vec::new(),
            needs: Needs::default(),
            before: Vec::new(),
            after: Vec::new(),
            conflicts: Vec::new(),
            warns: Vec::new(),
            replaces: Vec::new(),
            lifts: Vec::new(),
            veto: None,
            cards: Vec::new(),
            piles: Vec::new(),
            secret: false,
            hooks: Vec::new(),
            offers: Vec::new(),
            dos: Vec::new(),
            at: format!("src/engine/rules/{name}.rs"),
        }
    }
    /// Adds a hook.
    #[must_use]
    pub fn hook(mut self, hook: Hook, filter: FilterSpec, body: Body) -> Self {
        let at = self.at.clone();
        self.hooks.push(HookSpec { hook: HookName::Fixed(hook), filter, body, at });
        self
    }
    /// Adds an option that takes one of some words; the first is the default.
    #[must_use]
    pub fn one_of(mut self, name: &str, also: &str, words: &[&str], help: &str) -> Self {
        let range = Range::OneOf(words.iter().map(|word| (*word).into()).collect());
        let default = Value::text(words[0]);
        let also = (!also.is_empty()).then(|| also.to_owned());
        self.options.push(OptionDef { name: name.into(), also, default, range, help: help.into() });
        self
    }
    /// Adds an option that takes a whole number.
    #[must_use]
    pub fn int(self, name: &str, also: &str, default: i64, max: i64, help: &str) -> Self {
        self.int_within(name, also, default, (0, max), help)
    }
    /// Adds an option that takes a whole number within bounds.
    #[must_use]
    pub fn int_within(
        mut self,
        name: &str,
        also: &str,
        default: i64,
        (min, max): (i64, i64),
        help: &str,
    ) -> Self {
        let also = (!also.is_empty()).then(|| also.to_owned());
        let (default, range) = (Value::Int(default), Range::Int(min, max));
        self.options.push(OptionDef { name: name.into(), also, default, range, help: help.into() });
        self
    }
    /// Adds an option that is on or off.
    #[must_use]
    pub fn flag(mut self, name: &str, also: &str, default: bool, help: &str) -> Self {
        let also = (!also.is_empty()).then(|| also.to_owned());
        let (default, range) = (Value::Bool(default), Range::Flag);
        self.options.push(OptionDef { name: name.into(), also, default, range, help: help.into() });
        self
    }
}
