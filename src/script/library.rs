//! Pages and stubs for authors, made from the tables that the program itself works with:
//! `docs/HOOKS.md` and the editor's types in `scripts/library/`.

use std::fmt::Write;

use super::view::Field;
use super::{ask, subject, verbs, view};
use crate::engine::definition::{FILTER_KEYS, HOOKS, HookInfo, HookKind, Scope, SubjectKind};

const MADE: &str = "Made by the program; renew with HOUSERULES_RENEW=1 cargo test library";

/// The kinds of hook, with what each answers.
const KINDS: &[(HookKind, &str, &str)] = &[
    (
        HookKind::Can,
        "can_",
        "Answers `true` (its door is open), a text (no, and why), or nothing. Reads only.",
    ),
    (
        HookKind::Adjust,
        "adjust_",
        "Answers a table of `set add times at_least at_most`, applied in this order over all \
         rules; never below 0. Reads only.",
    ),
    (
        HookKind::InsteadOf,
        "instead_of_",
        "Answers `true` if what it queued stands in the place of the effect. May act.",
    ),
    (HookKind::On, "on_", "Listens; what it queues is finished before the next is told. May act."),
];

/// The keys of a rule file that are data.
const HEADER: &str = "
## The header

| key | |
|---|---|
| `name` `title` `version` `cites` | the file's name, a line on what it does, its version, what it follows |
| `api` | 1 |
| `options` | `{ NAME = { default =, help =, min =, max =, one_of = } }`, read as `game.options.NAME` |
| `memory` | see Memory |
| `cards` | cards it brings: a list of `{ symbol =, short =, also =, color =, count =, number =, points =, draws = }`; `color` is `\"each\"`, a color or a list of them, and left out for a black card; `points` and `draws` are 0 unless given; `count`, `points` and `draws` may name an option that gives them |
| `piles` | places it brings: `{ NAME = {} }` |
| `needs` | costly facts: `\"alternatives\"` (what else could have been played), `\"take_back\"` (a reshuffle leaves the card under a play that may be taken back) |
| `before` `after` | rules it comes before or after, if they are loaded |
| `conflicts` | rules it cannot be loaded with; here, in `before` and in `after` an entry is a name, or `{ rule =, when = { OPTION = value } }` |
| `warns` | `{ RULE = \"what to think of\" }`: shown where both are loaded |
| `replaces` | rules in whose place it stands, built-in ones as well |
| `lifts` | vetoes of built-in rules it takes away: `\"draw_four_strict\"` |
| `secret` | `true`: its title, reasons and answers are for the host only |

Traps: a card's `on_card_effect` is not told where its play emptied the hand, unless `went_out` says so; `instead_of_play` with `true` leaves the turn where it is (`game:end_turn()` ends it); `game:discard` lays cards under the top.
";

/// Every generated file: its path in the repository, and what it says.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("docs/HOOKS.md", hooks_page()),
        ("scripts/library/houserules.d.luau", luau_types()),
        ("scripts/library/houserules.meta.lua", lua_annotations()),
    ]
}

/// The tables that scripts see, by the names of their types.
fn types() -> Vec<(&'static str, &'static [Field])> {
    let mut types = vec![
        ("Card", subject::CARD),
        ("Play", subject::PLAY),
        ("Before", subject::BEFORE),
        ("Debt", subject::DEBT),
        ("Draw", subject::DRAW),
    ];
    types.extend(subject::OTHERS.iter().copied());
    types
}

/// What a hook is given, as a type.
const fn given(hook: &HookInfo) -> &'static str {
    match hook.subject {
        SubjectKind::Play => "Play",
        SubjectKind::Seat => "number",
        SubjectKind::Out => "Out",
        SubjectKind::Draw => "Draw",
        SubjectKind::Debt => "Debt",
        SubjectKind::Turn => "Turn",
        SubjectKind::Points => "Points",
        SubjectKind::Score => "Score",
        SubjectKind::Change => "Change",
        SubjectKind::Round => "Round",
        SubjectKind::Plain => "any",
    }
}

