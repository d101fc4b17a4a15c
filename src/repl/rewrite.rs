//! The game so far under other rules: done again from its start, with the first difference.

use super::events::lines_of;
use super::history::{Act, Did, Entry, Point, Step};
use super::parse::bad;
use super::session::Session;
use super::source::{self, Rulebook};
use crate::engine::{Code, Refusal};
use crate::table::{Action, Actor, Told};

/// Under which rules each command is done again.
#[derive(Clone, Copy)]
pub enum Under<'a> {
    /// Those under which it was done, read anew from their files; the whole history.
    Own,
    /// These; the game since it began.
    These(&'a Rulebook),
}

/// Where the game first went another way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The number of the command in the history; 0 is the start.
    pub no: usize,
    /// The command.
    pub command: String,
    /// What was told from there on, up to the end of the command.
    pub before: Vec<String>,
    /// What is told now.
    pub now: Vec<String>,
    /// Whether the command is refused now, so that those after it were not done.
    pub refused: bool,
}

/// A game that was done again.
pub struct Rewritten {
    /// A session that has done it.
    pub session: Session,
    /// How its first position was told.
    pub start: Vec<Told>,
    /// How many commands were done again.
    pub done: usize,
    /// How many could not be done any more.
    pub left: usize,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// Does the game so far again.
///
/// # Errors
/// When the rules cannot be loaded, or its start is impossible under them.
pub fn rewrite(session: &Session, under: Under<'_>) -> Result<Rewritten, Refusal> {
    let from = match under {
        Under::Own => 0,
        Under::These(_) => begins(session),
    };
    let mut rewritten = start(session, from, under)?;
    let now_rules = Rulebook::of(&session.now);
    let was = match under {
        // What was told before other rules came is not what the game is now.
        Under::These(_) if session.done()[from..].iter().any(|e| e.did.rules()) => {
            let mut was = start(session, from, Under::These(&now_rules))?;
            was.go_on(session, from, Under::These(&now_rules), None);
            Some(was)
        }
        _ => None,
    };
    let was = was.as_ref().map(|was| (&was.session, was.session.done()));
    let was = was.unwrap_or((session, &session.done()[from..]));
    rewritten.go_on(session, from, under, Some(was));
    Ok(rewritten)
}

/// The first command of the game that is played now.
fn begins(session: &Session) -> usize {
    session.done().iter().rposition(|entry| entry.did.starts()).map_or(0, |at| at + 1)
}

/// The start of a game, under these rules.
fn start(session: &Session, from: usize, under: Under<'_>) -> Result<Rewritten, Refusal> {
    let before = from.checked_sub(1).map(|at| &session.done()[at]);
    let (point, did) = before.map_or((&session.base.0, &session.base.1), |e| (&e.after, &e.did));
    let own;
    let rules = match under {
        Under::These(rules) => rules,
        Under::Own => {
            own = Rulebook::load(&point.source)?;
            &own
        }
    };
    let (mut now, start) = begin(point, did, rules)?;
    now.tour.clone_from(&point.tour);
    let mut again = Session::at((now, did.clone()), Vec::new());
    again.names.clone_from(&session.names);
    let mut rewritten = Rewritten { session: again, start, done: 0, left: 0, difference: None };
    if let Some(entry) = before {
        let was = told_lines(session, &entry.after, &entry.told);
        let lines = (was, rewritten.lines(&rewritten.start));
        rewritten.compare(session.log.forgotten + from, &entry.command, lines);
    }
    Ok(rewritten)
}

fn refused(refusal: &Refusal) -> String {
    let at = refusal.at.as_ref().map(|at| format!("   {at}")).unwrap_or_default();
    format!("  refused: {} ({}){at}", refusal.text, refusal.code.text())
}

fn told_lines(session: &Session, point: &Point, told: &[Told]) -> Vec<String> {
    lines_of(&point.table, session.seat_names(), told)
}

/// The first position of a game under these rules.
fn begin(from: &Point, did: &Did, rules: &Rulebook) -> Result<(Point, Vec<Told>), Refusal> {
    let seats = from.table.state().seats.len();
    match did {
        Did::Stacked { dealer, upcards } => {
            let mut point = source::fresh(rules, seats, from.seed)?;
            let told = source::stacked(&mut point, *dealer, upcards)?;
            Ok((point, told))
        }
        did if did.seeded() => source::deal(rules, seats, from.seed),
        _ => source::change(from, rules).map(|(point, told, _)| (point, told)),
    }
}

/// How the commands went before: who tells it, and the commands.
type Was<'a> = (&'a Session, &'a [Entry]);

impl Rewritten {
    fn lines(&self, told: &[Told]) -> Vec<String> {
        told_lines(&self.session, &self.session.now, told)
    }

