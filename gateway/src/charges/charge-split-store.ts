import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { keepPlan, many, paramsOf, rowsOf, send, sql } from '#src/ground/database/sql.ts';
import { SETTLEMENT_TERMS } from '#src/ledger/settlements/settlement-terms.ts';
import type { TransactionKey, Utm } from './charge.ts';
import { CHARGE_KEY, KEYS } from './charge-store.ts';
import type { SplitStatus } from './splits/split.ts';

const SPLIT = {
  merchant_id: f.uuid,
  environment: f.SCOPE.environment,
  charge_id: f.uuid,
  position: f.bigint,
  recipient_id: f.uuid,
  username: f.text,
  basis_points: f.orNull(f.bigint),
  amount_centavos: f.bigint,
  status: f.textOf<SplitStatus>(),
  disputed_centavos: f.bigint,
};
export type SplitRow = f.RecordOf<typeof SPLIT>;

const COUNTS = { refunded_centavos: f.bigint, event_count: f.bigint };
export const CHANGED_SPLIT = {
  ...SPLIT,
  ...COUNTS,
  origin_username: f.text,
  origin_name: f.text,
};
/** A share that was just changed, with the columns that its recipient's event shows. */
export type ChangedSplitRow = f.RecordOf<typeof CHANGED_SPLIT>;

const MARKED_SPLIT = { ...CHANGED_SPLIT, ...SETTLEMENT_TERMS };
/** A share whose status was just set, with the settlement terms of its recipient. */
export type MarkedSplitRow = f.RecordOf<typeof MARKED_SPLIT>;

const COLUMNS = f.columnsOf(SPLIT, 's');
// The columns that the events of a share show to its recipient.
export const CHANGED_COLUMNS = `${COLUMNS}, ${f.columnsOf(COUNTS, 's')},
  m.username as origin_username, m.name as origin_name`;
/** The merchant of each key, as `charges_mark_paid` joins it. */
export const JOIN_ORIGIN = `join lateral (
      select username, name from merchants where merchants.merchant_id = key.merchant_id offset 0
    ) m on true`;
const SAME_CHARGE = `(s.merchant_id, s.environment, s.charge_id)
  = (key.merchant_id, key.environment, key.id)`;
const $ = paramsOf(SPLIT);

// One row for each charge, with arrays of its shares: a row for each share would repeat the
// charge's columns, and costs twice as much to read.
const NEW_SPLITS = {
  ...f.SCOPE,
  chargeId: f.uuid,
  externalId: f.orNull(f.text),
  utm: f.orNull(f.json<Utm>()),
  recipientIds: f.listOf(f.uuid),
  usernames: f.listOf(f.text),
  basisPoints: f.listOf(f.orNull(f.bigint)),
  amountsCentavos: f.listOf(f.bigint),
};
const insertRows = send(
  'charge_splits_insert',
  sql`insert into charge_splits (merchant_id, environment, charge_id, position, recipient_id,
      username, basis_points, amount_centavos, status, external_id, utm)
    select c.merchant_id, c.environment, c.charge_id, s.number - 1, s.recipient_id,
      s.username, s.basis_points, s.amount_centavos, 'pending', c.external_id, c.utm
    from ${rowsOf('charges', 'c', NEW_SPLITS)}
      cross join lateral unnest(c.recipient_ids, c.usernames, c.basis_points, c.amounts_centavos)
        with ordinality as s (recipient_id, username, basis_points, amount_centavos, number)`,
);
const selectRows = many(
  'charge_splits_select',
  SPLIT,
  keepPlan(sql`select ${COLUMNS} from ${KEYS}
    join charge_splits s on ${SAME_CHARGE} order by s.charge_id, s.position`),
);
const markRows = many(
  'charge_splits_mark',
  MARKED_SPLIT,
  sql`update charge_splits s set status = ${$.status},
      event_count = s.event_count + case when ${$.status} = 'paid' then 1 else 0 end
    from ${KEYS}
    ${JOIN_ORIGIN}, merchants r
    where ${SAME_CHARGE} and r.merchant_id = s.recipient_id
    returning ${CHANGED_COLUMNS}, ${f.columnsOf(SETTLEMENT_TERMS, 'r')}`,
);

/** An amount that is added to a recipient's share of a charge. */
export const SHARE_CHANGE = {
  ...CHARGE_KEY,
  recipientId: f.uuid,
  amount: f.inColumn('centavos', f.bigint),
};
export type ShareChange = f.RecordOf<typeof SHARE_CHANGE>;

const refundRows = many(
  'charge_splits_refund',
  CHANGED_SPLIT,
  sql`update charge_splits s set
      refunded_centavos = s.refunded_centavos + key.centavos,
      status = case when s.refunded_centavos + key.centavos = s.amount_centavos then 'refunded'
        when s.refunded_centavos + key.centavos = 0 then 'paid' else 'partially_refunded' end,
      event_count = s.event_count + case when key.centavos > 0 then 1 else 0 end
    from ${rowsOf('changes', 'key', SHARE_CHANGE)}
    ${JOIN_ORIGIN}
    where ${SAME_CHARGE} and s.recipient_id = key.recipient_id
    returning ${CHANGED_COLUMNS}`,
);

/** Adds refunded amounts to shares; returns the shares. Each share at most once. */
export async function refundShares(
  tx: Transaction,
  refunds: readonly ShareChange[],
): Promise<ChangedSplitRow[]> {
  return refunds.length === 0 ? [] : refundRows(tx, { changes: refunds });
}

/**
 * A share to insert, as drafts keep it in JSON. Shares of one charge have the same values in the
 * columns of the charge.
 */
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
        merchantId: first.merchant_id,
        environment: first.environment,
        chargeId: first.charge_id,
        externalId: first.external_id,
        utm: first.utm,
        recipientIds: splits.map((split) => split.recipient_id),
        usernames: splits.map((split) => split.username),
        basisPoints: splits.map(({ basis_points: rate }) => (rate === null ? null : BigInt(rate))),
        amountsCentavos: splits.map((split) => BigInt(split.amount_centavos)),
      },
    ];
  });
  if (rows.length > 0) insertRows(tx, { charges: rows });
}

/** Selects the shares of charges, in their order. */
export function selectSplits(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<SplitRow[]> {
  return selectRows(database, { keys });
}

/** Sets the status of all shares of charges, and returns the shares in their order. */
export async function markSplits(
  tx: Transaction,
  keys: readonly TransactionKey[],
  status: SplitStatus,
): Promise<MarkedSplitRow[]> {
  const rows = await markRows(tx, { keys, status });
  return rows.sort((left, right) => Number(left.position - right.position));
}
