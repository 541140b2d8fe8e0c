import type { Answer } from '#panel/api/answer.ts';

/** The figures of a merchant in a period. */
export type Overview = Answer<'/api/panel/{environment}/overview'>;
