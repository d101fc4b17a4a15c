//! Other rules in the middle of a game: it is played again under them, and nothing is lost.

use houserules::repl::{Options, Session};
use std::fs;
use std::path::{Path, PathBuf};

fn session() -> Session {
    Session::start(&Options::default()).unwrap()
}

/// Does a line, and says what came out.
fn done(session: &mut Session, line: &str) -> String {
    let output = session.line(line);
    assert!(output.ok(), "{line}: {:?}", output.error);
    output.text
}

fn refused(session: &mut Session, line: &str) -> String {
    session.line(line).error.unwrap_or_else(|| panic!("{line} was not refused")).text
}

fn hashes(session: &Session) -> Vec<String> {
    session.done().iter().map(|entry| entry.after.table.state().hash()).collect()
}

/// Every variant: its name and its file.
fn variants() -> Vec<(String, PathBuf)> {
    let files = fs::read_dir("variants").unwrap().flatten().map(|entry| entry.path());
    let mut all: Vec<(String, PathBuf)> = files
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), path))
        .collect();
    all.sort();
    assert!(all.len() >= 8);
    all
}

/// A session that has played a copy of a rule for a while, and the copy.
fn played(folder: &Path, name: &str, path: &Path, seed: u64) -> (Session, PathBuf, String) {
    let copy = folder.join(format!("{name}.lua"));
    let text = fs::read_to_string(path).unwrap();
    fs::write(&copy, &text).unwrap();
    let mut session = session();
    done(&mut session, &format!("new standard seats 3 seed {seed}"));
    done(&mut session, &format!("load {}", copy.display()));
    for _ in 0..60 {
        if session.due().is_some() {
            done(&mut session, "step");
        }
    }
    (session, copy, text)
}

#[test]
fn a_comment_changes_nothing() {
    for (name, path) in variants() {
        let folder = tempfile::tempdir().unwrap();
        let (mut session, copy, text) = played(folder.path(), &name, &path, 1);
        let before = hashes(&session);
        assert_eq!(done(&mut session, "reload"), "no file has changed", "{name}");
        fs::write(&copy, format!("{text}\n-- a comment\n")).unwrap();
        let said = done(&mut session, "reload");
        assert!(said.contains("goes the same way"), "{name}: {said}");
        assert_eq!(hashes(&session), before, "{name}");
    }
}

#[test]
fn a_mistake_keeps_the_old_rule_in_force() {
    for (name, path) in variants() {
        let folder = tempfile::tempdir().unwrap();
        let (mut session, copy, text) = played(folder.path(), &name, &path, 1);
        let before = hashes(&session);
        let half = &text[..text.len() / 2];
        let no_rule = format!("return {{ name = \"{name}\", on_card_efect = 3 }}");
        for broken in ["return {", "\u{1b}[2J", half, no_rule.as_str(), ""] {
            fs::write(&copy, broken).unwrap();
            let text = refused(&mut session, "reload");
            assert!(text.contains("the rules stay as they were"), "{name}: {text}");
            assert!(text.contains(&format!("{name}.lua")), "{name}: no file is named: {text}");
            assert_eq!(hashes(&session), before, "{name}");
        }
        fs::remove_file(&copy).unwrap();
        let text = refused(&mut session, "reload");
        assert!(text.contains("the rules stay as they were"), "{name}: {text}");
        fs::write(&copy, b"return \xff\xfe").unwrap();
        assert!(refused(&mut session, "reload").contains("UTF-8"));
        done(&mut session, "undo");
        done(&mut session, "redo");
        assert_eq!(hashes(&session), before, "{name}");
    }
}

#[test]
fn an_empty_rule_and_back_again() {
    let mut differences = 0;
    for (name, path) in variants() {
        for seed in 1..=3 {
            let folder = tempfile::tempdir().unwrap();
            let (mut session, copy, text) = played(folder.path(), &name, &path, seed);
            let before = hashes(&session);
            fs::write(&copy, format!("return {{ name = \"{name}\", title = \"nothing\" }}"))
                .unwrap();
            let said = done(&mut session, "reload");
            let differs = said.contains("the first difference is in");
            assert!(differs || said.contains("goes the same way"), "{name} {seed}: {said}");
            assert!(
                said.lines().all(|line| line.chars().count() <= 80
                    || line.contains("hash")
                    || line.contains(": load ")
                    || line.contains("has changed")),
                "{name} {seed}: {said}"
            );
            differences += usize::from(differs);
            fs::write(&copy, text).unwrap();
            done(&mut session, "reload");
            let again = hashes(&session);
            assert!(!again.is_empty() && before.starts_with(&again), "{name} {seed}");
            // The game as it was before the second reload, and every step of it, is a branch.
            done(&mut session, "branch before-reload");
            while session.line("undo").ok() {}
            done(&mut session, "branch main");
            assert_eq!(hashes(&session), again, "{name} {seed}");
        }
    }
    assert!(differences > 4, "only {differences} edited rules made a difference");
}

