import { isoTime } from '#src/ground/clock.ts';
import * as f from '#src/ground/database/fields.ts';

/** The checks of an exam, in this order. */
export const examChecks = [
  'valid',
  'repeated',
  'older_sequence',
  'old_time',
  'wrong_signature',
  'changed_body',
  'after_rotation',
  'slow',
] as const;
export type ExamCheck = (typeof examChecks)[number];

/** `awaiting_start`: the merchant must first give the exam's secret to its program. */
export const examStatuses = ['awaiting_start', 'running', 'passed', 'failed'] as const;
export type ExamStatus = (typeof examStatuses)[number];

/** The reasons for which an exam ends without a verdict on each check. */
export const examFailures = ['interrupted', 'webhook_deleted'] as const;
export type ExamFailure = (typeof examFailures)[number];

/** One request of a check, with its answer. */
export interface ExamRequest {
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly response_excerpt: string | null;
  /** Why there was no answer, in Portuguese. */
  readonly failure: string | null;
}

/** The verdict on a check, as it is stored and shown. */
export interface CheckReport {
  readonly name: ExamCheck;
  readonly title: string;
  readonly expected: 'accept' | 'refuse';
  readonly result: 'passed' | 'failed' | 'skipped';
  /** Advice in Portuguese; null unless the check failed. */
  readonly advice: string | null;
  readonly guide_url: string;
  readonly requests: readonly ExamRequest[];
}

export interface ExamReport {
  readonly failure: ExamFailure | null;
  readonly checks: readonly CheckReport[];
}

/** An exam of the program behind an address. Instants in milliseconds since 1970. */
export const EXAM = {
  ...f.SCOPE,
  id: f.uuid,
  url: f.text,
  /** Null when the exam has its own secret. */
  endpointId: f.orNull(f.uuid),
  status: f.textOf<ExamStatus>(),
  report: f.orNull(f.json<ExamReport>()),
  createdAt: f.instant,
  endedAt: f.orNull(f.instant),
};
export type WebhookExam = f.RecordOf<typeof EXAM>;

/** The exam as the API and the panel show it. */
export function examView(exam: WebhookExam) {
  const { id, url, endpointId, status, report, createdAt, endedAt } = exam;
  return {
    id,
    url,
    webhook_endpoint_id: endpointId,
    status,
    failure: report?.failure ?? null,
    checks: [...(report?.checks ?? [])].map((check) => ({
      ...check,
      requests: [...check.requests],
    })),
    created_at: isoTime(createdAt),
    ended_at: endedAt === null ? null : isoTime(endedAt),
  };
}
