//! Whether what was typed at the prompt needs more lines.

use mlua::chunk::Compiler;

use super::scan::scan;
use crate::limits::SOURCE_MAX;

/// Whether further lines could make this a whole expression or statement.
///
/// Luau says so of most input, by complaining about the end of the file; of strings and comments
/// over several lines it does not, so these are looked for here.
pub fn incomplete(source: &str) -> bool {
    if source.len() > SOURCE_MAX {
        return false;
    }
    let compiler = Compiler::new();
    let mut hungry = false;
    for attempt in [format!("return {source}"), source.to_owned()] {
        match compiler.compile(attempt) {
            Ok(_) => return false,
            // The flag misses complaints that go on after the end of the file with a guess at
            // which block is not closed.
            Err(mlua::Error::SyntaxError { incomplete_input, message }) => {
                hungry |= incomplete_input || message.contains("got <eof>; did you forget");
            }
            Err(_) => {}
        }
    }
    hungry || scan(source).open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_lines_are_asked_for_where_they_help() {
        let more = [
            "if true then",
            "function f()",
            "for i=1,",
            "x =",
            "f(",
            "{1,2",
            "1 +",
            "local",
            "repeat",
            "x.",
            "f{",
            "[[abc",
            "[==[ ]] ]=]",
            "--[[ note",
            "--[=[ ]]",
            "`abc {1",
            "`{`{1}",
            "if true then x = [[",
            "return [[",
            "'abc\\",
            "\"abc\\\n",
            "f(function()",
            "x = `a{",
            "while x do -- note",
            "function f()\nif x then\nend",
            "for i = 1, 2 do\nwhile x do\nend",
        ];
        for source in more {
            assert!(incomplete(source), "{source} needs more");
        }
        let enough = [
            "",
            "x",
            "1",
            "x = 1",
            "f()",
            "[[abc]]",
            "--[[ note ]]",
            "-- note",
            "`abc {1}`",
            "x = [==[ ]] ]==]",
            "-- [[",
            "'[['",
            "return",
            "return 1",
        ];
        for source in enough {
            assert!(!incomplete(source), "{source} is whole");
        }
        let wrong = ["'abc", "`abc", "end", ")", "x y", "= 3", "local 1", "f(]"];
        for source in wrong {
            assert!(!incomplete(source), "{source} is wrong, and no line repairs it");
        }
    }

    #[test]
    fn no_source_is_too_much() {
        assert!(!incomplete(&"[".repeat(SOURCE_MAX + 1)));
        incomplete(&"(".repeat(SOURCE_MAX));
        incomplete(&"[".repeat(SOURCE_MAX));
        incomplete(&"`{".repeat(SOURCE_MAX / 2));
        incomplete(&format!("[{}", "=".repeat(SOURCE_MAX - 1)));
    }
}
