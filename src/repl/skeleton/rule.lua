-- NAME: a house rule. Keep this file open, and `reload` at the prompt after each change.
-- All hooks, filters and functions of `game` are on one page: docs/HOOKS.md.
return {
  name = "NAME",
  title = "whoever plays a 5 draws a card", -- one sentence; `rules` shows it
  cites = "our table", -- where the rule comes from

  -- What people may set: `option NAME.cards 2`.
  options = {
    cards = { default = 1, min = 0, max = 10, help = "cards that a 5 costs" },
  },

  -- Questions. `say = true` opens the door, a text forbids and is the reason that people read;
  -- `run = function(game, play) … end` decides from case to case.
  --
  -- can_play = { when = { symbol = "9", color = "red" }, say = "no red 9 at this table" },

  -- What a card does. Without `when` it is asked for every card.
  on_card_effect = {
    when = { symbol = "5" },
    run = function(game, play)
      game:draw(play.seat, game.options.cards, "rule")
    end,
  },
}
