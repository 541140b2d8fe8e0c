import type { TransactionKey } from '#src/charges/charge.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { DISPUTE_KEY } from './dispute-store.ts';

/** A row, with the names of its columns: `dispute-book.ts` changes it in memory. */
const SHARE_ROW = {
  merchant_id: f.uuid,
  environment: f.textOf<Environment>(),
  dispute_id: f.uuid,
  id: f.uuid,
  bearer_id: f.uuid,
  held_centavos: f.bigint,
  returned_centavos: f.bigint,
};
export type ShareRow = f.RecordOf<typeof SHARE_ROW>;

const AMOUNT = { amount: f.inColumn('amount_centavos', f.bigint) };

/** The shares of disputes, oldest first. */
export const selectShares = many(
  'dispute_shares_select',
  SHARE_ROW,
  sql`select ${f.columnsOf(SHARE_ROW, 's')}
    from ${rowsOf('disputes', 'key', DISPUTE_KEY)}
    join dispute_shares s on (s.merchant_id, s.environment, s.dispute_id)
      = (key.merchant_id, key.environment, key.id)
    order by s.dispute_id, s.id`,
);

const upsertShares = send(
  'dispute_shares_upsert',
  sql`insert into dispute_shares (merchant_id, environment, dispute_id, id, bearer_id,
      held_centavos, returned_centavos)
    select merchant_id, environment, dispute_id, id, bearer_id, held_centavos, returned_centavos
    from ${rowsOf('shares', 'row', SHARE_ROW)}
    on conflict (merchant_id, environment, dispute_id, id) do update
      set held_centavos = excluded.held_centavos, returned_centavos = excluded.returned_centavos`,
);
const insertReturnRows = send(
  'dispute_returns_insert',
  sql`insert into dispute_returns (merchant_id, environment, id, dispute_id, end_to_end_id,
      return_id, refund_id, is_by_hand, amount_centavos, returned_at)
    select merchant_id, environment, id, dispute_id, end_to_end_id, return_id, refund_id,
      is_by_hand, amount_centavos, returned_at
    from ${rowsOf('returns', 'row', {
      ...DISPUTE_KEY,
      disputeId: f.uuid,
      endToEndId: f.text,
      returnId: f.text,
      refundId: f.orNull(f.text),
      isByHand: f.bool,
      ...AMOUNT,
      returnedAt: f.instant,
    })}`,
);
const insertParts = send(
  'dispute_return_parts_insert',
  sql`insert into dispute_return_parts (merchant_id, environment, return_id, id, share_id,
      bearer_id, amount_centavos)
    select merchant_id, environment, return_id, id, share_id, bearer_id, amount_centavos
    from ${rowsOf('parts', 'row', {
      ...DISPUTE_KEY,
      returnRowId: f.inColumn('return_id', f.uuid),
      shareId: f.uuid,
      bearerId: f.uuid,
      ...AMOUNT,
    })}`,
);

/** Sends the new amounts of shares; the commit waits for it. */
export function writeShares(tx: Transaction, shares: readonly ShareRow[]): void {
  if (shares.length > 0) upsertShares(tx, { shares });
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
  insertReturnRows(tx, {
    returns: returns.map(({ refundId = null, isByHand = false, ...row }) => {
      return { ...row, refundId, isByHand };
    }),
  });
  insertParts(tx, { parts });
}
