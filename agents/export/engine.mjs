// A game of medianoche in JavaScript: rules and players, without a server. See GAME.json for what is in a state.
// const engine = await Engine.load(await (await fetch("misty.wasm")).arrayBuffer(), await (await fetch("misty.json")).json());

/** A refused call; `name` is one of the names in GAME.json, for example ILLEGAL, or NO_GAME, NO_NETWORK, NO_WAY. */
export class Refused extends Error {}

const READ = { int8: "getInt8", uint8: "getUint8", int16: "getInt16", uint16: "getUint16", int32: "getInt32", float32: "getFloat32", uint64: "getBigUint64" };
const WAYS = { heuristic: 0, best: 1, sample: 2, search: 3, policy: 4 };

function refuse(name, text) { throw Object.assign(new Refused(text), { name }); }

/** `value`, if it is a whole number of 32 bits: WebAssembly makes such a number of anything else, 0 of undefined. */
function int32(what, value) {
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  if (!Number.isInteger(value) || value !== (value | 0)) refuse("NO_NUMBER", `${what} must be a whole number of 32 bits, not ${shown}`);
  return value;
}

export class Engine {
  /** `wasm`: bytes of GAME.wasm; `about`: GAME.json; `network`: bytes of GAME.net, if there is one; others are refused. */
  static async load(wasm, about, network) {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    return new Engine(instance.exports, about, network && new Uint8Array(network));
  }

  constructor(exports, about, network) {
    this.mn = exports;
    this.about = about;
    this.top = exports.__heap_base.value;
    this.at = { state: this.room(about.state.bytes), mask: this.room(8 * about.mask_words), out: this.room(4 * about.observation.size) };
    this.at.network = network ? this.room(network.length) : 0;
    this.networkBytes = network ? network.length : 0;
    this.plainBytes = network ? Math.min(network.length, about.network?.bytes ?? network.length) : 0;
    if (network) this.bytes(this.at.network, network.length).set(network);
    this.work = { at: 0, size: 0 };
    this.sizes = {};
    this.dealt = false;
    this.growNotes(64);
    if (network) this.needed(0);
  }

