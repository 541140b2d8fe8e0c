import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, maybeOne, paramsOf, run, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { EXAM, type ExamReport, type WebhookExam } from './webhook-exam.ts';

const CLAIMED = {
  ...EXAM,
  sealedSecret: f.orNull(f.bytes),
  /** The charge of the events, as the API shows it. */
  sample: f.json<Readonly<Record<string, unknown>>>(),
  /** How often it was begun. */
  runCount: f.count,
  claim: f.inColumn('due_at', f.neverNull(f.instant)),
};
/** An exam that this process has claimed until `claim`. */
export type ClaimedExam = f.RecordOf<typeof CLAIMED>;

const $ = paramsOf({
  ...EXAM,
  sealedSecret: f.orNull(f.bytes),
  sample: f.json<object>(),
  claim: f.instant,
  endedAt: f.instant,
  dueAt: f.instant,
  at: f.instant,
  until: f.instant,
  limit: f.count,
});
const NEW_STATE = paramsOf({ status: EXAM.status, dueAt: f.orNull(f.instant) });
const RESULT = paramsOf({ status: f.textOf<'passed' | 'failed'>(), report: f.json<ExamReport>() });
const COLUMNS = `x.merchant_id, x.environment, x.id, x.url, x.endpoint_id, x.status, x.report,
  x.created_at, x.ended_at`;
const OF_SCOPE = sql`x.merchant_id = ${$.merchantId} and x.environment = ${$.environment}`;
const OF_CLAIM = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}
      and id = ${$.id} and due_at = ${$.claim}`;

export const DUE_EXAMS: DueQueue = {
  name: 'webhook-exams',
  due: 'select from webhook_exams where due_at <= $1',
};

// While an exam of the scope is under way, no row is inserted or updated.
const insert = maybeOne(
  'webhook_exam_insert',
  EXAM,
  sql`insert into webhook_exams as x (merchant_id, environment, id, url, endpoint_id,
      sealed_secret, sample, status, due_at, created_at)
    values (${$.merchantId}, ${$.environment}, ${$.id}, ${$.url}, ${$.endpointId},
      ${$.sealedSecret}, ${$.sample}, ${NEW_STATE.status}, ${NEW_STATE.dueAt}, ${$.createdAt})
    on conflict (merchant_id) where due_at is not null do nothing returning ${COLUMNS}`,
);

type NewExam = Omit<Parameters<typeof insert>[1], 'status' | 'dueAt'>;

/** Inserts an exam, due now if it has an endpoint. Undefined while another is under way. */
export function insertExam(tx: Transaction, exam: NewExam): Promise<WebhookExam | undefined> {
  const isDue = exam.endpointId !== null;
  return insert(tx, {
    ...exam,
    status: isDue ? 'running' : 'awaiting_start',
    dueAt: isDue ? exam.createdAt : null,
  });
}

/** Makes a waiting exam due; undefined when it isn't waiting or another is under way. */
export const startWaitingExam = maybeOne(
  'webhook_exam_start',
  EXAM,
  sql`update webhook_exams x set status = 'running', due_at = ${$.dueAt}
    where ${OF_SCOPE} and x.id = ${$.id} and x.status = 'awaiting_start' and not exists (
      select from webhook_exams o where o.merchant_id = ${$.merchantId} and o.due_at is not null
    ) returning ${COLUMNS}`,
);

/**
 * Deletes exams before an id and waiting exams, except the newest passed exam: live keys may depend
 * on it.
 */
export const deleteOldExams = send(
  'webhook_exams_delete_old',
  sql`delete from webhook_exams x
    where ${OF_SCOPE} and (x.id < ${$.id.as('beforeId')} or x.status = 'awaiting_start')
    and not (x.status = 'passed' and not exists (
      select from webhook_exams n where n.merchant_id = ${$.merchantId}
        and n.status = 'passed' and n.id > x.id
    ))`,
);

export const selectExam = maybeOne(
  'webhook_exam_select',
  EXAM,
  sql`select ${COLUMNS} from webhook_exams x where ${OF_SCOPE} and x.id = ${$.id}`,
);

/** The exams of a scope, newest first. */
export const selectExams = many(
  'webhook_exams_list',
  EXAM,
  sql`select ${COLUMNS} from webhook_exams x where ${OF_SCOPE} order by x.id desc
    limit ${$.limit}`,
);

/** Counts passed exams of a merchant, up to 1. */
export const countPassedExams = countRows(
  'webhook_exam_has_passed',
  sql`select id from webhook_exams where merchant_id = ${$.merchantId} and status = 'passed'
    limit 1`,
);

/**
 * Claims exams that are due, for this process until `until`. A claim expires, so that after a crash
 * another process runs the exam.
 */
export const claimExams = many(
  'webhook_exams_claim',
  CLAIMED,
  sql`update webhook_exams x set due_at = ${$.until}, run_count = x.run_count + 1
    where (x.merchant_id, x.environment, x.id) in (
      select merchant_id, environment, id from webhook_exams
      where due_at <= ${$.at} order by due_at limit ${$.limit} for update skip locked
    ) returning ${COLUMNS}, x.sealed_secret, x.sample, x.run_count, x.due_at`,
  HERE,
);

/** Stores the result of an exam, if this process still has the claim. */
export const endExam = run(
  'webhook_exam_end',
  sql`update webhook_exams set status = ${RESULT.status}, report = ${RESULT.report},
      ended_at = ${$.endedAt}, due_at = null,
      sealed_secret = null
    where ${OF_CLAIM}`,
);

/** Makes an unfinished exam due again. */
export const releaseExam = run(
  'webhook_exam_give_back',
  sql`update webhook_exams set due_at = ${$.dueAt}, run_count = run_count - 1
    where ${OF_CLAIM}`,
);
