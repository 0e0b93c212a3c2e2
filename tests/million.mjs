// A million vectors through the core as WebAssembly: `node tests/million.mjs million.wasm`. The program compares its hashes with those of
// the native run, with which it was built, and says only which kind differs; the kinds are in tools/million/main.rs.

import { readFileSync } from 'node:fs';

const started = performance.now();
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const differs = instance.exports.main(0, 0);
if (differs !== 0) {
  console.error(`A million vectors in WebAssembly: kind ${differs} of them gives other bits than natively.`);
  process.exit(1);
}
console.log(`A million vectors in WebAssembly give the bits of the native run (${((performance.now() - started) / 1000).toFixed(1)} s).`);
