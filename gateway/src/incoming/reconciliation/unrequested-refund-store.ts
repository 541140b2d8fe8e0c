import type { DisputeReason } from '#src/bank/dispute-bank.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HOME } from '#src/ground/database/statement-place.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { IncomingPaymentState } from '../payments/incoming-payment.ts';
import type { UnrequestedRefund } from './unrequested-refund.ts';

// A stored refund keeps its `found_at` and `happened_at`. A refund that had already failed when it
// was found is not stored, because no money left. Until it is booked, amount and nature follow the
// bank; a waiting refund keeps its due time, which may be a worker's claim.
const IS_TO_BOOK = `(excluded.dispute_reason is not null
        and ($4::timestamptz is null or u.happened_at >= $4))`;
const UPSERT = {
  name: 'unrequested_refunds_upsert',
  place: HOME,
  text: `insert into unrequested_refunds as u (id, bank, end_to_end_id, refund_id, return_id,
      amount_centavos, status, is_by_bank, happened_at, day, found_at, dispute_reason, booking,
      booking_due_at)
    select id, $2, end_to_end_id, refund_id, return_id, amount_centavos, status, is_by_bank,
      happened_at, (happened_at at time zone 'America/Sao_Paulo')::date, $3, dispute_reason,
      case when is_to_book then 'waiting' else 'by_hand' end,
      case when is_to_book then $3::timestamptz end
    from json_to_recordset($1) as row (id uuid, end_to_end_id text, refund_id text,
      return_id text, amount_centavos bigint, status text, is_by_bank boolean,
      happened_at timestamptz, dispute_reason text)
    cross join lateral (
      select dispute_reason is not null and ($4::timestamptz is null or happened_at >= $4)
    ) as decision (is_to_book)
    where status <> 'failed' or exists (
      select from unrequested_refunds known where known.bank = $2
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
};
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
const OF_DAY = {
  name: 'unrequested_refunds_of_day',
  place: HOME,
  text: `select ${COLUMNS} from ${FROM} where u.bank = $1 and u.day = $2::date and ${OPEN}
    order by u.id`,
};
const LIST = {
  name: 'unrequested_refunds_list',
  place: HOME,
  text: `select ${COLUMNS} from ${FROM} where u.id < $1 and ${OPEN} order by u.id desc limit $2`,
};
const COUNT = {
  name: 'unrequested_refunds_count',
  place: HOME,
  text: `select count(*) as count from (select 1 from ${FROM} where ${OPEN} limit $1) open`,
};

const OF_PAYMENT = {
  name: 'unrequested_refunds_of_payment',
  place: HOME,
  text: `select from unrequested_refunds
    where end_to_end_id = $1 and status <> 'failed' and booking <> 'booked' limit 1`,
};

const MARK_FAILURE_SEEN = {
  name: 'unrequested_refunds_mark_failure_seen',
  place: HOME,
  text: `update unrequested_refunds set failure_seen_at = $2
    where id = $1 and status = 'failed' and booking = 'booked' and failure_seen_at is null
    returning end_to_end_id, amount_centavos`,
};

/** A refund found at the bank, as the statement takes it. */
export interface FoundRefund {
  readonly id: string;
  readonly end_to_end_id: string;
  readonly refund_id: string;
  readonly return_id: string | null;
  readonly amount_centavos: string;
  readonly status: 'pending' | 'done' | 'failed';
  readonly is_by_bank: boolean;
  readonly happened_at: Date;
  readonly dispute_reason: DisputeReason | null;
}

interface UnrequestedRefundRow extends Record<string, unknown> {
  readonly id: string;
  readonly bank: string;
  readonly end_to_end_id: string;
  readonly refund_id: string;
  readonly return_id: string | null;
  readonly amount_centavos: bigint;
  readonly status: 'pending' | 'done' | 'failed';
  readonly is_by_bank: boolean;
  readonly happened_at: number;
  readonly found_at: number;
  readonly booking_failure: string | null;
  readonly incoming_payment_state: IncomingPaymentState | null;
  readonly charge_id: string | null;
  readonly username: string | null;
}

/**
 * Inserts or updates refunds and returns the ids of the new ones. A worker books refunds that have
 * a dispute's reason and happened after `bookedFrom`; undefined means at any time.
 */
export async function upsertUnrequestedRefunds(
  database: Queryable,
  bank: string,
  refunds: readonly FoundRefund[],
  { foundAt, bookedFrom }: { foundAt: Date; bookedFrom: Date | undefined },
): Promise<ReadonlySet<string>> {
  const values = [JSON.stringify(refunds), bank, foundAt, bookedFrom ?? null];
  const rows = await database.query<{ id: string; is_fresh: boolean }>(UPSERT, values);
  return new Set(rows.flatMap(({ id, is_fresh: isFresh }) => (isFresh ? [id] : [])));
}

/** The refunds of a day at Brasília, in the order in which they were found. */
export async function selectUnrequestedOfDay(
  database: Queryable,
  bank: string,
  day: string,
): Promise<UnrequestedRefund[]> {
  const rows = await database.query<UnrequestedRefundRow>(OF_DAY, [bank, day]);
  return rows.map(refundFromRow);
}

/** Refunds that were found before an id, newest first. */
export async function selectUnrequested(
  database: Queryable,
  { before, limit }: { before: string; limit: number },
): Promise<UnrequestedRefund[]> {
  const rows = await database.query<UnrequestedRefundRow>(LIST, [before, limit]);
  return rows.map(refundFromRow);
}

function refundFromRow(row: UnrequestedRefundRow): UnrequestedRefund {
  return {
    id: row.id,
    bank: row.bank,
    endToEndId: row.end_to_end_id,
    refundId: row.refund_id,
    returnId: row.return_id,
    amount: centavos(row.amount_centavos),
    status: row.status,
    isByBank: row.is_by_bank,
    happenedAt: row.happened_at,
    foundAt: row.found_at,
    bookingFailure: row.booking_failure,
    incomingPaymentState: row.incoming_payment_state,
    chargeId: row.charge_id,
    username: row.username,
  };
}

/** Whether the bank made or is making a refund of a payment that is not booked here. */
export async function hasUnbookedRefund(database: Queryable, endToEndId: string): Promise<boolean> {
  return (await database.query(OF_PAYMENT, [endToEndId])).length > 0;
}

export async function countUnrequestedUpTo(database: Queryable, countMax: number): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, [countMax]);
  return Number(row?.count ?? 0n);
}

/** Marks the failure of a booked refund as seen; undefined when no unseen one has this id. */
export async function markFailureSeen(
  tx: Transaction,
  id: string,
  at: Date,
): Promise<{ endToEndId: string; amount: Centavos } | undefined> {
  const [row] = await tx.query<{ end_to_end_id: string; amount_centavos: bigint }>(
    MARK_FAILURE_SEEN,
    [id, at],
  );
  return row && { endToEndId: row.end_to_end_id, amount: centavos(row.amount_centavos) };
}
