// node fuzzed.mjs FOLDER GAME COUNT: so many calls with bad arguments, records and networks. Each is answered by a named
// error or a result, never by a trap; after an error the record is the same, and nothing outside the caller's memory changes.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, name, count] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.mjs`));
const about = JSON.parse(readFileSync(`${folder}/${name}.json`)), network = new Uint8Array(readFileSync(`${folder}/${name}.net`));
const engine = await Engine.load(readFileSync(`${folder}/${name}.wasm`), about, network), { mn, at } = engine;
const size = mn.mn_network(at.network, network.length, 16), work = engine.room(size), judged = engine.room(8 * about.actions.size + 4), guard = engine.room(4096);
engine.bytes(guard, 4096).fill(77);
let seed = 1n;
const chance = n => { seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n); return Number((seed >> 33n) % BigInt(n)); };
const named = new Set(Object.values(about.errors).map(each => each.number)), seen = {};
const number = () => [chance(2000), -chance(2000), 2 ** 31 - 1 - chance(3), -(2 ** 31) + chance(3)][chance(4)];
const known = answer => answer >= 0 || named.has(answer) || (answer < -100 && answer >= -100 - about.invariants.length);
// The calls, of which one is drawn each time: `k` is its number, `before` the record. A new call needs only a line here.
const calls = {
  step: () => mn.mn_step(at.state, at.mask, number(), engine.notes.at, [0, chance(64), engine.notes.size][chance(3)]),
  observe: () => mn.mn_observe(at.state, number(), at.out),
  choose: k => mn.mn_choose(at.state, at.network, network.length, work, chance(3) ? chance(size) : size, number() % 5, number(), number() % 64, BigInt(k)),
  network: k => {
    const bad = network.slice(), place = chance(2) ? chance(160) : chance(bad.length), length = chance(3) ? bad.length : chance(bad.length);
    bad[place] = chance(256);
    engine.bytes(at.network, bad.length).set(bad);
    const answer = mn.mn_network(at.network, length, 16);
    const chosen = mn.mn_choose(at.state, at.network, length, work, size, 1 + chance(3), 0, 16, BigInt(k));
    if (!known(chosen)) throw new Error(`choose: ${chosen}`);
    engine.bytes(at.network, network.length).set(network);
    return answer;
  },
  check: (k, before) => {
    const record = engine.bytes(at.state, before.length);
    for (let n = chance(4); n >= 0; n--) record[chance(record.length)] = chance(256);
    const answer = mn.mn_check(at.state);
    if (answer !== 0) record.set(before);
    return answer;
  },
  judge: k => mn.mn_judge(at.state, at.network, network.length, work, chance(3) ? chance(size) : size, chance(3) ? 0 : number(), [0, 16, 32, number() % 64][chance(4)], BigInt(k), judged),
};
const kinds = Object.keys(calls);
for (let k = 0; k < Number(count); k++) {
  if (k % 20 === 0) { // a new game: some actions, or all to its end
    engine.new(chance(about.presets.length), 0, k);
    for (let n = chance(4) ? chance(40) : Infinity, legal; n > 0 && (legal = engine.legal()).length; n--) engine.step(legal[chance(legal.length)]);
  }
  const before = engine.state, kind = kinds[chance(kinds.length)];
  const answer = calls[kind](k, before);
  if (!known(answer)) throw new Error(`${kind}: ${answer}`);
  if (answer < 0 && Buffer.compare(Buffer.from(before), Buffer.from(engine.state))) throw new Error(`${kind}: changed after ${answer}`);
  seen[answer < 0 ? answer : "fine"] = (seen[answer < 0 ? answer : "fine"] ?? 0) + 1;
}
if (!engine.bytes(guard, 4096).every(each => each === 77)) throw new Error("memory behind the work was written");
console.log(JSON.stringify(seen));
