//! The engine has short ways (`src/engine/change/swift.rs`, `backup.rs`). They come to the same as
//! the long ones: two tables play the same actions, one by each, and are compared at every step.

use std::rc::Rc;

use houserules::engine::Match;
use houserules::engine::host::Host;
use houserules::rng::Stream;
use houserules::script::load::{GameSource, Loaded, load};
use houserules::table::{Action, RuleId, Seat, Status, TableAction};

/// An option of a rule, with its value.
type Set = (&'static str, &'static str, &'static str);

fn loaded(rules: &[&str], options: &[Set]) -> Loaded {
    let own =
        |(rule, option, value): &Set| (rule.to_string(), option.to_string(), value.to_string());
    let source = GameSource {
        game: "standard".into(),
        rules: rules.iter().map(|rule| (*rule).into()).collect(),
        without: Vec::new(),
        options: options.iter().map(own).collect(),
    };
    load(&source).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Two tables of the same game: one that takes short ways and keeps nothing, and one that takes
/// long ways and keeps every state.
struct Two {
    short: Match,
    long: Match,
    seed: u64,
}

impl Two {
    fn new(rules: &[&str], options: &[Set], seats: usize, seed: u64, telling: bool) -> Self {
        let table = || {
            let Loaded { game, host } = loaded(rules, options);
            let host: Rc<dyn Host> = host;
            Match::new(game, host, seats, seed).unwrap()
        };
        let (mut short, mut long) = (table(), table());
        short.tell(telling);
        long.tell(telling);
        long.short_ways(false);
        Self { short, long, seed }
    }

    fn deal(&mut self) {
        let told = self.short.table(TableAction::Deal);
        assert_eq!(told, self.long.table(TableAction::Deal), "seed {}", self.seed);
    }

    /// Both do the same; whether it came to an end without a fault.
    fn act(&mut self, seat: Seat, action: Action, listed: bool) -> bool {
        let before = self.long.snapshot();
        let ways = [&mut self.short, &mut self.long];
        let [short, long] = ways.map(|table| match listed {
            true => table.apply_listed(seat, action),
            false => table.apply(seat, action),
        });
        let (at, seed) = (before.turn.no, self.seed);
        assert_eq!(short, long, "seed {seed}, turn {at}: {seat} {action:?}");
        let [a, b] = [&self.short, &self.long].map(Match::state);
        let show = || format!("{:?} {:?} {:?} {:?}", a.effects, b.effects, a.work, b.work);
        assert!(a == b, "seed {seed}, turn {at}: {action:?}: {}", show());
        let spent = |table: &Match, rule| table.host().spent(RuleId(rule));
        for rule in 0..self.short.game().rules().len() as u8 {
            let [short, long] = [&self.short, &self.long].map(|table| spent(table, rule));
            assert_eq!(short, long, "seed {seed}, turn {at}: {action:?}: rule {rule}");
        }
        if short.is_err() {
            assert!(a == &*before, "seed {seed}, turn {at}: not as it was: {}", show());
        }
        short.is_ok()
    }

    /// What the seats may do.
    fn actions(&self) -> Vec<(Seat, Action)> {
        let mut all = Vec::new();
        for seat in self.short.state().all() {
            let actions = self.short.legal_actions(seat).unwrap();
            assert_eq!(actions, self.long.legal_actions(seat).unwrap(), "seed {}", self.seed);
            let due = match self.short.state().status() {
                Status::Turn(due) | Status::Debt(due) => due == seat,
                _ => true,
            };
            assert!(due || actions.is_empty() || self.short.others_may_act());
            for _ in 0..if due { 4 } else { 1 } {
                all.extend(actions.iter().map(|action| (seat, *action)));
            }
        }
        all
    }
}

/// Plays rounds at random; the number of faults on the way.
fn play(rules: &[&str], telling: bool) -> usize {
    let options: [Set; 2] = [("draw_four", "wd4", "strict"), ("stacking", "draw2", "true")];
    let here = |(rule, ..): &&Set| *rule == "draw_four" || rules.contains(rule);
    let options: Vec<Set> = options.iter().filter(here).copied().collect();
    play_with(rules, &options, telling)
}

fn play_with(rules: &[&str], options: &[Set], telling: bool) -> usize {
    let mut faults = 0;
    for seed in 0..6 {
        let mut tables = Two::new(rules, options, 2 + seed as usize % 3, seed, telling);
        let mut choice = Stream::new(seed, "choice");
        for _ in 0..700 {
            if tables.short.state().table.winners.is_some() {
                break;
            }
            if tables.short.state().table.round == 0 || tables.short.state().over.is_some() {
                tables.deal();
                continue;
            }
            let actions = tables.actions();
            let (seat, action) = actions[choice.below(actions.len() as u32) as usize];
            faults += usize::from(!tables.act(seat, action, choice.below(2) == 0));
        }
    }
    faults
}

#[test]
fn the_base_game() {
    assert_eq!(play(&[], false) + play(&[], true), 0);
}

/// Options of built-in rules that change what is open, who is next or what is drawn.
#[test]
fn the_options_of_the_base_game() {
    const SETS: [&[Set]; 8] = [
        &[("draw_four", "wd4", "strict"), ("last_card_call", "duty", "off")],
        &[("last_card_call", "duty", "own_play"), ("last_card_call", "catch_until", "next_play")],
        &[("last_card_call", "catch_until", "while_one"), ("last_card_call", "false_call", "1")],
        &[("drawing", "play_after", "any"), ("drawing", "reshuffle_when", "empty")],
        &[("drawing", "reshuffle", "all"), ("drawing", "short", "owe"), ("deal", "cards", "25")],
        &[("reverse", "two_seats", "flip"), ("reverse", "extra_turn", "play_only")],
        &[("reverse", "extra_turn", "play_only"), ("scoring", "format", "places")],
        &[("wild", "upcard", "names"), ("deal", "upcard_debt", "answerable")],
    ];
    for options in SETS {
        assert_eq!(play_with(&[], options, false) + play_with(&[], options, true), 0);
    }
}

#[test]
fn the_variants() {
    let five = ["jump_in", "seven_swap", "zero_rotation", "stacking", "no_black_finish"];
    assert_eq!(play(&five, false) + play(&five, true), 0);
    assert_eq!(play(&["draw_until_playable", "zero_slap", "challenge_take_back"], false), 0);
}

/// Who hears of every turn, of some turns, and what they do then.
#[test]
fn turns_that_are_heard() {
    for rule in ["bare_hook", "turn_hook"] {
        let rule = format!("benches/rules/{rule}.lua");
        assert_eq!(play(&[&rule], false) + play(&[&rule], true), 0);
    }
    let rules = ["tests/rules/heard_turns.lua", "tests/rules/skip_stacking.lua"];
    assert_eq!(play(&rules[..1], false) + play(&rules, true), 0);
}

/// Listeners that an option rules out do nothing, and are no reason to do anything else.
#[test]
fn listeners_that_are_ruled_out() {
    let rules = ["tests/rules/ruled_out.lua"];
    assert_eq!(play(&rules, false) + play(&rules, true), 0);
    let on = [("ruled_out", "on", "true")];
    assert_eq!(play_with(&rules, &on, false) + play_with(&rules, &on, true), 0);
}

#[test]
fn rules_that_hear_of_everything() {
    let rules = ["tests/rules/everything.lua", "tests/rules/time_bomb.lua", "stacking"];
    assert_eq!(play(&rules, true), 0);
    assert_eq!(play(&["tests/rules/deflect.lua", "tests/rules/skip_stacking.lua"], false), 0);
}

#[test]
fn what_a_hook_is_given_is_its_own() {
    assert_eq!(play(&["tests/rules/keeper.lua"], false), 0);
    assert_eq!(play(&["tests/rules/keeper.lua", "jump_in", "seven_swap"], false), 0);
    assert_eq!(play(&["tests/rules/two_hands.lua"], true), 0);
}

/// A hook that asked goes on with the answer by the short way, and is run again by the long one.
#[test]
fn hooks_that_ask_on_and_on() {
    assert!(play(&["tests/rules/asks_on.lua"], false) > 5);
    assert!(play(&["tests/rules/asks_on.lua", "seven_swap", "jump_in"], true) > 5);
}

#[test]
fn after_a_fault_the_game_is_as_it_was() {
    assert!(play(&["tests/rules/faulty.lua"], false) > 5);
    assert!(play(&["tests/rules/faulty.lua", "jump_in", "seven_swap"], true) > 5);
}

/// Nothing of the match before is left in one that begins anew, however far that one was.
#[test]
fn a_match_that_begins_anew_is_as_a_new_one() {
    let variants = ["jump_in", "seven_swap", "zero_rotation", "stacking", "draw_until_playable"];
    let games = [("standard", &variants[..]), ("estonian", &[]), ("polish_pigs", &[])];
    for (game, rules) in games {
        let rules = rules.iter().map(ToString::to_string).collect();
        let source = GameSource { game: game.into(), rules, ..GameSource::default() };
        let table = |seed| {
            let Loaded { game, host } = load(&source).unwrap_or_else(|errors| panic!("{errors:?}"));
            Match::new(game, host as Rc<dyn Host>, 4, seed).unwrap()
        };
        let mut again = table(99);
        let mut choice = Stream::new(5, "choice");
        for seed in 0..6 {
            let dealer = Some(Seat(seed as u8 % 4)).filter(|_| seed % 2 == 0);
            again.start(seed, dealer).unwrap();
            let mut new = table(seed);
            new.deal_stacked(dealer, &[]).unwrap();
            assert_eq!(again.state().hash(), new.state().hash(), "{game}, seed {seed}");
            assert!(again.state() == new.state(), "{game}, seed {seed}");
            // A snapshot that somebody keeps is not written to.
            let kept = again.snapshot();
            for _ in 0..seed * 60 {
                let of =
                    |seat| again.legal_actions(seat).unwrap().into_iter().map(move |a| (seat, a));
                let all: Vec<(Seat, Action)> = again.state().all().flat_map(of).collect();
                if all.is_empty() {
                    again.table(TableAction::Deal).unwrap();
                    continue;
                }
                let (seat, action) = all[choice.below(all.len() as u32) as usize];
                again.apply(seat, action).unwrap();
            }
            let _ = again.table(TableAction::Remove(Seat(3)));
            assert_eq!(kept.hash(), new.state().hash());
        }
    }
}
