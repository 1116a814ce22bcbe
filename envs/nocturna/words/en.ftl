# The words of Camino a Nocturna.

# text.py
card-nothing = nothing
child = child { $child }{ $title }
location = location { $place }{ $title }
foe = nightmare { $j }{ $title }
nightmare-number = nightmare { $kind }
reward-number = reward { $kind }
pass = pass
be = be { $words }
play-event = play the event { $kind_name }
discard = discard { $kind_name }
place = place { $kind_name } at { $where }
use = use { $reward_name }
use-family = use { $reward_name } together with { $mate }
offer = offer { $reward_name } to { $to }
give-back = give { $reward_name } in return
headline = Round { $number } of { $last }, zone { $zone }
pending-event = Event: { $kind_name }, { $event_cost ->
    [one] { $event_cost } card
   *[other] { $event_cost } cards
} still to pay
pending-reward = Reward in use: { $reward_name }
pending-offer = { $giver } offers { $reward_name } to { $taker }
pending-loot = To share out: { $reward_name } (provision { $provision })
the-boss = the boss
boss = Boss
pile-unseen = nightmares not seen, { $sum } in the deck
pile-nightmares = nightmare deck
pile-nightmare-discards = nightmare discards
pile-rewards = reward deck
pile-reward-discards = reward discards
pile-locations = location deck
pile-location-discards = location discards
pile-bosses = bosses left
provision = { $reward_name } (provision { $provision })
location-line = { $location_name } (rewards { $reward }, nightmares up to { $nightmares })
rewards-line = rewards: { $names }
nightmares-line = nightmares { $count }{ $side } { $names }
children = Children:
locations = Locations:

# ---- seats, action cards, tokens
master = the Master
seat-master = nightmare master
seat-child = child { $number }
card-attack = attack
card-defence = defence
card-skill = skill
card-hidden = a card (?)
card-open = not yet
token-insomnia = insomnia
token-shield = shield
token-charge = charge
token-stun = stun
token-bottle = bottle
token-life = life
token-power = power
none = none
for-all = all
code-hit = hit
code-shield = shield
code-restore = restore
code-stun = stun
code-bottle = bottle
code-empower = empower
code-charge = charge
code-cover = cover
code-mark = mark
code-draw = draw
code-discard = discard
code-strip = strip
code-snatch = snatch
code-reveal = reveal
code-revive = revive
code-attack_bonus = attack_bonus
code-defence_bonus = defence_bonus
code-opening_shield = opening_shield
code-opening_restore = opening_restore
code-steady = steady
code-hush = hush
code-self = self
code-enemy = enemy
code-enemies = enemies
code-ally = ally
code-allies = allies
code-lead = lead
code-location = location
code-children = children
code-fallen = fallen
code-child = child

# ---- choices
play-card = play { $card }
gauge-insomnia = highest insomnia
gauge-life = boss's life
until-insomnia = until insomnia is at least
until-life = until the boss's life is at most
place-card = place { $card }
at-place = at { $place }
to-place = place at { $place }
offer-reward = offer { $reward }
to-child = to { $child }
pass-place = place no more
pass-use = use no more rewards
pass-return = refuse the exchange
pass-carry = leave the child behind
pass-target = keep the mark
pass-loot = leave the reward
pass-conclusion = end the round
pass-resurrect = bring nobody back

# ---- positions
asked-sheet = { $name } chooses a sheet
asked-place = { $name } places nightmares face down
asked-pay = { $name } pays for the event
asked-use = { $name } uses { $max-offers ->
    [0] rewards
   *[other] and exchanges rewards
}
asked-return = { $name } answers an offer
asked-move = { $name } moves
asked-carry = { $name } carries a defeated child
asked-master_card = { $name } chooses an action card in secret
asked-child_card = { $name } chooses an action card
asked-actor = { $name } chooses who acts
asked-target = { $name } chooses a target
asked-loot = { $name } shares out a reward
asked-conclusion = { $name } may play conclusion events
asked-resurrect = { $name } may bring a child back
children-won = The game is over: the children have escaped
master-won = The game is over: the Nightmare Master wins
last-turn = last turn: Master { $master }, child { $child }
this-turn = this turn: Master { $master }, child { $child }
combat-title = Combat at { $place }, turn { $turn }
both-tire = both sides tire
marked = nightmares marked
defeated = defeated
covered = covered
initiative = initiative
at-location = at location { $place }
left-behind = left behind
kept-hand = hand
kept-active = active
hits-more = hits +{ $count }
face-down = face down
masters-hand = Master's hand{ $you } ({ $count })

