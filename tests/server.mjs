// The page as a static host would serve it: dist/ below a path, as on a host that keeps several sites. Playwright runs the default
// export before the tests.

import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

export const DIST = fileURLToPath(new URL('../dist', import.meta.url));

/** Serves a folder as it stands at each request, below a path that begins and ends with a slash. Returns its address and a function that ends it. */
export async function serve(folder, path = '/') {
  const answer = sirv(folder, { dev: true, etag: true });
  return listen((request, response) => {
    const missing = () => response.writeHead(404).end();
    if (!request.url.startsWith(path)) return missing();
    request.url = request.url.slice(path.length - 1);
    answer(request, response, missing);
  }, path);
}

/** Answers requests on a free port of this machine. */
export async function listen(answer, path = '/') {
  const server = createServer(answer);
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}${path}`, close };
}

export default async function () {
  if (process.env.ULPSCOPE_URL) return undefined;
  const { url, close } = await serve(DIST, '/some/path/');
  process.env.ULPSCOPE_URL = url;
  return close;
}
