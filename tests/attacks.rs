//! Runs every hostile script of `tests/attacks` and fails if one does harm.

use std::cell::RefCell;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use houserules::limits::{HOOK_BUDGET, LOAD_BUDGET, SOURCE_MAX};
use houserules::script::{Fault, Vm, charge, clean_text};
use libtest_mimic::{Arguments, Failed, Trial};
use mlua::{Function, UserData, Value, Variadic};

/// No attempt may take longer, the watchdog's second per run included.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a script is run.
#[derive(Clone, Copy, Debug)]
enum Mode {
    Load,
    Hook,
    Prompt,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "lua"));
    paths.sort();
    assert!(paths.len() > 150, "the attack scripts are missing");
    let trials = paths.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(name.clone(), move || attempt(&name, &path))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit()
}

/// All runs of one file.
fn attempt(name: &str, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    for source in sources(&text) {
        for mode in [Mode::Load, Mode::Hook, Mode::Prompt] {
            let start = now();
            let outcome = run(&source, mode)?;
            innocent()?;
            let elapsed = start.elapsed();
            println!("    {name} {mode:?} {} ms: {outcome}", elapsed.as_millis());
            if elapsed > PATIENCE {
                return Err(format!("took {elapsed:?} ({mode:?})").into());
            }
        }
    }
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "measures the attack")]
fn now() -> Instant {
    Instant::now()
}

/// One attempt: rules A and B, or only one. Gives what contained each of them.
fn run(source: &str, mode: Mode) -> Result<String, Failed> {
    let mut outcomes = Vec::new();
    for (index, part) in source.split("\n--B--").enumerate() {
        // B looks at what A has done, and is always loaded: a hook cannot write globals anyway.
        let mode = if index > 0 { Mode::Load } else { mode };
        let vm = match mode {
            Mode::Prompt => Vm::for_prompt()?,
            _ => Vm::new()?,
        };
        give_functions(&vm)?;
        let mut outcome = contained(enter(&vm, part, mode))?;
        if matches!(mode, Mode::Hook) && !vm.spoiled() {
            // A hook that got away with something meets its own leavings.
            outcome = format!("{outcome}, then {}", contained(enter(&vm, part, mode))?);
        }
        outcomes.push(outcome);
    }
    Ok(outcomes.join(" / "))
}

/// The script as a chunk, under the budget and in the surroundings of its mode.
fn enter(vm: &Vm, source: &str, mode: Mode) -> Result<Value, Fault> {
    let chunk = vm.compile("attack.lua", source)?;
    match mode {
        Mode::Load | Mode::Prompt => vm.enter(&chunk, (), LOAD_BUDGET),
        Mode::Hook => {
            vm.freeze(&Value::Function(chunk.clone()))?;
            vm.enter(&chunk, (), HOOK_BUDGET)
        }
    }
}

/// What contained the script; an error if nothing did.
fn contained(result: Result<Value, Fault>) -> Result<String, Failed> {
    match result {
        Ok(Value::String(text)) => {
            let text = clean_text(&text.to_string_lossy());
            if ["ESCAPED", "EXPOSED", "SHARED"].iter().any(|harm| text.starts_with(harm)) {
                return Err(text.into());
            }
            Ok(format!("value {text}"))
        }
        Ok(value) => Ok(format!("value of type {}", value.type_name())),
        Err(fault) => Ok(format!("{:?} ({fault})", fault.kind)),
    }
}

/// A script that means no harm, on the same thread, must not notice what went before.
fn innocent() -> Result<(), Failed> {
    let vm = Vm::new()?;
    let source = "
        local t = {}
        for i = 1, 100 do t[i] = ('x'):rep(i):upper() .. tostring(i) end
        table.sort(t)
        if math.floor(1.5) ~= 1 or POISON then error('poisoned') end
        return string.format('%d %s', #t, t[1])";
    let text: String = vm.enter(&vm.compile("innocent.lua", source)?, (), HOOK_BUDGET)?;
    if text == "100 X1" { Ok(()) } else { Err(format!("innocent script got {text}").into()) }
}

struct Small(i64);
impl UserData for Small {
    fn add_fields<F: mlua::UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("value", |_, this| Ok(this.0));
    }
}