# explain.py
about-sheet = a child's sheet. { $cards }
about-nightmare = nightmare, life { $life }. { $cards }. { $count } in the deck
about-boss-card = boss, life { $each } for each { $counted ->
    [standing] standing child
   *[all] child
}. { $cards }
about-location = location: { $rewards ->
    [0] no reward
    [one] { $rewards } reward
   *[other] { $rewards } rewards
}, { $nightmares ->
    [0] no nightmare
    [one] up to { $nightmares } nightmare
   *[other] up to { $nightmares } nightmares
}
in-deck = { $words }; { $count } in the deck
lying-there = nightmares there: { $nightmares }, rewards: { $rewards }

# ---- what cards do
does-hit-child = { $n } insomnia for { $whom }
does-hit-foe = { $n } damage to { $whom }
does-restore-child = { $n } insomnia less for { $whom }
does-restore-foe = { $n } life back for { $whom }
does-shield = { $n } shield for { $whom }
does-stun = { $whom } { $who ->
    [many] lose
   *[one] loses
} { $n ->
    [one] { $n } turn
   *[other] { $n } turns
}
does-bottle = { $whom } { $who ->
    [many] are put into bottles, while any are left,
   *[one] is put into a bottle, if one is left,
} for { $n ->
    [one] { $n } turn
   *[other] { $n } turns
}
does-empower = { $who ->
    [self] its hits
   *[other] the hits of { $whom }
} are { $n } stronger for the rest of the combat
does-charge = { $n } charge, which the next attack adds to its damage
does-cover = { $whom } is covered: the next attack or skill aimed at it hits the coverer
does-mark = all nightmares are marked; if they are already, it may do { $n } damage to { $whom } instead, and the mark is gone
does-draw = the Master draws { $n ->
    [one] { $n } card
   *[other] { $n } cards
}
does-discard = the Master loses { $n ->
    [one] { $n } random card
   *[other] { $n } random cards
}
does-strip = { $whom } { $who ->
    [many] lose
   *[one] loses
} all shield
does-snatch = { $whom } { $who ->
    [many] lose
   *[one] loses
} { $n ->
    [one] { $n } random reward
   *[other] { $n } random rewards
} from the hand{ $who ->
    [many] , each
   *[one] { "" }
}
does-reveal = the nightmares of { $whom } are turned up
does-revive = { $whom } is back with insomnia { $n }
does-attack-bonus = its owner's attacks do { $n } damage more
does-defence-bonus = its owner's defence gives { $n } shield more
does-opening-shield = its owner begins each combat with { $n } shield more
does-opening-restore = its owner begins each combat with { $n } insomnia less
does-steady = its owner is never stunned or bottled
does-hush = the Master draws { $n ->
    [one] { $n } card
   *[other] { $n } cards
} fewer for rewards taken where its owner stands
whom-self = itself
whom-user = its user
whom-same-child = the same child
whom-same-nightmare = the same nightmare
whom-same-location = the same location
whom-lead = the child with the initiative
whom-location = a location
whom-children = all standing children
whom-fallen = a defeated child
whom-child = a standing child
whom-foe = a nightmare
whom-foes = all nightmares of the combat
whom-other-child = another child of the combat
whom-child-there = a child of the combat
whom-children-there = all children of the combat
whom-other-foe = another nightmare of the combat
then = ; then{ " " }
no-effect = no effect
family-with = . Family with { $mate }: also { $words }
about-reward = reward, { $called }: { $words }{ $mate }. Provision { $provision }: cards that the Master draws if it is taken; { $count } in the deck
called-instant = used at once
called-after_combat = on the table until combats are over
called-permanent = on the table until the zone's boss is defeated
about-event = event of the { $phase } phase, { $cost ->
    [0] for nothing
    [one] for { $cost } other card of the hand
   *[other] for { $cost } other cards of the hand
}: { $words }. { $count } in the deck
label-preparation = preparation
label-combat = combat
label-conclusion = conclusion
went-there = { $who } went there
acts-with = acts with the { $card }
back-with = is back with insomnia { $new }

