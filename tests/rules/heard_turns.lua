-- Hears of turns and remembers what actions, plays and turns make forgotten.
return {
  memory = {
    turn = { scope = "turn", start = 0 },
    top = { scope = "top", start = false },
    seen = { scope = "round", start = 0 },
  },
  on_turn_started = {
    { when = { count = { 2, 3 } }, run = function(game, turn)
      game.memory.seen += 1
      if game.memory.seen % 4 == 0 then game:draw(turn.seat, 1, "rule") end
    end },
    { when = { memory = { turn = 0 }, count = { 5, 8 } }, run = function(game, turn)
      assert(game.memory.turn == 0 and game.seat == turn.seat and game.turn == turn.no)
      game.memory.turn = turn.no
      if turn.no % 3 == 0 then game.memory.top = true end
    end },
    { when = { count = 6 }, run = function(game, turn)
      if turn.no % 5 > 0 then return end
      local other = game:ask_seat(turn.seat, game:others(turn.seat), "who draws?")
      if other then game:draw(other, 1, "rule") end
    end },
    function(game, turn)
      if turn.no % 17 == 0 then game:skip("next") end
    end,
  },
  can_draw = { when = { memory = { top = true } }, say = "not on this card" },
  can_pass = { when = { memory = { turn = 3 } }, say = true },
}
