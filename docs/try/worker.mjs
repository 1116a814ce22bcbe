// The server of the page: Python with the page's own code. A message is a request {id, method, path, headers, body} and is answered once, {id, status, text}.
import { loadPyodide } from "./pyodide.mjs";

const GAMES = "/games", SITE = "/lib/python3.14/site-packages", SAVED_AFTER = 300;
const marks = {};
let loaded = 0;

/** The answer to a request for a file, while it is counted; it is unpacked if `gzipped`. */
async function file(name, gzipped = true) {
  const { ok, status, body } = await elsewhere(name);
  if (!ok) throw new Error(`${name}: ${status}`);
  const counted = new TransformStream({
    transform(part, stream) { loaded += part.length; postMessage({ loaded }); stream.enqueue(part); },
  });
  const stream = body.pipeThrough(counted);
  return gzipped ? stream.pipeThrough(new DecompressionStream("gzip")) : stream;
}

/** A file as an address of this page. */
async function addressOf(name, type) {
  return URL.createObjectURL(new Blob([await new Response(await file(name)).arrayBuffer()], { type }));
}

const elsewhere = self.fetch.bind(self);
self.fetch = async (asked, options) => {  // Pyodide asks for its machine code by this name
  const name = String(asked.url ?? asked);
  if (!name.endsWith("/pyodide.asm.wasm")) return elsewhere(asked, options);
  return new Response(await file("pyodide.asm.wasm.gzipped"), { headers: { "content-type": "application/wasm" } });
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

async function begun(rated) {
  const at = performance.now(), step = (number, name) => { marks[name] = Math.round(performance.now() - at); postMessage({ step: number }); };
  const all = file("all.zst", false).then(stream => new Response(stream).arrayBuffer());
  const [stdLibURL, module] = await Promise.all([addressOf("start.zip.gzipped", "application/zip"), addressOf("pyodide.asm.mjs.gzipped", "text/javascript")]);
  const { default: createPyodideModule } = await import(module);
  const lockFileContents = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {} };
  const python = await loadPyodide({ indexURL: new URL(".", import.meta.url).href, stdLibURL, createPyodideModule, lockFileContents });
  step(1, "python");
  python.FS.writeFile("/all.zst", new Uint8Array(await all));
  step(2, "loaded");
  python.runPython(`
import json, os
from compression import zstd
with open("/all.zst", "rb") as file:
    whole = memoryview(zstd.decompress(file.read()))
os.remove("/all.zst")
at = 4 + int.from_bytes(whole[:4], "little")
for name, size in json.loads(bytes(whole[4:at])).items():
    os.makedirs(os.path.dirname(f"${SITE}/{name}"), exist_ok=True)
    with open(f"${SITE}/{name}", "wb") as file:
        file.write(whole[at:at + size])
    at += size
del whole
import absent
`);
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
    ready = begun(data.rated);
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
