//! The simulator at the command line: exit codes, outputs, Ctrl-C, the page in a browser.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn houserules(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_houserules"));
    command.args(args.split_whitespace()).stdin(Stdio::null());
    command
}

fn done(args: &str) -> Output {
    houserules(args).output().expect("the program runs")
}

fn texts(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn json(args: &str) -> serde_json::Value {
    let (code, out, err) = texts(&done(args));
    assert_eq!(code, Some(0), "{err}");
    serde_json::from_str(&out).expect("JSON")
}

#[test]
fn the_json_has_what_is_promised() {
    let found = json("sim --rounds 300 --seed 5 --json --threads 1");
    assert_eq!(found["rounds"], 300);
    assert!(found["rounds_per_second"].as_f64().unwrap() > 0.0);
    for name in ["turns", "plays", "reshuffles", "points"] {
        let figure = &found[name];
        let (low, mean) = (figure["low"].as_f64().unwrap(), figure["mean"].as_f64().unwrap());
        assert!(low <= mean && mean <= figure["high"].as_f64().unwrap(), "{name}");
    }
    let wins: Vec<u64> =
        found["wins"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    assert_eq!((wins.len(), wins.iter().sum::<u64>()), (4, 300));
    assert_eq!(found["stalled"], 0);
    let longest = &found["extremes"]["longest"];
    let replay = longest["replay"].as_str().unwrap().strip_prefix("houserules ").unwrap();
    let (code, out, _) = texts(&done(replay));
    let end = format!("{} turns, ", longest["value"]);
    assert_eq!(code, Some(0));
    assert!(out.lines().last().unwrap().starts_with(&end), "{out}");
}

#[test]
fn a_round_of_a_match_is_shown_again() {
    let found =
        json("sim --matches 5 --bots greedy,careful,hoarder,uniform --rules jump_in --json");
    let longest = &found["extremes"]["longest"];
    let replay = longest["replay"].as_str().unwrap().strip_prefix("houserules ").unwrap();
    let (code, out, err) = texts(&done(replay));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.lines().last().unwrap().starts_with(&format!("{} turns, ", longest["value"])));
}

/// The other matches of a game, by few seats and many.
#[test]
fn any_match_of_a_game_is_simulated() {
    for (game, which, seats) in [
        ("serbian", "elimination", 2),
        ("serbian", "elimination", 15),
        ("serbian", "elimination_two", 3),
        ("serbian", "partners", 4),
        ("serbian", "rotation", 4),
        ("latvian", "places", 2),
        ("latvian", "places", 10),
        ("latvian", "going_on", 15),
    ] {
        let run = format!(
            "sim --game {game} --match {which} --seats {seats} --matches 6 --bots greedy --json"
        );
        let found = json(&run);
        let of = &found["matches"];
        assert_eq!((&of["matches"], &of["endless"]), (&6.into(), &0.into()), "{run}");
        assert_eq!(found["wins"].as_array().unwrap().len(), seats, "{run}");
        assert_eq!(found["run"]["cases"][0]["game"], format!("{game}:{which}"));
        // Its rounds are shown again.
        let longest = &found["extremes"]["longest"];
        let replay = longest["replay"].as_str().unwrap().strip_prefix("houserules ").unwrap();
        let (code, out, err) = texts(&done(replay));
        assert_eq!(code, Some(0), "{replay}: {err}");
        let end = format!("{} turns, ", longest["value"]);
        assert!(out.lines().last().unwrap().starts_with(&end), "{replay}");
    }
}

#[test]
fn parts_merge_to_the_file_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let run = "sim --rounds 400 --bots greedy --rules seven_swap";
    for part in 1..=3 {
        let shard =
            format!("{run} --shard {part}/3 --threads {part} --out {}", file(&part.to_string()));
        assert_eq!(texts(&done(&shard)).0, Some(0));
    }
    assert_eq!(texts(&done(&format!("{run} --out {}", file("whole")))).0, Some(0));
    let parts = [file("3"), file("1"), file("2")].join(" ");
    assert_eq!(texts(&done(&format!("merge {parts} --out {}", file("merged")))).0, Some(0));
    let bytes = |name: &str| std::fs::read(file(name)).unwrap();
    assert!(bytes("whole") == bytes("merged"));
    let other = "sim --rounds 400 --bots greedy --shard 3/3";
    assert_eq!(texts(&done(&format!("{other} --out {}", file("other")))).0, Some(0));
    for (parts, told) in [
        (["1", "2", "2"], "are both part 2 of 3"),
        (["1", "2", "other"], "do not belong together: their games are"),
        (["1", "3", "whole"], "they are cut into"),
        (["1", "1", "1"], "are both part 1 of 3"),
    ] {
        let (code, out, err) = texts(&done(&format!("merge {}", parts.map(file).join(" "))));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains(told), "{err}");
    }
    let (code, _, err) = texts(&done(&format!("merge {} {}", file("1"), file("2"))));
    assert_eq!(code, Some(2));
    assert!(err.contains("missing: 3"), "{err}");
}

