import type { DueChargeOrder, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import {
  applyTerms,
  type ChangeDeps,
  type ChargeChange,
  changedTerms,
  lockCharge,
} from '../due/change-charge.ts';
import {
  claimDueChanges,
  deleteRequests,
  insertRequest,
  type OpenChange,
  type StoredTermsChange,
} from '../due/change-store.ts';
import { type DueTerms, termsFromJson, termsToJson } from '../due/due-terms.ts';
import { readCharges } from '../read-charges.ts';
import { dueOrderOf } from './due-order.ts';
import { settleRevision } from './revise-live-charge.ts';

const RETRY_AFTER_SECONDS = 30;
const CHANGES_AT_ONCE = 50;

export interface LiveChangeDeps extends ChangeDeps {
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  /** The lease of a change: how long one request or worker may ask the bank about it. */
  readonly bankLeaseMs: number;
  readonly findMerchant: (merchantId: string) => Promise<Merchant | undefined>;
}

/**
 * Changes a live charge with a due date: stores the new terms, gives them to the bank outside any
 * transaction, then changes the charge here. When the bank gives no clear answer, the worker asks
 * again. Refuses `provider_unavailable`, `provider_refused`, `charge_change_open` while another
 * change waits for the bank, and what `changeTestCharges` refuses.
 */
export async function changeLiveCharge(
  deps: LiveChangeDeps,
  change: ChargeChange,
): Promise<Charge> {
  const { bank } = deps;
  if (!bank) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    throw new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true });
  }
  const { charge, terms } = await requestChange(deps, change);
  if (terms === undefined) return charge;
  const order = await orderOf(deps, withPayer(charge, change), terms);
  const outcome = await bank.changeDueCharge(order);
  if (outcome.kind === 'done') return finish(deps, change, terms);
  if (outcome.kind === 'refused') {
    await withdraw(deps, [charge]);
    const { code, message } = outcome.refusal;
    if (code === 'charge_paid') throw new Refusal('charge_already_paid');
    throw new Refusal('provider_refused', { reason: message });
  }
  const isUnknown = outcome.kind === 'unknown';
  const retryAfterSeconds = isUnknown ? RETRY_AFTER_SECONDS : outcome.retryAfterSeconds;
  throw new Refusal('provider_unavailable', { retryAfterSeconds });
}

/** Stores the terms that the bank will be asked for; without terms nothing changes. */
async function requestChange(
  { database, clock, localHolidays, bankLeaseMs }: LiveChangeDeps,
  change: ChargeChange,
): Promise<{ readonly charge: Charge; readonly terms?: DueTerms }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const charge = await lockCharge(tx, change, now);
    const terms = changedTerms(charge, change, { localHolidays, now });
    if (terms === undefined) return { charge };
    const dueAt = new Date(now + bankLeaseMs);
    const { standard = null } = change;
    const stored = { terms: termsToJson(terms), standard };
    const request = { change: stored, at: new Date(now), dueAt };
    if (!(await insertRequest(tx, change, request))) {
      throw new Refusal('charge_change_open', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    return { charge, terms };
  });
}

/**
 * Changes the charge here as the bank has changed it. A charge that was paid meanwhile stays as it
 * is: refuses `charge_already_paid`.
 */
function finish(
  { database, clock, moveReminders }: LiveChangeDeps,
  change: Pick<ChargeChange, keyof TransactionKey | 'by' | 'standard'>,
  terms: DueTerms,
): Promise<Charge> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    // Time does not end a change that the bank has made.
    const charge = await lockCharge(tx, change, 0);
    // The worker has finished it already.
    if (charge.due.revision >= terms.revision) return charge;
    const { by, standard } = change;
    return applyTerms(tx, { charge, terms, standard, by, now }, { moveReminders });
  });
}

function withdraw({ database }: LiveChangeDeps, keys: readonly TransactionKey[]): Promise<void> {
  return database.transaction(async (tx) => deleteRequests(tx, keys));
}

function withPayer(charge: Charge, { standard }: Pick<ChargeChange, 'standard'>): Charge {
  return standard ? { ...charge, payer: standard.payer } : charge;
}

async function orderOf(
  { findMerchant }: LiveChangeDeps,
  charge: Charge,
  terms: DueTerms,
): Promise<DueChargeOrder> {
  const merchant = await findMerchant(charge.merchantId);
  if (!merchant) throw new Error(`the charge ${charge.id} has no merchant`);
  return dueOrderOf(charge, { terms, merchant });
}

/**
 * Asks the bank again for each change or revision that a timeout or a crash left open; the same
 * change twice is safe at the bank. The charge is changed, or stays as it is when the bank refuses.
 * A change that fails is set aside, and the others go on.
 * @returns whether there may be more.
 */
export async function settleChanges(
  deps: LiveChangeDeps & { readonly bank: ReceivingBank; readonly logger: Logger },
): Promise<boolean> {
  const { database, clock, bankLeaseMs } = deps;
  const now = clock.now();
  const changes = await claimDueChanges(database, {
    at: new Date(now),
    until: new Date(now + bankLeaseMs),
    limit: CHANGES_AT_ONCE,
  });
  await Promise.all(
    changes.map((change) =>
      runClaimed(deps, { kind: 'charge', id: change.key.id }, () =>
        'terms' in change.change
          ? settleTerms(deps, { key: change.key, change: change.change })
          : settleRevision(deps, { key: change.key, change: change.change }),
      ),
    ),
  );
  return changes.length === CHANGES_AT_ONCE;
}

async function settleTerms(
  deps: LiveChangeDeps & { readonly bank: ReceivingBank },
  { key, change }: OpenChange<StoredTermsChange>,
): Promise<void> {
  const [charge] = await readCharges(deps.database, [key]);
  if (charge?.status !== 'pending') return withdraw(deps, [key]);
  const terms = termsFromJson(change.terms);
  const standard = change.standard ?? undefined;
  const order = await orderOf(deps, withPayer(charge, { standard }), terms);
  const outcome = await deps.bank.changeDueCharge(order);
  // A bank without a clear answer is asked again when the claim ends.
  if (outcome.kind === 'done') await finish(deps, { ...key, standard }, terms);
  else if (outcome.kind === 'refused') await withdraw(deps, [key]);
}
