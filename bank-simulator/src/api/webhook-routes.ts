import { type Bank, now } from '../bank/bank.ts';
import { BankRefusal, refuseField } from '../bank/refusal.ts';
import { checkCallbackAddress, checkCallbackUrl } from '../callbacks/check-callback-address.ts';
import type { BankCertificates } from '../certificates/make-certificates.ts';
import { writeInstant } from '../clock.ts';
import type { Webhook } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readPeriod } from './page-of.ts';
import { WEBHOOK_BODY } from './schemas.ts';

export const SKIP_HEADER = 'x-skip-mtls-checking';

interface WebhookRequest {
  Params: { chave: string };
  Body: { webhookUrl: string };
}

/** `/v2/webhook` of API Pix 2.10.0. */
export function addWebhookRoutes(
  server: ApiServer,
  bank: Bank,
  certificates: BankCertificates,
): void {
  server.put<WebhookRequest>(
    '/v2/webhook/:chave',
    {
      schema: { body: WEBHOOK_BODY },
      config: { operation: 'registerWebhook', scope: 'webhook.write', invalid: 'webhookInvalid' },
    },
    async (request, reply) => {
      const url = request.body.webhookUrl;
      const key = request.params.chave;
      checkOwnKey(bank, key);
      if (!bank.deviations.has('anyWebhookUrl')) checkCallbackUrl(url);
      if (bank.settings.checksCallbackAddress) {
        const skipsMutualTls = request.headers[SKIP_HEADER] === 'true';
        await checkCallbackAddress(bank, certificates, { url, skipsMutualTls });
      }
      bank.state.webhooks.put({ key, url, createdAt: now(bank) });
      reply.status(bank.settings.dialect === 'efi' ? 201 : 200);
      return { webhookUrl: url };
    },
  );
  addWebhookQueries(server, bank);
}

function addWebhookQueries(server: ApiServer, bank: Bank): void {
  server.get<{ Params: { chave: string } }>(
    '/v2/webhook/:chave',
    { config: { operation: 'findWebhook', scope: 'webhook.read' } },
    async (request) => representWebhook(findWebhook(bank, request.params.chave)),
  );
  server.get<{ Querystring: Query }>(
    '/v2/webhook',
    {
      config: { operation: 'listWebhooks', scope: 'webhook.read', invalid: 'webhookQueryInvalid' },
    },
    async (request) => {
      const { query } = request;
      const isAnyTime = query.inicio === undefined && query.fim === undefined;
      const all = bank.state.webhooks.values();
      const { from, to } = isAnyTime
        ? { from: 0, to: Number.MAX_SAFE_INTEGER }
        : readPeriod(query, 'webhookQueryInvalid');
      const rows = all.filter(({ createdAt }) => createdAt >= from && createdAt <= to);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, 'webhookQueryInvalid'));
      return { parametros, webhooks: page.map(representWebhook) };
    },
  );
  server.delete<{ Params: { chave: string } }>(
    '/v2/webhook/:chave',
    { config: { operation: 'removeWebhook', scope: 'webhook.write' } },
    async (request, reply) => {
      bank.state.webhooks.remove(findWebhook(bank, request.params.chave).key);
      return reply.status(204).send();
    },
  );
}

function findWebhook(bank: Bank, key: string): Webhook {
  const webhook = bank.state.webhooks.get(key);
  if (webhook !== undefined) return webhook;
  throw new BankRefusal('webhookNotFound', 'Nenhum webhook encontrado para a chave informada');
}

function checkOwnKey(bank: Bank, key: string): void {
  if (key === bank.settings.pixKey) return;
  throw refuseField('webhookInvalid', 'webhook.chave', 'A chave não pertence à conta autenticada');
}

/** The standard's schema requires `cnpj`, but its example and Efí answer `chave`, and so do we. */
function representWebhook(webhook: Webhook): Record<string, unknown> {
  const { url, key, createdAt } = webhook;
  return { webhookUrl: url, chave: key, criacao: writeInstant(createdAt) };
}
