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
