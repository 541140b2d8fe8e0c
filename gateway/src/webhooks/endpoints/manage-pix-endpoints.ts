import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { pixEventKinds } from '../pix-callbacks/pix-callback.ts';
import { type Endpoint, endpointFromRow } from './endpoint.ts';
import { lockCreations, selectEndpointsOf, updatePixUrl } from './endpoint-store.ts';
import {
  addEndpoint,
  deleteEndpoint,
  type EndpointDeps,
  type EndpointOwner,
  readTargetUrl,
  recordEndpoint,
} from './manage-endpoints.ts';

/** The endpoint of a Pix key, which gets the call-backs of API Pix. */
export interface PixEndpoint extends Endpoint {
  readonly pixKey: string;
}

/**
 * Sets the address of a Pix key's call-backs. Pending ones go to the new address. Refuses
 * `sandbox_forbidden`, `webhook_url_invalid` and `too_many_webhooks`.
 */
export async function setPixEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  settings: { readonly pixKey: string; readonly url: string },
  by: Actor,
): Promise<void> {
  if (owner.isSandbox) throw new Refusal('sandbox_forbidden');
  const { pixKey } = settings;
  const url = readTargetUrl(deps, settings.url);
  await deps.database.transaction(async (tx) => {
    await lockCreations(tx, owner);
    const row = (await selectEndpointsOf(tx, owner)).find(({ pix_key: key }) => key === pixKey);
    if (!row) {
      await addEndpoint(tx, deps, {
        owner,
        url,
        events: pixEventKinds,
        format: 'api_pix',
        pixKey,
        by,
      });
      return;
    }
    const at = deps.clock.now();
    updatePixUrl(tx, row, { url, at });
    const changed = { ...endpointFromRow(row), url };
    recordEndpoint(tx, by, changed, { action: 'webhook.changed', at });
  });
}

/** The endpoints of a scope that get the call-backs of API Pix, oldest first. */
export async function listPixEndpoints(
  database: Queryable,
  scope: LedgerScope,
): Promise<PixEndpoint[]> {
  const endpoints = (await selectEndpointsOf(database, scope)).map(endpointFromRow);
  return endpoints.flatMap(({ pixKey, ...endpoint }) =>
    pixKey === null ? [] : [{ ...endpoint, pixKey }],
  );
}

/** Deletes the endpoint of a Pix key; its pending call-backs fail. False if there is none. */
export async function deletePixEndpoint(
  deps: EndpointDeps,
  { pixKey, ...scope }: LedgerScope & { readonly pixKey: string },
  by: Actor,
): Promise<boolean> {
  const endpoints = await listPixEndpoints(deps.database, scope);
  const found = endpoints.find((endpoint) => endpoint.pixKey === pixKey);
  if (!found) return false;
  await deleteEndpoint(deps, { id: found.id, scope }, by);
  return true;
}
