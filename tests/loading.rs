//! Loading rule and game files: what is refused, in which words, at which line.

use houserules::engine::definition::{Game, Source};
use houserules::script::load::{GameSource, Loaded, load};
use houserules::script::loader::load_rule;
use houserules::script::store::{Shelf, Text, text};

fn source(lua: &str) -> Text {
    text("rule.lua", Source::Disk("rule.lua".into()), lua.as_bytes()).unwrap()
}

/// The errors of a rule file, one a line.
fn errors(lua: &str) -> String {
    match load_rule(&source(lua)) {
        Ok(_) => String::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

fn with(rules: &[&str]) -> GameSource {
    GameSource {
        game: "standard".into(),
        rules: rules.iter().map(|rule| (*rule).into()).collect(),
        ..GameSource::default()
    }
}

fn refused(source: &GameSource) -> String {
    let errors = load(source).map(|_| ()).unwrap_err();
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Loads the base game with rules given as source, each in a file of its own.
fn load_sources(files: &[(&str, &str)]) -> Result<Loaded, String> {
    let folder = tempfile::tempdir().unwrap();
    let mut game = with(&[]);
    for (name, lua) in files {
        let path = folder.path().join(format!("{name}.lua"));
        std::fs::write(&path, lua).unwrap();
        game.rules.push(path.to_string_lossy().into_owned());
    }
    load(&game)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

#[test]
fn every_mistake_is_told_with_its_line_and_a_guess() {
    for (lua, expected) in [
        (
            "return {\n  on_card_efect = type,\n}",
            "rule.lua:2: rule rule: unknown key \"on_card_efect\"; did you mean on_card_effect?",
        ),
        ("return {\n  titel = 'x',\n}", "did you mean title?"),
        ("return {\n\n  can_add = type,\n}", "rule.lua:3: rule rule: can_add is not there yet"),
        ("return { can_see = type }", "can_see is not there yet"),
        ("return { instead_of_flip = type }", "instead_of_flip is not there yet"),
        ("return { api = 2 }", "api is 1 in this program, not 2"),
        ("return { name = 'Bad Name' }", "cannot be a rule's name"),
        (
            "return {\n  options = {\n    fuse = { min = 1 },\n  },\n}",
            "rule.lua:3: rule rule: options.fuse needs a default",
        ),
        ("return { options = { fuse = 3 } }", "options.fuse must be { default = 1 }, not 3"),
        ("return { options = { fuse = { default = 12, max = 9 } } }", "the default is not allowed"),
        ("return { options = { fuse = { default = 1, maks = 9 } } }", "did you mean max?"),
        (
            "return { memory = { x = { start = 1 } } }",
            "memory.x needs a scope, one of window, turn, top, round, match",
        ),
        (
            "return { memory = { x = { scope = 'round', per = 'hand' } } }",
            "per is \"seat\" or \"card\"",
        ),
        ("return { needs = { 'takeback' } }", "did you mean take_back?"),
        ("return { secret = 'yes' }", "secret must be true or false, not \"yes\""),
        ("return { can_fit = 3 }", "can_fit must be a function"),
        ("return { can_fit = { say = 3 } }", "say is true (allow) or a text (forbid), not 3"),
        ("return { on_dealt = { say = true } }", "say is for can_ and adjust_ hooks"),
        ("return { adjust_steps = { say = { ad = 1 } } }", "did you mean add?"),
        ("return { can_fit = { when = {} } }", "it has no run and no say"),
        ("return { can_fit = { wenn = {}, say = true } }", "did you mean when?"),
        ("return { offer_x = { to = 'owning' } }", "did you mean owing?"),
        ("return { do_x = true }", "do_x must be a function, not true"),
        ("return { cards = { { count = 2 } } }", "a card needs a symbol"),
        ("return 3", "the file must return a plain table, not 3"),
        ("return {\n  title = 'x'\n  cites = 'y' }", "rule.lua:3"),
        ("local n = 0\nreturn {\n  on_dealt = function()\n    n = n + 1\n  end,\n}", "rule.lua:4"),
        ("while true do end", "steps; is there a loop that does not end?"),
        ("return { piles = { draw = {} } }", "\"draw\" cannot be the name of a pile"),
    ] {
        let found = errors(lua);
        assert!(found.contains(expected), "{lua}\n  should say: {expected}\n  but says: {found}");
    }
}

#[test]
fn a_script_is_not_trusted_by_its_shape() {
    assert!(errors("return setmetatable({}, {})").contains("plain table"));
    assert!(errors("return { options = setmetatable({}, {}) }").contains("metatable"));
    assert!(errors("return { [1] = 2 }").contains("its keys are names"));
    assert!(errors("return { before = { a = 1 } }").contains("must be a list"));
}

/// What a function of a rule remembers by itself would be lost on undo, and make runs differ by the
/// number of threads: every way to keep something is refused, or the function forgets.
#[test]
fn nothing_is_remembered_outside_of_the_game() {
    let hook = "return { on_card_effect = { when = { symbol = '5' }, run = function(game, play)";
    let counter = "local function counter()\n  local n = 0\n  return function() n += 1 return n \
                   end\nend\n";
    let own = "writes to a variable of the function that made it";
    for (lua, words) in [
        (format!("{counter}local next = counter()\n{hook} next() end }} }}"), own),
        (format!("{counter}local t = {{ f = counter() }}\n{hook} t.f() end }} }}"), own),
        (format!("local it = string.gmatch('a a', 'a')\n{hook} it() end }} }}"), "an iterator"),
        (format!("local it, t = pairs({{ a = 1 }})\n{hook} it(t) end }} }}"), "an iterator"),
    ] {
        let told = errors(&lua);
        assert!(told.contains(words), "{lua}\n{told}");
    }
    let inside = format!("{counter}{hook} local next = counter() next() end }} }}");
    assert_eq!(errors(&inside), "");
    let walks = format!("{hook} for w in string.gmatch('a b', '%a') do type(w) end end }} }}");
    assert_eq!(errors(&walks), "");
}

#[test]
fn a_fine_rule_is_read_as_it_is_written() {
    let lua = "
local function helper() end
return {
  name = 'fine', title = 'a fine rule', version = '2', api = 1, cites = 'R1',
  options = {
    on = { default = true, help = 'h' }, n = { default = 3, min = 1, max = 9 },
    w = { default = 'a', one_of = { 'a', 'b' } }, t = { default = 'free', also = 'tt' },
  },
  memory = { lives = { scope = 'match', start = 3, per = 'seat' } },
  before = { 'skip' }, piles = { aside = {} }, secret = true, needs = { 'take_back' },
  cards = { { symbol = 'dig', color = 'each', count = 2, points = 20 } },
  can_fit = { { when = { color = { 'red', 'blue' } }, say = true }, helper },
  offer_bid = { to = 'all', with = helper, label = 'bid' },
  do_bid = helper,
}";
    let (rule, script) = load_rule(&source(lua)).unwrap();
    assert_eq!((rule.name.as_str(), rule.at.as_str()), ("fine", "rule.lua:1"));
    assert_eq!(rule.options.len(), 4);
    assert_eq!(rule.hooks.len(), 2);
    assert_eq!(rule.hooks[0].at, "rule.lua:12");
    assert_eq!(rule.hooks[0].filter.when[0].1.len(), 2);
    assert_eq!(rule.hooks[1].at, "rule.lua:2");
    assert!(rule.needs.take_back && rule.secret);
    assert_eq!(rule.cards[0].colors, ["each"]);
    assert_eq!(format!("{script:?}"), "LoadedScript of 3 functions");
    assert_eq!(rule.hash.len(), 16);
}

#[test]
fn what_only_the_whole_game_can_tell() {
    for (lua, expected) in [
        ("return { can_answer = { say = true } }", "can_answer needs when = { debt_symbol"),
        ("return {\n can_fit = { when = { collor = 'red' }, say = true } }", "did you mean color?"),
        (
            "return { can_fit = { when = { symbol = 7 }, say = true } }",
            "a symbol is a word: write symbol = \"7\"",
        ),
        ("return { instead_of_draw = function() end }", "instead_of_draw needs when = { reason"),
        (
            "return { can_slap = { say = true } }",
            "can_slap: there is no hook and no action of this name",
        ),
        (
            "return {\n  can_fitt = type,\n}",
            "rule.lua:2: rule rule: can_fitt: there is no hook and no action of this name; did \
             you mean can_fit?",
        ),
        ("return { offer_slap = {} }", "has no do_slap"),
        ("return { conflicts = { 'skip' } }", "cannot be played together with skip"),
        ("return { replaces = { 'chalenge' } }", "did you mean challenge?"),
        ("return { lifts = { 'x' } }", "which nobody pronounces"),
        ("return { cards = { { symbol = 'x', color = 'pink' } } }", "the deck has no color pink"),
    ] {
        let found = load_sources(&[("rule", lua)]).map(|_| ()).unwrap_err();
        assert!(found.contains(expected), "{lua}\n  should say: {expected}\n  but says: {found}");
    }
}

#[test]
fn a_circle_of_before_and_after_is_refused() {
    let files = [("a", "return { before = { 'b' } }"), ("b", "return { before = { 'a' } }")];
    let error = load_sources(&files).map(|_| ()).unwrap_err();
    assert!(error.contains("circle among a, b"), "{error}");
}

#[test]
fn the_same_rule_twice_is_refused() {
    let error = refused(&with(&["jump_in", "variants/jump_in.lua"]));
    assert!(error.contains("this rule is loaded already, from variants/jump_in.lua:1"), "{error}");
    let error = refused(&with(&["zero_slap", "zero_rotation"]));
    assert!(error.contains("cannot be played together"), "{error}");
}

#[test]
fn options_are_found_by_rule_by_name_and_by_alias() {
    let mut game = with(&["stacking"]);
    let option = |rule: &str, option: &str, value: &str| -> (String, String, String) {
        (rule.into(), option.into(), value.into())
    };
    game.options = vec![
        option("stacking", "cross", "up"),
        option("", "draw2", "on"),
        option("", "challenge_who", "anyone"),
        option("deal", "cards", "5"),
    ];
    let loaded = load(&game).unwrap();
    let rule = |name| loaded.game.rule(loaded.game.rule_named(name).unwrap());
    assert_eq!(rule("stacking").option("cross").unwrap().as_text(), Some("up"));
    assert!(rule("stacking").option("draw2").unwrap().is_true());
    assert_eq!(rule("challenge").option("who").unwrap().as_text(), Some("anyone"));
    assert_eq!(loaded.game.policy.deal, 5);
    for (wrong, expected) in [
        (option("stacking", "cros", "up"), "did you mean cross?"),
        (option("stackin", "cross", "up"), "did you mean stacking?"),
        (option("stacking", "cross", "down"), "cross must be same | up | value"),
        (option("", "penalty", "3"), "several rules have an option"),
    ] {
        game.options = vec![wrong];
        let error = refused(&game);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn unknown_names_are_guessed() {
    assert!(refused(&with(&["jumpin"])).contains("did you mean jump_in?"));
    let game = GameSource { game: "standart".into(), ..GameSource::default() };
    assert!(refused(&game).contains("did you mean standard?"));
    let mut game = with(&[]);
    game.without = vec!["scorin".into()];
    assert!(refused(&game).contains("did you mean scoring?"));
}

#[test]
fn everything_shipped_loads() {
    let game: std::rc::Rc<Game> = load(&with(&[])).unwrap().game;
    assert_eq!(game.deck.size(), 108);
    assert_eq!(game.deck.cards().map(|k| u32::from(game.deck.card(k).points)).sum::<u32>(), 1240);
    for text in ["+4", "W4", "wild draw four", "r+2", "red draw two", "gs", "yr", "b0", "w"] {
        assert!(game.deck.parse_card(text).is_ok(), "{text}");
    }
    for name in Shelf::Rules.names() {
        let loaded = load(&with(&[&name])).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let rule = loaded.game.rule_named(&name).unwrap();
        let rule = loaded.game.rule(rule);
        assert!(rule.warnings.is_empty(), "{name}: {:?}", rule.warnings);
        assert!(!rule.title.is_empty() && !rule.cites.is_empty(), "{name}");
    }
}
