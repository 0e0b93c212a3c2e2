// Starts the app. A file of its own, because the page's security policy allows no script in the page.
import init, * as bindings from './app.js';

await init({ module_or_path: new URL('app_bg.wasm', import.meta.url) });
window.wasmBindings = bindings;
