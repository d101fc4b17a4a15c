//! The prompt's own machine: lines that are no command run here, under the same limits as rules.

use std::cell::RefCell;
use std::rc::Rc;

use mlua::{Function, Lua, MultiValue, Table, Value, Variadic};

use super::incomplete::incomplete;
use super::pretty::show;
use super::sandbox::Vm;
use super::text::clean_text;
use super::{Fault, FaultKind, PromptView, Scripts};
use crate::engine::definition::Game;
use crate::table::State;

/// Safepoints of one line at the prompt; what its commands make rules do counts as well.
const LINE_BUDGET: i64 = 20_000_000;

/// What the prompt's Lua reaches: the session, and the game to look at.
pub trait Bench {
    /// Executes a line of the session; gives its text.
    ///
    /// # Errors
    /// When it is refused; the text says why.
    fn run(&mut self, line: &str) -> Result<String, String>;
    /// The game to look at, as it is now.
    fn table(&self) -> Bound;
}

/// What `game` shows: the definition, the state, and its scripts.
pub type Bound = (Rc<Game>, Rc<State>, Rc<Scripts>);

/// What a line of Lua gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// It needs more lines.
    More,
    /// It is a bare name without a value: probably a mistyped command.
    Nothing,
    /// What it printed and returned, as text.
    Text(String),
}

/// The prompt's machine. Its globals last as long as it does and reach no rule.
pub struct Console {
    vm: Vm,
    /// The `game` object, made anew for each game.
    view: RefCell<Option<(Rc<Game>, Rc<PromptView>)>>,
}

impl Console {
    /// A fresh machine.
    ///
    /// # Errors
    /// When there is no memory for one.
    pub fn new() -> Result<Self, Fault> {
        Ok(Self { vm: Vm::for_prompt()?, view: RefCell::default() })
    }

    /// Runs a line or block.
    ///
    /// # Errors
    /// When it is not Lua, or fails.
    pub fn run(&mut self, source: &str, bench: &mut dyn Bench) -> Result<Ran, Fault> {
        if self.vm.spoiled() {
            *self = Self::new()?;
        }
        if incomplete(source) {
            return Ok(Ran::More);
        }
        let expression = self.vm.compile("prompt", &format!("return {source}"));
        let bare = source.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let function = match expression {
            Ok(function) => function,
            Err(_) => self.vm.compile("prompt", source)?,
        };
        let (values, mut printed) = self.enter(&function, bench)?;
        if bare && values.iter().all(Value::is_nil) {
            return Ok(Ran::Nothing);
        }
        if !values.is_empty() {
            let shown: Vec<String> = values.iter().map(show).collect();
            printed.push(shown.join("  "));
        }
        self.vm.collect();
        Ok(Ran::Text(printed.join("\n")))
    }

