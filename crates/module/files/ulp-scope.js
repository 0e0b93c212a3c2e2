// A view of Ulpscope in a page of yours:
//
//   <script src="…/module/ulp-scope.js" defer></script>
//   <ulp-scope text="fma.rn.f32 %f4, %f1, %f2, %f3;" hide step="6"></ulp-scope>
//
// text    what stands in the box; or `link`, the address of any view, from # on (`#/learn/ties`)
// step    the step of an instruction that is shown, from 1
// hide    keep the answer back until it is asked for
// target  the chip: sm_90
//
// The frame loads when it comes near the window, is as high as what it shows, and is light or dark as the page around it.
// The page "For teachers" has recipes for slides, books and course pages.

// A script of the old kind: one from another site needs no leave of that site's server.
{
  const SITE = new URL('../', document.currentScript.src);

  class UlpScope extends HTMLElement {
    static observedAttributes = ['text', 'link', 'step', 'hide', 'target'];

    #frame = document.createElement('iframe');

    connectedCallback() {
      this.style.display ||= 'block';
      Object.assign(this.#frame.style, { display: 'block', border: 0, width: '100%', height: '640px', colorScheme: getComputedStyle(this).colorScheme });
      this.#frame.title = this.title || 'Ulpscope';
      this.#frame.loading = 'lazy';
      this.#frame.src = this.#address();
      this.append(this.#frame);
      addEventListener('message', this);
    }

    disconnectedCallback() {
      removeEventListener('message', this);
    }

    attributeChangedCallback() {
      if (this.#frame.isConnected) this.#frame.src = this.#address();
    }

    /** The frame says how high it is. */
    handleEvent({ source, origin, data }) {
      if (source !== this.#frame.contentWindow || origin !== SITE.origin) return;
      if (Number.isFinite(data?.ulpscope?.height)) this.#frame.style.height = `${Math.ceil(data.ulpscope.height)}px`;
    }

    #address() {
      const parts = [];
      const add = (name, value) => { if (value) parts.push(`${name}=${encodeURIComponent(value)}`); };
      add('t', this.getAttribute('target'));
      add('i', this.getAttribute('text'));
      add('s', this.getAttribute('step'));
      parts.push('embed=1');
      if (this.hasAttribute('hide')) parts.push('hide=1');
      const link = (this.getAttribute('link') ?? '#/').replace(/^[^#]*#?/, '#');
      return new URL(`${link}${link.includes('?') ? '&' : '?'}${parts.join('&')}`, SITE).href;
    }
  }

  customElements.define('ulp-scope', UlpScope);
}
