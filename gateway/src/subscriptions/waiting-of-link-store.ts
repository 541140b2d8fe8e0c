import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, sql } from '#src/ground/database/sql.ts';

const $ = paramsOf({ ...f.SCOPE, id: f.uuid, recentId: f.uuid, max: f.count });
const count = many(
  'subscriptions_count_waiting_of_link',
  { network: f.inColumn('link_network', f.orNull(f.text)), count: f.count, recent: f.count },
  sql`select link_network, count(*) as count,
      count(*) filter (where id >= ${$.recentId}) as recent
    from (
      select link_network, id from subscriptions
      where payment_link_id = ${$.id} and merchant_id = ${$.merchantId}
        and environment = ${$.environment} and status = 'created'
      limit ${$.max}) waiting
    group by link_network`,
);

/** How many subscriptions of a link wait for their payers. */
export interface WaitingOfLink {
  readonly all: number;
  /** Those with ids from a given one on, by the payers' networks. */
  readonly recentByNetwork: ReadonlyMap<string, number>;
}

/** Counts the waiting subscriptions of a link, up to a number. */
export async function countWaitingOfLink(
  database: Queryable,
  link: Parameters<typeof count>[1],
): Promise<WaitingOfLink> {
  const rows = await count(database, link);
  return {
    all: rows.reduce((sum, { count }) => sum + count, 0),
    recentByNetwork: new Map(
      rows.flatMap(({ network, recent }) => (network === null ? [] : [[network, recent]])),
    ),
  };
}
