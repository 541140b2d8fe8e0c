import type { Answer } from '#panel/api/answer.ts';

/** The limits of payouts in one environment, with what is pending. */
export type LimitsAnswer = Answer<'/api/panel/{environment}/payout-limits'>;

/** Limits in centavos; null is no limit. */
export type Limits = LimitsAnswer['in_force'];

/** The stops that hold a merchant's payouts. */
export type Stops = Answer<'/api/panel/{environment}/payout-stop'>;

/** A payout that waits for an approval. */
export type WaitingPayout = Answer<'/api/panel/{environment}/payout-approvals'>['data'][number];

/** A question to the merchant's server. */
export type ApprovalCall = Answer<'/api/panel/{environment}/approval-server/calls'>['data'][number];
