// What a visitor downloads, as it is and as a web server compresses it: what the start page loads, then what comes on demand.
// Fails when the start page or a worker is above its budget.

import { gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'dist';
// What `data-later` names is asked for together with another page.
const index = readFileSync(join(folder, 'index.html'), 'utf8').replace(/ data-later="[^"]*"/g, '');
const names = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
const files = names.filter((name) => /\.(html|js|css|wasm)$/.test(name)).sort().map((name) => {
  const bytes = readFileSync(join(folder, name));
  return { name, plain: bytes.length, packed: gzipSync(bytes, { level: 9 }).length };
});

const inPage = ({ name }) => name === 'index.html' || index.includes(`"${name}"`) || index.includes(`"./${name}"`);
const isWorker = ({ name }) => name.startsWith('worker');
const isJudge = ({ name }) => name.startsWith('judge');
const isDemanded = (file) => !inPage(file) && !isWorker(file) && !isJudge(file);

/**
 * Name of a group, which files are in it, and the most they may weigh together. The start page is to stay below 250 kB, the worker that
 * judges below 160 kB, of which it has 98; another compiler may take a little more.
 */
const GROUPS = [
  ['start page', (file) => inPage(file) && !isWorker(file) && !isJudge(file), 252_000],
  ['on demand', isDemanded, Infinity],
  ['worker', isWorker, 200_000],
  ['judging worker', isJudge, 100_000],
];

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);
let heavy = false;
for (const [title, belongs, budget] of GROUPS) {
  console.log(`\n${title.padEnd(22)}      plain       gzip`);
  const group = files.filter(belongs);
  // The hash in a name says nothing here.
  for (const { name, plain, packed } of group) console.log(name.replace(/-[0-9a-f]{12,16}/, '').padEnd(22) + kilobytes(plain) + kilobytes(packed));
  const total = group.reduce((sum, { packed }) => sum + packed, 0);
  const verdict = budget === Infinity ? '' : `   (at most ${kilobytes(budget).trim()})`;
  console.log('all'.padEnd(22) + ''.padStart(11) + kilobytes(total) + verdict);
  heavy ||= total > budget;
}
if (heavy) {
  console.error('\nOver the budget.');
  process.exitCode = 1;
}
