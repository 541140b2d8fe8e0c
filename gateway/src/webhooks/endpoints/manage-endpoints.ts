import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { digestsEqual, type SecretBox } from '#src/ground/encryption/encryption.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { checkTargetUrl, type TargetRules } from '#src/ground/http/http-client.ts';
import { createId, isId } from '#src/ground/ids.ts';
import { announceDeliveries } from '../delivery/new-deliveries.ts';
import { emitEvents } from '../emit-events.ts';
import { pixEventKinds } from '../pix-callbacks/pix-callback.ts';
import { type TransactionEventKind, transactionEventKinds } from '../webhook-event.ts';
import { createSecret, standardKeyOf, standardSecretOf } from '../webhook-secret.ts';
import type { Endpoint } from './endpoint.ts';
import {
  failPendingDeliveries,
  insertEndpoint,
  lockCreations,
  lockEndpoint,
  resumeDeliveries,
  selectEndpoint,
  selectEndpointsOf,
  selectSealedEndpointsOf,
  updateEndpointSecret,
  updateEndpointSettings,
  updateEndpointStatus,
} from './endpoint-store.ts';

const URL_LENGTH_MAX = 2048;
const ENDPOINTS_MAX = 20;
const SECRET_OVERLAP_MS = DAY_MS;

export interface EndpointDeps extends DatabaseAndClock {
  readonly secretBox: SecretBox;
  readonly targetRules: TargetRules;
}

/** The owner of a new endpoint. The sandbox has no endpoints: its requests carry the URL. */
export interface EndpointOwner extends LedgerScope {
  readonly isSandbox: boolean;
}

/**
 * The settings of an endpoint. Without `events` it gets all kinds of events. With `pixKey` it gets
 * the call-backs of API Pix for this key, and no events.
 */
export interface EndpointSettings {
  readonly url: string;
  readonly events?: readonly TransactionEventKind[];
}

/** An endpoint to create. */
export interface NewEndpointSettings extends EndpointSettings {
  readonly pixKey?: string;
}

/** Identifies an endpoint. With a scope, the endpoint must belong to it: for a merchant's users. */
export interface EndpointToChange {
  readonly id: string;
  readonly scope?: LedgerScope;
}

/**
 * Registers an endpoint. Only the returned value has the secret in clear. Refuses
 * `sandbox_forbidden`, `webhook_url_invalid`, `webhook_events_invalid` and `too_many_webhooks`.
 */
export async function createEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  settings: NewEndpointSettings,
  by: Actor,
): Promise<Endpoint & { secret: string }> {
  if (owner.isSandbox) throw new Refusal('sandbox_forbidden');
  const url = readTargetUrl(deps, settings.url);
  const { pixKey = null } = settings;
  const events =
    pixKey === null ? checkedEvents(settings.events ?? transactionEventKinds) : pixEventKinds;
  return deps.database.transaction(async (tx) => {
    await lockCreations(tx, owner);
    const format = pixKey === null ? 'events' : 'api_pix';
    return addEndpoint(tx, deps, { owner, url, events, format, pixKey, by });
  });
}

interface EndpointToAdd extends Pick<Endpoint, 'url' | 'events' | 'format' | 'pixKey'> {
  readonly owner: LedgerScope;
  readonly by: Actor;
}

/** Inserts an endpoint while creations are locked. Refuses `too_many_webhooks`. */
export async function addEndpoint(
  tx: Transaction,
  { clock, secretBox }: Pick<EndpointDeps, 'clock' | 'secretBox'>,
  { owner, by, ...settings }: EndpointToAdd,
): Promise<Endpoint & { secret: string }> {
  const existing = await selectEndpointsOf(tx, owner);
  if (existing.length >= ENDPOINTS_MAX) throw new Refusal('too_many_webhooks');
  const { merchantId, environment } = owner;
  const createdAt = clock.now();
  const id = createId(createdAt);
  const secret = createSecret();
  const endpoint = { merchantId, environment, id, ...settings, createdAt };
  insertEndpoint(tx, { ...endpoint, sealedSecret: secretBox.seal(secret, id) });
  recordEndpoint(tx, by, endpoint, { action: 'webhook.created', at: createdAt });
  return { ...endpoint, status: 'active', secret };
}

/**
 * Reads an endpoint that is not deleted and, if a scope is given, belongs to it. Refuses
 * `webhook_not_found`.
 */
export async function findEndpoint(
  database: Queryable,
  id: string,
  scope?: LedgerScope,
): Promise<Endpoint> {
  const endpoint = isId(id) ? await selectEndpoint(database, { id }) : undefined;
  const isOwn =
    scope === undefined ||
    (endpoint?.merchantId === scope.merchantId && endpoint.environment === scope.environment);
  if (!endpoint || !isOwn) throw new Refusal('webhook_not_found');
  return endpoint;
}

/**
 * Changes URL or events. Pending deliveries go to the new URL. Refuses `webhook_not_found`,
 * `webhook_url_invalid` and `webhook_events_invalid`.
 */
export function changeEndpoint(
  deps: EndpointDeps,
  which: EndpointToChange,
  change: Partial<EndpointSettings>,
  by: Actor,
): Promise<Endpoint> {
  const url = change.url === undefined ? undefined : readTargetUrl(deps, change.url);
  const events = change.events === undefined ? undefined : checkedEvents(change.events);
  return inEndpoint(deps, which, async (tx, endpoint, at) => {
    // The standard says what its call-backs are about.
    if (events && endpoint.format !== 'events') throw new Refusal('webhook_events_invalid');
    const changed = { ...endpoint, ...(url && { url }), ...(events && { events }) };
    updateEndpointSettings(tx, changed);
    recordEndpoint(tx, by, changed, { action: 'webhook.changed', at });
    return changed;
  });
}

