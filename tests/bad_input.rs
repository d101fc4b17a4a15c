//! Bad input of every kind: a clear error with what and where, and nothing is lost.

use houserules::repl::{Options, Session};
use std::path::Path;
use std::process::{Command, Output};

/// A rule that fails, the line that sets it off, and words that the error must have.
const FAULTS: &[(&str, &str, &str, &[&str])] = &[
    ("on_", "on_card_played = function(game, play) error('no way') end", "play r7", &["no way"]),
    ("can_", "can_fit = function(game, play) return play.nothing.x end", "play r7", &["can_fit"]),
    (
        "adjust_",
        "adjust_draw = { when = { reason = 'turn' }, run = function() return 3 end }",
        "draw",
        &["adjust_draw"],
    ),
    (
        "instead_of_",
        "instead_of_draw = { when = { reason = 'turn' }, run = function(game, d) \
         game:draw(d.seat, -1, 'rule') end }",
        "draw",
        &["draw", "n"],
    ),
    (
        "offer_ and do_",
        "offer_x = { to = 'acting' }, do_x = function(game, act) game:draw(99, 1, 'rule') end",
        "do x",
        &["do_x", "seat"],
    ),
    (
        "a question's options",
        "on_card_played = function(game, play) game:ask(play.seat, { 'x?', options = \
         function(seat) return nil + 1 end }) end",
        "play r7",
        &["arithmetic"],
    ),
    ("a loop", "on_card_played = function() while true do end end", "play r7", &["steps", "loop"]),
    (
        "a swallowed loop",
        "on_card_played = function() while true do pcall(function() while true do end end) end end",
        "play r7",
        &["steps"],
    ),
    (
        "memory",
        "on_card_played = function() local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(999) .. i \
         end end",
        "play r7",
        &["memory"],
    ),
    (
        "work without end",
        "on_card_played = function(game) game:then_do('more', {}) end, do_more = function(game) \
         game:then_do('more', {}) end",
        "play r7",
        &["effects"],
    ),
    (
        "a query that acts",
        "can_pass = function(game) game:draw(1, 1, 'rule') end",
        "pass",
        &["can_pass", "only answers"],
    ),
];

fn ok(session: &mut Session, line: &str) {
    let output = session.line(line);
    assert!(output.error.is_none(), "{line}: {:?}", output.error);
}

fn position(session: &mut Session) {
    for line in ["setup", "hand 1 r7 r8 r9", "hand 2 b1 b2", "top r5", "turn 1", "end"] {
        ok(session, line);
    }
}

fn session_with(folder: &Path, body: &str) -> Session {
    let file = folder.join("bad.lua");
    std::fs::write(&file, format!("return {{\n  name = \"bad\",\n  {body}\n}}\n")).unwrap();
    let mut session = Session::start(&Options::default()).unwrap();
    ok(&mut session, "new standard seats 3 seed 1");
    ok(&mut session, &format!("load {}", file.display()));
    position(&mut session);
    session
}

#[test]
fn a_failing_rule_is_named_and_the_game_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    for (what, body, line, words) in FAULTS {
        let mut session = session_with(folder.path(), body);
        let before = session.state().hash();
        let output = session.line(line);
        let error = output.error.unwrap_or_else(|| panic!("{what}: no error"));
        let text = format!("{} {:?}", error.text, error.at);
        assert!(text.contains("bad"), "{what}: names the rule: {text}");
        for word in *words {
            assert!(text.contains(word), "{what}: says {word:?}: {text}");
        }
        assert_eq!(session.state().hash(), before, "{what}: the game is as it was");
        ok(&mut session, "show");
        ok(&mut session, "unload bad");
        ok(&mut session, "play r8");
    }
}

#[test]
fn a_rule_that_asks_for_ever_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let body = "on_card_played = function(game, play) while true do game:ask(play.seat, \
                { 'again?', options = { 'yes' } }) end end";
    let mut session = session_with(folder.path(), body);
    ok(&mut session, "play r7");
    let error = (0..200).find_map(|_| session.line("answer yes").error);
    let error = error.expect("questions without end are stopped");
    assert!(error.text.contains("bad") && error.text.contains("questions"), "{}", error.text);
}

