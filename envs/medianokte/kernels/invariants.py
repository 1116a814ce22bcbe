"""Conditions that every position of Medianokte reached in play meets.

Arguments: `member` is a crew member, 0 to 4; `code` a target, see Code.
"""

from medianoche.envs.core.kernels import inlined
from medianoche.envs.medianokte import state as st
from medianoche.envs.medianokte.kernels import effects, kernel
from medianoche.envs.medianokte.kernels.attacks import CHARACTER
from medianoche.envs.medianokte.kernels.broken import Broken
from medianoche.envs.medianokte.kernels.card_counts import check_cards
from medianoche.envs.medianokte.kernels.stats import boss_life, crew_size, has_target, life


@inlined
def is_zero(counts):
    """Whether every number of `counts`, an integer array, is zero."""
    for count in counts:
        if count:
            return False
    return True


@kernel
def check_turn(state):
    """Check turn and the seat that is asked."""
    if state.turn >= state.num_players or state.last_hit >= crew_size(state) or state.round_no > state.max_rounds:
        return Broken.TURN
    if state.round_no == state.max_rounds and state.winner != st.Winner.NOBODY:
        return Broken.TURN
    if state.phase == st.Phase.ENEMY and state.turn != 0:
        return Broken.MOVER
    if (
        state.phase == st.Phase.CREW or state.phase == st.Phase.DRAWN or state.phase == st.Phase.STACK
    ) and state.turn == 0:
        return Broken.MOVER
    if state.phase <= st.Phase.DRAWN and state.to_move != state.turn:
        return Broken.MOVER
    if state.phase == st.Phase.STACK and state.to_move != 1 + state.receiver:
        return Broken.MOVER
    if st.Phase.TARGET <= state.phase < st.Phase.END and state.to_move != 1 + state.source:
        return Broken.MOVER
    if state.events and not state.spent:
        return Broken.SPENT
    return 0


@kernel
def is_blank(state, member):
    """Whether all fields of a crew member are as in an empty record."""
    if not is_zero(state.items[member]):
        return False
    for slot in range(st.LIMITS.slots):
        if state.orient[member, slot]:
            return False
    for place in range(st.LIMITS.extra):
        if state.extra_orient[member, place] or state.extra_kind[member, place] != -1:
            return False
    if state.damage[member] or state.bleed[member] or state.poison[member]:
        return False
    if state.euphoria[member] or state.charge[member]:
        return False
    return state.found[member, 0] == -1 and state.found[member, 1] == -1


@kernel
def check_cast(pack, state):
    """Check the boss and the characters."""
    choosing = state.phase == st.Phase.CHOOSE
    turn = state.turn
    if state.boss >= pack.num_bosses or (state.boss < 0) != (choosing and turn == 0):
        return Broken.CAST
    for member in range(crew_size(state)):
        character = state.character[member]
        if character >= pack.num_characters or (character < 0) != (choosing and member >= turn - 1):
            return Broken.CAST
        for other in range(member):
            if character >= 0 and state.character[other] == character:
                return Broken.CAST
    return 0


@kernel
def check_objects(pack, state, member):
    """Check objects, found weapons and revived astralis of one crew member."""
    for weapon in range(st.LIMITS.weapons):
        kind = state.found[member, weapon]
        if kind >= 0 and (pack.object_type[kind] != st.Type.WEAPON or pack.object_copies[kind] == 0):
            return Broken.OBJECT_KINDS
    for kind in range(st.LIMITS.objects):
        if state.items[member, kind] and (pack.object_type[kind] == st.Type.WEAPON or pack.object_copies[kind] == 0):
            return Broken.OBJECT_KINDS
    for place in range(st.LIMITS.extra):
        kind = state.extra_kind[member, place]
        if kind >= 0 and pack.astrali[kind, st.Astrali.COPIES] == 0:
            return Broken.OBJECT_KINDS
        if kind < 0 and state.extra_orient[member, place]:
            return Broken.CONDITIONS
        if kind >= 0 and place > 0 and state.extra_kind[member, place - 1] < 0:
            return Broken.OBJECT_KINDS
    return 0


@kernel
def check_member(pack, state, member):
    """Check damage and counters of one crew member."""
    if state.charge[member] > pack.charge_cap:
        return Broken.CONDITIONS
    alive = state.character[member] < 0 or state.damage[member] < life(pack, state, member)
    return 0 if alive or state.winner >= 0 else Broken.ALIVE


