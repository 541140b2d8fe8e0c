import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Attempt, Cycle, CycleStatus, SubscriptionKey } from './subscription.ts';

export interface CycleRow extends Record<string, unknown> {
  readonly subscription_id: string;
  readonly cycle_on: string;
  readonly due_on: string;
  readonly amount_centavos: bigint;
  readonly status: CycleStatus;
  readonly charge_id: string | null;
  readonly attempts: readonly Attempt[];
  readonly reason: string | null;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly number: bigint;
  readonly is_replaced: boolean;
}

interface KeyRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
}

const KEY = 'merchant_id uuid, environment text, subscription_id uuid';
const OF_SUBSCRIPTION = `(c.merchant_id, c.environment, c.subscription_id)
  = (key.merchant_id, key.environment, key.subscription_id)`;
export const cycleColumns = `c.subscription_id, c.cycle_on::text as cycle_on,
  c.due_on::text as due_on, c.amount_centavos, c.status, c.charge_id, c.attempts, c.reason,
  c.created_at, c.ended_at, c.number, c.is_replaced`;
const NEW = `merchant_id, environment, subscription_id, cycle_on, due_on, amount_centavos, status,
    charge_id, attempts, reason, created_at, ended_at, number, is_replaced`;

const INSERT = {
  name: 'subscription_cycles_insert',
  text: `insert into subscription_cycles (${NEW})
    select ${NEW} from json_to_recordset($1) as row (${KEY}, cycle_on date, due_on date,
      amount_centavos bigint, status text, charge_id uuid, attempts json, reason text,
      created_at timestamptz, ended_at timestamptz, number bigint, is_replaced boolean)`,
};
const UPDATE = {
  name: 'subscription_cycles_update',
  text: `update subscription_cycles c set status = key.status, attempts = key.attempts,
      reason = key.reason, ended_at = key.ended_at, is_replaced = key.is_replaced
    from json_to_recordset($1) as key (${KEY}, cycle_on date, number bigint, status text,
      attempts json, reason text, ended_at timestamptz, is_replaced boolean)
    where ${OF_SUBSCRIPTION} and c.cycle_on = key.cycle_on and c.number = key.number`,
};
const SELECT_UNPAID = {
  name: 'subscription_cycles_select_unpaid',
  text: `select ${cycleColumns} from json_to_recordset($1) as key (${KEY})
    join subscription_cycles c on ${OF_SUBSCRIPTION}
    where c.status in ('scheduled', 'retrying', 'failed') and not c.is_replaced
    order by c.cycle_on`,
};
const SELECT_ON = {
  name: 'subscription_cycles_select_on',
  text: `select ${cycleColumns} from subscription_cycles c
    where merchant_id = $1 and environment = $2 and subscription_id = $3
      and (cycle_on = $4 or due_on = $5)`,
};
const SELECT_TAKEN_DAYS = {
  name: 'subscription_cycles_select_taken_days',
  text: `select c.subscription_id, c.due_on::text as due_on
    from json_to_recordset($1) as key (${KEY}, due_on date)
    join subscription_cycles c on ${OF_SUBSCRIPTION}
    where c.due_on >= key.due_on and not c.is_replaced`,
};
const SELECT_OF_ATTEMPTS = {
  name: 'subscription_cycles_select_of_attempts',
  text: `select c.merchant_id, c.environment, ${cycleColumns}
    from json_to_recordset($1) as key (${KEY})
    join subscription_cycles c on ${OF_SUBSCRIPTION}
    where exists (
      select from json_array_elements(c.attempts) as attempt where attempt ->> 'id' = any($2))`,
};
const LIST = {
  name: 'subscription_cycles_list',
  text: `select ${cycleColumns} from subscription_cycles c
    where merchant_id = $1 and environment = $2 and subscription_id = $3
      and (cycle_on, number) < ($4, $5)
    order by c.cycle_on desc, c.number desc limit $6`,
};

/** A position in the list of a subscription's cycles. */
export type CyclePosition = Pick<Cycle, 'day' | 'number'>;

/** A cycle with the key of its subscription. */
export interface CycleToWrite {
  readonly key: SubscriptionKey;
  readonly cycle: Cycle;
}

