import type { Answer } from '#panel/api/answer.ts';

/** A payment in suspense. */
export type IncomingPayment = Answer<'/api/operator/incoming-payments'>['data'][number];

/** A payment that an operator assigned to a merchant. */
export type AssignedPayment = Answer<'/api/operator/incoming-payments/assigned'>['data'][number];
