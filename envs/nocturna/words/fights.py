"""What happened in a combat between two positions, as one seat may know it."""

from __future__ import annotations

from medianoche.envs.core.game import State
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.show.view import View
from medianoche.envs.nocturna.state import BOSS_BATTLE, CAP, FOES, UNKNOWN, Card, Phase, Source, Todo
from medianoche.envs.nocturna.words.explain import children_of, effects_of, in_words
from medianoche.envs.nocturna.words.text import CARDS, foe_name, foe_row, location_name, who


def name_of(view: View, child: int) -> str:
    """What to call a child: "you" for the seat that looks."""
    return who(view, child + 1)


def whose(view: View, child: int) -> str:
    """The genitive of a child's name: "your" for the seat that looks."""
    name = name_of(view, child)
    return "your" if name == "you" else f"{name}'s"


def _same_combat(before: View, after: View) -> bool:
    then, now = before.state, after.state
    return bool(0 < then.turn <= now.turn and then.foe_kind == now.foe_kind and then.round_no == now.round_no)


def committed(before: View, after: View) -> list[str]:
    """The Master has chosen his card; only he reads which."""
    card = after.state.card_master
    if after.state.phase != Phase.CHILD_CARD or before.state.card_master == card:
        return []
    return [f"{who(after, 0)} chose {'a card' if card == UNKNOWN else CARDS[card]} in secret"]


def revealed(before: View, after: View) -> tuple[int, int] | None:
    """The cards of the Master and the child that were turned up between two positions, or None."""
    then, now = before.state, after.state
    if then.phase not in (Phase.MASTER_CARD, Phase.CHILD_CARD) or now.phase == Phase.CHILD_CARD:
        return None
    if not _same_combat(before, after):
        found = _last_cards(before, after)
        return found[0] if len(found) == 1 else None
    won = now.phase == Phase.END and now.utility[0] < 0
    if now.turn > then.turn or now.card_master or now.phase == Phase.RESURRECT or won:
        return now.last_master, now.last_child
    return None


TRACES = ("insomnia", "shield", "charge", "bottle", "foe_life", "foe_shield", "foe_emp", "covered", "marked")


def _result(before: View, record: State) -> State:
    """Run the rules in plain Python on `record` until the turn ends or a player is asked; return `record`."""
    from medianoche.envs.nocturna.kernels import turns

    steps = {Phase.FIND_TARGET: turns.find_target, Phase.RESOLVE: turns.resolve}
    while record.phase in (Phase.REVEAL_CARDS, Phase.NEXT_CARD, *steps):
        if step := steps.get(Phase(int(record.phase))):
            uncompiled(step)(before.pack, record)
        else:
            uncompiled(turns.next_card if record.phase == Phase.NEXT_CARD else turns.reveal_cards)(record)
    return record


def _last_cards(before: View, after: View) -> list[tuple[int, int]]:
    """Pairs (Master's card, child's card) that a combat's last turn can have had. The end of the combat clears them, so
    every pair is played: those without a target that leave the fighters with the insomnia they have now are kept."""
    then, cards = before.state, (Card.ATTACK, Card.DEFENCE, Card.SKILL)
    if then.turn == 0:
        return []
    lost = then.stun[then.lead_child] > 0 or then.bottle[then.lead_child] > 0
    if then.phase == Phase.MASTER_CARD and not lost:
        return []
    fighters = [child for child in children_of(after) if then.in_battle[child]]
    found: list[tuple[int, int]] = []
    for master in cards if then.card_master in (UNKNOWN, Card.NONE) else (then.card_master,):
        for child in (Card.NONE,) if lost else cards:
            record = before.game.copy(before.record)
            record.card_master, record.card_child, record.phase = master, child, Phase.REVEAL_CARDS
            _result(before, record)
            same = all(record.insomnia[child] == after.state.insomnia[child] for child in fighters)
            if same and record.phase in (Phase.END_TURN, Phase.END):
                found.append((int(master), int(child)))
    return found


def _actor(before: View, after: View) -> tuple[int, int]:
    """The child and the foe (-1 none) that acted: chosen before a target is asked, else the only one whose action
    explains all changes."""
    then, now = before.state, after.state
    if now.turn == then.turn and now.phase == Phase.TARGET:
        return now.actor_child, now.actor_foe
    of_child = then.todo == Todo.CHILD
    able = [j for j in range(FOES) if then.foe_life[j]]
    if of_child:
        able = [c for c in children_of(after) if then.in_battle[c] and not (then.stun[c] or then.bottle[c])]
    found = []
    for one in able:
        record = before.game.copy(before.record)
        record["actor_child" if of_child else "actor_foe"], record.phase = one, Phase.NEXT_CARD
        _result(before, record)
        if all(record[name].tolist() == getattr(now, name) for name in TRACES):
            found.append(one)
    one = found[0] if len(found) == 1 else -1
    return (one, -1) if of_child else (-1, one)


