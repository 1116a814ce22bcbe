// Correo: the market, every board with its houses and animals; a tile is turned, then laid by a click where its first space goes.
import { escaped } from "./words.mjs";

const SHAPES = ["I", "O", "T", "S", "L", "I3", "V3", "D"], CARDS = ["I", "O", "T", "S", "L", "special"];
const CELLS = [[[0, 0], [0, 1], [0, 2], [0, 3]], [[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 0], [0, 1], [0, 2], [1, 1]], [[0, 1], [0, 2], [1, 0], [1, 1]], [[0, 0], [1, 0], [2, 0], [2, 1]], [[0, 0], [0, 1], [0, 2]], [[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1]]];
const ANIMALS = ["", "frog", "cat", "mouse", "crow", "owl", "wild"], COLOUR = ["", "#2e7d32", "#c62828", "#6d6d6d", "#222", "#8d5a00", "#7b1fa2"];
const LETTERS = { ".": 0, r: 1, g: 2, m: 3, c: 4, b: 5, "*": 6 };
const NONE = 255, PLACE = 1, PLACE_AT = 28, COLOUR_AT = 540, BOARD = 8;
let orientation = 0, tiles = [], signs = "";

/** A shape turned as the rules count it: flipped first if 4 or more, then quarter turns. */
function oriented(pile, turn) {
  let cells = CELLS[pile].map(([r, c]) => [r, turn >= 4 ? -c : c]);
  for (let k = 0; k < turn % 4; k++) cells = cells.map(([r, c]) => [c, -r]);
  const top = Math.min(...cells.map(([r]) => r)), left = Math.min(...cells.map(([, c]) => c));
  return cells.map(([r, c]) => [r - top, c - left]);
}

/** An animal as a letter, a house as a small one; the legend says which. */
const sign = (code, small) => (code ? `<b style="color:${COLOUR[code]}">${small ? signs[code] : signs[code].toUpperCase()}</b>` : "");

export function turn(wanted) { orientation = wanted; }

const cellWords = cell => `(${Math.floor(cell / BOARD) + 1},${cell % BOARD + 1})`;
const faceWords = (tile, words) => (tile === NONE ? words("nothing") : `(${tiles[tile].houses.map(h => (h === 6 ? words("wild-short") : h ? words(`animal-${ANIMALS[h]}`) : "-")).join(" ")})`);
const cardWords = (card, words) => (card === 5 ? words("special") : CARDS[card]);

/** Actions whose words depend on the position: what lies in the market, and animals on the board. */
export function said(action, fields, words) {
  const tile = (pile, slot) => faceWords(fields.market[2 * pile + slot], words);
  if (action < 10) return words("take-up", { card: CARDS[action >> 1], tile: tile(action >> 1, action & 1), slot: (action & 1) + 1 });
  if (action < 12) return words("take-special", { shape: SHAPES[action - 5], tile: tile(action - 5, 0) });
  if (action < 18) {
    const domino = fields.market[14], card = cardWords(action - 12, words);
    return domino === NONE ? words("down-without", { card }) : words("down-domino", { card, tile: tile(7, 0) });
  }
  if (action < PLACE_AT) return words("renew-tile", { shape: SHAPES[(action - 18) >> 1], slot: (action & 1) + 1, tile: tile((action - 18) >> 1, action & 1) });
  if (action < COLOUR_AT) {
    const o = Math.floor((action - PLACE_AT) / 64), turned = words("turned", { degrees: 90 * (o % 4), flipped: Number(o >= 4) });
    return words("lay", { turned, cell: cellWords((action - PLACE_AT) % 64) });
  }
  const cell = k => (fields.placed[k] === NONE ? words("space", { number: k + 1 }) : cellWords(fields.placed[k])), animal = code => words(`one-${ANIMALS[code]}`);
  if (action < 545) return words("wild", { animal: animal(action - COLOUR_AT + 1), cell: cell(fields.wild_idx) });
  if (action < 565) return words("spell-becomes", { cell: cell(Math.floor((action - 545) / 5)), animal: animal((action - 545) % 5 + 1) });
  if (action < 581) return words("spell-moves", { cell: cell((action - 565) >> 2), goal: cell((action - 565) & 3) });
  if (action >= 837) return "";
  const from = (action - 581) >> 2, walker = words("walker", { animal: words(`animal-${ANIMALS[fields.animal[from]]}`), cell: cellWords(from) });
  return words("send", { whom: walker, way: words(`way-${["north", "east", "south", "west"][(action - 581) & 3]}`) });
}

