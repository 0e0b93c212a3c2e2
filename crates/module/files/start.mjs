// Starts the WebAssembly, once, in a browser and in Node.js.
import init from './ulpscope-module.js';

const file = new URL('ulpscope-module_bg.wasm', import.meta.url);
// Node.js does not fetch files.
const source = file.protocol === 'file:' ? await (await import('node:fs/promises')).readFile(file) : file;
await init({ module_or_path: source });
