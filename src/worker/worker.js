// The worker's own script, beside what wasm-bindgen wrote. It says "ready" first: a message that comes earlier would be lost.
// A job is { id, name, target, words }, or { id, lowering, first, bits, words } for results of a GPU; the answer is { id, words }, or
// { id, error } when the job failed.
// Both files are of the version that this one was asked for by.
importScripts(`ulpscope-worker.js${self.location.search}`);
wasm_bindgen({ module_or_path: `ulpscope-worker_bg.wasm${self.location.search}` }).then(() => {
  self.onmessage = ({ data: { id, name, target, lowering, first, bits, words } }) => {
    try {
      const found = bits ? wasm_bindgen.beside(lowering, first, bits, words) : wasm_bindgen.sweep(name, target, words);
      self.postMessage({ id, words: found }, [found.buffer]);
    } catch (error) {
      self.postMessage({ id, error: String(error) });
    }
  };
  self.postMessage('ready');
});
