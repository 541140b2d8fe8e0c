import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

const COUNT = {
  name: 'subscriptions_count_waiting_of_link',
  text: `select link_network, count(*) as count, count(*) filter (where id >= $5) as recent
    from (
      select link_network, id from subscriptions
      where payment_link_id = $3 and merchant_id = $1 and environment = $2 and status = 'created'
      limit $4) waiting
    group by link_network`,
};

/** How many subscriptions of a link wait for their payers. */
export interface WaitingOfLink {
  readonly all: number;
  /** Those with ids from a given one on, by the payers' networks. */
  readonly recentByNetwork: ReadonlyMap<string, number>;
}

/** Counts the waiting subscriptions of a link, up to a number. */
export async function countWaitingOfLink(
  database: Queryable,
  { merchantId, environment, id }: LedgerScope & { readonly id: string },
  { max, recentId }: { readonly max: number; readonly recentId: string },
): Promise<WaitingOfLink> {
  const values = [merchantId, environment, id, max, recentId];
  const rows = await database.query<{ link_network: string; count: bigint; recent: bigint }>(
    COUNT,
    values,
  );
  return {
    all: rows.reduce((sum, { count }) => sum + Number(count), 0),
    recentByNetwork: new Map(rows.map((row) => [row.link_network, Number(row.recent)])),
  };
}
