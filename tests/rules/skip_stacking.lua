-- C43: a Skip may be answered with a Skip.
return { name = "skip_stacking", can_answer = { when = { symbol = "skip", debt_symbol = "skip" }, say = true } }
