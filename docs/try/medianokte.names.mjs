// Medianokte: names of cards, astralis and crew members, and actions in words.
import { optionWords, several } from "./medianokte.effects.mjs";
import { at, fields, pack, phaseOf as nameOfPhase, take, words } from "./position.mjs";

export * from "./position.mjs";

const MEMBERS = 5, ARMY = 20, WEAPONS = 2, EXTRA = 4, FOE = 5, BOSS = 25, STRAIGHT = 21, AREA = 42;
const CARDS = { character: 1, boss: 33, astrali: 53, event: 77, positive: 93, object: 109 }, BUILT = { astrali: 0, event: 24, object: 40, positive: 72 };
const TABLES = { summon: "astrali", event: "event", use: "object", revive: "astrali", summon_free: "astrali", character: "character", boss: "boss" };
const SLOTS = ["weapon-1", "weapon-2", "assist"];
export const OBJECTS = 32;

export const sum = counts => counts.reduce((all, count) => all + count, 0);
export const phaseOf = () => nameOfPhase().toLowerCase();
const within = (groups, number) => { const [name, first] = Object.entries(groups).filter(([, from]) => from <= number).pop(); return [name, number - first]; };
export const rowName = (table, kind) => pack[table][kind]?.name ?? `#${kind + 1}`;
export const heroOf = member => pack.character[fields.character[member]];
export const crewName = member => heroOf(member)?.name ?? words("seat-crew", { number: member + 1 });
const mateName = relative => crewName((Math.max(fields.to_move - 1, 0) + relative) % (fields.num_players - 1));
export const bossName = () => pack.boss[fields.boss]?.name ?? words("the-boss");
export const slotName = slot => words("in-slot", { name: rowName("astrali", slot < fields.army_size ? fields.army_kind[slot] : -1), slot: slot + 1 });
export const title = seat => (seat ? crewName(seat - 1) : words("with-you", { name: words("the-enemy") }));

/** The group of a card number: character, boss, astrali, event, positive or object. */
export const groupOf = number => within(CARDS, number)[0];

/** The card with a card number; nothing for 0. */
export function cardOf(number) {
  if (!number) return null;
  const [group, n] = within(CARDS, number);
  if (group === "boss") return pack.boss[Math.floor(n / 5)].actions[n % 5];
  if (group !== "character") return pack[group][n];
  const { weapons, assist, final } = pack.character[n >> 2];
  return [...weapons, assist, final][n & 3];
}

/** A weapon of a crew member: basic, found or a revived astrali. */
export function weaponOf(member, weapon) {
  if (weapon >= WEAPONS) return pack.astrali[fields.extra_kind[EXTRA * member + weapon - WEAPONS]];
  return pack.object[fields.found[WEAPONS * member + weapon]] ?? heroOf(member)?.weapons[weapon];
}

export function weaponName(member, weapon) {
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
  take(now, say);
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
