import type { Answer } from '#panel/api/answer.ts';

/** The revenue of the platform in a period, beside the period before. */
export type Revenue = Answer<'/api/operator/revenue/{environment}'>;
