//! Reading the hooks, offers and `do_` functions of a rule file.

use mlua::{Function, Table, Value as LuaValue};

use super::loader::Rule;
use super::read::good_name;
use super::text::clean_text;
use super::value::{found, text, to_plain, whole};
use crate::cards::meant;
use crate::engine::definition::{
    Body, DoSpec, FilterSpec, Hook, HookKind, HookName, HookSpec, OfferSpec, OfferTo,
};
use crate::engine::host::{Adjust, Answer};
use crate::table::Value;

/// Actions of the base game that `can_NAME` may be about, beside offers.
pub(super) const ACTIONS: &[&str] = &["uno", "catch", "challenge"];
const HOOK_KEYS: &[&str] = &["when", "except", "run", "say"];
const OFFER_KEYS: &[&str] = &["when", "except", "to", "with", "label", "while_ending"];
const SEAT_WORDS: &[&str] = &["acting", "owing", "others", "all"];

impl Rule<'_> {
    /// Reads a key that is none of the header's. Says whether it is one.
    pub(super) fn hook_key(&mut self, key: &str, value: &LuaValue) -> bool {
        let line = self.reader.line(key);
        if let Some(hook) = Hook::named(key) {
            if hook.info().ready {
                self.hook(key, &HookName::Fixed(hook), value);
            } else {
                self.reader.fail(line, format!("{key} is not there yet"));
            }
            return true;
        }
        let named = |prefix: &str| key.strip_prefix(prefix).filter(|name| good_name(name));
        if let Some(name) = named("do_") {
            self.work(name, value, line);
        } else if let Some(name) = named("offer_") {
            self.offer(name, value, line);
        } else if let Some(name) = named("can_") {
            // Whether there is such an action is known when all rules are there.
            self.hook(key, &HookName::Action(name.into()), value);
        } else {
            return false;
        }
        true
    }

    /// A function, a table with `run` or `say`, or a list of these.
    fn hook(&mut self, key: &str, hook: &HookName, value: &LuaValue) {
        match value {
            LuaValue::Function(function) => {
                self.add(hook, FilterSpec::default(), function);
            }
            LuaValue::Table(table) if table.raw_len() > 0 => {
                for one in self.reader.list(value, key) {
                    match &one {
                        LuaValue::Table(table) if table.raw_len() > 0 => {
                            let line = self.reader.line(key);
                            self.reader.fail(line, format!("{key} has a list within its list"));
                        }
                        _ => self.hook(key, hook, &one),
                    }
                }
            }
            LuaValue::Table(table) => self.hook_table(key, hook, table),
            other => {
                let (line, found) = (self.reader.line(key), found(other));
                self.reader.fail(
                    line,
                    format!(
                        "{key} must be a function, {{ when =, except =, run = }}, {{ when =, say = \
                         }} or a list of these, not {found}"
                    ),
                );
            }
        }
    }

    fn add(&mut self, hook: &HookName, filter: FilterSpec, function: &Function) {
        let key = hook_name(hook);
        let at = self.reader.at(self.reader.line_of(function, &key));
        let body = self.function(function);
        self.spec.hooks.push(HookSpec { hook: hook.clone(), filter, body, at });
    }

    fn hook_table(&mut self, key: &str, hook: &HookName, table: &Table) {
        let line = self.reader.line(key);
        let (mut filter, mut run, mut say) = (FilterSpec::default(), None, None);
        for (name, value) in self.reader.entries(table, key) {
            match name.as_str() {
                "when" => filter.when = self.filter(&value, "when", line),
                "except" => filter.except = self.filter(&value, "except", line),
                "run" => run = Some(value),
                "say" => say = Some(value),
                other => self.reader.unknown(other, key, line, HOOK_KEYS),
            }
        }
        match (run, say) {
            (Some(LuaValue::Function(function)), None) => self.add(hook, filter, &function),
            (None, Some(say)) => {
                if let Some(body) = self.say(key, hook, &say, line) {
                    let at = self.reader.at(line);
                    self.spec.hooks.push(HookSpec { hook: hook.clone(), filter, body, at });
                }
            }
            (Some(other), None) => {
                let found = found(&other);
                self.reader.fail(line, format!("{key}: run must be a function, not {found}"));
            }
            (Some(_), Some(_)) => {
                self.reader.fail(line, format!("{key} has both run and say; choose one"));
            }
            (None, None) => {
                self.reader.fail(line, format!("{key} does nothing: it has no run and no say"));
            }
        }
    }

    /// A constant answer.
    fn say(&mut self, key: &str, hook: &HookName, say: &LuaValue, line: usize) -> Option<Body> {
        let kind = match hook {
            HookName::Fixed(hook) => hook.info().kind,
            HookName::Action(_) => HookKind::Can,
        };
        match (kind, say) {
            (HookKind::Can, LuaValue::Boolean(true)) => Some(Body::Say(Answer::Allow)),
            (HookKind::Can, LuaValue::String(why)) => {
                Some(Body::Say(Answer::Forbid(clean_text(&why.to_string_lossy()))))
            }
            (HookKind::Can, other) => {
                let found = found(other);
                let text = format!("{key}: say is true (allow) or a text (forbid), not {found}");
                self.reader.fail(line, text);
                None
            }
            (HookKind::Adjust, LuaValue::Table(table)) => self.adjust(key, table, line),
            (HookKind::Adjust, other) => {
                let found = found(other);
                let text = format!("{key}: say is a table such as {{ add = 1 }}, not {found}");
                self.reader.fail(line, text);
                None
            }
            (HookKind::InsteadOf | HookKind::On, _) => {
                self.reader.fail(
                    line,
                    format!("{key}: say is for can_ and adjust_ hooks; this one needs run"),
                );
                None
            }
        }
    }

    fn adjust(&mut self, key: &str, table: &Table, line: usize) -> Option<Body> {
        const KEYS: &[&str] = &["set", "add", "times", "at_least", "at_most"];
        let mut adjust = Adjust::default();
        for (name, value) in self.reader.entries(table, key) {
            let Some(number) = whole(&value).filter(|n| n.abs() <= 1_000_000) else {
                let found = found(&value);
                let text = format!("{key}: {name} must be a whole number, not {found}");
                self.reader.fail(line, text);
                continue;
            };
            match name.as_str() {
                "set" => adjust.set = Some(number),
                "add" => adjust.add = Some(number),
                "times" => adjust.times = Some(number),
                "at_least" => adjust.at_least = Some(number),
                "at_most" => adjust.at_most = Some(number),
                other => self.reader.unknown(other, key, line, KEYS),
            }
        }
        Some(Body::SayAdjust(adjust))
    }

    /// The keys of a filter, each with the values of which one must hold.
    fn filter(&mut self, value: &LuaValue, what: &str, line: usize) -> Vec<(String, Vec<Value>)> {
        let LuaValue::Table(table) = value else {
            let found = found(value);
            self.reader.fail(line, format!("{what} must be a table of filter keys, not {found}"));
            return Vec::new();
        };
        let mut filter = Vec::new();
        for (key, value) in self.reader.entries(table, what) {
            match to_plain(&value, None, &key) {
                Ok(Value::List(list)) => filter.push((key, list)),
                Ok(one) => filter.push((key, vec![one])),
                Err(error) => self.reader.fail(line, format!("{what}: {error}")),
            }
        }
        filter
    }

    fn work(&mut self, name: &str, value: &LuaValue, line: usize) {
        let LuaValue::Function(function) = value else {
            let found = found(value);
            self.reader.fail(line, format!("do_{name} must be a function, not {found}"));
            return;
        };
        let at = self.reader.at(self.reader.line_of(function, &format!("do_{name}")));
        let body = self.function(function);
        self.spec.dos.push(DoSpec { name: name.into(), body, at });
    }

    fn offer(&mut self, name: &str, value: &LuaValue, line: usize) {
        let key = format!("offer_{name}");
        let LuaValue::Table(table) = value else {
            let found = found(value);
            let text =
                format!("{key} must be a table {{ when =, to =, with =, label = }}, not {found}");
            self.reader.fail(line, text);
            return;
        };
        let mut offer = OfferSpec {
            name: name.into(),
            to: OfferTo::Acting,
            filter: FilterSpec::default(),
            with: None,
            label: None,
            while_ending: false,
            at: self.reader.at(line),
        };
        for (field, value) in self.reader.entries(table, &key) {
            match field.as_str() {
                "when" => offer.filter.when = self.filter(&value, "when", line),
                "except" => offer.filter.except = self.filter(&value, "except", line),
                "to" => offer.to = self.offer_to(&key, &value, line),
                "with" => match &value {
                    LuaValue::Function(function) => offer.with = Some(self.script_fn(function)),
                    other => {
                        let found = found(other);
                        let text = format!("{key}: with must be a function, not {found}");
                        self.reader.fail(line, text);
                    }
                },
                "label" => offer.label = Some(self.reader.text(&value, "label", line)),
                "while_ending" => {
                    offer.while_ending = self.reader.flag(&value, "while_ending", line);
                }
                other => self.reader.unknown(other, &key, line, OFFER_KEYS),
            }
        }
        self.spec.offers.push(offer);
    }

    fn offer_to(&mut self, key: &str, value: &LuaValue, line: usize) -> OfferTo {
        if let LuaValue::Function(function) = value {
            return OfferTo::Script(self.script_fn(function));
        }
        let word = text(value).unwrap_or_default();
        match word.as_str() {
            "acting" => OfferTo::Acting,
            "owing" => OfferTo::Owing,
            "others" => OfferTo::Others,
            "all" => OfferTo::All,
            _ => {
                let (found, near) = (found(value), meant(&word, SEAT_WORDS.iter().copied()));
                let known = SEAT_WORDS.join(", ");
                let text = format!("{key}: to is one of {known}, or a function, not {found}{near}");
                self.reader.fail(line, text);
                OfferTo::Acting
            }
        }
    }
}

fn hook_name(hook: &HookName) -> String {
    match hook {
        HookName::Fixed(hook) => hook.info().name.into(),
        HookName::Action(name) => format!("can_{name}"),
    }
}
