const VERSION = 'development';
const FILES = [];
// Keeps exactly one version of the site in the browser, so that it works without a network.
//
// `cargo xtask finish` writes the two lines above: the hash of all files, and every file's path with its checksum. A version that could not
// be fetched whole, or mixed with another, is not installed. A new version waits until a person asks for it; then every open page starts
// anew on it. While the app is developed nothing is kept, and what a release kept before is given up.

const CACHE = `ulpscope ${VERSION}`;
const KEEPS = FILES.length > 0;

// The plain pages are not among the files: each is kept when somebody opens it.
const PLAIN = /^(reference|formats|chips|glossary|questions|learn)\/.*\.(html|md|svg)$|^handbook\.css$/;

addEventListener('install', (event) => event.waitUntil(KEEPS ? install() : skipWaiting()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting();
});
addEventListener('fetch', (event) => {
  if (KEEPS && event.request.method === 'GET' && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(FILES.map(async ([path, integrity]) => {
      const response = await fetch(path, { cache: 'no-cache', integrity });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      await cache.put(path, response);
    }));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith('ulpscope ') && name !== CACHE) await caches.delete(name);
  // The page of a first visit works without a network from now on.
  await clients.claim();
  if (!KEEPS) await registration.unregister();
}

async function answer(request) {
  const path = request.url.slice(registration.scope.length).replace(/[?#].*/s, '');
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path === 'index.html' || path === '' ? './' : path);
  return PLAIN.test(path) ? plain(request, cache, path, kept) : kept ?? fetch(request);
}

/** A plain page as the server has it now; without a network as it was kept. */
async function plain(request, cache, path, kept) {
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(path, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
