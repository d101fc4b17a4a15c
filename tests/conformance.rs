//! Every variant alone, every pair in both orders and all together play random rounds under the
//! invariants of R23. The variants are found by looking into the folder.
//!
//! `HOUSERULES_ROUNDS=20 cargo test --release --test conformance` plays more.

use houserules::cards::Hand;
use houserules::engine::Match;
use houserules::engine::definition::HookKind;
use houserules::rng::Stream;
use houserules::script::load::{GameSource, Loaded, load};
use houserules::table::{Action, Seat, State, Status, TableAction};
use std::rc::Rc;

/// The most actions of one run: with everybody's choices uniform a round can take very many.
const STEPS: usize = 600;

fn variants() -> Vec<String> {
    let files = std::fs::read_dir("variants").expect("the folder variants/");
    let mut names: Vec<String> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "lua"))
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 8, "the variants: {names:?}");
    names
}

/// The game with these rules, or `None` where they say themselves that they do not go together.
fn game(rules: &[&str], options: &[(&str, &str, &str)]) -> Option<Loaded> {
    let own = |(r, o, v): &(&str, &str, &str)| ((*r).into(), (*o).into(), (*v).into());
    let source = GameSource {
        game: "standard".into(),
        rules: rules.iter().map(|rule| (*rule).into()).collect(),
        without: Vec::new(),
        options: options.iter().map(own).collect(),
    };
    match load(&source) {
        Ok(loaded) => Some(loaded),
        Err(errors) => {
            let fair = |text: String| text.contains("cannot be played together with");
            assert!(errors.iter().all(|e| fair(e.to_string())), "{rules:?}: {errors:?}");
            None
        }
    }
}

fn start(game: &Loaded, seats: usize, seed: u64) -> Match {
    Match::new(Rc::clone(&game.game), game.host.clone(), seats, seed).expect("a match")
}

/// What a run did: enough to do it again.
struct Run {
    steps: Vec<Step>,
    hash: String,
}

#[derive(Clone, Copy)]
enum Step {
    Deal,
    Seat(Seat, Action),
}

fn due(state: &State) -> Vec<Seat> {
    match state.status() {
        Status::Over => Vec::new(),
        Status::Turn(seat) | Status::Debt(seat) => vec![seat],
        Status::Ask(seats) => seats.iter().collect(),
    }
}

/// Actions of which most are not offered: each is refused, and then nothing has changed.
fn refused(table: &mut Match, offered: &[(Seat, Action)], choice: &mut Stream, what: &str) {
    let seat = Seat(choice.below(table.state().seats.len() as u32) as u8);
    let kinds = table.game().deck.kinds().len() as u32;
    let card = houserules::cards::Kind(choice.below(kinds) as u8);
    let call = choice.below(2) == 0;
    let other = Seat(choice.below(16) as u8);
    let tries = [
        Action::Play { card, call },
        Action::Draw,
        Action::Pass,
        Action::Take,
        Action::Answer(choice.below(6) as u16),
        Action::Call,
        Action::Catch(other),
        Action::Offer { offer: choice.below(3) as u8, argument: 0 },
    ];
    let action = tries[choice.below(tries.len() as u32) as usize];
    if offered.contains(&(seat, action)) {
        return;
    }
    let before = table.state().hash();
    assert!(table.apply(seat, action).is_err(), "{what}: {action:?} of {seat} is not offered");
    assert_eq!(table.state().hash(), before, "{what}: the refused {action:?} changed something");
}

fn play(game: &Loaded, seats: usize, seed: u64, what: &str) -> Run {
    let mut table = start(game, seats, seed);
    let mut choice = Stream::new(seed, "choice");
    let deck: Hand = game.game.deck.cards().collect();
    let mut steps = Vec::new();
    while steps.len() < STEPS && table.state().table.winners.is_none() {
        let state = table.state();
        if state.table.round == 0 || state.over.is_some() {
            table.table(TableAction::Deal).unwrap_or_else(|e| panic!("{what}: deal: {e}"));
            steps.push(Step::Deal);
            continue;
        }
        assert_eq!(state.every_card(), deck, "{what}: a card is lost or made");
        assert_eq!(state.faults(&game.game.deck), Vec::<String>::new(), "{what}");
        let mut offered: Vec<(Seat, Action)> = Vec::new();
        let due = due(state);
        for seat in state.all() {
            let actions = table.legal_actions(seat).unwrap_or_else(|e| panic!("{what}: {e}"));
            let stuck = actions.is_empty() && due.contains(&seat);
            assert!(!stuck, "{what}: seat {seat} is due and can do nothing");
            offered.extend(actions.into_iter().map(|action| (seat, action)));
        }
        refused(&mut table, &offered, &mut choice, what);
        let (seat, action) = offered[choice.below(offered.len() as u32) as usize];
        table
            .apply(seat, action)
            .unwrap_or_else(|e| panic!("{what}: {action:?} of {seat} is offered: {e}"));
        steps.push(Step::Seat(seat, action));
    }
    Run { steps, hash: table.state().hash() }
}