#[test]
fn a_duel_says_who_gains_from_which_rule() {
    let run = "duel --bots greedy,random --rounds 300 --against stacking --against jump_in";
    let (code, out, err) = texts(&done(run));
    assert_eq!(code, Some(0), "{err}");
    let head = out.lines().find(|line| line.starts_with("wins in % under")).expect("a table");
    let words: Vec<&str> = head.split_whitespace().skip(4).collect();
    assert_eq!(words, ["standard", "stacking", "jump_in"], "{out}");
    for said in [" points ", " under stacking than under standard", "under jump_in than under"] {
        assert!(out.contains(said), "{said}: {out}");
    }
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
    // Every gain is the difference of two win rates.
    let found = json(&format!("{run} --json"));
    let duels = found["duels"].as_array().unwrap();
    for duel in duels {
        for bot in 0..2 {
            let of = |duel: &serde_json::Value, what: &str| {
                duel["bots"][bot][what]["mean"].as_f64().unwrap()
            };
            let gain = of(duel, "win_rate") - of(&duels[0], "win_rate");
            assert!((gain - of(duel, "gain")).abs() < 1e-7, "{duel}");
        }
    }
}

#[test]
fn bad_input_is_told_and_ends_with_2() {
    for (args, told) in [
        ("sim --rounds 0", "0 rounds give no figures"),
        ("sim --seats 16", "2 to 15"),
        ("sim --seats 15 --option deal.cards=10", "need 151 cards; the deck has 108"),
        ("sim --bots gredy", "did you mean greedy?"),
        ("sim --bots random,greedy", "2 bots for 4 seats"),
        ("sim --react jmp=1", "did you mean jump?"),
        ("sim --shard 4/3", "there is no part 4 of 3"),
        ("sim --rules stackin", "did you mean stacking?"),
        ("sim --option deal.cards=5,6 --option drawing.play_any=a,b", "only one option"),
        ("compare --rules stacking --against stacking", "compared with itself"),
        ("duel --bots greedy,random,careful", "cannot be shared evenly"),
        ("sim --shard 17/16", "there is no part 17 of 16: parts count from 1 to 16"),
        ("sim --matches 0", "0 matches give no figures"),
        ("sim --threads 0", "0 threads"),
        ("sim --rounds many", "invalid value 'many'"),
        ("sim --bots greedy:playouts=2", "greedy has no settings"),
        ("sim --bots rollout:playout=2", "did you mean playouts?"),
        ("sim --bots rollout:depth=0", "a whole number from 1 to 400"),
        ("sim --bots rolout:depth=5", "did you mean rollout?"),
        ("sim --game serbian --match eliminaton --matches 5", "did you mean elimination?"),
        ("sim --match places", "standard has no match \"places\" (it has none)"),
        ("sim --game latvain --match places", "did you mean latvian?"),
        ("sim --game serbian --match partners --seats 5", "5"),
        ("sim --game serbian --match elimination_two --seats 2", "seats"),
        ("duel --rules stacking --against stackin", "did you mean stacking?"),
        ("duel --against none", "none would be compared with itself"),
        ("merge Cargo.toml", "is no result"),
        ("merge nowhere.json", "nowhere.json"),
        ("replay", "--seed"),
        ("sim --rounds 10 --out /nowhere/x.json", "/nowhere/x.json"),
    ] {
        let (code, _, err) = texts(&done(args));
        assert_eq!(code, Some(2), "{args}: {err}");
        assert!(err.contains(told), "{args}: {err}");
        assert!(!err.contains("panicked"), "{args}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_costs_no_figure() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let mut outputs = vec!["--out /dev/full", "--html /dev/full", "--rows /dev/full"];
    let folder = tempfile::tempdir().unwrap();
    let parquet = folder.path().join("full.parquet");
    let parquet = format!("--rows {}", parquet.to_string_lossy());
    if cfg!(feature = "parquet") {
        // The name must say parquet.
        std::os::unix::fs::symlink("/dev/full", &parquet["--rows ".len()..]).unwrap();
        outputs.push(&parquet);
    }
    for option in outputs {
        let (code, out, err) = texts(&done(&format!("sim --rounds 200 {option}")));
        assert_eq!(code, Some(2), "{option}");
        assert!(out.contains("a round has"), "{option}: {out}");
        assert!(err.contains("full") && err.contains("No space left"), "{option}: {err}");
    }
    for format in ["", "--json", "--csv"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let run = houserules(&format!("sim --rounds 200 {format}")).stdout(full).output().unwrap();
        let (code, _, err) = texts(&run);
        assert!(code == Some(2) && err.contains("standard output: No space left"), "{err}");
    }
}

/// Every row of a run by its columns' names.
fn rows(run: &str, file: &Path) -> Vec<std::collections::BTreeMap<String, String>> {
    assert_eq!(texts(&done(&format!("{run} --rows {}", file.display()))).0, Some(0));
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(String::from));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect()
}

/// What `compare` says is what anybody finds who subtracts the rows of two runs.
#[test]
fn a_comparison_is_that_of_two_files_of_rows() {
    let folder = tempfile::tempdir().unwrap();
    let bots = "--bots greedy --rounds 600 --seed 9";
    let found = json(&format!("compare --rules stacking --against none {bots} --json"));
    let with = rows(&format!("sim --rules stacking {bots}"), &folder.path().join("a.csv"));
    let without = rows(&format!("sim {bots}"), &folder.path().join("b.csv"));
    assert_eq!((with.len(), without.len()), (600, 600));
    let pair = &found["differences"][0];
    assert_eq!((&pair["of"], &pair["against"]), (&"stacking".into(), &"none".into()));
    let mut asked = 0;
    for row in pair["rows"].as_array().unwrap() {
        let name = row["name"].as_str().unwrap();
        let value = |cells: &std::collections::BTreeMap<String, String>| match name {
            "stalled" => f64::from(["blocked", "limit"].contains(&cells["end"].as_str())),
            _ if name.starts_with("wins.") => f64::from(cells["winner"] == name["wins.".len()..]),
            _ => cells[name].parse::<f64>().unwrap(),
        };
        let pairs = with.iter().zip(&without);
        let differences = pairs.map(|(a, b)| {
            assert_eq!((&a["number"], &a["seed"]), (&b["number"], &b["seed"]), "the same deals");
            value(a) - value(b)
        });
        let differences: Vec<f64> = differences.collect();
        let mean = differences.iter().sum::<f64>() / 600.0;
        let spread: f64 = differences.iter().map(|x| (x - mean) * (x - mean)).sum();
        // Student's quantile for 599 degrees of freedom (R: qt(0.975, 599)).
        let half = 1.963_93 * (spread / 599.0).sqrt() / 600f64.sqrt();
        let near = |key: &str, want: f64| {
            let is = row[key].as_f64().unwrap();
            assert!((is - want).abs() <= 1e-4 * (1.0 + want.abs()), "{name} {key}: {is}, {want}");
        };
        near("mean", mean);
        near("low", mean - half);
        near("high", mean + half);
        asked += 1;
    }
    assert!(asked > 15, "{asked} figures");
    let sentences = pair["sentences"].as_array().unwrap();
    let turns = sentences[0].as_str().unwrap();
    assert!(turns.starts_with("stacking makes rounds ") && turns.contains(" turns "), "{turns}");
    // How often the rule fires is what its hook has changed, for each round.
    let hooks = found["cases"][0]["hooks"].as_array().unwrap();
    let own = hooks.iter().find(|row| row["rule"] == "stacking").unwrap();
    assert_eq!(own["hook"], "can_answer");
    let fired = own["changed"].as_f64().unwrap() / 600.0;
    let want =
        format!("stacking allows or forbids something {fired:.3} times a round (can_answer).");
    assert_eq!(sentences.last().unwrap(), &want);
    // Significance is told of all figures together; words say where that makes a difference.
    for row in pair["rows"].as_array().unwrap() {
        let (p, adjusted) = (row["p"].as_f64().unwrap(), row["p_adjusted"].as_f64().unwrap());
        assert!(adjusted >= p && row["significant"] == (adjusted < 0.05), "{row}");
    }
    let among = pair["rows"].as_array().unwrap().iter().filter(|row| {
        row["name"] != "decisions"
            && row["p"].as_f64().unwrap() < 0.05
            && row["significant"] == false
    });
    let told = sentences.iter().filter(|s| s.as_str().unwrap().contains("among so many"));
    assert_eq!(told.count(), among.count());
}

/// Two files of one rule are what a designer compares most; a third case that is one of them again
/// would have its name.
#[test]
fn two_files_of_one_rule_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, cards: &str| {
        let path = folder.path().join(name).join("costly.lua");
        std::fs::create_dir(path.parent().unwrap()).unwrap();
        let hook = "on_card_effect = { when = { symbol = '8' }, run = function(game)";
        let text = format!("return {{ {hook} game:draw('next', {cards}, 'rule') end }} }}");
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let (one, two) = (file("one", "1"), file("two", "2"));
    let pair = format!("compare --rules {one} --against {two}");
    let found = json(&format!("{pair} --rounds 20 --json"));
    assert_eq!(found["cases"][0]["label"], "costly");
    assert_eq!(found["cases"][1]["label"], two);
    let (code, _, err) = texts(&done(&format!("{pair} --against {two} --rounds 20")));
    assert!(code == Some(2) && err.contains("compared with itself"), "{err}");
}

/// `cargo test --features parquet --test sim_cli parquet`
#[cfg(feature = "parquet")]
#[test]
fn duckdb_reads_the_same_from_parquet_as_from_csv() {
    let python = |args: &[&str]| Command::new("python3").args(args).output();
    if !python(&["-c", "import duckdb"]).is_ok_and(|run| run.status.success()) {
        println!("skipped: no python3 with duckdb (pip install duckdb)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let files = ["rows.parquet", "rows.csv"];
    let files = files.map(|name| folder.path().join(name).to_string_lossy().into_owned());
    for file in &files {
        let compare = "compare --rules stacking --against none --bots greedy --rounds 700";
        assert_eq!(texts(&done(&format!("{compare} --rows {file}"))).0, Some(0));
    }
    let (code, out, err) = texts(&python(&["tests/rows.py", &files[0], &files[1]]).unwrap());
    assert_eq!(code, Some(0), "{out}{err}");
    let told = "1400 rows, 27 columns, seeds are UBIGINT; 0 rows differ from the CSV";
    assert!(out.contains(told), "{out}");
}

#[test]
fn a_fault_names_rule_line_round_and_seed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trap.lua");
    let text = "return { on_card_effect = { when = { symbol = \"wild\" },\n  run = function(game, play) if game:count(play.seat) == 1 then error(\"sprung\") end end } }\n";
    std::fs::write(&path, text).unwrap();
    let run = format!("sim --rounds 500 --rules {}", path.to_string_lossy());
    let (code, out, err) = texts(&done(&run));
    assert_eq!(code, Some(1), "{err}");
    for told in ["rule trap", "trap.lua:2", "sprung", "seed ", "rounds before it were sound"] {
        assert!(err.contains(told), "{told}: {err}");
    }
    assert!(out.contains("a round has"), "what was sound is shown: {out}");
    let (code, out, _) = texts(&done(&format!("{run} --keep-going")));
    assert_eq!(code, Some(0));
    assert!(out.contains("rounds left out, first: round "), "{out}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_was_done() {
    let mut child = houserules("sim --rounds 100000000 --threads 1")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert!(child.wait().is_ok());
    let (code, out, err) = texts(&child.wait_with_output().unwrap());
    assert_eq!(code, Some(130), "{err}");
    assert!(out.contains("stopped early") && out.contains("rounds won"), "{out}");
    assert!(!err.contains('█'), "no bar without a terminal: {err}");
}

/// A browser, if there is one.
fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&folders)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|path| path.is_file())
}

