// Shows one page of its own when another can't be loaded. Stores that page and nothing else.

/** A digest of offline.html: a new one replaces the stored page. */
const version = "e2dfc781e92a";
const page = "/offline.html";

self.addEventListener("install", (event) => event.waitUntil(store()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(load(event));
});

async function store() {
  const cache = await caches.open(version);
  await cache.add(new Request(page, { cache: "reload" }));
  await self.skipWaiting();
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== version) await caches.delete(name);
  // The page is asked for while this script starts, so that it slows nothing down.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function load({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}
