/* Random play of Connect Four in C: the physical limit that the games' loops are measured against.

   A column is seven bits of a board, the highest always empty; bit = 7 * column + row.
   With -DDEPOSIT, x86's instruction that deposits bits picks the moves, which no portable code can say. */
#include <stdint.h>
#ifdef DEPOSIT
#ifndef __BMI2__
#error this processor has no such instruction
#endif
#include <immintrin.h>
#endif

typedef uint64_t u64;

#define CELLS 42
#define BOTTOM 0x0040810204081ULL       /* the lowest cell of each column */
#define BOARD (BOTTOM * 0x3F)           /* all cells */
#define TOP (BOTTOM << 5)
/* times this, the top cells of all columns come to lie side by side in the highest bits */
#define GATHER 0x10410410410000ULL

static inline u64 mix(u64 x)            /* splitmix64 */
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

static inline u64 draw(u64 *seed, u64 n)
{
    *seed += 0x9E3779B97F4A7C15ULL;
    return ((mix(*seed) >> 32) * n) >> 32;
}

static inline u64 pick(u64 set, u64 *seed)  /* a random member of a set of bits, as a bit */
{
    u64 k = draw(seed, __builtin_popcountll(set));
#ifdef DEPOSIT
    return _pdep_u64(1ULL << k, set);
#else
    while (k--)
        set &= set - 1;
    return set & -set;
#endif
}

static inline int line(u64 b)
{
    u64 two;
    two = b & (b >> 1);
    if (two & (two >> 2)) return 1;
    two = b & (b >> 7);
    if (two & (two >> 14)) return 1;
    two = b & (b >> 6);
    if (two & (two >> 12)) return 1;
    two = b & (b >> 8);
    return (two & (two >> 16)) != 0;
}

/* ---- boards in registers: nothing but the game */

u64 play_boards(u64 *seed, u64 steps)
{
    u64 own = 0, discs = 0, games = 0, random = *seed;
    for (int ply = 0; steps; steps--) {
        u64 disc = pick((discs + BOTTOM) & BOARD, &random);
        u64 mine = own | disc;
        own ^= discs;
        discs |= disc;
        if (line(mine) || ++ply == CELLS) {
            own = discs = ply = 0;
            games++;
        }
    }
    *seed = random;
    return games;
}

/* ---- rows of games in memory with their masks of columns and results: what a batch environment has to keep */

typedef struct {
    u64 own, discs;
    float utility[2];
    int8_t to_move;
    uint8_t done, ply;
} Game;

int game_size(void) { return sizeof(Game); }

static inline void deal(Game *game) { *game = (Game){0}; }

static inline u64 columns(const Game *game)
{
    return ((~game->discs & TOP) * GATHER) >> 57;
}

static inline void drop(Game *game, int column)
{
    u64 disc = (game->discs + (1ULL << (7 * column))) & ~game->discs;
    u64 mine = game->own | disc;
    game->own ^= game->discs;
    game->discs |= disc;
    game->ply++;
    int won = line(mine);
    if (won) {
        game->utility[(int)game->to_move] = 1;
        game->utility[1 - game->to_move] = -1;
    }
    game->done = won || game->ply == CELLS;
    game->to_move = 1 - game->to_move;
}

static inline void step(Game *game, u64 *mask, u64 *seed, u64 *games)
{
    drop(game, __builtin_ctzll(pick(*mask, seed)));
    if (game->done) {
        deal(game);
        (*games)++;
    }
    *mask = columns(game);
}

static inline void observe(const Game *game, float *seen, int8_t *legal, u64 mask)
{
    u64 own = game->own, other = game->own ^ game->discs;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 7; c++) {
            seen[7 * r + c] = (own >> (7 * c + r)) & 1;
            seen[CELLS + 7 * r + c] = (other >> (7 * c + r)) & 1;
        }
    for (int c = 0; c < 7; c++)
        legal[c] = (mask >> c) & 1;
}

void reset_rows(Game *games, u64 *masks, u64 *seeds, u64 rows)
{
    (void)seeds;
    for (u64 i = 0; i < rows; i++) {
        deal(&games[i]);
        masks[i] = columns(&games[i]);
    }
}

u64 play_rows(Game *games, u64 *masks, u64 *seeds, u64 steps, u64 rows)
{
    u64 ended = 0;
    for (u64 i = 0; i < rows; i++)
        for (u64 s = 0; s < steps; s++)
            step(&games[i], &masks[i], &seeds[i], &ended);
    return ended;
}

u64 play_rows_seen(Game *games, u64 *masks, u64 *seeds, float *seen, int8_t *legal, u64 steps, u64 rows)
{
    u64 ended = 0;
    for (u64 i = 0; i < rows; i++)
        for (u64 s = 0; s < steps; s++) {
            step(&games[i], &masks[i], &seeds[i], &ended);
            observe(&games[i], seen + 84 * i, legal + 7 * i, masks[i]);
            __asm__ volatile("" ::: "memory");  /* the arrays are read after every step */
        }
    return ended;
}
