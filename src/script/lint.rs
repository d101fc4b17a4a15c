//! Finds in a rule's source what would let it remember anything outside of the game's state.
//!
//! A game is undone, copied and replayed, so all that a rule knows between two hooks must lie in
//! `game.memory`. Frozen tables see to that while a game runs; this check sees to the variables,
//! which cannot be frozen, and says at load, with the line and the remedy, what would fail later.

use std::collections::BTreeSet;

use full_moon::ast::{self, Call, Expression, FunctionArgs, Index, Parameter, Prefix, Suffix, Var};
use full_moon::node::Node;
use full_moon::tokenizer::TokenReference;
use full_moon::visitors::Visitor;
use mlua::chunk::Compiler;

use super::reads::Reads;
use super::scan::scan;
use super::text::clean_text;

/// Brackets within brackets that a rule may have.
const NESTING_MAX: usize = 200;
/// Native stack for parser and walk. Luau refuses sources nested deeper than about 1000 levels,
/// and full_moon needs about 30 KiB for one. Untouched stack costs nothing.
const STACK: usize = 128 << 20;

/// Something in a rule's source that its author must change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Line of the source, from 1.
    pub line: usize,
    /// What is wrong there, and what to write instead.
    pub message: String,
}

/// What is known of a source without running it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What must be changed, by line.
    pub findings: Vec<Finding>,
    /// Lines at which functions begin that share a variable of the function around them and write
    /// to it. Such a function is harmless while the call lasts in which it was made; one that is
    /// still there after loading has a memory of its own (see [`Vm::freeze_and_list`]).
    ///
    /// [`Vm::freeze_and_list`]: super::Vm::freeze_and_list
    pub keepers: BTreeSet<usize>,
    /// What functions read of their second argument.
    pub reads: Reads,
}

/// The findings of [`examine`].
pub fn check(source: &str) -> Vec<Finding> {
    examine(source).findings
}

/// Examines a source. One that is not Lua gives an empty report: the compiler has more to say.
pub fn examine(source: &str) -> Report {
    let scan = scan(source);
    if scan.deepest > NESTING_MAX {
        let message = format!("more than {NESTING_MAX} brackets within one another");
        return alone(scan.deepest_line, message);
    }
    // Luau limits how deep anything else can be nested.
    if Compiler::new().compile(source).is_err() {
        return Report::default();
    }
    let examined = std::thread::scope(|threads| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(threads, || parse_and_walk(source))
            .map(|thread| thread.join())
    });
    match examined {
        Ok(Ok(report)) => report,
        _ => alone(1, "this source could not be examined".to_owned()),
    }
}

fn alone(line: usize, message: String) -> Report {
    Report { findings: vec![Finding { line, message }], ..Report::default() }
}

fn parse_and_walk(source: &str) -> Report {
    match full_moon::parse(source) {
        Ok(tree) => {
            let mut walk = Walk::default();
            walk.visit_ast(&tree);
            walk.report.findings.sort();
            walk.report.findings.dedup();
            walk.report.reads = Reads::of(&tree);
            walk.report
        }
        Err(errors) => {
            let line = errors.first().map_or(1, |error| error.range().0.line());
            let message = "this syntax is too new to be examined; write it in plainer Lua";
            alone(line, message.to_owned())
        }
    }
}

/// Where a name comes from.
enum Origin {
    Global,
    /// A local of the main chunk.
    Chunk,
    /// A local or parameter of the function at this depth, the outermost being 1.
    Function(usize),
}

#[derive(Default)]
struct Walk {
    report: Report,
    /// Names declared in the blocks around, with the depth of their function.
    scopes: Vec<(usize, Vec<String>)>,
    /// Lines of the functions around.
    functions: Vec<usize>,
    /// The function whose body comes next: its line, and whether it has `self`.
    next: (usize, bool),
}

impl Walk {
    fn open(&mut self) {
        self.scopes.push((self.functions.len(), Vec::new()));
    }

    fn close(&mut self) {
        self.scopes.pop();
    }

