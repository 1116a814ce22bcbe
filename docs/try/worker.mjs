// The game runs here, so that the page goes on while a player thinks. A message asks for one thing and is answered once.
import { Engine } from "./engine.mjs";

let engine, seat = 0;

/** A file of a network with numbers of 16 bits, as the engine takes it: 32 bits. */
function widened(file) {
  const view = new DataView(file), start = view.getUint32(0, true), count = (file.byteLength - start - 4) / 2;
  const made = new Uint8Array(start + 4 * count), numbers = new Float32Array(made.buffer, start);
  made.set(new Uint8Array(file, 4, start));
  for (let k = 0; k < count; k++) {
    const h = view.getUint16(start + 4 + 2 * k, true), e = h >> 10 & 31, f = h & 1023;
    numbers[k] = (h >> 15 ? -1 : 1) * (e ? 2 ** (e - 15) * (1 + f / 1024) : 2 ** -14 * f / 1024);
  }
  return made;
}

const answers = {
  async load({ game }) {
    const [wasm, about, network] = await Promise.all(["wasm", "json", "net16"].map(async kind => {
      const file = await fetch(`${game}.${kind}`);
      return kind === "json" ? file.json() : file.arrayBuffer();
    }));
    engine = await Engine.load(wasm, about, widened(network));
    return { about };
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
