import type { Answer } from '#panel/api/answer.ts';

/** A row of the audit log. */
export type Change = Answer<'/api/operator/audit'>['data'][number];
