import { type DueTerms, type StoredTerms, termsFromJson } from '#src/charges/due/due-terms.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { PayerMailKind, PayerMailReason, PayerMailStatus } from './payer-mail-plan.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2';
const COLUMNS = `id, charge_id as "chargeId", kind, status, reason, reply,
  planned_for as "plannedFor", written_at as "writtenAt", ended_at as "endedAt"`;

// Bounded by the limit and the primary key: each charge is read once, and again after a change.
const CHARGES = {
  name: 'payer_mail_charges',
  text: `select id, created_at as "createdAt", expires_at as "expiresAt", due,
      status = 'pending' and payer_email is not null
        and due_at is distinct from 'infinity' as "isOpen"
    from charges where ${OF_SCOPE} and id >= $3 and id < $4 order by id limit $5`,
};
const CHARGES_IN_CLOCK = {
  name: 'payer_mail_charges_in_clock',
  text: `select id, created_at as "createdAt", expires_at as "expiresAt", due
    from charges where merchant_id = $1 and environment = 'test' and id = any($2::uuid[])
      and status = 'pending' and payer_email is not null`,
};
// Before the mails of a charge are written. An erasure locks the charge for update, so it finds
// all mails that are written before it, and none is written after it. Payments don't wait for it.
const LOCK_CHARGE = {
  name: 'payer_mail_lock_charge',
  text: `select id from charges where ${OF_SCOPE} and id = $3 for key share`,
};
const PLAN = {
  name: 'payer_mails_plan',
  text: `insert into payer_mails as m
      (merchant_id, environment, charge_id, kind, id, status, planned_for, due_at)
    select merchant_id, environment, charge_id, kind, id, 'planned', planned_for, due_at
    from json_to_recordset($1) as row (merchant_id uuid, environment text, charge_id uuid,
      kind text, id uuid, planned_for timestamptz, due_at timestamptz)
    order by charge_id, kind
    on conflict (merchant_id, environment, charge_id, kind) do update
      set planned_for = excluded.planned_for, due_at = excluded.due_at
      where m.status = 'planned'
    returning m.id, m.charge_id as "chargeId", m.kind`,
};
const DUE = {
  name: 'payer_mails_due',
  text: `select ${COLUMNS} from payer_mails
    where ${OF_SCOPE} and status = 'planned' and due_at <= $3
    order by due_at limit $4 for update`,
};
const DUE_BY_ID = {
  name: 'payer_mails_due_by_id',
  text: `select ${COLUMNS} from payer_mails
    where ${OF_SCOPE} and id = any($3::uuid[]) and status = 'planned' order by id for update`,
};
const RESCHEDULE = {
  name: 'payer_mail_reschedule',
  text: `update payer_mails set planned_for = $5, due_at = $6
    where ${OF_SCOPE} and charge_id = $3 and kind = $4 and status = 'planned'`,
};
const WAIT = {
  name: 'payer_mail_wait',
  text: `update payer_mails set status = 'waiting', due_at = null, address_digest = $5,
      mail_id = $6, written_at = $7
    where ${OF_SCOPE} and charge_id = $3 and kind = $4 and status = 'planned'`,
};
const END = {
  name: 'payer_mail_end',
  text: `update payer_mails set status = $5, reason = $6, reply = $7, due_at = null,
      ended_at = $8
    where ${OF_SCOPE} and charge_id = $3 and kind = $4 and status in ('planned', 'waiting')`,
};
const COUNT_TO_ADDRESS = {
  name: 'payer_mails_count_to_address',
  text: `select count(*) as count from (
      select from payer_mails where merchant_id = $1 and address_digest = $2
        and written_at > $3 limit $4) recent`,
};
const OF_CHARGE = {
  name: 'payer_mails_of_charge',
  text: `select ${COLUMNS} from payer_mails where ${OF_SCOPE} and charge_id = $3
    order by planned_for, kind`,
};
const OF_CHARGES = {
  name: 'payer_mails_of_charges',
  text: `select ${COLUMNS} from payer_mails
    where ${OF_SCOPE} and charge_id = any($3::uuid[]) order by charge_id, planned_for, kind`,
};
const ERASE = {
  name: 'payer_mails_erase',
  text: `with erased as (
      select charge_id, kind, mail_id from payer_mails
      where ${OF_SCOPE} and charge_id = any($3::uuid[]) for update)
    update payer_mails m set address_digest = null, mail_id = null, reply = null, due_at = null,
      status = case when m.status in ('planned', 'waiting') then 'skipped' else m.status end,
      reason = case when m.status in ('planned', 'waiting') then 'erased' else m.reason end,
      ended_at = case when m.status in ('planned', 'waiting') then $4 else m.ended_at end
    from erased
    where m.merchant_id = $1 and m.environment = $2 and m.charge_id = erased.charge_id
      and m.kind = erased.kind
    returning erased.mail_id as "mailId"`,
};

/** A charge whose reminders are planned. Instants in milliseconds. */
export interface PlannedCharge {
  readonly id: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly due: DueTerms | null;
}

/** A mail to the payer of a charge. */
export interface PayerMailRow {
  readonly id: string;
  readonly chargeId: string;
  readonly kind: PayerMailKind;
  readonly status: PayerMailStatus;
  readonly reason: PayerMailReason | null;
  readonly reply: string | null;
  readonly plannedFor: number;
  readonly writtenAt: number | null;
  readonly endedAt: number | null;
}

export interface NewPayerMail extends LedgerScope {
  readonly id: string;
  readonly chargeId: string;
  readonly kind: PayerMailKind;
  readonly plannedFor: number;
  readonly isInClock: boolean;
}