/// Looks at a page from inside: what it measures is put into the document.
const LOOK: &str = r##"<script>
const luminance = color => {
  const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map(x => x / 255)
    .map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const paper = luminance(getComputedStyle(document.body).backgroundColor);
const contrast = color => {
  const other = luminance(color);
  return (Math.max(paper, other) + 0.05) / (Math.min(paper, other) + 0.05);
};
let worst = 99, drawn = 0, out = 0, placeholders = 0, crossed = 0;
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.getBoundingClientRect();
  if (box.width > 300 && box.height > 100) drawn++;
  const texts = [...svg.querySelectorAll('text')].map(e => e.getBoundingClientRect());
  const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  texts.forEach((a, at) => crossed += texts.slice(at + 1).filter(b => cross(a, b)).length);
  for (const e of svg.querySelectorAll('text, rect[fill="#030303"], circle')) {
    const style = getComputedStyle(e), inner = e.getBoundingClientRect();
    worst = Math.min(worst, contrast(style.fill) / (e.tagName === 'text' ? 4.5 : 3));
    if (/^rgb\(([1-4]), \1, \1\)$/.test(style.fill)) placeholders++;
    if (inner.left < box.left - 1 || inner.right > box.right + 1) out++;
  }
}
const wide = document.documentElement.scrollWidth > innerWidth;
const dark = paper < 0.2, width = innerWidth;
document.title = JSON.stringify({ drawn, worst, out, placeholders, crossed, wide, dark, width });
</script>"##;

