//! A host that watches another one: what each hook was asked, said, and cost.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::text::clean_text;
use crate::cards::Deck;
use crate::engine::definition::{Body, Game, Hook};
use crate::engine::host::{Adjust, Adjusted, Answer, Entry, Fault, Host, Ran, Ticket};
use crate::table::{RuleId, Seat, Tape, Value};

/// Something that was seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// A hook of a script was entered.
    Entered(Entered),
    /// A number was adjusted.
    Number {
        /// By the hook of this name.
        hook: String,
        /// What it was.
        start: i64,
        /// What each rule said: its name, file:line, and the stages in words.
        said: Vec<(String, String, String)>,
        /// What it became.
        number: i64,
    },
}

/// One entry into a hook.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entered {
    /// Whose.
    pub rule: String,
    /// Which hook.
    pub hook: String,
    /// file:line of its function.
    pub at: String,
    /// What it said or asked for, in words.
    pub answer: String,
    /// Whether it asked for effects or replaced something.
    pub acted: bool,
    /// How long it took: told to people, seen by no game.
    pub time: Duration,
    /// Safepoints that it used.
    pub spent: i64,
}

/// The watching host.
pub struct Traced {
    inner: Rc<dyn Host>,
    notes: RefCell<Vec<Note>>,
}

#[allow(clippy::disallowed_methods, reason = "told to people, seen by no game")]
fn now() -> Instant {
    Instant::now()
}

impl Traced {
    /// Watches a host.
    pub fn new(inner: Rc<dyn Host>) -> Self {
        Self { inner, notes: RefCell::new(Vec::new()) }
    }
    /// What was seen so far.
    pub fn take(&self) -> Vec<Note> {
        self.notes.take()
    }

    fn note<R>(
        &self,
        entry: &Entry<'_>,
        ask: impl FnOnce() -> Result<R, Fault>,
        words: impl FnOnce(&R) -> (String, bool),
    ) -> Result<R, Fault> {
        let start = now();
        let result = ask();
        let time = now() - start;
        let (answer, acted) = match &result {
            Ok(answer) => words(answer),
            Err(fault) => (format!("fails: {}", clean_text(&fault.text)), false),
        };
        let game = entry.look.game;
        self.notes.borrow_mut().push(Note::Entered(Entered {
            rule: game.rule(entry.rule).name.clone(),
            hook: entry.hook.into(),
            at: place(game, entry).unwrap_or_default(),
            answer,
            acted,
            time,
            spent: self.inner.spent(entry.rule),
        }));
        result
    }
}

/// file:line of the function that is entered.
fn place(game: &Game, entry: &Entry<'_>) -> Option<String> {
    let this = |rule: RuleId, body: &Body| {
        rule == entry.rule && matches!(body, Body::Script(f) if *f == entry.function)
    };
    if let Some(hook) = Hook::named(entry.hook) {
        let found = game.listeners(hook).iter().find(|one| this(one.rule, &one.body))?;
        return Some(found.at.clone());
    }
    if let Some(work) = entry.hook.strip_prefix("do_") {
        return game.work(entry.rule, work).map(|(work, _)| work.at.clone());
    }
    let action = entry.hook.strip_prefix("can_")?;
    let found = game.on_action(action).find(|one| this(one.rule, &one.body))?;
    Some(found.at.clone())
}

/// The stages of an adjustment in words: `add 2, at most 10`.
fn stages(adjust: &Adjust) -> String {
    let Adjust { set, add, times, at_least, at_most } = adjust;
    let stages = [
        ("set", set),
        ("add", add),
        ("times", times),
        ("at least", at_least),
        ("at most", at_most),
    ];
    let said = stages.iter().filter_map(|(word, n)| n.map(|n| format!("{word} {n}")));
    let said = said.collect::<Vec<_>>().join(", ");
    if said.is_empty() { "says nothing".into() } else { said }
}

fn effects(ran: &Ran) -> (String, bool) {
    if let Some(question) = &ran.question {
        return (format!("asks: {}", clean_text(&question.text)), true);
    }
    let verbs: Vec<&str> = ran.effects.iter().map(|effect| effect.verb()).collect();
    let mut words = verbs.join(", ");
    if ran.claimed {
        words = if words.is_empty() { "replaces it".into() } else { format!("instead: {words}") };
    }
    let acted = ran.claimed || !verbs.is_empty();
    (if words.is_empty() { "does nothing".into() } else { words }, acted)
}

fn listed(values: &[Value], deck: &Deck) -> String {
    let values: Vec<String> = values.iter().map(|value| value.show(deck)).collect();
    if values.is_empty() { "nothing".into() } else { values.join(" ") }
}

impl Host for Traced {
    fn can(&self, entry: &Entry<'_>) -> Result<Answer, Fault> {
        self.note(
            entry,
            || self.inner.can(entry),
            |answer| match answer {
                Answer::Silent => ("says nothing".into(), false),
                Answer::Allow => ("allows".into(), false),
                Answer::Forbid(why) => (format!("forbids: {why}"), false),
            },
        )
    }
    fn adjust(&self, entry: &Entry<'_>) -> Result<Adjust, Fault> {
        self.note(entry, || self.inner.adjust(entry), |adjust| (stages(adjust), false))
    }
    fn run(&self, entry: &Entry<'_>, tape: &[Tape], ticket: Option<Ticket>) -> Result<Ran, Fault> {
        self.note(entry, || self.inner.run(entry, tape, ticket), effects)
    }
    fn list(&self, entry: &Entry<'_>, seat: Option<Seat>) -> Result<Vec<Value>, Fault> {
        let deck = &entry.look.game.deck;
        self.note(entry, || self.inner.list(entry, seat), |list| (listed(list, deck), false))
    }
    fn tidy(&self) {
        self.inner.tidy();
    }
    fn adjusted(&self, seen: &Adjusted<'_>) {
        let game = seen.game;
        let said = seen.said.iter().map(|(listener, adjust)| {
            (game.rule(listener.rule).name.clone(), listener.at.clone(), stages(adjust))
        });
        self.notes.borrow_mut().push(Note::Number {
            hook: seen.hook.info().name.into(),
            start: seen.start,
            said: said.collect(),
            number: seen.number,
        });
    }
    fn spent(&self, rule: RuleId) -> i64 {
        self.inner.spent(rule)
    }
}
