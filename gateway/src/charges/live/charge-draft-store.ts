import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import type { TransactionKey } from '../charge.ts';
import { keyRow } from '../charge-store.ts';
import type { ChargeDraft } from './charge-draft.ts';

const KEY_COLUMNS = 'merchant_id uuid, environment text, id uuid';

const INSERT = {
  name: 'charge_drafts_insert',
  text: `insert into charge_drafts
      (merchant_id, environment, id, draft, idempotency_key, created_at, due_at)
    select merchant_id, environment, id, draft, idempotency_key, $2, $3
    from json_to_recordset($1) as row (${KEY_COLUMNS}, draft json, idempotency_key text)`,
};
// One transaction deletes a draft: that transaction creates its charge or frees its key.
const TAKE = {
  name: 'charge_drafts_take',
  text: `delete from charge_drafts where (merchant_id, environment, id) in (
      select merchant_id, environment, id from json_to_recordset($1) as row (${KEY_COLUMNS})
    ) returning id`,
};
const DUE = `from charge_drafts
      where due_at <= $1 and ${isNotSetAside('bank_charge', 'charge_drafts.id')}`;
export const DUE_DRAFTS: DueQueue = { name: 'charge-drafts', due: `select ${DUE}` };
const CLAIM_DUE = {
  name: 'charge_drafts_claim_due',
  place: HERE,
  text: `update charge_drafts set due_at = $2 where (merchant_id, environment, id) in (
      select merchant_id, environment, id ${DUE}
      order by due_at limit $3 for update skip locked
    ) returning merchant_id, environment, id, draft, idempotency_key`,
};

export interface DraftRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly draft: Omit<ChargeDraft, 'key' | 'idempotencyKey'>;
  readonly idempotency_key: string | null;
}

/** Sends the insert of drafts; the commit waits for it. */
export function insertDrafts(
  tx: Transaction,
  drafts: readonly ChargeDraft[],
  { at, dueAt }: { at: Date; dueAt: Date },
): void {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ key, idempotencyKey, ...draft }) => ({
    ...keyRow(key),
    draft,
    idempotency_key: idempotencyKey,
  }));
  tx.send(INSERT, [JSON.stringify(rows), at, dueAt]);
}

/** Deletes drafts, and returns the ids of the drafts that still existed. */
export async function deleteDrafts(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ReadonlySet<string>> {
  const rows = keys.toSorted((left, right) => (left.id < right.id ? -1 : 1)).map(keyRow);
  const taken = await tx.query<{ id: string }>(TAKE, [JSON.stringify(rows)]);
  return new Set(taken.map(({ id }) => id));
}

/** Claims drafts that are due to be asked about, for this worker until `until`. */
export function claimDueDrafts(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<DraftRow[]> {
  return database.query<DraftRow>(CLAIM_DUE, [at, until, limit]);
}
