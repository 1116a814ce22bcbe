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
laid = { $seat } laid the tile { $look } on { $cells }, level { $level }
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
   *[other] ; the { $animal } there went back to the reserve
}
delivered = message: { $seat-of } { $animal } walked { $direction } from { $cell } to { $goal }: { $sum }{ $points ->
    [one] { $points } point
   *[other] { $points } points
}
combo = { $seat } made a combo: { $messages ->
    [one] { $messages } message
   *[other] { $messages } messages
} x { $colours ->
    [one] { $colours } kind of animal
   *[other] { $colours } kinds of animals
} = { $combo-points ->
    [one] { $combo-points } point
   *[other] { $combo-points } points
}
drew = { $seat } drew { $card ->
    [unknown] a card
   *[other] card { $card }
}
ended = { $seat } ended the turn
turn = turn { $lap } of { $laps } begins
objective = objective { $objective }: { $shares }
total = { $seat }: { $points ->
    [one] { $points } point
   *[other] { $points } points
} ({ $parts })
game-over = the game is over; { $winners ->
    [none] the par is { $par }
   *[other] won by { $winners }
}

share = { $seat } { $houses ->
    [one] { $houses } house
   *[other] { $houses } houses
}, { $points ->
    [one] { $points } point
   *[other] { $points } points
}
parts = messages { $track }, combos { $combo }, spells { $spells }, patches { $patches }
parts-with-objectives = { parts }, objectives { $objectives }

# ---- the rules card
rules-goal-1 = Cover your board with tiles, put animals on their houses, and send messages between animals of the same kind.
rules-turn-1 = Play one of your { $hand } cards and take a tile for it: one of { $offer } in the market for a card with a shape, a tile of three spaces for a special card, a domino for any card face down.
rules-turn-2 = Lay the tile, turned and flipped as you like: on the board, or { $flat ->
    [0] wholly on other tiles of any level
   *[1] wholly on other tiles of one level
}, but never on an animal. Every house gets its animal; a wild house one of your choice.
rules-turn-3 = Resolve messages: while two animals of a kind see each other in a straight line, one walks to the other and leaves the board. Then draw a card.
rules-turn-4 = A covered quadrant gives a spell, which changes or moves an animal of the new tile. A covered highlighted row or column gives a patch, which renews the market or covers a cell.
rules-end-1 = The game ends after { $turns } turns each.
rules-scoring-1 = Every cell that a message enters{ $count-destination ->
    [0] , except the receiver's,
   *[1] { "" }
} scores its level; bare cells score 0. { $combo } or more messages in a turn are a combo, worth their number times the number of different colours. Each unused token counts { $token }.{ $advanced ->
    [0] { "" }
   *[1] { " " }Three objective cards score at the end.
}

# ---- a first game
guide-take = Choose a card and its tile. Which houses does it have, and where would its animals see others of their kind? You may first renew the market with a patch.
guide-place = Lay the tile where its animals stand in line with others of their kind, over cells of a high level: each cell that is entered scores its level. Leave room for the next tiles.
guide-wild = Choose the animal of the wild house: the kind that sends a message now or next turn.
guide-resolve = Messages can be sent in any order; each may open new lines. { $combo } or more in a turn are a combo, worth more with more colours. A spell may still change an animal of the new tile.

# ---- animals, cards, places
animal-frog = frog
animal-cat = cat
animal-mouse = mouse
animal-crow = crow
animal-owl = owl
one-frog = a frog
one-cat = a cat
one-mouse = a mouse
one-crow = a crow
one-owl = an owl
house-frog = frog house
house-cat = cat house
house-mouse = mouse house
house-crow = crow house
house-owl = owl house
house-wild = wild house
way-north = north
way-east = east
way-south = south
way-west = west
area-row = row { $number }
area-column = column { $number }
quadrant-NW = the NW quadrant
quadrant-NE = the NE quadrant
quadrant-SW = the SW quadrant
quadrant-SE = the SE quadrant
objective-frogs = frogs
objective-cats = cats
objective-mice = mice
objective-crows = crows
objective-owls = owls
objective-outer-rows = outer rows
objective-outer-columns = outer columns
objective-inner-rows = inner rows
objective-inner-columns = inner columns
objective-top-half = top half
objective-bottom-half = bottom half
objective-left-half = left half
objective-right-half = right half
objective-north-west-and-south-east-quadrants = north-west and south-east quadrants
objective-north-east-and-south-west-quadrants = north-east and south-west quadrants
special = special
nothing = nothing
wild-short = wild
space = space { $number } of the tile
some-animal = animal
wild-place = the wild house

# ---- choices
take-up = card { $shape } face up: { take }
take-special = special card face up: take { $shape } { $tile }
down-without = card { $card } face down, without a tile
down-domino = card { $card } face down: domino { $tile }
renew-tile = patch: renew the { renew-slot }
card-up = card { $card } face up
take = take the { $side ->
    [left] left
   *[right] right
} one { $tile }
renew = patch: renew a tile of the market
renew-slot = { $side ->
    [left] left
   *[right] right
} { $shape } { $tile }
lay = { lay-tile }, first space on { $cell }
lay-corner = { lay-tile }, corner at { $cell }
lay-tile = lay the tile{ $turned }
turned = { $flipped ->
    [1] { " " }flipped{ $degrees ->
        [0] { "" }
       *[other] , turned { $degrees }°
    }
   *[0] { $degrees ->
        [0] { "" }
       *[other] { " " }turned { $degrees }°
    }
}
first-space = on { $cell }, level { $level }
send = message: { $whom } walks { $way }
message-of = message: { $whom }
walks = walks { $way }
walker = the { $animal } on { $cell }
end-turn = end the turn
patch-on = patch: lay it on { $cell }
lay-patch = patch: lay it
on-cell = on { $cell }
wild = wild house: { $animal } on { $cell }
spell-becomes = spell: the animal on { $cell } becomes { $animal }
spell-moves = spell: the animal on { $cell } moves to { $goal }

