//! Whole random matches of every game and every match it offers, with 2 to 10 seats, any
//! house rules and any option values (R23, E174–E176): no stuck state, no lost card, no lost or
//! negative point, every match ends, and the same seed gives the same match, in whatever thread.
//!
//! `HOUSERULES_MATCHES=200000 cargo test --release --test matches -- --nocapture` plays more; with
//! `HOUSERULES_EACH=20` every drawn game is played so many times, which spares loading it, and with
//! `HOUSERULES_ROUNDS=3` a match has so many rounds at most.

use houserules::bot::{Bot, Random, Uniform, View};
use houserules::cards::Hand;
use houserules::engine::definition::{OptionDef, Range};
use houserules::engine::{Code, Match};
use houserules::rng::Stream;
use houserules::script::load::{GameSource, Loaded, load};
use houserules::table::{Action, Seat, State, Status, TableAction};
use std::rc::Rc;

/// The most actions of a match; one that takes more does not end.
const ACTIONS: u32 = 400_000;

fn files(folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("the folder").flatten().map(|file| file.path());
    let lua = files.filter(|path| path.extension().is_some_and(|e| e == "lua"));
    let mut names: Vec<String> =
        lua.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

fn source(game: &str) -> GameSource {
    GameSource { game: game.into(), ..GameSource::default() }
}

/// Every game, and every match that it offers.
fn games() -> Vec<String> {
    let mut all = Vec::new();
    for game in files("scripts/games") {
        let loaded = load(&source(&game)).unwrap_or_else(|errors| panic!("{game}: {errors:?}"));
        let matches = loaded.game.matches.iter().map(|one| format!("{game}:{}", one.name));
        all.extend(matches.collect::<Vec<_>>());
        all.push(game);
    }
    assert!(all.len() >= 16, "{all:?}");
    all
}

/// A value of an option; numbers stay small, so that rounds stay short.
fn value(option: &OptionDef, choice: &mut Stream) -> String {
    let below = |choice: &mut Stream, n: usize| choice.below(n as u32) as usize;
    match &option.range {
        Range::Flag => ["true", "false"][below(choice, 2)].into(),
        Range::OneOf(words) => words[below(choice, words.len())].clone(),
        Range::Int(min, max) => {
            let most = (*max).min(min + 7);
            (min + i64::from(choice.below((most - min + 1) as u32))).to_string()
        }
        Range::Text => option.default.as_text().unwrap_or_default().into(),
    }
}

/// A game with some house rules and some options drawn from the seed.
fn drawn(game: &str, choice: &mut Stream) -> GameSource {
    let mut source = source(game);
    for variant in files("variants") {
        if choice.below(5) == 0 {
            source.rules.push(variant);
        }
    }
    let mut known = load(&source);
    if known.is_err() {
        // Rules that exclude each other, or one the game has already.
        source.rules.clear();
        known = load(&source);
    }
    let known = known.unwrap_or_else(|errors| panic!("{game}: {errors:?}"));
    for rule in known.game.rules().iter().filter(|rule| rule.in_force()) {
        for option in &rule.options {
            if choice.below(3) == 0 {
                let value = value(option, choice);
                source.options.push((rule.name.clone(), option.name.clone(), value));
            }
        }
    }
    let mut set = |rule: &str, option: &str, value: String| {
        if known.game.rules().iter().any(|known| known.name == rule && known.in_force()) {
            source.options.retain(|(r, o, _)| (r.as_str(), o.as_str()) != (rule, option));
            source.options.push((rule.into(), option.into(), value));
        }
    };
    set("deal", "cards", (1 + choice.below(8)).to_string());
    set("scoring", "target", (20 + choice.below(120)).to_string());
    // In play for places only the number of rounds ends a match.
    let most = number("HOUSERULES_ROUNDS", 12).max(1) as u32;
    set("scoring", "rounds", (1 + choice.below(most)).to_string());
    source
}

fn due(state: &State) -> Vec<Seat> {
    match state.status() {
        Status::Over => Vec::new(),
        Status::Turn(seat) | Status::Debt(seat) => vec![seat],
        Status::Ask(seats) => seats.iter().collect(),
    }
}

/// One action by one of those who have one; mostly a seat that is due, sometimes one that is not.
fn action(table: &Match, choice: &mut Stream, what: &str) -> (Seat, Action) {
    let due = due(table.state());
    let anybody = choice.below(8) == 0;
    if anybody {
        let seat = Seat(choice.below(table.state().seats.len() as u32) as u8);
        let actions = table.legal_actions(seat).unwrap_or_else(|e| panic!("{what}: {e}"));
        if !actions.is_empty() {
            return (seat, actions[choice.below(actions.len() as u32) as usize]);
        }
    }
    let seat = due[choice.below(due.len() as u32) as usize];
    let actions = table.legal_actions(seat).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(!actions.is_empty(), "{what}: seat {seat} is due and can do nothing");
    let view = View::new(table, seat);
    let chosen = if choice.below(10) == 0 {
        Uniform.choose(&view, &actions, choice)
    } else {
        Random.choose(&view, &actions, choice)
    };
    (seat, actions[chosen.expect("these bots never fail")])
}

/// The points are whole: those of all rounds make the total, and none is below nothing.
fn points(state: &State, what: &str) {
    let n = state.seats.len();
    for (at, place) in state.seats.iter().enumerate() {
        let rounds: i64 = state.table.scores.iter().skip(at).step_by(n).sum();
        assert_eq!(rounds, place.total, "{what}: the rounds of seat {} do not add up", at + 1);
        assert!(place.total >= 0 && place.points >= 0, "{what}: points below nothing");
    }
    assert_eq!(state.table.scores.len(), n * state.table.round as usize, "{what}");
}

/// Plays a match to its end; its rounds, and the hash of the end.
fn play(loaded: &Loaded, seats: usize, seed: u64, what: &str) -> Option<(u32, String)> {
    let host = loaded.host.clone();
    let mut table = match Match::new(Rc::clone(&loaded.game), host, seats, seed) {
        Ok(table) => table,
        // Too few seats for this match, or no pairs.
        Err(refusal) if refusal.code == Code::BadSeat => return None,
        Err(refusal) => panic!("{what}: {refusal}"),
    };
    let mut choice = Stream::new(seed, "choice");
    let deck: Hand = loaded.game.deck.cards().collect();
    for actions in 0..ACTIONS {
        let state = table.state();
        if state.table.round == 0 || state.over.is_some() {
            points(state, what);
            if state.table.winners.is_some() {
                return Some((state.table.round, state.hash()));
            }
            match table.table(TableAction::Deal) {
                Ok(_) => {}
                Err(refusal) if refusal.code == Code::BadValue => return None,
                Err(refusal) => panic!("{what}: deal: {refusal}"),
            }
        }
        let state = table.state();
        assert_eq!(state.every_card(), deck, "{what}: a card is lost or made");
        // The dearest check, so not after every action; tests/conformance.rs makes it each time.
        if actions % 16 == 0 || state.over.is_some() {
            assert_eq!(state.faults(&loaded.game.deck), Vec::<String>::new(), "{what}");
        }
        if state.over.is_some() {
            continue;
        }
        // Now and then somebody gets up from the table, or hints.
        let (seat, chosen) = action(&table, &mut choice, what);
        if choice.below(3000) == 0 {
            let seat = Seat(choice.below(seats as u32) as u8);
            let _ = table.table(TableAction::Remove(seat));
        } else if choice.below(300) == 0 {
            let _ = table.table(TableAction::Hint(seat));
        } else {
            table.apply(seat, chosen).unwrap_or_else(|error| {
                panic!("{what}, action {actions}: {chosen:?} of {seat}: {error}")
            });
        }
    }
    panic!("{what}: after {ACTIONS} actions the match is not over: {:?}", table.state().table)
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise)
}