/** Pauses an endpoint: its deliveries wait until it is resumed. Refuses `webhook_not_found`. */
export function pauseEndpoint(
  deps: EndpointDeps,
  which: EndpointToChange,
  by: Actor,
): Promise<Endpoint> {
  return inEndpoint(deps, which, async (tx, found, at) => {
    const endpoint = { ...found, status: 'paused' } as const;
    updateEndpointStatus(tx, endpoint);
    recordEndpoint(tx, by, endpoint, { action: 'webhook.paused', at });
    return endpoint;
  });
}

/** Resumes an endpoint: its paused deliveries are due now. Refuses `webhook_not_found`. */
export function resumeEndpoint(
  deps: EndpointDeps,
  which: EndpointToChange,
  by: Actor,
): Promise<Endpoint> {
  return inEndpoint(deps, which, async (tx, found, at) => {
    const endpoint = { ...found, status: 'active' } as const;
    updateEndpointStatus(tx, endpoint);
    resumeDeliveries(tx, { ...endpoint, at });
    const buckets = await tx.bucketsOf([endpoint.merchantId]);
    tx.onCommit(() => announceDeliveries(new Set(buckets.values())));
    recordEndpoint(tx, by, endpoint, { action: 'webhook.resumed', at });
    return endpoint;
  });
}

/** Deletes an endpoint. Its pending deliveries fail. Refuses `webhook_not_found`. */
export function deleteEndpoint(
  deps: EndpointDeps,
  which: EndpointToChange,
  by: Actor,
): Promise<Endpoint> {
  return inEndpoint(deps, which, async (tx, endpoint, at) => {
    updateEndpointStatus(tx, { ...endpoint, status: 'deleted' });
    failPendingDeliveries(tx, endpoint);
    recordEndpoint(tx, by, endpoint, { action: 'webhook.deleted', at });
    return endpoint;
  });
}

/**
 * Gives an endpoint a new secret and returns it. For 24 hours deliveries are signed with both.
 * Refuses `webhook_not_found`.
 */
export function rotateEndpointSecret(
  deps: EndpointDeps,
  which: EndpointToChange,
  by: Actor,
): Promise<Endpoint & { secret: string }> {
  return inEndpoint(deps, which, async (tx, endpoint, at) => {
    const secret = createSecret();
    updateEndpointSecret(tx, {
      ...endpoint,
      sealedSecret: deps.secretBox.seal(secret, endpoint.id),
      previousUntil: at + SECRET_OVERLAP_MS,
    });
    recordEndpoint(tx, by, endpoint, { action: 'webhook.secret_rotated', at });
    return { ...endpoint, secret };
  });
}

/**
 * Both forms of the current secret of an endpoint, for a caller that has it in one of them;
 * undefined for another secret, so that no caller learns a secret here. Refuses
 * `webhook_not_found`.
 */
export async function checkEndpointSecret(
  { database, secretBox }: Pick<EndpointDeps, 'database' | 'secretBox'>,
  { id, scope }: { readonly id: string; readonly scope: LedgerScope },
  given: string,
): Promise<{ readonly secret: string; readonly standardSecret: string } | undefined> {
  const endpoints = await selectSealedEndpointsOf(database, scope);
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw new Refusal('webhook_not_found');
  const secret = secretBox.open(endpoint.sealedSecret, endpoint.id);
  if (!digestsEqual(standardKeyOf(given), standardKeyOf(secret))) return undefined;
  return { secret, standardSecret: standardSecretOf(secret) };
}

/** Sends a `webhook.test` event to an endpoint. Refuses `webhook_not_found`. */
export function testEndpoint(
  deps: EndpointDeps,
  which: EndpointToChange,
  by: Actor,
): Promise<Endpoint> {
  return inEndpoint(deps, which, async (tx, endpoint, at) => {
    const { merchantId, environment, id } = endpoint;
    const event = {
      merchantId,
      environment,
      kind: 'webhook.test',
      resourceId: createId(at),
      sequence: 1,
      data: { type: 'test', endpoint_id: id },
      audience: { kind: 'endpoint', endpointId: id },
    } as const;
    await emitEvents(tx, [event], at);
    recordEndpoint(tx, by, endpoint, { action: 'webhook.tested', at });
    return endpoint;
  });
}

async function inEndpoint<Result>(
  { database, clock }: EndpointDeps,
  { id, scope }: EndpointToChange,
  work: (tx: Transaction, endpoint: Endpoint, at: number) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, await findEndpoint(tx, id, scope));
    if (!endpoint) throw new Refusal('webhook_not_found');
    return work(tx, endpoint, clock.now());
  });
}

export function recordEndpoint(
  tx: Transaction,
  by: Actor,
  { merchantId, environment, id: subject, url }: Pick<Endpoint, 'id' | 'url'> & LedgerScope,
  { action, at }: { action: AuditAction; at: number },
): void {
  recordChange(tx, by, { action, merchantId, subject, details: { environment, url } }, at);
}

/** Checks and normalises the URL of a webhook. Refuses `webhook_url_invalid`. */
export function readTargetUrl(
  { targetRules }: Pick<EndpointDeps, 'targetRules'>,
  unchecked: string,
): string {
  const url = unchecked.trim();
  const isAllowed = url.length <= URL_LENGTH_MAX && checkTargetUrl(url, targetRules) === 'ok';
  if (!isAllowed) throw new Refusal('webhook_url_invalid');
  return url;
}

function checkedEvents(events: readonly TransactionEventKind[]): TransactionEventKind[] {
  if (events.length === 0) throw new Refusal('webhook_events_invalid');
  return transactionEventKinds.filter((kind) => events.includes(kind));
}