# ---- positions
# Letters of houses: none, frog, cat, mouse, crow, owl, wild.
letters = .fcmwo*
legend = cell: level, house (f frog, c cat, m mouse, w crow, o owl, * wild), animal in capitals; # patch; lines run between tiles; rows and columns marked > and v are highlighted
supply = reserve: { $animals }, { $spells ->
    [one] { $spells } spell
   *[other] { $spells } spells
}, { $patches ->
    [one] { $patches } patch
   *[other] { $patches } patches
}
stage = turn { $number } of { $turns }
headline = Correo de Medianoche: { stage }, { $asked }
headline-end = Correo de Medianoche: the game is over ({ $result })
plays = { $name-is ->
    [you] your turn
   *[other] turn of { $name }
}
asked-take = { plays }: take a tile
asked-place = { plays }: lay it
asked-wild = { plays }: choose an animal
asked-resolve = { plays }: resolve messages
tile-now = this turn's tile: { $shape } { $tile }
turn-head = { $flipped ->
    [1] flip { $degrees }
   *[0] { $degrees }
}
messages-now = messages of this turn: { $count }, { $points ->
    [one] { $points } point
   *[other] { $points } points
}
objectives = objectives: { $names }
made-of = track { $track }, combos { $combo }, objectives { $objectives }
tokens = spells { $spells }, patches { $patches }
hand-deck = hand { $cards }, deck { $count }
pile-up = up { $cards }
pile-down = down { $cards }

# ---- explanations
shape-0 = four spaces in a row
shape-1 = a square of four spaces
shape-2 = three spaces in a row and one beside the middle
shape-3 = two pairs of spaces, shifted by one
shape-4 = three spaces in a row and one beside the end
shape-5 = three spaces in a row
shape-6 = three spaces around a corner
shape-7 = two spaces
no-house = no house
about-shape = a tile of { $shape }: { $houses }; { $count } in the game
takes-special = one of the tiles of three spaces on offer
takes-shape = one of the { $shape } tiles on offer
name-card = card { $card }
about-card = played face up, it takes { $takes }; played face down, it takes a domino, like any card
about-animal = walks in a straight line to the next { $animal } if no other animal stands between them, and leaves the board
about-house = { $animal } from the reserve comes to it when its tile is laid, if one is left
about-wild-house = an animal of your choice comes to it when its tile is laid
spell-token = spell
patch-token = patch
about-area = brings a { $token } each time that all of it is covered one level higher
name-objective = objective { $name }
in-rows = { " " }in rows { $cells }
in-cols = { " " }in columns { $cells }
in-quadrants = { " " }in { $cells }
houses-of = { $house } houses (no wild ones)
all-houses = houses of any colour{ $place }
about-objective = { $advanced ->
    [0] in the advanced variant: { "" }
   *[1] { "" }
}at the end { $first }, { $second } and { $third } points for the players with the most { $what } that no tile, patch or animal covers. Players who tie get the same points
name-level = level
about-level = the number of pieces on a cell, and the points of a step onto it
name-tile = tile
about-tile = you lay it turned and flipped as you like, { $flat ->
    [0] all its spaces on the board or all on pieces
   *[1] all its spaces on one level
}. It never lies on an animal, nor exactly on a tile of its own shape
name-message = message
about-message = an animal walks to another of its kind; each cell entered scores its level, { $last ->
    [0] but not the receiver's
   *[1] also the receiver's
}
name-combo = combo
about-combo = { $combo } or more messages in a turn bring extra points: the number of messages times the number of kinds of animals that walked
name-spell = spell
about-spell = use it right after you lay a tile: one of its animals becomes another, or moves to another of its spaces. You may use one spell a turn, but not in the turn in which you get it. You begin with { $start }; each one left is worth { $token } at the end
name-patch = patch
about-patch = before you play your card, it renews a tile of the market. Or you lay it on any cell: the cell is one level higher, and an animal there goes back to the reserve. You may use one patch a turn, but not in the turn in which you get it. You begin with { $start }; each one left is worth { $token } at the end
name-market = market
about-market = { $offer } tiles of each shape of four spaces, and the top tile of each other pile
name-reserve = reserve
about-reserve = { $count } animals of each kind at the start; animals that have walked or are covered come back to it
name-end-turn = end the turn
about-end-turn = possible when no two animals of a kind see each other. You get the points of a combo and a new card; then the next player plays
combo-now = combo points: { $points }
result = result: { $lines }
tiles-left = { $count ->
    [one] { $count } tile is left in the pile
   *[other] { $count } tiles are left in the pile
}

# ---- pictures
draw-points = points
draw-messages = messages
draw-combos = combos
draw-objectives = objectives
draw-tile = tile of this turn
draw-turn-keys = R or the wheel turns it
draw-more = { $count } more
draw-market = market
draw-reserve = reserve
draw-hand = hand
draw-deck = deck
draw-up = played face up
draw-down = played face down
draw-turned = lay the tile { $flipped ->
    [1] flipped{ $degrees ->
        [0] { "" }
       *[other] , turned { $degrees }°
    }
   *[0] { $degrees ->
        [0] as it is
       *[other] turned { $degrees }°
    }
}
draw-spell-on = spell: the { $animal } on { $cell }
draw-first = lay the tile, first space on { $cell }
draw-renew = renew a tile
draw-face-down = face down, for a domino
draw-spells = spells
draw-patches = patches
