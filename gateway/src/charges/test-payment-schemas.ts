import { type Static, Type } from 'typebox';
import { oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { ChargeDetails } from './charge-schemas.ts';
import { heldPaymentReasons, paymentScenarios, webhookScenarios } from './test-scenarios.ts';

export const PayTestChargeBody = Type.Object(
  {
    scenario: Type.Optional(
      oneOf(paymentScenarios, {
        description:
          'Como a cobrança é paga: exact (valor certo, no prazo), late (depois de expirar), ' +
          'twice ' +
          '(duas vezes), less (metade), more (o dobro), another_document (por outro CPF).',
        examples: ['late'],
      }),
    ),
    webhook_scenario: Type.Optional(
      oneOf(webhookScenarios, {
        description:
          'O que dá errado na entrega aos seus webhooks: lost (nada é enviado), doubled (duas ' +
          'vezes), out_of_order (só com late: deposit.paid antes de deposit.expired), old_time ' +
          '(assinatura de 10 minutos atrás) e wrong_secret (assinatura de outro segredo) na ' +
          'próxima tentativa.',
        examples: ['doubled'],
      }),
    ),
  },
  { title: 'TestPayment', description: 'Sem corpo, a cobrança é paga no valor certo.' },
);

export type PayTestChargeBody = Static<typeof PayTestChargeBody>;

const TestPaymentView = Type.Object(
  {
    end_to_end_id: text('Identificador do Pix.', 'E99999999202611201200aB3dE5fG7hI'),
    amount: Type.Integer({ description: 'Valor em centavos.', examples: [4995] }),
    payer_document: text('CPF ou CNPJ de quem pagou.', '52998224725'),
    result: oneOf(['paid', 'held'], {
      description: 'paid: pagou a cobrança. held: ficou a identificar, como em produção.',
      examples: ['held'],
    }),
    reason: Type.Union([oneOf(heldPaymentReasons, { examples: ['amount_differs'] }), Type.Null()], {
      description: 'Por que não pagou a cobrança; null quando pagou.',
    }),
  },
  { title: 'PaidTestChargeTestPayment' },
);

export const PaidTestCharge = Type.Object(
  {
    ...ChargeDetails.properties,
    test_payments: Type.Optional(
      Type.Array(TestPaymentView, {
        description: 'Os pagamentos que o banco simulado recebeu. Só quando pedir um cenário.',
      }),
    ),
  },
  { title: 'PaidTestCharge', description: 'A cobrança, como GET a mostra.' },
);
