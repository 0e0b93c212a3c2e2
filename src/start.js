// Starts the app, then the service worker, which keeps this version for visits without a network. A file of its own, because the page's
// security policy allows no script in the page.
const named = (selector) => document.head.querySelector(selector).href;

try {
  // Trunk preloads both under names with a hash.
  const { default: init } = await import(named('link[rel=modulepreload]'));
  await init({ module_or_path: named('link[rel=preload][as=fetch]') });
} catch (error) {
  // A module that fails while it waits raises no event by itself; first.js listens for this one and says what happened.
  reportError(error);
  throw error;
}

// In a frame of another page: how high the view is, for module/ulp-scope.js.
if (parent !== window && location.hash.includes('embed=1')) {
  const tell = () => parent.postMessage({ ulpscope: { height: document.body.getBoundingClientRect().height } }, '*');
  new ResizeObserver(tell).observe(document.body);
}

// Only over https and on this machine, and only of a release: while the app is developed, every reload shows the newest.
if (navigator.serviceWorker && document.querySelector('meta[name=version]').content !== 'development') {
  keep().catch((error) => console.info('not kept for visits without a network:', error.message));
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
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!updating) return;
    // The app writes what was typed a moment ago.
    dispatchEvent(new Event('leave'));
    location.reload();
  });
}
