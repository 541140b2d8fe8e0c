import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { REFUND_WINDOW_DAYS } from '#src/ground/pix/refund-window.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import type { LockedAccounts } from '#src/ledger/post.ts';
import { refundReserved } from '#src/ledger/posting.ts';
import type { WaitingMoney } from '#src/ledger/settlements/refund-waiting-parts.ts';
import { leftOf, type RefundableCharge } from './read-refundable-charges.ts';
import type { Refund, RefundAllocation } from './refund.ts';
import { allocateRefund } from './refund-allocations.ts';
import type { RefundRequest, RefundToDecide } from './refund-request.ts';

const REFUND_WINDOW_MS = REFUND_WINDOW_DAYS * DAY_MS;
const RECIPIENT_WITHOUT_BALANCE = fieldText((texts) => texts.recipientWithoutBalance);
const ORIGIN_WITHOUT_BALANCE = fieldText((texts) => texts.originWithoutBalance);

/**
 * Decides about one refund of a locked charge, and reserves the amount of each merchant that takes
 * part: first the money of the charge that waits for its settlement, then `available`. The accounts
 * must be locked. An accepted refund is added to `refundable`, for the next refund of the same
 * charge. Returns a refusal: `refund_not_possible`, `refund_too_late`,
 * `refund_exceeds_payment`, `payment_disputed` or `insufficient_balance`. Throws when a checked
 * balance can't be reserved: a bug.
 */
export function decideRefund(
  { id, request }: RefundToDecide,
  {
    refundable,
    locked,
    waiting,
    now,
  }: {
    refundable: RefundableCharge;
    locked: LockedAccounts;
    waiting: WaitingMoney;
    now: number;
  },
): Refund | Refusal {
  const { charge } = refundable;
  if (charge.paidAt === null || charge.endToEndId === null) {
    return new Refusal('refund_not_possible');
  }
  if (now > charge.paidAt + REFUND_WINDOW_MS) return new Refusal('refund_too_late');
  const left = leftOf(refundable);
  const amount = request.amount ?? left;
  if (amount > left || left === 0n) return tooMuch(refundable, amount);
  const allocations = allocationsOf(refundable, request, amount);
  const originAmount = centavos(amount - sumCentavos(allocations.map((part) => part.amount)));
  const money = { locked, waiting };
  const refusal = refuseUnaffordable(refundable, { originAmount, allocations }, money);
  if (refusal) return refusal;
  const refund: Refund = {
    merchantId: charge.merchantId,
    environment: charge.environment,
    id,
    chargeId: charge.id,
    status: 'pending',
    amount,
    originAmount,
    allocations,
    merchantAbsorbs: request.merchantAbsorbs,
    reason: request.reason,
    clientId: request.by ? null : request.caller.clientId,
    endToEndId: charge.endToEndId,
    createdAt: now,
    doneAt: null,
    returnId: null,
    failure: null,
    isHeld: false,
    resolution: null,
  };
  for (const { merchantId, amount: part } of bearersOf(refund)) {
    const subject = { merchantId, environment: refund.environment, referenceId: id };
    const taken = waiting.take(subject, { chargeId: charge.id, refundId: id, amount: part });
    if (!locked.add(refundReserved(subject, part, taken)))
      throw new Error(`${id} was not reserved`);
  }
  advance(refundable, refund);
  return refund;
}

/** The refusal of an amount above the rest: `payment_disputed` if only disputes prevent it. */
function tooMuch(refundable: RefundableCharge, amount: Centavos): Refusal {
  const { disputed } = refundable;
  const isDisputed = disputed > 0n && amount <= leftOf(refundable) + disputed;
  if (isDisputed) return new Refusal('payment_disputed');
  const left = leftOf(refundable);
  const message = fieldText((texts) => texts.leftToRefund(brazilianMoney(left)));
  const fields = [{ field: 'amount', message, left: Number(left) }];
  return new Refusal('refund_exceeds_payment', { fields });
}

/** The merchants that pay for a refund, and the amount of each; amounts of zero are omitted. */
export function bearersOf(refund: Refund): { merchantId: string; amount: Centavos }[] {
  const { merchantId, originAmount, allocations } = refund;
  return [
    { merchantId, amount: originAmount },
    ...allocations.map(({ recipientId, amount }) => ({ merchantId: recipientId, amount })),
  ].filter(({ amount }) => amount > 0n);
}

function allocationsOf(
  { charge, divided, returned }: RefundableCharge,
  { merchantAbsorbs }: RefundRequest,
  amount: Centavos,
): RefundAllocation[] {
  if (merchantAbsorbs) return [];
  const allocations = allocateRefund({
    payment: charge.amount,
    refundedBefore: divided,
    amount,
    shares: charge.splits.map(({ recipientId, amount: share }) => ({
      share,
      returned: returned.get(recipientId) ?? centavos(0n),
    })),
  });
  return charge.splits
    .map(({ recipientId, username }, index) => ({
      recipientId,
      username,
      amount: allocations[index] ?? centavos(0n),
    }))
    .filter((part) => part.amount > 0n);
}

/** Checks all balances before anything is reserved: a refund is reserved whole or not at all. */
function refuseUnaffordable(
  { charge, isSandbox }: RefundableCharge,
  { originAmount, allocations }: Pick<Refund, 'originAmount' | 'allocations'>,
  { locked, waiting }: { locked: LockedAccounts; waiting: WaitingMoney },
): Refusal | undefined {
  const { environment } = charge;
  const has = (merchantId: string): bigint => {
    const scope = { merchantId, environment };
    return locked.balance(scope, accounts.available) + waiting.of(scope, charge.id);
  };
  if (allocations.some(({ recipientId, amount }) => has(recipientId) < amount)) {
    return new Refusal('insufficient_balance', { reason: RECIPIENT_WITHOUT_BALANCE });
  }
  if (!isSandbox && has(charge.merchantId) < originAmount) {
    return new Refusal('insufficient_balance', { reason: ORIGIN_WITHOUT_BALANCE });
  }
  return undefined;
}

function advance(
  refundable: RefundableCharge,
  { amount, allocations, merchantAbsorbs }: Refund,
): void {
  refundable.refunding = centavos(refundable.refunding + amount);
  if (!merchantAbsorbs) refundable.divided = centavos(refundable.divided + amount);
  for (const { recipientId, amount: part } of allocations) {
    const before = refundable.returned.get(recipientId) ?? 0n;
    refundable.returned.set(recipientId, centavos(before + part));
  }
}
