import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Verdict } from '#src/ground/idempotency/claim-keys.ts';
import type { KeyedRequest } from '#src/ground/idempotency/idempotency-key.ts';
import { digestRequest } from '#src/ground/idempotency/request-digest.ts';
import { readRefundAnswers } from './refund-answers.ts';
import {
  deleteRefundNames,
  insertRefundNames,
  lockRefundNames,
  type NamedRefund,
  type PaymentKey,
  selectRefundNames,
} from './refund-name-store.ts';
import type { RefundRequest, RefundToDecide } from './refund-request.ts';

const OPERATION = 'PUT /pix/v2/pix/devolucao';
const RETRY_AFTER_SECONDS = 1;

/** The names of requests, checked and claimed. */
export interface ClaimedNames {
  /** All requests, each with the id that its refund gets. */
  readonly wanted: readonly RefundToDecide[];
  /** The verdicts about requests whose name is used, by the id of the request's refund. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The names that no refund has: this transaction makes their refunds, or releases them. */
  readonly claimed: readonly NamedRefund[];
}

/**
 * Claims the names of refunds in the transaction that makes them. A name that a refund has answers
 * it for ever, by no other rule. Other transactions with the name wait until this one has ended.
 * The verdicts refuse `idempotency_key_reused` for another amount, and `idempotency_in_progress`
 * for a name that was released a moment ago.
 */
export async function claimRefundNames(
  tx: Transaction,
  requests: readonly RefundToDecide[],
): Promise<ClaimedNames> {
  const asked = requests.flatMap(namesOf);
  if (asked.length === 0) return { wanted: requests, verdicts: new Map(), claimed: [] };
  const claimed = await insertRefundNames(tx, asked);
  const taken = asked.filter(({ refundId }) => !claimed.has(refundId));
  const used = taken.length > 0 ? await lockRefundNames(tx, taken) : [];
  const refunds = used.map(({ refundId: id, ...scope }) => ({ ...scope, id }));
  const answers = await readRefundAnswers(tx, refunds);
  const usedByName = new Map(used.map((named) => [textOf(named), named]));
  const verdicts = new Map<string, Verdict>();
  const mine = asked.filter(({ refundId }) => claimed.has(refundId));
  const wanted = requests.map((own): RefundToDecide => {
    const [named] = namesOf(own);
    if (!named || claimed.has(own.id)) return own;
    const first = usedByName.get(textOf(named));
    const verdict = verdictOf(named, first, answers);
    if (verdict.kind !== 'create') verdicts.set(own.id, verdict);
    if (!first || verdict.kind !== 'create') return own;
    mine.push(first);
    return { ...own, id: first.refundId };
  });
  return { wanted, verdicts, claimed: mine };
}

function verdictOf(
  { requested }: NamedRefund,
  first: NamedRefund | undefined,
  answers: ReadonlyMap<string, string>,
): Verdict {
  if (!first) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    return {
      kind: 'refuse',
      refusal: new Refusal('idempotency_in_progress', { retryAfterSeconds }),
    };
  }
  if (first.requested !== requested) {
    return { kind: 'refuse', refusal: new Refusal('idempotency_key_reused', {}) };
  }
  const body = answers.get(first.refundId);
  // Versions up to 0.3.0 committed a name before its refund, and may have crashed in between.
  return body === undefined ? { kind: 'create' } : { kind: 'replay', body };
}

/** Releases claimed names of refunds that this transaction has refused. */
export function releaseRefundNames(tx: Transaction, names: readonly NamedRefund[]): void {
  if (names.length > 0) deleteRefundNames(tx, names);
}

/** The names of the refunds of payments, in no order. */
export async function readRefundNames(
  database: Queryable,
  payments: readonly PaymentKey[],
): Promise<NamedRefund[]> {
  return payments.length === 0 ? [] : selectRefundNames(database, { payments });
}

/** The name of a request as a key, by which a batch runs equal requests once. */
export function nameAsKey({ caller, amount, name }: RefundRequest): KeyedRequest | undefined {
  if (!name) return undefined;
  const { merchantId, environment } = caller;
  const content = { amount: String(amount) };
  return {
    merchantId,
    environment,
    key: `devolucao ${name.endToEndId} ${name.name}`,
    requestDigest: digestRequest(OPERATION, content, []),
    fields: [],
  };
}

function namesOf({ id, request: { caller, amount, name } }: RefundToDecide): NamedRefund[] {
  if (!name || amount === undefined) return [];
  const { merchantId, environment } = caller;
  const scope = { merchantId, environment, ...name };
  return [{ ...scope, refundId: id, nature: 'ORIGINAL', requested: amount }];
}

function textOf({ merchantId, environment, endToEndId, name }: NamedRefund): string {
  return `${merchantId} ${environment} ${endToEndId} ${name}`;
}
