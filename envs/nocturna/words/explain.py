"""What the cards and actions of Camino a Nocturna do, in words."""

from __future__ import annotations

from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.pack import TIMINGS, Child, Foe, NocturnaPack, Reward, parse
from medianoche.envs.nocturna.words import text

WORDS = {
    st.Op.SHIELD: "{n} shield for {whom}",
    st.Op.STUN: "{whom} loses {n} turn{s}",
    st.Op.BOTTLE: "{whom} is put into a bottle, if one is left, for {n} turn{s}",
    st.Op.EMPOWER: "hits of {whom} are {n} stronger for the rest of the combat",
    st.Op.CHARGE: "{n} charge, which the next attack adds to its damage",
    st.Op.COVER: "{whom} is covered: the next attack or skill aimed at it hits the coverer",
    st.Op.MARK: "all foes are marked; if they are already, {n} damage to {whom} instead, and the mark is gone",
    st.Op.DRAW: "the Master draws {n} card{s}",
    st.Op.DISCARD: "the Master loses {n} random card{s}",
    st.Op.STRIP: "all shield of {whom} is gone",
    st.Op.SNATCH: "{whom} loses {n} random reward{s} of the hand",
    st.Op.REVEAL: "the nightmares of {whom} are turned up",
    st.Op.REVIVE: "{whom} is back with insomnia {n}",
    st.Op.ATTACK_BONUS: "its attacks do {n} damage more",
    st.Op.DEFENCE_BONUS: "its defence gives {n} shield more",
    st.Op.OPENING_SHIELD: "{n} shield when a combat of it begins",
    st.Op.OPENING_RESTORE: "{n} insomnia less when a combat of it begins",
    st.Op.STEADY: "it is never stunned or bottled",
    st.Op.HUSH: "the Master draws {n} card{s} less for rewards taken where it stands",
}
ON_SIDES = {
    (st.Op.HIT, True): "{n} insomnia for {whom}",
    (st.Op.HIT, False): "{n} damage to {whom}",
    (st.Op.RESTORE, True): "{n} insomnia less for {whom}",
    (st.Op.RESTORE, False): "{n} life back for {whom}",
}
WHOM = {
    st.Scope.SELF: "itself",
    st.Scope.LEAD: "the child with the initiative",
    st.Scope.LOCATION: "a location",
    st.Scope.CHILDREN: "all standing children",
    st.Scope.FALLEN: "a defeated child",
    st.Scope.CHILD: "a standing child",
}
AGAINST = ("a foe", "all foes", "another child of the combat", "all children of the combat")
OF_FOES = ("a child of the combat", "all children of the combat", "another foe", "all foes")
CALLED = {"instant": "used at once", "after_combat": "on the table until combats are over"}
CALLED["permanent"] = "on the table until the zone's boss is defeated"


def children_of(view: View) -> range:
    """The numbers of the children."""
    return range(len(view.seats) - 1)


def in_words(listed: tuple[str, ...], by: str) -> str:
    """A list of effects in words; `by` is "child", "foe", "event" or "reward"."""
    parts = []
    for effect_text in listed:
        op, amount, scope = parse(effect_text)
        sides = AGAINST if by == "child" else OF_FOES
        whom = sides[scope - st.Scope.ENEMY] if st.Scope.ENEMY <= scope <= st.Scope.ALLIES else WHOM[st.Scope(scope)]
        on_children = (by in ("foe", "event")) == (op == st.Op.HIT) or by == "reward"
        words = WORDS.get(st.Op(op)) or ON_SIDES[st.Op(op), on_children]
        parts.append(words.format(n=amount, whom=whom, s="s" * (amount != 1)))
    return "; then ".join(parts) or "no effect"


def three_cards(row: Foe | Child, by: str) -> str:
    """The effects of the three action cards of a foe or child."""
    return ". ".join(f"{name}: {in_words(effects_of(row, card), by)}" for card, name in enumerate(text.CARDS) if card)


def reward_words(tables: NocturnaPack, row: Reward) -> str:
    """The effects, duration, provision and number of copies of a reward."""
    mate = f". Family with {text.mate_words(tables, row)}: also {in_words(row.family, 'reward')}" if row.mate else ""
    return (
        f"reward, {CALLED[TIMINGS[TIMINGS.index(row.timing)]]}: {in_words(row.effects, 'reward')}{mate}. Provision "
        f"{row.provision}: cards that the Master draws if it is taken; {row.copies} in the deck"
    )


