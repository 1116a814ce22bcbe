// La noche de Halloween: the streets, the question, and every player's candies and cards; a child, a square and a card are clicked.
import { escaped } from "./words.mjs";
import { card, lines, offer, panel, question, row } from "./parts.mjs";

const COLOURS = ["red", "green", "yellow", "orange", "blue"], TINTS = ["#f2aaa2", "#a9d8a4", "#f6e88a", "#f8c583", "#a9c6ee"];
const SEATS = 5, UNKNOWN = -2, USED = 5, PAIR = 6, DRAWS = "D", FEW = 4;
const BONUS = { yours: "+2", torn: "-10" };
const VERBS = { KEEP: "keep", FEE: "give", TREAT: "discard", DRAW: "discard" };
let pack, at, phases, fields, words;

const label = name => name.toLowerCase().replaceAll("_", "-");
const phaseOf = () => Object.keys(phases).find(name => phases[name] === fields.phase);
const range = count => Array.from({ length: count }, (_, k) => k);
const nameOf = child => pack.child[child].name;
const childrenOf = bits => pack.child.filter((_, child) => bits >> child & 1).map(each => each.name).join(", ");
const seatName = seat => (seat ? words("seat-player", { number: seat + 1 }) : words("you"));
const named = (key, seat) => ({ [key]: seatName(seat), [`${key}-is`]: seat ? "other" : "you" });
const seats = () => range(fields.num_players);
const known = number => (number === UNKNOWN ? "?" : number);

/** The effect of an action card, in short ("op") or with the time at which it is played ("use"). */
function effect(number, kind) {
  const { op, arg } = pack.action.find(each => each.id === number + 1);
  return words(`${kind}-${label(op)}`, { arg, children: childrenOf(arg) });
}

/** Actions whose words depend on the position: cards, and the players that are counted from the one who is asked. */
export function said(action, now, say) {
  [fields, words] = [now, say];
  const number = action - at.card.at, seat = first => words("seat-player", { number: (fields.to_move + 1 + action - first) % fields.num_players + 1 });
  if (number >= 0 && action < at.ground.at) return words(`${VERBS[phaseOf()] ?? "play"}-card`, { card: words("card-text", { number: number + 1, does: effect(number, "op") }) });
  if (action >= at.ground.at && action < at.freeze.at) return words("ground", { name: seat(at.ground.at) });
  return action >= at.consult.at && action < at.demand.at ? words("consult", { name: seat(at.consult.at) }) : "";
}

// ---- the streets

function squareOf(square, letter, legal) {
  const colour = "RGYOB".indexOf(letter), choosing = phaseOf() === "COLOUR";
  const owner = colour < 0 ? -1 : seats().findIndex(seat => fields.alive[seat] && fields.colour[seat] === colour);
  const painted = colour >= 0 && (choosing || owner >= 0), sign = colour < 0 ? (letter === DRAWS ? words("letters")[5] : "·") : words("letters")[colour];
  const standing = pack.child.map((_, child) => child).filter(child => fields.pos[child] === square).map(child => childOf(child, legal));
  const actions = [at.square.at + square, ...(choosing && colour >= 0 ? [at.colour.at + colour] : [])];
  const shade = painted ? TINTS[colour] : letter === DRAWS ? "#fff" : "#e3dccb";
  return `<td ${offer(owner === 0 ? "own" : "", actions, legal)} style="background:${shade}"><small>${square + 1} <b>${painted || colour < 0 ? sign : sign.toLowerCase()}</b></small><br>${standing.join("")}</td>`;
}

/** A child by two letters: pale if it was moved in this lap, dark if it moves now or is attacked. */
function childOf(child, legal) {
  const look = [fields.child, fields.target].includes(child) ? "token now" : fields.moved >> child & 1 && !fields.done ? "token pale" : "token";
  return `<span ${offer(look, [at.child.at + child, at.tear.at + child], legal)} title="${escaped(nameOf(child))}">${escaped(nameOf(child).slice(0, 2))}</span>`;
}

function streets(legal) {
  let square = 0;
  const rows = pack.board.rows.map(line => [...line].map(letter => (letter === " " ? "<td class=\"gap\"></td>" : squareOf(square++, letter, legal))).join(""));
  return `<table class="grid town">${rows.map(cells => `<tr>${cells}</tr>`).join("")}</table>`;
}

// ---- the turn

function treatWords(role) {
  const treat = pack.treat.flatMap(each => Array(each.copies).fill(each))[fields.treat_card[role]];
  if (!treat) return "";
  const met = words(["met-open", "met-not", "met-yes"][fields.treat_apply[role] + 1]), bonus = role ? treat.owner : treat.child;
  return words(`treat-of-${role ? "owner" : "child"}`, { words: `${words(`condition-${label(treat.condition)}`, { arg: treat.arg, children: childrenOf(treat.arg) })}: +${bonus}`, met });
}

