-- C85: a drawn card not in this turn.
return { name = "not_this_turn", can_play = { when = { drawn = true }, say = "not in this turn" } }
