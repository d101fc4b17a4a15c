//! What a person reads: sessions line by line, as snapshots.
//!
//! `INSTA_UPDATE=always cargo test --test screens` writes them anew; read the difference.

use houserules::repl::{Options, Session};

/// What each line brings.
fn screen(text: &str) -> String {
    let mut session = Session::start(&Options::default()).unwrap();
    let mut out = String::new();
    for line in text.lines() {
        let output = session.line(line);
        out.push_str(&format!("> {line}\n"));
        if !output.text.is_empty() {
            out.push_str(&format!("{}\n", output.text));
        }
        if let Some(refusal) = output.error {
            out.push_str(&format!("! {} ({})\n", refusal.text, refusal.code.text()));
        }
    }
    out
}

#[test]
fn what_a_person_reads() {
    let mut count = 0;
    for entry in std::fs::read_dir("tests/screens").unwrap().flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.extension().is_none_or(|ext| ext != "session") {
            continue;
        }
        let screen = screen(&std::fs::read_to_string(&path).unwrap());
        for line in screen.lines().filter(|line| !line.starts_with(['>', '!'])) {
            assert!(line.chars().count() <= 80, "{name}: more than 80 columns: {line}");
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("screens");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name, screen));
        count += 1;
    }
    assert!(count >= 5);
}
