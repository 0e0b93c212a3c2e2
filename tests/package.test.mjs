// The package of npm, as `cargo xtask package npm` leaves it: installed into an empty folder, started, and opened.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assert, expect, OF_A_RELEASE, test } from './browser.mjs';
import { result, type } from './support.mjs';

const FOLDER = fileURLToPath(new URL('../target/package', import.meta.url));

test('the package is installed into an empty folder, computes there, and serves the page', OF_A_RELEASE, async ({ open }) => {
  const [file] = readdirSync(FOLDER).filter((name) => name.endsWith('.tgz'));
  const folder = mkdtempSync(join(tmpdir(), 'ulpscope-'));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--offline', join(FOLDER, file)], { cwd: folder });
  const program = "import { add, exact } from 'ulpscope'; process.stdout.write(exact(add(Float32Array.of(0.1), 0.2))[0]);";
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
  assert.equal(String(printed), '0.300000011920928955078125');
  // What `npx ulpscope` starts.
  const installed = join(folder, 'node_modules/ulpscope');
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const server = spawn(process.execPath, [join(installed, bin.ulpscope), '--port', '0']);
  try {
    const said = await new Promise((done, failed) => {
      server.stdout.once('data', (data) => done(String(data)));
      server.stderr.once('data', (data) => failed(new Error(String(data))));
    });
    const [url] = said.match(/http:\S+/);
    const page = await open({ url, serviceWorkers: 'allow' });
    await type(page, 'add.f32 %f1, 1.0, 2.0;');
    await expect(result(page)).toHaveText(/40400000/);
    await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready) && true)).toBe(true);
    for (const path of ['../package.json', '%2e%2e/package.json', '..%2fpackage.json', 'nowhere', '%']) {
      assert.equal((await fetch(url + path)).status, 404, path);
    }
  } finally {
    server.kill();
    rmSync(folder, { recursive: true });
  }
});
