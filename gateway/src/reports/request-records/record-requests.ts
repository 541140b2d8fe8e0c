import type { Queryable } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import type { Logger } from '#src/ground/log.ts';
import type { AnsweredRequest, RequestRecord } from './request-record.ts';
import { deleteExpired, insertRecords } from './request-record-store.ts';

/** Longer than a reader needs to connect again. */
export const RECORDS_KEPT_MS = 5 * MINUTE_MS;
const FLUSH_AFTER_MS = 200;
/** Of one write of this process: more of a key or of a merchant are counted, not recorded. */
const OF_KEY_MAX = 25;
const OF_MERCHANT_MAX = 50;
const RECORDS_MAX = 500;
const EXPIRED_MAX = 10_000;

/**
 * Records the requests of watched keys. A request must not wait for a write, so they are kept in
 * memory for a moment. A crash loses what was not written; only those who watch miss it.
 */
export interface RequestRecorder {
  /** Records a request of a key that is watched. */
  add(request: AnsweredRequest): void;
  /** Writes what was not written. */
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

  /** One write at a time, so that a slow database has not many of them. */
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

/** The requests of one write: some of each key and merchant, and how many it leaves out. */
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
    /** The last record of a key says how many were left out. */
    records(): RequestRecord[] {
      const last = new Map(taken.map((one) => [one.clientId, one]));
      return taken.map((one) => ({
        ...one,
        omitted: last.get(one.clientId) === one ? (omitted.get(one.clientId) ?? 0) : 0,
      }));
    },
  };
}

/** Deletes records that are shown no longer. Returns whether there may be more. */
export async function expireRequestRecords(database: Queryable): Promise<boolean> {
  return (await deleteExpired(database, RECORDS_KEPT_MS, EXPIRED_MAX)) >= EXPIRED_MAX;
}
