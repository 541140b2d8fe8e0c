import { memberRules } from '#src/ground/access/member-access.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import type { Owner } from '#src/ground/http/operation.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { Act, SubscriptionAct } from './act-on-subscriptions.ts';
import type { AttemptRequest } from './ask-for-attempts.ts';
import { keyOf } from './read-subscriptions.ts';
import { type LiveOffer, refuseSubscriptions } from './refuse-subscriptions.ts';
import { isOpen, type SubscriptionState } from './subscription.ts';
import {
  CanceledAnswer,
  CycleAnswer,
  CycleBody,
  RetryBody,
  SubscriptionAnswer,
  SubscriptionParams,
} from './subscription-schemas.ts';
import { cycleView, languageFor, subscriptionView } from './subscription-view.ts';

export interface ActDeps {
  readonly act: Batcher<SubscriptionAct, SubscriptionState>;
  readonly live: LiveOffer;
}

export interface AttemptDeps extends ActDeps {
  readonly askForAttempt: Batcher<AttemptRequest, CreatedResource>;
}

const { operation } = operationsOf<AttemptDeps>('Subscriptions');

const ACT_CODES: readonly ProblemCode[] = ['subscription_not_found', 'subscriptions_unavailable'];
const CYCLE_CODES: readonly ProblemCode[] = [
  'subscription_not_running',
  'subscription_amount_fixed',
  'cycle_amount_too_small',
  'cycle_too_late',
  'cycle_exists',
  'amount_too_small',
  'split_exceeds_net',
  'username_not_found',
];
/** How members act on a subscription. */
const BY_HAND = {
  access: memberRules.charge,
  params: SubscriptionParams,
  refuses: [
    'subscription_not_running',
    'subscription_ended',
    'cycle_not_found',
    'cycle_not_retryable',
  ],
} as const;
const SUBSCRIPTION_ID = { name: 'id', path: ['subscriptionId'] };

