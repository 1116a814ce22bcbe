"""What dice can do: chances of an attack, of a strike and of a card that asks for a target, by the rules and the values
that a seat sees."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from medianoche.envs.core.show.view import View
from medianoche.envs.medianokte.numbers import DIE
from medianoche.envs.medianokte.packs.cards import Astrali, Object, Weapon
from medianoche.envs.medianokte.packs.effects import TRAITS, Instruction, parse
from medianoche.envs.medianokte.packs.words import RANGES, program_of
from medianoche.envs.medianokte.state import ACTIONS, LIMITS, PLACE, PLACES, Code, Op, Test, within
from medianoche.envs.medianokte.words import text

Chances = Mapping[int, float]
"""Points of damage, and the chance of each."""
UNSURE = frozenset({Op.OPTION, Op.HEAL})
"""Instructions after which the damage is not known from dice alone."""


class Body(NamedTuple):
    """What dice are compared with: the values of a crew member, an astrali or the boss."""

    left: int  # life
    limit: int  # life at first
    armour: int
    traits: Sequence[int]


class Odds(NamedTuple):
    """What a choice that rolls dice can do to one target."""

    code: int  # the target, see Code
    body: Body
    how: str  # what must be rolled, in words; "" where nothing is rolled
    hit: float  # the chance that a special attack hits, or that a test fails; 1 for all others
    harm: Chances  # {0: 1.0} for a choice that does no damage

    @property
    def mean(self) -> float:
        """Damage on average, without what is more than the life that is left."""
        return sum(min(points, self.body.left) * chance for points, chance in self.harm.items())

    @property
    def falls(self) -> float:
        """The chance that the target falls."""
        return sum(chance for points, chance in self.harm.items() if points >= self.body.left)


# ---- chances


def reaching(armour: int) -> float:
    """The chance that a die reaches an armour (R22)."""
    return min(max((DIE + 1 - armour) / DIE, 0.0), 1.0)


def failing(view: View, value: int) -> float:
    """The chance that a die does not roll under a characteristic (R21)."""
    return min(max((DIE + 1 - value - view.state.ties) / DIE, 0.0), 1.0)


def of_dice(count: int, chance: float) -> Chances:
    """The number of dice that hit."""
    return {k: math.comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)}


def of_magic(view: View) -> Chances:
    """What the magic die shows."""
    faces = view.tables.constants.magic_die
    return {face: faces.count(face) / len(faces) for face in sorted(set(faces))}


def added(one: Chances, other: Chances) -> Chances:
    """The sum of two damages."""
    sums: dict[int, float] = defaultdict(float)
    for points, chance in one.items():
        for more, share in other.items():
            sums[points + more] += chance * share
    return sums


def mixed(share: float, one: Chances, other: Chances) -> Chances:
    """The damage `one` with a chance of `share`, else `other`."""
    sums: dict[int, float] = defaultdict(float)
    for weight, chances in ((share, one), (1 - share, other)):
        for points, chance in chances.items():
            sums[points] += weight * chance
    return {points: chance for points, chance in sums.items() if chance}


def of_program(view: View, steps: Sequence[Instruction], body: Body, user: Body, poisoned: int = 0) -> Chances:
    """The damage of a card's instructions to their target. The caller has checked them with `is_known`."""
    if not steps:
        return {0: 1.0}
    step = steps[0]
    rest = of_program(view, steps[1:], body, user, poisoned + step.a * (step.op is Op.POISON and not step.who))
    if step.op is Op.TEST:
        value = (user if step.who else body).traits[step.a - 1]
        passed = of_program(view, steps[1 + step.b :], body, user, poisoned)
        return mixed(failing(view, value), rest, passed)
    if step.who:
        return rest
    if step.op is Op.DAMAGE:
        return added({step.a: 1.0}, rest)
    if step.op is Op.DICE:
        return added(of_dice(step.a, reaching(body.armour - poisoned)), rest)
    if step.op is Op.MAGIC:
        for _ in range(step.a):
            rest = added(of_magic(view), rest)
    return rest


