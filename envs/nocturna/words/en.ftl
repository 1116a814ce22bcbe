# What happens in Camino a Nocturna, where the rules note it.

revealed = revealed: { $master } { $foe_card }{ $outcome ->
    [lost] ; { $lead } lost the turn
    [equal] , { $lead } { $card }: equal cards, both are resolved
   *[beats] , { $lead } { $card }: { $better } beats { $worse }
}
child-chosen = { $seat-is ->
    [you] you were
   *[other] { $seat } was
} chosen to act
foe-chosen = { $foe } was chosen to act
child-acts = { $seat-of } { $card }: { $effect-of-child }
foe-acts = { $foe }, { $card }: { $effect-of-foe }
