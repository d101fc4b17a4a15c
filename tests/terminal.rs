//! The program at a terminal: a pseudo-terminal types, and looks at the screen.
//!
//! Nothing here waits for a time to pass: each step waits until what it needs is on the screen,
//! and fails only after far longer than a loaded machine could take.
#![cfg(unix)]

use std::io::{Read, Write};
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How long a step may take.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the program has written so far.
struct Shown {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
}

impl Shown {
    /// The screen's lines, without blank ones below.
    fn text(&self) -> String {
        self.screen.screen().contents().trim_end().to_string()
    }
    /// The line in which the cursor is, up to its last letter.
    fn line(&self) -> String {
        let (row, _) = self.screen.screen().cursor_position();
        let (_, columns) = self.screen.screen().size();
        let line = self.screen.screen().rows(0, columns.into()).nth(usize::from(row));
        line.unwrap_or_default().trim_end().to_string()
    }
    /// Everything written, without the escape sequences.
    fn all(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_string();
        let after = |part: &str| {
            let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |at| at + 1);
            part[end..].to_string()
        };
        first + &parts.map(after).collect::<String>()
    }
}

/// The program, and what stands on its screen.
struct Terminal {
    pty: Arc<pty_process::blocking::Pty>,
    child: Child,
    shown: Arc<(Mutex<Shown>, Condvar)>,
}

fn size(count: u16) -> std::num::NonZero<u16> {
    count.try_into().expect("a terminal has rows and columns")
}

/// How a program is started.
struct Start<'a> {
    home: &'a std::path::Path,
    rows: u16,
    columns: u16,
    env: &'a [(&'a str, &'a str)],
    args: &'a [&'a str],
}

fn start(home: &tempfile::TempDir) -> Start<'_> {
    Start { home: home.path(), rows: 24, columns: 80, env: &[], args: &["--seed", "1"] }
}

impl Start<'_> {
    /// Starts the program and waits for its prompt.
    fn run(&self) -> Terminal {
        let terminal = self.spawn();
        terminal.until("the first prompt", |shown| shown.line() == "turn 3>");
        terminal
    }

    /// Starts the program.
    fn spawn(&self) -> Terminal {
        let (pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
        pty.resize(pty_process::Size::new(self.rows, self.columns)).expect("a size");
        let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_houserules"))
            .args(self.args)
            .env("HOME", self.home)
            .env("XDG_STATE_HOME", self.home)
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .env_remove("TERM_PROGRAM")
            .envs(self.env.iter().copied());
        let child = command.spawn(pts).expect("the program");
        let screen = vt100::Parser::new(size(self.rows), size(self.columns), 0);
        let shown = Shown { screen, bytes: Vec::new(), ended: false };
        let terminal = Terminal {
            pty: Arc::new(pty),
            child,
            shown: Arc::new((Mutex::new(shown), Condvar::new())),
        };
        terminal.listen();
        terminal
    }
}

