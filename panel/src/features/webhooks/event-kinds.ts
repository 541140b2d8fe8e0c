import type { Answer } from '#panel/api/answer.ts';
import type { Webhook } from './webhook-types.ts';

type Delivery = Answer<'/api/panel/{environment}/webhooks/{id}/deliveries'>['data'][number];

/** The events that a webhook can choose. */
export type ChosenEventKind = Webhook['events'][number];

const chosenEventNames: Readonly<Record<ChosenEventKind, string>> = {
  'deposit.paid': 'Cobrança paga',
  'deposit.expired': 'Cobrança expirada',
  'deposit.canceled': 'Cobrança cancelada',
  'deposit.refunded': 'Cobrança devolvida',
  'payout.paid': 'Saque concluído',
  'payout.failed': 'Saque falhou',
  'payout.returned': 'Saque devolvido',
  'payout.awaiting_approval': 'Saque aguarda aprovação',
  'payout.rejected': 'Saque não aprovado',
  'split.received': 'Split recebido',
  'split.refunded': 'Split devolvido',
  'split.disputed': 'Split contestado',
  'dispute.opened': 'Contestação aberta',
  'dispute.updated': 'Contestação atualizada',
  'dispute.closed': 'Contestação encerrada',
  'balance.adjusted': 'Saldo ajustado',
};

/** The name of every event, in Portuguese. */
export const eventNames: Readonly<Record<Delivery['event'], string>> = {
  ...chosenEventNames,
  'webhook.test': 'Teste',
};

/** The events that a webhook can choose, in the order of the form. */
export const eventKinds = Object.keys(chosenEventNames) as ChosenEventKind[];
