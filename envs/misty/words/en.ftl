# What happens in Misty. Cells are numbered 4 x row + column.

picked = { $seat } picked { $card ->
    [unknown] a card
   *[other] { $card }
}
chose = { $seat } chose { $place ->
    [unknown] a place
   *[other] { $place }
}
revealed = all picks are revealed: { $picks }
placed = { $seat } placed { $card } at row { $row }, column { $col }
moved = { $seat-of } { passage }
passage = { $card } at { $cell } { $target ->
    [-1] leaves the window
   *[other] moves to { $goal }{ onto }
}
onto = { $there ->
    [nothing] { "" }
   *[other] , onto the { $there }
}
ate = { $seat-of } monster at { $monster } ate the flower at { $flower }
scored = { $seat-of } window is worth { $points } points: { $why }
round-over = round { $lap } is over: { $points-of-all }; won by { $winners }
match-over = the match is over; won by { $champions }
passed = hands went to the { $odd ->
    [1] right
   *[other] left
}
dealt = round { $lap }, deal { $deal }: { $cards } cards each
got = { $seat } got { $hand }

seat-value = { $seat } { $value }
seat-points = { $seat } { $value } points
cell = row { $row }, column { $col }
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
        [one] still
       *[other] other cards
    }
} { $points }
