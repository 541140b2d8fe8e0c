import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, maybeOne, param, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { ERASED_PAYER } from './erased-payer.ts';

const PAYER = {
  id: f.uuid,
  name: f.text,
  document: f.text,
  email: f.orNull(f.text),
};
const LOCKED = {
  id: f.uuid,
  amount: f.centavos,
  isDisputed: f.inColumn('isDisputed', f.bool),
  isRefunded: f.inColumn('isRefunded', f.bool),
};
export type LockedPayer = f.RecordOf<typeof LOCKED>;

const $ = paramsOf({
  ...f.SCOPE,
  fromId: f.uuid,
  beforeId: f.uuid,
  limit: f.count,
});
const IDS = param('ids', f.listOf(f.uuid));
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const COLUMNS = 'id, payer_name as name, payer_document as document, payer_email as email';
const OF_RANGE = sql`select ${COLUMNS} from charges
    where ${OF_SCOPE} and id >= ${$.fromId} and id < ${$.beforeId}`;

/** The payers of charges of one scope, in the order of their ids. */
export const selectPayers = many(
  'payers_select',
  PAYER,
  sql`select ${COLUMNS} from charges where ${OF_SCOPE} and id = any(${IDS}::uuid[]) order by id`,
);

/** The payers of the oldest charges of a range of ids, oldest first. */
export const selectOldestPayers = many(
  'payers_select_oldest',
  PAYER,
  sql`${OF_RANGE} order by id limit ${$.limit}`,
);

/** The payers of the newest charges of a range of ids, newest first. */
export const selectNewestPayers = many(
  'payers_select_newest',
  PAYER,
  sql`${OF_RANGE} order by id desc limit ${$.limit}`,
);

/** Finds one of these charges that is pending or has a pending refund: 0 if all have ended. */
export const findUnfinished = countRows(
  'payers_select_unfinished',
  sql`select id, status from charges where ${OF_SCOPE} and id = any(${IDS}::uuid[])
      and (status = 'pending' or refunding_centavos > 0)
    order by id limit 1`,
);

/** A live charge of this payer that is being registered at the bank. */
export const selectDraftOf = maybeOne(
  'payers_select_draft',
  { id: f.uuid },
  sql`select id from charge_drafts where ${OF_SCOPE}
      and draft -> 'order' -> 'payer' ->> 'document' = ${param('document', f.text)}
    limit 1`,
);

/** Locks those of these charges that are not pending. */
export const lockPayers = many(
  'payers_lock',
  LOCKED,
  sql`select id, amount_centavos as amount, dispute_count > 0 as "isDisputed",
      refund_count > 0 as "isRefunded"
    from charges where ${OF_SCOPE} and id = any(${IDS}::uuid[]) and status <> 'pending'
    order by id for update`,
);

const erase = send(
  'payers_erase',
  sql`update charges set payer_name = '${ERASED_PAYER.name}',
      payer_document = '${ERASED_PAYER.document}', payer_email = null, description = null,
      utm = null, due = (due::jsonb || '{"address": null}')::json
    where ${OF_SCOPE} and id = any(${IDS}::uuid[])`,
);

const eraseRevisions = send(
  'payers_erase_revisions',
  sql`update charge_revisions
    set terms = jsonb_set(terms::jsonb, '{address}', 'null', false)::json, standard = null
    where ${OF_SCOPE} and charge_id = any(${IDS}::uuid[])`,
);

const eraseSplits = send(
  'payers_erase_splits',
  sql`update charge_splits set utm = null
    where ${OF_SCOPE} and charge_id = any(${IDS}::uuid[]) and utm is not null`,
);

/** Sends the updates that put the mark in place of the payers of charges. */
export function writeErasedPayers(
  tx: Transaction,
  charges: LedgerScope & { readonly ids: readonly string[] },
): void {
  erase(tx, charges);
  eraseRevisions(tx, charges);
  eraseSplits(tx, charges);
}
