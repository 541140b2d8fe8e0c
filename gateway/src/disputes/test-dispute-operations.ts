import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { isId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { disputeView } from './dispute.ts';
import { CloseBody, DisputeDetails, TestDisputeBody } from './dispute-schemas.ts';
import type { NamedDispute } from './read-disputes.ts';
import type { TestClosing, TestDispute } from './test-disputes.ts';

interface TestDisputeDeps {
  readonly openTestDispute: Batcher<TestDispute, NamedDispute>;
  readonly closeTestDispute: Batcher<TestClosing, NamedDispute>;
}

const { operation } = operationsOf<TestDisputeDeps>('Testing');

/** The operations on disputes of the test environment. */
export const testDisputeOperations = [
  operation({
    at: 'POST /test/charges/:internal_id/dispute',
    program: {
      id: 'openTestDispute',
      sdk: 'test.open_dispute',
      scope: 'disputes:write',
      summary: 'Contesta um pagamento de teste',
      description: 'Só com chave de teste: simula a contestação de uma cobrança paga.',
      lacks: ['sandbox_forbidden'],
    },
    config: { isBodyOptional: true },
    body: TestDisputeBody,
    answer: [201, DisputeDetails],
    refuses: [
      'transaction_not_found',
      'dispute_not_possible',
      'dispute_exceeds_payment',
      'balance_limit_reached',
    ],
    run: async ({ deps, owner, params: { internal_id: id }, body: { amount, reason } }) => {
      const { merchantId, environment } = owner.scope;
      if (environment !== 'test' || !isId(id)) throw new Refusal('transaction_not_found');
      const dispute = await deps.openTestDispute.add({
        merchantId,
        environment,
        id,
        reason: reason ?? 'fraud',
        amount: typeof amount === 'number' ? centavos(amount) : undefined,
      });
      return disputeView(dispute);
    },
  }),
  operation({
    at: 'POST /test/disputes/:internal_id/close',
    program: {
      id: 'closeTestDispute',
      sdk: 'test.close_dispute',
      scope: 'disputes:write',
      summary: 'Encerra uma contestação de teste',
      description:
        'Só com chave de teste: simula a decisão. Aceita, o valor volta ao pagador; rejeitada ou ' +
        'cancelada, é liberado.',
      lacks: ['sandbox_forbidden'],
    },
    body: CloseBody,
    answer: [200, DisputeDetails],
    refuses: ['dispute_not_found', 'dispute_closed', 'balance_limit_reached'],
    run: async ({ deps, owner, params: { internal_id: id }, body: { outcome } }) => {
      const { merchantId, environment } = owner.scope;
      if (environment !== 'test' || !isId(id)) throw new Refusal('dispute_not_found');
      const closing = { merchantId, environment, id, outcome };
      return disputeView(await deps.closeTestDispute.add(closing));
    },
  }),
];