/** Sends the insert of cycles; it fails if a cycle exists. */
export function insertCycles(tx: Transaction, cycles: readonly CycleToWrite[]): void {
  const rows = cycles.map(({ key, cycle }) => ({
    ...changingColumns({ key, cycle }),
    due_on: cycle.dueOn,
    amount_centavos: centavosToJson(cycle.amount),
    charge_id: cycle.chargeId,
    created_at: new Date(cycle.createdAt),
  }));
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(rows)]);
}

/** Sends the update of what changes in cycles; the commit waits for it. */
export function updateCycles(tx: Transaction, cycles: readonly CycleToWrite[]): void {
  if (cycles.length > 0) tx.send(UPDATE, [JSON.stringify(cycles.map(changingColumns))]);
}

/** The cycles of subscriptions that are open or have failed, by the subscriptions' ids. */
export async function selectUnpaidCycles(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, readonly Cycle[]>> {
  if (keys.length === 0) return new Map();
  const rows = await database.query<CycleRow>(SELECT_UNPAID, [JSON.stringify(keys.map(keyRow))]);
  const groups = Map.groupBy(rows, (row) => row.subscription_id);
  return new Map([...groups].map(([id, group]) => [id, group.map(cycleFromRow)]));
}

/** The cycles that begin on a day or are due on a day. */
export async function selectCyclesOn(
  database: Queryable,
  { merchantId, environment, id }: SubscriptionKey,
  { day, dueOn }: Pick<Cycle, 'day' | 'dueOn'>,
): Promise<Cycle[]> {
  const values = [merchantId, environment, id, day, dueOn];
  return (await database.query<CycleRow>(SELECT_ON, values)).map(cycleFromRow);
}

/** The due dates of charges from a day on that no other charge may have, by subscription. */
export async function selectTakenDays(
  database: Queryable,
  wanted: readonly { readonly key: SubscriptionKey; readonly dueOn: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(({ key, dueOn }) => ({ ...keyRow(key), due_on: dueOn }));
  const rows = await database.query<Pick<CycleRow, 'subscription_id' | 'due_on'>>(
    SELECT_TAKEN_DAYS,
    [JSON.stringify(keys)],
  );
  const groups = Map.groupBy(rows, (row) => row.subscription_id);
  return new Map([...groups].map(([id, group]) => [id, new Set(group.map((row) => row.due_on))]));
}

/** The cycles of subscriptions that have one of the attempts. */
export async function selectCyclesOfAttempts(
  database: Queryable,
  keys: readonly SubscriptionKey[],
  attemptIds: readonly string[],
): Promise<CycleToWrite[]> {
  const unique = [...new Map(keys.map((key) => [key.id, key])).values()];
  const values = [JSON.stringify(unique.map(keyRow)), attemptIds];
  const rows = await database.query<CycleRow & KeyRow>(SELECT_OF_ATTEMPTS, values);
  return rows.map((row) => {
    const { merchant_id: merchantId, environment, subscription_id: id } = row;
    return { key: { merchantId, environment, id }, cycle: cycleFromRow(row) };
  });
}

/** A page of the cycles of a subscription that come before a position, newest first. */
export async function listCycles(
  database: Queryable,
  { merchantId, environment, id }: SubscriptionKey,
  { before, limit }: { readonly before: CyclePosition; readonly limit: number },
): Promise<Cycle[]> {
  const values = [merchantId, environment, id, before.day, before.number, limit];
  return (await database.query<CycleRow>(LIST, values)).map(cycleFromRow);
}

function changingColumns({ key, cycle }: CycleToWrite) {
  return {
    ...keyRow(key),
    cycle_on: cycle.day,
    status: cycle.status,
    attempts: cycle.attempts,
    reason: cycle.reason,
    ended_at: cycle.endedAt === null ? null : new Date(cycle.endedAt),
    number: cycle.number,
    is_replaced: cycle.isReplaced,
  };
}

function keyRow({ merchantId, environment, id }: SubscriptionKey) {
  return { merchant_id: merchantId, environment, subscription_id: id };
}

/** A cycle of a row with `cycleColumns`. */
export function cycleFromRow(row: CycleRow): Cycle {
  return {
    day: row.cycle_on,
    dueOn: row.due_on,
    amount: centavos(row.amount_centavos),
    status: row.status,
    chargeId: row.charge_id,
    attempts: row.attempts,
    reason: row.reason,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    number: Number(row.number),
    isReplaced: row.is_replaced,
  };
}