# ---- what a card does to its target
sum-hit-child = { $taken ->
    [some] { $points } insomnia - { $shield } shield = { $hurt }
   *[none] { $points } insomnia
}; { $end ->
    [defeated] insomnia { $old }, defeated
    [same] insomnia stays { $old }
   *[none] insomnia { $old } → { $new }
}{ $taken ->
    [some] , shield { $shield } → { $left }
   *[none] { "" }
}
sum-hit-foe = { $taken ->
    [some] { $points } damage - { $shield } shield = { $hurt }
   *[none] { $points } damage
}; { $end ->
    [defeated] life { $old }, defeated
    [same] life stays { $old }
   *[none] life { $old } → { $new }
}{ $taken ->
    [some] , shield { $shield } → { $left }
   *[none] { "" }
}
sum-shield = shield { $shield } → { $left }
sum-strip = shield { $shield } → { $left }
sum-restore-child = insomnia { $old } → { $new }
sum-restore-foe = life { $old } → { $new }
brief-child = insomnia { $old } → { $new }
brief-foe = life { $old } → { $new }
brief-shield = shield { $old } → { $new }
brief-defeated-child = defeated
brief-defeated-foe = defeated
brief-same = nothing changes
sum-of = { $name }: { $words }

# ---- explanations
actor-picked = the child or nightmare that its player picks
actor-leads = the child or nightmare with the initiative
name-attack = attack
about-attack = action card: beats skill, is beaten by defence; played by { $who }
name-defence = defence
about-defence = action card: beats attack, is beaten by skill; played by { $who }
name-skill = skill
about-skill = action card: beats defence, is beaten by attack; played by { $who }
name-action-card = action card
about-action-card = both sides choose one in secret. A beaten card does nothing. Equal cards are both resolved, the child's first, and then they can be aimed only at the child or nightmare with the initiative
name-initiative = initiative
about-initiative = one child and one nightmare have it, and both markers move on after every turn; a boss counts as a nightmare
name-insomnia = insomnia
about-insomnia = rises with every hit; above { $insomnia } a child is defeated
name-defeated = defeated
about-defeated = such a child fights no more and { $carry ->
    [optional] may be carried along or left behind
   *[compulsory] is carried along
}. The Master draws a card for it before a combat there. A reward, or the defeat of a boss, may bring it back
name-shield = shield
about-shield = takes damage first; at most { $shield }. The children lose theirs after a combat
name-charge = charge
about-charge = added to the damage of the child's next attack that is resolved, at most { $charge }
name-stun = stun
about-stun = Aturdido: turns that a child loses when it has the initiative. The Master's card is then resolved alone. Of two stuns only the longer counts, and during a lost turn none is added
name-bottle = bottle
about-bottle = Embotellado: like stun; there are { $bottles } bottles
name-covered = covered
about-covered = Cubierto: the next attack or skill aimed at this child hits William instead; one child at a time
name-marked = marked
about-marked = Marcado: each nightmare that Mayla's hits defeat costs the Master a random card
name-power = power
about-power = Potenciado: added to each hit of this nightmare's attacks and skills, at most { $power }
name-provision = provision
about-provision = the Master draws as many cards as the sum of the rewards taken, up to { $hand } in hand
name-family = family
about-family = Familia: a reward does more if its mate lies on the same child's table, or is used together with it
name-fatigue = fatigue
about-fatigue = after turn { $fatigue } of a combat, shields and restoring do nothing. In each turn the child with the initiative then gets 1 insomnia, and the nightmare with the initiative loses 1 life
name-boss = boss
about-boss = in rounds { $variant ->
    [quick] { $first } and { $second }
   *[standard] { $first }, { $second } and { $third }
} all standing children fight it. After it, one defeated child may come back with insomnia { $revived }
name-round = round
about-round = locations are dealt, filled and visited. There are { $rounds } rounds; the children win if they survive the last boss
name-face-down = nightmares face down
about-face-down = the Master knows them; the children see only how many there are. They are turned up when children come
name-place = place
about-place = the Master lays a nightmare face down at a location, starting from the left, up to the number of the location
name-event = play the event
about-event-term = the Master plays an event of this phase, and pays its cost with cards of his choice
name-discard = discard
about-discard = the Master pays for an event with a card of his hand
name-use = use
about-use = a child plays an instant reward, or puts another one on the table
name-offer = offer
about-offer = { $max-offers ->
    [0] there are no exchanges in this game
    [one] you offer a reward for another one that the receiver chooses; the receiver may refuse. { $max-offers } offer a round
   *[other] you offer a reward for another one that the receiver chooses; the receiver may refuse. { $max-offers } offers a round
}
name-move = move
about-move = every standing child goes to a location, at most { $crowd } to one; without nightmares there is no combat{ $unguarded-rewards ->
    [1] , and the rewards there may be taken
   *[0] { "" }
}
name-carry = carry
about-carry = { $carry ->
    [optional] a defeated child may be brought to a location where a standing one is, or be left behind
   *[compulsory] a defeated child is brought to a location where a standing one is
}
name-target = target
about-target = whom or what the card in play is aimed at
name-loot = loot
about-loot = rewards of a location whose nightmares are defeated{ $unguarded-rewards ->
    [1] { "" }, or where none lie,
   *[0] ,
} for the standing children there
name-pass = pass
about-pass = you finish what you are asked to do, or decline it

