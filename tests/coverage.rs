//! docs/RULES.md is whole: every rule (R), disagreement (D) and case (E) is cited by a test that
//! exists, and no number is cited anywhere that does not exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How many numbers each chapter of rules has: R1.1 to R1.11, R2.1 to R2.5 …
const RULES: [usize; 23] = [11, 5, 6, 6, 7, 6, 7, 6, 5, 3, 5, 6, 6, 5, 4, 5, 7, 5, 4, 4, 6, 2, 7];
/// Disagreements, and ambiguities.
const DISAGREEMENTS: usize = 26;
const AMBIGUITIES: usize = 46;
/// The last case, and the numbers that no case has.
const CASES: usize = 196;
const NO_CASES: [usize; 20] = [
    18, 35, 63, 64, 105, 107, 108, 112, 126, 131, 137, 142, 149, 152, 157, 163, 168, 178, 179, 180,
];

/// Every number there is, without letters behind it.
fn numbers() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (chapter, n) in RULES.iter().enumerate() {
        all.insert(format!("R{}", chapter + 1));
        all.extend((1..=*n).map(|rule| format!("R{}.{rule}", chapter + 1)));
    }
    all.extend((1..=DISAGREEMENTS).map(|n| format!("D{n}")));
    all.extend((1..=AMBIGUITIES).map(|n| format!("A{n}")));
    all.extend(cases().map(|n| format!("E{n}")));
    all
}

fn cases() -> impl Iterator<Item = usize> {
    (1..=CASES).filter(|n| !NO_CASES.contains(n))
}

