//! Reads how a command is written, `draw CARD [with SEAT]`, and says what may come next.

/// A word of a usage: what may stand in its place, and whether several times.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    /// Words as they are, or kinds of word in capitals.
    words: Vec<String>,
    many: bool,
}

/// Words that belong together: those in one pair of brackets, or a single one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    optional: bool,
    parts: Vec<Part>,
    text: String,
}

/// What may come next.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Next {
    /// Words as they are, or kinds of word in capitals.
    pub words: Vec<String>,
    /// The rest of the usage.
    pub rest: String,
}

/// Whether a word of a usage stands for a kind of word: `SEAT`, `FILE-or-NAME`.
pub fn is_kind(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// What may come after these words; `fits` says whether a word is of a kind. Nothing where the
/// words are not of this usage.
pub fn next(usage: &str, words: &[&str], fits: impl Fn(&str, &str) -> bool) -> Option<Next> {
    // Optional words may come in any order, each once.
    let groups = groups(usage);
    let mut used = vec![false; groups.len()];
    let mut inside: Option<(usize, usize)> = None;
    let matches = |part: &Part, word: &str, kinds: bool| {
        part.words.iter().any(|want| match is_kind(want) {
            true => kinds && fits(want, word),
            false => !kinds && want.eq_ignore_ascii_case(word),
        })
    };
    for word in words {
        let open = reachable(&groups, &used);
        let starts =
            |kinds| open.iter().copied().find(|at| matches(&groups[*at].parts[0], word, kinds));
        if let Some((group, part)) = inside {
            let parts = &groups[group].parts;
            if let Some(following) = parts.get(part + 1) {
                if !matches(following, word, false) && !matches(following, word, true) {
                    return None;
                }
                inside = Some((group, part + 1));
                continue;
            }
            if parts[part].many && starts(false).is_none() && matches(&parts[part], word, true) {
                continue;
            }
        }
        let group = starts(false).or_else(|| starts(true))?;
        used[group] = true;
        inside = Some((group, 0));
    }
    Some(what_is_left(&groups, &used, inside))
}

fn what_is_left(groups: &[Group], used: &[bool], inside: Option<(usize, usize)>) -> Next {
    let mut next = Next::default();
    let mut rest: Vec<String> = Vec::new();
    let mut within = false;
    if let Some((group, part)) = inside {
        let parts = &groups[group].parts;
        if parts[part].many {
            next.words.extend(parts[part].words.clone());
        }
        if let Some(following) = parts.get(part + 1) {
            within = true;
            next.words.extend(following.words.clone());
            let left = parts[part + 1..].iter().map(|part| part.words.join("|"));
            rest.push(left.collect::<Vec<_>>().join(" "));
        }
    }
    let open = reachable(groups, used);
    if !within {
        next.words.extend(open.iter().flat_map(|at| groups[*at].parts[0].words.clone()));
    }
    let first = open.first().copied().unwrap_or(groups.len());
    let left = (first..groups.len()).filter(|at| !used[*at]);
    rest.extend(left.map(|at| groups[at].text.clone()));
    next.rest = rest.join(" ");
    next
}

/// The groups that may begin now: optional ones up to the next that must come, and that one.
fn reachable(groups: &[Group], used: &[bool]) -> Vec<usize> {
    // What comes before the last word that had to come is behind us.
    let behind = (0..groups.len()).rev().find(|at| used[*at] && !groups[*at].optional);
    let mut open = Vec::new();
    for at in behind.map_or(0, |at| at + 1)..groups.len() {
        if !used[at] {
            open.push(at);
        }
        if !groups[at].optional {
            break;
        }
    }
    open
}

/// The groups of a usage without the command's name; a note in parentheses and what follows a
/// lone `…` is left out.
fn groups(usage: &str) -> Vec<Group> {
    let usage = usage.split(" (").next().unwrap_or_default();
    let mut groups: Vec<Group> = Vec::new();
    let mut depth = 0;
    for word in usage.split_whitespace().skip(1) {
        if word == "…" {
            break;
        }
        let bare = word.trim_matches(['[', ']']);
        let many = bare.ends_with('…') || word.ends_with('…') || word.ends_with("…]");
        let words = bare.trim_end_matches('…').trim_end_matches(']').trim_end_matches('…');
        let words: Vec<String> = words.split('|').map(String::from).collect();
        // An action may be several words.
        let many = many || words == ["ACTION"];
        let part = Part { words, many };
        let begins = depth == 0;
        depth += word.matches('[').count();
        match groups.last_mut().filter(|_| !begins) {
            Some(group) => {
                group.parts.push(part);
                group.text = format!("{} {word}", group.text);
            }
            None => {
                groups.push(Group { optional: depth > 0, parts: vec![part], text: word.into() });
            }
        }
        depth = depth.saturating_sub(word.matches(']').count());
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(usage: &str, words: &str) -> String {
        let fits = |kind: &str, word: &str| match kind {
            "SEAT" | "N" | "S" => word.parse::<u32>().is_ok(),
            "CARD" => word.len() == 2,
            "COLOR" => ["red", "blue"].contains(&word),
            _ => true,
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        match next(usage, &words, fits) {
            Some(next) => format!("{} / {}", next.words.join(" "), next.rest),
            None => "no".into(),
        }
    }

    #[test]
    fn a_usage_says_what_comes_next() {
        let play = "play CARD [COLOR] [with SEAT] [uno]";
        let new = "new [GAME] [seats N] [dealer SEAT] [upcard CARD…]";
        for (usage, words, want) in [
            (play, "", "CARD / CARD [COLOR] [with SEAT] [uno]"),
            (play, "r7", "COLOR with uno / [COLOR] [with SEAT] [uno]"),
            (play, "r7 blue", "with uno / [with SEAT] [uno]"),
            (play, "r7 with", "SEAT / SEAT [COLOR] [uno]"),
            (play, "r7 with 2 uno", "COLOR / [COLOR]"),
            (play, "r7 with x", "no"),
            (play, "r7 blue red", "no"),
            (new, "seats 4 upcard r7", "CARD GAME dealer / [GAME] [dealer SEAT]"),
            (new, "upcard r7 r8 dealer", "SEAT / SEAT [GAME] [seats N]"),
            ("direction cw|ccw", "", "cw ccw / cw|ccw"),
            ("direction cw|ccw", "cw", " / "),
            ("debt SEAT N SYMBOL by SEAT", "1 4 draw4", "by / by SEAT"),
            ("debt SEAT N SYMBOL by SEAT", "x", "no"),
            ("load FILE-or-NAME…", "a b", "FILE-or-NAME / "),
            ("setup [only] … end", "", "only / [only]"),
            ("top CARD", "r7 r8", "no"),
            ("hand SEAT CARD… (in any order)", "1 r7", "CARD / "),
            ("event NAME [KEY=VALUE…]", "drew a=b", "KEY=VALUE / "),
            ("show", "", " / "),
        ] {
            assert_eq!(told(usage, words), want, "{usage}: {words}");
        }
    }
}
