import * as f from '#src/ground/database/fields.ts';
import { many, paramsOf, sql } from '#src/ground/database/sql.ts';
import { type EventKind, notableEventKinds } from '../webhook-event.ts';
import { EVENT_CENTAVOS } from './event-amount.ts';

const NOTABLE = {
  id: f.uuid,
  kind: f.textOf<EventKind>(),
  resourceId: f.uuid,
  /** Null for a change without an amount. */
  amount: f.inColumn('amount_centavos', f.orNull(f.bigint)),
};
export type NotableRow = f.RecordOf<typeof NOTABLE>;
/** `scanned`: the number of events that were read. */
const PAYMENT = { ...NOTABLE, scanned: f.bigint };

const $ = paramsOf({ ...f.SCOPE, fromId: f.uuid, limit: f.count });
const FROM_ID = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id >= ${$.fromId}`;
const COLUMNS = `id, kind, resource_id, ${EVENT_CENTAVOS} as amount_centavos`;

/** The newest events, from an id on, that the panel's bell lists. */
export const selectNotable = many(
  'notable_events',
  NOTABLE,
  sql`select ${COLUMNS} from webhook_events
    where ${FROM_ID}
      and kind in (${notableEventKinds.map((kind) => `'${kind}'`).join(', ')})
    order by id desc limit ${$.limit}`,
);

/** The payments among the newest `limit` events from an id on, newest first. */
export const selectNewestPayments = many(
  'newest_payment_events',
  PAYMENT,
  sql`select ${COLUMNS}, scanned from (
      select *, count(*) over () as scanned from (
        select id, kind, resource_id, body from webhook_events
        where ${FROM_ID} order by id desc limit ${$.limit}
      ) newest
    ) counted
    where kind = 'deposit.paid' order by id desc`,
);
