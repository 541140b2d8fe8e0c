import { simulatedPayouts } from '#src/bank/simulated/simulated-payouts.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { createId } from '#src/ground/ids.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { type PixKeyType, parsePixKey } from '#src/ground/pix/pix-key.ts';
import { type Payout, payoutCreated } from './payout.ts';
import { NO_LIMITS } from './payout-limits.ts';
import { type PayoutPlan, type PlannedPayout, payoutOwners } from './payout-owner.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';

const RETRY_AFTER_SECONDS = 60;
/** What a payout has before its owners plan it. */
const UNLIMITED = {
  limits: NO_LIMITS,
  savedLimits: undefined,
  cause: null,
  waitsUntil: null,
};

/**
 * Plans payouts by the rules of their owners, such as limits. A request that is refused without a
 * look at balances and totals has its refusal instead.
 */
export async function planPayouts(
  tx: Transaction,
  requests: readonly PayoutRequest[],
  deps: PayoutDeps,
  now: number,
): Promise<readonly (PlannedPayout | Refusal)[]> {
  const payouts = requests.map((request) => payoutOf(request, deps, now));
  const valid = payouts.filter((payout) => !(payout instanceof Refusal));
  const rules = await Promise.all(
    payoutOwners().flatMap((owner) => owner.rules?.(tx, valid, now) ?? []),
  );
  return requests.map((request, index) => {
    const payout = payouts[index] ?? new Refusal('invalid_request');
    if (payout instanceof Refusal) return payout;
    let plan: PayoutPlan | Refusal = { ...UNLIMITED, request, payout };
    for (const addRule of rules) if (!(plan instanceof Refusal)) plan = addRule(plan);
    return plan instanceof Refusal ? plan : finished(plan);
  });
}

function finished(plan: PayoutPlan): PlannedPayout {
  const status = plan.cause === null ? 'pending' : 'awaiting_approval';
  const payout = { ...plan.payout, status } as const;
  return { ...plan, payout, body: JSON.stringify(payoutCreated(payout)) };
}

/** The refusal of a text that is no Pix key of its type. */
export function invalidPixKey(type: PixKeyType): Refusal {
  const message = fieldText(({ pixKeyForms }) => pixKeyForms[type]);
  return new Refusal('invalid_pix_key', { fields: [{ field: 'pix_key', message }] });
}

function payoutOf(request: PayoutRequest, { canSend }: PayoutDeps, now: number): Payout | Refusal {
  const { caller } = request;
  const checkDigits = caller.environment === 'live';
  const pixKey = parsePixKey(request.uncheckedPixKey, request.pixKeyType, { checkDigits });
  if (pixKey === undefined) return invalidPixKey(request.pixKeyType);
  if (caller.environment === 'live' && !canSend) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    return new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true });
  }
  if (caller.environment === 'test' && simulatedPayouts('test').refusesForBalance(pixKey)) {
    return new Refusal('insufficient_balance');
  }
  return {
    merchantId: caller.merchantId,
    environment: caller.environment,
    id: createId(now),
    externalId: request.externalId,
    status: 'pending',
    amount: request.amount,
    fee: caller.feePlan.payoutFee,
    pixKey,
    pixKeyType: request.pixKeyType,
    beneficiary: request.beneficiary,
    beneficiaryId: null,
    webhookUrl: request.webhookUrl,
    clientId: request.by ? null : caller.clientId,
    createdAt: now,
    paidAt: null,
    endToEndId: null,
    failure: null,
    returned: ZERO_CENTAVOS,
    isLate: false,
    heldFor: null,
    resolution: null,
  };
}
