-- For benches/rounds.rs: what it costs that Lua is entered once in every turn.
return {
  name = "bare_hook",
  title = "a hook without a filter that does nothing",

  on_turn_started = function(game, turn)
  end,
}
