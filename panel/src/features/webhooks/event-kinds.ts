import type { paths } from '#panel/api/schema.d.ts';

type WebhookList =
  paths['/api/panel/{environment}/webhooks']['get']['responses'][200]['content']['application/json'];
type DeliveryList =
  paths['/api/panel/{environment}/webhooks/{id}/deliveries']['get']['responses'][200]['content']['application/json'];

/** The events that a webhook can choose. */
export type ChosenEventKind = WebhookList['data'][number]['events'][number];

const chosenEventNames: Readonly<Record<ChosenEventKind, string>> = {
  'deposit.paid': 'Cobrança paga',
  'deposit.expired': 'Cobrança expirada',
  'deposit.refunded': 'Cobrança devolvida',
  'payout.paid': 'Saque concluído',
  'payout.failed': 'Saque falhou',
  'payout.returned': 'Saque devolvido',
};

/** The name of every event, in Portuguese. */
export const eventNames: Readonly<Record<DeliveryList['data'][number]['event'], string>> = {
  ...chosenEventNames,
  'webhook.test': 'Teste',
};

/** The events that a webhook can choose, in the order of the form. */
export const eventKinds = Object.keys(chosenEventNames) as ChosenEventKind[];
