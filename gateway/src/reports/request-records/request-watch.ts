import type { Queryable } from '#src/ground/database/database.ts';
import type { Logger } from '#src/ground/log.ts';
import { createWatchers } from '#src/ground/work/watchers.ts';
import type { RecordedKey, RequestRecord } from './request-record.ts';
import { selectLatest } from './request-record-store.ts';

const POLL_INTERVAL_MS = 500;
/** A record is committed later than at its time; a statement is ended after 12 seconds. */
const LOOK_BACK_MS = 15_000;
/** The records of a key that one look reads. */
export const RECORDS_MAX = 1_000;

/** Shows the latest records of keys to those who watch them. */
export interface RequestWatch {
  /**
   * Calls `show` twice a second with the latest records of a key, most of them again and again.
   * Returns the function that ends this.
   */
  watch(key: RecordedKey, show: (latest: readonly RequestRecord[]) => void): () => void;
  stop(): Promise<void>;
}

interface Watched {
  readonly key: RecordedKey;
  readonly show: (latest: readonly RequestRecord[]) => void;
}

/**
 * Creates the watch of this process. While somebody watches, one query reads the latest records of
 * all watched keys, so it finds the requests of every process.
 */
export function createRequestWatch(deps: { database: Queryable; logger: Logger }): RequestWatch {
  let lastLookAt = performance.now();

  function begin(): void {
    lastLookAt = performance.now();
  }

  async function look(watched: ReadonlySet<Watched>): Promise<void> {
    const now = performance.now();
    // After an outage the first look reaches back to the last one before it.
    const lookBackMs = Math.ceil(LOOK_BACK_MS + now - lastLookAt);
    const round = [...watched];
    const keys = new Map(round.map(({ key }) => [key.clientId, key]));
    const bounds = { lookBackMs, limit: RECORDS_MAX };
    const found = await selectLatest(deps.database, [...keys.values()], bounds);
    lastLookAt = now;
    const byKey = Map.groupBy(found, ({ clientId }) => clientId);
    for (const { key, show } of round) show(byKey.get(key.clientId) ?? []);
  }

  const { logger } = deps;
  const name = 'request-streams';
  const { add, stop } = createWatchers({ name, intervalMs: POLL_INTERVAL_MS, look, begin, logger });
  return { watch: (key, show) => add({ key, show }), stop };
}
