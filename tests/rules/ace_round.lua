-- C73: aces only until its player ends it.
return { name = "ace_round", memory = { owner = { scope = "round" } },
 offer_end_aces = { to = function(game) return game.memory.owner end },
 do_end_aces = function(game, act) game.memory.owner = nil end,
 on_card_effect = { when = { symbol = "1" }, run = function(game, play) game.memory.owner = game.memory.owner or play.seat end },
 can_play = function(game, play) if game.memory.owner and play.card.symbol ~= "1" then return "aces only" end end }
