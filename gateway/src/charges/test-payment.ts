import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from './charge.ts';

/**
 * How a charge of the test environment is paid: its amount in time (`exact`), after its expiry, two
 * times, another amount, or by a person whose document is not the payer's.
 */
export const paymentScenarios = [
  'exact',
  'late',
  'twice',
  'less',
  'more',
  'another_document',
] as const;
export type PaymentScenario = (typeof paymentScenarios)[number];

/** The scenarios of the webhooks of the payment. */
export const webhookScenarios = [
  'lost',
  'doubled',
  'out_of_order',
  'old_time',
  'wrong_secret',
] as const;
export type WebhookScenario = (typeof webhookScenarios)[number];

/** Why the charge was not paid by a payment. */
export const heldPaymentReasons = ['amount_differs', 'already_paid'] as const;
export type HeldPaymentReason = (typeof heldPaymentReasons)[number];

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
