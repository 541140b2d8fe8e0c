import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from './charge.ts';
import type { HeldPaymentReason, PaymentScenario, WebhookScenario } from './test-scenarios.ts';

/** A charge of the test environment to pay as a scenario says. */
export interface ScenarioPayment extends TransactionKey {
  readonly scenario: PaymentScenario;
  readonly webhookScenario: WebhookScenario | undefined;
}

/** A payment that the simulated bank received. `heldFor` is null when it paid the charge. */
export interface TestPayment {
  readonly endToEndId: string;
  readonly amount: Centavos;
  readonly payerDocument: string;
  readonly heldFor: HeldPaymentReason | null;
}

/** The charge after its payments. */
export interface PaidScenario {
  readonly charge: Charge;
  readonly payments: readonly TestPayment[];
}

/** A simulated payment as the API shows it. */
export function testPaymentView({ endToEndId, amount, payerDocument, heldFor }: TestPayment) {
  return {
    end_to_end_id: endToEndId,
    amount: centavosToJson(amount),
    payer_document: payerDocument,
    result: heldFor === null ? ('paid' as const) : ('held' as const),
    reason: heldFor,
  };
}
