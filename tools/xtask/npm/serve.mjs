#!/usr/bin/env node
// Serves Ulpscope on this machine and prints the address: `npx ulpscope [--port N]`.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SITE = fileURLToPath(new URL('dist', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.txt': 'text/plain; charset=utf-8',
};

const { values } = parseArgs({ options: { port: { type: 'string', default: '8080' } } });

/** The file that a request asks for, none outside the site. */
function asked(url) {
  try {
    const path = posix.normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = join(SITE, path.endsWith('/') ? `${path}index.html` : path);
    return file.startsWith(SITE + sep) && statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}

const server = createServer((request, response) => {
  const file = asked(request.url);
  if (!file) return response.writeHead(404).end('not found');
  response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-cache' });
  return createReadStream(file).pipe(response);
});

server.on('error', (error) => {
  // Where the usual port is taken, any other does.
  if (error.code === 'EADDRINUSE' && values.port === '8080') return server.listen(0, '127.0.0.1');
  console.error(`ulpscope: ${error.message}`);
  return process.exit(1);
});
server.on('listening', () => console.log(`Ulpscope is at http://127.0.0.1:${server.address().port}/ (Ctrl-C ends it)`));
server.listen(Number(values.port), '127.0.0.1');
