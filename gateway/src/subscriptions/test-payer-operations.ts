import { memberRules } from '#src/ground/access/member-access.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import type { Act } from './act-on-subscriptions.ts';
import { NO_BALANCE, type SubscriptionState } from './subscription.ts';
import { type ActDeps, actOf } from './subscription-act-operations.ts';
import {
  CANCELED,
  CancelBody,
  CycleAnswer,
  CycleParams,
  FailBody,
  REJECTED,
  RejectBody,
  SubscriptionAnswer,
  SubscriptionParams,
} from './subscription-schemas.ts';
import { cycleView, languageFor, subscriptionView } from './subscription-view.ts';

const { operation } = operationsOf<ActDeps>('Testing');

/** The acts of the payer of a subscription of the test environment, and of the payer's bank. */
export const testPayerOperations = [
  operation({
    at: 'POST /test/subscriptions/:id/authorize',
    program: {
      id: 'authorizeTestSubscription',
      sdk: 'test.authorize_subscription',
      scope: 'charges:write',
      summary: 'O pagador de teste autoriza',
      description: 'Nas jornadas com primeiro pagamento, paga também, se ainda não foi pago.',
      refuses: ['invalid_request'],
    },
    member: {
      id: 'authorizeTestSubscriptionByHand',
      at: 'POST /subscriptions/:id/authorize',
      environment: 'test',
      access: memberRules.charge,
      params: SubscriptionParams,
    },
    params: SubscriptionParams,
    answer: [200, SubscriptionAnswer],
    refuses: ['subscription_not_found', 'subscription_not_authorizable'],
    run: async ({ deps, owner, params: { id }, language }) => {
      const state = await actAsPayer(deps, owner, { id, act: { kind: 'authorize' } });
      return subscriptionView(state, languageFor(owner, language));
    },
  }),
  operation({
    at: 'POST /test/subscriptions/:id/reject',
    program: {
      id: 'rejectTestSubscription',
      sdk: 'test.reject_subscription',
      scope: 'charges:write',
      summary: 'O pagador de teste recusa',
    },
    config: { isBodyOptional: true },
    params: SubscriptionParams,
    body: RejectBody,
    answer: [200, SubscriptionAnswer],
    refuses: ['subscription_not_found', 'subscription_not_authorizable'],
    run: async ({ deps, owner, params: { id }, body: { code = REJECTED } }) =>
      subscriptionView(await actAsPayer(deps, owner, { id, act: { kind: 'reject', code } })),
  }),
  operation({
    at: 'POST /subscriptions/:id/reject',
    member: {
      id: 'rejectTestSubscriptionByHand',
      environment: 'test',
      access: memberRules.charge,
    },
    params: SubscriptionParams,
    answer: [200, SubscriptionAnswer],
    refuses: ['subscription_not_found', 'subscription_not_authorizable'],
    run: async ({ deps, owner, params: { id }, language }) => {
      const act = { kind: 'reject', code: REJECTED } as const;
      return subscriptionView(await actAsPayer(deps, owner, { id, act }), language);
    },
  }),
  operation({
    at: 'POST /test/subscriptions/:id/cancel',
    program: {
      id: 'cancelTestSubscription',
      sdk: 'test.cancel_subscription',
      scope: 'charges:write',
      summary: 'O pagador de teste cancela no banco dele',
      description: 'As cobranças agendadas são canceladas até o fim da véspera.',
    },
    config: { isBodyOptional: true },
    params: SubscriptionParams,
    body: CancelBody,
    answer: [200, SubscriptionAnswer],
    refuses: ['subscription_not_found', 'subscription_ended'],
    run: async ({ deps, owner, params: { id }, body: { code: reason = CANCELED } }) => {
      const act = { kind: 'cancel', by: 'payer', reason } as const;
      return subscriptionView(await actAsPayer(deps, owner, { id, act }));
    },
  }),
  operation({
    at: 'POST /test/subscriptions/:id/cycles/:due_on/fail',
    program: {
      id: 'failTestCycle',
      sdk: 'test.fail_cycle',
      sdkNote: 'A que está aberta com este vencimento falha agora.',
      scope: 'charges:write',
      summary: 'Faz falhar uma cobrança de teste',
      description:
        'A tentativa aberta falha agora. Com `tries` ela falha por falta de saldo só no dia ' +
        'dela: o banco tenta às 6h e outra vez às 18h. Sem esta rota, cada cobrança é paga ' +
        'às 6h do vencimento.',
    },
    config: { isBodyOptional: true },
    params: CycleParams,
    body: FailBody,
    answer: [200, CycleAnswer],
    refuses: ['subscription_not_found', 'cycle_not_found'],
    run: async ({ deps, owner, params: { id, due_on: dueOn }, body }) => {
      const act = failureOf(body, dueOn);
      const { subscription, cycles } = await actAsPayer(deps, owner, { id, act });
      const cycle = cycles.find((failed) => failed.dueOn === dueOn);
      if (!cycle) throw new Error('a failed cycle is missing');
      return cycleView(subscription, cycle);
    },
  }),
];

/** The act of a test payer's bank. Refuses `invalid_request` for tries with another code. */
function failureOf({ code = NO_BALANCE, tries }: FailBody, dueOn: string): Act {
  if (tries === undefined) return { kind: 'fail', dueOn, code };
  if (code === NO_BALANCE) return { kind: 'no_balance', dueOn, tries };
  const message = fieldText((texts) => texts.onlyWithoutBalance);
  throw new Refusal('invalid_request', { fields: [{ field: 'tries', message }] });
}

/** Live subscriptions have real payers: refuses `subscription_not_found`. */
async function actAsPayer(
  deps: ActDeps,
  owner: Owner,
  wanted: { readonly id: string; readonly act: Act },
): Promise<SubscriptionState> {
  if (owner.scope.environment !== 'test') throw new Refusal('subscription_not_found');
  return actOf(deps, owner, wanted);
}