  room(size) {
    const at = (this.top + 15) & ~15, missing = (this.top = at + size) - this.mn.memory.buffer.byteLength;
    if (missing > 0) this.mn.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  bytes(at, size) { return new Uint8Array(this.mn.memory.buffer, at, size); }

  asked(number) {
    if (number >= 0) return number;
    const key = number <= -100 ? "BROKEN" : Object.keys(this.about.errors).find(name => this.about.errors[name].number === number);
    const text = key === "BROKEN" ? this.about.invariants[-101 - number] : this.about.errors[key].meaning;
    throw Object.assign(new Refused(text), { name: key, number });
  }

  /** The record of the game, bytes as in Python; setting it checks it. */
  get state() { return this.bytes(this.at.state, this.about.state.bytes).slice(); }
  set state(record) {
    const before = this.state;
    if (record.length !== before.length) refuse("WRONG_FIELD", "a record of another size");
    this.bytes(this.at.state, before.length).set(record);
    try { this.asked(this.mn.mn_check(this.at.state)); }
    catch (error) { this.bytes(this.at.state, before.length).set(before); throw error; }
    this.dealt = true;
  }

  /** Where the record of the game is; refused if there is no game. */
  get playing() {
    if (!this.dealt) refuse("NO_GAME", "there is no game: call new() first, or set `state`");
    return this.at.state;
  }

  /** Deal a game; returns how many actions are legal. `seed` is a BigInt or a number. */
  new(preset = 0, pack = 0, seed = 0) {
    const given = [int32("a preset", preset), int32("a pack", pack), BigInt.asIntN(64, BigInt(seed))];
    const left = this.asked(this.mn.mn_new(this.at.state, this.at.mask, ...given));
    this.forget();
    this.dealt = true;
    return left;
  }
  /** Play an action and the forced moves after it; returns how many actions are legal then, 0 at the end. */
  step(action) { return this.told(this.mn.mn_step, action); }
  /** Play an action alone. */
  apply(action) { return this.told(this.mn.mn_apply, action); }

  told(play, action) {
    const state = this.playing, { mask } = this.at;
    int32("an action", action);
    const ask = () => play(state, mask, action, this.notes.at, this.notes.size);
    let left = ask();
    while (left === this.about.errors.SMALL_NOTES.number) {
      this.growNotes(4 * this.notes.size / this.about.note_words / 8);
      left = ask();
    }
    return this.asked(left);
  }

  forget() { new BigInt64Array(this.mn.memory.buffer, this.notes.at, 1)[0] = -1n; }

  growNotes(count) {
    const size = 8 * this.about.note_words * count;
    this.notes = { at: this.room(size), size };
    this.forget();
  }

  /**
   * What happened in the last step or apply, as `seat` knows it (by default all of it), in order: { kind, fields }, a value null if the seat does not know
   * it. `kind` is a name of GAME.json's events, and of the sentence in its words.
   */
  events(seat) {
    const { at, size } = this.notes, words = new BigInt64Array(this.mn.memory.buffer, at, size / 8), whole = words.slice(), before = this.state;
    if (seat !== undefined) {
      try { this.asked(this.mn.mn_conceal(this.playing, int32("a seat", seat), at, size)); }
      finally { this.bytes(this.at.state, before.length).set(before); }
    }
    const seen = words.slice(), kinds = Object.entries(this.about.events), found = [];
    words.set(whole);
    const value = word => word === -(2n ** 63n) ? null : Number(word);
    const shaped = (flat, [length, ...inner]) => !inner.length ? flat
      : Array.from({ length }, (_, k) => shaped(flat.slice(k * flat.length / length, (k + 1) * flat.length / length), inner));
    for (let k = 0; seen[k] >= 0n; k += this.about.note_words) {
      const [kind, { fields }] = kinds[Number(seen[k])], event = { kind, fields: {} };
      for (const [name, { at, shape = [], dice }] of Object.entries(fields)) {
        const first = seen[k + 1 + at];
        if (dice) event.fields[name] = [...BigInt.asUintN(64, first).toString(16)].map(digit => parseInt(digit, 16));
        else if (!shape.length || value(first) === null) event.fields[name] = value(first);
        else event.fields[name] = shaped([...seen.slice(k + 1 + at, k + 1 + at + shape.reduce((a, b) => a * b, 1))].map(value), shape);
      }
      found.push(event);
    }
    return found;
  }

  /** The legal actions, ascending. */
  legal() {
    this.mn.mn_legal(this.playing, this.at.mask);
    const mask = this.bytes(this.at.mask, 8 * this.about.mask_words), found = [];
    for (let a = 0; a < this.about.actions.size; a++) if (mask[a >> 3] >> (a & 7) & 1) found.push(a);
    return found;
  }

  /** What `seat` observes. */
  observe(seat) {
    this.asked(this.mn.mn_observe(this.playing, int32("a seat", seat), this.at.out));
    return new Float32Array(this.mn.memory.buffer, this.at.out, this.about.observation.size).slice();
  }

  /** The record as `seat` knows it. */
  known(seat) {
    const before = this.state;
    try { this.asked(this.mn.mn_conceal(this.playing, int32("a seat", seat), 0, 0)); return this.state; }
    finally { this.bytes(this.at.state, before.length).set(before); }
  }

  /** A field of a record: a number, or a flat array. */
  field(name, record = this.state) {
    const { offset, type, shape } = this.about.state.fields[name], view = new DataView(record.buffer, record.byteOffset);
    const size = Number(type.replace(/\D/g, "")) / 8, count = shape.reduce((a, b) => a * b, 1);
    const values = Array.from({ length: count }, (_, k) => view[READ[type]](offset + k * size, true));
    return shape.length ? values : values[0];
  }

  /** Bytes of work memory for so many simulations; it is refused if there is no network of this game. */
  needed(simulations) {
    if (!this.at.network) refuse("NO_NETWORK", "no network was given to Engine.load; only \"heuristic\" needs none");
    this.sizes[simulations] ??= this.asked(this.mn.mn_network(this.at.network, this.networkBytes, simulations));
    return this.sizes[simulations];
  }

  /**
   * The action of a player: "heuristic", "best" or "sample" (the network alone), "policy" (as the network's header says), "search" (with `simulations`, or for
   * `milliseconds`). With `plain` the last two play the network alone also where values of duels come with it. The state does not change.
   */
  choose(way, { seed = 0, simulations = 64, milliseconds = 0, plain = false } = {}) {
    if (!Object.hasOwn(WAYS, way)) refuse("NO_WAY", `no player is called ${String(way)}; accepted: ${Object.keys(WAYS).join(", ")}`);
    const state = this.playing, { network } = this.at, word = BigInt.asIntN(64, BigInt(seed));
    if (way === "search" && int32("simulations", simulations) < 1) refuse("NO_NUMBER", "simulations must be at least 1");
    if (!(milliseconds >= 0)) refuse("NO_NUMBER", `milliseconds must be a number from 0 on, not ${milliseconds}`);
    const most = milliseconds ? 4096 : simulations;
    const size = way === "heuristic" ? this.about.work_bytes : this.needed(way === "search" ? most : 0);
    this.makeWork(size);
    const ask = (first, last) => this.asked(
      this.mn.mn_choose(state, network, plain ? this.plainBytes : this.networkBytes, this.work.at, size, WAYS[way], first, last, word));
    if (!milliseconds) return ask(0, simulations);
    const until = Date.now() + milliseconds;
    let action = ask(0, 16);
    for (let first = 16; Date.now() < until && first < most; first += 16) action = ask(first, first + 16);
    return action;
  }

  makeWork(size) { if (size > this.work.size) this.work = { at: this.room(size), size }; }

  /**
   * What the network expects of the position, alone or after so many `simulations`, for the player to move: the `best` action, the `value` from -1 to 1, and
   * by action `weights` (0 if it is not legal) and `values` (NaN where no simulation played it). In duels choices are weighed by
   * the values that come with the network, but with `plain` by the network alone. The state does not change.
   */
  judge({ seed = 0, simulations = 0, plain = false } = {}) {
    const state = this.playing, { network } = this.at, { size: actions } = this.about.actions;
    if (int32("simulations", simulations) < 0) refuse("NO_NUMBER", "simulations must be at least 0");
    const size = this.needed(Math.max(1, simulations));
    this.makeWork(size);
    this.at.judged ??= this.room(4 * (2 * actions + 1));
    const given = [state, network, plain ? this.plainBytes : this.networkBytes, this.work.at, size, 0, simulations, BigInt.asIntN(64, BigInt(seed))];
    const best = this.asked(this.mn.mn_judge(...given, this.at.judged));
    const all = new Float32Array(this.mn.memory.buffer, this.at.judged, 2 * actions + 1).slice();
    return { best, value: all[2 * actions], weights: all.subarray(0, actions), values: all.subarray(actions, 2 * actions) };
  }
}
