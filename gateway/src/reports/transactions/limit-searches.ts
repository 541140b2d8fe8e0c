import type { Database, Queryable } from '#src/ground/database/database.ts';
import { isContention } from '#src/ground/database/database-errors.ts';
import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createTurns } from '#src/ground/work/turns.ts';

/** The most connections of the pool that searches use. */
const SEARCHES_AT_ONCE = 2;
/** The most searches of a merchant that wait while one runs. */
const WAITING_MAX = 10;
const STATEMENT_MS = 2_000;
const LOCK_MS = 500;
const RETRY_AFTER_SECONDS = 5;

/** Runs a search of a merchant on a snapshot of its bucket. */
export type SearchRunner = <Result>(
  merchantId: string,
  search: (database: Queryable) => Promise<Result>,
) => Promise<Result>;

/**
 * Limits searches: one at a time for each merchant, two for all merchants, and a time limit for
 * each statement. So searches of a merchant with much history don't delay payments or the searches
 * of others. Refuses `rate_limited` when too many searches of a merchant wait, and `overloaded`
 * when a statement reaches its time limit.
 */
export function limitSearches(database: Database): SearchRunner {
  const limits = { lockTimeoutMs: LOCK_MS, statementTimeoutMs: STATEMENT_MS };
  const share = shareOfDatabase(database.withLimits(limits), SEARCHES_AT_ONCE);
  const inTurn = createTurns(WAITING_MAX);
  return (merchantId, search) =>
    inTurn(merchantId, async () => {
      const bucket = await share.buckets.ofMerchant(merchantId);
      return bucket.snapshot(search).catch((error: unknown) => {
        if (!isContention(error)) throw error;
        throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      });
    });
}
