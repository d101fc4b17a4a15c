-- C31 C40 C41: Reverse sends a debt back, Skip hands it on.
return { name = "deflect_all", can_answer = { { when = { symbol = "reverse", debt_symbol = { "draw2", "draw4" } }, say = true }, { when = { symbol = "skip", debt_symbol = { "draw2", "draw4" } }, say = true } } }
