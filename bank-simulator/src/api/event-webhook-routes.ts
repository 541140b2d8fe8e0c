import { type Bank, now } from '../bank/bank.ts';
import { BankRefusal } from '../bank/refusal.ts';
import { checkCallbackAddress, checkCallbackUrl } from '../callbacks/check-callback-address.ts';
import type { BankCertificates } from '../certificates/make-certificates.ts';
import { writeInstant } from '../clock.ts';
import type { EventWebhook } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { WEBHOOK_BODY } from './schemas.ts';
import { SKIP_HEADER } from './webhook-routes.ts';

const FAMILIES = [
  {
    events: 'rec',
    name: 'webhookrec',
    register: 'registerRecurrenceWebhook',
    find: 'findRecurrenceWebhook',
    remove: 'removeRecurrenceWebhook',
    invalid: 'recurrenceWebhookInvalid',
    missing: 'recurrenceWebhookNotFound',
  },
  {
    events: 'cobr',
    name: 'webhookcobr',
    register: 'registerRecurringChargeWebhook',
    find: 'findRecurringChargeWebhook',
    remove: 'removeRecurringChargeWebhook',
    invalid: 'recurringChargeWebhookInvalid',
    missing: 'recurringChargeWebhookNotFound',
  },
] as const;

type Family = (typeof FAMILIES)[number];

/** `/v2/webhookrec` and `/v2/webhookcobr` of API Pix 2.10.0: one address of each kind. */
export function addEventWebhookRoutes(
  server: ApiServer,
  bank: Bank,
  certificates: BankCertificates,
): void {
  for (const family of FAMILIES) {
    addRegistration(server, { bank, certificates, family });
    addQueries(server, bank, family);
  }
}

interface Registration {
  readonly bank: Bank;
  readonly certificates: BankCertificates;
  readonly family: Family;
}

function addRegistration(server: ApiServer, { bank, certificates, family }: Registration): void {
  const { events, name, register, invalid } = family;
  server.put<{ Body: { webhookUrl: string } }>(
    `/v2/${name}`,
    {
      schema: { body: WEBHOOK_BODY },
      config: { operation: register, scope: `${name}.write`, invalid },
    },
    async ({ body, headers }, reply) => {
      const { webhookUrl: url } = body;
      checkCallbackUrl(url, { invalid, field: `${name}.webhookUrl` });
      if (bank.settings.checksCallbackAddress) {
        const skipsMutualTls = headers[SKIP_HEADER] === 'true';
        await checkCallbackAddress(bank, certificates, { url, skipsMutualTls });
      }
      bank.state.eventWebhooks.put({ events, url, createdAt: now(bank) });
      reply.status(bank.settings.dialect === 'efi' ? 201 : 200);
      return { webhookUrl: url };
    },
  );
}

function addQueries(server: ApiServer, bank: Bank, family: Family): void {
  const { name, find, remove } = family;
  server.get(`/v2/${name}`, { config: { operation: find, scope: `${name}.read` } }, async () => {
    const { url, createdAt } = findWebhook(bank, family);
    return { webhookUrl: url, criacao: writeInstant(createdAt) };
  });
  server.delete(
    `/v2/${name}`,
    { config: { operation: remove, scope: `${name}.write` } },
    async (_request, reply) => {
      bank.state.eventWebhooks.remove(findWebhook(bank, family).events);
      return reply.status(204).send();
    },
  );
}

function findWebhook(bank: Bank, { events, missing }: Family): EventWebhook {
  const webhook = bank.state.eventWebhooks.get(events);
  if (webhook !== undefined) return webhook;
  throw new BankRefusal(missing, 'Nenhum webhook encontrado');
}
