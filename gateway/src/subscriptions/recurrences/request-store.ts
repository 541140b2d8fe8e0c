import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import type { PayerAccount, SubscriptionKey } from '../subscription.ts';
import type { AuthorizationRequest, RequestStatus } from './recurrence.ts';

const KEY = { ...f.SCOPE, subscriptionId: f.uuid };
const NEW = {
  ...KEY,
  id: f.text,
  payerDocument: f.text,
  account: f.json<PayerAccount>(),
  expiresAt: f.instant,
  createdAt: f.instant,
};
const ROW = {
  ...NEW,
  status: f.textOf<RequestStatus>(),
  endedAt: f.orNull(f.instant),
  reason: f.orNull(f.text),
};
const REQUEST = shaped(
  ROW,
  ({ merchantId, environment, subscriptionId, ...request }): AuthorizationRequest => ({
    ...request,
    subscription: { merchantId, environment, id: subscriptionId },
  }),
);

const $ = paramsOf({ ...NEW, endedAt: f.instant });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_SUBSCRIPTION = `(r.merchant_id, r.environment, r.subscription_id)
  = (key.merchant_id, key.environment, key.subscription_id)`;
const COLUMNS = `r.merchant_id, r.environment, r.id, r.subscription_id, r.payer_document,
  r.account, r.expires_at, r.status, r.created_at, r.ended_at, r.reason`;
/** The mark in place of an account, in the form that the standard requires. */
const ERASED_ACCOUNT: PayerAccount = { ispb: '00000000', branch: null, number: '0' };

const insert = send(
  'subscription_requests_insert',
  sql`insert into subscription_requests (merchant_id, environment, id, subscription_id,
      payer_document, account, expires_at, status, created_at)
    select merchant_id, environment, id, subscription_id, payer_document, account, expires_at,
      'open', created_at
    from ${rowsOf('requests', 'row', NEW)}`,
);
const end = send(
  'subscription_requests_end',
  sql`update subscription_requests r set status = key.status, ended_at = ${$.endedAt},
      reason = key.reason
    from ${rowsOf('ends', 'key', { ...KEY, status: ROW.status, reason: ROW.reason })}
    where ${OF_SUBSCRIPTION} and r.status = 'open'`,
);

/** A request by its id at the banks. */
export const selectRequest = maybeOne(
  'subscription_requests_select',
  REQUEST,
  sql`select ${COLUMNS} from subscription_requests r
    where ${OF_SCOPE} and id = ${$.id}`,
);

const selectOf = many(
  'subscription_requests_of_subscriptions',
  REQUEST,
  sql`select ${COLUMNS} from ${rowsOf('keys', 'key', KEY)}
    join subscription_requests r on ${OF_SUBSCRIPTION} order by r.created_at, r.id`,
);
const count = one(
  'subscription_requests_count',
  { count: f.count },
  sql`select count(*) as count from subscription_requests
    where ${OF_SCOPE} and subscription_id = ${$.subscriptionId}`,
);
const erase = run(
  'subscription_requests_erase',
  sql`update subscription_requests set payer_document = ${$.payerDocument},
      account = ${$.account}::json
    where ${OF_SCOPE} and subscription_id = any(${param('ids', f.listOf(f.uuid))}::uuid[])`,
);

/** Sends the insert of open requests; the commit waits for it. */
export function insertRequests(
  tx: Transaction,
  requests: readonly Omit<AuthorizationRequest, 'status' | 'endedAt' | 'reason'>[],
): void {
  const rows = requests.map((request) => ({ ...request, ...keyOf(request.subscription) }));
  if (rows.length > 0) insert(tx, { requests: rows });
}

/** Sends the end of the open requests of subscriptions; a bank's rejection can have a reason. */
export function endRequests(
  tx: Transaction,
  requests: readonly (Pick<AuthorizationRequest, 'subscription' | 'status'> &
    Partial<Pick<AuthorizationRequest, 'reason'>>)[],
  now: number,
): void {
  const ends = requests.map(({ subscription, status, reason = null }) => ({
    ...keyOf(subscription),
    status,
    reason,
  }));
  if (ends.length > 0) end(tx, { ends, endedAt: now });
}

/** The requests of subscriptions by the subscriptions' ids, the oldest first. */
export async function selectRequestsOf(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, readonly AuthorizationRequest[]>> {
  if (keys.length === 0) return new Map();
  const requests = await selectOf(database, { keys: keys.map(keyOf) });
  return Map.groupBy(requests, ({ subscription }) => subscription.id);
}

/** How many requests a subscription has had. */
export async function countRequests(
  database: Queryable,
  subscription: SubscriptionKey,
): Promise<number> {
  return (await count(database, keyOf(subscription))).count;
}

/** Puts a mark in place of the payer in the requests of subscriptions. */
export async function eraseRequestsOf(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { ids, document }: { readonly ids: readonly string[]; readonly document: string },
): Promise<void> {
  if (ids.length === 0) return;
  await erase(tx, {
    merchantId,
    environment,
    ids,
    payerDocument: document,
    account: ERASED_ACCOUNT,
  });
}

function keyOf({ merchantId, environment, id: subscriptionId }: SubscriptionKey) {
  return { merchantId, environment, subscriptionId };
}
