import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, rowsOf, sql } from '#src/ground/database/sql.ts';
import { EVENT_CENTAVOS } from '#src/webhooks/feed/event-amount.ts';

const LIVE_UPDATE = {
  ...f.SCOPE,
  /** The deduplication key. */
  key: f.text,
  kind: f.text,
  id: f.uuid,
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  createdAt: f.instant,
};
/** A change in a ledger scope. */
export type LiveUpdateRow = f.RecordOf<typeof LIVE_UPDATE>;

const $ = paramsOf({ fromId: f.uuid, since: f.instant, limit: f.count });

// For each scope and table this reads a short range at the end of a primary key. Ledger entries of
// charges and payouts are excluded, because these have events. Events of received shares are
// excluded, because their ledger entries are read.
/** The changes in these scopes since an instant: the newest `limit` rows of each table. */
export const selectLiveUpdates = many(
  'live_select_updates',
  LIVE_UPDATE,
  sql`select scope.merchant_id, scope.environment, change.*
    from ${rowsOf('scopes', 'scope', f.SCOPE)}
    cross join lateral (
      (select id::text as key, kind, resource_id as id,
          ${EVENT_CENTAVOS} as amount_centavos, created_at
        from webhook_events event where merchant_id = scope.merchant_id
          and environment = scope.environment and event.id >= ${$.fromId}
          and kind <> 'split.received'
        order by event.id desc limit ${$.limit})
      union all
      (select id::text, 'charge.created', id, amount_centavos, created_at
        from charges charge where merchant_id = scope.merchant_id
          and environment = scope.environment and charge.id >= ${$.fromId}
        order by charge.id desc limit ${$.limit})
      union all
      (select id::text, 'payout.created', id, amount_centavos, created_at
        from payouts payout where merchant_id = scope.merchant_id
          and environment = scope.environment and payout.id >= ${$.fromId}
        order by payout.id desc limit ${$.limit})
      union all
      (select sequence::text, kind, reference_id, amount_centavos, created_at
        from (
          select * from ledger_entries where merchant_id = scope.merchant_id
            and environment = scope.environment and account = 'available'
          order by sequence desc limit ${$.limit}
        ) entries
        where created_at >= ${$.since} and kind <> 'charge_paid' and kind not like 'payout\\_%')
    ) change`,
);
