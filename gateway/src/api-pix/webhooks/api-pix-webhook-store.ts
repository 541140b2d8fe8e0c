import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';

export interface WebhookRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly pix_key: string;
  readonly url: string;
  readonly created_at: number;
}

const COLUMNS = 'merchant_id, environment, pix_key, url, created_at';
const UPSERT = {
  name: 'api_pix_webhook_upsert',
  text: `insert into api_pix_webhooks (${COLUMNS}) values ($1, $2, $3, $4, $5)
    on conflict (merchant_id, environment, pix_key)
      do update set url = excluded.url, created_at = excluded.created_at`,
};
const SELECT = {
  name: 'api_pix_webhook_select',
  text: `select ${COLUMNS} from api_pix_webhooks
    where merchant_id = $1 and environment = $2 and pix_key = $3`,
};
const LIST = {
  name: 'api_pix_webhooks_list',
  text: `select ${COLUMNS} from api_pix_webhooks
    where merchant_id = $1 and environment = $2 order by created_at, pix_key limit 100`,
};
const DELETE = {
  name: 'api_pix_webhook_delete',
  text: `delete from api_pix_webhooks
    where merchant_id = $1 and environment = $2 and pix_key = $3 returning ${COLUMNS}`,
};

/** Sends the insert of a webhook, or of its new URL. */
export function upsertWebhook(
  tx: Transaction,
  webhook: LedgerScope & {
    readonly pixKey: string;
    readonly url: string;
    readonly createdAt: number;
  },
): void {
  const { merchantId, environment, pixKey, url, createdAt } = webhook;
  tx.send(UPSERT, [merchantId, environment, pixKey, url, new Date(createdAt)]);
}

export async function selectWebhook(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  pixKey: string,
): Promise<WebhookRow | undefined> {
  const [row] = await database.query<WebhookRow>(SELECT, [merchantId, environment, pixKey]);
  return row;
}

/** The webhooks of a scope: one for each Pix key that the merchant may use. */
export function selectWebhooks(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<WebhookRow[]> {
  return database.query<WebhookRow>(LIST, [merchantId, environment]);
}

/** Deletes a webhook and returns it; undefined if there is none. */
export async function deleteWebhookRow(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  pixKey: string,
): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(DELETE, [merchantId, environment, pixKey]);
  return row;
}
