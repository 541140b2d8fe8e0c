import { findMerchantsById } from '#src/accounts/merchants/find-merchant.ts';
import { callRefusal } from '#src/accounts/merchants/merchant.ts';
import { type ChargeRequest, type PlannedCharge, planCharges } from '#src/charges/plan-charges.ts';
import type { RequestedTxid } from '#src/charges/standard-charge.ts';
import { type Caller, callerWithoutKey } from '#src/ground/access/merchant.ts';
import { NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { cycleDay, cycleIndexOf, dueDayOf } from './cycle-days.ts';
import { lastAttemptDay } from './cycle-windows.ts';
import type { PlannedCycle } from './plan-cycles.ts';
import type { Subscription, SubscriptionTerms } from './subscription.ts';

/** A cycle that needs a charge. */
export interface CycleToCharge {
  readonly subscription: Subscription;
  readonly cycle: PlannedCycle;
  /** The txid that the merchant gives its charge. */
  readonly standard?: RequestedTxid | undefined;
}

/** The terms of which the charge of a cycle is made. */
type ChargedTerms = Pick<
  SubscriptionTerms,
  'id' | 'firstDueOn' | 'interval' | 'payer' | 'description' | 'reference' | 'retries' | 'split'
>;

/**
 * Plans the charges of cycles, or why a cycle gets none: `account_suspended`,
 * `account_not_approved` or what `planCharges` refuses.
 */
export async function planCycleCharges(
  tx: Transaction,
  cycles: readonly CycleToCharge[],
  now: number,
): Promise<readonly (PlannedCharge | Refusal)[]> {
  if (cycles.length === 0) return [];
  const ids = [...new Set(cycles.map(({ subscription }) => subscription.merchantId))];
  const merchants = await findMerchantsById(tx, ids);
  const requests = cycles.map(({ subscription, cycle, standard }) => {
    const { merchantId, environment, clientId } = subscription;
    const merchant = merchants.get(merchantId);
    if (!merchant) throw new Error(`the subscription of an unknown merchant ${merchantId}`);
    const code = callRefusal(merchant.status);
    if (code) return new Refusal(code);
    const caller = callerWithoutKey(merchant, { environment, clientId });
    const request = cycleRequest(caller, subscription, cycle);
    return standard ? { ...request, externalId: standard.txid, standard } : request;
  });
  const isWanted = (request: ChargeRequest | Refusal): request is ChargeRequest =>
    !(request instanceof Refusal);
  const wanted = requests.filter(isWanted);
  const plans = (await planCharges(tx, wanted, now)).values();
  return requests.map((request) => {
    if (request instanceof Refusal) return request;
    const plan = plans.next().value;
    if (!plan) throw new Error('a charge has no plan');
    return plan;
  });
}

/** The request for the charge of a cycle. It has no code, and ends after the last attempt. */
export function cycleRequest(
  caller: Caller,
  terms: ChargedTerms,
  { day, dueOn, amount }: PlannedCycle,
): ChargeRequest {
  const nextDueOn = dueDayOf(cycleDay(terms, cycleIndexOf(terms, day) + 1));
  const last = lastAttemptDay({ dueOn, nextDueOn }, terms.retries !== 'none');
  const rules = {
    due_date: dueOn,
    days_after_due: (Date.parse(last) - Date.parse(dueOn)) / DAY_MS,
  };
  return {
    ...commonRequest(caller, terms),
    amount,
    externalId: `${terms.reference}-${dueOn.replaceAll('-', '')}`,
    expiresInSeconds: 0,
    due: {
      rules,
      address: null,
      local: NO_LOCAL_HOLIDAYS,
      cycle: { subscription: terms.id, day },
    },
  };
}

/** The common fields of all charges of a subscription. */
export function commonRequest(caller: Caller, { payer, description, split }: ChargedTerms) {
  return {
    caller,
    idempotency: undefined,
    description: description || null,
    split,
    payer,
    webhookUrl: null,
    utm: null,
  };
}