    fn declare(&mut self, name: &TokenReference) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.1.push(text(name));
        }
    }

    fn origin(&self, name: &str) -> Origin {
        let scope = self.scopes.iter().rev().find(|scope| scope.1.iter().any(|n| n == name));
        match scope {
            None => Origin::Global,
            Some((0, _)) => Origin::Chunk,
            Some((depth, _)) => Origin::Function(*depth),
        }
    }

    fn find(&mut self, at: &TokenReference, message: String) {
        self.report.findings.push(Finding { line: line(at), message });
    }

    /// An assignment to the variable `name`, or `into` the table that it holds.
    fn write(&mut self, name: &TokenReference, into: bool) {
        if self.functions.is_empty() {
            return; // loading may do what it likes
        }
        let variable = text(name);
        let what = match (self.origin(&variable), into) {
            (Origin::Function(depth), false) => {
                self.report.keepers.extend(&self.functions[depth..]);
                return;
            }
            (Origin::Function(_), true) => return,
            (Origin::Chunk, false) => "to the outer variable",
            (Origin::Chunk, true) => "into the outer table",
            (Origin::Global, false) => "to the global variable",
            (Origin::Global, true) => "into the global table",
        };
        let start = if into { "{}" } else { "0" };
        let message = format!(
            "writes {what} \"{variable}\", which would be lost on undo and differ between runs; \
             declare memory = {{ {variable} = {{ scope = \"round\", start = {start} }} }} and \
             write game.memory.{variable} (or make it local)"
        );
        self.find(name, message);
    }

    fn write_var(&mut self, var: &Var) {
        match var {
            Var::Name(name) => self.write(name, false),
            Var::Expression(_) => {
                if let Some(root) = root(var) {
                    self.write(root, true);
                }
            }
            _ => {}
        }
    }

    /// `table.insert(t, …)` and the like write into `t` as well.
    fn write_by_call(&mut self, call: &ast::FunctionCall) {
        let Prefix::Name(name) = call.prefix() else { return };
        if !matches!(self.origin(&text(name)), Origin::Global) {
            return;
        }
        let suffixes: Vec<&Suffix> = call.suffixes().collect();
        let arguments = match (text(name).as_str(), suffixes.as_slice()) {
            ("rawset", [Suffix::Call(Call::AnonymousCall(arguments)), ..]) => arguments,
            (
                "table",
                [
                    Suffix::Index(Index::Dot { name, .. }),
                    Suffix::Call(Call::AnonymousCall(arguments)),
                    ..,
                ],
            ) if ["insert", "remove", "sort", "clear"].contains(&text(name).as_str()) => arguments,
            _ => return,
        };
        if let FunctionArgs::Parentheses { arguments, .. } = &**arguments
            && let Some(Expression::Var(var)) = arguments.iter().next()
            && let Some(root) = root(var)
        {
            self.write(root, true);
        }
    }
}

/// The variable whose table `x`, `x.y` or `x[1].y` reaches into; none where a call lies between,
/// since what a call returns is not known here.
fn root(var: &Var) -> Option<&TokenReference> {
    let expression = match var {
        Var::Name(name) => return Some(name),
        Var::Expression(expression) => expression,
        _ => return None,
    };
    if expression.suffixes().any(|suffix| matches!(suffix, Suffix::Call(_))) {
        return None;
    }
    match expression.prefix() {
        Prefix::Name(name) => Some(name),
        Prefix::Expression(inner) => match bare(inner) {
            Expression::Var(var) => root(var),
            _ => None,
        },
        _ => None,
    }
}

/// An expression without the parentheses and type assertions around it.
fn bare(mut expression: &Expression) -> &Expression {
    loop {
        expression = match expression {
            Expression::Parentheses { expression, .. } => expression,
            Expression::TypeAssertion { expression, .. } => expression,
            other => return other,
        }
    }
}

fn text(name: &TokenReference) -> String {
    name.token().to_string()
}

fn line(at: &TokenReference) -> usize {
    at.start_position().map_or(1, |position| position.line())
}

impl Visitor for Walk {
    fn visit_block(&mut self, _: &ast::Block) {
        self.open();
    }
    fn visit_block_end(&mut self, _: &ast::Block) {
        self.close();
    }

    fn visit_anonymous_function(&mut self, function: &ast::AnonymousFunction) {
        self.next = (line(function.function_token()), false);
    }
    fn visit_local_function(&mut self, function: &ast::LocalFunction) {
        self.declare(function.name());
        self.next = (line(function.function_token()), false);
    }
    fn visit_const_function(&mut self, function: &ast::luau::ConstFunction) {
        self.declare(function.name());
        self.next = (line(function.function_token()), false);
    }
    fn visit_function_declaration(&mut self, function: &ast::FunctionDeclaration) {
        let name = function.name();
        if let Some(first) = name.names().iter().next() {
            self.write(first, name.names().len() > 1 || name.method_name().is_some());
        }
        self.next = (line(function.function_token()), name.method_name().is_some());
    }
    fn visit_function_body(&mut self, body: &ast::FunctionBody) {
        let (line, has_self) = self.next;
        self.functions.push(line);
        self.open();
        if let (true, Some(scope)) = (has_self, self.scopes.last_mut()) {
            scope.1.push("self".to_owned());
        }
        for parameter in body.parameters() {
            if let Parameter::Name(name) = parameter {
                self.declare(name);
            }
        }
    }
    fn visit_function_body_end(&mut self, _: &ast::FunctionBody) {
        self.close();
        self.functions.pop();
    }

