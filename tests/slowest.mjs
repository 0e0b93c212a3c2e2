// A reporter that names the slowest tests at the end: Playwright's own does so only for files that ran in one worker.

const SHOWN = 5;

export default class {
  #times = [];

  onTestEnd(test, { duration }) {
    this.#times.push([duration, test.titlePath().slice(1).join(' › ')]);
  }

  onEnd() {
    const slowest = this.#times.sort(([a], [b]) => b - a).slice(0, SHOWN);
    console.log(['', 'The slowest:', ...slowest.map(([duration, name]) => `${(duration / 1000).toFixed(1).padStart(6)} s  ${name}`)].join('\n'));
  }

  printsToStdio() {
    return false;
  }
}
