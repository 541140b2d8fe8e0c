import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { selectPaidSince } from './event-store.ts';

/** The most events of a feed that one read returns. */
const SCANNED_MAX = 500;

/** A payment in a merchant's feed. */
export interface PaidEvent {
  readonly chargeId: string;
  readonly amount: bigint;
  readonly externalId: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The payments among the next events of a scope after a position. */
export async function readPaidEvents(
  database: Queryable,
  scope: LedgerScope,
  after: bigint,
): Promise<{ payments: PaidEvent[]; position: bigint; hasMore: boolean }> {
  const rows = await selectPaidSince(database, { ...scope, after, limit: SCANNED_MAX });
  const payments = rows.flatMap(({ id, resourceId: chargeId, externalId, amount }) =>
    amount === null ? [] : [{ chargeId, externalId, amount, at: instantOfId(id) }],
  );
  const position = rows.at(-1)?.position ?? after;
  return { payments, position, hasMore: rows.length === SCANNED_MAX };
}
