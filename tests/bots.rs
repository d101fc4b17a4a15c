//! Bots: what they may know, and that any of them plays under any rule.

use houserules::bot::{Bot, Rollout, View};
use houserules::cards::KindSet;
use houserules::engine::Match;
use houserules::engine::host::Host;
use houserules::rng::Stream;
use houserules::script::{GameSource, bot_named, load};
use houserules::sim::report::shared;
use houserules::sim::{Case, Kind, Nobody, Plan, Unit, cases, run};
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
    table_with(rules, &[], seed)
}

fn table_with(rules: &[&str], options: &[(&str, &str, &str)], seed: u64) -> Match {
    let mut source = source(rules);
    let own = |(rule, name, value): &(&str, &str, &str)| {
        (rule.to_string(), name.to_string(), value.to_string())
    };
    source.options = options.iter().map(own).collect();
    let loaded = load(&source).unwrap();
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
    let State { seats, debts, last_draw, .. } = &mut state;
    for play in debts.iter_mut().filter_map(|debt| debt.play.as_deref_mut()) {
        // What a challenge would find in that hand is another now.
        if play.seat != seat {
            play.left = seats[play.seat.index()].hand.clone();
            play.alternatives = match play.alternatives.is_empty() {
                true => play.left.kinds(),
                false => KindSet::EMPTY,
            };
        }
    }
    if let Some(last) = last_draw.as_mut().filter(|last| last.seat != seat) {
        let n = last.cards.len();
        last.cards = seats[last.seat.index()].hand.cards().take(n).collect();
    }
    state.table.seed = seed;
    state.deal = Stream::new(seed, "deal");
    Match::at(Rc::clone(table.game()), Rc::clone(table.host()), Rc::new(state))
}

/// A bot that chose by what it must not know would choose otherwise when that is otherwise.
#[test]
fn no_bot_chooses_by_what_its_seat_does_not_see() {
    let mut debts = 0;
    for name in ["random", "uniform", "greedy", "careful", "rollout:playouts=6", "hoarder"] {
        for rules in [["seven_swap"], ["stacking"]] {
            let options = [("challenge", "guilty_if", "any_playable")];
            let mut table = table_with(&rules, &options, 11);
            let mut lot = Stream::new(5, "course");
            for step in 0..40 {
                let Some(seat) = due(&table) else { break };
                let actions = table.legal_actions(seat).unwrap();
                let other = other_hands(&table, seat, step);
                let seen = Observation::of(table.state(), seat);
                assert_eq!(Observation::of(other.state(), seat), seen);
                assert_eq!(other.legal_actions(seat).unwrap(), actions);
                debts += usize::from(matches!(table.state().status(), Status::Debt(_)));
                let choose = |table: &Match| {
                    let mut bot = bot_named(name).unwrap();
                    let mut random = Stream::new(step, "bot");
                    bot.choose(&View::new(table, seat), &actions, &mut random).unwrap()
                };
                assert_eq!(choose(&table), choose(&other), "{name}, step {step}");
                let action = actions[lot.below(actions.len() as u32) as usize];
                table.apply(seat, action).unwrap();
            }
        }
    }
    assert!(debts > 0, "the course must lead to a debt that can be challenged");
}

/// The interval of the difference in wins, deal by deal and every bot at every seat, is above 0.
fn better(bots: [&str; 2], game: &str, rounds: u64) {
    let base = GameSource { game: game.into(), ..GameSource::default() };
    let cases = cases::duel(&base, &[Vec::new()], 4, &bots.map(String::from)).unwrap();
    let outcome = run(&plan(Kind::Duel, cases, rounds), &mut Nobody).unwrap();
    let duel = &outcome.duels[0];
    let more = shared(&duel.pairs[0].2, duel);
    println!("{bots:?}, {game}: {more:?}");
    assert!(more.mean > more.half.unwrap(), "{bots:?}, {game}: {more:?}");
}

/// Who thinks more wins more. The seed is fixed; docs/SIMULATOR.md has many more rounds.
#[test]
fn greedy_is_better_than_random_and_careful_than_greedy() {
    for game in ["standard", "latvian"] {
        better(["greedy", "random"], game, 100);
        better(["careful", "greedy"], game, 3000);
    }
    better(["rollout:playouts=16:from=2", "greedy"], "standard", 400);
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

fn plan(kind: Kind, cases: Vec<Case>, total: u64) -> Plan {
    Plan { seed: 2, threads: 2, ..Plan::new(kind, cases, Unit::Rounds, total) }
}

/// Every bot with every rule that ships, to the end and without a fault.
#[test]
fn any_bot_plays_under_any_rule() {
    let rules = houserules::script::store::Shelf::Rules.names();
    for name in ["random", "uniform", "greedy", "careful", "hoarder"] {
        for rule in &rules {
            let case =
                Case { label: rule.clone(), source: source(&[rule]), bots: vec![name.into(); 4] };
            let outcome = run(&plan(Kind::Single, vec![case], 4), &mut Nobody).unwrap();
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
            assert_eq!(actions[chosen], *play);
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
