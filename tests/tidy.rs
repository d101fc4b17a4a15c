//! The walls of ARCHITECTURE.md, as assertions on the source: floors, forbidden words, sizes.

use std::path::{Path, PathBuf};

/// A source file: its path in the repository, and its text without its test module.
struct File {
    path: String,
    text: String,
    code: String,
}

fn files(folder: &str) -> Vec<File> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        let entries = std::fs::read_dir(folder).expect("a folder of the repository");
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(Path::new(folder), &mut found);
    found.sort();
    found.into_iter().map(|path| read(&path)).collect()
}

fn read(path: &Path) -> File {
    let text = std::fs::read_to_string(path).expect("a text file");
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = code.collect::<Vec<_>>().join("\n");
    File { path: path.to_string_lossy().replace('\\', "/"), text, code }
}

/// Every line of `src/` with one of these words, outside of the files where they belong.
fn outside(words: &[&str], belongs: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files("src") {
        if belongs.iter().any(|place| file.path.starts_with(place)) {
            continue;
        }
        for line in file.code.lines() {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{}: {}", file.path, line.trim()));
            }
        }
    }
    found
}

fn nothing(what: &str, found: Vec<String>) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn lua_is_known_in_script_only() {
    nothing("mlua belongs in src/script/", outside(&["mlua", "full_moon"], &["src/script/"]));
}

#[test]
fn unsafe_is_in_one_place() {
    let sandbox = ["budget", "gate", "raw"].map(|file| format!("src/script/sandbox/{file}.rs"));
    let [budget, gate, raw] = &sandbox;
    let belongs = ["src/script/sandbox.rs", budget, gate, raw];
    let found = outside(&["unsafe ", "unsafe_code"], &belongs);
    nothing("unsafe belongs in src/script/sandbox.rs and its budget, gate and raw", found);
}

#[test]
fn only_the_outermost_files_print() {
    let words = ["println!", "eprintln!", "print!(", "dbg!("];
    let belongs = ["src/main.rs", "src/cli", "src/repl/prompt.rs", "src/engine/tests.rs"];
    nothing("printing", outside(&words, &belongs));
    nothing("rustyline", outside(&["rustyline"], &["src/repl/"]));
}

#[test]
fn the_engine_has_no_files_and_no_clock() {
    let words = ["std::fs", "std::io", "std::net", "std::env", "std::time", "Instant"];
    let above = [
        "src/script/",
        "src/repl/",
        "src/cli",
        "src/main.rs",
        "src/engine/tests.rs",
        // How often whoever watches a run is told of it; no figure depends on it.
        "src/sim/run.rs",
        // Where rows go.
        "src/sim/rows.rs",
        "src/sim/parquet_rows.rs",
    ];
    nothing("files, clock, environment", outside(&words, &above));
}

#[test]
fn a_state_is_changed_in_one_folder() {
    let found =
        outside(&["Rc::make_mut", "Rc::get_mut", "fn st(", ".st()"], &["src/engine/change/"]);
    nothing("a state is changed in src/engine/change/", found);
}

/// The floors, lowest first: a file may name its own floor and those before it.
const FLOORS: [&str; 9] =
    ["limits", "rng", "cards", "table", "engine", "bot", "script", "sim", "repl"];

#[test]
fn arrows_point_down() {
    let mut found = Vec::new();
    for file in files("src") {
        let of = file.path.trim_start_matches("src/");
        let of = of.split(['/', '.']).next().unwrap_or_default();
        let Some(floor) = FLOORS.iter().position(|name| *name == of) else { continue };
        if file.path.ends_with("/tests.rs") {
            continue;
        }
        for above in &FLOORS[floor + 1..] {
            let names = format!("crate::{above}::");
            if file.code.contains(&names) {
                found.push(format!("{} names {names}", file.path));
            }
        }
    }
    nothing("arrows point down", found);
}

/// Files whose rows are text for people, one row a line.
const ROWS: [&str; 3] =
    ["src/engine/definition/hook.rs", "src/repl/command.rs", "src/script/library.rs"];

#[test]
fn a_file_says_its_job_and_has_a_bearable_size() {
    let mut found = Vec::new();
    for file in files("src").iter().chain(&files("tests")) {
        if !file.text.starts_with("//! ") {
            found.push(format!("{}: the first line says the file's job: //! …", file.path));
        }
        if file.text.lines().count() > 700 {
            found.push(format!("{}: more than 700 lines", file.path));
        }
        if ROWS.contains(&file.path.as_str()) {
            continue;
        }
        for (at, line) in file.text.lines().enumerate() {
            // A text that a test compares with may be as long as it is.
            let quoted = file.path.starts_with("tests/") && line.contains('"');
            if line.chars().count() > 100 && !quoted {
                found.push(format!("{}:{}: more than 100 columns", file.path, at + 1));
            }
        }
    }
    nothing("files", found);
}

/// Tables are as long as what they list.
const TABLES: [&str; 6] = ["name", "fields", "seat", "verb", "replacement_of", "hook_of"];

#[test]
fn a_function_fits_on_a_screen() {
    let mut found = Vec::new();
    for file in files("src") {
        let mut open: Option<(String, usize, usize)> = None;
        for (at, line) in file.text.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let words = line.trim_start();
            let starts = words.starts_with("fn ")
                || (words.starts_with("pub") && words.contains(" fn "))
                || words.starts_with("const fn ");
            if open.is_none() && starts && !line.ends_with('}') && !line.ends_with(';') {
                let name = words.split("fn ").nth(1).unwrap_or_default();
                let name = name.split(['(', '<']).next().unwrap_or_default();
                open = Some((name.into(), at, indent));
            } else if let Some((name, from, depth)) = &open
                && indent == *depth
                && words.starts_with('}')
            {
                let long = at - from + 1;
                if long > 70 && !TABLES.contains(&name.as_str()) {
                    found.push(format!("{}:{}: {name} has {long} lines", file.path, from + 1));
                }
                open = None;
            }
        }
    }
    nothing("functions of more than 70 lines", found);
}
