-- Challenge with take-back (R12.4), in the place of the built-in challenge: a Wild Draw Four that was
-- laid against the rule goes back to its player, who plays a correct card instead and takes 4.
-- Top and color are as before for the replacement; it may be any card that fits, the Wild Draw Four
-- not among them while it would be wrong again (A15, E49-E51). A player who has none passes on.
-- With an older debt under it (stacking) there is no replacement: he takes that debt and 4 more, and
-- the challenger has a normal turn (A15b). A challenge that fails costs 2 cards more (R12.3, R12.5).
--
-- Options; all but the last two are those of the built-in challenge, and what is set for that is
-- set here:
--   enabled     whether a challenge is possible at all (it is not where draw_four.wd4 is strict, E59)
--   who         next | anyone: who may challenge (A13)
--   guilty_if   what was held: color | color_not_action | any_playable | not_black (A11b, A25b)
--   color       in_force | printed | named: the color that must not be held (A11)
--   last        on | off: a last card may be challenged (A43)
--   fail        cards that a failed challenge costs in all (R12.3)
--   fail_extra  per_card | flat2 | last: what the figures become in a stack (A24)
--   stranger    all | extra: what one who does not owe takes when he fails (A13b)
--   stacked     judged | justified: a card laid on an open debt is judged, or always right (A25)
--   judges      at_play | now: the hand that counts (A12)
--   order       play_first | draw_first: the four cards come after the replacement, or before it
--               and may be used for it (A15)
--   older_debt  back | stays: with an older debt under it the card goes back, or stays (A15b)

-- The hand that is judged, and shown: as the card left it, or as it is now (A12).
local function judged_hand(game, play)
  return game.options.judges == "now" and game:hand(play.seat) or play.left
end

-- The color that must not have been held (A11).
local function judged_color(game, play)
  local which = game.options.color
  if which == "named" then return game.color end
  if which == "printed" then return play.before.card and play.before.card.color end
  return play.before.color
end

-- Guilty (R11.2, A11b, A25, A25b).
local function guilty(game, play)
  if play.before.debt > 0 and game.options.stacked == "justified" then return false end
  local held = game.options.guilty_if
  if held == "any_playable" or held == "not_black" then
    for _, card in ipairs(play.alternatives) do
      if held == "any_playable" or not card.black then return true end
    end
    return false
  end
  local color = judged_color(game, play)
  for _, card in ipairs(judged_hand(game, play)) do
    local counts = held == "color" or card.number ~= nil
    if color and card.color == color and counts then return true end
  end
  return false
end

-- Whether the card would be wrong again, laid on what lies there now.
local function wrong_again(game, seat, playable)
  local held = game.options.guilty_if
  if held == "any_playable" or held == "not_black" then
    for _, card in ipairs(playable) do
      if card.symbol ~= "draw4" and (held == "any_playable" or not card.black) then return true end
    end
    return false
  end
  local color = game.color
  if game.options.color == "printed" then color = game.top and game.top.color end
  for _, card in ipairs(game:hand(seat)) do
    local counts = held == "color" or card.number ~= nil
    if color and card.color == color and counts then return true end
  end
  return false
end

-- What may stand in for the card that was taken back: it itself only if it has become right.
local function replacements(game, seat)
  local playable = game:playable(seat)
  if not wrong_again(game, seat, playable) then return playable end
  local fine = {}
  for _, card in ipairs(playable) do
    if card.symbol ~= "draw4" then fine[#fine + 1] = card end
  end
  return fine
end

-- The challenge fails: he takes the cards and more (R12.3, R12.5, A13b, A24).
local function fail(game, seat, play, debt)
  local options = game.options
  local more = math.max(0, options.fail - play.card.draws)
  if options.fail_extra == "per_card" then more = more * debt.alike end
  if options.fail_extra == "last" and seat == debt.seat then
    game:clear_debt()
    game:draw(seat, options.fail, "penalty", "challenge")
    game:skip(seat)
  elseif seat == debt.seat then
    if more > 0 then game:owe(seat, { draw = more, closed = true }) end
    game:pay_debt() -- without it the same claim could be made again (A16)
  elseif options.stranger == "extra" then
    game:draw(seat, more, "penalty", "challenge")
    game:pay_debt()
  else
    game:clear_debt()
    game:draw(seat, debt.draw + more, "penalty", "challenge")
    game:skip(debt.seat)
  end
end

-- It succeeds: the card goes back (R12.4, A15, A15b).
local function take_back(game, play, debt)
  local options = game.options
  local stacked = play.before.debt > 0
  game:clear_debt()
  if not (stacked and options.older_debt == "stays") then game:take_back(play) end
  if stacked then
    local n = options.fail_extra == "last" and play.card.draws or debt.draw
    game:draw(play.seat, n, "penalty", "challenge")
    return
  end
  if options.order == "draw_first" then
    game:draw(play.seat, 4, "penalty", "challenge")
  end
  game:then_do("replace", { seat = play.seat })
end

return {
  name = "challenge_take_back",
  title = "a wrong Wild Draw Four is taken back and replaced",
  version = "1.2",
  api = 1,
  cites = "R12.1 R12.2 R12.3 R12.4 R12.5 A11 A11b A12 A13 A13b A15 A15b A16 A24 A25 A25b A43",
  replaces = { "challenge" },
  needs = { "take_back", "alternatives" },

  options = {
    enabled = { default = true, help = "whether a challenge is possible at all" },
    who = { default = "next", one_of = { "next", "anyone" }, help = "who may challenge (A13)" },
    guilty_if = {
      default = "color", one_of = { "color", "color_not_action", "any_playable", "not_black" },
      help = "what was held: the color, a number of it, any playable card, one not black (A11b, A25b)",
    },
    color = {
      default = "in_force", one_of = { "in_force", "printed", "named" },
      help = "the color that must not be held: in force before, printed below, or named with it (A11)",
    },
    last = { default = "on", one_of = { "on", "off" }, help = "a last card may be challenged (A43)" },
    fail = { default = 6, min = 4, max = 50, help = "cards of a failed challenge in all (R12.3)" },
    fail_extra = {
      default = "per_card", one_of = { "per_card", "flat2", "last" },
      help = "a failed challenge of a stack costs `fail` for each card, or once more than the debt; or the last card alone counts (A24)",
    },
    stranger = {
      default = "all", one_of = { "all", "extra" },
      help = "who does not owe and fails takes all of it, or only what it costs more (A13b)",
    },
    stacked = {
      default = "judged", one_of = { "judged", "justified" },
      help = "a card laid on an open debt is judged like any other, or always right (A25)",
    },
    judges = {
      default = "at_play", one_of = { "at_play", "now" },
      help = "the hand that counts: as it was at the play, or as it is (A12)",
    },
    order = {
      default = "play_first", one_of = { "play_first", "draw_first" },
      help = "the replacement comes before the four cards, or after them (A15)",
    },
    older_debt = {
      default = "back", one_of = { "back", "stays" },
      help = "with an older debt under it the card goes back to its player, or stays (A15b)",
    },
  },

  offer_challenge = {
    when = { debt_symbol = "draw4", option = { enabled = true } },
    except = { option = { ["draw_four.wd4"] = "strict" } },
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
    local upheld = guilty(game, play)
    game:show(judged_hand(game, play), act.seat)
    game:verdict(act.seat, play.seat, upheld)
    if upheld then
      take_back(game, play, debt)
    else
      fail(game, act.seat, play, debt)
    end
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
