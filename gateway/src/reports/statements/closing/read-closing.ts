import type { Queryable } from '#src/ground/database/database.ts';
import type { FileRequest } from '../movements/file-request.ts';
import type { Movement, MovementRange } from '../movements/movement.ts';
import { collectTotals, type MovementTotals } from '../movements/movement-totals.ts';
import { findEntryRange } from '../read-statement.ts';
import { type StatementAccount, statementAccounts } from '../statement.ts';

type ClosingRequest = Omit<FileRequest, 'readPaperBrand'>;

/** The totals and balances of a period. Amounts in signed centavos. */
export interface Closing extends MovementTotals {
  readonly request: ClosingRequest;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The balances of the accounts that make up the closing balance. */
  readonly accounts: ReadonlyMap<StatementAccount, bigint>;
}

/**
 * Adds up the movements of a period. Only one page at a time is in memory. After each page it
 * yields an empty text, so that the work ends when its reader has disconnected.
 */
export async function* readClosing(
  database: Queryable,
  parts: ClosingRequest & { range: MovementRange; pages: AsyncIterable<Movement[]> },
): AsyncGenerator<string, Closing> {
  const { range, pages, ...request } = parts;
  const accounts = await balancesAt(database, request, range);
  const collector = collectTotals(range.opening);
  for await (const movements of pages) {
    for (const movement of movements) collector.add(movement);
    yield '';
  }
  const { opening, closing } = range;
  return { request, opening, closing, accounts, ...collector.totals() };
}

/** The balances after the postings of a range, without later postings. */
async function balancesAt(
  database: Queryable,
  { account: { merchantId, environment }, period }: ClosingRequest,
  { counts }: MovementRange,
): Promise<Map<StatementAccount, bigint>> {
  const balances = await Promise.all(
    statementAccounts.map(async (account) => {
      const counted = counts.get(account) ?? 0n;
      const scope = { merchantId, environment, account };
      const { closing } = await findEntryRange(database, scope, period, counted);
      return [account, closing] as const;
    }),
  );
  return new Map(balances);
}
