// Names of built files, as far as tests know them: what is held back, replaced, or looked for among the requests.

/** The app's own WebAssembly. */
export const APP = /\/(app|ulpscope-[0-9a-f]+)_bg\.wasm/;

/** The WebAssembly of the worker that sweeps. */
export const SWEEPER = /\/(ulpscope-)?worker[^/]*\.wasm/;

/** The WebAssembly of the worker that judges, and its script. */
export const JUDGE = /\/(ulpscope-)?judge[^/]*\.wasm/;
export const JUDGE_SCRIPT = /\/(ulpscope-)?judge[^/]*\.js/;

/** A piece of the app that comes when it is needed. */
export const piece = (name) => new RegExp(`/split_${name}[^/]*\\.wasm`);

/** How a report names the version: by the hash in a file's name. */
export const VERSION = /Version: .*-[0-9a-f]{12,16}/;
