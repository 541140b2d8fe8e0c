import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#src/ground/clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { HttpClient, HttpOutcome } from '#src/ground/http/http-client.ts';
import { CallNotMade } from '#src/ground/http/http-failure.ts';
import { ATTEMPT_TIMEOUT_MS } from '../delivery/retry-schedule.ts';
import { webhookHeaders } from '../delivery/send-delivery.ts';
import { signWebhook } from '../delivery/sign-webhook.ts';
import type { CallbackReceiver } from '../pix-callbacks/write-pix-body.ts';
import { type ExamMessage, examMessages } from './exam-messages.ts';
import type { ClaimedExam } from './exam-store.ts';
import { judge, requestOf } from './judge-answers.ts';
import { pixExamMessages } from './pix-exam-messages.ts';
import {
  type CheckReport,
  type ExamCheck,
  type ExamReport,
  type ExamRequest,
  examChecks,
} from './webhook-exam.ts';

const LOOKUP_PAUSE_MS = SECOND_MS;
const LOOKUPS_MAX = 10;

export interface RunExamDeps {
  readonly clock: Clock;
  readonly http: HttpClient;
  readonly userAgent: string;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** The receiver of an exam. `receiver` is undefined unless it gets call-backs of API Pix. */
export interface Examinee {
  readonly secret: string;
  readonly receiver: CallbackReceiver | undefined;
}

/**
 * Sends the messages of an exam in sequence and judges the answers. When the address doesn't answer
 * the first check, the others are not sent.
 * @returns the report; undefined when the process stops before the end.
 */
export async function runExam(
  deps: RunExamDeps,
  exam: ClaimedExam,
  { secret, receiver }: Examinee,
): Promise<ExamReport | undefined> {
  const now = deps.clock.now();
  const messages = receiver
    ? pixExamMessages(exam, { secret, receiver }, now)
    : examMessages(exam, secret, now);
  const checks: CheckReport[] = [];
  for (const name of examChecks) {
    const isReached =
      checks[0]?.requests.some(({ response_status: status }) => status !== null) ?? true;
    const requests = isReached ? await sendAll(deps, exam, messages[name]) : [];
    if (deps.signal.aborted) return undefined;
    checks.push(judge(name satisfies ExamCheck, requests));
  }
  return { failure: null, checks };
}

async function sendAll(
  deps: RunExamDeps,
  exam: ClaimedExam,
  messages: readonly ExamMessage[],
): Promise<ExamRequest[]> {
  const requests: ExamRequest[] = [];
  for (const message of messages) requests.push(requestOf(await send(deps, exam, message)));
  return requests;
}

async function send(
  deps: RunExamDeps,
  exam: ClaimedExam,
  message: ExamMessage,
): Promise<HttpOutcome> {
  const { clock, http, userAgent, signal } = deps;
  const { body, pauseInBodyMs, url = exam.url } = message;
  for (let lookups = 1; ; lookups += 1) {
    try {
      return await http.post({
        url,
        body,
        signal,
        owner: exam.merchantId,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        headers: () => {
          const signed = message.signedAt(clock.now());
          return webhookHeaders({ ...message, signature: signWebhook(signed) }, signed, userAgent);
        },
        ...(pauseInBodyMs !== undefined && { pauseInBodyMs }),
      });
    } catch (error) {
      // Too many look-ups of names are under way, or calls to the host.
      if (!(error instanceof CallNotMade) || lookups === LOOKUPS_MAX) throw error;
      await pause(LOOKUP_PAUSE_MS);
    }
  }
}
