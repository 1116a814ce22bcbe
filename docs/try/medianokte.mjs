// Medianokte: the boss with its action cards, the army, the Enemy's hand and the crew; a card, an astrali and then its victim are clicked.
import { attackWords, effectWords, objectWords, optionWords, several } from "./effects.mjs";
import { card, lines, offer, panel, question, row } from "./parts.mjs";

const MEMBERS = 5, ARMY = 20, OBJECTS = 32, WEAPONS = 2, EXTRA = 4, FOE = 5, BOSS = 25, STRAIGHT = 21, AREA = 42;
const GROUPS = { character: 1, boss: 33, astrali: 53, event: 77, positive: 93, object: 109 }, BUILT = { astrali: 0, event: 24, object: 40, positive: 72 };
const TABLES = { summon: "astrali", event: "event", use: "object", revive: "astrali", summon_free: "astrali", character: "character", boss: "boss" };
const TRAITS = ["strength", "dexterity", "will"], TIRED = ["ready", "tapped", "exhausted"], SLOTS = ["weapon-1", "weapon-2", "assist"];
let pack, at, phases, fields, words, picked = -1;

export function turn(slot) { picked = slot; }

const range = count => Array.from({ length: count }, (_, k) => k);
const sum = counts => counts.reduce((all, count) => all + count, 0);
const phaseOf = () => Object.keys(phases).find(name => phases[name] === fields.phase).toLowerCase();
const within = (groups, number) => { const [name, first] = Object.entries(groups).filter(([, from]) => from <= number).pop(); return [name, number - first]; };
const rowName = (table, kind) => pack[table][kind]?.name ?? `#${kind + 1}`;
const heroOf = member => pack.character[fields.character[member]];
const crewName = member => heroOf(member)?.name ?? words("seat-crew", { number: member + 1 });
const mateName = relative => crewName((Math.max(fields.to_move - 1, 0) + relative) % (fields.num_players - 1));
const bossName = () => pack.boss[fields.boss]?.name ?? words("the-boss");
const slotName = slot => words("in-slot", { name: rowName("astrali", slot < fields.army_size ? fields.army_kind[slot] : -1), slot: slot + 1 });
const title = seat => (seat ? crewName(seat - 1) : words("with-you", { name: words("the-enemy") }));
const tiredness = tired => words(`is-${TIRED[tired]}`);
const gained = (member, name) => sum(pack.object.map((each, kind) => fields.items[OBJECTS * member + kind] * (each.gives?.[name] ?? 0)));
const tally = (counts, table) => counts.flatMap((count, kind) => (count > 0 ? [rowName(table, kind) + (count > 1 ? ` x${count}` : "")] : []));

/** The card with a card number; nothing for 0. */
function cardOf(number) {
  if (!number) return null;
  const [group, n] = within(GROUPS, number);
  if (group === "boss") return pack.boss[Math.floor(n / 5)].actions[n % 5];
  if (group !== "character") return pack[group][n];
  const { weapons, assist, final } = pack.character[n >> 2];
  return [...weapons, assist, final][n & 3];
}

/** A weapon of a crew member: basic, found or a revived astrali. */
function weaponOf(member, weapon) {
  if (weapon >= WEAPONS) return pack.astrali[fields.extra_kind[EXTRA * member + weapon - WEAPONS]];
  return pack.object[fields.found[WEAPONS * member + weapon]] ?? heroOf(member)?.weapons[weapon];
}

function weaponName(member, weapon) {
  const name = weaponOf(member, weapon)?.name ?? words(SLOTS[weapon]);
  if (weapon >= WEAPONS) return words("revived", { name, place: weapon - WEAPONS + 1 });
  return fields.found[WEAPONS * member + weapon] < 0 ? name : words("found-weapon", { name, number: weapon + 1 });
}

/** What is attacked, and how. */
function aimed(place) {
  if (place === AREA) return words("whom-all");
  const near = place < STRAIGHT, slot = near ? place : place - STRAIGHT;
  return words(near ? "whom-melee" : "whom-distance", { foe: slot === ARMY ? bossName() : slotName(slot) });
}

const targetName = n => (n === BOSS ? bossName() : n >= FOE ? slotName(n - FOE) : fields.to_move ? mateName(n) : crewName(n));

