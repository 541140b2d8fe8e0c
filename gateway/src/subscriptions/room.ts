import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  subscription_not_found: problem(404, 'never', {
    pt: 'Assinatura não encontrada.',
    en: 'Subscription not found.',
    cause: 'Não há assinatura com este identificador na sua conta e no ambiente da chave.',
    remedy: 'Liste com `GET /v1/subscriptions`. Use o `internal_id`, e não a sua referência.',
  }),
  subscription_not_authorizable: problem(409, 'never', {
    pt: 'A assinatura já não espera a autorização do pagador.',
    en: 'The subscription no longer waits for the payer’s authorization.',
    cause: 'O pagador já respondeu, a assinatura foi cancelada, ou o prazo da autorização acabou.',
    remedy: 'Consulte a assinatura e siga conforme `status`. Para outra autorização, crie outra.',
  }),
  subscription_not_running: problem(409, 'never', {
    pt: 'A assinatura não está ativa.',
    en: 'The subscription is not active.',
    cause:
      'O pagador ainda não autorizou, a assinatura terminou, ou ela está pausada e o pedido ' +
      'precisa dela ativa.',
    remedy: 'Consulte `status`. Uma assinatura pausada volta com `POST …/resume`.',
  }),
  subscription_ended: problem(409, 'never', {
    pt: 'A assinatura já terminou.',
    en: 'The subscription has ended.',
    cause: 'O pagador recusou, ou o prazo dela acabou.',
    remedy: 'Não há o que cancelar. As cobranças abertas estão em `GET …/cycles`.',
  }),
  subscription_amount_fixed: problem(409, 'never', {
    pt: 'A assinatura tem valor fixo: o gateway cria cada cobrança.',
    en: 'The subscription has a fixed amount: the gateway creates each charge.',
    cause: 'A assinatura foi criada com `amount`. Só com `min_amount` você cria cada cobrança.',
    remedy:
      'Espere `cycle.scheduled`. Para valores diferentes, crie a assinatura com `min_amount`.',
  }),
  too_many_subscriptions: problem(422, 'wait', {
    pt: 'Há 10.000 assinaturas à espera do pagador. Cancele as que não valem mais.',
    en: '10,000 subscriptions wait for their payers. Cancel those that are no longer valid.',
    cause: 'O ambiente tem 10.000 assinaturas em `created`.',
    remedy: 'Cancele as abandonadas com `POST …/cancel`, ou espere que expirem.',
  }),
  cycle_not_found: problem(404, 'never', {
    pt: 'Cobrança da assinatura não encontrada.',
    en: 'Cycle of the subscription not found.',
    cause:
      'A assinatura não tem uma cobrança com este vencimento no estado que o pedido precisa: uma ' +
      'que falhou, para tentar de novo; uma aberta, para falhar.',
    remedy: 'Liste com `GET …/cycles`. O vencimento é `due_on`, já em dia útil.',
  }),
  cycle_exists: problem(409, 'never', {
    pt: 'Já há uma cobrança neste ciclo.',
    en: 'This cycle already has a charge.',
    cause:
      'Outra só é aceita se a anterior foi cancelada, se ela não foi agendada no banco, ou se um ' +
      'código a encerrou. Em produção, o banco precisa confirmar o fim antes.',
    remedy:
      'Se a cobrança falhou, tente de novo com `POST …/retry`. Se não, use um dia do próximo ' +
      'ciclo.',
  }),
  cycle_too_late: problem(422, 'after_change', {
    pt: 'Faltam menos de dois dias para o vencimento.',
    en: 'The due date is less than two days away.',
    cause: 'O banco do pagador precisa saber da cobrança ao menos dois dias antes do vencimento.',
    remedy: 'Escolha um dia mais tarde, ainda no mesmo ciclo.',
  }),
  cycle_amount_too_small: problem(422, 'after_change', {
    pt: 'O valor é menor do que o mínimo da assinatura.',
    en: 'The amount is below the minimum of the subscription.',
    cause: 'O pagador autorizou cobranças a partir de `min_amount`.',
    remedy: 'Envie um valor igual ou maior.',
  }),
  cycle_not_retryable: problem(409, 'never', {
    pt: 'Esta cobrança não pode mais ser tentada de novo.',
    en: 'This charge can’t be tried again.',
    cause:
      'A cobrança não falhou, a assinatura não permite novas tentativas, já houve três, o motivo ' +
      'da falha é definitivo, ou acabaram os dias: até sete depois do vencimento e antes do ' +
      'próximo.',
    remedy: 'Cobre de outra forma, com um Pix comum.',
  }),
};

const codes = {
  problems,
  auditActions: [
    'subscription.authorized_by_hand',
    'subscription.canceled',
    'subscription.charged',
    'subscription.created',
    'subscription.cycle_ended',
    'subscription.paused',
    'subscription.rejected_by_hand',
    'subscription.resumed',
    'subscription.retried',
  ],
  workKinds: {
    /** The charge of a live cycle at the bank, by its txid. */
    bank_cycle: {},
    /** A live subscription at the bank, by the subscription's id. */
    recurrence: {},
    subscription: {},
  },
} as const satisfies RoomCodes;

/** Pix Automático: authorizations and the charge of each cycle. */
export const subscriptionsRoom: Room<typeof codes> = {
  name: 'subscriptions',
  codes,
  api: async () => (await import('./api.ts')).subscriptionsApi,
  operations: async () => (await import('./operations.ts')).subscriptionsOperations,
  work: async () => (await import('./work.ts')).startSubscriptions,
  notices: async () => (await import('./notices.ts')).subscriptionsNotices,
  checks: async () => (await import('./work.ts')).subscriptionsChecks,
  recurringRecords: async () => (await import('./live/recurring-records.ts')).subscriptionRecords,
  eventSchemas: async () => {
    const schemas = await import('./subscription-schemas.ts');
    return { subscription: schemas.SubscriptionAnswer, cycle: schemas.CycleAnswer };
  },
  clockKinds: async () => (await import('./steps-in-clock.ts')).subscriptionsInClock,
  opens: async () => ({ subscriptions: (await import('./api.ts')).openSubscriptions }),
  chargeOwners: async () => [(await import('./live/cycles/pay-cycles.ts')).cycleOwner],
  commands: [
    [
      'subscription',
      async ({ tellPayers }) => {
        const { addSubscriptionCommands } = await import('./commands/subscription-commands.ts');
        const tell = await tellPayers();
        return (program) => addSubscriptionCommands(program, tell);
      },
    ],
  ],
};
