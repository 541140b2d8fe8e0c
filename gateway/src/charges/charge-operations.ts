import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { addLink } from '#src/ground/http/link-header.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { CancelRequest } from './cancel-charges.ts';
import { type Charge, COUNTER_EXPIRES_IN_SECONDS, type TransactionKey } from './charge.ts';
import { chargeFromBody } from './charge-from-body.ts';
import {
  ChargeBody,
  ChargeChangeBody,
  ChargeCreated,
  ChargeDetails,
  CounterChargeBody,
} from './charge-schemas.ts';
import { SPLIT_CODES } from './charge-split-schemas.ts';
import { chargeDetails } from './charge-view.ts';
import type { ChangedCharge, ChargeChange } from './due/change-charge.ts';
import { DUE_CODES } from './due/due-schemas.ts';
import type { LocalHolidaysOf } from './due/local-holidays.ts';
import type { ChargeToPay } from './pay-test-charges.ts';
import type { ChargeRequest } from './plan-charges.ts';
import type { QrImages } from './qr-image/qr-image.ts';
import { KnownQrImage, QrImageAnswer, sendQrImage } from './qr-image/send-qr-image.ts';
import { type PaidScenario, type ScenarioPayment, testPaymentView } from './test-payment.ts';
import { PaidTestCharge, PayTestChargeBody } from './test-payment-schemas.ts';

export interface ChargeDeps {
  readonly createCharge: (request: ChargeRequest) => Promise<CreatedResource>;
  readonly cancelCharge: (request: CancelRequest) => Promise<Charge>;
  /** Changes a charge; its time is that of its clock. */
  readonly changeCharge: (change: ChargeChange) => Promise<ChangedCharge>;
  readonly payTestCharge: Batcher<ChargeToPay, Charge>;
  /** Pays as a payment at a real bank is booked. */
  readonly payScenario: (payment: ScenarioPayment) => Promise<PaidScenario>;
  /** Reads the copy-and-paste code of a charge; undefined for an unknown charge. */
  readonly readCode: Batcher<TransactionKey, string | undefined>;
  readonly qrImages: QrImages;
  readonly localHolidays: LocalHolidaysOf;
  /** Payers reach their pages under it. */
  readonly baseUrl: string;
}

const { operation } = operationsOf<ChargeDeps>('Charges');
const { operation: testOperation } = operationsOf<ChargeDeps>('Testing');

/** The id that an answer begins with; one that version 0.2.0 has stored may have none. */
const ID = /^\{"internal_id":"([^"]+)"/;
const BANK_CODES: readonly ProblemCode[] = ['provider_refused', 'provider_unavailable'];
/** The refusals of a body that the API document names at some doors of members. */
const BODY_CODES: readonly ProblemCode[] = ['payload_too_large', 'unsupported_media_type'];