/** Actions in words: most depend on the cards and crew members in play. */
export function said(action, now, say) {
  [fields, words] = [now, say];
  const [act, block] = Object.entries(at).filter(([, each]) => each.at <= action).pop(), n = action - block.at, [first, second] = [Math.floor(n / MEMBERS), n % MEMBERS];
  const mover = Math.max(fields.to_move - 1, 0), reach = AREA + 1, say2 = (what, whom) => words(`do-${act.replaceAll("_", "-")}`, { what, whom });
  const own = cardOf(fields.card), name = {
    card: () => pack.boss[fields.boss]?.actions[n].name ?? words("action-card", { number: n + 1 }), target: () => targetName(n),
    lose: () => (n < OBJECTS ? rowName("object", n) : weaponName(Math.max(fields.target, 0), n - OBJECTS)), build: () => rowName(...within(BUILT, n)),
    discard: () => own?.name ?? "", resolve: () => own?.name ?? "", option: () => own?.name ?? "",
  };
  name.pick = name.card;
  if (act === "strike") return say2(slotName(first), crewName(second));
  if (act === "attack") return say2(weaponName(mover, Math.floor(n / reach)), aimed(n % reach));
  if (act === "give") return say2(rowName("object", first), mateName(second));
  if (act === "give_weapon") return say2(weaponName(mover, first), mateName(second));
  if (act === "take") return n ? say2(own?.name ?? "", mateName(n)) : words("keep", { name: own?.name ?? "" });
  if (act === "stack") return say2(own?.name ?? "", weaponName(Math.max(fields.receiver, 0), n));
  if (act === "tire") return words("do-tire", { cards: several(SLOTS.filter((_, k) => (n + 1) >> k & 1).map(slot => words(slot)), words) });
  const called = TABLES[act] ? rowName(TABLES[act], n) : name[act]?.() ?? "";
  return words(`do-${act.replaceAll("_", "-")}`, { name: called, does: own && act === "option" ? optionWords(own, n, words) || n + 1 : "" });
}

// ---- the Enemy

const life = (left, limit) => words("life-of", { left: Math.max(left, 0), limit });
const traits = values => values.map((value, k) => `${words(`short-${TRAITS[k]}`)} ${value}`).join(" ");
const conditions = (bleed, poison) => [bleed && words("is-bleeding"), poison && words("poison-is", { count: poison })];
const joined = texts => texts.filter(Boolean).join(", ");
const look = tired => (tired ? "face pale" : "face");

function bossOf(legal) {
  const boss = pack.boss[fields.boss], f = fields, { boss_life: base, boss_life_per_crew: each } = pack.constants, limit = base + each * (f.num_players - 1);
  const actions = boss.actions.map((own, n) => card(offer(look(f.boss_cards[n]), [at.card.at + n, at.pick.at + n], legal), `${own.name} (${tiredness(f.boss_cards[n])})`, [effectWords(own, words)]));
  const state = joined([life(limit - f.boss_damage, limit), words("armour-is", { value: boss.armour - f.boss_poison }), traits(TRAITS.map(name => boss[name])), ...conditions(f.boss_bleed, f.boss_poison)]);
  return card(offer("", [at.target.at + BOSS], legal), boss.name, [state]) + row("", actions);
}

const strikes = (slot, legal) => range(MEMBERS).some(member => legal.includes(at.strike.at + MEMBERS * slot + member));

/** An astrali of the army; it is clicked to strike with it, or as a target. */
function soldierOf(slot, legal) {
  const f = fields, each = pack.astrali[f.army_kind[slot]], tired = f.army_orient[slot], able = strikes(slot, legal);
  const state = joined([life(each.life - f.army_damage[slot], each.life), words("armour-is", { value: each.armour - f.army_poison[slot] }), ...conditions(f.army_bleed[slot], f.army_poison[slot])]);
  const attributes = able ? `class="face ${slot === picked ? "open" : "able"}" data-turn="${slot}"` : offer(look(tired), [at.target.at + FOE + slot], legal);
  return card(attributes, `${slot + 1} ${each.name} (${tiredness(tired)})`, [state, words("attack-is", { attack: attackWords(each, words) }), traits(TRAITS.map(name => each[name]))]);
}

function handOf(legal) {
  const cost = each => `${words("name-energy")} ${each.cost}`, times = count => (count > 1 ? ` x${count}` : "");
  const events = pack.event.flatMap((each, kind) => (fields.hand_event[kind] > 0 ? [card(offer("face", [at.event.at + kind], legal), each.name + times(fields.hand_event[kind]), [`${words("name-event")}, ${cost(each)}`, effectWords(each, words)])] : []));
  const astralis = pack.astrali.flatMap((each, kind) => {
    if (fields.hand_astrali[kind] <= 0) return [];
    const texts = [`${words("kind-astrali")}, ${cost(each)}`, joined([`${words("name-life")} ${each.life}`, words("armour-is", { value: each.armour })]), words("attack-is", { attack: attackWords(each, words) }), traits(TRAITS.map(name => each[name]))];
    return [card(offer("face", [at.summon.at + kind, at.summon_free.at + kind], legal), each.name + times(fields.hand_astrali[kind]), texts)];
  });
  return row(words("pile-hand", { count: sum(fields.hand_event) + sum(fields.hand_astrali) }), [...events, ...astralis]);
}

