import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { openLogo, readLook } from '#src/charges/payment-page/change-page-look.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { findClockOf } from '#src/ground/clocks/find-clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { isMailAddress } from '#src/ground/mail/mail-address.ts';
import type { PayerMail } from '#src/ground/mail/payer-mail.ts';
import type { PayerMailHooks } from '#src/ground/mail/send-payer-mail.ts';
import { refusalOf } from './check-payer-mail.ts';
import { payerOf, readSubject } from './mail-subject.ts';
import { addressDigest } from './payer-address.ts';
import {
  PAYER_MAIL_KINDS,
  type PayerMailKind,
  type PayerMailReason,
  wantsKind,
} from './payer-mail-plan.ts';
import { selectSettings } from './payer-mail-settings-store.ts';
import { insertStop } from './payer-mail-stop-store.ts';
import { markMailEnded, selectMailsOfCharge } from './payer-mail-store.ts';
import type { PayerMailDeps } from './write-payer-mails.ts';

/** The reasons that a test clock may cause while a mail waits to be sent. */
const PAST: ReadonlySet<PayerMailReason> = new Set(['expired', 'paid', 'late']);

/** The functions of mails to payers for the sender of the outbox. */
export function payerMailHooks(
  deps: Pick<PayerMailDeps, 'database' | 'clock' | 'readKey'>,
): PayerMailHooks {
  return {
    prepare: (mail, recipient) => prepare(deps, mail, recipient),
    ended: (tx, mail, { status, reason, reply = null, at }) =>
      markMailEnded(tx, { ...mail, kind: kindOf(mail), status, reason, reply, at }),
    refuseAddress: async (tx, { merchantId }, { recipient, reply, at }) => {
      const digest = addressDigest(await deps.readKey(), merchantId, recipient);
      insertStop(tx, { merchantId, digest, reason: 'refused', reply, at });
    },
  };
}

async function prepare(
  { database, clock, readKey }: Pick<PayerMailDeps, 'database' | 'clock' | 'readKey'>,
  mail: PayerMail,
  recipient: string,
): ReturnType<PayerMailHooks['prepare']> {
  const { merchantId, environment, chargeId: id } = mail;
  const kind = kindOf(mail);
  const subject = await readSubject(database, { ...mail, kind });
  const merchant = await findMerchantById(database, merchantId);
  if (!subject || !merchant || payerOf(subject).email !== recipient) return { skipped: 'erased' };
  const settings = await selectSettings(database, mail);
  if (!settings || !wantsKind(settings, kind)) return { skipped: 'turned_off' };
  // The real time says nothing about a charge that lives in the time of a test clock.
  const clockKind = subject.kind === 'subscription' ? 'subscription' : 'charge';
  const isInClock =
    environment === 'test' &&
    (await findClockOf(database, { merchantId, kind: clockKind, id })) !== undefined;
  const now = isInClock ? undefined : clock.now();
  const refusal = await refusalOf(database, { kind, subject, merchant, key: await readKey(), now });
  const isPast = isInClock && refusal !== undefined && PAST.has(refusal);
  if (refusal !== undefined && !isPast) return { skipped: refusal };
  const hasDay = subject.kind !== 'subscription' && subject.charge.due !== null;
  if (hasDay && !(await isOfToday(database, mail, clock.now()))) return { skipped: 'late' };
  const look = await readLook(database, merchantId);
  const contact = look.supportContact;
  return {
    name: merchant.name,
    color: look.color,
    logo: look.logo === null ? undefined : await openLogo(database, merchantId),
    replyTo: contact !== null && isMailAddress(contact) ? contact : undefined,
  };
}

/** Whether a mail was written today: a reminder says what is payable on the day. */
async function isOfToday(database: Database, mail: PayerMail, now: number): Promise<boolean> {
  const kind = kindOf(mail);
  if (kind === 'receipt') return true;
  const mails = await selectMailsOfCharge(database, mail);
  const writtenAt = mails.find((content) => content.kind === kind)?.writtenAt ?? null;
  return writtenAt !== null && brazilianDayOf(writtenAt) === brazilianDayOf(now);
}

function kindOf({ kind }: PayerMail): PayerMailKind {
  const known = PAYER_MAIL_KINDS.find((each) => each === kind);
  if (known === undefined) throw new Error(`${kind} is no kind of mails to payers`);
  return known;
}
