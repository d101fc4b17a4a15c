//! Walks over Lua text knowing only its strings, comments and brackets.

/// What the walk found.
pub(crate) struct Scan {
    /// The text ends inside something that only further text can close: a long string, a long
    /// comment, the braces of a backtick string, or after a backslash at the end of a line.
    pub(crate) open: bool,
    /// Most brackets open at once.
    pub(crate) deepest: usize,
    /// Line of the innermost of them, from 1.
    pub(crate) deepest_line: usize,
}

/// Walks over the text once, in time proportional to its length.
pub(crate) fn scan(source: &str) -> Scan {
    let mut scan = Scan { open: false, deepest: 0, deepest_line: 1 };
    let text = source.as_bytes();
    let mut deepest_at = 0;
    // The brackets now open; a backtick stands for the brace of `…{ in a backtick string.
    let mut open: Vec<u8> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = match text[at] {
            b'-' if text[at..].starts_with(b"--") => comment(text, at),
            b'[' => long_bracket(text, at).unwrap_or(End::At(at)),
            b'"' | b'\'' => quoted(text, at),
            b'`' => backtick(text, at, &mut open),
            b'}' if open.last() == Some(&b'`') => {
                open.pop();
                backtick(text, at, &mut open)
            }
            b')' | b']' | b'}' => {
                open.pop();
                End::At(at + 1)
            }
            b'(' | b'{' => End::At(at),
            _ => End::At(at + 1),
        };
        match end {
            End::Never => {
                scan.open = true;
                break;
            }
            End::At(same) if same == at => {
                open.push(text[at]);
                at += 1;
            }
            End::At(next) => at = next,
        }
        if open.len() > scan.deepest {
            scan.deepest = open.len();
            deepest_at = at;
        }
    }
    scan.open |= open.contains(&b'`');
    scan.deepest_line = 1 + text[..deepest_at].iter().filter(|&&b| b == b'\n').count();
    scan
}

/// Where a string or comment ends: at an index, or not in this text.
enum End {
    At(usize),
    Never,
}

fn comment(text: &[u8], start: usize) -> End {
    if text.get(start + 2) == Some(&b'[')
        && let Some(end) = long_bracket(text, start + 2)
    {
        return end;
    }
    match text[start..].iter().position(|&b| b == b'\n') {
        Some(length) => End::At(start + length),
        None => End::At(text.len()),
    }
}

/// `[[…]]`, `[=[…]=]`: none where no long bracket begins at `start`.
fn long_bracket(text: &[u8], start: usize) -> Option<End> {
    let level = text[start + 1..].iter().take_while(|&&b| b == b'=').count();
    let inside = start + level + 2;
    if text.get(inside - 1) != Some(&b'[') {
        return None;
    }
    let mut closing = vec![b'='; level + 2];
    closing[0] = b']';
    closing[level + 1] = b']';
    let found = text[inside..].windows(closing.len()).position(|window| window == closing);
    Some(found.map_or(End::Never, |offset| End::At(inside + offset + closing.len())))
}

/// A string in quotes, which ends with its line unless a backslash stands before the line break.
fn quoted(text: &[u8], start: usize) -> End {
    let mut at = start + 1;
    while at < text.len() {
        match text[at] {
            b'\\' if at + 1 == text.len() => return End::Never,
            b'\\' => at += 2,
            b'\n' => return End::At(at),
            b if b == text[start] => return End::At(at + 1),
            _ => at += 1,
        }
    }
    if text.ends_with(b"\\\n") { End::Never } else { End::At(text.len()) }
}

/// The text part of a backtick string, from its backtick or from the `}` that resumes it.
fn backtick(text: &[u8], start: usize, open: &mut Vec<u8>) -> End {
    let mut at = start + 1;
    while at < text.len() {
        match text[at] {
            b'\\' if at + 1 == text.len() => return End::Never,
            b'\\' => at += 2,
            b'`' => return End::At(at + 1),
            b'{' => {
                open.push(b'`');
                return End::At(at + 1);
            }
            b'\n' => return End::At(at),
            _ => at += 1,
        }
    }
    if text.ends_with(b"\\\n") { End::Never } else { End::At(text.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted_outside_strings_and_comments() {
        for (source, deepest, line) in [
            ("return 1", 0, 1),
            ("f(g(h[1]))", 3, 1),
            ("f()\n\ng({})", 2, 3),
            ("'((((' -- ((((\n\"(((\" [[ ((( ]] (1)", 1, 2),
            ("--[==[ (( ]] (( ]==] {}", 1, 1),
            ("`((({f(`{1}`)}(((`", 3, 1),
            (")))(", 1, 1),
        ] {
            let scan = scan(source);
            assert_eq!((scan.deepest, scan.deepest_line), (deepest, line), "{source}");
        }
    }
}
