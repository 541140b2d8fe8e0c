import { isDeepStrictEqual } from 'node:util';
import type { BankCharge, Outcome, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import type { Charge } from '../charge.ts';
import {
  applyTerms,
  type ChangeDeps,
  type ChargeChange,
  changedTerms,
  lockCharge,
  lockUnchanged,
} from '../due/change-charge.ts';
import {
  claimDueChanges,
  endRequest,
  insertRequest,
  type OpenChange,
  type StoredRevision,
  type StoredTermsChange,
  withdrawRequest,
} from '../due/change-store.ts';
import { type DueTerms, termsFromJson, termsToJson } from '../due/due-terms.ts';
import { selectRevisions } from '../due/revision-store.ts';
import { readCharges } from '../read-charges.ts';
import { bankMissing, refuseDifferent, unavailable, unclear } from './bank-answer.ts';
import { dueOrderOf } from './due-order.ts';

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
 * @throws {RevisedMeanwhile}
 */
export async function changeLiveCharge(
  deps: LiveChangeDeps,
  change: ChargeChange,
): Promise<Charge> {
  const { bank } = deps;
  if (!bank) throw bankMissing();
  const { charge, open } = await requestChange(deps, change);
  if (open === undefined) return charge;
  const outcome = await askBank({ ...deps, bank }, charge, open);
  if (outcome.kind === 'done') {
    const changed = await finish(deps, open, change.by);
    if (changed) return changed;
    throw unavailable();
  }
  if (outcome.kind === 'refused') {
    // A process that took over the change may have made it.
    if (!(await withdrawRequest(deps.database, open))) throw unavailable();
    const { code, message } = outcome.refusal;
    if (code === 'charge_paid') throw new Refusal('charge_already_paid');
    throw new Refusal('provider_refused', { reason: message });
  }
  throw unclear(outcome);
}

type DueCharge = Charge & { readonly due: DueTerms };

/** Stores the terms that the bank will be asked for; `open` is missing when nothing changes. */
async function requestChange(
  { database, clock, localHolidays, bankLeaseMs }: LiveChangeDeps,
  change: ChargeChange,
): Promise<{ readonly charge: DueCharge; readonly open?: OpenChange<StoredTermsChange> }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const charge = await lockUnchanged(tx, change, now);
    const terms = changedTerms(charge, change, { localHolidays, now });
    if (terms === undefined) return { charge };
    const { merchantId, environment, id, standard = null } = change;
    const open: OpenChange<StoredTermsChange> = {
      key: { merchantId, environment, id },
      change: { terms: termsToJson(terms), standard },
      requestedAt: now,
    };
    if (!(await insertRequest(tx, open, now + bankLeaseMs))) {
      throw changeIsOpen();
    }
    return { charge, open };
  });
}

/**
 * Changes the charge here as the bank has changed it. A charge that was paid meanwhile stays as it
 * is: refuses `charge_already_paid`. When the change was withdrawn meanwhile, it is stored again
 * for the worker, and undefined is returned; refuses `charge_change_open` beside another one.
 */
function finish(
  { database, clock, moveReminders }: LiveChangeDeps,
  open: OpenChange<StoredTermsChange>,
  by?: Actor,
): Promise<Charge | undefined> {
  const now = clock.now();
  const terms = termsFromJson(open.change.terms);
  const standard = open.change.standard ?? undefined;
  return database.transaction(async (tx) => {
    // Time does not end a change that the bank has made.
    const charge = await lockCharge(tx, open.key, 0);
    if (await endRequest(tx, open)) {
      return applyTerms(tx, { charge, terms, standard, by, now }, { moveReminders });
    }
    if (await wasFinished(tx, charge, open)) return charge;
    const change = {
      ...open.change,
      terms: { ...open.change.terms, revision: charge.due.revision + 1 },
    };
    if (await insertRequest(tx, { key: open.key, change, requestedAt: now }, now)) return undefined;
    throw changeIsOpen();
  });
}

/** Whether the worker, or the request, has finished a change, also if others came after it. */
async function wasFinished(
  tx: Transaction,
  { due, payer }: DueCharge,
  { key, change: { terms, standard } }: OpenChange<StoredTermsChange>,
): Promise<boolean> {
  if (due.revision < terms.revision) return false;
  const replaced = due.revision === terms.revision ? [] : await selectRevisions(tx, key);
  const made = [due, ...replaced.map((revision) => revision.terms)].find(
    ({ revision }) => revision === terms.revision,
  );
  const isPayer = made !== due || !standard || isDeepStrictEqual(payer, standard.payer);
  return isPayer && made !== undefined && isDeepStrictEqual(termsToJson(made), terms);
}

function changeIsOpen(): Refusal {
  return new Refusal('charge_change_open', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Asks the bank for a stored change; the same one twice is safe. */
async function askBank(
  { findMerchant, bank }: LiveChangeDeps & { readonly bank: ReceivingBank },
  charge: DueCharge,
  { change: { terms, standard } }: OpenChange<StoredTermsChange>,
): Promise<Outcome<BankCharge>> {
  const merchant = await findMerchant(charge.merchantId);
  if (!merchant) throw new Error(`the charge ${charge.id} has no merchant`);
  const changed = standard ? { ...charge, payer: standard.payer } : charge;
  return bank.changeDueCharge(
    dueOrderOf(changed, { terms: termsFromJson(terms), merchant }),
    dueOrderOf(charge, { terms: charge.due, merchant }),
  );
}

export interface SettleDeps extends LiveChangeDeps {
  readonly bank: ReceivingBank;
  readonly logger: Logger;
  /** As `settleChanges`, for a revision by the Central Bank's API. */
  readonly settleRevision: (open: OpenChange<StoredRevision>) => Promise<void>;
}

/**
 * Asks the bank again for each change or revision that a timeout or a crash left open; the same
 * change twice is safe at the bank. The charge is changed, or stays as it is when the bank refuses.
 * A change that fails is set aside, and the others go on.
 * @returns whether there may be more.
 */
export async function settleChanges(deps: SettleDeps): Promise<boolean> {
  const { database, clock, bankLeaseMs } = deps;
  const now = clock.now();
  const changes = await claimDueChanges(database, {
    at: new Date(now),
    until: new Date(now + bankLeaseMs),
    limit: CHANGES_AT_ONCE,
  });
  await Promise.all(
    changes.map((change) =>
      runClaimed(deps, { kind: 'bank_charge', id: change.key.id }, () =>
        'terms' in change.change
          ? settleTerms(deps, { ...change, change: change.change })
          : deps.settleRevision({ ...change, change: change.change }),
      ),
    ),
  );
  return changes.length === CHANGES_AT_ONCE;
}

async function settleTerms(
  deps: LiveChangeDeps & { readonly bank: ReceivingBank },
  open: OpenChange<StoredTermsChange>,
): Promise<void> {
  const [charge] = await readCharges(deps.database, [open.key]);
  if (charge?.status !== 'pending' || !charge.due) {
    await withdrawRequest(deps.database, open);
    return;
  }
  const outcome = await askBank(deps, { ...charge, due: charge.due }, open);
  // A bank without a clear answer is asked again when the claim ends.
  if (outcome.kind === 'done') await finish(deps, open);
  else if (outcome.kind === 'refused') await withdrawRequest(deps.database, open);
  else refuseDifferent(outcome);
}
