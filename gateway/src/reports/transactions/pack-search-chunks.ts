import { chargeOwners } from '#src/charges/charge-owner.ts';
import { firstNonFinalId, firstRecentId } from '#src/charges/daily-totals/first-unsettled-id.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { ID_MIN, idAfter, randomFraction } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Round } from '#src/ground/work/poller.ts';
import {
  type ChunkRange,
  type FullChunk,
  insertChunk,
  selectChunkRows,
  selectFullChunks,
  selectNextMerchants,
  selectOutdatedChunks,
  selectRangesOf,
  updateChunk,
} from './search-chunk-store.ts';
import { packLines } from './search-line.ts';
import { type TransactionType, transactionTypes } from './transaction.ts';

/** The rows of a chunk: about 200 KB, which a search reads in a third of a millisecond. */
const ROWS = 4_096;
const MERCHANTS_A_ROUND = 20;
/** The pause after all merchants. A search reads rows that are not in a chunk in their table. */
const PAUSE_MS = MINUTE_MS;
const PAUSE_VARIATION = 0.25;

export interface SearchPackerDeps {
  readonly clock: Clock;
  readonly logger: Logger;
}

interface PackerDeps {
  readonly bucket: Database;
  readonly logger: Logger;
}

/**
 * Creates the work that packs the searched fields of live charges and payouts into chunks. A round
 * reads a few merchants and packs at most one chunk of each type for each of them, so that payments
 * are not delayed: with four rounds a second, ten million charges take ten minutes.
 */
export function createSearchPacker({
  clock,
  logger,
}: SearchPackerDeps): (bucket: Database) => Promise<Round> {
  const rounds = new Map<string, { afterId: string; notBefore: number }>();
  return async (bucket) => {
    const round = rounds.get(bucket.bucketId) ?? { afterId: ID_MIN, notBefore: 0 };
    const now = clock.now();
    if (now < round.notBefore) return 'early';
    const merchants = await selectNextMerchants(bucket, {
      afterId: round.afterId,
      limit: MERCHANTS_A_ROUND,
    });
    const ours = merchants.filter(({ isHere }) => isHere).map(({ id }) => id);
    const isPacked = ours.length > 0 && (await packMerchants({ bucket, logger }, ours, now));
    // A merchant with a packed chunk may have another one: the next round reads it again.
    if (!isPacked) {
      const isEnd = merchants.length < MERCHANTS_A_ROUND;
      rounds.set(bucket.bucketId, {
        afterId: isEnd ? ID_MIN : (merchants.at(-1)?.id ?? ID_MIN),
        // Not the same for all buckets, so that they are not read at once.
        notBefore: isEnd ? now + PAUSE_MS * (1 - PAUSE_VARIATION * randomFraction()) : 0,
      });
    }
    return false;
  };
}

/**
 * Packs at most one chunk of each merchant and type. An error is logged and retried in the next
 * round; it doesn't affect other merchants.
 * @returns whether a chunk was packed.
 */
async function packMerchants(
  { bucket, logger }: PackerDeps,
  merchantIds: readonly string[],
  now: number,
): Promise<boolean> {
  let isPacked = false;
  const tryToPack = async (merchant: string, pack: () => Promise<boolean>): Promise<void> => {
    try {
      isPacked = (await pack()) || isPacked;
    } catch (error) {
      logger.error({ err: error, merchant }, 'a search chunk was not packed');
    }
  };
  for (const type of transactionTypes) {
    const search = { merchantIds, belowId: firstRecentId(now), rows: ROWS };
    for (const full of await selectFullChunks(bucket, type, search)) {
      await tryToPack(full.merchantId, () => packChunk(bucket, type, full, now));
    }
    for (const range of await selectOutdatedChunks(bucket, type, merchantIds)) {
      await tryToPack(range.merchantId, () => repackChunk(bucket, type, range));
    }
  }
  return isPacked;
}

/** Packs a chunk of an older version again. */
async function repackChunk(
  bucket: Database,
  type: TransactionType,
  range: ChunkRange,
): Promise<true> {
  await bucket.transaction((tx) => packRange(tx, type, range, updateChunk));
  return true;
}

/** Packs a chunk, unless an older draft may still become a charge in it. Returns whether it did. */
async function packChunk(
  bucket: Database,
  type: TransactionType,
  full: FullChunk,
  now: number,
): Promise<boolean> {
  const { merchantId, fromId, lastId } = full;
  // Drafts are read before charges: a draft that becomes a charge in between is packed.
  const settledId = await firstNonFinalId(bucket, { merchantId, environment: 'live' }, now);
  if (lastId >= settledId) return false;
  const range = { merchantId, fromId, beforeId: idAfter(lastId) };
  await bucket.transaction((tx) => packRange(tx, type, range, insertChunk));
  return true;
}

/** Reads the rows of a range and writes them, while no person is erased. */
async function packRange(
  tx: Transaction,
  type: TransactionType,
  range: ChunkRange,
  write: typeof insertChunk,
): Promise<void> {
  const scope = { merchantId: range.merchantId, environment: 'live' } as const;
  for (const owner of chargeOwners()) await owner.lockPayers?.(tx, scope);
  const rows = await readChunkRows(tx, type, range);
  // No rows may appear in a chunk's range later: this error keeps a bug from hiding rows.
  if (rows.ids.length !== ROWS) throw new Error(`a chunk of ${range.merchantId} got other rows`);
  await write(tx, type, range, rows);
}

/** Packs the chunks that have some charges of a merchant again; the caller has the lock. */
export async function packAgain(
  tx: Transaction,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<void> {
  for (const range of await selectRangesOf(tx, merchantId, chargeIds)) {
    await updateChunk(tx, 'charge', range, await readChunkRows(tx, 'charge', range));
  }
}

async function readChunkRows(tx: Transaction, type: TransactionType, range: ChunkRange) {
  const rows = await selectChunkRows(tx, type, range, ROWS + 1);
  return { ids: rows.map(({ id }) => id), ...packLines(rows) };
}
