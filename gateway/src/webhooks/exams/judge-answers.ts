import type { HttpOutcome } from '#src/ground/http/http-client.ts';
import type { Language } from '#src/ground/http/language.ts';
import { adviceForStatus, checkTexts, guideUrlOf } from './exam-advice.ts';
import type { CheckReport, ExamCheck, ExamRequest, WebhookExam } from './webhook-exam.ts';

/** The checks whose messages a program must refuse. */
const FORGED_CHECKS: ReadonlySet<ExamCheck> = new Set([
  'old_time',
  'wrong_signature',
  'changed_body',
]);
/** The statuses by which a program refuses a forged message. */
const REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 422]);

/** The answer to a request as the report shows it. */
export function requestOf(outcome: HttpOutcome): ExamRequest {
  if (outcome.kind === 'failed') {
    const failure = `${outcome.reason}: ${outcome.message}`;
    const durationMs = Math.round(outcome.durationMs);
    return { response_status: null, duration_ms: durationMs, response_excerpt: null, failure };
  }
  const { status, excerpt, durationMs } = outcome.answer;
  return {
    response_status: status,
    duration_ms: Math.round(durationMs),
    response_excerpt: excerpt,
    failure: null,
  };
}

/**
 * The verdict on a check: a valid message must be answered with 2xx, a forged one with 400, 401,
 * 403 or 422. A check without requests was skipped.
 */
export function judge(
  name: ExamCheck,
  requests: readonly ExamRequest[],
  language: Language = 'pt-BR',
): CheckReport {
  const { title, advice } = checkTexts[name];
  const expected = FORGED_CHECKS.has(name) ? 'refuse' : 'accept';
  const wrong = requests.find((request) => !isAsExpected(expected, request));
  const own = wrong && adviceForStatus(wrong.response_status, wrong.failure);
  return {
    name,
    title: title[language],
    expected,
    result: requests.length === 0 ? 'skipped' : wrong ? 'failed' : 'passed',
    advice: wrong ? (own ?? advice)[language] : null,
    guide_url: guideUrlOf(name),
    requests,
  };
}

/** An exam with its report in a language; reports are stored in Portuguese. */
export function examIn(exam: WebhookExam, language: Language): WebhookExam {
  if (exam.report === null || language === 'pt-BR') return exam;
  const checks = exam.report.checks.map((check) => {
    const { title, advice } = judge(check.name, check.requests, language);
    return { ...check, title, advice: check.advice && advice };
  });
  return { ...exam, report: { ...exam.report, checks } };
}

function isAsExpected(
  expected: CheckReport['expected'],
  { response_status: status }: ExamRequest,
): boolean {
  if (status === null) return false;
  return expected === 'accept' ? status >= 200 && status < 300 : REFUSAL_STATUSES.has(status);
}
