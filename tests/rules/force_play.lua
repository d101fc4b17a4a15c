-- C8: a drawn card that fits must be played.
return { name = "force_play", can_pass = { when = { playable = true }, say = "you must play the card you drew" } }
