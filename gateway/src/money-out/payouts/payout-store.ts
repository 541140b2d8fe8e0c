import type { Resolution } from '#src/bank/orders/order-resolutions.ts';
import type { OrderEnd } from '#src/bank/orders/send-orders.ts';
import { bindToClock, DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { type Centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import type { Payout, PayoutKey } from './payout.ts';
import {
  PAYOUT_COLUMNS,
  PAYOUT_KEY,
  PAYOUT_ROW,
  payoutOf,
  SAME_PAYOUT,
} from './payout-read-store.ts';

/** A changed payout, with the number of its events, and whether it counts towards limits. */
const CHANGED = shaped(PAYOUT_ROW, (row) => {
  const { eventCount, isCounted } = row;
  return { payout: payoutOf(row), eventCount, isCounted };
});
export type ChangedPayout = ReturnType<typeof CHANGED.resultOf>;

const NEW_PAYOUT = {
  ...PAYOUT_KEY,
  status: PAYOUT_ROW.status,
  externalId: PAYOUT_ROW.externalId,
  amount: PAYOUT_ROW.amount,
  fee: PAYOUT_ROW.fee,
  pixKey: f.text,
  pixKeyType: f.text,
  beneficiaryName: f.text,
  beneficiaryDocument: f.text,
  webhookUrl: PAYOUT_ROW.webhookUrl,
  createdAt: f.instant,
  dueAt: f.instantOrInfinity,
  clientId: PAYOUT_ROW.clientId,
  limit: f.inColumn('limit_centavos', f.orNull(f.centavos)),
  waitsUntil: PAYOUT_ROW.waitsUntil,
  beneficiaryId: PAYOUT_ROW.beneficiaryId,
  batchId: f.orNull(f.uuid),
  batchLine: f.orNull(f.count),
};
const END = {
  ...PAYOUT_KEY,
  nextStatus: f.text,
  endToEndId: f.orNull(f.text),
  failureCode: f.orNull(f.text),
  failureMessage: f.orNull(f.text),
  claim: f.orNull(f.instant),
  isWatched: f.bool,
  resolution: f.orNull(f.text),
  fromStatus: f.text,
  returnsAt: f.orNull(f.instantOrInfinity),
};
const AMOUNT = { amount: PAYOUT_ROW.amount };

const $ = paramsOf({
  ...PAYOUT_ROW,
  at: f.instant,
  watchedAt: f.instant,
  paidCheckAt: f.instant,
  endToEndId: f.text,
  code: f.text,
  message: f.text,
  returnId: f.text,
  postingId: f.uuid,
});
const OF_KEY = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = ${$.id}`;

const insertRows = send(
  'payouts_insert',
  sql`insert into payouts (merchant_id, environment, id, external_id, status, amount_centavos,
      fee_centavos, pix_key, pix_key_type, beneficiary_name, beneficiary_document, webhook_url,
      created_at, due_at, client_id, limit_centavos, waits_until, is_counted,
      beneficiary_id, batch_id, batch_line, event_count)
    select merchant_id, environment, id, external_id, status, amount_centavos,
      fee_centavos, pix_key, pix_key_type, beneficiary_name, beneficiary_document, webhook_url,
      created_at, case status when 'pending' then due_at end,
      client_id, limit_centavos, waits_until, true, beneficiary_id,
      batch_id, batch_line,
      case status when 'awaiting_approval' then 1 else 0 end
    from ${rowsOf('payouts', 'row', NEW_PAYOUT)}`,
);

// A payout ends once: a second update finds no row.
const markSettled = many(
  'payouts_mark_settled',
  CHANGED,
  sql`update payouts p set status = key.next_status, due_at = null,
      paid_at = case when key.next_status = 'paid' then ${$.at}::timestamptz end,
      check_due_at = case
        when key.resolution is not null then ${$.watchedAt}::timestamptz
        when key.returns_at is not null then key.returns_at
        when key.next_status = 'paid' and p.environment = 'live'
          then ${$.paidCheckAt}::timestamptz
        when key.is_watched then ${$.watchedAt}::timestamptz end,
      end_to_end_id = key.end_to_end_id, failure_code = key.failure_code,
      failure_message = key.failure_message, event_count = p.event_count + 1,
      resolution = key.resolution,
      resolved_at = case when key.resolution is not null then ${$.at}::timestamptz end
    from ${rowsOf('ends', 'key', END)}
    where ${SAME_PAYOUT} and p.status = key.from_status
      and (key.claim is null or p.due_at = key.claim)
    returning ${PAYOUT_COLUMNS}`,
);

const postponeRows = run(
  'payouts_postpone',
  sql`update payouts p set due_at = key.until
    from ${rowsOf('payouts', 'key', { ...PAYOUT_KEY, until: f.instant })}
    where ${SAME_PAYOUT}
      and p.status = 'pending' and p.due_at < key.until`,
);

// A payout that waited for a stop or an approval may have been sent after the restored instant.
// Refunds have neither.
/** Makes every open live payout one that the bank may have. */
export const markUncertain = run(
  'payouts_mark_uncertain',
  sql`update payouts set uncertain_at = ${$.at}, stopped_at = null,
      due_at = case when stopped_at is not null and held_at is null then ${$.at} else due_at end
    where status in ('pending', 'awaiting_approval') and environment = 'live'
      and uncertain_at is null`,
  EACH_BUCKET,
);

/** Marks a failed payout as paid; undefined when the payout is not failed. */
export const markPaidLate = maybeOne(
  'payout_mark_paid_late',
  CHANGED,
  sql`update payouts p set status = 'paid', is_late = true, paid_at = ${$.at},
      end_to_end_id = ${$.endToEndId},
      failure_code = null, failure_message = null, event_count = p.event_count + 1
    where p.merchant_id = ${$.merchantId} and p.environment = ${$.environment}
      and p.id = ${$.id} and p.status = 'failed'
    returning ${PAYOUT_COLUMNS}`,
);

// The bank has not paid it, so there is no end-to-end id.
/** Marks a payout that operators had resolved as paid as failed; undefined when it is not. */
export const reverseResolution = maybeOne(
  'payout_reverse_resolution',
  CHANGED,
  sql`update payouts p set status = 'failed', resolution = 'reversed', paid_at = null,
      end_to_end_id = null, failure_code = ${$.code}, failure_message = ${$.message},
      event_count = p.event_count + 1
    where p.merchant_id = ${$.merchantId} and p.environment = 'live' and p.id = ${$.id}
      and p.status = 'paid'
      and p.resolution = 'paid' and p.returned_centavos = 0
    returning ${PAYOUT_COLUMNS}`,
);

// Each return is booked once, by the bank's own id of it.
const insertReturnRow = countRows(
  'payout_return_insert',
  sql`insert into payout_returns (merchant_id, environment, payout_id, return_id, id,
      amount_centavos, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.returnId}, ${$.postingId},
      ${$.amount}, ${$.at}) on conflict do nothing returning return_id`,
);
const addReturned = maybeOne(
  'payout_add_returned',
  CHANGED,
  sql`update payouts p set returned_centavos = p.returned_centavos + ${$.amount}::bigint,
      event_count = p.event_count + 1
    where p.merchant_id = ${$.merchantId} and p.environment = ${$.environment}
      and p.id = ${$.id}
      and p.returned_centavos + ${$.amount}::bigint <= p.amount_centavos
    returning ${PAYOUT_COLUMNS}`,
);

/** Sends the update that frees the external ids of a ledger scope; the commit waits for it. */
export const updateReleasedExternalIds = send(
  'payouts_release_external_ids',
  sql`update payouts set is_external_id_released = true
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and external_id is not null and not is_external_id_released`,
);

// An attempt to send locks the same row: a payout is either begun or cancelled.
const lockWaiting = maybeOne(
  'payouts_lock_waiting',
  AMOUNT,
  sql`select amount_centavos from payouts
    where ${OF_KEY} and status = 'pending'
      and uncertain_at is null and not is_known_at_bank
      and (stopped_at is not null or waits_until > ${$.at})
    for update`,
);

// In a restored database a waiting payout may have been sent after the restored instant.
const lockUncertain = maybeOne(
  'payouts_lock_waiting_uncertain',
  AMOUNT,
  sql`select amount_centavos from payouts
    where ${OF_KEY} and status = 'pending'
      and uncertain_at is not null and not is_known_at_bank and waits_until > ${$.at}
      and withdrawn_code is null
    for update`,
);

/** A payout to insert, due to be settled or sent at `dueAt`. */
export interface NewPayout {
  readonly payout: Payout;
  readonly dueAt: Date;
  /** The limit for one payout, in centavos; null is none. */
  readonly limit: Centavos | null;
  /** Until when it waits because its destination is new, in milliseconds. */
  readonly waitsUntil: number | null;
  /** The line of a batch that it is. */
  readonly ofBatch?: { readonly id: string; readonly line: number } | undefined;
}

/** Sends the insert of payouts. */
export function insertPayouts(tx: Transaction, payouts: readonly NewPayout[]): void {
  if (payouts.length === 0) return;
  const rows = payouts.map(({ payout, dueAt, limit, waitsUntil, ofBatch }) => ({
    ...payout,
    beneficiaryName: payout.beneficiary.name,
    beneficiaryDocument: payout.beneficiary.document,
    batchId: ofBatch?.id ?? null,
    batchLine: ofBatch?.line ?? null,
    dueAt: tx.testTime ? DUE_BY_CLOCK : dueAt,
    limit,
    waitsUntil,
  }));
  insertRows(tx, { payouts: rows });
  bindToClock(
    tx,
    payouts.map(({ payout: { merchantId, id, status }, dueAt }) => ({
      merchantId,
      kind: 'payout',
      id,
      dueAt: status === 'pending' ? dueAt.getTime() : null,
    })),
  );
}

/** How a payout ended. */
export interface PayoutOutcome extends PayoutKey, OrderEnd {
  readonly status: 'paid' | 'failed';
  readonly endToEndId: string | null;
  readonly failure: Payout['failure'];
  /** Set when operators decided this outcome: a later answer of the bank may reverse it. */
  readonly resolution?: Resolution;
  /** When the simulated bank sends the money of a paid payout back (milliseconds). */
  readonly returnsAt?: number | undefined;
  /** It was awaiting an approval, and was rejected. */
  readonly isUnapproved?: boolean;
}

/** Writes outcomes, and returns the payouts that were pending. */
export function markPayoutsSettled(
  tx: Transaction,
  outcomes: readonly PayoutOutcome[],
  at: Date,
): Promise<ChangedPayout[]> {
  const ends = outcomes
    .map((outcome) => ({
      merchantId: outcome.merchantId,
      environment: outcome.environment,
      id: outcome.id,
      nextStatus: outcome.status,
      endToEndId: outcome.endToEndId,
      failureCode: outcome.failure?.code ?? null,
      failureMessage: outcome.failure?.message ?? null,
      claim: outcome.claim ?? null,
      isWatched: outcome.isWatched === true,
      resolution: outcome.resolution ?? null,
      fromStatus: outcome.isUnapproved ? 'awaiting_approval' : 'pending',
      returnsAt: outcome.returnsAt === undefined ? null : returnTime(tx, outcome.returnsAt),
    }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  bindToClock(
    tx,
    outcomes.flatMap(({ merchantId, id, returnsAt: dueAt }) =>
      dueAt === undefined ? [] : [{ merchantId, kind: 'payout_return' as const, id, dueAt }],
    ),
  );
  const watchedAt = at.getTime() + HOUR_MS;
  return markSettled(tx, { ends, at, watchedAt, paidCheckAt: at.getTime() + DAY_MS });
}

/** The due time of a return. By a test clock it is one that real-time work never selects. */
function returnTime(tx: Transaction, at: number): number | typeof DUE_BY_CLOCK {
  return tx.testTime ? DUE_BY_CLOCK : at;
}

/** Makes pending payouts, about which the bank gives no answer yet, due at `until` (ms). */
export async function postponePayouts(
  database: Queryable,
  payouts: readonly (PayoutKey & { readonly until: number })[],
): Promise<void> {
  if (payouts.length > 0) await postponeRows(database, { payouts });
}

export interface ReturnToBook extends PayoutKey {
  readonly returnId: string;
  readonly postingId: string;
  readonly amount: Centavos;
}

/**
 * Inserts a return and adds it to its payout. Returns the payout; undefined when the return was
 * inserted before. Throws when the payout has less left than the return.
 */
export async function insertReturn(
  tx: Transaction,
  payoutReturn: ReturnToBook,
  at: Date,
): Promise<ChangedPayout | undefined> {
  const { returnId } = payoutReturn;
  if ((await insertReturnRow(tx, { ...payoutReturn, at })) === 0) return undefined;
  const changed = await addReturned(tx, payoutReturn);
  if (changed) return changed;
  const amount = centavosToDecimal(payoutReturn.amount);
  throw new Error(`return ${returnId} of R$ ${amount} is more than is left of its payout`);
}

/**
 * Locks a payout that waits for a stop or for its new destination; returns its amount, or undefined
 * when the payout doesn't wait.
 */
export async function lockWaitingPayout(
  tx: Transaction,
  { merchantId, environment, id }: PayoutKey,
  at: Date,
): Promise<Centavos | undefined> {
  for (const lock of [lockWaiting, lockUncertain]) {
    const row = await lock(tx, { merchantId, environment, id, at });
    if (row) return row.amount;
  }
  return undefined;
}
