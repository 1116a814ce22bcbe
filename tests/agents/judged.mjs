// node judged.mjs FOLDER GAME DECISIONS: what the network expects at each decision of a game that its best actions play, alone and after 64 simulations:
// [[best, value, weights, values], ...], null for NaN.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, name, decisions] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.mjs`));
const about = JSON.parse(readFileSync(`${folder}/${name}.json`)), network = readFileSync(`${folder}/${name}.net`), found = [];
const engine = await Engine.load(readFileSync(`${folder}/${name}.wasm`), about, network);
for (let left = engine.new(0, 0, 1), seed = 0; left && seed < Number(decisions); seed++) {
  const both = [64, 0].map(simulations => engine.judge({ seed, simulations }));
  for (const { best, value, weights, values } of both) found.push([best, value, [...weights], [...values]]);
  left = engine.step(both[0].best);
}
console.log(JSON.stringify(found));
