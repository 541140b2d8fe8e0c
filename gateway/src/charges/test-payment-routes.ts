import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { sendJsonText } from '#src/ground/http/json-reply.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { Charge } from './charge.ts';
import { chargeDetails } from './charge-view.ts';
import type { ChargeToPay } from './pay-test-charges.ts';
import { type PaidScenario, type ScenarioPayment, testPaymentView } from './test-payment.ts';
import { PayTestChargeBody, payTestChargeResponses } from './test-payment-schemas.ts';

export interface TestPaymentRoutesDeps {
  readonly payTestCharge: Batcher<ChargeToPay, Charge>;
  /** Pays as a payment at a real bank is booked. */
  readonly payScenario: (payment: ScenarioPayment) => Promise<PaidScenario>;
}

/** POST /v1/test/charges/:internal_id/pay: pays a charge of the test environment now. */
export function payTestChargeRoute(deps: TestPaymentRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post<{ Params: { internal_id: string }; Body: PayTestChargeBody }>(
      '/v1/test/charges/:internal_id/pay',
      {
        config: { keyScope: 'charges:write', isBodyOptional: true },
        schema: {
          operationId: 'payTestCharge',
          summary: 'Paga uma cobrança de teste agora',
          description:
            'Só com chave de teste. Sem scenario, paga uma cobrança pendente no valor certo. Com ' +
            'scenario, o pagamento passa pelo mesmo caminho que um de um banco de verdade.',
          tags: ['Testing'],
          body: PayTestChargeBody,
          response: payTestChargeResponses,
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { environment } = caller;
        const id = request.params.internal_id;
        if (environment !== 'test' || !isId(id)) throw new Refusal('transaction_not_found');
        const json = JSON.stringify(await pay(deps, caller, { id, ...request.body }));
        return sendJsonText(reply, 200, json);
      },
    );
  };
}

async function pay(
  deps: TestPaymentRoutesDeps,
  caller: Caller,
  { id, scenario, webhook_scenario: webhookScenario }: { readonly id: string } & PayTestChargeBody,
): Promise<object> {
  const { merchantId, environment } = caller;
  const key = { merchantId, environment, id };
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
