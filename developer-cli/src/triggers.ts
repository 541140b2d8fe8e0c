import type { EventKind } from '../../gateway/src/webhooks/webhook-event.ts';
import { call } from './call.ts';
import type { Charge } from './charges.ts';
import { BANK_SECONDS, expireCharge, refundCharge, returnPayout } from './clock-triggers.ts';
import { type EventFacts, instantBefore } from './events.ts';
import { Failure } from './failure.ts';
import {
  authorizedSubscription,
  changedSubscription,
  expiredSubscription,
  paidCycle,
  rejectedSubscription,
  scheduledCycle,
} from './subscription-triggers.ts';
import {
  impossible,
  newCharge,
  newPayout,
  paidCharge,
  refundedCharge,
  type Triggered,
  type TriggerInput,
} from './trigger-steps.ts';

/** The test bank refuses payouts to this key. */
const KEY_THAT_FAILS = 'falha@sandbox.com';

/** More than the clocks of two machines differ. */
const TEST_LOOK_BACK = '5m';

export interface Trigger {
  readonly about: string;
  /** A key alone can't make it happen: it needs a recipient, a setting, a webhook or a person. */
  readonly needsMore?: true;
  readonly run: (input: TriggerInput) => Promise<Triggered>;
}

/** How each event is made to happen in the test environment. */
export const triggers: Readonly<Record<EventKind, Trigger>> = {
  'deposit.paid': {
    about: 'cria uma cobrança e a paga',
    run: async (input) => ({ resourceId: (await paidCharge(input)).internal_id }),
  },
  'deposit.expired': {
    about: 'cria uma cobrança e a deixa expirar, com um relógio de teste',
    run: expireCharge,
  },
  'deposit.canceled': {
    about: 'cria uma cobrança e a cancela',
    run: async (input) => {
      const { internal_id: id } = await newCharge(input);
      await call(input.session, 'POST', `/v1/transactions/${id}/cancel`);
      return { resourceId: id };
    },
  },
  'deposit.refunded': {
    about: 'cria uma cobrança, a paga e a devolve',
    run: refundCharge,
  },
  'deposit.refund_failed': {
    about: 'não há: o banco de teste faz todas as devoluções',
    needsMore: true,
    run: async () =>
      impossible('o banco de teste faz todas as devoluções; o corpo é o de deposit.refunded'),
  },
  'payout.paid': {
    about: 'faz um saque que o banco de teste paga',
    run: (input) => settledPayout(input),
  },
  'payout.failed': {
    about: 'faz um saque a uma chave que o banco de teste recusa',
    run: (input) => settledPayout(input, KEY_THAT_FAILS),
  },
  'payout.returned': {
    about: 'faz um saque que é pago e volta um dia depois, com um relógio de teste',
    run: returnPayout,
  },
  'payout.awaiting_approval': {
    about: 'faz um saque que pede aprovação, se a conta a tiver ligado',
    needsMore: true,
    run: async (input) => ({ resourceId: await waitingPayout(input) }),
  },
  'payout.rejected': {
    about: 'faz um saque que pede aprovação e espera que você o recuse no painel',
    needsMore: true,
    run: rejectPayout,
  },
  'split.received': {
    about: 'paga uma cobrança com 10% para --recipient, que recebe o evento',
    needsMore: true,
    run: async (input) => sharedWith(input, await paidCharge(input)),
  },
  'split.refunded': {
    about: 'devolve uma cobrança com 10% para --recipient, que recebe o evento',
    needsMore: true,
    run: async (input) => ({ resourceId: await refundedCharge(input), isElsewhere: true }),
  },
  'split.disputed': {
    about: 'contesta uma cobrança com 10% para --recipient, que recebe o evento',
    needsMore: true,
    run: async (input) => ({ resourceId: await newDispute(input), isElsewhere: true }),
  },
  'dispute.opened': {
    about: 'paga uma cobrança e contesta o pagamento',
    run: async (input) => ({ resourceId: await newDispute(input) }),
  },
  'dispute.updated': {
    about: 'contesta um pagamento e envia uma defesa',
    run: defendDispute,
  },
  'dispute.closed': {
    about: 'contesta um pagamento e encerra a contestação a seu favor',
    run: async (input) => {
      const id = await newDispute(input);
      const path = `/v1/test/disputes/${id}/close`;
      await call(input.session, 'POST', path, { body: { outcome: 'rejected' } });
      return { resourceId: id };
    },
  },
  'balance.adjusted': {
    about: 'não há: quem ajusta saldos é o operador do gateway',
    needsMore: true,
    run: async () =>
      impossible('peça ao operador um ajuste ou bloqueio no ambiente de teste (painel, Operação)'),
  },
  'subscription.authorized': {
    about: 'cria uma assinatura, que o pagador autoriza',
    run: authorizedSubscription,
  },
  'subscription.rejected': {
    about: 'cria uma assinatura, que o pagador recusa',
    run: rejectedSubscription,
  },
  'subscription.paused': {
    about: 'cria uma assinatura autorizada e a pausa',
    run: (input) => changedSubscription(input, 'pause'),
  },
  'subscription.resumed': {
    about: 'cria uma assinatura autorizada, a pausa e a retoma',
    run: (input) => changedSubscription(input, 'pause', 'resume'),
  },
  'subscription.canceled': {
    about: 'cria uma assinatura autorizada e a cancela',
    run: (input) => changedSubscription(input, 'cancel'),
  },
  'subscription.expired': {
    about: 'cria uma assinatura e a deixa expirar, com um relógio de teste',
    run: expiredSubscription,
  },
  'cycle.scheduled': {
    about: 'cria uma assinatura autorizada e agenda uma cobrança',
    run: (input) => scheduledCycle(input),
  },
  'cycle.paid': {
    about: 'agenda uma cobrança e avança um relógio de teste até que seja paga',
    run: paidCycle,
  },
  'cycle.failed': {
    about: 'agenda a cobrança de uma assinatura e a faz falhar',
    run: (input) => scheduledCycle(input, 'fail'),
  },
  'cycle.retrying': {
    about: 'agenda uma cobrança, a faz falhar e pede nova tentativa',
    run: (input) => scheduledCycle(input, 'retry'),
  },
  'cycle.canceled': {
    about: 'agenda a cobrança de uma assinatura e cancela a assinatura',
    run: (input) => scheduledCycle(input, 'cancel'),
  },
  'webhook.test': {
    about: 'testa o primeiro webhook da conta',
    needsMore: true,
    run: testWebhook,
  },
};

