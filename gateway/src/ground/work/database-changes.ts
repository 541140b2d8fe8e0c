import { HOME_BUCKET } from '../database/bucket-id.ts';
import type { Database } from '../database/database.ts';
import * as f from '../database/fields.ts';
import { one, sql } from '../database/sql.ts';
import { SECOND_MS } from '../durations.ts';

// Which transactions a statement sees, and the start of the server: after a crash, or on another
// server, the same numbers could stand for other transactions.
const selectSnapshot = one(
  'database_snapshot',
  { snapshot: f.text },
  sql`select pg_current_snapshot()::text || ' ' || pg_postmaster_start_time()::text as snapshot`,
);
/** More transactions than end in an idle database between two reads. */
const COMPARED_MAX = 100n;

/** After this time without a read the count tells nothing. */
const READ_LASTS_MS = SECOND_MS;

/** The transactions that a statement sees: those that had ended when it began. */
interface Snapshot {
  /** All transactions below this number had ended. */
  readonly first: bigint;
  /** No transaction from this number on had ended. */
  readonly next: bigint;
  /** The transactions between that had not ended. */
  readonly running: ReadonlySet<bigint>;
  readonly server: string;
}

/** Whether rows of a database have changed, without reading them. */
export interface DatabaseChanges {
  /**
   * A number that differs from an earlier one if a transaction that wrote rows has ended since, as
   * far as the last read tells. While it is the same, each statement finds the same rows, and only
   * time can make something due.
   */
  count(): number;
  /** Reads whether there are changes. Throws errors of the database. */
  read(): Promise<void>;
  /** Leaves a transaction out, because no work depends on the rows that it wrote. */
  ignore(transactionId: bigint): void;
}

const changesOfDatabases = new WeakMap<Database, DatabaseChanges>();

/**
 * The changes of a database that this process has read. In a process that never reads them, and on
 * a cluster, each count differs from the one before.
 */
export function changesOf(database: Database): DatabaseChanges {
  const home = database.buckets.of(HOME_BUCKET);
  const changes = changesOfDatabases.get(home) ?? createChanges(home);
  changesOfDatabases.set(home, changes);
  return changes;
}

function createChanges(home: Database): DatabaseChanges {
  const ignored = new Set<bigint>();
  let last: Snapshot | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    count() {
      if (performance.now() - readAt > READ_LASTS_MS) count += 1;
      return count;
    },
    async read() {
      // On a cluster the snapshot of one node tells nothing about the others.
      if (!home.buckets.areOnOneServer()) return;
      const startedAt = performance.now();
      const snapshot = snapshotOf((await selectSnapshot(home)).snapshot);
      if (last === undefined || !isSame(last, snapshot, ignored)) count += 1;
      for (const id of ignored) if (id < snapshot.first) ignored.delete(id);
      last = snapshot;
      readAt = startedAt;
    },
    ignore(transactionId) {
      ignored.add(transactionId);
    },
  };
}

/** Reads `first:next:running,running server`. */
function snapshotOf(text: string): Snapshot {
  const [numbers = '', ...server] = text.split(' ');
  const [first = '', next = '', running = ''] = numbers.split(':');
  const list = running === '' ? [] : running.split(',');
  return {
    first: BigInt(first),
    next: BigInt(next),
    running: new Set(list.map(BigInt)),
    server: server.join(' '),
  };
}

/** Whether no transaction has ended between two snapshots, apart from ignored ones. */
function isSame(before: Snapshot, after: Snapshot, ignored: ReadonlySet<bigint>): boolean {
  if (before.server !== after.server || after.next - before.first > COMPARED_MAX) return false;
  for (let id = before.first; id < after.next; id += 1n) {
    const hadEnded = id < before.next && !before.running.has(id);
    if (!hadEnded && !after.running.has(id) && !ignored.has(id)) return false;
  }
  return true;
}
