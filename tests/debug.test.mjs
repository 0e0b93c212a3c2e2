// The debug page as a person uses it: a wrong bit from a pasted line, many lines, a comparison, cases, special values.

import { assert, assertAccessible, expect, LAPTOP, pageTest, PHONE, PROJECTOR, screenshot } from './browser.mjs';
import { fits, started } from './support.mjs';

const BOX = '#box';
const tab = (query) => ({ path: `#/debug?v=1&${query}` });
const reasons = (page) => page.locator('.reasons li');

pageTest('a wrong bit of a .ftz build is explained from a pasted line', { path: '#/debug' }, async (page) => {
  await started(page);
  await page.locator(BOX).fill('fma.rn.f32 a=0x00800000 b=0.5 c=-0.0 got=0.0');
  await expect(page.locator('.finding')).toContainText('4194304 ulp apart');
  await expect(reasons(page).first()).toContainText('Subnormal operands and results flushed to zero (.ftz).');
  await expect.poll(() => page.evaluate(() => location.hash)).toContain('e=fma.rn.f32');
  await reasons(page).first().getByRole('link').click();
  await expect(page.locator('.finding')).toContainText('flushes the subnormal result 0x00400000 to +0');
  await expect(page.locator('.aligned .parts')).toHaveCount(1);
  await page.goBack();
  await expect(page.locator(BOX)).toHaveValue('fma.rn.f32 a=0x00800000 b=0.5 c=-0.0 got=0.0');
});

pageTest('what nothing explains is said with its distance', tab('k=explain&e=add.rn.f32+a%3D1+b%3D1+got%3D40000007'), async (page) => {
  await started(page);
  await expect(page.locator('.finding')).toContainText('7 ulp apart');
  await expect(page.locator('.finding')).toContainText('None of the');
  await page.locator(BOX).fill('add.rn.f32 a=1 b=1 got=2.0');
  await expect(page.locator('.finding')).toContainText('These are the expected bits.');
});

pageTest('any text is taken', { path: '#/debug' }, async (page) => {
  await started(page);
  for (const text of ['', '=', 'zebra a=1', 'add.rn.f32 a=1', 'héllo;\n@ got=', 'add.rn.f32x2 a=1 b=2 got=3', 'cvt.rn.s32.f32 a=1.5 got=2']) {
    await page.locator(BOX).fill(text);
    await expect(page.locator('.answer')).not.toBeEmpty();
  }
});

pageTest('two computations part where one rounds', tab('k=compare'), async (page) => {
  await started(page);
  await expect(page.locator('.finding')).toContainText('rounds to the 24 bits of F32 on the way');
  const names = await page.locator('#pair option:not([value=""])').allTextContents();
  for (const name of names) {
    await page.locator('#pair').selectOption({ label: name });
    await expect(page.locator('.aligned .parts')).toHaveCount(1);
    await expect(page.locator('.says')).toHaveCount(0);
    await fits(page);
  }
  await page.locator('.inputs [data-bit="0"]').first().click();
  await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toContain('a:3f800000');
});

pageTest('cases are found, others with another seed, and open in the explorer', tab('k=find&i=fma.rn.f32'), async (page) => {
  await started(page);
  await expect(page.locator('.cases li')).toHaveCount(6);
  const first = await page.locator('.cases code').first().textContent();
  await page.locator('#another').click();
  await expect(page.locator('.cases code').first()).not.toHaveText(first);
  await page.getByRole('link', { name: 'rounded twice, by way of f64' }).click();
  await expect(page.locator('.cases li')).toHaveCount(6);
  await page.getByRole('link', { name: 'quotient unlike reciprocal' }).click();
  await expect(page.locator('.says')).toContainText('Not possible here.');
  await page.goBack();
  const operand = await page.locator('.cases code').first().textContent();
  await page.locator('.cases a').first().click();
  await expect(page.locator(BOX)).toHaveValue('fma.rn.f32 %d, %a, %b, %c;');
  await expect(page.getByLabel('hex of a %a', { exact: true })).toHaveValue(`0x${operand}`);
});

pageTest('the matrix of special values is walked by arrows', tab('k=matrix&i=add.rn.f32'), async (page) => {
  await started(page);
  await expect(page.locator('.matrix tbody tr')).toHaveCount(14);
  await page.locator('#m-0-0').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#m-0-1')).toBeFocused();
  await page.locator('#m-9-0').click();
  await expect(page.locator('.operand.result')).toContainText('NaN');
});

pageTest('from the explorer the instruction comes along', async (page) => {
  await started(page);
  await page.getByRole('link', { name: 'Explain a wrong bit' }).click();
  await expect(page.locator(BOX)).toHaveValue(/fma\.rn\.f32 .* f1=3f8ccccd f2=3f8ccccd f3=3dcccccd got=/);
});

pageTest('100,000 lines in slices', tab('k=batch&i=mul.rn.f32'), async (page) => {
  await started(page);
  const lines = ['a,b,got'];
  // One line in ten is what a .ftz build gives of a product below the smallest normal number.
  for (let at = 0; at < 100_000; at += 1) {
    lines.push(at % 10 === 0 ? `${(0x0080_0000 + at).toString(16).padStart(8, '0')},3f000000,00000000` : `${(0x3f80_0000 + at).toString(16)},3f800000,${(0x3f80_0000 + at).toString(16)}`);
  }
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    const tick = (now) => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.locator('#file').setInputFiles({ name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await expect(page.locator('#summary')).toContainText('10000 of 10000 lines that differ are explained by: Subnormal', { timeout: 120_000 });
  await expect(page.locator('#summary')).toContainText('It agrees with all 90000 right lines too.');
  const took = await page.locator('#took').textContent();
  const longest = await page.evaluate(() => window.longest);
  console.log(`debug: ${took}; the longest frame ${Math.round(longest)} ms`);
  assert.ok(longest < 5000, `a frame of ${longest} ms`);
  await page.locator('#filter').selectOption('wrong');
  await expect(page.locator('.judged caption')).toContainText('of 10000');
  await page.locator('#order').selectOption('ulps');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
  assert.equal(download.suggestedFilename(), 'ulpscope.csv');
});

for (const [name, options] of Object.entries({ phone: PHONE, laptop: LAPTOP, projector: PROJECTOR })) {
  for (const colorScheme of ['light', 'dark']) {
    pageTest(`the debug page on a ${name}, ${colorScheme}`, { ...options, colorScheme, path: '#/debug' }, async (page) => {
      await started(page);
      for (const kind of ['explain', 'batch', 'compare', 'find', 'matrix']) {
        await page.evaluate((kind) => (location.hash = `#/debug?v=1&k=${kind}`), kind);
        await expect(page.locator('.sections [aria-current]')).toHaveAttribute('href', new RegExp(`k=${kind}`));
        await fits(page);
        await assertAccessible(page);
        await screenshot(page, `debug ${kind} ${name} ${colorScheme}`);
      }
    });
  }
}
