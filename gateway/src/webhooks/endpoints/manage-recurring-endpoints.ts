import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type RecurringFormat, recurringFormats } from '../pix-callbacks/recurring-callback.ts';
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

/**
 * Sets the address of a merchant's call-backs of one kind; there is one in each environment.
 * Pending ones go to the new address. Refuses `sandbox_forbidden`, `webhook_url_invalid` and
 * `too_many_webhooks`.
 */
export async function setRecurringEndpoint(
  deps: EndpointDeps,
  owner: EndpointOwner,
  settings: { readonly format: RecurringFormat; readonly url: string },
  by: Actor,
): Promise<void> {
  if (owner.isSandbox) throw new Refusal('sandbox_forbidden');
  const { format } = settings;
  const url = readTargetUrl(deps, settings.url);
  await deps.database.transaction(async (tx) => {
    await lockCreations(tx, owner);
    const row = (await selectEndpointsOf(tx, owner)).find((one) => one.format === format);
    if (!row) {
      const { events } = recurringFormats[format];
      await addEndpoint(tx, deps, { owner, url, events, format, pixKey: null, by });
      return;
    }
    const at = deps.clock.now();
    updatePixUrl(tx, row, { url, at });
    const changed = { ...endpointFromRow(row), url };
    recordEndpoint(tx, by, changed, { action: 'webhook.changed', at });
  });
}

/** The endpoint of one kind of call-backs; undefined if there is none. */
export async function findRecurringEndpoint(
  database: Queryable,
  scope: LedgerScope,
  format: RecurringFormat,
): Promise<Endpoint | undefined> {
  const rows = await selectEndpointsOf(database, scope);
  return rows.map(endpointFromRow).find((endpoint) => endpoint.format === format);
}

/** Deletes the endpoint of one kind; its pending call-backs fail. False if there is none. */
export async function deleteRecurringEndpoint(
  deps: EndpointDeps,
  scope: LedgerScope,
  format: RecurringFormat,
  by: Actor,
): Promise<boolean> {
  const found = await findRecurringEndpoint(deps.database, scope, format);
  if (!found) return false;
  await deleteEndpoint(deps, { id: found.id, scope }, by);
  return true;
}
