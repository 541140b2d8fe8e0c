import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type TermsColumns, termsColumns } from '#src/ledger/settlements/settlement-terms.ts';
import type { TransactionKey, Utm } from './charge.ts';
import { keyRow } from './charge-store.ts';
import type { SplitStatus } from './splits/split.ts';

export interface SplitRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly charge_id: string;
  readonly position: bigint;
  readonly recipient_id: string;
  readonly username: string;
  readonly basis_points: bigint | null;
  readonly amount_centavos: bigint;
  readonly status: SplitStatus;
  readonly disputed_centavos: bigint;
}

/** A share that was just changed, with the columns that its recipient's event shows. */
export interface ChangedSplitRow extends SplitRow {
  readonly refunded_centavos: bigint;
  readonly disputed_centavos: bigint;
  readonly event_count: bigint;
  readonly origin_username: string;
  readonly origin_name: string;
}

/** A share whose status was just set, with the settlement terms of its recipient. */
export interface MarkedSplitRow extends ChangedSplitRow, TermsColumns {}

const COLUMNS = `s.merchant_id, s.environment, s.charge_id, s.position, s.recipient_id, s.username,
  s.basis_points, s.amount_centavos, s.status, s.disputed_centavos`;
// The columns that the events of a share show to its recipient.
export const CHANGED_COLUMNS = `${COLUMNS}, s.refunded_centavos, s.disputed_centavos, s.event_count,
  m.username as origin_username, m.name as origin_name`;
const KEY_COLUMNS = 'merchant_id uuid, environment text, id uuid';
const SAME_CHARGE = `(s.merchant_id, s.environment, s.charge_id)
  = (key.merchant_id, key.environment, key.id)`;

// One row for each charge, with arrays of its shares: a row for each share would repeat the
// charge's columns, and costs twice as much to read.
const INSERT = {
  name: 'charge_splits_insert',
  place: { rows: [1] },
  text: `insert into charge_splits (merchant_id, environment, charge_id, position, recipient_id,
      username, basis_points, amount_centavos, status, external_id, utm)
    select c.merchant_id, c.environment, c.charge_id, s.number - 1, s.recipient_id,
      s.username, s.basis_points, s.amount_centavos, 'pending', c.external_id, c.utm
    from json_to_recordset($1) as c (merchant_id uuid, environment text, charge_id uuid,
        external_id text, utm json, recipient_ids uuid[], usernames text[],
        basis_points bigint[], amounts_centavos bigint[])
      cross join lateral unnest(c.recipient_ids, c.usernames, c.basis_points, c.amounts_centavos)
        with ordinality as s (recipient_id, username, basis_points, amount_centavos, number)`,
};
const SELECT = {
  name: 'charge_splits_select',
  text: `select ${COLUMNS} from json_to_recordset($1) as key (${KEY_COLUMNS})
    join charge_splits s on ${SAME_CHARGE} order by s.charge_id, s.position`,
};
const MARK = {
  name: 'charge_splits_mark',
  text: `update charge_splits s set status = $2,
      event_count = s.event_count + case when $2 = 'paid' then 1 else 0 end
    from json_to_recordset($1) as key (${KEY_COLUMNS})
    join merchants m on m.merchant_id = key.merchant_id, merchants r
    where ${SAME_CHARGE} and r.merchant_id = s.recipient_id
    returning ${CHANGED_COLUMNS}, ${termsColumns('r')}`,
};

const REFUND = {
  name: 'charge_splits_refund',
  text: `update charge_splits s set
      refunded_centavos = s.refunded_centavos + key.centavos,
      status = case when s.refunded_centavos + key.centavos = s.amount_centavos then 'refunded'
        when s.refunded_centavos + key.centavos = 0 then 'paid' else 'partially_refunded' end,
      event_count = s.event_count + case when key.centavos > 0 then 1 else 0 end
    from json_to_recordset($1) as key (${KEY_COLUMNS}, recipient_id uuid, centavos bigint)
    join merchants m on m.merchant_id = key.merchant_id
    where ${SAME_CHARGE} and s.recipient_id = key.recipient_id
    returning ${CHANGED_COLUMNS}`,
};

/** An amount that a recipient has refunded of its share of a charge. */
export interface ShareRefund extends TransactionKey {
  readonly recipientId: string;
  readonly amount: bigint;
}

/** Adds refunded amounts to shares; returns the shares. Each share at most once. */
export async function refundShares(
  tx: Transaction,
  refunds: readonly ShareRefund[],
): Promise<ChangedSplitRow[]> {
  if (refunds.length === 0) return [];
  const rows = refunds.map((refund) => ({
    ...keyRow(refund),
    recipient_id: refund.recipientId,
    centavos: refund.amount.toString(),
  }));
  return tx.query<ChangedSplitRow>(REFUND, [JSON.stringify(rows)]);
}

/** A share to insert. Shares of one charge have the same values in the columns of the charge. */
export interface SplitRowToInsert {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly charge_id: string;
  readonly position: number;
  readonly recipient_id: string;
  readonly username: string;
  readonly basis_points: string | null;
  readonly amount_centavos: string;
  readonly external_id: string | null;
  readonly utm: Utm | null;
}

/** Sends the insert of the shares of charges, in their order; the commit waits for it. */
export function insertSplits(
  tx: Transaction,
  charges: readonly (readonly SplitRowToInsert[])[],
): void {
  const rows = charges.flatMap((splits) => {
    const [first] = splits;
    if (first === undefined) return [];
    return [
      {
        merchant_id: first.merchant_id,
        environment: first.environment,
        charge_id: first.charge_id,
        external_id: first.external_id,
        utm: first.utm,
        recipient_ids: splits.map((split) => split.recipient_id),
        usernames: splits.map((split) => split.username),
        basis_points: splits.map((split) => split.basis_points),
        amounts_centavos: splits.map((split) => split.amount_centavos),
      },
    ];
  });
  if (rows.length > 0) tx.send(INSERT, [JSON.stringify(rows)]);
}

/** Selects the shares of charges, in their order. */
export function selectSplits(
  database: Queryable,
  charges: readonly TransactionKey[],
): Promise<SplitRow[]> {
  return database.query<SplitRow>(SELECT, [JSON.stringify(charges.map(keyRow))]);
}

/** Sets the status of all shares of charges, and returns the shares in their order. */
export async function markSplits(
  tx: Transaction,
  charges: readonly TransactionKey[],
  status: SplitStatus,
): Promise<MarkedSplitRow[]> {
  const rows = await tx.query<MarkedSplitRow>(MARK, [JSON.stringify(charges.map(keyRow)), status]);
  return rows.sort((left, right) => Number(left.position - right.position));
}
