// The search of the guide. The index is made in the browser, so that it works without a network
// beyond the gateway and costs the gateway one file.
import { excerptOf, find, openIndex } from './find.js';

async function readIndex() {
  const answer = await fetch('/guia/busca.json');
  if (!answer.ok) throw new Error(`busca.json: ${answer.status}`);
  return openIndex(await answer.json());
}

/** Makes the field search, and its results reachable by the arrow keys. */
export async function startSearch(place) {
  const input = place.querySelector('input');
  const results = place.querySelector('.results');
  const index = await readIndex();
  const update = () => showResults(results, input.value.trim(), index);
  input.addEventListener('input', update);
  place.addEventListener('keydown', (event) => move(event, input, results));
  place.addEventListener('focusout', (event) => {
    if (!place.contains(event.relatedTarget)) results.hidden = true;
  });
  input.addEventListener('focus', update);
  update();
}

function showResults(results, words, index) {
  results.hidden = words === '';
  const found = words === '' ? [] : find(index, words);
  results.querySelector('.count').textContent =
    found.length === 0 ? 'Nada encontrado' : `${found.length} resultados`;
  results.querySelector('ul').replaceChildren(...found.map(resultOf));
}

function resultOf(result) {
  const { id, title, page } = result;
  const link = document.createElement('a');
  link.href = id;
  const name = document.createElement('strong');
  name.textContent = title === page ? title : `${page}: ${title}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptOf(result);
  link.append(name, excerpt);
  const item = document.createElement('li');
  item.append(link);
  return item;
}

function move(event, input, results) {
  const links = [...results.querySelectorAll('a')];
  if (event.key === 'Escape') {
    results.hidden = true;
    input.focus();
    return;
  }
  if (event.key === 'Enter' && document.activeElement === input) links[0]?.click();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || links.length === 0) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + step;
  if (next < 0) input.focus();
  else links[Math.min(next, links.length - 1)].focus();
}
