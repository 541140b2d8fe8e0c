import { reserveRefunds } from '#src/charges/refund-charges.ts';
import { recordCreation } from '#src/ground/audit/record-creation.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys, releaseKeys, type Verdict } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import { shareAnswers } from '#src/ground/idempotency/share-answers.ts';
import { createId } from '#src/ground/ids.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import {
  lockForRefunds,
  type ScopeOfCharge,
} from '#src/ledger/settlements/refund-waiting-parts.ts';
import { readPayouts } from '../payouts/read-payouts.ts';
import { decideRefund } from './decide-refund.ts';
import { lockRefundableCharges, type RefundableCharge } from './read-refundable-charges.ts';
import type { Refund } from './refund.ts';
import { readRefundAnswers, refundAnswer } from './refund-answers.ts';
import { claimRefundNames, nameAsKey, releaseRefundNames } from './refund-names.ts';
import type { RefundRequest, RefundToDecide } from './refund-request.ts';
import { insertRefunds } from './refund-store.ts';

const RETRY_AFTER_SECONDS = 60;

export interface RefundDeps extends DatabaseAndClock {
  /** How long after its creation the simulator ends a refund of the test environment. */
  readonly paymentDelaySeconds: number;
  /** Whether a bank is configured; without one live refunds are refused. */
  readonly canRefund: boolean;
}

/**
 * Accepts refunds in one transaction. The charges are locked, so the refunds of a charge never
 * exceed it. The accounts are locked too: the amount of each merchant leaves `available` at once.
 * Refuses `transaction_not_found`, `refund_not_possible`, `refund_too_late`,
 * `refund_exceeds_payment`, `payment_disputed`, `insufficient_balance`, `balance_limit_reached`,
 * `provider_unavailable` and what `claimKeys` and `claimRefundNames` refuse.
 */
export function createRefunds(
  deps: RefundDeps,
  requests: readonly RefundRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return shareAnswers(requests, {
    keyedOf: (request) => nameAsKey(request) ?? keyedRequestOf(request),
    run: (firsts) => createAll(deps, firsts),
    replayOf: ({ body }) => ({ body, isReplay: true }),
  });
}

async function createAll(
  deps: RefundDeps,
  requests: readonly RefundRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const asked = requests.map((request) => ({ id: createId(now), request }));
    const { wanted, verdicts: ofNames, claimed } = await claimRefundNames(tx, asked);
    const ofKeys = await claim(tx, wanted, { deps, now });
    const verdicts = wanted.map(({ id }, index) => ofNames.get(id) ?? ofKeys[index]);
    const fresh = wanted.filter((_, index) => verdicts[index]?.kind === 'create');
    const decisions = await decide(tx, fresh, now);
    store(tx, fresh, { decisions, deps, now });
    const isMade = (id: string) => decisions.has(id) && !(decisions.get(id) instanceof Refusal);
    releaseRefundNames(
      tx,
      claimed.filter(({ refundId }) => !isMade(refundId)),
    );
    return wanted.map(({ id }, index) => {
      const decision = decisions.get(id);
      const outcome = decision instanceof Refusal ? decision : decision && refundAnswer(decision);
      return creationResult(verdicts[index], outcome);
    });
  });
}

/** Claims keys before the decisions: the refundable amount is known when the charge is locked. */
function claim(
  tx: Transaction,
  wanted: readonly RefundToDecide[],
  { deps, now }: { deps: RefundDeps; now: number },
): Promise<readonly Verdict[]> {
  const requests = wanted.map(({ id, request }) => {
    const isPossible = request.caller.environment === 'test' || deps.canRefund;
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    const plan = isPossible
      ? { resourceId: id }
      : {
          refusal: new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true }),
        };
    return { keyed: keyedRequestOf(request), plan };
  });
  return claimKeys(tx, requests, { now, read: readRefundAnswers });
}

type Decisions = ReadonlyMap<string, Refund | Refusal>;

async function decide(
  tx: Transaction,
  wanted: readonly RefundToDecide[],
  now: number,
): Promise<Decisions> {
  if (wanted.length === 0) return new Map();
  const keys = wanted.map(({ request }) => chargeKeyOf(request));
  const refundableCharges = await lockRefundableCharges(tx, keys);
  const unknown = keys.filter(({ id }) => !refundableCharges.has(id));
  const payouts = unknown.length > 0 ? await readPayouts(tx, unknown) : [];
  const payoutIds = new Set(payouts.map(({ id }) => id));
  const scopes = [...refundableCharges.values()].flatMap(scopesOf);
  const { locked, waiting } = await lockForRefunds(tx, scopes);
  const decisions = new Map<string, Refund | Refusal>();
  for (const refund of wanted) {
    const { chargeId, caller } = refund.request;
    const refundable = refundableCharges.get(chargeId);
    const isOwn =
      refundable?.charge.merchantId === caller.merchantId &&
      refundable.charge.environment === caller.environment;
    const isPayout = payoutIds.has(chargeId);
    decisions.set(
      refund.id,
      isOwn
        ? decideRefund(refund, { refundable, locked, waiting, now })
        : new Refusal(isPayout ? 'refund_not_possible' : 'transaction_not_found'),
    );
  }
  locked.write(now);
  waiting.write();
  return decisions;
}

function scopesOf({ charge, isSandbox }: RefundableCharge): ScopeOfCharge[] {
  const { merchantId, environment, splits, paidAt, id: chargeId } = charge;
  if (paidAt === null) return [];
  const scope = { environment, chargeId, accounts: [accounts.available, accounts.reserved] };
  return [
    { ...scope, merchantId, isSandbox },
    ...splits.map(({ recipientId }) => ({ ...scope, merchantId: recipientId, isSandbox: false })),
  ];
}

function store(
  tx: Transaction,
  wanted: readonly RefundToDecide[],
  { decisions, deps, now }: { decisions: Decisions; deps: RefundDeps; now: number },
): void {
  const simulatedAt = new Date(now + deps.paymentDelaySeconds * SECOND_MS);
  const decided = wanted.map(({ id, request }) => {
    const keyed = keyedRequestOf(request);
    return { request, decision: decisions.get(id), key: keyed && { ...keyed, resourceId: id } };
  });
  const accepted = decided.flatMap(({ request, decision }) =>
    decision && !(decision instanceof Refusal) ? [{ request, refund: decision }] : [],
  );
  insertRefunds(
    tx,
    accepted.map(({ refund }) => ({
      refund,
      dueAt: refund.environment === 'live' ? new Date(now) : simulatedAt,
    })),
  );
  reserveRefunds(
    tx,
    accepted.map(({ refund }) => ({ ...refund, id: refund.chargeId })),
  );
  for (const { request, refund } of accepted) recordRefund(tx, request, refund);
  releaseKeys(
    tx,
    decided.flatMap(({ key, decision }) => (key && decision instanceof Refusal ? [key] : [])),
  );
}

/** Records the person who requested a refund in the panel, as a change of its charge. */
function recordRefund(tx: Transaction, { by }: RefundRequest, refund: Refund): void {
  const { id, chargeId } = refund;
  const change = { action: 'refund.created' as const, details: { refund: id } };
  if (by) recordCreation(tx, by, { ...refund, id: chargeId }, change);
}

function chargeKeyOf({ caller, chargeId }: RefundRequest) {
  return { merchantId: caller.merchantId, environment: caller.environment, id: chargeId };
}
