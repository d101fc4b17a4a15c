//! Games, matches and tournaments that cannot be played are refused with what to change; a
//! tournament is saved and recorded whole.

use houserules::repl::{Options, Session};
use std::path::Path;
use std::process::{Command, Output};

fn houserules(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_houserules");
    Command::new(program).args(arguments).current_dir(folder).output().expect("the program")
}

/// Files that stand beside the program: a game's name, its text.
const FILES: [(&str, &str); 8] = [
    ("three", "return { like = 'standard', matches = { trio = { schedule = { { 'ABC' } } } } }"),
    ("no_rule", "return { like = 'standard', with = { 'swap_hand' } }"),
    ("no_option", "return { like = 'standard', options = { ['deal.card'] = 3 } }"),
    ("too_many", "return { like = 'standard', options = { ['deal.cards'] = 3000 } }"),
    ("no_game", "return { like = 'serbien' }"),
    (
        "no_number",
        "return { like = 'latvian', rules = { 'deal', 'drawing', 'match_color', 'going_out', \
         'scoring' }, with = {}, deck = 'skips' }",
    ),
    (
        "seven",
        "return { like = 'serbian', matches = { seven = { seats = { 4, 4 }, schedule = { { \
         'ABCD', 'EFG' } } } } }",
    ),
    ("round", "return { like = './round.lua' }"),
];

/// Arguments, and words that the error must have.
const REFUSED: &[(&[&str], &[&str])] = &[
    (&["--game", "./no_rule.lua"], &["no_rule.lua", "swap_hand", "did you mean swap_hands?"]),
    (&["--game", "./no_option.lua"], &["no_option.lua", "card", "did you mean cards?"]),
    (&["--game", "./too_many.lua"], &["too_many.lua", "deal", "1 to 50"]),
    (&["--game", "./no_game.lua"], &["no_game.lua:1", "did you mean serbian?"]),
    (&["--game", "./round.lua"], &["round.lua:1", "circle"]),
    (&["--game", "./seven.lua:seven"], &["seven.lua:1", "EFG", "3 players"]),
    (&["--option", "deal.cards=99"], &["deal", "1 to 50"]),
    (&["--option", "deal.kards=9"], &["kards", "did you mean cards?"]),
    (&["--rules", "zero_rotation,zero_slap"], &["zero_rotation", "zero_slap.order", "A29c"]),
    (&["--game", "serbian:partners", "--seats", "3"], &["4 seats", "not 3"]),
    (&["--option", "scoring.partners=opposite", "--seats", "3"], &["even number", "R18.1"]),
    (&["--game", "serbian:evening", "--seats", "7"], &["4 seats", "8 players", "not 7"]),
    (&["--game", "serbian:elimination_two", "--seats", "2"], &["3 to 15 seats", "not 2"]),
    (&["--game", "latvian", "--seats", "16"], &["2 to 15 seats", "not 16"]),
    (&["--game", "latvian:place"], &["place", "did you mean places?"]),
    (&["play", "--game", "serbian", "--match", "evning"], &["did you mean evening?"]),
    (
        &["play", "--game", "serbian", "--match", "evening", "--people", "a,b,c,d,e,f,g,h,i"],
        &["9 people", "8 seats"],
    ),
    (&["play", "--people", "a,a"], &["two players are called a"]),
    (&["play", "--people", "a,"], &["player 2 has no name"]),
    (&["--option", "jump_in.jump_black=off"], &["jump_in", "--rules jump_in"]),
    (&["--game", "./three.lua:trio"], &["3 players", "seats = { 3, 3 }"]),
    (&["play", "--people", "a,b", "--bot", "grandom"], &["did you mean random?"]),
];

#[test]
fn what_cannot_be_played_says_what_to_change() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in FILES {
        std::fs::write(folder.path().join(format!("{name}.lua")), text).expect("a file");
    }
    for (arguments, words) in REFUSED {
        let output = houserules(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
        for word in *words {
            assert!(said.contains(word), "{arguments:?}: no {word:?} in: {said}");
        }
    }
}

fn done(session: &mut Session, line: &str) -> String {
    let output = session.line(line);
    assert!(output.error.is_none(), "{line}: {:?}", output.error);
    output.text
}

fn refused(session: &mut Session, line: &str) -> String {
    session.line(line).error.unwrap_or_else(|| panic!("{line} is accepted")).text
}

