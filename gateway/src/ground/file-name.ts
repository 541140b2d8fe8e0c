import { addDays } from './brazilian-days.ts';
import type { Language } from './http/language.ts';

const LENGTH_MAX = 40;
const ACCENTS = /[\u0300-\u036f]/g;

/** The first and the last day of a file's content: `2026-11-01`. */
export interface FileDays {
  readonly from: string;
  readonly to: string;
}

/**
 * The name of a file for a download, from the shop's name, the kind of file and its days:
 * `padaria-sol-fechamento-2026-11.pdf`. Files of the test environment say so. Only letters without
 * accents, digits and hyphens, which every program shows.
 */
export function fileNameOf(
  { name, username }: { readonly name: string; readonly username: string },
  kind: string,
  file: {
    readonly environment: 'test' | 'live';
    readonly days: FileDays;
    readonly ending: string;
    /** The language of the word for the test environment; Portuguese by default. */
    readonly language?: Language;
  },
): string {
  const shop = plainWords(name) || plainWords(username);
  const test = file.environment === 'test' ? [file.language === 'en' ? 'test' : 'teste'] : [];
  return `${[shop, kind, ...test, daysInName(file.days)].join('-')}.${file.ending}`;
}

/** A text as a part of such a name: `Padaria Sol` is `padaria-sol`. It may be empty. */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replace(/^-+|(?<!-)-+$/g, '');
}

/** `2026-11` for a whole month, else the day or the two days. */
function daysInName({ from, to }: FileDays): string {
  const isMonth =
    from.endsWith('-01') && to.startsWith(from.slice(0, 8)) && addDays(to, 1).endsWith('-01');
  if (isMonth) return from.slice(0, 7);
  return from === to ? from : `${from}-a-${to}`;
}