function tileOf(tile, turned = 0) {
  if (tile === NONE) return "";
  const { pile, houses } = tiles[tile], cells = oriented(pile, turned), rows = [];
  for (let row = 0; row <= Math.max(...cells.map(([r]) => r)); row++) {
    const line = [];
    for (let col = 0; col <= Math.max(...cells.map(([, c]) => c)); col++) {
      const k = cells.findIndex(([r, c]) => r === row && c === col);
      line.push(k < 0 ? `<td style="border:0"></td>` : `<td>${sign(houses[k], true)}</td>`);
    }
    rows.push(`<tr>${line.join("")}</tr>`);
  }
  return `<table class="grid small">${rows.join("")}</table>`;
}

function boardOf(fields, seat, size, lit, places) {
  const rows = [];
  for (let row = 0; row < size; row++) {
    const cells = [];
    for (let col = 0; col < size; col++) {
      const cell = BOARD * row + col, at = 64 * seat + cell, animal = fields.animal[at], house = fields.house[at], level = fields.height[at];
      const open = places.has(cell) ? ` data-action="${places.get(cell)}"` : "";
      const shade = level ? `background:hsl(42 60% ${92 - 10 * level}%)` : lit.rows.includes(row) || lit.cols.includes(col) ? "background:#e8eef8" : "";
      cells.push(`<td class="${open && "open"}"${open} style="${open ? "" : shade}" title="${level}">${animal ? sign(animal) : house ? sign(house, true) : level ? "·" : ""}</td>`);
    }
    rows.push(`<tr><th>${row + 1}</th>${cells.join("")}</tr>`);
  }
  const columns = Array.from({ length: size }, (_, col) => `<th>${col + 1}</th>`);
  return `<table class="grid"><tr><th></th>${columns.join("")}</tr>${rows.join("")}</table>`;
}

/** A tile of the market, which is clicked to take it if a card of the hand does. */
function offered(fields, pile, slot, legal) {
  const shown = tileOf(fields.market[2 * pile + slot]), take = pile < 5 ? 2 * pile + slot : pile + 5;
  return pile < 7 && legal.includes(take) ? `<div class="open" data-action="${take}">${shown}</div>` : shown;
}

export function drawn(fields, { about, words, legal, ui }) {
  const tables = about.packs[0].tables, lit = { rows: tables.board.highlight_rows, cols: tables.board.highlight_cols };
  signs = words("letters");
  tiles = SHAPES.flatMap((shape, pile) => tables.pile.find(each => each.shape === shape).faces.map(({ face }) => ({ pile, houses: [...face].map(letter => LETTERS[letter]) })));
  const places = new Map(), turns = new Set();
  let tray = "";
  if (fields.phase === PLACE && legal.length && fields.taken !== NONE) {
    const laid = legal.filter(action => action >= PLACE_AT && action < COLOUR_AT).map(action => action - PLACE_AT);
    for (const each of laid) turns.add(Math.floor(each / 64));
    if (!turns.has(orientation)) orientation = Math.min(...turns);
    const [row, col] = oriented(tiles[fields.taken].pile, orientation).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0];
    for (const each of laid) if (Math.floor(each / 64) === orientation) places.set(each % 64 + BOARD * row + col, each + PLACE_AT);
    tray = [...turns].map(o => `<span class="card${o === orientation ? " open" : ""}" data-turn="${o}">${tileOf(fields.taken, o)}</span>`).join("");
  }
  const market = SHAPES.map((shape, pile) => `<section><h2>${shape} (${fields.pile_n[pile]})</h2>${offered(fields, pile, 0, legal)}${pile < 5 ? offered(fields, pile, 1, legal) : ""}</section>`);
  const seats = [];
  for (let seat = 0; seat < fields.num_players; seat++) {
    const points = fields.track[seat] + fields.combo[seat], hand = fields.hand.slice(6 * seat, 6 * seat + 6);
    const cards = seat ? "" : hand.flatMap((count, card) => Array(Math.max(count, 0)).fill(`<span class="card">${escaped(cardWords(card, words))}</span>`)).join("");
    const tokens = words("tokens", { spells: fields.spells[seat], patches: fields.patches[seat] });
    seats.push(`<section><h2>${seat ? `${escaped(ui.player)} ${seat + 1}` : escaped(ui.you)}: ${fields.done ? fields.scores[seat] : points}</h2><p>${escaped(tokens)}</p>${boardOf(fields, seat, tables.board.size, lit, seat ? new Map() : places)}<p>${cards}</p></section>`);
  }
  return `<div class="seats market">${market.join("")}</div><div>${tray}</div><div class="seats">${seats.join("")}</div><p><small>${escaped(words("legend"))}</small></p>`;
}
