"""What is true of every position of Medianokte that play can reach."""

import numpy as np

from medianoche.envs.medianokte.kernels.card_counts import (
    can_go_on_building,
    crew_cards_fit,
    enemy_cards_fit,
    knows_too_much,
    nothing_dealt,
)
from medianoche.envs.medianokte.kernels.effects import can_revive, can_summon, has_object, tirable
from medianoche.envs.medianokte.state import (
    ACTION_CARD_ENDS,
    ACTION_CARDS,
    ARMY,
    ASTRALIS,
    BOSS,
    CARDS,
    COPIES,
    CREW,
    CREW_WINS,
    EACH_CREW,
    EACH_FOE,
    ENEMY_GOES_ON,
    ENEMY_WINS,
    EXTRA,
    FOE,
    LIFE,
    MOST_POISON,
    NOBODY_WINS,
    OBJECT_CARD,
    OBJECTS,
    POSITIVE_CARD,
    PROGRAM,
    SEATS,
    TURN_ENDS,
    WEAPON,
    Header,
    Op,
    Phase,
    kernel,
)
from medianoche.envs.medianokte.kernels.stats import boss_life, crew_size, life

INCONSISTENCIES = (
    (
        "an option field is out of range: decks_mode, test_mode 0 to 2, characters_mode, combined, ties, repeat_mode "
        "0 or 1, max_rounds 10 to 250"
    ),
    "phase must be 0 to 13, done 1 exactly in phase END, to_move -1 exactly at the end and else a seat",
    "turn is no seat, round_no is not below max_rounds, or last_hit is no crew member",
    "to_move is not the seat that the phase asks",
    "boss or a character is out of range, taken twice, missing in play, or given to an absent crew member",
    "an absent crew member is not blank",
    "the boss or a crew member has more damage than his life and the game is not over",
    (
        "a state of the boss or of a crew member is out of range: bleeding and euphoria 0 or 1, poison up to 99, "
        "charge up to the cap, orientation up to 2"
    ),
    (
        "an army slot is out of range: kinds packed left, army_size of them, damage below life, orientation up to 2, "
        "empty slots blank"
    ),
    "a found weapon is no weapon, an item is one, or extra_kind is no astrali",
    "known_event or known_astrali is more than the hand holds",
    "deck, hand, discard, army, void and extra weapons are not the Enemy's deck of 20 astralis and 10 events",
    "exploration deck, removed cards, items and found weapons are not 7 objects and 3 positive events a crew member",
    "picks, cursor or the cards picked so far do not fit phase BUILD, or are not 0 outside of it",
    "a card is pending where none can be, or what is pending does not fit the phase",
    "no action card is ready at the start of the Enemy's turn",
    "winner, utility or scores do not fit the position",
    "energy, hand or decks are not 0 before play begins",
)
(
    OPTIONS,
    PHASE,
    TURN,
    MOVER,
    CAST,
    BLANK_SEATS,
    ALIVE,
    CONDITIONS,
    ARMY_SLOTS,
    OBJECT_KINDS,
    KNOWN,
    ENEMY_CARDS,
    CREW_CARDS,
    BUILDING,
    PENDING,
    ACTION_CARD,
    RESULT,
    BEFORE_PLAY,
) = range(1, 19)


@kernel
def check_turn(state):
    """Options, phase, whose turn it is and who is asked."""
    if state.decks_mode > 2 or state.test_mode > 2 or not 10 <= state.max_rounds <= 250:
        return OPTIONS
    if state.characters_mode > 1 or state.combined > 1 or state.ties > 1 or state.repeat_mode > 1:
        return OPTIONS
    if state.phase > Phase.END or state.done != (state.phase == Phase.END):
        return PHASE
    if (state.to_move != -1) if state.done else not 0 <= state.to_move < state.num_players:
        return PHASE
    if not 0 <= state.turn < state.num_players or not -1 <= state.last_hit < crew_size(state):
        return TURN
    if state.round_no > state.max_rounds or (state.round_no == state.max_rounds and state.winner != NOBODY_WINS):
        return TURN
    if state.phase == Phase.ENEMY and state.turn != 0:
        return MOVER
    if (state.phase == Phase.CREW or state.phase == Phase.DRAWN) and state.turn == 0:
        return MOVER
    if state.phase <= Phase.DRAWN and state.to_move != state.turn:
        return MOVER
    if state.phase == Phase.STACK and state.to_move != 1 + state.receiver:
        return MOVER
    if Phase.TARGET <= state.phase < Phase.END and state.to_move != 1 + state.source:
        return MOVER
    return 0


@kernel
def is_blank(state, member):
    """Whether a crew member who does not play has nothing."""
    total = np.int64(state.damage[member]) + np.int64(state.bleed[member]) + np.int64(state.poison[member])
    total += np.int64(state.euphoria[member]) + np.int64(state.charge[member])
    for slot in range(3):
        total += np.int64(state.orient[member, slot])
    for place in range(EXTRA):
        total += np.int64(state.extra_orient[member, place]) + np.int64(state.extra_kind[member, place]) + 1
    for kind in range(OBJECTS):
        total += np.int64(state.items[member, kind])
    return (
        total == 0 and state.character[member] == -1 and state.found[member, 0] == -1 and state.found[member, 1] == -1
    )