def cards_resolved(before: View, after: View) -> list[str]:
    """Cards turned up, the child or foe that acts, and the effects of each resolved card."""
    then, now = before.state, after.state
    cards = revealed(before, after)
    lines: list[str] = []
    same_turn = now.turn == then.turn and now.phase in (Phase.TARGET, Phase.ACTOR)
    ordered = then.phase in (Phase.TARGET, Phase.ACTOR) and then.source <= Source.FOE_CARD
    todo = then.todo if ordered else 0
    child, foe = (then.actor_child, then.actor_foe) if ordered else (then.lead_child, then.lead_foe)
    if cards:
        todo, lines = _beaten(before, *cards)
    elif then.phase == Phase.ACTOR and not (same_turn and now.phase == Phase.ACTOR):
        child, foe = _actor(before, after)
        name = name_of(after, child) if child >= 0 else foe_name(before.tables, before.record, foe) if foe >= 0 else ""
        lines = [
            f"{name or ('a child' if then.todo == Todo.CHILD else 'a foe')} was chosen to act".replace(
                "you was", "you were"
            )
        ]
    master_card, child_card = cards or (then.card_master, then.card_child)
    done = todo & ~(now.todo if same_turn else 0)
    if done & Todo.CHILD and child >= 0:
        what = in_words(effects_of(after.tables.child[then.sheet[child]], child_card), "child")
        lines.append(f"{whose(after, child)} {CARDS[child_card]}: {what}")
    if done & Todo.FOE and foe >= 0 and then.foe_kind[foe] >= 0:
        what = in_words(effects_of(foe_row(before, then.foe_kind[foe]), master_card), "foe")
        lines.append(f"{foe_name(before.tables, before.record, foe)}, {CARDS[master_card]}: {what}")
    return lines


def _beaten(view: View, master: int, child: int) -> tuple[int, list[str]]:
    """Which of the two cards are resolved (bits of Todo), and the line that tells the reveal."""
    lead = view.state.lead_child
    if not child:
        return Todo.FOE, [f"revealed: {who(view, 0)} {CARDS[master]}; {name_of(view, lead)} lost the turn"]
    both = f"revealed: {who(view, 0)} {CARDS[master]}, {name_of(view, lead)} {CARDS[child]}"
    if master == child:
        return Todo.BOTH, [f"{both}: equal cards, both are resolved"]
    won = (child - master) % 3 == 1
    better, worse = (child, master) if won else (master, child)
    return (Todo.CHILD if won else Todo.FOE), [f"{both}: {CARDS[better]} beats {CARDS[worse]}"]


def _change(words: str, then: int, now: int) -> list[str]:
    return [f"{words} {then} to {now}"] if then != now else []


def changes_of_children(before: View, after: View) -> list[str]:
    """Changes of insomnia, tokens and cover of each child."""
    then, now = before.state, after.state
    lines: list[str] = []
    same, fighting = _same_combat(before, after), now.turn > 0
    for child in children_of(after):
        old, new = then.insomnia[child], now.insomnia[child]
        parts = _change("insomnia", old, new)
        if new > CAP.insomnia >= old:
            parts.append("defeated")
        if old > CAP.insomnia >= new:
            parts = [f"back with insomnia {new}"]
        for token in ("shield", "stun", "bottle"):
            if same or fighting:  # the end of a combat clears these tokens
                parts += _change(token, getattr(then, token)[child] if same else 0, getattr(now, token)[child])
        parts += _change("charge", then.charge[child], now.charge[child])
        if parts:
            lines.append(f"{name_of(after, child)}: {', '.join(parts)}")
    if same and then.covered != now.covered:
        old, new = then.covered, now.covered
        lines.append(f"{name_of(after, new)}: covered" if new >= 0 else f"{name_of(after, old)}: covered no more")
    return lines


def changes_of_foes(before: View, after: View) -> list[str]:
    """Changes of life and tokens of each foe; all foes of a combat that the children have just won are defeated."""
    then, now, lines = before.state, after.state, []
    over = then.turn > 0 and not _same_combat(before, after)
    survived = any(then.in_battle[c] and now.insomnia[c] <= CAP.insomnia for c in children_of(after))
    if over and not survived:
        return []
    for j in range(FOES):
        if then.turn == 0 or then.foe_kind[j] < 0:
            continue
        life = 0 if over else now.foe_life[j]
        parts = _change("life", then.foe_life[j], life) + ["defeated"] * (then.foe_life[j] > 0 == life)
        if not over and life:
            parts += _change("shield", then.foe_shield[j], now.foe_shield[j])
        if not over:
            parts += _change("power", then.foe_emp[j], now.foe_emp[j])
        if parts:
            lines.append(f"{foe_name(before.tables, before.record, j)}: {', '.join(parts)}")
    if not over and then.marked != now.marked:
        lines.append("all foes are marked" if now.marked else "the mark is gone")
    return lines


def combat_over(before: View, after: View) -> list[str]:
    """The end of a combat, with the Master's last card if it can be told."""
    then = before.state
    if then.turn and not after.state.done and not _same_combat(before, after):
        where = (
            "the boss" if then.battle in (BOSS_BATTLE, -1) else location_name(before.tables, before.record, then.battle)
        )
        lines = [f"the combat at {where} is over"]
        asked = then.phase in (Phase.MASTER_CARD, Phase.CHILD_CARD)
        masters = {master for master, _ in _last_cards(before, after)} if asked and not revealed(before, after) else ()
        return [f"the last card of {who(after, 0)}: {CARDS[master]}" for master in masters if len(masters) == 1] + lines
    return []


def combat_begun(before: View, after: View) -> list[str]:
    """A combat that begins, and the holders of the initiative in each turn."""
    then, now, lines = before.state, after.state, []
    same = _same_combat(before, after)
    if now.turn and not same:
        where = "the boss" if now.battle == BOSS_BATTLE else location_name(after.tables, after.record, now.battle)
        lines.append(f"combat at {where}")
    if now.done or not now.turn or now.lead_child < 0:
        return lines
    if same and now.turn == then.turn:
        if now.lead_child != then.lead_child:
            lines.append(f"the initiative of the children goes to {name_of(after, now.lead_child)}")
        return lines
    if same and then.turn > then.fatigue:
        lines.append("both sides tired: 1 insomnia, 1 life")
    leaders = f"{name_of(after, now.lead_child)} and {foe_name(after.tables, after.record, now.lead_foe)}"
    return [*lines, f"turn {now.turn}: {leaders} have the initiative"]
