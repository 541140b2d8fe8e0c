import type { Answer } from '#panel/api/answer.ts';

/** The state of the queue, the webhooks and the database. */
export type Health = Answer<'/api/operator/health'>;
