import type { Database } from '#src/ground/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { Logger } from '#src/ground/log.ts';
import { selectSealedEndpointsOf } from '../endpoints/endpoint-store.ts';
import { receiverOf } from '../pix-callbacks/write-pix-body.ts';
import { type ClaimedExam, claimExams, endExam, releaseExam } from './exam-store.ts';
import { type Examinee, type RunExamDeps, runExam } from './run-exam.ts';
import type { ExamFailure, ExamReport } from './webhook-exam.ts';

/** How many exams one process runs at once. */
const EXAMS_MAX = 20;
/** How long a claim lasts: longer than all requests of an exam and their pauses. */
const CLAIM_MS = 5 * MINUTE_MS;
/** How often an exam is begun; then it ends as interrupted. */
const RUNS_MAX = 3;
const STOP_TIMEOUT_MS = 5 * SECOND_MS;

export interface ExamWorkerDeps extends Omit<RunExamDeps, 'signal'> {
  readonly secretBox: SecretBox;
  readonly logger: Logger;
  readonly observe: (result: 'passed' | 'failed') => void;
}

/** Claims exams in rounds and runs them concurrently. Shared by the buckets of a process. */
export interface ExamWorker {
  /** Claims due exams of a bucket and begins them; true when more may be due. */
  round(database: Database): Promise<boolean>;
  /** Ends the requests under way and makes their exams due again. */
  stop(): Promise<void>;
}

export function createExamWorker(deps: ExamWorkerDeps): ExamWorker {
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  const examDeps = { ...deps, signal: stopping.signal };
  return {
    async round(database) {
      const room = EXAMS_MAX - underWay.size;
      if (room === 0 || stopping.signal.aborted) return false;
      const now = deps.clock.now();
      const claim = { at: now, until: now + CLAIM_MS, limit: room };
      const exams = await claimExams(database, claim);
      for (const exam of exams) {
        const run = examine(examDeps, database, exam)
          .catch((error: unknown) => {
            deps.logger.error({ err: error, exam: exam.id }, 'a webhook exam was interrupted');
          })
          .finally(() => underWay.delete(run));
        underWay.add(run);
      }
      return exams.length === room;
    },
    async stop() {
      stopping.abort();
      const { promise: timeout, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_TIMEOUT_MS);
      await Promise.race([Promise.all(underWay), timeout]);
      clearTimeout(timer);
    },
  };
}

type ExamineDeps = ExamWorkerDeps & Pick<RunExamDeps, 'signal'>;

async function examine(deps: ExamineDeps, database: Database, exam: ClaimedExam): Promise<void> {
  if (exam.runCount > RUNS_MAX) return end(deps, database, exam, failedBy('interrupted'));
  const examinee = await examineeOf(deps, database, exam);
  if (!examinee) return end(deps, database, exam, failedBy('webhook_deleted'));
  const report = await runExam(deps, exam, examinee);
  if (report) return end(deps, database, exam, report);
  return releaseExam(database, { ...exam, dueAt: deps.clock.now() });
}

/** The receiver with its secret; undefined when its endpoint was deleted. */
async function examineeOf(
  { secretBox }: ExamineDeps,
  database: Database,
  { id, endpointId, sealedSecret, merchantId, environment }: ClaimedExam,
): Promise<Examinee | undefined> {
  if (sealedSecret !== null)
    return { secret: secretBox.open(sealedSecret, id), receiver: undefined };
  const scope = { merchantId, environment };
  const endpoints = await selectSealedEndpointsOf(database, scope);
  const endpoint = endpoints.find(({ id }) => id === endpointId);
  if (!endpoint) return undefined;
  const secret = secretBox.open(endpoint.sealedSecret, endpoint.id);
  const { format, pixKey } = endpoint;
  return { secret, receiver: receiverOf({ ...scope, format, pixKey }) };
}

function failedBy(failure: ExamFailure): ExamReport {
  return { failure, checks: [] };
}

async function end(
  { clock, observe }: ExamineDeps,
  database: Database,
  exam: ClaimedExam,
  report: ExamReport,
): Promise<void> {
  // Checks that don't fit the receiver are skipped; if it doesn't answer, the first one has failed.
  const isPassed =
    report.failure === null && report.checks.every(({ result }) => result !== 'failed');
  const status = isPassed ? 'passed' : 'failed';
  await endExam(database, { ...exam, status, report, endedAt: clock.now() });
  observe(status);
}