    /// Does all commands again, up to the first that is refused.
    fn go_on(&mut self, session: &Session, from: usize, under: Under<'_>, was: Option<Was<'_>>) {
        let all = session.done();
        for (at, entry) in all.iter().enumerate().skip(from) {
            let no = session.log.forgotten + at + 1;
            let was = was.and_then(|(teller, entries)| {
                let entry = entries.get(at - from)?;
                Some(told_lines(teller, &entry.after, &entry.told))
            });
            let was = was.unwrap_or_default();
            if let Err(refusal) = self.entry(no, entry, under, was.clone()) {
                self.left = all.len() - at;
                self.compare(no, &entry.command, (was, vec![refused(&refusal)]));
                let here = |difference: &&mut Difference| difference.no == no;
                if let Some(difference) = self.difference.as_mut().filter(here) {
                    difference.refused = true;
                }
                return;
            }
            self.done += 1;
        }
    }

    /// Keeps the first difference.
    fn compare(&mut self, no: usize, command: &str, (was, is): (Vec<String>, Vec<String>)) {
        if self.difference.is_some() || was == is {
            return;
        }
        let same = was.iter().zip(&is).take_while(|(was, is)| was == is).count();
        self.difference = Some(Difference {
            no,
            command: command.into(),
            before: was[same..].to_vec(),
            now: is[same..].to_vec(),
            refused: false,
        });
    }

    /// Does a command again, and compares what is told.
    fn entry(
        &mut self,
        no: usize,
        entry: &Entry,
        under: Under<'_>,
        was: Vec<String>,
    ) -> Result<(), Refusal> {
        let before = self.session.now.clone();
        let told = match self.again(entry, under) {
            Ok(told) => told,
            Err(refusal) => {
                self.session.now = before;
                return Err(refusal);
            }
        };
        let is = self.lines(&told);
        self.compare(no, &entry.command, (was, is));
        let after = self.session.now.clone();
        let (command, lines) = (entry.command.clone(), entry.lines.clone());
        let did = match self.session.did.take() {
            Some(did) => did,
            None => Did::Steps(std::mem::take(&mut self.session.steps)),
        };
        self.session.push(Entry { command, lines, did, told: told.into(), before, after });
        Ok(())
    }

