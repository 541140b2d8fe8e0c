import type { Actor } from '#src/access/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { incomingPaymentAssigned, suspenseReleased } from '#src/ledger/posting.ts';
import { findMerchant } from '#src/merchants/find-merchant.ts';
import { centavos, centavosToJson } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import {
  type IncomingPaymentRow,
  lockIncomingPayment,
  resolveIncomingPayment,
  selectSuspended,
} from './incoming-payment-store.ts';

export type { IncomingPaymentRow } from './incoming-payment-store.ts';

const LIVE = 'live';

export interface ResolveDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Payments that match no charge, ordered by end-to-end id. `after` is the `next` of the page
 * before.
 */
export async function listSuspended(
  database: Queryable,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<Page<IncomingPaymentRow>> {
  return readPage(
    limit,
    (rowsMax) => selectSuspended(database, { after, limit: rowsMax }),
    (row) => row.end_to_end_id,
  );
}

/**
 * Gives the money of a suspended payment to a merchant, who can withdraw it then. Refuses
 * `incoming_payment_not_found` for a payment that is not in suspense, and `merchant_not_found`.
 */
export function assignIncomingPayment(
  { database, clock }: ResolveDeps,
  { endToEndId, username }: { endToEndId: string; username: string },
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { merchantId, isSandbox } = await findMerchant(tx, username);
    if (isSandbox) throw new Refusal('sandbox_forbidden');
    const row = await suspendedIncomingPayment(tx, endToEndId);
    const at = clock.now();
    const amount = centavos(row.amount_centavos);
    const locked = await lockForPosting(tx, [
      platformScope(),
      {
        ...{ merchantId, environment: LIVE, isSandbox: false },
        accounts: [accounts.bank, accounts.available],
      },
    ]);
    const released = suspenseReleased(subjectOf(row), 'incoming_payment_assigned', amount);
    const subject = { ...subjectOf(row), merchantId };
    if (!locked.add(released) || !locked.add(incomingPaymentAssigned(subject, amount))) {
      throw new Error(`the payment ${endToEndId} is not in suspense`);
    }
    locked.write(at);
    resolveIncomingPayment(tx, row, { state: 'assigned', merchantId, at: new Date(at) });
    const details = { amount: centavosToJson(amount) };
    const change = {
      action: 'incoming_payment.assigned',
      merchantId,
      subject: endToEndId,
      details,
    };
    recordChange(tx, by, change, at);
  });
}

/**
 * Notes that a suspended payment was given back to who sent it, by the operator at the bank.
 * Refuses `incoming_payment_not_found` for a payment that is not in suspense.
 */
export function markIncomingPaymentReturned(
  { database, clock }: ResolveDeps,
  endToEndId: string,
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const row = await suspendedIncomingPayment(tx, endToEndId);
    const at = clock.now();
    const amount = centavos(row.amount_centavos);
    const locked = await lockForPosting(tx, [platformScope()]);
    if (!locked.add(suspenseReleased(subjectOf(row), 'incoming_payment_returned', amount))) {
      throw new Error(`the payment ${endToEndId} is not in suspense`);
    }
    locked.write(at);
    resolveIncomingPayment(tx, row, { state: 'returned', merchantId: null, at: new Date(at) });
    const details = { amount: centavosToJson(amount) };
    const change = {
      action: 'incoming_payment.returned',
      merchantId: null,
      subject: endToEndId,
      details,
    };
    recordChange(tx, by, change, at);
  });
}

async function suspendedIncomingPayment(
  tx: Transaction,
  endToEndId: string,
): Promise<IncomingPaymentRow> {
  const row = await lockIncomingPayment(tx, endToEndId);
  if (row?.state !== 'suspense') throw new Refusal('incoming_payment_not_found');
  return row;
}

function platformScope() {
  return {
    merchantId: PLATFORM_MERCHANT_ID,
    environment: LIVE,
    isSandbox: false,
    accounts: [accounts.bank, accounts.suspense],
  } as const;
}

function subjectOf(row: IncomingPaymentRow) {
  return { merchantId: PLATFORM_MERCHANT_ID, environment: LIVE, referenceId: row.id } as const;
}
