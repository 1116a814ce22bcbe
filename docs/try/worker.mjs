// The server of the page: Python with the page's own code. A message is a request {id, method, path, headers, body} and is answered once, {id, status, text}.
import { Decompress } from "./fzstd.mjs";
import { loadPyodide } from "./pyodide.mjs";

const GAMES = "/games", SITE = "/lib/python3.14/site-packages", SAVED_AFTER = 300, PACKED = "medianoche-packed-";
const marks = {};
let loaded = 0, kept = null;

const SIZED = { transform(part, stream) { loaded += part.length; postMessage({ loaded }); stream.enqueue(part); } };

/** Unpacks what fzstd reads, part by part. */
function unpacking() {
  let reader;
  return new TransformStream({
    start(stream) { reader = new Decompress(part => stream.enqueue(part)); },
    transform(part) { reader.push(part); },
    flush() { reader.push(new Uint8Array(), true); },
  });
}

/** The answer to a request for a packed file. It is kept unpacked, so that a later visit does not unpack it again. */
async function file(name, type) {
  const known = await kept?.match(name);
  if (known) return known;
  const { ok, status, body } = await elsewhere(`${name}.zst`);
  if (!ok) throw new Error(`${name}: ${status}`);
  const unpacked = body.pipeThrough(new TransformStream(SIZED)).pipeThrough(unpacking());
  const answer = new Response(unpacked, { headers: { "content-type": type } });
  kept?.put(name, answer.clone()).catch(console.warn);  // a full disk: it is loaded again
  return answer;
}

/** Open what earlier visits have kept of this version, and remove what they kept of others. */
async function opened(version) {
  if (!self.caches) return;
  const older = (await caches.keys()).filter(name => name.startsWith(PACKED) && name !== PACKED + version);
  await Promise.all(older.map(name => caches.delete(name)));
  kept = await caches.open(PACKED + version);
}

/** A file as an address of this page. */
async function addressOf(name, type) {
  return URL.createObjectURL(new Blob([await (await file(name, type)).arrayBuffer()], { type }));
}

const elsewhere = self.fetch.bind(self);
self.fetch = (asked, options) => {  // Pyodide asks for its machine code by this name
  const name = String(asked.url ?? asked);
  return name.endsWith("/pyodide.asm.wasm") ? file("pyodide.asm.wasm", "application/wasm") : elsewhere(asked, options);
};

// ---- agents

const thinker = new Worker("thinker.mjs", { type: "module" }), thinking = new Map();
let questions = 0;
thinker.onmessage = ({ data }) => { thinking.get(data.id)(data.answer); thinking.delete(data.id); };

/** Ask the engine of a game, see `ui/browser/engines.py`. */
function ask(game, records, question) {
  return new Promise(done => {
    thinking.set(++questions, done);
    const bytes = records.toJs();
    thinker.postMessage({ id: questions, game, records: bytes, question });
  });
}

// ---- Python

/** Make the files of an archive, see `compile.mjs`: the length of what follows in 4 bytes, {name: bytes}, and the files one after the other, whose memory is not copied. */
function place(FS, archive) {
  const first = 4 + new DataView(archive.buffer).getUint32(0, true), made = new Set();
  let at = first;
  for (const [name, bytes] of Object.entries(JSON.parse(new TextDecoder().decode(archive.subarray(4, first))))) {
    const path = `${SITE}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    FS.writeFile(path, archive.subarray(at, at + bytes), { canOwn: true });
    at += bytes;
  }
}

async function begun({ rated, packed }) {
  const at = performance.now(), step = (number, name) => { marks[name] = Math.round(performance.now() - at); postMessage({ step: number }); };
  await opened(packed);
  const all = file("all", "application/octet-stream").then(answer => answer.arrayBuffer());
  const [stdLibURL, module] = await Promise.all([addressOf("start.zip", "application/zip"), addressOf("pyodide.asm.mjs", "text/javascript")]);
  const { default: createPyodideModule } = await import(module);
  const lockFileContents = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
  const python = await loadPyodide({ indexURL: new URL(".", import.meta.url).href, stdLibURL, createPyodideModule, lockFileContents });
  step(1, "python");
  const archive = new Uint8Array(await all);
  step(2, "loaded");
  place(python.FS, archive);
  python.runPython("import absent");
  step(3, "unpacked");
  python.FS.mkdir(GAMES);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, GAMES);  // games stay in this browser
  await synced(python, true);
  const serving = python.pyimport("medianoche.ui.browser.serving");
  step(4, "imported");
  const token = serving.begin(GAMES, ask, JSON.stringify(rated));
  await synced(python, false);
  marks.ready = Math.round(performance.now() - at);
  postMessage({ token, marks });
  return { python, serving };
}

function synced(python, load) {
  return new Promise((done, failed) => python.FS.syncfs(load, error => (error ? failed(error) : done())));
}

let ready, saving = 0;

/** Keep the games in the browser, a moment after a change. */
function save(python) {
  saving ||= setTimeout(async () => { await synced(python, false).catch(console.error); saving = 0; }, SAVED_AFTER);
}

onmessage = async ({ data }) => {
  if (data.begin) {
    ready = begun(data.begin);
    ready.catch(error => {
      console.error(error);
      postMessage({ failed: String(error).trim().split("\n").pop() });
    });
    return;
  }
  const { id, method, path, headers, body } = data;
  try {
    const { python, serving } = await ready, given = python.toPy(headers), answer = await serving.answer(method, path, given, body);
    const [status, text] = answer.toJs();
    answer.destroy();
    given.destroy();
    postMessage({ id, status, text });
    if (method !== "GET" || path.startsWith("api/frame")) save(python);  // agents choose between two frames
  } catch (error) {
    postMessage({ id, status: 500, text: JSON.stringify({ error: String(error).trim().split("\n").pop() }) });
  }
};
