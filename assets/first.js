// Runs before the first paint: the theme a person chose, and whether the static example is what the address asks for.
// And whatever happens later: when the app stops, it says so, with everything that was typed in a link.
(() => {
  // More letters than an address holds.
  const LONGEST = 100_000;
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('ulpscope.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch { /* storage may be forbidden; the system's theme then stands */ }
  // A text before the #, of a browser's keyword or of a share, goes behind it.
  const before = new URLSearchParams(location.search).get('i');
  if (before !== null) {
    const hash = location.hash || `#/?i=${encodeURIComponent(before.slice(0, LONGEST))}`;
    history.replaceState(null, '', location.pathname + hash);
  }
  if (location.hash.length > 2) root.dataset.asked = '';
  // A frame has no header, and the static one would show until the app runs.
  if (/[?&]embed=1(&|$)/.test(location.hash)) root.dataset.embed = '';
  // The field that was typed in last, and on which page.
  let typed;
  addEventListener('input', ({ target }) => { typed = { field: target, page: pageOf(location.hash) }; }, true);

  if ('adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
    const choose = () => sheet.replaceSync(`${leadOf(pageOf(location.hash))} { display: block }`);
    choose();
    addEventListener('popstate', choose);
  }

  let stopped = false;
  addEventListener('error', (event) => judge(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => judge(event.reason));

  /** After a trap of WebAssembly, or an error before the app ran, nothing works any more; other errors leave it running. */
  function judge(error) {
    const fatal = error instanceof WebAssembly.RuntimeError || !('ready' in root.dataset);
    if (!fatal || stopped) return;
    stopped = true;
    if (document.body) show(error);
    else addEventListener('DOMContentLoaded', () => show(error));
  }

  function show(error) {
    const kept = keepText();
    // What the app's clocks still call must not write an older address over it.
    history.replaceState = history.pushState = () => {};
    const screen = element('main', { id: 'stopped', role: 'alert' });
    const report = element('textarea', { readOnly: true, rows: 8, ariaLabel: 'Report' });
    report.value = [
      `Ulpscope stopped: ${root.dataset.panic ?? error}`,
      `Version: ${document.querySelector('meta[name=version]').content}`,
      `Link: ${location.href}`,
      `Browser: ${navigator.userAgent}`,
      error?.stack ?? '',
    ].join('\n');
    const reload = element('button', { type: 'button', textContent: 'Reload' });
    reload.addEventListener('click', () => location.reload());
    const afresh = element('button', { type: 'button', textContent: 'Start with an empty page' });
    afresh.addEventListener('click', () => location.replace(location.pathname));
    const copy = element('button', { type: 'button', textContent: 'Copy the report' });
    copy.addEventListener('click', () => navigator.clipboard?.writeText(report.value));
    screen.append(
      element('h1', { textContent: 'Ulpscope has stopped' }),
      element('p', { textContent: 'A mistake in the program ended it, or too little memory. What you typed is in the address of this page, so that a reload brings it back. If it stops again, the report below says what a developer needs to know.' }),
      report, reload, afresh, copy,
    );
    for (const [name, text] of kept) {
      const label = element('label', { textContent: `Not in the address, so copy it from here: ${name}` });
      label.append(element('textarea', { readOnly: true, rows: 4, value: text }));
      screen.append(label);
    }
    delete root.dataset.asked;
    document.body.replaceChildren(screen);
    document.title = 'Stopped · Ulpscope';
    reload.focus();
  }

  /**
   * The address follows what is typed after a moment; what was typed last may not be in it yet.
   * A field says in `data-part` which part of the address it is. What is none, or too long for one, is given back: [name, text] of each.
   */
  function keepText() {
    const { field, page } = typed ?? {};
    const part = field && (field.dataset.part ?? (field.id === 'box' ? 'i' : ''));
    const [path, query = ''] = location.hash.replace(/^#/, '').split('?');
    if (part && page === pageOf(location.hash) && field.value.length <= LONGEST) {
      const parts = query.split('&').filter((one) => one && !one.startsWith(`${part}=`));
      history.replaceState(null, '', `#${path || '/'}?${[...parts, `${part}=${encodeURIComponent(field.value)}`].join('&')}`);
      typed = undefined;
    }
    const fields = new Set(document.querySelectorAll('textarea:not([data-part], #box, [readonly])'));
    if (typed?.field.isConnected && /^(text|search|textarea)$/.test(field.type)) fields.add(field);
    return [...fields].filter(({ value }) => value).map((one) => [one.ariaLabel ?? one.labels[0]?.textContent ?? '', one.value]);
  }

  /** What assets/leads.html says of a page; of a part of one, what it says of the whole where it has no words for the part. */
  function leadOf(page) {
    const words = (page) => `[data-page="${page.split('/').map((part) => CSS.escape(part)).join('/')}"]`;
    return `#leads ${words(page)}, #leads:not(:has(${words(page)})) ${words(page.split('/')[0])}`;
  }

  function pageOf(hash) {
    return hash.replace(/[?].*|^#[/]?/g, '');
  }

  function element(name, properties) {
    return Object.assign(document.createElement(name), properties);
  }
})();