/** The operations on single charges. */
export const chargeOperations = [
  operation({
    at: 'POST /pix/qrcode',
    program: {
      id: 'createCharge',
      alsoAt: 'POST /charges',
      sdk: 'charges.create',
      sdkNote: 'Devolve o código copia e cola.',
      scope: 'charges:write',
      summary: 'Cria uma cobrança Pix',
      description:
        'Devolve o código copia e cola e o caminho da imagem do QR code; o cabeçalho `Link` ' +
        'tem o endereço da página de pagamento. Com ' +
        '`Idempotency-Key`, repetir a requisição devolve a mesma cobrança. Com `due_date` o ' +
        'valor depende do dia: multa, juros, abatimento e descontos. `POST /v1/charges` é outro ' +
        'nome desta operação, com as mesmas chaves e respostas.',
      answer: { ...ChargeCreated, headers: { Link: { title: 'PaymentPage' } } },
      refuses: ['test_clock_not_found'],
      lacks: ['sandbox_forbidden'],
    },
    member: {
      id: 'createChargeByHand',
      at: 'POST /charges',
      access: memberRules.charge,
      isOpenToSandbox: true,
      refuses: BODY_CODES,
    },
    config: { taxIdOf: 'payer' },
    keyed: {
      fields: fieldsOf(
        'amount',
        'payer.name',
        'payer.document',
        'payer.email',
        'external_id',
        'expires_in',
        'webhook_url',
        'utm',
        'split',
        'description',
        'due_date',
        'days_after_due',
        'fine',
        'interest',
        'rebate',
        'discounts',
        'payer.address',
        'clock_id',
      ),
    },
    body: ChargeBody,
    answer: [201, ChargeCreated],
    refuses: [...SPLIT_CODES, ...DUE_CODES, ...BANK_CODES, 'amount_too_small'],
    run: async ({ deps, owner, body, idempotency, reply }) => {
      const { caller, byHand } = owner;
      const charge = chargeFromBody(body, deps.localHolidays);
      const created = await deps.createCharge({ caller, idempotency, by: byHand, ...charge });
      const [, id] = ID.exec(created.body) ?? [];
      if (id && !byHand) addLink(reply, `<${deps.baseUrl}/pagar/${id}>; rel="payment"`);
      return created;
    },
  }),
  operation({
    at: 'POST /counter/charges',
    member: { id: 'createChargeAtCounter', access: memberRules.counter, isOpenToSandbox: true },
    config: { taxIdOf: 'payer' },
    keyed: { fields: fieldsOf('amount', 'payer.name', 'payer.document', 'description') },
    body: CounterChargeBody,
    answer: [201, ChargeCreated],
    refuses: [...BODY_CODES, ...BANK_CODES, 'amount_too_small'],
    run: async ({ deps, owner: { caller, byHand }, body, idempotency }) => {
      // A body keeps fields that its schema doesn't name, such as shares for others.
      const { amount, payer, description = null } = body;
      const asked = {
        amount,
        payer: { name: payer.name, document: payer.document },
        description,
        expires_in: COUNTER_EXPIRES_IN_SECONDS,
      };
      const charge = chargeFromBody(asked, deps.localHolidays);
      return deps.createCharge({ caller, idempotency, by: byHand, ...charge });
    },
  }),
  operation({
    at: 'GET /pix/qrcode/:internal_id/image',
    program: {
      id: 'getQrImage',
      params: null,
      sdk: 'charges.qr_image',
      sdkNote: 'Em `png` ou `svg`. Nunca muda: guarde-a.',
      scope: 'charges:read',
      summary: 'Imagem do QR code',
      description:
        'PNG de pelo menos 512 px, ou SVG quando o cabeçalho Accept o prefere. A imagem nunca ' +
        'muda: pode ser guardada para sempre.',
    },
    answer: [200, QrImageAnswer],
    alsoAnswers: KnownQrImage,
    refuses: ['transaction_not_found'],
    run: async ({ deps, owner, params, request, reply }) => {
      const code = await deps.readCode.add(keyOf(owner.scope, params.internal_id));
      if (code === undefined) throw new Refusal('transaction_not_found');
      return sendQrImage(request, reply, { code, qrImages: deps.qrImages });
    },
  }),
  testOperation({
    at: 'POST /test/charges/:internal_id/pay',
    program: {
      id: 'payTestCharge',
      params: null,
      sdk: 'test.pay_charge',
      sdkNote: 'Paga o valor certo ou, com `scenario`, tarde, duas vezes, a menos…',
      scope: 'charges:write',
      summary: 'Paga uma cobrança de teste agora',
      description:
        'Só com chave de teste. Sem scenario, paga uma cobrança pendente no valor certo. Com ' +
        'scenario, o pagamento passa pelo mesmo caminho que um de um banco de verdade.',
    },
    config: { isBodyOptional: true },
    body: PayTestChargeBody,
    answer: [200, PaidTestCharge],
    refuses: [
      'transaction_not_found',
      'charge_not_payable',
      'charge_of_subscription',
      'balance_limit_reached',
    ],
    run: async ({ deps, owner: { caller }, params, body }) => {
      if (caller.environment !== 'test') throw new Refusal('transaction_not_found');
      const paid = await payTest(deps, caller, { id: params.internal_id, ...body });
      return JSON.stringify(paid);
    },
  }),
  operation({
    at: 'POST /charges/:id/pay',
    member: {
      id: 'payTestChargeByHand',
      environment: 'test',
      access: memberRules.charge,
      isOpenToSandbox: true,
    },
    answer: [200, ChargeDetails],
    refuses: ['transaction_not_found', 'charge_not_payable', 'balance_limit_reached'],
    run: async ({ deps, owner, params: { id }, by }) =>
      answerOf({ charge: await deps.payTestCharge.add({ ...keyOf(owner.scope, id), by }) }),
  }),
  operation({
    at: 'POST /transactions/:internal_id/cancel',
    program: {
      id: 'cancelCharge',
      params: null,
      sdk: 'charges.cancel',
      sdkNote:
        'O código deixa de poder ser pago. Um pagamento simultâneo vale, e a resposta é a ' +
        'recusa `charge_already_paid`.',
      isRepeatable: true,
      scope: 'charges:write',
      summary: 'Cancela uma cobrança pendente',
      description:
        'O código deixa de poder ser pago. Repetir devolve a mesma cobrança. Um pagamento ' +
        'simultâneo vale: a cobrança fica paga. Depois de um 503 o cancelamento continua: ' +
        'repita, ou acompanhe o evento `deposit.canceled`.',
      refuses: ['charge_of_subscription'],
      lacks: ['sandbox_forbidden'],
    },
    member: {
      id: 'cancelChargeByHand',
      at: 'POST /charges/:id/cancel',
      access: memberRules.charge,
      isOpenToSandbox: true,
    },
    answer: [200, ChargeDetails],
    refuses: [...BANK_CODES, 'transaction_not_found', 'charge_already_paid', 'charge_expired'],
    run: async ({ deps, owner, params }) => {
      const key = keyOf(owner.scope, params.internal_id);
      return answerOf({ charge: await deps.cancelCharge({ ...key, by: owner.byHand }) });
    },
  }),
  operation({
    at: 'PATCH /transactions/:internal_id',
    program: {
      id: 'changeCharge',
      sdk: 'charges.update',
      sdkNote:
        'Só enquanto não foi paga. O que falta fica como está; um valor nulo retira a regra. O ' +
        'código do pagador continua o mesmo.',
      scope: 'charges:write',
      summary: 'Altera uma cobrança com vencimento',
      description:
        'Valor, vencimento e regras, até o pagamento. O código do pagador continua o mesmo. ' +
        'O que valia antes fica guardado em `due.revisions`. Repetir a mesma alteração não ' +
        'muda nada. Depois de um 503 a alteração continua: consulte a cobrança.',
      lacks: ['sandbox_forbidden'],
    },
    member: {
      id: 'changeChargeByHand',
      at: 'PATCH /charges/:id',
      access: memberRules.charge,
      isOpenToSandbox: true,
      refuses: BODY_CODES,
    },
    body: ChargeChangeBody,
    answer: [200, ChargeDetails],
    refuses: [
      ...DUE_CODES,
      ...BANK_CODES,
      'transaction_not_found',
      'charge_not_changeable',
      'charge_canceled',
      'charge_of_subscription',
      'charge_already_paid',
      'charge_expired',
      'charge_change_open',
      'too_many_changes',
      'amount_too_small',
      'split_exceeds_net',
    ],
    run: async ({ deps, owner, params, body }) => {
      const key = keyOf(owner.scope, params.internal_id);
      return answerOf(
        await deps.changeCharge({
          ...key,
          rules: body,
          author: owner.by.name,
          by: owner.byHand,
        }),
      );
    },
  }),
];