    /// Does a command again; what it did is left in the session.
    fn again(&mut self, entry: &Entry, under: Under<'_>) -> Result<Vec<Told>, Refusal> {
        let session = &mut self.session;
        session.steps.clear();
        session.told.clear();
        match (&entry.did, under) {
            (Did::Steps(steps), _) => {
                for step in steps {
                    again(session, step)?;
                }
            }
            (Did::Ruled { .. }, Under::These(_)) => session.did = Some(entry.did.clone()),
            (Did::Ruled { here, .. }, Under::Own) => {
                let rules = Rulebook::load(&entry.after.source)?;
                let (point, did, told) = ruled(session, &rules, *here)?.parts;
                session.put(point, did, told);
            }
            (Did::Edited, _) => edited(session, entry)?,
            (did, _) => {
                let rules = Rulebook::load(&entry.after.source)?;
                let (mut point, told) = begin(&entry.after, did, &rules)?;
                point.tour.clone_from(&entry.after.tour);
                session.put(point, did.clone(), told);
            }
        }
        Ok(std::mem::take(&mut session.told))
    }
}

/// Writes a position again, by its own lines.
fn edited(session: &mut Session, entry: &Entry) -> Result<(), Refusal> {
    let mut hand = Session::at((session.now.clone(), Did::Edited), Vec::new());
    for line in &entry.lines {
        hand.execute(line)?;
    }
    session.put(hand.now, Did::Edited, Vec::new());
    Ok(())
}

/// Takes a step again: the same action by its text, since numbers of offers and answers may differ.
fn again(session: &mut Session, step: &Step) -> Result<(), Refusal> {
    let (seat, action) = match (step.actor, step.act) {
        (Actor::Seat(seat), Act::Seat(action)) => (seat, action),
        (_, Act::Table(action)) => return session.table_act(&step.text, action),
        (Actor::Table, Act::Seat(_)) => {
            return Err(bad(Code::BadSeat, "the table does not act for a seat"));
        }
    };
    let table = session.table();
    if !table.state().knows(seat) {
        return Err(bad(Code::BadSeat, format!("there is no seat {seat}")));
    }
    if same_action(session, step, seat, action) {
        return session.act(seat, action);
    }
    let legal = table.legal_actions(seat)?;
    let found = legal.iter().find(|action| table.action_text(seat, **action) == step.text);
    match found {
        Some(action) => session.act(seat, *action),
        None => {
            let texts: Vec<String> = legal.iter().map(|a| table.action_text(seat, *a)).collect();
            let open = if texts.is_empty() { "nothing".into() } else { texts.join(", ") };
            let text = format!("`{}` is not open to seat {seat}; it may do: {open}", step.text);
            Err(bad(Code::NoEffect, text))
        }
    }
}

fn same_action(session: &Session, step: &Step, seat: crate::table::Seat, action: Action) -> bool {
    let known = match action {
        Action::Offer { offer, .. } => usize::from(offer) < session.table().game().offers.len(),
        Action::Answer(_) => session.state().ask.is_some(),
        _ => true,
    };
    known && session.table().action_text(seat, action) == step.text
}

/// Other rules: where the game then stands, and what is to be said about it.
pub struct Ruled {
    /// The position, what it is, and what happened on the way to it.
    pub parts: (Point, Did, Vec<Told>),
    /// How many commands were done again under them.
    pub done: usize,
    /// How many could not be done.
    pub left: usize,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// The game under these rules: replayed from its start, or `here`, going on in this position.
///
/// # Errors
/// When the game cannot go on under them.
pub fn ruled(session: &Session, rules: &Rulebook, here: bool) -> Result<Ruled, Refusal> {
    let again = if here { None } else { Some(rewrite(session, Under::These(rules))) };
    // A position that was read while a question was open can only be gone on with.
    let open = |refusal: &Refusal| refusal.code == Code::QuestionOpen;
    let Some(again) = again.filter(|again| !again.as_ref().is_err_and(open)) else {
        let (point, told, dealt) = source::change(&session.now, rules)?;
        let parts = (point, Did::Ruled { here: true, dealt }, told);
        return Ok(Ruled { parts, done: 0, left: 0, difference: None });
    };
    let Rewritten { session: again, start, done, left, difference } = again?;
    let seeded = again.base.1.seeded() && again.done().iter().all(|e| e.did.seeded());
    let other_start = difference.as_ref().is_some_and(|d| d.refused || d.no == 0);
    let deck = session.table().game().deck != again.table().game().deck;
    let told = if deck || (other_start && again.done().is_empty()) { start } else { Vec::new() };
    let parts = (again.now, Did::Ruled { here, dealt: seeded }, told);
    Ok(Ruled { parts, done, left, difference })
}
