// Camino a Nocturna: names of children, locations, nightmares and rewards, and actions in words.
import { at, fields, pack, phaseOf, take, words } from "./position.mjs";

export * from "./position.mjs";

const CHILDREN = 4, KINDS = 45, CARDS = ["nothing", "attack", "defence", "skill"];
const PASSES = ["PLACE", "USE", "RETURN", "CARRY", "TARGET", "LOOT", "CONCLUSION", "RESURRECT"];
export const PLACES = 4, UNKNOWN = -2;

export const titled = each => each?.title || each?.name || "";
export const rowOf = kind => (kind >= KINDS ? pack.boss[kind - KINDS] : pack.nightmare[kind] ?? pack.event[kind - pack.nightmare.length]);
export const kindName = kind => (kind === UNKNOWN ? "?" : titled(rowOf(kind)) || words("nightmare-number", { kind: kind + 1 }));
export const rewardName = kind => titled(pack.reward[kind]) || words("reward-number", { kind: kind + 1 });
const spaced = name => (name ? ` ${name}` : "");
export const childName = child => words("child", { child: child + 1, title: spaced(titled(pack.child[fields.sheet[child]])) });
export const placeName = place => words("location", { place: place + 1, title: spaced(titled(pack.location[fields.loc_kind[place]])) });
export const foeName = foe => words("foe", { j: foe + 1, title: spaced(fields.foe_kind[foe] < 0 ? "" : kindName(fields.foe_kind[foe])) });
export const cardName = number => words(`card-${CARDS[number]}`);

/** Actions whose words depend on the position: passes, and children, foes and locations with their names. */
export function said(action, now, say) {
  take(now, say);
  const child = number => childName((Math.max(fields.to_move - 1, 0) + number) % (fields.num_players - 1)), from = name => action - at[name].at;
  if (action === 0) return words(PASSES.includes(phaseOf()) ? `pass-${phaseOf().toLowerCase()}` : "pass");
  if (from("child") >= 0 && from("foe") < 0) return child(from("child"));
  if (from("foe") >= 0 && from("location") < 0) return foeName(from("foe"));
  if (from("location") >= 0 && from("sheet") < 0) return placeName(from("location"));
  if (from("place") >= 0 && from("use") < 0) return words("place", { kind_name: kindName(Math.floor(from("place") / PLACES)), where: placeName(from("place") % PLACES) });
  if (from("offer") < 0 || from("give") >= 0) return "";
  return words("offer", { reward_name: rewardName(Math.floor(from("offer") / CHILDREN)), to: child(from("offer") % CHILDREN) });
}