fn hooks_page() -> String {
    let mut page = format!("# Hooks, effects and fields\n\n<!-- {MADE} -->\n");
    page.push_str(
        "\nA rule file returns one table. A hook in it is a function, `{ when =, except =, run = \
         }`, `{ when =, say = }` or a list of these; it is called with `game` and what the table \
         below names.\n",
    );
    for (kind, prefix, answers) in KINDS {
        let _ = write!(page, "\n## {prefix}\n\n{answers}\n\n| hook | given | |\n|---|---|---|\n");
        for hook in HOOKS.iter().filter(|hook| hook.kind == *kind && hook.ready) {
            let _ = writeln!(page, "| `{}` | {} | {} |", hook.name, given(hook), hook.doc);
        }
        if *kind == HookKind::Can {
            page.push_str(
                "| `can_NAME` | Act | May the seat take the action NAME: uno, catch, or any \
                 offer? |\n",
            );
        }
    }
    page.push_str(
        "\n## offer_ and do_\n\n`offer_NAME = { when =, except =, to =, with =, label =, while_ending = }` \
         offers an action. `to` is `\"acting\"`, `\"owing\"`, `\"others\"`, `\"all\"` or a \
         function that gives seats; `with` is a function `(game, seat)` that gives arguments. \
         Taking it up runs \
         `do_NAME(game, { seat, with })`. Other `do_NAME(game, data)` functions are run by \
         `game:then_do` and `game:do_at`.\n",
    );
    filters(&mut page);
    page.push_str(HEADER);
    page.push_str("\n## game\n\n| field | type | |\n|---|---|---|\n");
    rows(&mut page, view::FIELDS);
    page.push_str("\n| method | gives | |\n|---|---|---|\n");
    for (name, args, gives, doc, _) in view::METHODS {
        let _ = writeln!(page, "| `game:{name}({args})` | {} | {doc} |", cell(gives));
    }
    effects(&mut page);
    for (name, fields) in types() {
        let _ = write!(page, "\n## {name}\n\n| field | type | |\n|---|---|---|\n");
        rows(&mut page, fields);
    }
    page.push_str("\n## Not there yet\n\n");
    for hook in HOOKS.iter().filter(|hook| !hook.ready) {
        let _ = writeln!(page, "- `{}`: {}", hook.name, hook.doc);
    }
    page
}

/// A text for a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn rows(page: &mut String, fields: &[Field]) {
    for (name, kind, doc) in fields {
        let _ = writeln!(page, "| `{name}` | {} | {doc} |", cell(kind));
    }
}

fn filters(page: &mut String) {
    page.push_str(
        "\n## Filter keys\n\nFor `when` and `except`: a value, or a list of which any will do.\n\n\
         | key | for | |\n|---|---|---|\n",
    );
    for (key, subjects, doc) in FILTER_KEYS {
        let subjects: Vec<String> =
            subjects.iter().map(|subject| format!("{subject:?}").to_lowercase()).collect();
        let _ = writeln!(page, "| `{key}` | {} | {doc} |", subjects.join(" "));
    }
}

fn effects(page: &mut String) {
    page.push_str(
        "\n## Effects\n\nQueued and applied in order after the hook has returned. A seat may be a \
         word, `\"next\"`, `\"previous\"`, `\"others\"` or `\"all\"`, that is looked up then. A \
         place is `{ \"hand\", seat }`, `\"draw\"`, `\"discard\"` or a pile of `piles`.\n\n\
         | effect | |\n|---|---|\n",
    );
    for verb in verbs::VERBS {
        let _ = writeln!(page, "| `game:{}({})` | {} |", verb.name, cell(verb.args), verb.doc);
    }
    page.push_str(
        "\n## Questions\n\nThe hook is run again from its top with the answers it has had, so what \
         it asks may depend on the game and on earlier answers only.\n\n\
         | question | gives | |\n|---|---|---|\n",
    );
    for (name, args, gives, doc, _) in ask::METHODS {
        let (args, gives) = (cell(args), cell(gives));
        let _ = writeln!(page, "| `game:{name}({args})` | {gives} | {doc} |");
    }
    page.push_str("\n| field of a question | type | |\n|---|---|---|\n");
    rows(page, ask::QUESTION);
    let scopes = Scope::ALL.iter().map(|(_, word)| format!("`{word}`")).collect::<Vec<_>>();
    let _ = write!(
        page,
        "\n## Memory\n\nDeclared as `memory = {{ NAME = {{ scope =, start =, per = }} }}`, used as \
         `game.memory.NAME`; scopes: {}. With `per = \"seat\"` or `\"card\"` there is one value \
         for each, `game.memory.NAME[seat]`. Tables in it are read only: assign the whole anew.\n",
        scopes.join(" ")
    );
}

fn luau_types() -> String {
    let mut page = format!("-- {MADE}\n\n");
    page.push_str(
        "export type Who = number | \"next\" | \"previous\" | \"others\" | \"all\"\n\
         export type Reason = \"turn\" | \"debt\" | \"penalty\" | \"rule\"\n\
         export type Place = string | { any }\n\
         export type Filter = { [string]: any }\n",
    );
    let question: &[Field] = ask::QUESTION;
    for (name, fields) in types().into_iter().chain([("Question", question)]) {
        let _ = writeln!(page, "\nexport type {name} = {{");
        if name == "Question" {
            page.push_str("\t[number]: string,\n");
        }
        for (field, kind, doc) in fields {
            let optional = name == "Question" && !kind.ends_with('?') && *kind != "any";
            let kind = if optional { format!("({kind})?") } else { (*kind).into() };
            let _ = writeln!(page, "\t{field}: {kind}, -- {doc}");
        }
        page.push_str("}\n");
    }
    page.push_str("\nexport type Game = {\n");
    for (field, kind, doc) in view::FIELDS {
        let _ = writeln!(page, "\t{field}: {kind}, -- {doc}");
    }
    for (name, args, gives, doc) in methods() {
        let comma = if args.is_empty() { "" } else { ", " };
        let _ = writeln!(page, "\t{name}: (self: Game{comma}{args}) -> {gives}, -- {doc}");
    }
    page.push_str("}\n");
    page
}

