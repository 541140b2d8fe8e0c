import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';

const SINCE = {
  name: 'paid_events_since',
  text: `select id, kind, resource_id, position,
      case when kind = 'deposit.paid'
        then (body::json -> 'data' ->> 'amount')::bigint end as amount_centavos,
      case when kind = 'deposit.paid'
        then body::json -> 'data' ->> 'external_id' end as external_id
    from webhook_events
    where merchant_id = $1 and environment = $2 and position > $3
    order by position limit $4`,
};

export interface PaidEventRow extends Record<string, unknown> {
  readonly id: string;
  readonly resource_id: string;
  readonly position: bigint;
  /** Null if the event isn't a payment. */
  readonly amount_centavos: bigint | null;
  readonly external_id: string | null;
}

/** The first events after a position of a merchant's feed, with the amounts of payments. */
export function selectPaidSince(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<PaidEventRow[]> {
  return database.query<PaidEventRow>(SINCE, [merchantId, environment, after, limit]);
}
