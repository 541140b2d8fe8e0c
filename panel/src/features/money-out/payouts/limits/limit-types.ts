import type { Answer } from '#panel/api/answer.ts';

/** The limits of payouts in one environment, with what is pending. */
export type LimitsAnswer = Answer<'/api/panel/{environment}/payout-limits'>;

/** Limits in centavos; null is no limit. */
export type Limits = LimitsAnswer['in_force'];
