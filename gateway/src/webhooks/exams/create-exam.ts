import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Database, Queryable, Transaction } from '#src/ground/database/database.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId, firstIdAt, isId } from '#src/ground/ids.ts';
import { selectEndpointsOf } from '../endpoints/endpoint-store.ts';
import { type EndpointDeps, readTargetUrl } from '../endpoints/manage-endpoints.ts';
import { createSecret } from '../webhook-secret.ts';
import {
  countPassedExams,
  deleteOldExams,
  insertExam,
  selectExam,
  selectExams,
  startWaitingExam,
} from './exam-store.ts';
import type { WebhookExam } from './webhook-exam.ts';

const AMOUNT = 9_990;
const FEE = 197;
const KEPT_MS = 90 * DAY_MS;
const LISTED_MAX = 20;

export interface ExamDeps extends EndpointDeps {
  /** Counts an exam of an address; refuses `rate_limited`. */
  readonly countExam: (exam: ExamToCount) => Promise<void>;
  /** A charge as the API shows it; undefined for an unknown one. */
  readonly readCharge: (
    key: LedgerScope & { readonly id: string },
  ) => Promise<Readonly<Record<string, unknown>> | undefined>;
}

export interface ExamToCount {
  readonly merchantId: string;
  /** The network address of the request. */
  readonly address: string;
  /** The host that is examined. */
  readonly host: string;
}

/** An exam to create. Its events are about the charge, or about a sample charge. */
export interface ExamRequested extends LedgerScope {
  readonly url: string;
  /** The webhook with this address; without it, a webhook of the merchant with this address. */
  readonly endpointId?: string;
  readonly chargeId: string | undefined;
  readonly address: string;
}

/**
 * Creates an exam of the program behind an address. For the address of a webhook of the merchant
 * the exam begins at once, with the webhook's secret. Otherwise it gets a new secret, which is
 * returned, and waits until it is started. Refuses `webhook_exam_only_in_test`,
 * `webhook_url_invalid`, `transaction_not_found`, `webhook_exam_running` and `rate_limited`.
 */
export async function createExam(
  deps: ExamDeps,
  requested: ExamRequested,
  by: Actor,
): Promise<{ readonly exam: WebhookExam; readonly secret: string | undefined }> {
  const { merchantId, environment, address } = requested;
  refuseLive(requested);
  const url = readTargetUrl(deps, requested.url);
  const sample = await sampleOf(deps, requested);
  await deps.countExam({ merchantId, address, host: new URL(url).host });
  const endpointId = requested.endpointId ?? (await findEndpointAt(deps, requested, url));
  const now = deps.clock.now();
  const id = createId(now);
  const secret = endpointId === null ? createSecret() : undefined;
  const sealedSecret = secret === undefined ? null : deps.secretBox.seal(secret, id);
  const created = { merchantId, environment, id, url, endpointId, sealedSecret, sample };
  const exam = await deps.database.transaction(async (tx) => {
    deleteOldExams(tx, { merchantId, environment, beforeId: firstIdAt(now - KEPT_MS) });
    const inserted = await insertExam(tx, { ...created, createdAt: now });
    if (!inserted) throw new Refusal('webhook_exam_running');
    const details = { environment, url };
    const change = { action: 'webhook.examined' as const, merchantId, subject: id, details };
    recordChange(tx, by, change, now);
    return inserted;
  });
  return { exam, secret };
}

/**
 * Starts a waiting exam; an exam that was started before is not changed. Refuses
 * `webhook_exam_not_found`, and `webhook_exam_running` while another exam is under way.
 */
export function startExam(
  { database, clock }: Pick<ExamDeps, 'database' | 'clock'>,
  { id, ...scope }: LedgerScope & { readonly id: string },
): Promise<WebhookExam> {
  return database.transaction(async (tx) => {
    const exam = await readExam(tx, { ...scope, id });
    if (exam.status !== 'awaiting_start') return exam;
    const started = await startWaitingExam(tx, { ...exam, dueAt: clock.now() });
    if (!started) throw new Refusal('webhook_exam_running');
    return started;
  });
}

/** Reads an exam. Refuses `webhook_exam_not_found`. */
export async function readExam(
  database: Queryable,
  key: LedgerScope & { readonly id: string },
): Promise<WebhookExam> {
  const exam = isId(key.id) ? await selectExam(database, key) : undefined;
  if (!exam) throw new Refusal('webhook_exam_not_found');
  return exam;
}

/** The exams of a scope, newest first, up to 20. */
export function listExams(database: Database, scope: LedgerScope): Promise<WebhookExam[]> {
  return selectExams(database, { ...scope, limit: LISTED_MAX });
}

/** The check of new live key pairs; undefined unless `REQUIRE_WEBHOOK_EXAM` is set. */
export function liveKeyCheck({ isWebhookExamRequired }: { isWebhookExamRequired: boolean }) {
  return isWebhookExamRequired ? requirePassedExam : undefined;
}

/** Refuses `webhook_exam_required` for a merchant that has not passed an exam. */
async function requirePassedExam(tx: Transaction, merchantId: string): Promise<void> {
  const count = await countPassedExams(tx, { merchantId });
  if (count === 0) throw new Refusal('webhook_exam_required');
}

async function findEndpointAt(
  { database }: ExamDeps,
  scope: LedgerScope,
  url: string,
): Promise<string | null> {
  const endpoints = await selectEndpointsOf(database, scope);
  return endpoints.find((endpoint) => endpoint.url === url)?.id ?? null;
}

/** Refuses live exams: a live webhook must not get events of payments that were not made. */
function refuseLive({ environment }: LedgerScope): void {
  if (environment === 'live') throw new Refusal('webhook_exam_only_in_test');
}

async function sampleOf(
  { clock, readCharge }: ExamDeps,
  { chargeId: id, merchantId, environment }: ExamRequested,
): Promise<object> {
  if (id === undefined) return sampleCharge(clock.now());
  const charge = isId(id) ? await readCharge({ merchantId, environment, id }) : undefined;
  if (charge?.type !== 'charge') throw new Refusal('transaction_not_found');
  return charge;
}

/** A sample charge, as the API shows charges, for an exam without a charge of the merchant. */
function sampleCharge(now: number): Readonly<Record<string, unknown>> {
  const id = createId(now);
  return {
    type: 'charge',
    internal_id: id,
    external_id: 'exame-de-webhook',
    status: 'pending',
    amount: AMOUNT,
    fee_amount: FEE,
    net_amount: AMOUNT - FEE,
    qrcode: '00020101021226exame-de-webhook',
    qr_image_url: `/v1/pix/qrcode/${id}/image`,
    expires_at: isoTime(now + DAY_MS),
    created_at: isoTime(now - MINUTE_MS),
    payment_url: `/pagar/${id}`,
    public_qr_image_url: `/pagar/${id}/qr.png`,
    paid_at: null,
    end_to_end_id: null,
    client_id: null,
    payer: { name: 'Maria Silva', document: '12345678909', email: null },
    utm: null,
    split: [],
  };
}
