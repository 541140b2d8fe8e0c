import { type DueTerms, type StoredTerms, termsFromJson } from '#src/charges/due/due-terms.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { DUE_BY_CLOCK } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  one,
  param,
  paramsOf,
  rowsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';
import type { PayerMailKind, PayerMailReason, PayerMailStatus } from './payer-mail-plan.ts';

/** A charge whose reminders are planned. Instants in milliseconds. */
const CHARGE = {
  id: f.uuid,
  createdAt: f.inColumn('createdAt', f.instant),
  expiresAt: f.inColumn('expiresAt', f.instant),
  due: f.orNull(f.json<StoredTerms>()),
};
const PLANNED_CHARGE = shaped(CHARGE, withTerms);
type ChargeRow = f.RecordOf<typeof CHARGE>;
export type PlannedCharge = Omit<ChargeRow, 'due'> & { readonly due: DueTerms | null };

function withTerms<Row extends ChargeRow>(row: Row) {
  return { ...row, due: row.due && termsFromJson(row.due) };
}

const OF_RESULT = {
  id: f.uuid,
  chargeId: f.inColumn('chargeId', f.uuid),
  kind: f.textOf<PayerMailKind>(),
};
/** A mail to the payer of a charge. */
const MAIL = {
  ...OF_RESULT,
  status: f.textOf<PayerMailStatus>(),
  reason: f.orNull(f.textOf<PayerMailReason>()),
  reply: f.orNull(f.text),
  plannedFor: f.inColumn('plannedFor', f.instant),
  writtenAt: f.inColumn('writtenAt', f.orNull(f.instant)),
  endedAt: f.inColumn('endedAt', f.orNull(f.instant)),
};
export type PayerMailRow = f.RecordOf<typeof MAIL>;
const PLAN = {
  ...f.SCOPE,
  chargeId: f.uuid,
  kind: f.textOf<PayerMailKind>(),
  id: f.uuid,
  plannedFor: f.instant,
  dueAt: f.instantOrInfinity,
};

export interface NewPayerMail extends LedgerScope {
  readonly id: string;
  readonly chargeId: string;
  readonly kind: PayerMailKind;
  readonly plannedFor: number;
  readonly isInClock: boolean;
}

const $ = paramsOf({
  ...PLAN,
  status: f.textOf<'sent' | 'skipped' | 'failed'>(),
  reason: f.orNull(f.text),
  reply: f.orNull(f.text),
  digest: f.bytes,
  mailId: f.uuid,
  at: f.instant,
  since: f.instant,
  limit: f.count,
});
const IDS = param('ids', f.listOf(f.uuid));
const CHARGE_IDS = param('chargeIds', f.listOf(f.uuid));
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_KEY = sql`${OF_SCOPE} and charge_id = ${$.chargeId} and kind = ${$.kind}`;
const COLUMNS = `id, charge_id as "chargeId", kind, status, reason, reply,
  planned_for as "plannedFor", written_at as "writtenAt", ended_at as "endedAt"`;

/**
 * Charges of a scope in the order of their ids; open ones are pending and have an address. Bounded
 * by the limit and the primary key: each charge is read once, and again after a change.
 */
export const selectChargesToPlan = many(
  'payer_mail_charges',
  shaped({ ...CHARGE, isOpen: f.inColumn('isOpen', f.bool) }, withTerms),
  sql`select id, created_at as "createdAt", expires_at as "expiresAt", due,
      status = 'pending' and payer_email is not null
        and due_at is distinct from 'infinity' as "isOpen"
    from charges where ${OF_SCOPE} and id >= ${$.id.as('fromId')}
      and id < ${$.id.as('beforeId')} order by id limit ${$.limit}`,
);

/** Those of these charges of a test clock that are pending and have an address. */
export const selectOpenInClock = many(
  'payer_mail_charges_in_clock',
  PLANNED_CHARGE,
  sql`select id, created_at as "createdAt", expires_at as "expiresAt", due
    from charges where merchant_id = ${$.merchantId} and environment = 'test'
      and id = any(${IDS}::uuid[]) and status = 'pending' and payer_email is not null`,
);

/**
 * Keeps a charge from being erased until the transaction ends. Before the mails of a charge are
 * written: an erasure locks the charge for update, so it finds all mails that are written before
 * it, and none is written after it. Payments don't wait for it.
 */
export const lockCharge = run(
  'payer_mail_lock_charge',
  sql`select id from charges where ${OF_SCOPE} and id = ${$.id} for key share`,
);

