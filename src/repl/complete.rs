//! What may come next in a line that is being typed: candidates, and what the command expects.

use super::command::{COMMANDS, Command, Group, named};
use super::expect_table::CHECKS;
use super::parse::actor;
use super::pieces::{LONG, last};
use super::session::Session;
use super::tokens::{self, Kind, tokens};
use super::usage::{self, is_kind};
use crate::cards::{Deck, Kind as Card};
use crate::engine::definition::{HOOKS, Range};
use crate::engine::{Code, Match};
use crate::script::store::Shelf;
use crate::script::{LIBRARY, members};
use crate::table::{Action, Seat};

/// What is known before a line is typed.
pub struct Known {
    table: Match,
    due: Seat,
    setup: bool,
    marks: Vec<String>,
    branches: Vec<String>,
    globals: Vec<String>,
    /// The files whose path begins like this.
    files: fn(&str) -> Vec<String>,
}

/// The words before the one that is typed, and that one.
struct Words<'a> {
    done: Vec<&'a str>,
    start: usize,
    typed: &'a str,
}

/// Takes the words of `text[from..]` apart; a quote keeps spaces together.
fn words(text: &str, from: usize) -> Words<'_> {
    let (mut done, mut start, mut quote) = (Vec::new(), None, None);
    for (at, c) in text[from..].char_indices().map(|(at, c)| (from + at, c)) {
        match (start, quote) {
            (None, _) if c.is_whitespace() => {}
            (None, _) => {
                start = Some(at);
                quote = (c == '"' || c == '\'').then_some(c);
            }
            (Some(_), Some(open)) if c == open => quote = None,
            (Some(begin), None) if c.is_whitespace() => {
                done.push(text[begin..at].trim_matches(['"', '\'']));
                start = None;
            }
            _ => {}
        }
    }
    let start = start.unwrap_or(text.len());
    Words { done, start, typed: &text[start..] }
}

impl Known {
    /// What a session knows now.
    pub fn of(session: &Session, files: fn(&str) -> Vec<String>) -> Self {
        let names = |names: &mut dyn Iterator<Item = &String>| names.cloned().collect();
        Self {
            table: session.table().clone(),
            due: session.due().unwrap_or(session.state().turn.seat),
            setup: session.block.is_some(),
            marks: names(&mut session.marks.keys()),
            branches: names(&mut session.branches.keys()),
            globals: session.globals(),
            files,
        }
    }
    /// The deck, for painting.
    pub fn deck(&self) -> &Deck {
        &self.table.game().deck
    }

