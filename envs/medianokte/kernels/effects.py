"""Card effects: one interpreter of the programs in the pack, for every card of both sides.

`lay_card` puts a card on the table, then `settle` takes these steps: `read_header` finds its target, `run_program` runs
its instructions until they end or ask a question, and `next_target` runs them again for the next target of a sweep.

Arguments: `member` is a crew member, 0 to 4; `code` a target, see Code. `card` is a card number, see CARDS; `kind` an
astrali, 0 to 23. `op`, `a` and `b` are an instruction, see Step. `orientation` is 0 ready, 1 tapped, 2 exhausted;
`cost` is in energy. `source` is the crew member that plays the card, -1 the Enemy; `after` one of After. `self_code` is
the code of the source, `amount` a number of cards.
"""

from medianoche.envs.core.kernels.notes import note
from medianoche.envs.medianokte.events import News
from medianoche.envs.medianokte.kernels import kernel, stats
from medianoche.envs.medianokte.kernels.decks import draw_cards, leave_hand
from medianoche.envs.medianokte.kernels.wounds import charge_up, hurt, kind_of
from medianoche.envs.medianokte.state import CARD, LIMITS, Astrali, Code, Header, Op, Orient, Phase, Step, Sweep, Test


@kernel
def ask(state, phase):
    """Ask the owner of the card the question of `phase`."""
    state.to_move = 1 + state.source
    note(state, News.RESOLVED)
    state.phase = phase


# ---- the targets of a card


@kernel
def lay_card(state, card, source, after):
    """Begin to resolve a card of the Enemy (`source` -1) or of a crew member (0 to 4); `card` is a card number, see
    CARDS, `after` one of After."""
    state.card = card
    state.source = source
    state.self_code = source if source >= 0 else Code.BOSS
    state.after = after
    state.phase = Phase.HEADER


@kernel
def lay_weapon(state, card, source, self_code, target, after):
    """Begin to run the program of a special weapon or astrali on the target it has hit."""
    state.card = card
    state.source = source
    state.self_code = self_code
    state.target = target
    state.after = after
    state.phase = Phase.PROGRAM


@kernel
def begin_sweep(state, sweep):
    """Run the program for each crew member from the first on, or each foe from the last slot to the boss (R19). `sweep`
    is one of Sweep."""
    state.sweep = sweep
    state.sweep_at = -1 if sweep == Sweep.EACH_CREW else state.army_size
    state.phase = Phase.NEXT


@kernel
def read_header(pack, state):
    """HEADER: find the target of the card or ask for it; a card without a possible target does nothing (R6)."""
    header = pack.target[state.card]
    if header == Header.EACH_CREW:
        begin_sweep(state, Sweep.EACH_CREW)
    elif header == Header.EACH_ASTRALI:
        begin_sweep(state, Sweep.EACH_ASTRALI)
    elif header == Header.EACH_FOE:
        begin_sweep(state, Sweep.EACH_FOE)
    elif not stats.has_target(state, header):
        note(state, News.NO_EFFECT, state.card)
        state.phase = Phase.CARD_OVER
    elif header == Header.NONE or header == Header.SELF or header == Header.BOSS:
        if header == Header.SELF:
            state.target = state.self_code
        elif header == Header.BOSS:
            state.target = Code.BOSS
        state.phase = Phase.PROGRAM
    else:
        ask(state, Phase.TARGET)


@kernel
def special_hits(pack, state, die, trait, source, code):
    """Whether a special attack that rolled `die`, 1 to 10, succeeds against `code`; `source` is the attacker's code
    (R20). `trait` is 1 strength, 2 dexterity, 3 will."""
    if state.test_mode == Test.TARGET:
        return die > stats.characteristic(pack, state, code, trait)
    value = stats.characteristic(pack, state, source, trait)
    return die > value if state.test_mode == Test.ATTACKER else stats.passes(state, die, value)


@kernel
def next_target(pack, state):
    """NEXT: run the program for the next target of a sweep, or end the card if there is none (R19).

    A special area attack (`roll` > 0) skips the foes that its die does not hit.
    """
    state.pc = 0
    state.skip_at = 0
    state.skip_to = 0
    state.target = Code.NOBODY
    state.phase = Phase.CARD_OVER
    if state.sweep == Sweep.EACH_CREW:
        state.sweep_at += 1
        if state.sweep_at < stats.crew_size(state):
            state.target = state.sweep_at
            state.phase = Phase.PROGRAM
    elif state.sweep != Sweep.NONE:
        last = -1 if state.sweep == Sweep.EACH_FOE else 0
        while state.sweep_at > last:
            state.sweep_at -= 1
            code = Code.FOE + state.sweep_at if state.sweep_at >= 0 else Code.BOSS
            if state.roll == 0 or special_hits(pack, state, state.roll, state.roll_stat, state.self_code, code):
                state.target = code
                state.phase = Phase.PROGRAM
                return
            note(state, News.UNHURT, code, kind_of(state, code))


