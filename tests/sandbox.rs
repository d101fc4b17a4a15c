//! What the sandbox promises to the engine, one promise a test.

use std::cell::Cell;
use std::rc::Rc;

use houserules::limits::{HOOK_BUDGET, LOAD_BUDGET, SOURCE_MAX};
use houserules::script::{Fault, FaultKind, Vm, charge, suspend};
use mlua::{Function, Value};

fn run<R: mlua::FromLuaMulti>(vm: &Vm, source: &str) -> Result<R, Fault> {
    let chunk = vm.compile("test.lua", source)?;
    vm.enter(&chunk, (), LOAD_BUDGET)
}

fn eval(source: &str) -> String {
    run::<String>(&Vm::new().unwrap(), source).unwrap()
}

fn fails(source: &str) -> Fault {
    run::<Value>(&Vm::new().unwrap(), source).unwrap_err()
}

/// Puts an engine function where the scripts of this machine can call it.
fn offer<A, R>(vm: &Vm, name: &str, function: impl Fn(A) -> mlua::Result<R> + 'static)
where
    A: mlua::FromLuaMulti,
    R: mlua::IntoLuaMulti,
{
    let function = vm.lua().create_function(move |_, args| function(args)).unwrap();
    vm.globals_env().set(name, function).unwrap();
}

#[test]
fn only_the_allowed_globals_exist() {
    let absent = [
        "os",
        "io",
        "debug",
        "coroutine",
        "buffer",
        "vector",
        "bit32",
        "utf8",
        "require",
        "loadstring",
        "load",
        "getfenv",
        "setfenv",
        "collectgarbage",
        "newproxy",
        "gcinfo",
        "print",
        "next",
        "math.random",
        "math.randomseed",
        "math.noise",
        "math.sin",
        "math.exp",
        "table.move",
        "table.foreach",
        "string.pack",
        "string.dump",
    ];
    for name in absent {
        assert_eq!(eval(&format!("return type({name})")), "nil", "{name}");
    }
}

#[test]
fn a_swallowed_budget_still_fails() {
    let vm = Vm::new().unwrap();
    let source = "pcall(function() while true do end end) return 'went on'";
    let fault = run::<Value>(&vm, source).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Budget);
    assert!(vm.spoiled());
    let fault = fails("while true do pcall(function() while true do end end) end");
    assert_eq!(fault.kind, FaultKind::Budget);
    assert_eq!(fault.at.as_deref(), Some("test.lua:1"));
    assert_eq!(fault.text, "more than 1000000 steps; is there a loop that does not end?");
    let fault = fails("xpcall(function() while true do end end, function() while true do end end)");
    assert_eq!(fault.kind, FaultKind::Budget);
}

#[test]
fn an_innocent_script_runs_after_a_stopped_one() {
    assert_eq!(fails("while true do end").kind, FaultKind::Budget);
    assert_eq!(eval("return 'fine'"), "fine");
}

#[test]
fn bytecode_is_refused() {
    let vm = Vm::new().unwrap();
    let bytecode = mlua::chunk::Compiler::new().compile("return 1").unwrap();
    for start in [&bytecode[..2], b"\x1bLua", b"\0"] {
        let source = String::from_utf8([start, b"rest"].concat()).unwrap();
        let fault = vm.compile("evil.lua", &source).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Syntax { incomplete: false });
        assert!(fault.to_string().starts_with("evil.lua: this is compiled bytecode"), "{fault}");
    }
    let fault = vm.compile("big.lua", &" ".repeat(SOURCE_MAX + 1)).unwrap_err();
    assert!(fault.text.contains("bytes of source"), "{fault}");
}

#[test]
fn syntax_errors_name_the_place() {
    let vm = Vm::new().unwrap();
    let fault = vm.compile("rules/a.lua", "local x = 1\nx = = 2").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Syntax { incomplete: false });
    assert_eq!(fault.at.as_deref(), Some("rules/a.lua:2"));
    let fault = vm.compile("rules/a.lua", "if true then").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Syntax { incomplete: true });
}

