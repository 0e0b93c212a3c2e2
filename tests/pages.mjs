// Every page of the app by its address, for tests that go through them all.

/** The pages that the header and the pages themselves link to. */
export const PAGES = [
  '#/', '#/?v=1&i=ex2.approx.f32+%25f1,+0.7;', '#/?v=1&i=MUFU.RCP+R0,+R1;', '#/program', '#/formats', '#/accuracy', '#/reference',
  '#/reference/fma', '#/how', '#/learn', '#/half', '#/formats/rounding', '#/reference/glossary',
];
