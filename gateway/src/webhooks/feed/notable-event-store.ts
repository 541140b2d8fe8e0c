import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type EventKind, notableEventKinds } from '../webhook-event.ts';
import { EVENT_CENTAVOS } from './event-amount.ts';

const COLUMNS = `id, kind, resource_id, ${EVENT_CENTAVOS} as amount_centavos`;
const NOTABLE = {
  name: 'notable_events',
  text: `select ${COLUMNS} from webhook_events
    where merchant_id = $1 and environment = $2 and id >= $3
      and kind in (${notableEventKinds.map((kind) => `'${kind}'`).join(', ')})
    order by id desc limit $4`,
};
const PAYMENTS = {
  name: 'newest_payment_events',
  text: `select ${COLUMNS}, scanned from (
      select *, count(*) over () as scanned from (
        select id, kind, resource_id, body from webhook_events
        where merchant_id = $1 and environment = $2 and id >= $3 order by id desc limit $4
      ) newest
    ) counted
    where kind = 'deposit.paid' order by id desc`,
};

export interface NotableRow extends Record<string, unknown> {
  readonly id: string;
  readonly kind: EventKind;
  readonly resource_id: string;
  /** Null for a change without an amount. */
  readonly amount_centavos: bigint | null;
}

export interface PaymentRow extends NotableRow {
  /** The number of events that were read. */
  readonly scanned: bigint;
}

/** The newest events, from an id on, that the panel's bell lists. */
export function selectNotable(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, limit }: { readonly fromId: string; readonly limit: number },
): Promise<NotableRow[]> {
  return database.query<NotableRow>(NOTABLE, [merchantId, environment, fromId, limit]);
}

/** The payments among the newest `scanned` events from an id on, newest first. */
export function selectNewestPayments(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { fromId, scanned }: { readonly fromId: string; readonly scanned: number },
): Promise<PaymentRow[]> {
  return database.query<PaymentRow>(PAYMENTS, [merchantId, environment, fromId, scanned]);
}