    fn visit_local_assignment_end(&mut self, assignment: &ast::LocalAssignment) {
        assignment.names().iter().for_each(|name| self.declare(name));
    }
    fn visit_const_assignment_end(&mut self, assignment: &ast::luau::ConstAssignment) {
        assignment.names().iter().for_each(|name| self.declare(name));
    }
    fn visit_if(&mut self, _: &ast::If) {
        self.open();
    }
    fn visit_if_end(&mut self, _: &ast::If) {
        self.close();
    }
    fn visit_if_condition_binding(&mut self, binding: &ast::luau::IfConditionBinding) {
        self.declare(binding.name());
    }
    fn visit_numeric_for(&mut self, turns: &ast::NumericFor) {
        self.open();
        self.declare(turns.index_variable());
    }
    fn visit_numeric_for_end(&mut self, _: &ast::NumericFor) {
        self.close();
    }
    fn visit_generic_for(&mut self, turns: &ast::GenericFor) {
        let mut iterated = turns.expressions().iter();
        if let (Some(only), None) = (iterated.next(), iterated.next())
            && !matches!(bare(only), Expression::FunctionCall(_))
        {
            let shown = only.to_string();
            let shown = shown.trim();
            let short = shown.len() <= 40 && !shown.contains('\n');
            let shown = if short { clean_text(shown) } else { "…".to_owned() };
            let message = format!(
                "a loop over a bare value, in whatever order its keys lie; write \
                 pairs({shown}), or ipairs({shown}) for a list"
            );
            self.find(turns.for_token(), message);
        }
        self.open();
        turns.names().iter().for_each(|name| self.declare(name));
    }
    fn visit_generic_for_end(&mut self, _: &ast::GenericFor) {
        self.close();
    }

