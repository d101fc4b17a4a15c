-- Fails in the middle of an action, after it has changed something: the game must then be as it was.
return {
  memory = { fours = { scope = "round", start = 0 } },
  on_card_effect = {
    when = { symbol = { "4", "reverse" } },
    run = function(game, play)
      game.memory.fours += 1
      game:draw("next", 1, "rule")
      game:then_do("fail", play.card.number or 0)
    end,
  },
  do_fail = function(game, number)
    if number == 4 and game.memory.fours % 3 == 0 then error("this rule has failed") end
  end,
}
