// Locked down: what the security policy refuses. tests/pages.test.mjs holds that no page asks for anything of the kind.

import { assert, test } from './browser.mjs';

test('the policy allows no inline script, and no script of another place', async ({ open, problems }) => {
  const page = await open();
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    document.body.append(script);
    const holder = document.createElement('div');
    holder.innerHTML = '<img src="x" onerror="window.ran = true"><p style="color: red">text</p>';
    document.body.append(holder);
    await new Promise((done) => holder.querySelector('img').addEventListener('error', done));
    return [window.ran, holder.querySelector('p').style.color];
  });
  assert.deepEqual(ran, [undefined, '']);
  assert.ok(problems.splice(0).some((line) => line.includes('Content Security Policy')), 'the browser says what it refused');
});
