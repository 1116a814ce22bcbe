// A service worker, so that a later visit needs no server: the page is kept at once, the engines of the games when they
// are asked for, which boot.mjs does at leisure; Python is kept by worker.mjs. `docs/trial.py` writes the version, a hash of all files, and the files of the page.
const PREFIX = "medianoche-try-", KEPT = PREFIX + "VERSION", PAGE = FILES;

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll(PAGE.map(name => new Request(name, { cache: "no-cache" })));
  await skipWaiting();
}

async function forget() {
  const older = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== KEPT);
  await Promise.all(older.map(name => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(KEPT), known = await cache.match(request, { ignoreSearch: true });
  if (known) return known;
  const answered = await fetch(request, { cache: "no-cache" });
  if (answered.ok) await cache.put(request, answered.clone()).catch(() => {});  // a full disk: it is played all the same
  return answered;
}

addEventListener("install", event => event.waitUntil(keep()));
addEventListener("activate", event => event.waitUntil(forget()));
addEventListener("fetch", event => {
  if (!new URL(event.request.url).pathname.endsWith(".zst")) event.respondWith(answer(event.request));
});
