# What happens in Medianokte, where the rules note it; events without a sentence here are told with others, see `tell.py`.

ended = { $seat } ended the turn
acted = { $enemy } played the action card { $card }: { $effect-of-card }
happened = { $enemy } played { $event } for { $cost-of-event } energy: { $effect-of-event }
summoned = { $enemy } summoned { $astrali } for { $cost-of-astrali } energy

seat-enemy = enemy
seat-crew = crew { $number }

# ---- the rules card
rules-goal-1 = One player is the Enemy with a boss and an army of astralis; all others are the crew of the ship. The crew wins when the boss is down, the Enemy when a crew member is down.
rules-turn-1 = The Enemy plays one action card of the boss, which ends the turn, or spends energy: summons astralis, plays events, strikes with ready astralis. Action cards draw up to { $hand } cards and let the astralis rest.
rules-turn-2 = A crew member gives things away and uses single-use objects freely, then does one thing: attacks with a ready weapon, uses the assist, uses the final action for { $final } counters, or explores. Exploring gives a card and rest to all own cards, for energy to the Enemy.
rules-turn-3 = A melee attack must be at a ready astrali while there is one; a distance attack may be at any foe, an area attack hits all. Each die that reaches the armour does one damage. Who kills an astrali gets a counter.
rules-end-1 = The boss has { $boss } life, and { $each } more for each crew member.
rules-scoring-1 = There are no points: the crew wins or loses as one, against the Enemy.

# ---- a first game
guide-choose = Choose whom you play. Look at the weapons or action cards: who hits from far, who heals, who is hard to hurt.
guide-build = Choose a card for your deck. Mix cheap cards, which come early, with a few strong ones.
guide-enemy = Your turn as the Enemy: an action card of the boss ends the turn and refills your hand; otherwise spend energy. Strike at one crew member when their armour is low, but never twice in a row at the same.
guide-crew = Your turn: give and use things first, then one activation. Attack while your weapons are ready; explore when they are tired, though it gives energy to the Enemy.
guide-drawn = You found a card. Keep it, give it to the member who uses it best, or discard it: what is kept costs energy that the Enemy gets.
guide-stack = The found weapon covers one of your basic weapons: cover the one that you use less.
guide-target = Choose the target of the card: finish what is nearly down, or weaken what is dangerous.
guide-tire = Choose which cards tire: those that you need least in the next turns.
guide-card = Choose the action card that tires.
guide-option = Choose which of the two effects happens.
guide-revive = Choose the astrali that comes back as a weapon: the one with the best attack.
guide-summon = Choose the astrali that enters for free: the most expensive one saves most energy.
guide-lose = Choose the object that is lost: the one that helps least.