/** Pays a charge of the test environment: its amount, or as a scenario says. */
async function payTest(
  deps: ChargeDeps,
  caller: Caller,
  { id, scenario, webhook_scenario: webhookScenario }: { readonly id: string } & PayTestChargeBody,
): Promise<object> {
  const key = keyOf(caller, id);
  if (!scenario && !webhookScenario) return chargeDetails(await deps.payTestCharge.add(key));
  // The events of the sandbox go to an address that any visitor names.
  if (webhookScenario) refuseSandbox(caller);
  if (webhookScenario === 'out_of_order' && scenario !== 'late') {
    const message = fieldText((texts) => texts.outOfOrder);
    throw new Refusal('invalid_request', { fields: [{ field: 'webhook_scenario', message }] });
  }
  const paid = await deps.payScenario({ ...key, scenario: scenario ?? 'exact', webhookScenario });
  return { ...chargeDetails(paid.charge), test_payments: paid.payments.map(testPaymentView) };
}

/** The key of a path. Refuses `transaction_not_found` for a text that is no id. */
function keyOf({ merchantId, environment }: LedgerScope, id: string): TransactionKey {
  if (!isId(id)) throw new Refusal('transaction_not_found');
  return { merchantId, environment, id };
}

function answerOf({ charge, now }: { readonly charge: Charge; readonly now?: number }): string {
  return JSON.stringify(chargeDetails(charge, [], now));
}
