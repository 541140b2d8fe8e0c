import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import type { Clock } from '#src/platform/clock.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { fieldText } from '#src/platform/errors/texts/field-text.ts';
import { invalidCursor } from '#src/platform/http/page-cursor.ts';
import type { Period, ScopeAccount, StatementAccount } from './statement.ts';

const DAYS_DEFAULT = 30;
const CURSOR = /^\d{1,15}$/;

/** What a query of a statement may name; days are those of Brasília, both inclusive. */
export interface PeriodQuery {
  readonly account?: StatementAccount | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The account and period of a query: by default the last 30 days of what is available. Refuses
 * `invalid_request` for a day that doesn't exist.
 */
export function parsePeriod(scope: LedgerScope, query: PeriodQuery, clock: Clock) {
  const to = query.to ?? brazilianDayOf(clock.now());
  startOf('to', to);
  const until = startOf('to', addDays(to, 1));
  const from = query.from ?? addDays(to, 1 - DAYS_DEFAULT);
  const account: ScopeAccount = { ...scope, account: query.account ?? 'available' };
  const period: Period = { from: startOf('from', from), until };
  return { account, days: { from, to }, period };
}

function startOf(field: string, day: string): number {
  const start = startOfBrazilianDay(day);
  if (start !== undefined) return start;
  const message = fieldText((texts) => texts.day);
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}

/** The sequence that a cursor names. Refuses `invalid_request` for a text that is no cursor. */
export function sequenceOf(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (CURSOR.test(cursor)) return BigInt(cursor);
  throw invalidCursor();
}
