import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { eachBucketBy } from '#src/ground/database/statement-place.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { Transfer } from './transfer.ts';

const INSERT = {
  name: 'transfer_insert',
  text: `insert into transfers (merchant_id, environment, id, recipient_id, amount_centavos,
      description, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};
// Each side has its own index: a page of each is read, and the two are merged.
const SELECT_PAGE = {
  name: 'transfers_select_page',
  place: eachBucketBy('id', 'descending', 4),
  text: `select t.*, s.username as sender_username, s.name as sender_name,
      r.username as recipient_username, r.name as recipient_name
    from (
      (select * from transfers where merchant_id = $1 and environment = $2 and id < $3
        order by id desc limit $4)
      union all
      (select * from transfers where recipient_id = $1 and environment = $2 and id < $3
        order by id desc limit $4)
    ) t
    join merchants s on s.merchant_id = t.merchant_id
    join merchants r on r.merchant_id = t.recipient_id
    order by t.id desc limit $4`,
};

const SELECT_SENT = {
  name: 'transfers_select_sent',
  text: `select t.*, s.username as sender_username, s.name as sender_name,
      r.username as recipient_username, r.name as recipient_name
    from json_to_recordset($1) as key (merchant_id uuid, environment text, id uuid)
    join transfers t
      on (t.merchant_id, t.environment, t.id) = (key.merchant_id, key.environment, key.id)
    join merchants s on s.merchant_id = t.merchant_id
    join merchants r on r.merchant_id = t.recipient_id`,
};

interface TransferRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: string;
  readonly recipient_id: string;
  readonly amount_centavos: bigint;
  readonly description: string | null;
  readonly created_at: number;
  readonly sender_username: string;
  readonly sender_name: string;
  readonly recipient_username: string;
  readonly recipient_name: string;
}

/** Inserts a transfer; the commit waits for it. */
export function insertTransfer(tx: Transaction, transfer: Transfer): void {
  tx.send(INSERT, [
    transfer.merchantId,
    transfer.environment,
    transfer.id,
    transfer.recipient.merchantId,
    transfer.amount,
    transfer.description,
    new Date(transfer.createdAt),
  ]);
}

/** The transfers that a scope sent and received, newest first. */
export async function selectTransfers(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  page: { beforeId: string; limit: number },
): Promise<Transfer[]> {
  const values = [merchantId, environment, page.beforeId, page.limit];
  const rows = await database.query<TransferRow>(SELECT_PAGE, values);
  return rows.map(transferFromRow);
}

/** Selects transfers by the keys of their senders, in no order. */
export async function selectSentTransfers(
  database: Queryable,
  keys: readonly (LedgerScope & { readonly id: string })[],
): Promise<Transfer[]> {
  const values = keys.map(({ merchantId, environment, id }) => ({
    merchant_id: merchantId,
    environment,
    id,
  }));
  const rows = await database.query<TransferRow>(SELECT_SENT, [JSON.stringify(values)]);
  return rows.map(transferFromRow);
}

function transferFromRow(row: TransferRow): Transfer {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    sender: { merchantId: row.merchant_id, username: row.sender_username, name: row.sender_name },
    recipient: {
      merchantId: row.recipient_id,
      username: row.recipient_username,
      name: row.recipient_name,
    },
    amount: centavos(row.amount_centavos),
    description: row.description,
    createdAt: row.created_at,
  };
}