# ---- the rules card
rules-goal-1 = Up to four children dream their way through the realm of Nocturna; the Nightmare Master wants to keep them awake. The children win together if they survive { $variant ->
    [quick] { $quick } rounds
   *[standard] { $rounds } rounds (quick variant: { $quick })
} and the boss of the last one; the Master wins when all children are defeated.
rules-turn-1 = Locations with rewards are dealt. The Master lays nightmares face down there. The children use { $max-offers ->
    [0] rewards
   *[other] and exchange rewards
}, then each goes to a location, at most { $crowd } to one.
rules-turn-2 = Where children meet nightmares there is a combat. Each turn the Master and the child with the initiative choose attack, defence or skill in secret: attack beats skill, skill beats defence, defence beats attack. Equal cards are both resolved.{ $actor ->
    [free] { " " }The side that wins picks who acts.
   *[initiative] { "" }
}
rules-turn-3 = Hits raise insomnia; above { $insomnia } a child is defeated{ $carry ->
    [optional] , and may be carried along or left behind
   *[compulsory] , and is carried along
}. Children who win{ $unguarded-rewards ->
    [1] { " " }or meet no nightmares
   *[0] { "" }
} share out the rewards. The Master, who begins with { $start } cards, draws for what they take, up to { $hand } in hand.
rules-end-1 = In rounds { $variant ->
    [quick] { $first } and { $second }
   *[standard] { $first }, { $second } and { $third }
} all children fight a boss with { $boss } life for each { $boss-life ->
    [standing] standing child
   *[all] child
}. After it one defeated child may come back with insomnia { $revived }.
rules-scoring-1 = There are no points: the children win or lose as a team, the Master alone.

# ---- a first game
guide-sheet = Choose the child you play. Each sheet has another attack, defence and skill: who hits hard, who shields, who helps the others.
guide-place = Lay nightmares face down where you expect the children: rich locations tempt them. Cards kept in hand pay for events.
guide-pay = Pay for the event with cards of your hand: give those that you will miss least.
guide-use = Use rewards before you go. Bring insomnia down and put lasting rewards on the table{ $max-offers ->
    [0] .
   *[other] ; exchange with the children who need them more.
}
guide-return = Another child offers a reward for one of yours. Give one in return, or refuse.
guide-move = Choose a location. Rewards draw the Master's cards, and nightmares wait face down. Two children fight better than one; no nightmares, no combat{ $unguarded-rewards ->
    [1] , and the rewards are free.
   *[0] .
}
guide-carry = { $carry ->
    [optional] A defeated child may be carried along to a location where a standing child is, or be left behind.
   *[compulsory] A defeated child is carried along to a location where a standing child is.
} Take it where it is safe.
guide-master-card = Choose your card in secret: attack beats skill, skill beats defence, defence beats attack. Guess what the child wants most: with low insomnia it attacks, with high insomnia it defends.
guide-child-card = Choose your card: attack beats skill, skill beats defence, defence beats attack. The Master has chosen already; think of which of his cards would hurt you most.
guide-actor = Choose who acts with the card that was chosen: the one whose card does most now.
guide-target = Choose the target. Finish off what is nearly defeated before you wound what is strong.
guide-loot = Share out the reward: give it to the child that needs it. Each reward lets the Master draw as many cards as its provision; you may leave it.
guide-conclusion = The round ends. You may play conclusion events now.
guide-resurrect = The boss is defeated: one defeated child may come back with insomnia { $revived }.

