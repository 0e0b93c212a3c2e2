// Keeps exactly one version of the site in the browser, so that it works without a network.
//
// `cargo xtask build` writes VERSION and FILES above this text: every file's path, and for a file whose name does not change with its
// content the hash of that. A version that could not be fetched whole, or mixed with another, is not installed. A new version waits
// until a person asks for it; then every open page starts anew on it.

const CACHE = `ulpscope ${VERSION}`;

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', (event) => {
  if (event.data === 'take over') skipWaiting();
});
addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(FILES.map(async ([path, hash]) => {
      const response = await fetch(path, { cache: hash ? 'reload' : 'default' });
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      if (hash && fnv(new Uint8Array(await response.clone().arrayBuffer())) !== hash) throw new Error(`${path} is of another version`);
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
}

async function answer(request) {
  const path = request.url.slice(registration.scope.length).replace(/[?#].*/s, '');
  const cache = await caches.open(CACHE);
  return (await cache.match(path === 'index.html' || path === '' ? './' : path)) ?? fetch(request);
}

/** FNV-1a in 64 bits, as the build computes it. */
function fnv(bytes) {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    // The prime is 2^40 + 0x1b3.
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
