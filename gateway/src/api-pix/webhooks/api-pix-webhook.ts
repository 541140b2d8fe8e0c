import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import {
  listPixEndpoints,
  type PixEndpoint,
} from '#src/webhooks/endpoints/manage-pix-endpoints.ts';
import { sameKey } from '../pix-keys/own-key-of.ts';

/** The webhook of a Pix key of a scope; undefined if there is none. */
export async function findWebhook(
  database: Queryable,
  scope: LedgerScope,
  pixKey: string,
): Promise<PixEndpoint | undefined> {
  const webhooks = await listPixEndpoints(database, scope);
  const named = sameKey(
    webhooks.map((webhook) => webhook.pixKey),
    pixKey,
  );
  return webhooks.find((webhook) => webhook.pixKey === named);
}

/** The webhooks of a scope, in the order of their creation. A merchant has one for each Pix key. */
export async function listWebhooks(
  database: Queryable,
  scope: LedgerScope,
): Promise<PixEndpoint[]> {
  const webhooks = await listPixEndpoints(database, scope);
  return webhooks.toSorted((left, right) => left.createdAt - right.createdAt);
}
