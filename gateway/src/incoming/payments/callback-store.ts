import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, paramsOf, run, sql } from '#src/ground/database/sql.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';

const CALLBACK = { id: f.uuid, body: f.text };
export type Callback = f.RecordOf<typeof CALLBACK>;

const $ = paramsOf({
  ...CALLBACK,
  bank: f.text,
  at: f.instant,
  until: f.instant,
  by: f.uuid,
  limit: f.count,
});

export const DUE_CALLBACKS: DueQueue = {
  name: 'bank-callbacks',
  isGlobal: true,
  isShared: true,
  due: 'select from bank_callbacks where due_at <= $1',
};

/** Inserts a call-back with its unchanged body. */
export const insertCallback = run(
  'bank_callbacks_insert',
  sql`insert into bank_callbacks (id, bank, body, received_at, due_at)
    values (${$.id}, ${$.bank}, ${$.body}, ${$.at}, ${$.at})`,
);

/**
 * Claims call-backs of a bank for this worker until `until`. A claim expires, so that another
 * worker takes the call-backs when this one dies.
 */
export const claimCallbacks = many(
  'bank_callbacks_claim',
  CALLBACK,
  sql`update bank_callbacks set attempt_count = attempt_count + 1, due_at = ${$.until},
      claimed_by = ${$.by}
    where id in (
      select id from bank_callbacks where due_at <= ${$.at} and bank = ${$.bank}
      order by due_at limit ${$.limit} for update skip locked
    ) returning id, body`,
);

/** Makes all call-backs due that a process had claimed when it ended. */
export const endClaimsOf = run(
  'bank_callbacks_end_claims_of',
  sql`update bank_callbacks set due_at = ${$.at}, claimed_by = null
    where claimed_by = ${$.by} and due_at > ${$.at}`,
);

const finish = run(
  'bank_callbacks_finish',
  sql`update bank_callbacks set due_at = null where id = any(${param('ids', f.listOf(f.uuid))})`,
);

/** Marks call-backs as handled. */
export async function finishCallbacks(database: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await finish(database, { ids });
}
