// The worker's own script, beside what wasm-bindgen wrote. It says "ready" first: a message that comes earlier would be lost.
// A sweep is { id, name, target, words }, results of a GPU are { id, lowering, first, bits, words }; the answer to either is { id, words }, or
// { id, error } when it failed.
// A study is { run, kind, asked, text }, the kind Adding or Narrowing and the text a string or a file; its answers are { run, words } until all
// is done, or { run, error }. Another one takes its place; one without `asked` ends it.
// Both files are of the version that this one was asked for by.
importScripts(`ulpscope-worker.js${self.location.search}`);
const SLICE = 60;
let last;

function sweep({ id, name, target, lowering, first, bits, words }) {
  const found = bits ? wasm_bindgen.beside(lowering, first, bits, words) : wasm_bindgen.sweep(name, target, words);
  self.postMessage({ id, words: found }, [found.buffer]);
}

/** Goes on until all is done or something else is asked for; messages come in between two slices. */
async function study({ run, kind, asked, text }) {
  last = run;
  if (!asked) return;
  const file = new Blob([text]);
  const given = kind === 'Adding' ? await file.text() : new Uint8Array(await file.arrayBuffer());
  if (last !== run) return;
  const studied = new wasm_bindgen[kind](asked, given);
  for (let more = true; more && last === run;) {
    const begun = performance.now();
    do more = studied.go_on(); while (more && performance.now() - begun < SLICE);
    const words = studied.report();
    self.postMessage({ run, words }, [words.buffer]);
    await new Promise((resolve) => setTimeout(resolve));
  }
  studied.free();
}

wasm_bindgen({ module_or_path: `ulpscope-worker_bg.wasm${self.location.search}` }).then(() => {
  self.onmessage = async ({ data }) => {
    try {
      await (data.run === undefined ? sweep(data) : study(data));
    } catch (error) {
      self.postMessage({ id: data.id, run: data.run, error: String(error) });
    }
  };
  self.postMessage('ready');
});