impl Terminal {
    /// Follows what the program writes.
    fn listen(&self) {
        let (pty, shown) = (Arc::clone(&self.pty), Arc::clone(&self.shown));
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                // At the end Linux reports an error instead of nothing.
                let read = (&*pty).read(&mut buffer).unwrap_or(0);
                let mut now = shown.0.lock().expect("the reader lives");
                now.screen.process(&buffer[..read]);
                now.bytes.extend_from_slice(&buffer[..read]);
                now.ended = read == 0;
                shown.1.notify_all();
                if read == 0 {
                    return;
                }
            }
        });
    }

    fn now(&self) -> MutexGuard<'_, Shown> {
        self.shown.0.lock().expect("the reader lives")
    }

    /// Waits until the screen is as it should be.
    fn until(&self, what: &str, is: impl Fn(&Shown) -> bool) {
        let waiting = |shown: &mut Shown| !is(shown) && !shown.ended;
        let (now, _) = self.shown.1.wait_timeout_while(self.now(), PATIENCE, waiting).unwrap();
        let (done, text) = (is(&now), now.text());
        drop(now);
        assert!(done, "{what} is not there:\n{text}");
    }

    fn until_line(&self, line: &str) {
        self.until(line, |shown| shown.line() == line);
    }

    fn until_text(&self, text: &str) {
        self.until(text, |shown| shown.text().contains(text));
    }

    fn keys(&self, keys: impl AsRef<[u8]>) {
        (&*self.pty).write_all(keys.as_ref()).expect("the program reads");
    }

    /// Pastes as terminals do.
    fn paste(&self, text: &str) {
        self.keys(format!("\u{1b}[200~{text}\u{1b}[201~"));
    }

    /// Types keys that end a line, and waits until the next one is read.
    fn end(&self, keys: &str) {
        self.ends(1, keys);
    }

    /// Types keys that end so many lines.
    fn ends(&self, lines: usize, keys: &str) {
        // Each reading of a line begins by asking the terminal to mark what is pasted.
        let read =
            |shown: &Shown| shown.bytes.windows(8).filter(|bytes| *bytes == b"\x1b[?2004h").count();
        let before = read(&self.now());
        self.keys(keys);
        self.until("a fresh prompt", |shown| {
            read(shown) >= before + lines && ["turn 3>", "…"].contains(&shown.line().as_str())
        });
    }

    /// Types a line, and waits for a text and for the next prompt.
    fn line(&self, line: &str, text: &str) {
        self.end(&format!("{line}\r"));
        self.until_text(text);
    }

    /// Leaves.
    fn leave(self) -> String {
        self.keys(CTRL_D);
        self.ended()
    }

    /// Waits until the program has ended well.
    fn ended(self) -> String {
        self.ended_with(0)
    }

    /// Waits until the program has ended with this exit code.
    fn ended_with(mut self, code: i32) -> String {
        self.until("the end", |shown| shown.ended);
        let status = self.child.wait().expect("the child is ours");
        let text = self.now().all();
        assert_eq!(status.code(), Some(code), "{status}\n{text}");
        text
    }
}

/// A test that fails leaves no program behind.
impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn home() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

const CTRL_A: &str = "\u{1}";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_R: &str = "\u{12}";
const UP: &str = "\u{1b}[A";

#[test]
fn tab_completes_and_lists() {
    let home = home();
    let terminal = start(&home).run();
    terminal.keys("mar\t");
    terminal.until_line("turn 3> mark NAME");
    terminal.end("here\r");
    terminal.keys("expect sam\t");
    terminal.until_line("turn 3> expect same MARK");
    // The one mark there is was taken over; the expectation holds, so nothing is said.
    terminal.line("\t", "expect same here \nturn 3>");
    terminal.keys("un\t\t");
    terminal.until_text("unload  uno     until   undo");
    terminal.until_line("turn 3> un");
    terminal.end(CTRL_C);
    terminal.leave();
}

#[test]
fn control_c_drops_and_control_d_leaves() {
    let home = home();
    let terminal = start(&home).run();
    terminal.keys("play nonsense");
    terminal.until_line("turn 3> play nonsense");
    terminal.end(CTRL_C);
    terminal.line("setup", "setup\n…");
    terminal.line("hand 1 r7", "r7\n…");
    terminal.end(CTRL_C);
    terminal.until_text("dropped: setup without end\nturn 3>");
    terminal.line("expect count 1 7", "expect count 1 7");
    let all = terminal.leave();
    assert!(!all.contains("expectation_failed") && !all.contains("bad_card"), "{all}");
}

#[test]
fn lua_may_have_several_lines() {
    let home = home();
    let terminal = start(&home).run();
    // Typed ahead, all at once: no key is lost.
    terminal.ends(
        3,
        "for i = 1, 3 do\rprint(\"line\", i * 11)\rend\rx = [[a\rb]]\rstring.len(x) + 40\r",
    );
    terminal.until_text("line  33");
    terminal.until("the length", |shown| shown.text().lines().any(|line| line == "43"));
    terminal.keys("for i = 1,");
    terminal.keys("\r");
    terminal.end(CTRL_C);
    terminal.line("7 * 6", "42");
    terminal.leave();
}

#[test]
fn lines_are_recalled_by_the_next_program() {
    let home = home();
    let terminal = start(&home).run();
    terminal.line("x_one = 1", "x_one");
    terminal.line("\"two \" .. 2", "two 2");
    // It is ended without any farewell: what was typed is there all the same.
    drop(terminal);
    let terminal = start(&home).run();
    terminal.keys(UP);
    terminal.until_line("turn 3> \"two \" .. 2");
    terminal.keys(UP);
    terminal.until_line("turn 3> x_one = 1");
    terminal.end(CTRL_C);
    terminal.keys(format!("{CTRL_R}two"));
    terminal.until_text("(reverse-i-search)`two': \"two \" .. 2");
    terminal.end("\r");
    terminal.until("two 2", |shown| shown.text().lines().any(|line| line == "\"two 2\""));
    terminal.leave();
}

