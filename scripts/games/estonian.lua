-- The Estonian sheet (ET). Where the sheet is silent the base game holds.

return {
  name = "estonian",
  title = "the Estonian sheet",
  like = "standard",
  options = {
    ["deal.starter"] = "dealer_draw_zero", -- R3.2: action and black cards count zero
    ["last_card_call.duty"] = "own_play", -- R13.1: when playing the last card but one
    ["hints.penalty"] = 0, -- no word of hints
  },
  matches = {
    anyone = {
      title = "whoever suspects may challenge a Wild Draw Four (R12.1, A13)",
      options = { ["challenge.who"] = "anyone" },
    },
  },
}
