import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { planOnce } from '#src/ground/database/plan-once.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import {
  audienceOf,
  type EventKind,
  type NewEvent,
  type WebhookFault,
} from '#src/webhooks/webhook-event.ts';
import type { Charge, PaymentToBook } from './charge.ts';
import { chargeOwners, refusalOfOwner } from './charge-owner.ts';
import { type MarkedSplitRow, markSplits } from './charge-split-store.ts';
import { type ChargeRow, markChargesPaid } from './charge-store.ts';
import { chargeDetails } from './charge-view.ts';
import { countPaid } from './daily-totals/charge-days.ts';
import { fixPaidAmounts } from './due/fix-paid-amounts.ts';
import { formOfPaid } from './paid-event-form.ts';
import { postPayments } from './post-payments.ts';
import { chargeFromRow, keyOfRow } from './read-charges.ts';
import { shareEvents } from './share-events.ts';
import type { SplitStatus } from './splits/split.ts';

/** A payment to book; `by` is the person who pays a test charge at the panel. */
export interface Payment extends PaymentToBook {
  readonly by?: Actor | undefined;
  /** The webhook scenario for the deliveries of its event; test environment only. */
  readonly fault?: WebhookFault | undefined;
  /** Whether the owner of the charge takes part in the transaction. */
  readonly isByOwner?: boolean;
}

/**
 * Books payments in one transaction: the status of each charge, its postings, shares, event and
 * deliveries. A charge that is paid already stays as it is. Refuses `balance_limit_reached`, and
 * `charge_of_subscription` for the charge of a cycle, which only its subscription pays.
 * @returns the charges that this call paid.
 */
export async function confirmPayments(
  deps: DatabaseAndClock,
  payments: readonly Payment[],
): Promise<readonly Charge[]> {
  if (payments.length === 0) return [];
  const now = deps.clock.now();
  return deps.database.transaction((tx) => confirmPaymentsIn(tx, payments, now));
}

/** Books payments in the caller's transaction, as `confirmPayments` does. */
export async function confirmPaymentsIn(
  tx: Transaction,
  payments: readonly Payment[],
  now: number,
): Promise<readonly Charge[]> {
  planOnce(tx);
  const marked = await markChargesPaid(tx, payments, new Date(now));
  const rows = await fixPaidAmounts(tx, marked, payments);
  const charges = await chargesWithSplits(tx, rows, 'paid');
  refuseOwned(charges, payments);
  await postPayments(tx, charges, now);
  const paid = charges.map(({ charge }) => charge);
  for (const owner of chargeOwners()) owner.paid?.(tx, paid);
  const shares = charges.flatMap(({ charge, shares }) =>
    shareEvents('split.received', charge, shares),
  );
  const faults = new Map(payments.map(({ id, fault }) => [id, fault]));
  const paidEvents = charges.map((paid) => ({
    ...chargeEvent('deposit.paid', paid),
    fault: faults.get(paid.charge.id),
    form: formOfPaid(paid.charge, paid.row),
  }));
  await emitEvents(tx, [...paidEvents, ...shares], now);
  recordTestPayments(tx, payments, { paid, now });
  countPaid(tx, paid);
  return paid;
}

/** A cycle, as an example, and its charge are paid in one transaction: only its owner pays it. */
function refuseOwned(charges: readonly ChargeWithRow[], payments: readonly Payment[]): void {
  const allowed = new Set(payments.flatMap(({ id, isByOwner }) => (isByOwner ? [id] : [])));
  for (const { charge } of charges) {
    const refusal = allowed.has(charge.id) ? undefined : refusalOfOwner(charge);
    if (refusal) throw refusal;
  }
}

/** Records who paid charges of the test environment at the panel. */
function recordTestPayments(
  tx: Transaction,
  payments: readonly Payment[],
  { paid, now }: { paid: readonly Charge[]; now: number },
): void {
  const people = new Map(payments.flatMap(({ id, by }) => (by ? [[id, by]] : [])));
  for (const { id, merchantId } of people.size > 0 ? paid : []) {
    const by = people.get(id);
    const change = { action: 'charge.paid_by_hand' as const, merchantId, subject: id };
    if (by) recordChange(tx, by, change, now);
  }
}

export interface ChargeWithRow<Row extends ChargeRow = ChargeRow> {
  readonly charge: Charge;
  readonly row: Row;
  /** Its shares, which have changed with it. */
  readonly shares: readonly MarkedSplitRow[];
}

/** Reads charges from rows that were just updated, and gives their shares the new status. */
export async function chargesWithSplits<Row extends ChargeRow>(
  tx: Transaction,
  rows: readonly Row[],
  status: SplitStatus,
): Promise<ChargeWithRow<Row>[]> {
  const splitCharges = rows.filter((row) => row.split_count > 0n).map(keyOfRow);
  const splits = splitCharges.length > 0 ? await markSplits(tx, splitCharges, status) : [];
  const byCharge = Map.groupBy(splits, (split) => split.charge_id);
  return rows.map((row) => {
    const shares = byCharge.get(row.id) ?? [];
    return { row, shares, charge: chargeFromRow(row, shares) };
  });
}

/** The events of charges whose status has just changed. */
export function chargeEvents(kind: EventKind, charges: readonly ChargeWithRow[]): NewEvent[] {
  return charges.map((changed) => chargeEvent(kind, changed));
}

function chargeEvent(kind: EventKind, { charge, row }: ChargeWithRow): NewEvent {
  return {
    kind,
    merchantId: charge.merchantId,
    environment: charge.environment,
    resourceId: charge.id,
    sequence: Number(row.event_count),
    data: chargeDetails(charge),
    audience: audienceOf({ isSandbox: row.is_simulated, webhookUrl: charge.webhookUrl }),
  };
}
