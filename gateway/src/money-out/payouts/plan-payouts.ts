import { bankFor } from '#src/bank/choose-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { createId } from '#src/ground/ids.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { type PixKeyType, parsePixKey } from '#src/ground/pix/pix-key.ts';
import type { ApprovalCause } from './approval/payout-approval.ts';
import { selectSavedDestinations } from './beneficiaries/beneficiary-store.ts';
import type { SavedBeneficiary } from './beneficiaries/saved-beneficiary.ts';
import {
  nameOfDestination,
  nameOfScope,
  selectLimitSettings,
  selectPaidDestinations,
} from './limits/payout-limit-store.ts';
import { isAbove, limitsInForce, NO_LIMITS, type PayoutLimits } from './limits/payout-limits.ts';
import { type Payout, payoutCreated } from './payout.ts';
import type { PayoutDeps, PayoutRequest } from './payout-request.ts';

const RETRY_AFTER_SECONDS = 60;

export interface PlannedPayout {
  readonly request: PayoutRequest;
  readonly payout: Payout;
  readonly limits: PayoutLimits;
  /** The saved beneficiary of its key, if there is one. */
  readonly saved: SavedBeneficiary | undefined;
  /** Why it needs an approval; null when it needs none. */
  readonly cause: ApprovalCause | null;
  /** Until when a payout to a new destination waits; null when it doesn't. */
  readonly waitsUntil: number | null;
  /** The answer of its creation. */
  readonly body: string;
}

/**
 * Plans payouts by the limits of their merchants. A request that is refused without a look at
 * balances and totals has its refusal instead.
 */
export async function planPayouts(
  tx: Transaction,
  requests: readonly PayoutRequest[],
  deps: PayoutDeps,
  now: number,
): Promise<readonly (PlannedPayout | Refusal)[]> {
  const payouts = requests.map((request) => payoutOf(request, deps, now));
  const valid = payouts.filter((payout) => !(payout instanceof Refusal));
  const [settings, savedByKey] = await Promise.all([
    selectLimitSettings(tx, valid),
    selectSavedDestinations(tx, valid),
  ]);
  const plans = requests.map((request, index) => {
    const payout = payouts[index];
    if (!payout || payout instanceof Refusal) return payout ?? new Refusal('invalid_request');
    const ofScope = settings.get(nameOfScope(payout));
    const limits = ofScope ? limitsInForce(ofScope, now) : NO_LIMITS;
    const saved = savedByKey.get(nameOfDestination(payout));
    if (limits.isOnlyToSaved && !saved) return new Refusal('beneficiary_not_saved');
    return { request, payout: { ...payout, beneficiaryId: saved?.id ?? null }, limits, saved };
  });
  const careful = plans.flatMap((plan) =>
    'payout' in plan && hasRuleForNewDestinations(plan.limits) ? [plan.payout] : [],
  );
  const paid = careful.length > 0 ? await selectPaidDestinations(tx, careful) : new Set();
  return plans.map((plan) => {
    if (plan instanceof Refusal) return plan;
    const { limits } = plan;
    const isNew = !paid.has(nameOfDestination(plan.payout));
    const cause = causeOf(plan.payout, limits, isNew);
    const waitMs = isNew && cause === null ? limits.newDestinationWaitMinutes * MINUTE_MS : 0;
    const waitsUntil = waitMs > 0 ? now + waitMs : null;
    const status = cause === null ? 'pending' : 'awaiting_approval';
    const payout = { ...plan.payout, status } as const;
    return { ...plan, payout, cause, waitsUntil, body: JSON.stringify(payoutCreated(payout)) };
  });
}

/** True if the limits have a rule for new destinations. */
function hasRuleForNewDestinations(limits: PayoutLimits): boolean {
  return limits.newDestinationWaitMinutes > 0 || limits.newDestinationApprovalAbove !== null;
}

function causeOf(
  { amount }: Payout,
  { approvalAbove, newDestinationApprovalAbove }: PayoutLimits,
  isNew: boolean,
): ApprovalCause | null {
  if (isAbove(amount, approvalAbove)) return 'amount';
  return isNew && isAbove(amount, newDestinationApprovalAbove) ? 'new_destination' : null;
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
  if (caller.environment === 'test' && bankFor('test').refusesForBalance(pixKey)) {
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
