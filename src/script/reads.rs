//! Which fields of its second argument a function of a rule reads, found in its text: no others
//! need be filled in before it is entered.

use std::collections::{BTreeMap, BTreeSet};

use full_moon::ast::{self, Ast, FunctionBody, Index, Parameter, Prefix, Suffix};
use full_moon::node::Node;
use full_moon::tokenizer::{Token, TokenReference};
use full_moon::visitors::Visitor;

/// What a function does with its second argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fields {
    /// It may read any field: it hands the argument on, or what it does is not clear.
    Any,
    /// It reads these fields and does nothing else with it.
    These(BTreeSet<String>),
}

/// The same of each function of a source, by the line on which it begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads(BTreeMap<usize, Fields>);

impl Reads {
    /// Of the functions of a source.
    pub(super) fn of(tree: &Ast) -> Self {
        let mut walk = Walk::default();
        walk.visit_ast(tree);
        walk.reads
    }

    /// What the function does that begins on this line.
    pub fn at(&self, line: usize) -> &Fields {
        self.0.get(&line).unwrap_or(&Fields::Any)
    }
}

impl Fields {
    /// Whether it may read this field.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::Any => true,
            Self::These(fields) => fields.contains(name),
        }
    }
}

/// A function whose body is looked at.
struct Open {
    line: usize,
    /// It takes one argument at most.
    alone: bool,
    /// The second parameter, if it is plain which that is.
    name: Option<String>,
    /// How often the name is there, its declaration included. A local of the same name counts as
    /// well: then more fields are filled in than need be.
    seen: usize,
    /// How often as the beginning of `name.field`.
    read: usize,
    fields: BTreeSet<String>,
}

#[derive(Default)]
struct Walk {
    reads: Reads,
    open: Vec<Open>,
    /// The function whose body comes next: its line, and whether it has `self`.
    next: (usize, bool),
}

impl Walk {
    /// `name.field`, wherever it leads.
    fn indexed(&mut self, prefix: &Prefix, first: Option<&Suffix>) {
        let (Prefix::Name(name), Some(Suffix::Index(Index::Dot { name: field, .. }))) =
            (prefix, first)
        else {
            return;
        };
        let (name, field) = (name.token().to_string(), field.token().to_string());
        for open in self.open.iter_mut().filter(|open| open.name.as_ref() == Some(&name)) {
            open.read += 1;
            open.fields.insert(field.clone());
        }
    }
}

fn line(at: &TokenReference) -> usize {
    at.start_position().map_or(1, |position| position.line())
}

fn second(body: &FunctionBody) -> Option<String> {
    let mut names = body.parameters().iter().map(|parameter| match parameter {
        Parameter::Name(name) => Some(name.token().to_string()),
        _ => None,
    });
    let (first, second) = (names.next()??, names.next()??);
    (first != second && names.all(|name| name.is_some_and(|name| name != second))).then_some(second)
}

impl Visitor for Walk {
    fn visit_anonymous_function(&mut self, function: &ast::AnonymousFunction) {
        self.next = (line(function.function_token()), false);
    }
    fn visit_local_function(&mut self, function: &ast::LocalFunction) {
        self.next = (line(function.function_token()), false);
    }
    fn visit_const_function(&mut self, function: &ast::luau::ConstFunction) {
        self.next = (line(function.function_token()), false);
    }
    fn visit_function_declaration(&mut self, function: &ast::FunctionDeclaration) {
        let name = function.name();
        self.next = (line(function.function_token()), name.method_name().is_some());
    }
    fn visit_function_body(&mut self, body: &FunctionBody) {
        let (line, has_self) = std::mem::take(&mut self.next);
        let name = second(body).filter(|_| !has_self);
        let more = |parameter: &Parameter| !matches!(parameter, Parameter::Name(_));
        let parameters = body.parameters();
        let alone = !has_self && parameters.len() < 2 && !parameters.iter().any(more);
        self.open.push(Open { line, alone, name, seen: 0, read: 0, fields: BTreeSet::new() });
    }
    fn visit_function_body_end(&mut self, _: &FunctionBody) {
        let Some(Open { line, alone, name, seen, read, fields }) = self.open.pop() else { return };
        if alone {
            return;
        }
        let clear = name.is_some() && seen == read + 1;
        let fields = if clear { Fields::These(fields) } else { Fields::Any };
        // Two functions on a line are not told apart.
        self.reads.0.entry(line).and_modify(|known| *known = Fields::Any).or_insert(fields);
    }

