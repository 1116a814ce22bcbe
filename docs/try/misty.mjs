// Misty: windows as grids, the hand as cards; a card, a place and an arrow are clicked where they are.
import { escaped } from "./words.mjs";

const PICK = 0, PLACE = 1, ACT = 2, SIDE = 4, KINDS = 12, CODE = 5, MOVED = 16, STACK = 64;
const GLYPH = ["▦", "✿", "☺", "☠", "↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
const SORT = ["still", "flower", "smile", "monster"], WAY = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

const cellWords = (row, col) => (row < 0 ? "+" : "ABCDE"[row]) + (col < 0 ? "+" : col + 1);
let drawings = [];  // the name of the first drawing of each kind

const named = (kind, words) => words(`kind-${SORT[kind] ?? "arrow"}`, { direction: WAY[kind - 4], drawing: drawings[kind] });
const face = code => (code < 0 ? "" : code >= STACK ? `[${code - STACK}]` : code >= MOVED ? `(${GLYPH[code % MOVED]})` : GLYPH[code]);

/** Actions whose words depend on the position: activating an arrow. */
export function said(action, fields, words) {
  const at = action - KINDS - CODE * CODE;
  if (at < 0) return "";
  const code = fields.win[fields.to_move * SIDE * SIDE + at], place = cellWords(Math.floor(at / SIDE), at % SIDE);
  return words("activate", { card: words("card-there", { card: named(code, words) }), place });
}

function windowOf(fields, seat, legal) {
  const rows = [], mine = seat === 0 && legal.length > 0;
  for (let row = -1; row < SIDE; row++) {
    const cells = [];
    for (let col = -1; col < SIDE; col++) {
      const inside = row >= 0 && col >= 0, code = inside ? fields.win[(seat * SIDE + row) * SIDE + col] : -1;
      const action = fields.phase === PLACE ? KINDS + CODE * (row + 1) + col + 1 : KINDS + CODE * CODE + SIDE * row + col;
      const open = mine && fields.phase !== PICK && (inside || fields.phase === PLACE) && legal.includes(action);
      cells.push(`<td${open ? ` class="open" data-action="${action}"` : ""}>${face(code)}</td>`);
    }
    rows.push(`<tr><th>${row < 0 ? "" : cellWords(row, 0)[0]}</th>${cells.join("")}</tr>`);
  }
  const columns = Array.from({ length: SIDE }, (_, col) => `<th>${col + 1}</th>`);
  return `<table class="grid"><tr><th></th><th></th>${columns.join("")}</tr>${rows.join("")}</table>`;
}

function handOf(fields, words, legal) {
  const cards = fields.hand.slice(0, KINDS).flatMap((count, kind) => Array(count).fill(kind));
  return cards.map(kind => {
    const open = fields.phase === PICK && legal.includes(kind);
    return `<span class="card${open ? " open" : ""}"${open ? ` data-action="${kind}"` : ""} title="${escaped(named(kind, words))}">${GLYPH[kind]}</span>`;
  }).join("");
}

export function drawn(fields, { about, words, legal, ui }) {
  drawings = Array.from({ length: KINDS }, (_, kind) => about.packs[0].tables.card.find(each => (kind < 4 ? each.kind === SORT[kind] : each.dir === WAY[kind - 4]))?.name ?? "");
  const stage = words("stage", { lap: fields.round_no + 1, wins: fields.rounds_to_win }), seats = [];
  for (let seat = 0; seat < fields.num_players; seat++) {
    const name = seat ? `${ui.player} ${seat + 1}` : ui.you, picked = fields.pick[seat];
    const shown = picked < 0 ? "" : picked >= KINDS ? words("hidden-card") : GLYPH[picked];
    seats.push(`<section><h2>${escaped(name)}</h2><p>${escaped(words("rounds-won", { count: fields.scores[seat] }))} ${escaped(shown)}</p>${windowOf(fields, seat, legal)}${seat ? "" : `<p>${handOf(fields, words, legal)}</p>`}</section>`);
  }
  return `<p>${escaped(stage)}</p><div class="seats">${seats.join("")}</div>`;
}