/// Stand-ins for engine functions, which the scripts `n…` call.
fn give_functions(vm: &Vm) -> mlua::Result<()> {
    let (lua, globals) = (vm.lua(), vm.globals_env());
    let function = lua.create_function(|lua, ()| {
        charge(2)?;
        let table = lua.create_table()?;
        table.raw_set("field", 1)?;
        table.raw_set("inner", lua.create_table()?)?;
        Ok(table)
    })?;
    globals.raw_set("api_table", function)?;
    let function = lua.create_function(|lua, length: usize| {
        let length = length.min(4 << 20);
        charge(1 + length as i64 / 1024)?;
        lua.create_string(vec![b'x'; length])
    })?;
    globals.raw_set("api_str", function)?;
    let function = lua.create_function(|lua, ()| {
        charge(1)?;
        lua.create_userdata(Small(1))
    })?;
    globals.raw_set("api_ud", function)?;
    let function = lua.create_function(|_, f: Function| {
        charge(1)?;
        f.call::<Variadic<Value>>((1, "two", 3.5))
    })?;
    globals.raw_set("api_call", function)?;
    let function = lua.create_function(|_, ()| -> mlua::Result<()> {
        charge(1)?;
        Err(mlua::Error::runtime("refused"))
    })?;
    globals.raw_set("api_err", function)?;
    let kept = Rc::new(RefCell::new(Vec::new()));
    let function = lua.create_function(move |_, value: Value| {
        charge(1)?;
        kept.borrow_mut().push(value);
        Ok(())
    })?;
    globals.raw_set("api_keep", function)
}

/// The source of a file; for a generated one, at full size and at the size that is let through.
fn sources(text: &str) -> Vec<String> {
    let Some(name) = text.strip_prefix("--gen:").or_else(|| text.split("\n--gen:").nth(1)) else {
        return vec![text.to_owned()];
    };
    let name = name.trim();
    let full = generate(name, full_size(name));
    if full.len() <= SOURCE_MAX {
        return vec![full];
    }
    let mut size = full_size(name);
    let mut fitting = full.clone();
    while fitting.len() > SOURCE_MAX {
        size = size * SOURCE_MAX / fitting.len() - size / 1000;
        fitting = generate(name, size);
    }
    vec![full, fitting]
}

fn full_size(name: &str) -> usize {
    match name {
        "elseif" | "types" | "ifexpr" => 100_000,
        "locals" => 300,
        "consts" => 300_000,
        "longbracket" | "longcomment" => 5_000_000,
        "longline" => 30_000_000,
        "interp" => 50_000,
        _ => 200_000,
    }
}

fn generate(name: &str, n: usize) -> String {
    match name {
        "parens" => format!("return {}1{}", "(".repeat(n), ")".repeat(n)),
        "nested_tables" => format!("return {}1{}", "{".repeat(n), "}".repeat(n)),
        "nested_do" => format!("{}{}", "do ".repeat(n), "end ".repeat(n)),
        "unary" => format!("return {}1", "- ".repeat(n)),
        "nots" => format!("return {}1", "not ".repeat(n)),
        "concat" => format!("return {}'a'", "'a'..".repeat(n)),
        "elseif" => format!("if false then {} end", "elseif false then ".repeat(n)),
        "powers" => format!("return {}2", "2^".repeat(n)),
        "call_chain" => format!("local f return f{}", "()".repeat(n)),
        "locals" => (0..n).map(|i| format!("local v{i} = {i}\n")).collect(),
        "consts" => {
            let items = (0..n).map(|i| format!("{i}.5,'s{i}',")).collect::<String>();
            format!("return {{{items}}}")
        }
        "types" => format!("local x: {}number{} = nil return 1", "{".repeat(n), "}".repeat(n)),
        "longbracket" => format!("return [{}[x", "=".repeat(n)),
        "longcomment" => format!("--[{}[x", "=".repeat(n)),
        "longline" => format!("return '{}'", "x".repeat(n)),
        "interp" => format!("return {}1{}", "`{".repeat(n), "}`".repeat(n)),
        "ifexpr" => format!("return {}1", "if true then 1 else ".repeat(n)),
        unknown => panic!("no such generated source: {unknown}"),
    }
}
