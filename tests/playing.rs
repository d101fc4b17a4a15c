//! Rules in Lua at work: random rounds under the invariants of R23, and directed cases.

use std::rc::Rc;

use houserules::cards::{Hand, Kind};
use houserules::engine::Match;
use houserules::engine::host::Host;
use houserules::rng::Stream;
use houserules::script::load::{GameSource, Loaded, load};
use houserules::table::{Action, Seat, State, Status, TableAction, Told};

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
    random_jump_in_stacking: ["jump_in", "stacking"],
        [("stacking", "draw2", "true"), ("stacking", "cross", "value")];
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
    random_all_together: ["jump_in", "seven_swap", "zero_rotation", "stacking", "no_black_finish",
        "challenge_take_back", "tests/rules/everything.lua",
        "tests/rules/roulette.lua", "tests/rules/rank_demand.lua"], [];
}

/// A position: hands and the top as they are written; seat 1 is to act, the rest lies in the pile.
fn position(loaded: &Loaded, hands: &[&str], top: &str, pile: &str) -> Match {
    let mut table = table(loaded, hands.len(), 1);
    table.table(TableAction::Deal).unwrap();
    let deck = &loaded.game.deck;
    let mut state: State = table.state().clone();
    let mut rest: Vec<Kind> = deck.cards().collect();
    let mut take = |text: &str| {
        let kind = deck.parse_card(text).unwrap();
        rest.remove(rest.iter().position(|card| *card == kind).unwrap());
        kind
    };
    let (kind, color) = deck.parse_top(top).unwrap();
    state.discard = vec![take(deck.card_text(kind))];
    state.color = color;
    for (place, hand) in state.seats.iter_mut().zip(hands) {
        place.hand = hand.split_whitespace().map(&mut take).collect();
        place.call = houserules::table::Call::Quiet;
    }
    let mut first: Vec<Kind> = pile.split_whitespace().map(&mut take).collect();
    first.reverse();
    state.draw = rest.into_iter().chain(first).collect();
    state.ask = None;
    state.work.clear();
    state.debts.clear();
    state.direction = houserules::table::Direction::Cw;
    state.turn = houserules::table::Turn {
        no: 1,
        seat: Seat(0),
        stage: houserules::table::Stage::Fresh,
        done: false,
        must_play: false,
    };
    state.advance.from = Seat(0);
    state.advance.to = None;
    state.advance.skips = 0;
    Match::at(Rc::clone(&loaded.game), Rc::clone(table.host()), Rc::new(state))
}

