import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { EVENT_CENTAVOS } from '#src/webhooks/feed/event-amount.ts';

/** A change in a ledger scope. `key` is its deduplication key. */
export interface LiveUpdateRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly key: string;
  readonly kind: string;
  readonly id: string;
  readonly amount_centavos: bigint | null;
  readonly created_at: number;
}

// For each scope and table this reads a short range at the end of a primary key. Ledger entries of
// charges and payouts are excluded, because these have events. Events of received shares are
// excluded, because their ledger entries are read.
const SELECT_UPDATES = {
  name: 'live_select_updates',
  text: `select scope.merchant_id, scope.environment, change.*
    from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    cross join lateral (
      (select id::text as key, kind, resource_id as id,
          ${EVENT_CENTAVOS} as amount_centavos, created_at
        from webhook_events event where merchant_id = scope.merchant_id
          and environment = scope.environment and event.id >= $2 and kind <> 'split.received'
        order by event.id desc limit $4)
      union all
      (select id::text, 'charge.created', id, amount_centavos, created_at
        from charges charge where merchant_id = scope.merchant_id
          and environment = scope.environment and charge.id >= $2
        order by charge.id desc limit $4)
      union all
      (select id::text, 'payout.created', id, amount_centavos, created_at
        from payouts payout where merchant_id = scope.merchant_id
          and environment = scope.environment and payout.id >= $2
        order by payout.id desc limit $4)
      union all
      (select sequence::text, kind, reference_id, amount_centavos, created_at
        from (
          select * from ledger_entries where merchant_id = scope.merchant_id
            and environment = scope.environment and account = 'available'
          order by sequence desc limit $4
        ) entries
        where created_at >= $3 and kind <> 'charge_paid' and kind not like 'payout\\_%')
    ) change`,
};

/** The changes in these scopes since an instant: the newest `limit` rows of each table. */
export function selectLiveUpdates(
  database: Queryable,
  scopes: readonly LedgerScope[],
  { fromId, since, limit }: { fromId: string; since: Date; limit: number },
): Promise<LiveUpdateRow[]> {
  const rows = scopes.map(({ merchantId, environment }) => ({
    merchant_id: merchantId,
    environment,
  }));
  const values = [JSON.stringify(rows), fromId, since, limit];
  return database.query<LiveUpdateRow>(SELECT_UPDATES, values);
}