type MailKey = LedgerScope & Pick<PayerMailRow, 'chargeId' | 'kind'>;
type Row<Columns> = Columns & Record<string, unknown>;
type PlannedRow = Omit<PlannedCharge, 'due'> & { readonly due: StoredTerms | null };

function termsOf({ due }: PlannedRow): DueTerms | null {
  return due && termsFromJson(due);
}

/** Charges of a scope in the order of their ids; open ones are pending and have an address. */
export async function selectChargesToPlan(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  range: { readonly fromId: string; readonly beforeId: string; readonly limit: number },
): Promise<(PlannedCharge & { readonly isOpen: boolean })[]> {
  const values = [merchantId, environment, range.fromId, range.beforeId, range.limit];
  const rows = await tx.query<Row<PlannedRow & { isOpen: boolean }>>(CHARGES, values);
  return rows.map((row) => ({ ...row, due: termsOf(row) }));
}

/** Those of these charges of a test clock that are pending and have an address. */
export async function selectOpenInClock(
  tx: Transaction,
  merchantId: string,
  ids: readonly string[],
): Promise<PlannedCharge[]> {
  const rows = await tx.query<Row<PlannedRow>>(CHARGES_IN_CLOCK, [merchantId, ids]);
  return rows.map((row) => ({ ...row, due: termsOf(row) }));
}

/** Keeps a charge from being erased until the transaction ends; false if there is none. */
export async function lockCharge(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  id: string,
): Promise<boolean> {
  return (await tx.query(LOCK_CHARGE, [merchantId, environment, id])).length > 0;
}

/** Plans mails, or changes the times of planned ones; returns those that are planned. */
export async function planMails(
  tx: Transaction,
  mails: readonly NewPayerMail[],
): Promise<Pick<PayerMailRow, 'id' | 'chargeId' | 'kind'>[]> {
  if (mails.length === 0) return [];
  const rows = mails.map(({ merchantId, environment, id, chargeId, kind, ...mail }) => ({
    merchant_id: merchantId,
    environment,
    id,
    charge_id: chargeId,
    kind,
    planned_for: new Date(mail.plannedFor),
    due_at: mail.isInClock ? DUE_BY_CLOCK : new Date(mail.plannedFor),
  }));
  return tx.query<Row<Pick<PayerMailRow, 'id' | 'chargeId' | 'kind'>>>(PLAN, [
    JSON.stringify(rows),
  ]);
}

/** Locks the due mails of a scope, the longest due first. */
export function lockDueMails(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { at, limit }: { readonly at: Date; readonly limit: number },
): Promise<PayerMailRow[]> {
  return tx.query<Row<PayerMailRow>>(DUE, [merchantId, environment, at, limit]);
}

/** Locks those of these mails that are still planned. */
export function lockPlannedMails(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): Promise<PayerMailRow[]> {
  return tx.query<Row<PayerMailRow>>(DUE_BY_ID, [merchantId, environment, ids]);
}

/** Sends the update of a planned mail whose time has changed. */
export function rescheduleMail(
  tx: Transaction,
  mail: MailKey,
  { at, isInClock }: { readonly at: number; readonly isInClock: boolean },
): void {
  const dueAt = isInClock ? DUE_BY_CLOCK : new Date(at);
  tx.send(RESCHEDULE, [...keyOf(mail), new Date(at), dueAt]);
}

/** Sends the update of a mail that is in the outbox now. */
export function markMailWaiting(
  tx: Transaction,
  mail: MailKey,
  written: { readonly digest: Buffer; readonly mailId: string; readonly at: Date },
): void {
  tx.send(WAIT, [...keyOf(mail), written.digest, written.mailId, written.at]);
}

/** Sends the update of a mail that has ended. */
export function markMailEnded(
  tx: Transaction,
  mail: MailKey,
  end: {
    readonly status: 'sent' | 'skipped' | 'failed';
    readonly reason: string | null;
    readonly reply: string | null;
    readonly at: Date;
  },
): void {
  tx.send(END, [...keyOf(mail), end.status, end.reason, end.reply, end.at]);
}

/** How many mails an address got of a merchant since an instant, up to a limit. */
export async function countMailsTo(
  tx: Transaction,
  { merchantId, digest }: { readonly merchantId: string; readonly digest: Buffer },
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<number> {
  const values = [merchantId, digest, since, limit];
  const [row] = await tx.query<{ count: bigint }>(COUNT_TO_ADDRESS, values);
  return Number(row?.count ?? 0n);
}

/** The mails to the payer of a charge, by their times; at most one of each kind. */
export function selectMailsOfCharge(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeId: string,
): Promise<PayerMailRow[]> {
  return database.query<Row<PayerMailRow>>(OF_CHARGE, [merchantId, environment, chargeId]);
}

/** The mails to the payers of these charges, in the order of the charges' ids. */
export function selectMailsOfCharges(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): Promise<PayerMailRow[]> {
  return database.query<Row<PayerMailRow>>(OF_CHARGES, [merchantId, environment, chargeIds]);
}

/** Erases what names the payers of charges; returns the ids of their mails in the outbox. */
export async function eraseMailRows(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
  at: Date,
): Promise<string[]> {
  const values = [merchantId, environment, chargeIds, at];
  const rows = await tx.query<{ mailId: string | null }>(ERASE, values);
  return rows.flatMap(({ mailId }) => (mailId === null ? [] : [mailId]));
}

function keyOf({ merchantId, environment, chargeId, kind }: MailKey) {
  return [merchantId, environment, chargeId, kind];
}
