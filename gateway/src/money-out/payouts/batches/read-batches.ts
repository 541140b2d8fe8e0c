import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import { selectBatchesOf, selectPayoutsOfBatch } from './batch-payout-store.ts';
import type { BatchWithLines, PayoutBatch } from './payout-batch.ts';
import {
  type BatchKey,
  type BatchPage,
  selectBatch,
  selectBatchContent,
  selectBatches,
} from './payout-batch-store.ts';

/** A batch with its lines and payouts. Refuses `batch_not_found`. */
export async function readBatch(database: Queryable, key: BatchKey): Promise<BatchWithLines> {
  const [batch, content, payouts] = await Promise.all([
    selectBatch(database, key),
    selectBatchContent(database, key),
    selectPayoutsOfBatch(database, key),
  ]);
  if (!batch || !content) throw new Refusal('batch_not_found');
  return { ...batch, lines: content.lines, payouts };
}

/** A batch makes payouts of the lines of a file. */
export const batchOwner: PayoutOwner = { name: 'batches', batchesOf: selectBatchesOf };

/** A page of the batches of a scope, newest first. */
export function readBatches(
  database: Queryable,
  scope: LedgerScope,
  page: BatchPage,
): Promise<Page<PayoutBatch>> {
  return readPage(
    page.limit,
    (limit) => selectBatches(database, scope, { ...page, limit }),
    ({ id }) => id,
  );
}