# ---- instructions that need no answer


@kernel
def rest_crew(state, member):
    """All cards of a crew member, 0 to 4, revived astralis too, rest one step (R25); returns how many have rested, 0 to
    7."""
    rested = 0
    for slot in range(LIMITS.slots):
        if state.orient[member, slot] > Orient.READY:
            state.orient[member, slot] -= 1
            rested += 1
    for place in range(LIMITS.extra):
        if state.extra_orient[member, place] > Orient.READY:
            state.extra_orient[member, place] -= 1
            rested += 1
    return rested


@kernel
def rest_action_cards(state):
    """All action cards of the boss rest one step."""
    note(state, News.ACTION_CARDS_REST)
    for card in range(LIMITS.action_cards):
        if state.boss_cards[card] > Orient.READY:
            state.boss_cards[card] -= 1


@kernel
def change_crew(pack, state, op, member, a):
    """Apply HEAL, BLEED, POISON, EUPHORIA, CHARGE or REST to a crew member."""
    if op == Op.HEAL:
        old = state.damage[member]
        state.damage[member] = max(old - a, 0)
        if old:
            note(state, News.HEALED, member, -1, old - state.damage[member], state.damage[member])
    elif op == Op.BLEED:
        if state.bleed[member] != a:
            note(state, News.BLEEDING, member, -1, a)
        state.bleed[member] = a
    elif op == Op.POISON:
        old = state.poison[member]
        state.poison[member] = min(max(old + a, 0), LIMITS.poison)
        if old != state.poison[member]:
            note(state, News.POISON, member, -1, old, state.poison[member])
    elif op == Op.EUPHORIA:
        if state.euphoria[member] != a:
            note(state, News.EUPHORIA, 1 + member, a)
        state.euphoria[member] = a
    elif op == Op.CHARGE:
        charge_up(pack, state, member, a)
    else:
        rested = rest_crew(state, member)
        if rested:
            note(state, News.RESTED, 1 + member, rested)


@kernel
def change_foe(state, op, code, a):
    """Apply HEAL, BLEED, POISON or REST to the boss or an astrali."""
    slot = code - Code.FOE
    boss = code == Code.BOSS
    if op == Op.HEAL:
        if boss:
            old = state.boss_damage
            state.boss_damage = max(old - a, 0)
            if old:
                note(state, News.HEALED, code, -1, old - state.boss_damage, state.boss_damage)
        else:
            old = state.army_damage[slot]
            state.army_damage[slot] = max(old - a, 0)
            healed = old - state.army_damage[slot]
            if healed:
                note(state, News.HEALED, code, state.army_kind[slot], healed, old - healed)
    elif op == Op.BLEED:
        if (state.boss_bleed if boss else state.army_bleed[slot]) != a:
            note(state, News.BLEEDING, code, kind_of(state, code), a)
        if boss:
            state.boss_bleed = a
        else:
            state.army_bleed[slot] = a
    elif op == Op.POISON:
        old = state.boss_poison if boss else state.army_poison[slot]
        new = min(max(old + a, 0), LIMITS.poison)
        if boss:
            state.boss_poison = new
        else:
            state.army_poison[slot] = new
        if old != new:
            note(state, News.POISON, code, kind_of(state, code), old, new)
    elif op == Op.REST:
        if boss:
            rest_action_cards(state)
        elif state.army_orient[slot] > Orient.READY:
            state.army_orient[slot] -= 1
            note(state, News.ASTRALI_IS, code, state.army_kind[slot], state.army_orient[slot])


@kernel
def change(pack, state, op, code, a):
    """Apply an instruction that asks nothing to one crew member, astrali or boss; DICE gets no bonus (R18)."""
    if op == Op.DICE:
        a = stats.hits(state, a, stats.armour(pack, state, code))
    elif op == Op.MAGIC:
        dice = a
        a = 0
        for _ in range(dice):
            a += stats.magic(pack, state)
    if op == Op.DAMAGE or op == Op.DICE or op == Op.MAGIC:
        hurt(pack, state, code, a, state.source)
    elif code < Code.FOE:
        change_crew(pack, state, op, code, a)
    else:
        change_foe(state, op, code, a)


# ---- instructions that may ask


@kernel
def tirable(state, member, orientation):
    """The slots of a crew member that are less tired than `orientation`, one bit each (R26): bits 0 and 1 the weapons,
    2 the assist."""
    slots = 0
    for slot in range(LIMITS.slots):
        if state.orient[member, slot] < orientation:
            slots |= 1 << slot
    return slots


@kernel
def count_action_cards(state, orientation):
    """Number of action cards of the boss, 0 to 5, that are less tired than `orientation`, 1 tapped or 2 exhausted
    (R26)."""
    total = 0
    for card in range(LIMITS.action_cards):
        total += state.boss_cards[card] < orientation
    return total


