"""What the cards and actions of Camino a Nocturna do, in words."""

from __future__ import annotations

from typing import Any

from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.repeating import Gauge, Repeatable
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna import numbers as nm
from medianoche.envs.nocturna import state as st
from medianoche.envs.nocturna.kernels.effects import own_amount
from medianoche.envs.nocturna.kernels.presence import is_tired
from medianoche.envs.nocturna.opcodes import CHOOSING, FATIGUE_STOPS, WHOLE, Op, Scope, choices, parse
from medianoche.envs.nocturna.pack import Child, Foe, NocturnaPack, Reward
from medianoche.envs.nocturna.words import text
from medianoche.envs.nocturna.words.aims import sum_brief, sums

AGAINST = ("foe", "foes", "other-child", "children-there")
OF_FOES = ("child-there", "children-there", "other-foe", "foes")


def children_of(view: View) -> range:
    """The numbers of the children."""
    return range(len(view.seats) - 1)


def in_words(view: View, listed: tuple[str, ...], by: str, chosen: set[int] | None = None) -> str:
    """A list of effects in words; `by` is "child", "foe", "event" or "reward". All effects with a scope in `CHOOSING`
    have the same target: the one that was chosen for the first, also in a list before, whose scopes are `chosen`."""
    parts = []
    chosen = set(chosen or ())
    passive = False
    for effect_text in listed:
        op, amount, scope = parse(effect_text)
        on_children = (by in ("foe", "event")) == (op == Op.HIT) or by == "reward"
        name = Op(op).name.lower().replace("_", "-")
        if op in (Op.HIT, Op.RESTORE):
            name += "-child" if on_children else "-foe"
        who = "self" if scope == Scope.SELF else "many" if scope in WHOLE else "one"
        whom = view.say(f"whom-{_whom(scope, by, scope in chosen)}")
        parts.append(view.say(f"does-{name}", n=amount, whom=whom, who=who))
        chosen |= {scope} & set(CHOOSING)
        passive |= op >= Op.ATTACK_BONUS
    return ("; " if passive else view.say("then")).join(parts) or view.say("no-effect")


def _whom(scope: int, by: str, again: bool) -> str:
    """The name of the message for a scope; `again` if it was chosen before."""
    if again:
        foe = scope == Scope.ENEMY and by == "child"
        return "same-location" if scope == Scope.LOCATION else "same-nightmare" if foe else "same-child"
    if Scope.ENEMY <= scope <= Scope.ALLIES:
        return (AGAINST if by == "child" else OF_FOES)[scope - Scope.ENEMY]
    return "user" if scope == Scope.SELF and by == "reward" else Scope(scope).name.lower()


def three_cards(view: View, row: Foe | Child, by: str) -> str:
    """The effects of the three action cards of a foe or child."""
    shown = [(text.card_word(view, card), effects_of(row, card)) for card in st.Card if card]
    return ". ".join(f"{name}: {in_words(view, listed, by)}" for name, listed in shown)


def reward_words(view: View, row: Reward) -> str:
    """The effects, duration, provision and number of copies of a reward."""
    family = in_words(view, row.family, "reward", choices(row.effects))
    mate = view.say("family-with", mate=text.mate_words(view, row), words=family) if row.mate else ""
    words = in_words(view, row.effects, "reward")
    called = view.say(f"called-{row.timing}")
    numbers = {"provision": row.provision, "count": row.copies}
    return view.say("about-reward", called=called, words=words, mate=mate, **numbers)


def effects_of(row: Foe | Child, card: int) -> tuple[str, ...]:
    """The effects of one action card; none for Card.NONE."""
    return ((), row.attack, row.defence, row.skill)[max(card, 0)]


def effects_now(view: View, row: Foe | Child, card: int, number: int) -> tuple[str, ...]:
    """The effects of an action card that child or foe `number` plays now. A child's charge and bonuses (R29) or a foe's
    power (R28) are added. Effects that fatigue stops (R34) are left out.

    Where a target is asked for, the side is that of the card in play; elsewhere it is that of the player to move."""
    state = view.game.copy(view.record)
    by_child = view.state.to_move > 0
    if state.phase == st.Phase.TARGET:
        by_child = state.source == st.Source.CHILD_CARD
    if by_child:
        state.source = st.Source.CHILD_CARD
        state.card_child = card
        state.actor_child = number
    else:
        state.source = st.Source.FOE_CARD
        state.card_master = card
        state.actor_foe = number

    effects = []
    for effect_text in effects_of(row, card):
        op, amount, scope = parse(effect_text)
        if is_tired(state) and op in FATIGUE_STOPS:
            continue
        amount = uncompiled(own_amount)(view.pack, state, op, amount)
        effects.append(f"{Op(op).name.lower()} {amount} {Scope(scope).name.lower()}")
    return tuple(effects)


def reward_effects(view: View, kind: int) -> str:
    """The effects of a reward in words."""
    return in_words(view, view.tables.reward[kind].effects, "reward")


