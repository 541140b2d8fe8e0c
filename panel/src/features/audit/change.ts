import type { Answer } from '#panel/api/answer.ts';

/** A line of the audit log. */
export type Change = Answer<'/api/operator/audit'>['data'][number];
