import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  dueQueue,
  many,
  one,
  paramsOf,
  rowsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
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

const KEY = { ...f.SCOPE, id: f.uuid };
/** What only requests change: the steps of the worker, of which there are many, leave it out. */
const REVISED = {
  payerName: f.text,
  payerAccount: f.orNull(f.json<PayerAccount>()),
  firstDueOn: f.day,
  authorizableBefore: f.instant,
  journey: f.orNull(f.textOf<Journey>()),
  code: f.orNull(f.text),
  firstChargeId: f.orNull(f.uuid),
  activationTxid: f.orNull(f.text),
  requestExpiresAt: f.orNull(f.instant),
};
/** What the steps of the worker change. */
const STATE = {
  status: f.textOf<SubscriptionStatus>(),
  reason: f.orNull(f.text),
  endedBy: f.orNull(f.textOf<Ender>()),
  authorizedAt: f.orNull(f.instant),
  endedAt: f.orNull(f.instant),
  nextIndex: f.count,
  eventCount: f.count,
};
/** When the next step is due; `DUE_BY_CLOCK` for a subscription of a test clock. */
const DUE_AT: f.Field<never, number | typeof DUE_BY_CLOCK | null> = {
  stored: 'timestamptz',
  isNullable: true,
  toJson: (at) => (typeof at === 'number' ? new Date(at) : at),
};
const NEW = {
  ...KEY,
  reference: f.text,
  payerName: f.text,
  payerDocument: f.text,
  payerAccount: REVISED.payerAccount,
  description: f.text,
  /** Null for a variable amount. */
  amount: f.inColumn('amount_centavos', f.orNull(f.centavos)),
  minAmount: f.inColumn('min_centavos', f.orNull(f.centavos)),
  interval: f.inColumn('rhythm', f.textOf<Interval>()),
  firstDueOn: f.day,
  endsOn: f.orNull(f.day),
  retries: f.textOf<RetryPolicy>(),
  journey: REVISED.journey,
  split: f.orNull(f.json<unknown>()),
  metadata: f.orNull(f.json<Readonly<Record<string, string>>>()),
  code: REVISED.code,
  firstChargeId: REVISED.firstChargeId,
  recurrenceId: f.orNull(f.text),
  cyclesBy: f.textOf<CycleMaker>(),
  covenant: f.orNull(f.text),
  activationTxid: REVISED.activationTxid,
  requestExpiresAt: REVISED.requestExpiresAt,
  clientId: f.text,
  createdAt: f.instant,
  authorizableBefore: f.instant,
  dueAt: DUE_AT,
  paymentLinkId: f.orNull(f.uuid),
  linkNetwork: f.orNull(f.text),
  payerEmail: f.orNull(f.text),
};
const { dueAt: _due, linkNetwork: _network, ...TERMS } = NEW;
/** The columns of a subscription. */
export const SUBSCRIPTION_ROW = { ...TERMS, ...STATE };

/** The subscription of a row. */
export function subscriptionOf({
  payerName: name,
  payerDocument: document,
  payerEmail: email,
  ...row
}: f.RecordOf<typeof SUBSCRIPTION_ROW>): Subscription {
  return { ...row, payer: { name, document, email } };
}

const SUBSCRIPTION = shaped(SUBSCRIPTION_ROW, subscriptionOf);

const $ = paramsOf({
  ...f.SCOPE,
  at: f.instant,
  beforeId: f.uuid,
  fromId: f.uuid,
  untilId: f.uuid,
  status: STATE.status,
  reference: f.text,
  document: f.text,
  linkId: f.uuid,
  max: f.count,
  limit: f.count,
});
/** The filters of a list that may be left out. */
const OPTIONAL = paramsOf({
  status: f.orNull(STATE.status),
  document: f.orNull(f.text),
  linkId: f.orNull(f.uuid),
});
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
const KEYS = rowsOf('keys', 'key', KEY);
const SELECT = sql`select ${COLUMNS} from ${KEYS}
    join subscriptions s on ${SAME_KEY}`;

const insert = send(
  'subscriptions_insert',
  sql`insert into subscriptions (${f.columnsOf(NEW)}, status)
    select ${f.columnsOf(NEW)}, 'created' from ${rowsOf('rows', 'row', NEW)}`,
);
const update = send(
  'subscriptions_update',
  sql`update subscriptions s set status = key.status, reason = key.reason,
      ended_by = key.ended_by, authorized_at = key.authorized_at, ended_at = key.ended_at,
      next_index = key.next_index, event_count = key.event_count, due_at = key.due_at
    from ${rowsOf('rows', 'key', { ...KEY, ...STATE, dueAt: DUE_AT })}
    where ${SAME_KEY}`,
);
const revise = send(
  'subscriptions_revise',
  sql`update subscriptions s set payer_name = key.payer_name, payer_account = key.payer_account,
      first_due_on = key.first_due_on, authorizable_before = key.authorizable_before,
      journey = key.journey, code = key.code, first_charge_id = key.first_charge_id,
      activation_txid = key.activation_txid, request_expires_at = key.request_expires_at
    from ${rowsOf('rows', 'key', { ...KEY, ...REVISED })}
    where ${SAME_KEY}`,
);
const select = many('subscriptions_select', SUBSCRIPTION, SELECT);
// Several processes that lock the same rows lock them in this order.
const lock = many('subscriptions_lock', SUBSCRIPTION, sql`${SELECT} order by s.id for update of s`);

