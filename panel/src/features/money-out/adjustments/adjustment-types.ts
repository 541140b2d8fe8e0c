import type { Answer } from '#panel/api/answer.ts';

/** A change of a merchant's balance that is no transaction. */
export type Adjustment = Answer<'/api/operator/merchants/{username}/adjustments'>['data'][number];

/** A hold of an operator that is not released. */
export type OpenHold = Answer<'/api/operator/merchants/{username}/holds'>['data'][number];
