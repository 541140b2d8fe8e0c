import { bankFor } from '#src/bank/choose-bank.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import { chargeDetails } from '#src/charges/charge-view.ts';
import { endRefundsOfCharges, type RefundedCharge } from '#src/charges/refund-charges.ts';
import { shareEvents } from '#src/charges/share-events.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { refundFailed, refundPaid } from '#src/ledger/posting.ts';
import { lockForRefundEnds, returnName } from '#src/ledger/settlements/refund-waiting-parts.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { audienceOf, type NewEvent } from '#src/webhooks/webhook-event.ts';
import { bearersOf } from './decide-refund.ts';
import { selectDueRefunds } from './due-refund-store.ts';
import { readRefundsOf, withAllocations } from './read-refunds.ts';
import type { Refund } from './refund.ts';
import { countRefunded } from './refund-days.ts';
import { selectPendingRefunds, selectRefunds } from './refund-read-store.ts';
import { markRefundsEnded, type RefundOutcome } from './refund-store.ts';

const DUE_REFUNDS_MAX = 500;
const END_ACCOUNTS = [accounts.available, accounts.reserved, accounts.bank] as const;

/**
 * Settles refunds of the test environment that are due: the simulator makes all of them. Throws
 * when the database is away.
 * @returns whether there may be more.
 */
export async function settleDueRefunds(deps: DueWorkDeps): Promise<boolean> {
  const wanted = { at: deps.clock.now(), limit: DUE_REFUNDS_MAX };
  const due = await selectDueRefunds(deps.database, wanted);
  const ended = await settleSimulated(deps, due);
  return due.length === DUE_REFUNDS_MAX && ended > 0;
}

/** Settles the refunds of these keys in the same way; ignores refunds that have ended. */
export async function settleRefundsByKey(
  deps: DueWorkDeps,
  keys: readonly TransactionKey[],
): Promise<void> {
  const refunds = await selectRefunds(deps.database, { keys });
  await settleSimulated(
    deps,
    refunds.filter(({ status }) => status === 'pending'),
  );
}

/** @returns how many were settled or set aside. */
async function settleSimulated(deps: DueWorkDeps, due: readonly TransactionKey[]): Promise<number> {
  if (due.length === 0) return 0;
  const now = deps.clock.now();
  const outcomes = due.map((key) => simulatedOutcome(key, now));
  return runDueWork(deps, outcomes, {
    kind: 'refund',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    run: async (database, some) =>
      (await database.transaction((tx) => settleRefunds(tx, some, now))).length,
  });
}

/** Settles all pending refunds of a ledger scope of the test environment, before they are due. */
export async function settlePendingRefunds(
  { clock }: Pick<DatabaseAndClock, 'clock'>,
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<void> {
  const now = clock.now();
  const pending = await selectPendingRefunds(tx, { merchantId, environment });
  const outcomes = pending.map((key) => simulatedOutcome(key, now));
  if (outcomes.length > 0) await settleRefunds(tx, outcomes, now);
}

/**
 * Settles refunds in the caller's transaction: status, postings, events and deliveries. Reserved
 * money leaves when a refund is done, and returns to the balances when it failed. A refund that has
 * ended already stays as it is. Throws when a refund was not reserved: a bug.
 * @returns the refunds that this call settled.
 */
export async function settleRefunds(
  tx: Transaction,
  outcomes: readonly RefundOutcome[],
  now: number,
): Promise<readonly Refund[]> {
  const refunds = await withAllocations(tx, await markRefundsEnded(tx, outcomes, new Date(now)));
  if (refunds.length === 0) return [];
  const charges = await endRefundsOfCharges(tx, chargeRefundsOf(refunds));
  await post(tx, refunds, now);
  countRefunded(tx, refunds);
  await emitEvents(tx, await eventsOf(tx, charges, refunds), now);
  return refunds;
}

function chargeRefundsOf(refunds: readonly Refund[]) {
  const byCharge = Map.groupBy(refunds, ({ chargeId }) => chargeId);
  return [...byCharge].flatMap(([id, group]) => {
    const [first] = group;
    const done = group.filter(({ status }) => status === 'done');
    const sum = (some: readonly Refund[]): bigint =>
      some.reduce((total, { amount }) => total + amount, 0n);
    if (!first) return [];
    const { merchantId, environment } = first;
    const failed = sum(group) - sum(done);
    const totals = { done: sum(done), endedCount: group.length, failed };
    const allocations = done.flatMap((refund) => refund.allocations);
    return [{ merchantId, environment, id, ...totals, allocations }];
  });
}

async function post(tx: Transaction, refunds: readonly Refund[], now: number): Promise<void> {
  const borne = refunds.flatMap((refund) =>
    bearersOf(refund).map((bearer) => ({ ...bearer, refund })),
  );
  // All these accounts were opened by the payment, with their own rules.
  const scopes = borne.map(({ merchantId, refund: { environment, id: refundId, status } }) => ({
    merchantId,
    environment,
    isSandbox: false,
    accounts: END_ACCOUNTS,
    refundId,
    status,
  }));
  const failed = scopes.filter(({ status }) => status === 'failed');
  const { locked, returned } = await lockForRefundEnds(tx, { scopes, failed }, now);
  for (const { merchantId, amount, refund } of borne) {
    const { environment, id: referenceId, status } = refund;
    const subject = { merchantId, environment, referenceId };
    const posting =
      status === 'done'
        ? refundPaid(subject, amount)
        : refundFailed(subject, amount, returned.get(returnName(merchantId, referenceId)));
    if (!locked.add(posting)) throw new Error(`refund ${referenceId} was not reserved`);
  }
  locked.write(now);
}

/**
 * One event for each refund that is done or has failed, with the charge after all of them, and one
 * for each recipient whose share they have changed.
 */
export async function eventsOf(
  tx: Transaction,
  charges: readonly RefundedCharge[],
  refunds: readonly Refund[],
): Promise<NewEvent[]> {
  const details = await readRefundsOf(
    tx,
    charges.map(({ charge }) => charge),
  );
  return charges.flatMap(({ charge, isSandbox, eventCount, changedShares }) => {
    const ended = refunds.filter(({ chargeId }) => chargeId === charge.id);
    const { merchantId, environment, id: resourceId, webhookUrl } = charge;
    const events = ended.map(({ status }, index) => ({
      merchantId,
      environment,
      resourceId,
      kind: status === 'done' ? ('deposit.refunded' as const) : ('deposit.refund_failed' as const),
      sequence: eventCount - ended.length + 1 + index,
      data: chargeDetails(charge, details.get(charge.id)),
      audience: audienceOf({ isSandbox, webhookUrl }),
    }));
    return [...events, ...shareEvents('split.refunded', charge, changedShares)];
  });
}

function simulatedOutcome(
  { merchantId, environment, id }: TransactionKey,
  now: number,
): RefundOutcome {
  const returnId = bankFor(environment).refundPayment(now);
  return { merchantId, environment, id, status: 'done', returnId, failure: null };
}
