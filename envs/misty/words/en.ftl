# The words of Misty. Cells of windows are numbered 4 x row + column.

# ---- cards and places
kind-still = { $drawing ->
    [casa] house
   *[other] still card
}
kind-flower = flower
kind-smile = smile
kind-monster = monster
kind-arrow = { $drawing ->
    [cohete] rocket
    [camion] truck
    [hoja] leaf
    [tractor] tractor
   *[other] arrow
} { way }
way = { $direction ->
    [N] ↑
    [NE] ↗
    [E] →
    [SE] ↘
    [S] ↓
    [SW] ↙
    [W] ←
   *[other] ↖
}
counted-still = { $count } { $drawing ->
    [casa] { $count ->
        [one] house
       *[other] houses
    }
   *[other] { $count ->
        [one] still card
       *[other] still cards
    }
}
counted-flower = { $count ->
    [one] { $count } flower
   *[other] { $count } flowers
}
counted-smile = { $count ->
    [one] { $count } smile
   *[other] { $count } smiles
}
counted-monster = { $count ->
    [one] { $count } monster
   *[other] { $count } monsters
}
counted-arrow = { $count } { $drawing ->
    [cohete] { $count ->
        [one] rocket
       *[other] rockets
    }
    [camion] { $count ->
        [one] truck
       *[other] trucks
    }
    [hoja] { $count ->
        [one] leaf
       *[other] leaves
    }
    [tractor] { $count ->
        [one] tractor
       *[other] tractors
    }
   *[other] { $count ->
        [one] arrow
       *[other] arrows
    }
} { way }
new-row = a new top row, column { $col }
new-column = a new left column, row { $row }
new-corner = a new top left corner
card-there = the { $card }
some-card = the card

# ---- choices
pick = pick { $card }
place-at = place at { $place }
activate = activate { $card } at { $place }

# ---- positions
legend = (x) has moved, [n] n cards on each other, . empty
stage = round { $lap }, first to win { $wins }
headline = Misty, { stage }
headline-deal = Misty, { stage }, deal { $deal } of { $deals }, step { $step }, hands go { $way ->
    [right] right
   *[left] left
}
headline-end = Misty, { stage }, finished
next = { $name-is ->
    [you] your turn
   *[other] turn of { $name }
}
asked-pick = { next }: pick a card
asked-place = { next }: place the card
asked-act = { next }: activate an arrow
rounds-won = rounds won { $count }
last-round = last round { $count }
last-round-points = last round { $points ->
    [one] { $points } point
   *[other] { $points } points
}
this-round = this round { $count }
worth-now = now worth { $points }
stack = stack
stack-of = stack: { $count }
stack-cards = stack of { $count } cards
gone = gone { $count }
hidden-card = a card (?)
has-picked = has picked { $card }
places = places { $card }
placed-at = at { $place }
placed-somewhere = somewhere (?)
hand = hand: { $cards }
hand-unknown = hand: { $count } unknown
hand-cards = hand
hand-with-picked = hand, with the card picked
with-picked = { $cards } (with the card picked)
picked-card = picked
to-lay = to lay
laid-at = laid at { $place }
laid-somewhere = laid somewhere
no-card-yet = no card placed yet
in-no-hand = in no hand
not-seen = not seen

# ---- events
picked = { $seat } picked { $card ->
    [unknown] a card
   *[other] { $card }
}
chose = { $seat } chose { $place ->
    [unknown] a place
   *[other] { $place }
}
revealed = all picks are revealed: { $picks }
placed = { $seat } placed { $card } at { $spot }
moved = { $seat-of } { passage }
passage = { $card } at { $cell } { $target ->
    [-1] leaves the window
   *[other] moves to { $goal }{ onto }
}
onto = { $there ->
    [nothing] { "" }
    [stack] , onto the stack
   *[other] , onto the { $there }
}
ate = { $seat-of } monster at { $monster } ate the flower at { $flower }
scored = { $seat-of } window is worth { $points ->
    [one] { $points } point
   *[other] { $points } points
}: { $why }
round-over = round { $lap } is over: { $points-of-all }; won by { $winners }
match-over = the match is over; won by { $champions }
passed = hands went to the { $odd ->
    [1] right
   *[other] left
}
dealt = round { $lap }, deal { $deal }: { $cards } cards each
got = { $seat } got { $hand }
seat-points = { $seat } { $value ->
    [one] { $value } point
   *[other] { $value } points
}
solved = activated as well as can be
nothing-left = nothing is left
part = { $count } { $name ->
    [flower] { $count ->
        [one] flower
       *[other] flowers
    }
    [smile] { $count ->
        [one] smile
       *[other] smiles
    }
    [monster] { $count ->
        [one] monster
       *[other] monsters
    }
    [arrow] { $count ->
        [one] arrow
       *[other] arrows
    }
    [pair] { $count ->
        [one] pair of smiles
       *[other] pairs of smiles
    }
   *[still] { $count ->
        [one] other card
       *[other] other cards
    }
} { $points }

