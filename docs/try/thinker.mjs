// Agents of the exported engines. A message {id, game, records, question} is answered once, {id, answer}; both are those of `ui/browser/engines.py`.
import { Engine } from "./engine.mjs";
import { unpacked } from "./network.mjs";

const engines = new Map();

async function loaded(name) {
  const { ok, status, body } = await fetch(`games/${name}.gzipped`);
  if (!ok) throw new Error(`${name}: ${status}`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}

/** The engine of a game; one that could not be loaded is asked for again. */
function engineOf(game) {
  if (!engines.has(game)) {
    const made = (async () => {
      const [wasm, about, network] = await Promise.all(["wasm", "json", "net"].map(kind => loaded(`${game}.${kind}`)));
      return Engine.load(await wasm.arrayBuffer(), await about.json(), unpacked(await network.arrayBuffer()));
    })();
    engines.set(game, made);
    made.catch(() => engines.delete(game));
  }
  return engines.get(game);
}

async function answered(game, records, { way, seeds, simulations, milliseconds, plain }) {
  const engine = await engineOf(game), size = engine.about.state.bytes, found = [];
  for (const [row, seed] of seeds.entries()) {
    engine.state = records.subarray(row * size, (row + 1) * size);
    const asked = { seed: BigInt(seed), simulations, milliseconds, plain };
    if (way !== "judge") { found.push(engine.choose(way, asked)); continue; }
    const { best, value, weights, values } = engine.judge(asked);
    found.push({ best, value, weights: [...weights], values: [...values].map(each => (Number.isNaN(each) ? null : each)) });
  }
  return { [way === "judge" ? "judgements" : "actions"]: found };
}

onmessage = async ({ data: { id, game, records, question } }) => {
  const found = await answered(game, records, JSON.parse(question)).catch(error => ({ error: `${error.name}: ${error.message}` }));
  postMessage({ id, answer: JSON.stringify(found) });
};
