//! Rules in Lua at work: random rounds under the invariants of R23, and directed cases.

use std::rc::Rc;

use houserules::cards::{Hand, Kind};
use houserules::engine::Match;
use houserules::engine::host::Host;
use houserules::rng::Stream;
use houserules::script::load::{GameSource, Loaded, load};
use houserules::table::{Action, How, Seat, State, Status, TableAction, Told, Value};

fn loaded(rules: &[&str], options: &[(&str, &str, &str)]) -> Loaded {
    let own = |(rule, option, value): &(&str, &str, &str)| {
        ((*rule).into(), (*option).into(), (*value).into())
    };
    let source = GameSource {
        game: "standard".into(),
        rules: rules.iter().map(|rule| (*rule).into()).collect(),
        without: Vec::new(),
        options: options.iter().map(own).collect(),
    };
    load(&source).unwrap_or_else(|errors| {
        panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    })
}

fn table(loaded: &Loaded, seats: usize, seed: u64) -> Match {
    let host: Rc<dyn Host> = Rc::clone(&loaded.host) as Rc<dyn Host>;
    Match::new(Rc::clone(&loaded.game), host, seats, seed).unwrap()
}

/// Actions of one random run; with everybody's choices uniform a round can take very many.
const STEPS: u32 = 1500;

/// Rounds with uniformly chosen actions; whoever is due can always do something, no card is lost.
fn random_rounds(loaded: &Loaded, seats: usize, seed: u64, rounds: u32) -> String {
    let mut table = table(loaded, seats, seed);
    let mut choice = Stream::new(seed, "choice");
    let deck: Hand = loaded.game.deck.cards().collect();
    for step in 0..STEPS {
        let over = table.state().table.round == 0 || table.state().status() == Status::Over;
        if table.state().table.winners.is_some() || over && table.state().table.round >= rounds {
            break;
        }
        if over {
            table.table(TableAction::Deal).unwrap_or_else(|e| panic!("seed {seed}: deal: {e}"));
            continue;
        }
        assert_eq!(table.state().every_card(), deck, "seed {seed}: a card is lost or made");
        let due: Vec<Seat> = match table.state().status() {
            Status::Over => continue,
            Status::Turn(seat) | Status::Debt(seat) => vec![seat],
            Status::Ask(seats) => seats.iter().collect(),
        };
        let mut offered: Vec<(Seat, Action)> = Vec::new();
        for seat in table.state().all() {
            let actions = table
                .legal_actions(seat)
                .unwrap_or_else(|e| panic!("seed {seed}: actions of {seat}: {e}"));
            assert!(
                !actions.is_empty() || !due.contains(&seat),
                "seed {seed}: seat {seat} is due and can do nothing: {:?}",
                table.state().status()
            );
            // Twice for those who are due, so that rounds are not all jumps and calls.
            let times = if due.contains(&seat) { 3 } else { 1 };
            for _ in 0..times {
                offered.extend(actions.iter().map(|action| (seat, *action)));
            }
        }
        let (seat, action) = offered[choice.below(offered.len() as u32) as usize];
        table
            .apply(seat, action)
            .unwrap_or_else(|e| panic!("seed {seed}, step {step}: {seat} {action:?}: {e}"));
    }
    table.state().hash()
}

fn many(rules: &[&str], options: &[(&str, &str, &str)]) {
    let loaded = loaded(rules, options);
    for seats in [2, 3, 4, 7] {
        for seed in 0..2 {
            let seed = seed * 100 + seats as u64;
            let first = random_rounds(&loaded, seats, seed, 2);
            if seed < 100 {
                assert_eq!(first, random_rounds(&loaded, seats, seed, 2), "not the same again");
            }
        }
    }
}

macro_rules! random {
    ($($name:ident: $rules:expr, $options:expr;)*) => {
        $(#[test] fn $name() { many(&$rules, &$options); })*
    };
}

random! {
    random_jump_in: ["jump_in"], [];
    random_jump_in_stacking: ["jump_in", "stacking"], [("stacking", "draw2", "true"), ("stacking", "cross", "value")];
    random_seven_zero: ["seven_swap", "zero_rotation", "jump_in"], [];
    random_stacking_up: ["stacking"], [("stacking", "draw2", "true"), ("stacking", "cross", "up")];
    random_no_black_finish: ["no_black_finish"], [];
    random_draw_until_playable: ["draw_until_playable"], [];
    random_slap: ["zero_slap"], [];
    random_slap_hand: ["zero_slap", "jump_in"], [("zero_slap", "slap_count", "hand")];
    random_take_back: ["challenge_take_back"], [];
    random_take_back_stacking: ["challenge_take_back", "stacking", "jump_in", "seven_swap"], [];
    random_places: ["seven_swap", "zero_rotation", "stacking"], [("scoring", "format", "places")];
    random_roulette: ["tests/rules/roulette.lua"], [];
    random_dig: ["tests/rules/dig_ten.lua"], [];
    random_time_bomb: ["tests/rules/time_bomb.lua"], [];
    random_mercy: ["tests/rules/mercy.lua"], [];
    random_shuffle_hands: ["tests/rules/shuffle_hands.lua"], [];
    random_rank_demand: ["tests/rules/rank_demand.lua"], [];
    random_deflect: ["tests/rules/deflect.lua", "stacking"], [];
    random_breaker: ["tests/rules/breaker.lua"], [];
    random_countdown: ["tests/rules/countdown.lua"], [];
    random_everything: ["tests/rules/everything.lua"], [];
    random_all_together: ["jump_in", "seven_swap", "zero_rotation", "stacking", "no_black_finish", "challenge_take_back", "tests/rules/everything.lua", "tests/rules/roulette.lua", "tests/rules/rank_demand.lua"], [];
}