def is_known(steps: Sequence[Instruction]) -> bool:
    """Whether dice alone decide the damage of a card to its target."""
    return not any(step.op in UNSURE and not step.who for step in steps)


# ---- the one that is hit


def body_of(view: View, code: int) -> Body:
    """The values of a target."""
    state = view.state
    if code < Code.FOE:
        left, limit, armour, *traits = text.values_of(view.tables, view.record, code)
        return Body(left, limit, armour, traits)
    if code == Code.BOSS:
        boss = view.tables.boss[state.boss]
        limit = text.boss_life(view.tables, view.record)
        return Body(limit - state.boss_damage, limit, boss.armour - state.boss_poison, _traits(boss))
    slot = code - Code.FOE
    row = view.tables.astrali[state.army_kind[slot]]
    return Body(row.life - state.army_damage[slot], row.life, row.armour - state.army_poison[slot], _traits(row))


def _traits(row: Any) -> list[int]:
    return [getattr(row, name) for name in TRAITS]


def code_name(view: View, code: int) -> str:
    """The name of a target."""
    return text.crew_name(view, code) if code < Code.FOE else text.foe_name(view, min(code - Code.FOE, LIMITS.army))


# ---- attacks


def odds(view: View, action: int) -> list[Odds]:
    """What an action can do, one row for each target; empty if no dice and no damage are in it, or if it is illegal."""
    if action not in view.game.legal_actions(view.record):
        return []
    act, n = within(ACTIONS, action)
    member = view.state.to_move - 1
    if act == "attack" and member >= 0:
        return _of_attack(view, member, *divmod(n, PLACES.size))
    if act == "strike":
        slot, target = divmod(n, LIMITS.members)
        row = view.tables.astrali[view.state.army_kind[slot]]
        return [_of_row(view, row, row.attack, 0, Code.FOE + slot, target)]
    if act == "target" and view.state.card:
        return _of_target(view, n)
    return []


def _of_attack(view: View, member: int, weapon: int, place: int) -> list[Odds]:
    """A crew member's attack."""
    row = text.weapon_row(view.tables, view.record, member, weapon)
    reach = RANGES[2 if place == PLACE.area else place >= PLACE.distance]
    value = row.attack if isinstance(row, Astrali) else getattr(row, reach)
    more = view.state.euphoria[member]
    if reach != "area":
        more += text.gained(view.tables, view.record, member, reach)
    foes = [Code.BOSS, *range(Code.FOE, Code.FOE + view.state.army_size)]
    if reach != "area":
        slot = place - (PLACE.distance if reach == "distance" else PLACE.melee)
        foes = [Code.BOSS if slot == LIMITS.army else Code.FOE + slot]
    return [_of_row(view, row, value, more, member, code) for code in foes]


def _of_row(view: View, row: Weapon | Object | Astrali, value: Any, more: int, source: int, code: int) -> Odds:
    """An attack with a value of a weapon or astrali at one target; `more` dice are added to a basic attack."""
    body = body_of(view, code)
    if value == "magic":
        harm = of_magic(view)
        return Odds(code, body, view.say("odds-magic", least=min(harm), most=max(harm)), 1.0, harm)
    if value == "special":
        user = body_of(view, source)
        hit, how = _special(view, TRAITS.index(row.characteristic or TRAITS[0]), body, user)
        steps = parse(row.effect or "")
        harm = mixed(hit, of_program(view, steps, body, user), {0: 1.0})
        return Odds(code, body, how, hit, harm)
    count = int(value) + more
    return Odds(code, body, _dice(view, count, body.armour), 1.0, of_dice(count, reaching(body.armour)))


def _dice(view: View, count: int, armour: int) -> str:
    """What dice must show to reach an armour."""
    if armour > DIE:
        return view.say("odds-none", armour=armour)
    return view.say("odds-dice", count=count, face=max(armour, 1), percent=percent(reaching(armour)))


