-- Touches much of what a rule may say, so that random rounds enter it.
local function note(game) game.memory.seen = game.memory.seen + 1 end
return {
  options = { sides = { default = 6, min = 1, max = 20 } },
  memory = {
    seen = { scope = "match", start = 0 },
    kinds = { scope = "round", start = 0, per = "card" },
    last = { scope = "turn" },
  },
  adjust_draw = { when = { reason = "penalty" }, run = function(game, draw)
    return { add = draw.n > 1 and 1 or 0, at_most = 5 }
  end },
  adjust_points = function(game, points) return { times = points.card.black and 2 or 1 } end,
  adjust_score = { say = { at_most = 400 } },
  adjust_steps = { when = { count = 13 }, say = { set = 2 } },
  adjust_deal = function(game, seat) return { add = seat % 2 } end,
  can_start = { when = { black = true }, say = "no black card first" },
  can_pass = function(game, seat) local _ = game:playable(seat) end,
  can_uno = function(game, act) local _ = game:count(act.seat) end,
  offer_roll = {
    when = { seat = "acting" }, to = "acting",
    with = function(game, seat) return game:others(seat) end,
    label = "roll for somebody",
  },
  can_roll = function(game, act)
    if game.memory.last then return "you have rolled" end
    return true
  end,
  do_roll = function(game, act)
    game.memory.last = act.with
    local n = game:random(game.options.sides)
    if n == 1 then game:draw(act.with, 1, "penalty", "dice") end
    if n == 2 then game:tell("two!", act.seat) end
    if n == 3 then game:do_at({ turn_end = true }, "later", { list = { 1, 2 }, card = game.top }) end
  end,
  do_later = function(game, data)
    assert(#data.list == 2 and data.card.kind)
    note(game)
  end,
  on_card_played = function(game, play)
    note(game)
    game.memory.kinds[play.card] = game.memory.kinds[play.card] + 1
    local before, left = play.before, play.left
    assert(#left == game:count(play.seat) or play.how ~= "turn" or #left >= 0)
    assert(before.debt >= 0 and play.count == #play.cards)
    if play.card.number == 5 then
      local answers = game:ask("others", { "high or low?", mode = "each", options = { "high", "low" }, private = true })
      if answers then
        for _, seat in ipairs(game:others(play.seat)) do
          assert(answers[seat] == nil or answers[seat] == "high" or answers[seat] == "low")
        end
      end
      local list = game:shuffled({ 1, 2, 3 })
      assert(#list == 3)
    end
  end,
  on_turn_started = note,
  on_turn_ended = function(game, turn) assert(turn.seat and turn.no and turn.how) end,
  on_debt_changed = function(game, debt) assert(debt.draw and debt.skip) end,
  on_debt_paid = function(game, debt) assert(debt.seat) end,
  on_seat_skipped = function(game, event) assert(event.seat) end,
  on_went_out = function(game, out) assert(out.seat and out.place) end,
  on_round_started = function(game, round) assert(round.round >= 1) end,
  on_dealt = function(game, round) assert(game.phase == "dealing" or game.phase == "playing", game.phase) end,
  on_round_ended = function(game, round) assert(round.why) end,
  on_match_ended = function(game, round) assert(round.winners) end,
  on_called = function(game, event) assert(event.seat) end,
  on_caught = function(game, event) assert(event.seat and event.of) end,
  on_exposed = function(game, event) assert(event.seat) end,
  on_reshuffled = function(game, event) assert(event.cards) end,
  on_hand_settled = function(game, event) assert(event.seat) end,
  on_stuck = function(game, event) assert(event.seat) end,
}
