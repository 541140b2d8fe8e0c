import { isId } from '#src/ground/ids.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { emailWord, isEmail, joinedWords, type SearchQuery, searchWords } from './search-line.ts';
import { typedDueDay } from './typed-due-day.ts';

const END_TO_END_ID = /^E[0-9A-Za-z]{31}$/;
const CENTAVOS_PER_REAL = 100n;
const WORDS_MAX = 8;
/** The fewest digits that are searched: nearly all documents contain shorter parts. */
const PART_DIGITS_MIN = 3;
/** Digits with the punctuation of documents and amounts; a bank shows `***.456.789-**`. */
const NUMBER = /^[\d.,\-/*\s]+$/;
/** R$ 1.234,56 or 1234,5 or 1234. */
const BRAZILIAN_AMOUNT = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/;
/** 1234.56, as spreadsheets and programs write it. */
const POINT_AMOUNT = /^(\d+)\.(\d{2})$/;
/** An alphanumeric CNPJ with its punctuation, or its beginning. */
const CNPJ_WITH_LETTERS = /^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}(\/[\da-z]{0,4}(-\d{0,2})?)?$/i;
const LETTERS_AND_DIGITS = /^(?=.*\d)(?=.*[a-z])[\da-z]{4,14}$/i;

/** The possible meanings of a typed text. */
export interface SearchTerm {
  /** The indexes in which the whole text may be found. */
  readonly lookups: readonly {
    readonly index: 'id' | 'endToEndId' | 'externalId' | 'dueDay';
    readonly key: string;
  }[];
  /** A row matches if it matches one of these; at most three. */
  readonly queries: readonly SearchQuery[];
  /** Whether the queries are skipped when a look-up finds a row. */
  readonly isExactEnough: boolean;
}

/** The term that searches only for an external id. */
export function externalIdTerm(externalId: string): SearchTerm {
  const lookups = [{ index: 'externalId' as const, key: externalId }];
  return { lookups, queries: [], isExactEnough: true };
}

/**
 * Parses the text of the search box: an id, its txid or an end-to-end id (as a whole), an external
 * id or its beginning, a CPF or CNPJ or a part of it, an amount in reais, a due date, an e-mail, or
 * words of a name or a description. A number may mean several of these. `today` (`2026-11-24`)
 * decides about a due date without a year.
 */
export function readSearchTerm(typed: string, today: string): SearchTerm {
  const text = typed.trim();
  const dueDay = typedDueDay(text, today);
  const term = termOf(text);
  if (dueDay === undefined) return term;
  const lookups = [{ index: 'dueDay' as const, key: dueDay }, ...term.lookups];
  // Only if no charge is due that day, a description or a reference may have the date.
  return { ...term, lookups, isExactEnough: true };
}

function termOf(text: string): SearchTerm {
  const lower = text.toLowerCase();
  const id = isId(lower) ? lower : idFromTxid(lower);
  const external = { index: 'externalId' as const, key: text };
  if (id !== undefined) return wholeTerm([{ index: 'id', key: id }, external]);
  if (END_TO_END_ID.test(text)) return wholeTerm([{ index: 'endToEndId', key: text }, external]);
  const reais = /^R\$\s*(\S.*)$/i.exec(text)?.[1];
  if (reais !== undefined) {
    return { lookups: [external], queries: amounts(reais), isExactEnough: true };
  }
  if (NUMBER.test(text)) {
    const queries = [...amounts(text), ...documents(text), ...references(text)];
    return { lookups: [external], queries, isExactEnough: false };
  }
  return { lookups: [external], queries: names(text), isExactEnough: true };
}

function wholeTerm(lookups: SearchTerm['lookups']): SearchTerm {
  return { lookups, queries: [], isExactEnough: true };
}

function amounts(text: string): SearchQuery[] {
  const [, reais, cents = ''] = BRAZILIAN_AMOUNT.exec(text) ?? POINT_AMOUNT.exec(text) ?? [];
  if (reais === undefined) return [];
  const amount =
    BigInt(reais.replaceAll('.', '')) * CENTAVOS_PER_REAL + BigInt(cents.padEnd(2, '0'));
  return amount > AMOUNT_CENTAVOS_MAX ? [] : [{ words: [], parts: [], amount }];
}

/** The query of a document whose hidden digits (`*`) separate its parts. */
function documents(text: string): SearchQuery[] {
  if (text.includes(',')) return [];
  const parts = text
    .replaceAll(/[.\-/\s]/g, '')
    .split(/\*+/)
    .filter((part) => part !== '');
  return parts.join('').length < PART_DIGITS_MIN ? [] : [documentOf(...parts)];
}

/** The query of a reference that begins with a number, or of a description that has it. */
function references(text: string): SearchQuery[] {
  const isReference = !/[.,*]/.test(text) && text.replaceAll(/\D/g, '').length >= PART_DIGITS_MIN;
  return isReference ? wordsOf(searchWords(text)) : [];
}

function names(text: string): SearchQuery[] {
  if (CNPJ_WITH_LETTERS.test(text)) return [documentOf(text.replaceAll(/[./-]/g, ''))];
  if (isEmail(text)) return wordsOf([emailWord(text)]);
  const words = searchWords(text);
  const joined = joinedWords(text);
  const named = [...wordsOf(words), ...(joined.length === words.length ? [] : wordsOf(joined))];
  return LETTERS_AND_DIGITS.test(text) ? [...named, documentOf(text)] : named;
}

function wordsOf(words: readonly string[]): SearchQuery[] {
  if (words.length === 0) return [];
  return [{ words: words.slice(0, WORDS_MAX), parts: [], amount: undefined }];
}

function documentOf(...parts: string[]): SearchQuery {
  return { words: [], parts: parts.map((part) => part.toUpperCase()), amount: undefined };
}
