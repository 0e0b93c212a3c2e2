// What a notebook shows of `ulpscope.widget`: a text and its operands, and below them what Python draws of both. Nothing is fetched.

/** Operands as they are written: `a = 1.1, b = 2`. */
const written = (operands) => Object.entries(operands).map(([name, value]) => `${name} = ${value}`).join(', ');

/** The operands of such a text; a piece without an equals sign has no value, and Python says so. */
function read(text) {
  const pieces = text.split(',').map((piece) => piece.split('='));
  return Object.fromEntries(pieces.map(([name, ...value]) => [name.trim(), value.join('=').trim()]).filter(([name]) => name !== ''));
}

function box(label, take) {
  const [around, input] = ['label', 'input'].map((name) => document.createElement(name));
  Object.assign(around.style, { display: 'block', margin: '0 0 .5em' });
  Object.assign(input.style, { display: 'block', width: '100%', boxSizing: 'border-box', font: '1em monospace' });
  input.spellcheck = false;
  input.addEventListener('change', () => take(input.value));
  around.append(label, input);
  return { around, input };
}

function render({ model, el }) {
  const set = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  const text = box('text', (value) => set('text', value));
  const operands = box('operands', (value) => set('operands', read(value)));
  const error = document.createElement('pre');
  error.setAttribute('role', 'alert');
  const drawn = document.createElement('div');
  el.append(text.around, operands.around, error, drawn);
  // Each trait has its own place, so that an answer does not take away what is being typed.
  const shown = {
    text: () => { text.input.value = model.get('text'); },
    operands: () => { operands.input.value = written(model.get('operands')); },
    error: () => { error.textContent = model.get('error'); },
    html: () => { drawn.innerHTML = model.get('html'); },
  };
  Object.entries(shown).forEach(([name, show]) => {
    model.on(`change:${name}`, show);
    show();
  });
  return () => Object.entries(shown).forEach(([name, show]) => model.off(`change:${name}`, show));
}

export default { render };
