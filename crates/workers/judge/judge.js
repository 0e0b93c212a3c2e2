// The judging worker's own script, beside what wasm-bindgen wrote. It says "ready" first: a message that comes earlier would be lost.
// Every message has a `kind` and the number `run` of a batch; so has every answer: { report, took }, { rows, asked }, { file },
// { refused } with a sentence for the reader, or { error } when something broke.
const SLICE = 40;
const STRIDE = 64;
const PIECE = 4096;
// Both files are of the version that this one was asked for by.
importScripts(`ulpscope-judge.js${self.location.search}`);
let run;
let judging;
// Counts what was begun: a loop ends when it is not the last one.
let turn = 0;
let used;

const answers = {
  // `text` is a string, or a file that is read here.
  async begin({ run: number, investigation, text }) {
    const mine = (turn += 1);
    run = number;
    const lines = typeof text === 'string' ? text : await text.text();
    if (turn !== mine) return;
    judging?.free();
    judging = undefined;
    try {
      judging = new wasm_bindgen.Judging(investigation, lines);
    } catch (refused) {
      if (typeof refused !== 'string') throw refused;
      return self.postMessage({ run, refused });
    }
    used = 0;
    await goOn();
  },
  rows({ filter, order, from, count, asked }) {
    self.postMessage({ run, asked, rows: judging?.rows(filter, order, from, count) });
  },
  file() {
    const pieces = [];
    if (judging) {
      pieces.push(judging.csv_head());
      for (let from = 0, piece = ''; (piece = judging.csv(from, PIECE)) !== ''; from += PIECE) pieces.push(piece);
    }
    self.postMessage({ run, file: new Blob(pieces, { type: 'text/csv' }) });
  },
  stop() {
    turn += 1;
  },
  end() {
    turn += 1;
    judging?.free();
    judging = undefined;
  },
  resume: goOn,
};

/** Judges until all is done or something else is asked for; messages come in between two slices. */
async function goOn() {
  const mine = (turn += 1);
  for (let more = judging !== undefined; more && turn === mine;) {
    const begun = performance.now();
    do more = judging.go_on(STRIDE); while (more && performance.now() - begun < SLICE);
    used += performance.now() - begun;
    self.postMessage({ run, report: judging.report(), took: used });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

wasm_bindgen({ module_or_path: `ulpscope-judge_bg.wasm${self.location.search}` }).then(() => {
  self.onmessage = async ({ data }) => {
    try {
      await answers[data.kind](data);
    } catch (error) {
      self.postMessage({ run: data.run, error: String(error) });
    }
  };
  self.postMessage('ready');
});
