// node refused.mjs FOLDER GAME: calls with wrong arguments; prints the error of each as "NAME: text", or what was returned.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, name] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.mjs`));
const wasm = readFileSync(`${folder}/${name}.wasm`), about = JSON.parse(readFileSync(`${folder}/${name}.json`));
const network = new Uint8Array(readFileSync(`${folder}/${name}.net`)), found = {};
async function tried(what, call) {
  try { found[what] = `returned ${await call()}`; }
  catch (error) { found[what] = `${error.name}: ${error.message}`; }
}
const others = { truncated: network.slice(0, -4), short: network.slice(0, 8), empty: network.slice(0, 0), ones: network.map(() => 255) };
for (const [what, bytes] of Object.entries(others)) await tried(what, () => Engine.load(wasm, about, bytes));
const engine = await Engine.load(wasm, about, network), alone = await Engine.load(wasm, about);
const early = { choose: ["heuristic"], step: [0], apply: [0], legal: [], observe: [0], known: [0], events: [0], judge: [] };
for (const [call, given] of Object.entries(early)) await tried(`${call} early`, () => engine[call](...given));
for (const bad of [undefined, NaN, 0.5, 2 ** 32, "0", 0n]) await tried(`new ${typeof bad} ${bad}`, () => engine.new(bad ?? null));
engine.new(0, 0, 1);
alone.state = engine.state;
const before = engine.state;
for (const bad of [undefined, null, NaN, 0.5, 2 ** 32, "0", 0n])
  for (const call of ["step", "apply", "observe", "known"]) await tried(`${call} ${typeof bad} ${bad}`, () => engine[call](bad));
await tried("events null", () => engine.events(null));
for (const way of ["networks", undefined, "toString"]) await tried(`choose ${way}`, () => engine.choose(way));
for (const simulations of [0, -1, NaN, 1.5, 2 ** 20]) await tried(`search ${simulations}`, () => engine.choose("search", { simulations }));
for (const simulations of [-1, NaN, 2 ** 20]) await tried(`judge ${simulations}`, () => engine.judge({ simulations }));
await tried("judge alone", () => alone.judge());
await tried("milliseconds", () => engine.choose("search", { milliseconds: NaN }));
for (const way of ["best", "search"]) await tried(`${way} alone`, () => alone.choose(way));
if (Buffer.compare(Buffer.from(before), Buffer.from(engine.state))) throw new Error("the record has changed");
if (alone.choose("heuristic") !== engine.choose("heuristic")) throw new Error("a record that was set is no game");
console.log(JSON.stringify(found));
