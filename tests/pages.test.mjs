// Every page in every size and theme: it fits the screen, axe finds nothing, it keeps to the security policy and asks nobody else for anything.

import { assert, assertAccessible, expect, go, IN_FIREFOX_TOO, PHONE, screenshot, SIZES, test } from './browser.mjs';
import { PAGES } from './pages.mjs';
import { fits, type } from './support.mjs';

/** Pages in a state that a person brings them to: a name for it, where it begins, and what is done there. */
const STATES = [
  ['stepped after a mended error', '#/', async (page) => {
    await type(page, 'fma.rx.f32 %f4, %f1, %f2, %f3;');
    await expect(page.locator('.messages .error')).toBeVisible();
    await page.getByRole('button', { name: 'write .rn' }).click();
    await page.locator('.modifiers').getByRole('button', { name: 'f64' }).click();
    await page.getByRole('button', { name: 'Next step' }).click();
  }],
  ['a conversion of machine code', '#/?v=1&i=F2F.F32.F64.RZ+R0,+R2;'],
  ['everything open', '#/formats?v=1&f=F64&n=-0.1', async (page) => {
    await page.getByRole('button', { name: 'open all' }).click();
    // Of each table of codes the first and the last two rows: axe takes minutes for a thousand cells of one kind, and tests/formats.test.mjs has them all.
    await page.evaluate(() => document.querySelectorAll('[data-code]:nth-child(n+33):nth-last-child(n+33)').forEach((cell) => cell.remove()));
  }],
  ['the numbers open', '#/accuracy?v=1&t=sm_90&p=8.8&f=RCP&r=3f800000..3f80ffff', async (page) => {
    await expect(page.locator('#inputs')).toHaveAttribute('data-done', '65536');
    await page.locator('.numbers summary').click();
  }],
  ['a manual’s table', '#/reference/rcp.approx.ftz.f64'],
  ['a modifier', '#/reference/min.NaN.f32'],
  ['a word', '#/reference/glossary?v=1&w=ulp'],
  ['a line', '#/half?v=1&b=3f803000&l=21'],
  ['an answer and its story', '#/learn/fused', async (page) => {
    await page.getByRole('button', { name: 'show the answer' }).click();
    await page.locator('.story summary').click();
  }],
];

for (const [state, path, bring] of [...PAGES.map((path) => ['', path]), ...STATES]) {
  const name = [path, state].filter(Boolean).join(', ');
  test(`${name}: fits every screen, is accessible in both themes, keeps to the policy`, async ({ open }) => {
    const asked = [];
    const page = await open({
      ...PHONE,
      path,
      reducedMotion: 'reduce',
      before: async (context) => {
        context.on('request', (request) => asked.push(request.url()));
        await context.addInitScript(() => {
          window.violations = [];
          addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
        });
      },
    });
    await expect(page.locator('main:not(.wait)').first()).toBeVisible();
    await bring?.(page);
    // A result that waits for its code is shown faintly.
    await expect(page.locator('.stale')).toHaveCount(0);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      await fits(page);
      await screenshot(page, `${size} light ${name}`);
      // Axe goes through a page once, on the laptop, where nothing is left out; in the dark, which has the same boxes, it looks at the colours, and on
      // the phone at what is touched.
      if (size === 'laptop') await assertAccessible(page);
      if (size === 'phone') await assertAccessible(page, ['target-size']);
      await page.emulateMedia({ colorScheme: 'dark' });
      if (size === 'laptop') await assertAccessible(page, ['color-contrast', 'link-in-text-block']);
      await screenshot(page, `${size} dark ${name}`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    const { origin } = new URL(page.url());
    assert.deepEqual(asked.filter((url) => !url.startsWith(origin)), []);
  });
}

test('every page opens and fits a phone', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open(PHONE);
  for (const path of PAGES) {
    await go(page, path);
    await expect(page.locator('main:not(.wait)').first(), path).toBeVisible();
    await fits(page);
  }
});

test('the header fits at every width', async ({ open }) => {
  const page = await open();
  for (let width = 320; width <= 1400; width += 20) {
    await page.setViewportSize({ width, height: 700 });
    await fits(page);
  }
});