#[test]
fn errors_name_the_place_and_the_calls() {
    let fault = fails("local function f(x)\nreturn x.y.z end\nf({})");
    assert_eq!(fault.to_string(), "test.lua:2: attempt to index nil with 'z'");
    assert_eq!(
        fault.trace,
        ["test.lua:2: in function 'f'", "test.lua:3: in function <test.lua:1>"]
    );
    let fault = fails("\nerror('\u{1b}[2Jgone\\n', 0)");
    assert_eq!(fault.to_string(), "test.lua:2: \\u{1b}[2Jgone\\n");
    let fault = fails("\nstring.format('%d', 'x')");
    assert_eq!(fault.at.as_deref(), Some("test.lua:2"));
    assert!(!fault.text.contains("prelude"), "{fault}");
    assert!(!fails("error({})").text.contains("0x"));
    assert!(!fails("error(print)").text.contains("0x"));
    assert!(fails("error(('x'):rep(100000))").text.len() < 1000);
}

#[test]
fn a_question_unwinds_through_pcall() {
    let vm = Vm::new().unwrap();
    offer(&vm, "ask", |(): ()| -> mlua::Result<()> { Err(suspend()) });
    let after = Rc::new(Cell::new(0));
    let count = after.clone();
    offer(&vm, "act", move |(): ()| {
        charge(1)?;
        count.set(count.get() + 1);
        Ok(())
    });
    for source in [
        "ask() act()",
        "pcall(ask) act() return 1",
        "pcall(function() ask() end) pcall(act) while true do pcall(act) end",
        "xpcall(ask, function() act() end) act()",
        "pcall(ask) return 'went on'",
    ] {
        let fault = run::<Value>(&vm, source).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Asked, "{source}");
    }
    assert_eq!(after.get(), 0, "nothing happens after the question");
    assert!(!vm.spoiled());
    assert_eq!(run::<i64>(&vm, "return 1").unwrap(), 1);
}

#[test]
fn a_nested_entry_keeps_the_outer_budget() {
    let vm = Rc::new(Vm::new().unwrap());
    let inner = vm.clone();
    offer(&vm, "again", move |f: Function| Ok(inner.enter::<Value>(&f, (), LOAD_BUDGET).is_ok()));
    let source = "local f = function() for i = 1, 100 do end end while true do again(f) end";
    let chunk = vm.compile("test.lua", source).unwrap();
    let fault = vm.enter::<Value>(&chunk, (), 5_000).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Budget);
    assert!(vm.spent() <= 5_001, "{}", vm.spent());
    // Even where the engine function ignores that the inner entry failed.
    let source = "again(function() while true do end end) return 'went on'";
    assert_eq!(run::<Value>(&vm, source).unwrap_err().kind, FaultKind::Budget);
    assert!(run::<bool>(&vm, "return again(function() end)").unwrap());
}

#[test]
fn the_budget_goes_on_in_another_machine() {
    let outer = Vm::new().unwrap();
    let inner = Rc::new(Vm::new().unwrap());
    let chunk = inner.compile("inner.lua", "while true do end").unwrap();
    let other = inner.clone();
    offer(&outer, "other", move |(): ()| {
        assert_eq!(other.enter::<()>(&chunk, (), 10).unwrap_err().kind, FaultKind::Budget);
        Ok(())
    });
    let fault = run::<Value>(&outer, "pcall(other) return 1").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Budget);
    assert!(outer.spoiled() && inner.spoiled());
}

#[test]
fn a_nested_fault_keeps_its_place() {
    let vm = Rc::new(Vm::new().unwrap());
    let inner = vm.clone();
    offer(&vm, "again", move |f: Function| Ok(inner.enter::<Value>(&f, (), 1)?));
    let fault = run::<Value>(&vm, "again(function()\nerror('inner') end)").unwrap_err();
    assert_eq!(fault.to_string(), "test.lua:2: inner");
}

