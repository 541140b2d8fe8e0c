import type { Answer } from '#panel/api/answer.ts';

/** The state of jobs, webhooks and database. */
export type Health = Answer<'/api/operator/health'>;
