import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { PayerOfCharge, PayerRange } from './charge.ts';
import { ERASED_PAYER } from './erased-payer.ts';

const OF_SCOPE = 'merchant_id = $1 and environment = $2';
const COLUMNS = `id, payer_name as name, payer_document as document, payer_email as email`;

const SELECT = {
  name: 'payers_select',
  text: `select ${COLUMNS} from charges where ${OF_SCOPE} and id = any($3::uuid[]) order by id`,
};
const SELECT_OLDEST = {
  name: 'payers_select_oldest',
  text: `select ${COLUMNS} from charges where ${OF_SCOPE} and id >= $3 and id < $4
    order by id limit $5`,
};
const SELECT_NEWEST = {
  name: 'payers_select_newest',
  text: `select ${COLUMNS} from charges where ${OF_SCOPE} and id >= $3 and id < $4
    order by id desc limit $5`,
};
const SELECT_UNFINISHED = {
  name: 'payers_select_unfinished',
  text: `select id, status from charges where ${OF_SCOPE} and id = any($3::uuid[])
      and (status = 'pending' or refunding_centavos > 0)
    order by id limit 1`,
};
const SELECT_DRAFT = {
  name: 'payers_select_draft',
  text: `select id from charge_drafts where ${OF_SCOPE}
      and draft -> 'order' -> 'payer' ->> 'document' = $3
    limit 1`,
};
const LOCK = {
  name: 'payers_lock',
  text: `select id, amount_centavos as amount, dispute_count > 0 as "isDisputed",
      refund_count > 0 as "isRefunded"
    from charges where ${OF_SCOPE} and id = any($3::uuid[]) and status <> 'pending'
    order by id for update`,
};
const ERASE = {
  name: 'payers_erase',
  text: `update charges set payer_name = '${ERASED_PAYER.name}',
      payer_document = '${ERASED_PAYER.document}', payer_email = null, description = null,
      utm = null, due = (due::jsonb || '{"address": null}')::json
    where ${OF_SCOPE} and id = any($3::uuid[])`,
};
const ERASE_REVISIONS = {
  name: 'payers_erase_revisions',
  text: `update charge_revisions
    set terms = (terms::jsonb || '{"address": null}')::json, standard = null
    where ${OF_SCOPE} and charge_id = any($3::uuid[])`,
};
const ERASE_SPLITS = {
  name: 'payers_erase_splits',
  text: `update charge_splits set utm = null
    where ${OF_SCOPE} and charge_id = any($3::uuid[]) and utm is not null`,
};

type PayerRow = PayerOfCharge & Record<string, unknown>;

export interface LockedPayer extends Record<string, unknown> {
  readonly id: string;
  readonly amount: bigint;
  readonly isDisputed: boolean;
  readonly isRefunded: boolean;
}

export function selectPayers(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): Promise<PayerOfCharge[]> {
  return database.query<PayerRow>(SELECT, [merchantId, environment, ids]);
}

/** The payers of the oldest or the newest charges of a range, in the order of their ids. */
export function selectPayerRange(
  database: Queryable,
  { merchantId, environment, fromId, beforeId, limit }: PayerRange,
  order: 'oldest' | 'newest',
): Promise<PayerOfCharge[]> {
  const statement = order === 'oldest' ? SELECT_OLDEST : SELECT_NEWEST;
  const values = [merchantId, environment, fromId, beforeId, limit];
  return database.query<PayerRow>(statement, values);
}

/** One of these charges that is pending or has a pending refund; undefined if all have ended. */
export async function selectUnfinished(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): Promise<string | undefined> {
  const values = [merchantId, environment, ids];
  return (await database.query<{ id: string }>(SELECT_UNFINISHED, values))[0]?.id;
}

/** A live charge of this payer that is being registered at the bank. */
export async function selectDraftOf(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<string | undefined> {
  const values = [merchantId, environment, document];
  return (await database.query<{ id: string }>(SELECT_DRAFT, values))[0]?.id;
}

/** Locks those of these charges that are not pending. */
export function lockPayers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): Promise<LockedPayer[]> {
  return tx.query<LockedPayer>(LOCK, [merchantId, environment, ids]);
}

/** Sends the updates that put the mark in place of the payers of charges. */
export function writeErasedPayers(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  ids: readonly string[],
): void {
  tx.send(ERASE, [merchantId, environment, ids]);
  tx.send(ERASE_REVISIONS, [merchantId, environment, ids]);
  tx.send(ERASE_SPLITS, [merchantId, environment, ids]);
}
