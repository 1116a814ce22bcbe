// La noche de Halloween: the streets, the question, and every player's candies and cards; a child, a square and a card are clicked.
import { escaped } from "./words.mjs";
import { card, lines, offer, panel, question, row } from "./parts.mjs";
import { at, childWords, effect, fields, label, named, nameOf, pack, phaseOf, range, seatName, seats, standing, take, turnLines, unsure, words } from "./halloween.names.mjs";

export { said } from "./halloween.names.mjs";

const COLOURS = ["red", "green", "yellow", "orange", "blue"], TINTS = ["#f2aaa2", "#a9d8a4", "#f6e88a", "#f8c583", "#a9c6ee"], LETTERS = "RGYOB", DRAWS = "D";
const USED = 5, PAIR = 6, BONUS = { yours: "+2", torn: "-10" };

function squareOf(square, letter, legal) {
  const colour = LETTERS.indexOf(letter), choosing = phaseOf() === "COLOUR";
  const owner = colour < 0 ? -1 : seats().findIndex(seat => fields.alive[seat] && fields.colour[seat] === colour);
  const painted = colour >= 0 && (choosing || owner >= 0), sign = colour < 0 ? (letter === DRAWS ? words("letters")[5] : ".") : words("letters")[colour];
  const standing = range(pack.child.length).filter(child => fields.pos[child] === square), alone = standing.length === 1 ? childActions(standing[0]) : [];
  const actions = [at.square.at + square, ...(choosing && colour >= 0 ? [at.colour.at + colour] : []), ...alone];
  const shade = painted ? TINTS[colour] : letter === DRAWS ? "#fff" : "#e3dccb";
  const head = `<small>${square + 1} <b>${painted || colour < 0 ? sign : sign.toLowerCase()}</b></small><br>`;
  return `<td ${offer(owner === 0 ? "own" : "", actions, legal)} style="background:${shade}">${head}${standing.map(child => childOf(child, legal)).join("")}</td>`;
}

const childActions = child => [at.child.at + child, at.tear.at + child];

/** A child by two letters: pale if it was moved in this lap, dark if it moves now or is attacked. */
function childOf(child, legal) {
  const look = [fields.child, fields.target].includes(child) ? "token now" : fields.moved >> child & 1 && !fields.done ? "token pale" : "token";
  return `<span ${offer(look, childActions(child), legal)}>${escaped(nameOf(child).slice(0, 2))}</span>`;
}

function streets(legal) {
  let square = 0;
  const rows = pack.board.rows.map(line => [...line].map(letter => (letter === " " ? "<td class=\"gap\"></td>" : squareOf(square++, letter, legal))).join(""));
  return `<table class="grid town">${rows.map(cells => `<tr>${cells}</tr>`).join("")}</table>`;
}

const faceOf = (number, legal) => card(offer("face", [at.card.at + number], legal), words("name-card", { number: number + 1 }), [effect(number, "use")]);

function seatOf(seat, legal) {
  const held = range(fields.card_at.length).filter(number => fields.card_at[number] === seat), sure = held.filter(number => !unsure(number)), more = held.length - sure.length + fields.unseen[seat];
  const hidden = fields.opt_candies && seat && !fields.done, count = hidden ? "?" : fields.candies[seat], colour = fields.colour[seat];
  const cards = [...sure.map(number => number + 1), ...Array(more).fill("?")].join(" ") || "-", swatch = colour < 0 ? words("no-colour") : words(`colour-${COLOURS[colour]}`);
  const inside = [fields.alive[seat] ? words("candies-seen", { count }) : words("eliminated"), childWords(seat), words("cards-are", { cards }), standing(seat), seat === fields.starter && fields.mover >= 0 && words("draw-starts")];
  const bar = `<div style="height:.4rem;background:${TINTS[colour] ?? "none"}${seat ? "" : ";border:2px solid #222"}"></div>`;
  return panel(`${seatName(seat)} (${swatch})`, `${bar}${lines(inside)}${row("", seat ? [] : sure.map(number => faceOf(number, legal)))}`, seat === fields.to_move);
}

export function drawn(now, { about, words: say, legal, ui }) {
  take(now, say, about);
  const { rounds } = pack.rules, stage = { lap: Math.min(fields.round_no + 1, rounds), rounds, deck: fields.deck_n, pot: words("candies", { count: fields.pot }) };
  const asked = fields.done || fields.to_move < 0 ? words("over") : words(`asked-${label(phaseOf())}`, named("name", fields.to_move));
  const advice = legal.length ? words(`guide-${label(phaseOf())}`, BONUS) : "";
  const lying = place => range(fields.card_at.length).filter(number => fields.card_at[number] === place), pair = lying(PAIR), used = lying(USED).map(number => number + 1).join(" ");
  const ways = pack.child.map(each => `${each.name}: ${words(`walk-${label(each.move)}`)}${each.draw === "none" ? "" : `; ${words(`look-${label(each.draw)}`)}`}`);
  const hints = [used && words("cards-used", { cards: used }), words("legend"), ui.frames, ...ways];
  return `${question([words("headline", stage), asked], [advice])}<div class="seats"><div>${streets(legal)}</div><div class="side">${lines(turnLines())}${row("", pair.map(number => faceOf(number, legal)))}
    <div class="cards">${seats().map(seat => seatOf(seat, legal)).join("")}</div></div></div><small>${lines(hints)}</small>`;
}
