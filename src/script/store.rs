//! Where rule and game files come from: a path, the disk beside us, or the program itself.

use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::cards::closest;
use crate::engine::definition::Source;
use crate::limits::SOURCE_MAX;

static VARIANTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/variants");
static BOTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts/bots");
static GAMES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/scripts/games");

/// What a file is for; decides where it is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shelf {
    /// House rules: `variants/NAME.lua`.
    Rules,
    /// Games: `scripts/games/NAME.lua`.
    Games,
    /// Bots: `scripts/bots/NAME.lua`.
    Bots,
}

/// A file that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// Its stem: `jump_in`.
    pub name: String,
    /// What errors call it: `variants/jump_in.lua`.
    pub path: String,
    /// Where it came from.
    pub source: Source,
    /// What it says.
    pub text: String,
    /// The first 16 hex digits of its BLAKE3 hash.
    pub hash: String,
}

impl Shelf {
    const fn folder(self) -> &'static str {
        match self {
            Self::Rules => "variants",
            Self::Games => "scripts/games",
            Self::Bots => "scripts/bots",
        }
    }
    const fn shipped(self) -> &'static Dir<'static> {
        match self {
            Self::Rules => &VARIANTS,
            Self::Games => &GAMES,
            Self::Bots => &BOTS,
        }
    }
    const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rule",
            Self::Games => "game",
            Self::Bots => "bot",
        }
    }

    /// Every name that can be given without a path, sorted.
    pub fn names(self) -> Vec<String> {
        let stem = |path: &Path| {
            let lua = path.extension().is_some_and(|ext| ext == "lua");
            path.file_stem().filter(|_| lua).map(|stem| stem.to_string_lossy().into_owned())
        };
        let mut names: Vec<String> =
            self.shipped().files().filter_map(|file| stem(file.path())).collect();
        if let Ok(entries) = std::fs::read_dir(self.folder()) {
            names.extend(entries.flatten().filter_map(|entry| stem(&entry.path())));
        }
        names.sort();
        names.dedup();
        names
    }

    /// Finds a file by name or path.
    ///
    /// # Errors
    /// When there is none, or it is no text that could be a script.
    pub fn find(self, name: &str) -> Result<Text, String> {
        if name.contains(['/', '\\']) || name.ends_with(".lua") {
            return from_disk(name);
        }
        let path = format!("{}/{name}.lua", self.folder());
        if Path::new(&path).is_file() {
            return from_disk(&path);
        }
        match self.shipped().get_file(format!("{name}.lua")) {
            Some(file) => text(&path, Source::Embedded(path.clone()), file.contents()),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(self, name: &str) -> String {
        let names = self.names();
        let near = closest(name, names.iter().map(String::as_str));
        let near = near.map_or(".".into(), |near| format!("; did you mean {near}?"));
        let shown: String = name.chars().take(40).collect();
        format!(
            "there is no {} {shown:?}{near} Known: {}. A file is given with its path: \
             ./{shown}.lua",
            self.word(),
            names.join(" ")
        )
    }
}

fn from_disk(path: &str) -> Result<Text, String> {
    let size = std::fs::metadata(path).map_err(|error| format!("{path}: {error}"))?;
    if !size.is_file() {
        return Err(format!("{path} is no file"));
    }
    if size.len() > SOURCE_MAX as u64 {
        return Err(too_long(path, size.len()));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    text(path, Source::Disk(path.into()), &bytes)
}

fn too_long(path: &str, size: u64) -> String {
    format!("{path} has {size} bytes; a script may have {SOURCE_MAX}")
}

/// Takes a file's bytes as a script.
///
/// # Errors
/// When they are too many, no UTF-8, or compiled bytecode.
pub fn text(path: &str, source: Source, bytes: &[u8]) -> Result<Text, String> {
    if bytes.len() > SOURCE_MAX {
        return Err(too_long(path, bytes.len() as u64));
    }
    if bytes.first().is_some_and(|first| *first < b'\t' || *first == 0x1b) {
        return Err(format!("{path} is compiled bytecode, not text; only Lua source is accepted"));
    }
    let lua = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("{path}:{line}: this is not valid UTF-8 text")
    })?;
    let stem = Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(Text {
        name: stem.unwrap_or_default(),
        path: path.trim_start_matches("./").into(),
        source,
        text: lua.into(),
        hash: blake3::hash(bytes).to_hex().chars().take(16).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_guessed_and_the_known_ones_are_listed() {
        let error = Shelf::Rules.find("jumpin").unwrap_err();
        assert!(error.contains("did you mean jump_in?") && error.contains("stacking"), "{error}");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let disk = || Source::Disk("x.lua".into());
        let error = text("x.lua", disk(), b"\x1bLua").unwrap_err();
        assert!(error.contains("bytecode"), "{error}");
        let error = text("x.lua", disk(), b"-- a\n\xff").unwrap_err();
        assert!(error.starts_with("x.lua:2:"), "{error}");
        let error = text("x.lua", disk(), &vec![b' '; SOURCE_MAX + 1]).unwrap_err();
        assert!(error.contains("may have"), "{error}");
    }

    #[test]
    fn a_name_on_disk_comes_before_the_shipped_one() {
        let found = Shelf::Rules.find("jump_in").unwrap();
        assert_eq!(found.source, Source::Disk("variants/jump_in.lua".into()));
        assert_eq!((found.name.as_str(), found.hash.len()), ("jump_in", 16));
    }
}
