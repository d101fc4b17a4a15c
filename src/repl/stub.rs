//! Stands in for the loader until it is there.
use crate::cards::{CardSpec, ColorSpec, DeckSpec};
use crate::engine::definition::*;
use crate::engine::host::{Host, NoScripts};
use crate::engine::rules;
use std::rc::Rc;
/// What to load.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameSource {
    /// game
    pub game: String,
    /// rules
    pub rules: Vec<String>,
    /// without
    pub without: Vec<String>,
    /// options
    pub options: Vec<(String, String, String)>,
}
fn deck() -> DeckSpec {
    let colors = ["red", "yellow", "green", "blue"];
    let each = || colors.map(String::from).to_vec();
    let card = |symbol: &str, short: &str, count, points| CardSpec {
        symbol: symbol.into(),
        short: Some(short.into()),
        count,
        points,
        ..CardSpec::default()
    };
    let mut cards = Vec::new();
    for n in 0..10u8 {
        let text = n.to_string();
        let count = if n == 0 { 1 } else { 2 };
        cards.push(CardSpec {
            number: Some(n),
            colors: each(),
            ..card(&text, &text, count, u16::from(n))
        });
    }
    cards.push(CardSpec { colors: each(), ..card("skip", "s", 2, 20) });
    cards.push(CardSpec { colors: each(), ..card("reverse", "r", 2, 20) });
    cards.push(CardSpec { colors: each(), draws: 2, ..card("draw2", "+2", 2, 20) });
    cards.push(card("wild", "w", 4, 50));
    let also = vec!["+4".into(), "wild draw four".into()];
    cards.push(CardSpec { draws: 4, also, ..card("draw4", "w4", 4, 50) });
    let color = |name: &str| ColorSpec { name: name.into(), letter: name[..1].to_string() };
    DeckSpec { colors: colors.map(color).to_vec(), cards, suit_last: false }
}
/// Loads.
pub fn load(s: &GameSource) -> Result<(Rc<Game>, Rc<dyn Host>), Vec<LoadError>> {
    let mut options = Vec::new();
    for (rule, name, value) in &s.options {
        let all = rules::all();
        let spec = all.iter().find(|r| r.name == *rule).unwrap();
        let option = spec.options.iter().find(|o| o.name == *name).unwrap();
        options.push((rule.clone(), name.clone(), option.parse(value).unwrap()));
    }
    if let Some(rule) = s.rules.first() {
        return Err(vec![LoadError {
            at: String::new(),
            rule: rule.clone(),
            text: "no loader yet".into(),
        }]);
    }
    let spec = GameSpec {
        name: "standard".into(),
        title: "the base game".into(),
        source: Source::BuiltIn,
        hash: String::new(),
        deck: deck(),
        rules: rules::names().into_iter().map(String::from).collect(),
        options,
        seats: (2, 15),
    };
    Game::build(&spec, &rules::all()).map(|g| (Rc::new(g), Rc::new(NoScripts) as Rc<dyn Host>))
}