const POSITION: &[&str] =
    &["setup", "hand 1 r7 b2 b3", "hand 2 g1 g2", "top r5", "pile y1 y2 y3", "turn 1", "end"];

#[test]
fn load_plays_the_game_so_far_again() {
    let mut session = session();
    for line in POSITION.iter().chain(&["mark start", "play r7", "2: draw"]) {
        done(&mut session, line);
    }
    let before = session.state().hash();
    // Under seven_swap the 7 asks whom to swap with, so seat 2 cannot draw yet.
    let said = done(&mut session, "load seven_swap");
    assert!(said.contains("the first difference is in 2: play r7"), "{said}");
    assert!(said.contains("1 is asked"), "{said}");
    done(&mut session, "expect ask 1 seat");
    // `undo` brings the rules back with the position, `redo` the other way.
    done(&mut session, "undo");
    assert_eq!(session.state().hash(), before);
    assert!(session.line("option seven_swap.none").error.is_some());
    done(&mut session, "redo");
    done(&mut session, "expect ask 1 seat");
    done(&mut session, "undo 3");
    done(&mut session, "expect same start");
}

#[test]
fn with_here_the_position_is_kept() {
    let mut session = session();
    for line in POSITION.iter().chain(&["play r7", "2: draw"]) {
        done(&mut session, line);
    }
    let hand = session.line("expect count 2 3");
    assert!(hand.ok());
    done(&mut session, "load seven_swap here");
    done(&mut session, "expect status turn");
    done(&mut session, "expect count 2 3");
    // What follows is done again from there as well.
    done(&mut session, "2: pass");
    done(&mut session, "unload seven_swap here");
    done(&mut session, "expect count 2 3");
}

#[test]
fn an_option_is_tried_on_the_game_so_far() {
    let mut session = session();
    for line in ["load stacking", "setup", "hand 1 r+2 b2 b3", "hand 2 g+2 g2 g3", "top r5"] {
        done(&mut session, line);
    }
    for line in ["turn 1", "end", "play r+2", "expect count 2 5"] {
        done(&mut session, line);
    }
    let said = done(&mut session, "option stacking.draw2 true");
    assert!(said.contains("the first difference is in 3: play r+2"), "{said}");
    done(&mut session, "expect debt 2 2");
    let said = done(&mut session, "unload stacking");
    assert!(said.contains("first difference"), "{said}");
    done(&mut session, "expect count 2 5");
    done(&mut session, "undo 2");
    done(&mut session, "expect count 2 5");
}

#[test]
fn a_setup_that_is_impossible_under_other_rules_ends_the_replay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("more.lua");
    let rule = "return { name = \"more\", title = \"a green card more\",\n\
                cards = { { color = \"green\", symbol = \"roulette\", count = 4 } } }";
    fs::write(&file, rule).unwrap();
    let mut session = session();
    let output = session.line(&format!("load {}", file.display()));
    if let Some(error) = output.error {
        panic!("{}", error.text);
    }
    done(&mut session, "hand 1 green:roulette r7");
    let said = done(&mut session, "unload more");
    assert!(said.contains("refused:"), "{said}");
    done(&mut session, "undo");
    done(&mut session, "expect hand 1 green:roulette r7");
}

#[test]
fn memory_of_a_long_session_is_bounded() {
    let mut session = session();
    let most = houserules::limits::HISTORY_MAX;
    for at in 0..=most {
        done(&mut session, if at % 2 == 0 { "total 1 5" } else { "total 1 6" });
    }
    assert!(session.done().len() <= most);
    let said = done(&mut session, "history");
    assert!(said.contains("forgotten (HISTORY_MAX)"), "{}", &said[..200]);
    assert!(said.contains(&format!("→ {}  total 1 5", most + 1)));
    assert!(refused(&mut session, "goto 1").contains("the history has 1000 to"));
    done(&mut session, "goto 1000");
    assert!(refused(&mut session, "undo").contains("0 commands to undo"));
    let (text, _) = houserules::repl::record::text(&session).unwrap();
    assert!(houserules::repl::record::replay(&text, "r").is_ok());
}
