// Without a network, and from one version to the next: the service worker of a site that this file serves and changes itself.

import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, expect, OF_A_RELEASE, started, test } from './browser.mjs';
import { DIST, serve } from './server.mjs';
import { result, type } from './support.mjs';

/** A copy of dist/ on a server of its own; `versions` changes what it serves. */
async function site() {
  const folder = mkdtempSync(join(tmpdir(), 'ulpscope-'));
  cpSync(DIST, folder, { recursive: true });
  const { url, close } = await serve(folder);
  return {
    url,
    /** What a second build would change: a page of other words, and the service worker's list with its hash. */
    publish(name) {
      const index = join(folder, 'index.html');
      const html = readFileSync(index, 'utf8').replace(/<html lang="en"[^>]*>/, `<html lang="en" data-build="${name}">`);
      writeFileSync(index, html);
      const file = join(folder, 'service-worker.js');
      const script = readFileSync(file, 'utf8')
        .replace(/const VERSION = '[^']*'/, `const VERSION = '${name}'`)
        .replace(/\['\.\/', '[^']*'\]/, `['./', 'sha256-${createHash('sha256').update(html).digest('base64')}']`);
      writeFileSync(file, script);
    },
    /** A site in the middle of an upload: the new list, and still the old page. */
    break() {
      const file = join(folder, 'service-worker.js');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/const VERSION = '[^']*'/, "const VERSION = 'half'").replace(/\['\.\/', '[^']*'\]/, `['./', 'sha256-${createHash('sha256').digest('base64')}']`));
    },
    close() {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}

const kept = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null);
const caches = (page) => page.evaluate(async () => (await window.caches.keys()).sort());
const build = (page) => page.evaluate(() => document.documentElement.dataset.build);

test('after one visit every page works without a network', OF_A_RELEASE, async ({ open }) => {
  const served = await site();
  const page = await open({ url: served.url, serviceWorkers: 'allow' });
  const context = page.context();
  try {
    await started(page);
    await expect.poll(() => kept(page)).toBe(true);
    await context.setOffline(true);
    await page.goto(served.url);
    await started(page);
    await type(page, 'sqrt.rn.f32 %f1, 2.0;');
    await expect(result(page)).toHaveText(/3fb504f3/);
    for (const name of ['formats', 'program', 'reference', 'accuracy', 'accuracy/gpu']) {
      await page.evaluate((hash) => { location.hash = hash; }, `#/${name}`);
      await expect(page.locator(`main:not(.wait)`)).toBeVisible();
      await expect(page.getByText('could not be fetched')).toHaveCount(0);
    }
    // Lessons in other languages are kept, too.
    await page.evaluate(() => { location.hash = '#/learn/ties?lang=de'; });
    await expect(page.locator('main.lesson')).toHaveAttribute('lang', 'de');
  } finally {
    served.close();
  }
});

test('a plain page that was opened once is there without a network', OF_A_RELEASE, async ({ open, problems }) => {
  const served = await site();
  const page = await open({ url: served.url, serviceWorkers: 'allow' });
  const context = page.context();
  const plain = (name) => `${served.url}reference/ptx/${name}.html`;
  try {
    await started(page);
    await expect.poll(() => kept(page)).toBe(true);
    await page.goto(plain('fma'));
    await context.setOffline(true);
    await page.goto(plain('fma'));
    await expect(page.locator('h1')).toContainText('fma');
    assert.ok(await page.evaluate(() => getComputedStyle(document.body).maxWidth !== 'none'), 'its style is there, too');
    await assert.rejects(page.goto(plain('add')), 'what was never opened is not there');
    assert.ok(problems.splice(0).every((line) => line.includes('add.html')), 'nothing else is missing');
  } finally {
    served.close();
  }
});

test('a new version waits until it is asked for, and then is the only one', OF_A_RELEASE, async ({ open }) => {
  const served = await site();
  const page = await open({ url: served.url, serviceWorkers: 'allow' });
  const context = page.context();
  try {
    await started(page);
    await expect.poll(() => kept(page)).toBe(true);
    const before = await caches(page);
    assert.equal(before.length, 1);

    // Half a version is no version.
    served.break();
    await page.reload();
    await started(page);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => {}));
    await expect.poll(() => caches(page)).toEqual(before);
    await expect(page.locator('#update')).toBeHidden();

    served.publish('second');
    await page.reload();
    await started(page);
    assert.equal(await build(page), undefined, 'the old version is whole until it is given up');
    // Every file of the new version is fetched and looked at first.
    await expect(page.locator('#update')).toBeVisible({ timeout: 30_000 });
    const other = await context.newPage();
    await other.goto(served.url);
    await started(other);
    assert.equal(await build(other), undefined, 'no window mixes versions');

    await type(page, 'add.f32 %f1, 1.0, 2.0;');
    await expect.poll(() => page.url()).toContain('add.f32');
    await page.locator('#update button').click();
    await expect.poll(() => build(page).catch(() => '')).toBe('second');
    await expect.poll(() => build(other).catch(() => '')).toBe('second');
    await started(page);
    await expect(page.locator('#box')).toHaveValue('add.f32 %f1, 1.0, 2.0;');
    await expect.poll(() => caches(page)).toEqual(['ulpscope second']);
    await expect(page.locator('#update')).toBeHidden();
  } finally {
    served.close();
  }
});
