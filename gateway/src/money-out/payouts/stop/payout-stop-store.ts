import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  send,
  sql,
  valuesOf,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { PayoutStop, StoppedBy, WaitingPayouts } from './payout-stop.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
const COUNTED_MAX = '10000';
const STOP = {
  ...f.SCOPE,
  stoppedBy: f.textOf<StoppedBy>(),
  stoppedAt: f.instant,
  actorName: f.text,
  reason: f.orNull(f.text),
};
const WAITING = { count: f.bigint, amount: f.bigint };
/** The key of the stop before a page, or texts before all keys. */
const AFTER = { merchantId: f.uuid, environment: f.text, stoppedBy: f.text };
const $ = paramsOf({ ...STOP, at: f.instant, limit: f.count });
const $after = paramsOf(AFTER);
const COLUMNS = f.columnsOf(STOP, 's');
const OF_WAITING = `select count(*), coalesce(sum(amount_centavos), 0)::bigint as amount from (
      select amount_centavos from payouts
      where status = 'pending' and stopped_at is not null and environment`;

// A stop waits for the attempts that are being begun, and attempts that begin later see the stop.
/** Blocks the commits of stops until the caller's transaction ends. */
export const lockForSend = send(
  'payout_stops_lock_for_send',
  sql`select from bank_leases where name = 'payouts' for share`,
);
const lockForStop = send(
  'payout_stops_lock',
  sql`select from bank_leases where name = 'payouts' for update`,
);

const insert = countRows(
  'payout_stop_insert',
  sql`insert into payout_stops as s
      (merchant_id, environment, stopped_by, stopped_at, actor_name, reason)
    values (${valuesOf(STOP)})
    on conflict (merchant_id, environment, stopped_by) do update set
      stopped_at = excluded.stopped_at, actor_name = excluded.actor_name,
      reason = excluded.reason, resumed_at = null
    where s.resumed_at is not null returning s.merchant_id`,
);

/** Inserts a stop after the attempts that are being begun; false when it is in force already. */
export async function insertStop(tx: Transaction, stop: PayoutStop): Promise<boolean> {
  lockForStop(tx);
  return (await insert(tx, stop)) > 0;
}

/** Ends a stop: 0 when it is not in force. */
export const resumeStop = countRows(
  'payout_stop_resume',
  sql`update payout_stops set resumed_at = ${$.at}
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and stopped_by = ${$.stoppedBy} and resumed_at is null
    returning merchant_id`,
);

/** The stops that hold a scope's payouts: its merchant's, its operator's, the platform's. */
export const selectStopsOfScope = many(
  'payout_stops_of_scope',
  STOP,
  sql`select ${COLUMNS}, null as username from payout_stops s
    where s.merchant_id in (${$.merchantId}, ${PLATFORM})
      and s.environment = ${$.environment} and s.resumed_at is null`,
);

const selectAmong = many(
  'payout_stops_among',
  { merchantId: f.uuid },
  sql`select distinct merchant_id from payout_stops
    where resumed_at is null and environment = ${$.environment}
      and merchant_id = any(${param('merchantIds', f.listOf(f.uuid))})`,
);

/** Selects the merchants among `merchantIds` that have a stop in force in an environment. */
export async function selectStoppedAmong(
  database: Queryable,
  environment: Environment,
  merchantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const stopped = await selectAmong(database, { environment, merchantIds });
  return new Set(stopped.map(({ merchantId }) => merchantId));
}

/** The stops in force after one, in the order of their keys. */
export const selectStops = many(
  'payout_stops_list',
  { ...STOP, username: f.orNull(f.text) },
  sql`select ${COLUMNS}, m.username
    from payout_stops s left join merchants m on m.merchant_id = s.merchant_id
    where s.resumed_at is null and (s.merchant_id, s.environment, s.stopped_by)
      > (${$after.merchantId}, ${$after.environment}, ${$after.stoppedBy})
    order by s.merchant_id, s.environment, s.stopped_by limit ${$.limit}`,
);

/** The stopped payouts of a ledger scope. */
export const countStoppedOfScope = one(
  'payout_stops_count_of_scope',
  WAITING,
  sql`${OF_WAITING} = ${$.environment}
        and merchant_id = ${$.merchantId} limit ${COUNTED_MAX}) waiting`,
);

const countStopped = many(
  'payout_stops_count',
  WAITING,
  sql`${OF_WAITING} = ${$.environment}
      limit ${COUNTED_MAX}) waiting`,
  EACH_BUCKET,
);

/** The stopped payouts of all merchants in an environment. */
export async function countStoppedOfAll(
  database: Queryable,
  environment: Environment,
): Promise<WaitingPayouts> {
  const counts = await countStopped(database, { environment });
  return counts.reduce(
    (sum, each) => ({ count: sum.count + each.count, amount: sum.amount + each.amount }),
    { count: 0n, amount: 0n },
  );
}

const selectLease = maybeOne(
  'payout_stops_lease',
  { busyUntil: f.instant },
  sql`select busy_until from bank_leases where name = 'payouts'`,
);

/** Until when a process has the lease to send payouts, in milliseconds; in the past when free. */
export async function selectSendLease(database: Queryable): Promise<number> {
  return (await selectLease(database))?.busyUntil ?? 0;
}
