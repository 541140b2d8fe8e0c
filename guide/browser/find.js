// The search of the guide, without a page: the browser and `pix mcp` use it.
import MiniSearch from 'minisearch';
import { fold, foldText, inOwnWords } from './synonyms.js';

const RESULTS_MAX = 12;
const EXCERPT_LENGTH = 140;
const EXCERPT_BEFORE = 50;
/** Fewer results with all words than this are completed. */
const FEW = 5;

/** The index of the sections of `busca.json`. */
export function openIndex(entries) {
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

/** Sections with all words, then, where they are few, sections with some of them. */
export function find(index, words) {
  const all = index.search({ combineWith: 'OR', queries: [words, inOwnWords(words)] });
  const ids = new Set(all.map(({ id }) => id));
  const some = all.length < FEW ? index.search(words, { combineWith: 'OR', fuzzy: 0 }) : [];
  return [...all, ...some.filter(({ id }) => !ids.has(id))].slice(0, RESULTS_MAX);
}

/** The text around the first word that was found. */
export function excerptOf({ text, terms }) {
  const folded = foldText(text);
  const places = terms.map((term) => folded.indexOf(term)).filter((place) => place > 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_BEFORE);
  const isFromStart = places.length === 0 || start === 0;
  const from = isFromStart ? 0 : text.indexOf(' ', start) + 1;
  return `${isFromStart ? '' : '… '}${text.slice(from, from + EXCERPT_LENGTH)}`;
}