/** The changes of subscriptions by their merchants. */
export const subscriptionActOperations = [
  operation({
    at: 'POST /subscriptions/:id/pause',
    program: {
      id: 'pauseSubscription',
      sdk: 'subscriptions.pause',
      sdkNote: 'Nenhuma cobrança nova é criada até `resume`.',
      isRepeatable: true,
      scope: 'charges:write',
      summary: 'Pausa uma assinatura',
      description: 'Nenhuma cobrança nova é criada. As já agendadas continuam.',
      refuses: ['invalid_request', 'subscription_not_running'],
    },
    member: { id: 'pauseSubscriptionByHand', ...BY_HAND },
    params: SubscriptionParams,
    answer: [200, SubscriptionAnswer],
    refuses: ACT_CODES,
    run: async ({ deps, owner, params: { id }, language }) =>
      subscriptionView(
        await actOf(deps, owner, { id, act: { kind: 'pause' } }),
        languageFor(owner, language),
      ),
  }),
  operation({
    at: 'POST /subscriptions/:id/resume',
    program: {
      id: 'resumeSubscription',
      sdk: 'subscriptions.resume',
      sdkNote: 'As cobranças voltam a partir do próximo ciclo.',
      isRepeatable: true,
      scope: 'charges:write',
      summary: 'Retoma uma assinatura pausada',
      description: 'As cobranças voltam a partir do próximo ciclo; as da pausa não são feitas.',
      refuses: ['invalid_request', 'subscription_not_running'],
    },
    member: { id: 'resumeSubscriptionByHand', ...BY_HAND },
    params: SubscriptionParams,
    answer: [200, SubscriptionAnswer],
    refuses: ACT_CODES,
    run: async ({ deps, owner, params: { id }, language }) =>
      subscriptionView(
        await actOf(deps, owner, { id, act: { kind: 'resume' } }),
        languageFor(owner, language),
      ),
  }),
  operation({
    at: 'POST /subscriptions/:id/cancel',
    program: {
      id: 'cancelSubscription',
      sdk: 'subscriptions.cancel',
      sdkNote: 'Cancela também as cobranças que ainda podem ser canceladas.',
      isRepeatable: true,
      scope: 'charges:write',
      summary: 'Cancela uma assinatura',
      description:
        'Cancela também as cobranças agendadas, até as 22h da véspera do vencimento. ' +
        '`not_canceled` diz quais já não podiam ser canceladas.',
      refuses: ['invalid_request', 'subscription_ended'],
    },
    member: { id: 'cancelSubscriptionByHand', answer: SubscriptionAnswer, ...BY_HAND },
    params: SubscriptionParams,
    answer: [200, CanceledAnswer],
    refuses: ACT_CODES,
    run: async ({ deps, owner, params: { id }, language }) => {
      const act = { kind: 'cancel', by: 'merchant', reason: 'SLCR' } as const;
      const state = await actOf(deps, owner, { id, act });
      const open = state.cycles.filter(isOpen);
      return {
        ...subscriptionView(state, languageFor(owner, language)),
        not_canceled: open.map((cycle) => cycleView(state.subscription, cycle)),
      };
    },
  }),
  operation({
    at: 'POST /subscriptions/:id/cycles',
    program: {
      id: 'createSubscriptionCycle',
      sdk: 'subscriptions.create_cycle',
      sdkNote: 'Só para assinaturas com `min_amount`: a cobrança de um ciclo.',
      scope: 'charges:write',
      summary: 'Cria uma cobrança de valor variável',
      description:
        'Em assinaturas com `min_amount`: uma de cada vez em um ciclo, ao menos dois dias ' +
        'antes do vencimento. Outra no mesmo ciclo só se a primeira foi cancelada, não foi ' +
        'agendada no banco, ou foi recusada por um código que a encerra; então também com ' +
        '`amount` fixo. Com `Idempotency-Key`, repetir devolve a mesma resposta; sem ela, é ' +
        'recusado com `cycle_exists`.',
    },
    keyed: {
      fields: [...fieldsOf('amount', 'due_on'), SUBSCRIPTION_ID],
      content: contentOf,
    },
    params: SubscriptionParams,
    body: CycleBody,
    answer: [201, CycleAnswer],
    refuses: [...ACT_CODES, ...CYCLE_CODES],
    run: async ({ deps, owner, params, body, idempotency }) =>
      ask(deps, owner, { id: params.id, act: cycleOf(body), idempotency }),
  }),
  operation({
    at: 'POST /subscriptions/:id/cycles',
    member: { id: 'createSubscriptionCycleByHand', access: memberRules.charge },
    params: SubscriptionParams,
    body: CycleBody,
    answer: [201, SubscriptionAnswer],
    refuses: [...ACT_CODES, ...CYCLE_CODES],
    run: async ({ deps, owner, params: { id }, body, language }) =>
      subscriptionView(await actOf(deps, owner, { id, act: cycleOf(body) }), language),
  }),
  operation({
    at: 'POST /subscriptions/:id/retry',
    program: {
      id: 'retrySubscriptionCycle',
      sdk: 'subscriptions.retry',
      scope: 'charges:write',
      summary: 'Tenta de novo uma cobrança que falhou',
      description:
        'Com `retries: three_in_seven_days`: até três vezes, em dias diferentes, até sete ' +
        'dias depois do vencimento e antes do próximo. Com `Idempotency-Key`, repetir ' +
        'devolve a mesma resposta.',
    },
    config: { isBodyOptional: true },
    keyed: {
      fields: [...fieldsOf('due_on', 'on'), SUBSCRIPTION_ID],
      content: contentOf,
    },
    params: SubscriptionParams,
    body: RetryBody,
    answer: [200, CycleAnswer],
    refuses: [...ACT_CODES, 'subscription_not_running', 'cycle_not_found', 'cycle_not_retryable'],
    run: async ({ deps, owner, params: { id }, body, idempotency }) => {
      const { due_on: dueOn = null, on = null } = body;
      return ask(deps, owner, { id, act: { kind: 'retry', dueOn, on }, idempotency });
    },
  }),
  operation({
    at: 'POST /subscriptions/:id/retry',
    member: { id: 'retrySubscriptionByHand', ...BY_HAND },
    params: SubscriptionParams,
    answer: [200, SubscriptionAnswer],
    refuses: ACT_CODES,
    run: async ({ deps, owner, params: { id }, language }) => {
      const act = { kind: 'retry', dueOn: null, on: null } as const;
      return subscriptionView(await actOf(deps, owner, { id, act }), language);
    },
  }),
];

/** The content of a request with a key: its operation's name has no id of the subscription. */
function contentOf(request: { readonly body: object; readonly params: { readonly id: string } }) {
  const { body, params } = request;
  const { id: subscriptionId } = params;
  return { ...body, subscriptionId };
}

function cycleOf({ amount, due_on: dueOn }: CycleBody) {
  return { kind: 'add_cycle', amount: centavos(amount), dueOn } as const;
}

/** Asks for an attempt as the caller. Refuses what `refuseSubscriptions` refuses. */
function ask(
  { askForAttempt, live }: AttemptDeps,
  { caller }: Owner,
  { id, ...wanted }: { readonly id: string } & Pick<AttemptRequest, 'act' | 'idempotency'>,
): Promise<CreatedResource> {
  refuseSubscriptions(live, caller);
  return askForAttempt.add({ caller, subscriptionId: keyOf(caller, id).id, ...wanted });
}

/** Does an act of the caller. Refuses what `refuseSubscriptions` refuses. */
export async function actOf(
  deps: ActDeps,
  { caller, byHand }: Owner,
  { id, act }: { readonly id: string; readonly act: Act },
): Promise<SubscriptionState> {
  refuseSubscriptions(deps.live, caller);
  return deps.act.add({ ...keyOf(caller, id), act, by: byHand });
}
