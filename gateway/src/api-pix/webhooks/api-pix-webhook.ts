import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import {
  deleteWebhookRow,
  selectWebhook,
  selectWebhooks,
  upsertWebhook,
  type WebhookRow,
} from './api-pix-webhook-store.ts';

/** Where the call-backs about payments of a Pix key go. Instants in milliseconds since 1970. */
export interface ApiPixWebhook extends LedgerScope {
  readonly pixKey: string;
  readonly url: string;
  readonly createdAt: number;
}

export interface ApiPixWebhookDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Sets the webhook of a Pix key; the instant of its creation is that of the newest URL. */
export async function setWebhook(
  { database, clock }: ApiPixWebhookDeps,
  { pixKey, url, ...scope }: Omit<ApiPixWebhook, 'createdAt'>,
  by: Actor,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    upsertWebhook(tx, { ...scope, pixKey, url, createdAt: at });
    const { merchantId, environment } = scope;
    const details = { environment, url };
    recordChange(
      tx,
      by,
      { action: 'api_pix.webhook_set', merchantId, subject: pixKey, details },
      at,
    );
  });
}

/** Deletes the webhook of a Pix key; false if there is none. */
export async function deleteWebhook(
  { database, clock }: ApiPixWebhookDeps,
  { pixKey, ...scope }: LedgerScope & { readonly pixKey: string },
  by: Actor,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const row = await deleteWebhookRow(tx, scope, pixKey);
    if (!row) return false;
    const { merchantId, environment } = scope;
    const details = { environment, url: row.url };
    const change = { action: 'api_pix.webhook_deleted', merchantId, subject: pixKey, details };
    recordChange(tx, by, change, clock.now());
    return true;
  });
}

/** The webhook of a Pix key of a scope. */
export async function findWebhook(
  database: Queryable,
  scope: LedgerScope,
  pixKey: string,
): Promise<ApiPixWebhook | undefined> {
  const row = await selectWebhook(database, scope, pixKey);
  return row && webhookFromRow(row);
}

/** The webhooks of a scope, in the order of their creation. A merchant has one for each Pix key. */
export async function listWebhooks(
  database: Queryable,
  scope: LedgerScope,
): Promise<ApiPixWebhook[]> {
  return (await selectWebhooks(database, scope)).map(webhookFromRow);
}

function webhookFromRow(row: WebhookRow): ApiPixWebhook {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    pixKey: row.pix_key,
    url: row.url,
    createdAt: row.created_at,
  };
}
