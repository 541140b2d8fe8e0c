import { recordCreation } from '#src/audit/record-creation.ts';
import { bankFor } from '#src/banking/choose-bank.ts';
import { claimKeys, releaseKeys } from '#src/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/idempotency/create-under-keys.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { type LockedAccounts, lockForPosting } from '#src/ledger/post.ts';
import { payoutReserved } from '#src/ledger/posting.ts';
import { centavos } from '#src/money/centavos.ts';
import type { Transaction } from '#src/platform/database/database.ts';
import { SECOND_MS } from '#src/platform/durations.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { awaitApproval } from './approval/await-approval.ts';
import { selectExternalIds } from './external-id-store.ts';
import { openTotals, type PayoutTotals } from './limits/count-payouts.ts';
import { insertPayouts } from './new-payout-store.ts';
import { readPayoutAnswers } from './payout-answers.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';
import { type PlannedPayout, planPayouts } from './plan-payouts.ts';

/**
 * Accepts payouts in one transaction. The amount and the fee leave `available` at once; the
 * accounts are locked, so two payouts never spend the same centavo. Refuses `invalid_pix_key`,
 * `provider_unavailable`, `external_id_reused`, `payout_limit_exceeded`, `insufficient_balance`,
 * `balance_limit_reached` and what `claimKeys` refuses.
 */
export function createPayouts(
  deps: PayoutDeps,
  requests: readonly PayoutRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return createUnderKeys(requests, (firsts) => createAll(deps, firsts));
}

async function createAll(
  deps: PayoutDeps,
  requests: readonly PayoutRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const plans = await planPayouts(tx, requests, deps, now);
    const claims = plans.map((plan, index) => {
      const request = requests[index];
      const keyed = request && keyedRequestOf(request);
      return plan instanceof Refusal
        ? { keyed, plan: { refusal: plan } }
        : { keyed, plan: { resourceId: plan.payout.id } };
    });
    const verdicts = await claimKeys(tx, claims, { now, read: readPayoutAnswers });
    const wanted = plans.flatMap((plan, index) =>
      verdicts[index]?.kind === 'create' && !(plan instanceof Refusal) ? [plan] : [],
    );
    const refused = await reserve(tx, wanted, deps, now);
    return plans.map((plan, index) => {
      const outcome = plan instanceof Refusal ? plan : (refused.get(plan) ?? plan.body);
      return creationResult(verdicts[index], outcome);
    });
  });
}

/** Reserves and inserts the payouts that the balances allow; returns the refusals of the others. */
async function reserve(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
  deps: PayoutDeps,
  now: number,
): Promise<ReadonlyMap<PlannedPayout, Refusal>> {
  if (wanted.length === 0) return new Map();
  const locked = await lockForPosting(
    tx,
    wanted.map(({ request: { caller } }) => ({
      merchantId: caller.merchantId,
      environment: caller.environment,
      isSandbox: caller.isSandbox,
      accounts: [accounts.available, accounts.reserved],
    })),
  );
  const totals = await openTotals(tx, wanted);
  const refused = await refuseUnaffordable(tx, wanted, { locked, totals });
  const accepted = wanted.filter((plan) => !refused.has(plan));
  locked.write(now);
  totals.write();
  insertPayouts(
    tx,
    accepted.map(({ payout, limits, waitsUntil }) => {
      const isLive = payout.environment === 'live';
      const delayMs = isLive ? 0 : deps.paymentDelaySeconds * SECOND_MS;
      const answersAt = isLive ? now : bankFor(payout.environment).answersAt(payout);
      const dueAt = new Date(Math.max(now + delayMs, answersAt, waitsUntil ?? 0));
      return { payout, dueAt, limit: limits.perPayout, waitsUntil };
    }),
  );
  await awaitApproval(
    tx,
    accepted.flatMap(({ request, payout, cause }) =>
      cause === null ? [] : [{ payout, cause, createdBy: request.by?.id ?? null }],
    ),
    now,
  );
  for (const { request, payout } of accepted) {
    recordCreation(tx, request.by, payout, { action: 'payout.created' });
  }
  releaseKeys(
    tx,
    [...refused.keys()].flatMap(({ request, payout }) => {
      const keyed = keyedRequestOf(request);
      return keyed ? [{ ...keyed, resourceId: payout.id }] : [];
    }),
  );
  return refused;
}

// The accounts are locked against every other payout of the ledger scope, so the external ids and
// totals and balances that are read here are still true when the transaction commits.
async function refuseUnaffordable(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
  { locked, totals }: { locked: LockedAccounts; totals: PayoutTotals },
): Promise<Map<PlannedPayout, Refusal>> {
  const named = wanted.filter(({ payout }) => payout.externalId !== null);
  const taken =
    named.length > 0
      ? await selectExternalIds(
          tx,
          named.map((plan) => plan.payout),
        )
      : [];
  const names = new Set(
    taken.map((row) => `${row.merchant_id} ${row.environment} ${row.external_id}`),
  );
  const refused = new Map<PlannedPayout, Refusal>();
  for (const plan of wanted) {
    const { merchantId, environment, id, externalId, amount, fee } = plan.payout;
    const name = `${merchantId} ${environment} ${externalId}`;
    if (externalId !== null && names.has(name)) {
      refused.set(plan, new Refusal('external_id_reused'));
      continue;
    }
    const refusal = totals.refusalOf(plan.payout, plan.limits);
    if (refusal) {
      refused.set(plan, refusal);
      continue;
    }
    const subject = { merchantId, environment, referenceId: id };
    if (!locked.add(payoutReserved(subject, centavos(amount + fee)))) {
      refused.set(plan, new Refusal('insufficient_balance'));
      continue;
    }
    totals.count(plan.payout, plan.limits);
    if (externalId !== null) names.add(name);
  }
  return refused;
}