def _special(view: View, trait: int, body: Body, user: Body) -> tuple[float, str]:
    """The chance that a special attack hits (R20), and what its die must show."""
    mode = view.state.test_mode
    value = (body if mode == Test.TARGET else user).traits[trait]
    under = mode == Test.ATTACKER_UNDER
    chance = 1 - failing(view, value) if under else reaching(value + 1)
    face = value - 1 + view.state.ties if under else value + 1
    said = "odds-under" if under else "odds-over"
    name = view.say(f"trait-{TRAITS[trait]}")
    if not chance:
        return chance, view.say("odds-never", trait=name, value=value)
    return chance, view.say(said, face=face, trait=name, value=value, percent=percent(chance))


def _of_target(view: View, n: int) -> list[Odds]:
    """A card that is aimed at one target."""
    state = view.state
    crew = len(view.seats) - 1
    code = n if n >= Code.FOE or state.to_move == 0 else (state.to_move - 1 + n) % crew
    steps = program_of(view, state.card)
    if not is_known(steps):
        return []
    body = body_of(view, code)
    user = body_of(view, state.self_code) if state.self_code >= 0 else body
    harm = of_program(view, steps, body, user)
    tested = next((step for step in steps if step.op is Op.TEST and not step.who), None)
    if tested:
        value = body.traits[tested.a - 1]
        missed = failing(view, value)
        said = {"trait": view.say(f"trait-{TRAITS[tested.a - 1]}"), "value": value, "percent": percent(missed)}
        return [Odds(code, body, view.say("odds-test", **said), missed, harm)]
    dice = next((step for step in steps if step.op is Op.DICE and not step.who), None)
    how = _dice(view, dice.a, body.armour) if dice else ""
    return [Odds(code, body, how, 1.0, harm)] if max(harm) else []


# ---- in words


def percent(chance: float) -> int:
    """A chance in percent; only what cannot happen is 0, only what is certain is 100."""
    return min(max(round(100 * chance), int(chance > 0)), 100 if chance > 1 - 1e-9 else 99)


def one_decimal(view: View, number: float) -> str:
    """A number with one decimal, or a whole one."""
    whole, tenth = divmod(round(10 * number), 10)
    return view.say("decimal", whole=whole, tenth=tenth) if tenth else str(whole)


def odds_words(view: View, action: int) -> list[str]:
    """Sentences with what the dice must show and the damage that they do. An attack on an area has one for each foe."""
    rows = odds(view, action)
    return [_sentence(view, row, len(rows) > 1) for row in rows]


def _sentence(view: View, row: Odds, named: bool) -> str:
    """What one target has to fear: "3 dice, each hits on 4 or more (70%); kills with 34% (life 3); 2.1 damage on
    average"."""
    left = row.body.left
    most = max(row.harm)
    least = min(row.harm)
    parts = [row.how] * bool(row.how)
    if row.falls:
        parts.append(view.say("odds-falls", percent=percent(row.falls), left=left))
    elif most:
        span = view.say("odds-span", least=left - most, most=left - least) if least < most else str(left - most)
        parts.append(view.say("odds-left", span=span, limit=row.body.limit))
    if least < most and left > 1:
        parts.append(view.say("odds-mean", damage=one_decimal(view, row.mean)))
    words = "; ".join(parts)
    return view.say("odds-on", name=code_name(view, row.code), words=words) if named else words


def odds_brief(view: View, action: int) -> str:
    """The same in a few letters, for a row of a list: "kills 34%, 1.5 damage"; "" for nothing."""
    rows = odds(view, action)
    if not rows:
        return ""
    damage = one_decimal(view, sum(row.mean for row in rows))
    if len(rows) > 1:
        return view.say("brief-all", damage=damage)
    row = rows[0]
    if not max(row.harm):
        return view.say("brief-hits", percent=percent(row.hit))
    if row.falls and row.body.left == 1:
        return view.say("brief-kills", percent=percent(row.falls))
    if row.falls:
        return view.say("brief-falls", percent=percent(row.falls), damage=damage)
    return view.say("brief-damage", damage=damage)
