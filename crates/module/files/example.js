// The example page: evaluates what stands in the form at every change.
import { evaluate } from './ulpscope.mjs';

const form = document.querySelector('#try');
const show = () => {
  const { text, a, b } = Object.fromEntries(new FormData(form));
  let result;
  try {
    result = evaluate(text, { a, b });
  } catch (error) {
    result = { ok: false, message: error.message };
  }
  const said = result.ok ? `0x${result.bits} = ${result.integer}n, ${result.flags.join(', ') || 'exact'}` : result.message;
  document.querySelector('#result').textContent = said;
  const steps = (result.trace ?? []).map(({ title, sentence }) => {
    const item = document.createElement('li');
    item.textContent = `${title}. ${sentence}`;
    return item;
  });
  document.querySelector('#trace').replaceChildren(...steps);
};
form.addEventListener('input', show);
form.addEventListener('submit', (event) => event.preventDefault());
show();
