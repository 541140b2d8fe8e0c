import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE, isInThisBucket } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { PayerMailWishes } from './payer-mail-plan.ts';

const COLUMNS = `s.merchant_id, s.environment, s.days_before, s.on_due_day, s.days_after,
  s.receipts, s.changed_at, s.planned_before_id, s.paid_position, s.counted_day::text,
  s.mail_count`;

const SELECT = {
  name: 'payer_mail_settings_select',
  text: `select ${COLUMNS} from payer_mail_settings s
    where s.merchant_id = $1 and s.environment = $2`,
};
const LOCK = {
  name: 'payer_mail_settings_lock',
  text: `select ${COLUMNS} from payer_mail_settings s
    where s.merchant_id = $1 and s.environment = $2 for update`,
};
const LOCK_DUE = {
  name: 'payer_mail_settings_lock_due',
  place: HERE,
  text: `select ${COLUMNS} from payer_mail_settings s
    where s.due_at <= $1 and ${isInThisBucket('s.merchant_id')}
    order by s.due_at limit 1 for update skip locked`,
};
/** Scopes whose merchants want mails to payers, and whose charges are read again. */
export const DUE_PAYER_MAILS: DueQueue = {
  name: 'payer-mails',
  due: 'select from payer_mail_settings where due_at <= $1',
};
const LAST_POSITION = {
  name: 'payer_mail_last_position',
  text: `select last_position from event_feeds where merchant_id = $1 and environment = $2`,
};
const SAVE = {
  name: 'payer_mail_settings_save',
  text: `insert into payer_mail_settings (merchant_id, environment, days_before, on_due_day,
      days_after, receipts, changed_at, planned_before_id, paid_position, due_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (merchant_id, environment) do update set days_before = excluded.days_before,
      on_due_day = excluded.on_due_day, days_after = excluded.days_after,
      receipts = excluded.receipts, changed_at = excluded.changed_at,
      planned_before_id = excluded.planned_before_id, paid_position = excluded.paid_position,
      due_at = excluded.due_at`,
};
const ADVANCE = {
  name: 'payer_mail_settings_advance',
  text: `update payer_mail_settings set planned_before_id = $3, paid_position = $4,
      counted_day = $5, mail_count = $6, due_at = $7
    where merchant_id = $1 and environment = $2`,
};
const POSTPONE = {
  name: 'payer_mail_settings_postpone',
  text: `update payer_mail_settings set due_at = $3
    where merchant_id = $1 and environment = $2 and due_at is not null`,
};
const COUNT = {
  name: 'payer_mail_settings_count',
  text: `update payer_mail_settings set counted_day = $3, mail_count = $4
    where merchant_id = $1 and environment = $2`,
};

/** The settings of a scope, and how far its charges and events were read. */
export interface PayerMailSettings extends LedgerScope, PayerMailWishes {
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly plannedBeforeId: string;
  readonly paidPosition: bigint;
  readonly countedDay: string | null;
  readonly mailCount: number;
}

interface SettingsRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly days_before: bigint | null;
  readonly on_due_day: boolean;
  readonly days_after: bigint | null;
  readonly receipts: boolean;
  readonly changed_at: number;
  readonly planned_before_id: string;
  readonly paid_position: bigint;
  readonly counted_day: string | null;
  readonly mail_count: bigint;
}

/** The settings of a scope; undefined before the first change. */
export async function selectSettings(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<PayerMailSettings | undefined> {
  const [row] = await database.query<SettingsRow>(SELECT, [merchantId, environment]);
  return row && fromRow(row);
}

/** The same, locked until the transaction ends. */
export async function lockSettings(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<PayerMailSettings | undefined> {
  const [row] = await tx.query<SettingsRow>(LOCK, [merchantId, environment]);
  return row && fromRow(row);
}

/** Locks the scope of this bucket that has been due for longest and that no other worker locks. */
export async function lockDueSettings(
  tx: Transaction,
  at: Date,
): Promise<PayerMailSettings | undefined> {
  const [row] = await tx.query<SettingsRow>(LOCK_DUE, [at]);
  return row && fromRow(row);
}

/** The position of the newest event of a scope. */
export async function selectLastPosition(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<bigint> {
  const values = [merchantId, environment];
  const [row] = await database.query<{ last_position: bigint }>(LAST_POSITION, values);
  return row?.last_position ?? 0n;
}

/** Sends the write of changed settings. */
export function saveSettings(
  tx: Transaction,
  settings: Omit<PayerMailSettings, 'countedDay' | 'mailCount'>,
  dueAt: Date | null,
): void {
  const { merchantId, environment, daysBefore, isOnDueDay, daysAfter, wantsReceipts } = settings;
  const { changedAt, plannedBeforeId, paidPosition } = settings;
  const wishes = [daysBefore, isOnDueDay, daysAfter, wantsReceipts, new Date(changedAt)];
  tx.send(SAVE, [merchantId, environment, ...wishes, plannedBeforeId, paidPosition, dueAt]);
}

/** Sends the write of how far a scope was read, and of when it is read again. */
export function advanceSettings(tx: Transaction, settings: PayerMailSettings, dueAt: Date): void {
  const { merchantId, environment, plannedBeforeId, paidPosition } = settings;
  const { countedDay, mailCount } = settings;
  const values = [plannedBeforeId, paidPosition, countedDay, mailCount, dueAt];
  tx.send(ADVANCE, [merchantId, environment, ...values]);
}

/** Sends the write of how many mails a scope has written today. */
export function saveCount(tx: Transaction, settings: PayerMailSettings): void {
  const { merchantId, environment, countedDay, mailCount } = settings;
  tx.send(COUNT, [merchantId, environment, countedDay, mailCount]);
}

/** Reads a scope again later. */
export async function postponeSettings(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  dueAt: Date,
): Promise<void> {
  await database.query(POSTPONE, [merchantId, environment, dueAt]);
}

function fromRow(row: SettingsRow): PayerMailSettings {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    daysBefore: row.days_before === null ? null : Number(row.days_before),
    isOnDueDay: row.on_due_day,
    daysAfter: row.days_after === null ? null : Number(row.days_after),
    wantsReceipts: row.receipts,
    changedAt: row.changed_at,
    plannedBeforeId: row.planned_before_id,
    paidPosition: row.paid_position,
    countedDay: row.counted_day,
    mailCount: Number(row.mail_count),
  };
}
