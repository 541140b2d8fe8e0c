import { createId } from '#src/ground/ids.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import type { LockedAccounts } from '#src/ledger/post.ts';
import { leftOf } from '#src/money-out/refunds/read-refundable-charges.ts';
import { allocateRefund } from '#src/money-out/refunds/refund-allocations.ts';
import type { DisputeOutcome, DisputeReason, DisputeStatus } from './dispute.ts';
import type { ReturnPart, ReturnRow } from './dispute-share-store.ts';
import { divideAmount } from './divide-amount.ts';
import type { DisputedCharge, LockedDispute, WritableShare } from './lock-disputes.ts';

/** A transaction on locked charges: its changes are in memory until `writeDisputes`. */
export interface DisputeBook {
  readonly charges: ReadonlyMap<string, DisputedCharge>;
  readonly locked: LockedAccounts;
  readonly now: number;
  readonly returns: ReturnRow[];
  readonly parts: ReturnPart[];
}

/** A dispute to add to a locked charge. Instants in milliseconds since 1970. */
export interface NewDispute {
  readonly bank: string | null;
  readonly bankDisputeId: string | null;
  readonly reason: DisputeReason;
  /** The contested amount. */
  readonly amount: Centavos;
  readonly openedAt: number;
  readonly defenseDueAt: number | null;
}

/** Adds a dispute with the status `open`, which claims nothing yet. */
export function addDispute(
  { now }: DisputeBook,
  charge: DisputedCharge,
  { amount, openedAt, ...facts }: NewDispute,
): LockedDispute {
  const { merchantId, environment, id, endToEndId } = charge.refundable.charge;
  if (endToEndId === null) throw new Error('only a paid charge can be contested');
  const dispute: LockedDispute = {
    row: {
      merchant_id: merchantId,
      environment,
      id: createId(now),
      charge_id: id,
      end_to_end_id: endToEndId,
      bank: facts.bank,
      bank_dispute_id: facts.bankDisputeId,
      reason: facts.reason,
      status: 'open',
      amount_centavos: amount,
      claimed_centavos: 0n,
      returned_centavos: 0n,
      event_count: 0n,
      opened_at: openedAt,
      defense_due_at: facts.defenseDueAt,
      closed_at: null,
    },
    shares: [],
    isNew: true,
    wasClosed: false,
    isChanged: true,
  };
  charge.disputes.push(dispute);
  return dispute;
}

/** Claims the rest of the contested amount, as far as the payment has it left. */
export function claimContested(
  book: DisputeBook,
  charge: DisputedCharge,
  dispute: LockedDispute,
): void {
  const { row } = dispute;
  const wanted = row.amount_centavos - row.claimed_centavos - row.returned_centavos;
  const amount = smaller(wanted, leftOf(charge.refundable));
  if (amount <= 0n) return;
  for (const { bearerId, part } of allocate(charge, amount)) {
    const share = newShare(book, dispute, bearerId);
    share.held_centavos = part;
    const scope = { merchantId: bearerId, environment: row.environment };
    const hold = { holdId: share.id, cause: 'dispute', referenceId: row.id, amount: part } as const;
    book.locked.hold(scope, hold);
    changeCharge(charge, bearerId, part);
  }
  row.claimed_centavos += amount;
  dispute.isChanged = true;
}

/** Releases a part of the claimed amount, divided among the shares in proportion. */
export function releaseClaim(
  book: DisputeBook,
  charge: DisputedCharge,
  { dispute, amount }: { dispute: LockedDispute; amount: Centavos },
): void {
  const { row } = dispute;
  for (const { share, part } of divideClaim(dispute, amount)) {
    share.held_centavos -= part;
    const scope = { merchantId: share.bearer_id, environment: row.environment };
    book.locked.release(scope, share.id, part);
    changeCharge(charge, share.bearer_id, centavos(-part));
  }
  row.claimed_centavos -= amount;
  dispute.isChanged = true;
}

/** Releases the claim above `decided`, of which the returned amount is already paid. */
export function releaseBeyond(
  book: DisputeBook,
  charge: DisputedCharge,
  { dispute, decided }: { dispute: LockedDispute; decided: bigint },
): void {
  const { row } = dispute;
  const owed = decided > row.returned_centavos ? decided - row.returned_centavos : 0n;
  const surplus = row.claimed_centavos - owed;
  if (surplus > 0n) releaseClaim(book, charge, { dispute, amount: centavos(surplus) });
}

/** Closes a dispute and releases its claim above the decided amount. */
export function closeDispute(
  book: DisputeBook,
  charge: DisputedCharge,
  closing: { dispute: LockedDispute; outcome: DisputeOutcome; decided: bigint },
): void {
  releaseBeyond(book, charge, closing);
  const { dispute, outcome } = closing;
  const { row } = dispute;
  row.status = outcome;
  row.closed_at = book.now;
  dispute.isChanged = true;
}

