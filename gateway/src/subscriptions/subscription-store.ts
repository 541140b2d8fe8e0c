import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { centavosOrNull, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { Interval } from './cycle-days.ts';
import type {
  CycleMaker,
  Ender,
  Journey,
  PayerAccount,
  RetryPolicy,
  Subscription,
  SubscriptionKey,
  SubscriptionStatus,
} from './subscription.ts';

/** A row with the columns of `SUBSCRIPTION_COLUMNS`. */
export interface SubscriptionRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly reference: string;
  readonly payer_name: string;
  readonly payer_document: string;
  readonly payer_account: PayerAccount | null;
  readonly description: string;
  readonly amount_centavos: bigint | null;
  readonly min_centavos: bigint | null;
  readonly rhythm: Interval;
  readonly first_due_on: string;
  readonly ends_on: string | null;
  readonly retries: RetryPolicy;
  readonly journey: Journey | null;
  readonly split: unknown;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly code: string | null;
  readonly first_charge_id: string | null;
  readonly recurrence_id: string | null;
  readonly cycles_by: CycleMaker;
  readonly covenant: string | null;
  readonly activation_txid: string | null;
  readonly request_expires_at: number | null;
  readonly client_id: string;
  readonly created_at: number;
  readonly authorizable_before: number;
  readonly status: SubscriptionStatus;
  readonly reason: string | null;
  readonly ended_by: Ender | null;
  readonly authorized_at: number | null;
  readonly ended_at: number | null;
  readonly next_index: bigint;
  readonly event_count: bigint;
  readonly payment_link_id: string | null;
  readonly payer_email: string | null;
}

const KEY = 'merchant_id uuid, environment text, id uuid';
const SAME_KEY = `(s.merchant_id, s.environment, s.id)
  = (key.merchant_id, key.environment, key.id)`;
/** All columns of a subscription; the table's alias is `s`. */
export const SUBSCRIPTION_COLUMNS = `s.merchant_id, s.environment, s.id, s.reference,
  s.payer_name, s.payer_document, s.payer_account, s.description, s.amount_centavos,
  s.min_centavos, s.rhythm, s.first_due_on::text as first_due_on, s.ends_on::text as ends_on,
  s.retries, s.journey, s.split, s.metadata, s.code, s.first_charge_id, s.recurrence_id,
  s.cycles_by, s.covenant, s.activation_txid, s.request_expires_at, s.client_id, s.created_at,
  s.authorizable_before, s.status, s.reason, s.ended_by, s.authorized_at, s.ended_at,
  s.next_index, s.event_count, s.payment_link_id, s.payer_email`;
const COLUMNS = SUBSCRIPTION_COLUMNS;
const NEW = `merchant_id, environment, id, reference, payer_name, payer_document, payer_account,
    description, amount_centavos, min_centavos, rhythm, first_due_on, ends_on, retries, journey,
    split, metadata, code, first_charge_id, recurrence_id, cycles_by, covenant, activation_txid,
    request_expires_at, client_id, created_at, authorizable_before, due_at, payment_link_id,
    link_network, payer_email`;

const INSERT = {
  name: 'subscriptions_insert',
  text: `insert into subscriptions (${NEW}, status)
    select ${NEW}, 'created' from json_to_recordset($1) as row (${KEY}, reference text,
      payer_name text, payer_document text, payer_account json, description text,
      amount_centavos bigint, min_centavos bigint, rhythm text, first_due_on date, ends_on date,
      retries text, journey text, split json, metadata json, code text, first_charge_id uuid,
      recurrence_id text, cycles_by text, covenant text, activation_txid text,
      request_expires_at timestamptz, client_id text, created_at timestamptz,
      authorizable_before timestamptz, due_at timestamptz, payment_link_id uuid,
      link_network text, payer_email text)`,
};
const UPDATE = {
  name: 'subscriptions_update',
  text: `update subscriptions s set status = key.status, reason = key.reason,
      ended_by = key.ended_by, authorized_at = key.authorized_at, ended_at = key.ended_at,
      next_index = key.next_index, event_count = key.event_count, due_at = key.due_at
    from json_to_recordset($1) as key (${KEY}, status text, reason text, ended_by text,
      authorized_at timestamptz, ended_at timestamptz, next_index bigint, event_count bigint,
      due_at timestamptz)
    where ${SAME_KEY}`,
};
/**
 * The columns that only requests change: the steps of the worker, of which there are many, leave it
 * out.
 */