    /// The names that lines have given values to, sorted.
    pub fn globals(&self) -> Vec<String> {
        let mut names = Vec::new();
        // Reads the table itself: no code of a script runs.
        let _ = self.vm.globals_env().for_each::<Value, Value>(|key, _| {
            if let Value::String(name) = key {
                names.push(name.to_string_lossy());
            }
            Ok(())
        });
        names.retain(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
        names.sort();
        names
    }

    /// The view of this game.
    fn view(&self, game: &Rc<Game>) -> mlua::Result<Rc<PromptView>> {
        let mut kept = self.view.borrow_mut();
        if let Some((of, view)) = kept.as_ref()
            && Rc::ptr_eq(of, game)
        {
            return Ok(Rc::clone(view));
        }
        let view = Rc::new(PromptView::new(&self.vm, game)?);
        *kept = Some((Rc::clone(game), Rc::clone(&view)));
        Ok(view)
    }

    /// Enters the function with `run`, `print` and `game` in reach.
    fn enter(
        &self,
        function: &Function,
        bench: &mut dyn Bench,
    ) -> Result<(MultiValue, Vec<String>), Fault> {
        let printed = RefCell::new(Vec::new());
        let bench = RefCell::new(bench);
        let (environment, lua) = (self.vm.globals_env(), self.vm.lua());
        let entered = lua.scope(|scope| {
            let run = scope.create_function(|_, line: String| {
                let text = bench.borrow_mut().run(&line).map_err(mlua::Error::runtime)?;
                if !text.is_empty() {
                    printed.borrow_mut().push(text);
                }
                Ok(())
            })?;
            let print = scope.create_function(|_, values: MultiValue| {
                let shown: Vec<String> = values.iter().map(plain).collect();
                printed.borrow_mut().push(shown.join("  "));
                Ok(())
            })?;
            let field = scope.create_function(|_, name: Value| {
                let bound = bench.borrow().table();
                self.view(&bound.0)?.look(&bound, |game| game.get::<Value>(name))
            })?;
            let call = scope.create_function(|_, (name, args): (Value, Variadic<Value>)| {
                let bound = bench.borrow().table();
                self.view(&bound.0)?.look(&bound, |game| {
                    let mut all = vec![Value::Table(game.clone())];
                    all.extend(args);
                    game.get::<Function>(name)?.call::<MultiValue>(MultiValue::from_vec(all))
                })
            })?;
            environment.set("run", run)?;
            environment.set("print", print)?;
            environment.set("game", game(lua, field, call)?)?;
            Ok(self.vm.enter::<MultiValue>(function, (), LINE_BUDGET))
        });
        let values = entered.map_err(|error| Fault::new(FaultKind::Error, error.to_string()))??;
        Ok((values, printed.into_inner()))
    }
}

/// The `game` object: each look at it is a look at the game as it is then.
fn game(lua: &Lua, field: Function, call: Function) -> mlua::Result<Table> {
    let meta = lua.create_table()?;
    meta.raw_set(
        "__index",
        lua.create_function(move |lua, (_, name): (Value, Value)| {
            let value = field.call::<Value>(name.clone())?;
            if !value.is_function() {
                return Ok(value);
            }
            let call = call.clone();
            let method = lua.create_function(move |_, args: Variadic<Value>| {
                let args: Variadic<Value> = args.into_iter().skip(1).collect();
                call.call::<MultiValue>((name.clone(), args))
            })?;
            Ok(Value::Function(method))
        })?,
    )?;
    meta.raw_set("__metatable", "locked")?;
    let game = lua.create_table()?;
    game.set_metatable(Some(meta))?;
    game.set_readonly(true);
    Ok(game)
}

impl PromptView {
    /// Looks at the object while the game is lent.
    fn look<R>(&self, bound: &Bound, f: impl FnOnce(&Table) -> mlua::Result<R>) -> mlua::Result<R> {
        let (game, state, host) = bound;
        self.lend(game, state, host, || f(self.object()))
    }
}

/// A text as it is, anything else as an expression's value is shown.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => clean_text(&text.to_string_lossy()),
        other => show(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Match;
    use crate::engine::host::Host;
    use crate::script::{GameSource, Loaded, load};
    use crate::table::TableAction;

    struct Echo(Match, Rc<Scripts>);

    impl Bench for Echo {
        fn run(&mut self, line: &str) -> Result<String, String> {
            Ok(format!("ran {line}"))
        }
        fn table(&self) -> Bound {
            (Rc::clone(self.0.game()), self.0.snapshot(), Rc::clone(&self.1))
        }
    }

    fn echo() -> Echo {
        let source = GameSource { game: "standard".into(), ..GameSource::default() };
        let Loaded { game, host } = load(&source).unwrap();
        let mut table = Match::new(game, Rc::clone(&host) as Rc<dyn Host>, 3, 1).unwrap();
        table.table(TableAction::Deal).unwrap();
        Echo(table, host)
    }

    fn text(console: &mut Console, source: &str) -> String {
        match console.run(source, &mut echo()).unwrap() {
            Ran::Text(text) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn expressions_are_printed_and_globals_last() {
        let mut console = Console::new().unwrap();
        assert_eq!(text(&mut console, "x = {3, 4, a = {b = \"c\"}}"), "");
        assert_eq!(text(&mut console, "x"), "{3, 4, a = {b = \"c\"}}");
        assert_eq!(text(&mut console, "#x + 1"), "3");
        assert_eq!(text(&mut console, "for i = 1, 2 do run 'step' end"), "ran step\nran step");
        assert_eq!(text(&mut console, "print('a', 1)"), "a  1");
        assert_eq!(text(&mut console, "for i = 1, 2 do"), "More");
        assert_eq!(text(&mut console, "shwo"), "Nothing");
        assert_eq!(text(&mut console, "#game:seats() + game:count(3)"), "10");
        assert_eq!(text(&mut console, "game:hand(game.seat)[99]"), "nil");
        let fault = console.run("game.nothing", &mut echo()).unwrap_err();
        assert!(fault.text.contains("nothing"), "{fault}");
        assert!(console.run("game.seat = 3", &mut echo()).is_err());
        assert!(console.run("game:draw(1, 1, \"rule\")", &mut echo()).is_err());
    }

    #[test]
    fn a_line_that_never_ends_is_ended() {
        let mut console = Console::new().unwrap();
        let fault = console.run("while true do end", &mut echo()).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Budget | FaultKind::Watchdog), "{fault:?}");
        assert_eq!(text(&mut console, "1 + 1"), "2");
    }
}
