-- Challenge with take-back (R12.4), in the place of the built-in challenge: a Wild Draw Four that was
-- laid against the rule goes back to its player, who plays a correct card instead and takes 4.
-- Top and color are as before for the replacement; it may be any card that fits, the Wild Draw Four
-- not among them while it would be wrong again (A15, E49-E51). A player who has none passes on.
-- With an older debt under it (stacking) there is no replacement: he takes that debt and 4 more, and
-- the challenger has a normal turn (A15b). A challenge that fails costs 2 cards more (R12.5).

-- Guilty: a card of the color in force was held (R11.2, A11), judged by the hand as it was when the
-- card left it (A12).
local function guilty(play)
  local color = play.before.color
  for _, card in ipairs(play.left) do
    if color and card.color == color then return true end
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
  version = "1.0",
  api = 1,
  cites = "R12.1 R12.2 R12.4 R12.5 A15 A15b A16",
  replaces = { "challenge" },
  needs = { "take_back" },

  offer_challenge = { when = { debt_symbol = "draw4" }, to = "owing", while_ending = true },
  do_challenge = function(game, act)
    local play, debt = game.debt.play, game.debt
    if not play then return end
    game:show(play.left, act.seat)
    game:verdict(act.seat, play.seat, guilty(play))
    if not guilty(play) then
      game:owe(act.seat, { draw = 2 })
      game:pay_debt() -- without it the same claim could be made again (A16)
      return
    end
    game:clear_debt()
    game:take_back(play)
    if play.before.debt > 0 then
      game:draw(play.seat, debt.draw, "penalty", "challenge")
    else
      game:then_do("replace", { seat = play.seat })
    end
  end,
  do_replace = function(game, data)
    local seat = data.seat
    local card = game:ask_card(seat, replacements(game, seat), "play which card instead?")
    if card then
      game:play(seat, card)
    end
    game:draw(seat, 4, "penalty", "challenge")
  end,
}
