// The position that is shown, with the tables and numbers of its game.
export let pack, at, phases, fields, words;

/** Take the position that is shown; all words are of this one. */
export function take(now, say, about) {
  [fields, words] = [now, say];
  if (about) [pack, phases, at] = [about.packs[0].tables, about.phases, about.actions.blocks];
}

export const range = count => Array.from({ length: count }, (_, k) => k);
export const phaseOf = () => Object.keys(phases).find(name => phases[name] === fields.phase);
