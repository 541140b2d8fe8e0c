import { brazilianDate, englishDate } from '#src/ground/brazilian-days.ts';
import { type Html, html, NOTHING } from '#src/ground/http/html.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { AmountDue } from '../due/amount-due.ts';
import { type ShownDue, shownDue } from '../due/shown-due.ts';
import type { Wording } from './page-language.ts';
import { moneyText } from './page-notation.ts';
import type { View } from './page-view.ts';
import { type Payable, statusAt } from './payable.ts';

/** The amount on the page: of a pending charge with a due date, that of today. */
export function shownAmount(payable: Payable, now: number): Centavos {
  const isPending = statusAt(payable, now) === 'pending';
  return payable.due && isPending ? shownDue(payable.due, now).amount.amount : payable.amount;
}

/**
 * The due date of a charge that is not over, how its amount came about, and what it will be
 * tomorrow. Of a paid charge only how the amount came about.
 */
export function dueLines(payable: Payable, { texts, language, now }: View): Html {
  const status = statusAt(payable, now);
  if (payable.due === null || (status !== 'pending' && status !== 'paid')) return NOTHING;
  const due = shownDue(payable.due, now);
  if (status === 'paid') return partsOf(due.amount, texts, html`${texts.discount}`);
  const name = due.isLate ? texts.wasDue : texts.due;
  const discount =
    due.discountUntil === null
      ? html`${texts.discount}`
      : html`${texts.discountUntil} ${dayOf(due.discountUntil, language)}`;
  const next =
    due.tomorrow === null
      ? NOTHING
      : html`<p class="quiet">${texts.tomorrow} ${moneyText(due.tomorrow)}</p>`;
  return html`<div class="while-pending"><p class="due">${name} ${dayOf(due.dueDate, language)}</p>
${partsOf(due.amount, texts, discount)}
${next}</div>`;
}

/** Until when a charge with a due date can be paid. */
export function lastDayLine(due: ShownDue, { texts, language }: Wording): Html {
  return due.isLastDay
    ? html`<p class="time">${texts.lastDay}</p>`
    : html`<p class="time">${texts.payableUntil} ${dayOf(due.lastDay, language)}</p>`;
}

/** How an amount came about; nothing if it is the original one. `discount` names the discount. */
function partsOf(amount: AmountDue, texts: Wording['texts'], discount: Html): Html {
  const parts = [
    [texts.rebate, amount.rebate, '−'],
    [discount, amount.discount, '−'],
    [texts.interest, amount.interest, '+'],
    [texts.fine, amount.fine, '+'],
  ] as const;
  const shown = parts.filter(([, part]) => part > 0n);
  if (shown.length === 0) return NOTHING;
  const lines = shown.map(
    ([name, part, sign]) => html`<div><dt>${name}</dt><dd>${sign} ${moneyText(part)}</dd></div>`,
  );
  return html`<dl class="parts">
<div><dt>${texts.original}</dt><dd>${moneyText(amount.original)}</dd></div>
${lines}</dl>`;
}

function dayOf(day: string, language: Language): Html {
  const text = language === 'en' ? englishDate(day) : brazilianDate(day);
  return html`<time datetime="${day}">${text}</time>`;
}