/// The numbers that a text cites: a letter, digits, perhaps a point and more digits.
fn cited(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let chars: Vec<char> = text.chars().collect();
    let digits = |from: usize| chars[from..].iter().take_while(|c| c.is_ascii_digit()).count();
    for at in 0..chars.len() {
        let word = |c: char| c.is_alphanumeric() || "_+-#%&'\\\"/:".contains(c);
        if !"RDAE".contains(chars[at]) || (at > 0 && word(chars[at - 1])) {
            continue;
        }
        let n = digits(at + 1);
        let mut end = at + 1 + n;
        if n == 0 || n > 3 {
            continue;
        }
        if chars[at] == 'R' && chars.get(end) == Some(&'.') {
            let more = digits(end + 1);
            end += if more > 0 { more + 1 } else { 0 };
        }
        // A letter behind it is a part of it (R5.5a, A15b); more than that is another word.
        let behind: String = chars[end..].iter().take(2).collect();
        let mut behind = behind.chars();
        let part = |c: Option<char>| c.is_none_or(|c| !(c.is_alphanumeric() || c == '_'));
        let letter = behind.next();
        let fits =
            part(letter) || (letter.is_some_and(|c| "abcd".contains(c)) && part(behind.next()));
        if fits {
            found.insert(chars[at..end].iter().collect());
        }
    }
    found
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "lua" || e == "session") {
            found.push(path);
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn no_number_is_cited_that_does_not_exist() {
    let known = numbers();
    let mut all = vec![PathBuf::from("docs/RULES.md"), "docs/HOOKS.md".into(), "README.md".into()];
    for folder in ["src", "variants", "scripts", "tests/scenarios", "tests/rules"] {
        files(Path::new(folder), &mut all);
    }
    assert!(all.len() > 300, "{} files", all.len());
    for path in all {
        for number in cited(&read(&path)) {
            assert!(known.contains(&number), "{}: there is no {number}", path.display());
        }
    }
}

/// The rows of a table of docs/RULES.md: the number, and the whole row.
fn rows() -> Vec<(String, String)> {
    let page = read(Path::new("docs/RULES.md"));
    let row = |line: &str| {
        let number = line.strip_prefix("| ")?.split(' ').next()?;
        let fits = number.starts_with(['R', 'D', 'A']) && number.len() > 1;
        fits.then(|| (number.to_string(), line.to_string()))
    };
    page.lines().filter_map(row).collect()
}

#[test]
fn every_rule_and_disagreement_has_a_row_with_a_test_that_exists() {
    let rows = rows();
    let wanted = numbers().into_iter().filter(|n| n.starts_with('D') || n.contains('.'));
    for number in wanted {
        let row = rows.iter().find(|(of, _)| *of == number);
        let Some((_, row)) = row else { panic!("docs/RULES.md has no row for {number}") };
        let tests = row.trim_end_matches(" |").rsplit("| ").next().unwrap_or_default();
        let names: Vec<&str> = tests.split('`').filter(|name| !name.trim().is_empty()).collect();
        assert!(!names.is_empty(), "{number} has no test");
        for name in names {
            let file = if name.contains('/') {
                PathBuf::from(name)
            } else {
                PathBuf::from(format!("tests/scenarios/{name}.session"))
            };
            assert!(file.is_file(), "{number}: there is no test {name}");
            let first = read(&file).lines().next().unwrap_or_default().to_string();
            let of_rule = |c: &String| *c == number || number.starts_with('D');
            assert!(
                name.contains('/') || cited(&first).iter().any(of_rule),
                "{number}: the test {name} does not say that it holds it: {first}"
            );
        }
    }
    for number in (1..=AMBIGUITIES).map(|n| format!("A{n}")) {
        assert!(rows.iter().any(|(of, _)| *of == number), "docs/RULES.md has no row for {number}");
    }
}

#[test]
fn every_case_is_a_scenario() {
    let mut scenarios = Vec::new();
    files(Path::new("tests/scenarios"), &mut scenarios);
    let first: Vec<String> = scenarios
        .iter()
        .map(|path| read(path).lines().next().unwrap_or_default().to_string())
        .collect();
    let cites: BTreeSet<String> = first.iter().flat_map(|line| cited(line)).collect();
    for number in cases().map(|n| format!("E{n}")) {
        // Runs in many threads are compared in tests/matches.rs.
        let elsewhere =
            number == "E176" && cited(&read(Path::new("tests/matches.rs"))).contains("E176");
        assert!(cites.contains(&number) || elsewhere, "{number} is no scenario");
    }
}

/// Every option of every rule is named with its range and a word of help.
#[test]
fn every_option_says_what_it_does() {
    use houserules::script::load::{GameSource, load};
    let source = GameSource { game: "latvian".into(), ..GameSource::default() };
    let game = load(&source).expect("the game loads").game;
    for rule in game.rules() {
        for option in &rule.options {
            assert!(option.help.len() > 10, "{}.{}", rule.name, option.name);
            assert!(!option.range.to_string().is_empty());
        }
    }
}

/// The table of options: every one of the four games and of the house rules, with its values.
fn option_table() -> String {
    use houserules::engine::definition::Game;
    use houserules::script::load::{GameSource, load};
    let played = |game: &str, rules: &[&str]| {
        let rules = rules.iter().map(ToString::to_string).collect();
        let source = GameSource { game: game.into(), rules, ..GameSource::default() };
        load(&source).unwrap_or_else(|errors| panic!("{game}: {errors:?}")).game
    };
    let games = ["standard", "serbian", "estonian", "latvian"].map(|game| played(game, &[]));
    let more = [
        "challenge_take_back",
        "jump_in",
        "seven_swap",
        "zero_rotation",
        "stacking",
        "no_black_finish",
        "swap_hands",
        "draw_until_playable",
        "most_cards_out",
    ];
    let all = [played("standard", &more), played("standard", &["zero_slap"])];
    let value = |game: &Game, rule: &str, option: &str| {
        let rule = game.rules().iter().find(|known| known.name == rule && known.in_force());
        rule.and_then(|rule| rule.option(option)).map_or("·".into(), |v| v.show(&game.deck))
    };
    let mut lines = vec![
        "| option | also | values | standard | serbian | estonian | latvian |".to_string(),
        "| --- | --- | --- | --- | --- | --- | --- |".to_string(),
    ];
    for game in &all {
        for rule in game.rules() {
            for option in &rule.options {
                let also = option.also.clone().unwrap_or_default();
                let range = option.range.to_string().replace(" | ", ", ");
                let cells = games.each_ref().map(|game| value(game, &rule.name, &option.name));
                let line = format!(
                    "| `{}.{}` | {also} | {range} | {} |",
                    rule.name,
                    option.name,
                    cells.join(" | ")
                );
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
    }
    lines.join("\n")
}

#[test]
fn the_table_of_options_is_as_the_games_are() {
    let (begin, end) = ("<!-- options -->\n", "\n<!-- end of options -->");
    let page = read(Path::new("docs/RULES.md"));
    let (before, rest) = page.split_once(begin).expect("the table's beginning");
    let (table, after) = rest.split_once(end.trim_start()).expect("the table's end");
    let wanted = option_table();
    if std::env::var_os("HOUSERULES_RENEW").is_some() {
        let page = format!("{before}{begin}{wanted}{end}{after}");
        std::fs::write("docs/RULES.md", page).expect("docs/RULES.md is written");
        return;
    }
    assert_eq!(table.trim_end(), wanted, "renew with HOUSERULES_RENEW=1");
}