    /// What could stand at this place of a line: where it would begin, and the candidates, the
    /// likelier ones first.
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let text = line.get(..at).unwrap_or(line);
        let unit = last(text);
        let (seat, first) = (actor(unit.text).0, words(text, unit.start));
        if unit.lua && seat.is_none() && (!first.done.is_empty() || unit.text.contains('\n')) {
            return self.lua(text);
        }
        let found = self.command(text, unit.start);
        if found.1.is_empty() && unit.lua && seat.is_none() { self.lua(text) } else { found }
    }

    fn command(&self, text: &str, from: usize) -> (usize, Vec<String>) {
        let (seat, offset) = actor(&text[from..]);
        let line = words(text, from + offset);
        let Some((first, args)) = line.done.split_first() else {
            let fits = |command: &&Command| {
                (seat.is_none() || command.acts())
                    && (!self.setup || command.group == Group::Position)
            };
            let names = COMMANDS.iter().filter(fits).map(|command| command.name.to_string());
            return (line.start, beginning(names, line.typed));
        };
        let Some(command) = named(&first.to_lowercase()) else { return (line.start, Vec::new()) };
        let seat = seat.and_then(Seat::from_number).unwrap_or(self.due);
        match command.name {
            "refuse" if args.contains(&"code") && args.last() != Some(&"code") => {
                (line.start, Vec::new())
            }
            "refuse" if args.last() == Some(&"code") => {
                let codes = Code::ALL.iter().map(|(_, word)| (*word).to_string());
                (line.start, beginning(codes, line.typed))
            }
            "refuse" => self.command(text, after(text, from + offset, 1)),
            "why" => self.reasons(text, after(text, from + offset, 1)),
            "answer" | "do" => self.offered(command, seat, text, from + offset, &line),
            _ => (line.start, self.candidates(command, args, seat, line.typed)),
        }
    }

    /// What may follow the words of a command.
    fn candidates(
        &self,
        command: &'static Command,
        args: &[&str],
        seat: Seat,
        typed: &str,
    ) -> Vec<String> {
        let mut all = Vec::new();
        for (usage, args) in usages(command, args) {
            let Some(next) = usage::next(usage, args, |kind, word| self.fits(kind, word)) else {
                continue;
            };
            for word in next.words {
                if is_kind(&word) {
                    all.extend(self.of_kind(&word, command, args, seat, typed));
                } else {
                    all.push(word);
                }
            }
        }
        beginning(all, typed)
    }

    /// Whether a word is of a kind.
    fn fits(&self, kind: &str, word: &str) -> bool {
        let deck = self.deck();
        match kind {
            "SEAT" | "N" | "S" | "PLACE" | "POINTS" => word.parse::<i64>().is_ok(),
            "CARD" => deck.parse_top(word).is_ok(),
            "COLOR" => deck.parse_color(word).is_ok(),
            "SYMBOL" => deck.symbol(word).is_some(),
            _ => true,
        }
    }

    /// The words of a kind.
    fn of_kind(
        &self,
        kind: &str,
        command: &Command,
        args: &[&str],
        seat: Seat,
        typed: &str,
    ) -> Vec<String> {
        let game = self.table.game();
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_string()).collect();
        match kind.trim_end_matches(':') {
            "SEAT" => self.seats(command, seat),
            "CARD" if command.name == "play" => self.hand(seat),
            "CARD" => self.cards(typed),
            "COLOR" if command.name == "play" && !self.black(args) => Vec::new(),
            "COLOR" => self.deck().colors().map(|c| self.deck().color_name(c).into()).collect(),
            "SYMBOL" => self.deck().symbols().to_vec(),
            "GAME" => Shelf::Games.names(),
            "FILE" => (self.files)(typed),
            "FILE-or-NAME" => {
                let mut names = Shelf::Rules.names();
                names.retain(|name| game.rule_named(name).is_none());
                names.extend((self.files)(typed));
                names
            }
            "RULE" => self.rules(),
            "RULE.NAME" => self.options(),
            "VALUE" if command.name == "option" => self.values(args),
            "MARK" => self.marks.clone(),
            "BRANCH" => self.branches.clone(),
            "HOOK" => self.hooks(),
            "COMMAND" => owned(&COMMANDS.iter().map(|other| other.name).collect::<Vec<_>>()),
            "CODE" => owned(&Code::ALL.map(|(_, word)| word)),
            "OFFER" => game.offers.iter().map(|offer| offer.name.clone()).collect(),
            "KIND" => owned(&["color", "seat", "card", "choice"]),
            "WHAT" => owned(&CHECKS.iter().map(|check| check.name).collect::<Vec<_>>()),
            "ACTION" => self.actions(args),
            "NAME" if ["edit", "reload"].contains(&command.name) => self.rules(),
            "NAME" => match command.group {
                Group::Game if command.name != "names" => self.rules(),
                Group::Look => self.hooks(),
                Group::Time => self.marks.iter().chain(&self.branches).cloned().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        // A rule that fails is told when the line is executed.
        self.table.legal_actions(seat).unwrap_or_default()
    }

    fn seats(&self, command: &Command, seat: Seat) -> Vec<String> {
        let all = self.table.state().all().map(|seat| seat.to_string());
        if command.name != "catch" {
            return all.collect();
        }
        let legal = self.legal(seat).into_iter().filter_map(|action| match action {
            Action::Catch(whom) => Some(whom.to_string()),
            _ => None,
        });
        legal.chain(all).collect()
    }

    /// The cards that a seat may lay, then its others.
    fn hand(&self, seat: Seat) -> Vec<String> {
        if !self.table.state().knows(seat) {
            return Vec::new();
        }
        let legal = self.legal(seat).into_iter().filter_map(|action| match action {
            Action::Play { card, .. } => Some(card),
            _ => None,
        });
        let held = self.table.state().place(seat).hand.cards();
        legal.chain(held).map(|card| self.deck().card_text(card).to_string()).collect()
    }

    /// Every card of the deck; black ones in their colors once a colon is typed.
    fn cards(&self, typed: &str) -> Vec<String> {
        let deck = self.deck();
        let colored = |card: Card| {
            let black = deck.card(card).color.is_none() && typed.contains(':');
            deck.colors().filter(move |_| black).map(move |c| deck.top_text(card, Some(c)))
        };
        let plain = deck.kinds().map(|card| deck.card_text(card).to_string());
        plain.chain(deck.kinds().flat_map(colored)).collect()
    }

    /// Whether the first word is a black card.
    fn black(&self, args: &[&str]) -> bool {
        let card = args.first().and_then(|word| self.deck().parse_card(word).ok());
        card.is_some_and(|card| self.deck().card(card).color.is_none())
    }

    fn rules(&self) -> Vec<String> {
        // House rules first: the built-in ones are seldom meant.
        let game = self.table.game();
        let built_in = |name: &str| crate::engine::rules::names().contains(&name);
        let names = || game.rules().iter().map(|rule| rule.name.clone());
        names().filter(|name| !built_in(name)).chain(names()).collect()
    }

    fn options(&self) -> Vec<String> {
        let rules = self.table.game().rules().iter();
        rules
            .flat_map(|rule| rule.options.iter().map(|o| format!("{}.{}", rule.name, o.name)))
            .collect()
    }

    /// The values of the option that the first word names.
    fn values(&self, args: &[&str]) -> Vec<String> {
        let game = self.table.game();
        let path = args.first().and_then(|path| path.split_once('.'));
        let Some((rule, name)) = path else { return Vec::new() };
        let Some(rule) = game.rule_named(rule).map(|id| game.rule(id)) else { return Vec::new() };
        let Some(option) = rule.options.iter().find(|option| option.name == name) else {
            return Vec::new();
        };
        match &option.range {
            Range::Flag => vec!["true".into(), "false".into()],
            Range::OneOf(words) => words.clone(),
            Range::Int(min, max) if max - min <= 100 => {
                (*min..=*max).map(|n| n.to_string()).collect()
            }
            Range::Int(..) | Range::Text => vec![option.default.show(self.deck())],
        }
    }

    fn hooks(&self) -> Vec<String> {
        let fixed = HOOKS.iter().map(|info| info.name.to_string());
        let own = self.table.game().action_listeners().iter();
        fixed.chain(own.map(|(action, _)| format!("can_{action}"))).collect()
    }

    /// The verbs that a seat may use now, or the cards after one.
    fn actions(&self, args: &[&str]) -> Vec<String> {
        let seat = args.first().and_then(|word| word.parse().ok()).and_then(Seat::from_number);
        let seat = seat.unwrap_or(self.due);
        match args.last() {
            Some(&"play") => self.hand(seat),
            _ => self.verbs(seat),
        }
    }

    fn verbs(&self, seat: Seat) -> Vec<String> {
        let verb = |action: Action| {
            let text = self.table.action_text(seat, action);
            let word = text.trim_start_matches("do ").split(' ').next().unwrap_or_default();
            word.to_string()
        };
        self.legal(seat).into_iter().map(verb).collect()
    }

    /// After `why`: a seat before a colon, then an action or a card.
    fn reasons(&self, text: &str, from: usize) -> (usize, Vec<String>) {
        let from = from + usize::from(text[from..].starts_with("not ")) * 4;
        let (number, offset) = actor(&text[from..]);
        let seat = number.and_then(Seat::from_number).unwrap_or(self.due);
        let line = words(text, from + offset);
        let all = match line.done.last() {
            None => {
                let always = ["play", "draw", "pass", "take", "uno", "catch"].map(String::from);
                let hand = self.hand(seat).into_iter();
                let offers = self.table.game().offers.iter().map(|offer| offer.name.clone());
                hand.chain(self.verbs(seat)).chain(offers).chain(always).collect()
            }
            Some(&"play") => self.hand(seat),
            Some(&"catch") => self.table.state().all().map(|seat| seat.to_string()).collect(),
            Some(_) => Vec::new(),
        };
        (line.start, beginning(all, line.typed))
    }

    /// After `answer` and `do`: what is asked or offered, which may be several words.
    fn offered(
        &self,
        command: &Command,
        seat: Seat,
        text: &str,
        from: usize,
        line: &Words<'_>,
    ) -> (usize, Vec<String>) {
        let texts = self.legal(seat).into_iter().filter_map(|action| {
            let text = self.table.action_text(seat, action);
            match action {
                Action::Answer(_) => text.strip_prefix("answer ").map(String::from),
                Action::Offer { .. } => Some(text.trim_start_matches("do ").into()),
                _ => None,
            }
        });
        let mut all: Vec<String> = texts.collect();
        if command.name == "do" && line.done.len() == 1 {
            all.extend(self.table.game().offers.iter().map(|offer| offer.name.clone()));
        }
        let begin = after(text, from, 1);
        (begin, beginning(all, &text[begin..]))
    }

    /// Names in a line of Lua.
    fn lua(&self, text: &str) -> (usize, Vec<String>) {
        let start = name_start(text);
        let (before, typed) = text.split_at(start);
        if tokens(text).last().is_some_and(|t| matches!(t.kind, Kind::Text | Kind::Comment)) {
            return (start, Vec::new());
        }
        let owner = |sign: char| {
            let owner = before.strip_suffix(sign)?.trim_end();
            Some(&owner[name_start(owner)..])
        };
        let names: Vec<String> = match (owner('.'), owner(':')) {
            (_, Some("game")) => game_names(true),
            (Some("game"), _) => game_names(false),
            (Some(library), _) if !library.is_empty() => {
                let found = LIBRARY.iter().find(|(name, _)| *name == library);
                found.map(|(_, names)| *names).unwrap_or_default().iter().map(own).collect()
            }
            (None, None) if !typed.is_empty() => {
                let libraries = LIBRARY.iter().map(|(name, _)| (*name).to_string());
                let base = LIBRARY.iter().filter(|(name, _)| name.is_empty());
                let base = base.flat_map(|(_, names)| names.iter().map(own));
                let given = ["game", "run", "print"].iter().map(own);
                let words = tokens::KEYWORDS.iter().map(own);
                let mine = self.globals.iter().cloned();
                mine.chain(given).chain(words).chain(libraries).chain(base).collect()
            }
            _ => Vec::new(),
        };
        (start, beginning(names, typed))
    }

    /// What the line that is typed still expects; shown behind it.
    pub fn hint(&self, line: &str) -> Option<String> {
        if line.len() > LONG {
            return None;
        }
        let unit = last(line);
        let rest = if unit.lua { arguments(unit.text) } else { self.rest(line, unit.start) };
        rest.filter(|rest| !rest.is_empty())
    }

    fn rest(&self, text: &str, from: usize) -> Option<String> {
        let from = from + actor(&text[from..]).1;
        let mut line = words(text, from);
        let space = if line.typed.is_empty() { "" } else { " " };
        if !line.typed.is_empty() {
            line.done.push(line.typed.trim_matches(['"', '\'']));
        }
        let (first, args) = line.done.split_first()?;
        let command = named(&first.to_lowercase())?;
        if command.name == "refuse" && !args.is_empty() {
            return self.rest(text, after(text, from, 1));
        }
        let rests = usages(command, args).into_iter().filter_map(|(usage, args)| {
            let rest = usage::next(usage, args, |kind, word| self.fits(kind, word))?.rest;
            (!rest.is_empty()).then_some(rest)
        });
        let rest = rests.collect::<Vec<_>>().join(" | ");
        (!rest.is_empty()).then(|| format!("{space}{rest}"))
    }
}

