import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { PayerAccount, SubscriptionKey } from '../subscription.ts';
import type { AuthorizationRequest, RequestStatus } from './recurrence.ts';

const KEY = 'merchant_id uuid, environment text, subscription_id uuid';
const OF_SUBSCRIPTION = `(r.merchant_id, r.environment, r.subscription_id)
  = (key.merchant_id, key.environment, key.subscription_id)`;
const COLUMNS = `r.merchant_id, r.environment, r.id, r.subscription_id, r.payer_document,
  r.account, r.expires_at, r.status, r.created_at, r.ended_at`;

const INSERT = {
  name: 'subscription_requests_insert',
  text: `insert into subscription_requests (merchant_id, environment, id, subscription_id,
      payer_document, account, expires_at, status, created_at)
    select merchant_id, environment, id, subscription_id, payer_document, account, expires_at,
      'open', created_at
    from json_to_recordset($1) as row (${KEY}, id text, payer_document text, account json,
      expires_at timestamptz, created_at timestamptz)`,
};
const END = {
  name: 'subscription_requests_end',
  text: `update subscription_requests r set status = key.status, ended_at = $2
    from json_to_recordset($1) as key (${KEY}, status text)
    where ${OF_SUBSCRIPTION} and r.status = 'open'`,
};
const SELECT = {
  name: 'subscription_requests_select',
  text: `select ${COLUMNS} from subscription_requests r
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const SELECT_OF = {
  name: 'subscription_requests_of_subscriptions',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY})
    join subscription_requests r on ${OF_SUBSCRIPTION} order by r.created_at, r.id`,
};
const COUNT = {
  name: 'subscription_requests_count',
  text: `select count(*) as count from subscription_requests
    where merchant_id = $1 and environment = $2 and subscription_id = $3`,
};
const ERASE = {
  name: 'subscription_requests_erase',
  text: `update subscription_requests set payer_document = $4, account = $5::json
    where merchant_id = $1 and environment = $2 and subscription_id = any($3::uuid[])`,
};

/** The mark in place of an account, in the form that the standard requires. */
const ERASED_ACCOUNT: PayerAccount = { ispb: '00000000', branch: null, number: '0' };

interface RequestRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly subscription_id: string;
  readonly payer_document: string;
  readonly account: PayerAccount;
  readonly expires_at: number;
  readonly status: RequestStatus;
  readonly created_at: number;
  readonly ended_at: number | null;
}

/** Sends the insert of open requests; the commit waits for it. */
export function insertRequests(
  tx: Transaction,
  requests: readonly Omit<AuthorizationRequest, 'status' | 'endedAt'>[],
): void {
  const rows = requests.map((request) => ({
    ...keyRow(request.subscription),
    id: request.id,
    payer_document: request.payerDocument,
    account: request.account,
    expires_at: new Date(request.expiresAt),
    created_at: new Date(request.createdAt),
  }));
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(rows)]);
}

/** Sends the end of the open requests of subscriptions. */
export function endRequests(
  tx: Transaction,
  ends: readonly Pick<AuthorizationRequest, 'subscription' | 'status'>[],
  now: number,
): void {
  const rows = ends.map(({ subscription, status }) => ({ ...keyRow(subscription), status }));
  if (rows.length > 0) tx.send(END, [JSON.stringify(rows), new Date(now)]);
}

/** A request by its id at the banks. */
export async function selectRequest(
  database: Queryable,
  { merchantId, environment }: Pick<SubscriptionKey, 'merchantId' | 'environment'>,
  id: string,
): Promise<AuthorizationRequest | undefined> {
  const [row] = await database.query<RequestRow>(SELECT, [merchantId, environment, id]);
  return row && fromRow(row);
}

/** The requests of subscriptions by the subscriptions' ids, the oldest first. */
export async function selectRequestsOf(
  database: Queryable,
  keys: readonly SubscriptionKey[],
): Promise<ReadonlyMap<string, readonly AuthorizationRequest[]>> {
  if (keys.length === 0) return new Map();
  const rows = await database.query<RequestRow>(SELECT_OF, [JSON.stringify(keys.map(keyRow))]);
  return Map.groupBy(rows.map(fromRow), ({ subscription }) => subscription.id);
}

/** How many requests a subscription has had. */
export async function countRequests(
  database: Queryable,
  { merchantId, environment, id }: SubscriptionKey,
): Promise<number> {
  const values = [merchantId, environment, id];
  const [row] = await database.query<{ count: bigint }>(COUNT, values);
  return Number(row?.count ?? 0);
}

/** Puts a mark in place of the payer in the requests of subscriptions. */
export async function eraseRequestsOf(
  tx: Transaction,
  { merchantId, environment }: Pick<SubscriptionKey, 'merchantId' | 'environment'>,
  { ids, document }: { readonly ids: readonly string[]; readonly document: string },
): Promise<void> {
  const values = [merchantId, environment, ids, document, JSON.stringify(ERASED_ACCOUNT)];
  if (ids.length > 0) await tx.query(ERASE, values);
}

function keyRow({ merchantId, environment, id }: SubscriptionKey) {
  return { merchant_id: merchantId, environment, subscription_id: id };
}

function fromRow(row: RequestRow): AuthorizationRequest {
  const { merchant_id: merchantId, environment, subscription_id: id } = row;
  return {
    subscription: { merchantId, environment, id },
    id: row.id,
    payerDocument: row.payer_document,
    account: row.account,
    expiresAt: row.expires_at,
    status: row.status,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
