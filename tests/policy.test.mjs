// Locked down: nothing on any page breaks the security policy or asks another place for anything.

import { assert, expect, test, URL_OF_PAGE } from './browser.mjs';
import { started } from './support.mjs';
import { PAGES } from './pages.mjs';

test('no page breaks the security policy or leaves its place', async ({ open }) => {
  const page = await open();
  const context = page.context();
  const asked = [];
  context.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    window.violations = [];
    addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
  });
  await page.reload();
  await started(page);
  for (const hash of PAGES) {
    await page.evaluate((hash) => { location.hash = hash; }, hash);
    await expect(page.locator('main:not(.wait)').first()).toBeVisible();
    await page.waitForTimeout(200);
  }
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  assert.deepEqual(asked.filter((url) => !url.startsWith(new URL(URL_OF_PAGE).origin)), []);
});

test('the policy allows no inline script, and no script of another place', async ({ open, problems }) => {
  const page = await open();
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const holder = document.createElement('div');
    holder.innerHTML = '<img src="x" onerror="window.ran = true"><p style="color: red">text</p>';
    document.body.append(holder);
    await new Promise((done) => setTimeout(done, 200));
    return [window.ran, holder.querySelector('p').style.color];
  });
  assert.deepEqual(ran, [undefined, '']);
  assert.ok(problems.splice(0).some((line) => line.includes('Content Security Policy')), 'the browser says what it refused');
});
