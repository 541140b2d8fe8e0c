import { reads, readsRefusal } from './adapter-readers.ts';
import type { Facts, Source, Step } from './exam.ts';
import { field, INSTANT, refused, rule, same, success } from './expectations.ts';

const webhookPath = ({ pixKey }: Facts) => `/webhook/${encodeURIComponent(pixKey)}`;

/** The address that the webhook level registers: our receiver, or again what was registered. */
function registeredUrl({ callbackUrl, learned }: Facts): string | undefined {
  return callbackUrl ?? (learned.get('webhookBefore') || undefined);
}

/** Changes nothing unless the exam knows what to put back. */
const whenKnown =
  (make: (facts: Facts) => Source): Step['from'] =>
  (facts) =>
    facts.learned.has('webhookBefore')
      ? make(facts)
      : { skip: 'o banco não informou que endereço está registrado' };

const registration = whenKnown((facts) => {
  const url = registeredUrl(facts);
  if (url === undefined) {
    return { skip: 'nenhum endereço registrado nem informado: use --webhook-url' };
  }
  return { method: 'PUT', path: webhookPath(facts), body: { webhookUrl: url } };
});

/** Puts back the address that was there before the exam. */
const restoration = whenKnown((facts) => {
  if (!facts.learned.has('webhookChanged')) return { skip: 'o endereço registrado não mudou' };
  const before = facts.learned.get('webhookBefore');
  const path = webhookPath(facts);
  return before
    ? { method: 'PUT', path, body: { webhookUrl: before } }
    : { method: 'DELETE', path };
});

export const WEBHOOK_STEPS: Readonly<Record<'before' | 'after', readonly Step[]>> = {
  before: [
    // First, because the registration after it replaces what the bank should have refused.
    {
      id: 'refuseWebhook',
      level: 'webhook',
      place: 'PUT /webhook/{chave}',
      from: whenKnown((facts) => ({
        method: 'PUT',
        path: webhookPath(facts),
        body: { webhookUrl: 'isto não é uma URL' },
      })),
      learn: ({ status }, { learned }) => {
        if (status < 400 || status >= 500) learned.set('webhookChanged', 'yes');
      },
      expects: refused('WebhookOperacaoInvalida'),
      adapter: readsRefusal,
    },
    {
      id: 'registerWebhook',
      level: 'webhook',
      place: 'PUT /webhook/{chave}',
      from: registration,
      learn: (_answer, { learned, callbackUrl }) => {
        if (callbackUrl !== undefined) learned.set('webhookChanged', 'yes');
      },
      expects: success(200, 201),
      adapter: reads(() => undefined),
    },
    {
      id: 'findRegisteredWebhook',
      level: 'webhook',
      place: 'GET /webhook/{chave}',
      from: whenKnown((facts) =>
        registeredUrl(facts) === undefined
          ? { skip: 'nenhum endereço registrado' }
          : { method: 'GET', path: webhookPath(facts) },
      ),
      expects: [
        ...success(200),
        field('webhookUrl', same(registeredUrl, 'o endereço registrado'), { copes: 'no' }),
        field('criacao', INSTANT, { copes: 'yes' }),
      ],
    },
  ],
  after: [
    {
      id: 'restoreWebhook',
      level: 'webhook',
      place: 'PUT ou DELETE /webhook/{chave}',
      from: restoration,
      expects: [
        rule('success', 'uma resposta 200, 201 ou 204', {
          copes: 'no',
          section: 'responses',
          isMet: ({ status }) => status >= 200 && status < 300,
          found: ({ status }) => status,
        }),
      ],
      isCleanUp: true,
    },
  ],
};
