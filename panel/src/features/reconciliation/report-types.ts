import type { paths } from '#panel/api/schema.d.ts';

type OkOf<Path extends '/api/operator/reconciliations' | '/api/operator/reconciliations/{day}'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

/** A day, as the list tells of it. */
export type ReportItem = OkOf<'/api/operator/reconciliations'>['data'][number];
/** A day with what differs. */
export type Report = OkOf<'/api/operator/reconciliations/{day}'>;
export type ReportLine = Report['lines'][number];

/** How a day stands, as one of the panel's states. */
export function stateOf({ status, is_clean: isClean }: ReportItem): string {
  if (status !== 'done') return status;
  return isClean ? 'clean' : 'differs';
}

/** `2026-11-20` as people read it: `20/11/2026`. */
export function formatReportDay(day: string): string {
  return day.split('-').reverse().join('/');
}
