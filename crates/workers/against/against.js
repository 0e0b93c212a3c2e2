// The worker's own script, beside what wasm-bindgen wrote. It says "ready" first: a message that comes earlier would be lost.
// What is asked is { run, asked }; its answers are { run, words } until all is done, or { run, error }. Another one takes its place; one
// without `asked` ends it.
// Both files are of the version that this one was asked for by.
importScripts(`ulpscope-against.js${self.location.search}`);
const SLICE = 60;
let last;

/** Goes on until all is done or something else is asked for; messages come in between two slices. */
async function hold({ run, asked }) {
  last = run;
  if (!asked) return;
  const holding = new wasm_bindgen.Holding(asked);
  for (let more = true; more && last === run;) {
    const begun = performance.now();
    do more = holding.go_on(); while (more && performance.now() - begun < SLICE);
    const words = holding.report();
    self.postMessage({ run, words }, [words.buffer]);
    await new Promise((resolve) => setTimeout(resolve));
  }
  holding.free();
}

wasm_bindgen({ module_or_path: `ulpscope-against_bg.wasm${self.location.search}` }).then(() => {
  self.onmessage = async ({ data }) => {
    try {
      await hold(data);
    } catch (error) {
      self.postMessage({ run: data.run, error: String(error) });
    }
  };
  self.postMessage('ready');
});
