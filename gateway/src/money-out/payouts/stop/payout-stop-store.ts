import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type {
  ListedStop,
  PayoutStop,
  StoppedBy,
  StopScope,
  WaitingPayouts,
} from './payout-stop.ts';

const PLATFORM = `'00000000-0000-0000-0000-000000000000'::uuid`;
const COUNTED_MAX = 10_000;
const COLUMNS = 's.merchant_id, s.environment, s.stopped_by, s.stopped_at, s.actor_name, s.reason';

// A stop waits for the attempts that are being begun, and attempts that begin later see the stop.
const LOCK_FOR_SEND = {
  name: 'payout_stops_lock_for_send',
  text: `select from bank_leases where name = 'payouts' for share`,
};
const LOCK_FOR_STOP = {
  name: 'payout_stops_lock',
  text: `select from bank_leases where name = 'payouts' for update`,
};
const STOP = {
  name: 'payout_stop_insert',
  text: `insert into payout_stops as s
      (merchant_id, environment, stopped_by, stopped_at, actor_name, reason)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (merchant_id, environment, stopped_by) do update set
      stopped_at = excluded.stopped_at, actor_name = excluded.actor_name,
      reason = excluded.reason, resumed_at = null
    where s.resumed_at is not null returning s.merchant_id`,
};
const RESUME = {
  name: 'payout_stop_resume',
  text: `update payout_stops set resumed_at = $4
    where merchant_id = $1 and environment = $2 and stopped_by = $3 and resumed_at is null
    returning merchant_id`,
};
const SELECT_OF_SCOPE = {
  name: 'payout_stops_of_scope',
  text: `select ${COLUMNS}, null as username from payout_stops s
    where s.merchant_id in ($1, ${PLATFORM}) and s.environment = $2 and s.resumed_at is null`,
};
const SELECT_AMONG = {
  name: 'payout_stops_among',
  text: `select distinct merchant_id from payout_stops
    where resumed_at is null and environment = $1 and merchant_id = any($2)`,
};
const LIST = {
  name: 'payout_stops_list',
  text: `select ${COLUMNS}, m.username
    from payout_stops s left join merchants m on m.merchant_id = s.merchant_id
    where s.resumed_at is null and (s.merchant_id, s.environment, s.stopped_by) > ($1, $2, $3)
    order by s.merchant_id, s.environment, s.stopped_by limit $4`,
};
const COUNT_OF_SCOPE = {
  name: 'payout_stops_count_of_scope',
  text: `select count(*), coalesce(sum(amount_centavos), 0)::bigint as amount from (
      select amount_centavos from payouts
      where status = 'pending' and stopped_at is not null and environment = $2
        and merchant_id = $1 limit ${COUNTED_MAX}) waiting`,
};
const COUNT = {
  name: 'payout_stops_count',
  place: EACH_BUCKET,
  text: `select count(*), coalesce(sum(amount_centavos), 0)::bigint as amount from (
      select amount_centavos from payouts
      where status = 'pending' and stopped_at is not null and environment = $1
      limit ${COUNTED_MAX}) waiting`,
};
const SELECT_LEASE = {
  name: 'payout_stops_lease',
  text: `select busy_until from bank_leases where name = 'payouts'`,
};

interface StopRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly stopped_by: StoppedBy;
  readonly stopped_at: number;
  readonly actor_name: string;
  readonly reason: string | null;
  readonly username: string | null;
}

/** Blocks the commits of stops until the caller's transaction ends. */
export function lockForSend(tx: Transaction): void {
  tx.send(LOCK_FOR_SEND, []);
}

/** Inserts a stop after the attempts that are being begun; false when it is in force already. */
export async function insertStop(tx: Transaction, stop: PayoutStop): Promise<boolean> {
  tx.send(LOCK_FOR_STOP, []);
  const { merchantId, environment, stoppedBy, stoppedAt, actorName, reason } = stop;
  const values = [merchantId, environment, stoppedBy, new Date(stoppedAt), actorName, reason];
  return (await tx.query(STOP, values)).length > 0;
}

/** Ends a stop; false when it is not in force. */
export async function resumeStop(
  tx: Transaction,
  { merchantId, environment, stoppedBy }: StopScope,
  at: Date,
): Promise<boolean> {
  return (await tx.query(RESUME, [merchantId, environment, stoppedBy, at])).length > 0;
}

/** The stops that hold a scope's payouts: its merchant's, its operator's, the platform's. */
export async function selectStopsOfScope(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<PayoutStop[]> {
  const rows = await database.query<StopRow>(SELECT_OF_SCOPE, [merchantId, environment]);
  return rows.map(stopFromRow);
}

/** Selects the merchants among `merchantIds` that have a stop in force in an environment. */
export async function selectStoppedAmong(
  database: Queryable,
  environment: Environment,
  merchantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const values = [environment, merchantIds];
  const rows = await database.query<{ merchant_id: string }>(SELECT_AMONG, values);
  return new Set(rows.map(({ merchant_id: merchantId }) => merchantId));
}

/** The stops in force after one, in the order of their keys. */
export async function selectStops(
  database: Queryable,
  after: readonly [merchantId: string, environment: string, stoppedBy: string],
  limit: number,
): Promise<ListedStop[]> {
  const rows = await database.query<StopRow>(LIST, [...after, limit]);
  return rows.map((row) => ({ ...stopFromRow(row), username: row.username }));
}

type WaitingRow = WaitingPayouts & Record<string, unknown>;

const NONE: WaitingPayouts = { count: 0n, amount: 0n };

/** The stopped payouts of a ledger scope. */
export async function countStoppedOfScope(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<WaitingPayouts> {
  const rows = await database.query<WaitingRow>(COUNT_OF_SCOPE, [merchantId, environment]);
  return rows[0] ?? NONE;
}

/** The stopped payouts of all merchants in an environment. */
export async function countStoppedOfAll(
  database: Queryable,
  environment: Environment,
): Promise<WaitingPayouts> {
  const rows = await database.query<WaitingRow>(COUNT, [environment]);
  return rows.reduce(
    (sum, row) => ({ count: sum.count + row.count, amount: sum.amount + row.amount }),
    NONE,
  );
}

/** Until when a process has the lease to send payouts, in milliseconds; in the past when free. */
export async function selectSendLease(database: Queryable): Promise<number> {
  const [row] = await database.query<{ busy_until: number }>(SELECT_LEASE, []);
  return row?.busy_until ?? 0;
}

function stopFromRow(row: StopRow): PayoutStop {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    stoppedBy: row.stopped_by,
    stoppedAt: row.stopped_at,
    actorName: row.actor_name,
    reason: row.reason,
  };
}
