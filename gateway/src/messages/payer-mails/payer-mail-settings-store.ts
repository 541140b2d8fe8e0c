import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { maybeOne, paramsOf, run, send, shaped, sql, valuesOf } from '#src/ground/database/sql.ts';
import { HERE, isInThisBucket } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';

const WISHES = {
  ...f.SCOPE,
  daysBefore: f.orNull(f.count),
  isOnDueDay: f.inColumn('on_due_day', f.bool),
  daysAfter: f.orNull(f.count),
  wantsReceipts: f.inColumn('receipts', f.bool),
  changedAt: f.instant,
  plannedBeforeId: f.uuid,
  paidPosition: f.bigint,
};
/** The settings of a scope, and how far its charges and events were read. */
const SETTINGS = { ...WISHES, countedDay: f.orNull(f.day), mailCount: f.count };
export type PayerMailSettings = f.RecordOf<typeof SETTINGS>;
const SAVED = { ...WISHES, dueAt: f.orNull(f.instant) };

const $ = paramsOf({ ...SETTINGS, at: f.instant, dueAt: f.instant });
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const COLUMNS = `s.merchant_id, s.environment, s.days_before, s.on_due_day, s.days_after,
  s.receipts, s.changed_at, s.planned_before_id, s.paid_position, s.counted_day::text,
  s.mail_count`;
const OF_SCOPE_S = sql`select ${COLUMNS} from payer_mail_settings s
    where s.merchant_id = ${$.merchantId} and s.environment = ${$.environment}`;

/** Scopes whose merchants want mails to payers, and whose charges are read again. */
export const DUE_PAYER_MAILS: DueQueue = {
  name: 'payer-mails',
  due: 'select from payer_mail_settings where due_at <= $1',
};

/** The settings of a scope; undefined before the first change. */
export const selectSettings = maybeOne('payer_mail_settings_select', SETTINGS, OF_SCOPE_S);

/** The same, locked until the transaction ends. */
export const lockSettings = maybeOne(
  'payer_mail_settings_lock',
  SETTINGS,
  sql`${OF_SCOPE_S} for update`,
);

/** Locks the scope of this bucket that has been due for longest and that no other worker locks. */
export const lockDueSettings = maybeOne(
  'payer_mail_settings_lock_due',
  SETTINGS,
  sql`select ${COLUMNS} from payer_mail_settings s
    where s.due_at <= ${$.at} and ${isInThisBucket('s.merchant_id')}
    order by s.due_at limit 1 for update skip locked`,
  HERE,
);

const selectPosition = maybeOne(
  'payer_mail_last_position',
  shaped({ lastPosition: f.bigint }, ({ lastPosition }) => lastPosition),
  sql`select last_position from event_feeds where ${OF_SCOPE}`,
);

/** The position of the newest event of a scope. */
export async function selectLastPosition(database: Queryable, scope: LedgerScope): Promise<bigint> {
  return (await selectPosition(database, scope)) ?? 0n;
}

/** Sends the write of changed settings. */
export const saveSettings = send(
  'payer_mail_settings_save',
  sql`insert into payer_mail_settings (${f.columnsOf(SAVED)})
    values (${valuesOf(SAVED)})
    on conflict (merchant_id, environment) do update set days_before = excluded.days_before,
      on_due_day = excluded.on_due_day, days_after = excluded.days_after,
      receipts = excluded.receipts, changed_at = excluded.changed_at,
      planned_before_id = excluded.planned_before_id, paid_position = excluded.paid_position,
      due_at = excluded.due_at`,
);

/** Sends the write of how far a scope was read, and of when it is read again. */
export const advanceSettings = send(
  'payer_mail_settings_advance',
  sql`update payer_mail_settings set planned_before_id = ${$.plannedBeforeId},
      paid_position = ${$.paidPosition}, counted_day = ${$.countedDay},
      mail_count = ${$.mailCount}, due_at = ${$.dueAt}
    where ${OF_SCOPE}`,
);

/** Reads a scope again later. */
export const postponeSettings = run(
  'payer_mail_settings_postpone',
  sql`update payer_mail_settings set due_at = ${$.dueAt}
    where ${OF_SCOPE} and due_at is not null`,
);

/** Sends the write of how many mails a scope has written today. */
export const saveCount = send(
  'payer_mail_settings_count',
  sql`update payer_mail_settings set counted_day = ${$.countedDay}, mail_count = ${$.mailCount}
    where ${OF_SCOPE}`,
);
