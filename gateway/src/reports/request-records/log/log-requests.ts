import type { Queryable } from '#src/ground/database/database.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { RequestLog } from '#src/ground/http/answered-request.ts';
import type { Logger } from '#src/ground/log.ts';
import { maskedAnswer, maskedBody } from './mask-body.ts';
import { insertLogged, type LoggedRequest } from './request-log-store.ts';

/** How long the log of requests is kept. */
export const REQUEST_LOG_MS = 7 * DAY_MS;
const FLUSH_AFTER_MS = 1_000;
/** The most successes, and the most failures, of a key in one write of this process. */
const OF_KEY_MAX = 10;
const RECORDS_MAX = 1_000;
/** The most keys of one write; requests of further keys are dropped. */
const KEYS_MAX = 5_000;
/** The most logged requests of a merchant in a minute; seven days of them must fit on the disk. */
const OF_MERCHANT_A_MINUTE = 300;
const FAILURE_STATUS = 400;

interface OfKey {
  successes: number;
  failures: number;
  omitted: number;
  last: LoggedRequest | undefined;
}

/** Creates the log of this process. */
export function createRequestLog(deps: {
  readonly database: Queryable;
  readonly logger: Logger;
}): RequestLog {
  let taken: LoggedRequest[] = [];
  let keys = new Map<string, OfKey>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let dropped = 0;
  const merchants = countByMinute();

  /** One write at a time, so that a slow database doesn't get many of them. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const records = taken.map((request) => {
      const key = keys.get(request.clientId);
      return key?.last === request ? { ...request, omitted: key.omitted } : request;
    });
    taken = [];
    keys = new Map();
    if (records.length > 0) {
      writing = insertLogged(deps.database, records).catch((error: unknown) => {
        dropped += records.length;
        deps.logger.warn({ err: error }, 'requests were not logged');
      });
    }
    return writing;
  }

  function keyOf(clientId: string): OfKey | undefined {
    const existing = keys.get(clientId);
    if (existing || keys.size >= KEYS_MAX) return existing;
    const added = { successes: 0, failures: 0, omitted: 0, last: undefined };
    keys.set(clientId, added);
    return added;
  }

  return {
    add({ merchantId, clientId, status }, read) {
      const key = keyOf(clientId);
      if (!key) {
        dropped += 1;
        return;
      }
      const kind = status < FAILURE_STATUS ? 'successes' : 'failures';
      if (key[kind] >= OF_KEY_MAX || !merchants.add(merchantId)) {
        key.omitted += 1;
        return;
      }
      if (taken.length >= RECORDS_MAX) {
        dropped += 1;
        return;
      }
      key[kind] += 1;
      const { facts, bodies } = read();
      const requestBody = maskedBody(bodies.request);
      key.last = { ...facts, requestBody, answerBody: maskedAnswer(bodies.answer), omitted: 0 };
      taken.push(key.last);
      timer ??= setTimeout(() => void writing.then(flush), FLUSH_AFTER_MS);
    },
    dropped: () => dropped,
    async close() {
      await writing;
      await flush();
    },
  };
}

/** Counts the logged requests of merchants; `add` is false above the limit of a minute. */
function countByMinute() {
  let minute = 0;
  const counts = new Map<string, number>();
  return {
    add(merchantId: string): boolean {
      const now = Math.floor(performance.now() / MINUTE_MS);
      if (now !== minute || counts.size >= KEYS_MAX) counts.clear();
      minute = now;
      const count = counts.get(merchantId) ?? 0;
      if (count >= OF_MERCHANT_A_MINUTE) return false;
      counts.set(merchantId, count + 1);
      return true;
    },
  };
}
