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
    let (code, _, err) = texts(&done(&format!("merge {} {}", file("1"), file("2"))));
    assert_eq!(code, Some(2));
    assert!(err.contains("missing: 3"), "{err}");
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

#[test]
fn a_full_disk_costs_no_figure() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    for option in ["--out", "--html", "--rows"] {
        let (code, out, err) = texts(&done(&format!("sim --rounds 200 {option} /dev/full")));
        assert_eq!(code, Some(2), "{option}");
        assert!(out.contains("a round has"), "{option}: {out}");
        assert!(err.contains("/dev/full") && err.contains("No space left"), "{option}: {err}");
    }
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
let worst = 99, drawn = 0, out = 0, placeholders = 0;
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.getBoundingClientRect();
  if (box.width > 300 && box.height > 100) drawn++;
  for (const e of svg.querySelectorAll('text, rect[fill="#030303"], circle')) {
    const style = getComputedStyle(e), inner = e.getBoundingClientRect();
    worst = Math.min(worst, contrast(style.fill) / (e.tagName === 'text' ? 4.5 : 3));
    if (/^rgb\(([1-4]), \1, \1\)$/.test(style.fill)) placeholders++;
    if (inner.left < box.left - 1 || inner.right > box.right + 1) out++;
  }
}
const wide = document.documentElement.scrollWidth > innerWidth;
const dark = paper < 0.2;
document.title = JSON.stringify({ drawn, worst, out, placeholders, wide, dark });
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
    ] {
        let (code, _, err) = texts(&done(&format!("{args} --html {}", page.to_string_lossy())));
        assert_eq!(code, Some(0), "{args}: {err}");
        let text = std::fs::read_to_string(&page).unwrap();
        let outside = text.contains("http://") && !text.contains("http://www.w3.org/2000/svg");
        assert!(!outside && !text.contains("https://"), "{args}: the page needs nothing else");
        std::fs::write(&page, text.replace("</body>", &format!("{LOOK}</body>"))).unwrap();
        for dark in [false, true] {
            let scheme = format!("--blink-settings=preferredColorScheme={}", u8::from(!dark));
            let seen = Command::new(&browser)
                .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
                .args([&scheme, "--window-size=900,1200"])
                .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
                .arg(format!("file://{}", page.display()))
                .output()
                .expect("the browser runs");
            let seen = String::from_utf8_lossy(&seen.stdout).into_owned();
            let title = seen.split("<title>").nth(1).and_then(|t| t.split("</title>").next());
            let title = title.unwrap_or_default().replace("&quot;", "\"");
            let found: serde_json::Value = serde_json::from_str(&title).unwrap_or_default();
            assert_eq!(found["drawn"], charts, "{args}: {title}");
            assert_eq!(found["dark"], dark, "{args}: {title}");
            assert_eq!((&found["out"], &found["placeholders"]), (&0.into(), &0.into()), "{title}");
            assert_eq!(found["wide"], false, "{args}: {title}");
            assert!(found["worst"].as_f64().unwrap() >= 1.0, "{args}: contrast, {title}");
        }
    }
}
