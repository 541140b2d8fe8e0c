import type { BankRefusal, ChargeKind, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
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
  type OpenCancellation,
  withdrawCancellations,
} from '../cancellation-store.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { sortedKeys } from '../charge-store.ts';
import { readCharges } from '../read-charges.ts';
import { bankMissing, unclear } from './bank-answer.ts';

const CANCELLATIONS_AT_ONCE = 50;

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
  const outcome = await bank.cancelCharge(txidFromId(key.id), requested.kind);
  if (outcome.kind === 'done') return deps.cancel({ ...key, isRemovedAtBank: true });
  if (outcome.kind === 'refused') {
    await withdraw(database, [requested.open]);
    throw refusedByBank(outcome.refusal);
  }
  // Another request for the charge may have reached the bank, so that the worker asks in any case.
  throw unclear(outcome);
}

/**
 * Stores that a charge is to be canceled, and returns its kind at the bank; returns the charge if
 * it is canceled already. Refuses what `cancelCharges` refuses.
 */
async function requestCancellation(
  { database, clock, bankLeaseMs }: LiveCancelDeps,
  key: CancelRequest,
): Promise<Charge | { readonly kind: ChargeKind; readonly open: OpenCancellation }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const payable = await lockPayable(tx, key, new Date(now));
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
    if (await lockPayable(tx, key, at)) await insertCancellation(tx, key, { at, dueAt: at });
  }
}

/** The payment may not be booked here yet, so a paid charge is known from the bank's refusal. */
function refusedByBank({ code, message }: BankRefusal): Refusal {
  if (code === 'charge_paid') return new Refusal('charge_already_paid');
  return new Refusal('provider_refused', { reason: message });
}

/** Deletes requests whose charges can no longer be canceled; newer ones stay. */
function withdraw(database: Database, requests: readonly OpenCancellation[]): Promise<void> {
  return database.transaction(async (tx) => withdrawCancellations(tx, requests));
}

/**
 * Asks the bank again to remove each charge that a timeout or a crash left open; removing twice is
 * safe at the bank. The charge is canceled, or stays as it is when the bank refuses or when it was
 * paid meanwhile: the bank may not know that, if operators decided about the payment. Time doesn't
 * end one. A charge that fails is set aside, and the others go on.
 * @returns whether there may be more.
 */
export async function settleCancellations(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly bank: ReceivingBank;
  readonly bankLeaseMs: number;
  readonly logger: Logger;
}): Promise<boolean> {
  const { database, clock, bank, bankLeaseMs } = deps;
  const now = clock.now();
  const keys = await claimDueCancellations(database, {
    at: new Date(now),
    until: new Date(now + bankLeaseMs),
    limit: CANCELLATIONS_AT_ONCE,
  });
  if (keys.length === 0) return false;
  const charges = await readCharges(database, keys);
  const asked = charges.filter(({ status }) => status !== 'canceled' && status !== 'expired');
  const kinds = new Map(asked.map(({ id, due }) => [id, due ? 'due' : 'immediate'] as const));
  const settled = keys.filter(({ id }) => !kinds.has(id));
  if (settled.length > 0) await withdraw(database, settled);
  const open = keys.filter(({ id }) => kinds.has(id));
  await Promise.all(
    open.map((key) =>
      runClaimed(deps, { kind: 'bank_charge', id: key.id }, async () => {
        const outcome = await bank.cancelCharge(txidFromId(key.id), kinds.get(key.id));
        // A bank without a clear answer is asked again when the claim ends.
        if (outcome.kind === 'done') await cancelCharges(deps, [{ ...key, isRemovedAtBank: true }]);
        else if (outcome.kind === 'refused') await withdraw(database, [key]);
      }),
    ),
  );
  return keys.length === CANCELLATIONS_AT_ONCE;
}
