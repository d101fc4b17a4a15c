//! Commands that look without changing: show, as, actions, why, hooks, rules, history, limits.

use super::cause;
use super::columns::wrap;
use super::history::Did;
use super::json;
use super::output::{Done, Extra, Reply, say};
use super::parse::{Args, Line, bad, seat_of};
use super::play::means;
use super::session::Session;
use super::show::View;
use crate::cards::meant;
use crate::engine::definition::{Filter, HOOKS, Listener, Rule};
use crate::engine::{Code, Refusal, Why};
use crate::limits;
use crate::table::{Action, Seat};

fn view(session: &Session, viewer: Option<Seat>) -> View<'_> {
    View { table: session.table(), names: session.seat_names(), paint: session.paint, viewer }
}

/// `show`
pub fn show(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    seen(session, None)
}

/// `as SEAT`
pub fn as_seat(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seat = args.seat()?;
    args.end()?;
    seen(session, Some(seat))
}

fn seen(session: &Session, viewer: Option<Seat>) -> Reply {
    let text = view(session, viewer).table();
    let node = json::state(session.table(), viewer);
    Ok(Done { text, extra: Extra::Field("state", node), ..Done::default() })
}

/// `actions [SEAT]`
pub fn actions(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let seats: Vec<Seat> =
        if args.is_done() { session.state().all().collect() } else { vec![args.seat()?] };
    args.end()?;
    let (table, all) = (session.table(), seats.len() > 1);
    let mut list = Vec::new();
    for seat in seats {
        let actions = table.legal_actions(seat)?;
        let texts: Vec<String> = actions.iter().map(|a| table.action_text(seat, *a)).collect();
        if !all || !texts.is_empty() {
            list.push((seat, texts));
        }
    }
    let look = view(session, None);
    let line =
        |(seat, texts): &(Seat, Vec<String>)| format!("{}: {}", look.seat(*seat), texts.join(", "));
    let text = list.iter().map(line).collect::<Vec<_>>().join("\n");
    Ok(Done { text, extra: Extra::Field("actions", json::actions(&list)), ..Done::default() })
}

/// `why [not] [SEAT:] ACTION`, `why N`, or `why` alone
pub fn why(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.take("not");
    let rest = args.rest();
    let line = Line::read(rest)?;
    let seats = session.state().seats.len();
    let named = line.actor.map(|number| seat_of(number, seats)).transpose()?.or(args.actor);
    let seat = named.or_else(|| session.due()).unwrap_or(session.state().turn.seat);
    let words: Vec<&str> = line.words.iter().map(|word| word.text.as_str()).collect();
    if words.is_empty() {
        return say(verdicts(session, seat));
    }
    if let Some((no, step)) = cause::number(&words) {
        return say(cause::why(session, no, step)?);
    }
    let action = action(session, seat, &words)?;
    let table = session.table();
    let title = format!("{}: {}", view(session, None).seat(seat), table.action_text(seat, action));
    say(explained(&title, &table.why(seat, action)))
}

/// What a seat could think of doing, and what stands against it.
fn verdicts(session: &Session, seat: Seat) -> String {
    let (table, look) = (session.table(), view(session, None));
    let state = session.state();
    let mut actions: Vec<Action> = Vec::new();
    let cards = state.place(seat).hand.kinds();
    actions.extend(cards.iter().map(|card| Action::Play { card, call: false }));
    actions.extend([Action::Draw, Action::Pass]);
    if !state.debts.is_empty() {
        actions.push(Action::Take);
    }
    let line = |action: &Action| {
        let text = table.action_text(seat, *action);
        match table.why(seat, *action).verdict {
            Ok(()) => format!("  {text:<16} allowed"),
            Err(refusal) => {
                let rule = refusal.rule.map(|rule| format!("   [{rule}]")).unwrap_or_default();
                format!("  {text:<16} {}{}", refusal.text, session.paint.dim(&rule))
            }
        }
    };
    let mut lines = vec![look.seat(seat)];
    lines.extend(actions.iter().map(line));
    lines.push("`why CARD` asks every rule".into());
    lines.join("\n")
}

pub(super) fn explained(title: &str, why: &Why) -> String {
    let mut lines = vec![title.to_string()];
    for said in &why.said {
        let mark = if said.decided { "»" } else { " " };
        let rule = said.rule.as_deref().unwrap_or("the game");
        let at = said.at.as_ref().map(|at| format!("   {at}")).unwrap_or_default();
        let answer = crate::script::clean_text(&said.answer);
        lines.push(format!("{mark} {:<10} {rule:<16} {answer}{at}", said.door));
    }
    lines.push(match &why.verdict {
        Ok(()) => "allowed".into(),
        Err(refusal) => format!("refused ({}): {}", refusal.code.text(), refusal.text),
    });
    lines.join("\n")
}

