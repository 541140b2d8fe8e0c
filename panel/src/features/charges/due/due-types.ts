import type { paths } from '#panel/api/schema.d.ts';
import type { Charge } from '#panel/api/transaction.ts';

type Creation = paths['/api/panel/{environment}/charges']['post'];
type ChargeBody = Creation['requestBody']['content']['application/json'];

/** The rules of a due date in a body. */
export type ChargeRules = Pick<
  ChargeBody,
  'due_date' | 'days_after_due' | 'fine' | 'interest' | 'rebate' | 'discounts'
>;

/** The terms of a charge with a due date. */
export type Due = NonNullable<Charge['due']>;

type PreviewAnswers = paths['/api/panel/{environment}/splits/preview']['post']['responses'];

/** The arithmetic of a charge that is being typed. */
export type ChargePreviewAnswer = PreviewAnswers[200]['content']['application/json'];
