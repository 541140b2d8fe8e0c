import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { KEY_COLUMNS, keyRow } from './dispute-store.ts';

export interface ShareRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly dispute_id: string;
  readonly id: string;
  readonly bearer_id: string;
  readonly held_centavos: bigint;
  readonly returned_centavos: bigint;
}

const SHARE_COLUMNS = `merchant_id uuid, environment text, dispute_id uuid, id uuid,
  bearer_id uuid, held_centavos bigint, returned_centavos bigint`;

const SELECT = {
  name: 'dispute_shares_select',
  text: `select s.merchant_id, s.environment, s.dispute_id, s.id, s.bearer_id, s.held_centavos,
      s.returned_centavos
    from json_to_recordset($1) as key (${KEY_COLUMNS})
    join dispute_shares s on (s.merchant_id, s.environment, s.dispute_id)
      = (key.merchant_id, key.environment, key.id)
    order by s.dispute_id, s.id`,
};
const UPSERT = {
  name: 'dispute_shares_upsert',
  text: `insert into dispute_shares (merchant_id, environment, dispute_id, id, bearer_id,
      held_centavos, returned_centavos)
    select merchant_id, environment, dispute_id, id, bearer_id, held_centavos, returned_centavos
    from json_to_recordset($1) as row (${SHARE_COLUMNS})
    on conflict (merchant_id, environment, dispute_id, id) do update
      set held_centavos = excluded.held_centavos, returned_centavos = excluded.returned_centavos`,
};
const INSERT_RETURNS = {
  name: 'dispute_returns_insert',
  text: `insert into dispute_returns (merchant_id, environment, id, dispute_id, end_to_end_id,
      return_id, refund_id, is_by_hand, amount_centavos, returned_at)
    select merchant_id, environment, id, dispute_id, end_to_end_id, return_id, refund_id,
      is_by_hand, amount_centavos, returned_at
    from json_to_recordset($1) as row (${KEY_COLUMNS}, dispute_id uuid, end_to_end_id text,
      return_id text, refund_id text, is_by_hand boolean, amount_centavos bigint,
      returned_at timestamptz)`,
};
const INSERT_PARTS = {
  name: 'dispute_return_parts_insert',
  text: `insert into dispute_return_parts (merchant_id, environment, return_id, id, share_id,
      bearer_id, amount_centavos)
    select merchant_id, environment, return_id, id, share_id, bearer_id, amount_centavos
    from json_to_recordset($1) as row (${KEY_COLUMNS}, return_id uuid, share_id uuid,
      bearer_id uuid, amount_centavos bigint)`,
};

/** Selects the shares of disputes, oldest first. */
export function selectShares(
  database: Queryable,
  disputes: readonly TransactionKey[],
): Promise<ShareRow[]> {
  return database.query<ShareRow>(SELECT, [JSON.stringify(disputes.map(keyRow))]);
}

/** Sends the new amounts of shares; the commit waits for it. */
export function writeShares(tx: Transaction, shares: readonly ShareRow[]): void {
  const rows = shares.map((share) => ({
    ...share,
    held_centavos: share.held_centavos.toString(),
    returned_centavos: share.returned_centavos.toString(),
  }));
  if (rows.length > 0) tx.send(UPSERT, [JSON.stringify(rows)]);
}

export interface ReturnRow extends TransactionKey {
  readonly disputeId: string;
  readonly endToEndId: string;
  readonly returnId: string;
  /** The bank's id of the refund, if it was reported. */
  readonly refundId?: string | undefined;
  /** Whether an operator booked it. */
  readonly isByHand?: boolean;
  readonly amount: bigint;
  readonly returnedAt: number;
}

/** The part of a return that a share pays; its id is the reference of the posting. */
export interface ReturnPart extends TransactionKey {
  /** The row of the return, not the bank's id. */
  readonly returnRowId: string;
  readonly shareId: string;
  readonly bearerId: string;
  readonly amount: bigint;
}

/** Sends the inserts of returns and their parts; the commit waits for them. */
export function insertReturns(
  tx: Transaction,
  returns: readonly ReturnRow[],
  parts: readonly ReturnPart[],
): void {
  if (returns.length === 0) return;
  const rows = returns.map((row) => ({
    ...keyRow(row),
    dispute_id: row.disputeId,
    end_to_end_id: row.endToEndId,
    return_id: row.returnId,
    refund_id: row.refundId,
    is_by_hand: row.isByHand ?? false,
    amount_centavos: row.amount.toString(),
    returned_at: new Date(row.returnedAt),
  }));
  tx.send(INSERT_RETURNS, [JSON.stringify(rows)]);
  const partRows = parts.map((part) => ({
    ...keyRow(part),
    return_id: part.returnRowId,
    share_id: part.shareId,
    bearer_id: part.bearerId,
    amount_centavos: part.amount.toString(),
  }));
  tx.send(INSERT_PARTS, [JSON.stringify(partRows)]);
}
