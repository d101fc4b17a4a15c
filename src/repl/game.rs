//! Commands about games and rules: new, names, option, load, unload, reload, deal, quit.

use super::columns::{commands, compared};
use super::editor::{at_prompt, files_of};
use super::history::Did;
use super::output::{Done, Reply, Request, say};
use super::parse::{Args, bad};
use super::rewrite::{Rewritten, Ruled, Under, rewrite, ruled};
use super::save::{head, head_of};
use super::session::{Branch, Session};
use super::source::{self, GameSource, Rulebook};
use crate::cards::{meant, meant_then};
use crate::engine::definition::{OptionDef, Rule, options_named};
use crate::engine::{Code, Refusal};
use crate::table::TableAction;

/// What `reload` says where there is nothing to do.
pub const UNCHANGED: &str = "no file has changed";
/// The branch in which a game is kept as it was before its files were read anew.
const BEFORE_RELOAD: &str = "before-reload";

/// `new [GAME] [seats N] [seed S] [dealer SEAT] [upcard CARD…]`
pub fn new(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let mut source = session.now.source.clone();
    let mut seats = session.state().seats.len();
    let mut seed = session.now.seed;
    let (mut dealer, mut dropped) = (None, Vec::new());
    let mut upcards = Vec::new();
    while let Some(word) = args.maybe() {
        match word.to_lowercase().as_str() {
            "seats" => seats = args.number("a number of seats")?,
            "seed" => seed = args.number("a seed: a whole number")?,
            "dealer" => dealer = Some(args.number::<usize>("a seat")?),
            "upcard" => upcards = args.words(),
            _ => {
                dropped = std::mem::take(&mut source.rules);
                source = GameSource { game: word.into(), ..GameSource::default() };
            }
        }
    }
    let mut point = source::fresh(&Rulebook::load(&source)?, seats, seed)?;
    let seats = point.table.state().seats.len();
    let dealer = dealer.map(|number| super::parse::seat_of(number, seats)).transpose()?;
    let (told, did) = if dealer.is_none() && upcards.is_empty() {
        (point.table.table(TableAction::Deal)?, Did::Dealt)
    } else {
        let upcards: Vec<String> = upcards.into_iter().map(String::from).collect();
        (source::stacked(&mut point, dealer, &upcards)?, Did::Stacked { dealer, upcards })
    };
    session.names.truncate(seats);
    session.put(point, did, told);
    let game = session.table().game();
    let mut text = format!("{}: {seats} seats, seed {seed}", game.name);
    if !dropped.is_empty() {
        text.push_str(&format!("; without the rules loaded so far: {}", dropped.join(" ")));
    }
    say(text)
}

/// `deal [dealer SEAT] [upcard CARD…]`
pub fn deal(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let dealer = if args.take("dealer") { Some(args.seat()?) } else { None };
    let deck = &session.table().game().deck;
    let upcards = if args.take("upcard") { args.cards(deck)? } else { Vec::new() };
    args.end()?;
    if dealer.is_none() && upcards.is_empty() {
        if let Some(mut point) = super::matches::next_table(session)? {
            let told = point.table.table(TableAction::Deal)?;
            session.put(point, Did::Dealt, told);
            return say("");
        }
        session.table_act("deal", TableAction::Deal)?;
        return say("");
    }
    let mut point = session.now.clone();
    let told = point.table.deal_stacked(dealer, &upcards)?;
    session.put(point, Did::Edited, told);
    say("")
}

/// `names NAME…`
pub fn names(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let names = args.words();
    if names.len() > args.seats {
        let text = format!("{} names for {} seats", names.len(), args.seats);
        return Err(bad(Code::BadValue, text));
    }
    session.names = names.iter().map(|name| crate::script::clean_text(name)).collect();
    say("")
}

/// `quit`
pub fn quit(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    session.quit();
    say("")
}

