//! People and bots at one terminal: whose eyes see what, what a person may do next, and the bots'
//! turns, line by line. It speaks to the session as the prompt does, and prints nothing itself.

use super::events::seen_lines;
use super::matches;
use super::session::Session;
use crate::engine::Refusal;
use crate::rng::Stream;
use crate::script::bot_named;
use crate::sim::{Driver, React};
use crate::table::{Action, Call, Seat, Status, Told};

/// What a line of a person is about.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Wait {
    /// This seat chooses one of these.
    Choice(Seat, Vec<String>),
    /// The keyboard goes to this seat.
    Hand(Seat),
    /// Somebody may call, catch or jump in before the game goes on.
    Aside(Vec<(Seat, String)>),
    /// The next round is dealt with the next line.
    Deal,
    /// The match is over.
    Over,
}

/// What is to be shown, and whether a line is waited for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scene {
    /// The text.
    pub text: String,
    /// The screen is wiped first, so that nobody sees another hand.
    pub wipe: bool,
    /// The words before the cursor.
    pub ask: String,
    /// The match is over: no line is waited for.
    pub over: bool,
}

/// A table with people and bots.
pub struct Hotseat {
    session: Session,
    people: Vec<String>,
    driver: Driver,
    wait: Wait,
    /// Who has the keyboard.
    eyes: Option<Seat>,
    /// What has happened and is not shown yet.
    fresh: Vec<Told>,
    /// What was shown to all, of which a person may know more.
    unseen: Vec<Told>,
    /// People have had the chance to call, catch and jump in since the last action.
    offered: bool,
    /// Bots have had it.
    reacted: bool,
    wipe: bool,
    lines: Vec<String>,
}