@kernel
def check_boss(pack, state):
    """Check damage of the boss, and its action cards."""
    if state.phase == st.Phase.ENEMY and state.spent == 0 and effects.count_action_cards(state, st.Orient.TAPPED) == 0:
        return Broken.SPENT
    if state.winner < 0 and state.boss_damage >= boss_life(pack, state):
        return Broken.ALIVE
    return 0


@kernel
def check_army(pack, state):
    """Check the slots of the army."""
    for slot in range(st.LIMITS.army):
        kind = state.army_kind[slot]
        damage = state.army_damage[slot]
        if slot >= state.army_size:
            states = state.army_orient[slot] + state.army_bleed[slot] + state.army_poison[slot]
            if kind != -1 or damage or states:
                return Broken.ARMY_SLOTS
            continue
        if kind < 0 or damage >= pack.astrali[kind, st.Astrali.LIFE]:
            return Broken.ARMY_SLOTS
    return 0


@kernel
def is_code(state, code):
    """Whether `code` is -1 or that of a crew member, astrali or boss in play."""
    if code < st.Code.FOE:
        return code < crew_size(state)
    return code == st.Code.BOSS or code - st.Code.FOE < state.army_size


@kernel
def nothing_asked(state):
    """Whether no program is running: its fields are as in an empty record."""
    if state.pc or state.skip_at or state.skip_to or state.sweep or state.sweep_at:
        return False
    if state.roll or state.roll_stat or state.left:
        return False
    return state.source == -1 and state.self_code == -1 and state.target == -1


@kernel
def question_fits(pack, state):
    """Whether the current instruction asks the question of this phase, and some answer is legal."""
    op, code, a, b = effects.instruction(pack, state)
    member = 0 <= code < st.Code.FOE
    if state.left != 0 and state.phase != st.Phase.CARD:
        return False
    if state.phase == st.Phase.TARGET:
        header = pack.target[state.card]
        asks = header == st.Header.CREW or header == st.Header.MATE or st.Header.FOE <= header <= st.Header.ASTRALI
        return asks and has_target(state, header) and state.pc == 0 and state.target == -1
    if state.phase == st.Phase.TIRE:
        return op == st.Op.TIRE and member and effects.tirable(state, code, b) > 0
    if state.phase == st.Phase.CARD:
        return (
            op == st.Op.TIRE and code == st.Code.BOSS and 0 < state.left <= min(a, effects.count_action_cards(state, b))
        )
    if state.phase == st.Phase.OPTION:
        return op == st.Op.OPTION
    if state.phase == st.Phase.REVIVE:
        return op == st.Op.REVIVE and member and effects.can_revive(pack, state, code, a)
    if state.phase == st.Phase.SUMMON:
        return op == st.Op.SUMMON and effects.can_summon(pack, state, a)
    return op == st.Op.LOSE and member and effects.has_object(state, code)


@kernel
def owner_fits(pack, state):
    """Whether the card being resolved can be played by `source`, and `after` fits it."""
    card = state.card
    source = state.source
    if source != state.turn - 1:
        return False
    if source >= 0:
        once = card >= st.CARD.object and pack.object_type[card - st.CARD.object] == st.Type.SINGLE_USE
        is_own = 0 <= card - st.CARD.character - CHARACTER * state.character[source] <= st.Slot.FINAL
        fits = is_own or st.CARD.astrali <= card < st.CARD.event or card >= st.CARD.positive
        return (
            fits
            and state.self_code == source
            and state.after == (st.After.CREW_GOES_ON if once else st.After.TURN_ENDS)
        )
    if card < st.CARD.astrali:
        if (
            not 0 <= card - st.CARD.boss - st.LIMITS.action_cards * state.boss < st.LIMITS.action_cards
            or state.self_code != st.Code.BOSS
        ):
            return False
        return state.after == st.After.ACTION_CARD_ENDS and (state.spent == 0 or state.combined == 1)
    if card >= st.CARD.positive or state.after != st.After.ENEMY_GOES_ON or state.spent == 0:
        return False
    if card >= st.CARD.event:
        return state.self_code == st.Code.BOSS and state.events > 0
    return state.self_code == -1 or st.Code.FOE <= state.self_code < st.Code.BOSS