/// How many matches and rounds were played, and how many games could not be.
#[derive(Clone, Copy, Default)]
struct Played {
    matches: u64,
    rounds: u64,
    refused: u64,
}

/// Every game and match in turn, each time with other seats, rules, options and cards.
fn some(from: u64, to: u64) -> Played {
    let (games, each) = (games(), number("HOUSERULES_EACH", 1).max(1));
    let mut all = Played::default();
    for seed in from / each..to / each {
        let mut choice = Stream::new(seed, "game");
        let game = &games[(seed % games.len() as u64) as usize];
        let plain = choice.below(4) == 0 && number("HOUSERULES_ROUNDS", 0) == 0;
        let source = if plain { source(game) } else { drawn(game, &mut choice) };
        let Ok(loaded) = load(&source) else {
            all.refused += 1;
            continue;
        };
        let (min, max) = loaded.game.seats;
        let (min, max) = (min.max(2), max.min(10));
        for seed in seed * each..(seed + 1) * each {
            let seats = min + choice.below((max - min + 1) as u32) as usize;
            let what = format!("seed {seed}: {seats} seats of {source:?}");
            let Some((rounds, hash)) = play(&loaded, seats, seed, &what) else {
                all.refused += 1;
                continue;
            };
            all.matches += 1;
            all.rounds += u64::from(rounds);
            if seed % 8 == 0 {
                let again = play(&loaded, seats, seed, &what);
                assert_eq!(again, Some((rounds, hash)), "{what}: not the same");
            }
        }
    }
    all
}

#[test]
fn whole_matches_are_sound() {
    let (n, from) = (number("HOUSERULES_MATCHES", 2000), number("HOUSERULES_FROM", 0));
    // Two threads, each with its own games: nothing is shared (E176).
    let other = std::thread::spawn(move || some(from + n / 2, from + n));
    let (one, other) = (some(from, from + n / 2), other.join().expect("the other half"));
    let (matches, rounds) = (one.matches + other.matches, one.rounds + other.rounds);
    let refused = one.refused + other.refused;
    println!("{matches} matches of {rounds} rounds were played, {refused} cannot be played");
    assert!(matches > 2 * refused, "{matches} played, {refused} refused");
}

/// R18.5, E166: seven stages at two tables; everybody is partner of each other once, opponent of
/// each twice, and nobody sits at two tables at once.
#[test]
fn the_schedule_of_the_evening_is_fair() {
    for (name, players, stages) in [("serbian:evening", 8, 7), ("serbian:rotation", 4, 3)] {
        let game = load(&source(name)).expect("the tournament loads").game;
        let schedule = game.schedule.as_ref().expect("a schedule");
        assert_eq!((schedule.players, schedule.stages.len()), (players, stages));
        let mut partners = vec![vec![0; players]; players];
        let mut opponents = vec![vec![0; players]; players];
        for stage in &schedule.stages {
            let mut seated: Vec<usize> = stage.iter().flatten().copied().collect();
            seated.sort_unstable();
            assert_eq!(seated, (0..players).collect::<Vec<_>>(), "{name}");
            for table in stage {
                for (at, player) in table.iter().enumerate() {
                    partners[*player][table[(at + 2) % 4]] += 1;
                    opponents[*player][table[(at + 1) % 4]] += 1;
                    opponents[*player][table[(at + 3) % 4]] += 1;
                }
            }
        }
        for one in 0..players {
            for other in (0..players).filter(|other| *other != one) {
                assert_eq!(partners[one][other], 1, "{name}: {one} and {other}");
                assert_eq!(opponents[one][other], 2, "{name}: {one} and {other}");
            }
        }
    }
}
