import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { PayoutKey } from '../payout.ts';
import { selectCalls } from './approval-server-store.ts';
import type { ApprovalCall, PayoutApproval, PayoutToKey } from './payout-approval.ts';
import { selectApproval, selectLastToKeys, selectWaitingPayouts } from './payout-approval-store.ts';

/** An approval, and the last other payouts that were paid to its Pix key, newest first. */
export interface ShownApproval extends PayoutApproval {
  readonly lastPayouts: readonly PayoutToKey[];
}

interface PageOfScope {
  readonly beforeId: string;
  readonly limit: number;
}

/** A page of the payouts of a scope that wait for an approval, newest first. */
export async function readWaitingPayouts(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: PageOfScope,
): Promise<Page<ShownApproval>> {
  const page = await readPage(
    limit,
    (rowsMax) =>
      selectWaitingPayouts(database, { merchantId, environment, beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
  return { ...page, rows: await shown(database, page.rows) };
}

/** The approval of a payout; undefined when it has none. */
export async function readApproval(
  database: Queryable,
  key: PayoutKey,
): Promise<ShownApproval | undefined> {
  const approval = await selectApproval(database, key);
  return approval && (await shown(database, [approval]))[0];
}

async function shown(
  database: Queryable,
  approvals: readonly PayoutApproval[],
): Promise<ShownApproval[]> {
  if (approvals.length === 0) return [];
  const payouts = approvals.map(({ id: payoutId, ...approval }) => ({ ...approval, payoutId }));
  const last = await selectLastToKeys(database, { payouts });
  const byPayout = Map.groupBy(last, ({ payoutId }) => payoutId);
  return approvals.map((approval) => ({
    ...approval,
    lastPayouts: byPayout.get(approval.id) ?? [],
  }));
}

/** A page of the calls of the approval server of a scope, newest first. */
export function readApprovalCalls(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: PageOfScope,
): Promise<Page<ApprovalCall>> {
  return readPage(
    limit,
    (rowsMax) => selectCalls(database, { merchantId, environment, beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}
