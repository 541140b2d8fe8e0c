// The search of the guide. The index is made in the browser, so that it works without a network
// beyond the gateway and costs the gateway one file.
import MiniSearch from 'minisearch';

const RESULTS_MAX = 12;
const EXCERPT_LENGTH = 140;
const EXCERPT_BEFORE = 50;
/** Fewer results with all words than this are completed. */
const FEW = 5;

const foldText = (text) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();

/** Without accents, plural and capitals: "devolucao" finds "Devoluções". */
const fold = (term) =>
  foldText(term)
    .replace(/[oa]es$/, 'ao')
    .replace(/(?<=\w{3})s$/, '');

/** Words that people type, and the words of the guide, both without accents and plural. */
const SYNONYMS = {
  boleto: 'cobranca',
  chargeback: 'contestacao',
  duplicado: 'idempotencia',
  estorno: 'devolucao',
  fatura: 'cobranca',
  ngrok: 'pix listen',
  reembolso: 'devolucao',
  repasse: 'split',
  retry: 'idempotencia',
  timeout: 'idempotencia',
  tunel: 'pix listen',
  withdraw: 'saque',
};

async function openIndex() {
  const answer = await fetch('/guia/busca.json');
  if (!answer.ok) throw new Error(`busca.json: ${answer.status}`);
  const entries = await answer.json();
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text'],
    processTerm: fold,
    // Codes such as rate_limited stay whole and are found by their parts, too.
    tokenize: (text) => text.match(/[\p{L}\p{N}_]+/gu)?.flatMap(partsOf) ?? [],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  });
  index.addAll(entries);
  return index;
}

function partsOf(term) {
  return term.includes('_') ? [term, ...term.split('_')] : [term];
}

/** Makes the field search, and its results reachable by the arrow keys. */
export async function startSearch(place) {
  const input = place.querySelector('input');
  const results = place.querySelector('.results');
  const index = await openIndex();
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

/** Sections with all words, then, where they are few, sections with some of them. */
function find(index, words) {
  const same = words
    .split(/\s+/)
    .map((word) => SYNONYMS[fold(word)] ?? word)
    .join(' ');
  const all = index.search({ combineWith: 'OR', queries: [words, same] });
  const ids = new Set(all.map(({ id }) => id));
  const some = all.length < FEW ? index.search(words, { combineWith: 'OR', fuzzy: 0 }) : [];
  return [...all, ...some.filter(({ id }) => !ids.has(id))].slice(0, RESULTS_MAX);
}

/** The text around the first word that was found. */
function excerptOf({ text, terms }) {
  const folded = foldText(text);
  const places = terms.map((term) => folded.indexOf(term)).filter((place) => place > 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_BEFORE);
  const isFromStart = places.length === 0 || start === 0;
  const from = isFromStart ? 0 : text.indexOf(' ', start) + 1;
  return `${isFromStart ? '' : '… '}${text.slice(from, from + EXCERPT_LENGTH)}`;
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