/// Plays under other rules, and says what that means for the game so far.
fn change(session: &mut Session, source: &GameSource, what: &str, here: bool) -> Reply {
    let Ruled { parts: (point, did, told), done, left, difference } =
        ruled(session, &Rulebook::load(source)?, here)?;
    let dealt = session.table().game().deck != point.table.game().deck;
    let mut text = what.to_string();
    if dealt {
        text.push_str("; the deck changed, so a new game was dealt");
    }
    let difference = difference.filter(|difference| !dealt || difference.refused);
    if let Some(difference) = &difference {
        text.push_str(&format!("\n{}", compared(difference, done, left, session.paint)));
        if left > 0 {
            text.push_str(
                "\n`undo` takes it back; with `here` at its end the line keeps the position",
            );
        }
    } else if done > 0 {
        text.push_str(&format!("; the game so far goes the same way ({})", commands(done)));
    }
    session.put(point, did, told);
    say(text)
}

/// `load FILE-or-NAME… [here]`
pub fn load(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let mut source = session.now.source.clone();
    let (names, here) = names_and_here(args, "a rule: a name or a file")?;
    for name in &names {
        if source.without.iter().any(|other| other == name) {
            source.without.retain(|other| other != name);
        } else if source.rules.iter().any(|other| other == name) {
            return Err(bad(Code::LoadError, format!("{name} is loaded already")));
        } else {
            source.rules.push((*name).into());
        }
    }
    let mut what = format!("loaded {}", names.join(" "));
    let loaded = names.iter().map(|name| stem(name).to_string()).collect::<Vec<_>>();
    let reply = change(session, &source, "", here)?;
    let about = |text: &String| loaded.iter().any(|name| text.contains(name.as_str()));
    what.extend(warnings(session).into_iter().filter(about).map(|text| format!("\n  {text}")));
    Ok(Done { text: format!("{what}{}", reply.text), ..reply })
}

/// What the rules in force warn of.
pub fn warnings(session: &Session) -> Vec<String> {
    let of = |rule: &Rule| {
        let texts = rule.warnings.iter().map(|text| format!("{}: {text}", rule.name));
        texts.collect::<Vec<_>>()
    };
    session.table().game().rules().iter().filter(|rule| rule.in_force()).flat_map(of).collect()
}

/// Names, and whether `here` stands after them.
fn names_and_here<'a>(args: &mut Args<'a>, what: &str) -> Result<(Vec<&'a str>, bool), Refusal> {
    let first = args.word(what)?;
    let mut names = vec![first];
    names.extend(args.words());
    let here = names.len() > 1 && names.last() == Some(&"here");
    names.truncate(names.len() - usize::from(here));
    Ok((names, here))
}

/// `unload NAME… [here]`
pub fn unload(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let mut source = session.now.source.clone();
    let (names, here) = names_and_here(args, "a rule's name")?;
    for name in &names {
        let before = source.rules.len();
        source.rules.retain(|rule| stem(rule) != *name && rule != name);
        if source.rules.len() == before {
            rule(session, name)?;
            source.without.push((*name).into());
        }
        source.options.retain(|(rule, ..)| rule != name);
    }
    change(session, &source, &format!("unloaded {}", names.join(" ")), here)
}

/// `reload [--watch]`
pub fn reload(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let watch = args.take("--watch");
    args.end()?;
    if !watch {
        return again(session);
    }
    at_prompt(session, "reload --watch")?;
    let files = files_of(session);
    if files.is_empty() {
        let text = "no rule of this game is a file on disk; `new-rule NAME` writes one";
        return Err(bad(Code::FileError, text));
    }
    let done = again(session)?;
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let text = format!("{}\nwatching {}; Ctrl-C goes on", done.text, names.join(" "));
    Ok(Done { text, request: Some(Request::Watch(files)), ..done })
}

/// Reads the files anew and plays the history again.
fn again(session: &mut Session) -> Reply {
    let fresh = Rulebook::load(&session.now.source).map_err(kept)?;
    let changes = head(&session.now).changes(&head_of(&fresh.loaded.game, &fresh.source));
    if changes.is_empty() {
        return say(UNCHANGED);
    }
    let Rewritten { session: again, done, left, difference, .. } =
        rewrite(session, Under::Own).map_err(kept)?;
    let mut text = changes.join("\n");
    match &difference {
        Some(difference) => {
            text.push_str(&format!("\n{}", compared(difference, done, left, session.paint)));
        }
        None => text.push_str(&format!("\nthe game so far goes the same way ({})", commands(done))),
    }
    let old = Branch {
        now: std::mem::replace(&mut session.now, again.now),
        log: std::mem::replace(&mut session.log, again.log),
        base: std::mem::replace(&mut session.base, again.base),
    };
    // Numbers of commands, and what was refused in between, stay what they were.
    session.log.forgotten = old.log.forgotten;
    let last = session.log.forgotten + session.log.at;
    session.log.notes = old.log.notes.iter().filter(|note| note.0 <= last).cloned().collect();
    session.branches.insert(BEFORE_RELOAD.into(), old);
    text.push_str(&format!("\nthe game as it was is in branch {BEFORE_RELOAD}"));
    say(text)
}

