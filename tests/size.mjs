// What a visitor downloads, as it is and as a web server compresses it: what the start page loads, then what comes on demand.
// Fails when the start page or a worker is above its budget.

import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'dist';
const index = readFileSync(join(folder, 'index.html'), 'utf8');
const names = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/'));
// The app loads none of the plain pages.
const PLAIN = /^(reference|formats|chips|glossary|questions|learn)\/|^handbook\.css$/;
const files = names.filter((name) => /\.(html|js|mjs|css|wasm)$/.test(name) && !PLAIN.test(name)).sort().map((name) => {
  const bytes = readFileSync(join(folder, name));
  return { name, plain: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotliCompressSync(bytes).length };
});

/** Whether index.html asks for a file at once: what is disabled waits. */
const asked = (name) => index.includes(`"./${name}"`) && !new RegExp(`<link[^>]*"\\./${name.replaceAll('.', '\\.')}"[^>]*disabled`).test(index);

/**
 * Name of a group, which files are in it, and the most that they may weigh together as gzip. A file belongs to the first group that takes it.
 * The goal of the start page is 300 kB; with all of PTX, half and narrow formats among it, in the first piece it has 474, of which video instructions and words of 128 bits 8, barriers, warps, atomics and the sets of modifiers that they need 26, the rules that keep a correction from changing what was meant are about 5, and integers, logic and their comparisons are 15. The worker of two texts has every table and all languages, 1,445 with listings of machine code as kernels and what people write in C++. The judging worker computes approximations and integers, too, and runs words of 64 bits on the engine for both widths, 169 with loops and loads of listings.
 */
const GROUPS = [
  ['start page', (name) => name === 'index.html' || asked(name), 485_000],
  ['worker', (name) => /^(ulpscope-)?worker/.test(name), 200_000],
  ['judging worker', (name) => /^(ulpscope-)?judge/.test(name), 175_000],
  ['worker of two texts', (name) => /^(ulpscope-)?against/.test(name), 1_460_000],
  ['GPU worker', (name) => name === 'gpu.js', 20_000],
  ['module', (name) => name.startsWith('module/') || name === 'example.html', Infinity],
  ['on demand', () => true, Infinity],
];

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`.padStart(11);
const line = (name, { plain, gzip, brotli }, verdict = '') => console.log(name.padEnd(26) + [plain, gzip, brotli].map(kilobytes).join('') + verdict);
const left = new Set(files);
for (const [title, belongs, budget] of GROUPS) {
  console.log(`\n${title.padEnd(26)}      plain       gzip     brotli`);
  const total = { plain: 0, gzip: 0, brotli: 0 };
  for (const file of [...left].filter(({ name }) => belongs(name))) {
    left.delete(file);
    // The hash in a name says nothing here.
    line(file.name.replace(/-[0-9a-f]{12,16}/, ''), file);
    for (const kind of Object.keys(total)) total[kind] += file[kind];
  }
  line('all', total, budget === Infinity ? '' : `   (at most ${kilobytes(budget).trim()} as gzip)`);
  if (total.gzip > budget) {
    console.error(`\n${title}: over the budget.`);
    process.exitCode = 1;
  }
}
