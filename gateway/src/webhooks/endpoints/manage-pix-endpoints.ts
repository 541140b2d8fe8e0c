import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { pixEventKinds } from '../pix-callbacks/pix-callback.ts';
import { type RecurringFormat, recurringFormats } from '../pix-callbacks/recurring-callback.ts';
import type { Endpoint } from './endpoint.ts';
import { lockCreations, selectEndpointsOf, updatePixUrl } from './endpoint-store.ts';
import {
  addEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  type EndpointOwner,
  readTargetUrl,
  recordEndpoint,
} from './manage-endpoints.ts';

/** The topic of call-backs of API Pix: the payments of a Pix key, or Pix Automático. */
export type CallbackTopic =
  | { readonly format: 'api_pix'; readonly pixKey: string }
  | { readonly format: RecurringFormat; readonly pixKey: null };

/** The endpoint of a Pix key, which gets the call-backs of API Pix. */
export interface PixEndpoint extends Endpoint {
  readonly pixKey: string;
}

/**
 * Sets the address of the call-backs of a topic; a merchant has one in each environment. Pending
 * ones go to the new address. Refuses `sandbox_forbidden`, `webhook_url_invalid` and
 * `too_many_webhooks`.
 */
export async function setCallbackEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  settings: { readonly topic: CallbackTopic; readonly url: string },
  by: Actor,
): Promise<void> {
  if (owner.isSandbox) throw new Refusal('sandbox_forbidden');
  const { topic } = settings;
  const url = readTargetUrl(deps, settings.url);
  await deps.database.transaction(async (tx) => {
    await lockCreations(tx, owner);
    const endpoints = await selectEndpointsOf(tx, owner);
    const endpoint = endpoints.find((known) => isAbout(known, topic));
    if (!endpoint) {
      await addEndpoint(tx, deps, { owner, url, events: eventsOf(topic), ...topic, by });
      return;
    }
    const at = deps.clock.now();
    const changed = { ...endpoint, url };
    updatePixUrl(tx, { ...changed, createdAt: at });
    recordEndpoint(tx, by, changed, { action: 'webhook.changed', at });
  });
}

/** The endpoints of a scope that get the call-backs of Pix keys, oldest first. */
export async function listPixEndpoints(
  database: Queryable,
  scope: LedgerScope,
): Promise<PixEndpoint[]> {
  const endpoints = await selectEndpointsOf(database, scope);
  return endpoints.flatMap(({ pixKey, ...endpoint }) =>
    pixKey === null ? [] : [{ ...endpoint, pixKey }],
  );
}

/** The endpoint of a topic; undefined if there is none. */
export async function findCallbackEndpoint(
  database: Queryable,
  scope: LedgerScope,
  topic: CallbackTopic,
): Promise<Endpoint | undefined> {
  const endpoints = await selectEndpointsOf(database, scope);
  return endpoints.find((endpoint) => isAbout(endpoint, topic));
}

/** Deletes the endpoint of a topic; its pending call-backs fail. False if there is none. */
export async function deleteCallbackEndpoint(
  deps: EndpointDeps,
  { topic, ...scope }: LedgerScope & { readonly topic: CallbackTopic },
  by: Actor,
): Promise<boolean> {
  const found = await findCallbackEndpoint(deps.database, scope, topic);
  if (!found) return false;
  await deleteEndpoint(deps, { id: found.id, scope }, by);
  return true;
}

function isAbout({ format, pixKey }: Endpoint, topic: CallbackTopic): boolean {
  return format === topic.format && pixKey === topic.pixKey;
}

function eventsOf({ format }: CallbackTopic) {
  return format === 'api_pix' ? pixEventKinds : recurringFormats[format].events;
}
