import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos, centavosToJson, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { DEBIT_ACCOUNTS, lockForPosting } from '#src/ledger/post.ts';
import { incomingPaymentUnassigned } from '#src/ledger/posting.ts';
import type { AdjustmentDeps } from '#src/money-out/adjustments/adjustment-deps.ts';
import { tellOfAdjustment } from '#src/money-out/adjustments/adjustment-mails.ts';
import type { BalanceAdjustment } from '#src/money-out/adjustments/balance-adjustment.ts';
import { recordBalanceChanges } from '#src/money-out/adjustments/record-balance-changes.ts';
import { type Assignment, selectAssignments, undoAssignment } from './assignment-store.ts';
import { lockIncomingPayment, resolveIncomingPayment } from './incoming-payment-store.ts';

const LIVE = 'live';

export type UnassignDeps = Pick<AdjustmentDeps, 'database' | 'clock' | 'mailer'>;

/** The assignments that are not undone, newest first. */
export function listAssignments(
  database: Queryable,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<Assignment>> {
  return readPage(
    limit,
    (rowsMax) => selectAssignments(database, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}

/**
 * Undoes the assignment of a payment, once: the merchant is debited the amount that the bank has
 * not returned to the payer since; the part that it has spent becomes debt. The payment is in
 * suspense again. Refuses `assignment_not_found` for a payment that is not assigned or has nothing
 * left.
 */
export function unassignIncomingPayment(
  { database, clock, mailer }: UnassignDeps,
  { endToEndId, reason }: { readonly endToEndId: string; readonly reason: string },
  by: Actor,
): Promise<BalanceAdjustment> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const payment = await lockIncomingPayment(tx, endToEndId);
    const undone =
      payment?.state === 'assigned' && payment.left > 0n
        ? await undoAssignment(tx, { endToEndId, undoneAt: now })
        : undefined;
    if (!payment || !undone) throw new Refusal('assignment_not_found');
    const { left: amount } = payment;
    const scope = { merchantId: undone.merchantId, environment: LIVE } as const;
    const platform = { merchantId: PLATFORM_MERCHANT_ID, environment: LIVE } as const;
    const locked = await lockForPosting(tx, [
      { ...scope, isSandbox: false, accounts: DEBIT_ACCOUNTS },
      { ...platform, isSandbox: false, accounts: [accounts.bank, accounts.suspense] },
    ]);
    const subject = { ...platform, referenceId: undone.id };
    if (!locked.add(incomingPaymentUnassigned(subject, amount))) {
      throw new Error(`the assignment of ${endToEndId} was not undone`);
    }
    const debit = { kind: 'incoming_payment_unassigned', referenceId: undone.id, amount } as const;
    const { debt } = locked.debit(scope, debit);
    locked.write(now);
    resolveIncomingPayment(tx, {
      endToEndId,
      state: 'suspense',
      merchantId: null,
      resolvedAt: null,
    });
    const change: BalanceAdjustment = {
      ...scope,
      id: createId(now),
      kind: 'unassignment',
      amount: centavos(-amount),
      debt,
      blocked: ZERO_CENTAVOS,
      reason,
      reference: endToEndId,
      holdId: null,
      requestKey: null,
      proposalId: null,
      createdAt: now,
    };
    await recordBalanceChanges(tx, [change], now);
    const details = { amount: centavosToJson(amount), debt: centavosToJson(debt), reason };
    const { merchantId } = undone;
    const audited = {
      action: 'incoming_payment.unassigned' as const,
      merchantId,
      subject: endToEndId,
    };
    recordChange(tx, by, { ...audited, details }, now);
    await tellOfAdjustment(tx, mailer, change, now);
    return change;
  });
}
