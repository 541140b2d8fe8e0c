import type { BucketId } from './bucket-id.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from './database-errors.ts';
import type { Database, Transaction } from './database-types.ts';

const LOCK_TIMEOUT_MS = 50;
// On a cluster `truncate` locks the table on all servers, where the limit for locks does not hold.
// A bucket that is being moved has such a lock, and its move waits for this transaction.
const TRUNCATE_TIMEOUT_MS = 2_000;
// 23001: a trigger refused it. 42501: the role has no right to it.
const REFUSED = new Set(['23001', '42501']);
// 57014: the statement reached its time limit.
const NOT_TRIED = new Set([LOCK_NOT_AVAILABLE, '57014']);
const OWNER = '00000000-0000-0000-0000-000000000000';
/** A posting of one centavo from an account to itself, which is never committed. */
const POSTING = `insert into ledger_entries (merchant_id, environment, account, sequence,
    reference_id, kind, amount_centavos, balance_after_centavos, created_at)
  select '${OWNER}', 'live', 'bank', 9000000000000000000 + sign, '${OWNER}', 'guard', sign, 0, now()
  from unnest(array[1, -1]) as sign`;
const FORBIDDEN = {
  update: `update ledger_entries set kind = kind
    where merchant_id = '${OWNER}' and environment = 'live' and account = 'bank'`,
  delete: `delete from ledger_entries
    where merchant_id = '${OWNER}' and environment = 'live' and account = 'bank'`,
  truncate: 'truncate ledger_entries',
} as const;

/** A forbidden change of ledger entries that a bucket allows. */
export interface OpenGuard {
  readonly bucketId: BucketId;
  readonly operation: keyof typeof FORBIDDEN;
}

/** Thrown to roll back. */
class RolledBack extends Error {}

/**
 * Tries to update, delete and truncate entries of the ledger in each bucket, in transactions that
 * are rolled back, and returns the changes that were allowed. It doesn't try truncate on a table in
 * use for longer than 50 ms, and in a bucket that a cluster moves. Throws other errors of the
 * database.
 */
export async function findOpenGuards(database: Database): Promise<readonly OpenGuard[]> {
  const open: OpenGuard[] = [];
  for (const bucket of database.buckets.all()) {
    for (const operation of ['update', 'delete', 'truncate'] as const) {
      if (await isAllowed(bucket, operation)) {
        open.push({ bucketId: bucket.bucketId, operation });
      }
    }
  }
  return open;
}

async function isAllowed(bucket: Database, operation: keyof typeof FORBIDDEN): Promise<boolean> {
  const statementTimeoutMs = operation === 'truncate' ? TRUNCATE_TIMEOUT_MS : 0;
  try {
    await bucket
      .withLimits({ lockTimeoutMs: LOCK_TIMEOUT_MS, statementTimeoutMs })
      .transaction(async (tx: Transaction) => {
        await tx.script(POSTING);
        await tx.script(FORBIDDEN[operation]);
        throw new RolledBack();
      });
  } catch (error) {
    if (error instanceof RolledBack) return true;
    const state = sqlState(error);
    if (REFUSED.has(state) || NOT_TRIED.has(state)) return false;
    throw error;
  }
  return true;
}
