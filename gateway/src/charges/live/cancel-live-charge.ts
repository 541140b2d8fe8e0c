import type { BankRefusal, ChargeKind, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import {
  type Cancellation,
  type CancelRequest,
  cancelCharges,
  recordRequest,
  refusalOf,
} from '../cancel-charges.ts';
import {
  claimDueCancellations,
  insertCancellation,
  lockPayable,
  type NewCancellation,
  type OpenCancellation,
  withdrawCancellation,
} from '../cancellation-store.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { sortedKeys } from '../charge-store.ts';
import { readCharges } from '../read-charges.ts';
import { bankMissing } from './bank-answer.ts';
import { carryOnRepeated, carryOut, endRefused, settleIntents } from './intent.ts';

export interface LiveCancelDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  /** The lease of a cancellation: how long one request or worker may ask the bank about it. */
  readonly bankLeaseMs: number;
  /** `cancelCharges` of one charge. */
  readonly cancel: (cancellation: Cancellation) => Promise<Charge>;
}

/**
 * Cancels a live charge: stores the request, removes the charge at the bank outside any
 * transaction, then cancels it here. When the bank gives no clear answer, the worker asks again.
 * Refuses `provider_unavailable`, `provider_refused` and what `cancelCharges` refuses.
 */
export async function cancelLiveCharge(
  deps: LiveCancelDeps,
  request: CancelRequest,
): Promise<Charge> {
  const { bank, database } = deps;
  const { by: _, ...key } = request;
  if (!bank) throw bankMissing();
  const requested = await requestCancellation(deps, request);
  if ('id' in requested) return requested;
  return carryOut({
    ask: () => bank.cancelCharge(txidFromId(key.id), requested.kind),
    finish: () => deps.cancel({ ...key, isRemovedAtBank: true }),
    withdraw: (refusal) =>
      endRefused({
        isRepeat: requested.open.isRepeat,
        // A paid charge is never removed.
        isFinal: refusal?.code === 'charge_paid',
        withdraw: () => withdraw(database, requested.open),
      }),
    refused: refusedByBank,
    async overtaken() {
      const [charge] = await readCharges(database, [key]);
      return charge?.status === 'canceled' ? charge : undefined;
    },
  });
}

/**
 * Stores that a charge is to be canceled, and returns its kind at the bank; returns the charge if
 * it is canceled already. Refuses what `cancelCharges` refuses.
 */
async function requestCancellation(
  { database, clock, bankLeaseMs }: LiveCancelDeps,
  key: CancelRequest,
): Promise<Charge | { readonly kind: ChargeKind; readonly open: NewCancellation }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const payable = await lockPayable(tx, { ...key, at: now });
    if (payable) {
      const dueAt = new Date(now + bankLeaseMs);
      const open = await insertCancellation(tx, key, { at: new Date(now), dueAt });
      recordRequest(tx, key, now);
      return { kind: payable.hasDueDate ? 'due' : 'immediate', open };
    }
    const [charge] = await readCharges(tx, [key]);
    if (!charge) throw new Refusal('transaction_not_found');
    if (charge.status === 'canceled') return charge;
    throw refusalOf(charge);
  });
}

/**
 * Has the worker remove live charges at the bank and cancel them here, after the caller's
 * transaction; those that the caller then pays are only removed at the bank. Leaves out charges
 * that can't be paid any more.
 */
export async function requestRemovals(
  tx: Transaction,
  keys: readonly TransactionKey[],
  now: number,
): Promise<void> {
  const at = new Date(now);
  // The rows are locked one after another, in the order of every change of charges.
  for (const key of sortedKeys(keys)) {
    if (await lockPayable(tx, { ...key, at })) await insertCancellation(tx, key, { at, dueAt: at });
  }
}

/** The payment may not be booked here yet, so a paid charge is known from the bank's refusal. */
function refusedByBank({ code, message }: BankRefusal): Refusal {
  if (code === 'charge_paid') return new Refusal('charge_already_paid');
  return new Refusal('provider_refused', { reason: message });
}

/** Deletes a request; false when another process has ended or leased it. A newer one stays. */
function withdraw(database: Database, request: OpenCancellation): Promise<boolean> {
  return database.transaction((tx) => withdrawCancellation(tx, request));
}

/**
 * Asks the bank again to remove each charge that a timeout or a crash left open; removing twice is
 * safe at the bank. The charge is canceled, or stays as it is when the bank refuses or when it was
 * paid meanwhile: the bank may not know that, if operators decided about the payment. Time doesn't
 * end one. A charge that fails is set aside, and the others go on.
 * @returns whether there may be more.
 */
export function settleCancellations(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly bank: ReceivingBank;
  readonly bankLeaseMs: number;
  readonly logger: Logger;
}): Promise<boolean> {
  const { database, bank } = deps;
  return settleIntents(deps, {
    claim: (lease) => claimDueCancellations(database, lease),
    chargeOf: ({ id }) => id,
    async settle(open) {
      const [charge] = await readCharges(database, [open]);
      if (!charge || charge.status === 'canceled' || charge.status === 'expired') {
        await withdraw(database, open);
        return;
      }
      await carryOnRepeated(
        {
          ask: () => bank.cancelCharge(txidFromId(open.id), charge.due ? 'due' : 'immediate'),
          finish: () => cancelCharges(deps, [{ ...open, isRemovedAtBank: true }]),
          withdraw: () => withdraw(database, open),
        },
        {
          requestedAt: open.requestedAt,
          leaseMs: deps.bankLeaseMs,
          now: deps.clock.now(),
        },
      );
    },
  });
}
