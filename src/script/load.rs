//! From names to a game that can be played: file, built-in rules, scripts, options.

use std::rc::Rc;

use super::game_file::find_game;
use super::hooks::ACTIONS;
use super::loader::{LoadedScript, load_rule};
use super::scripts::Scripts;
use super::store::{Shelf, Text};
use crate::cards::{closest, meant, meant_then};
use crate::engine::definition::{
    Game, GameSpec, HOOKS, HookName, LoadError, RuleSpec, options_named,
};
use crate::engine::{Code, Refusal, rules};

/// What is to be loaded.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GameSource {
    /// The game: a name or a path.
    pub game: String,
    /// Rules added to those of the game, in order: names or paths.
    pub rules: Vec<String>,
    /// Rules of the game that are left out.
    pub without: Vec<String>,
    /// Values of options: rule, option, value as people write it. Without a rule the option is
    /// looked for in all rules.
    pub options: Vec<(String, String, String)>,
}

/// A game that can be played, and its scripts.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The definition.
    pub game: Rc<Game>,
    /// The door to its scripts.
    pub host: Rc<Scripts>,
}

/// What has been loaded so far.
#[derive(Default)]
struct Loading {
    rules: Vec<RuleSpec>,
    scripts: Vec<(String, Text, LoadedScript)>,
    errors: Vec<LoadError>,
}

/// Loads a game with its rules.
///
/// # Errors
/// Every mistake that is found, with its file and line.
pub fn load(source: &GameSource) -> Result<Loaded, Vec<LoadError>> {
    let mut spec = find_game(&source.game)?;
    let mut loading = Loading::default();
    let built_in = rules::all();
    leave_out(&mut spec, &source.without, &mut loading);
    for name in &spec.rules {
        loading.rule(name, &built_in, &spec.name, &spec.source.to_string());
    }
    for name in &source.rules {
        loading.rule(name, &built_in, &spec.name, "");
    }
    for (rule, option, text) in &source.options {
        match set_option(&loading.rules, rule, option, text) {
            Ok(value) => {
                warn_of(&mut loading.rules, &value.0, &value.1);
                spec.options.push(value);
            }
            Err(text) => loading.errors.push(plain("option", rule, text)),
        }
    }
    check_actions(&mut loading);
    if !loading.errors.is_empty() {
        return Err(loading.errors);
    }
    let game = Rc::new(Game::build(&spec, &loading.rules)?);
    let host = Scripts::new(&game, loading.scripts)
        .map_err(|fault| vec![plain(&spec.name, &spec.name, fault.to_string())])?;
    Ok(Loaded { game, host: Rc::new(host) })
}

/// Load errors as one refusal.
pub fn refusal(errors: &[LoadError]) -> Refusal {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let first = errors.first();
    // Rules that exclude each other are no mistake in either file.
    let clash = |error: &LoadError| error.text.contains("cannot be played together with");
    let code = if errors.iter().all(clash) { Code::Conflict } else { Code::LoadError };
    Refusal {
        code,
        text: texts.join("\n"),
        rule: first.map(|error| error.rule.clone()).filter(|rule| !rule.is_empty()),
        at: first.map(|error| error.at.clone()).filter(|at| !at.is_empty()),
    }
}

fn plain(at: &str, rule: &str, text: impl Into<String>) -> LoadError {
    LoadError { at: at.into(), rule: rule.into(), text: text.into() }
}

fn leave_out(spec: &mut GameSpec, without: &[String], loading: &mut Loading) {
    for name in without {
        match spec.rules.iter().position(|rule| rule == name) {
            Some(at) => {
                spec.rules.remove(at);
                spec.options.retain(|(rule, ..)| rule != name);
            }
            None => {
                let near = meant(name, spec.rules.iter().map(String::as_str));
                let text = format!("there is no rule {name:?} in this game{near}");
                loading.errors.push(plain(&spec.name, name, text));
            }
        }
    }
}

impl Loading {
    /// A built-in rule, or a script; `asked` is the file that names it.
    fn rule(&mut self, name: &str, built_in: &[RuleSpec], game: &str, asked: &str) {
        if let Some(rule) = built_in.iter().find(|rule| rule.name == name) {
            self.add(rule.clone(), game);
            return;
        }
        let text = match Shelf::Rules.find(name) {
            Ok(text) => text,
            Err(error) => {
                let near = meant(name, rules::names());
                let near = if error.contains("did you mean") { String::new() } else { near };
                self.errors.push(plain(asked, name, format!("{error}{near}")));
                return;
            }
        };
        match load_rule(&text) {
            Ok((rule, script)) => {
                let name = rule.name.clone();
                if self.add(rule, &text.path) {
                    self.scripts.push((name, text, script));
                }
            }
            Err(errors) => self.errors.extend(errors),
        }
    }

