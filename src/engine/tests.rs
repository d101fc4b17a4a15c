//! The base game without scripts: random rounds under the invariants of R23.

use super::definition::{Body, FilterSpec, Game, GameSpec, Hook, RuleSpec, Source};
use super::host::{Look, NoScripts, Subject};
use super::{Match, rules};
use crate::cards::{Hand, small_deck};
use crate::rng::Stream;
use crate::table::{Action, Effect, Key, Seat, Status, TableAction, Value};
use std::rc::Rc;

pub(crate) fn base_game(options: &[(&str, &str, Value)]) -> Rc<Game> {
    game_of(rules::all(), options)
}

fn game_of(rules: Vec<RuleSpec>, options: &[(&str, &str, Value)]) -> Rc<Game> {
    let own = |(r, o, v): &(&str, &str, Value)| ((*r).into(), (*o).into(), v.clone());
    let spec = GameSpec {
        name: "standard".into(),
        title: "the base game".into(),
        source: Source::BuiltIn,
        hash: String::new(),
        deck: small_deck(),
        rules: rules.iter().map(|rule| rule.name.clone()).collect(),
        options: options.iter().map(own).collect(),
        seats: (2, 15),
        matches: Vec::new(),
        schedule: None,
    };
    match Game::build(&spec, &rules) {
        Ok(game) => Rc::new(game),
        Err(errors) => panic!("{errors:?}"),
    }
}

/// Plays rounds with uniformly chosen actions; every action of every seat is checked against
/// `legal_actions` on a clone.
fn random_rounds(game: &Rc<Game>, seats: usize, seed: u64, rounds: u32) -> String {
    let mut table = Match::new(Rc::clone(game), Rc::new(NoScripts), seats, seed).unwrap();
    let mut choice = Stream::new(seed, "choice");
    let deck: Hand = game.deck.cards().collect();
    let mut steps = 0;
    while table.state().table.round < rounds || table.state().status() != Status::Over {
        if table.state().table.winners.is_some() {
            break;
        }
        if table.state().table.round == 0 || table.state().status() == Status::Over {
            table.table(TableAction::Deal).unwrap();
        }
        assert_eq!(table.state().every_card(), deck, "seed {seed}: a card is lost or made");
        let due: Vec<Seat> = match table.state().status() {
            Status::Over => continue,
            Status::Turn(seat) | Status::Debt(seat) => vec![seat],
            Status::Ask(seats) => seats.iter().collect(),
        };
        for seat in &due {
            let actions = table.legal_actions(*seat).unwrap();
            assert!(!actions.is_empty(), "seed {seed}: seat {seat} is due and can do nothing");
        }
        let mut offered: Vec<(Seat, Action)> = Vec::new();
        for seat in table.state().all() {
            offered.extend(table.legal_actions(seat).unwrap().into_iter().map(|a| (seat, a)));
        }
        let (seat, action) = offered[choice.below(offered.len() as u32) as usize];
        let before = table.state().hash();
        let refused = Action::Draw;
        if !offered.contains(&(seat, refused)) {
            assert!(table.apply(seat, refused).is_err(), "seed {seed}: accepted, not offered");
            assert_eq!(table.state().hash(), before, "seed {seed}: a refusal changed something");
        }
        table.apply(seat, action).unwrap_or_else(|e| panic!("seed {seed}: {action:?}: {e}"));
        steps += 1;
        assert!(steps < 200_000, "seed {seed}: does not end");
    }
    table.state().hash()
}

/// R4.3: the cards are dealt one by one, from the dealer's left; R4.4: then one is turned.
#[test]
fn cards_are_dealt_one_by_one_from_the_left_of_the_dealer() {
    for dealer in 0..4 {
        let mut table = Match::new(base_game(&[]), Rc::new(NoScripts), 4, 11).unwrap();
        let mut pile = table.state().draw.clone();
        let mut stream = table.state().deal.clone();
        table.deal_stacked(Some(Seat(dealer)), &[]).unwrap();
        crate::cards::sort_cards(&mut pile);
        stream.shuffle(&mut pile);
        let mut hands = vec![Hand::default(); 4];
        for _ in 0..7 {
            for step in 1..=4 {
                hands[usize::from((dealer + step) % 4)].add(pile.pop().unwrap());
            }
        }
        let dealt: Vec<Hand> = table.state().seats.iter().map(|place| place.hand.clone()).collect();
        // The upcard may have had an effect, which draws from the pile only.
        for (seat, hand) in hands.iter().enumerate() {
            let drawn = dealt[seat].len() - hand.len();
            assert!(hand.cards().all(|card| dealt[seat].count(card) >= hand.count(card)));
            assert!(drawn == 0 || drawn == 2, "seat {seat}");
        }
    }
}