def glossary(view: View) -> dict[str, str]:
    """An explanation of each card, location, token and action, by its name."""
    tables = view.tables
    entries = {}
    for child in tables.child:
        entries[child.words] = view.say("about-sheet", cards=three_cards(view, child, "child"))
    for foe in tables.nightmare:
        entries[foe.words] = view.say(
            "about-nightmare", life=foe.life, cards=three_cards(view, foe, "foe"), count=foe.copies
        )
    life_per_child = nm.BOSS_LIFE
    for boss in tables.boss:
        counted = "standing" if view.state.boss_mode else "all"
        cards = three_cards(view, boss, "foe")
        entries[boss.words] = view.say("about-boss-card", each=life_per_child, counted=counted, cards=cards)
    for event in tables.event:
        words = in_words(view, event.effects, "event")
        phase = view.say(f"label-{event.label}")
        numbers = {"cost": event.cost, "count": event.copies}
        entries[event.words] = view.say("about-event", phase=phase, words=words, **numbers)
    for reward in tables.reward:
        entries[reward.words] = reward_words(view, reward)
    for row in tables.location:
        rewards = view.say("about-location", rewards=row.reward, nightmares=row.nightmares)
        entries[row.words] = view.say("in-deck", words=rewards, count=row.copies)
    return entries | terms(view)


def rule_values(_: NocturnaPack) -> dict[str, Any]:
    """Numbers of the rules, by the names that messages use."""
    zones = {"first": nm.ZONE, "second": 2 * nm.ZONE, "third": 3 * nm.ZONE, "zone": nm.ZONE}
    rounds = {"rounds": nm.LAST_ROUND, "quick": nm.QUICK_ROUNDS}
    return {**nm.CAP._asdict(), **zones, **rounds, "revived": nm.REVIVED, "boss": nm.BOSS_LIFE, "start": nm.HAND_START}


TERMS = [
    "attack",
    "defence",
    "skill",
    "action-card",
    "initiative",
    "insomnia",
    "defeated",
    "shield",
    "charge",
    "stun",
    "bottle",
    "covered",
    "marked",
    "power",
    "provision",
    "family",
    "fatigue",
    "boss",
    "round",
    "face-down",
    "place",
    "event",
    "discard",
    "use",
    "offer",
    "move",
    "carry",
    "target",
    "loot",
    "pass",
]


def terms(view: View) -> dict[str, str]:
    """Explanations of action cards, tokens, actions and parts of a round, by name."""
    return {view.say(f"name-{term}"): about(view, term) for term in TERMS}


def about(view: View, term: str) -> str:
    """The explanation of one of TERMS."""
    state = view.state
    values = {**rule_values(view.tables), **view.options, "rounds": state.rounds_total}
    values["who"] = view.say("actor-picked" if state.actor_mode else "actor-leads")
    return view.say("about-event-term" if term == "event" else f"about-{term}", **values)


# ---- what an action does


def effect(view: View, action: int) -> list[str]:
    """What a legal action does, for the seat that is asked; empty for an illegal one."""
    state = view.state
    tables = view.tables
    if state.done or action not in view.game.legal_actions(view.record):
        return []
    if action == st.BASE.decline:
        return [about(view, "target" if state.phase == st.Phase.TARGET else "pass")]
    if action < st.BASE.child:
        return _about_a_card(view, action - st.BASE.card + st.Card.ATTACK)
    if action < st.BASE.location:
        return [*(sums(view, action) if state.phase == st.Phase.TARGET else []), *_about_a_target(view)]
    if action < st.BASE.sheet:
        place = action - st.BASE.location
        moved = view.say(
            "lying-there", nightmares=len(text.lying(view, place)[1]), rewards=len(text.lying(view, place)[0])
        )
        company = [text.child_name(view, c) for c in children_of(view) if state.loc[c] == place]
        term = {st.Phase.MOVE: "move", st.Phase.CARRY: "carry"}.get(st.Phase(state.phase), "target")
        return [about(view, term), moved] + ([view.say("went-there", who=view.several(company))] if company else [])
    if action < st.BASE.event:
        return [three_cards(view, tables.child[action - st.BASE.sheet], "child")]
    if action < st.BASE.use:
        known = glossary(view)
        kind = action - (st.BASE.event if action < st.BASE.discard else st.BASE.discard)
        kind = (action - st.BASE.place) // st.LOCATIONS if action >= st.BASE.place else kind
        return [known[text.kind_name(view, kind)]]
    kind = action - st.BASE.give
    if action < st.BASE.give:
        kind = (action - st.BASE.offer) // st.CHILDREN
    if action < st.BASE.offer:
        kind = action - (st.BASE.use if action < st.BASE.use_family else st.BASE.use_family)
    mate = tables.reward[kind].mate if st.BASE.use_family <= action < st.BASE.offer else None
    rows = [row for row in tables.reward if row.name in (tables.reward[kind].name, mate)]
    return [reward_words(view, row) for row in rows]


