// The worker's own script, put behind what wasm-bindgen wrote. It says "ready" first: a message that comes earlier would be lost.
// A job is { id, name, target, words }; the answer is { id, words }, or { id, error } when the job failed.
const files = new URL(self.location.href);
wasm_bindgen({ module_or_path: files.href.replace(/\.js(\?.*)?$/, '.wasm') }).then(() => {
  self.onmessage = ({ data: { id, name, target, words } }) => {
    try {
      const found = wasm_bindgen.sweep(name, target, words);
      self.postMessage({ id, words: found }, [found.buffer]);
    } catch (error) {
      self.postMessage({ id, error: String(error) });
    }
  };
  self.postMessage('ready');
});