// ---- the crew

function memberOf(member, legal) {
  const f = fields, hero = heroOf(member), asked = f.to_move === member + 1, relative = f.to_move ? (member - f.to_move + f.num_players) % (f.num_players - 1) : member;
  if (!hero) return panel(crewName(member), "", asked);
  const limit = hero.life + gained(member, "life") + pack.constants.life_bonus[f.num_players - 2], used = range(WEAPONS + EXTRA).filter(weapon => weapon < WEAPONS || f.extra_kind[EXTRA * member + weapon - WEAPONS] >= 0);
  const state = joined([life(limit - f.damage[member], limit), words("armour-is", { value: hero.armour + gained(member, "armour") - f.poison[member] }), traits(TRAITS.map(name => hero[name] + gained(member, name))),
    words("counters-are", { count: f.charge[member], limit: pack.constants.final_cost }), ...conditions(f.bleed[member], f.poison[member]), f.euphoria[member] && words("is-euphoric"), f.last_hit === member && words("struck-last")]);
  const weapons = used.map(weapon => {
    const tired = weapon < WEAPONS ? f.orient[3 * member + weapon] : f.extra_orient[EXTRA * member + weapon - WEAPONS];
    return `${weaponName(member, weapon)} (${tiredness(tired)}): ${attackWords(weaponOf(member, weapon), words, weapon >= WEAPONS)}`;
  });
  const assist = words("assist-line", { name: hero.assist.name, tired: tiredness(f.orient[3 * member + 2]), does: effectWords(hero.assist, words) });
  const held = pack.object.filter((_, kind) => f.items[OBJECTS * member + kind] > 0).map(each => `${each.name}: ${objectWords(each, words)}`);
  const actions = [...(picked < 0 ? [] : [at.strike.at + MEMBERS * picked + member]), at.target.at + relative];
  return card(offer(asked ? "face wide asked" : "face wide", actions, legal), crewName(member), [state, ...weapons, assist, words("final-line", { name: hero.final.name, does: effectWords(hero.final, words) }), ...held]);
}

/** The card that is resolved, with its target and what it does. */
function pending() {
  const own = cardOf(fields.card), code = fields.target, [group] = own ? within(GROUPS, fields.card) : [""];
  if (!own) return [];
  const target = code < 0 ? "" : code < FOE ? crewName(code) : code - FOE < fields.army_size ? slotName(code - FOE) : bossName();
  const does = group === "object" ? objectWords(own, words) : group === "astrali" || own.melee || own.distance || own.area ? attackWords(own, words) : effectWords(own, words, group === "positive" ? "finder" : "self");
  return [words("card-now", { card: target ? words("on-target", { card: own.name, target }) : own.name }), does];
}

export function drawn(now, { about, words: say, legal }) {
  [fields, words, pack, phases, at] = [now, say, about.packs[0].tables, about.phases, about.actions.blocks];
  const f = fields, last = f.max_rounds, stage = words("headline", { number: Math.min(f.round_no + 1, last), last }), able = range(f.army_size).filter(slot => strikes(slot, legal));
  if (!able.includes(picked)) picked = able[0] ?? -1;
  const asked = f.done ? [`${stage}, ${words(`result-${f.winner}`)}`] : [`${stage}, ${words("turn-of", { name: title(f.turn) })}`, `${title(f.to_move)}: ${words(`asked-${phaseOf()}`)}`];
  const piles = [`${words("draw-exploration")}: ${sum(f.explore_object) + sum(f.explore_event)}`, `${words("draw-deck")}: ${sum(f.deck_event) + sum(f.deck_astrali)}`, `${words("draw-discard")}: ${tally(f.discard_event, "event").join(", ") || "-"}`, `${words("draw-void")}: ${tally(f.void_astrali, "astrali").join(", ") || "-"}`];
  const army = f.army_size ? row(words("draw-army", { count: f.army_size }), range(f.army_size).map(slot => soldierOf(slot, legal))) : lines([words("draw-no-army")]);
  const enemy = lines([`${words("name-energy")}: ${f.energy}`]) + (f.boss < 0 ? "" : bossOf(legal)) + army + handOf(legal);
  return `${question([...asked, ...pending(), words("damage-now", { crew: f.scores[0], boss: f.scores[1] })], legal.length ? words(`guide-${phaseOf()}`) : "")}
    ${panel(title(0), enemy, f.to_move === 0)}${row(words("crew-head"), range(f.num_players - 1).map(member => memberOf(member, legal)))}<small>${lines(piles)}</small>`;
}