@kernel
def free_place(state, member):
    """The first free place, 0 to 3, for a revived astrali; -1 if there is none."""
    for place in range(LIMITS.extra):
        if state.extra_kind[member, place] < 0:
            return place
    return -1


@kernel
def is_revivable(pack, state, kind, cost):
    """Whether REVIVE may take this astrali: it lies in the void and costs at most `cost` (R24)."""
    return state.void_astrali[kind] > 0 and pack.astrali[kind, Astrali.COST] <= cost


@kernel
def is_summonable(pack, state, kind, cost):
    """Whether the Enemy holds this astrali and it costs at most `cost` (R10, R61)."""
    return state.hand_astrali[kind] > 0 and pack.astrali[kind, Astrali.COST] <= cost


@kernel
def can_revive(pack, state, member, cost):
    """Whether REVIVE finds a free place and an astrali in the void (R24)."""
    if free_place(state, member) < 0:
        return False
    for kind in range(LIMITS.astralis):
        if is_revivable(pack, state, kind, cost):
            return True
    return False


@kernel
def can_summon(pack, state, cost):
    """Whether the Enemy holds an astrali that SUMMON allows (R61)."""
    for kind in range(LIMITS.astralis):
        if is_summonable(pack, state, kind, cost):
            return True
    return False


@kernel
def has_object(state, member):
    """Whether a crew member has an object or found weapon to lose."""
    for kind in range(LIMITS.objects):
        if state.items[member, kind] > 0:
            return True
    return state.found[member, 0] >= 0 or state.found[member, 1] >= 0


@kernel
def tire(state, code, amount, orientation):
    """TIRE: an astrali tires at once; of a crew member or the boss, the card's owner picks what tires (R26)."""
    if code < Code.FOE:
        if tirable(state, code, orientation):
            ask(state, Phase.TIRE)
    elif code < Code.BOSS:
        slot = code - Code.FOE
        if state.army_orient[slot] < orientation:
            note(state, News.ASTRALI_IS, code, state.army_kind[slot], orientation)
        state.army_orient[slot] = max(state.army_orient[slot], orientation)
    else:
        state.left = min(amount, count_action_cards(state, orientation))
        if state.left > 0:
            ask(state, Phase.CARD)


@kernel
def enter_army(state, kind):
    """Move an astrali from the Enemy's hand to the end of the army; it is ready and may strike in the same turn."""
    leave_hand(state, CARD.astrali + kind)
    note(state, News.ENTERED, state.army_size, kind)
    state.army_kind[state.army_size] = kind
    state.army_size += 1


# ---- the interpreter


@kernel
def instruction(pack, state):
    """The instruction that runs or asks: its operation (one of Op), the code of its target (see Code; -1 if it has
    none), and its operands A and B."""
    card = state.card
    pc = state.pc
    code = state.target if pack.program[card, pc, Step.WHO] == 0 else state.self_code
    return pack.program[card, pc, Step.OP], code, pack.program[card, pc, Step.A], pack.program[card, pc, Step.B]


@kernel
def run_program(pack, state):
    """PROGRAM: run the instructions from `pc` on, up to a question, the last instruction or the end of the game."""
    while state.phase == Phase.PROGRAM:
        if state.skip_at > 0 and state.pc == state.skip_at:  # end of the first branch of an OPTION
            state.pc = state.skip_to
            state.skip_at = 0
            state.skip_to = 0
        if state.pc == LIMITS.steps or pack.program[state.card, state.pc, Step.OP] == Op.END:
            state.phase = Phase.NEXT
            return
        op, code, a, b = instruction(pack, state)
        if op == Op.ENERGY:
            old = state.energy
            state.energy = max(old + a, 0)
            if old != state.energy:
                note(state, News.ENERGY, 0, state.energy - old, state.energy)
        elif op == Op.DRAW:
            draw_cards(state, a)  # beyond the hand size too (R12)
        elif op == Op.OPTION:
            ask(state, Phase.OPTION)
        elif op == Op.SUMMON:
            if can_summon(pack, state, a):
                ask(state, Phase.SUMMON)
        elif code == Code.NOBODY:
            pass  # the target has died: its instructions are skipped (R23)
        elif op == Op.TEST:
            if stats.passes(state, stats.throw(state), stats.characteristic(pack, state, code, a)):
                state.pc += b  # a passed test skips the next b instructions
                note(state, News.PASSED, code, kind_of(state, code), a)
        elif op == Op.TIRE:
            tire(state, code, a, b)
        elif op == Op.REVIVE:
            if can_revive(pack, state, code, a):
                ask(state, Phase.REVIVE)
        elif op == Op.LOSE:
            if has_object(state, code):
                ask(state, Phase.LOSE)
        else:
            change(pack, state, op, code, a)
        if state.phase == Phase.PROGRAM:
            state.pc += 1
