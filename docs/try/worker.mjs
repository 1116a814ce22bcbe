// The game runs here, so that the page goes on while a player thinks. A message asks for one thing and is answered once.
import { Engine } from "./engine.mjs";
import { unpacked } from "./network.mjs";

let engine, seat = 0;

async function loaded(name) {
  const { ok, status, body } = await fetch(`${name}.gzipped`);
  if (!ok) throw new Error(`${name}: ${status}`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}

const answers = {
  async load({ game }) {
    const [wasm, about, network] = await Promise.all(["wasm", "json", "net"].map(kind => loaded(`${game}.${kind}`)));
    const described = await about.json();
    engine = await Engine.load(await wasm.arrayBuffer(), described, unpacked(await network.arrayBuffer()));
    return { about: described };
  },
  new: ({ preset, seed }) => (engine.new(preset, 0, seed), shown()),
  step: ({ action }) => (engine.step(action), shown()),
  choose({ player, seed }) {
    const searching = player.startsWith("net:");
    const way = player === "greedy" ? "heuristic" : searching ? "search" : "policy";
    return { action: engine.choose(way, { seed, simulations: Number(player.slice(4)) }) };
  },
};

/** What the seat of the person may know. */
function shown() {
  const record = engine.known(seat), fields = {};
  for (const name in engine.about.state.fields) if (name !== "rng") fields[name] = engine.field(name, record);
  return { fields, legal: fields.to_move === seat ? engine.legal() : [] };
}

onmessage = async ({ data }) => {
  try { postMessage({ id: data.id, ...await answers[data.ask](data) }); }
  catch (error) { postMessage({ id: data.id, error: String(error) }); }
};