# ---- explanations
about-still = never moves; worth { $still }
about-flower = worth { $flower }, unless a monster eats it or a card covers it
about-smile = worth { $smile }, and { $pair } more for each pair of smiles side by side ({ $disjoint ->
    [1] each smile counts in one pair only
   *[0] pairs may overlap: three in a row are two pairs
})
about-monster = worth { $monster }. When all arrows have moved, it eats a flower that is not covered and takes its place, unless the monster itself is covered
about-arrow = when activated, moves one place { $direction ->
    [N] up
    [NE] up and right
    [E] right
    [SE] down and right
    [S] down
    [SW] down and left
    [W] left
   *[other] up and left
}: it covers what is there, or leaves the window. It is worth { $arrow } if it is alone at the end. You must activate it, unless it is covered first
in-the-deck = { $words }; { $count } in the deck
drawing-name = { $drawing ->
    [casa] house
    [estrella] star
    [corazon] heart
    [flor] flower
    [sonrisa] smile
    [monstruo] monster
    [cohete] rocket
    [globo] balloon
    [camion] truck
    [monopatin] scooter
    [hoja] leaf
    [gota] raindrop
    [tractor] tractor
    [monociclo] unicycle
   *[other] { $title }
}
drawing-of = counts as { $kind }: { $words }
name-stack = stack
about-stack = two or more cards in one place: they are worth nothing, and a covered card does nothing any more
name-empty = empty place
about-empty = worth nothing
name-window = window
about-window = { $cards } cards within the allowed frame, each next to another; the number beside its player is what the window is worth if it is activated as it lies now
name-hand = hand
about-hand = you pick one of these cards; the others are passed on
name-pick = pick
about-pick = choose a card of your hand in secret; all picks are revealed together
name-place = place
about-place = lay the revealed card next to a card of your window, diagonally too; it stays there until activation
name-activate = activate
about-activate = { $activation ->
    [solve] windows are activated without a choice, for the most points
   *[play] move an arrow; you are asked only when the order matters
}
effect-place = { $card } is laid there; { $count ->
    [one] { $count } card of the hand is passed on
   *[other] { $count } cards of the hand are passed on
}

# ---- the rules card
rules-goal-1 = Build a window of { $variant ->
    [introductory] { $short-window }
   *[standard] { $window }
} cards, then set its drawings moving. The best window wins a round; the first player with { $rounds-to-win ->
    [one] { $rounds-to-win } round
   *[other] { $rounds-to-win } rounds
} wins the match.
rules-turn-1 = All players pick a card of their hands in secret. The picks are revealed together.
rules-turn-2 = All players lay the picked card in their own window, next to another card; diagonally counts, too. A window is { $variant ->
    [introductory] { $short-frame }
   *[standard] { $frame } or { $turned }
}.
rules-turn-3 = The rest of the hand goes to the neighbour: left in odd deals, right in even ones. There are { $variant ->
    [introductory] { $short-deals } deals of { $short-hand } cards
   *[standard] { $deals } deals of { $hand } cards (introductory: { $short-deals } of { $short-hand }, for a window { $short-frame })
}.
rules-end-1 = When the window is full, { $activation ->
    [solve] its cards are activated for the most points, without a choice
   *[play] you activate its cards in the order you like
}. An arrow moves one place; what it lands on is covered, and an arrow that leaves the window is out.
rules-end-2 = When all arrows have moved, each monster that is not covered eats a flower and takes its place.
rules-scoring-1 = A flower is worth { $flower }, a smile { $smile }, every pair of smiles side by side { $pair } more{ $smile-pairs ->
    [disjoint] , a smile in one pair only
   *[overlapping] { "" }
}.
rules-scoring-2 = Other cards are worth { $still }: still drawings, arrows and monsters. Empty places and cards on top of each other are worth nothing.

# ---- a first game
guide-pick = Pick a card for your window: nobody sees it before all have picked. Think of where it will be after the arrows have moved, and of what you leave to the neighbour who gets your hand. Flowers are worth { $flower }; smiles are worth more side by side; a monster eats a flower.
guide-place = Lay the card. It must touch a card of your window, and the window must fit { $variant ->
    [introductory] { $short-frame }
   *[standard] { $frame } or { $turned }
}. Let arrows point out of the window or at cards that you want covered, such as a monster; keep flowers and smiles out of their way.
guide-act = Choose the arrow that moves next. An arrow that is covered before it moves stays where it is. Move arrows away from each other, and cover monsters before the flowers are eaten.