#[test]
fn a_panic_in_an_engine_function_disarms_the_budget() {
    let vm = Vm::new().unwrap();
    offer(&vm, "broken", |(): ()| -> mlua::Result<()> { panic!("on purpose") });
    let call = std::panic::AssertUnwindSafe(|| run::<Value>(&vm, "broken()"));
    assert!(std::panic::catch_unwind(call).is_err());
    assert_eq!(eval("return 'fine'"), "fine");
}

#[test]
fn script_code_does_not_run_outside_of_an_entry() {
    let vm = Vm::new().unwrap();
    let source = "return setmetatable({}, {__tostring = function() while true do end end})";
    let value = run::<Value>(&vm, source).unwrap();
    assert!(value.to_string().is_err());
}

#[test]
fn engine_functions_charge_for_time_and_memory() {
    let vm = Vm::new().unwrap();
    offer(&vm, "work", |cost: i64| charge(cost));
    assert_eq!(run::<Value>(&vm, "work(2000000)").unwrap_err().kind, FaultKind::Budget);
    let source = "pcall(work, 2000000) return 1";
    assert_eq!(run::<Value>(&vm, source).unwrap_err().kind, FaultKind::Budget);
    assert_eq!(run::<i64>(&vm, "work(1000) work(-5) return 1").unwrap(), 1);
    assert!(vm.spent() >= 1000);
    let fault = fails("local t = {} for i = 1, 1e6 do t[i] = {i} end");
    assert_eq!(fault.kind, FaultKind::Memory);
    assert_eq!(fault.text, "more than 8192 KiB of memory");
    charge(i64::MAX).unwrap(); // outside of an entry nobody pays
}

#[test]
fn the_same_run_costs_the_same_fuel() {
    let source = "
        local seen, order = {}, {}
        for i = 1, 300 do seen['k' .. i] = { i } end
        for i = 1, 300, 3 do seen['k' .. i] = nil end
        for k, v in pairs(seen) do table.insert(order, k .. v[1]) end
        table.sort(order, function(a, b) return a > b end)
        return table.concat(order, ','), (('ab'):rep(50)):gsub('a(b)', '%1')";
    let mut runs = Vec::new();
    for round in 0..3 {
        let vm = Vm::new().unwrap();
        let other: Vec<Vm> = (0..round).map(|_| Vm::new().unwrap()).collect();
        let text: (String, String) = run(&vm, source).unwrap();
        runs.push((text, vm.spent(), other.len()));
    }
    assert!(runs[0].1 > 1000);
    assert!(runs.iter().all(|run| (&run.0, run.1) == (&runs[0].0, runs[0].1)));
}

#[test]
fn no_address_reaches_a_script() {
    for source in [
        "return tostring({})",
        "return tostring(print or tostring)",
        "return `{ {} }`",
        "return string.format('%s %s', {}, tostring)",
        "return ('%*'):format({})",
        "return table.concat({tostring(setmetatable({}, {})), tostring(pcall)})",
        "return select(2, pcall(error, tostring({})))",
        "local _, e = pcall(fail) return tostring(e)",
        "return tostring(setmetatable({}, {__tostring = function() return tostring({}) end}))",
    ] {
        let vm = Vm::new().unwrap();
        offer(&vm, "fail", |(): ()| -> mlua::Result<()> { Err(mlua::Error::runtime("no card")) });
        let text: String = run(&vm, source).unwrap();
        assert!(!text.contains("0x"), "{source} gives {text}");
    }
    assert_eq!(eval("return string.format('%s %d %s %q', nil, 3, true, 'x')"), "nil 3 true \"x\"");
    assert_eq!(eval("return tostring(nil) .. tostring(1.5) .. tostring(true)"), "nil1.5true");
}

