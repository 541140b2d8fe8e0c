import type { Answer } from '#panel/api/answer.ts';
import type { Status } from '#panel/texts/common.ts';

/** A day, as the list tells of it. */
export type ReportItem = Answer<'/api/operator/reconciliations'>['data'][number];
/** A day with what differs. */
export type Report = Answer<'/api/operator/reconciliations/{day}'>;
export type ReportLine = Report['lines'][number];

/** How a day stands, as one of the panel's states. */
export function stateOf({ status, is_clean: isClean }: ReportItem): Status {
  if (status !== 'done') return status;
  return isClean ? 'clean' : 'differs';
}
