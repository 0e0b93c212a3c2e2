// The accuracy page: the figures of whole ranges, zooming to single floats, keys, workers that die, what can be taken away.

import { readFile } from 'node:fs/promises';
import { assert, expect, IN_FIREFOX_TOO, screenshot, test } from './browser.mjs';
import { retype } from './support.mjs';

const DONE = '#inputs[data-done]';
const at = (query) => `#/accuracy?v=1&t=sm_90&p=8.8&${query}`;

/** Waits until every operand in view is swept; the machine may be busy. */
async function swept(page, inputs) {
  await expect(page.locator(DONE)).toHaveAttribute('data-done', String(inputs), { timeout: 120_000 });
}

/** A figure of the panel by its name. */
const figure = (page, name) => page.locator('.figures dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd');

// Every operand of these ranges, as an emulation that was checked on silicon gives them.
const WHOLE = [
  ['RCP', '3f800000..3fffffff', 2 ** 23, '0.9749 ulp', '3f81cfff', '86.785 %', '24.037'],
  ['RSQ', '3f800000..407fffff', 2 ** 24, '1.5145 ulp', '3f820399', '78.339 %', '23.401'],
  ['EX2', '00000000..007fffff', 2 ** 23, '1.3903 ulp', '0042fc00', '61.105 %', '22.525'],
  ['EX2', '807fffff..80000000', 2 ** 23, '2.055 ulp', '800a0100', '39.851 %', '22.961'],
  ['LG2', '3f800000..3fffffff', 2 ** 23, undefined, undefined, '34.317 %', '22.577'],
  ['SIN', '00000000..007fffff', 2 ** 23, undefined, undefined, '28.487 %', '22.383'],
  ['COS', '00000000..007fffff', 2 ** 23, undefined, undefined, '9.627 %', '21.487'],
];

for (const [name, range, inputs, error, worst, share, bits] of WHOLE) {
  test(`accuracy: ${name} over ${range} has the figures of the whole range`, async ({ open }) => {
    const page = await open({ path: at(`f=${name}&r=${range}`) });
    await swept(page, inputs);
    await expect(page.locator('#share')).toHaveText(share);
    await expect(figure(page, 'good bits')).toHaveText(bits);
    if (worst) {
      await expect(page.locator('.worst')).toHaveAttribute('data-worst', worst);
      await expect(page.locator('.worst b')).toHaveText(error);
    }
  });
}

test('accuracy: a function of halves over every input there is, and into the explorer', async ({ open }) => {
  const page = await open({ path: at('f=tanh.approx.f16&r=bc00..3c00&m=ulp') });
  await swept(page, 2 * 0x3c00 + 2);
  await expect(page.locator('#from')).toHaveValue('0xbc00 = -1.0');
  await page.locator('#whole').click();
  await expect(page.locator('#verdict')).toContainText('65 536 inputs of tanh.approx.f16', { timeout: 60_000 });
  await expect(page.locator('#verdict')).toContainText('10.987 good bits');
  await expect(page.locator('#verdict .within')).toContainText('10.9873');
  await page.locator('#open-worst').click();
  await expect(page.locator('#box')).toHaveValue('tanh.approx.f16 %d, %a;');
});

test('accuracy: from the start page to the worst input of RSQ and into the explorer', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open();
  await page.getByRole('link', { name: 'Accuracy' }).click();
  await swept(page, 2 ** 24);
  await expect(page.locator('.worst b')).toHaveText('1.5145 ulp');
  await expect(page.locator('.promises')).toContainText('1.52 ulp');
  await expect(page.locator('.promises .beyond')).toHaveCount(0);
  await screenshot(page, 'accuracy RSQ');
  await page.getByRole('button', { name: 'zoom to it' }).click();
  await swept(page, 64);
  await expect(page.locator('.reading')).toContainText('0x3f820399');
  await expect(page.locator('.reading')).toContainText('−1.5145 ulp');
  await screenshot(page, 'accuracy RSQ single floats');
  await page.locator('#open-worst').click();
  await expect(page.locator('#box')).toHaveValue('MUFU.RSQ R0, R1;');
  await expect(page).toHaveURL(/R1:3f820399/);
});

test('accuracy: the curve is drawn where the errors are', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: at('f=RSQ&r=3f820000..3f820fff') });
  await swept(page, 4096);
  const inks = () => page.locator('#board canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const found = new Set();
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) found.add(`${data[i] >> 5},${data[i + 1] >> 5},${data[i + 2] >> 5}`);
    return found.size;
  });
  // The figures stand before the frame in which the curve is drawn.
  await expect.poll(inks, 'colours on the canvas').toBeGreaterThanOrEqual(4);
  const numbers = page.locator('.numbers');
  await numbers.locator('summary').click();
  const counts = () => numbers.locator('table').first().locator('tbody tr td:nth-child(3)').allInnerTexts();
  await expect.poll(async () => (await counts()).reduce((sum, count) => sum + Number(count.replace(/\D/g, '')), 0)).toBe(4096);
});

