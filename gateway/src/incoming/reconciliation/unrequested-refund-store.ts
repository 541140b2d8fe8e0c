import type { DisputeReason } from '#src/bank/dispute-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  sql,
} from '#src/ground/database/sql.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import { UNREQUESTED_REFUND } from './unrequested-refund.ts';

const { id, endToEndId, refundId, returnId, amount, status, isByBank, happenedAt } =
  UNREQUESTED_REFUND;
const FOUND_REFUND = {
  id,
  endToEndId,
  refundId,
  returnId,
  amount,
  status,
  isByBank,
  happenedAt,
  disputeReason: f.orNull(f.textOf<DisputeReason>()),
};
/** A refund found at the bank. */
export type FoundRefund = f.RecordOf<typeof FOUND_REFUND>;

const $ = paramsOf({
  ...UNREQUESTED_REFUND,
  day: f.day,
  at: f.instant,
  limit: f.count,
});
const BOOKED_FROM = param('bookedFrom', f.orNull(f.instant));
const IS_TO_BOOK = sql`(excluded.dispute_reason is not null
        and (${BOOKED_FROM}::timestamptz is null or u.happened_at >= ${BOOKED_FROM}))`;
// A suspended payment that an operator gave back at the bank's page is marked as returned.
// A refund that is booked as the return of a dispute needs no operator, unless it failed at the
// bank afterwards.
const OPEN = `(u.status <> 'failed' and u.booking <> 'booked'
    and (u.is_by_bank or r.state is distinct from 'returned')
  or u.status = 'failed' and u.booking = 'booked' and u.failure_seen_at is null)`;
const COLUMNS = `u.id, u.bank, u.end_to_end_id, u.refund_id, u.return_id, u.amount_centavos,
  u.status, u.is_by_bank, u.happened_at, u.found_at, u.booking_failure,
  r.state as incoming_payment_state, r.charge_id,
  m.username`;
const FROM = `unrequested_refunds u
  left join incoming_payments r on r.end_to_end_id = u.end_to_end_id
  left join merchants m on m.merchant_id = r.merchant_id`;

// A stored refund keeps its `found_at` and `happened_at`. A refund that had already failed when it
// was found is not stored, because no money left. Until it is booked, amount and nature follow the
// bank; a waiting refund keeps its due time, which may be a worker's claim.
const upsert = many(
  'unrequested_refunds_upsert',
  { id: f.uuid, isFresh: f.bool },
  sql`insert into unrequested_refunds as u (id, bank, end_to_end_id, refund_id, return_id,
      amount_centavos, status, is_by_bank, happened_at, day, found_at, dispute_reason, booking,
      booking_due_at)
    select id, ${$.bank}, end_to_end_id, refund_id, return_id, amount_centavos, status, is_by_bank,
      happened_at, (happened_at at time zone 'America/Sao_Paulo')::date, ${$.foundAt},
      dispute_reason,
      case when is_to_book then 'waiting' else 'by_hand' end,
      case when is_to_book then ${$.foundAt}::timestamptz end
    from ${rowsOf('refunds', 'row', FOUND_REFUND)}
    cross join lateral (
      select dispute_reason is not null and (${BOOKED_FROM}::timestamptz is null
        or happened_at >= ${BOOKED_FROM})
    ) as decision (is_to_book)
    where status <> 'failed' or exists (
      select from unrequested_refunds known where known.bank = ${$.bank}
        and known.end_to_end_id = row.end_to_end_id and known.refund_id = row.refund_id
    )
    order by end_to_end_id, refund_id
    on conflict (bank, end_to_end_id, refund_id) do update set status = excluded.status,
      return_id = coalesce(excluded.return_id, u.return_id),
      amount_centavos = case when u.booking = 'booked' then u.amount_centavos
        else excluded.amount_centavos end,
      is_by_bank = case when u.booking = 'booked' then u.is_by_bank else excluded.is_by_bank end,
      dispute_reason = case when u.booking = 'booked' then u.dispute_reason
        else excluded.dispute_reason end,
      booking = case when u.booking = 'booked' then 'booked' when ${IS_TO_BOOK} then 'waiting'
        else 'by_hand' end,
      booking_due_at = case when u.booking <> 'booked' and ${IS_TO_BOOK}
        then coalesce(u.booking_due_at, excluded.found_at) end,
      booking_failure = case when ${IS_TO_BOOK} then u.booking_failure end,
      failure_seen_at = case when excluded.status = 'failed' then u.failure_seen_at end
    returning id, (xmax = 0) as is_fresh`,
  HOME,
);

/**
 * Inserts or updates refunds and returns the ids of the new ones. A worker books refunds that have
 * a dispute's reason and happened after `bookedFrom`; null means at any time.
 */
export async function upsertUnrequestedRefunds(
  database: Queryable,
  refunds: Parameters<typeof upsert>[1],
): Promise<ReadonlySet<string>> {
  const rows = await upsert(database, refunds);
  return new Set(rows.flatMap(({ id, isFresh }) => (isFresh ? [id] : [])));
}

/** The refunds of a day at Brasília, in the order in which they were found. */
export const selectUnrequestedOfDay = many(
  'unrequested_refunds_of_day',
  UNREQUESTED_REFUND,
  sql`select ${COLUMNS} from ${FROM} where u.bank = ${$.bank} and u.day = ${$.day}::date
      and ${OPEN}
    order by u.id`,
  HOME,
);

/** Refunds that were found before an id, newest first. */
export const selectUnrequested = many(
  'unrequested_refunds_list',
  UNREQUESTED_REFUND,
  sql`select ${COLUMNS} from ${FROM} where u.id < ${$.id.as('before')} and ${OPEN}
    order by u.id desc limit ${$.limit}`,
  HOME,
);

/** Counts refunds, up to 1, of a payment at the bank that are not booked here and did not fail. */
export const countUnbookedRefunds = countRows(
  'unrequested_refunds_of_payment',
  sql`select from unrequested_refunds
    where end_to_end_id = ${$.endToEndId} and status <> 'failed' and booking <> 'booked' limit 1`,
  HOME,
);

export const countUnrequestedUpTo = one(
  'unrequested_refunds_count',
  { count: f.count },
  sql`select count(*) as count from (select 1 from ${FROM} where ${OPEN} limit ${$.limit}) open`,
  HOME,
);

/** Marks the failure of a booked refund as seen; undefined when no unseen one has this id. */
export const markFailureSeen = maybeOne(
  'unrequested_refunds_mark_failure_seen',
  { endToEndId, amount },
  sql`update unrequested_refunds set failure_seen_at = ${$.at}
    where id = ${$.id} and status = 'failed' and booking = 'booked' and failure_seen_at is null
    returning end_to_end_id, amount_centavos`,
  HOME,
);
