import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { dueQueue, many, paramsOf, rowsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { isNotSetAsideAt } from '#src/ground/work/set-aside.ts';
import type { TransactionKey } from '../charge.ts';
import type { ChargeDraft } from './charge-draft.ts';

const KEY = { ...f.SCOPE, id: f.uuid };
const ROW = {
  ...KEY,
  draft: f.json<Omit<ChargeDraft, 'key' | 'idempotencyKey'>>(),
  idempotencyKey: f.orNull(f.text),
};
const $ = paramsOf({
  at: f.instant,
  until: f.instant,
  dueAt: f.instant,
  limit: f.count,
});

const insertRows = send(
  'charge_drafts_insert',
  sql`insert into charge_drafts
      (merchant_id, environment, id, draft, idempotency_key, created_at, due_at)
    select merchant_id, environment, id, draft, idempotency_key, ${$.at}, ${$.dueAt}
    from ${rowsOf('drafts', 'row', ROW)}`,
);

// One transaction deletes a draft: that transaction creates its charge or frees its key.
const deleteRows = many(
  'charge_drafts_take',
  { id: f.uuid },
  sql`delete from charge_drafts where (merchant_id, environment, id) in (
      select merchant_id, environment, id from ${rowsOf('keys', 'row', KEY)}
    ) returning id`,
);

const DUE = sql`from charge_drafts
      where due_at <= ${$.at} and ${isNotSetAsideAt('bank_charge', 'charge_drafts.id', $.at)}`;
export const DUE_DRAFTS = dueQueue({ name: 'charge-drafts' }, sql`select ${DUE}`);

/** Claims drafts that are due to be asked about, for this worker until `until`. */
export const claimDueDrafts = many(
  'charge_drafts_claim_due',
  shaped(
    ROW,
    ({ draft, idempotencyKey, ...key }): ChargeDraft => ({ ...draft, key, idempotencyKey }),
  ),
  sql`update charge_drafts set due_at = ${$.until} where (merchant_id, environment, id) in (
      select merchant_id, environment, id ${DUE}
      order by due_at limit ${$.limit} for update skip locked
    ) returning ${f.columnsOf(ROW)}`,
  HERE,
);

/** Sends the insert of drafts; the commit waits for it. */
export function insertDrafts(
  tx: Transaction,
  drafts: readonly ChargeDraft[],
  { at, dueAt }: { at: Date; dueAt: Date },
): void {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ key: { merchantId, environment, id }, idempotencyKey, ...draft }) => ({
    merchantId,
    environment,
    id,
    draft,
    idempotencyKey,
  }));
  insertRows(tx, { drafts: rows, at, dueAt });
}

/** Deletes drafts, and returns the ids of the drafts that still existed. */
export async function deleteDrafts(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ReadonlySet<string>> {
  const sorted = keys.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return new Set((await deleteRows(tx, { keys: sorted })).map(({ id }) => id));
}
