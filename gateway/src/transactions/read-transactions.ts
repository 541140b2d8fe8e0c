import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { type ChargeDetails, chargeDetails } from '#src/charges/charge-view.ts';
import { listCharges, readCharges } from '#src/charges/read-charges.ts';
import { type PayoutDetails, payoutDetails } from '#src/payouts/payout.ts';
import { listPayouts, readPayouts } from '#src/payouts/read-payouts.ts';
import type { Database } from '#src/platform/database/database.ts';
import { type Page, readPage } from '#src/platform/database/read-page.ts';
import { firstIdAt, ID_MAX } from '#src/platform/ids.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { readRefundsOf } from '#src/refunds/read-refunds.ts';
import { searchTransactions } from './search-transactions.ts';
import type { TransactionStatus, TransactionType } from './transaction.ts';

/** A charge or a payout, as the API and webhooks show it. */
export type TransactionDetails = ChargeDetails | PayoutDetails;

/** Reads the transactions of many requests, in their order, with one query each for both types. */
export async function readTransactions(
  database: Database,
  keys: readonly TransactionKey[],
): Promise<readonly BatchResult<TransactionDetails | undefined>[]> {
  const found = new Map<string, TransactionDetails>();
  for (const { charge, details } of await detailsOf(database, await readCharges(database, keys))) {
    found.set(nameOf(charge), details);
  }
  const missing = keys.filter((key) => !found.has(nameOf(key)));
  if (missing.length > 0) {
    for (const payout of await readPayouts(database, missing)) {
      found.set(nameOf(payout), payoutDetails(payout));
    }
  }
  return keys.map((key) => ({ value: found.get(nameOf(key)) }));
}

/** The filters of a list in one scope. Instants in milliseconds. */
export interface TransactionFilter {
  readonly merchantId: string;
  readonly environment: TransactionKey['environment'];
  readonly type: TransactionType | undefined;
  readonly status: TransactionStatus | undefined;
  readonly externalId: string | undefined;
  /** The key pair that created it; `panel` for a person at the panel. */
  readonly clientId: string | undefined;
  readonly createdFrom: number | undefined;
  readonly createdTo: number | undefined;
  /** The id after which the page starts. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** One page of a merchant's transactions in one environment, newest first. */
export async function listTransactions(
  database: Database,
  filter: TransactionFilter,
): Promise<Page<TransactionDetails>> {
  const { clientId } = filter;
  if (clientId !== undefined) return listOfKeyPair(database, { ...filter, clientId });
  const { merchantId, environment, type, status, externalId, limit } = filter;
  // Ids are UUIDv7, so a period is a range of ids and needs no second index.
  const until = filter.createdTo === undefined ? ID_MAX : firstIdAt(filter.createdTo);
  const filters = {
    merchantId,
    environment,
    status,
    externalId,
    fromId: firstIdAt(filter.createdFrom ?? 0),
    beforeId: filter.cursor !== undefined && filter.cursor < until ? filter.cursor : until,
  };
  const selectRows = async (rowsMax: number): Promise<readonly TransactionDetails[]> => {
    const part = { ...filters, limit: rowsMax };
    const [charges, payouts] = await Promise.all([
      type === 'payout' ? [] : listCharges(database, part),
      type === 'charge' ? [] : listPayouts(database, part),
    ]);
    const chargesFound = (await detailsOf(database, charges)).map(({ details }) => details);
    return [...chargesFound, ...payouts.map(payoutDetails)].sort((left, right) =>
      left.internal_id < right.internal_id ? 1 : -1,
    );
  };
  return readPage(limit, selectRows, (details) => details.internal_id);
}

/** No index has key pairs, so a search finds the page. It reads a bounded number of rows. */
async function listOfKeyPair(
  database: Database,
  filter: TransactionFilter & { readonly clientId: string },
): Promise<Page<TransactionDetails>> {
  const { merchantId, environment, externalId } = filter;
  const amounts = { amountMin: undefined, amountMax: undefined };
  const page = await searchTransactions(database, { ...filter, ...amounts, text: externalId });
  const keys = page.rows
    .filter((row) => externalId === undefined || row.externalId === externalId)
    .map(({ id }) => ({ merchantId, environment, id }));
  const read = keys.length > 0 ? await readTransactions(database, keys) : [];
  const rows = read.flatMap((one) => ('value' in one && one.value ? [one.value] : []));
  return { rows, next: page.nextId };
}

/**
 * Makes the details of charges. Charges with refunds are read again together with these in one
 * snapshot, so that a refund that ends meanwhile shows in both or in neither.
 */
async function detailsOf(
  database: Database,
  charges: readonly Charge[],
): Promise<{ charge: Charge; details: ChargeDetails }[]> {
  const refunded = charges.filter(({ refundCount }) => refundCount > 0);
  if (refunded.length === 0) {
    return charges.map((charge) => ({ charge, details: chargeDetails(charge) }));
  }
  const again = await database.snapshot(async (tx) => {
    const now = await readCharges(tx, refunded);
    const refunds = await readRefundsOf(tx, now);
    return new Map(now.map((charge) => [charge.id, chargeDetails(charge, refunds.get(charge.id))]));
  });
  return charges.map((charge) => ({
    charge,
    details: again.get(charge.id) ?? chargeDetails(charge),
  }));
}

function nameOf(key: TransactionKey): string {
  return `${key.merchantId} ${key.environment} ${key.id}`;
}