# ---- pictures
draw-shut = no location now
draw-stage = combat
draw-sheets = sheets
draw-this = this turn
draw-last = last turn
draw-against = Master against child
draw-nightmares = nightmares
draw-rewards = rewards
draw-locations = locations
draw-bosses = bosses
draw-beats = each beats the next
draw-empty = no card
draw-hidden = hidden from the children
draw-cost = cost
draw-provision = provision
draw-instant = used at once
draw-after_combat = until combats end
draw-permanent = until the boss

# ---- events
sheet-taken = { $seat } took the sheet of { $sheet }
round = round { $number } begins
location-dealt = { $place }: { $rewards ->
    [none] no reward
   *[other] { $rewards }
}
boss-round = round { $number }: the boss { $kind } with life { $life }
placed = { $seat } placed { $nightmare ->
    [unknown] a nightmare
   *[other] { $nightmare }
} face down at { $place }
placed-all = { $seat } placed no more
announced = { $seat } played the event { $nightmare }
paid = { $seat } paid with { $nightmare }
reward-used = { $seat } { $use ->
    [table] put { $reward } on the table
    [pair] used { $reward }, { $mate }
   *[alone] used { $reward }
}
use-ended = { $seat } used no more rewards
reward-offered = { $seat } offered { $reward } to { $to }
exchanged = { $seat } gave { $given } for { $reward }
refused = { $seat } refused { $reward }
moved = { $carried ->
    [0] { $seat } moved to { $place }
   *[1] { $seat-is ->
        [you] you were
       *[other] { $seat } was
    } { $place ->
        [behind] left behind
       *[other] carried to { $place }
    }
}
combat = combat at { $place }
turned-up = turned up at { $place }: { $nightmares ->
    [none] no nightmare
   *[other] { $nightmares }
}
leaders = turn { $turn }: { $lead } and { $foe } have the initiative
led = the initiative of the children goes to { $seat }
chose = { $seat } chose { $card ->
    [unknown] a card
   *[other] { $card }
} in secret
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
event-acts = { $nightmare }: { $effect-of-event }
reward-acts = { $reward }: { $effect-of-reward }
insomnia = { $seat }: { $end ->
    [back] back with insomnia { $new }
    [defeated] insomnia { $old } to { $new }, defeated
   *[none] insomnia { $old } to { $new }
}
shield = { $seat }: shield { $old } to { $new }
charge = { $seat }: charge { $old } to { $new }
stun = { $seat }: stun { $old } to { $new }
bottle = { $seat }: bottle { $old } to { $new }
now-covered = { $seat }: covered
uncovered = { $seat }: covered no more
foe-life = { $foe }: life { $old } to { $new }{ $new ->
    [0] , defeated
   *[other] { "" }
}
foe-shield = { $foe }: shield { $old } to { $new }
foe-power = { $foe }: power { $old } to { $new }
foes-marked = all nightmares are marked
unmarked = the mark is gone
tired = both sides tire
drew-card = { $nightmare ->
    [unknown] { "" }
   *[other] { $seat } drew { $nightmare }
}
drew = { $seat-is ->
    [you] { "" }
   *[other] { $seat } drew { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }
}
lost = { $seat } lost { $nightmare } at random
snatched = { $seat } lost { $reward } at random
nightmares-shuffled = the nightmare deck was made anew from its discards
rewards-shuffled = the reward deck was made anew from its discards
locations-shuffled = the location deck was made anew from its discards
combat-ended = the combat at { $place } is over
loot = to share out: { $reward }, provision { $provision-of-reward }
took = { $seat } got { $reward }
left = { $reward } was left
provision-taken = provision of the rewards taken: { $total }
left-table = { $reward } left { $seat-of } table
conclusion = all combats are over; the Conclusion
unmet = discarded face down: { $nightmare }
round-over = round { $number } is over
game-over = the game is over: { $children_win ->
    [0] all children are defeated, the Nightmare Master wins
   *[1] the last boss is defeated, the children win
}

# ---- why the game ended
outcome-defeated = the last child was defeated in round { $number } of { $last }
outcome-standing = the last boss is defeated in round { $number }; still standing: { $names }
