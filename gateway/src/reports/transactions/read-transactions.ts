import type { TransactionKey } from '#src/charges/charge.ts';
import { type ChargeDetails, chargeDetails, type ListedCharge } from '#src/charges/charge-view.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import { readShownCharges } from '#src/charges/read-shown-charges.ts';
import { readRevisions } from '#src/charges/revisions/revisions.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { type PayoutDetails, payoutDetails } from '#src/money-out/payouts/payout.ts';
import { readPayouts } from '#src/money-out/payouts/read-payouts.ts';
import { readRefundsOf } from '#src/money-out/refunds/read-refunds.ts';

/** A charge or a payout, as the API and webhooks show it. */
export type TransactionDetails = ShownDetails | PayoutDetails;

/** A charge; `change_pending` when a change waits for the bank, and its amount is not known. */
type ShownDetails = ChargeDetails & { readonly change_pending?: true };

const CHANGING_RETRY_SECONDS = 30;

/** The transaction, or `provider_unavailable` for a charge whose change waits for the bank. */
export function settledOrRefused(
  result: BatchResult<TransactionDetails | undefined>,
): BatchResult<TransactionDetails | undefined> {
  const isChanging = 'value' in result && result.value && 'change_pending' in result.value;
  if (!isChanging) return result;
  const retryAfterSeconds = CHANGING_RETRY_SECONDS;
  return { error: new Refusal('provider_unavailable', { retryAfterSeconds }) };
}

/** Reads the transactions of many requests, in their order, with one query for each type. */
export async function readTransactions(
  deps: DatabaseAndClock,
  keys: readonly TransactionKey[],
): Promise<readonly BatchResult<TransactionDetails | undefined>[]> {
  const found = new Array<TransactionDetails | undefined>(keys.length);
  const { database } = deps;
  const charges = await readShownCharges(database, keys);
  const details = await detailsOf(deps, charges, keys);
  for (const [position, { index }] of charges.entries()) found[index] = details[position];
  const missing = keys.filter((_, index) => found[index] === undefined);
  const payouts = missing.length > 0 ? await readPayouts(database, missing) : [];
  const byName = new Map(payouts.map((payout) => [nameOf(payout), payoutDetails(payout)]));
  return keys.map((key, index) => ({ value: found[index] ?? byName.get(nameOf(key)) }));
}

/**
 * The details of charges, in their order; `scopes` are those of the indexes of the rows. Charges
 * with refunds are read again together with their refunds in one snapshot, so that both agree about
 * a refund that ends meanwhile.
 */
export async function detailsOf(
  { database, clock }: DatabaseAndClock,
  rows: readonly ListedCharge[],
  scopes: readonly LedgerScope[],
): Promise<ShownDetails[]> {
  const refunded = new Map<string, TransactionKey>();
  for (const { index, refundCount, charge } of rows) {
    const scope = refundCount > 0 ? scopes[index] : undefined;
    if (scope) refunded.set(charge.id, { ...scope, id: charge.id });
  }
  const instants = await timesOfPending(database, rows);
  const shown = ({ charge, isChanging }: ListedCharge) => ({
    ...chargeDetails(charge, [], instants.get(charge.id) ?? clock.now()),
    ...(isChanging && { change_pending: true as const }),
  });
  if (refunded.size === 0) return rows.map(shown);
  const again = await database.snapshot(async (tx) => {
    const now = await readCharges(tx, [...refunded.values()]);
    const refunds = await readRefundsOf(tx, now);
    return new Map(now.map((charge) => [charge.id, chargeDetails(charge, refunds.get(charge.id))]));
  });
  return rows.map((row) => again.get(row.charge.id) ?? shown(row));
}

/** The times of the test clocks in which pending charges with a due date live. */
async function timesOfPending(
  database: Database,
  rows: readonly ListedCharge[],
): Promise<ReadonlyMap<string, number>> {
  const clocks = new Map<string, string>();
  for (const { charge } of rows) {
    const clockId = charge.status === 'pending' ? charge.due?.clockId : undefined;
    if (clockId) clocks.set(charge.id, clockId);
  }
  const times = await readClockTimes(database, [...new Set(clocks.values())]);
  return new Map(
    [...clocks].flatMap(([id, clock]) => (times.has(clock) ? [[id, times.get(clock) ?? 0]] : [])),
  );
}

/** The details of one transaction with the terms that changes of a charge replaced. */
export async function withRevisions(
  database: Database,
  key: TransactionKey,
  details: TransactionDetails | undefined,
): Promise<TransactionDetails | undefined> {
  if (details?.type !== 'charge' || !details.due?.revision) return details;
  return { ...details, due: { ...details.due, revisions: await readRevisions(database, key) } };
}

/** The transaction of one request. Throws why it can't be shown. */
export function transactionOf(
  result: BatchResult<TransactionDetails | undefined>,
): TransactionDetails | undefined {
  if ('error' in result) throw result.error;
  return 'value' in result ? result.value : undefined;
}

function nameOf(key: TransactionKey): string {
  return `${key.merchantId} ${key.environment} ${key.id}`;
}
