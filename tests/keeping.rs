//! What is done at the prompt becomes a test: `keep`, `new-rule` and `test`, and nothing of a
//! file that is there is lost.

use houserules::repl::testing::{run_file, session_files};
use houserules::repl::{Options, Session, run_text};
use std::path::Path;

fn session() -> Session {
    Session::start(&Options::default()).unwrap()
}

fn done(session: &mut Session, line: &str) -> String {
    let output = session.line(line);
    assert!(output.ok(), "{line}: {:?}", output.error);
    output.text
}

fn refused(session: &mut Session, line: &str) -> String {
    session.line(line).error.unwrap_or_else(|| panic!("{line} was not refused")).text
}

/// Keeps what a session has done and runs it.
fn kept(session: &mut Session, folder: &Path, name: &str) -> String {
    let path = folder.join(format!("{name}.session"));
    done(session, &format!("keep {}", path.display()));
    if let Err(refusal) = run_file(&Options::default(), &path) {
        panic!("{}\n{}", refusal.text, std::fs::read_to_string(&path).unwrap());
    }
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_scenario_can_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    let files = session_files(&["tests/scenarios".into()]).unwrap();
    let (mut short, mut nothing) = (0, 0);
    for (at, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let mut session = session();
        run_text(&mut session, &text, |_, _| true).unwrap();
        if session.done().is_empty() {
            continue;
        }
        let path = folder.path().join(format!("s{at}.session"));
        let output = session.line(&format!("keep {}", path.display()));
        if let Some(error) = output.error {
            if error.text.starts_with("nothing has been done since the last mark") {
                nothing += 1;
                continue;
            }
            panic!("{}: {}", file.display(), error.text);
        }
        run_file(&Options::default(), &path).unwrap();
        let again = std::fs::read_to_string(path).unwrap();
        short += usize::from(again.lines().any(|line| line.starts_with("expect")));
    }
    assert!(nothing < 20, "{nothing} files do nothing");
    assert_eq!(short + nothing, files.len());
}

#[test]
fn what_follows_the_mark_is_kept_with_what_was_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session();
    for line in ["setup", "hand 1 r7 w4 b1", "hand 2 g1 g2", "top r5", "pile y1 y2", "turn 1"] {
        done(&mut session, line);
    }
    for line in ["end", "step", "undo", "mark here"] {
        done(&mut session, line);
    }
    assert!(refused(&mut session, "play b1").contains("does not fit"));
    refused(&mut session, "play zz9");
    done(&mut session, "play w4 blue");
    done(&mut session, "challenge");
    let text = kept(&mut session, folder.path(), "a");
    assert!(text.contains("refuse 1: play b1 code does_not_fit"), "{text}");
    assert!(!text.contains("zz9") && text.contains("1: play w4 blue"), "{text}");
    assert!(text.contains("expect debt 2 4") && text.contains("2: challenge"), "{text}");
    // What was undone is not kept.
    done(&mut session, "undo 2");
    done(&mut session, "draw");
    let text = kept(&mut session, folder.path(), "b");
    assert!(text.contains("1: draw") && !text.contains("w4 blue"), "{text}");
    let again = folder.path().join("b.session");
    assert!(refused(&mut session, &format!("keep {}", again.display())).contains("there already"));
    assert_eq!(std::fs::read_to_string(again).unwrap(), text);
    done(&mut session, "mark now");
    let new = folder.path().join("c");
    assert!(refused(&mut session, &format!("keep {}", new.display())).contains("nothing"));
}

#[test]
fn a_reload_forgets_no_refusal() {
    let folder = tempfile::tempdir().unwrap();
    let rule = folder.path().join("plain.lua");
    let text = "return { name = \"plain\", title = \"nothing\" }";
    std::fs::write(&rule, text).unwrap();
    let mut session = session();
    for line in [&format!("load {}", rule.display()), "hand 1 r7 b1", "top r5", "turn 1"] {
        done(&mut session, line);
    }
    refused(&mut session, "play b1");
    done(&mut session, "play r7");
    std::fs::write(&rule, format!("-- edited\n{text}")).unwrap();
    assert!(done(&mut session, "reload").contains("goes the same way"));
    let text = kept(&mut session, folder.path(), "a");
    assert!(text.contains("refuse 1: play b1 code does_not_fit"), "{text}");
}

#[test]
fn whole_rounds_under_variants_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut from_positions = 0;
    for seed in 1..=4 {
        let mut session = session();
        done(&mut session, &format!("new standard seats 3 seed {seed}"));
        done(&mut session, "load seven_swap zero_rotation stacking jump_in no_black_finish");
        done(&mut session, "auto 40");
        done(&mut session, "mark here");
        done(&mut session, "auto 30");
        let text = kept(&mut session, folder.path(), &format!("m{seed}"));
        from_positions += usize::from(text.contains("setup"));
        done(&mut session, "until over");
        kept(&mut session, folder.path(), &format!("o{seed}"));
        done(&mut session, "deal");
        done(&mut session, "auto 10");
        kept(&mut session, folder.path(), &format!("d{seed}"));
    }
    assert!(from_positions >= 2, "{from_positions} positions were written as a setup");
}

#[test]
fn a_new_rule_loads_and_its_test_passes() {
    // Paths in a session are those of the folder in which it is run, so a program of its own runs.
    let folder = tempfile::tempdir().unwrap();
    let run = |lines: &str| {
        use std::io::Write;
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_houserules"))
            .args(["run", "-"])
            .current_dir(folder.path())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let (code, text) = run("new-rule costly\nload ./costly.lua\nrules\ntest costly.session\n");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("ok      costly.session"), "{text}");
    let rule = folder.path().join("costly.lua");
    let before = std::fs::read_to_string(&rule).unwrap();
    for (line, want) in [
        ("new-rule costly", "there already"),
        ("new-rule stacking", "there is a rule stacking already"),
        ("new-rule match_color", "there is a rule match_color already"),
        ("new-rule ../x", "no name for a rule"),
        ("new-rule Costly", "no name for a rule"),
        ("new-rule", "usage: new-rule NAME"),
    ] {
        let (code, text) = run(line);
        assert_eq!(code, Some(1), "{line}: {text}");
        assert!(text.contains(want), "{line}: {text}");
    }
    assert_eq!(std::fs::read_to_string(&rule).unwrap(), before);
    // A rule that no longer does what its test says fails it, and says where.
    std::fs::write(&rule, before.replace("on_card_effect", "on_turn_started")).unwrap();
    let (code, text) = run("test costly.session\n");
    assert_eq!(code, Some(1));
    assert!(text.contains("costly"), "{text}");
    // A test does not run tests: a file that did would run itself.
    std::fs::write(folder.path().join("loop.session"), "test\n").unwrap();
    let (code, text) = run("test loop.session\n");
    assert_eq!(code, Some(1));
    assert!(text.contains("loop.session:1: this session is run as a test"), "{text}");
}
