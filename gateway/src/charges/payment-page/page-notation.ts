import { brazilianTime } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Html, html } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';

const NO_BREAK_SPACE = '\u00a0';

/** The amount in Brazilian notation, in every language: the bank's app shows the same text. */
export function moneyText(amount: Centavos): string {
  return brazilianMoney(amount).replace(' ', NO_BREAK_SPACE);
}

// The English date writes the month as a word: the order of day and month differs by country.
const englishFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** An instant in Brasília's time, without the seconds, as the page's script writes it too. */
export function timeOf(atMs: number, language: Language): Html {
  const text = language === 'en' ? englishFormat.format(atMs) : brazilianTime(atMs).slice(0, -3);
  return html`<time datetime="${isoTime(atMs)}">${text}</time>`;
}
