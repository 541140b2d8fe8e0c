import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Clock } from '#src/ground/clock.ts';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { addressDigest } from './payer-address.ts';
import { NO_WISHES, wantsKind } from './payer-mail-plan.ts';
import { selectSettings } from './payer-mail-settings-store.ts';
import { type MailStop, selectStop } from './payer-mail-stop-store.ts';
import {
  type PayerMailRow,
  selectMailsOfCharge,
  selectMailsOfCharges,
} from './payer-mail-store.ts';

/** The mails to the payer of a charge, and why its address gets none. */
export interface ChargeMails {
  readonly charge: Charge;
  readonly mails: readonly PayerMailRow[];
  readonly stop: MailStop | undefined;
  /** By the test clock of the charge, if it has a due date and a clock; milliseconds. */
  readonly now: number;
}

interface ChargeMailsDeps {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly readKey: () => Promise<Buffer>;
}

/** Reads the mails to the payer of a charge. Refuses `transaction_not_found`. */
export async function readChargeMails(
  { database, clock, readKey }: ChargeMailsDeps,
  key: TransactionKey,
): Promise<ChargeMails> {
  const [charge] = isId(key.id) ? await readCharges(database, [key]) : [];
  if (!charge) throw new Refusal('transaction_not_found');
  const { merchantId } = key;
  const { email } = charge.payer;
  const wishes = (await selectSettings(database, key)) ?? NO_WISHES;
  const isUnpaid = charge.status === 'pending' || charge.status === 'expired';
  const mails = (await selectMailsOfCharge(database, key, key.id)).filter(
    // A plan that will be skipped is not shown.
    ({ status, kind }) => status !== 'planned' || (isUnpaid && wantsKind(wishes, kind)),
  );
  const now = await timeOf(database, charge, clock);
  if (email === null) return { charge, mails, stop: undefined, now };
  const digest = addressDigest(await readKey(), merchantId, email);
  return { charge, mails, stop: await selectStop(database, { merchantId, digest }), now };
}

async function timeOf(database: Queryable, { due }: Charge, clock: Clock): Promise<number> {
  const clockId = due?.clockId ?? null;
  const times = await readClockTimes(database, clockId === null ? [] : [clockId]);
  return (clockId === null ? undefined : times.get(clockId)) ?? clock.now();
}

/** The mails to the payers of charges of a scope. */
export function readMailsOfCharges(
  database: Queryable,
  scope: LedgerScope,
  chargeIds: readonly string[],
): Promise<PayerMailRow[]> {
  return selectMailsOfCharges(database, scope, chargeIds);
}
