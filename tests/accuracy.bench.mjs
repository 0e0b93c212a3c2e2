// Prints how fast the accuracy page sweeps: first picture, a whole binade, frames meanwhile, all 2^32, and WebAssembly beside native code.

import { execFileSync } from 'node:child_process';
import { test } from './browser.mjs';

const BINADE = 2 ** 23;
const RANGES = ['3f800000..3fffffff', '40000000..407fffff', '3f000000..3f7fffff', '40800000..40ffffff', '3e800000..3effffff'];
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const show = (name, value, goal) => console.log(name.padEnd(46) + value.padStart(12) + `   (goal ${goal})`);

test('the accuracy page sweeps', async ({ open }) => {
  const page = await open({ path: '#/accuracy?v=1&t=sm_90&p=8.8&f=RCP&r=3f800000..3f80ffff' });
  await page.locator('#inputs[data-done]').waitFor({ timeout: 60_000 });
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  await page.evaluate(() => {
    window.frames = [];
    window.drawn = [];
    const clear = CanvasRenderingContext2D.prototype.clearRect;
    CanvasRenderingContext2D.prototype.clearRect = function (...where) {
      if (this.canvas.closest('#board')) window.drawn.push(performance.now());
      return clear.apply(this, where);
    };
    let last = performance.now();
    const tick = (now) => {
      window.frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });

  /** Shows a range; when the first picture stood and when every operand was swept, in milliseconds. */
  const run = (range) => page.evaluate(([range, all]) => new Promise((resolve) => {
    const shown = document.querySelector('.sweeping');
    const begun = performance.now();
    window.drawn.length = 0;
    const watch = new MutationObserver(() => {
      const text = shown.textContent;
      if (shown.querySelector('#inputs')?.dataset.done === String(all) && text.includes(' in ') && window.begunAgain) {
        watch.disconnect();
        resolve({ first: window.drawn[0] - begun, done: performance.now() - begun });
      }
      window.begunAgain = true;
    });
    window.begunAgain = false;
    watch.observe(shown, { subtree: true, childList: true, characterData: true });
    location.hash = `#/accuracy?v=1&t=sm_90&p=8.8&f=RCP&r=${range}`;
  }), [range, BINADE]);

  // The first sweep warms the workers up: WebAssembly is compiled twice.
  await run(RANGES[0]);
  await page.evaluate(() => { window.frames.length = 0; });
  const runs = [];
  for (const range of RANGES.slice(1)) runs.push(await run(range));
  const frames = await page.evaluate(() => window.frames);

  console.log(`\nThe accuracy page, RCP over a binade of 2^23 inputs, ${cores} cores`);
  show('first picture', `${median(runs.map((run) => run.first)).toFixed(0)} ms`, '100 ms');
  show('every input, with all statistics', `${median(runs.map((run) => run.done)).toFixed(0)} ms`, '500 ms on two cores');
  show('longest frame while sweeping', `${Math.max(...frames).toFixed(0)} ms`, '50 ms');

  // One worker of its own, and the same code natively.
  const wasm = await page.evaluate(() => new Promise((resolve) => {
    const worker = new Worker('worker.js');
    const words = new BigUint64Array([0xbf800000n, 0xc0000000n, 0n, 0n, 0n]);
    const times = [];
    let begun;
    worker.onmessage = ({ data }) => {
      if (data !== 'ready') times.push(performance.now() - begun);
      if (times.length === 6) {
        worker.terminate();
        return resolve(Math.min(...times));
      }
      begun = performance.now();
      worker.postMessage({ id: [0, 0, 0], name: 'RCP', target: 90, words });
    };
  }));
  const ulp = process.env.ULPSCOPE_ULP;
  if (ulp) {
    const times = [];
    for (let i = 0; i < 6; i += 1) {
      const begun = performance.now();
      execFileSync(ulp, ['sweep', 'RCP', '--from', '3f800000', '--to', '3fffffff', '--threads', '1']);
      times.push(performance.now() - begun);
    }
    const native = Math.min(...times);
    show('WebAssembly beside native code, one thread', `${(native / wasm).toFixed(2)} ×`, '0.6');
    console.log(`(${wasm.toFixed(0)} ms and ${native.toFixed(0)} ms for 2^23 inputs)`);
  }

  await page.evaluate(() => { window.frames.length = 0; });
  const begun = performance.now();
  await page.locator('#whole').click();
  await page.locator('#verdict table').waitFor({ timeout: 1_800_000 });
  const whole = (performance.now() - begun) / 1000;
  show('all 2^32 inputs of RCP', `${whole.toFixed(1)} s`, '90 s on two cores');
  show('longest frame meanwhile', `${Math.max(...await page.evaluate(() => window.frames)).toFixed(0)} ms`, '50 ms');
  console.log(await page.locator('#verdict').innerText());
});
