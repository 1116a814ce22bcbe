"""La noche de Halloween; its page is the README of this folder."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from medianoche.envs.core.content.pack import numbered as numbered
from medianoche.envs.core.declaration import Options
from medianoche.envs.core.kernels import uncompiled
from medianoche.envs.core.packaged import PackagedDeclaration
from medianoche.envs.halloween import state as st
from medianoche.envs.halloween.numbers import TORN_BY_YOU
from medianoche.envs.halloween.pack import HalloweenPack
from medianoche.envs.halloween.state import State

DECISION_LIMIT = {4: 600, 5: 800}


class HalloweenOptions(Options):
    """Options of La noche de Halloween besides players and pack."""

    colours: Literal["choose", "random"] = Field(
        "choose", description="whether players choose their colours in seat order or get them by chance"
    )
    counts: Literal["recall", "secret"] = Field(
        "recall", description="whether the other players' candies are observed; a player who counts knows them"
    )
    tear_cooldown: Literal[0, 1, 2] = Field(1, description="own turns without tearing after an attempt")


class Halloween(PackagedDeclaration[State]):
    """La noche de Halloween: each player owns the houses of a colour and walks any of eight shared children to the
    others' doors. A trick is a hidden die and a claim that a third may be paid to check, and may lie about; a treat is
    a duel of cards and dice. From the third lap on costumes are torn in fights with sealed bids, and each player has a
    secret child to keep on the street. The most points after eight laps win."""

    name = "halloween"
    title = "La noche de Halloween"
    players = (5, 4)
    pack_model = HalloweenPack
    options_model = HalloweenOptions
    asides = frozenset({"drew"})
    ends = frozenset({st.BASE.decline, st.BASE.no_draw, st.BASE.pass_turn})
    public_info = True
    unobserved: ClassVar = {
        "steps": "it only counts to the bound of 64 squares (R43)",
        "card_seen": "who else knows where a card is; the own knowledge is observed",
        "mix": "which hands a card may have come from; known_hands has what is certain",
        "mix_seen": "who knows of such a mix",
        "know": "what other seats were shown; the own row is observed",
        "deck": "the place of a card that was put back; known_deck_and_pair has which cards are in the deck",
        "treat_card": "copies of a treat card are alike",
        "candies (of others, with counts=secret)": "the option leaves out what could be counted (R29)",
    }
    stacks: ClassVar = {"treat_deck": ("treat_n",)}
    simultaneous = ((st.Phase.BID,),)
    told_phases = frozenset(
        st.Phase[name]
        for name in (
            *("ROLL", "BELIEVED", "DISBELIEVED", "CONDITIONS", "DUEL"),
            *("TAKE", "OPEN_BIDS", "TEAR_OFF", "CLEAR_TABLE", "TURN_OVER"),
        )
    )
    variants = ({}, {"colours": "random", "counts": "secret", "tear_cooldown": 0}, {"tear_cooldown": 2})

    def leave_out(self, state: State, seat: int) -> None:
        """The candies of others, with `counts="secret"`."""
        if state.opt_candies:
            state.candies[np.arange(st.SEATS) != seat] = 0

    def max_decisions(self, num_players: int, options: Any) -> int:
        """A bound: at most 17 decisions a turn with five players, 15 with four, and a few for each action card."""
        return DECISION_LIMIT[num_players]

    def utility_sum(self, num_players: int) -> float | None:
        """The winners share 2; every seat pays 1."""
        return 2.0 - num_players

    def derive(self, state: State) -> None:
        """Fill in derived fields: pot, players who are out, knowledge of shown cards, deck, turn, door, question; at
        the end scores and utilities."""
        from medianoche.envs.halloween.kernels.laps import finish

        n = int(state.num_players)
        over = state.phase == st.Phase.END
        state.done = over
        state.pot = self.game.content.records[state.pack].total - state.candies.sum() - state.stake.sum()
        rich = state.candies[:n] > 0
        pending = state.stake.any()
        state.alive[:n] = rich | (state.alive[:n] & pending)
        held = state.secret[:n].tolist()
        state.know[:n, :n] &= ~sum(
            1 << child for child in range(st.CHILDREN) if state.pos[child] < 0 and child not in held
        )
        for seat, child in enumerate(held):
            card = 1 << (child & 7)
            torn = 0 <= child < st.CHILDREN and state.pos[child] < 0
            state.know[:n, seat] = card if torn else state.know[:n, seat] | card
            state.know[seat, seat] = card
        self._derive_cards(state)
        if over:
            last = sum(1 << seat for seat in range(n) if state.utility[seat] > -1)
            uncompiled(finish)(state, last)
        else:
            self._derive_turn(state)

    def _derive_cards(self, state: State) -> None:
        """The deck holds the cards that are nowhere else; the holder of a card has seen it."""
        deck = [card for card in state.deck if 0 < card <= st.CARDS and state.card_at[card - 1] == st.Place.DECK]
        state.deck[:] = 0
        state.deck_n = len(deck)
        state.deck[: len(deck)] = deck
        for card, place in enumerate(state.card_at.tolist()):
            if 0 <= place < state.num_players:
                state.card_seen[card] |= 1 << place
            elif place == st.Place.USED:
                state.card_seen[card] = 0

    def _derive_turn(self, state: State) -> None:
        """The mover, the owner at whose house the child stands, and the player who is asked, except for defenders and
        bidders."""
        from medianoche.envs.halloween.kernels.turn_invariants import who_is_asked
        from medianoche.envs.halloween.kernels.walking import owner_at

        n = int(state.num_players)
        phase = state.phase
        state.mover = (state.starter + state.slot) % n
        state.owner = -1
        if phase == st.Phase.COLOUR:
            state.mover, state.to_move = -1, np.count_nonzero(state.colour[:n] >= 0)
        if st.Phase.ANSWER <= phase <= st.Phase.TREAT:
            state.owner = uncompiled(owner_at)(self.game.content.records[state.pack], state, state.pos[state.child])
        if (asked := uncompiled(who_is_asked)(state)) >= 0:
            state.to_move = asked

    def info(self, state: State, player: int) -> dict[str, int]:
        """Score (0 until the end), candies (if they are secret, at the end), costumes torn, still in play."""
        facts = {"score": state.scores.item(player)}
        if state.done or not state.opt_candies:
            facts["candies"] = state.candies.item(player)
        facts |= {"torn": state.torn.item(player), "alive": state.alive.item(player)}
        return facts

    def score_parts(self, state: State, player: int) -> dict[str, int]:
        """Candies, twice the costumes torn, and what the own child counts; for a player without candies what that
        costs."""
        candies = state.candies.item(player)
        costumes = TORN_BY_YOU * state.torn.item(player) * state.alive.item(player)
        rest = state.scores.item(player) - candies - costumes
        if state.alive.item(player):
            return {"candies": candies, "costumes": costumes, "own_child": rest}
        return {"candies": candies, "costumes": costumes, "own_child": 0, "eliminated": rest}