/// Where the name at the end of a text begins.
fn name_start(text: &str) -> usize {
    text.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()
}

fn own(word: &&str) -> String {
    (*word).to_string()
}

/// The members of `game`: after a colon its methods.
fn game_names(methods: bool) -> Vec<String> {
    let all = members().into_iter().filter(|member| member.args.is_some() == methods);
    all.map(|member| if methods { format!("{}(", member.name) } else { member.name.into() })
        .collect()
}

/// The ways to write a command, with the words after it; `expect` has some for everything it can
/// be asked about.
fn usages<'a, 'b>(command: &'static Command, args: &'a [&'b str]) -> Vec<(&'a str, &'a [&'b str])> {
    let ways = |usage: &'static str, args| usage.split(" | ").map(move |way| (way, args)).collect();
    let Some((first, rest)) = args.split_first().filter(|_| command.name == "expect") else {
        return ways(command.usage, args);
    };
    let check = CHECKS.iter().find(|check| check.name == first.to_lowercase());
    check.map_or_else(Vec::new, |check| ways(check.usage, rest))
}

/// Where the words after so many begin.
fn after(text: &str, from: usize, count: usize) -> usize {
    let mut rest = text[from..].trim_start();
    for _ in 0..count {
        rest = rest.trim_start_matches(|c: char| !c.is_whitespace()).trim_start();
    }
    text.len() - rest.len()
}

