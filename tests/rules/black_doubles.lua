-- C54: a black last card doubles the points.
return { name = "black_doubles", memory = { black = { scope = "round", start = false } },
 on_card_played = { when = { last = true, black = true }, run = function(game) game.memory.black = true end },
 adjust_score = function(game) if game.memory.black then return { times = 2 } end end }
