//! Bots: what they may know, and that any of them plays under any rule.

use houserules::bot::{Bot, Rollout, View};
use houserules::engine::Match;
use houserules::engine::host::Host;
use houserules::rng::Stream;
use houserules::script::{GameSource, bot_named, load};
use houserules::sim::{Case, Kind, Nobody, Plan, React, Shard, Unit, run};
use houserules::table::{Action, Observation, Seat, State, Status, TableAction};
use std::rc::Rc;

fn source(rules: &[&str]) -> GameSource {
    GameSource {
        game: "standard".into(),
        rules: rules.iter().map(ToString::to_string).collect(),
        ..GameSource::default()
    }
}

fn table(rules: &[&str], seed: u64) -> Match {
    let loaded = load(&source(rules)).unwrap();
    let host = loaded.host as Rc<dyn Host>;
    let mut table = Match::new(loaded.game, host, 4, seed).unwrap();
    table.table(TableAction::Deal).unwrap();
    table
}

fn due(table: &Match) -> Option<Seat> {
    match table.state().status() {
        Status::Turn(seat) | Status::Debt(seat) => Some(seat),
        Status::Ask(seats) => seats.iter().next(),
        Status::Over => None,
    }
}

/// The same position for one seat, with the cards that it does not see dealt otherwise.
fn other_hands(table: &Match, seat: Seat, seed: u64) -> Match {
    let mut state = State::clone(table.state());
    let mut unseen: Vec<_> = state.draw.drain(..).collect();
    let sizes: Vec<usize> = state.seats.iter().map(|place| place.hand.len()).collect();
    for (at, place) in state.seats.iter().enumerate() {
        if at != seat.index() {
            unseen.extend(place.hand.cards());
        }
    }
    Stream::new(seed, "other").shuffle(&mut unseen);
    for (at, place) in state.seats.iter_mut().enumerate() {
        if at != seat.index() {
            place.hand = unseen.split_off(unseen.len() - sizes[at]).into_iter().collect();
        }
    }
    state.draw = unseen;
    state.table.seed = seed;
    state.deal = Stream::new(seed, "deal");
    Match::at(Rc::clone(table.game()), Rc::clone(table.host()), Rc::new(state))
}

/// A bot that chose by what it must not know would choose otherwise when that is otherwise.
#[test]
fn no_bot_chooses_by_what_its_seat_does_not_see() {
    for name in ["random", "uniform", "greedy", "careful", "rollout", "hoarder"] {
        let mut table = table(&["seven_swap"], 11);
        let mut lot = Stream::new(5, "course");
        for step in 0..25 {
            let Some(seat) = due(&table) else { break };
            let actions = table.legal_actions(seat).unwrap();
            let other = other_hands(&table, seat, step);
            let seen = Observation::of(table.state(), seat);
            let debts = !table.state().debts.is_empty();
            if Observation::of(other.state(), seat) == seen && !debts {
                let choose = |table: &Match| {
                    let mut bot = bot_named(name).unwrap();
                    let mut random = Stream::new(step, "bot");
                    bot.choose(&View::new(table, seat), &actions, &mut random).unwrap()
                };
                assert_eq!(choose(&table), choose(&other), "{name}, step {step}");
            }
            let action = actions[lot.below(actions.len() as u32) as usize];
            table.apply(seat, action).unwrap();
        }
    }
}

/// Imagined worlds look the same from the seat, and have every card of the deck (R23.1).
#[test]
fn an_imagined_world_fits_what_is_seen() {
    let mut table = table(&["stacking", "seven_swap"], 3);
    let mut lot = Stream::new(8, "course");
    for _ in 0..60 {
        let Some(seat) = due(&table) else { break };
        let view = View::new(&table, seat);
        let world = view.imagined(table.game(), &mut lot);
        let (real, seen) = (table.state(), world.state());
        assert_eq!(Observation::of(seen, seat).hand, Observation::of(real, seat).hand);
        let mut own = Observation::of(seen, seat);
        own.stage = Observation::of(real, seat).stage;
        assert_eq!(own, Observation::of(real, seat));
        assert_eq!(seen.every_card(), real.every_card());
        let actions = table.legal_actions(seat).unwrap();
        let action = actions[lot.below(actions.len() as u32) as usize];
        table.apply(seat, action).unwrap();
    }
}

/// Every bot with every rule that ships, to the end and without a fault.
#[test]
fn any_bot_plays_under_any_rule() {
    let rules = houserules::script::store::Shelf::Rules.names();
    for name in ["random", "uniform", "greedy", "careful", "hoarder"] {
        for rule in &rules {
            let case =
                Case { label: rule.clone(), source: source(&[rule]), bots: vec![name.into(); 4] };
            let plan = Plan {
                cases: vec![case],
                kind: Kind::Single,
                seats: 4,
                seed: 2,
                unit: Unit::Rounds,
                total: 4,
                shard: Shard::WHOLE,
                react: React::default(),
                keep_going: false,
                threads: 1,
            };
            let outcome = run(&plan, &mut Nobody).unwrap();
            assert_eq!(outcome.fault, None, "{name} under {rule}");
            assert_eq!(outcome.tallies[0].rounds, 4);
        }
    }
}

#[test]
fn rollout_takes_the_card_that_wins() {
    // One card left that fits: to draw instead never ends better.
    let mut table = table(&[], 1);
    let mut lot = Stream::new(4, "course");
    let mut met = 0;
    for _ in 0..400 {
        let Some(seat) = due(&table) else { break };
        let actions = table.legal_actions(seat).unwrap();
        let play = actions.iter().find(|action| matches!(action, Action::Play { .. }));
        if table.state().place(seat).hand.len() == 1
            && let Some(play) = play
        {
            let mut bot = Rollout::default();
            let chosen = bot.choose(&View::new(&table, seat), &actions, &mut lot).unwrap();
            assert_eq!(chosen, *play);
            met += 1;
        }
        let action = actions[lot.below(actions.len() as u32) as usize];
        table.apply(seat, action).unwrap();
    }
    assert!(met > 0, "the seed must lead to a last card");
}

#[test]
fn faults_of_a_scripted_bot_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let told = |text: &str| {
        let path = folder.path().join("bad.lua");
        std::fs::write(&path, text).unwrap();
        let mut bot = match bot_named(&path.to_string_lossy()) {
            Ok(bot) => bot,
            Err(refusal) => return refusal.text,
        };
        let table = table(&[], 1);
        let seat = due(&table).unwrap();
        let actions = table.legal_actions(seat).unwrap();
        let mut random = Stream::new(1, "bot");
        bot.choose(&View::new(&table, seat), &actions, &mut random).unwrap_err().text
    };
    assert!(told("return {}").contains("a bot needs choose"));
    assert!(told("return { chose = function() end }").contains("did you mean choose"));
    assert!(told("return { choose = 3 }").contains("choose must be a function"));
    assert!(told("return { choose = function() return 99 end }").contains("a place from 1 to"));
    assert!(told("return { choose = function() end }").contains("answered nil"));
    let line = told("return {\n choose = function(view)\n  return view.hands[1]\n end }");
    assert!(line.contains("bad.lua:3"), "{line}");
    assert!(
        told("return { choose = function() while true do end end }")
            .contains("a loop that does not end")
    );
    let text = bot_named("hoader").err().unwrap().text;
    assert!(text.contains("did you mean hoarder?"), "{text}");
}
