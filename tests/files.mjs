// Names of built files, as far as tests know them: what is held back, replaced, or looked for among the requests.

/** The app's own WebAssembly: of a release, or of the page that `trunk serve` shows. */
export const APP = /\/ulpscope(-[0-9a-f]{16})?_bg\.wasm/;

/** The WebAssembly of the worker that sweeps. */
export const SWEEPER = /\/ulpscope-worker_bg\.wasm/;

/** The WebAssembly of the worker that judges, and its script. */
export const JUDGE = /\/ulpscope-judge_bg\.wasm/;
export const JUDGE_SCRIPT = /\/judge\.js/;

/** A piece of the app that comes when it is needed; what several pieces share has a number. */
export const PIECE = /\/(split_\w+|chunk_\d+)\.wasm/;

/** How a report names the version: by the hash of all files, if it is a release. */
export const VERSION = /Version: ([0-9a-f]{16}|development)/;
