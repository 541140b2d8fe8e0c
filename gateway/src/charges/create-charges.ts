import { bankFor } from '#src/banking/choose-bank.ts';
import { claimKeys, type Verdict } from '#src/idempotency/claim-keys.ts';
import { shareAnswers } from '#src/idempotency/share-answers.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import type { Charge } from './charge.ts';
import { chargeCreated } from './charge-view.ts';
import { type ChargeRequest, keyedOf, type PlannedCharge, planCharges } from './plan-charges.ts';
import { recordByHand, rowsOf, storeCharges } from './store-charges.ts';

export interface ChargeDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** How long after its creation the simulator pays a charge of the sandbox. */
  readonly paymentDelaySeconds: number;
}

/** The JSON of the answer, and whether it was given before. */
export interface CreatedResource {
  readonly body: string;
  readonly isReplay: boolean;
}

/**
 * Creates many charges of the test environment in one transaction. Each has its own result; none
 * rolls back another.
 */
export function createCharges(
  deps: ChargeDeps,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return shareAnswers(requests, {
    keyedOf,
    run: (firsts) => createAll(deps, firsts),
    replayOf: ({ body }) => ({ body, isReplay: true }),
  });
}

interface CodedCharge {
  readonly charge: Charge;
  readonly body: string;
}

async function createAll(
  { database, clock, paymentDelaySeconds }: ChargeDeps,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const planned = await planCharges(tx, requests, now);
    const plans = planned.map((plan, index) =>
      plan instanceof Refusal ? plan : withCode(plan, requests[index]),
    );
    const verdicts = await claimKeys(
      tx,
      requests.map((request, index) => ({ keyed: keyedOf(request), plan: planOf(plans[index]) })),
      now,
    );
    const created = plans.flatMap((plan, index) => {
      const request = requests[index];
      const isCreated = verdicts[index]?.kind === 'create';
      return isCreated && request && !(plan instanceof Refusal)
        ? [{ charge: plan.charge, request }]
        : [];
    });
    storeCharges(
      tx,
      created.map(({ charge, request: { caller } }) => ({
        rows: rowsOf(charge, { isSandbox: caller.isSandbox, paymentDelaySeconds }),
        code: charge.qrcode,
      })),
    );
    recordByHand(tx, created);
    return verdicts.map((verdict, index) => resultOf(verdict, plans[index]));
  });
}

function withCode(plan: PlannedCharge, request: ChargeRequest | undefined): CodedCharge {
  if (!request) throw new Error('a plan has no request');
  const { name: merchantName, city: merchantCity, environment } = request.caller;
  const { id, amount } = plan;
  const order = { id, amount, merchantName, merchantCity };
  const charge = { ...plan, qrcode: bankFor(environment).registerCharge(order) };
  return { charge, body: JSON.stringify(chargeCreated(charge)) };
}

function planOf(plan: CodedCharge | Refusal | undefined) {
  if (plan === undefined) throw new Error('a request has no plan');
  if (plan instanceof Refusal) return { refusal: plan };
  return { resourceId: plan.charge.id, responseBody: plan.body };
}

function resultOf(
  verdict: Verdict,
  plan: CodedCharge | Refusal | undefined,
): BatchResult<CreatedResource> {
  if (verdict.kind === 'replay') return { value: { body: verdict.body, isReplay: true } };
  if (verdict.kind === 'refuse') return { error: verdict.refusal };
  if (plan === undefined || plan instanceof Refusal) throw new Error('nothing was planned');
  return { value: { body: plan.body, isReplay: false } };
}