/// The same steps again, from the seed.
fn again(game: &Loaded, seats: usize, seed: u64, steps: &[Step], what: &str) -> String {
    let mut table = start(game, seats, seed);
    for step in steps {
        let done = match *step {
            Step::Deal => table.table(TableAction::Deal),
            Step::Seat(seat, action) => table.apply(seat, action),
        };
        done.unwrap_or_else(|e| panic!("{what}: again: {e}"));
    }
    table.state().hash()
}

fn rounds() -> u64 {
    std::env::var("HOUSERULES_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Seats and seeds for one set of rules.
fn runs(rules: &[&str], options: &[(&str, &str, &str)], seats: &[usize]) {
    let Some(game) = game(rules, options) else { return };
    for seats in seats {
        for seed in 0..rounds() {
            let seed = seed * 1000 + *seats as u64;
            let what = format!("{rules:?} {options:?}, {seats} seats, seed {seed}");
            let run = play(&game, *seats, seed, &what);
            assert_eq!(again(&game, *seats, seed, &run.steps, &what), run.hash, "{what}");
        }
    }
}

const ALL_SEATS: [usize; 9] = [2, 3, 4, 5, 6, 7, 8, 9, 10];

#[test]
fn every_variant_alone() {
    for variant in &variants() {
        runs(&[variant], &[], &ALL_SEATS);
    }
}

#[test]
fn every_variant_in_play_for_places() {
    for variant in &variants() {
        runs(&[variant], &[("scoring", "format", "places")], &[2, 3, 5]);
    }
}

#[test]
fn every_pair_in_both_orders() {
    let variants = variants();
    for first in &variants {
        for second in variants.iter().filter(|second| *second != first) {
            runs(&[first, second], &[], &[2, 4]);
        }
    }
}

#[test]
fn all_that_go_together() {
    let variants = variants();
    for left_out in ["zero_slap", "zero_rotation"] {
        let mut rules: Vec<&str> =
            variants.iter().map(String::as_str).filter(|name| *name != left_out).collect();
        let options = [("stacking", "draw2", "true"), ("stacking", "cross", "up")];
        runs(&rules, &options, &[2, 3, 4, 7]);
        rules.reverse();
        runs(&rules, &options, &[2, 3, 4, 7]);
    }
}

/// Rules that only answer give the same game in whatever order they are loaded.
#[test]
fn order_free_rules_are_free_of_order() {
    let variants = variants();
    let order_free = |name: &&String| {
        let game = game(&[name], &[]).expect("a variant loads alone");
        let id = game.game.rule_named(name).expect("it is loaded");
        let acts = houserules::engine::definition::HOOKS
            .iter()
            .filter(|info| matches!(info.kind, HookKind::On | HookKind::InsteadOf))
            .any(|info| game.game.listeners(info.hook).iter().any(|l| l.rule == id));
        !acts
    };
    let free: Vec<&String> = variants.iter().filter(order_free).collect();
    assert!(free.len() >= 2, "order-free variants: {free:?}");
    for first in &free {
        for second in free.iter().filter(|second| *second != first) {
            let options = [("stacking", "draw2", "true")];
            let options = if free.iter().any(|name| *name == "stacking")
                && (*first == "stacking" || *second == "stacking")
            {
                &options[..]
            } else {
                &[]
            };
            let (Some(ab), Some(ba)) =
                (game(&[first, second], options), game(&[second, first], options))
            else {
                continue;
            };
            for seats in [2, 4] {
                let what = format!("{first} and {second}, {seats} seats");
                let run = play(&ab, seats, 7, &what);
                assert_eq!(again(&ba, seats, 7, &run.steps, &what), run.hash, "{what}");
            }
        }
    }
}