const DUE = sql`from subscriptions s where due_at <= ${$.at}
      and ${isNotSetAsideAt('subscription', 's.id', $.at)}`;

/** Locks subscriptions whose next step is due; skips those that others have locked. */
export const claimDueSubscriptions = many(
  'subscriptions_claim_due',
  SUBSCRIPTION,
  sql`select ${COLUMNS} ${DUE}
    order by due_at limit ${$.limit} for update of s skip locked`,
  HERE,
);
export const DUE_SUBSCRIPTIONS = dueQueue({ name: 'due-subscriptions' }, sql`select ${DUE}`);

/** How many subscriptions of a scope wait for their payers, up to a number. */
export const countWaiting = one(
  'subscriptions_count_waiting',
  { count: f.count },
  sql`select count(*) as count from (
      select from subscriptions
      where status = 'created' and merchant_id = ${$.merchantId}
        and environment = ${$.environment} limit ${$.max}) waiting`,
);

const PAGE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id < ${$.beforeId} and id >= ${$.fromId} and id < ${$.untilId}`;
const ORDER = sql`order by id desc limit ${$.limit}`;
const list = many(
  'subscriptions_list',
  SUBSCRIPTION,
  sql`select ${COLUMNS} from subscriptions s where ${PAGE} ${ORDER}`,
);
const listByStatus = many(
  'subscriptions_list_by_status',
  SUBSCRIPTION,
  sql`select ${COLUMNS} from subscriptions s where status = ${$.status} and ${PAGE} ${ORDER}`,
);
const OF_STATUS = sql`(${OPTIONAL.status}::text is null or status = ${OPTIONAL.status})`;
const OF_LINK = sql`(${OPTIONAL.linkId}::uuid is null or payment_link_id = ${OPTIONAL.linkId})`;
const listByReference = many(
  'subscriptions_list_by_reference',
  SUBSCRIPTION,
  sql`select ${COLUMNS} from subscriptions s where reference = ${$.reference} and ${PAGE}
      and ${OF_STATUS} and ${OF_LINK}
      and (${OPTIONAL.document}::text is null or payer_document = ${OPTIONAL.document})
    ${ORDER}`,
);
const listByDocument = many(
  'subscriptions_list_by_document',
  SUBSCRIPTION,
  sql`select ${COLUMNS} from subscriptions s where payer_document = ${$.document} and ${PAGE}
      and ${OF_STATUS} and ${OF_LINK}
    ${ORDER}`,
);
const listByLink = many(
  'subscriptions_list_by_link',
  SUBSCRIPTION,
  sql`select ${COLUMNS} from subscriptions s
    where payment_link_id = ${$.linkId} and ${PAGE} ${ORDER}`,
);
const listByLinkAndStatus = many(
  'subscriptions_list_by_link_and_status',
  SUBSCRIPTION,
  sql`select ${COLUMNS} from subscriptions s
    where payment_link_id = ${$.linkId} and status = ${$.status} and ${PAGE} ${ORDER}`,
);

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
export function insertSubscriptions(
  tx: Transaction,
  created: readonly SubscriptionToWrite[],
): void {
  const rows = created.map(({ subscription, dueAt, network }) => ({
    ...subscription,
    payerName: subscription.payer.name,
    payerDocument: subscription.payer.document,
    payerEmail: subscription.payer.email,
    split: subscription.split ?? null,
    dueAt: dueColumn(tx, dueAt),
    linkNetwork: network ?? null,
  }));
  if (rows.length > 0) insert(tx, { rows });
}

/** Sends the update of what changes in subscriptions; the commit waits for it. */
export function updateSubscriptions(
  tx: Transaction,
  changed: readonly SubscriptionToWrite[],
): void {
  const rows = changed.map(({ subscription, dueAt }) => ({
    ...subscription,
    dueAt: dueColumn(tx, dueAt),
  }));
  if (rows.length > 0) update(tx, { rows });
}

/** Sends the update of what requests change in subscriptions; the commit waits for it. */
export function reviseSubscriptions(tx: Transaction, revised: readonly Subscription[]): void {
  const rows = revised.map((subscription) => ({
    ...subscription,
    payerName: subscription.payer.name,
  }));
  if (rows.length > 0) revise(tx, { rows });
}

/** Subscriptions by their keys, in no order; unknown ones are omitted. */
export function selectSubscriptions(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<Subscription[]> {
  return select(database, { keys });
}

/** Locks subscriptions until the transaction ends; unknown ones are omitted. */
export function lockSubscriptions(
  tx: Transaction,
  keys: readonly SubscriptionKey[],
): Promise<Subscription[]> {
  return lock(tx, { keys });
}

/** A page of subscriptions, newest first. */
export function listSubscriptions(
  database: Queryable,
  page: SubscriptionPage,
): Promise<Subscription[]> {
  const { status, reference, document, linkId } = page;
  if (reference !== null) return listByReference(database, { ...page, reference });
  if (document !== null) return listByDocument(database, { ...page, document });
  if (linkId !== null && status !== null) {
    return listByLinkAndStatus(database, { ...page, linkId, status });
  }
  if (linkId !== null) return listByLink(database, { ...page, linkId });
  if (status !== null) return listByStatus(database, { ...page, status });
  return list(database, page);
}

function dueColumn(tx: Transaction, dueAt: number | null) {
  return dueAt !== null && tx.testTime ? DUE_BY_CLOCK : dueAt;
}
