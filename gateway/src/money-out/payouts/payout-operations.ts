import { type Static, Type } from 'typebox';
import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { cancelWaitingPayout } from './cancel-waiting-payout.ts';
import { OutcomeView, outcomeView, previewPayout, readOutcome } from './payout-outcome.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';
import { beneficiaryOfBody, PayoutBody, PayoutCreated, payoutFromBody } from './payout-schemas.ts';
import type { SettleDeps } from './settle-payouts.ts';

const { operation } = operationsOf<PayoutOperationDeps>('Payouts');

export interface PayoutOperationDeps extends PayoutDeps, SettleDeps {
  readonly createPayout: Batcher<PayoutRequest, CreatedResource>;
  /** Saves the beneficiary of a payout. Refuses `too_many_beneficiaries`. */
  readonly keepBeneficiary: (
    deps: PayoutDeps,
    scope: LedgerScope,
    beneficiary: ReturnType<typeof beneficiaryOfBody>,
    by: Actor,
  ) => Promise<void>;
}

const BodyByHand = Type.Object({
  ...PayoutBody.properties,
  save_beneficiary: Type.Optional(
    Type.Boolean({ description: 'Salva o favorecido antes do saque.', default: false }),
  ),
  code: OptionalCode,
});

const PLAN_CODES: readonly ProblemCode[] = [
  'external_id_reused',
  'invalid_pix_key',
  'beneficiary_not_saved',
  'payout_limit_exceeded',
  'insufficient_balance',
  'provider_unavailable',
];
const BODY_CODES: readonly ProblemCode[] = ['payload_too_large', 'unsupported_media_type'];

/** The operations on single payouts. */
export const payoutOperations = [
  operation({
    at: 'POST /pix/payout',
    program: {
      id: 'createPayout',
      alsoAt: 'POST /payouts',
      sdk: 'payouts.create',
      sdkNote:
        'Envie `external_id`: ele é único para sempre, e uma repetição depois de 24 horas não ' +
        'paga duas vezes.',
      scope: 'payouts:write',
      summary: 'Saca para uma chave Pix',
      description:
        'O valor e a tarifa saem do saldo disponível na hora. Envie sempre `Idempotency-Key` ' +
        'ou `external_id`: assim uma repetição nunca paga duas vezes. ' +
        '`POST /v1/payouts` é outro nome desta operação, com as mesmas chaves e respostas.',
      lacks: ['sandbox_forbidden'],
    },
    config: { taxIdOf: 'beneficiary' },
    keyed: {
      fields: fieldsOf(
        'amount',
        'pix_key',
        'pix_key_type',
        'beneficiary.name',
        'beneficiary.document',
        'external_id',
        'webhook_url',
      ),
    },
    body: PayoutBody,
    answer: [201, PayoutCreated],
    refuses: [...PLAN_CODES, 'balance_limit_reached'],
    run: ({ deps, owner: { caller }, idempotency, body }) =>
      deps.createPayout.add({ caller, idempotency, ...payoutFromBody(body) }),
  }),
  operation({
    at: 'POST /payouts',
    member: { id: 'createPayoutByHand', access: memberRules.money, isOpenToSandbox: true },
    config: { taxIdOf: 'beneficiary' },
    keyed: { fields: [], content: ({ body }) => orderOf(body) },
    body: BodyByHand,
    answer: [201, PayoutCreated],
    refuses: [...PLAN_CODES, ...BODY_CODES, 'too_many_beneficiaries', 'balance_limit_reached'],
    run: async ({ deps, owner, by, idempotency, body }) => {
      const order = orderOf(body);
      if (body.save_beneficiary) await keepBeneficiaryOf(deps, owner, order);
      const { caller } = owner;
      return deps.createPayout.add({ caller, idempotency, by, ...payoutFromBody(order) });
    },
  }),
  operation({
    at: 'POST /payouts/preview',
    member: { id: 'previewPayout', access: memberRules.charge, isOpenToSandbox: true },
    config: { taxIdOf: 'beneficiary' },
    body: PayoutBody,
    answer: [200, OutcomeView],
    refuses: [...PLAN_CODES, ...BODY_CODES],
    run: async ({ deps, owner: { caller, by }, body }) => {
      const order = { caller, by, idempotency: undefined };
      return outcomeView(await previewPayout(deps, { ...order, ...payoutFromBody(body) }));
    },
  }),
  operation({
    at: 'GET /payouts/:id/outcome',
    member: { id: 'getPayoutOutcome', access: memberRules.read, isOpenToSandbox: true },
    params: IdParams,
    notFound: 'transaction_not_found',
    answer: [200, OutcomeView],
    run: async ({ deps: { database, clock }, owner, params }) =>
      outcomeView(await readOutcome(database, { ...owner.scope, ...params }, clock.now())),
  }),
  operation({
    at: 'POST /payouts/:id/cancel',
    member: { id: 'cancelWaitingPayout', access: memberRules.money },
    params: IdParams,
    notFound: 'held_order_not_found',
    body: CodeOnly,
    answer: [200, Done],
    run: async ({ deps, owner: { scope }, by, params }) => {
      await cancelWaitingPayout(deps, { ...scope, ...params }, by);
      return DONE;
    },
  }),
];

/** The payout in a body. A repeat has another code, so the code is not part of the digest. */
function orderOf(body: Static<typeof BodyByHand>): PayoutBody {
  const { code: _, save_beneficiary: __, ...order } = body;
  return order;
}

// The sandbox may create payouts, but it saves no beneficiaries: its visitors share the account.
async function keepBeneficiaryOf(
  deps: PayoutOperationDeps,
  { merchant, scope, by }: Owner,
  order: PayoutBody,
): Promise<void> {
  refuseSandbox(merchant);
  await deps.keepBeneficiary(deps, scope, beneficiaryOfBody(order), by);
}