/// A deck without a number card cannot start a Latvian round (A6b, E8), and loses nothing.
#[test]
fn a_latvian_round_needs_a_number_card() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("skips.lua");
    let text = "return { title = 'skips', rules = { 'deal', 'drawing', 'match_color', \
                'going_out', 'scoring' }, options = { ['deal.upcard'] = 'numbers_only' }, deck = { \
                colors = { { name = 'red', letter = 'r' } }, cards = { { symbol = 'skip', short = \
                's', color = 'each', count = 60, points = 20 } } } }";
    std::fs::write(&game, text).expect("a file");
    let path = game.to_string_lossy().into_owned();
    let output = houserules(folder.path(), &["--game", &path]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("number card"), "{said}");
    let mut session = Session::start(&Options::default()).expect("a session");
    let before = session.state().hash();
    assert!(refused(&mut session, &format!("new {path}")).contains("number card"));
    assert_eq!(session.state().hash(), before);
}

/// A match of a tournament with wrong names; the game goes on as it was.
#[test]
fn a_tournament_of_seven_is_refused() {
    let mut session = Session::start(&Options::default()).expect("a session");
    done(&mut session, "new serbian seats 4 seed 1");
    let before = session.state().hash();
    let said = refused(&mut session, "match evening a b c d e f g");
    assert!(said.contains("8 players, not 7"), "{said}");
    let said = refused(&mut session, "match evning");
    assert!(said.contains("did you mean evening?"), "{said}");
    let said = refused(&mut session, "match rotation a b c b");
    assert!(said.contains("two players are called b"), "{said}");
    let said = refused(&mut session, "match partners a b c");
    assert!(said.contains("4 seats") && said.contains("not 3"), "{said}");
    assert_eq!(session.state().hash(), before);
}

/// The second match of a rotation is saved, and goes on in another session with the accounts of
/// the first (R18.2); so does its record.
#[test]
fn a_tournament_is_saved_and_recorded_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut session = Session::start(&Options::default()).expect("a session");
    for line in [
        "new serbian seats 4 seed 1",
        "match rotation ann bob cleo dan",
        "setup",
        "hand 1 r5",
        "hand 2 g9",
        "hand 4 y1",
        "top r3",
        "called 1",
        "turn 1",
        "end",
        "1: play r5",
    ] {
        done(&mut session, line);
    }
    while !done(&mut session, "match").contains("match 2 of 3") {
        done(&mut session, "deal");
        done(&mut session, "auto 20000");
    }
    let accounts = done(&mut session, "match");
    assert!(accounts.contains("cleo"), "{accounts}");
    done(&mut session, &format!("save {}", file("s.json")));
    done(&mut session, &format!("record {}", file("r.json")));
    let mut other = Session::start(&Options::default()).expect("a session");
    done(&mut other, "new serbian seats 4 seed 9");
    done(&mut other, "match rotation");
    done(&mut other, &format!("restore {}", file("s.json")));
    assert_eq!(done(&mut other, "match"), accounts);
    done(&mut other, &format!("replay {}", file("r.json")));
    assert_eq!(done(&mut other, "match"), accounts);
    // A position of a plain match is none of a tournament, nor the other way round.
    let mut plain = Session::start(&Options::default()).expect("a session");
    done(&mut plain, "new serbian seats 4 seed 9");
    assert!(refused(&mut plain, &format!("restore {}", file("s.json"))).contains("s.json"));
    let text = std::fs::read_to_string(file("s.json")).expect("the file");
    std::fs::write(file("bad.json"), text.replace("\"at\": 1", "\"at\": 7")).expect("a file");
    let said = refused(&mut other, &format!("restore {}", file("bad.json")));
    assert!(said.contains("tournament") && said.contains("4 players"), "{said}");
}

/// R2.5, R23.6: while a round is played, the standings of play for places do not depend on hands.
#[test]
fn standings_for_places_are_known_to_all() {
    for seed in 1..=5 {
        let mut session = Session::start(&Options::default()).expect("a session");
        done(&mut session, &format!("new latvian:places seats 4 seed {seed}"));
        let text = done(&mut session, "match");
        assert_eq!(text.lines().filter(|line| line.starts_with("  1. ")).count(), 4, "{text}");
    }
}

/// Two rules of which one warns of the other: told whichever is loaded last (R21.1).
#[test]
fn a_warning_is_told_when_either_rule_is_loaded() {
    let mut session = Session::start(&Options::default()).expect("a session");
    done(&mut session, "new latvian seats 4 seed 1");
    assert!(done(&mut session, "load seven_swap").contains("R21.1"));
}