#[test]
fn random_rounds_keep_every_promise() {
    let words = |w: &str| Value::text(w);
    let settings: Vec<Vec<(&str, &str, Value)>> = vec![
        vec![],
        vec![("scoring", "format", words("places"))],
        vec![("scoring", "format", words("own_hand")), ("scoring", "over", words("exceeds"))],
        vec![("challenge", "who", words("anyone")), ("challenge", "fail_extra", words("flat2"))],
        vec![("last_card_call", "catch_until", words("while_one"))],
        vec![("last_card_call", "false_call", Value::Int(2))],
        vec![("deal", "starter", words("lot")), ("deal", "upcard", words("numbers_only"))],
        vec![("draw_four", "wd4", words("strict")), ("drawing", "play_after", words("any"))],
        vec![
            ("reverse", "two_seats", words("flip")),
            ("drawing", "reshuffle_when", words("empty")),
        ],
        vec![("reverse", "extra_turn", words("play_only"))],
    ];
    for options in settings {
        let game = base_game(&options);
        for seats in 2..=10 {
            for seed in 0..4 {
                random_rounds(&game, seats, seed * 100 + seats as u64, 2);
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = base_game(&[]);
    assert_eq!(random_rounds(&game, 4, 7, 3), random_rounds(&game, 4, 7, 3));
    assert_ne!(random_rounds(&game, 4, 7, 3), random_rounds(&game, 4, 8, 3));
}

/// A built-in listener that an option rules out does nothing, also where the kinds of card alone
/// decide who hears.
#[test]
fn what_an_option_rules_out_is_not_done() {
    let run = |_: &Look<'_>, _: &Subject<'_>, queue: &mut Vec<Effect>| {
        queue.push(Effect::Reverse);
        false
    };
    let on = Value::Map(vec![(Key::Text("on".into()), Value::Bool(true))]);
    let cards = ["skip", "draw2", "3"].map(Value::text).to_vec();
    let when = vec![("symbol".into(), cards), ("option".into(), vec![on])];
    let filter = FilterSpec { when, except: Vec::new() };
    let rule = RuleSpec::built_in("turns_back", "turns back", "")
        .flag("on", "", false, "whether it does")
        .hook(Hook::OnCardEffect, filter, Body::Run(run));
    let rules = rules::all().into_iter().chain([rule]).collect::<Vec<_>>();
    let off = ("last_card_call", "duty", Value::text("off"));
    let states = |on: bool, short: bool| {
        let game = game_of(rules.clone(), &[("turns_back", "on", Value::Bool(on)), off.clone()]);
        let mut table = Match::new(game, Rc::new(NoScripts), 4, 5).unwrap();
        table.short_ways(short);
        table.table(TableAction::Deal).unwrap();
        let (mut choice, mut states) = (Stream::new(5, "choice"), Vec::new());
        while states.len() < 300 && table.state().over.is_none() {
            let seat = match table.state().status() {
                Status::Over => break,
                Status::Turn(seat) | Status::Debt(seat) => seat,
                Status::Ask(seats) => seats.iter().next().unwrap(),
            };
            let actions = table.legal_actions(seat).unwrap();
            let action = actions[choice.below(actions.len() as u32) as usize];
            table.apply_listed(seat, action).unwrap();
            states.push(table.state().hash());
        }
        states
    };
    assert_eq!(states(false, true), states(false, false));
    assert_eq!(states(true, true), states(true, false));
    assert_ne!(states(true, true), states(false, true), "it never had anything to do");
}

/// How long a round takes: `cargo test --release --lib round_speed -- --ignored --nocapture`.
#[test]
#[ignore = "a look at the clock, not a test"]
#[allow(clippy::disallowed_methods, reason = "a look at the clock")]
fn round_speed() {
    use crate::bot::{Bot, Random, View};
    let w = |w: &str| Value::text(w);
    let game =
        base_game(&[("draw_four", "wd4", w("strict")), ("last_card_call", "duty", w("off"))]);
    let mut table = Match::new(Rc::clone(&game), Rc::new(NoScripts), 4, 1).unwrap();
    table.tell(false);
    let (mut bot, mut random) = (Random, Stream::new(1, "bots"));
    let (mut actions, mut rounds, mut steps) = (Vec::new(), 0u32, 0u64);
    let fresh = table.snapshot();
    let start = std::time::Instant::now();
    while rounds < 20_000 {
        table.restore(Rc::clone(&fresh));
        table.deal_stacked(None, &[]).unwrap();
        loop {
            let seat = match table.state().status() {
                Status::Over => break,
                Status::Turn(seat) | Status::Debt(seat) => seat,
                Status::Ask(seats) => seats.iter().next().unwrap(),
            };
            table.legal_actions_into(seat, &mut actions).unwrap();
            let at = bot.choose(&View::new(&table, seat), &actions, &mut random).unwrap();
            table.apply_listed(seat, actions[at]).unwrap();
            steps += 1;
        }
        rounds += 1;
    }
    let ns = start.elapsed().as_nanos() as u64;
    println!("{} ns a round, {} ns an action", ns / u64::from(rounds), ns / steps);
}