/// An action as a person writes it; a card alone is its play.
fn action(session: &Session, seat: Seat, words: &[&str]) -> Result<Action, Refusal> {
    let game = session.table().game();
    let deck = &game.deck;
    let Some((first, rest)) = words.split_first() else {
        return Err(bad(Code::BadValue, "expected an action or a card; usage: why [SEAT:] ACTION"));
    };
    let card = |text: &str, call| match deck.parse_card(text) {
        Ok(card) => Ok(Action::Play { card, call }),
        Err(error) => Err(super::parse::bad_card(&error)),
    };
    let call = rest.last().is_some_and(|word| word.eq_ignore_ascii_case("uno"));
    Ok(match first.to_lowercase().as_str() {
        "play" => card(rest.first().copied().unwrap_or_default(), call)?,
        "draw" => Action::Draw,
        "pass" => Action::Pass,
        "take" => Action::Take,
        "uno" => Action::Call,
        "catch" => {
            let number = rest.first().and_then(|word| word.parse().ok()).unwrap_or(0);
            Action::Catch(seat_of(number, session.state().seats.len())?)
        }
        name => match game.offer_named(name) {
            Some(offer) => {
                let options = session.table().offer_arguments(seat, offer)?;
                let text = rest.join(" ").to_lowercase();
                let at = options.iter().position(|option| means(option, &text, deck));
                Action::Offer { offer, argument: at.unwrap_or(0) as u16 }
            }
            None => card(first, call)?,
        },
    })
}

fn listener(session: &Session, listener: &Listener) -> String {
    let rule = &session.table().game().rule(listener.rule).name;
    let filter = if listener.filter == Filter::default() { "" } else { "   filtered" };
    format!("  {rule:<18} {}{filter}", listener.at)
}

/// `hooks [NAME]`
pub fn hooks(session: &mut Session, args: &mut Args<'_>) -> Reply {
    let want = args.maybe().map(str::to_lowercase);
    args.end()?;
    let game = session.table().game();
    let mut lines = Vec::new();
    let mut known: Vec<String> = HOOKS.iter().map(|info| info.name.to_string()).collect();
    known.extend(game.action_listeners().iter().map(|(action, _)| format!("can_{action}")));
    let shown = |name: &str| want.as_ref().is_none_or(|want| want == name);
    for info in HOOKS {
        let all = game.listeners(info.hook);
        if shown(info.name) && (want.is_some() || !all.is_empty()) {
            lines.push(info.name.to_string());
            lines.extend(all.iter().map(|one| listener(session, one)));
        }
    }
    for (action, one) in game.action_listeners() {
        let name = format!("can_{action}");
        if shown(&name) {
            lines.push(name);
            lines.push(listener(session, one));
        }
    }
    if lines.is_empty() {
        let name = want.unwrap_or_default();
        let near = meant(&name, known.iter().map(String::as_str));
        return Err(bad(Code::BadValue, format!("there is no hook {name:?}{near}")));
    }
    say(lines.join("\n"))
}

/// `rules`
pub fn rules(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    let game = session.table().game();
    let mut lines = vec![format!("{}: {} ({})", game.name, game.title, game.source)];
    for id in &game.order {
        lines.extend(rule_lines(session, game.rule(*id)));
    }
    say(lines.join("\n"))
}

fn rule_lines(session: &Session, rule: &Rule) -> Vec<String> {
    let deck = &session.table().game().deck;
    let state = rule.replaced_by.as_ref().map(|by| format!(", replaced by {by}"));
    let title = format!("{} ({}{})", rule.title, rule.source, state.unwrap_or_default());
    let mut title = wrap(&title, 63).into_iter();
    let name = session.paint.bold(&format!("{:<16}", rule.name));
    let mut lines = vec![format!("{name} {}", title.next().unwrap_or_default())];
    lines.extend(title.map(|line| format!("{:17}{}", "", line.trim_start())));
    for ((option, value), default) in
        rule.options.iter().zip(&rule.values).zip(rule.options.iter().map(|o| &o.default))
    {
        let mark = if value == default { ' ' } else { '*' };
        let text = format!("{} = {}  ({})", option.name, value.show(deck), option.range);
        let mut parts = wrap(&text, 72).into_iter();
        lines.push(format!("  {mark} {}", parts.next().unwrap_or_default()));
        lines.extend(parts.map(|line| format!("        {}", line.trim_start())));
    }
    for warning in &rule.warnings {
        lines.extend(wrap(&format!("warning: {warning}"), 76).iter().map(|l| format!("    {l}")));
    }
    lines
}

/// `history`
pub fn history(session: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    let mut lines = vec![format!("branch {}", session.branch)];
    let log = &session.log;
    let mark = |at: usize| if at == log.at { "→" } else { " " };
    let first = log.forgotten;
    let start =
        if first == 0 { "the start" } else { "what came before is forgotten (HISTORY_MAX)" };
    lines.push(format!("{} {first:>3}  {start}", mark(0)));
    for (at, entry) in log.entries.iter().enumerate() {
        let kind = match &entry.did {
            Did::Dealt | Did::Stacked { .. } => "dealt".into(),
            Did::Read => "read".into(),
            Did::Edited => "edited".into(),
            Did::Ruled { .. } => "rules".into(),
            Did::Steps(steps) if steps.len() > 1 => format!("{} actions", steps.len()),
            Did::Steps(_) => String::new(),
        };
        let line = format!("{} {:>3}  {:<40} {kind}", mark(at + 1), first + at + 1, entry.command);
        lines.push(line.trim_end().into());
    }
    say(lines.join("\n"))
}

/// `limits`
pub fn limits(_: &mut Session, args: &mut Args<'_>) -> Reply {
    args.end()?;
    let line = |(name, value, help): &(&str, u64, &str)| format!("{name:<20} {value:>9}  {help}");
    say(limits::TABLE.iter().map(line).collect::<Vec<_>>().join("\n"))
}