/// Every method of `game`: name, arguments, result, what it does.
fn methods() -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
    let reads =
        view::METHODS.iter().map(|(name, args, gives, doc, _)| (*name, *args, *gives, *doc));
    let acts = verbs::VERBS.iter().map(|verb| (verb.name, verb.args, "()", verb.doc));
    let asks = ask::METHODS.iter().map(|(name, args, gives, doc, _)| (*name, *args, *gives, *doc));
    reads.chain(acts).chain(asks).collect()
}

/// A field or a method of `game`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// The arguments of a method, with their types: `seat: number, k: number?`; none: a field.
    pub args: Option<&'static str>,
}

/// The fields and methods of `game` that are of use at the prompt, where it can only be looked at.
pub fn members() -> Vec<Member> {
    let fields = view::FIELDS.iter().map(|(name, ..)| Member { name, args: None });
    let methods = view::METHODS.iter().map(|(name, args, ..)| Member { name, args: Some(args) });
    fields.chain(methods).collect()
}

/// A type as the annotations of other editors write it.
fn annotation(kind: &str) -> String {
    let kind = kind.strip_suffix('?').map_or(kind.to_owned(), |kind| format!("{kind}|nil"));
    match kind.as_str() {
        "{number}" => "number[]".into(),
        "{Card}" => "Card[]".into(),
        "{Debt}" => "Debt[]".into(),
        "{number}|nil" => "number[]|nil".into(),
        other if other.contains("->") => "any".into(),
        other if other.starts_with('{') => "table".into(),
        "()" => "nil".into(),
        "...any" => "any".into(),
        other => other.replace(' ', ""),
    }
}

/// `a: number, b: {x: string?}?` taken apart at its outer commas.
fn parameters(args: &str) -> Vec<(&str, &str)> {
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (at, c) in args.char_indices().chain([(args.len(), ',')]) {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.extend(args[begin..at].trim().split_once(": "));
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts
}

fn lua_annotations() -> String {
    let mut page = format!("---@meta\n-- {MADE}\n\n");
    page.push_str(
        "---@alias Who number|\"next\"|\"previous\"|\"others\"|\"all\"\n\
         ---@alias Reason \"turn\"|\"debt\"|\"penalty\"|\"rule\"\n\
         ---@alias Place string|table\n---@alias Filter table\n---@alias Question table\n",
    );
    for (name, fields) in types() {
        let _ = writeln!(page, "\n---@class {name}");
        for (field, kind, doc) in fields {
            let _ = writeln!(page, "---@field {field} {} {doc}", annotation(kind));
        }
    }
    page.push_str("\n---@class Game\n");
    for (field, kind, doc) in view::FIELDS {
        let _ = writeln!(page, "---@field {field} {} {doc}", annotation(kind));
    }
    page.push_str("local Game = {}\n");
    for (name, args, gives, doc) in methods() {
        let _ = writeln!(page, "\n---{doc}");
        let parameters = parameters(args);
        for (parameter, kind) in &parameters {
            let _ = writeln!(page, "---@param {parameter} {}", annotation(kind));
        }
        if gives != "()" {
            let _ = writeln!(page, "---@return {}", annotation(gives));
        }
        let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(page, "function Game:{name}({}) end", names.join(", "));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_on_disk_are_those_that_would_be_made() {
        let renew = std::env::var_os("HOUSERULES_RENEW").is_some_and(|word| word == "1");
        for (path, text) in files() {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
            if renew {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            let vm = crate::script::Vm::new().unwrap();
            let parsed = vm.compile("stub", &text);
            assert!(
                path.extension().is_some_and(|ext| ext == "md") || parsed.is_ok(),
                "{parsed:?}"
            );
            let stale = std::fs::read_to_string(&path).unwrap_or_default() != text;
            assert!(!stale, "{} is stale; {MADE}", path.display());
        }
    }

    #[test]
    fn every_member_is_on_the_page() {
        let page = hooks_page();
        for Member { name, args } in members() {
            let row =
                args.map_or(format!("| `{name}` |"), |args| format!("| `game:{name}({args})` |"));
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn every_verb_has_a_row_for_its_hook() {
        for info in HOOKS.iter().filter(|info| info.ready) {
            let Some(verb) = info.name.strip_prefix("instead_of_") else { continue };
            assert!(verbs::VERBS.iter().any(|row| row.name == verb), "{verb}");
        }
    }
}
