// Binaryen over many files of WebAssembly: `node tools/xtask/optimise.mjs TO FILE…` writes each into the folder TO. A process of wasm-opt for each would
// compile Binaryen, which is WebAssembly itself, ninety times.

import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import binaryen from 'binaryen';
import { named } from './order.mjs';

// What the compiler uses of WebAssembly: a joined file does not say so itself. src/join.rs says the same.
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SignExt } = binaryen.Features;
const FEATURES = BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SignExt;

if (isMainThread) {
  const [to, ...files] = process.argv.slice(2);
  const threads = Array.from({ length: availableParallelism() }, () => new Worker(fileURLToPath(import.meta.url)));
  const next = (thread) => {
    const file = files.shift();
    if (file) thread.postMessage([file, join(to, basename(file))]);
    else thread.terminate();
  };
  for (const thread of threads) thread.on('message', () => next(thread)).on('error', (error) => { throw error; });
  threads.forEach(next);
} else {
  // As wasm-opt's -Oz.
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(2);
  binaryen.setGenerateStackIR(true);
  binaryen.setOptimizeStackIR(true);
  parentPort.on('message', async ([from, to]) => {
    const passes = (bytes, names, optimise) => {
      const module = binaryen.readBinary(bytes);
      module.setFeatures(FEATURES);
      module.runPasses(names);
      if (optimise) module.optimize();
      const made = module.emitBinary();
      module.dispose();
      return made;
    };
    const optimised = passes(await readFile(from), ['strip-debug', 'strip-producers'], true);
    await writeFile(to, passes(named(optimised), ['reorder-functions-by-name', 'strip-debug'], false));
    parentPort.postMessage(to);
  });
}
