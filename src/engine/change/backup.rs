//! Going back to before an action that a script has failed in, without copying the state each time.
//!
//! An action does the same whenever it is done again, if scripts say the same. So one copy of the
//! state serves for many actions: they are listed with what scripts have said during each, and
//! after a fault they are done once more on the copy, without entering a script.

use super::recorder::Recorder;
use crate::engine::host::Fault;
use crate::engine::refusal::Refusal;
use crate::engine::table_match::Match;
use crate::table::{Action, Seat, State, Told};
use std::rc::Rc;

/// Actions listed before the state is copied anew.
const LISTED_MAX: usize = 128;
/// The same for answers of scripts.
const NOTED_MAX: usize = 1024;

/// A state of some actions ago, and these actions.
#[derive(Default)]
pub(in crate::engine) struct Backup {
    /// Its memory is used again for the next copy.
    state: Option<State>,
    acts: Vec<(Seat, Action)>,
    good: bool,
}

/// Another match begins without one.
impl Clone for Backup {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Backup {
    /// The state has come from elsewhere.
    pub(in crate::engine) fn forget(&mut self) {
        self.good = false;
    }

    /// Lists an action in which no script was entered. Nothing is copied for its sake.
    #[inline]
    pub(in crate::engine) fn add(&mut self, seat: Seat, action: Action) {
        if self.good {
            self.good = self.acts.len() < LISTED_MAX;
            self.acts.push((seat, action));
        }
    }

    /// Copies a state; nothing is listed that happens to it.
    pub(super) fn copy(&mut self, state: &State) {
        match &mut self.state {
            Some(before) => before.clone_from(state),
            empty => *empty = Some(state.clone()),
        }
    }

    /// The state that was copied last.
    pub(super) fn copied(&mut self) -> Option<Rc<State>> {
        self.state.take().map(Rc::new)
    }

    /// Sees to it that this state can be made again.
    fn cover(&mut self, state: &State, host: &Recorder) {
        if self.good && self.acts.len() < LISTED_MAX && host.noted() < NOTED_MAX {
            return;
        }
        self.copy(state);
        self.acts.clear();
        host.cut(0);
        self.good = true;
    }
}

impl Match {
    /// A seat's action, already admitted, as a whole: after a fault nothing has happened.
    pub(in crate::engine) fn act_whole(
        &mut self,
        seat: Seat,
        action: Action,
    ) -> Result<Vec<Told>, Refusal> {
        self.told.clear();
        if self.game.scripted() {
            return self.act_guarded(seat, action);
        }
        self.act(seat, action)?;
        Ok(std::mem::take(&mut self.told))
    }

    /// The same where a script may fail.
    #[inline(never)]
    fn act_guarded(&mut self, seat: Seat, action: Action) -> Result<Vec<Told>, Refusal> {
        // Somebody keeps the state before in any case, as undo does: `st` copies it.
        let kept = (Rc::strong_count(&self.state) > 1).then(|| Rc::clone(&self.state));
        if kept.is_some() {
            self.backup.forget();
        } else {
            self.backup.cover(&self.state, &self.host);
            self.host.notes();
        }
        self.host.happens(matches!(action, Action::Answer(_)) && self.swift);
        let (noted, counts) = (self.host.noted(), self.counts);
        let done = self.act(seat, action);
        self.host.rests();
        if let Err(fault) = done {
            self.host.cut(noted);
            match kept {
                Some(before) => self.set_state(before),
                None => self.go_back()?,
            }
            self.counts = counts;
            self.told.clear();
            return Err(fault.into());
        }
        if self.backup.good {
            self.backup.acts.push((seat, action));
        }
        Ok(std::mem::take(&mut self.told))
    }

    /// Does the listed actions once more, on the state before them. Nobody hears of it.
    fn go_back(&mut self) -> Result<(), Fault> {
        let Some(state) = self.backup.state.take() else { return Ok(()) };
        let acts = std::mem::take(&mut self.backup.acts);
        self.backup.forget();
        self.set_state(Rc::new(state));
        let telling = std::mem::replace(&mut self.telling, false);
        let uses: Vec<_> = self.game.uses().map(|(.., uses)| uses.get()).collect();
        self.host.repeats();
        let again = acts.into_iter().try_for_each(|(seat, action)| self.act(seat, action));
        self.host.rests();
        self.game.uses().zip(uses).for_each(|((.., now), before)| now.put(before));
        self.telling = telling;
        again
    }
}
