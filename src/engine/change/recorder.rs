//! What scripts have said during the actions that are listed for going back: done once more, these
//! actions hear the same again, and no script is entered a second time.

use crate::engine::host::{Adjust, Adjusted, Answer, Entry, Fault, Host, Ran, Ticket};
use crate::table::{RuleId, Seat, Tape, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What one entry has said.
enum Said {
    /// Nothing at all, which is most.
    Nothing,
    Can(Answer),
    Adjust(Adjust),
    Ran(Ran),
    List(Vec<Value>),
}

/// What it does beside passing on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Only passes on.
    Off,
    /// Notes what is said.
    Notes,
    /// Says it again.
    Repeats,
}

/// The door to scripts of a match, which can note and repeat what came through it.
pub(in crate::engine) struct Recorder {
    host: Rc<dyn Host>,
    mode: Cell<Mode>,
    said: RefCell<Vec<Said>>,
    next: Cell<usize>,
    /// Where the hook was left off whose question was the last thing that happened.
    asked: Cell<Option<Ticket>>,
    /// The same while its answer is all that has come after it.
    answered: Cell<Option<Ticket>>,
}

/// Another match has nothing to repeat.
impl Clone for Recorder {
    fn clone(&self) -> Self {
        Self::new(Rc::clone(&self.host))
    }
}

impl Recorder {
    pub(in crate::engine) fn new(host: Rc<dyn Host>) -> Self {
        let (mode, said, next) = (Cell::new(Mode::Off), RefCell::default(), Cell::new(0));
        let (asked, answered) = (Cell::new(None), Cell::new(None));
        Self { host, mode, said, next, asked, answered }
    }
    /// The door itself.
    pub(in crate::engine) const fn host(&self) -> &Rc<dyn Host> {
        &self.host
    }
    /// How much is noted.
    pub(super) fn noted(&self) -> usize {
        self.said.borrow().len()
    }
    /// Forgets what was noted beyond so much.
    pub(super) fn cut(&self, noted: usize) {
        self.said.borrow_mut().truncate(noted);
    }
    /// Only passes on from here.
    pub(super) fn rests(&self) {
        self.mode.set(Mode::Off);
    }
    /// Notes what is said from here.
    pub(super) fn notes(&self) {
        self.mode.set(Mode::Notes);
    }
    /// Says all of it again from here.
    pub(super) fn repeats(&self) {
        self.next.set(0);
        self.mode.set(Mode::Repeats);
    }

    /// Something happens: after an answer the hook that asked may go on where it was left off.
    pub(super) fn happens(&self, answer: bool) {
        let asked = self.asked.take().filter(|_| answer);
        self.answered.set(asked);
    }
    /// A hook that asked is run again from its top.
    pub(in crate::engine) fn forget(&self) {
        self.asked.set(None);
        self.answered.set(None);
    }

    fn through<R>(
        &self,
        ask: impl FnOnce() -> Result<R, Fault>,
        note: impl FnOnce(&R) -> Said,
        repeat: impl FnOnce(&Said) -> Option<R>,
    ) -> Result<R, Fault> {
        match self.mode.get() {
            Mode::Off => ask(),
            Mode::Notes => {
                let said = ask()?;
                self.said.borrow_mut().push(note(&said));
                Ok(said)
            }
            Mode::Repeats => {
                let at = self.next.replace(self.next.get() + 1);
                let again = self.said.borrow().get(at).and_then(repeat);
                debug_assert!(again.is_some(), "the same action asks the same");
                again.map_or_else(ask, Ok)
            }
        }
    }
}

impl Host for Recorder {
    fn can(&self, entry: &Entry<'_>) -> Result<Answer, Fault> {
        let note = |said: &Answer| match said {
            Answer::Silent => Said::Nothing,
            said => Said::Can(said.clone()),
        };
        let repeat = |said: &Said| match said {
            Said::Nothing => Some(Answer::Silent),
            Said::Can(said) => Some(said.clone()),
            _ => None,
        };
        self.through(|| self.host.can(entry), note, repeat)
    }
    fn adjust(&self, entry: &Entry<'_>) -> Result<Adjust, Fault> {
        let repeat = |said: &Said| match said {
            Said::Adjust(said) => Some(*said),
            _ => None,
        };
        self.through(|| self.host.adjust(entry), |said| Said::Adjust(*said), repeat)
    }
    fn run(&self, entry: &Entry<'_>, tape: &[Tape], _: Option<Ticket>) -> Result<Ran, Fault> {
        let note = |said: &Ran| match said {
            Ran { claimed: false, kept: None, question: None, effects, .. }
                if effects.is_empty() =>
            {
                Said::Nothing
            }
            said => Said::Ran(said.clone()),
        };
        let repeat = |said: &Said| match said {
            Said::Nothing => Some(Ran::default()),
            Said::Ran(said) => Some(said.clone()),
            _ => None,
        };
        let ask = || {
            // The first hook that has had an answer is the one that it was for.
            let ticket = if tape.is_empty() { None } else { self.answered.take() };
            let ran = self.host.run(entry, tape, ticket)?;
            if ran.question.is_some() {
                self.asked.set(ran.ticket);
            }
            Ok(ran)
        };
        self.through(ask, note, repeat)
    }
    fn list(&self, entry: &Entry<'_>, seat: Option<Seat>) -> Result<Vec<Value>, Fault> {
        let repeat = |said: &Said| match said {
            Said::List(said) => Some(said.clone()),
            _ => None,
        };
        self.through(|| self.host.list(entry, seat), |said| Said::List(said.clone()), repeat)
    }
    fn tidy(&self) {
        if self.mode.get() != Mode::Repeats {
            self.host.tidy();
        }
    }
    fn adjusted(&self, adjusted: &Adjusted<'_>) {
        if self.mode.get() != Mode::Repeats {
            self.host.adjusted(adjusted);
        }
    }
    fn spent(&self, rule: RuleId) -> i64 {
        self.host.spent(rule)
    }
}
