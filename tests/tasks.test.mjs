// Fifteen things that a newcomer comes for, from the start page. What is tested is that the way leads there; the number of actions (a click,
// a key, a text typed or pasted in one go) is that of the way as it is written here, counted so that the title tells it truly.

import { assert, expect, test } from './browser.mjs';
import { BOX } from './support.mjs';

const LISTING = `	code for sm_90
		Function : f
        /*0000*/                   FFMA R2, R3, R4, R2 ;                 /* 0x0000000403027223 */
                                                                        /* 0x000fca0000000002 */
        /*0010*/                   MUFU.RCP R5, R2 ;                     /* 0x0000000200057308 */
                                                                        /* 0x000e220000001000 */
        /*0020*/                   EXIT ;                                /* 0x000000000000794d */
                                                                        /* 0x000fea0003800000 */
`;

const KERNEL = `.version 8.0
.target sm_80
.address_size 64
.visible .entry third(.param .u64 x)
{
.reg .f32 %f<3>; .reg .b64 %rd<3>; .reg .b32 %r<2>;
ld.param.u64 %rd1, [x];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd1, %rd1, %rd2;
ld.global.f32 %f1, [%rd1];
div.rn.f32 %f2, %f1, 0f40400000;
st.global.f32 [%rd1], %f2;
ret;
}
`;

/** Somebody whose actions are counted. */
const visitor = (page) => ({
  actions: 0,
  async click(place) {
    this.actions += 1;
    await place.click();
  },
  async press(key) {
    this.actions += 1;
    await page.keyboard.press(key);
  },
  /** Types where the focus is. */
  async type(text) {
    this.actions += 1;
    await page.keyboard.type(text);
  },
  /** Pastes over what stands in the place. */
  async paste(place, text) {
    this.actions += 2;
    await place.focus();
    await place.fill(text);
  },
  link(name) {
    return this.click(page.getByRole('link', { name, exact: true }).first());
  },
});

/** What somebody wants, the most actions that it may take, and the way there. */
const TASKS = [
  ['whether 0.1 + 0.2 is 0.3', 1, async (me, page) => {
    await me.click(page.locator('.invite').getByRole('link', { name: '0.1 + 0.2 == 0.3', exact: true }));
    await expect(page.locator('.outcome')).toContainText('false');
    await expect(page.locator('.why')).toContainText('1 ulp apart');
  }],
  ['a third as a float', 3, async (me, page) => {
    await me.paste(page.locator(BOX), '1/3');
    await me.click(page.locator('#messages').getByRole('button', { name: '1.0f/3.0f' }));
    await expect(page.locator('.operand.result output.hex').first()).toHaveText('0x3eaaaaab');
  }],
  ['what the bits of a half stand for', 3, async (me, page) => {
    await me.paste(page.locator(BOX), '0x7bff');
    await me.press('Enter');
    await expect(page.locator('.format[data-format="F16"] .digits').first()).toHaveText('65504');
  }],
  ['why 65520 becomes infinity in half precision', 2, async (me, page) => {
    await me.paste(page.locator(BOX), '__float2half(65520.0f)');
    await expect(page.locator('.operand.result output.hex').first()).toHaveText('0x7c00');
    await expect(page.locator('.why')).toContainText('Exactly half way');
  }],
  ['the same sum rounded towards zero', 1, async (me, page) => {
    await me.click(page.locator('.modifiers').getByRole('button', { name: 'rz', exact: true }));
    await expect(page.locator(BOX)).toHaveValue('fma.rz.f32 %f4, %f1, %f2, %f3;');
  }],
  ['why a product is zero', 3, async (me, page) => {
    await me.link('Debug');
    await me.paste(page.locator(BOX), 'mul.f32 1e-20 1e-20 got 0');
    await expect(page.locator('.reasons li').first()).toContainText('-use_fast_math');
  }],
  ['what -use_fast_math does', 4, async (me, page) => {
    await me.press('Control+k');
    await me.press('Control+k');
    await me.type('use_fast_math');
    await me.press('Enter');
    await expect(page.locator('main')).toContainText(/fast.math/i);
  }],
  ['what an intrinsic promises for an argument', 1, async (me, page) => {
    await me.click(page.locator('.invite').getByRole('link', { name: '__sinf(1e5f)', exact: true }));
    await expect(page.locator('.verdict')).toContainText('nothing is promised');
  }],
  ['the worst input of the reciprocal root, with its steps', 2, async (me, page) => {
    await me.link('Accuracy');
    await expect(page.locator('#inputs[data-done]')).toBeVisible({ timeout: 60_000 });
    await me.click(page.locator('#open-worst'));
    await expect(page.locator(BOX)).toHaveValue('MUFU.RSQ R0, R1;');
  }],
  ['where fma and two roundings part', 2, async (me, page) => {
    await me.link('Debug');
    await me.click(page.locator('.invite').getByRole('link', { name: 'fma or mul and add' }));
    await expect(page.locator('.parting')).toContainText('The first difference');
  }],
  ['numbers on which fma is exactly half way', 2, async (me, page) => {
    await me.link('Debug');
    await me.click(page.locator('.invite').getByRole('link', { name: 'ties of fma' }));
    await expect(page.locator('.cases li').first()).toBeVisible();
  }],
  ['what a kernel computes, line by line', 3, async (me, page) => {
    await me.paste(page.locator(BOX), KERNEL);
    await me.click(page.getByRole('link', { name: /program/i }).last());
    await expect(page.locator('#outcome')).toContainText('came to its end');
  }],
  ['a line of a disassembly', 3, async (me, page) => {
    await me.paste(page.locator(BOX), LISTING);
    await me.click(page.getByRole('link', { name: 'MUFU.RCP R5, R2' }));
    await expect(page.locator('.spelling')).toHaveText('MUFU.RCP R5, R2 ;');
    await expect(page.locator('.word-bit')).toHaveCount(128);
  }],
  ['what a machine word is', 2, async (me, page) => {
    await me.paste(page.locator(BOX), '0x000fca00000000000000000302077223');
    await expect(page.locator('.spelling')).toHaveText('FFMA R7, R2, R3, R0 ;');
  }],
  ['how two tensor cores differ', 2, async (me, page) => {
    await me.click(page.locator('.invite').getByRole('link', { name: 'tensor cores' }));
    await me.click(page.getByRole('button', { name: 'V100', exact: true }));
    await expect(page.locator('.beside')).toContainText('first adds products');
  }],
];

for (const [wish, most, way] of TASKS) {
  test(`a newcomer finds out ${wish}, in ${most} actions`, async ({ open }) => {
    const page = await open();
    const me = visitor(page);
    await way(me, page);
    assert.equal(me.actions, most, wish);
  });
}