#[test]
fn an_engine_error_shows_its_text_to_the_script() {
    let vm = Vm::new().unwrap();
    offer(&vm, "fail", |(): ()| -> mlua::Result<()> { Err(mlua::Error::runtime("no card")) });
    let source = "local _, e = pcall(fail) return tostring(e)";
    assert_eq!(run::<String>(&vm, source).unwrap(), "no card");
    let fault = run::<Value>(&vm, "\nfail()").unwrap_err();
    assert_eq!(fault.to_string(), "test.lua:2: no card");
}

#[test]
fn pairs_is_sorted() {
    let source = "local t = { b = 1, a = 1, [true] = 1, [2] = 1, [-1] = 1, [1] = 1 }
        local keys = {}
        for k in pairs(t) do keys[#keys + 1] = tostring(k) end
        return table.concat(keys, ' ')";
    assert_eq!(eval(source), "-1 1 2 a b true");
    let source = "local t, n = { a = 1, b = 2, c = 3 }, 0
        for k in pairs(t) do n += 1 t.b = nil end return tostring(n)";
    assert_eq!(eval(source), "2");
    let fault = fails("\nfor k in pairs({ [{}] = 1 }) do end");
    assert_eq!(fault.to_string(), "test.lua:2: pairs: a table key has no deterministic order");
}

#[test]
fn nothing_that_a_function_reaches_can_be_written_after_freezing() {
    let vm = Vm::new().unwrap();
    let source = "
        local hidden, deep = { n = 0 }, { { { n = 0 } } }
        local meta = { __index = { n = 0 } }
        local object = setmetatable({}, meta)
        local cycle = {} cycle.cycle = cycle
        global = { n = 0 }
        local function helper() hidden.n = 1 end
        local through = { helper = helper }
        local insert = table.insert
        return {
            upvalue = function() hidden.n = 1 end,
            upvalue_of_helper = function() through.helper() end,
            deep = function() deep[1][1].n = 1 end,
            meta = function() meta.__newindex = 1 end,
            behind_meta = function() meta.__index.n = 1 end,
            set_meta = function() setmetatable(object, nil) end,
            through_object = function() object.n = 1 end,
            cycle = function() cycle.x = 1 end,
            global = function() global.n = 1 end,
            new_global = function() fresh = 1 end,
            raw = function() rawset(hidden, 'n', 1) end,
            insert = function() insert(hidden, 1) end,
            clear = function() table.clear(hidden) end,
            sort = function() table.sort(deep) end,
            environment = function() _G.x = 1 end,
        }, { key = { n = 0 } }";
    let rule: mlua::Table = run(&vm, source).unwrap();
    vm.freeze(&Value::Table(rule.clone())).unwrap();
    assert!(rule.raw_set("x", 1).is_err());
    let mut functions = 0;
    for pair in rule.pairs::<String, Function>() {
        let (name, function) = pair.unwrap();
        let fault = vm.enter::<()>(&function, (), HOOK_BUDGET).unwrap_err();
        assert!(fault.text.contains("readonly"), "{name}: {fault}");
        functions += 1;
    }
    assert_eq!(functions, 15);
    // What a hook makes itself, and what it is handed, stays writable.
    let hook = "return function(game) local t = { 1 } t[2] = 2 game.n = #t return game.n end";
    let vm = Vm::new().unwrap();
    let hook: Function = run(&vm, hook).unwrap();
    vm.freeze(&Value::Function(hook.clone())).unwrap();
    let game = vm.lua().create_table().unwrap();
    assert_eq!(vm.enter::<i64>(&hook, &game, HOOK_BUDGET).unwrap(), 2);
}

#[test]
fn a_function_with_a_memory_of_its_own_is_found() {
    let source = "
        local function counter()
            local n = 0
            return function()
                n += 1
                return n
            end
        end
        local count = counter()
        return { on_play = function() return count() end, fine = function() return counter() end }";
    let found = |source: &str| {
        let vm = Vm::new().unwrap();
        let rule: Value = run(&vm, source).unwrap();
        let report = houserules::script::lint::examine(source);
        assert_eq!(report.findings, []);
        let functions = vm.freeze_and_list(&rule).unwrap();
        assert!(!functions.made);
        let lines = functions.functions.into_iter().map(|place| place.1);
        lines.filter(|line| report.keepers.contains(line)).collect::<Vec<_>>()
    };
    assert_eq!(found(source), [4]);
    assert!(found(&source.replace("= counter()", "= counter")).is_empty());
}

#[test]
fn freezing_does_not_mind_depth() {
    let vm = Vm::new().unwrap();
    let source = "local t = {} for i = 1, 20000 do t = { t } end return t";
    let value: Value = run(&vm, source).unwrap();
    vm.freeze(&value).unwrap();
}

#[test]
fn the_collector_runs_only_when_asked() {
    let vm = Vm::new().unwrap();
    run::<Value>(&vm, "for i = 1, 20000 do local t = { i } end").unwrap();
    assert!(!vm.lua().gc_is_running());
    let before = vm.lua().used_memory();
    vm.collect();
    assert!(vm.lua().used_memory() + 500_000 < before);
    assert!(!vm.lua().gc_is_running());
}

#[test]
fn a_prompt_may_replace_what_it_used() {
    let vm = Vm::for_prompt().unwrap();
    run::<()>(&vm, "limits = { n = 1 } function f() return limits.n end").unwrap();
    run::<()>(&vm, "function g() return limits.n + math.floor(1.5) end").unwrap();
    run::<()>(&vm, "limits = { n = 2 }").unwrap();
    assert_eq!(run::<(i64, i64)>(&vm, "return f(), g()").unwrap(), (2, 3));
}

#[test]
fn machines_share_nothing() {
    let (a, b) = (Vm::new().unwrap(), Vm::new().unwrap());
    run::<()>(&a, "x = 1").unwrap();
    assert_eq!(run::<Option<i64>>(&b, "return x").unwrap(), None);
}

/// Pieces of Lua, to be put together in any order.
const PIECES: &[&str] = &[
    "local",
    "function",
    "end",
    "if",
    "then",
    "else",
    "elseif",
    "for",
    "in",
    "do",
    "while",
    "repeat",
    "until",
    "return",
    "break",
    "continue",
    "not",
    "and",
    "or",
    "nil",
    "true",
    "x",
    "y",
    "self",
    "t.x",
    "t:m()",
    "f",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "=",
    "==",
    "+=",
    "..",
    "...",
    ",",
    ";",
    ":",
    "::",
    "#",
    "-",
    "+",
    "<",
    ">",
    "'a'",
    "\"",
    "`",
    "`{",
    "[[",
    "]]",
    "[=[",
    "--",
    "--[[",
    "\n",
    "\\",
    "1",
    "0x",
    "1e5",
    "const",
    "type",
    "export",
    "@native",
    "pairs(t)",
    "?",
    "\u{e9}",
    "\0",
    "\u{1b}",
    "table.insert(",
    "if local x = y then",
    "x += 1",
];

proptest::proptest! {
    #[test]
    fn no_source_surprises_the_host(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..40),
        spaced: bool,
    ) {
        let source = pieces.join(if spaced { " " } else { "" });
        houserules::script::incomplete(&source);
        houserules::script::lint::check(&source);
        let vm = Vm::new().unwrap();
        if let Ok(chunk) = vm.compile("soup.lua", &source) {
            let _ = vm.enter::<Value>(&chunk, (), 1_000);
        }
        if let Err(fault) = vm.compile("soup.lua", &source) {
            assert!(!fault.to_string().contains(|c: char| c.is_control()), "{fault:?}");
        }
    }
}