impl Hotseat {
    /// People at a session that has just been dealt; bots of this kind take the other seats.
    ///
    /// # Errors
    /// When there are more people than seats, or no such bot.
    pub fn new(
        mut session: Session,
        people: &[String],
        bot: &str,
        react: React,
    ) -> Result<Self, Refusal> {
        use crate::engine::Code;
        let players = match session.now.tour.as_deref() {
            Some(tour) => tour.players().len(),
            None => session.state().seats.len(),
        };
        if people.is_empty() || people.len() > players {
            let n = people.len();
            let text = format!("{n} people for {players} seats; name 1 to {players} people");
            return Err(Refusal::new(Code::BadSeat, text));
        }
        let bots = session.state().all().map(|_| bot_named(bot)).collect::<Result<_, _>>()?;
        let driver = Driver::new(bots, react);
        let mut names: Vec<String> = people.iter().map(|n| crate::script::clean_text(n)).collect();
        matches::check_names(&names)?;
        for no in names.len()..players {
            names.push(format!("bot{}", no + 1));
        }
        if session.now.tour.is_some() {
            matches::name_players(&mut session, &names);
        } else {
            session.names.clone_from(&names);
        }
        names.truncate(people.len());
        let told = std::mem::take(&mut session.events);
        let mut table = Self {
            session,
            people: names,
            driver,
            wait: Wait::Deal,
            eyes: None,
            fresh: Vec::new(),
            unseen: Vec::new(),
            offered: true,
            reacted: true,
            wipe: false,
            lines: Vec::new(),
        };
        table.tell(&told);
        Ok(table)
    }
    /// The session that is played.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    fn person(&self, seat: Seat) -> bool {
        self.session.name(seat).is_some_and(|name| self.people.iter().any(|one| one == name))
    }
    fn people_has(&self, seat: Seat) -> bool {
        self.seats_of_people().contains(&seat)
    }
    fn seats_of_people(&self) -> Vec<Seat> {
        self.session.state().all().filter(|seat| self.person(*seat)).collect()
    }
    /// Whose eyes are always at the screen: those of the only person.
    fn only(&self) -> Option<Seat> {
        match self.seats_of_people()[..] {
            [seat] if self.people.len() == 1 => Some(seat),
            _ => None,
        }
    }
    fn tell(&mut self, told: &[Told]) {
        self.fresh.extend(told.iter().cloned());
    }
    /// Shows what has happened to whoever looks at the screen next: one person, or all.
    fn show(&mut self, eyes: Option<Seat>) {
        let fresh = std::mem::take(&mut self.fresh);
        let lines = seen_lines(&self.session, &fresh, eyes);
        self.lines.extend(lines);
        if eyes.is_none() {
            self.unseen.extend(fresh);
        }
    }

    /// A line for the session, as its prompt would take it.
    fn line(&mut self, line: &str) -> Result<(), String> {
        let output = self.session.line(line);
        if let Some(refusal) = output.error {
            return Err(refusal.text);
        }
        self.tell(&output.events);
        (self.offered, self.reacted) = (false, false);
        Ok(())
    }

    /// Goes on until a person is asked for something.
    pub fn scene(&mut self) -> Scene {
        loop {
            if let Some(ask) = self.next() {
                let wipe = std::mem::take(&mut self.wipe);
                let text = std::mem::take(&mut self.lines).join("\n");
                return Scene { text, wipe, ask, over: self.wait == Wait::Over };
            }
        }
    }

    /// One step; the words of a question where a person is to answer.
    fn next(&mut self) -> Option<String> {
        let state = self.session.state();
        if state.over.is_some() {
            return Some(self.round_over());
        }
        let due: Vec<Seat> = match state.status() {
            Status::Ask(seats) => seats.iter().collect(),
            Status::Turn(seat) | Status::Debt(seat) => vec![seat],
            Status::Over => Vec::new(),
        };
        if due.is_empty() {
            return None;
        }
        // Of several who are asked, as in a race, anyone may be the quickest.
        let seat = due[self.random("first").below(due.len() as u32) as usize];
        // Who is quicker, people or bots, is drawn for every position.
        let people_first = self.random("quick").below(2) == 0;
        if !people_first && self.bots_react(seat) {
            return None;
        }
        if !self.person(seat) {
            if !self.offered
                && let Some(ask) = self.aside()
            {
                return Some(ask);
            }
            if !self.bots_react(seat) {
                self.bot_acts(seat);
            }
            return None;
        }
        if self.eyes != Some(seat) && self.only().is_none() {
            return Some(self.hand_over(seat));
        }
        Some(self.choice(seat))
    }

    fn round_over(&mut self) -> String {
        self.show(self.only());
        self.unseen.clear();
        self.eyes = None;
        let over = self.session.state().table.winners.is_some();
        let tour = matches::counted(&self.session);
        self.lines.push(String::new());
        if over {
            self.lines.push(matches::summary(&self.session));
        } else {
            self.lines.extend(matches::points(&self.session));
        }
        if over && tour.is_none_or(|tour| tour.is_over()) {
            self.wait = Wait::Over;
            return String::new();
        }
        self.wait = Wait::Deal;
        "Enter deals the next round: ".into()
    }

    fn hand_over(&mut self, seat: Seat) -> String {
        self.show(None);
        let name = self.session.seat_text(seat);
        let asides = self.asides(Some(seat));
        self.wait = Wait::Hand(seat);
        if !asides.is_empty() {
            let texts = asides.iter().map(|(seat, text)| format!("{seat}: {text}"));
            self.lines.push(format!("anybody: {}", texts.collect::<Vec<_>>().join(", ")));
        }
        self.wipe |= self.eyes.is_some();
        format!("the keyboard to {name}; Enter shows the hand: ")
    }

    fn choice(&mut self, seat: Seat) -> String {
        let unseen = std::mem::take(&mut self.unseen);
        let public = seen_lines(&self.session, &unseen, None);
        let own = seen_lines(&self.session, &unseen, Some(seat));
        self.lines.extend(own.into_iter().filter(|line| !public.contains(line)));
        self.show(Some(seat));
        self.lines.push(String::new());
        let table = self.session.line(&format!("as {seat}"));
        self.lines.push(table.text);
        let actions = self.session.table().legal_actions(seat).unwrap_or_default();
        let texts: Vec<String> =
            actions.iter().map(|a| self.session.table().action_text(seat, *a)).collect();
        let each = texts.iter().enumerate().map(|(at, text)| format!("{} {text}", at + 1));
        self.lines.extend(columns(&each.collect::<Vec<_>>()));
        let name = self.session.seat_text(seat);
        self.wait = Wait::Choice(seat, texts);
        format!("{name}, a number or an action: ")
    }

    /// What people may do although another seat is due. Cards that they could lay out of turn are
    /// named only where nobody else looks.
    fn asides(&self, but: Option<Seat>) -> Vec<(Seat, String)> {
        let mut all = Vec::new();
        if matches!(self.session.state().status(), Status::Ask(_) | Status::Over) {
            return all;
        }
        for seat in self.seats_of_people().into_iter().filter(|seat| Some(*seat) != but) {
            let table = self.session.table();
            for action in table.legal_actions(seat).unwrap_or_default() {
                let open = matches!(action, Action::Call | Action::Catch(_));
                let fair = open && self.useful(action);
                if fair || (matches!(action, Action::Play { .. }) && self.only().is_some()) {
                    all.push((seat, table.action_text(seat, action)));
                }
            }
        }
        all
    }

    /// A catch of a seat that may be caught; a wrong one, possible in some games, is not offered.
    fn useful(&self, action: Action) -> bool {
        let exposed =
            |seat: Seat| matches!(self.session.state().place(seat).call, Call::Exposed { .. });
        match action {
            Action::Catch(of) => exposed(of),
            _ => self.seats_of_people().into_iter().any(exposed),
        }
    }

    fn aside(&mut self) -> Option<String> {
        self.offered = true;
        let asides = self.asides(None);
        if asides.is_empty() {
            return None;
        }
        self.show(self.only());
        let alone = self.only().is_some();
        let text = |(at, (seat, text)): (usize, &(Seat, String))| {
            if alone { format!("{} {text}", at + 1) } else { format!("{seat}: {text}") }
        };
        let texts: Vec<String> = asides.iter().enumerate().map(text).collect();
        self.lines.push(format!("before it goes on: {}", texts.join(", ")));
        self.wait = Wait::Aside(asides);
        Some("one of these, or Enter goes on: ".into())
    }

    fn random(&self, what: &str) -> Stream {
        let key = format!("{what} {}", self.session.state().hash());
        Stream::new(self.session.now.seed, &key)
    }

    /// The driver at this position: the same position always goes the same way.
    fn here(&mut self) -> &mut Driver {
        let seed = u64::from(self.random("bots").below(u32::MAX));
        self.driver.begin(seed);
        self.driver.leave(self.seats_of_people().into_iter().collect());
        &mut self.driver
    }

    /// A bot that is not due calls, catches or jumps in. Whether one did.
    fn bots_react(&mut self, due: Seat) -> bool {
        let asks = matches!(self.session.state().status(), Status::Ask(_));
        if self.reacted || asks {
            return false;
        }
        self.reacted = true;
        let table = self.session.table().clone();
        let Ok(Some((seat, action))) = self.here().reaction(&table, due) else { return false };
        self.bot_does(seat, action);
        true
    }

    fn bot_acts(&mut self, seat: Seat) {
        let table = self.session.table().clone();
        let action = match self.here().choose(&table, seat) {
            Ok(action) => action,
            // A scripted bot that fails does what lies nearest, so that the table goes on.
            Err(_) => match table.legal_actions(seat).unwrap_or_default().first() {
                Some(first) => *first,
                None => return,
            },
        };
        self.bot_does(seat, action);
    }

    fn bot_does(&mut self, seat: Seat, action: Action) {
        let told = self.session.do_action(seat, action);
        self.tell(&told);
        (self.offered, self.reacted) = (false, false);
    }

    /// What a person has typed.
    ///
    /// # Errors
    /// What cannot be done, in words; nothing has changed then.
    pub fn reply(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        match self.wait.clone() {
            Wait::Over => Ok(()),
            Wait::Deal if text.is_empty() => self.line("deal"),
            Wait::Deal => self.other(None, text),
            Wait::Hand(seat) if text.is_empty() => {
                self.eyes = Some(seat);
                self.offered = true;
                Ok(())
            }
            Wait::Hand(_) if text.parse::<usize>().is_ok() => {
                Err("Enter shows the hand first".into())
            }
            Wait::Hand(_) => self.other(None, text),
            Wait::Aside(_) if text.is_empty() => Ok(()),
            Wait::Aside(asides) => match text.parse::<usize>() {
                Ok(no) => match asides.get(no.wrapping_sub(1)) {
                    Some((seat, text)) => self.line(&format!("{seat}: {text}")),
                    None => Err(format!("a number from 1 to {}, or Enter", asides.len())),
                },
                Err(_) => self.other(self.only(), text),
            },
            Wait::Choice(seat, actions) => match text.parse::<usize>() {
                Ok(no) => match actions.get(no.wrapping_sub(1)) {
                    Some(text) => self.line(&format!("{seat}: {text}")),
                    None => Err(format!("a number from 1 to {}", actions.len())),
                },
                Err(_) if text.is_empty() => Err("a number or an action; `quit` ends it".into()),
                Err(_) => self.other(Some(seat), text),
            },
        }
    }

    /// An action or a look, written as at the prompt.
    fn other(&mut self, seat: Option<Seat>, text: &str) -> Result<(), String> {
        let line = match seat {
            Some(seat) if !text.contains(':') || text.starts_with("why") => {
                format!("{seat}: {text}")
            }
            _ => text.to_string(),
        };
        let words = line.split_once(':').filter(|(seat, _)| seat.trim().parse::<usize>().is_ok());
        let command = words.map_or(line.as_str(), |(_, rest)| rest).trim();
        let word = command.split_whitespace().next().unwrap_or_default().to_lowercase();
        let other = words.and_then(|(seat, _)| Seat::from_number(seat.trim().parse().ok()?));
        if other.is_some_and(|seat| !self.people_has(seat)) {
            return Err("a bot sits there; it plays by itself".into());
        }
        if word == "why" && text.contains(':') {
            return Err("why is asked of one's own cards: why play r7".into());
        }
        let acts = ["play", "draw", "pass", "take", "challenge", "uno", "catch", "answer", "do"];
        if acts.contains(&word.as_str()) {
            // A reason would tell what another holds.
            let own = seat.or(self.eyes);
            return self.line(&line).map_err(|reason| match other {
                Some(other) if own != Some(other) => format!("seat {other} cannot do that now"),
                _ if own.is_none() => "Enter shows the hand first; others say `2: uno`".into(),
                _ => reason,
            });
        }
        let looks = ["rules", "match", "hint", "limits"];
        let why = word == "why" && seat.is_some();
        if !why && !looks.contains(&word.as_str()) {
            let known = acts.join(", ");
            return Err(format!(
                "{word:?} is not for this table. Actions: {known}. Also: why ACTION, rules, \
                 match, hint SEAT, quit"
            ));
        }
        let output = self.session.line(if why { &line } else { command });
        if let Some(refusal) = output.error {
            return Err(refusal.text);
        }
        self.tell(&output.events);
        let text = if output.events.is_empty() { output.text } else { String::new() };
        self.lines.push(text);
        Ok(())
    }
}

/// Short texts in columns, 80 wide.
fn columns(texts: &[String]) -> Vec<String> {
    let wide = texts.iter().map(|text| text.chars().count() + 2).max().unwrap_or(1).max(10);
    let row = |texts: &[String]| {
        let cells: String = texts.iter().map(|text| format!("{text:<wide$}")).collect();
        format!("  {}", cells.trim_end())
    };
    texts.chunks((78 / wide).max(1)).map(row).collect()
}
