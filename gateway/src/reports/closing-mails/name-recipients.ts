import type { Actor } from '#src/ground/access/actor.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Language } from '#src/ground/http/language.ts';
import { createId, isId } from '#src/ground/ids.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { closingLink } from './closing-links.ts';
import {
  CLOSING_FORMATS,
  type ClosingFormat,
  type ClosingRecipient,
  RECIPIENTS_MAX,
} from './closing-mail.ts';
import {
  CLOSING_PERIODS,
  type ClosingPeriod,
  currentFirstDay,
  dueAfter,
} from './closing-period.ts';
import {
  deleteOtherMailings,
  deleteRecipient,
  insertRecipient,
  lockClosings,
  markInvited,
  saveMailing,
  selectFormats,
  selectMailings,
  selectRecipients,
  updateFormats,
  updateLanguage,
} from './closing-recipient-store.ts';
import { closingMailTexts } from './texts/closing-mail-texts.ts';
import { namedRecipientMail } from './texts/named-recipient-mail.ts';

export interface ClosingDeps extends DatabaseAndClock {
  readonly mailer: Mailer;
  /** The platform's name. */
  readonly productName: string;
  /** The key of the codes in links. */
  readonly readKey: () => Promise<Buffer>;
}

/** The decision of a merchant about an address. */
export interface WantedMails {
  readonly language: Language;
  readonly periods: readonly ClosingPeriod[];
}

type Shop = Pick<Merchant, 'merchantId' | 'name'>;

/** The chosen files of a merchant's closings, and the addresses that get them. */
export async function readClosingMails(database: Queryable, merchantId: string) {
  const [formats, recipients] = await Promise.all([
    selectFormats(database, merchantId),
    selectRecipients(database, merchantId),
  ]);
  return { formats: inOrder(CLOSING_FORMATS, formats), recipients };
}

/** Chooses the files of all closings of a merchant. */
export async function setClosingFormats(
  { database, clock }: ClosingDeps,
  { merchantId }: Shop,
  chosen: readonly ClosingFormat[],
  by: Actor,
): Promise<void> {
  const formats = inOrder(CLOSING_FORMATS, chosen);
  await database.transaction(async (tx) => {
    await lockClosings(tx, merchantId);
    updateFormats(tx, { merchantId, formats });
    const change = { action: 'closing.files_chosen', merchantId, subject: merchantId } as const;
    recordChange(tx, by, { ...change, details: { formats: formats.join(', ') } }, clock.now());
  });
}

/**
 * Names an address that gets closings, mails it the link by which it confirms, and tells the
 * owners. `isMailed` says whether the address may get the mail now. Refuses
 * `closing_recipient_exists` and `too_many_closing_recipients`.
 */
export async function nameRecipient(
  deps: ClosingDeps,
  shop: Shop,
  { isMailed, ...wanted }: WantedMails & { readonly email: string; readonly isMailed: boolean },
  by: Actor,
): Promise<ClosingRecipient> {
  const { merchantId } = shop;
  const email = wanted.email.trim().toLowerCase();
  const { language } = wanted;
  const periods = inOrder(CLOSING_PERIODS, wanted.periods);
  const key = await deps.readKey();
  return deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await lockClosings(tx, merchantId);
    const others = await selectRecipients(tx, merchantId);
    if (others.some((other) => other.email === email)) {
      throw new Refusal('closing_recipient_exists');
    }
    if (others.length >= RECIPIENTS_MAX) throw new Refusal('too_many_closing_recipients');
    const recipient = { merchantId, id: createId(now) };
    insertRecipient(tx, { ...recipient, email, language, invitedAt: now });
    for (const period of periods) {
      const firstDay = currentFirstDay(period, now);
      saveMailing(tx, { ...recipient, period, firstDay, dueAt: null });
    }
    const change = { action: 'closing.address_named', merchantId, subject: email } as const;
    recordChange(tx, by, { ...change, details: { periods: periods.join(', ') } }, now);
    const named = { id: recipient.id, email, language, invitedAt: now };
    if (isMailed) await askToConfirm(deps, tx, { shop, recipient: named, key, now });
    const owners = { merchantId, topic: 'books_shared' } as const;
    const told = namedRecipientMail(deps.mailer.appUrl, { email, actor: by.name });
    await deps.mailer.tell(tx, owners, told, now);
    return { ...named, periods, confirmedAt: null, nextAt: null };
  });
}

