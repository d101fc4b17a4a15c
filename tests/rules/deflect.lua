-- Example 3 (C40, C31, C43): Reverse sends a debt back, Skip hands it on.
return {
  can_answer = {
    { when = { symbol = "reverse", debt_symbol = { "draw2", "draw4" } }, say = true },
    { when = { symbol = "skip", debt_symbol = { "draw2", "draw4" } }, say = true },
    { when = { symbol = "skip", debt_symbol = "skip" }, say = true },
  },
}
