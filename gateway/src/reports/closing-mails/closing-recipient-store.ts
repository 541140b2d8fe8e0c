import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { Language } from '#src/ground/http/language.ts';
import {
  type ClosingFormat,
  type ClosingRecipient,
  DEFAULT_FORMATS,
  type RecipientKey,
} from './closing-mail.ts';
import type { ClosingPeriod } from './closing-period.ts';

const ONE = 'merchant_id = $1 and id = $2';
const FORMATS = {
  name: 'closing_formats',
  text: 'select formats from closing_settings where merchant_id = $1',
};
const LOCK = {
  name: 'closing_settings_lock',
  text: `insert into closing_settings (merchant_id, formats) values ($1, $2)
    on conflict (merchant_id) do update set formats = closing_settings.formats
    returning formats`,
};
const SET_FORMATS = {
  name: 'closing_formats_set',
  text: 'update closing_settings set formats = $2 where merchant_id = $1',
};
const LIST = {
  name: 'closing_recipients_list',
  text: `select r.id, r.email, r.language, r.invited_at, r.confirmed_at, m.periods, m.next_at
    from (
      select id, email, language, invited_at, confirmed_at from closing_recipients
      where merchant_id = $1 order by id limit $2
    ) r
    cross join lateral (
      select array_agg(period) as periods, min(due_at) as next_at from closing_mailings
      where merchant_id = $1 and address_id = r.id
    ) m
    order by r.id`,
};
const INSERT = {
  name: 'closing_recipient_insert',
  text: `insert into closing_recipients (merchant_id, id, email, language, invited_at)
    values ($1, $2, $3, $4, $5)`,
};
const SET_LANGUAGE = {
  name: 'closing_recipient_language',
  text: `update closing_recipients set language = $3 where ${ONE}`,
};
const SET_INVITED = {
  name: 'closing_recipient_invited',
  text: `update closing_recipients set invited_at = $3 where ${ONE}`,
};
const SET_CONFIRMED = {
  name: 'closing_recipient_confirmed',
  text: `update closing_recipients set confirmed_at = $3 where ${ONE}`,
};
const DELETE = {
  name: 'closing_recipient_delete',
  text: `delete from closing_recipients where ${ONE}`,
};
const DELETE_MAILINGS = {
  name: 'closing_mailings_delete',
  text: `delete from closing_mailings
    where merchant_id = $1 and address_id = $2 and not (period = any($3))`,
};
const SAVE_MAILING = {
  name: 'closing_mailing_save',
  text: `insert into closing_mailings (merchant_id, address_id, period, first_day, due_at)
    values ($1, $2, $3, $4::date, $5)
    on conflict (merchant_id, address_id, period) do update
      set first_day = excluded.first_day, due_at = excluded.due_at`,
};
const MAILINGS = {
  name: 'closing_mailings_of_recipient',
  text: `select period, first_day::text as first_day from closing_mailings
    where merchant_id = $1 and address_id = $2`,
};

/** More than a merchant may name. */
const ROWS_MAX = 100;

/** The files that a merchant has chosen. */
export async function selectFormats(
  database: Queryable,
  merchantId: string,
): Promise<readonly ClosingFormat[]> {
  const [row] = await database.query<{ formats: ClosingFormat[] }>(FORMATS, [merchantId]);
  return row?.formats ?? DEFAULT_FORMATS;
}

/**
 * Locks the closings of a merchant until the transaction ends, which serialises their changes.
 * Returns the chosen files.
 */
export async function lockClosings(
  tx: Transaction,
  merchantId: string,
): Promise<readonly ClosingFormat[]> {
  const values = [merchantId, DEFAULT_FORMATS];
  const [row] = await tx.query<{ formats: ClosingFormat[] }>(LOCK, values);
  return row?.formats ?? DEFAULT_FORMATS;
}

/** Sends the update of the chosen files. */
export function updateFormats(
  tx: Transaction,
  merchantId: string,
  formats: readonly ClosingFormat[],
): void {
  tx.send(SET_FORMATS, [merchantId, formats]);
}

interface RecipientRow extends Record<string, unknown> {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
  readonly invited_at: number;
  readonly confirmed_at: number | null;
  readonly periods: ClosingPeriod[] | null;
  readonly next_at: number | null;
}

/** The addresses that a merchant has named, the oldest first. */
export async function selectRecipients(
  database: Queryable,
  merchantId: string,
): Promise<ClosingRecipient[]> {
  const rows = await database.query<RecipientRow>(LIST, [merchantId, ROWS_MAX]);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    language: row.language,
    periods: row.periods ?? [],
    invitedAt: row.invited_at,
    confirmedAt: row.confirmed_at,
    nextAt: row.next_at,
  }));
}

/** Sends the insert of an address that has not confirmed. */
export function insertRecipient(
  tx: Transaction,
  { merchantId, id }: RecipientKey,
  { email, language, at }: { email: string; language: Language; at: number },
): void {
  tx.send(INSERT, [merchantId, id, email, language, new Date(at)]);
}

/** Sends the update of the language of an address. */
export function updateLanguage(
  tx: Transaction,
  { merchantId, id }: RecipientKey,
  language: Language,
): void {
  tx.send(SET_LANGUAGE, [merchantId, id, language]);
}

/** Sends the update of the time of the last link to confirm. */
export function markInvited(tx: Transaction, { merchantId, id }: RecipientKey, at: number): void {
  tx.send(SET_INVITED, [merchantId, id, new Date(at)]);
}

/** Sends the update that an address has confirmed. */
export function markConfirmed(tx: Transaction, { merchantId, id }: RecipientKey, at: number): void {
  tx.send(SET_CONFIRMED, [merchantId, id, new Date(at)]);
}

/** Sends the deletion of an address with its periods. */
export function deleteRecipient(tx: Transaction, { merchantId, id }: RecipientKey): void {
  tx.send(DELETE_MAILINGS, [merchantId, id, []]);
  tx.send(DELETE, [merchantId, id]);
}

/** Sends the deletion of the periods of an address that are not in a list. */
export function deleteOtherMailings(
  tx: Transaction,
  { merchantId, id }: RecipientKey,
  kept: readonly ClosingPeriod[],
): void {
  tx.send(DELETE_MAILINGS, [merchantId, id, kept]);
}

/** The next period of a kind that an address gets. */
export interface NextMailing {
  readonly period: ClosingPeriod;
  readonly firstDay: string;
  /** Null until the address has confirmed. */
  readonly dueAt: number | null;
}

/** Sends the write of the next period of a kind. */
export function saveMailing(
  tx: Transaction,
  { merchantId, id }: RecipientKey,
  { period, firstDay, dueAt }: NextMailing,
): void {
  const due = dueAt === null ? null : new Date(dueAt);
  tx.send(SAVE_MAILING, [merchantId, id, period, firstDay, due]);
}

/** The first day of the next period of each kind that an address gets. */
export async function selectMailings(
  tx: Transaction,
  { merchantId, id }: RecipientKey,
): Promise<ReadonlyMap<ClosingPeriod, string>> {
  const rows = await tx.query<{ period: ClosingPeriod; first_day: string }>(MAILINGS, [
    merchantId,
    id,
  ]);
  return new Map(rows.map((row) => [row.period, row.first_day]));
}
