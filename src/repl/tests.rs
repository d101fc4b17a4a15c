//! Sessions as a whole: what the help promises, what JSON says, what a setup keeps whole.

use super::command::COMMANDS;
use super::{Options, Output, Session, record};
use crate::engine::Code;

fn session(lines: &[&str]) -> Session {
    let mut session = Session::start(&Options::default()).unwrap();
    for line in lines {
        let output = session.line(line);
        assert!(output.ok(), "{line}: {:?}", output.error);
    }
    session
}

fn code(session: &mut Session, line: &str) -> Option<Code> {
    session.line(line).error.map(|refusal| refusal.code)
}

#[test]
fn every_example_of_the_help_runs() {
    for command in COMMANDS {
        let mut session = session(&["new standard seats 4 seed 1 dealer 4 upcard r5"]);
        for line in command.examples {
            let output = session.line(line);
            assert!(output.ok(), "help {}: {line}: {:?}", command.name, output.error);
        }
    }
}

#[test]
fn the_help_fits_a_screen() {
    let Output { text, .. } = session(&[]).line("help");
    assert!(text.lines().count() <= 24 && text.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn json_is_as_documented() {
    let lines = ["setup", "hand 1 r7 g1 g2", "top r5", "turn 1", "end"];
    let mut session = session(&lines);
    let output = session.line("play r7");
    let hash = session.state().hash();
    let json = session.json(&output);
    let start = r#"{"line":6,"command":"play r7","ok":true,"error":null,"events":[{"event":"#;
    let end = format!(r#""status":{{"kind":"turn","seats":[2]}},"hash":"{hash}"}}"#);
    assert!(json.starts_with(start) && json.ends_with(&end), "{json}");
    let output = session.line("3: play r7");
    let json = session.json(&output);
    assert!(json.contains(r#""error":{"code":"not_"#) && json.contains(r#""at":null"#), "{json}");
    assert!(session.line("  ").idle && session.line("# note").idle);
}

#[test]
fn a_part_refused_is_a_play_refused() {
    let mut session = session(&["setup", "hand 1 w r7 g1", "top r5", "turn 1", "end"]);
    let before = session.state().hash();
    for line in ["play w purple", "play r7 blue", "play w blue with 2", "play r7 r7"] {
        assert_eq!(code(&mut session, line), Some(Code::BadValue), "{line}");
        assert_eq!(session.state().hash(), before, "{line}");
    }
    assert_eq!(session.done().len(), 1);
}

#[test]
fn what_a_setup_names_is_there_whoever_holds_it() {
    // Four times all eight black cards go round: somebody always holds some of them.
    for seat in 1..=4 {
        let cards = "w w w w w4 w4 w4 w4";
        let mut session = session(&[&format!("hand {seat} {cards}")]);
        let next = seat % 4 + 1;
        assert!(session.line(&format!("hand {next} {cards} r0")).ok());
        assert!(session.line(&format!("expect hand {next} {cards} r0")).ok());
        assert!(session.line(&format!("expect count {seat} 8")).ok());
        assert!(session.line("expect total 108").ok());
    }
    let mut session = session(&[]);
    let error = session.line("hand 1 r0 r0").error.unwrap();
    assert_eq!(error.code, Code::SetupInvalid);
    assert!(error.text.contains("r0 is named 2 times, the deck has 1"), "{}", error.text);
    assert_eq!(code(&mut session, "called 1"), Some(Code::SetupInvalid));
    assert_eq!(code(&mut session, "top w"), Some(Code::SetupInvalid));
    assert_eq!(code(&mut session, "turn 9"), Some(Code::BadSeat));
}

#[test]
fn a_pile_is_drawn_from_its_first_card() {
    let mut session = session(&["setup", "pile r9 b3", "top r5", "turn 1", "end", "draw"]);
    assert!(session.line("expect event drew seat=1 cards=r9").ok());
    assert_eq!(code(&mut session, "expect event drew cards=b3"), Some(Code::ExpectationFailed));
}

#[test]
fn mistyped_commands_are_guessed_and_lua_is_run() {
    let mut session = session(&["x = 3"]);
    assert_eq!(code(&mut session, "paly r7"), Some(Code::UnknownCommand));
    assert_eq!(code(&mut session, "shwo"), Some(Code::UnknownCommand));
    assert_eq!(code(&mut session, "2: fly"), Some(Code::UnknownCommand));
    assert_eq!(code(&mut session, "refuse paly r7"), Some(Code::UnknownCommand));
    assert_eq!(session.line("x + 1").text, "4");
    assert!(session.line("for i = 1, 2 do").more);
    assert!(session.line("end").ok());
    assert_eq!(code(&mut session, "run 'play zz'"), Some(Code::BadCard));
}

#[test]
fn a_record_that_is_not_whole_is_no_record() {
    let session = session(&["until over"]);
    let (text, steps) = record::text(&session).unwrap();
    assert!(steps > 4);
    assert_eq!(record::replay(&text, "r").unwrap().hash(), session.state().hash());
    for cut in [0, 1, text.len() / 2, text.len() - 3] {
        let error = record::replay(&text[..cut], "r").err().unwrap();
        assert_eq!(error.code, Code::FileError, "{cut}");
    }
    let other = text.replace("houserules record", "houserules save");
    assert_eq!(record::replay(&other, "r").err().unwrap().code, Code::FileError);
    let end = text.rfind("\"hash\": \"").unwrap() + 9;
    let broken = format!("{}0000{}", &text[..end], &text[end + 4..]);
    let error = record::replay(&broken, "r").err().unwrap();
    assert_eq!(error.code, Code::ReplayDiffers);
    assert!(error.text.starts_with(&format!("step {steps}: ")), "{}", error.text);
}

#[test]
fn a_position_is_saved_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.save");
    let file = file.to_string_lossy();
    let lines = ["setup", "hand 1 w g1 g2", "top r5", "turn 1", "end", "play w"];
    let mut session = session(&lines);
    let hash = session.state().hash();
    assert!(session.line(&format!("save {file}")).ok());
    assert!(session.line("answer blue").ok());
    assert!(session.line(&format!("restore {file}")).ok());
    assert_eq!(session.state().hash(), hash);
    assert!(session.line("expect ask 1 color").ok());
    assert!(session.line("answer blue").ok() && session.line("load jump_in").ok());
    let error = session.line(&format!("restore {file}")).error.unwrap();
    assert_eq!(error.code, Code::Conflict);
    assert!(error.text.contains("jump_in is new"), "{}", error.text);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