@kernel
def check_cast(pack, state):
    """The boss and the characters; absent crew members."""
    choosing = state.phase == Phase.CHOOSE
    turn = np.int64(state.turn)
    if not -1 <= state.boss < pack.num_bosses or (state.boss < 0) != (choosing and turn == 0):
        return CAST
    for member in range(CREW):
        character = np.int64(state.character[member])
        if member >= crew_size(state):
            if not is_blank(state, member):
                return BLANK_SEATS
            continue
        if not -1 <= character < pack.num_characters or (character < 0) != (choosing and member >= turn - 1):
            return CAST
        for other in range(member):
            if character >= 0 and state.character[other] == character:
                return CAST
    return 0


@kernel
def check_member(pack, state, member):
    """Conditions and objects of one crew member."""
    if state.bleed[member] > 1 or state.euphoria[member] > 1 or state.poison[member] > MOST_POISON:
        return CONDITIONS
    if state.charge[member] > pack.charge_cap:
        return CONDITIONS
    for slot in range(3):
        if state.orient[member, slot] > 2:
            return CONDITIONS
    for weapon in range(2):
        kind = np.int64(state.found[member, weapon])
        if not -1 <= kind < OBJECTS or (
            kind >= 0 and (pack.object_type[kind] != WEAPON or pack.object_copies[kind] == 0)
        ):
            return OBJECT_KINDS
    for kind in range(OBJECTS):
        if state.items[member, kind] > 0 and (pack.object_type[kind] == WEAPON or pack.object_copies[kind] == 0):
            return OBJECT_KINDS
    for place in range(EXTRA):
        kind = np.int64(state.extra_kind[member, place])
        if not -1 <= kind < ASTRALIS or (kind >= 0 and pack.astrali[kind, COPIES] == 0):
            return OBJECT_KINDS
        if state.extra_orient[member, place] > (2 if kind >= 0 else 0):
            return CONDITIONS
        if kind >= 0 and place > 0 and state.extra_kind[member, place - 1] < 0:
            return OBJECT_KINDS
    if (
        state.winner < 0
        and state.character[member] >= 0
        and np.int64(state.damage[member]) >= life(pack, state, member)
    ):
        return ALIVE
    return 0


@kernel
def check_boss(pack, state):
    """Conditions of the boss and his action cards."""
    if state.boss_bleed > 1 or state.boss_poison > MOST_POISON:
        return CONDITIONS
    ready = False
    for card in range(ACTION_CARDS):
        ready |= state.boss_cards[card] == 0
        if state.boss_cards[card] > 2:
            return CONDITIONS
    if state.phase == Phase.ENEMY and state.spent == 0 and not ready:
        return ACTION_CARD
    if state.winner < 0 and np.int64(state.boss_damage) >= boss_life(pack, state):
        return ALIVE
    return 0


@kernel
def check_army(pack, state):
    """Army slots."""
    size = np.int64(state.army_size)
    if size > ARMY:
        return ARMY_SLOTS
    for slot in range(ARMY):
        kind = np.int64(state.army_kind[slot])
        if slot < size:
            if not 0 <= kind < ASTRALIS or state.army_damage[slot] >= pack.astrali[kind, LIFE]:
                return ARMY_SLOTS
            if state.army_orient[slot] > 2 or state.army_bleed[slot] > 1 or state.army_poison[slot] > MOST_POISON:
                return ARMY_SLOTS
        elif kind != -1 or state.army_damage[slot] or state.army_orient[slot]:
            return ARMY_SLOTS
        elif state.army_bleed[slot] or state.army_poison[slot]:
            return ARMY_SLOTS
    return 0


@kernel
def is_code(state, code):
    """Whether somebody has this code, or it is -1."""
    if code < FOE:
        return -1 <= code < crew_size(state)
    return code == BOSS or code - FOE < np.int64(state.army_size)


@kernel
def nothing_asked(state):
    """Whether no program is running."""
    total = np.int64(state.pc) + np.int64(state.skip_at) + np.int64(state.skip_to) + np.int64(state.sweep)
    total += np.int64(state.roll) + np.int64(state.roll_stat) + np.int64(state.left)
    return total == 0 and state.sweep_at == 0 and state.source == -1 and state.self_code == -1 and state.target == -1


