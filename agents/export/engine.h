/* $title, version $version. All memory is the caller's; nothing is kept between calls; several threads may
   call. What is negative is an error. Records from elsewhere are to be checked first (mn_check). */
#ifndef MEDIANOCHE_H
#define MEDIANOCHE_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
enum {
$numbers
};
enum {
$errors
};
enum { $ways };
#define MN_UNKNOWN INT64_MIN
/* A number of the game by its place, from 0, in the first list above. */
int32_t mn_about(int32_t what);
/* Deal a game. mask: MN_MASK_WORDS words, bit a & 63 of word a / 64 is set if action a is legal. How many are legal. */
int32_t mn_new(void *state, uint64_t *mask, int32_t preset, int32_t pack, uint64_t seed);
/* Play an action and the forced moves after it. How many actions are legal then; 0 at the end. notes: what happens, in
   order, each note MN_NOTE_WORDS numbers: the kind (-1 after the last note) and the values of its fields, see the JSON.
   They begin at a multiple of 8. NULL, 0 tell nothing. */
int32_t mn_step(void *state, uint64_t *mask, int32_t action, int64_t *notes, int32_t notes_bytes);
/* Play an action alone. */
int32_t mn_apply(void *state, uint64_t *mask, int32_t action, int64_t *notes, int32_t notes_bytes);
int32_t mn_legal(const void *state, uint64_t *mask);
/* out: MN_OBSERVATION numbers. */
int32_t mn_observe(const void *state, int32_t seat, float *out);
/* Overwrite all that the seat does not know. Of notes (NULL, 0: none) those that it does not learn of are taken out,
   and values that it does not know become MN_UNKNOWN. */
int32_t mn_conceal(void *state, int32_t seat, int64_t *notes, int32_t notes_bytes);
/* 0 if play can lead to the record, which may be any MN_STATE_BYTES bytes; else the reason why not. */
int32_t mn_check(const void *state);
/* Bytes of work memory for a choice with the network and so many simulations; negative if it is none of the game. */
int32_t mn_network(const void *network, int32_t bytes, int32_t simulations);
/* The action that a player chooses. If values of duels follow the network in its bytes, MN_POLICY and MN_SEARCH play
   duels by them; given only the first "bytes" of "network" in the JSON, they play the network alone. A search goes on
   where first is not 0 (a multiple of 16), with the same seed and work; the heuristic needs MN_WORK_BYTES of work and
   no network. network and work begin at multiples of 8. */
int32_t mn_choose(const void *state, const void *network, int32_t network_bytes, void *work, int32_t work_bytes,
                  int32_t way, int32_t first, int32_t last, uint64_t seed);
/* What the network expects, after simulations first..last-1 or, with 0, 0, alone; returns the best action. work: as for
   a search (mn_network of at least one simulation). judged: 2 * MN_ACTIONS + 1 numbers: the weight of each action (0:
   not legal), the value of each action (NaN: no simulation played it) and the value of the position, from -1 to 1 for
   the player to move. In duels choices are weighed by values that follow the network, as for mn_choose. */
int32_t mn_judge(const void *state, const void *network, int32_t network_bytes, void *work, int32_t work_bytes,
                 int32_t first, int32_t last, uint64_t seed, float *judged);
#ifdef __cplusplus
}
#endif
#endif
