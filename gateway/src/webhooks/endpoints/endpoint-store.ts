import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import {
  bucketOf,
  many,
  maybeOne,
  param,
  paramsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { IS_QUEUED } from '../delivery/lease-store.ts';
import { IS_UNDER_LEASE, UNDER_LEASE } from '../delivery/under-lease-store.ts';
import { ENDPOINT } from './endpoint.ts';

interface EndpointKey extends LedgerScope {
  readonly id: string;
}

const SEALED_SECRET = { sealedSecret: f.bytes };
const $ = paramsOf({
  ...ENDPOINT,
  ...SEALED_SECRET,
  at: f.instant,
  previousUntil: f.instant,
});
const COLUMNS = `merchant_id, environment, id, url, events, format, pix_key, status, sealed_secret,
  created_at`;
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_KEY = sql`${OF_SCOPE} and id = ${$.id}`;
const OF_ENDPOINT = sql`${OF_SCOPE} and endpoint_id = ${$.id}`;
const ALL_OF_SCOPE = sql`select ${COLUMNS} from webhook_endpoints
    where ${OF_SCOPE} and status <> 'deleted' order by id`;

export const insertEndpoint = send(
  'webhook_endpoint_insert',
  sql`insert into webhook_endpoints
      (merchant_id, environment, id, url, events, status, sealed_secret, created_at, format,
      pix_key)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.url}, ${$.events}, 'active',
      ${$.sealedSecret}, ${$.createdAt}, ${$.format}, ${$.pixKey})`,
);

/** The endpoints of a scope, oldest first. */
export const selectEndpointsOf = many('webhook_endpoint_list', ENDPOINT, ALL_OF_SCOPE);

/** The same, with their secrets. */
export const selectSealedEndpointsOf = many(
  'webhook_endpoint_list',
  { ...ENDPOINT, ...SEALED_SECRET },
  ALL_OF_SCOPE,
);

/** An endpoint by its id, without its merchant: for operators. */
export const selectEndpoint = maybeOne(
  'webhook_endpoint_select',
  ENDPOINT,
  sql`select ${COLUMNS} from webhook_endpoints where id = ${$.id} and status <> 'deleted'`,
  EACH_BUCKET,
);

/**
 * Locks an endpoint and returns it as it is now; undefined when it was deleted meanwhile. Without
 * this lock concurrent changes of an endpoint could undo each other: a resume a deletion.
 */
export const lockEndpoint = maybeOne(
  'webhook_endpoint_lock',
  ENDPOINT,
  sql`select ${COLUMNS} from webhook_endpoints
    where ${OF_KEY} and status <> 'deleted' for update`,
);

/**
 * Serialises the creation of endpoints in a scope until the transaction ends. Rows that don't exist
 * yet can't be locked.
 */
export const lockCreations = run(
  'webhook_endpoint_lock_scope',
  sql`select pg_advisory_xact_lock(
      hashtextextended('webhook_endpoints ' || ${$.merchantId}::text
        || ' ' || ${$.environment}::text, 0))`,
  bucketOf($.merchantId),
);

export const updateEndpointStatus = send(
  'webhook_endpoint_set_status',
  sql`update webhook_endpoints
    set status = ${param('status', f.textOf<'active' | 'paused' | 'deleted'>())}
    where ${OF_KEY}`,
);

export const updateEndpointSettings = send(
  'webhook_endpoint_set_settings',
  sql`update webhook_endpoints set url = ${$.url}, events = ${$.events}
    where ${OF_KEY}`,
);

/** Sets the address of an endpoint of API Pix, and the instant at which it was set. */
export const updatePixUrl = send(
  'webhook_endpoint_set_pix_url',
  sql`update webhook_endpoints set url = ${$.url}, created_at = ${$.createdAt}
    where ${OF_KEY}`,
);

const FAILED = `status = 'failed', undelivered = 'failed', next_attempt_at = null, lane = null`;
const failLeased = send(
  'webhook_endpoint_fail_leased',
  sql`with key as (
      select d.event_id, d.id from ${UNDER_LEASE}
      where merchant.id = ${$.merchantId} and d.environment = ${$.environment}
        and d.endpoint_id = ${$.id}
    )
    update webhook_deliveries d set ${FAILED}
    from key
    where d.merchant_id = ${$.merchantId} and d.environment = ${$.environment}
      and (d.event_id, d.id) = (key.event_id, key.id) and ${IS_UNDER_LEASE}`,
);
const failQueued = send(
  'webhook_endpoint_fail_pending',
  sql`update webhook_deliveries set ${FAILED} where ${OF_ENDPOINT} and ${IS_QUEUED}`,
);

/** Fails the pending deliveries of an endpoint. */
export function failPendingDeliveries(tx: Transaction, endpoint: EndpointKey): void {
  planOnce(tx);
  // First: a delivery whose lease ends meanwhile is queued.
  failLeased(tx, endpoint);
  failQueued(tx, endpoint);
}

/** Sets a new secret and keeps the old one until `previousUntil`. */
export const updateEndpointSecret = send(
  'webhook_endpoint_set_secret',
  sql`update webhook_endpoints set sealed_previous_secret = sealed_secret,
      sealed_secret = ${$.sealedSecret}, previous_secret_expires_at = ${$.previousUntil}
    where ${OF_KEY}`,
);

/** Makes the paused deliveries of an endpoint due now. */
export const resumeDeliveries = send(
  'webhook_endpoint_release_held',
  sql`update webhook_deliveries set next_attempt_at = ${$.at}
    where ${OF_ENDPOINT}
      and ${IS_QUEUED} and next_attempt_at is null`,
);