def effects_of(row: Foe | Child, card: int) -> tuple[str, ...]:
    """The effects of one action card; none for Card.NONE."""
    return ((), row.attack, row.defence, row.skill)[max(card, 0)]


def reward_effects(view: View, kind: int) -> str:
    """The effects of a reward in words."""
    return in_words(view.tables.reward[kind].effects, "reward")


def glossary(view: View) -> dict[str, str]:
    """An explanation of each card, location, token and action, by its name."""
    tables, found = view.tables, {}
    for child in tables.child:
        found[child.words] = f"a child's sheet. {three_cards(child, 'child')}"
    for foe in tables.nightmare:
        found[foe.words] = f"nightmare, life {foe.life}. {three_cards(foe, 'foe')}. {foe.copies} in the deck"
    for boss in tables.boss:
        found[boss.words] = f"boss, life 8 for each child. {three_cards(boss, 'foe')}"
    for event in tables.event:
        cost = f"for {event.cost} other card{'s' * (event.cost != 1)} of the hand" if event.cost else "for nothing"
        words = in_words(event.effects, "event")
        found[event.words] = f"event of the {event.label} phase, {cost}: {words}. {event.copies} in the deck"
    for reward in tables.reward:
        found[reward.words] = reward_words(tables, reward)
    for row in tables.location:
        rewards = f"location: {row.reward} rewards, up to {row.nightmares} nightmares"
        found[row.words] = f"{rewards}; {row.copies} in the deck"
    return found | terms(view)


def terms(view: View) -> dict[str, str]:
    """Explanations of action cards, tokens, actions and parts of a round, by name."""
    state = view.state
    actor = "the one that its player picks" if state.actor_mode else "the child or foe with the initiative"
    return {
        "attack": f"action card: beats skill, is beaten by defence; played by {actor}",
        "defence": f"action card: beats attack, is beaten by skill; played by {actor}",
        "skill": f"action card: beats defence, is beaten by attack; played by {actor}",
        "action card": "both sides choose one in secret; a beaten one does nothing, equal ones are both resolved, the "
        "child's first, and then can be aimed only at the holder of the initiative",
        "initiative": "one child and one foe have it; both markers move on after every turn",
        "insomnia": f"rises with every hit; above {st.CAP.insomnia} a child is defeated",
        "defeated": "such a child fights no more and is carried along; the Master draws a card for it before a combat "
        "there; a reward or the end of a boss may bring it back",
        "shield": f"takes damage first, at most {st.CAP.shield}; the children's is put away after a combat",
        "charge": f"added to the damage of the child's next attack that is resolved, at most {st.CAP.charge}",
        "stun": "Aturdido: turns that a child loses when it has the initiative; the Master's card is resolved alone",
        "bottle": f"Embotellado: like stun; there are {st.CAP.bottles} bottles",
        "covered": "Cubierto: the next attack or skill aimed at this child hits William instead; one child at a time",
        "marked": "Marcado: each foe that Mayla's hits defeat costs the Master a random card",
        "power": f"Potenciado: added to each hit of this foe's attacks and skills, at most {st.CAP.power}",
        "provision": f"sum of the rewards taken: so many cards the Master draws, up to {st.CAP.hand} in hand",
        "family": "Familia: a reward does more if its mate is on the same child's table, or is used together with it",
        "fatigue": f"in a combat's turns after {state.fatigue} shields and restoring do nothing; each turn costs the "
        "child and the foe with the initiative 1",
        "boss": "in rounds 4, 8 and 12 all standing children fight it; then one defeated child may come back with "
        f"insomnia {st.REVIVED}",
        "round": f"locations are dealt, filled and visited; {state.rounds_total} in all; surviving the last boss wins",
        "nightmares face down": "known to the Master; the children see how many they are; turned up when they come",
        "place": "the Master lays a nightmare face down at a location, from the left on, up to its number",
        "play the event": "the Master plays an event of this phase; cards of his choice are its cost",
        "discard": "the Master pays for an event with a card of his hand",
        "use": "a child plays an instant reward, or puts another one on the table",
        "offer": f"one reward for another of the receiver's choice, who may refuse; {state.max_offers} offers a round",
        "move": f"every standing child goes to a location, at most {st.CAP.crowd} to one; without nightmares no combat",
        "carry": "a defeated child is brought to a location where a standing one is",
        "target": "whom or what the card in play is aimed at",
        "loot": "rewards of a location whose nightmares are defeated, for the standing children there",
        "pass": "be done with what is asked, or decline it",
    }


