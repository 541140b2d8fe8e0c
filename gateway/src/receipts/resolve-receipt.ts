import type { Actor } from '#src/audit/actor.ts';
import { recordChange } from '#src/audit/record-change.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { receiptAssigned, suspenseReleased } from '#src/ledger/posting.ts';
import { findMerchant } from '#src/merchants/manage-merchants.ts';
import { centavos, centavosToJson } from '#src/money/centavos.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Queryable, Transaction } from '#src/platform/database.ts';
import { Refusal } from '#src/platform/problems.ts';
import { lockReceipt, type ReceiptRow, resolveReceipt, selectSuspended } from './receipt-store.ts';

export type { ReceiptRow } from './receipt-store.ts';

const LIVE = 'live';

export interface ResolveNeeds {
  readonly database: Database;
  readonly clock: Clock;
}

/** Payments that fit no charge, by their end-to-end id, and from where to go on. */
export async function listSuspended(
  database: Queryable,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<{ rows: ReceiptRow[]; nextId: string | null }> {
  const found = await selectSuspended(database, { after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, nextId: found.length > limit ? (rows.at(-1)?.end_to_end_id ?? null) : null };
}

/**
 * Gives the money of a suspended payment to a merchant, who can withdraw it then. Refuses
 * `receipt_not_found` for a payment that is not in suspense, and `merchant_not_found`.
 */
export function assignReceipt(
  { database, clock }: ResolveNeeds,
  { endToEndId, username }: { endToEndId: string; username: string },
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const { merchantId, isSandbox } = await findMerchant(tx, username);
    if (isSandbox) throw new Refusal('sandbox_forbidden');
    const row = await suspendedReceipt(tx, endToEndId);
    const at = clock.now();
    const amount = centavos(row.amount_centavos);
    const locked = await lockForPosting(tx, [
      platformBook(),
      {
        ...{ merchantId, environment: LIVE, isSandbox: false },
        accounts: [accounts.bank, accounts.available],
      },
    ]);
    const released = suspenseReleased(subjectOf(row), 'receipt_assigned', amount);
    const subject = { ...subjectOf(row), merchantId };
    if (!locked.add(released) || !locked.add(receiptAssigned(subject, amount))) {
      throw new Error(`the payment ${endToEndId} is not in suspense`);
    }
    locked.write(at);
    resolveReceipt(tx, row, { state: 'assigned', merchantId, at: new Date(at) });
    const details = { amount: centavosToJson(amount) };
    const change = { action: 'receipt.assigned', merchantId, subject: endToEndId, details };
    recordChange(tx, by, change, at);
  });
}

/**
 * Notes that a suspended payment was given back to who sent it, by the operator at the bank.
 * Refuses `receipt_not_found` for a payment that is not in suspense.
 */
export function markReceiptReturned(
  { database, clock }: ResolveNeeds,
  endToEndId: string,
  by: Actor,
): Promise<void> {
  return database.transaction(async (tx) => {
    const row = await suspendedReceipt(tx, endToEndId);
    const at = clock.now();
    const amount = centavos(row.amount_centavos);
    const locked = await lockForPosting(tx, [platformBook()]);
    if (!locked.add(suspenseReleased(subjectOf(row), 'receipt_returned', amount))) {
      throw new Error(`the payment ${endToEndId} is not in suspense`);
    }
    locked.write(at);
    resolveReceipt(tx, row, { state: 'returned', merchantId: null, at: new Date(at) });
    const details = { amount: centavosToJson(amount) };
    const change = { action: 'receipt.returned', merchantId: null, subject: endToEndId, details };
    recordChange(tx, by, change, at);
  });
}

async function suspendedReceipt(tx: Transaction, endToEndId: string): Promise<ReceiptRow> {
  const row = await lockReceipt(tx, endToEndId);
  if (row?.state !== 'suspense') throw new Refusal('receipt_not_found');
  return row;
}

function platformBook() {
  return {
    merchantId: PLATFORM_MERCHANT_ID,
    environment: LIVE,
    isSandbox: false,
    accounts: [accounts.bank, accounts.suspense],
  } as const;
}

function subjectOf(row: ReceiptRow) {
  return { merchantId: PLATFORM_MERCHANT_ID, environment: LIVE, referenceId: row.id } as const;
}
