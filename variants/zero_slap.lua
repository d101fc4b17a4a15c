-- Zero-slap (R21.5b): on a 0 everybody lays a hand on the pile; the last one takes a penalty. The
-- player of the 0 slaps as well (A29d). If several never slap, all of those take it (E130).
-- A 0 that was the last card is not slapped (E133). Together with zero_rotation an order must be
-- declared (A29c, E134).
--
-- Options:
--   slap_count (A29d)  how many cards the penalty has
--     on_top  as many as zeros lie on each other on top of the pile
--     hand    as many as zeros were played in this round
--   order (A29c)  with zero_rotation: none  they exclude each other; rotate_first; slap_first

return {
  name = "zero_slap",
  title = "on a 0 the last one to slap the pile draws",
  version = "1.0",
  api = 1,
  cites = "R21.5b A29c A29d",
  conflicts = { { rule = "zero_rotation", when = { order = "none" } } },
  after = { { rule = "zero_rotation", when = { order = "rotate_first" } } },
  before = { { rule = "zero_rotation", when = { order = "slap_first" } } },

  options = {
    slap_count = {
      default = "on_top", one_of = { "on_top", "hand" },
      help = "zeros counted: those on top, or all of the round (A29d)",
    },
    order = {
      default = "none", one_of = { "none", "rotate_first", "slap_first" },
      help = "with zero_rotation: rotate_first or slap_first; none excludes it (A29c)",
    },
  },
  memory = { played = { scope = "round", start = 0 } },

  on_card_effect = {
    when = { symbol = "0" },
    run = function(game)
      game.memory.played = game.memory.played + 1
      local count = game.memory.played
      if game.options.slap_count == "on_top" then
        count = 0
        for _, card in ipairs(game:cards("discard")) do -- the top comes first
          if card.number ~= 0 then break end
          count = count + 1
        end
      end
      local order, slapped = game:ask("all", { "slap the pile", options = { "slap" }, mode = "order" })
      if not order then return end
      local first_loser = slapped == #order and #order or slapped + 1
      for place = first_loser, #order do
        game:draw(order[place], math.min(count, 100), "penalty", "slap")
      end
    end,
  },
}