const REVISE = {
  name: 'subscriptions_revise',
  text: `update subscriptions s set payer_name = key.payer_name, payer_account = key.payer_account,
      first_due_on = key.first_due_on, authorizable_before = key.authorizable_before,
      journey = key.journey, code = key.code, first_charge_id = key.first_charge_id,
      activation_txid = key.activation_txid, request_expires_at = key.request_expires_at
    from json_to_recordset($1) as key (${KEY}, payer_name text, payer_account json,
      first_due_on date, authorizable_before timestamptz, journey text, code text,
      first_charge_id uuid, activation_txid text, request_expires_at timestamptz)
    where ${SAME_KEY}`,
};
const SELECT = {
  name: 'subscriptions_select',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY})
    join subscriptions s on ${SAME_KEY}`,
};
// Several processes that lock the same rows lock them in this order.
const LOCK = {
  name: 'subscriptions_lock',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY})
    join subscriptions s on ${SAME_KEY} order by s.id for update of s`,
};
const DUE = `from subscriptions s where due_at <= $1 and ${isNotSetAside('subscription', 's.id')}`;
const CLAIM_DUE = {
  name: 'subscriptions_claim_due',
  place: HERE,
  text: `select ${COLUMNS} ${DUE} order by due_at limit $2 for update of s skip locked`,
};
export const DUE_SUBSCRIPTIONS: DueQueue = {
  name: 'due-subscriptions',
  due: `select ${DUE}`,
};
const COUNT_WAITING = {
  name: 'subscriptions_count_waiting',
  text: `select count(*) as count from (
      select from subscriptions
      where status = 'created' and merchant_id = $1 and environment = $2 limit $3) waiting`,
};
const PAGE = `merchant_id = $1 and environment = $2 and id < $3 and id >= $4 and id < $5`;
const ORDER = 'order by id desc limit $6';
const LIST = {
  name: 'subscriptions_list',
  text: `select ${COLUMNS} from subscriptions s where ${PAGE} ${ORDER}`,
};
const LIST_BY_STATUS = {
  name: 'subscriptions_list_by_status',
  text: `select ${COLUMNS} from subscriptions s where status = $7 and ${PAGE} ${ORDER}`,
};
const LIST_BY_REFERENCE = {
  name: 'subscriptions_list_by_reference',
  text: `select ${COLUMNS} from subscriptions s where reference = $7 and ${PAGE}
      and ($8::text is null or status = $8) and ($9::uuid is null or payment_link_id = $9)
      and ($10::text is null or payer_document = $10)
    ${ORDER}`,
};
const LIST_BY_DOCUMENT = {
  name: 'subscriptions_list_by_document',
  text: `select ${COLUMNS} from subscriptions s where payer_document = $7 and ${PAGE}
      and ($8::text is null or status = $8) and ($9::uuid is null or payment_link_id = $9)
    ${ORDER}`,
};
const LIST_BY_LINK = {
  name: 'subscriptions_list_by_link',
  text: `select ${COLUMNS} from subscriptions s where payment_link_id = $7 and ${PAGE} ${ORDER}`,
};
const LIST_BY_LINK_AND_STATUS = {
  name: 'subscriptions_list_by_link_and_status',
  text: `select ${COLUMNS} from subscriptions s
    where payment_link_id = $7 and status = $8 and ${PAGE} ${ORDER}`,
};

/** A page of subscriptions: ids below `beforeId`, from `fromId` to before `untilId`. */
export interface SubscriptionPage extends LedgerScope {
  readonly beforeId: string;
  readonly fromId: string;
  readonly untilId: string;
  readonly status: SubscriptionStatus | null;
  readonly reference: string | null;
  readonly document: string | null;
  readonly linkId: string | null;
  readonly limit: number;
}

/** A subscription, and when its next step is due (milliseconds); null when none is. */
export interface SubscriptionToWrite {
  readonly subscription: Subscription;
  readonly dueAt: number | null;
  /** Of a new one by a link: the hash of the payer's network. */
  readonly network?: string;
}

/** Sends the insert of subscriptions; the commit waits for it. */
export function insertSubscriptions(tx: Transaction, rows: readonly SubscriptionToWrite[]): void {
  const inserted = rows.map(({ subscription, dueAt, network }) => ({
    ...keyRow(subscription),
    reference: subscription.reference,
    payer_name: subscription.payer.name,
    payer_document: subscription.payer.document,
    payer_account: subscription.payerAccount,
    description: subscription.description,
    amount_centavos: centavosToJsonOrNull(subscription.amount),
    min_centavos: centavosToJsonOrNull(subscription.minAmount),
    rhythm: subscription.interval,
    first_due_on: subscription.firstDueOn,
    ends_on: subscription.endsOn,
    retries: subscription.retries,
    journey: subscription.journey,
    split: subscription.split,
    metadata: subscription.metadata,
    code: subscription.code,
    first_charge_id: subscription.firstChargeId,
    recurrence_id: subscription.recurrenceId,
    cycles_by: subscription.cyclesBy,
    covenant: subscription.covenant,
    activation_txid: subscription.activationTxid,
    request_expires_at: dateOrNull(subscription.requestExpiresAt),
    client_id: subscription.clientId,
    created_at: new Date(subscription.createdAt),
    authorizable_before: new Date(subscription.authorizableBefore),
    due_at: dueColumn(tx, dueAt),
    payment_link_id: subscription.paymentLinkId,
    link_network: network ?? null,
    payer_email: subscription.payer.email,
  }));
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(inserted)]);
}

