//! What people read is run: every session and every rule in the README and in docs/.

use houserules::repl::{Options, Session, run_text};
use std::path::{Path, PathBuf};

/// A fenced block: its first line in the file, and its text.
type Block = (usize, String);

fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir("docs").expect("docs/").map(|entry| entry.expect("a file").path());
    let mut pages: Vec<PathBuf> =
        docs.filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
    let names = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
    pages.extend(names.map(PathBuf::from));
    pages.sort();
    pages
}

fn blocks(page: &Path, language: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(page).expect("a page");
    let mut found: Vec<Block> = Vec::new();
    let mut open = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(fence) = line.strip_prefix("```") {
            open = !open && fence == language;
            if open {
                found.push((at + 2, String::new()));
            }
        } else if open && let Some((_, block)) = found.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    found
}

#[test]
fn sessions_in_the_docs_run() {
    let mut run = 0;
    for page in pages() {
        for (line, block) in blocks(&page, "session") {
            let mut session = Session::start(&Options::default()).expect("a session");
            let done = run_text(&mut session, &block, |_, _| true);
            if let Err(failure) = done {
                let at = line + failure.line - 1;
                panic!("{}:{at}: {}", page.display(), failure.refusal.text);
            }
            run += 1;
        }
    }
    assert!(run >= 3, "the README and docs/SESSIONS.md show sessions");
}

#[test]
fn rules_in_the_docs_load() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut loaded = 0;
    for page in pages() {
        for (line, block) in blocks(&page, "lua") {
            let file = folder.path().join("shown.lua");
            std::fs::write(&file, &block).expect("a file");
            let mut session = Session::start(&Options::default()).expect("a session");
            let load = format!("load {}", file.display());
            let done = run_text(&mut session, &load, |_, _| true);
            if let Err(failure) = done {
                panic!("{}:{line}: {}", page.display(), failure.refusal.text);
            }
            loaded += 1;
        }
    }
    assert!(loaded >= 1, "the README shows a rule");
}

/// A game shown in the docs is played as it says, and in each of its matches.
#[test]
fn games_in_the_docs_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut played = 0;
    for page in pages() {
        for (line, block) in blocks(&page, "lua game") {
            let file = folder.path().join("family.lua");
            std::fs::write(&file, &block).expect("a file");
            let lines = |name: &str| {
                format!(
                    "new {}{name} seats 4 seed 1\nauto 50000\nexpect status over\n",
                    file.display()
                )
            };
            let mut session = Session::start(&Options::default()).expect("a session");
            let mut names = vec![String::new()];
            run_text(&mut session, &lines(""), |_, _| true)
                .unwrap_or_else(|f| panic!("{}:{line}: {}", page.display(), f.refusal.text));
            let game = session.table().game();
            names.extend(game.matches.iter().map(|one| format!(":{}", one.name)));
            for name in names {
                let mut session = Session::start(&Options::default()).expect("a session");
                run_text(&mut session, &lines(&name), |_, _| true)
                    .unwrap_or_else(|f| panic!("{}{name}: {}", page.display(), f.refusal.text));
                played += 1;
            }
        }
    }
    assert!(played >= 3, "docs/GAMES.md shows a game");
}

/// The links of the pages lead to files of the repository.
#[test]
fn links_in_the_docs_lead_somewhere() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        let folder = page.parent().unwrap_or(Path::new(""));
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap_or_default();
            let file = folder.join(link);
            let fine = link.starts_with("http") || file.exists();
            assert!(fine, "{}: there is no {link}", page.display());
        }
    }
}
