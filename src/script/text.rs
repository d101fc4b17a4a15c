//! Makes a text that came from a script safe to show on a terminal.

use std::fmt::Write;

use crate::limits::TEXT_MAX;

/// The text on one line, without anything that could steer a terminal or reorder what a person
/// reads, and at most [`TEXT_MAX`] characters of it (an ellipsis says that there was more).
///
/// Line breaks and tabs are written `\n`, `\r`, `\t`, every other such character `\u{1b}`.
pub fn clean_text(text: &str) -> String {
    // Most texts are a few words of printable ASCII: nothing is to be done to them.
    if clean(text) {
        return text.to_owned();
    }
    let mut clean = String::with_capacity(text.len().min(4 * TEXT_MAX));
    for (count, character) in text.chars().enumerate() {
        if count == TEXT_MAX {
            clean.push('…');
            break;
        }
        match character {
            '\n' => clean.push_str("\\n"),
            '\r' => clean.push_str("\\r"),
            '\t' => clean.push_str("\\t"),
            c if steers(c) => {
                // Writing to a String cannot fail.
                let _ = write!(clean, "\\u{{{:x}}}", u32::from(c));
            }
            c => clean.push(c),
        }
    }
    clean
}

/// Whether it is short and of printable ASCII, so that nothing is to be done to it.
pub fn clean(text: &str) -> bool {
    text.len() <= TEXT_MAX && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

/// Control characters, line separators, and the invisible characters that change direction.
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_a_terminal() {
        for (text, clean) in [
            ("plain ä ♥", "plain ä ♥"),
            ("a\nb\tc\r", "a\\nb\\tc\\r"),
            ("\u{1b}[2J", "\\u{1b}[2J"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{202e}drow", "\\u{202e}drow"),
            ("\u{7f}\0", "\\u{7f}\\u{0}"),
        ] {
            assert_eq!(clean_text(text), clean);
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        let clean = clean_text(&"ä".repeat(TEXT_MAX + 1));
        assert_eq!(clean.chars().count(), TEXT_MAX + 1);
        assert!(clean.ends_with('…'));
        assert_eq!(clean_text(&"ä".repeat(TEXT_MAX)), "ä".repeat(TEXT_MAX));
    }
}