test('accuracy: keys zoom, move, return and open', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: at('f=RSQ&r=3f800000..3f800fff') });
  await swept(page, 4096);
  await page.locator('#board').focus();
  await page.keyboard.press('+');
  await swept(page, 2048);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('#from')).not.toHaveValue(/3f800400/);
  await page.keyboard.press('-');
  await swept(page, 4096);
  for (let i = 0; i < 7; i += 1) await page.keyboard.press('+');
  await swept(page, 32);
  await page.keyboard.press('ArrowRight');
  const bits = (await page.locator('.reading code').first().innerText()).slice(2);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.reading code').first()).toHaveText(`0x${(parseInt(bits, 16) + 1).toString(16)}`);
  await page.keyboard.press('Enter');
  await expect(page.locator('#box')).toHaveValue('MUFU.RSQ R0, R1;');
  await page.goBack();
  await page.locator('#board').focus();
  await page.keyboard.press('Home');
  await expect(page.locator('#from')).toHaveValue('0x3f800000 = 1.0');
  await expect(page.locator('#to')).toHaveValue('0x407fffff ≈ 3.9999998');
});

test('accuracy: wheel and drag', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: at('f=RCP&r=3f800000..3f800fff') });
  await swept(page, 4096);
  const box = await page.locator('#board canvas').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -100);
  await expect(page.locator(DONE)).not.toHaveAttribute('data-done', '4096');
  const before = await page.locator('#from').inputValue();
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 200, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('#from')).not.toHaveValue(before);
});

// Not in Firefox, whose driver runs no code in a worker.
test('accuracy: workers that die are replaced, and nothing is lost', async ({ open }) => {
  const page = await open({ path: at('f=RSQ&r=3f800000..407fffff') });
  // They end without a word, as when a system takes their memory.
  await expect.poll(() => page.workers().length).toBeGreaterThan(0);
  await Promise.all(page.workers().map((worker) => worker.evaluate(() => self.close()).catch(() => {})));
  await page.locator('#board').focus();
  // Another view, in case the sweep was quicker than this test.
  await page.keyboard.press('-');
  await expect(page.locator('#replaced')).toContainText('replaced', { timeout: 60_000 });
  await swept(page, 2 ** 25);
});

test('accuracy: two targets in one plot', async ({ open }) => {
  const page = await open({ path: at('f=sin.approx.f32&r=3f800000..3f80ffff&c=sin.approx.f32@52&m=abs') });
  await swept(page, 2 ** 17);
  await expect(page.locator('.figures h2')).toHaveCount(2);
  await expect(page.locator('#caption')).toContainText('sm_52');
});

// Not in Firefox, whose driver keeps no download.
test('accuracy: what can be taken away', async ({ open }) => {
  const page = await open({ path: at('f=RCP&r=3f800000..3f80ffff') });
  await swept(page, 2 ** 16);
  const taken = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name, exact: true }).click()]);
    return readFile(await download.path());
  };
  const rows = (await taken('CSV')).toString().split('\n').filter((line) => line.startsWith('RCP,'));
  assert.equal(rows.reduce((sum, row) => sum + Number(row.split(',')[5]), 0), 2 ** 16);
  const svg = (await taken('SVG')).toString();
  assert.match(svg, /<title>Error of RCP on sm_90; inputs 0x3f800000 = 1\.0/);
  assert.equal((await taken('PNG')).subarray(1, 4).toString(), 'PNG');
});

test('accuracy: conversions to half, all inputs begin and are cancelled', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: at('f=cvt.rn.f16.f32&r=3f800000..3f80ffff') });
  await swept(page, 2 ** 16);
  await expect(figure(page, 'correctly rounded')).toHaveText('100 %');
  await page.locator('#whole').click();
  await expect(page.locator('.whole progress')).toBeVisible();
  await expect(page.locator('.whole')).toContainText('million a second', { timeout: 60_000 });
  await page.getByRole('button', { name: 'cancel' }).click();
  await expect(page.locator('.whole progress')).toBeHidden();
});

test('accuracy: a bad link shows the default and says so', IN_FIREFOX_TOO, async ({ open }) => {
  const page = await open({ path: at('f=NOPE&r=9..1&m=x') });
  await expect(page.locator('.notices')).toContainText('f=NOPE');
  await expect(page.locator('#from')).toHaveValue('0x3f800000 = 1.0');
  // A range is typed as a number too.
  await retype(page.locator('#to'), '1.0001');
  await page.locator('#to').press('Enter');
  await expect(page.locator('#to')).toHaveValue('0x3f800347 ≈ 1.0001');
  await swept(page, 0x348);
  await retype(page.locator('#to'), 'what');
  await page.locator('#to').press('Enter');
  await expect(page.locator('.wrong')).toContainText('what');
});
