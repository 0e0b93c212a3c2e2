// Every page of the app by its address, for tests that go through them all.

/** The pages that the header and the pages themselves link to. */
export const PAGES = [
  '#/', '#/?v=1&i=ex2.approx.f32+%25f1,+0.7;', '#/?v=1&i=MUFU.RCP+R0,+R1;', '#/program', '#/program?v=1&i=.entry+k(.param+.u64+p)%0A{+.reg+.f32+%25f<2>;+.reg+.b64+%25d;%0Ald.param.u64+%25d,+[p];%0Aadd.f32+%25f1,+0.1,+0.2;%0Ast.global.f32+[%25d],+%25f1;%0Aret;+}',
  '#/program/sums', '#/formats', '#/accuracy', '#/accuracy?v=1&k=against&a=x*0.1f&b=x%2F10.0f&r=1..2', '#/accuracy/gpu', '#/reference',
  '#/reference/fma', '#/reference/MUFU', '#/reference/cuda', '#/reference/glossary', '#/how', '#/learn', '#/learn/ties', '#/learn/ties?lang=de', '#/learn/teach', '#/learn/practice?seed=5eed&n=3',
  '#/half', '#/formats/rounding', '#/formats/extremes', '#/formats/own', '#/formats/own?v=1&f=E4M3&b=39&x=log', '#/formats/blocks', '#/formats/blocks?v=1&n=1+2+3&k=nvfp4&m=nearest', '#/formats/blocks?v=1&c=gradient&k=mxfp4&m=floor', '#/debug',
  '#/debug?v=1&k=batch&i=mul.rn.f32', '#/debug?v=1&k=compare', '#/tensor', '#/debug?v=1&k=find&i=fma.rn.f32',
  '#/debug?v=1&k=matrix&i=add.rn.f32', '#/debug?v=1&k=batch&i=mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32',
];