/**
 * Changes the language and the periods of an address. A new period begins with the current one.
 * Refuses `closing_recipient_not_found`.
 */
export async function changeRecipient(
  { database, clock }: ClosingDeps,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  { language, periods: wanted }: WantedMails,
  by: Actor,
): Promise<void> {
  const periods = inOrder(CLOSING_PERIODS, wanted);
  await database.transaction(async (tx) => {
    const now = clock.now();
    const { email, confirmedAt } = await lockRecipient(tx, { merchantId, id });
    const key = { merchantId, id };
    updateLanguage(tx, { ...key, language });
    deleteOtherMailings(tx, { ...key, kept: periods });
    const kept = await selectMailings(tx, key);
    for (const period of periods.filter((name) => !kept.has(name))) {
      const firstDay = currentFirstDay(period, now);
      const dueAt = confirmedAt === null ? null : dueAfter(period, firstDay);
      saveMailing(tx, { ...key, period, firstDay, dueAt });
    }
    const change = { action: 'closing.address_changed', merchantId, subject: email } as const;
    recordChange(tx, by, { ...change, details: { periods: periods.join(', ') } }, now);
  });
}

/**
 * Mails an address the link again. Refuses `closing_recipient_not_found`, also for an address that
 * has confirmed.
 */
export async function askRecipientAgain(
  deps: ClosingDeps,
  shop: Shop,
  { id, isMailed }: { readonly id: string; readonly isMailed: (email: string) => Promise<boolean> },
  by: Actor,
): Promise<void> {
  const { merchantId } = shop;
  const key = await deps.readKey();
  await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    const recipient = await lockRecipient(tx, { merchantId, id });
    if (recipient.confirmedAt !== null) throw new Refusal('closing_recipient_not_found');
    markInvited(tx, { merchantId, id, invitedAt: now });
    const { email } = recipient;
    recordChange(tx, by, { action: 'closing.address_asked', merchantId, subject: email }, now);
    if (await isMailed(email)) await askToConfirm(deps, tx, { shop, recipient, key, now });
  });
}

/** Removes an address: it gets no more closings. Refuses `closing_recipient_not_found`. */
export async function removeRecipient(
  { database, clock }: ClosingDeps,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { email } = await lockRecipient(tx, { merchantId, id });
    deleteRecipient(tx, { merchantId, id });
    const change = { action: 'closing.address_removed', merchantId, subject: email } as const;
    recordChange(tx, by, change, clock.now());
  });
}

/**
 * Locks the closings of a merchant and reads one of its addresses. Refuses
 * `closing_recipient_not_found`.
 */
export async function lockRecipient(
  tx: Transaction,
  { merchantId, id }: { readonly merchantId: string; readonly id: string },
): Promise<ClosingRecipient> {
  if (isId(id)) {
    await lockClosings(tx, merchantId);
    const recipients = await selectRecipients(tx, merchantId);
    const recipient = recipients.find((recipient) => recipient.id === id);
    if (recipient) return recipient;
  }
  throw new Refusal('closing_recipient_not_found');
}

interface Asked {
  readonly shop: Shop;
  readonly recipient: Pick<ClosingRecipient, 'id' | 'email' | 'language'>;
  readonly key: Buffer;
  readonly now: number;
}

function askToConfirm(
  { mailer, productName }: ClosingDeps,
  tx: Transaction,
  { shop, recipient, key, now }: Asked,
): Promise<void> {
  const { id, email, language } = recipient;
  const texts = closingMailTexts[language];
  const link = closingLink(mailer.appUrl, key, { merchantId: shop.merchantId, id, email });
  const message = {
    language,
    subject: texts.confirmSubject(shop.name),
    text: [texts.confirm(shop.name, productName), link, texts.confirmDays, texts.notYours].join(
      '\n\n',
    ),
  };
  return mailer.tell(tx, { email }, message, now);
}

/** The chosen values of a list, each once, in the order of the list. */
function inOrder<Value>(list: readonly Value[], chosen: readonly Value[]): Value[] {
  return list.filter((value) => chosen.includes(value));
}
