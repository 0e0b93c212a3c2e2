// Every page of the app by its address, for tests that go through them all.

import { readFileSync } from 'node:fs';

/** What stands in the table of pages: `Name "path" Reader, …`, a row a line. */
const [, TABLE] = /^pages! \{\n(.*?)^\}/ms.exec(readFileSync(new URL('../crates/view_model/state/page.rs', import.meta.url), 'utf8'));

/** The pages of the table. */
const ROWS = TABLE.trimEnd().split('\n').map((row) => {
  const [, path] = /^ +\w+ +"([^"]*)"/.exec(row);
  return `#/${path}`;
});

/** Pages with something in their address that shows another side of them. */
const ASKED = [
  '#/?v=1&i=ex2.approx.f32+%25f1,+0.7;', '#/?v=1&i=MUFU.RCP+R0,+R1;', '#/program?v=1&i=.entry+k(.param+.u64+p)%0A{+.reg+.f32+%25f<2>;+.reg+.b64+%25d;%0Ald.param.u64+%25d,+[p];%0Aadd.f32+%25f1,+0.1,+0.2;%0Ast.global.f32+[%25d],+%25f1;%0Aret;+}',
  '#/accuracy?v=1&k=against&a=x*0.1f&b=x%2F10.0f&r=1..2', '#/reference/fma', '#/reference/MUFU', '#/learn/ties', '#/learn/ties?lang=de', '#/learn/teach', '#/learn/practice?seed=5eed&n=3',
  '#/formats/own?v=1&f=E4M3&b=39&x=log', '#/formats/blocks?v=1&n=1+2+3&k=nvfp4&m=nearest', '#/formats/blocks?v=1&c=gradient&k=mxfp4&m=floor',
  '#/debug?v=1&k=batch&i=mul.rn.f32', '#/debug?v=1&k=compare', '#/debug?v=1&k=find&i=fma.rn.f32',
  '#/debug?v=1&k=matrix&i=add.rn.f32', '#/debug?v=1&k=batch&i=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32',
];

/** The pages that the header and the pages themselves link to. */
export const PAGES = [...ROWS, ...ASKED];
