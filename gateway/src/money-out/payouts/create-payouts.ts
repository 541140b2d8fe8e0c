import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { payoutCreated } from './payout.ts';
import { selectCreatedPayouts } from './payout-read-store.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';
import { planPayouts } from './plan-payouts.ts';
import { reservePayouts } from './reserve-payouts.ts';

/** Reads the answers of payouts' creations, also when the payouts have changed since. */
const readPayoutAnswers: AnswerReader = async (database, resources) => {
  const payouts = await selectCreatedPayouts(database, { keys: resources });
  return new Map(payouts.map((payout) => [payout.id, JSON.stringify(payoutCreated(payout))]));
};

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
    const refused = await reservePayouts(tx, wanted, deps, now);
    return plans.map((plan, index) => {
      const outcome = plan instanceof Refusal ? plan : (refused.get(plan) ?? plan.body);
      return creationResult(verdicts[index], outcome);
    });
  });
}
