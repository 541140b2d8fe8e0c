import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { AnsweredRequest } from '#src/ground/http/answered-request.ts';
import type { Logger } from '#src/ground/log.ts';
import type { RequestRecord } from './request-record.ts';
import { deleteExpired, insertRecords } from './request-record-store.ts';

/** How long records are kept: longer than a reader needs to reconnect. */
export const RECORDS_KEPT_MS = 5 * MINUTE_MS;
const FLUSH_AFTER_MS = 200;
/** The most requests of a key (of a merchant) in one write; further requests are only counted. */
const OF_KEY_MAX = 25;
const OF_MERCHANT_MAX = 50;
const RECORDS_MAX = 500;
const EXPIRED_MAX = 10_000;

/**
 * Records the requests of watched keys. They are kept in memory for a moment, so that a request
 * never waits for a write. A crash loses the requests in memory; only watching programs miss them.
 */
export interface RequestRecorder {
  /** Records a request of a key that is watched. */
  add(request: AnsweredRequest): void;
  /** Writes the requests that are still in memory. */
  close(): Promise<void>;
}

/** Creates the recorder of this process. It has no timer while no key is watched. */
export function createRequestRecorder(deps: {
  readonly database: Queryable;
  readonly logger: Logger;
}): RequestRecorder {
  let waiting = createBatch();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  /** One write at a time, so that a slow database doesn't get many of them. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const records = waiting.records();
    waiting = createBatch();
    if (records.length > 0) {
      writing = insertRecords(deps.database, records).catch((error: unknown) => {
        deps.logger.warn({ err: error }, 'requests of watched keys were not recorded');
      });
    }
    return writing;
  }

  return {
    add(request) {
      waiting.add(request);
      timer ??= setTimeout(() => void writing.then(flush), FLUSH_AFTER_MS);
    },
    async close() {
      await writing;
      await flush();
    },
  };
}

/** The requests of one write: a limited number of each key and merchant; others are counted. */
function createBatch() {
  const taken: AnsweredRequest[] = [];
  const counts = new Map<string, number>();
  const omitted = new Map<string, number>();

  return {
    add(request: AnsweredRequest): void {
      const { clientId, merchantId } = request;
      const ofKey = counts.get(clientId) ?? 0;
      const ofMerchant = counts.get(merchantId) ?? 0;
      const isFull =
        ofKey >= OF_KEY_MAX || ofMerchant >= OF_MERCHANT_MAX || taken.length >= RECORDS_MAX;
      if (isFull) {
        omitted.set(clientId, (omitted.get(clientId) ?? 0) + 1);
        return;
      }
      counts.set(clientId, ofKey + 1).set(merchantId, ofMerchant + 1);
      taken.push(request);
    },
    /** The records; the last record of a key has the number of its omitted requests. */
    records(): RequestRecord[] {
      const last = new Map(taken.map((request) => [request.clientId, request]));
      return taken.map((request) => ({
        ...request,
        omitted: last.get(request.clientId) === request ? (omitted.get(request.clientId) ?? 0) : 0,
      }));
    },
  };
}

/** Deletes records that are no longer shown. Returns whether there may be more. */
export async function expireRequestRecords(database: Queryable): Promise<boolean> {
  const bounds = { keptMs: RECORDS_KEPT_MS, limit: EXPIRED_MAX };
  return (await deleteExpired(database, bounds)) >= EXPIRED_MAX;
}