@kernel
def sweep_fits(pack, state):
    """Whether the sweep is that of the header, or of a special area attack, whose die and trait are kept (R62)."""
    header = pack.target[state.card]
    at = state.sweep_at
    area = state.roll > 0
    wanted = st.Sweep.NONE
    if header == st.Header.EACH_CREW:
        wanted = st.Sweep.EACH_CREW
    elif header == st.Header.EACH_ASTRALI:
        wanted = st.Sweep.EACH_ASTRALI
    elif header == st.Header.EACH_FOE or area:
        wanted = st.Sweep.EACH_FOE
    if state.sweep != wanted:
        return False
    if area != (state.roll_stat > 0) or (area and (header != st.Header.NONE or state.source < 0)):
        return False
    if state.sweep == st.Sweep.NONE:
        return at == 0
    if state.sweep == st.Sweep.EACH_CREW:
        return 0 <= at < crew_size(state) and state.target == at
    if not (-1 if state.sweep == st.Sweep.EACH_FOE else 0) <= at <= state.army_size:
        return False
    return state.target == -1 or state.target == (st.Code.BOSS if at < 0 else st.Code.FOE + at)


@kernel
def pending_fits(pack, state):
    """Whether the fields of the card being resolved fit the phase."""
    if st.Phase.TARGET <= state.phase < st.Phase.END:
        if state.card == 0:
            return False
        if state.receiver != -1 or state.stack_orient:
            return False
        if state.skip_at == 0 and state.skip_to != 0:
            return False
        if state.skip_at != 0 and not state.pc < state.skip_at < state.skip_to:
            return False
        if not is_code(state, state.target) or not is_code(state, state.self_code):
            return False
        return owner_fits(pack, state) and sweep_fits(pack, state) and question_fits(pack, state)
    if not nothing_asked(state):
        return False
    if state.phase == st.Phase.STACK:
        if state.card < st.CARD.object or pack.object_type[state.card - st.CARD.object] != st.Type.WEAPON:
            return False
        if state.after == st.After.TURN_ENDS and state.stack_orient:  # a weapon just found is not tired
            return False
        return 0 <= state.receiver < crew_size(state) and state.after <= st.After.TURN_ENDS
    if state.phase == st.Phase.DRAWN:
        if state.card < st.CARD.positive:
            return False
    elif state.card:
        return False
    return state.receiver == -1 and state.after == 0 and state.stack_orient == 0


@kernel
def result_fits(pack, state):
    """Whether winner, utility and scores follow from the position."""
    if (state.winner >= 0) != (state.done == 1):
        return False
    crew = crew_size(state)
    worst = 0
    share = 0
    fallen = False
    if state.boss >= 0 and state.character[crew - 1] >= 0:
        for member in range(crew):
            limit = life(pack, state, member)
            worst = max(worst, 100 * state.damage[member] // limit)
            fallen |= state.damage[member] >= limit
        share = 100 * state.boss_damage // boss_life(pack, state)
    if state.winner == st.Winner.ENEMY and not fallen:
        return False
    if state.winner == st.Winner.CREW and share < 100:
        return False
    if state.winner == st.Winner.NOBODY and state.round_no != state.max_rounds:
        return False
    for seat in range(crew + 1):
        score = worst if seat == 0 else share
        prize = 0.0
        if state.winner == st.Winner.ENEMY or state.winner == st.Winner.CREW:
            prize = 1.0 if (seat == 0) == (state.winner == st.Winner.ENEMY) else -1.0
        if state.scores[seat] != score or state.utility[seat] != prize:
            return False
    return True


@kernel
def is_before_play(state):
    """Whether the fields of play are as in an empty record, as they are while characters and decks are chosen."""
    if state.energy or state.spent or state.round_no or state.last_hit != -1 or state.army_size:
        return False
    if state.boss_damage or state.boss_bleed or state.boss_poison:
        return False
    if effects.count_action_cards(state, st.Orient.TAPPED) != st.LIMITS.action_cards:
        return False
    if not is_zero(state.hand_event) or not is_zero(state.discard_event) or not is_zero(state.removed_event):
        return False
    if not is_zero(state.hand_astrali) or not is_zero(state.void_astrali) or not is_zero(state.removed_object):
        return False
    for member in range(st.LIMITS.members):
        if not is_blank(state, member):
            return False
    return True


@kernel
def inconsistency(pack, state):
    """The number, from 1, of the first broken sentence of Broken; 0 if the position is sound."""
    wrong = check_turn(state) or check_cast(pack, state) or check_boss(pack, state) or check_army(pack, state)
    for member in range(crew_size(state)):
        wrong = wrong or check_objects(pack, state, member) or check_member(pack, state, member)
    if wrong == 0 and not pending_fits(pack, state):
        wrong = Broken.PENDING
    if wrong == 0 and state.phase <= st.Phase.BUILD and not is_before_play(state):
        wrong = Broken.BEFORE_PLAY
    wrong = wrong or check_cards(pack, state)
    if wrong == 0 and not result_fits(pack, state):
        wrong = Broken.RESULT
    return wrong
