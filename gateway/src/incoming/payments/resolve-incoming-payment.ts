import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { incomingPaymentAssigned, suspenseReleased } from '#src/ledger/posting.ts';
import { countUnbookedRefunds } from '../reconciliation/unrequested-refund-store.ts';
import { insertAssignment } from './assignment-store.ts';
import {
  type LockedIncomingPayment,
  lockIncomingPayment,
  resolveIncomingPayment,
  selectSuspended,
} from './incoming-payment-store.ts';
import type { SuspendedPayment } from './suspended-payment.ts';

const LIVE = 'live';

/** Payments in suspense, ordered by end-to-end id. `after` is the `next` of the previous page. */
export async function listSuspended(
  database: Queryable,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Page<SuspendedPayment>> {
  return readPage(
    limit,
    (rowsMax) => selectSuspended(database, { after, limit: rowsMax }),
    ({ endToEndId }) => endToEndId,
  );
}

/**
 * Credits a payment in suspense to a merchant's available balance. Refuses
 * `incoming_payment_not_found` for a payment that is not in suspense,
 * `incoming_payment_partly_returned`, `merchant_not_found`, `sandbox_forbidden` and
 * `balance_limit_reached`.
 */
export function assignIncomingPayment(
  { database, clock }: DatabaseAndClock,
  { endToEndId, username }: { endToEndId: string; username: string },
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { merchantId, isSandbox } = await findMerchant(tx, username);
    if (isSandbox) throw new Refusal('sandbox_forbidden');
    const payment = await lockSuspended(tx, endToEndId);
    await refuseReturned(tx, endToEndId);
    const at = clock.now();
    const { left: amount } = payment;
    const locked = await lockForPosting(tx, [
      platformScope(),
      {
        merchantId,
        environment: LIVE,
        isSandbox: false,
        accounts: [accounts.bank, accounts.available],
      },
    ]);
    // A payment can be assigned again, so the postings belong to the assignment.
    const id = createId(at);
    const platform = { ...subjectOf(payment), referenceId: id };
    const released = suspenseReleased(platform, 'incoming_payment_assigned', amount);
    const subject = { ...platform, merchantId };
    if (!locked.add(released) || !locked.add(incomingPaymentAssigned(subject, amount))) {
      throw new Error(`the payment ${endToEndId} is not in suspense`);
    }
    locked.write(at);
    resolveIncomingPayment(tx, { endToEndId, state: 'assigned', merchantId, resolvedAt: at });
    insertAssignment(tx, { id, endToEndId, merchantId, amount, assignedAt: at });
    const details = { amount: centavosToJson(amount) };
    const change = {
      action: 'incoming_payment.assigned' as const,
      merchantId,
      subject: endToEndId,
      details,
    };
    recordChange(tx, by, change, at);
  });
}

/**
 * Records that the operator returned a payment in suspense to its payer, at the bank itself.
 * Refuses `incoming_payment_not_found` for a payment that is not in suspense.
 */
export function markIncomingPaymentReturned(
  { database, clock }: DatabaseAndClock,
  endToEndId: string,
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const payment = await lockSuspended(tx, endToEndId);
    const at = clock.now();
    const { left: amount } = payment;
    const locked = await lockForPosting(tx, [platformScope()]);
    if (!locked.add(suspenseReleased(subjectOf(payment), 'incoming_payment_returned', amount))) {
      throw new Error(`the payment ${endToEndId} is not in suspense`);
    }
    locked.write(at);
    resolveIncomingPayment(tx, {
      endToEndId,
      state: 'returned',
      merchantId: null,
      resolvedAt: at,
    });
    const details = { amount: centavosToJson(amount) };
    const change = {
      action: 'incoming_payment.returned' as const,
      merchantId: null,
      subject: endToEndId,
      details,
    };
    recordChange(tx, by, change, at);
  });
}

async function lockSuspended(tx: Transaction, endToEndId: string): Promise<LockedIncomingPayment> {
  const payment = await lockIncomingPayment(tx, endToEndId);
  if (payment?.state !== 'suspense') throw new Refusal('incoming_payment_not_found');
  return payment;
}

/**
 * Refuses `incoming_payment_partly_returned` while the bank shows a refund of a payment that is not
 * booked here: the money, or a part of it, is not there. To be asked after the payment is locked,
 * in a statement of its own: it then sees each refund that was stored until now.
 */
export async function refuseReturned(database: Queryable, endToEndId: string): Promise<void> {
  if ((await countUnbookedRefunds(database, { endToEndId })) > 0) {
    throw new Refusal('incoming_payment_partly_returned');
  }
}

/** The accounts of the platform that hold payments in suspense. */
export function platformScope() {
  return {
    merchantId: PLATFORM_MERCHANT_ID,
    environment: LIVE,
    isSandbox: false,
    accounts: [accounts.bank, accounts.suspense],
  } as const;
}

/** The scope and the reference of the postings of a payment in suspense. */
export function subjectOf({ id }: Pick<LockedIncomingPayment, 'id'>) {
  return { merchantId: PLATFORM_MERCHANT_ID, environment: LIVE, referenceId: id } as const;
}