/** Sends the update of what changes in subscriptions; the commit waits for it. */
export function updateSubscriptions(tx: Transaction, rows: readonly SubscriptionToWrite[]): void {
  const updated = rows.map(({ subscription, dueAt }) => ({
    ...keyRow(subscription),
    status: subscription.status,
    reason: subscription.reason,
    ended_by: subscription.endedBy,
    authorized_at: dateOrNull(subscription.authorizedAt),
    ended_at: dateOrNull(subscription.endedAt),
    next_index: subscription.nextIndex,
    event_count: subscription.eventCount,
    due_at: dueColumn(tx, dueAt),
  }));
  if (rows.length > 0) tx.send(UPDATE, [JSON.stringify(updated)]);
}

/** Sends the update of what requests change in subscriptions; the commit waits for it. */
export function reviseSubscriptions(tx: Transaction, revised: readonly Subscription[]): void {
  const rows = revised.map((subscription) => ({
    ...keyRow(subscription),
    payer_name: subscription.payer.name,
    payer_account: subscription.payerAccount,
    first_due_on: subscription.firstDueOn,
    authorizable_before: new Date(subscription.authorizableBefore),
    journey: subscription.journey,
    code: subscription.code,
    first_charge_id: subscription.firstChargeId,
    activation_txid: subscription.activationTxid,
    request_expires_at: dateOrNull(subscription.requestExpiresAt),
  }));
  if (rows.length > 0) tx.send(REVISE, [JSON.stringify(rows)]);
}

/** Subscriptions by their keys, in no order; unknown ones are omitted. */
export function selectSubscriptions(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Subscription[]> {
  return rowsOf(database, SELECT, [JSON.stringify(keys.map(keyRow))]);
}

/** Locks subscriptions until the transaction ends; unknown ones are omitted. */
export function lockSubscriptions(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
): Promise<Subscription[]> {
  return rowsOf(tx, LOCK, [JSON.stringify(keys.map(keyRow))]);
}

/** Locks subscriptions whose next step is due; skips those that others have locked. */
export function claimDueSubscriptions(
  tx: Transaction,
  at: Date,
  limit: number,
): Promise<Subscription[]> {
  return rowsOf(tx, CLAIM_DUE, [at, limit]);
}

/** How many subscriptions of a scope wait for their payers, up to a number. */
export async function countWaiting(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  max: number,
): Promise<number> {
  const values = [merchantId, environment, max];
  const [row] = await database.query<{ count: bigint }>(COUNT_WAITING, values);
  return Number(row?.count ?? 0);
}

/** A page of subscriptions, newest first. */
export function listSubscriptions(
  database: Queryable,
  page: SubscriptionPage,
): Promise<Subscription[]> {
  const { merchantId, environment, beforeId, fromId, untilId, limit } = page;
  const { status, reference, document, linkId } = page;
  const values = [merchantId, environment, beforeId, fromId, untilId, limit];
  if (reference !== null) {
    return rowsOf(database, LIST_BY_REFERENCE, [...values, reference, status, linkId, document]);
  }
  if (document !== null) {
    return rowsOf(database, LIST_BY_DOCUMENT, [...values, document, status, linkId]);
  }
  if (linkId !== null && status !== null) {
    return rowsOf(database, LIST_BY_LINK_AND_STATUS, [...values, linkId, status]);
  }
  if (linkId !== null) return rowsOf(database, LIST_BY_LINK, [...values, linkId]);
  if (status !== null) return rowsOf(database, LIST_BY_STATUS, [...values, status]);
  return rowsOf(database, LIST, values);
}

function dueColumn(tx: Transaction, dueAt: number | null) {
  if (dueAt === null) return null;
  return tx.testTime ? DUE_BY_CLOCK : new Date(dueAt);
}

function dateOrNull(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}

/** A key as the statements take it. */
function keyRow({ merchantId, environment, id }: SubscriptionKey) {
  return { merchant_id: merchantId, environment, id };
}

async function rowsOf(
  database: Queryable,
  statement: { readonly name: string; readonly text: string },
  values: unknown[],
): Promise<Subscription[]> {
  return (await database.query<SubscriptionRow>(statement, values)).map(subscriptionFromRow);
}

/** The subscription of a row. */
export function subscriptionFromRow(row: SubscriptionRow): Subscription {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    reference: row.reference,
    payer: { name: row.payer_name, document: row.payer_document, email: row.payer_email },
    payerAccount: row.payer_account,
    description: row.description,
    amount: centavosOrNull(row.amount_centavos),
    minAmount: centavosOrNull(row.min_centavos),
    interval: row.rhythm,
    firstDueOn: row.first_due_on,
    endsOn: row.ends_on,
    retries: row.retries,
    journey: row.journey,
    split: row.split,
    metadata: row.metadata,
    code: row.code,
    firstChargeId: row.first_charge_id,
    recurrenceId: row.recurrence_id,
    cyclesBy: row.cycles_by,
    covenant: row.covenant,
    activationTxid: row.activation_txid,
    requestExpiresAt: row.request_expires_at,
    clientId: row.client_id,
    createdAt: row.created_at,
    authorizableBefore: row.authorizable_before,
    status: row.status,
    reason: row.reason,
    endedBy: row.ended_by,
    authorizedAt: row.authorized_at,
    endedAt: row.ended_at,
    nextIndex: Number(row.next_index),
    eventCount: Number(row.event_count),
    paymentLinkId: row.payment_link_id,
  };
}
