//! Commands about games and rules: new, names, option, load, unload, deal, quit.

use super::history::{Did, Point};
use super::output::{Reply, say};
use super::parse::{Args, bad};
use super::session::Session;
use super::source::{self, GameSource};
use crate::cards::{Kind, closest};
use crate::engine::definition::Rule;
use crate::engine::{Code, Refusal};
use crate::table::{Seat, TableAction, Told};

/// `new [GAME] [seats N] [seed S] [dealer SEAT] [upcard CARD…]`
pub fn new(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let mut source = session.now.source.clone();
    let mut seats = session.state().seats.len();
    let mut seed = session.now.seed;
    let mut dealer = None;
    let mut upcards = Vec::new();
    while let Some(word) = args.maybe() {
        match word.to_lowercase().as_str() {
            "seats" => seats = args.number("a number of seats")?,
            "seed" => seed = args.number("a seed: a whole number")?,
            "dealer" => dealer = Some(args.number::<usize>("a seat")?),
            "upcard" => upcards = args.words(),
            game => source = GameSource { game: game.into(), ..GameSource::default() },
        }
    }
    let mut point = source::fresh(&source, seats, seed)?;
    let seats = point.table.state().seats.len();
    let dealer = dealer.map(|number| super::parse::seat_of(number, seats)).transpose()?;
    let deck = &point.table.game().deck;
    let read = |word: &&str| deck.parse_card(word).map_err(|error| super::parse::bad_card(&error));
    let upcards = upcards.iter().map(read).collect::<Result<Vec<Kind>, Refusal>>()?;
    let (told, did) = first_deal(&mut point, dealer, &upcards)?;
    session.names.truncate(seats);
    session.put(point, did, told);
    let game = session.table().game();
    say(format!("{}: {seats} seats, seed {seed}", game.name))
}

fn first_deal(
    point: &mut Point,
    dealer: Option<Seat>,
    upcards: &[Kind],
) -> Result<(Vec<Told>, Did), Refusal> {
    if dealer.is_none() && upcards.is_empty() {
        return Ok((point.table.table(TableAction::Deal)?, Did::Dealt));
    }
    Ok((point.table.deal_stacked(dealer, upcards)?, Did::Edited))
}

/// `deal [dealer SEAT] [upcard CARD…]`
pub fn deal(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let dealer = if args.take("dealer") { Some(args.seat()?) } else { None };
    let deck = &session.table().game().deck;
    let upcards = if args.take("upcard") { args.cards(deck)? } else { Vec::new() };
    args.end()?;
    if dealer.is_none() && upcards.is_empty() {
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

/// Goes on under other rules, and says what that meant.
fn change(session: &mut Session, source: &GameSource, what: &str) -> Reply {
    let (point, told, dealt) = source::change(&session.now, source)?;
    let did = if dealt { Did::Dealt } else { Did::Edited };
    session.put(point, did, told);
    let dealt = if dealt { "; the deck changed, so a new game was dealt" } else { "" };
    say(format!("{what}{dealt}"))
}

/// `load FILE-or-NAME…`
pub fn load(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let mut source = session.now.source.clone();
    let first = args.word("a rule: a name or a file")?;
    let mut names = vec![first];
    names.extend(args.words());
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
    let reply = change(session, &source, "")?;
    for rule in session.table().game().rules() {
        if loaded.contains(&rule.name) {
            let warning = |text: &String| format!("\n  {}: {text}", rule.name);
            what.extend(rule.warnings.iter().map(warning));
        }
    }
    Ok(super::output::Done { text: format!("{what}{}", reply.text), ..reply })
}

/// `unload NAME…`
pub fn unload(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let mut source = session.now.source.clone();
    let first = args.word("a rule's name")?;
    let mut names = vec![first];
    names.extend(args.words());
    for name in &names {
        let before = source.rules.len();
        source.rules.retain(|rule| stem(rule) != *name && rule != name);
        if source.rules.len() == before {
            rule(session, name)?;
            source.without.push((*name).into());
        }
        source.options.retain(|(rule, ..)| rule != name);
    }
    change(session, &source, &format!("unloaded {}", names.join(" ")))
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
        let near = closest(name, rules.iter().map(|rule| rule.name.as_str()));
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        bad(Code::NoSuchRule, format!("there is no rule {name:?} in this game{near}"))
    })
}

/// `option RULE.NAME [VALUE]`
pub fn option(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let path = args.word("an option: RULE.NAME")?;
    let value = args.maybe();
    args.end()?;
    let Some((of, name)) = path.split_once('.') else {
        return Err(args.wrong(Code::NoSuchOption, "an option: RULE.NAME", Some(path)));
    };
    let rule = rule(session, of)?;
    let known = || rule.options.iter().map(|option| option.name.as_str());
    let Some(at) = rule.options.iter().position(|option| option.name == name) else {
        let near = closest(name, known());
        let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
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
    source.options.retain(|(rule, option, _)| rule != of || option != name);
    source.options.push((of.into(), name.into(), value.into()));
    change(session, &source, &format!("{path} = {value}"))
}
