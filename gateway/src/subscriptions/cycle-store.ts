import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import { CYCLE, type Cycle, type SubscriptionKey } from './subscription.ts';

const SUBSCRIPTION_ID = { id: f.inColumn('subscription_id', f.uuid) };
const KEY = { ...f.SCOPE, ...SUBSCRIPTION_ID };
const NEW = { ...KEY, ...CYCLE };
const { day, dueOn, number, status, attempts, reason, endedAt, isReplaced } = CYCLE;
const CHANGE = { ...KEY, day, number, status, attempts, reason, endedAt, isReplaced };
/** A cycle with the id of its subscription. */
const OWNED = shaped({ ...SUBSCRIPTION_ID, ...CYCLE }, ({ id: subscriptionId, ...cycle }) => ({
  subscriptionId,
  cycle,
}));
const KEYED = shaped(
  NEW,
  ({ merchantId, environment, id, ...cycle }): CycleToWrite => ({
    key: { merchantId, environment, id },
    cycle,
  }),
);

/** A cycle that has a charge. */
export type OwnedCycle = ReturnType<typeof OWNED.resultOf>;

const $ = paramsOf({ ...KEY, day, dueOn, number, limit: f.count });
const KEYS = rowsOf('keys', 'key', KEY);
const OF_KEY = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and subscription_id = ${$.id}`;
const OF_SUBSCRIPTION = `(c.merchant_id, c.environment, c.subscription_id)
  = (key.merchant_id, key.environment, key.subscription_id)`;
const COLUMNS = `c.subscription_id, c.cycle_on::text as cycle_on,
  c.due_on::text as due_on, c.amount_centavos, c.status, c.charge_id, c.attempts, c.reason,
  c.created_at, c.ended_at, c.number, c.is_replaced`;

const insert = send(
  'subscription_cycles_insert',
  sql`insert into subscription_cycles (${f.columnsOf(NEW)})
    select ${f.columnsOf(NEW)} from ${rowsOf('cycles', 'row', NEW)}`,
);
const update = send(
  'subscription_cycles_update',
  sql`update subscription_cycles c set status = key.status, attempts = key.attempts,
      reason = key.reason, ended_at = key.ended_at, is_replaced = key.is_replaced
    from ${rowsOf('cycles', 'key', CHANGE)}
    where ${OF_SUBSCRIPTION} and c.cycle_on = key.cycle_on and c.number = key.number`,
);
const selectUnpaid = many(
  'subscription_cycles_select_unpaid',
  OWNED,
  sql`select ${COLUMNS} from ${KEYS}
    join subscription_cycles c on ${OF_SUBSCRIPTION}
    where c.status in ('scheduled', 'retrying', 'failed') and not c.is_replaced
    order by c.cycle_on`,
);
const selectOn = many(
  'subscription_cycles_select_on',
  CYCLE,
  sql`select ${COLUMNS} from subscription_cycles c
    where ${OF_KEY}
      and (cycle_on = ${$.day} or due_on = ${$.dueOn})`,
);
const selectTaken = many(
  'subscription_cycles_select_taken_days',
  { ...SUBSCRIPTION_ID, dueOn },
  sql`select c.subscription_id, c.due_on::text as due_on
    from ${rowsOf('wanted', 'key', { ...KEY, dueOn })}
    join subscription_cycles c on ${OF_SUBSCRIPTION}
    where c.due_on >= key.due_on and not c.is_replaced`,
);
const selectOfAttempts = many(
  'subscription_cycles_select_of_attempts',
  KEYED,
  sql`select c.merchant_id, c.environment, ${COLUMNS}
    from ${KEYS}
    join subscription_cycles c on ${OF_SUBSCRIPTION}
    where exists (
      select from json_array_elements(c.attempts) as attempt
      where attempt ->> 'id' = any(${param('attemptIds', f.listOf(f.text))}))`,
);
const list = many(
  'subscription_cycles_list',
  CYCLE,
  sql`select ${COLUMNS} from subscription_cycles c
    where ${OF_KEY}
      and (cycle_on, number) < (${$.day}, ${$.number})
    order by c.cycle_on desc, c.number desc limit ${$.limit}`,
);
const selectOfCharges = many(
  'cycles_of_charges',
  OWNED,
  sql`select ${COLUMNS} from ${rowsOf('keys', 'key', { ...f.SCOPE, chargeId: f.uuid })}
    join subscription_cycles c on (c.merchant_id, c.environment, c.charge_id)
      = (key.merchant_id, key.environment, key.charge_id)`,
);

/** A position in the list of a subscription's cycles. */
export type CyclePosition = Pick<Cycle, 'day' | 'number'>;

/** A cycle with the key of its subscription. */
export interface CycleToWrite {
  readonly key: SubscriptionKey;
  readonly cycle: Cycle;
}

/** Sends the insert of cycles; it fails if a cycle exists. */
export function insertCycles(tx: Transaction, cycles: readonly CycleToWrite[]): void {
  if (cycles.length > 0) insert(tx, { cycles: cycles.map(rowOf) });
}

/** Sends the update of what changes in cycles; the commit waits for it. */
export function updateCycles(tx: Transaction, cycles: readonly CycleToWrite[]): void {
  if (cycles.length > 0) update(tx, { cycles: cycles.map(rowOf) });
}

/** The cycles of subscriptions that are open or have failed, by the subscriptions' ids. */
export async function selectUnpaidCycles(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, readonly Cycle[]>> {
  if (keys.length === 0) return new Map();
  const groups = Map.groupBy(await selectUnpaid(database, { keys }), idOfOwner);
  return new Map([...groups].map(([id, group]) => [id, group.map(({ cycle }) => cycle)]));
}

/** The cycles that begin on a day or are due on a day. */
export function selectCyclesOn(
  database: Queryable,
  key: SubscriptionKey,
  { day, dueOn }: Pick<Cycle, 'day' | 'dueOn'>,
): Promise<Cycle[]> {
  return selectOn(database, { ...keyOf(key), day, dueOn });
}

/** The due dates of charges from a day on that no other charge may have, by subscription. */
export async function selectTakenDays(
  database: Queryable,
  wanted: readonly { readonly key: SubscriptionKey; readonly dueOn: string }[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (wanted.length === 0) return new Map();
  const rows = wanted.map(({ key, dueOn }) => ({ ...keyOf(key), dueOn }));
  const groups = Map.groupBy(await selectTaken(database, { wanted: rows }), ({ id }) => id);
  return new Map([...groups].map(([id, group]) => [id, new Set(group.map((row) => row.dueOn))]));
}

/** The cycles of subscriptions that have one of the attempts. */
export function selectCyclesOfAttempts(
  database: Queryable,
  keys: readonly SubscriptionKey[],
  attemptIds: readonly string[],
): Promise<CycleToWrite[]> {
  const unique = [...new Map(keys.map((key) => [key.id, key])).values()];
  return selectOfAttempts(database, { keys: unique, attemptIds });
}

/** A page of the cycles of a subscription that come before a position, newest first. */
export function listCycles(
  database: Queryable,
  key: SubscriptionKey,
  { before, limit }: { readonly before: CyclePosition; readonly limit: number },
): Promise<Cycle[]> {
  const { day, number } = before;
  return list(database, { ...keyOf(key), day, number, limit });
}

/** The cycles of charges, in no order; charges without a cycle are omitted. */
export async function selectCyclesOfCharges(
  database: Queryable,
  keys: Parameters<typeof selectOfCharges>[1]['keys'],
): Promise<OwnedCycle[]> {
  return keys.length === 0 ? [] : selectOfCharges(database, { keys });
}

function rowOf({ key, cycle }: CycleToWrite) {
  return { ...cycle, ...keyOf(key) };
}

/** Only the key: a whole subscription has a status and instants of its own. */
function keyOf({ merchantId, environment, id }: SubscriptionKey): SubscriptionKey {
  return { merchantId, environment, id };
}

function idOfOwner({ subscriptionId }: OwnedCycle): string {
  return subscriptionId;
}
