import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { selectRecentPayments } from './batch-payout-store.ts';
import type { BatchLine } from './payout-batch.ts';
import { nameOfPayment } from './read-batch-lines.ts';

/** How long ago an equal payout is worth a warning. */
const RECENT_MS = 7 * DAY_MS;

/** Adds `paid_recently` to lines whose key got the same amount in the last 7 days. */
export async function markPaidRecently(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  lines: readonly BatchLine[],
  now: number,
): Promise<readonly BatchLine[]> {
  const paid = await selectRecentPayments(tx, {
    merchantId,
    environment,
    sinceId: firstIdAt(now - RECENT_MS),
  });
  const recent = new Set(paid.map(nameOfPayment));
  return lines.map((line) => {
    const isKnown = line.warnings.includes('paid_recently');
    if (isKnown || !recent.has(nameOfPayment(line))) return line;
    return { ...line, warnings: [...line.warnings, 'paid_recently' as const] };
  });
}
