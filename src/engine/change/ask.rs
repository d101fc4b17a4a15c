//! Questions: opened, answered, and handed back to the hook that asked.

use crate::engine::host::Question;
use crate::engine::table_match::Match;
use crate::table::{
    Ask, AskKind, AskMode, Asked, By, Event, RuleId, Seat, Standing, Tape, Task, Value,
};
use std::rc::Rc;

impl Match {
    /// Opens a rule's question. Its task is pushed by the caller.
    pub(super) fn open(&mut self, question: &Question, rule: RuleId) {
        let (seats, order) = (std::mem::take(&mut self.asked), std::mem::take(&mut self.order));
        self.ask(question.open(rule, seats, order));
    }

    fn ask(&mut self, ask: Ask) {
        if self.telling {
            for asked in &ask.seats {
                let event = Event::Asked {
                    seat: asked.seat,
                    kind: ask.kind.text().into(),
                    text: ask.text.to_string(),
                    options: asked.options.to_vec(),
                    private: ask.private,
                };
                self.note(event, ask.by);
            }
        }
        self.st().ask = Some(ask);
        // A seat that is about to leave gives no answer but the default (E194).
        if !self.state.seats.iter().any(|place| place.leaving) {
            return;
        }
        let leaving: Vec<Seat> =
            self.state.all().filter(|seat| self.state.place(*seat).leaving).collect();
        for seat in leaving {
            self.answer_by_default(seat);
        }
    }

    /// A seat names the color (R10.2). Where the deck has no colors there is nothing to name.
    pub(super) fn ask_color(&mut self, seat: Seat, by: By) {
        let options = Rc::clone(&self.game.color_names);
        let gone = self.state.place(seat).standing == Standing::Gone;
        if options.is_empty() || gone {
            return;
        }
        self.st().work.push(Task::Color { seat, by });
        let mut seats = std::mem::take(&mut self.asked);
        seats.clear();
        seats.push(Asked { seat, options, default: 0, answer: None });
        let mut order = std::mem::take(&mut self.order);
        order.clear();
        self.ask(Ask {
            by,
            kind: AskKind::Color,
            text: "which color?".into(),
            mode: AskMode::One,
            private: false,
            seats,
            order,
        });
    }

    /// A seat answers, already admitted.
    pub(super) fn answer(&mut self, seat: Seat, answer: u16) {
        let Some(ask) = &mut self.st().ask else { return };
        let private = ask.private;
        let Some(asked) = ask.seats.iter_mut().find(|asked| asked.seat == seat) else { return };
        asked.answer = Some(answer);
        ask.order.push(seat);
        let sealed = ask.mode == AskMode::Each;
        let done = complete(ask);
        let private = private || sealed;
        if self.telling {
            let ask = self.state.ask.as_ref();
            let asked = ask.and_then(|ask| ask.seats.iter().find(|asked| asked.seat == seat));
            let answer = asked.map_or(Value::Nil, |asked| asked.options[answer as usize].clone());
            self.note(Event::Answered { seat, answer, private }, By::Player(seat));
        }
        if done {
            self.close();
        }
    }

    /// The default answer of a seat that leaves, if it is asked.
    pub(super) fn answer_by_default(&mut self, seat: Seat) {
        let Some(ask) = &self.state.ask else { return };
        let asked = ask.seats.iter().find(|a| a.seat == seat && a.answer.is_none());
        if let Some(default) = asked.map(|asked| asked.default) {
            self.answer(seat, default);
        }
    }

    /// All have answered: the task that waits on top of the stack goes on.
    fn close(&mut self) {
        let Some(ask) = self.st().ask.take() else { return };
        if let Some(Task::Color { seat, by }) = self.state.work.last() {
            let (seat, by) = (*seat, *by);
            self.st().work.pop();
            // The options are the deck's colors, in order.
            let answer = ask.seats.first().and_then(|asked| asked.answer);
            let color = answer.and_then(|at| self.game.deck.colors().nth(at as usize));
            if let Some(color) = color {
                self.st().color = Some(color);
                self.note_if(by, || Event::ColorSet { seat: Some(seat), color });
            }
            (self.asked, self.order) = (ask.seats, ask.order);
            return;
        }
        let value = |asked: &Asked| {
            let answer = asked.answer.map(|at| asked.options[at as usize].clone());
            answer.unwrap_or(Value::Nil)
        };
        let mut answers: Vec<(Seat, Value)> = Vec::with_capacity(ask.order.len());
        for seat in &ask.order {
            if let Some(asked) = ask.seats.iter().find(|asked| asked.seat == *seat) {
                answers.push((*seat, value(asked)));
            }
        }
        let tape = Tape { text: ask.text.into_owned(), answers };
        (self.asked, self.order) = (ask.seats, ask.order);
        match self.st().work.last_mut() {
            Some(Task::React { tape: so_far, .. } | Task::Apply { tape: so_far, .. }) => {
                so_far.push(tape);
            }
            Some(Task::Do { tape: so_far, .. }) => so_far.push(tape),
            _ => {}
        }
    }
}

/// Whether a question has all the answers it needs (X19).
fn complete(ask: &Ask) -> bool {
    let open = ask.seats.iter().filter(|asked| asked.answer.is_none()).count();
    let declined =
        |asked: &Asked| asked.answer.is_some_and(|at| asked.options[at as usize] == Value::Nil);
    match ask.mode {
        AskMode::One | AskMode::Each => open == 0,
        AskMode::First => {
            open == 0 || ask.seats.iter().any(|asked| asked.answer.is_some() && !declined(asked))
        }
        AskMode::Order => open == 0 || (open == 1 && !ask.seats.iter().any(declined)),
    }
}
