import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { selectCalls } from './approval-server-store.ts';
import type { ApprovalCall, WaitingPayout } from './payout-approval.ts';
import { countWaitingApprovals, selectWaitingPayouts } from './payout-approval-store.ts';

interface PageOfScope {
  readonly beforeId: string;
  readonly limit: number;
}

/** A page of the payouts of a scope that wait for an approval, newest first. */
export function readWaitingPayouts(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: PageOfScope,
): Promise<Page<WaitingPayout>> {
  return readPage(
    limit,
    (rowsMax) => selectWaitingPayouts(database, scope, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}

/** A page of the questions to the server of a scope, newest first. */
export function readApprovalCalls(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: PageOfScope,
): Promise<Page<ApprovalCall>> {
  return readPage(
    limit,
    (rowsMax) => selectCalls(database, scope, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}

/** How many payouts of all merchants wait for an approval, for the metrics. */
export function countAwaitingPayouts(database: Queryable): Promise<number> {
  return countWaitingApprovals(database);
}
