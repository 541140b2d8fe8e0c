import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant, HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { ExamReport, ExamStatus, WebhookExam } from './webhook-exam.ts';

const COLUMNS = `x.merchant_id, x.environment, x.id, x.url, x.endpoint_id, x.status, x.report,
  x.created_at, x.ended_at`;
const OF_SCOPE = 'x.merchant_id = $1 and x.environment = $2';

// While an exam of the scope is under way, no row is inserted or updated.
const INSERT = {
  name: 'webhook_exam_insert',
  place: bucketOfMerchant(1),
  text: `insert into webhook_exams as x (merchant_id, environment, id, url, endpoint_id,
      sealed_secret, sample, status, due_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (merchant_id) where due_at is not null do nothing returning ${COLUMNS}`,
};
const START = {
  name: 'webhook_exam_start',
  text: `update webhook_exams x set status = 'running', due_at = $4
    where ${OF_SCOPE} and x.id = $3 and x.status = 'awaiting_start' and not exists (
      select from webhook_exams o where o.merchant_id = $1 and o.due_at is not null
    ) returning ${COLUMNS}`,
};
// The newest passed exam is never deleted: live keys may depend on it.
const DELETE_OLD = {
  name: 'webhook_exams_delete_old',
  text: `delete from webhook_exams x
    where ${OF_SCOPE} and (x.id < $3 or x.status = 'awaiting_start')
    and not (x.status = 'passed' and not exists (
      select from webhook_exams n where n.merchant_id = $1 and n.status = 'passed' and n.id > x.id
    ))`,
};
const SELECT = {
  name: 'webhook_exam_select',
  text: `select ${COLUMNS} from webhook_exams x where ${OF_SCOPE} and x.id = $3`,
};
const LIST = {
  name: 'webhook_exams_list',
  text: `select ${COLUMNS} from webhook_exams x where ${OF_SCOPE} order by x.id desc limit $3`,
};
const HAS_PASSED = {
  name: 'webhook_exam_has_passed',
  text: `select id from webhook_exams where merchant_id = $1 and status = 'passed' limit 1`,
};
export const DUE_EXAMS: DueQueue = {
  name: 'webhook-exams',
  due: 'select from webhook_exams where due_at <= $1',
};
// A claim expires, so that after a crash another process runs the exam.
const CLAIM = {
  name: 'webhook_exams_claim',
  place: HERE,
  text: `update webhook_exams x set due_at = $2, run_count = x.run_count + 1
    where (x.merchant_id, x.environment, x.id) in (
      select merchant_id, environment, id from webhook_exams
      where due_at <= $1 order by due_at limit $3 for update skip locked
    ) returning ${COLUMNS}, x.sealed_secret, x.sample, x.run_count, x.due_at`,
};
const END = {
  name: 'webhook_exam_end',
  text: `update webhook_exams set status = $5, report = $6, ended_at = $7, due_at = null,
      sealed_secret = null
    where merchant_id = $1 and environment = $2 and id = $3 and due_at = $4`,
};
const GIVE_BACK = {
  name: 'webhook_exam_give_back',
  text: `update webhook_exams set due_at = $5, run_count = run_count - 1
    where merchant_id = $1 and environment = $2 and id = $3 and due_at = $4`,
};

interface ExamRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: 'test';
  readonly id: string;
  readonly url: string;
  readonly endpoint_id: string | null;
  readonly status: ExamStatus;
  readonly report: ExamReport | null;
  readonly created_at: number;
  readonly ended_at: number | null;
}

interface ClaimedRow extends ExamRow {
  readonly sealed_secret: Buffer | null;
  readonly sample: object;
  readonly run_count: bigint;
  readonly due_at: number;
}

/** An exam that this process has claimed until `claim`. */
export interface ClaimedExam extends WebhookExam {
  readonly sealedSecret: Buffer | null;
  /** The charge of the events, as the API shows it. */
  readonly sample: Readonly<Record<string, unknown>>;
  /** How often it was begun. */
  readonly runCount: number;
  readonly claim: number;
}

export interface NewExam extends LedgerScope {
  readonly id: string;
  readonly url: string;
  readonly endpointId: string | null;
  readonly sealedSecret: Buffer | null;
  readonly sample: object;
  readonly createdAt: number;
}

/** Inserts an exam, due now if it has an endpoint. Undefined while another is under way. */
export async function insertExam(tx: Transaction, exam: NewExam): Promise<WebhookExam | undefined> {
  const { merchantId, environment, id, url, endpointId, sealedSecret, sample, createdAt } = exam;
  const at = new Date(createdAt);
  const isDue = endpointId !== null;
  const [row] = await tx.query<ExamRow>(INSERT, [
    merchantId,
    environment,
    id,
    url,
    endpointId,
    sealedSecret,
    JSON.stringify(sample),
    isDue ? 'running' : 'awaiting_start',
    isDue ? at : null,
    at,
  ]);
  return row && examFromRow(row);
}

/** Makes a waiting exam due; undefined when it isn't waiting or another is under way. */
export async function startWaitingExam(
  tx: Transaction,
  key: ExamKey,
  at: Date,
): Promise<WebhookExam | undefined> {
  const [row] = await tx.query<ExamRow>(START, [...keyOf(key), at]);
  return row && examFromRow(row);
}

/** Deletes exams before an id and waiting exams, except the newest passed exam. */
export function deleteOldExams(tx: Transaction, scope: LedgerScope, beforeId: string): void {
  tx.send(DELETE_OLD, [scope.merchantId, scope.environment, beforeId]);
}

export async function selectExam(
  database: Queryable,
  key: ExamKey,
): Promise<WebhookExam | undefined> {
  const [row] = await database.query<ExamRow>(SELECT, keyOf(key));
  return row && examFromRow(row);
}

/** The exams of a scope, newest first. */
export async function selectExams(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  limit: number,
): Promise<WebhookExam[]> {
  return (await database.query<ExamRow>(LIST, [merchantId, environment, limit])).map(examFromRow);
}

export async function hasPassedExam(database: Queryable, merchantId: string): Promise<boolean> {
  return (await database.query(HAS_PASSED, [merchantId])).length > 0;
}

/** Claims exams that are due, for this process until `until`. */
export async function claimExams(
  database: Database,
  { at, until, limit }: { readonly at: Date; readonly until: Date; readonly limit: number },
): Promise<ClaimedExam[]> {
  const rows = await database.query<ClaimedRow>(CLAIM, [at, until, limit]);
  return rows.map((row) => ({
    ...examFromRow(row),
    sealedSecret: row.sealed_secret,
    sample: { ...row.sample },
    runCount: Number(row.run_count),
    claim: row.due_at,
  }));
}

/** Stores the result of an exam, if this process still has the claim. */
export async function endExam(
  database: Queryable,
  exam: ClaimedExam,
  { status, report, at }: { status: 'passed' | 'failed'; report: ExamReport; at: Date },
): Promise<void> {
  const values = [...keyOf(exam), new Date(exam.claim), status, JSON.stringify(report), at];
  await database.query(END, values);
}

/** Makes an unfinished exam due again. */
export async function releaseExam(database: Queryable, exam: ClaimedExam, at: Date): Promise<void> {
  await database.query(GIVE_BACK, [...keyOf(exam), new Date(exam.claim), at]);
}

export interface ExamKey extends LedgerScope {
  readonly id: string;
}

function keyOf({ merchantId, environment, id }: ExamKey): unknown[] {
  return [merchantId, environment, id];
}

function examFromRow(row: ExamRow): WebhookExam {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    url: row.url,
    endpointId: row.endpoint_id,
    status: row.status,
    report: row.report,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
