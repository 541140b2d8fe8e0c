import type { Queryable } from '#src/ground/database/database.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';

const INSERT = {
  name: 'bank_callbacks_insert',
  text: `insert into bank_callbacks (id, bank, body, received_at, due_at)
    values ($1, $2, $3, $4, $4)`,
};
// A claim expires, so that another worker takes the call-backs when this one dies.
const CLAIM = {
  name: 'bank_callbacks_claim',
  text: `update bank_callbacks set attempt_count = attempt_count + 1, due_at = $2,
      claimed_by = $5
    where id in (
      select id from bank_callbacks where due_at <= $1 and bank = $4
      order by due_at limit $3 for update skip locked
    ) returning id, body`,
};
export const DUE_CALLBACKS: DueQueue = {
  name: 'bank-callbacks',
  isGlobal: true,
  isShared: true,
  due: 'select from bank_callbacks where due_at <= $1',
};
const END_CLAIMS_OF = {
  name: 'bank_callbacks_end_claims_of',
  text: `update bank_callbacks set due_at = $2, claimed_by = null
    where claimed_by = $1 and due_at > $2`,
};
const FINISH = {
  name: 'bank_callbacks_finish',
  text: 'update bank_callbacks set due_at = null where id = any($1)',
};

export interface CallbackRow extends Record<string, unknown> {
  readonly id: string;
  readonly body: string;
}

/** Inserts a call-back with its unchanged body. */
export async function insertCallback(
  database: Queryable,
  callback: { id: string; bank: string; body: string; at: Date },
): Promise<void> {
  const { id, bank, body, at } = callback;
  await database.query(INSERT, [id, bank, body, at]);
}

/** Claims call-backs of a bank for this worker until `until`. */
export function claimCallbacks(
  database: Queryable,
  claim: { bank: string; at: Date; until: Date; limit: number; by: string },
): Promise<CallbackRow[]> {
  return database.query<CallbackRow>(CLAIM, [
    claim.at,
    claim.until,
    claim.limit,
    claim.bank,
    claim.by,
  ]);
}

/** Makes all call-backs due that a process had claimed when it ended. */
export async function endClaimsOf(database: Queryable, processId: string, at: Date): Promise<void> {
  await database.query(END_CLAIMS_OF, [processId, at]);
}

/** Marks call-backs as handled. */
export async function finishCallbacks(database: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.query(FINISH, [ids]);
}
