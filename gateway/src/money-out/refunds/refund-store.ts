import type { Resolution } from '#src/bank/orders/order-resolutions.ts';
import type { OrderEnd } from '#src/bank/orders/send-orders.ts';
import type { RefundStatus, TransactionKey } from '#src/charges/charge.ts';
import { bindToClock, DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  param,
  paramsOf,
  rowsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import type { Refund } from './refund.ts';
import {
  ALLOCATION_ROW,
  REFUND,
  REFUND_COLUMNS,
  REFUND_KEY,
  REFUND_ROW,
  SAME_REFUND,
  type StoredRefund,
} from './refund-read-store.ts';

const NEW_REFUND = {
  ...REFUND_KEY,
  chargeId: f.uuid,
  amount: REFUND_ROW.amount,
  originAmount: REFUND_ROW.originAmount,
  merchantAbsorbs: f.bool,
  reason: REFUND_ROW.reason,
  endToEndId: f.text,
  createdAt: f.instant,
  dueAt: f.instantOrInfinity,
  clientId: REFUND_ROW.clientId,
};
const END = {
  ...REFUND_KEY,
  nextStatus: f.text,
  returnId: f.orNull(f.text),
  failureCode: f.orNull(f.text),
  failureMessage: f.orNull(f.text),
  claim: f.orNull(f.instant),
  isWatched: f.bool,
  resolution: f.orNull(f.text),
};

const $ = paramsOf({
  ...REFUND_ROW,
  at: f.instant,
  watchedAt: f.instant,
  code: f.text,
  message: f.text,
});

const insertRows = send(
  'refunds_insert',
  sql`insert into refunds (merchant_id, environment, id, charge_id, status, amount_centavos,
      origin_centavos, merchant_absorbs, reason, end_to_end_id, created_at, due_at, client_id)
    select merchant_id, environment, id, charge_id, 'pending', amount_centavos,
      origin_centavos, merchant_absorbs, reason, end_to_end_id, created_at, due_at, client_id
    from ${rowsOf('refunds', 'row', NEW_REFUND)}`,
);
const insertAllocations = send(
  'refund_allocations_insert',
  sql`insert into refund_allocations (merchant_id, environment, refund_id, recipient_id,
      amount_centavos)
    select merchant_id, environment, refund_id, recipient_id, amount_centavos
    from ${rowsOf('allocations', 'row', ALLOCATION_ROW)}`,
);

// A refund ends once: a second update finds no row.
const markEnded = many(
  'refunds_mark_ended',
  REFUND,
  sql`update refunds r set status = key.next_status, due_at = null,
      done_at = case when key.next_status = 'done' then ${$.at}::timestamptz end,
      return_id = key.return_id, failure_code = key.failure_code,
      failure_message = key.failure_message,
      check_due_at = case when key.is_watched or key.resolution is not null
        then ${$.watchedAt}::timestamptz end,
      resolution = key.resolution,
      resolved_at = case when key.resolution is not null then ${$.at}::timestamptz end
    from ${rowsOf('ends', 'key', END)}
    where ${SAME_REFUND} and r.status = 'pending' and (key.claim is null or r.due_at = key.claim)
    returning ${REFUND_COLUMNS}`,
);

/** Makes every open live refund one that the bank may have. */
export const markUncertain = run(
  'refunds_mark_uncertain',
  sql`update refunds set uncertain_at = ${$.at}
    where status = 'pending' and environment = 'live' and uncertain_at is null`,
  EACH_BUCKET,
);

/** Marks a failed refund as done; undefined when the refund is not failed. */
export const markDoneLate = maybeOne(
  'refunds_mark_done_late',
  REFUND,
  sql`update refunds r set status = 'done', is_late = true, done_at = ${$.at},
      return_id = ${$.returnId},
      failure_code = null, failure_message = null, check_due_at = null
    where r.merchant_id = ${$.merchantId} and r.environment = 'live'
      and r.id = ${$.id} and r.status = 'failed'
    returning ${REFUND_COLUMNS}`,
);

// The bank has not refunded it, so there is no id of the refund in the SPI.
/** Marks a refund that operators had resolved as done as failed; undefined when it is not. */
export const reverseResolution = maybeOne(
  'refund_reverse_resolution',
  REFUND,
  sql`update refunds r set status = 'failed', resolution = 'reversed', done_at = null,
      return_id = null, failure_code = ${$.code}, failure_message = ${$.message}
    where r.merchant_id = ${$.merchantId} and r.environment = 'live'
      and r.id = ${$.id} and r.status = 'done'
      and r.resolution = 'paid'
    returning ${REFUND_COLUMNS}`,
);

/** Sends the update that removes the reasons of the refunds of charges. */
export const writeErasedReasons = send(
  'refunds_erase_reasons',
  sql`update refunds set reason = null
    where charge_id = any(${param('chargeIds', f.listOf(f.uuid))}::uuid[])
      and merchant_id = ${$.merchantId} and environment = ${$.environment}
      and reason is not null`,
);

/** Sends the inserts of refunds and allocations, each due to be settled or sent at `dueAt`. */
export function insertRefunds(
  tx: Transaction,
  refunds: readonly { readonly refund: Refund; readonly dueAt: Date }[],
): void {
  if (refunds.length === 0) return;
  const dueAtOf = (dueAt: Date) => (tx.testTime ? DUE_BY_CLOCK : dueAt);
  insertRows(tx, {
    refunds: refunds.map(({ refund, dueAt }) => ({ ...refund, dueAt: dueAtOf(dueAt) })),
  });
  bindToClock(
    tx,
    refunds.map(({ refund: { merchantId, id }, dueAt }) => ({
      merchantId,
      kind: 'refund',
      id,
      dueAt: dueAt.getTime(),
    })),
  );
  const allocations = refunds.flatMap(({ refund }) =>
    refund.allocations.map(({ recipientId, amount }) => ({
      merchantId: refund.merchantId,
      environment: refund.environment,
      refundId: refund.id,
      recipientId,
      amount,
    })),
  );
  if (allocations.length > 0) insertAllocations(tx, { allocations });
}

/** How a refund ended. */
export interface RefundOutcome extends TransactionKey, OrderEnd {
  readonly status: Exclude<RefundStatus, 'pending'>;
  readonly returnId: string | null;
  readonly failure: Refund['failure'];
  /** Set when operators decided this outcome: a later answer of the bank may reverse it. */
  readonly resolution?: Resolution;
}

/** Writes outcomes, and returns the refunds that were pending. */
export function markRefundsEnded(
  tx: Transaction,
  outcomes: readonly RefundOutcome[],
  at: Date,
): Promise<StoredRefund[]> {
  const ends = outcomes
    .map((outcome) => ({
      merchantId: outcome.merchantId,
      environment: outcome.environment,
      id: outcome.id,
      nextStatus: outcome.status,
      returnId: outcome.returnId,
      failureCode: outcome.failure?.code ?? null,
      failureMessage: outcome.failure?.message ?? null,
      claim: outcome.claim ?? null,
      isWatched: outcome.isWatched === true,
      resolution: outcome.resolution ?? null,
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  return markEnded(tx, { ends, at, watchedAt: at.getTime() + HOUR_MS });
}