/// A refusal after which the old rules stay in force.
fn kept(refusal: Refusal) -> Refusal {
    Refusal { text: format!("{}\nthe rules stay as they were", refusal.text), ..refusal }
}

/// The name of a rule that is given by a path.
fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".lua").unwrap_or(file)
}

/// The rule of this name.
fn rule<'a>(session: &'a Session, name: &str) -> Result<&'a Rule, Refusal> {
    let rules = session.table().game().rules();
    rules.iter().find(|rule| rule.name == name).ok_or_else(|| {
        let near = meant(name, rules.iter().map(|rule| rule.name.as_str()));
        bad(Code::NoSuchRule, format!("there is no rule {name:?} in this game{near}"))
    })
}

/// `RULE.NAME` of an option that is named alone, or by its other name; nothing where no option has
/// that name.
fn by_any_name(session: &Session, name: &str) -> Result<Option<String>, Refusal> {
    let rules = session.table().game().rules().iter();
    let rules = rules.map(|r| (r.name.as_str(), &r.options[..], r.replaced_by.is_some()));
    let found = options_named(rules, name);
    let path = |(rule, option): &(&str, &OptionDef)| format!("{rule}.{}", option.name);
    match &found[..] {
        [] => Ok(None),
        [one] => Ok(Some(path(one))),
        several => {
            let several = several.iter().map(path).collect::<Vec<_>>().join(", ");
            let text = format!("several rules have an option {name:?}: {several}");
            Err(bad(Code::NoSuchOption, text))
        }
    }
}

/// `option RULE.NAME [VALUE]`
pub fn option(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let path = args.word("an option: RULE.NAME")?;
    let value = args.maybe();
    let here = args.take("here");
    args.end()?;
    let whole = by_any_name(session, path)?;
    let path = whole.as_deref().unwrap_or(path);
    let Some((of, name)) = path.split_once('.') else {
        let rules = session.table().game().rules().iter();
        let names = rules.flat_map(|rule| rule.options.iter().map(|option| option.name.as_str()));
        return Err(match meant(path, names) {
            near if near.is_empty() => {
                args.wrong(Code::NoSuchOption, "an option: RULE.NAME", Some(path))
            }
            near => bad(Code::NoSuchOption, format!("there is no option {path:?}{near}")),
        });
    };
    let mut rule = rule(session, of)?;
    let mut path = path.to_string();
    if let Some(other) = rule.replaced_by.as_deref() {
        let replacer = self::rule(session, other)?;
        if !replacer.options.iter().any(|option| option.name == name) {
            let text = format!("{other} stands in the place of {of} and has no option {name:?}");
            return Err(bad(Code::NoSuchOption, text));
        }
        path = format!("{other}.{name}");
        rule = replacer;
    }
    let of = rule.name.clone();
    let known = || rule.options.iter().map(|option| option.name.as_str());
    let Some(at) = rule.options.iter().position(|option| option.name == name) else {
        let near = meant_then(name, known());
        let known = known().collect::<Vec<_>>().join(" ");
        let text = format!("{of} has no option {name:?}{near} It has: {known}");
        return Err(bad(Code::NoSuchOption, text));
    };
    let (option, deck) = (&rule.options[at], &session.table().game().deck);
    let Some(value) = value else {
        let now = rule.values[at].show(deck);
        return say(format!("{path} = {now}   ({})\n{}", option.range, option.help));
    };
    option.parse(value).map_err(|text| bad(Code::BadValue, format!("{path}: {text}")))?;
    let mut source = session.now.source.clone();
    source.options.retain(|(rule, option, _)| *rule != of || option != name);
    source.options.push((of, name.into(), value.into()));
    change(session, &source, &format!("{path} = {value}"), here)
}
