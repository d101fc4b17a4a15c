-- For benches/rounds.rs: a hook without a filter that looks at its argument and at the game, once in
-- every turn. The hand is never that large.
return {
  name = "turn_hook",
  title = "a hook without a filter that looks at the game",

  on_turn_started = function(game, turn)
    if game:count(turn.seat) > 100 then
      game:draw(turn.seat, 1, "rule")
    end
  end,
}