/// Those that begin like this, each once.
fn beginning(all: impl IntoIterator<Item = String>, typed: &str) -> Vec<String> {
    let typed = typed.to_lowercase();
    let mut found: Vec<String> = Vec::new();
    for word in all {
        if !word.is_empty() && word.to_lowercase().starts_with(&typed) && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// The arguments that a method of `game` still expects, where a bracket or comma was typed last.
fn arguments(text: &str) -> Option<String> {
    let mut open: Vec<(Option<&'static str>, usize)> = Vec::new();
    let mut before: [&str; 3] = [""; 3];
    for token in tokens(text).filter(|token| token.kind != Kind::Space) {
        match token.text {
            "(" if before[0] == "game" && before[1] == ":" => {
                let known = members().into_iter().find(|member| member.name == before[2]);
                open.push((known.and_then(|member| member.args), 0));
            }
            "(" | "{" | "[" => open.push((None, 0)),
            ")" | "}" | "]" => drop(open.pop()),
            "," => open.iter_mut().rev().take(1).for_each(|(_, count)| *count += 1),
            _ => {}
        }
        before = [before[1], before[2], token.text];
    }
    let (args, count) = open.last().copied()?;
    if !["(", ","].contains(&before[2]) {
        return None;
    }
    let left: Vec<&str> = args?.split(", ").skip(count).collect();
    let space = if count > 0 && text.ends_with(',') { " " } else { "" };
    (!left.is_empty()).then(|| format!("{space}{})", left.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::Options;
    use super::*;

    fn known(lines: &[&str]) -> Known {
        let mut session = Session::start(&Options::default()).unwrap();
        for line in lines {
            let output = session.line(line);
            assert!(output.ok(), "{line}: {:?}", output.error);
        }
        let files = |start: &str| {
            let all = ["one.lua", "other.save", "folder/"].map(String::from);
            all.into_iter().filter(|name| name.starts_with(start)).collect()
        };
        Known::of(&session, files)
    }

    const TABLE: &[&str] = &["setup", "hand 1 r7 g2 w b9", "top r5", "turn 1", "end"];

    fn told(known: &Known, line: &str) -> String {
        let (start, words) = known.complete(line, line.len());
        assert!(line.is_char_boundary(start), "{line}");
        format!("{}|{}", &line[..start], words.join(" "))
    }

    #[test]
    fn commands_and_their_words_are_completed() {
        let known = known(&[TABLE, &["mark here", "x_mine = 1", "load stacking"]].concat());
        for (line, want) in [
            ("pla", "|play"),
            ("3: pa", "3: |pass"),
            ("1:pla", "1:|play"),
            ("3: sho", "3: |"),
            ("help und", "help |undo"),
            ("refuse pla", "refuse |play"),
            ("refuse 2: pas", "refuse 2: |pass"),
            ("refuse pass code not_", "refuse pass code |not_due not_in_hand"),
            ("play ", "play |r7 w g2 b9"),
            ("1: play b", "1: play |b9"),
            ("play w b", "play w |blue"),
            ("play r7 b", "play r7 |"),
            ("play w with ", "play w with |1 2 3 4"),
            ("play w blue ", "play w blue |with uno"),
            ("why ", "why |r7 w g2 b9 play draw challenge pass take uno catch"),
            ("why not 1: b", "why not 1: |b9"),
            ("why 1: play ", "why 1: play |r7 w g2 b9"),
            ("option stacking.", "option |stacking.cross"),
            ("load jum", "load |jump_in"),
            ("load jump_in he", "load jump_in |here"),
            ("diff ", "diff |here"),
            ("trace ", "trace |on off"),
            ("load o", "load |one.lua other.save"),
            ("unload ", "unload |stacking"),
            ("save f", "save |folder/"),
            ("hooks can_f", "hooks |can_fit"),
            ("expect sta", "expect |status"),
            ("expect status ", "expect status |turn debt ask over"),
            ("expect same ", "expect same |here"),
            ("expect offers 1 play ", "expect offers 1 play |r7 w g2 b9"),
            ("expect no ev", "expect no |event"),
            ("debt 1 2 dra", "debt 1 2 |draw2 draw4"),
            ("debt 1 2 draw2 ", "debt 1 2 draw2 |by"),
            ("top w:", "top |w:r w:y w:g w:b"),
            ("bot 2 ", "bot 2 |random uniform greedy careful rollout none"),
            ("new standard se", "new standard |seats seed"),
            ("direction ", "direction |cw ccw"),
            ("nonsense ", "nonsense |"),
            ("show ", "show |"),
        ] {
            let found = told(&known, line);
            // Lists of unknown length need only begin as they should.
            let fine = if line.starts_with("option") || line.starts_with("unload") {
                found.starts_with(want)
            } else {
                found == want
            };
            assert!(fine, "{line}: {found}");
        }
    }

    #[test]
    fn what_is_asked_and_offered_is_completed() {
        let mut lines = TABLE.to_vec();
        lines.push("play w");
        let asked = known(&lines);
        assert_eq!(told(&asked, "answer "), "answer |red yellow green blue");
        assert_eq!(told(&asked, "1: answer b"), "1: answer |blue");
        let debt = known(&["setup", "hand 1 w4 b1", "top r5", "turn 1", "end", "play w4 g"]);
        assert_eq!(told(&debt, "do "), "do |challenge");
        let setup = known(&["setup"]);
        assert_eq!(told(&setup, "p"), "|pile");
    }

    #[test]
    fn lua_is_completed() {
        let known = known(&["x_mine = 1"]);
        for (line, want) in [
            ("x = game.dir", "x = game.|direction"),
            ("game:han", "game:|hand("),
            (
                "game.",
                "game.|seat direction color symbol top debt debts drawn last_draw options \
              memory phase round turn",
            ),
            ("x_m", "|x_mine"),
            ("fu", "|function"),
            ("x = string.re", "x = string.|rep reverse"),
            ("for i = 1, 2 do\n  game:cou", "for i = 1, 2 do\n  game:|count("),
            ("draw\npas", "draw\n|pass"),
            ("x = 'ga", "x = '|"),
            ("ä = ga", "ä = |game"),
        ] {
            assert_eq!(told(&known, line), want);
        }
    }

    #[test]
    fn a_hint_says_what_is_expected() {
        let known = known(TABLE);
        for (line, want) in [
            ("play", Some(" CARD [COLOR] [with SEAT] [uno]")),
            ("play ", Some("CARD [COLOR] [with SEAT] [uno]")),
            ("play w blue", Some(" [with SEAT] [uno]")),
            ("3: catch", Some(" SEAT")),
            ("play r7 r8", None),
            ("pla", None),
            ("show", None),
            ("", None),
            ("refuse catch", Some(" SEAT")),
            ("expect status", Some(" turn|debt|ask|over")),
            ("game:next(", Some("seat: number?, k: number?)")),
            ("x = game:next(2,", Some(" k: number?)")),
            ("game:next(2", None),
            ("print(game:hand(", Some("seat: number)")),
        ] {
            assert_eq!(known.hint(line).as_deref(), want, "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_typed_is_too_much(
            line in "[a-z0-9:.,( \"'\n=äé\u{1b}]{0,40}",
            at in 0..44usize,
        ) {
            let known = known(&[]);
            let (start, _) = known.complete(&line, at);
            proptest::prop_assert!(line.is_char_boundary(start));
            known.hint(&line);
            super::super::pieces::whole(&line);
        }
    }
}
