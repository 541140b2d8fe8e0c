import { listDueDisputes } from '#src/disputes/count-due-disputes.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { readBookedUntil, readListFailure } from '#src/incoming/payments/read-booked.ts';
import { listSuspended } from '#src/incoming/payments/resolve-incoming-payment.ts';
import { unexplainedSurplus } from '#src/incoming/reconciliation/compare-balance.ts';
import { listReconciliations } from '#src/incoming/reconciliation/read-reconciliations.ts';
import { readPlatformTotals } from '#src/ledger/read-totals.ts';
import { listUnansweredOrders } from '#src/money-out/order-resolutions/resolve-orders.ts';
import { DEADLINE_WITHIN_MS, STUCK_AFTER_MS } from '../operator-alert.ts';
import { waitingBatches } from '../waiting-batches.ts';
import { type AlertEvidence, type AlertItem, factsOf } from './alert-evidence.ts';

/** The most items of an alert that are shown; its page in the panel has all. */
const ITEMS_MAX = 20;
const DAYS = 30;

/** The payouts and refunds without a result, oldest first. */
export async function readStuckOrders(database: Queryable, now: number): Promise<AlertEvidence> {
  const page = { before: now - STUCK_AFTER_MS, limit: ITEMS_MAX };
  const orders = (await listUnansweredOrders(database, page)).slice(0, ITEMS_MAX);
  const items = orders.map((order): AlertItem => {
    const { kind, id, username, amount, createdAt: at, uncertainAt, endToEndId } = order;
    return {
      kind,
      id,
      username,
      amount,
      at,
      bank: wordOf(order),
      ...(uncertainAt !== null && { bankAt: uncertainAt }),
      ...(endToEndId !== null && { endToEndId }),
    };
  });
  return { facts: [], items };
}

function wordOf({
  isKnownAtBank,
  uncertainAt,
}: {
  isKnownAtBank: boolean;
  uncertainAt: number | null;
}): 'in_progress' | 'no_answer' | 'not_sent' {
  if (isKnownAtBank) return 'in_progress';
  return uncertainAt === null ? 'not_sent' : 'no_answer';
}

/** The payments that match no charge. */
export async function readSuspendedPayments(database: Queryable): Promise<AlertEvidence> {
  const { rows } = await listSuspended(database, { limit: ITEMS_MAX });
  const items = rows.map(
    ({ endToEndId, amount, receivedAt, chargeId }): AlertItem => ({
      kind: 'incoming_payment',
      id: endToEndId,
      amount,
      at: receivedAt,
      bank: 'received',
      ...(chargeId !== null && { chargeId }),
    }),
  );
  return { facts: [], items };
}

/** The batches of charges that wait for the bank, the longest wait first. */
export async function readWaitingBatches(database: Queryable): Promise<AlertEvidence> {
  const batches = await waitingBatches()?.listWaitingBatches(database, { limit: ITEMS_MAX });
  const items = (batches ?? []).map(
    ({ since: at, ...batch }): AlertItem => ({
      kind: 'charge_batch',
      ...batch,
      at,
      bank: 'no_answer',
    }),
  );
  return { facts: [], items };
}

/** The disputes whose deadline is near, soonest first. */
export async function readDueDisputes(database: Queryable, now: number): Promise<AlertEvidence> {
  const within = { now, withinMs: DEADLINE_WITHIN_MS, limit: ITEMS_MAX };
  const items = (await listDueDisputes(database, within)).map(
    ({ defenseDueAt: at, ...dispute }): AlertItem => ({
      kind: 'dispute',
      ...dispute,
      at,
      bank: 'waits_for_defense',
    }),
  );
  return { facts: [], items };
}

/** The days that differ from the bank, newest first, and the balances of the last one. */
export async function readDiscrepancies(database: Queryable, bank: string): Promise<AlertEvidence> {
  const { rows } = await listReconciliations(database, { bank, limit: DAYS });
  const failed = rows.find(({ status }) => status === 'retrying');
  const items = rows
    .filter(({ discrepancyCount }) => (discrepancyCount ?? 0) > 0)
    .slice(0, ITEMS_MAX)
    .map(
      ({ day, discrepancyCount, madeAt }): AlertItem => ({
        kind: 'reconciled_day',
        id: day,
        bank: 'differs',
        count: discrepancyCount ?? 0,
        ...(madeAt !== null && { bankAt: madeAt }),
      }),
    );
  return { facts: factsOf({ bank_failure: failed?.failure ?? undefined }), items };
}

/** The amount that is owed, and the bank's balance by its last answer. */
export async function readBalances(database: Queryable, bank: string): Promise<AlertEvidence> {
  const [totals, { rows }] = await Promise.all([
    readPlatformTotals(database, 'live'),
    listReconciliations(database, { bank, limit: DAYS }),
  ]);
  const last = rows.find(({ balance }) => balance !== null);
  const surplus = last?.balance ? unexplainedSurplus(last.balance) : 0n;
  const facts = factsOf({
    owed: centavosToJson(totals.owed),
    at_bank: centavosToJson(centavos(totals.bank + surplus)),
    bank_day: last?.day,
    bank_said: last?.balance ? centavosToJson(last.balance.atBank) : undefined,
  });
  return { facts, items: [] };
}

/** Until when the bank's list was read, and why not further. */
export async function readCollector(database: Queryable, bank: string): Promise<AlertEvidence> {
  const [bookedUntil, failure] = await Promise.all([
    readBookedUntil(database, bank),
    readListFailure(database, bank),
  ]);
  const facts = factsOf({
    booked_until: bookedUntil === undefined ? undefined : isoTime(bookedUntil),
    bank_failure: failure?.failure,
    bank_failures: failure?.count,
  });
  return { facts, items: [] };
}