#[test]
fn a_damaged_history_stops_nothing() {
    let home = home();
    let folder = home.path().join("houserules");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("history"), b"#V2\ndraw\n\xff\xfe\n").unwrap();
    let terminal = start(&home).run();
    terminal.until_text("warning: ");
    terminal.until_text("moved to");
    terminal.line("1 + 1", "2");
    let all = terminal.leave();
    assert_eq!(all.matches("warning").count(), 1, "{all}");
    assert_eq!(std::fs::read(folder.join("history")).unwrap(), b"#V2\ndraw\n1 + 1\n");
}

#[test]
fn a_folder_that_cannot_be_written_stops_nothing() {
    let home = home();
    std::fs::write(home.path().join("houserules"), "no folder").unwrap();
    let terminal = start(&home).run();
    terminal.line("1 + 1", "2");
    terminal.line("2 + 2", "4");
    let all = terminal.leave();
    assert_eq!(all.matches("what you type is not kept").count(), 1, "{all}");
}

#[test]
fn the_window_changes_its_size() {
    let home = home();
    let terminal = start(&home).run();
    terminal.keys("hand 1 r7 g2 b9 y4 r1 r2 r3 r4");
    terminal.until_line("turn 3> hand 1 r7 g2 b9 y4 r1 r2 r3 r4");
    for (rows, columns) in [(24, 30), (10, 120), (24, 80)] {
        terminal.now().screen.screen_mut().set_size(size(rows), size(columns));
        terminal.pty.resize(pty_process::Size::new(rows, columns)).unwrap();
    }
    terminal.end(&format!("{CTRL_A}# \r"));
    terminal.line("1 + 1", "2");
    let all = terminal.leave();
    assert!(!all.contains("setup_invalid"), "{all}");
}

#[test]
fn twenty_columns_are_enough() {
    let home = home();
    let terminal = Start { columns: 20, ..start(&home) }.run();
    terminal.keys("play ");
    // What the command expects does not fit, so it is not shown.
    terminal.until_line("turn 3> play");
    terminal.end(CTRL_C);
    terminal.keys("un\t\t");
    terminal.until_line("turn 3> un");
    terminal.until_text("unload  until\nuno     undo\nturn 3> un");
    terminal.end(CTRL_C);
    terminal.end("\"abcdefghijklmnopqrst\" .. 1\r");
    terminal.until_text("turn 3> \"abcdefghijklmnopqrst\" .. 1\n\"abcdefghijklmnopqrst1\"");
    terminal.until_line("turn 3>");
    terminal.leave();
}

#[test]
fn ten_thousand_lines_are_pasted() {
    let home = home();
    let terminal = start(&home).run();
    terminal
        .paste("step\nundo\nfor i = 1, 2 do\n\trun 'mark here'\nend\nprint('one')\nprint('two')");
    terminal.until_text("print('two')");
    terminal.end("\r");
    // Each line is told before what it gave.
    terminal.until_text("turn 3> print('one')\none\nturn 3> print('two')\ntwo\nturn 3>");
    let lines = "x = (x or 0) + 1\nexpect turn 3\n".repeat(5_000);
    terminal.paste(&lines);
    terminal.end("\r");
    terminal.line("'sum ' .. x", "\"sum 5000\"");
    let all = terminal.leave();
    assert!(!all.contains("expectation_failed") && !all.contains("unknown_command"));
    let kept = std::fs::read_to_string(home.path().join("houserules/history")).unwrap();
    assert!(kept.lines().count() > 1_000 && kept.ends_with("'sum ' .. x\n"));
}

#[test]
fn a_line_of_a_megabyte_is_refused() {
    let home = home();
    let terminal = start(&home).run();
    terminal.paste(&"play r7 ".repeat(131_072));
    terminal.end("\r");
    terminal.until_text("a line of 1048576 bytes; LINE_MAX is 65536 (bad_value)");
    terminal.line("limits", "LINE_MAX");
    terminal.leave();
}

