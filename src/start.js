// Starts the app, then the service worker, which keeps this version for visits without a network. A file of its own, because the page's
// security policy allows no script in the page.
import init from './app.js';
import { ahead } from './__wasm_split.js';

askAhead();
await shown();
try {
  await init({ module_or_path: new URL('app_bg.wasm', import.meta.url) });
} catch (error) {
  // A module that fails while it waits raises no event by itself; first.js listens for this one and says what happened.
  reportError(error);
  throw error;
}

// Only over https and on this machine.
if (navigator.serviceWorker) keep().catch((error) => console.info('not kept for visits without a network:', error.message));

/**
 * What the address will need comes beside the app instead of after it. A part bears the name of its page: the first word of the address, or
 * the second below pages that have pages of their own. This only saves time: the app asks for what is missing.
 */
function askAhead() {
  const [path, query = ''] = location.hash.split('?');
  const [, page = '', below] = path.split('/');
  if (!(/^(formats|reference)$/.test(page) && ahead(below))) ahead(page);
  // What reads and runs instructions other than common arithmetic on singles.
  if (page === 'program' || (page === '' && /(^|&)i=(?!(add|sub|mul|fma)[.a-z]*[.]f32)/.test(query))) ahead('further');
}

/** When the static page is on the screen: the app takes the browser's time, and its own first picture is no larger. */
async function shown() {
  // A page in the background is not painted at all, and for other addresses there is nothing static to show.
  if (document.hidden || 'asked' in document.documentElement.dataset) return;
  const painted = new Promise((done) => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }));
  await Promise.race([painted, new Promise((done) => setTimeout(done, 500))]);
}

async function keep() {
  const notice = document.getElementById('update');
  const updating = navigator.serviceWorker.controller !== null;
  const registration = await navigator.serviceWorker.register('service-worker.js', { updateViaCache: 'none' });
  const offer = () => {
    notice.hidden = !(registration.waiting && navigator.serviceWorker.controller);
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', offer));
  offer();
  notice.querySelector('button').addEventListener('click', () => registration.waiting?.postMessage('take over'));
  // Another version took over, asked for here or in another window: what is shown is in the address, so it comes back.
  navigator.serviceWorker.addEventListener('controllerchange', () => updating && location.reload());
}
