# What happens in Correo de Medianoche.

played-up = { $seat } played card { $card } face up and took { $tile }
played-down = { $seat } played { $card ->
    [unknown] a card
   *[other] card { $card }
} face down{ $took ->
    [nothing] , without a tile
   *[other] { "" } and took { $tile }
}
refilled = { $tile-of-pile } came to the market
renewed = { $seat } renewed the market with a patch: { $change ->
    [none] a tile like the one before came
   *[other] { $old-of-pile } went under its pile, { $look } came
}
laid = { $seat } laid { $look } on { $cells }, level { $level }
housed = { $left ->
    [none] no { $house } is left for space { $space } at { $cell }
    [wild] { $guest } came to the wild house { $cell }
   *[other] { $guest } came to { $cell }
}
covered = { $area } is covered up to level { $lowest }: { $token ->
    [spell] { $seat } got a spell
    [patch] { $seat } got a patch
    [no-spell] no spell is left
   *[other] no patch is left
}
recoloured = { $seat } used a spell: the { $old } on { $cell } became { $guest }
relocated = { $seat } used a spell: the { $animal } on { $cell } moved to { $goal }
patched = { $seat } laid a patch on { $cell }, level { $level }{ $animal ->
    [none] { "" }
   *[other] ; the { $animal } there went home
}
delivered = message: { $seat-of } { $animal } walked { $direction } from { $cell } to { $goal }: { $sum }{ $points } points
combo = { $seat } made a combo: { $messages } messages x { $colours } kinds of animals = { $combo-points } points
drew = { $seat } drew { $card ->
    [unknown] a card
   *[other] card { $card }
}
ended = { $seat } ended the turn
turn = turn { $lap } of { $laps } begins
objective = objective { $objective }: { $shares }
total = { $seat }: { $points } points ({ $parts })
game-over = the game is over; { $winners ->
    [none] the par is { $par }
   *[other] won by { $winners }
}

share = { $seat } { $houses } houses, { $points } points
parts = messages { $track }, combos { $combo }, spells { $spells }, patches { $patches }
parts-with-objectives = { parts }, objectives { $objectives }

# ---- the rules card
rules-goal-1 = Cover your board with tiles, put animals on their houses, and send messages between animals of the same kind.
rules-turn-1 = Play one of your two cards and take a tile for it: one of two in the market for a card with a shape, a tile of three spaces for a special card, a domino for any card face down.
rules-turn-2 = Lay the tile: turned and flipped as you like, on the board, or wholly on other tiles of one level, never on an animal. Every house gets its animal; a wild house one of your choice.
rules-turn-3 = Resolve messages: while two animals of a kind see each other in a straight line, one walks to the other and leaves the board. Then draw a card.
rules-turn-4 = A covered quadrant gives a spell (an animal of the new tile changes or moves), a highlighted row or column a patch (renews the market, or covers a cell).
rules-end-1 = The game ends after { $turns } turns each.
rules-scoring-1 = Every cell that a message enters scores its level; bare cells score 0. Two or more messages in a turn are a combo: their number times the number of different colours. Each unused token counts 1.

# ---- a first game
guide-take = Choose a card and its tile. Which houses does it have, and where would its animals see others of their kind? A patch may renew the market first.
guide-place = Lay the tile where its animals stand in line with others of their kind, over cells of a high level: each cell that is entered scores its level. Leave room for the next tiles.
guide-wild = Choose the animal of the wild house: the kind that sends a message now or next turn.
guide-resolve = Messages can be sent in any order; each may open new lines. Two or more in a turn are a combo, worth more with more colours. A spell may still change an animal of the new tile.
