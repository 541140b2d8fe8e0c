import { createHash } from 'node:crypto';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { searchWords } from '../transactions/search-line.ts';

const MARK_LENGTH = 8;
const WORDS_MAX = 8;
const WORD_LENGTH_MAX = 60;
/** Digits with the punctuation of documents. */
const NUMBER = /^[./\-*]*\d[\d./\-*]*$/;
const PUNCTUATION = /[./\-*]/g;

/**
 * The words by which a customer is found: those of its name and e-mail, and its document. Each has
 * a mark of the scope before it, so that an index look-up reads the words of one scope only.
 */
export function wordsOfCustomer(
  scope: LedgerScope,
  { name, email, document }: { name: string; email: string | null; document: string },
): string[] {
  const words = [...searchWords(name), ...searchWords(email ?? ''), document.toLowerCase()];
  const mark = markOf(scope);
  return [...new Set(words.map((word) => mark + word.slice(0, WORD_LENGTH_MAX)))];
}

/**
 * The condition of a typed text in the language of `tsquery`: every word begins a word of the
 * customer. Undefined for a text without words.
 */
export function queryOfText(scope: LedgerScope, text: string): string | undefined {
  const words = text
    .trim()
    .split(/\s+/)
    .flatMap((part) =>
      NUMBER.test(part) || isCnpjWithLetters(part)
        ? [part.replaceAll(PUNCTUATION, '').toLowerCase()]
        : searchWords(part),
    )
    .slice(0, WORDS_MAX);
  if (words.length === 0) return undefined;
  const mark = markOf(scope);
  return words.map((word) => `${quoted(mark + word.slice(0, WORD_LENGTH_MAX))}:*`).join(' & ');
}

/** An alphanumeric CNPJ with its punctuation, or its beginning. */
function isCnpjWithLetters(part: string): boolean {
  return /^[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}(\/[\da-z]{0,4}(-\d{0,2})?)?$/i.test(part);
}

function markOf(scope: LedgerScope): string {
  const name = `${scope.merchantId} ${scope.environment}`;
  if (lastMark.name !== name) {
    const digest = createHash('sha256').update(name).digest('hex');
    lastMark = { name, mark: digest.slice(0, MARK_LENGTH) };
  }
  return lastMark.mark;
}

// A batch has the charges of one scope.
let lastMark = { name: '', mark: '' };

function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
