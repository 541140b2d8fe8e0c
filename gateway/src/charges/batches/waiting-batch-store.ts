import type { Queryable } from '#src/ground/database/database.ts';
import { EACH_BUCKET, eachBucketBy } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';

const OLDEST = {
  name: 'charge_batches_waiting_longest',
  place: EACH_BUCKET,
  text: 'select min(waiting_since) as since from charge_batches where waiting_since is not null',
};
const LIST = {
  name: 'charge_batches_list_waiting',
  place: eachBucketBy('waiting_since', 'ascending', 1),
  text: `select b.id, b.total_centavos, b.waiting_since, m.username
    from charge_batches b join merchants m on m.merchant_id = b.merchant_id
    where b.waiting_since is not null order by b.waiting_since limit $1`,
};

/** A live batch of which the bank registers no charge. `since` is in milliseconds since 1970. */
export interface WaitingBatch {
  readonly id: string;
  readonly username: string;
  readonly amount: Centavos;
  readonly since: number;
}

/** Since when the batch that has waited longest waits for the bank; undefined when none does. */
export async function readLongestWait(database: Queryable): Promise<number | undefined> {
  const rows = await database.query<{ since: number | null }>(OLDEST, []);
  const instants = rows.flatMap(({ since }) => since ?? []);
  return instants.length === 0 ? undefined : Math.min(...instants);
}

/** The batches that wait for the bank, the longest wait first; up to `limit`. */
export async function listWaitingBatches(
  database: Queryable,
  limit: number,
): Promise<WaitingBatch[]> {
  const rows = await database.query<{
    readonly id: string;
    readonly username: string;
    readonly total_centavos: bigint;
    readonly waiting_since: number;
  }>(LIST, [limit]);
  return rows.map(({ id, username, total_centavos: total, waiting_since: since }) => ({
    id,
    username,
    since,
    amount: centavos(total),
  }));
}