const planRows = many(
  'payer_mails_plan',
  OF_RESULT,
  sql`insert into payer_mails as m
      (merchant_id, environment, charge_id, kind, id, status, planned_for, due_at)
    select merchant_id, environment, charge_id, kind, id, 'planned', planned_for, due_at
    from ${rowsOf('mails', 'row', PLAN)}
    order by charge_id, kind
    on conflict (merchant_id, environment, charge_id, kind) do update
      set planned_for = excluded.planned_for, due_at = excluded.due_at
      where m.status = 'planned'
    returning m.id, m.charge_id as "chargeId", m.kind`,
);

/** Plans mails, or changes the times of planned ones; returns those that are planned. */
export async function planMails(
  tx: Transaction,
  mails: readonly NewPayerMail[],
): Promise<Pick<PayerMailRow, 'id' | 'chargeId' | 'kind'>[]> {
  if (mails.length === 0) return [];
  const rows = mails.map((mail) => ({
    ...mail,
    dueAt: mail.isInClock ? DUE_BY_CLOCK : mail.plannedFor,
  }));
  return planRows(tx, { mails: rows });
}

/** Locks the due mails of a scope, the longest due first. */
export const lockDueMails = many(
  'payer_mails_due',
  MAIL,
  sql`select ${COLUMNS} from payer_mails
    where ${OF_SCOPE} and status = 'planned' and due_at <= ${$.at}
    order by due_at limit ${$.limit} for update`,
);

/** Locks those of these mails that are still planned. */
export const lockPlannedMails = many(
  'payer_mails_due_by_id',
  MAIL,
  sql`select ${COLUMNS} from payer_mails
    where ${OF_SCOPE} and id = any(${IDS}::uuid[]) and status = 'planned' order by id for update`,
);

/** Sends the update of a planned mail whose time has changed. */
export const rescheduleMail = send(
  'payer_mail_reschedule',
  sql`update payer_mails set planned_for = ${$.plannedFor}, due_at = ${$.dueAt}
    where ${OF_KEY} and status = 'planned'`,
);

/** Sends the update of a mail that is in the outbox now. */
export const markMailWaiting = send(
  'payer_mail_wait',
  sql`update payer_mails set status = 'waiting', due_at = null, address_digest = ${$.digest},
      mail_id = ${$.mailId}, written_at = ${$.at}
    where ${OF_KEY} and status = 'planned'`,
);

/** Sends the update of a mail that has ended. */
export const markMailEnded = send(
  'payer_mail_end',
  sql`update payer_mails set status = ${$.status}, reason = ${$.reason}, reply = ${$.reply},
      due_at = null, ended_at = ${$.at}
    where ${OF_KEY} and status in ('planned', 'waiting')`,
);

/** How many mails an address got of a merchant since an instant, up to a limit. */
export const countMailsTo = one(
  'payer_mails_count_to_address',
  shaped({ count: f.count }, ({ count }) => count),
  sql`select count(*) as count from (
      select from payer_mails where merchant_id = ${$.merchantId}
        and address_digest = ${$.digest} and written_at > ${$.since} limit ${$.limit}) recent`,
);

/** The mails to the payer of a charge, by their times; at most one of each kind. */
export const selectMailsOfCharge = many(
  'payer_mails_of_charge',
  MAIL,
  sql`select ${COLUMNS} from payer_mails where ${OF_SCOPE} and charge_id = ${$.chargeId}
    order by planned_for, kind`,
);

/** The mails to the payers of these charges, in the order of the charges' ids. */
export const selectMailsOfCharges = many(
  'payer_mails_of_charges',
  MAIL,
  sql`select ${COLUMNS} from payer_mails
    where ${OF_SCOPE} and charge_id = any(${CHARGE_IDS}::uuid[])
    order by charge_id, planned_for, kind`,
);

/** Erases what names the payers of charges; returns the ids of their mails in the outbox. */
export const eraseMailRows = many(
  'payer_mails_erase',
  shaped({ mailId: f.inColumn('mailId', f.orNull(f.uuid)) }, ({ mailId }) => mailId),
  sql`with erased as (
      select charge_id, kind, mail_id from payer_mails
      where ${OF_SCOPE} and charge_id = any(${CHARGE_IDS}::uuid[]) for update)
    update payer_mails m set address_digest = null, mail_id = null, reply = null, due_at = null,
      status = case when m.status in ('planned', 'waiting') then 'skipped' else m.status end,
      reason = case when m.status in ('planned', 'waiting') then 'erased' else m.reason end,
      ended_at = case when m.status in ('planned', 'waiting') then ${$.at} else m.ended_at end
    from erased
    where m.merchant_id = ${$.merchantId} and m.environment = ${$.environment}
      and m.charge_id = erased.charge_id and m.kind = erased.kind
    returning erased.mail_id as "mailId"`,
);
