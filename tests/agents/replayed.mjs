// node replayed.mjs FOLDER GAME DECISIONS SEARCH_EVERY: plays as `replayed` in exported.py does, and prints the same digests.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [folder, name, decisions, every] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.mjs`));
const network = existsSync(`${folder}/${name}.net`) ? readFileSync(`${folder}/${name}.net`) : undefined;
const about = JSON.parse(readFileSync(`${folder}/${name}.json`));
const engine = await Engine.load(readFileSync(`${folder}/${name}.wasm`), about, network);
const digests = [], word = new DataView(new ArrayBuffer(4));
for (let done = 0, number = 0; done < decisions; number++) {
  const preset = number % about.presets.length, pack = Math.floor(number / about.presets.length) % about.packs.length;
  const sum = createHash("sha256"), add = n => { word.setInt32(0, n, true); sum.update(new Uint8Array(word.buffer)); };
  let left = engine.new(preset, pack, number);
  while (true) {
    add(left);
    sum.update(engine.state);
    for (let seat = 0; seat < about.presets[preset].players; seat++) {
      sum.update(new Uint8Array(engine.observe(seat).buffer));
      sum.update(engine.known(seat));
    }
    if (left === 0 || done >= decisions) break;
    const legal = engine.legal(), advised = engine.choose("heuristic", { seed: done });
    add(advised);
    if (network) for (const way of ["best", "sample"]) add(engine.choose(way, { seed: done }));
    if (network && done % every === 0) {
      add(engine.choose("search", { seed: done, simulations: 64 }));
      for (const simulations of [0, 64]) add(engine.judge({ seed: done, simulations }).best);
    }
    left = engine.step(done % 3 ? legal[done * 7919 % legal.length] : advised);
    sum.update(JSON.stringify(engine.events(0)));
    done++;
  }
  digests.push(sum.digest("hex").slice(0, 16));
}
console.log(JSON.stringify(digests));