/** A return of the bank to book on a dispute. */
export interface ReturnToBook {
  readonly returnId: string;
  /** The bank's id of the refund (devolução), which is known before the return's own id (rtrId). */
  readonly refundId?: string | undefined;
  /** True when an operator books it; the bank's report of it is then still to come. */
  readonly isByHand?: boolean;
  readonly amount: Centavos;
  readonly returnedAt: number;
}

/**
 * Books a return on a dispute: it is paid from the claim first, then by each merchant that got a
 * part of the payment, in proportion. The payment must have enough left. A dispute that is returned
 * completely is accepted.
 */
export function payReturn(
  book: DisputeBook,
  charge: DisputedCharge,
  { dispute, amount, ...facts }: ReturnToBook & { dispute: LockedDispute },
): void {
  const { row } = dispute;
  const { merchant_id: merchantId, environment } = row;
  const id = createId(book.now);
  const fromClaim = centavos(smaller(amount, row.claimed_centavos));
  const claimed = divideClaim(dispute, fromClaim);
  const rest = centavos(amount - fromClaim);
  const unclaimed = (rest > 0n ? allocate(charge, rest) : []).map(({ bearerId, part }) => {
    changeCharge(charge, bearerId, part);
    return { share: newShare(book, dispute, bearerId), part, holdId: undefined };
  });
  for (const { share, part } of claimed) share.held_centavos -= part;
  const ofHolds = claimed.map(({ share, part }) => ({ share, part, holdId: share.id }));
  const paid = [...ofHolds, ...unclaimed];
  for (const { share, part, holdId } of paid) {
    share.returned_centavos += part;
    const bearer = { shareId: share.id, bearerId: share.bearer_id, amount: part };
    const key = { merchantId, environment, id: createId(book.now) };
    book.parts.push({ ...key, returnRowId: id, ...bearer });
    book.locked.take(
      { merchantId: share.bearer_id, environment },
      { kind: 'dispute_returned', referenceId: key.id, amount: part, holdId },
    );
  }
  row.claimed_centavos -= fromClaim;
  row.returned_centavos += amount;
  row.amount_centavos = larger(row.amount_centavos, row.claimed_centavos + row.returned_centavos);
  dispute.isChanged = true;
  const { end_to_end_id: endToEndId, id: disputeId } = row;
  book.returns.push({ merchantId, environment, id, disputeId, endToEndId, amount, ...facts });
  const isReturned = row.returned_centavos >= row.amount_centavos;
  if (isReturned && isOpen(row.status)) {
    closeDispute(book, charge, { dispute, outcome: 'accepted', decided: row.returned_centavos });
  }
}

/** Whether a dispute with this status is not closed. */
export function isOpen(status: DisputeStatus): status is 'open' | 'in_defense' {
  return status === 'open' || status === 'in_defense';
}

/** Divides an amount of the claim among its shares; parts of zero are omitted. */
function divideClaim({ shares }: LockedDispute, amount: Centavos) {
  const held = shares.filter((share) => share.held_centavos > 0n);
  const parts = divideAmount(
    amount,
    held.map((share) => centavos(share.held_centavos)),
  );
  return held
    .map((share, index) => ({ share, part: parts[index] ?? centavos(0n) }))
    .filter(({ part }) => part > 0n);
}

/** Divides an amount among the origin and the recipients as a refund; zeros are omitted. */
function allocate({ refundable }: DisputedCharge, amount: bigint) {
  const { charge, divided, returned } = refundable;
  const parts = allocateRefund({
    payment: charge.amount,
    refundedBefore: divided,
    amount: centavos(amount),
    shares: charge.splits.map(({ recipientId, amount: share }) => ({
      share,
      returned: returned.get(recipientId) ?? centavos(0n),
    })),
  });
  const origin = centavos(amount - sumCentavos(parts));
  return [
    { bearerId: charge.merchantId, part: origin },
    ...charge.splits.map(({ recipientId }, index) => ({
      bearerId: recipientId,
      part: parts[index] ?? centavos(0n),
    })),
  ].filter(({ part }) => part > 0n);
}

function newShare({ now }: DisputeBook, dispute: LockedDispute, bearerId: string): WritableShare {
  const { merchant_id, environment, id } = dispute.row;
  const share: WritableShare = {
    merchant_id,
    environment,
    dispute_id: id,
    id: createId(now),
    bearer_id: bearerId,
    held_centavos: 0n,
    returned_centavos: 0n,
  };
  dispute.shares.push(share);
  return share;
}

/** Adds to the disputed amount of a charge in memory, for its next disputes and returns. */
function changeCharge(charge: DisputedCharge, bearerId: string, amount: Centavos): void {
  const { refundable } = charge;
  refundable.disputed = centavos(refundable.disputed + amount);
  refundable.divided = centavos(refundable.divided + amount);
  charge.changed += amount;
  if (bearerId === refundable.charge.merchantId) return;
  const before = refundable.returned.get(bearerId) ?? 0n;
  refundable.returned.set(bearerId, centavos(before + amount));
  charge.changedShares.set(bearerId, (charge.changedShares.get(bearerId) ?? 0n) + amount);
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
