-- Challenge with take-back (R12.4), in the place of the built-in challenge: a Wild Draw Four that was
-- laid against the rule goes back to its player, who plays a correct card instead and takes 4.
-- Top and color are as before for the replacement; it may be any card that fits, the Wild Draw Four
-- not among them while it would be wrong again (A15, E49-E51). A player who has none passes on.
-- With an older debt under it (stacking) there is no replacement: he takes that debt and 4 more, and
-- the challenger has a normal turn (A15b). A challenge that fails costs 2 cards more (R12.3, R12.5).
--
-- Options, most of them those of the built-in challenge:
--   who        next | anyone: who may challenge (A13)
--   guilty_if  what was held: color | color_not_action | any_playable | not_black (A11b, A25b)
--   last       on | off: a last card may be challenged (A43)
--   fail       cards that a failed challenge costs in all (R12.3)
--   stranger   all | extra: what one who does not owe takes when he fails (A13b)
--   order      play_first | draw_first: the four cards come after the replacement, or before it
--              and may be used for it (A15)

-- Guilty, judged by the hand as it was when the card left it (R11.2, A11, A12).
local function guilty(game, play)
  local held = game.options.guilty_if
  if held == "any_playable" or held == "not_black" then
    for _, card in ipairs(play.alternatives) do
      if held == "any_playable" or not card.black then return true end
    end
    return false
  end
  local color = play.before.color
  for _, card in ipairs(play.left) do
    local counts = held == "color" or card.number ~= nil
    if color and card.color == color and counts then return true end
  end
  return false
end

-- What may stand in for the card that was taken back: it itself only if it has become right.
local function replacements(game, seat)
  local fine = {}
  local held = {}
  for _, card in ipairs(game:hand(seat)) do
    if card.color then held[card.color] = true end
  end
  for _, card in ipairs(game:playable(seat)) do
    if card.symbol ~= "draw4" or not (game.color and held[game.color]) then
      fine[#fine + 1] = card
    end
  end
  return fine
end

return {
  name = "challenge_take_back",
  title = "a wrong Wild Draw Four is taken back and replaced",
  version = "1.1",
  api = 1,
  cites = "R12.1 R12.2 R12.3 R12.4 R12.5 A13 A13b A15 A15b A16 A43",
  replaces = { "challenge" },
  needs = { "take_back", "alternatives" },

  options = {
    who = { default = "next", one_of = { "next", "anyone" }, help = "who may challenge (A13)" },
    guilty_if = {
      default = "color", one_of = { "color", "color_not_action", "any_playable", "not_black" },
      help = "what was held: the color, a number of it, any playable card, one not black (A11b, A25b)",
    },
    last = { default = "on", one_of = { "on", "off" }, help = "a last card may be challenged (A43)" },
    fail = { default = 6, min = 4, max = 50, help = "cards of a failed challenge in all (R12.3)" },
    stranger = {
      default = "all", one_of = { "all", "extra" },
      help = "who does not owe and fails takes all of it, or only what it costs more (A13b)",
    },
    order = {
      default = "play_first", one_of = { "play_first", "draw_first" },
      help = "the replacement comes before the four cards, or after them (A15)",
    },
  },

  offer_challenge = {
    when = { debt_symbol = "draw4" },
    to = function(game)
      local play = game.debt and game.debt.play
      if not play or game.phase == "ending" and game.options.last == "off" then return {} end
      if game.options.who == "next" then return { game.debt.seat } end
      local seats = {}
      for _, seat in ipairs(game:seats()) do
        if seat ~= play.seat then seats[#seats + 1] = seat end
      end
      return seats
    end,
    while_ending = true,
  },
  do_challenge = function(game, act)
    local play, debt = game.debt.play, game.debt
    if not play then return end
    game:show(play.left, act.seat)
    game:verdict(act.seat, play.seat, guilty(game, play))
    if not guilty(game, play) then
      local more = game.options.fail - play.card.draws
      if act.seat == debt.seat then
        if more > 0 then game:owe(act.seat, { draw = more }) end
        game:pay_debt() -- without it the same claim could be made again (A16)
      elseif game.options.stranger == "extra" then
        game:draw(act.seat, more, "penalty", "challenge")
        game:pay_debt()
      else
        game:clear_debt()
        game:draw(act.seat, debt.draw + more, "penalty", "challenge")
        game:skip(debt.seat)
      end
      return
    end
    game:clear_debt()
    game:take_back(play)
    if play.before.debt > 0 then
      game:draw(play.seat, debt.draw, "penalty", "challenge")
      return
    end
    if game.options.order == "draw_first" then
      game:draw(play.seat, 4, "penalty", "challenge")
    end
    game:then_do("replace", { seat = play.seat })
  end,
  do_replace = function(game, data)
    local seat = data.seat
    local card = game:ask_card(seat, replacements(game, seat), "play which card instead?")
    if card then
      game:play(seat, card)
    end
    if game.options.order == "play_first" then
      game:draw(seat, 4, "penalty", "challenge")
    end
  end,
}
