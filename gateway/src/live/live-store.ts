import type { Environment, LedgerScope } from '#src/access/ledger-scope.ts';
import type { Queryable } from '#src/platform/database/database.ts';

/** Something new in a book. `key` is what it is told once by. */
export interface NewsRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly key: string;
  readonly kind: string;
  readonly id: string;
  readonly amount_centavos: bigint | null;
  readonly created_at: number;
}

// Every book and every source is a short range at the end of a primary key. What the ledger says
// of charges and payouts is left out, for their own events say it.
const SELECT_NEWS = {
  name: 'live_select_news',
  text: `select scope.merchant_id, scope.environment, news.*
    from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    cross join lateral (
      (select id::text as key, kind, resource_id as id,
          (body::json -> 'data' ->> 'amount')::bigint as amount_centavos, created_at
        from webhook_events event where merchant_id = scope.merchant_id
          and environment = scope.environment and event.id >= $2
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
    ) news`,
};

/** What is new in these books since an instant: the newest of each kind, up to a number. */
export function selectNews(
  database: Queryable,
  scopes: readonly LedgerScope[],
  { fromId, since, limit }: { fromId: string; since: Date; limit: number },
): Promise<NewsRow[]> {
  const rows = scopes.map(({ merchantId, environment }) => ({
    merchant_id: merchantId,
    environment,
  }));
  const values = [JSON.stringify(rows), fromId, since, limit];
  return database.query<NewsRow>(SELECT_NEWS, values);
}
