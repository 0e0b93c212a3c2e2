// Prints what a visitor downloads: every file of dist/ as it is and as a web server compresses it.

import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const GOAL = 250_000;
const folder = process.argv[2] ?? 'dist';
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);

let total = 0;
console.log('\nSize of the page       plain       gzip');
for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
  if (!/\.(html|js|css|wasm)$/.test(name)) continue;
  const bytes = readFileSync(join(folder, name));
  const packed = gzipSync(bytes, { level: 9 }).length;
  total += packed;
  // The hash in a name says nothing here.
  console.log(name.replace(/-[0-9a-f]{12,16}/, '').padEnd(18) + kilobytes(bytes.length) + kilobytes(packed));
}
console.log('all'.padEnd(18) + ''.padStart(11) + kilobytes(total) + `   (goal ${kilobytes(GOAL).trim()})`);