# ---- what an action does


def effect(view: View, action: int) -> list[str]:
    """What a legal action does, for the seat that is asked; empty for an illegal one."""
    state, tables, words = view.state, view.tables, terms(view)
    if state.done or action not in view.game.legal_actions(view.record):
        return []
    if action == st.BASE.decline:
        return [words["target"] if state.phase == st.Phase.TARGET else words["pass"]]
    if action < st.BASE.child:
        return _about_a_card(view, action - st.BASE.card + st.Card.ATTACK)
    if action < st.BASE.location:
        return _about_a_target(view)
    if action < st.BASE.sheet:
        place = action - st.BASE.location
        there = f"nightmares there: {len(text.lying(view, place)[1])}, rewards: {len(text.lying(view, place)[0])}"
        company = [text.child_name(tables, view.record, c) for c in children_of(view) if state.loc[c] == place]
        return [words[{st.Phase.MOVE: "move", st.Phase.CARRY: "carry"}.get(st.Phase(state.phase), "target")], there] + (
            [f"{' and '.join(company)} went there"] if company else []
        )
    if action < st.BASE.event:
        return [three_cards(tables.child[action - st.BASE.sheet], "child")]
    if action < st.BASE.use:
        known = glossary(view)
        kind = action - (st.BASE.event if action < st.BASE.discard else st.BASE.discard)
        kind = (action - st.BASE.place) // st.LOCATIONS if action >= st.BASE.place else kind
        return [known[text.kind_name(tables, kind)]]
    kind = action - st.BASE.give
    if action < st.BASE.give:
        kind = (action - st.BASE.offer) // st.CHILDREN
    if action < st.BASE.offer:
        kind = action - (st.BASE.use if action < st.BASE.use_family else st.BASE.use_family)
    mate = tables.reward[kind].mate if st.BASE.use_family <= action < st.BASE.offer else None
    rows = [row for row in tables.reward if row.name in (tables.reward[kind].name, mate)]
    return [reward_words(tables, row) for row in rows]


def _about_a_card(view: View, card: int) -> list[str]:
    """What an action card does for each child or foe that may act with it."""
    state, lines = view.state, [terms(view)[text.CARDS[card]]]
    if state.to_move > 0:
        actors = [c for c in children_of(view) if state.in_battle[c] and state.insomnia[c] <= st.CAP.insomnia]
        rows = [(text.child_name(view.tables, view.record, c), view.tables.child[state.sheet[c]], c) for c in actors]
        by, lead = "child", state.lead_child
    else:
        alive = [j for j in range(st.FOES) if state.foe_life[j]]
        rows = [(text.foe_name(view.tables, view.record, j), text.foe_row(view, state.foe_kind[j]), j) for j in alive]
        by, lead = "foe", state.lead_foe
    shown = [(name, row) for name, row, number in rows if state.actor_mode or number == lead]
    return lines + [f"{name}: {in_words(effects_of(row, card), by)}" for name, row in shown]


def _about_a_target(view: View) -> list[str]:
    """What the card in play does to the child or foe that is chosen."""
    state, tables = view.state, view.tables
    if state.phase == st.Phase.LOOT:
        return [reward_words(tables, tables.reward[state.loc_rw[state.battle][state.loot_slot]])]
    if state.phase == st.Phase.RESURRECT:
        return [f"back with insomnia {st.REVIVED}"]
    if state.phase == st.Phase.ACTOR:
        child = state.todo == st.Todo.CHILD
        return [f"acts with the {text.CARDS[state.card_child if child else state.card_master]}"]
    if state.source == st.Source.EVENT:
        return [in_words(tables.event[state.event_kind - len(tables.nightmare)].effects, "event")]
    if state.source == st.Source.REWARD:
        return [reward_effects(view, state.reward_kind)]
    if state.source == st.Source.CHILD_CARD:
        return [in_words(effects_of(tables.child[state.sheet[state.actor_child]], state.card_child), "child")]
    return [in_words(effects_of(text.foe_row(view, state.foe_kind[state.actor_foe]), state.card_master), "foe")]
