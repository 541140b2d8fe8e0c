import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { EndpointFormat } from '../pix-callbacks/pix-callback.ts';
import type { TransactionEventKind } from '../webhook-event.ts';

export interface EndpointRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly url: string;
  readonly events: readonly TransactionEventKind[];
  readonly format: EndpointFormat;
  readonly pix_key: string | null;
  readonly status: 'active' | 'paused';
  readonly sealed_secret: Buffer;
  readonly created_at: number;
}

const COLUMNS = `merchant_id, environment, id, url, events, format, pix_key, status, sealed_secret,
  created_at`;
const INSERT = {
  name: 'webhook_endpoint_insert',
  text: `insert into webhook_endpoints
      (merchant_id, environment, id, url, events, status, sealed_secret, created_at, format,
      pix_key)
    values ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9)`,
};
const LIST = {
  name: 'webhook_endpoint_list',
  text: `select ${COLUMNS} from webhook_endpoints
    where merchant_id = $1 and environment = $2 and status <> 'deleted' order by id`,
};
const SELECT = {
  name: 'webhook_endpoint_select',
  place: EACH_BUCKET,
  text: `select ${COLUMNS} from webhook_endpoints where id = $1 and status <> 'deleted'`,
};
// Without this lock concurrent changes of an endpoint could undo each other: a resume a deletion.
const LOCK = {
  name: 'webhook_endpoint_lock',
  text: `select ${COLUMNS} from webhook_endpoints
    where merchant_id = $1 and environment = $2 and id = $3 and status <> 'deleted' for update`,
};
// Rows that don't exist yet can't be locked.
const LOCK_SCOPE = {
  name: 'webhook_endpoint_lock_scope',
  place: bucketOfMerchant(1),
  text: `select pg_advisory_xact_lock(
      hashtextextended('webhook_endpoints ' || $1::text || ' ' || $2::text, 0))`,
};
const SET_STATUS = {
  name: 'webhook_endpoint_set_status',
  text: `update webhook_endpoints set status = $4
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const SET_SETTINGS = {
  name: 'webhook_endpoint_set_settings',
  text: `update webhook_endpoints set url = $4, events = $5
    where merchant_id = $1 and environment = $2 and id = $3`,
};
// The standard answers when the address was set.
const SET_PIX_URL = {
  name: 'webhook_endpoint_set_pix_url',
  text: `update webhook_endpoints set url = $4, created_at = $5
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const FAIL_PENDING = {
  name: 'webhook_endpoint_fail_pending',
  text: `update webhook_deliveries
    set status = 'failed', next_attempt_at = null, waits_for = null
    where merchant_id = $1 and environment = $2 and endpoint_id = $3 and status = 'pending'`,
};
const SET_SECRET = {
  name: 'webhook_endpoint_set_secret',
  text: `update webhook_endpoints set sealed_previous_secret = sealed_secret, sealed_secret = $4,
      previous_secret_expires_at = $5
    where merchant_id = $1 and environment = $2 and id = $3`,
};
const RELEASE_HELD = {
  name: 'webhook_endpoint_release_held',
  text: `update webhook_deliveries set next_attempt_at = $4
    where merchant_id = $1 and environment = $2 and endpoint_id = $3
      and status = 'pending' and next_attempt_at is null`,
};
export interface NewEndpoint extends LedgerScope {
  readonly id: string;
  readonly url: string;
  readonly events: readonly TransactionEventKind[];
  readonly sealedSecret: Buffer;
  readonly createdAt: number;
  readonly format: EndpointFormat;
  /** Of the call-backs about payments. */
  readonly pixKey: string | null;
}

export function insertEndpoint(tx: Transaction, endpoint: NewEndpoint): void {
  const { merchantId, environment, id, url, events, sealedSecret, createdAt } = endpoint;
  const { format, pixKey } = endpoint;
  tx.send(INSERT, [
    merchantId,
    environment,
    id,
    url,
    events,
    sealedSecret,
    new Date(createdAt),
    format,
    pixKey,
  ]);
}

/** The endpoints of a scope, oldest first. */
export function selectEndpointsOf(database: Queryable, scope: LedgerScope): Promise<EndpointRow[]> {
  return database.query<EndpointRow>(LIST, [scope.merchantId, scope.environment]);
}

/** An endpoint by its id, without its merchant: for operators. */
export async function selectEndpoint(
  database: Queryable,
  id: string,
): Promise<EndpointRow | undefined> {
  const [row] = await database.query<EndpointRow>(SELECT, [id]);
  return row;
}

/** Locks an endpoint and returns it as it is now; undefined when it was deleted meanwhile. */
export async function lockEndpoint(
  tx: Transaction,
  { merchant_id, environment, id }: EndpointRow,
): Promise<EndpointRow | undefined> {
  return (await tx.query<EndpointRow>(LOCK, [merchant_id, environment, id]))[0];
}

/** Serialises the creation of endpoints in a scope until the transaction ends. */
export async function lockCreations(tx: Transaction, scope: LedgerScope): Promise<void> {
  await tx.query(LOCK_SCOPE, [scope.merchantId, scope.environment]);
}

export function updateEndpointStatus(
  tx: Transaction,
  endpoint: EndpointRow,
  status: EndpointRow['status'] | 'deleted',
): void {
  const { merchant_id, environment, id } = endpoint;
  tx.send(SET_STATUS, [merchant_id, environment, id, status]);
}

export function updateEndpointSettings(
  tx: Transaction,
  endpoint: EndpointRow,
  settings: { url: string; events: readonly TransactionEventKind[] },
): void {
  const { merchant_id, environment, id } = endpoint;
  tx.send(SET_SETTINGS, [merchant_id, environment, id, settings.url, settings.events]);
}

/** Sets the address of an endpoint of API Pix, and the instant of its creation. */
export function updatePixUrl(
  tx: Transaction,
  endpoint: EndpointRow,
  { url, at }: { readonly url: string; readonly at: number },
): void {
  const { merchant_id, environment, id } = endpoint;
  tx.send(SET_PIX_URL, [merchant_id, environment, id, url, new Date(at)]);
}

/** Fails the pending deliveries of an endpoint. */
export function failPendingDeliveries(tx: Transaction, endpoint: EndpointRow): void {
  tx.send(FAIL_PENDING, [endpoint.merchant_id, endpoint.environment, endpoint.id]);
}

/** Sets a new secret and keeps the old one until `previousUntil`. */
export function updateEndpointSecret(
  tx: Transaction,
  endpoint: EndpointRow,
  change: { sealedSecret: Buffer; previousUntil: number },
): void {
  const { merchant_id, environment, id } = endpoint;
  const { sealedSecret, previousUntil } = change;
  tx.send(SET_SECRET, [merchant_id, environment, id, sealedSecret, new Date(previousUntil)]);
}

/** Makes the paused deliveries of an endpoint due now. */
export function resumeDeliveries(tx: Transaction, endpoint: EndpointRow, now: number): void {
  const { merchant_id, environment, id } = endpoint;
  tx.send(RELEASE_HELD, [merchant_id, environment, id, new Date(now)]);
}
