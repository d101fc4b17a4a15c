-- What is here listens only if the option says so.
local filter = { option = { on = true } }
local function draws(game, play) game:draw(play.seat, 1, "rule") end
return {
  options = { on = { default = false } },
  on_card_effect = {
    { when = filter, run = draws },
    { when = { symbol = { "skip", "draw2", "3" }, option = { on = true } }, run = draws },
  },
  on_card_played = { when = filter, run = function(game, play) game:tell("a card", play.seat) end },
  on_turn_started = { when = filter, run = function(game, turn) game:tell("a turn", turn.seat) end },
  on_turn_ended = { when = filter, run = function(game) game:count(1) end },
  can_draw = { when = filter, say = "nobody draws" },
  can_pass = { when = filter, say = true },
}