/// Files that are no rules: each is refused with its name, and the game goes on.
#[test]
fn files_that_are_no_rules_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("return {{ name = 'x' }} --{}", "x".repeat(300 << 10));
    let files: [(&str, &[u8], &str); 6] = [
        ("text.lua", b"hello world", "text"),
        ("bytecode.lua", b"\x1bLua\x01\x02", "bytecode"),
        ("utf8.lua", b"\xff\xfe", "UTF-8"),
        ("long.lua", long.as_bytes(), "long"),
        ("empty.lua", b"", "table"),
        ("number.lua", b"return 3", "table"),
    ];
    for (name, bytes, word) in files {
        let file = folder.path().join(name);
        std::fs::write(&file, bytes).unwrap();
        let mut session = Session::start(&Options::default()).unwrap();
        let before = session.state().hash();
        let error = session.line(&format!("load {}", file.display())).error;
        let error = error.unwrap_or_else(|| panic!("{name} is loaded"));
        assert!(error.text.contains(word), "{name}: {}", error.text);
        assert_eq!(session.state().hash(), before);
    }
}

/// Lines that make no sense, with the code that each must have.
const LINES: &[(&str, &str)] = &[
    ("plya r7", "unknown_command"),
    ("play r77", "bad_card"),
    ("play", "bad_card"),
    ("9: play r7", "bad_seat"),
    ("hand 7 r5", "bad_seat"),
    ("catch 0", "bad_seat"),
    ("option stacking.cross up", "no_such_rule"),
    ("option deal.cardz 7", "no_such_option"),
    ("option deal.cards many", "bad_value"),
    ("unload nothing", "no_such_rule"),
    ("restore nowhere.json", "file_error"),
    ("replay nowhere.json", "file_error"),
    ("top r5:b", "bad_value"),
    ("new standard seats 99", "bad_seat"),
    ("hand 1 r5 r5 r5", "setup_invalid"),
    ("goto 99", "bad_value"),
];

#[test]
fn lines_that_make_no_sense_have_codes() {
    for (line, code) in LINES {
        let mut session = Session::start(&Options::default()).unwrap();
        ok(&mut session, "new standard seats 3 seed 1");
        let before = session.state().hash();
        let error = session.line(line).error.unwrap_or_else(|| panic!("{line} is accepted"));
        assert_eq!(error.code.text(), *code, "{line}: {}", error.text);
        assert!(!error.text.is_empty());
        assert_eq!(session.state().hash(), before, "{line}");
    }
}

fn houserules(folder: &Path, arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_houserules");
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    output
}

#[test]
fn the_command_line_says_how_it_went() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("good.session"), "new standard seed 1\nshow\n").unwrap();
    std::fs::write(at.join("bad.session"), "show\nplay zz\n").unwrap();
    for (arguments, code) in [
        (&["run", "good.session"][..], 0),
        (&["run", "bad.session"], 1),
        (&["run", "nowhere.session"], 2),
        (&["nonsense"], 2),
        (&["--seats", "many"], 2),
        (&["replay", "nowhere.json"], 2),
    ] {
        let output = houserules(at, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
    let said = String::from_utf8(houserules(at, &["run", "bad.session"]).stderr).unwrap();
    assert!(said.contains("bad.session:2:"), "{said}");
}

/// A record that is cut, garbled, or of rules that have changed since.
#[test]
fn a_record_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rule = "return { name = 'mine', on_card_played = function(game, play) game:draw(play.seat, \
                1, 'rule') end }";
    std::fs::write(at.join("mine.lua"), rule).unwrap();
    let lines = "new standard seats 3 seed 2\nload ./mine.lua\nauto 20\nrecord r.json\n";
    std::fs::write(at.join("r.session"), lines).unwrap();
    assert!(houserules(at, &["run", "r.session"]).status.success());
    assert!(houserules(at, &["replay", "r.json"]).status.success());
    let record = std::fs::read_to_string(at.join("r.json")).unwrap();
    std::fs::write(at.join("cut.json"), &record[..record.len() / 2]).unwrap();
    assert!(!houserules(at, &["replay", "cut.json"]).status.success());
    std::fs::write(at.join("mine.lua"), rule.replace("1, 'rule'", "2, 'rule'")).unwrap();
    let output = houserules(at, &["replay", "r.json"]);
    let said = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("step") && said.contains("mine"), "{said}");
}