    fn visit_assignment(&mut self, assignment: &ast::Assignment) {
        assignment.variables().iter().for_each(|var| self.write_var(var));
    }
    fn visit_compound_assignment(&mut self, assignment: &ast::CompoundAssignment) {
        self.write_var(assignment.lhs());
    }
    fn visit_function_call(&mut self, call: &ast::FunctionCall) {
        self.write_by_call(call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source and the line that must be found, if any.
    const CASES: &[(&str, Option<usize>)] = &[
        // Loading may do what it likes.
        ("local n = 0\nn = n + 1\nn += 1\nlocal t = {}\nt.x = 1\nt[#t + 1] = 2", None),
        ("global = 1\nglobal.x = 2\nfunction helper() end", None),
        ("local t = {}\nfunction t.f() end\nfunction t:g() self.x = 1 end", None),
        ("local t = {} table.insert(t, 1) for i = 1, 3 do t[i] = i end", None),
        // Outer variables.
        ("local n = 0\nlocal function f()\nn = 1\nend", Some(3)),
        ("local n = 0\nlocal function f()\nn += 1\nend", Some(3)),
        ("local n = 0\nreturn { on_play = function(game)\nlocal a\na, n = 1, 2 end }", Some(4)),
        ("local n\nfunction f()\nreturn function()\nn = 1 end end", Some(4)),
        ("local n\nfunction f()\ndo local n = 1 end\nn = 1 end", Some(4)),
        ("local n\nfunction f() local n = n\nn = 1 end", None),
        ("local n\nfunction f(n) n = 1 end", None),
        ("local n\nfunction f() for n = 1, 2 do n = 3 end\nn = 1 end", Some(3)),
        ("local n\nfunction f() for n in pairs({}) do n = 3 end\nn = 1 end", Some(3)),
        ("local n\nfunction f() repeat local n = 1 n = 2 until n\nn = 1 end", Some(3)),
        ("local f\nfunction g()\nfunction f() end end", Some(3)),
        ("do local n = 1\nfunction f()\nn = 2 end end", Some(3)),
        ("for n = 1, 2 do\nlocal function f()\nn = 2 end end", Some(3)),
        // Outer tables.
        ("local t = {}\nfunction f()\nt.x = 1 end", Some(3)),
        ("local t = {}\nfunction f(i)\nt[i].x[2] = 1 end", Some(3)),
        ("local t = {}\nfunction f(i)\n(t).x = 1 end", Some(3)),
        ("local t = {}\nfunction f()\nt.n += 1 end", Some(3)),
        ("local t = {}\nfunction f()\nfunction t.g() end end", Some(3)),
        ("local t = {}\nfunction f()\nfunction t:g() end end", Some(3)),
        ("local t = {}\nfunction f()\ntable.insert(t, 1) end", Some(3)),
        ("local t = {}\nfunction f(i)\ntable.remove(t.x[i]) end", Some(3)),
        ("local t = {}\nfunction f()\nrawset(t, 1, 1) end", Some(3)),
        ("local t = {}\nfunction f() local s = table.clone(t) table.sort(s) return s end", None),
        ("local t = {}\nfunction f() local n = #t table.insert({}, t) return t.x end", None),
        ("local get = nil\nfunction f() get().x = 1 get(1).y[2] = 3 end", None),
        // Globals.
        ("function f()\nn = 1 end", Some(2)),
        ("function f()\nn.x = 1 end", Some(2)),
        ("function f()\n_G.x = 1 end", Some(2)),
        ("function f()\nfunction g() end end", Some(2)),
        ("n = 0\nreturn { a = function()\nn += 1 end }", Some(3)),
        // The normal ways.
        ("return { on_play = function(game) game.memory.n = (game.memory.n or 0) + 1 end }", None),
        ("return { on_play = function(game, e) e.seat:memory().n = 1 end }", None),
        ("function f(game) local m = game.memory m.n += 1 m.list[1] = 2 end", None),
        ("function f(game) table.insert(game.memory.list, 1) end", None),
        ("local function make() local t = {} for i = 1, 3 do t[#t + 1] = i end return t end", None),
        ("function f() local n = 0 local function g() n += 1 end g() return n end", None),
        ("function f(game) local function g() local h = function() game.x = 1 end end end", None),
        ("function f(...) local a: number = 1 a = 2 const b = 3 end", None),
        ("local t = {}\nfunction t:f() self.x = 1 end", None),
        ("local self = {}\nfunction f()\nself.x = 1 end", Some(3)),
        ("function f() return if true then 1 else 2 end", None),
        ("function f() local x = `{f()} b` x = nil end", None),
        // Loops.
        ("local t = {}\nfor k, v in t do end", Some(2)),
        ("function f(game)\nfor _, c in game.hand do end end", Some(2)),
        ("for k in (t) do end", Some(1)),
        ("for k in { 1, 2 } do end", Some(1)),
        ("for k, v in pairs({}) do end for i, v in ipairs({}) do end", None),
        ("for x in ('a b'):gmatch('%a') do end for x in (pairs({})) do end", None),
        ("local f, s\nfor k in f, s do end", None),
        // Not Lua: for the compiler to say.
        ("local = 1", None),
        ("function f( n = 1 end", None),
        ("", None),
    ];

    #[test]
    fn cases() {
        for (source, line) in CASES {
            let findings = check(source);
            let lines: Vec<usize> = findings.iter().map(|finding| finding.line).collect();
            assert_eq!(lines, line.iter().copied().collect::<Vec<_>>(), "{source}: {findings:?}");
        }
    }

    #[test]
    fn messages_name_the_remedy() {
        let message = |source| check(source)[0].message.clone();
        assert_eq!(
            message("local count = 0 function f() count += 1 end"),
            "writes to the outer variable \"count\", which would be lost on undo and differ \
             between runs; declare memory = { count = { scope = \"round\", start = 0 } } and \
             write game.memory.count (or make it local)"
        );
        assert!(
            message("for k, v in t.x do end")
                .ends_with("write pairs(t.x), or ipairs(t.x) for a list")
        );
    }

    #[test]
    fn functions_with_a_memory_of_their_own_are_known() {
        let source = "local function counter()\nlocal n = 0\nreturn function()\n\
            return function()\nn += 1 end end end\nlocal function fine()\nlocal n\nn = 1 end";
        let report = examine(source);
        assert_eq!(report.findings, []);
        assert_eq!(report.keepers.into_iter().collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn no_nesting_overflows_the_stack() {
        let parens = format!("return {}1{}", "(".repeat(200_000), ")".repeat(200_000));
        assert!(check(&parens)[0].message.starts_with("more than 200 brackets"));
        for depth in [190, 240, 490, 990, 1_500, 100_000] {
            for (before, middle, after) in [
                ("do ", "", " end"),
                ("if x then ", "", " end"),
                ("return not ", "1", ""),
                ("while x do ", "", " end"),
                ("function f() ", "", " end"),
                ("repeat ", "", " until x"),
                ("if x then elseif x then ", "", " end"),
            ] {
                check(&format!("{}{middle}{}", before.repeat(depth), after.repeat(depth)));
            }
            for (before, middle, after) in [
                ("not ", "1", ""),
                ("- ", "1", ""),
                ("1 + ", "1", ""),
                ("2 ^ ", "1", ""),
                ("'a' .. ", "'a'", ""),
                ("function() return ", "1", " end"),
                ("if x then 1 else ", "1", ""),
                ("f", "", "()"),
                ("a.", "b", ""),
                ("f ", "", "{}"),
                ("", "x", "::any"),
                ("1 == ", "1", ""),
                ("a and ", "1", ""),
            ] {
                let source = format!("{}{middle}{}", before.repeat(depth), after.repeat(depth));
                check(&format!("return {source}"));
                check(&format!("local a: {} = 1", "typeof(x) | ".repeat(depth) + "x"));
                check(&format!("if x then {} end", "elseif x then ".repeat(depth)));
            }
        }
    }
}
