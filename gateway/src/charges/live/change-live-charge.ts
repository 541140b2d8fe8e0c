import { isDeepStrictEqual } from 'node:util';
import type { BankCharge, Outcome, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Logger } from '#src/ground/log.ts';
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
  isRequestOpen,
  type OpenChange,
  type StoredRevision,
  type StoredTermsChange,
  withdrawRequest,
} from '../due/change-store.ts';
import { type DueTerms, termsFromJson, termsToJson } from '../due/due-terms.ts';
import { readCharges } from '../read-charges.ts';
import { readReplacedTerms } from '../revisions/revisions.ts';
import { bankMissing } from './bank-answer.ts';
import { dueOrderOf } from './due-order.ts';
import { carryOn, carryOut, finishOnce, type OpenIntent, settleIntents } from './intent.ts';

const RETRY_AFTER_SECONDS = 30;

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
  return carryOut({
    ...termsIntent({ ...deps, bank }, { charge, open }),
    refused({ code, message }) {
      if (code === 'charge_paid') return new Refusal('charge_already_paid');
      return new Refusal('provider_refused', { reason: message });
    },
  });
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
    const { merchantId, environment, id, standard = null, author, by } = change;
    const open: OpenChange<StoredTermsChange> = {
      key: { merchantId, environment, id },
      change: { terms: termsToJson(terms), standard, author, by },
      requestedAt: now,
      leasedUntil: now + bankLeaseMs,
    };
    if (!(await insertRequest(tx, open))) throw changeIsOpen();
    return { charge, open };
  });
}

/**
 * Changes the charge here as the bank has changed it. A charge that was paid meanwhile stays as it
 * is: refuses `charge_already_paid`. When the change was withdrawn meanwhile, it is stored again
 * for the worker, and undefined is returned; refuses `provider_unavailable` beside another one.
 */
function finish(
  { database, clock }: LiveChangeDeps,
  open: OpenChange<StoredTermsChange>,
): Promise<Charge | undefined> {
  const now = clock.now();
  const terms = termsFromJson(open.change.terms);
  const { author = null, by } = open.change;
  const standard = open.change.standard ?? undefined;
  return database.transaction(async (tx) => {
    // Time does not end a change that the bank has made.
    const charge = await lockCharge(tx, open.key, 0);
    const revision = charge.due.revision + 1;
    const change = { ...open.change, terms: { ...open.change.terms, revision } };
    return finishOnce<Charge>({
      take: () => endRequest(tx, open),
      apply: () => applyTerms(tx, { charge, terms, standard, author, by, now }),
      made: async () => ((await wasFinished(tx, charge, open)) ? charge : undefined),
      isOpen: () => isRequestOpen(tx, open),
      storeAgain: () =>
        insertRequest(tx, { key: open.key, change, requestedAt: now, leasedUntil: now }),
    });
  });
}

/** Whether the worker, or the request, has finished a change, also if others came after it. */
async function wasFinished(
  tx: Transaction,
  { due, payer }: DueCharge,
  { key, change: { terms, standard } }: OpenChange<StoredTermsChange>,
): Promise<boolean> {
  if (due.revision < terms.revision) return false;
  const replaced = due.revision === terms.revision ? [] : await readReplacedTerms(tx, key);
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
export function settleChanges(deps: SettleDeps): Promise<boolean> {
  return settleIntents(deps, {
    claim: (lease) => claimDueChanges(deps.database, lease),
    chargeOf: ({ key }) => key.id,
    settle: (open) =>
      'terms' in open.change
        ? settleTerms(deps, { ...open, change: open.change })
        : deps.settleRevision({ ...open, change: open.change }),
  });
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
  await carryOn(termsIntent(deps, { charge: { ...charge, due: charge.due }, open }));
}

function termsIntent(
  deps: LiveChangeDeps & { readonly bank: ReceivingBank },
  { charge, open }: { readonly charge: DueCharge; readonly open: OpenChange<StoredTermsChange> },
): OpenIntent<BankCharge, Charge> {
  return {
    ask: () => askBank(deps, charge, open),
    finish: () => finish(deps, open),
    withdraw: () => withdrawRequest(deps.database, open),
  };
}