def brief(view: View, action: int) -> str:
    """What the choice of a target changes, in a few letters."""
    aims = view.state.phase == st.Phase.TARGET and st.BASE.child <= action < st.BASE.location
    return sum_brief(view, action) if aims else ""


def _about_a_card(view: View, card: int) -> list[str]:
    """What an action card does for each child or foe that may act with it."""
    by = "child" if view.state.to_move > 0 else "foe"
    said = [
        f"{name}: {in_words(view, effects_now(view, row, card, number), by)}" for name, row, number in _actors(view)
    ]
    return [about(view, text.CARDS[card]), *said]


def _actors(view: View) -> list[tuple[str, Child | Foe, int]]:
    """The children or foes of the player to move that may act with its card: names, cards and numbers."""
    state = view.state
    rows: list[tuple[str, Child | Foe, int]]
    if state.to_move > 0:
        rows = [(text.child_name(view, c), view.tables.child[state.sheet[c]], c) for c in _fighters(view)]
        lead = state.lead_child
    else:
        alive = [j for j in range(st.FOES) if state.foe_life[j]]
        rows = [(text.foe_name(view, j), text.foe_row(view, state.foe_kind[j]), j) for j in alive]
        lead = state.lead_foe
    return [(name, row, number) for name, row, number in rows if state.actor_mode or number == lead]


def _fighters(view: View) -> list[int]:
    """The children of the combat that are awake."""
    state = view.state
    return [c for c in children_of(view) if state.in_battle[c] and state.insomnia[c] <= nm.CAP.insomnia]


def repeats(view: View) -> Repeatable | None:
    """The action cards of a combat. It may be repeated until the insomnia of a child or the life of a boss has reached
    a limit."""
    state = view.state
    if not state.turn:
        return None
    effects = {}
    if state.phase in (st.Phase.MASTER_CARD, st.Phase.CHILD_CARD):
        for card in (st.Card.ATTACK, st.Card.DEFENCE, st.Card.SKILL):
            told = dict.fromkeys(
                text.brief(view, effects_now(view, row, card, number)) for _, row, number in _actors(view)
            )
            effects[st.BASE.card + card - 1] = " / ".join(told)
    gauges = []
    if fighters := _fighters(view):
        most = max(state.insomnia[child] for child in fighters)
        start = min(max(nm.CAP.insomnia - 5, most + 3), nm.CAP.insomnia)
        gauges.append(Gauge("insomnia", view.say("gauge-insomnia"), view.say("until-insomnia"), most, start, True))
    if state.battle == st.BOSS_BATTLE:
        life = state.foe_life[0]
        gauges.append(
            Gauge("life", view.say("gauge-life"), view.say("until-life"), life, max(min(10, life - 4), 1), False)
        )
    return Repeatable(f"{state.round_no} {state.battle}", effects, tuple(gauges))


def _about_a_target(view: View) -> list[str]:
    """What the card in play does to the child or foe that is chosen."""
    state = view.state
    tables = view.tables
    if state.phase == st.Phase.LOOT:
        return [reward_words(view, tables.reward[state.loc_rw[state.battle][state.loot_slot]])]
    if state.phase == st.Phase.RESURRECT:
        return [view.say("back-with", new=nm.REVIVED)]
    if state.phase == st.Phase.ACTOR:
        child = state.todo == st.Todo.CHILD
        card = text.card_word(view, state.card_child if child else state.card_master)
        return [view.say("acts-with", card=card)]
    if state.source == st.Source.EVENT:
        return [in_words(view, tables.event[state.event_kind - len(tables.nightmare)].effects, "event")]
    if state.source == st.Source.REWARD:
        return [reward_effects(view, state.reward_kind)]
    if state.source == st.Source.CHILD_CARD:
        child = tables.child[state.sheet[state.actor_child]]
        return [in_words(view, effects_now(view, child, state.card_child, state.actor_child), "child")]
    foe = text.foe_row(view, state.foe_kind[state.actor_foe])
    return [in_words(view, effects_now(view, foe, state.card_master, state.actor_foe), "foe")]


def standing_of(view: View, seat: int) -> str:
    """A child's insomnia, "19/20"; of the Master, how many children are defeated."""
    if not seat:
        return f"{view.state.scores[0]}/{len(view.seats) - 1}"
    return f"{min(view.state.insomnia[seat - 1], nm.CAP.insomnia)}/{nm.CAP.insomnia}"


def outcome(view: View) -> str:
    """Why the game ended: which children still stand, or how far the children came."""
    state = view.state
    standing = [child for child in range(len(view.seats) - 1) if state.insomnia[child] <= nm.CAP.insomnia]
    if state.utility[0] > 0:
        return view.say("outcome-defeated", number=state.round_no, last=state.rounds_total)
    names = [f"{text.who(view, child + 1)} {standing_of(view, child + 1)}" for child in standing]
    return view.say("outcome-standing", names=view.several(names), number=state.rounds_total)