#[test]
fn pages_are_readable_in_a_browser_in_light_and_dark() {
    let Some(browser) = browser() else {
        println!("skipped: there is no chromium, so nobody looked at the pages");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    for (args, charts) in [
        ("sim --rounds 300 --bots greedy", 2),
        ("compare --rules seven_swap --against none --rounds 200 --bots greedy", 6),
        ("sim --option deal.cards=5..7 --rounds 100", 13),
        ("sim --option draw_four.wd4=bluff,strict,free --rounds 100", 13),
        ("duel --rounds 50", 1),
        ("duel --rounds 30 --against stacking --against jump_in", 3),
    ] {
        let (code, _, err) = texts(&done(&format!("{args} --html {}", page.to_string_lossy())));
        assert_eq!(code, Some(0), "{args}: {err}");
        let text = std::fs::read_to_string(&page).unwrap();
        let outside = text.contains("http://") && !text.contains("http://www.w3.org/2000/svg");
        assert!(!outside && !text.contains("https://"), "{args}: the page needs nothing else");
        std::fs::write(&page, text.replace("</body>", &format!("{LOOK}</body>"))).unwrap();
        for (dark, width) in [(false, 1200), (true, 1200), (false, 500), (true, 500)] {
            let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!dark));
            let seen = Command::new(&browser)
                .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
                .args([&scheme, &format!("--window-size={width},1200")])
                .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
                .arg(format!("file://{}", page.display()))
                .output()
                .expect("the browser runs");
            let seen = String::from_utf8_lossy(&seen.stdout).into_owned();
            let title = seen.split("<title>").nth(1).and_then(|t| t.split("</title>").next());
            let title = title.unwrap_or_default().replace("&quot;", "\"");
            let found: serde_json::Value = serde_json::from_str(&title).unwrap_or_default();
            assert_eq!(found["drawn"], charts, "{args}: {title}");
            assert_eq!((&found["dark"], &found["width"]), (&dark.into(), &width.into()), "{title}");
            assert_eq!((&found["out"], &found["placeholders"]), (&0.into(), &0.into()), "{title}");
            assert_eq!(found["crossed"], 0, "{args}: labels lie on each other, {title}");
            assert_eq!(found["wide"], false, "{args}: {title}");
            assert!(found["worst"].as_f64().unwrap() >= 1.0, "{args}: contrast, {title}");
        }
    }
}
