import type { Answer } from '#panel/api/answer.ts';
import type { Status } from '#panel/texts/common.ts';

/** A day in the list of reports. */
export type ReportItem = Answer<'/api/operator/reconciliations'>['data'][number];
/** A day's report with its discrepancies. */
export type Report = Answer<'/api/operator/reconciliations/{day}'>;
export type ReportLine = Report['lines'][number];

/** The result of a day as a state of the panel. */
export function stateOf({ status, is_clean: isClean }: ReportItem): Status {
  if (status !== 'done') return status;
  return isClean ? 'clean' : 'differs';
}