/** What has happened in this turn, and which children are bound. */
function turnLines() {
  const f = fields, frozen = range(8).filter(child => f.frozen_left[child]).map(child => `${nameOf(child)} (${f.frozen_left[child]})`);
  const guarded = childrenOf(range(8).reduce((bits, child) => bits | (f.guard[child] >= 0) << child, 0)), gone = childrenOf(range(8).reduce((bits, child) => bits | (f.pos[child] < 0) << child, 0));
  const advice = ["none", "true", "false"][f.advice], worth = pack.rules.candy_table.map((count, k) => `${k + 1}: ${count}`).join(", ");
  return [
    f.moved && !f.done && words("moved-children", { children: childrenOf(f.moved) }), frozen.length && words("frozen-children", { children: frozen.join(", ") }),
    guarded && words("guarded-children", { children: guarded }), gone && `${words("draw-torn")}: ${gone}`,
    f.child >= 0 && words("turn-of", { name: seatName(f.mover), child: nameOf(f.child), die: f.roll }),
    f.no_move && words("now-grounded"), f.treat_only && words("now-treat-only"), f.force_die && words("now-no-question"),
    f.true_roll && words("trick-now", { die: known(f.true_roll), claim: f.claim }), f.true_roll && words("about-candy-table", { worth }),
    f.true_roll && f.third >= 0 && words("consulted-now", { name: seatName(f.third), price: words(`price-${Math.min(f.demand, 3)}`), advice }),
    treatWords(0), treatWords(1), f.target >= 0 && words("under-attack", { child: nameOf(f.target) }),
  ];
}

// ---- the players

/** Whether a card of the same mix may be in another hand, so that nobody can say where this one is. */
const unsure = number => fields.mix[number] && fields.mix_seen[number] & 1 && fields.mix.some((mix, other) => mix === fields.mix[number] && fields.mix_seen[other] & 1 && fields.card_at[other] !== fields.card_at[number]);

function childWords(seat) {
  if (seat === 0 && fields.secret[0] >= 0) return words("draw-own-child", { child: nameOf(fields.secret[0]) });
  const others = seats().filter(other => other !== seat).map(other => fields.secret[other]);
  const few = fields.secret[seat] >= 0 ? [fields.secret[seat]] : range(8).filter(child => fields.know[seat] >> child & 1 && !others.includes(child));
  const last = few.length > 1 ? words("either", { first: few.slice(0, -1).map(nameOf).join(", "), last: nameOf(few.at(-1)) }) : few.map(nameOf).join("");
  return words("child-is", { child: few.length > FEW ? "?" : last });
}

function standing(seat) {
  const f = fields, single = bits => bits > 0 && !(bits & (bits - 1)), whom = seat ? [] : seats().filter(other => other && single(f.know[SEATS * other]));
  const shown = whom.length === f.num_players - 1 ? words("all") : whom.map(seatName).join(", ");
  return [
    f.torn[seat] && words("torn-by", { count: f.torn[seat] }), shown && words("child-known", { whom: shown }), f.skip[seat] && words("grounded-next"),
    f.stake[seat] && words("stake", { count: f.stake[seat] }), f.bid[seat] !== -1 && words("bid-is", { bid: known(f.bid[seat]) }), f.defend[seat] && words(f.defend[seat] === 1 ? "is-aside" : "is-defends"),
    f.n_claims[seat] && words("record-of-claims", { lies: f.n_lies[seat], checked: f.n_checked[seat], claims: f.n_claims[seat] }),
    f.n_advice[seat] && words("record-of-advice", { wrong: f.n_false[seat], answers: f.n_advice[seat] }), f.done && words("points", { points: f.scores[seat] }),
  ].filter(Boolean).join(", ");
}

const faceOf = (number, legal) => card(offer("face", [at.card.at + number], legal), words("name-card", { number: number + 1 }), [effect(number, "use")]);

function seatOf(seat, legal) {
  const held = range(fields.card_at.length).filter(number => fields.card_at[number] === seat), sure = held.filter(number => !unsure(number)), more = held.length - sure.length + fields.unseen[seat];
  const hidden = fields.opt_candies && seat && !fields.done, count = hidden ? "?" : fields.candies[seat], colour = fields.colour[seat];
  const cards = [...sure.map(number => number + 1), ...Array(more).fill("?")].join(" ") || "-", swatch = colour < 0 ? words("no-colour") : words(`colour-${COLOURS[colour]}`);
  const inside = [fields.alive[seat] ? words("candies-seen", { count }) : words("eliminated"), childWords(seat), words("cards-are", { cards }), standing(seat), seat === fields.starter && fields.mover >= 0 && words("draw-starts")];
  return panel(`${seatName(seat)} (${swatch})`, `<div style="height:.4rem;background:${TINTS[colour] ?? "none"}"></div>${lines(inside)}${row("", seat ? [] : sure.map(number => faceOf(number, legal)))}`, seat === fields.to_move);
}

export function drawn(now, { about, words: say, legal }) {
  [fields, words, pack, phases, at] = [now, say, about.packs[0].tables, about.phases, about.actions.blocks];
  const { rounds } = pack.rules, stage = { lap: Math.min(fields.round_no + 1, rounds), rounds, deck: fields.deck_n, pot: words("candies", { count: fields.pot }) };
  const asked = fields.done || fields.to_move < 0 ? words("over") : words(`asked-${label(phaseOf())}`, named("name", fields.to_move));
  const advice = legal.length ? words(`guide-${label(phaseOf())}`, { ...BONUS, undefended: pack.rules.undefended }) : "";
  const pair = range(fields.card_at.length).filter(number => fields.card_at[number] === PAIR), used = range(fields.card_at.length).filter(number => fields.card_at[number] === USED).map(number => number + 1).join(" ");
  const ways = pack.child.map(each => `${each.name}: ${words(`walk-${label(each.move)}`)}${each.draw === "none" ? "" : `; ${words(`look-${label(each.draw)}`)}`}`);
  return `${question([words("headline", stage), asked], advice)}${streets(legal)}${lines(turnLines())}${row("", pair.map(number => faceOf(number, legal)))}
    <div class="seats">${seats().map(seat => seatOf(seat, legal)).join("")}</div>
    <small>${lines([used && words("cards-used", { cards: used }), words("legend"), ...ways])}</small>`;
}
