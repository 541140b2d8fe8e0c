import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Clock } from '#src/ground/clock.ts';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { keyOf, readSubscription } from '#src/subscriptions/read-subscriptions.ts';
import { addressDigest } from './payer-address.ts';
import { NO_WISHES, wantsKind } from './payer-mail-plan.ts';
import { selectSettings } from './payer-mail-settings-store.ts';
import { type MailStop, selectStop } from './payer-mail-stop-store.ts';
import {
  type PayerMailRow,
  selectMailsOfCharge,
  selectMailsOfCharges,
} from './payer-mail-store.ts';

/** Mails to one payer, and why the address gets none. */
export interface ShownMails {
  readonly mails: readonly PayerMailRow[];
  readonly stop: MailStop | undefined;
}

/** The mails to the payer of a charge. */
export interface ChargeMails extends ShownMails {
  readonly charge: Charge;
  /** By the test clock of the charge, if it has a due date and a clock; milliseconds. */
  readonly now: number;
}

interface MailsDeps {
  readonly database: Queryable;
  readonly readKey: () => Promise<Buffer>;
}

/** Reads the mails to the payer of a charge. Refuses `transaction_not_found`. */
export async function readChargeMails(
  { clock, ...deps }: MailsDeps & { readonly clock: Clock },
  key: TransactionKey,
): Promise<ChargeMails> {
  const { database } = deps;
  const [charge] = isId(key.id) ? await readCharges(database, [key]) : [];
  if (!charge) throw new Refusal('transaction_not_found');
  const isUnpaid = charge.status === 'pending' || charge.status === 'expired';
  const shown = await readMails(deps, key, { email: charge.payer.email, hasPlans: isUnpaid });
  return { charge, ...shown, now: await timeOf(database, charge, clock) };
}

/**
 * Reads the mails about the end of a subscription; those about its debits are mails of their
 * charges. Refuses `subscription_not_found`.
 */
export async function readSubscriptionMails(
  deps: MailsDeps,
  key: TransactionKey,
): Promise<ShownMails> {
  const { subscription } = await readSubscription(deps.database, keyOf(key, key.id));
  return readMails(deps, key, { email: subscription.payer.email, hasPlans: true });
}

async function readMails(
  { database, readKey }: MailsDeps,
  key: TransactionKey,
  { email, hasPlans }: { readonly email: string | null; readonly hasPlans: boolean },
): Promise<ShownMails> {
  const { merchantId, environment, id: chargeId } = key;
  const wishes = (await selectSettings(database, key)) ?? NO_WISHES;
  const all = await selectMailsOfCharge(database, { merchantId, environment, chargeId });
  const mails = all.filter(
    // A plan that will be skipped is not shown.
    ({ status, kind }) => status !== 'planned' || (hasPlans && wantsKind(wishes, kind)),
  );
  if (email === null) return { mails, stop: undefined };
  const digest = addressDigest(await readKey(), merchantId, email);
  return { mails, stop: await selectStop(database, { merchantId, digest }) };
}

async function timeOf(database: Queryable, { due }: Charge, clock: Clock): Promise<number> {
  const clockId = due?.clockId ?? null;
  const times = await readClockTimes(database, clockId === null ? [] : [clockId]);
  return (clockId === null ? undefined : times.get(clockId)) ?? clock.now();
}

/** The mails to the payers of charges of a scope. */
export function readMailsOfCharges(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): Promise<PayerMailRow[]> {
  return selectMailsOfCharges(database, { merchantId, environment, chargeIds });
}
