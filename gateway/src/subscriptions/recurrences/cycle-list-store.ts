import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, one, paramsOf, sql } from '#src/ground/database/sql.ts';
import { NEVER_AT_BANK } from '../subscription.ts';

/** Charges of a scope: ids from the first to before the second. */
const RANGE = { ...f.SCOPE, fromId: f.uuid, beforeId: f.uuid };
const FILTER = {
  ...RANGE,
  recurrenceId: f.orNull(f.text),
  document: f.orNull(f.text),
  /** A state of the standard. */
  status: f.orNull(f.text),
  /** The codes that end a cycle. */
  endingCodes: f.listOf(f.text),
  /** The first due date whose failed cycle may be tried again. */
  retryableFrom: f.day,
  covenant: f.orNull(f.text),
};
export type CycleRange = f.RecordOf<typeof RANGE>;
/** Which cycles a list shows. */
export type CycleFilter = f.GivenRecordOf<typeof FILTER>;

const $ = paramsOf({ ...FILTER, max: f.orNull(f.count), offset: f.count, limit: f.count });
const NEVER = NEVER_AT_BANK.map((reason) => `'${reason}'`).join();
// The state of a failed cycle follows from its reason, its state at the bank, the policy and the
// day (`cobr-words.ts`).
const STATUS = sql`case c.status when 'paid' then 'CONCLUIDA' when 'canceled' then 'CANCELADA'
    when 'failed' then case
      when c.reason = any(${$.endingCodes}::text[]) then 'REJEITADA'
      when c.reason in (${NEVER}) then 'CANCELADA'
      when b.status = 'rejected' then 'REJEITADA'
      when s.retries <> 'none' and c.due_on >= ${$.retryableFrom}::date then 'ATIVA'
        else 'EXPIRADA' end
    when 'scheduled' then case
      when c.environment = 'live' and coalesce(b.status, 'created') = 'created' then 'CRIADA'
      else 'ATIVA' end
    else 'ATIVA' end`;
const FILTERED = sql`from subscription_cycles c
    join subscriptions s on (s.merchant_id, s.environment, s.id)
      = (c.merchant_id, c.environment, c.subscription_id)
    left join subscription_bank_cycles b
      on (b.merchant_id, b.environment, b.subscription_id, b.cycle_on, b.number)
        = (c.merchant_id, c.environment, c.subscription_id, c.cycle_on, c.number)
    where c.merchant_id = ${$.merchantId} and c.environment = ${$.environment}
      and c.charge_id >= ${$.fromId} and c.charge_id < ${$.beforeId}
      and s.merchant_id = ${$.merchantId} and s.environment = ${$.environment}
      and (${$.recurrenceId}::text is null or s.recurrence_id = ${$.recurrenceId})
      and (${$.document}::text is null or s.payer_document = ${$.document})
      and (${$.status}::text is null or ${STATUS} = ${$.status})
      and (${$.covenant}::text is null or s.covenant = ${$.covenant})`;

const countChosen = one(
  'cycles_count',
  { count: f.count },
  sql`select count(*) as count from (select 1 ${FILTERED} limit ${$.max}) counted`,
);

/** The ids of the charges of a page of cycles, oldest first. */
export const pageFiltered = many(
  'cycles_page',
  { id: f.neverNull(f.uuid) },
  sql`select c.charge_id as id ${FILTERED}
    order by c.charge_id offset ${$.offset} limit ${$.limit}`,
);

const countRange = one(
  'cycles_count_created',
  { count: f.count },
  sql`select count(*) as count from (select 1 from subscription_cycles
      where merchant_id = ${$.merchantId} and environment = ${$.environment}
        and charge_id >= ${$.fromId} and charge_id < ${$.beforeId}
      limit ${$.max}) counted`,
);

/** Counts cycles up to a number. */
export async function countFiltered(
  database: Queryable,
  filter: CycleFilter,
  max: number,
): Promise<number> {
  return (await countChosen(database, { ...filter, max })).count;
}

/** Counts the cycles whose charges were made in a range of ids, up to a number; null: all. */
export async function countCreated(
  database: Queryable,
  range: CycleRange,
  max: number | null,
): Promise<number> {
  return (await countRange(database, { ...range, max })).count;
}