    fn add(&mut self, rule: RuleSpec, at: &str) -> bool {
        if let Some(other) = self.rules.iter().find(|other| other.name == rule.name) {
            let text = format!("this rule is loaded already, from {}", other.at);
            self.errors.push(plain(at, &rule.name, text));
            return false;
        }
        self.rules.push(rule);
        true
    }
}

/// The option that is meant, and its value.
fn set_option(
    rules: &[RuleSpec],
    rule: &str,
    option: &str,
    text: &str,
) -> Result<(String, String, crate::table::Value), String> {
    let replacer = |name: &str| rules.iter().find(|r| r.replaces.iter().any(|other| other == name));
    let candidates: Vec<&RuleSpec> = if rule.is_empty() {
        rules.iter().collect()
    } else {
        let found = rules.iter().find(|known| known.name == rule);
        let found = found.ok_or_else(|| {
            let near = meant(rule, rules.iter().map(|rule| rule.name.as_str()));
            let load = if near.is_empty() && Shelf::Rules.find(rule).is_ok() {
                format!("; load it as well: --rules {rule}")
            } else {
                near
            };
            format!("there is no rule {rule:?} in this game{load}")
        });
        vec![found?]
    };
    let all = || candidates.iter().flat_map(|r| r.options.iter().map(move |o| (&r.name, o)));
    let rules = candidates.iter();
    let rules = rules.map(|r| (r.name.as_str(), &r.options[..], replacer(&r.name).is_some()));
    let found = options_named(rules, option);
    match found[..] {
        [(rule, def)] => {
            let Some(other) = replacer(rule) else {
                return Ok((rule.into(), def.name.clone(), def.parse(text)?));
            };
            let Some(def) = other.options.iter().find(|o| o.name == def.name) else {
                return Ok((rule.into(), def.name.clone(), def.parse(text)?));
            };
            Ok((other.name.clone(), def.name.clone(), def.parse(text)?))
        }
        [] => {
            let names: Vec<String> = all().map(|(rule, o)| format!("{rule}.{}", o.name)).collect();
            let near = meant_then(option, all().map(|(_, o)| o.name.as_str()));
            let whose = if rule.is_empty() { "this game" } else { rule };
            let known = match names.is_empty() {
                true => "; it has none".to_string(),
                false => format!("{near} Known: {}", names.join(" ")),
            };
            Err(format!("{whose} has no option {option:?}{known}"))
        }
        _ => {
            let owners: Vec<String> =
                found.iter().map(|(rule, def)| format!("{rule}.{}", def.name)).collect();
            Err(format!("several rules have an option {option:?}: {}", owners.join(", ")))
        }
    }
}

/// An option of a rule in whose place another stands, which has no such option, means nothing.
fn warn_of(rules: &mut [RuleSpec], rule: &str, option: &str) {
    let replacer = rules.iter_mut().find(|r| r.replaces.iter().any(|other| other == rule));
    if let Some(replacer) = replacer {
        let text = format!("its option {option} means nothing here");
        replacer.warns.push((rule.to_string(), text));
    }
}

/// `can_NAME` must be about an action that exists.
fn check_actions(loading: &mut Loading) {
    let offered = loading.rules.iter().flat_map(|rule| &rule.offers);
    let mut known: Vec<&str> = offered.map(|offer| offer.name.as_str()).collect();
    known.extend(ACTIONS);
    known.sort_unstable();
    known.dedup();
    let mut errors = Vec::new();
    for rule in &loading.rules {
        for hook in &rule.hooks {
            let HookName::Action(name) = &hook.hook else { continue };
            if !known.contains(&name.as_str()) {
                let doors = HOOKS.iter().filter_map(|info| info.name.strip_prefix("can_"));
                let near = closest(name, known.iter().copied().chain(doors));
                let near = near.map(|near| format!("; did you mean can_{near}?"));
                let near = near.unwrap_or_default();
                let text = format!(
                    "can_{name}: there is no hook and no action of this name{near} Actions: {}",
                    known.join(" ")
                );
                errors.push(plain(&hook.at, &rule.name, text));
            }
        }
    }
    loading.errors.extend(errors);
}