@kernel
def question_fits(pack, state):
    """Whether the instruction that asks is one that asks in this phase, and has something to ask."""
    card, pc = np.int64(state.card), np.int64(state.pc)
    op, who, a, b = (
        np.int64(pack.program[card, pc, 0]),
        np.int64(pack.program[card, pc, 1]),
        np.int64(pack.program[card, pc, 2]),
        np.int64(pack.program[card, pc, 3]),
    )
    code = np.int64(state.target) if who == 0 else np.int64(state.self_code)
    if state.phase == Phase.TARGET:
        header = np.int64(pack.target[card])
        asks = header == Header.CREW or (header >= Header.FOE and header <= Header.MELEE)
        asks |= header == Header.MATE and crew_size(state) > 1
        asks |= header == Header.ASTRALI and state.army_size > 0
        return asks and pc == 0 and state.target == -1 and state.sweep == 0
    if state.phase == Phase.TIRE:
        return op == Op.TIRE and 0 <= code < CREW and tirable(state, code, b) > 0
    if state.phase == Phase.CARD:
        return op == Op.TIRE and code == BOSS and 0 < state.left <= a
    if state.phase == Phase.OPTION:
        return op == Op.OPTION
    if state.phase == Phase.REVIVE:
        return op == Op.REVIVE and 0 <= code < CREW and can_revive(pack, state, code, a)
    if state.phase == Phase.SUMMON:
        return op == Op.SUMMON and can_summon(pack, state, a)
    return op == Op.LOSE and 0 <= code < CREW and has_object(state, code)


@kernel
def program_fits(pack, state):
    """Whether the card being resolved, its owner and its targets fit together."""
    if not 0 < state.card < CARDS or state.pc >= PROGRAM or state.receiver != -1 or state.stack_orient:
        return False
    if state.source != np.int64(state.turn) - 1 or state.sweep > EACH_FOE:
        return False
    if state.after > ACTION_CARD_ENDS or (state.source < 0) != (state.after >= ENEMY_GOES_ON):
        return False
    if not is_code(state, np.int64(state.target)) or not is_code(state, np.int64(state.self_code)):
        return False
    limit = crew_size(state) if state.sweep == EACH_CREW else np.int64(state.army_size) + 1
    if not (-1 if state.sweep == EACH_FOE else 0) <= state.sweep_at <= (limit if state.sweep else 0):
        return False
    if state.left > 0 and state.phase != Phase.CARD:
        return False
    return question_fits(pack, state)


@kernel
def pending_fits(pack, state):
    """Whether what is pending fits the phase."""
    if state.phase >= Phase.TARGET and state.phase < Phase.END:
        return program_fits(pack, state)
    if not nothing_asked(state):
        return False
    if state.phase == Phase.STACK:
        if not OBJECT_CARD <= state.card < CARDS or pack.object_type[np.int64(state.card) - OBJECT_CARD] != WEAPON:
            return False
        return 0 <= state.receiver < crew_size(state) and state.stack_orient <= 2 and state.after <= TURN_ENDS
    if state.phase == Phase.DRAWN:
        if not POSITIVE_CARD <= state.card < CARDS:
            return False
    elif state.card:
        return False
    return state.receiver == -1 and state.after == 0 and state.stack_orient == 0


@kernel
def result_fits(pack, state):
    """Whether winner, utility and scores are those of the position."""
    if (state.winner >= 0) != (state.done == 1) or not -1 <= state.winner <= NOBODY_WINS:
        return False
    crew, worst, share, fallen = crew_size(state), np.int64(0), np.int64(0), False
    if state.boss >= 0 and state.character[crew - 1] >= 0:
        for member in range(crew):
            limit = life(pack, state, member)
            worst = max(worst, 100 * np.int64(state.damage[member]) // limit)
            fallen |= np.int64(state.damage[member]) >= limit
        share = 100 * np.int64(state.boss_damage) // boss_life(pack, state)
    if state.winner == ENEMY_WINS and not fallen:
        return False
    if (state.winner == CREW_WINS and share < 100) or (
        state.winner == NOBODY_WINS and state.round_no != state.max_rounds
    ):
        return False
    for seat in range(SEATS):
        score, prize = np.int64(0), 0.0
        if seat <= crew:
            score = worst if seat == 0 else share
            if state.winner == ENEMY_WINS or state.winner == CREW_WINS:
                prize = 1.0 if (seat == 0) == (state.winner == ENEMY_WINS) else -1.0
        if state.scores[seat] != score or state.utility[seat] != prize:
            return False
    return True


@kernel
def check_cards(pack, state):
    """Every card is somewhere; decks as far as they are built."""
    if knows_too_much(state):
        return KNOWN
    if state.phase <= Phase.BUILD and not nothing_dealt(state):
        return BEFORE_PLAY
    if not enemy_cards_fit(pack, state):
        return ENEMY_CARDS
    if not crew_cards_fit(pack, state):
        return CREW_CARDS
    if state.phase == Phase.BUILD:
        return 0 if can_go_on_building(pack, state) else BUILDING
    return BUILDING if state.picks or state.cursor else 0


@kernel
def inconsistency(pack, state):
    wrong = check_turn(state)
    if wrong == 0:
        wrong = check_cast(pack, state)
    if wrong == 0:
        wrong = check_boss(pack, state)
    if wrong == 0:
        wrong = check_army(pack, state)
    for member in range(crew_size(state)):
        if wrong == 0:
            wrong = check_member(pack, state, member)
    if wrong == 0:
        wrong = check_cards(pack, state)
    if wrong == 0 and not pending_fits(pack, state):
        wrong = PENDING
    if wrong == 0 and not result_fits(pack, state):
        wrong = RESULT
    return wrong