#[test]
fn what_steers_a_terminal_does_not_reach_it() {
    let home = home();
    let terminal = start(&home).run();
    // The bytes of U+009B, a bell, and what turns the order of letters round.
    terminal.paste("names a\u{9b}31mb \u{7} \u{202e}c");
    terminal.end("\r");
    terminal.until_text("steers a terminal and has no place in a line (bad_value)");
    // Quoted insertion of an escape is no way either.
    terminal.keys("\u{16}\u{1b}[31m");
    terminal.end(CTRL_C);
    terminal.line("\"\\27[2J\"", "\\u{1b}[2J");
    terminal.line("print(\"\\7\")", "\\u{7}");
    let all = terminal.leave();
    for odd in ["\u{9b}", "\u{202e}"] {
        assert!(!all.contains(odd), "{all:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_left_out() {
    let home = home();
    let terminal = start(&home).run();
    terminal.keys("1 + ");
    terminal.until_line("turn 3> 1 +");
    terminal.keys(b"\xff");
    terminal.until_text("no UTF-8 text");
    // The line is still there.
    terminal.until_line("turn 3> 1 +");
    terminal.end("41\r");
    terminal.until("42", |shown| shown.text().lines().any(|line| line == "42"));
    terminal.leave();
}

#[test]
fn without_colors_there_are_none() {
    let home = home();
    let terminal = Start { env: &[("NO_COLOR", "1")], ..start(&home) }.run();
    terminal.line("play r9", "(");
    terminal.keys("local x = 'a'");
    terminal.until_line("turn 3> local x = 'a'");
    terminal.end(CTRL_C);
    let bytes = String::from_utf8_lossy(&terminal.now().bytes).into_owned();
    let painted = bytes.split("\u{1b}[").skip(1).any(|part| {
        let code = part.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(0);
        part[code..].starts_with('m')
    });
    assert!(!painted, "{bytes:?}");
    terminal.leave();
}

#[test]
fn colors_are_those_of_the_cards() {
    let home = home();
    let terminal = start(&home).run();
    terminal.keys("3: play r7");
    terminal.until("a red card", |shown| {
        let (row, _) = shown.screen.screen().cursor_position();
        let color = |column| shown.screen.screen().cell(row, column).map(vt100::Cell::fgcolor);
        shown.line().starts_with("turn 3> 3: play r7") && color(16) == Some(vt100::Color::Idx(1))
    });
    terminal.end(CTRL_C);
    terminal.leave();
}

/// A rule file with an option, and the program with it loaded.
fn with_a_rule(home: &tempfile::TempDir, env: &[(&str, &str)]) -> (Terminal, std::path::PathBuf) {
    let rule = home.path().join("costly.lua");
    let text = "return { name = \"costly\", title = \"t\",\n\
        options = { cards = { default = 1, min = 0, max = 9, help = \"h\" } } }\n";
    std::fs::write(&rule, text).unwrap();
    let terminal = Start { env, ..start(home) }.run();
    terminal.line(&format!("load {}", rule.display()), "loaded ");
    (terminal, rule)
}

#[test]
fn a_session_that_was_cut_off_is_brought_back() {
    let home = home();
    let terminal = start(&home).run();
    terminal.line("total 1 77", "total 1 77");
    terminal.ends(1, "function f()\rreturn 41\rend\r");
    terminal.line("play nonsense", "bad_card");
    drop(terminal);
    let terminal = start(&home).run();
    terminal.until_text("was cut off; `recover` brings it back");
    terminal.line("recover", "lines are done again");
    terminal.line("expect score 1 77", "expect score 1 77");
    terminal.line("f() + 1", "42");
    let all = terminal.leave();
    assert!(!all.contains("expectation_failed"), "{all}");
    // What was left in peace is not offered, and is there all the same.
    let terminal = start(&home).run();
    assert!(!terminal.now().text().contains("cut off"));
    terminal.line("recover", "lines are done again");
    terminal.line("f() + 2", "43");
    terminal.line("recover", "there is no earlier session");
    terminal.leave();
}

#[test]
fn a_rule_is_edited_and_read_anew() {
    let home = home();
    let editor = home.path().join("ed.sh");
    std::fs::write(&editor, "sed -i 's/default = 1/default = 2/' \"$1\"\n").unwrap();
    let editor = format!("sh '{}'", editor.display());
    let (terminal, _) = with_a_rule(&home, &[("VISUAL", ""), ("EDITOR", editor.as_str())]);
    terminal.line("edit costly", "option costly.cards was 1, is 2");
    terminal.line("edit", "no file has changed");
    terminal.line("edit wild", "is a rule of the engine");
    terminal.line("edit cosly", "did you mean costly?");
    terminal.leave();
    for (editor, said) in [
        ("", "no editor is set"),
        ("/nowhere/ed -x", "cannot be started"),
        ("false", "the editor false ended"),
        ("vi 'x", "cannot be understood"),
    ] {
        let home = self::home();
        let (terminal, _) = with_a_rule(&home, &[("VISUAL", ""), ("EDITOR", editor)]);
        terminal.line("edit", said);
        terminal.leave();
    }
}

#[test]
fn files_are_watched_until_control_c() {
    let home = home();
    let (terminal, rule) = with_a_rule(&home, &[]);
    let good = std::fs::read_to_string(&rule).unwrap();
    terminal.keys("reload --watch\r");
    terminal.until_text("Ctrl-C goes on");
    // Half written, removed, no text, and whole again.
    std::fs::write(&rule, "return {").unwrap();
    terminal.until_text("the rules stay as they were");
    std::fs::remove_file(&rule).unwrap();
    terminal.until_text("No such file");
    std::fs::write(&rule, b"return \xff").unwrap();
    terminal.until_text("UTF-8");
    std::fs::write(&rule, good.replace("default = 1", "default = 5")).unwrap();
    terminal.until_text("option costly.cards was 1, is 5");
    terminal.end(CTRL_C);
    terminal.line("option costly.cards", "costly.cards = 5");
    terminal.leave();
}

/// Lines of a run's table, without the first ones, which say how it was played.
fn figures(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.trim_end().to_string());
    let lines = lines.skip_while(|line| !line.starts_with("a round has"));
    lines.take_while(|line| !line.starts_with("stopped; ")).collect()
}

#[test]
fn the_simulator_shows_how_far_it_is_until_control_c() {
    let home = home();
    let args = ["sim", "--rounds", "100000000", "--threads", "1", "--bots", "greedy"];
    let terminal = Start { args: &args, ..start(&home) }.spawn();
    terminal.until("a bar with count, rate and time left", |shown| {
        let line = shown.line();
        let (begin, left) = line.split_once("/100,000,000 ").unwrap_or_default();
        let done = begin.rsplit(' ').next().unwrap_or_default().replace(',', "");
        begin.starts_with(['█', '░'])
            && done.parse::<u64>().is_ok_and(|done| done > 100)
            && left.contains("/s, ")
            && left.ends_with(" left")
    });
    terminal.keys(CTRL_C);
    let text = terminal.ended_with(130);
    let told = |start: &str| text.lines().any(|line| line.trim_start().starts_with(start));
    assert!(told("stopped early: these are figures of what was done"), "{text}");
    assert!(told("stopped; these are the figures of what was done"), "{text}");
    // The figures are those of so many rounds, as if no more had been asked for.
    let done = text.lines().find_map(|line| line.split_once(" rounds; ")).expect("a count");
    let done = done.0.trim().replace(',', "");
    let again = std::process::Command::new(env!("CARGO_BIN_EXE_houserules"))
        .args(["sim", "--rounds", &done, "--bots", "greedy"])
        .output()
        .expect("the program");
    let again = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(figures(&text).len() > 20, "{text}");
    assert_eq!(figures(&text), figures(&again));
}

#[test]
fn nothing_is_left_of_the_bar_when_the_simulator_is_done() {
    let home = home();
    let args = ["sim", "--rounds", "3000"];
    let terminal = Start { args: &args, rows: 90, ..start(&home) }.spawn();
    terminal.until("the end", |shown| shown.ended);
    let shown = terminal.now().text();
    assert!(shown.contains("standard; 4 seats, bots random, seed 1"), "{shown}");
    assert!(!shown.contains(" left") && !shown.contains('░'), "{shown}");
    terminal.ended();
}

#[test]
fn a_long_run_shows_how_far_it_is_and_tells_what_was_done_when_it_is_stopped() {
    let home = home();
    let terminal = Start { rows: 90, ..start(&home) }.run();
    terminal.keys("sim 400000000\r");
    terminal.until("the bar", |shown| shown.all().contains("/400,000,000"));
    terminal.keys(CTRL_C);
    terminal.until_text("stopped early: these are figures of what was done");
    terminal.until_line("turn 3>");
    terminal.leave();
}