fn act(table: &mut Match, seat: u8, text: &str) -> Vec<Told> {
    let seat = Seat(seat - 1);
    let actions = table.legal_actions(seat).unwrap();
    let find = |action: &&Action| table.action_text(seat, **action) == text;
    let action = actions.iter().find(find).copied().unwrap_or_else(|| {
        let known: Vec<String> = actions.iter().map(|a| table.action_text(seat, *a)).collect();
        panic!("{text:?} is not among {known:?} of {seat}; {:?}", table.state().status())
    });
    table.apply(seat, action).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn may(table: &Match, seat: u8, text: &str) -> bool {
    let seat = Seat(seat - 1);
    let actions = table.legal_actions(seat).unwrap();
    actions.iter().any(|action| table.action_text(seat, *action) == text)
}

fn hand(table: &Match, seat: u8) -> String {
    table.game().deck.cards_text(table.state().place(Seat(seat - 1)).hand.cards())
}

fn count(table: &Match, seat: u8) -> usize {
    table.state().place(Seat(seat - 1)).hand.len()
}

fn turn(table: &Match) -> u8 {
    match table.state().status() {
        Status::Turn(seat) => seat.0 + 1,
        other => panic!("no turn: {other:?}"),
    }
}

#[test]
fn r21_1_a_seven_swaps_hands() {
    let mut table =
        position(&loaded(&["seven_swap"], &[]), &["r7 b1", "y1 y2", "g1 g2 g3"], "r5", "");
    act(&mut table, 1, "play r7");
    act(&mut table, 1, "answer 3");
    assert_eq!((hand(&table, 1).as_str(), hand(&table, 3).as_str()), ("g1 g2 g3", "b1"));
    assert_eq!(turn(&table), 2);
}

/// E116: the last card swaps nothing.
#[test]
fn e116_a_last_seven_wins() {
    let mut table = position(&loaded(&["seven_swap"], &[]), &["r7", "y1 y2"], "r5", "");
    act(&mut table, 1, "play r7");
    assert_eq!(table.state().over.as_ref().map(|over| over.winners.clone()), Some(vec![Seat(0)]));
}

/// E123: hands move on in the direction of play.
#[test]
fn e123_a_zero_rotates_the_hands() {
    let hands = ["r0 r1", "b2 b3", "g4 g5", "y6 y7"];
    let mut table = position(&loaded(&["zero_rotation"], &[]), &hands, "r5", "");
    act(&mut table, 1, "play r0");
    let now: Vec<String> = (1..=4).map(|seat| hand(&table, seat)).collect();
    assert_eq!(now, ["y6 y7", "r1", "b2 b3", "g4 g5"]);
}

/// E130: the last to slap, or all who never do.
#[test]
fn e130_the_slap_has_losers() {
    let hands = ["r0 r1", "b2 b3", "g4 g5", "y6 y7"];
    let loaded = loaded(&["zero_slap"], &[]);
    let mut table = position(&loaded, &hands, "r5", "");
    act(&mut table, 1, "play r0");
    for seat in [2, 4, 1] {
        act(&mut table, seat, "answer slap"); // the fourth can only be last
    }
    assert_eq!((1..=4).map(|seat| count(&table, seat)).collect::<Vec<_>>(), [1, 2, 3, 2]);
    let mut table = position(&loaded, &hands, "r5", "");
    act(&mut table, 1, "play r0");
    for (seat, place) in [(3, 0), (1, 1), (2, 0), (4, 1)] {
        let action = table.legal_actions(Seat(seat - 1)).unwrap()[place];
        table.apply(Seat(seat - 1), action).unwrap();
    }
    assert_eq!((1..=4).map(|seat| count(&table, seat)).collect::<Vec<_>>(), [2, 2, 2, 3]);
}

#[test]
fn e65_e69_what_stacks() {
    let hands = ["r+2 w4 r1 r2", "g+2 w4 b1 b2", "y1 y2"];
    let like = loaded(&["stacking"], &[]);
    let mut table = position(&like, &hands, "r5", "");
    act(&mut table, 1, "play r+2");
    assert_eq!((count(&table, 2), turn(&table)), (6, 3), "only +4 stacks on the sheet");
    let mut table = position(&like, &hands, "r5", "");
    act(&mut table, 1, "play w4");
    act(&mut table, 1, "answer green");
    assert!(may(&table, 2, "play w4") && !may(&table, 2, "play g+2"));
    let up = loaded(&["stacking"], &[("", "cross", "up"), ("", "draw2", "true")]);
    let mut table = position(&up, &hands, "r5", "");
    act(&mut table, 1, "play r+2");
    assert!(may(&table, 2, "play g+2") && may(&table, 2, "play w4"));
    act(&mut table, 2, "play w4");
    act(&mut table, 2, "answer blue");
    assert_eq!(table.state().debts[0].owe.draw, 6);
    act(&mut table, 3, "take");
    assert_eq!((count(&table, 3), turn(&table)), (8, 1));
}

#[test]
fn a35_black_jumps_are_an_option() {
    for (value, jumps) in [("true", true), ("false", false)] {
        let loaded = loaded(&["jump_in"], &[("jump_in", "jump_black", value)]);
        let mut table = position(&loaded, &["w r4 r1", "b1 b2", "w r5"], "r5", "");
        act(&mut table, 1, "play w");
        assert!(!may(&table, 3, "play w"), "not while the color is open");
        act(&mut table, 1, "answer blue");
        assert_eq!(may(&table, 3, "play w"), jumps);
        assert!(!may(&table, 3, "play r5"));
    }
}

/// E135, E136, E138: the forced draw, and no finish on black.
#[test]
fn e135_no_black_finish() {
    let loaded = loaded(&["no_black_finish"], &[]);
    let mut table = position(&loaded, &["r1 r2", "w", "b1 b2"], "r5", "r9");
    act(&mut table, 1, "play r1");
    assert_eq!(hand(&table, 2), "r9 w");
    assert!(may(&table, 2, "play r9") && may(&table, 2, "play w"));
    assert!(may(&table, 2, "pass") && !may(&table, 2, "draw"));
    act(&mut table, 2, "play r9");
    let table = position(&loaded, &["w w4", "b1 b2"], "r5", "");
    assert!(may(&table, 1, "play w"));
}

fn challenged(hands: &[&str], top: &str) -> Match {
    let mut table = position(&loaded(&["challenge_take_back"], &[]), hands, top, "");
    act(&mut table, 1, "play w4");
    act(&mut table, 1, "answer green");
    act(&mut table, 2, "challenge");
    table
}

/// E49, E50: the card goes back, a right one takes its place, then four cards.
#[test]
fn e49_a_wrong_draw_four_is_taken_back() {
    let mut table = challenged(&["w4 r1 b2", "y1 y2 y3", "b3 b4"], "r5");
    assert!(matches!(table.state().status(), Status::Ask(_)));
    assert!(!may(&table, 1, "answer w4"), "wrong again (E50)");
    act(&mut table, 1, "answer r1");
    assert_eq!((count(&table, 1), count(&table, 2), turn(&table)), (6, 3, 2));
    let top = table.state().top().unwrap();
    assert_eq!(table.game().deck.top_text(top, table.state().color), "r1");
    assert!(table.state().debts.is_empty());
}

#[test]
fn e47_a_failed_challenge_costs_six() {
    let table = challenged(&["w4 b5 bs", "y1 y2 y3", "b3 b4"], "r5");
    assert_eq!((count(&table, 1), count(&table, 2), turn(&table)), (2, 9, 3));
}

/// A15b: with an older debt under it there is no replacement.
#[test]
fn a15b_an_older_debt_goes_to_the_offender() {
    let loaded = loaded(&["challenge_take_back", "stacking"], &[]);
    let mut table = position(&loaded, &["w4 b1 b2", "w4 g1 g2", "y1 y2"], "r5", "");
    act(&mut table, 1, "play w4");
    act(&mut table, 1, "answer green");
    act(&mut table, 2, "play w4");
    act(&mut table, 2, "answer blue");
    act(&mut table, 3, "challenge");
    assert_eq!((count(&table, 2), count(&table, 3), turn(&table)), (3 + 8, 2, 3));
}

/// What a rule says wrong while it runs, in words, at its line.
fn fault(lua: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.lua");
    std::fs::write(&path, lua).unwrap();
    let loaded = loaded(&[&path.to_string_lossy()], &[]);
    let mut table = position(&loaded, &["r1 r2 r3", "b1 b2"], "r5", "");
    let before = table.state().hash();
    let play = Action::Play { card: table.game().deck.parse_card("r1").unwrap(), call: false };
    let mut error = table.legal_actions(Seat(0)).map(|_| ()).map_err(|e| e.to_string());
    if error.is_ok() {
        error = table.apply(Seat(0), play).map(|_| ()).map_err(|e| e.to_string());
    }
    assert_eq!(table.state().hash(), before, "{lua}: something was left");
    error.unwrap_err()
}

#[test]
fn mistakes_in_a_hook_are_told_in_words() {
    for (body, expected) in [
        ("game:draw(9, 1, 'rule')", "game:draw: seat must be a seat, 1 to 2, not 9"),
        (
            "game:draw('nxt', 1, 'rule')",
            "seat must be a seat or one of next, previous, others, all, not \"nxt\"",
        ),
        (
            "game:draw('next', -1, 'rule')",
            "game:draw: n must be a whole number from 0 to 250, not -1",
        ),
        ("game:draw('next', '1', 'rule')", "n must be a whole number from 0 to 250, not \"1\""),
        (
            "game:draw('next', 1, 'fun')",
            "reason must be one of turn, debt, penalty, rule, not \"fun\"",
        ),
        ("game.draw(1, 1)", "write game:draw(…), with a colon"),
        ("game:drew(1)", "game has no \"drew\"; did you mean draw?"),
        ("return game.colour", "game has no \"colour\"; did you mean color?"),
        ("game.color = 'red'", "game cannot be written to (\"color\")"),
        ("game.memory.x = 1", "game.memory.x is not declared"),
        ("game.memory.lives[3] = 1", "game.memory.lives is kept per seat, not for 3"),
        ("game.memory.lives = 1", "assign game.memory.lives[seat]"),
        ("game.memory.list = { 1 } game.memory.list[1] = 2", "readonly table"),
        ("game.memory.list = print or type", "game.memory.list is a function"),
        ("game:move({ play.card }, 'discard')", "where are these cards?"),
        ("game:swap('hnd', 'draw')", "a must be a place"),
        ("game:then_do('laterr')", "this rule has no function do_laterr; did you mean \"later\"?"),
        ("game:owe('next', { drw = 2 })", "did you mean draw?"),
        ("game:owe('next', {})", "nothing is owed"),
        (
            "game:declare { color = 'pink' }",
            "color must be a color (red, yellow, green, blue), not \"pink\"",
        ),
        ("game:draw_until('next', {}, 'rule')", "the filter is empty"),
        ("game:draw_until('next', { colour = 'red' }, 'rule')", "did you mean color?"),
        ("game:take_back(play)", "declare needs = { \"take_back\" }"),
        ("game:ask(1, { 'what?', options = { {} } })", "options are words"),
        ("game:ask('all', { 'what?', options = { 'a' } })", "several seats are asked"),
        (
            "game:ask(1, { 'what?', options = { 'a' }, default = 'b' })",
            "the default is not among the options",
        ),
        ("game:play(1, 'r1')", "card must be a card, not \"r1\""),
        ("return game.options.fuse", "this rule has no option \"fuse\""),
        ("play.card.color = 'red'", "readonly table"),
        ("while true do end", "steps; is there a loop"),
        ("pcall(function() while true do end end)", "steps; is there a loop"),
        ("error('own words')", "own words"),
    ] {
        let lua = format!(
            "return {{\nmemory = {{ lives = {{ scope = 'round', start = 3, per = 'seat' }}, \
             list = {{ scope = 'round' }} }},\ndo_later = function() end,\n\
             on_card_played = function(game, play)\n{body}\nend }}"
        );
        let found = fault(&lua);
        assert!(found.contains(expected), "{body}\n  should say: {expected}\n  but says: {found}");
        assert!(found.contains("wrong.lua:"), "{body}: no line: {found}");
    }
}

#[test]
fn pure_hooks_only_answer() {
    for (body, expected) in [
        ("game:draw('next', 1, 'rule')", "can_fit only answers; it cannot draw"),
        ("game:random(6)", "can_fit only answers; it cannot random"),
        ("game:ask(1, { 'what?', options = { 'a' } })", "can_fit only answers; it cannot ask"),
        ("game.memory.x = 1", "can_fit only answers; it cannot write to game.memory"),
        ("return game:fits(play.card)", "not inside can_fit"),
        ("return 3", "can_fit answered 3; it answers true (allow), a string"),
    ] {
        let lua = format!(
            "return {{ memory = {{ x = {{ scope = 'turn' }} }}, can_fit = function(game, play)\n\
             {body}\nend }}"
        );
        let found = fault(&lua);
        assert!(found.contains(expected), "{body}\n  should say: {expected}\n  but says: {found}");
    }
}

#[test]
fn a_hook_that_asks_something_else_the_second_time_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fickle.lua");
    // Data that a script keeps outside of its memory is frozen, so it takes a trick to be fickle.
    std::fs::write(
        &path,
        "return { on_card_played = function(game, play)
  game:ask(1, { 'a' .. #game:cards('draw'), options = { 'x', 'y' } })
end }",
    )
    .unwrap();
    let loaded = loaded(&[&path.to_string_lossy()], &[]);
    let mut table = position(&loaded, &["r1 r2 r3", "b1 b2"], "r5", "");
    act(&mut table, 1, "play r1");
    let mut state = table.state().clone();
    let card = state.draw.pop().unwrap();
    state.seats[1].hand.add(card);
    table.restore(Rc::new(state));
    let answers = table.legal_actions(Seat(0)).unwrap();
    let error = table.apply(Seat(0), answers[0]).unwrap_err().to_string();
    assert!(error.contains("something else the second time"), "{error}");
}

/// A machine that ran into its budget is made anew: the rule goes on working.
#[test]
fn a_spoiled_machine_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heavy.lua");
    std::fs::write(
        &path,
        "return { on_card_played = function(game, play)
  while play.card.symbol == '1' do end
  game:draw(1, 1, 'rule')
end }",
    )
    .unwrap();
    let loaded = loaded(&[&path.to_string_lossy()], &[]);
    let mut table = position(&loaded, &["r1 r2 r3", "b1 b2"], "r5", "");
    let play =
        |text: &str| Action::Play { card: loaded.game.deck.parse_card(text).unwrap(), call: false };
    assert!(table.apply(Seat(0), play("r1")).is_err());
    assert!(table.apply(Seat(0), play("r1")).is_err());
    table.apply(Seat(0), play("r2")).unwrap();
    assert_eq!(count(&table, 1), 3);
}
