import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { Clock } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import type { Period, ScopeAccount, StatementAccount } from './statement.ts';

const DAYS_DEFAULT = 30;
const CURSOR = /^\d{1,15}$/;

/** The query of a statement. Days of Brasília, both inclusive. */
export interface PeriodQuery {
  readonly account?: StatementAccount | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The account and period of a query: by default the last 30 days of `available`. Refuses
 * `invalid_request` for a day that doesn't exist, and for a last day before the first one.
 */
export function parsePeriod(scope: LedgerScope, query: PeriodQuery, clock: Clock) {
  const to = query.to ?? brazilianDayOf(clock.now());
  startOf('to', to);
  const until = startOf('to', addDays(to, 1));
  const from = query.from ?? addDays(to, 1 - DAYS_DEFAULT);
  // A program that counts days in UTC may ask for tomorrow.
  if (query.to !== undefined && to < from) throw refusal('to', ({ lastDay }) => lastDay);
  const account: ScopeAccount = { ...scope, account: query.account ?? 'available' };
  const period: Period = { from: startOf('from', from), until };
  return { account, days: { from, to }, period };
}

function startOf(field: string, day: string): number {
  const start = startOfBrazilianDay(day);
  if (start !== undefined) return start;
  throw refusal(field, (texts) => texts.day);
}

function refusal(field: string, text: Parameters<typeof fieldText>[0]): Refusal {
  return new Refusal('invalid_request', { fields: [{ field, message: fieldText(text) }] });
}

/** The sequence of a cursor. Refuses `invalid_request` if the text is not a cursor. */
export function sequenceOf(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (CURSOR.test(cursor)) return BigInt(cursor);
  throw invalidCursor();
}
