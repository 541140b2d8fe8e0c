import { bankFor } from '#src/bank/choose-bank.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys, expectingNewKeys } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { Charge } from './charge.ts';
import { chargeAnswer, readChargeAnswers } from './charge-answers.ts';
import { chargeOwners, claimForCharges, ownedByRequest } from './charge-owner.ts';
import { type ChargeRequest, type PlannedCharge, planCharges } from './plan-charges.ts';
import { recordChargeCreation, rowsOf, storeCharges } from './store-charges.ts';

export interface ChargeDeps extends DatabaseAndClock {
  /** How long after its creation the simulator pays a charge of the sandbox. */
  readonly paymentDelaySeconds: number;
}

/**
 * Creates charges of the test environment in one transaction. Each request has its own result;
 * a refused one doesn't roll back the others. Refuses what `planCharges`, `claimKeys` and
 * `claimForCharges` refuse.
 */
export function createCharges(
  deps: ChargeDeps,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return createUnderKeys(requests, (firsts) =>
    expectingNewKeys(firsts.map(keyedRequestOf), (areNew) => createAll(deps, firsts, areNew)),
  );
}

async function createAll(
  { database, clock, paymentDelaySeconds }: ChargeDeps,
  requests: readonly ChargeRequest[],
  areNew: boolean,
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    planOnce(tx);
    const planned = await planCharges(tx, requests, now);
    const plans = planned.map((plan, index) =>
      plan instanceof Refusal ? plan : withCode(plan, requests[index]),
    );
    const verdicts = await claimKeys(
      tx,
      requests.map((request, index) => ({
        keyed: keyedRequestOf(request),
        plan: planOf(plans[index]),
      })),
      { now, read: readChargeAnswers, areNew },
    );
    const accepted = plans.flatMap((plan, index) => {
      const request = requests[index];
      const isCreated = verdicts[index]?.kind === 'create';
      return isCreated && request && plan && !(plan instanceof Refusal)
        ? [{ id: plan.id, charge: plan, request }]
        : [];
    });
    const refusals = await claimForCharges(tx, accepted, now);
    const created = accepted.filter(({ id }) => !refusals.has(id));
    storeCharges(
      tx,
      created.map(({ charge, request: { caller } }) => ({
        rows: rowsOf(charge, { isSandbox: caller.isSandbox, paymentDelaySeconds }),
        code: charge.qrcode,
      })),
    );
    const finished = created.map(({ charge: { id, qrcode, due }, request }) => ({
      ...ownedByRequest({ id, request }),
      qrcode,
      hasDueDate: due !== null,
    }));
    for (const owner of chargeOwners()) owner.finished?.(tx, finished);
    for (const { charge, request } of created) recordChargeCreation(tx, request.by, charge);
    return verdicts.map((verdict, index) => {
      const plan = plans[index];
      const isCharge = plan !== undefined && !(plan instanceof Refusal);
      const outcome = isCharge ? (refusals.get(plan.id) ?? chargeAnswer(plan)) : plan;
      return creationResult(verdict, outcome);
    });
  });
}

function withCode(plan: PlannedCharge, request: ChargeRequest | undefined): Charge {
  if (!request) throw new Error('a plan has no request');
  const { name: merchantName, city: merchantCity, environment } = request.caller;
  const { id, amount, due } = plan;
  const order = {
    id,
    amount,
    hasDueDate: due !== null,
    merchantName,
    merchantCity,
    location: request.standard?.location?.url,
  };
  return { ...plan, qrcode: bankFor(environment).registerCharge(order) };
}

function planOf(plan: Charge | Refusal | undefined) {
  if (plan === undefined) throw new Error('a request has no plan');
  if (plan instanceof Refusal) return { refusal: plan };
  return { resourceId: plan.id };
}
