import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import type { Language } from '#src/ground/http/language.ts';
import type { MailStatus } from '#src/ground/mail/mail.ts';
import { type ClosingFormat, DEFAULT_FORMATS, type RecipientKey } from './closing-mail.ts';
import type { ClosingPeriod } from './closing-period.ts';

const KEY = { merchantId: f.uuid, id: f.uuid };
const RECIPIENT = {
  id: f.uuid,
  email: f.text,
  language: f.textOf<Language>(),
  invitedAt: f.instant,
  confirmedAt: f.orNull(f.instant),
};
const LISTED = {
  ...RECIPIENT,
  periods: f.orNull(f.listOf(f.textOf<ClosingPeriod>())),
  nextAt: f.orNull(f.instant),
};
const LISTED_RECIPIENT = shaped(LISTED, (row) => ({ ...row, periods: row.periods ?? [] }));
const MAILING = {
  period: f.textOf<ClosingPeriod>(),
  firstDay: f.day,
};
const FORMATS = { formats: f.listOf(f.textOf<ClosingFormat>()) };

const $ = paramsOf({
  ...KEY,
  ...RECIPIENT,
  ...MAILING,
  ...FORMATS,
  /** Null until the address has confirmed. */
  dueAt: f.orNull(f.instant),
  kept: f.listOf(MAILING.period),
  limit: f.count,
});
const OF_KEY = sql`merchant_id = ${$.merchantId} and id = ${$.id}`;

/** More than a merchant may name. */
const ROWS_MAX = 100;

const selectChosen = maybeOne(
  'closing_formats',
  FORMATS,
  sql`select formats from closing_settings where merchant_id = ${$.merchantId}`,
);

const lockSettings = one(
  'closing_settings_lock',
  FORMATS,
  sql`insert into closing_settings (merchant_id, formats) values (${$.merchantId}, ${$.formats})
    on conflict (merchant_id) do update set formats = closing_settings.formats
    returning formats`,
);

/** Sends the update of the chosen files. */
export const updateFormats = send(
  'closing_formats_set',
  sql`update closing_settings set formats = ${$.formats} where merchant_id = ${$.merchantId}`,
);

const listRecipients = many(
  'closing_recipients_list',
  LISTED_RECIPIENT,
  sql`select r.id, r.email, r.language, r.invited_at, r.confirmed_at, m.periods, m.next_at
    from (
      select id, email, language, invited_at, confirmed_at from closing_recipients
      where merchant_id = ${$.merchantId} order by id limit ${$.limit}
    ) r
    cross join lateral (
      select array_agg(period) as periods, min(due_at) as next_at from closing_mailings
      where merchant_id = ${$.merchantId} and address_id = r.id
    ) m
    order by r.id`,
);

/** Sends the insert of an address that has not confirmed. */
export const insertRecipient = send(
  'closing_recipient_insert',
  sql`insert into closing_recipients (merchant_id, id, email, language, invited_at)
    values (${$.merchantId}, ${$.id}, ${$.email}, ${$.language}, ${$.invitedAt})`,
);

/** Sends the update of the language of an address. */
export const updateLanguage = send(
  'closing_recipient_language',
  sql`update closing_recipients set language = ${$.language} where ${OF_KEY}`,
);

/** Sends the update of the time of the last link to confirm. */
export const markInvited = send(
  'closing_recipient_invited',
  sql`update closing_recipients set invited_at = ${$.invitedAt} where ${OF_KEY}`,
);

/** Sends the update that an address has confirmed. */
export const markConfirmed = send(
  'closing_recipient_confirmed',
  sql`update closing_recipients set confirmed_at = ${$.confirmedAt} where ${OF_KEY}`,
);

const deleteKey = send(
  'closing_recipient_delete',
  sql`delete from closing_recipients where ${OF_KEY}`,
);

/** Sends the deletion of the periods of an address that are not in `kept`. */
export const deleteOtherMailings = send(
  'closing_mailings_delete',
  sql`delete from closing_mailings
    where merchant_id = ${$.merchantId} and address_id = ${$.id}
      and not (period = any(${$.kept}))`,
);

/** Sends the write of the next period of a kind that an address gets. */
export const saveMailing = send(
  'closing_mailing_save',
  sql`insert into closing_mailings (merchant_id, address_id, period, first_day, due_at)
    values (${$.merchantId}, ${$.id}, ${$.period}, ${$.firstDay}::date, ${$.dueAt})
    on conflict (merchant_id, address_id, period) do update
      set first_day = excluded.first_day, due_at = excluded.due_at`,
);

const listMailings = many(
  'closing_mailings_of_recipient',
  MAILING,
  sql`select period, first_day::text as first_day from closing_mailings
    where merchant_id = ${$.merchantId} and address_id = ${$.id}`,
);

/** The files that a merchant has chosen. */
export async function selectFormats(
  database: Queryable,
  merchantId: string,
): Promise<readonly ClosingFormat[]> {
  return (await selectChosen(database, { merchantId }))?.formats ?? DEFAULT_FORMATS;
}

/**
 * Locks the closings of a merchant until the transaction ends, which serialises their changes.
 * Returns the chosen files.
 */
export async function lockClosings(
  tx: Transaction,
  merchantId: string,
): Promise<readonly ClosingFormat[]> {
  return (await lockSettings(tx, { merchantId, formats: DEFAULT_FORMATS })).formats;
}

/** The addresses that a merchant has named, the oldest first. */
export function selectRecipients(database: Queryable, merchantId: string) {
  return listRecipients(database, { merchantId, limit: ROWS_MAX });
}

/** Sends the deletion of an address with its periods. */
export function deleteRecipient(tx: Transaction, key: RecipientKey): void {
  deleteOtherMailings(tx, { ...key, kept: [] });
  deleteKey(tx, key);
}

/** The first day of the next period of each kind that an address gets. */
export async function selectMailings(
  tx: Transaction,
  key: RecipientKey,
): Promise<ReadonlyMap<ClosingPeriod, string>> {
  const mailings = await listMailings(tx, key);
  return new Map(mailings.map(({ period, firstDay }) => [period, firstDay]));
}

const CLOSING_MAIL = {
  id: f.uuid,
  email: f.inColumn('recipient', f.text),
  attachedFiles: f.neverNull(f.text),
  status: f.textOf<MailStatus>(),
  createdAt: f.instant,
  sentAt: f.orNull(f.instant),
};

// The expression of the index: the merchant in the name of the files.
/** A page of the mails with closings of a merchant in the outbox, newest first. */
export const selectClosingMails = many(
  'closing_mails_list',
  CLOSING_MAIL,
  sql`select id, recipient, attached_files, status, created_at, sent_at from mails
    where substring(attached_files, '"merchantId":"([^"]*)"') = ${param('merchant', f.text)}
      and attached_files is not null
      and id < ${param('beforeId', f.uuid)}
    order by id desc limit ${param('limit', f.count)}`,
);