async function settledPayout(input: TriggerInput, pixKey?: string): Promise<Triggered> {
  const { internal_id: id } = await newPayout(input, pixKey);
  input.note(`O banco de teste responde ao saque ${id} em cerca de 30 segundos…`);
  return { resourceId: id, waitSeconds: BANK_SECONDS };
}

async function waitingPayout(input: TriggerInput): Promise<string> {
  const { internal_id: id, status } = await newPayout(input);
  if (status === 'awaiting_approval') return id;
  return impossible(
    `o saque ${id} não pediu aprovação. Ligue-a no painel, em Limites, ou use um --amount maior`,
  );
}

async function rejectPayout(input: TriggerInput): Promise<Triggered> {
  const id = await waitingPayout(input);
  input.note(`Recuse o saque ${id} no painel…`);
  return { resourceId: id, waitSeconds: 600 };
}

function sharedWith({ recipient }: TriggerInput, { internal_id: id }: Charge): Triggered {
  if (recipient === undefined)
    throw new Failure('usage', 'informe quem recebe: --recipient <username>');
  return { resourceId: id, isElsewhere: true };
}

async function newDispute(input: TriggerInput): Promise<string> {
  const { internal_id: id } = await paidCharge(input);
  const path = `/v1/test/charges/${id}/dispute`;
  const dispute = await call<{ internal_id: string }>(input.session, 'POST', path, { body: {} });
  return dispute.internal_id;
}

async function defendDispute(input: TriggerInput): Promise<Triggered> {
  const id = await newDispute(input);
  const body = { text: 'Defesa de teste, enviada por pix trigger.' };
  const path = `/v1/disputes/${id}/defense`;
  await call(input.session, 'POST', path, { body, isCreation: true });
  return { resourceId: id };
}

/** Tests the first webhook. The event names it, and is in the feed when the answer comes. */
async function testWebhook({ session }: TriggerInput): Promise<Triggered> {
  const { data } = await call<{ data: readonly { id: string }[] }>(
    session,
    'GET',
    '/v1/webhook-endpoints',
  );
  const [first] = data;
  if (!first) impossible('a conta não tem webhooks neste ambiente');
  const since = instantBefore(TEST_LOOK_BACK);
  await call(session, 'POST', `/v1/webhook-endpoints/${first.id}/test`);
  const path = `/v1/events?type=webhook.test&since=${since}&limit=100`;
  const page = await call<{ data: readonly EventFacts[] }>(session, 'GET', path);
  const event = page.data.filter((one) => one.data.endpoint_id === first.id).at(-1);
  return { resourceId: first.id, ...(event && { event }) };
}
