import type { Answer } from '#panel/api/answer.ts';

/** An action of one operator that another operator must approve. */
export type Proposal = Answer<'/api/operator/proposals'>['data'][number];
