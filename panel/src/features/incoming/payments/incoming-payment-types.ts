import type { Answer } from '#panel/api/answer.ts';

/** A payment in suspense. */
export type IncomingPayment = Answer<'/api/operator/incoming-payments'>['data'][number];

/** A payment that an operator assigned to a merchant. */
export type AssignedPayment = Answer<'/api/operator/incoming-payments/assigned'>['data'][number];

/** A charge that a payment in suspense could pay. */
export type FittingCharge =
  Answer<'/api/operator/incoming-payments/{end_to_end_id}/fitting-charges'>['data'][number];

/** The effect that a payment in suspense would have if it paid its charge. */
export type ChargePayment = Answer<'/api/operator/incoming-payments/{end_to_end_id}/charge'>;

/** A payment that paid its charge with another amount than was asked for. */
export type OtherAmount = Answer<'/api/operator/incoming-payments/other-amounts'>['data'][number];

/**
 * Whether the payment names a charge that was not paid when it came. A charge that was stored later
 * is named by its txid.
 */
export function canPayCharge({ charge_id: chargeId, txid, reason }: IncomingPayment): boolean {
  const mayName = chargeId !== null || /^[0-9a-f]{32}$/.test(txid ?? '');
  return mayName && reason !== 'already_paid';
}