    fn visit_var_expression(&mut self, var: &ast::VarExpression) {
        self.indexed(var.prefix(), var.suffixes().next());
    }
    fn visit_function_call(&mut self, call: &ast::FunctionCall) {
        self.indexed(call.prefix(), call.suffixes().next());
    }
    fn visit_identifier(&mut self, token: &Token) {
        let name = token.to_string();
        for open in self.open.iter_mut().filter(|open| open.name.as_ref() == Some(&name)) {
            open.seen += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lint::examine;
    use super::Fields;

    /// A function on the second line, and what it reads; `*`: anything.
    const CASES: &[(&str, &str)] = &[
        ("(game, play) end", ""),
        ("(game, play) return play.seat end", "seat"),
        ("(game, play) return play.card.symbol == play.how end", "card how"),
        ("(game, play: Play): boolean return game:count(play.seat) > 1 end", "seat"),
        ("(game, play) game:draw(play.seat, 1) game.memory.by = play.card.number end", "card seat"),
        ("(game, play) local f = function() return play.last end return f() end", "last"),
        ("(game, play) return function(...) return play.seat end end", "*"),
        ("(game, play) return `{play.seat} and {game.seat}` end", "seat"),
        ("(game, play) return if play.last then play.top else play.left[1] end", "last left top"),
        ("(game, play) return (play.seat :: number) + #play.cards end", "cards seat"),
        ("(game, play) play.card.f() play.how.g.h() end", "card how"),
        ("(game, play) for _, c in ipairs(play.cards) do play.seat += 1 end end", "cards seat"),
        ("(game, play) return { a = play.seat, [play.how] = 1, play.last } end", "how last seat"),
        ("(game, play, more) return play.seat end", "seat"),
        // Handed on, or not clear.
        ("(game, play) return f(play) end", "*"),
        ("(game, play) return play end", "*"),
        ("(game, play) return play[\"seat\"] end", "*"),
        ("(game, play) return play['seat'], play.how end", "*"),
        ("(game, play) local p = play return p.seat end", "*"),
        ("(game, play) return `{play}` end", "*"),
        ("(game, play) return f{ play } end", "*"),
        ("(game, play) return f{ play = 1 } end", "*"),
        ("(game, play) return (play).seat end", "*"),
        ("(game, play) return (play :: any).seat end", "*"),
        ("(game, play) return play:method() end", "*"),
        ("(game, play) return play'x' end", "*"),
        ("(game, play) return game.play end", "*"),
        ("(game, play) return game:play() end", "*"),
        ("(game, play) for k, v in pairs(play) do end end", "*"),
        ("(game, play) for i = play, 2 do end end", "*"),
        ("(game, play) repeat until play end", "*"),
        ("(game, play) if play then end end", "*"),
        ("(game, play) if a then elseif play == b then end end", "*"),
        ("(game, play) while -play do end end", "*"),
        ("(game, play) play = {} return play.seat end", "*"),
        ("(game, play) play += 1 end", "*"),
        ("(game, play) local a: typeof(play) = 1 return a end", "*"),
        ("(game, play) return function() return play end end", "*"),
        ("(game, play) local function g(x, play) return play end return g end", "*"),
        ("(game, play) return f(1, 2)(3).x[play] end", "*"),
        ("(game, play) return if a then b else play end", "*"),
        ("(game, play) return { [play] = 1 } end", "*"),
        ("(game, play) return 1 + 2 .. play end", "*"),
        ("(game, play, ...) return play.seat end", "*"),
        ("(game, ...) return (...).seat end", "*"),
        ("(game) end", "*"),
        ("(play, play) return play.seat end", "*"),
    ];

    #[test]
    fn cases() {
        for (function, expected) in CASES {
            let report = examine(&format!("return {{ on_x =\nfunction{function} }}"));
            let found = match report.reads.at(2) {
                Fields::Any => "*".to_owned(),
                Fields::These(fields) => fields.iter().cloned().collect::<Vec<_>>().join(" "),
            };
            assert_eq!(found, *expected, "{function}");
        }
    }

    #[test]
    fn functions_are_known_by_their_lines() {
        let source = "local function a(game, x) return x.one end\n\
            function b(game, x) return x.two end\n\
            function c.d(game, x) return x.three end\n\
            function c:e(x) return x.four end\n\
            const function f(game, x) return x.five end\n\
            return function(game, x) return x.a end, function(game, x) return x.b end";
        let reads = examine(source).reads;
        let has = |line: usize, name| reads.at(line) != &Fields::Any && reads.at(line).has(name);
        assert!(has(1, "one") && has(2, "two") && has(3, "three") && has(5, "five"));
        assert!([4, 6, 7].iter().all(|line| reads.at(*line) == &Fields::Any));
    }
}
